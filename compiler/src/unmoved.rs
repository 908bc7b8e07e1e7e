//! What is asked and never changes, what is set and never asked, and what is picked and read by nobody.
//!
//! In: the trees of a game in which nothing is wrong. Out: notes. Promises: a state counts as changed where any statement
//! writes it, or a scenario or a scene lays it out otherwise; a picked name as read where its word stands anywhere else in the item.

use crate::diag::{Diagnostic, Place, says};
use crate::source::FileId;
use crate::translate::statements;
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExprKind, FieldKind, ItemKind, SceneLine, StmtKind};

type Items<'a> = [(FileId, &'a ast::Item)];

/// `own`: the items that are not of a series; all are looked at for what changes.
pub(crate) fn notes(all: &Items<'_>, own: &Items<'_>) -> Vec<Diagnostic> {
    let mut told = unchanged(all, own);
    told.extend(own.iter().flat_map(|(file, item)| unread(*file, item, all)));
    told.extend(rolled_for_nothing(all, own));
    told
}

/// Flags and states that are asked, with what they always are.
fn unchanged(all: &Items<'_>, own: &Items<'_>) -> Vec<Diagnostic> {
    let (mut changed, mut made_no): (BTreeSet<&str>, BTreeSet<&str>) = Default::default();
    let mut set: BTreeMap<&str, BTreeSet<(FileId, Span)>> = BTreeMap::new();
    for (file, item) in all {
        statements(item, &mut |stmt| {
            let those = if is_made_no(stmt) { &mut made_no } else { &mut changed };
            changes(stmt, &mut |name| {
                those.insert(&name.text);
                set.entry(&name.text).or_default().insert((*file, name.span));
            });
        });
        // Of a game of which some rules are told only, a scene shows what the others bring about.
        if let ItemKind::Scene(scene) = &item.kind {
            laid_out(scene, &mut |name| _ = changed.insert(name));
        }
        // What is hidden cannot be printed, also where it stays as it was.
        if let ItemKind::Rows(rows) = &item.kind {
            changed.extend(rows.hides.iter().map(|name| name.text.as_str()));
        }
    }
    // Where another piece has a field of this name it is declared, and not asked.
    let declared = |item: &ast::Item| -> Vec<Span> {
        if let ItemKind::Piece(piece) = &item.kind {
            piece.fields.iter().map(|field| field.name.span).collect()
        } else if let ItemKind::State(state) = &item.kind {
            vec![state.name.span]
        } else {
            Vec::new()
        }
    };
    let stands = |item: &'_ ast::Item, name: &ast::Name| -> Vec<Span> {
        let spans = item.words.get(&name.text).map_or(&[][..], |word| word.at.as_slice());
        let declared = declared(item);
        spans.iter().copied().filter(|span| !declared.contains(span)).collect()
    };
    // All its words are those of statements that set it: none asks. A number may be kept for the players alone.
    let only_set = |name: &ast::Name| {
        let set = set.get(name.text.as_str());
        let is_set = |file: FileId, span: &Span| set.is_some_and(|set| set.contains(&(file, *span)));
        let own = |(file, item): &(FileId, &ast::Item)| stands(item, name).iter().all(|span| is_set(*file, span));
        set.is_some() && all.iter().filter(|(_, item)| !matches!(item.kind, ItemKind::Allow(_))).all(own)
    };
    let asked = |name: &ast::Name| {
        let elsewhere = |item: &ast::Item| !stands(item, name).is_empty();
        let rules = |item: &&ast::Item| {
            !matches!(item.kind, ItemKind::Scene(_) | ItemKind::Example(_) | ItemKind::Look(_) | ItemKind::Allow(_))
        };
        all.iter().map(|(_, item)| *item).filter(rules).any(elsewhere)
    };
    // `1..2 steps` counts steps, whatever else is called so.
    let measured = |name: &str| {
        all.iter().any(|(_, item)| {
            let ItemKind::Measure(measure) = &item.kind else { return false };
            let rest = name.strip_prefix(measure.name.text.as_str());
            rest.is_some_and(|rest| ["", "s", "es"].contains(&rest))
        })
    };
    let mut told = Vec::new();
    for (file, item) in own {
        let mut names: Vec<(&ast::Name, bool, bool)> = Vec::new();
        let mut of = None;
        if let ItemKind::State(state) = &item.kind
            && state.taken.is_empty()
        {
            names.push((&state.name, is_no(&state.ty, state.start.as_ref()), is_yes_no(&state.ty)));
        }
        if let ItemKind::Piece(piece) = &item.kind {
            let held = piece.fields.iter().filter(|field| matches!(field.kind, FieldKind::Flag | FieldKind::State));
            of = Some(piece.name.text.as_str());
            names.extend(held.map(|field| (&field.name, is_no(&field.ty, field.start.as_ref()), is_yes_no(&field.ty))));
        }
        for (name, no, yes_no) in names {
            // What begins as no is not changed by becoming no.
            let changes = changed.contains(name.text.as_str()) || !no && made_no.contains(name.text.as_str());
            if !changes && !measured(&name.text) && asked(name) {
                told.push(says::never_changes(&name.text, no, of, Place::new(*file, name.span)));
            } else if yes_no && only_set(name) {
                let first = set.get(name.text.as_str()).and_then(BTreeSet::first);
                let first = first.map(|(file, span)| Place::new(*file, *span));
                told.push(says::never_asked(&name.text, of, Place::new(*file, name.span), first));
            }
        }
    }
    told
}

