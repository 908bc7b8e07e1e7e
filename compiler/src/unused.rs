//! What is declared and used by nobody; and what authors allow to be so.
//!
//! In: the texts with their trees. Out: a note for each value, fact, permit, zone, course, path, procedure, table, state,
//! flag, marker, kind, measure, scale, enum, member of an enum and kept name whose word stands nowhere but where it is
//! declared; and as wrong a kept name that is read, though no statement writes it. Promises: what is written anywhere else counts as used, so nothing is told that somebody uses; of rules without
//! a sequence nothing is told, for they are no whole game; nor of a series, whose rules are for several.

use crate::diag::nearest;
use crate::diag::{Diagnostic, Place, Severity, says};
use crate::layers;
use crate::source::{FileId, Sources};
use crate::translate::statements;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ItemKind, RowsKind, StmtKind, WordKey, word_key};

/// A name, what it is called in a message, and the text in which it does not count as used.
struct Declared<'a> {
    name: &'a ast::Name,
    what: &'static str,
    file: FileId,
    own: Span,
    /// Other words that mean it: `units` for `Unit`.
    also: Vec<String>,
    /// What nobody can use either where nobody uses this: the members of an enum.
    parts: Vec<Declared<'a>>,
    /// Its word stands outside of its own text.
    is_used: Cell<bool>,
}

impl<'a> Declared<'a> {
    fn new(name: &'a ast::Name, what: &'static str, file: FileId, own: Span) -> Self {
        Declared { name, what, file, own, also: Vec::new(), parts: Vec::new(), is_used: Cell::new(false) }
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.text.as_str()).chain(self.also.iter().map(String::as_str))
    }

    /// A word that means it stands in this file, there.
    fn stands(&self, file: FileId, at: &[Span]) {
        let outside = |span: &Span| file != self.file || !self.own.holds(*span);
        self.is_used.set(self.is_used.get() || at.iter().any(outside));
    }
}

/// Notes about a game that is whole.
pub(crate) fn notes(sources: &Sources, files: &[(FileId, &ast::File)]) -> Vec<Diagnostic> {
    let items = || files.iter().flat_map(|(file, tree)| tree.items.iter().map(|item| (*file, item)));
    let has = |wanted: fn(&ItemKind) -> bool| items().any(|(_, item)| wanted(&item.kind));
    if !has(|kind| matches!(kind, ItemKind::Sequence(_))) {
        return Vec::new();
    }
    let shared: BTreeSet<&str> = items()
        .filter(|(_, item)| matches!(item.kind, ItemKind::Series(_)))
        .map(|(file, _)| sources.folder(file))
        .collect();
    // Whatever goes through all members of an enum comes to each.
    let mut gone_through: BTreeSet<&str> = BTreeSet::new();
    for (_, item) in items() {
        statements(item, &mut |stmt| {
            if let StmtKind::Turns { which: ast::Count::Exactly(set), .. }
            | StmtKind::Run { which: ast::Count::Exactly(set), .. }
            | StmtKind::ForEach { set, .. } = &stmt.kind
                && let ast::ExprKind::Name(name) = &set.kind
            {
                gone_through.insert(&name.text);
            }
        });
    }
    let own = items().filter(|(file, _)| !shared.contains(sources.folder(*file)));
    let declared: Vec<Declared<'_>> = own.flat_map(|(file, item)| declared(file, item)).collect();
    let mut unwritten = unwritten(items());
    unwritten.retain(|(declared, _)| !shared.contains(sources.folder(declared.file)));
    let all =
        declared.iter().chain(declared.iter().flat_map(|one| &one.parts)).chain(unwritten.iter().map(|(one, _)| one));
    // Of rules nearly every name is used by rules: few are looked for in examples.
    let is_example = |item: &(FileId, &ast::Item)| matches!(item.1.kind, ItemKind::Example(_));
    let silent = |item: &(FileId, &ast::Item)| !matches!(item.1.kind, ItemKind::Allow(_) | ItemKind::Look(_));
    let rules = items().filter(silent).filter(|item| !is_example(item));
    look_for(all, rules.chain(items().filter(is_example)));
    let mut told = Vec::new();
    for declared in &declared {
        let unused: Vec<&Declared<'_>> = if gone_through.contains(declared.name.text.as_str()) {
            Vec::new()
        } else if declared.is_used.get() {
            declared.parts.iter().filter(|part| !part.is_used.get()).collect()
        } else {
            vec![declared]
        };
        let unused = unused.iter();
        told.extend(unused.map(|one| says::unused(one.what, &one.name.text, Place::new(one.file, one.name.span))));
    }
    let unwritten = unwritten.iter().filter(|(declared, _)| declared.is_used.get());
    told.extend(unwritten.map(|(declared, near)| {
        says::never_written(&declared.name.text, near, Place::new(declared.file, declared.name.span))
    }));
    let all: Vec<(FileId, &ast::Item)> = items().collect();
    let own: Vec<(FileId, &ast::Item)> =
        all.iter().copied().filter(|(file, _)| !shared.contains(sources.folder(*file))).collect();
    told.extend(crate::unmoved::notes(&all, &own));
    told
}

