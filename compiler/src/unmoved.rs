//! What is asked and never changes, and what is picked and read by nobody.
//!
//! In: the trees of a game in which nothing is wrong. Out: notes. Promises: a state counts as changed where any statement
//! writes it, or a scenario or a scene lays it out otherwise; a picked name as read where its word stands anywhere else in the item.

use crate::diag::{Diagnostic, Place, says};
use crate::source::FileId;
use crate::translate::statements;
use std::collections::BTreeSet;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExprKind, FieldKind, ItemKind, SceneLine, StmtKind};

type Items<'a> = [(FileId, &'a ast::Item)];

/// `own`: the items that are not of a series; all are looked at for what changes.
pub(crate) fn notes(all: &Items<'_>, own: &Items<'_>) -> Vec<Diagnostic> {
    let mut told = unchanged(all, own);
    told.extend(own.iter().flat_map(|(file, item)| unread(*file, item, all)));
    told
}

/// Flags and states that are asked, with what they always are.
fn unchanged(all: &Items<'_>, own: &Items<'_>) -> Vec<Diagnostic> {
    let (mut changed, mut made_no): (BTreeSet<&str>, BTreeSet<&str>) = Default::default();
    for (_, item) in all {
        statements(item, &mut |stmt| {
            let those = if is_made_no(stmt) { &mut made_no } else { &mut changed };
            changes(stmt, &mut |name| _ = those.insert(name));
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
    let asked = |name: &ast::Name| {
        let elsewhere = |item: &ast::Item| {
            let spans = item.words.get(&name.text).map_or(&[][..], |word| word.at.as_slice());
            // Where another piece has a field of this name it is declared, and not asked.
            let declared: Vec<Span> = if let ItemKind::Piece(piece) = &item.kind {
                piece.fields.iter().map(|field| field.name.span).collect()
            } else if let ItemKind::State(state) = &item.kind {
                vec![state.name.span]
            } else {
                Vec::new()
            };
            spans.iter().any(|span| !declared.contains(span))
        };
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
        let mut names: Vec<(&ast::Name, bool)> = Vec::new();
        let mut of = None;
        if let ItemKind::State(state) = &item.kind
            && state.taken.is_empty()
        {
            names.push((&state.name, is_no(&state.ty, state.start.as_ref())));
        }
        if let ItemKind::Piece(piece) = &item.kind {
            let held = piece.fields.iter().filter(|field| matches!(field.kind, FieldKind::Flag | FieldKind::State));
            of = Some(piece.name.text.as_str());
            names.extend(held.map(|field| (&field.name, is_no(&field.ty, field.start.as_ref()))));
        }
        for (name, no) in names {
            // What begins as no is not changed by becoming no.
            let changes = changed.contains(name.text.as_str()) || !no && made_no.contains(name.text.as_str());
            if !changes && !measured(&name.text) && asked(name) {
                told.push(says::never_changes(&name.text, no, of, Place::new(*file, name.span)));
            }
        }
    }
    told
}

/// Is it yes or no, and begins as no?
fn is_no(ty: &ast::TypeRef, start: Option<&ast::Expr>) -> bool {
    matches!(ty.kind, ast::TypeKind::YesNo) && start.is_none_or(|start| matches!(start.kind, ExprKind::No))
}

fn is_made_no(stmt: &ast::Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Becomes { value, .. } if matches!(value.kind, ExprKind::No))
}

/// Shows each name that a statement writes, of a piece or of the game.
fn changes<'a>(stmt: &'a ast::Stmt, see: &mut dyn FnMut(&'a str)) {
    if let StmtKind::Becomes { place, .. } | StmtKind::Gains { place, .. } | StmtKind::Loses { place, .. } = &stmt.kind
    {
        written(place, see);
    } else if let StmtKind::Picks(picks) = &stmt.kind {
        written(&picks.into, see);
    } else if let StmtKind::PicksNumber { into, .. } = &stmt.kind {
        written(into, see);
    } else if let StmtKind::Perform { into: Some(into), .. } = &stmt.kind {
        see(&into.text);
    } else if let StmtKind::Moves(moves) = &stmt.kind {
        moves.gone.iter().for_each(|gone| written(gone, see));
    }
}

fn written<'a>(place: &'a ast::Expr, see: &mut dyn FnMut(&'a str)) {
    if let ExprKind::Name(name) | ExprKind::Field(_, name) | ExprKind::Call(name, _) = &place.kind {
        see(&name.text);
    } else if let ExprKind::Phrase(phrase) = &place.kind {
        see(&phrase.noun.text);
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
