//! Errata: what a later printing changes, laid over the rows of a game.
//!
//! In: the world as it was declared, and every `errata` item. Out: the same world with rows changed, added and taken
//! away, before anything is written of them; and a list of what was changed, for `why` and for messages. Promises: an
//! erratum that finds nothing to change, or something else than it says was there, changes nothing and is told; the
//! order of files means nothing, for two errata on one row are told unless one says that it goes over the other.

mod meaning;

pub(crate) use meaning::same_verdict;

use super::builder::Builder;
use super::world::{Entry, RowDef};
use crate::diag::{Place, nearest, says};
use crate::source::FileId;
use std::collections::BTreeSet;
use wgr_grammar::ast::{self, EditKind, ItemKind};

/// A row that errata wrote or changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amended {
    /// As the row carries them: `6.5`.
    pub cases: Vec<String>,
    pub title: String,
    /// The title of the errata.
    pub overlay: String,
    /// What stood there before, as written; none for a row that is new.
    pub was: Option<String>,
}

/// Which row: its item, its number there.
type Slot = (usize, usize);

/// One line of an errata item.
#[derive(Clone, Copy)]
struct Line<'a> {
    file: FileId,
    overlay: &'a ast::Text,
    edit: &'a ast::Edit,
}

/// A row that was changed already: by whom, and where that stands.
struct Change {
    slot: Slot,
    overlay: String,
    at: Place,
}

#[derive(Default)]
struct Done {
    changes: Vec<Change>,
    removed: BTreeSet<Slot>,
}

/// Lays all errata over the rows.
pub(crate) fn apply(builder: &mut Builder<'_>) {
    let lines = lines(builder);
    for line in &lines {
        if let EditKind::Add { to, row } = &line.edit.kind {
            add(builder, *line, to, row);
        }
    }
    let mut done = Done::default();
    let mut waiting: Vec<(Line<'_>, Slot)> = Vec::new();
    for line in lines {
        let (cases, title) = match &line.edit.kind {
            EditKind::Amend { cases, title, .. } | EditKind::Remove { cases, title } => (cases, title),
            EditKind::Add { .. } | EditKind::Broken => continue,
        };
        if let Some(slot) = find(builder, line, cases, title) {
            waiting.push((line, slot));
        }
    }
    in_order(builder, waiting, &mut done);
    for (item, def) in builder.world.rows.iter_mut().enumerate() {
        let mut row = 0;
        def.rows.retain(|_| {
            row += 1;
            !done.removed.contains(&(item, row - 1))
        });
    }
}

/// The lines of those errata that are to this game.
fn lines<'a>(builder: &mut Builder<'a>) -> Vec<Line<'a>> {
    let game = builder.items().find_map(|(_, item)| match &item.kind {
        ItemKind::Game(game) => Some(game),
        _ => None,
    });
    let mut found = Vec::new();
    let mut titles: Vec<(&str, Place)> = Vec::new();
    for (file, item) in builder.items() {
        let ItemKind::Errata(errata) = &item.kind else { continue };
        let at = Place::new(file, errata.title.span);
        match titles.iter().find(|(known, _)| *known == errata.title.text) {
            Some((_, first)) => {
                let what = says::errata_twice(&errata.title.text, at, *first);
                builder.tell(what);
            }
            None => titles.push((&errata.title.text, at)),
        }
        let Some(game) = game else { continue };
        if fits(builder, file, errata, game) {
            found.extend(errata.edits.iter().map(|edit| Line { file, overlay: &errata.title, edit }));
        }
    }
    found
}

/// Are these errata to this game, as it is written now?
fn fits(builder: &mut Builder<'_>, file: FileId, errata: &ast::Errata, game: &ast::Game) -> bool {
    let title = game.title.as_ref().map_or("", |title| title.text.as_str());
    if errata.to.text != title {
        let what = says::errata_to_other(&errata.to.text, title, Place::new(file, errata.to.span));
        builder.tell(what);
        return false;
    }
    let number = |expr: &Option<ast::Expr>| expr.as_ref().map_or(Some((1, 1)), super::types::ratio);
    let (written, wanted) = (number(&errata.language), number(&game.language));
    if let (Some((written, _)), Some((wanted, _)), Some(expr)) = (written, wanted, &errata.language)
        && written != wanted
    {
        let what = says::errata_language(written, wanted, Place::new(file, expr.span));
        builder.tell(what);
        return false;
    }
    true
}

