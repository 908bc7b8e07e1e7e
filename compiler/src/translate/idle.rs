//! What stands in the rules and never comes into play: actions that no phase offers, phases in which nothing happens, sides
//! without a turn, counters that nothing places, a game without a scenario.
//!
//! In: a game in which nothing is wrong. Out: notes. Promises: only what surely never happens is told: nothing is said of a
//! counter if any rule that could bring it speaks of its kind, or of the counter itself.

use super::builder::Builder;
use super::play::{does_nothing, is_phasing, named_side};
use super::ty::Kinds;
use super::walk;
use super::world::{Entry, SIDE, TableDef};
use crate::diag::{Diagnostic, Place, says};
use crate::source::FileId;
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::ast::{self, ItemKind, RowsKind, SceneLine, StmtKind as Said, TypeKind};
use wgr_runtime::ir::Scalar;

/// `told`: what of these notes hangs on the words of the texts alone, if it is known.
pub(crate) fn notes(builder: &Builder<'_>, told: &mut Option<Vec<Diagnostic>>) -> Vec<Diagnostic> {
    if !builder.items().any(|(_, item)| matches!(item.kind, ItemKind::Sequence(_))) {
        return Vec::new();
    }
    let mut notes = told.get_or_insert_with(|| by_words(builder)).clone();
    notes.extend(super::idle_rows::notes(builder));
    notes
}

fn by_words(builder: &Builder<'_>) -> Vec<Diagnostic> {
    let Some((file, sequence)) = builder.items().find_map(|(file, item)| match &item.kind {
        ItemKind::Sequence(sequence) => Some((file, sequence)),
        _ => None,
    }) else {
        return Vec::new();
    };
    let mut told = Vec::new();
    let idle = actions(builder, sequence);
    let empty = phases(file, sequence, &idle);
    // What an empty phase is for is told with the phase.
    let allowed = |phase: &str| {
        builder.items().any(|(_, item)| matches!(&item.kind, ItemKind::Allow(allow) if allow.what == phase))
    };
    let of_none = |phase: &str| allowed(phase) || !empty.iter().any(|(name, _)| *name == phase);
    told.extend(
        idle.iter()
            .filter(|(phase, ..)| of_none(phase))
            .map(|(phase, action, at)| says::never_offered(action, phase, *at)),
    );
    told.extend(empty.into_iter().map(|(_, told)| told));
    told.extend(sides(builder, file, sequence));
    told.extend(set_ups(builder));
    told.extend(super::idle_rows::by_words(builder));
    told
}

/// Lines of tables that no look-up comes to.
pub(crate) fn unmet(builder: &Builder<'_>) -> Vec<Diagnostic> {
    let mut looked: BTreeMap<usize, Vec<Vec<(i64, i64)>>> = BTreeMap::new();
    for (table, far) in &builder.said().looked {
        looked.entry(*table).or_default().push(far.clone());
    }
    let tables = looked.iter().filter_map(|(at, looked)| Some((builder.world.tables.get(*at)?, looked)));
    tables.flat_map(|(table, looked)| lines(builder, table, looked)).collect()
}

/// Lines and columns of a table that no look-up comes to, as far as numbers say it.
fn lines(builder: &Builder<'_>, table: &TableDef, looked: &[Vec<(i64, i64)>]) -> Vec<Diagnostic> {
    // What a series prints is for several games.
    let series: BTreeSet<&str> = builder
        .items()
        .filter(|(_, item)| matches!(item.kind, ItemKind::Series(_)))
        .map(|(file, _)| builder.sources.folder(file))
        .collect();
    let mut told = Vec::new();
    for (which, axis) in table.axes.iter().enumerate().filter(|(_, axis)| axis.ty.is_number()) {
        let ranges: Vec<(i64, i64)> = looked.iter().filter_map(|look| look.get(which).copied()).collect();
        let (Some(lo), Some(hi)) = (ranges.iter().map(|(lo, _)| *lo).min(), ranges.iter().map(|(_, hi)| *hi).max())
        else {
            continue;
        };
        // Beyond an open end the last label counts.
        let (first, last) =
            (if axis.open_high { lo.min(axis.hi) } else { lo }, if axis.open_low { hi.max(axis.lo) } else { hi });
        let met = |value: &i64| (first..=last).contains(value);
        let dead = axis.labels.iter().filter(|(_, values)| !values.iter().any(met)).map(|(at, _)| *at);
        let dead: Vec<Place> = dead.filter(|at| !series.contains(builder.sources.folder(at.file))).collect();
        if let Some((first, more)) = dead.split_first() {
            told.push(says::no_look_comes(&table.name, which > 0, &says::span(Scalar::int(lo, hi)), *first, more));
        }
    }
    told
}

