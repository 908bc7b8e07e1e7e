//! Errata: what a later printing changes, laid over the rows of a game.
//!
//! In: the items with all their rows, and every `errata` item. Out: the same items with rows changed, added and taken
//! away, and a list of what was changed, for `why` and for messages. Promises: an erratum that finds nothing to change,
//! or something else than it says was there, changes nothing and is told; the order of files means nothing, for two
//! errata on one slot are told unless one says that it goes over the other.

use super::meaning::same_verdict;
use super::printed::printed;
use super::slot::called;
use super::{Layers, RowAt, Slot};
use crate::diag::{Place, nearest, says};
use crate::source::FileId;
use std::collections::BTreeSet;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Clause, EditKind, ItemKind, Row};

/// A row or a word that errata wrote or changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amended {
    pub slot: Slot,
    /// As a row carries them: `6.5`.
    pub cases: Vec<String>,
    pub title: String,
    /// The title of the errata.
    pub errata: String,
    /// What stood there before, as written; none for a row that is new.
    pub was: Option<String>,
}

impl Amended {
    fn new(slot: Slot, row: &Row, errata: &str, was: Option<String>) -> Amended {
        let cases = row.cases.iter().map(|case| case.text.clone()).collect();
        let title = row.title.as_ref().map_or_else(String::new, |title| title.text.clone());
        Amended { slot, cases, title, errata: errata.to_owned(), was }
    }
}

/// One line of an errata item.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) file: FileId,
    pub(super) errata: &'a ast::Text,
    pub(super) edit: &'a ast::Edit,
}

impl Line<'_> {
    pub(super) fn at(self, span: Span) -> Place {
        Place::new(self.file, span)
    }
}

/// What errata may change, and where it lies now.
#[derive(Clone)]
struct Known {
    slot: Slot,
    item: usize,
    lies: Lies,
}

/// Where in its item.
#[derive(Clone, Copy)]
enum Lies {
    Row(usize),
    /// A printed word, by its place.
    Word(Span),
}

/// A row that was changed already: by whom, and where that stands.
struct Change {
    slot: Slot,
    errata: String,
    at: Place,
}

#[derive(Default)]
struct Done {
    changes: Vec<Change>,
    removed: BTreeSet<Slot>,
}

