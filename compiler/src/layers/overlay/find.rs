//! What lines of errata speak of, and where it stands.
//!
//! In: a line, and the texts as they count so far. Out: the place that it changes, or what is wrong with the line. Promises:
//! what stands in an item that could not be read is not missed: that was told.

use super::super::errata::Line;
use super::super::printed::{Printed, printed};
use super::super::slot::{Slot, called, texts};
use super::cells;
use super::part::results;
use crate::diag::{Diagnostic, Place, nearest, says};
use crate::source::{FileId, Sources};
use crate::translate::statements;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, EditKind, ItemKind, Row, Thing, Verdict, Which};

/// The texts as they count so far.
pub(super) struct Texts<'t> {
    pub(super) sources: &'t Sources,
    pub(super) files: Vec<(FileId, &'t ast::File)>,
    pub(super) told: Vec<Diagnostic>,
}

/// What a line changes.
#[derive(Clone)]
pub(super) struct Target<'t> {
    pub(super) slot: Slot,
    pub(super) cases: Vec<String>,
    pub(super) title: String,
    /// As messages call it.
    pub(super) called: String,
    /// What is replaced or taken out.
    pub(super) at: Place,
    /// Of a row that is taken out: the item of rows and its title.
    pub(super) row: Option<(String, String)>,
    pub(super) verdict: Option<&'t Verdict>,
    /// Of a hex that is drawn: the letter of each member.
    pub(super) letters: Vec<(String, String)>,
    /// What is printed, where that is another text than stands in the place: a list of phases, a hexside of a chain.
    pub(super) printed: Option<String>,
    /// Of phases in another order: all their words as they are to stand.
    pub(super) phases: Option<Vec<Place>>,
    /// Of a hexside between others that are written as one chain.
    pub(super) link: Option<Link>,
    /// A hexside, which says the same whichever of its hexes is named first.
    pub(super) either_way: bool,
}

/// One hexside of a chain `0101-0201-0301`.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Link {
    /// Where each hex of the chain stands.
    pub(super) hexes: Vec<Span>,
    /// How many hexsides stand before it.
    pub(super) nth: usize,
}

impl Target<'_> {
    /// What is shown of it: of a hexside both its hexes.
    pub(super) fn shown(&self) -> Place {
        let hexes = self.link.as_ref().and_then(|link| link.hexes.get(link.nth).zip(link.hexes.get(link.nth + 1)));
        hexes.map_or(self.at, |(one, other)| Place::new(self.at.file, one.to(*other)))
    }
}

/// Something printed, with its parts.
#[derive(Clone)]
pub(super) struct Found<'t> {
    pub(super) slot: Slot,
    pub(super) file: FileId,
    pub(super) item: &'t ast::Item,
    pub(super) span: Span,
    pub(super) parts: Vec<(&'static str, Span)>,
}

impl Found<'_> {
    pub(super) fn is_row(&self) -> bool {
        matches!(self.item.kind, ItemKind::Rows(_) | ItemKind::Also(_))
    }

    pub(super) fn part(&self, wanted: &str) -> impl Iterator<Item = Span> {
        self.parts.iter().filter(move |(part, _)| *part == wanted).map(|(_, span)| *span)
    }
}

/// What a line speaks of, as it speaks of it.
#[derive(Clone, Copy)]
pub(super) struct Named<'e> {
    pub(super) cases: &'e [ast::Case],
    pub(super) title: &'e ast::Text,
}

impl Named<'_> {
    fn span(self) -> Span {
        self.cases.first().map_or(self.title.span, |case| case.span).to(self.title.span)
    }

    fn called(self) -> String {
        called(&texts(self.cases), Some(&self.title.text))
    }
}