fn add(builder: &mut Builder<'_>, line: Line<'_>, to: &ast::Name, row: &ast::Row) {
    let overlay = line.overlay.text.clone();
    match builder.world.entry(&to.text) {
        Some(Entry::Rows(at)) => {
            let Some(def) = builder.world.rows.get_mut(at) else { return };
            let (file, verdict_file) = (line.file, line.file);
            def.rows.push(RowDef { file, verdict_file, row: row.clone(), overlay: Some(overlay.clone()) });
            builder.amended.push(Amended {
                cases: row.cases.iter().map(|case| case.text.clone()).collect(),
                title: row.title.as_ref().map_or_else(String::new, |title| title.text.clone()),
                overlay,
                was: None,
            });
        }
        Some(Entry::Broken) => {}
        Some(_) | None => {
            let names: Vec<String> = builder.world.rows.iter().map(|rows| rows.name.clone()).collect();
            let at = Place::new(line.file, to.span);
            builder.tell(says::unknown_name("value, fact or permit", &to.text, &names, at));
        }
    }
}

/// The row of these cases and this title, in whatever item; told if there is none, or more than one.
fn find(builder: &mut Builder<'_>, line: Line<'_>, cases: &[ast::Case], title: &ast::Text) -> Option<Slot> {
    let mut titled: Vec<Slot> = Vec::new();
    for (item, def) in builder.world.rows.iter().enumerate() {
        for (row, def) in def.rows.iter().enumerate() {
            let same = def.row.title.as_ref().is_some_and(|known| known.text == title.text);
            let carries = |case: &ast::Case| def.row.cases.iter().any(|known| known.text == case.text);
            if same && cases.iter().all(carries) {
                titled.push((item, row));
            }
        }
    }
    let from = cases.first().map_or(title.span, |case| case.span);
    let at = Place::new(line.file, wgr_grammar::Span { start: from.start, end: title.span.end });
    match titled.as_slice() {
        [slot] => Some(*slot),
        [] => {
            if !broken_title(builder, title) {
                let near = near(builder, cases, title);
                let statement = statement_titled(builder, title);
                builder.tell(says::errata_nothing(&called(cases, &title.text), &near, statement, at));
            }
            None
        }
        several => {
            let places: Vec<(Place, String)> = several
                .iter()
                .filter_map(|(item, row)| {
                    let def = builder.world.rows.get(*item)?;
                    let row = def.rows.get(*row)?;
                    Some((Place::new(row.file, row.row.span), def.name.clone()))
                })
                .collect();
            builder.tell(says::errata_ambiguous(&called(cases, &title.text), &places, at));
            None
        }
    }
}

fn called(cases: &[ast::Case], title: &str) -> String {
    let cases: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    format!("{} \"{title}\"", cases.join(", ")).trim_start().to_owned()
}

/// It may stand in an item that could not be read: then nobody knows.
fn broken_title(builder: &Builder<'_>, title: &ast::Text) -> bool {
    let quoted = format!("\"{}\"", title.text);
    builder.items().any(|(file, item)| {
        let broken = match &item.kind {
            ItemKind::Broken { .. } => true,
            // An item that was refused is not in the world, and its rows are not either.
            ItemKind::Rows(rows) => builder.world.entry(&rows.name.text) == Some(Entry::Broken),
            _ => false,
        };
        broken && builder.sources.text(Place::new(file, item.span)).contains(&quoted)
    })
}

/// Rows that may be meant: of this title with other cases, of this case, of a near title.
fn near(builder: &Builder<'_>, cases: &[ast::Case], title: &ast::Text) -> Vec<String> {
    let rows = || builder.world.rows.iter().flat_map(|def| &def.rows);
    let name = |def: &RowDef| called(&def.row.cases, def.row.title.as_ref().map_or("", |title| &title.text));
    let titled = |def: &&RowDef, text: &str| def.row.title.as_ref().is_some_and(|known| known.text == text);
    let mut found: Vec<String> = rows().filter(|def| titled(def, &title.text)).map(name).collect();
    if found.is_empty() {
        let titles = rows().filter_map(|def| Some(def.row.title.as_ref()?.text.as_str()));
        let near = nearest(&title.text, titles);
        found.extend(near.iter().flat_map(|near| rows().filter(|def| titled(def, near)).map(name).collect::<Vec<_>>()));
    }
    if found.is_empty() {
        let cased = |def: &&RowDef| def.row.cases.iter().any(|known| cases.iter().any(|case| case.text == known.text));
        found.extend(rows().filter(cased).map(name));
    }
    found.dedup();
    found.truncate(MOST_NEAR);
    found
}