/// Looks for the words of each, until one stands where it counts.
fn look_for<'s>(
    declared: impl Iterator<Item = &'s Declared<'s>>,
    items: impl Iterator<Item = (FileId, &'s ast::Item)>,
) {
    let mut open: BTreeMap<WordKey<'_>, Vec<&Declared<'_>>> = BTreeMap::new();
    for one in declared {
        one.words().for_each(|word| open.entry(word_key(word)).or_default().push(one));
    }
    let mut sorts = Sorts::of(open.keys());
    for (file, item) in items {
        if open.is_empty() {
            return;
        }
        for said in item.words.iter() {
            if !sorts.may_have(&said.key()) {
                continue;
            }
            let Some(waiting) = open.get_mut(&said.key()) else { continue };
            waiting.iter().for_each(|one| one.stands(file, &said.at));
            waiting.retain(|one| !one.is_used.get());
            if waiting.is_empty() {
                open.remove(&said.key());
                sorts.without(&said.key());
            }
        }
    }
}

/// How many words of each sort are looked for, by the last digits of their numbers: most words of a text are none of them, and
/// that is known without looking them up.
struct Sorts(Vec<u16>);

impl Sorts {
    const MANY: u64 = 1 << 14;

    fn of<'w>(words: impl Iterator<Item = &'w WordKey<'w>>) -> Sorts {
        let mut sorts = Sorts(vec![0; Sorts::MANY as usize]);
        words.for_each(|word| sorts.slot(word).into_iter().for_each(|count| *count = count.saturating_add(1)));
        sorts
    }

    fn slot(&mut self, word: &WordKey<'_>) -> Option<&mut u16> {
        self.0.get_mut((word.0 % Sorts::MANY) as usize)
    }

    fn may_have(&self, word: &WordKey<'_>) -> bool {
        self.0.get((word.0 % Sorts::MANY) as usize).is_some_and(|count| *count > 0)
    }

    fn without(&mut self, word: &WordKey<'_>) {
        // Of more than can be counted it is never known that none is left.
        self.slot(word).into_iter().filter(|count| **count < u16::MAX).for_each(|count| *count -= 1);
    }
}

/// Kept names without a value to begin with, to which no statement writes anything; and names that may be meant, to which one
/// does.
fn unwritten<'a>(items: impl Iterator<Item = (FileId, &'a ast::Item)> + Clone) -> Vec<(Declared<'a>, Vec<&'a str>)> {
    let mut written: BTreeSet<&str> = BTreeSet::new();
    for (_, item) in items.clone() {
        statements(item, &mut |stmt| writes(stmt, &mut |name| _ = written.insert(name)));
    }
    let mut found = Vec::new();
    for (file, item) in items {
        let ItemKind::Action(action) = &item.kind else { continue };
        let open =
            action.keeps.iter().filter(|keep| keep.start.is_none() && !written.contains(keep.name.text.as_str()));
        for keep in open {
            let mut picked: BTreeSet<&str> = BTreeSet::new();
            statements(item, &mut |stmt| writes(stmt, &mut |name| _ = picked.insert(name)));
            let own: Vec<&str> = action.keeps.iter().map(|keep| keep.name.text.as_str()).collect();
            let near = nearest(&keep.name.text, picked.iter().copied().filter(|name| !own.contains(name)));
            found.push((Declared::new(&keep.name, "reads the kept name", file, keep.name.span), near));
        }
    }
    found
}