fn is_yes_no(ty: &ast::TypeRef) -> bool {
    matches!(ty.kind, ast::TypeKind::YesNo)
}

/// Is it yes or no, and begins as no?
fn is_no(ty: &ast::TypeRef, start: Option<&ast::Expr>) -> bool {
    is_yes_no(ty) && start.is_none_or(|start| matches!(start.kind, ExprKind::No))
}

fn is_made_no(stmt: &ast::Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Becomes { value, .. } if matches!(value.kind, ExprKind::No))
}

/// Shows each name that a statement writes, of a piece or of the game.
fn changes<'a>(stmt: &'a ast::Stmt, see: &mut dyn FnMut(&'a ast::Name)) {
    if let StmtKind::Becomes { place, .. } | StmtKind::Gains { place, .. } | StmtKind::Loses { place, .. } = &stmt.kind
    {
        written(place, see);
    } else if let StmtKind::Picks(picks) = &stmt.kind {
        written(&picks.into, see);
    } else if let StmtKind::PicksNumber { into, .. } = &stmt.kind {
        written(into, see);
    } else if let StmtKind::Perform { into: Some(into), .. } = &stmt.kind {
        see(into);
    } else if let StmtKind::Moves(moves) = &stmt.kind {
        moves.gone.iter().for_each(|gone| written(gone, see));
    }
}

fn written<'a>(place: &'a ast::Expr, see: &mut dyn FnMut(&'a ast::Name)) {
    if let ExprKind::Name(name) | ExprKind::Field(_, name) | ExprKind::Call(name, _) = &place.kind {
        see(name);
    } else if let ExprKind::Phrase(phrase) = &place.kind {
        see(&phrase.noun);
    }
}

fn laid_out<'a>(scene: &'a ast::Scene, see: &mut dyn FnMut(&'a str)) {
    for line in &scene.lines {
        match line {
            SceneLine::Place { units, .. } => {
                units.iter().flat_map(|unit| &unit.with).for_each(|(name, _)| see(&name.text));
            }
            SceneLine::State { name, .. } => see(&name.text),
            SceneLine::Turns { .. } | SceneLine::Broken(_) => {}
        }
    }
}

/// Dice that fall, and whose names stand nowhere but where they are rolled and declared.
fn rolled_for_nothing(all: &Items<'_>, own: &Items<'_>) -> Vec<Diagnostic> {
    let mut rolled: BTreeMap<&str, BTreeSet<(FileId, Span)>> = BTreeMap::new();
    for (file, item) in all {
        statements(item, &mut |stmt| {
            if let StmtKind::Roll(dice) = &stmt.kind {
                for die in dice {
                    rolled.entry(&die.text).or_default().insert((*file, die.span));
                }
            }
        });
    }
    let ours = |file: FileId| own.iter().any(|(own, _)| *own == file);
    let asks = |item: &ast::Item| !matches!(item.kind, ItemKind::Game(_) | ItemKind::Series(_) | ItemKind::Allow(_));
    let told = rolled.iter().filter_map(|(die, at)| {
        let unasked = |(file, item): &(FileId, &ast::Item)| {
            let spans = item.words.get(die).map_or(&[][..], |word| word.at.as_slice());
            !asks(item) || spans.iter().all(|span| at.contains(&(*file, *span)))
        };
        let (file, span) = *at.first().filter(|(file, _)| ours(*file))?;
        all.iter().all(unasked).then(|| says::rolled_for_nothing(die, Place::new(file, span)))
    });
    told.collect()
}

/// Names behind a pick that stand nowhere else in the item.
fn unread(file: FileId, item: &ast::Item, all: &Items<'_>) -> Vec<Diagnostic> {
    let mut picked: Vec<&ast::Name> = Vec::new();
    statements(item, &mut |stmt| {
        if let StmtKind::Picks(picks) = &stmt.kind
            && let ExprKind::Name(name) = &picks.into.kind
        {
            picked.push(name);
        }
    });
    // Procedures and results within an action write what it keeps.
    let keeps = |item: &ast::Item, name: &str| {
        let ItemKind::Action(action) = &item.kind else { return false };
        let kept = action.keeps.iter().any(|keep| keep.name.text == name);
        kept || action.params.iter().any(|param| param.name.text == name)
    };
    let kept = |name: &str| {
        let own = matches!(item.kind, ItemKind::Action(_)) && keeps(item, name);
        let within = !matches!(item.kind, ItemKind::Action(_) | ItemKind::Sequence(_));
        own || within && all.iter().any(|(_, item)| keeps(item, name))
    };
    let state = |name: &str| {
        all.iter().any(|(_, item)| matches!(&item.kind, ItemKind::State(state) if state.name.text == name))
    };
    let gives: BTreeSet<Span> = picked.iter().map(|name| name.span).collect();
    let mut told: BTreeSet<&str> = BTreeSet::new();
    let fresh = picked.iter().filter(|name| {
        let spans = item.words.get(&name.text).map_or(&[][..], |word| word.at.as_slice());
        spans.iter().all(|span| gives.contains(span)) && !kept(&name.text) && !state(&name.text)
    });
    let fresh: Vec<&&ast::Name> = fresh.filter(|name| told.insert(&name.text)).collect();
    fresh.iter().map(|name| says::picked_for_nothing(&name.text, Place::new(file, name.span))).collect()
}