/// More rows than these are not offered.
const MOST_NEAR: usize = 3;

fn statement_titled(builder: &Builder<'_>, title: &ast::Text) -> bool {
    let mut found = false;
    for (_, item) in builder.items() {
        super::walk::statements(item, &mut |stmt| {
            found |= stmt.title.as_ref().is_some_and(|known| known.text == title.text);
        });
    }
    found
}

/// Those first that go over no other; then each over the one it names.
fn in_order(builder: &mut Builder<'_>, mut waiting: Vec<(Line<'_>, Slot)>, done: &mut Done) {
    loop {
        let before = waiting.len();
        let mut later = Vec::new();
        for (line, slot) in waiting {
            let last = done.changes.iter().rev().find(|change| change.slot == slot);
            match (&line.edit.over, last) {
                (None, None) => edit(builder, line, slot, done),
                (Some(over), Some(last)) if over.text == last.overlay => edit(builder, line, slot, done),
                (None, Some(last)) => {
                    let title = row_name(builder, slot);
                    let at = Place::new(line.file, line.edit.span);
                    let what = says::errata_both(&title, &line.overlay.text, at, &last.overlay, last.at);
                    builder.tell(what);
                }
                (Some(_), _) => later.push((line, slot)),
            }
        }
        waiting = later;
        if waiting.len() == before || waiting.is_empty() {
            break;
        }
    }
    for (line, slot) in waiting {
        let Some(over) = &line.edit.over else { continue };
        let title = row_name(builder, slot);
        let others: Vec<String> =
            done.changes.iter().filter(|change| change.slot == slot).map(|change| change.overlay.clone()).collect();
        builder.tell(says::errata_over_nothing(&title, &over.text, &others, Place::new(line.file, over.span)));
    }
}

fn row_name(builder: &Builder<'_>, (item, row): Slot) -> String {
    let def = builder.world.rows.get(item).and_then(|def| def.rows.get(row));
    def.map_or_else(String::new, |def| called(&def.row.cases, def.row.title.as_ref().map_or("", |title| &title.text)))
}

/// One line is done: the row has what it says, or is gone. What was there is compared first.
fn edit(builder: &mut Builder<'_>, line: Line<'_>, slot: Slot, done: &mut Done) {
    let name = row_name(builder, slot);
    let Some(def) = builder.world.rows.get(slot.0).and_then(|def| def.rows.get(slot.1)) else { return };
    let stands_at = Place::new(def.verdict_file, def.row.verdict.span);
    let stands = builder.sources.text(stands_at).trim().to_owned();
    let overlay = line.overlay.text.clone();
    let cases = def.row.cases.iter().map(|case| case.text.clone()).collect();
    let title = def.row.title.as_ref().map_or_else(String::new, |title| title.text.clone());
    let by = def.overlay.clone();
    match &line.edit.kind {
        EditKind::Amend { was, now, .. } => {
            if done.removed.contains(&slot) {
                let at = Place::new(line.file, line.edit.span);
                builder.tell(says::errata_nothing(&name, &[], false, at));
                return;
            }
            // What could not be read was told, and nothing is known of it.
            let broken = |verdict: &ast::Verdict| matches!(verdict.kind, ast::VerdictKind::Broken);
            if !broken(&def.row.verdict) && !broken(was) && !same_verdict(&def.row.verdict, was) {
                let at = Place::new(line.file, was.span);
                let said = builder.sources.text(at).trim().to_owned();
                let what = says::errata_stale(&name, (&said, at), (&stands, stands_at), by.as_deref());
                builder.tell(what);
                return;
            }
            let def = builder.world.rows.get_mut(slot.0).and_then(|def| def.rows.get_mut(slot.1));
            if let Some(def) = def {
                def.row.verdict = now.clone();
                def.verdict_file = line.file;
                def.overlay = Some(overlay.clone());
            }
            builder.amended.push(Amended { cases, title, overlay: overlay.clone(), was: Some(stands) });
        }
        EditKind::Remove { .. } => {
            done.removed.insert(slot);
            builder.amended.push(Amended { cases, title, overlay: overlay.clone(), was: Some(stands) });
        }
        EditKind::Add { .. } | EditKind::Broken => return,
    }
    done.changes.push(Change { slot, overlay, at: Place::new(line.file, line.edit.span) });
}