/// Every statement of the sequence.
fn each<'a>(sequence: &'a ast::Sequence, see: &mut dyn FnMut(&'a ast::Stmt)) {
    walk::block(&sequence.body, see);
}

/// The phase in which it would be offered, the action, where it stands.
type Idle<'a> = (&'a str, &'a str, Place);

fn actions<'b>(builder: &'b Builder<'_>, sequence: &ast::Sequence) -> Vec<Idle<'b>> {
    let mut offered: BTreeSet<&str> = BTreeSet::new();
    each(sequence, &mut |stmt| {
        if let Said::Offers { actions, .. } = &stmt.kind {
            offered.extend(actions.iter().map(|name| name.text.as_str()));
        }
    });
    let idle = builder.world.actions.iter();
    let idle = idle.filter(|def| !offered.contains(def.name.as_str()) && def.ast.in_place.is_none());
    idle.map(|def| {
        let phase = def.ast.during.first().map_or("movement", |phase| phase.text.as_str());
        (phase, def.name.as_str(), Place::new(def.file, def.ast.name.span))
    })
    .collect()
}

fn phases<'a>(file: FileId, sequence: &'a ast::Sequence, idle: &[Idle<'_>]) -> Vec<(&'a str, Diagnostic)> {
    let mut told = Vec::new();
    each(sequence, &mut |stmt| {
        if let Said::Phase { name, block } = &stmt.kind
            && does_nothing(block)
        {
            let left: Vec<&str> =
                idle.iter().filter(|(phase, ..)| *phase == name.text).map(|(_, action, _)| *action).collect();
            told.push((name.text.as_str(), says::nothing_happens(&name.text, &left, Place::new(file, name.span))));
        }
    });
    told
}

/// A side that no player turns list and no `by` names.
fn sides(builder: &Builder<'_>, file: FileId, sequence: &ast::Sequence) -> Vec<Diagnostic> {
    let Some((missing, at)) = without_a_turn(builder, file, sequence) else { return Vec::new() };
    missing.iter().map(|side| says::without_a_turn(side, at)).collect()
}

/// A scene of a side that has no player turn in the whole sequence: where its player turns are listed.
pub(crate) fn lists_of_turns(builder: &Builder<'_>, side: &str) -> Option<Place> {
    let (file, sequence) = builder.items().find_map(|(file, item)| match &item.kind {
        ItemKind::Sequence(sequence) => Some((file, sequence)),
        _ => None,
    })?;
    let (missing, at) = without_a_turn(builder, file, sequence)?;
    missing.iter().any(|name| name == side).then_some(at)
}

/// The sides without a turn, and where the player turns of the others are listed.
fn without_a_turn(builder: &Builder<'_>, file: FileId, sequence: &ast::Sequence) -> Option<(Vec<String>, Place)> {
    // Whose turns a state or value gives is known in play.
    let (mut of, mut at, mut found) = (BTreeSet::new(), None, false);
    each(sequence, &mut |stmt| {
        if let Said::PlayerTurns { sides, .. } = &stmt.kind {
            of.extend(sides.iter().filter_map(|side| named_side(&builder.world, side)).map(|(name, _)| name));
            found |= sides.iter().any(|side| named_side(&builder.world, side).is_none());
            at = at.or_else(|| {
                sides.first().zip(sides.last()).map(|(one, last)| Place::new(file, one.span.to(last.span)))
            });
        }
    });
    let asked = |def: &super::world::ActionDef<'_>| def.ast.by.as_ref().is_some_and(|by| !is_phasing(&by.side));
    let at = at.filter(|_| !found && !builder.world.actions.iter().any(asked))?;
    let known = builder.world.enums.get(SIDE).map(|def| def.members.clone()).unwrap_or_default();
    Some((known.into_iter().filter(|side| !of.contains(side.as_str())).collect(), at))
}