/// Shows each name to which this statement may write.
fn writes<'a>(stmt: &'a ast::Stmt, see: &mut dyn FnMut(&'a str)) {
    // `men.fought` is of the pieces, and not of the name.
    let mut within = |place: &'a ast::Expr| {
        if let ast::ExprKind::Name(name) = &place.kind {
            see(&name.text);
        } else if let ast::ExprKind::Phrase(phrase) = &place.kind {
            see(&phrase.noun.text);
        }
    };
    match &stmt.kind {
        StmtKind::Becomes { place, .. } | StmtKind::Gains { place, .. } | StmtKind::Loses { place, .. } => {
            within(place)
        }
        StmtKind::Picks(picks) => within(&picks.into),
        StmtKind::PicksNumber { into, .. } => within(into),
        StmtKind::Moves(moves) => moves.gone.iter().for_each(within),
        StmtKind::Perform { into, .. } => into.iter().for_each(|name| see(&name.text)),
        StmtKind::Roll(dice) => dice.iter().for_each(|name| see(&name.text)),
        StmtKind::InTurn { passing, .. } => {
            if let Some(ast::Passing::One(name)) = passing {
                see(&name.text);
            }
        }
        StmtKind::Goes { .. }
        | StmtKind::Remove(_)
        | StmtKind::Replace { .. }
        | StmtKind::Draw { .. }
        | StmtKind::Places(_)
        | StmtKind::May { .. }
        | StmtKind::Chooses(_)
        | StmtKind::Spend(_)
        | StmtKind::Order { .. }
        | StmtKind::Answer(_)
        | StmtKind::If { .. }
        | StmtKind::ForEach { .. }
        | StmtKind::Repeat { .. }
        | StmtKind::Depending { .. }
        | StmtKind::End(_)
        | StmtKind::GameOver(_)
        | StmtKind::Step(_)
        | StmtKind::Phase { .. }
        | StmtKind::Turns { .. }
        | StmtKind::Run { .. }
        | StmtKind::PlayerTurns { .. }
        | StmtKind::Offers { .. }
        | StmtKind::Settles
        | StmtKind::ByConstruction
        | StmtKind::Hole(_)
        | StmtKind::Broken => {}
    }
}

