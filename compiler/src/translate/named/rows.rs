//! Names in rows, and in the lines of errata that speak of rows.

use super::book::Key;
use super::items::place_of;
use super::{Namer, Titled};
use crate::diag::Place;
use crate::names::Sort;
use crate::source::FileId;
use crate::translate::ty::Ty;
use crate::translate::world::Entry;
use wgr_grammar::ast::{self, Clause, EditKind, ItemKind, RowsKind, VerdictKind};

impl<'a> Namer<'_, 'a> {
    pub(super) fn rows_item(&mut self, rows: &'a ast::Rows) {
        self.rows = Some(&rows.name.text);
        self.within_action(rows.within.as_ref());
        self.params(&rows.params);
        self.layer(rows.layer.as_ref());
        if let Some(result) = &rows.result {
            self.type_ref(result);
        }
        for stage in &rows.stages {
            self.give(stage, Sort::Stage);
        }
        rows.like.iter().for_each(|like| self.item_name(like));
        rows.otherwise.iter().chain(&rows.spends).chain(rows.enters.as_deref()).for_each(|expr| self.expr(expr));
        if let Some(leaves) = &rows.leaves {
            self.expr(&leaves.at);
            self.item_name(&leaves.performs);
            self.arguments(&leaves.performs, &leaves.args);
        }
        // Its own rows may ask for what the course that it is like remembers.
        let model = rows.like.as_ref().and_then(|like| self.by_name.get(like.text.as_str()).copied());
        if let Some((file, model)) = model.filter(|(_, model)| model.name.text != rows.name.text) {
            let known = |name: &&ast::Name| rows.remembers.iter().any(|own| own.text == name.text);
            for name in model.remembers.iter().filter(|name| !known(name)) {
                self.bring(&name.text, Key::At(Place::new(file, name.span)));
            }
        }
        for name in &rows.remembers {
            self.give(name, Sort::Local);
        }
        rows.by.iter().for_each(|by| self.expr(&by.side));
        rows.during.iter().for_each(|phase| self.phase(phase));
        for field in &rows.hides {
            self.hidden(rows, field);
        }
        if let Some(from) = &rows.from {
            self.expr(&from.from);
            self.expr(&from.to);
            from.within.iter().for_each(|expr| self.expr(expr));
        }
        self.list(rows, &rows.groups, &rows.rows);
    }

    /// `hides strength`: a field of what the knowledge is about.
    fn hidden(&mut self, rows: &'a ast::Rows, field: &'a ast::Name) {
        let kinds = rows.params.first().and_then(|param| self.ty_of(&param.ty)).and_then(Ty::kinds);
        let found = self
            .builder
            .world
            .fields
            .iter()
            .position(|def| def.name == field.text && kinds.is_some_and(|kinds| !kinds.and(def.pieces).is_empty()));
        match found {
            Some(at) => self.mark(field.span, Key::Field(at)),
            None => self.unknown(field),
        }
    }

    fn list(&mut self, item: &'a ast::Rows, groups: &'a [ast::Group], rows: &'a [ast::Row]) {
        let result = match item.kind {
            RowsKind::Victory => Some(self.builder.world.ending()),
            _ => item.result.as_ref().and_then(|ty| self.ty_of(ty)),
        };
        for stage in groups.iter().filter_map(|group| group.stage.as_ref()) {
            self.unknown(stage);
        }
        for row in rows {
            self.within_scope(|reader| reader.row(row, result));
        }
    }

    fn row(&mut self, row: &'a ast::Row, result: Option<Ty>) {
        self.cases(&row.cases);
        if let Some(stage) = &row.stage {
            self.unknown(&stage.name);
        }
        // What a clause gives a name to is read by the verdict before it.
        for clause in &row.clauses {
            if let Clause::ForEach(name, set) = clause {
                self.expr(set);
                self.give(name, Sort::Local);
            }
        }
        self.verdict(&row.verdict, result);
        for clause in &row.clauses {
            match clause {
                Clause::When(cond) | Clause::Unless(cond) | Clause::EvenWhen(_, cond) => self.expr(cond),
                Clause::ExceptionTo(titles, _) | Clause::Waives(titles, _) => {
                    titles.iter().for_each(|title| self.title(title, self.rows));
                }
                Clause::Ruling(name) => self.ruling(name),
                Clause::ForEach(..) | Clause::Otherwise(_) | Clause::Provisional(_) => {}
            }
        }
    }

    fn verdict(&mut self, verdict: &'a ast::Verdict, result: Option<Ty>) {
        match &verdict.kind {
            VerdictKind::Equals(expr) => self.wanted(expr, result),
            VerdictKind::Plus(expr)
            | VerdictKind::Minus(expr)
            | VerdictKind::Times(expr)
            | VerdictKind::AtLeast(expr)
            | VerdictKind::AtMost(expr)
            | VerdictKind::Needs(expr) => self.expr(expr),
            VerdictKind::Remembers(name) => self.unknown(name),
            VerdictKind::Best(counts) => counts.iter().for_each(|count| self.expr(count)),
            VerdictKind::From { source, distance, .. } => {
                self.expr(source);
                self.expr(distance);
            }
            VerdictKind::Rounded(_)
            | VerdictKind::Yes
            | VerdictKind::No
            | VerdictKind::Stop
            | VerdictKind::Pass
            | VerdictKind::Off
            | VerdictKind::Avoid
            | VerdictKind::Blocked
            | VerdictKind::Duty(_)
            | VerdictKind::Open
            | VerdictKind::Waives
            | VerdictKind::ByConstruction
            | VerdictKind::Hole(_)
            | VerdictKind::Broken => {}
        }
    }

    pub(super) fn ruling(&mut self, name: &'a ast::Name) {
        let found = self.builder.written().find_map(|(file, item)| match &item.kind {
            ItemKind::Ruling(ruling) if ruling.name.text == name.text => Some(place_of(file, &ruling.name)),
            _ => None,
        });
        if let Some(at) = found {
            self.mark(name.span, Key::At(at));
        }
    }

    /// The item of rows that goes by this name, with its file.
    pub(super) fn rows_named(&self, name: &str) -> Option<(FileId, &'a ast::Rows)> {
        self.by_name.get(name).copied()
    }

    /// What the rows of an item may read: its parameters, its stages, the names of its action.
    fn as_in(&mut self, file: FileId, rows: &'a ast::Rows) {
        self.rows = Some(&rows.name.text);
        self.within = match rows.within.as_ref().and_then(|name| self.builder.world.entry(&name.text)) {
            Some(Entry::Action(at)) => Some(at),
            _ => None,
        };
        self.bring_params(&rows.params, file);
        for stage in &rows.stages {
            self.bring(&stage.text, Key::At(Place::new(file, stage.span)));
        }
    }

    pub(super) fn also(&mut self, also: &'a ast::Also) {
        self.item_name(&also.target);
        self.layer(also.layer.as_ref());
        let Some((file, rows)) = self.rows_named(&also.target.text) else { return };
        self.as_in(file, rows);
        self.list(rows, &also.groups, &also.rows);
    }

    /// The rows in which all these titles stand.
    pub(super) fn rows_with(&self, titles: [&ast::Text; 2]) -> Option<&'a str> {
        let [one, other] = titles.map(|title| self.titles.get(title.text.as_str()).map_or(&[][..], Vec::as_slice));
        let both = one.iter().find(|titled| other.iter().any(|known| known.rows == titled.rows));
        both.and_then(|titled| titled.rows)
    }

    pub(super) fn errata(&mut self, errata: &'a ast::Errata) {
        self.title(&errata.to, None);
        errata.requires.iter().chain(&errata.excludes).for_each(|title| self.title(title, None));
        for edit in &errata.edits {
            self.scope.clear();
            self.seen.clear();
            if let Some(over) = &edit.over {
                self.title(over, None);
            }
            match &edit.kind {
                EditKind::Add { to, row } => {
                    self.item_name(to);
                    if let Some((file, rows)) = self.rows_named(&to.text) {
                        self.as_in(file, rows);
                        self.list(rows, &[], std::slice::from_ref(&**row));
                    }
                }
                EditKind::Amend { cases, title, was, now } => {
                    self.cases(cases);
                    let result = self.amended(cases, title);
                    self.verdict(was, result);
                    self.verdict(now, result);
                }
                EditKind::AmendWord { of, which, was, now } => self.word_amended(of, which, [was, now]),
                EditKind::AmendPart { what, part: _, was, now } => {
                    self.thing(what);
                    self.passage(was);
                    self.passage(now);
                }
                EditKind::AddLine { to, beside, line } => {
                    self.thing(to);
                    beside.iter().for_each(|beside| self.thing(&beside.what));
                    self.passage(line);
                }
                EditKind::RemoveThing { what, part: _ } => self.thing(what),
                EditKind::Remove { cases, title } => {
                    self.cases(cases);
                    self.amended(cases, title);
                }
                EditKind::Case { cases, says: _ } => self.cases(cases),
                EditKind::SetAside { title, because: _ } => self.example_titled(title),
                EditKind::Broken => {}
            }
        }
    }

    /// What a line of errata speaks of.
    fn thing(&mut self, thing: &'a ast::Thing) {
        self.cases(&thing.cases);
        if let Some(title) = &thing.title {
            let of_rows = |all: &Vec<Titled<'_>>| all.iter().any(|titled| titled.rows.is_some());
            if self.titles.get(title.text.as_str()).is_some_and(of_rows) {
                self.amended(&thing.cases, title);
            } else {
                self.title(title, None);
            }
        }
        let Some(of) = &thing.of else { return };
        self.unknown(of);
        if let Some((file, rows)) = self.rows_named(&of.text) {
            self.as_in(file, rows);
        }
        thing.field.iter().for_each(|field| self.unknown(field));
    }

    /// Words that stand as they are printed, or would: each is looked up.
    fn passage(&mut self, passage: &'a ast::Passage) {
        for word in passage.words.iter().filter(|word| word.text.starts_with(|first: char| first.is_alphabetic())) {
            if !wgr_grammar::is_reserved(&word.text) {
                self.unknown(word);
            }
        }
    }

    /// The row that a line of errata speaks of: its title is marked, and what it may read is in scope.
    fn amended(&mut self, cases: &[ast::Case], title: &'a ast::Text) -> Option<Ty> {
        let all = self.titles.get(title.text.as_str())?;
        let cited = |known: &[ast::Case]| cases.iter().all(|case| known.iter().any(|own| own.text == case.text));
        let row = all.iter().find(|titled| titled.rows.is_some() && cited(titled.cases)).copied()?;
        self.mark(title.span, Key::At(row.at));
        let (file, rows) = self.rows_named(row.rows?)?;
        self.as_in(file, rows);
        // Its binders stand in the row itself.
        let rows_there = self.builder.written().flat_map(|(file, item)| {
            let rows = match &item.kind {
                ItemKind::Rows(rows) => rows.rows.as_slice(),
                ItemKind::Also(also) => also.rows.as_slice(),
                _ => &[],
            };
            rows.iter().map(move |row| (file, row))
        });
        let own = rows_there
            .filter(|(file, known)| known.title.as_ref().is_some_and(|title| Place::new(*file, title.span) == row.at))
            .last();
        for clause in own.iter().flat_map(|(_, row)| &row.clauses) {
            if let (Clause::ForEach(name, _), Some((file, _))) = (clause, own) {
                self.bring(&name.text, Key::At(place_of(file, name)));
            }
        }
        rows.result.as_ref().and_then(|ty| self.ty_of(ty))
    }
}