/// What scenarios lay out, and what they do not.
fn set_ups(builder: &Builder<'_>) -> Vec<Diagnostic> {
    if !builder.items().any(|(_, item)| matches!(item.kind, ItemKind::Order(_))) {
        return Vec::new();
    }
    let scenarios: Vec<(FileId, &ast::Scene)> =
        builder.world.scenes.iter().copied().filter(|(_, scene)| scene.scenario).collect();
    let Some((_, game)) = builder.items().find(|(_, item)| matches!(item.kind, ItemKind::Game(_))) else {
        return Vec::new();
    };
    if scenarios.is_empty() {
        let file = builder.items().find(|(_, item)| std::ptr::eq(*item, game)).map_or(FileId(0), |(file, _)| file);
        return vec![says::no_scenario(Place::new(file, game.head))];
    }
    let counters = || builder.world.counters.iter().enumerate();
    let laid: Vec<Vec<bool>> = scenarios.iter().map(|(_, scene)| laid(builder, scene)).collect();
    let is_laid = |laid: &[bool], at: usize| laid.get(at).copied().unwrap_or_default();
    let sides = builder.world.enums.get(SIDE).map_or(0, |def| def.members.len());
    // Of whom nobody is there, by scenario and side.
    let nobody = |laid: &[bool], side: usize| {
        let mut own = counters().filter(|(_, def)| def.side == side).peekable();
        own.peek().is_some() && own.all(|(at, _)| !is_laid(laid, at))
    };
    let empty: Vec<(usize, usize)> = laid
        .iter()
        .enumerate()
        .flat_map(|(scene, laid)| (0..sides).filter(|side| nobody(laid, *side)).map(move |side| (scene, side)))
        .collect();
    let of_an_empty_side = |side: usize| empty.iter().any(|(_, empty)| *empty == side);
    let nowhere = |at: usize| !laid.iter().any(|laid| is_laid(laid, at));
    let asked = counters().filter(|(at, def)| of_an_empty_side(def.side) || nowhere(*at)).map(|(at, _)| at);
    let brought = brought(builder, asked.collect());
    let mut anywhere: BTreeSet<usize> = BTreeSet::new();
    let mut told = Vec::new();
    for (scene, side) in empty {
        let own = || counters().filter(|(_, def)| def.side == side);
        if own().any(|(at, _)| brought.contains(&at)) {
            continue;
        }
        if let Some((file, scene)) = scenarios.get(scene) {
            told.push(side_left_out(builder, Place::new(*file, scene.name.span), (&scene.name.text, side)));
        }
        // That none of a side is there says it of each.
        anywhere.extend(own().map(|(at, _)| at));
    }
    let missing = counters().map(|(at, _)| at).filter(|at| nowhere(*at) && !anywhere.contains(at));
    let missing: BTreeSet<usize> = missing.filter(|at| !brought.contains(at)).collect();
    let mut names: Vec<String> = Vec::new();
    let mut places: Vec<Place> = Vec::new();
    for (_, counter) in counters().filter(|(at, _)| missing.contains(at)) {
        // `B1 x3` stands for all of its counters, where none of them is there.
        let whole = counters().filter(|(_, other)| other.at == counter.at).all(|(other, _)| missing.contains(&other));
        let name = if whole { counter.line.clone() } else { counter.name.clone() };
        if !names.contains(&name) {
            names.push(name);
            places.push(counter.at);
        }
    }
    match places.as_slice() {
        [first, _, _, _, _, _, ..] => told.push(says::many_never_placed(&names, *first)),
        few => {
            let only =
                if let [(_, scenario)] = scenarios.as_slice() { Some(scenario.name.text.as_str()) } else { None };
            // Who is allowed to be missing is told alone.
            let allowed = |name: &str| {
                builder.items().any(|(_, item)| matches!(&item.kind, ItemKind::Allow(allow) if allow.what == name))
            };
            let (apart, rest): (Vec<_>, Vec<_>) =
                names.iter().cloned().zip(few.iter().copied()).partition(|(name, _)| allowed(name));
            let groups = apart.into_iter().map(|one| vec![one]).chain([rest]);
            for (names, places) in groups.map(|group| group.into_iter().unzip::<String, Place, Vec<_>, Vec<_>>()) {
                told.extend(says::never_placed(&names, (only, box_for(builder, &missing)), &places));
            }
        }
    }
    told
}

/// The only box in which all of these counters may lie, openly.
fn box_for<'b>(builder: &'b Builder<'_>, counters: &BTreeSet<usize>) -> Option<&'b str> {
    let kinds = counters.iter().filter_map(|at| builder.world.counters.get(*at)).map(|def| Kinds::of(def.piece));
    let kinds = kinds.fold(Kinds::default(), Kinds::or);
    let mut boxes = builder.world.boxes.iter().filter(|def| !def.ast.unseen && kinds.within(def.kinds));
    boxes.next().filter(|_| boxes.next().is_none()).map(|def| def.name.as_str())
}