fn declared(file: FileId, item: &ast::Item) -> Vec<Declared<'_>> {
    let one = |name, what| vec![Declared::new(name, what, file, item.span)];
    match &item.kind {
        ItemKind::Rows(rows) => match rows.kind {
            RowsKind::Value => one(&rows.name, "asks the value"),
            RowsKind::Fact => one(&rows.name, "asks the fact"),
            // A law of the hex is asked wherever a piece comes to one.
            RowsKind::Permit if rows.always.is_some() => Vec::new(),
            RowsKind::Permit => one(&rows.name, "asks the permit"),
            RowsKind::Zone => one(&rows.name, "asks the zone"),
            RowsKind::Course => one(&rows.name, "goes along the course"),
            RowsKind::Path => one(&rows.name, "goes along the path"),
            RowsKind::Victory | RowsKind::Knowledge | RowsKind::Obligation => Vec::new(),
        },
        // It is performed where another one is named.
        ItemKind::Procedure(procedure) if procedure.in_place.is_some() => Vec::new(),
        ItemKind::Procedure(procedure) => one(&procedure.name, "performs the procedure"),
        ItemKind::Table(table) => one(&table.name, "looks into the table"),
        ItemKind::Enum(list) => {
            // A sign in the cells of a table is no word: what is printed so is never told.
            let by_sign = |title: &ast::Text| !title.text.contains(char::is_alphanumeric);
            let told = list.members.iter().filter(|it| !it.title.as_ref().is_some_and(by_sign));
            let each = told.map(|it| Declared {
                also: layers::printed_names(it),
                ..Declared::new(&it.name, "is ever", file, item.span)
            });
            vec![Declared { parts: each.collect(), ..Declared::new(&list.name, "has the type", file, item.span) }]
        }
        ItemKind::Action(action) => {
            let each = action.keeps.iter().map(|keep| &keep.name);
            each.map(|name| Declared::new(name, "reads the kept name", file, name.span)).collect()
        }
        ItemKind::State(state) => one(&state.name, "reads or writes the state"),
        ItemKind::Option(option) => one(&option.name, "is in the option"),
        ItemKind::Measure(measure) => {
            let plural = ["s", "es"].map(|end| format!("{}{end}", measure.name.text));
            vec![Declared { also: plural.into(), ..Declared::new(&measure.name, "is counted in", file, item.span) }]
        }
        ItemKind::Scale(scale) => one(&scale.name, "is set against each other on the scale"),
        // What is removed goes there by itself.
        ItemKind::Box(it) if it.removed => Vec::new(),
        ItemKind::Box(it) => one(&it.name, "lays anything into the box, or takes anything out of the box"),
        ItemKind::Marker(marker) => one(&marker.name, "lays or asks for the marker"),
        ItemKind::Kind(kind) => {
            let mut also: Vec<String> = kind.plural.iter().map(|plural| plural.text.clone()).collect();
            let noun = kind.name.text.to_lowercase();
            also.extend([format!("{noun}s"), noun]);
            if let Some(title) = &kind.title {
                also.extend([title.text.clone(), format!("{}s", title.text)]);
            }
            vec![Declared { also, ..Declared::new(&kind.name, "speaks of the kind", file, item.span) }]
        }
        // What is printed stands at the head of its column.
        ItemKind::Piece(piece) => {
            let each = piece.fields.iter().filter(|field| field.kind != ast::FieldKind::Printed);
            each.map(|field| {
                let what = if field.kind == ast::FieldKind::Flag {
                    "sets or asks the flag"
                } else {
                    "reads or writes the state"
                };
                Declared::new(&field.name, what, file, field.span)
            })
            .collect()
        }
        ItemKind::Game(game) => {
            let each = game.dice.iter().map(|die| Declared::new(&die.name, "rolls the die", file, die.span));
            each.collect()
        }
        ItemKind::Series(_)
        | ItemKind::Hole(_)
        | ItemKind::Also(_)
        | ItemKind::Notation(_)
        | ItemKind::Purchase(_)
        | ItemKind::Limit(_)
        | ItemKind::Whenever(_)
        | ItemKind::Sequence(_)
        | ItemKind::Map(_)
        | ItemKind::Look(_)
        | ItemKind::Order(_)
        | ItemKind::Scene(_)
        | ItemKind::Example(_)
        | ItemKind::Ruling(_)
        | ItemKind::Never(_)
        | ItemKind::Allow(_)
        | ItemKind::Errata(_)
        | ItemKind::Broken { .. } => Vec::new(),
    }
}

/// Takes out what authors allow; an `allow` that silences nothing is told.
pub(crate) fn allow(files: &[(FileId, &ast::File)], told: &mut Vec<Diagnostic>, open: &mut Vec<Diagnostic>) {
    let mut idle = Vec::new();
    for (file, item) in files.iter().flat_map(|(file, tree)| tree.items.iter().map(|item| (*file, item))) {
        let ItemKind::Allow(allow) = &item.kind else { continue };
        let stays =
            |told: &Diagnostic| told.severity != Severity::Note || told.about.as_deref() != Some(allow.what.as_str());
        let before = told.len() + open.len();
        told.retain(stays);
        open.retain(stays);
        if told.len() + open.len() == before {
            idle.push(says::idle_allow(&allow.what, Place::new(file, allow.at)));
        }
    }
    told.extend(idle);
}