impl<'t> Texts<'t> {
    pub(super) fn text(&self, at: Place) -> &'t str {
        self.sources.text(at)
    }

    /// Errata that nobody named, or that are not there.
    pub(super) fn does_not_count(&self, title: &ast::Text, own: &str, at: Place) -> Option<Diagnostic> {
        let all = self.files.iter().flat_map(|(_, tree)| &tree.items);
        let titles: Vec<&str> = all
            .filter_map(|item| match &item.kind {
                ItemKind::Errata(errata) => Some(errata.title.text.as_str()),
                _ => None,
            })
            .collect();
        let beside = self.sources.lie_beside().iter().find(|(known, _)| *known == title.text);
        match beside {
            _ if titles.contains(&title.text.as_str()) => None,
            Some((_, called)) => Some(says::errata_over_uncounted(&title.text, called, at)),
            None => {
                let others: Vec<&str> = titles.iter().copied().filter(|title| *title != own).collect();
                Some(says::unknown_errata(&title.text, &others, None, at))
            }
        }
    }

    /// Every item but errata.
    pub(super) fn items(&self) -> impl Iterator<Item = (FileId, &'t ast::Item)> + use<'t, '_> {
        let all = self.files.iter().flat_map(|(file, tree)| tree.items.iter().map(|item| (*file, item)));
        all.filter(|(_, item)| !matches!(item.kind, ItemKind::Errata(_)))
    }

    /// All that those items print in which this is written.
    pub(super) fn listed(&self, needle: &str) -> impl Iterator<Item = (FileId, &'t ast::Item, Vec<Printed<'t>>)> {
        let hexes = self.items().find_map(|(_, item)| match &item.kind {
            ItemKind::Game(game) => game.hexes.as_ref(),
            _ => None,
        });
        let written = self.items().filter(move |(file, item)| self.text(Place::new(*file, item.span)).contains(needle));
        written.map(move |(file, item)| (file, item, printed(item, hexes)))
    }

    /// What fits, with its parts.
    fn found(&self, needle: &str, fits: impl Fn(&'t ast::Item, &Printed<'t>) -> bool) -> Vec<Found<'t>> {
        let mut found = Vec::new();
        for (file, item, all) in self.listed(needle) {
            for one in all.iter().filter(|one| fits(item, one)) {
                let own = all.iter().filter(|other| one.span.holds(other.span));
                let parts = own.filter_map(|other| Some((other.slot.part_of(&one.slot)?, other.span))).collect();
                found.push(Found { slot: one.slot.clone(), file, item, span: one.span, parts });
            }
        }
        found
    }

    /// Rows, statements, rules, limits of this title.
    pub(super) fn titled(&self, named: Named<'_>) -> Vec<Found<'t>> {
        let cited = |own: &[ast::Case]| named.cases.iter().all(|case| own.iter().any(|own| own.text == case.text));
        self.found(&format!("\"{}\"", named.title.text), |item, one| match &item.kind {
            ItemKind::Whenever(rule) if one.span == item.span => {
                rule.title.text == named.title.text && cited(&rule.cases)
            }
            ItemKind::Limit(limit) if one.span == item.span => {
                limit.title.as_ref().is_some_and(|title| title.text == named.title.text) && cited(&limit.cases)
            }
            ItemKind::Scene(_) | ItemKind::Example(_) => false,
            _ => one.slot.is_called(named.cases, named.title),
        })
    }

    /// The one that fits; told where there is none, or more than one.
    pub(super) fn only(&mut self, line: Line<'_>, named: Named<'_>, mut all: Vec<Found<'t>>) -> Option<Found<'t>> {
        let at = line.at(named.span());
        match all.as_slice() {
            [_] => all.pop(),
            [] => {
                let example = self.items().any(|(_, item)| match &item.kind {
                    ItemKind::Example(example) => example.title.text == named.title.text,
                    _ => false,
                });
                let near = self.near(named.cases, named.title);
                let removed = matches!(line.edit.kind, EditKind::Remove { .. });
                if example && removed && (named.cases.is_empty() || near.is_empty()) {
                    self.told.push(says::errata_stays(&named.called(), true, at));
                } else if !self.broken_title(named.title) {
                    let statement = self.statement_titled(named.title);
                    let told = says::errata_nothing(&named.called(), &near, statement, at);
                    let told = if example && removed { says::errata_aside(told, &named.title.text) } else { told };
                    self.told.push(told);
                }
                None
            }
            several => {
                let places: Vec<(Place, String)> = several
                    .iter()
                    .map(|found| (Place::new(found.file, found.span), found.slot.of().to_owned()))
                    .collect();
                self.told.push(says::errata_ambiguous(&named.called(), &places, at));
                None
            }
        }
    }

    /// What a line changes or takes out.
    pub(super) fn target(&mut self, line: Line<'_>) -> Option<Target<'t>> {
        match &line.edit.kind {
            EditKind::Amend { cases, title, was: _, now: _ } => {
                let named = Named { cases, title };
                let rows = self.titled(named).into_iter().filter(Found::is_row).collect();
                let row = self.only(line, named, rows)?;
                self.verdict(line, named, &row)
            }
            EditKind::Remove { cases, title } => {
                let named = Named { cases, title };
                let found = self.titled(named);
                let found = self.only(line, named, found)?;
                Some(self.whole(&found, Some(named)))
            }
            EditKind::AmendWord { of, which, was: _, now: _ } => self.word(line, of, which),
            EditKind::AmendPart { what, part, was, now } if part.text == "order" => {
                self.phases(line, what, part, (was, now))
            }
            EditKind::AmendPart { what, part, was, now: _ } => {
                let was = line.at(was.span);
                self.part(line, what, part, was)
            }
            EditKind::RemoveThing { what, part } => self.thing(line, what, part.as_ref()),
            EditKind::Add { .. }
            | EditKind::AddLine { .. }
            | EditKind::Case { .. }
            | EditKind::SetAside { .. }
            | EditKind::Broken => None,
        }
    }

    fn verdict(&mut self, line: Line<'_>, named: Named<'_>, row: &Found<'t>) -> Option<Target<'t>> {
        let Some(span) = row.part("verdict").next() else {
            let at = line.at(named.span());
            self.told.push(says::errata_no_part(&row.slot.called(), "verdict", &known_parts(row), at));
            return None;
        };
        let verdict = rows_of(row.item).iter().find(|known| known.span == row.span).map(|row| &row.verdict);
        let title = named.title.text.clone();
        let cases = verdict_cases(row);
        let at = Place::new(row.file, span);
        let called = row.slot.called();
        Some(Target {
            slot: row.slot.clone(),
            cases,
            title,
            called,
            at,
            row: None,
            verdict,
            letters: Vec::new(),
            printed: None,
            phases: None,
            link: None,
            either_way: false,
        })
    }

    pub(super) fn whole(&self, found: &Found<'t>, named: Option<Named<'_>>) -> Target<'t> {
        let title = named.map_or_else(|| found.slot.to_string(), |named| named.title.text.clone());
        let row = (found.is_row() && named.is_some()).then(|| (found.slot.of().to_owned(), title.clone()));
        let at = Place::new(found.file, found.span);
        let (slot, called, cases) = (found.slot.clone(), found.slot.called(), verdict_cases(found));
        let (verdict, letters, printed, phases, link) = (None, Vec::new(), None, None, link_of(found));
        let either_way = false;
        let mut target =
            Target { slot, cases, title, called, at, row, verdict, letters, printed, phases, link, either_way };
        // Two hexsides that share a hex are two.
        let ends = target.link.as_ref().and_then(|link| link.hexes.get(link.nth).zip(link.hexes.get(link.nth + 1)));
        if let Some((one, other)) = ends {
            target.printed = Some(self.text(at).to_owned());
            target.at.span = Span { start: one.end, end: other.start };
        }
        target
    }

    /// The cell of a table, a hex, what stands in one, or the field of a counter; told if there is none.
    fn word(&mut self, line: Line<'_>, of: &ast::Name, which: &Which) -> Option<Target<'t>> {
        let fits = |item: &ast::Item, one: &Printed<'_>| match (which, &item.kind) {
            _ if one.slot.of() != of.text => false,
            (Which::Cell(labels), ItemKind::Table(table)) => {
                cells::readings(table, labels).iter().any(|labels| one.slot.is_cell(labels))
            }
            (Which::Cell(labels), ItemKind::Map(_)) => one.slot.is_hexside(labels) || one.slot.is_at(labels),
            (Which::Cell(labels), _) => one.slot.is_at(labels),
            (Which::Field(field), ItemKind::Scene(_)) => one.slot.is_word(&field.text),
            (Which::Field(field), ItemKind::Order(_)) => one.slot.is_word(&field.text),
            (Which::Who(hex, who), ItemKind::Scene(_)) => one.slot.is_who_at(std::slice::from_ref(hex), &who.text),
            (Which::Field(_) | Which::Who(..), _) => false,
        };
        let found = self.found(&of.text, fits);
        let Some(found) = found.first() else {
            self.no_word(line, of, which);
            return None;
        };
        let mut target = self.whole(found, None);
        if let ItemKind::Scene(_) = &found.item.kind {
            target.at.span = match which {
                Which::Cell(_) => behind_colon(self.text(target.at), found.span),
                Which::Field(_) => found.part("start").next().unwrap_or(found.span),
                Which::Who(..) => found.span,
            };
        }
        if let ItemKind::Map(map) = &found.item.kind {
            target.either_way = matches!(which, Which::Cell(labels) if found.slot.is_hexside(labels));
            let grids = map.lines.iter().filter_map(|line| match line {
                ast::MapLine::Grid(grid) if grid.feature.text == of.text => Some(grid),
                _ => None,
            });
            let keys = grids.flat_map(|grid| &grid.key);
            target.letters = keys.map(|key| (key.member.text.clone(), key.letter.text.clone())).collect();
        }
        Some(target)
    }

    fn no_word(&mut self, line: Line<'_>, of: &ast::Name, which: &Which) {
        if self.is_broken(&of.text) {
            return;
        }
        if let (Which::Field(field), "look") = (which, of.text.as_str())
            && self.listed("look").any(|(_, _, all)| all.iter().any(|one| one.slot.of() == "look"))
        {
            let at = line.at(of.span.to(field.span));
            return self.told.push(says::look_is_amended_by_line(&field.text, at));
        }
        let mut names: Vec<String> = Vec::new();
        for (_, item) in self.items() {
            match (&item.kind, which) {
                (ItemKind::Table(table), Which::Cell(_)) => names.push(table.name.text.clone()),
                (ItemKind::Order(order), Which::Field(_)) => {
                    let lines = order.groups.iter().flat_map(|group| &group.counters);
                    names.extend(lines.map(|counter| counter.name.text.clone()));
                }
                (ItemKind::Scene(scene), Which::Who(..)) if scene.scenario => names.push(scene.name.text.clone()),
                _ => {}
            }
        }
        let (what, span, called) = match which {
            Which::Cell(labels) => {
                let labels: Vec<&str> = labels.iter().map(|label| label.text.as_str()).collect();
                ("table", of.span, format!("[{}]", labels.join(", ")))
            }
            Which::Field(field) => ("counter", field.span, format!(".{}", field.text)),
            Which::Who(hex, who) => ("set-up", who.span, format!("[{}].{}", hex.text, who.text)),
        };
        let there = self.listed(&of.text).flat_map(|(_, item, all)| {
            let kind =
                matches!(item.kind, ItemKind::Table(_) | ItemKind::Order(_) | ItemKind::Scene(_) | ItemKind::Map(_));
            all.into_iter().filter(move |one| kind && one.slot.of() == of.text)
        });
        let there: Vec<Printed<'_>> = there.collect();
        let line_of = of.text.trim_end_matches(|sign: char| sign.is_ascii_lowercase());
        if let (true, Which::Field(field)) = (there.is_empty(), which)
            && of.text.len() == line_of.len() + 1
            && names.iter().any(|name| name == line_of)
        {
            return self.told.push(says::errata_one_of_a_line([&of.text, line_of], &field.text, line.at(of.span)));
        }
        if there.is_empty() {
            self.told.push(says::unknown_name(what, &of.text, &names, line.at(of.span)));
            return;
        }
        let cells = there.iter().any(|one| one.slot.is_some_cell());
        let words = there.iter().filter(|one| match which {
            Which::Cell(_) if cells => one.slot.is_some_cell(),
            Which::Cell(_) => one.slot.is_some_line(),
            Which::Field(_) => one.slot.is_some_word(),
            Which::Who(..) => one.slot.is_somebody(),
        });
        let known: Vec<String> = words.map(|one| one.slot.called()).collect();
        let meant = there.iter().filter(|one| matches!(which, Which::Cell(labels) if one.slot.is_near_cell(labels)));
        let mut meant: Vec<String> = meant.map(|one| one.slot.called()).collect();
        if let Which::Cell(labels) = which {
            meant.extend(self.tables(&of.text).flat_map(|table| cells::near(table, labels)));
        }
        let word = format!("{}{called}", of.text);
        let split = match (which, &line.edit.kind) {
            (Which::Cell(labels), EditKind::AmendWord { now, .. }) => self.tables(&of.text).find_map(|table| {
                cells::readings(table, labels).iter().find_map(|labels| cells::split(table, labels, &now.text))
            }),
            _ => None,
        };
        let drawn = self.listed(&of.text).any(|(_, item, all)| {
            matches!(item.kind, ItemKind::Map(_)) && all.iter().any(|one| one.slot.of() == of.text)
        });
        if let (Which::Cell(labels), true, true) = (which, drawn, meant.is_empty())
            && let [hex] = labels.as_slice()
            && hex.text.bytes().all(|sign| sign.is_ascii_digit())
            && let (Some(first), Some(last)) = (known.iter().min(), known.iter().max())
        {
            return self.told.push(says::errata_no_hex(&word, [first, last], line.at(span)));
        }
        let told = match split {
            Some(split) => says::errata_one_label(&word, &split.line, &meant, &split.to_type, line.at(span)),
            None => self.of_a_list(says::errata_no_word(&word, &known, &meant, line.at(span)), &of.text),
        };
        self.told.push(told);
    }

    fn tables(&self, name: &str) -> impl Iterator<Item = &'t ast::Table> {
        self.items().filter_map(move |(_, item)| match &item.kind {
            ItemKind::Table(table) if table.name.text == name => Some(table),
            _ => None,
        })
    }

    /// Hexes of a list are printed together.
    fn of_a_list(&self, told: Diagnostic, name: &str) -> Diagnostic {
        let listed = self.items().any(|(_, item)| match &item.kind {
            ItemKind::Map(map) => map.lines.iter().any(|line| match line {
                ast::MapLine::Hexes { feature, .. } | ast::MapLine::Hexsides { feature, .. } => feature.text == name,
                _ => false,
            }),
            _ => false,
        });
        if listed { says::errata_whole_line(told, name) } else { told }
    }

    /// What goes by a name: an item, a counter, a phase; a field or a member of one; a line, a hex, who stands there.
    fn by_name(&self, thing: &Thing, of: &ast::Name) -> Vec<Found<'t>> {
        let mut all = self.found(needle(of), |item, one| match (&thing.field, thing.labels.is_empty()) {
            (None, true) => one.slot.is_named(&of.text),
            _ if one.slot.of() != of.text => false,
            (Some(field), true) => one.slot.is_word(&field.text),
            (Some(field), false) => one.slot.is_who_at(&thing.labels, &field.text),
            (None, false) if matches!(item.kind, ItemKind::Map(_)) => {
                one.slot.is_hexside(&thing.labels) || one.slot.is_at(&thing.labels)
            }
            (None, false) => one.slot.is_at(&thing.labels) || one.slot.is_cell(&thing.labels),
        });
        // The line of a table without columns, not what it gives.
        if all.iter().any(|found| found.slot.is_at(&thing.labels)) {
            all.retain(|found| found.slot.is_at(&thing.labels));
        }
        all
    }

    /// Everything of this name or title; told where there is nothing.
    pub(super) fn things(&mut self, line: Line<'_>, thing: &Thing) -> Vec<Found<'t>> {
        if let Some(title) = &thing.title {
            let named = Named { cases: &thing.cases, title };
            let all = self.titled(named);
            if all.is_empty() {
                self.only(line, named, Vec::new());
            }
            return all;
        }
        let Some(of) = &thing.of else { return Vec::new() };
        let all = self.by_name(thing, of);
        if all.is_empty() && !self.is_broken(&of.text) {
            let own = self.listed(needle(of)).flat_map(|(_, _, all)| all);
            let own = own.filter(|one| one.slot.of() == of.text && one.slot.is_no_part());
            let own: Vec<String> = own.map(|one| one.slot.called()).collect();
            let turns = thing.field.as_ref().filter(|field| field.text == "turns" && self.is_scenario(&of.text));
            if turns.is_some() {
                let now = match &line.edit.kind {
                    EditKind::AmendPart { now, .. } => self.text(line.at(now.span)),
                    _ => "1..4",
                };
                self.told.push(says::errata_no_turns(&of.text, now, line.at(thing.span)));
            } else if own.is_empty() {
                let all = self.items().flat_map(|(_, item)| printed(item, None));
                let mut names: Vec<String> =
                    all.map(|one| one.slot.phase().unwrap_or(one.slot.of()).to_owned()).collect();
                names.dedup();
                self.told.push(says::unknown_name("item, counter or phase", &of.text, &names, line.at(of.span)));
            } else {
                let called = self.text_of(line, thing);
                let told = says::errata_no_word(&called, &own, &[], line.at(thing.span));
                self.told.push(self.of_a_list(told, &of.text));
            }
        }
        all
    }

    fn is_scenario(&self, name: &str) -> bool {
        self.items().any(|(_, item)| match &item.kind {
            ItemKind::Scene(scene) => scene.scenario && scene.name.text == name,
            _ => false,
        })
    }

    /// As the line has it.
    pub(super) fn text_of(&self, line: Line<'_>, thing: &Thing) -> String {
        self.sources.said(line.at(thing.span))
    }

    pub(super) fn whole_text(&self, file: FileId) -> &'t str {
        self.sources.get(file).map_or("", |source| source.text.as_str())
    }

    /// What is taken out: something whole, or a condition with its word.
    fn thing(&mut self, line: Line<'_>, what: &Thing, part: Option<&ast::Name>) -> Option<Target<'t>> {
        let mut all = self.things(line, what);
        // An item of the same file stands in the place of the one that is taken out.
        let own = self.sources.path(line.file);
        let elsewhere = |one: &Found<'_>| self.sources.path(one.file) != own;
        if all.iter().any(elsewhere) && all.iter().all(|one| one.span == one.item.span) {
            all.retain(elsewhere);
        }
        let [found] = all.as_slice() else {
            if all.len() > 1 {
                let places = all.iter().map(|one| (Place::new(one.file, one.span), one.slot.of().to_owned()));
                let places: Vec<(Place, String)> = places.collect();
                self.told.push(says::errata_ambiguous(&self.text_of(line, what), &places, line.at(what.span)));
            }
            return None;
        };
        let found = &self.alone_there(what, found);
        let mut target = self.whole(found, None);
        if let Some(title) = &what.title {
            target = self.whole(found, Some(Named { cases: &what.cases, title }));
        }
        let is_cell = matches!(found.item.kind, ItemKind::Table(_)) && found.slot.is_cell(&what.labels);
        let is_word = matches!(found.item.kind, ItemKind::Order(_) | ItemKind::Game(_)) && what.field.is_some();
        let is_hex = matches!(&found.item.kind, ItemKind::Map(_)) && found.span.end - found.span.start < 2;
        let is_only = matches!(found.item.kind, ItemKind::Game(_) | ItemKind::Example(_) | ItemKind::Sequence(_));
        if is_cell || is_word || is_hex || is_only && found.span == found.item.span {
            let example = matches!(found.item.kind, ItemKind::Example(_));
            self.told.push(says::errata_stays(&found.slot.called(), example, line.at(what.span)));
            return None;
        }
        let Some(part) = part else { return Some(target) };
        let text = self.whole_text(found.file);
        let word = part.text.as_str();
        let spans: Vec<Span> = found.part(word).collect();
        let ([span], "when" | "unless" | "even when" | "ruling") = (spans.as_slice(), word) else {
            let at = line.at(part.span);
            self.told.push(says::errata_no_part(&found.slot.called(), word, &known_parts(found), at));
            return None;
        };
        let before = Span { start: 0, end: span.start }.of(text).trim_end();
        let start = if word == "even when" { span.start } else { before.len() as u32 - word.len() as u32 };
        target.row = None;
        target.called = format!("{} {word}", target.called);
        target.at.span = Span { start: Span { start: 0, end: start }.of(text).trim_end().len() as u32, end: span.end };
        Some(target)
    }

    /// Of somebody who stands alone in a line of a set-up: that line.
    fn alone_there(&self, what: &Thing, found: &Found<'t>) -> Found<'t> {
        let line = Thing { field: None, ..what.clone() };
        let lines = what.of.as_ref().filter(|_| found.slot.is_somebody()).map(|of| self.by_name(&line, of));
        let whole = lines.into_iter().flatten().find(|line| {
            let text = self.whole_text(line.file);
            line.span.start <= found.span.start && behind_colon(line.span.of(text), line.span) == found.span
        });
        whole.unwrap_or_else(|| found.clone())
    }

    /// Is this the name of an item that could not be read?
    pub(super) fn is_broken(&self, wanted: &str) -> bool {
        self.items().any(|(_, item)| match &item.kind {
            ItemKind::Broken { name: Some(name), .. } => name.text == wanted,
            _ => false,
        })
    }

    /// It may stand in an item that could not be read: then nobody knows.
    fn broken_title(&self, title: &ast::Text) -> bool {
        let quoted = format!("\"{}\"", title.text);
        self.items().any(|(file, item)| {
            matches!(item.kind, ItemKind::Broken { .. }) && self.text(Place::new(file, item.span)).contains(&quoted)
        })
    }

    /// All rows, each with its slot.
    pub(super) fn all_rows(&self) -> impl Iterator<Item = (FileId, Slot, &'t Row)> {
        self.items().flat_map(|(file, item)| {
            let (name, rows): (&str, &[Row]) = match &item.kind {
                ItemKind::Rows(rows) => (&rows.name.text, &rows.rows),
                ItemKind::Also(also) => (&also.target.text, &also.rows),
                _ => ("", &[]),
            };
            rows.iter().map(move |row| (file, Slot::row(name, row), row))
        })
    }

    /// Rows that may be meant: of this title with other cases, of this case, of a near title.
    fn near(&self, cases: &[ast::Case], title: &ast::Text) -> Vec<String> {
        let titled = |row: &Row, text: &str| row.title.as_ref().is_some_and(|known| known.text == text);
        let of_title = |text: &str| {
            let rows = self.all_rows().filter(|(_, _, row)| titled(row, text));
            rows.map(|(_, slot, _)| slot.called()).collect::<Vec<String>>()
        };
        let small = title.text.to_lowercase();
        let begun = |row: &Row| row.title.as_ref().is_some_and(|known| known.text.to_lowercase().starts_with(&small));
        let cased = |row: &Row| row.cases.iter().any(|known| cases.iter().any(|case| case.text == known.text));
        let of_both = self.all_rows().filter(|(_, _, row)| cased(row) && begun(row));
        let mut found: Vec<String> = of_both.map(|(_, slot, _)| slot.called()).collect();
        found.extend(of_title(&title.text));
        if found.is_empty() {
            let titles: Vec<String> =
                self.all_rows().filter_map(|(_, _, row)| Some(row.title.as_ref()?.text.clone())).collect();
            let near = nearest(&title.text, titles.iter().map(String::as_str));
            found.extend(near.iter().flat_map(|near| of_title(near)));
        }
        if found.is_empty() {
            let rows = self.all_rows().filter(|(_, _, row)| cased(row));
            found.extend(rows.map(|(_, slot, _)| slot.called()));
        }
        found.dedup();
        found.truncate(MOST_NEAR);
        found
    }

    fn statement_titled(&self, title: &ast::Text) -> bool {
        let mut found = false;
        for (_, item) in self.items() {
            statements(item, &mut |stmt| {
                found |= stmt.title.as_ref().is_some_and(|known| known.text == title.text);
            });
        }
        found
            || self.items().any(|(_, item)| match &item.kind {
                ItemKind::Limit(limit) => limit.title.as_ref().is_some_and(|known| known.text == title.text),
                _ => false,
            })
    }

    /// The enum of what a map draws, and whether this is one of its members already.
    pub(super) fn drawn(&self, feature: &str, member: &str) -> Option<(String, bool)> {
        let grids = self.items().filter_map(|(_, item)| match &item.kind {
            ItemKind::Map(map) => Some(&map.lines),
            _ => None,
        });
        let ty = grids.flatten().find_map(|line| match line {
            ast::MapLine::Grid(grid) if grid.feature.text == feature => Some(&grid.ty),
            _ => None,
        })?;
        let has = self.items().any(|(_, item)| match &item.kind {
            ItemKind::Enum(known) if known.name.text == ty.text => {
                known.members.iter().any(|known| known.name.text == member)
            }
            _ => false,
        });
        Some((ty.text.clone(), has))
    }
}

/// What stands in the text of an item of this name: of `ruling Q-1` the name alone, whatever blanks stand before it.
fn needle(of: &ast::Name) -> &str {
    of.text.strip_prefix("ruling ").unwrap_or(&of.text)
}

/// More rows than these are not offered.
const MOST_NEAR: usize = 3;

fn rows_of(item: &ast::Item) -> &[Row] {
    match &item.kind {
        ItemKind::Rows(rows) => &rows.rows,
        ItemKind::Also(also) => &also.rows,
        _ => &[],
    }
}

/// The cases of a row as it carries them.
fn verdict_cases(found: &Found<'_>) -> Vec<String> {
    let row = rows_of(found.item).iter().find(|row| row.span == found.span);
    row.map_or_else(Vec::new, |row| texts(&row.cases))
}

pub(super) fn known_parts(found: &Found<'_>) -> Vec<String> {
    let parts = found.parts.iter().map(|(part, _)| *part).filter(|part| PARTS.contains(part));
    let mut known: Vec<String> = parts.map(str::to_owned).collect();
    let mut steps = matches!(found.item.kind, ItemKind::Limit(_));
    statements(found.item, &mut |stmt| {
        steps |= found.span.holds(stmt.span);
    });
    known.extend(steps.then(|| "step".to_owned()));
    known.extend((!results(found).is_empty()).then(|| "result".to_owned()));
    known.sort();
    known.dedup();
    known
}

/// What a line can name of a thing, as far as trees know it.
const PARTS: [&str; 15] = [
    "at",
    "because",
    "by",
    "during",
    "even when",
    "gives",
    "line",
    "of",
    "on",
    "range",
    "ruling",
    "start",
    "title",
    "unless",
    "when",
];

/// Of a set-up's line: who stands there.
pub(super) fn behind_colon(text: &str, line: Span) -> Span {
    let colon = text.find(':').map_or(0, |colon| colon + 1);
    let rest = text.get(colon..).unwrap_or_default();
    Span { start: line.end - rest.trim_start().len() as u32, end: line.end }
}

/// A hexside between others that are written as one chain.
fn link_of(found: &Found<'_>) -> Option<Link> {
    let ItemKind::Map(map) = &found.item.kind else { return None };
    let chains = map.lines.iter().filter_map(|line| match line {
        ast::MapLine::Hexsides { chains, .. } => Some(chains),
        _ => None,
    });
    chains.flatten().filter(|chain| chain.len() > 2).find_map(|chain| {
        let is_it = |pair: &[ast::Name; 2]| pair[0].span.to(pair[1].span) == found.span;
        let nth = chain.array_windows::<2>().position(is_it)?;
        Some(Link { hexes: chain.iter().map(|hex| hex.span).collect(), nth })
    })
}