/// By counter: does a scenario lay it out?
fn laid(builder: &Builder<'_>, scene: &ast::Scene) -> Vec<bool> {
    let placed = scene.lines.iter().filter_map(|line| match line {
        SceneLine::Place { units, .. } => Some(units),
        SceneLine::Turns { .. } | SceneLine::State { .. } | SceneLine::Broken(_) => None,
    });
    let mut laid = vec![false; builder.world.counters.len()];
    for at in placed.flatten().flat_map(|unit| builder.world.counters_called(&unit.name.text)) {
        if let Some(laid) = laid.get_mut(*at) {
            *laid = true;
        }
    }
    laid
}

fn side_left_out(builder: &Builder<'_>, at: Place, (scene, side): (&str, usize)) -> Diagnostic {
    let own = builder.world.counters.iter().filter(|def| def.side == side);
    let own: Vec<&str> = own.map(|def| def.name.as_str()).take(2).collect();
    let name = builder.world.enums.get(SIDE).and_then(|def| def.members.get(side)).map_or("", String::as_str);
    says::nobody_of_a_side(scene, name, &own.join(", "), at)
}

/// Which of these counters rules may bring into play. Rules that ask for those out of play, or that bring somebody and speak of
/// `none`, may bring whatever they name; any rule may bring a counter that it names.
fn brought(builder: &Builder<'_>, mut asked: BTreeSet<usize>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let world = &builder.world;
    let mut kinds = Kinds::default();
    for (_, item) in builder.written() {
        let no_rule = matches!(
            item.kind,
            ItemKind::Order(_) | ItemKind::Scene(_) | ItemKind::Example(_) | ItemKind::Allow(_) | ItemKind::Look(_)
        );
        if no_rule || asked.is_empty() {
            continue;
        }
        let said = &item.words;
        let absent = || said.has_in_a_row(&["at", "none"]) || said.has_in_a_row(&["hex", "is", "none"]);
        let present = || said.has_in_a_row(&["hex", "is", "not", "none"]);
        // `is not none` speaks of somebody who is there.
        let brings = (said.has("goes") || said.has("replace")) && said.has_not_behind("none", "not");
        let of_box = || matches!(&item.kind, ItemKind::Box(it) if it.unseen);
        if !only_counts(builder, item) && (brings || of_box() || absent() || present()) {
            kinds = said.iter().fold(kinds, |all, word| all.or(kinds_called(builder, &word.text)));
        }
        let named: Vec<usize> = if asked.len() < said.len() {
            let said =
                |at: &usize| world.counters.get(*at).is_some_and(|def| said.has(&def.name) || said.has(&def.line));
            asked.iter().copied().filter(said).collect()
        } else {
            said.iter().flat_map(|word| world.counters_called(&word.text)).copied().collect()
        };
        found.extend(named.into_iter().filter(|at| asked.remove(at)));
    }
    let of_kinds = |at: &usize| world.counters.get(*at).is_some_and(|def| Kinds::of(def.piece).within(kinds));
    found.extend(asked.into_iter().filter(of_kinds));
    found
}

/// Whom it counts is brought by nothing that asks it: it is asked about no piece, and answers none.
fn only_counts(builder: &Builder<'_>, item: &ast::Item) -> bool {
    let ItemKind::Rows(rows) = &item.kind else { return false };
    let of_pieces = |ty: &TypeKind| match ty {
        TypeKind::Range { .. } | TypeKind::YesNo => false,
        TypeKind::Named(name) | TypeKind::Set(name) | TypeKind::Maybe(name) => {
            matches!(builder.world.entry(&name.text), Some(Entry::Kind(_)))
        }
        TypeKind::Broken => true,
    };
    let answers = matches!(rows.kind, RowsKind::Value | RowsKind::Fact | RowsKind::Permit | RowsKind::Victory);
    answers && !rows.params.iter().map(|param| &param.ty).chain(&rows.result).any(|ty| of_pieces(&ty.kind))
}

fn kinds_called(builder: &Builder<'_>, word: &str) -> Kinds {
    match builder.world.entry(word) {
        Some(Entry::Kind(index) | Entry::Pieces(index)) => {
            builder.world.kinds.get(index).map_or_else(Kinds::default, |kind| kind.kinds)
        }
        Some(_) | None => Kinds::default(),
    }
}