/// Lays all errata over the rows.
pub(super) fn lay(layers: &mut Layers<'_>) {
    let lines = layers.lines();
    super::aside::lay(layers, &lines);
    for line in &lines {
        if let EditKind::Add { to, row } = &line.edit.kind {
            layers.add(*line, to, row);
        }
    }
    let mut waiting: Vec<(Line<'_>, Known)> = Vec::new();
    for line in lines {
        let found = match &line.edit.kind {
            EditKind::Amend { cases, title, .. } | EditKind::Remove { cases, title } => layers.find(line, cases, title),
            EditKind::AmendWord { of, which, .. } => layers.find_word(line, of, which),
            EditKind::Add { .. } | EditKind::Case { .. } | EditKind::SetAside { .. } | EditKind::Broken => None,
        };
        waiting.extend(found.map(|known| (line, known)));
    }
    let mut done = Done::default();
    layers.in_order(waiting, &mut done);
    layers.take_out(&done.removed);
}

impl<'a> Layers<'a> {
    /// The lines of those errata that are to this game.
    fn lines(&mut self) -> Vec<Line<'a>> {
        let game = self.written().find_map(|(_, item)| match &item.kind {
            ItemKind::Game(game) => Some(game),
            _ => None,
        });
        let mut found = Vec::new();
        let mut titles: Vec<(&str, Place)> = Vec::new();
        for (file, item) in self.written() {
            let ItemKind::Errata(errata) = &item.kind else { continue };
            let at = Place::new(file, errata.title.span);
            match titles.iter().find(|(known, _)| *known == errata.title.text) {
                Some((_, first)) => self.told.push(says::errata_twice(&errata.title.text, at, *first)),
                None => titles.push((&errata.title.text, at)),
            }
            if game.is_some_and(|game| self.fits(file, errata, game)) {
                self.errata.push(&errata.title.text);
                found.extend(errata.edits.iter().map(|edit| Line { file, errata: &errata.title, edit }));
            }
        }
        found
    }

    /// Are these errata to this game, as it is written now?
    fn fits(&mut self, file: FileId, errata: &ast::Errata, game: &ast::Game) -> bool {
        let title = game.title.as_ref().map_or("", |title| title.text.as_str());
        if errata.to.text != title {
            self.told.push(says::errata_to_other(&errata.to.text, title, Place::new(file, errata.to.span)));
            return false;
        }
        let number = |expr: &Option<ast::Expr>| expr.as_ref().map_or(Some((1, 1)), crate::translate::ratio);
        let (written, wanted) = (number(&errata.language), number(&game.language));
        if let (Some((written, _)), Some((wanted, _)), Some(expr)) = (written, wanted, &errata.language)
            && written != wanted
        {
            self.told.push(says::errata_language(written, wanted, Place::new(file, expr.span)));
            return false;
        }
        true
    }

    fn add(&mut self, line: Line<'_>, to: &ast::Name, row: &Row) {
        let Some((rows, at)) = self.rows_named(line.file, to) else { return };
        rows.rows.push(row.clone());
        at.push(RowAt { errata: Some(line.errata.text.clone()), ..RowAt::own(line.file) });
        self.amended.push(Amended::new(Slot::row(&to.text, row), row, &line.errata.text, None));
    }

    /// All rows, each with its slot.
    fn all_rows(&self) -> impl Iterator<Item = (Known, &Row)> {
        self.items.iter().enumerate().flat_map(|(item, laid)| {
            let rows = laid.rows().into_iter();
            rows.flat_map(move |rows| {
                rows.rows.iter().enumerate().map(move |(at, row)| {
                    (Known { slot: Slot::row(&rows.name.text, row), item, lies: Lies::Row(at) }, row)
                })
            })
        })
    }

    /// The row of these cases and this title, in whatever item; told if there is none, or more than one.
    fn find(&mut self, line: Line<'_>, cases: &[ast::Case], title: &ast::Text) -> Option<Known> {
        let mut titled: Vec<Known> =
            self.all_rows().map(|(known, _)| known).filter(|known| known.slot.is_called(cases, title)).collect();
        let from = cases.first().map_or(title.span, |case| case.span);
        let at = line.at(Span { start: from.start, end: title.span.end });
        let named = called_as(cases, title);
        match titled.as_slice() {
            [_] => titled.pop(),
            [] => {
                if !self.broken_title(title) {
                    let near = self.near(cases, title);
                    self.told.push(says::errata_nothing(&named, &near, self.statement_titled(title), at));
                }
                None
            }
            several => {
                let places: Vec<(Place, String)> = several
                    .iter()
                    .filter_map(|known| {
                        let (row, at) = self.row(known)?;
                        Some((Place::new(at.file, row.span), known.slot.of().to_owned()))
                    })
                    .collect();
                self.told.push(says::errata_ambiguous(&named, &places, at));
                None
            }
        }
    }

    fn row(&self, known: &Known) -> Option<(&Row, &RowAt)> {
        let (item, Lies::Row(row)) = (self.items.get(known.item)?, known.lies) else { return None };
        Some((item.rows()?.rows.get(row)?, item.rows.get(row)?))
    }

    /// The cell of a table or the field of a counter; told if there is none.
    fn find_word(&mut self, line: Line<'_>, of: &ast::Name, which: &ast::Which) -> Option<Known> {
        let mut there: Vec<Known> = Vec::new();
        let mut tables: Vec<String> = Vec::new();
        let mut counters: Vec<String> = Vec::new();
        for (item, laid) in self.items.iter().enumerate() {
            match &laid.item.kind {
                ItemKind::Table(table) => tables.push(table.name.text.clone()),
                ItemKind::Order(order) => {
                    let lines = order.groups.iter().flat_map(|group| &group.counters);
                    counters.extend(lines.map(|counter| counter.name.text.clone()));
                }
                _ => continue,
            }
            let all = printed(&laid.item, None).into_iter().filter(|one| one.slot.of() == of.text);
            there.extend(all.map(|one| Known { slot: one.slot, item, lies: Lies::Word(one.span) }));
        }
        let fits = |known: &&Known| match which {
            ast::Which::Cell(labels) => known.slot.is_cell(labels),
            ast::Which::Field(field) => known.slot.is_word(&field.text),
        };
        if let Some(known) = there.iter().find(fits) {
            return Some(known.clone());
        }
        if self.is_broken(&of.text) {
            return None;
        }
        let (what, names, span, called) = match which {
            ast::Which::Cell(labels) => {
                let labels: Vec<&str> = labels.iter().map(|label| label.text.as_str()).collect();
                ("table", tables, of.span, format!("[{}]", labels.join(", ")))
            }
            ast::Which::Field(field) => ("counter", counters, field.span, format!(".{}", field.text)),
        };
        if there.is_empty() {
            self.told.push(says::unknown_name(what, &of.text, &names, line.at(of.span)));
        } else {
            let words = there.iter().filter(|known| match which {
                ast::Which::Cell(_) => known.slot.is_some_cell(),
                ast::Which::Field(_) => known.slot.is_some_word(),
            });
            let known: Vec<String> = words.map(|known| known.slot.called()).collect();
            self.told.push(says::errata_no_word(&format!("{}{called}", of.text), &known, line.at(span)));
        }
        None
    }

    /// What is printed there, as it counts now.
    fn word(&mut self, known: &Known) -> Option<&mut ast::Name> {
        let Lies::Word(span) = known.lies else { return None };
        let mut words: Box<dyn Iterator<Item = &mut ast::Name>> =
            match &mut self.items.get_mut(known.item)?.item.to_mut().kind {
                ItemKind::Table(table) => Box::new(table.lines.iter_mut().flat_map(|line| &mut line.words)),
                ItemKind::Order(order) => {
                    let counters = order.groups.iter_mut().flat_map(|group| &mut group.counters);
                    Box::new(counters.flat_map(|counter| &mut counter.words))
                }
                _ => return None,
            };
        words.find(|word| word.span == span)
    }

    /// What is printed in one place is another word, which is compared first.
    fn edit_word(&mut self, line: Line<'_>, known: &Known, (was, now): (&ast::Name, &ast::Name), done: &mut Done) {
        let Some(file) = self.items.get(known.item).map(|item| item.file) else { return };
        let Some(word) = self.word(known) else { return };
        let (stands_at, stands) = (Place::new(file, word.span), word.text.clone());
        if same_word(&stands, &was.text) {
            word.text.clone_from(&now.text);
        } else {
            let written = self.moved.iter().find(|(at, _)| *at == stands_at).map_or(stands_at, |(_, at)| *at);
            let last = done.changes.iter().rev().find(|change| change.slot == known.slot);
            let by = last.map(|change| change.errata.as_str());
            let said = (was.text.as_str(), line.at(was.span));
            self.told.push(says::errata_stale(&known.slot.called(), said, (&stands, written), by));
            return;
        }
        self.moved.retain(|(at, _)| *at != stands_at);
        self.moved.push((stands_at, line.at(now.span)));
        let (slot, errata) = (known.slot.clone(), line.errata.text.clone());
        let (cases, title) = (Vec::new(), slot.to_string());
        self.amended.push(Amended { slot: slot.clone(), cases, title, errata: errata.clone(), was: Some(stands) });
        done.changes.push(Change { slot, errata, at: line.at(line.edit.span) });
    }

    /// It may stand in an item that could not be read: then nobody knows.
    fn broken_title(&self, title: &ast::Text) -> bool {
        let quoted = format!("\"{}\"", title.text);
        self.written().any(|(file, item)| {
            matches!(item.kind, ItemKind::Broken { .. })
                && self.sources.text(Place::new(file, item.span)).contains(&quoted)
        })
    }

    /// Rows that may be meant: of this title with other cases, of this case, of a near title.
    fn near(&self, cases: &[ast::Case], title: &ast::Text) -> Vec<String> {
        let titled = |row: &Row, text: &str| row.title.as_ref().is_some_and(|known| known.text == text);
        let of_title = |text: &str| {
            let rows = self.all_rows().filter(|(_, row)| titled(row, text));
            rows.map(|(known, _)| known.slot.called()).collect::<Vec<String>>()
        };
        let mut found: Vec<String> = of_title(&title.text);
        if found.is_empty() {
            let titles: Vec<String> =
                self.all_rows().filter_map(|(_, row)| Some(row.title.as_ref()?.text.clone())).collect();
            let near = nearest(&title.text, titles.iter().map(String::as_str));
            found.extend(near.iter().flat_map(|near| of_title(near)));
        }
        if found.is_empty() {
            let cased = |row: &Row| row.cases.iter().any(|known| cases.iter().any(|case| case.text == known.text));
            let rows = self.all_rows().filter(|(_, row)| cased(row));
            found.extend(rows.map(|(known, _)| known.slot.called()));
        }
        found.dedup();
        found.truncate(MOST_NEAR);
        found
    }

    fn statement_titled(&self, title: &ast::Text) -> bool {
        let mut found = false;
        for item in &self.items {
            crate::translate::statements(&item.item, &mut |stmt| {
                found |= stmt.title.as_ref().is_some_and(|known| known.text == title.text);
            });
        }
        found
    }

    /// Those first that go over no other; then each over the one it names.
    fn in_order(&mut self, mut waiting: Vec<(Line<'_>, Known)>, done: &mut Done) {
        loop {
            let before = waiting.len();
            let mut later = Vec::new();
            for (line, known) in waiting {
                let last = done.changes.iter().rev().find(|change| change.slot == known.slot);
                match (&line.edit.over, last) {
                    (None, None) => self.edit(line, &known, done),
                    (Some(over), Some(last)) if over.text == last.errata => self.edit(line, &known, done),
                    (None, Some(last)) => {
                        let (row, at) = (known.slot.called(), line.at(line.edit.span));
                        self.told.push(says::errata_both(&row, &line.errata.text, at, &last.errata, last.at));
                    }
                    (Some(_), _) => later.push((line, known)),
                }
            }
            waiting = later;
            if waiting.len() == before || waiting.is_empty() {
                break;
            }
        }
        for (line, known) in waiting {
            let Some(over) = &line.edit.over else { continue };
            let changes = done.changes.iter().filter(|change| change.slot == known.slot);
            let others: Vec<String> = changes.map(|change| change.errata.clone()).collect();
            let what = says::errata_over_nothing(&known.slot.called(), &over.text, &others, line.at(over.span));
            self.told.push(what);
        }
    }

    /// One line is done: the row has what it says, or is gone. What was there is compared first.
    fn edit(&mut self, line: Line<'_>, known: &Known, done: &mut Done) {
        if let EditKind::AmendWord { was, now, .. } = &line.edit.kind {
            return self.edit_word(line, known, (was, now), done);
        }
        let (Some((row, row_at)), Lies::Row(row_index)) = (self.row(known), known.lies) else { return };
        let name = known.slot.called();
        let stands_at = Place::new(row_at.verdict_file, row.verdict.span);
        let stands = self.sources.text(stands_at).trim().to_owned();
        let amended = Amended::new(known.slot.clone(), row, &line.errata.text, Some(stands.clone()));
        match &line.edit.kind {
            EditKind::Amend { was, now, .. } => {
                if done.removed.contains(&known.slot) {
                    self.told.push(says::errata_nothing(&name, &[], false, line.at(line.edit.span)));
                    return;
                }
                // What could not be read was told, and nothing is known of it.
                let broken = |verdict: &ast::Verdict| matches!(verdict.kind, ast::VerdictKind::Broken);
                if !broken(&row.verdict) && !broken(was) && !same_verdict(&row.verdict, was) {
                    let at = line.at(was.span);
                    let said = self.sources.text(at).trim().to_owned();
                    let by = row_at.errata.as_deref();
                    self.told.push(says::errata_stale(&name, (&said, at), (&stands, stands_at), by));
                    return;
                }
                let Some((rows, at)) = self.items.get_mut(known.item).and_then(super::LaidItem::rows_mut) else {
                    return;
                };
                if let (Some(row), Some(at)) = (rows.rows.get_mut(row_index), at.get_mut(row_index)) {
                    row.verdict = now.clone();
                    at.verdict_file = line.file;
                    at.errata = Some(line.errata.text.clone());
                }
            }
            EditKind::Remove { .. } => {
                done.removed.insert(known.slot.clone());
            }
            EditKind::AmendWord { .. }
            | EditKind::Add { .. }
            | EditKind::Case { .. }
            | EditKind::SetAside { .. }
            | EditKind::Broken => return,
        }
        self.amended.push(amended);
        let (errata, at) = (line.errata.text.clone(), line.at(line.edit.span));
        done.changes.push(Change { slot: known.slot.clone(), errata, at });
    }

    /// Rows that errata took out are gone, and so is every exception to them.
    fn take_out(&mut self, removed: &BTreeSet<Slot>) {
        let mut gone: Vec<(String, String)> = Vec::new();
        for item in &mut self.items {
            let of = |slot: &Slot| item.rows().is_some_and(|rows| rows.name.text == slot.of());
            if !removed.iter().any(of) {
                continue;
            }
            let Some((rows, at)) = item.rows_mut() else { continue };
            let name = rows.name.text.clone();
            let stays: Vec<bool> = rows.rows.iter().map(|row| !removed.contains(&Slot::row(&name, row))).collect();
            let titles =
                rows.rows.iter().zip(&stays).filter(|(_, stays)| !**stays).filter_map(|(row, _)| row.title.as_ref());
            gone.extend(titles.map(|title| (name.clone(), title.text.clone())));
            let (mut row_stays, mut at_stays) = (stays.iter(), stays.iter());
            rows.rows.retain(|_| row_stays.next() == Some(&true));
            at.retain(|_| at_stays.next() == Some(&true));
        }
        for item in &mut self.items {
            let Some(rows) = item.rows() else { continue };
            let named = |of: &str| rows.name.text == of || rows.like.as_ref().is_some_and(|like| like.text == of);
            let titles: Vec<&str> = gone.iter().filter(|(of, _)| named(of)).map(|(_, title)| title.as_str()).collect();
            if !titles.is_empty() && rows.rows.iter().any(|row| row.clauses.iter().any(|clause| names(clause, &titles)))
            {
                let Some((rows, at)) = item.rows_mut() else { continue };
                rows.rows.iter_mut().for_each(|row| no_exception_to(&titles, row));
                let mut stays = rows.rows.iter().map(|row| !waives_nothing(row)).collect::<Vec<bool>>().into_iter();
                at.retain(|_| stays.next() == Some(true));
                rows.rows.retain(|row| !waives_nothing(row));
            }
        }
    }
}

fn names(clause: &Clause, titles: &[&str]) -> bool {
    match clause {
        Clause::ExceptionTo(named, _) | Clause::Waives(named, _) => {
            named.iter().any(|title| titles.contains(&title.text.as_str()))
        }
        _ => false,
    }
}

/// A row that does nothing but waive, and nothing is left of what it waived.
fn waives_nothing(row: &Row) -> bool {
    let waives = row.clauses.iter().any(|clause| matches!(clause, Clause::Waives(..)));
    matches!(row.verdict.kind, ast::VerdictKind::Waives) && !waives
}

/// Rows of these titles are no more: what was said against them falls, and an exception to nothing else is none.
fn no_exception_to(titles: &[&str], row: &mut Row) {
    for clause in &mut row.clauses {
        if let Clause::ExceptionTo(named, _) | Clause::Waives(named, _) = clause {
            named.retain(|title| !titles.contains(&title.text.as_str()));
        }
    }
    let said = |clause: &Clause| matches!(clause, Clause::ExceptionTo(named, _) | Clause::Waives(named, _) if named.is_empty());
    if !row.clauses.iter().any(said) {
        return;
    }
    row.clauses.retain(|clause| !said(clause));
    for clause in &mut row.clauses {
        if let Clause::EvenWhen(_, condition) = clause {
            *clause = Clause::When(condition.clone());
        }
    }
}

/// More rows than these are not offered.
const MOST_NEAR: usize = 3;

/// `06` is `6`.
fn same_word(a: &str, b: &str) -> bool {
    let number = |text: &str| text.parse::<i64>().ok();
    a == b || number(a).is_some_and(|a| Some(a) == number(b))
}

fn called_as(cases: &[ast::Case], title: &ast::Text) -> String {
    let cases: Vec<String> = cases.iter().map(|case| case.text.clone()).collect();
    called(&cases, Some(&title.text))
}
