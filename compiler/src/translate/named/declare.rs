//! What items declare, before any of it is named.

use super::book::Key;
use super::{Namer, Titled, Way};
use crate::layers;
use crate::names::Sort;
use crate::source::FileId;
use crate::translate::play::option_name;
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::walk;
use crate::translate::world::{Entry, OUTCOME, PHASE, SCENARIO, SIDE, Stored};
use std::collections::BTreeMap;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ItemKind, MapLine, NotationPart, RowsKind, StmtKind};

impl<'a> Namer<'_, 'a> {
    /// Everything that the game declares, before any of it is named.
    pub(super) fn declare(&mut self, replaced: &[(FileId, &'a ast::Item)]) {
        self.lists.resize_with(self.builder.world.enums.len(), BTreeMap::new);
        for (file, item) in self.builder.written() {
            self.file = file;
            self.item = crate::outline::called(item);
            self.types(item);
        }
        for (file, item) in self.builder.written() {
            self.file = file;
            self.item = crate::outline::called(item);
            self.things(item);
            self.titles_of(item);
        }
        // Rows that are gone still have their titles where they are printed.
        for (file, item) in replaced {
            self.file = *file;
            self.item = crate::outline::called(item);
            self.titles_of(item);
        }
        let sides = self.lists.get(SIDE).cloned().unwrap_or_default();
        if let Some(list) = self.lists.get_mut(OUTCOME) {
            *list = sides;
        }
    }

    fn new_name(&mut self, name: &'a ast::Name, sort: Sort, shown: Span, ty: Option<Ty>) -> Key<'a> {
        let key = Key::At(self.place(name.span));
        self.new_as(key, &name.text, name.span, sort, shown, ty);
        key
    }

    fn new_as(&mut self, key: Key<'a>, text: &str, span: Span, sort: Sort, shown: Span, ty: Option<Ty>) {
        let typed = ty.map(|ty| self.typed(ty)).unwrap_or_default();
        let shown = self.place(shown);
        self.book.declare(key, sort, text, String::new(), shown, typed);
        self.declares(span, key);
    }

    /// A member of a list: one that stands there twice is the first.
    fn listed(&mut self, list: usize, name: &'a ast::Name, sort: Sort, shown: Span) {
        let at = self.place(name.span);
        let Some(members) = self.lists.get_mut(list) else { return };
        let key = Key::At(*members.entry(&name.text).or_insert(at));
        let of = if sort == Sort::Member { self.item.clone() } else { String::new() };
        let typed = self.typed(Ty::One(Noun::Enum(list)));
        let shown = self.place(shown);
        let within = typed.of;
        self.book.declare(key, sort, &name.text, of, shown, typed);
        if let Some(symbol) = self.book.symbol(key) {
            symbol.within = within;
        }
        self.declares(name.span, key);
    }

    /// What others are typed with, and the lists that every game has.
    fn types(&mut self, item: &'a ast::Item) {
        match &item.kind {
            ItemKind::Game(game) => {
                for side in &game.sides {
                    self.listed(SIDE, side, Sort::Side, item.head);
                }
            }
            ItemKind::Sequence(sequence) => {
                let mut phases = Vec::new();
                walk::block(&sequence.body, &mut |stmt| {
                    if let StmtKind::Phase { name, block } = &stmt.kind {
                        let end = block.span.start.max(stmt.span.start);
                        phases.push((name, Span { start: stmt.span.start, end }));
                    }
                });
                for (name, head) in phases {
                    // One that is printed again is the same.
                    match self.member(PHASE, &name.text) {
                        Some(key) => self.declares(name.span, key),
                        None => self.listed(PHASE, name, Sort::Phase, head),
                    }
                }
                let mut runs = Vec::new();
                walk::block(&sequence.body, &mut |stmt| {
                    if let StmtKind::Run { name, block, .. } = &stmt.kind {
                        let end = block.span.start.max(stmt.span.start);
                        runs.push((name, Span { start: stmt.span.start, end }));
                    }
                });
                for (name, head) in runs {
                    let known = match self.builder.world.entry(&name.text) {
                        Some(Entry::Run(at)) => self.builder.world.runs.get(at).map(|run| run.ty),
                        _ => None,
                    };
                    self.new_name(name, Sort::Run, head, known);
                }
            }
            ItemKind::Scene(scene) if scene.scenario => {
                self.listed(SCENARIO, &scene.name, Sort::Scenario, item.head);
            }
            ItemKind::Enum(list) => {
                self.new_name(&list.name, Sort::Enum, item.span, None);
                if let Some(Entry::Enum(at)) = self.builder.world.entry(&list.name.text) {
                    for member in &list.members {
                        // One with a printed name or a case has more to show than its place in the list.
                        let plain = member.title.is_none() && member.cases.is_empty();
                        let shown = if plain { item.span } else { member.span };
                        self.listed(at, &member.name, Sort::Member, shown);
                    }
                }
            }
            ItemKind::Measure(measure) => drop(self.new_name(&measure.name, Sort::Measure, item.span, None)),
            ItemKind::Scale(scale) => drop(self.new_name(&scale.name, Sort::Scale, item.span, None)),
            ItemKind::Notation(notation) => {
                let key = self.new_name(&notation.name, Sort::Notation, item.span, None);
                let within = self.book.id(key);
                let Some(Entry::Notation(at)) = self.builder.world.entry(&notation.name.text) else { return };
                for (index, part) in notation.parts.iter().enumerate() {
                    let (NotationPart::Number { field, .. } | NotationPart::Mark { field, .. }) = part;
                    let key = Key::Part(at, index);
                    self.new_as(key, &field.text, field.span, Sort::Part, item.span, None);
                    if let Some(symbol) = self.book.symbol(key) {
                        symbol.within = within;
                        symbol.of = format!("notation {}", notation.name.text);
                    }
                }
            }
            ItemKind::Piece(piece) => self.kind(&piece.name, piece.plural.as_ref(), item.span),
            ItemKind::Kind(kind) => self.kind(&kind.name, kind.plural.as_ref(), item.span),
            _ => {}
        }
    }

    fn kind(&mut self, name: &'a ast::Name, plural: Option<&'a ast::Name>, shown: Span) {
        let ty = match self.builder.world.entry(&name.text) {
            Some(Entry::Kind(at)) => self.builder.world.kinds.get(at).map(|kind| Ty::One(Noun::Piece(kind.kinds))),
            _ => None,
        };
        self.new_name(name, Sort::Kind, shown, ty);
        if let Some(plural) = plural {
            self.new_name(plural, Sort::Noun, shown, ty);
            let at = self.place(plural.span);
            self.plurals.entry(&plural.text).or_insert(at);
        }
    }

    fn things(&mut self, item: &'a ast::Item) {
        let head = item.head;
        match &item.kind {
            ItemKind::Game(game) => {
                for die in &game.dice {
                    self.new_name(&die.name, Sort::Die, die.span, Some(Ty::COUNT));
                }
                for (name, title) in &game.charts {
                    self.new_name(name, Sort::Chart, name.span.to(title.span), None);
                }
            }
            // A game that fills it declares it; a series alone has the hole itself.
            ItemKind::Hole(hole) if self.builder.world.entry(&hole.name.text).is_none() => {
                self.new_name(&hole.name, Sort::Hole, item.span, None);
            }
            ItemKind::Piece(piece) => {
                let own = self.builder.world.pieces.iter().position(|def| def.at == self.place(piece.name.span));
                for field in &piece.fields {
                    self.field(own, field);
                }
            }
            ItemKind::Marker(marker) => {
                let at = self.place(marker.name.span);
                let found = self.builder.world.fields.iter().position(|def| def.marker.is_some() && def.at == at);
                if let Some(field) = found {
                    self.new_field(field, &marker.name, Sort::Marker, item.span);
                }
            }
            ItemKind::State(state) => {
                let ty = self.ty_of(&state.ty);
                self.new_name(&state.name, Sort::State, item.span, ty);
            }
            ItemKind::Option(option) => drop(self.new_name(&option.name, Sort::Option, item.span, None)),
            ItemKind::Box(it) => drop(self.new_name(&it.name, Sort::Box, item.span, None)),
            ItemKind::Rows(rows) => {
                let (sort, ty) = match rows.kind {
                    RowsKind::Value => (Sort::Value, rows.result.as_ref().and_then(|ty| self.ty_of(ty))),
                    RowsKind::Fact => (Sort::Fact, Some(Ty::YesNo)),
                    RowsKind::Permit => (Sort::Permit, Some(Ty::YesNo)),
                    RowsKind::Knowledge => (Sort::Knowledge, Some(Ty::YesNo)),
                    RowsKind::Obligation => (Sort::Obligation, Some(Ty::YesNo)),
                    RowsKind::Zone => (Sort::Zone, Some(Ty::Set(Noun::Hex))),
                    RowsKind::Course => (Sort::Course, None),
                    RowsKind::Path => (Sort::Path, Some(Ty::YesNo)),
                    RowsKind::Victory => return,
                };
                self.new_name(&rows.name, sort, head, ty);
            }
            ItemKind::Table(table) => {
                let ty = self.ty_of(&table.gives);
                self.new_name(&table.name, Sort::Table, item.span, ty);
            }
            ItemKind::Purchase(purchase) => drop(self.new_name(&purchase.name, Sort::Purchase, head, None)),
            ItemKind::Action(action) => drop(self.new_name(&action.name, Sort::Action, head, None)),
            ItemKind::Procedure(procedure) if layers::made(procedure).is_some() => {}
            ItemKind::Procedure(procedure) => drop(self.new_name(&procedure.name, Sort::Procedure, head, None)),
            ItemKind::Map(map) => map.lines.iter().for_each(|line| self.drawn(line)),
            ItemKind::Order(order) => self.counters(order),
            ItemKind::Scene(scene) if !scene.scenario => drop(self.new_name(&scene.name, Sort::Scene, head, None)),
            ItemKind::Ruling(ruling) => drop(self.new_name(&ruling.name, Sort::Ruling, item.span, None)),
            ItemKind::Broken { name: Some(name), .. } => drop(self.new_name(name, Sort::Broken, head, None)),
            _ => {}
        }
    }

    fn field(&mut self, piece: Option<usize>, field: &'a ast::Field) {
        let printed = field.kind == ast::FieldKind::Printed;
        let found = self.builder.world.fields.iter().position(|def| {
            def.name == field.name.text
                && piece.is_some_and(|piece| Kinds::of(piece).within(def.pieces))
                && matches!(def.stored, Stored::Table(_)) == printed
        });
        if let Some(at) = found {
            self.new_field(at, &field.name, Sort::Field, field.span);
        }
    }

    fn new_field(&mut self, field: usize, name: &'a ast::Name, sort: Sort, shown: Span) {
        let Some(def) = self.builder.world.fields.get(field) else { return };
        let (on, ty) = (def.pieces, def.ty);
        self.new_as(Key::Field(field), &name.text, name.span, sort, shown, Some(ty));
        let of = self.kinds_called(on);
        if let Some(symbol) = self.book.symbol(Key::Field(field)) {
            symbol.on = on.0;
            symbol.of = of;
        }
    }

    fn drawn(&mut self, line: &'a MapLine) {
        let (feature, shown, ty) = match line {
            MapLine::Grid(grid) => {
                let (start, of) = (grid.feature.span, grid.ty.span);
                let ty = match self.builder.world.entry(&grid.ty.text) {
                    Some(Entry::Enum(at)) => Some(Ty::One(Noun::Enum(at))),
                    _ => None,
                };
                (&grid.feature, start.to(of), ty)
            }
            MapLine::Hexes { feature, span, .. } | MapLine::Hexsides { feature, span, .. } => {
                (feature, *span, Some(Ty::YesNo))
            }
            MapLine::Place { name, span, .. } => {
                let at = self.place(name.span);
                let hex = Some(Ty::One(Noun::Hex));
                match self.builder.world.names.get(&name.text) {
                    Some((Entry::Spot(id), known)) if *known == at && !self.spots.contains_key(id) => {
                        self.spots.insert(*id, at);
                        self.new_as(Key::Hex(*id), &name.text, name.span, Sort::Spot, *span, hex);
                    }
                    _ => drop(self.new_name(name, Sort::Spot, *span, hex)),
                }
                return;
            }
            MapLine::Broken(_) => return,
        };
        // Several lines may draw one feature; its name is the one that the game knows.
        match self.builder.world.names.get(&feature.text) {
            Some((Entry::Feature(_), at)) => {
                let key = Key::At(*at);
                self.new_as(key, &feature.text, feature.span, Sort::Feature, shown, ty);
            }
            _ => drop(self.new_name(feature, Sort::Feature, shown, ty)),
        }
    }

    fn counters(&mut self, order: &'a ast::Order) {
        let prints = self.builder.world.prints.as_ref();
        for group in &order.groups {
            let ty = match self.builder.world.entry(&group.piece.text) {
                Some(Entry::Kind(at)) => self.builder.world.kinds.get(at).map(|kind| Ty::One(Noun::Piece(kind.kinds))),
                _ => None,
            };
            for counter in &group.counters {
                let key = self.new_name(&counter.name, Sort::Counter, counter.span, ty);
                let at = self.place(counter.name.span);
                // What is printed on counters that are drawn is a list of its own.
                if let Some(prints) = prints.filter(|prints| prints.lines.iter().any(|line| line.at == at))
                    && let (Key::At(at), Some(list)) = (key, self.lists.get_mut(prints.noun))
                {
                    list.entry(&counter.name.text).or_insert(at);
                }
            }
        }
    }

    /// The titles of an item and of all that stands in it.
    fn titles_of(&mut self, item: &'a ast::Item) {
        match &item.kind {
            ItemKind::Game(game) => {
                if let Some(title) = &game.title {
                    self.entitle(title, Sort::Game, item.head, None, &[]);
                }
            }
            ItemKind::Series(series) => self.entitle(&series.title, Sort::Series, item.head, None, &[]),
            ItemKind::Rows(rows) => self.titles_in(&rows.rows, &rows.groups, &rows.name.text),
            ItemKind::Also(also) => self.titles_in(&also.rows, &also.groups, &also.target.text),
            ItemKind::Errata(errata) => self.entitle(&errata.title, Sort::Errata, item.head, None, &[]),
            ItemKind::Limit(limit) => self.limit_title(limit),
            ItemKind::Action(action) => action.limits.iter().for_each(|limit| self.limit_title(limit)),
            ItemKind::Whenever(rule) => {
                self.entitle(&rule.title, Sort::Rule, item.head, None, &rule.cases);
                let way = Way { at: self.place(rule.title.span), cases: &rule.cases, title: None };
                self.ways.entry(option_name(&rule.title.text, 0)).or_default().push(way);
            }
            ItemKind::Example(example) => {
                self.entitle(&example.title, Sort::Example, item.head, None, &example.cases);
            }
            _ => {}
        }
        let mut found: Vec<(&'a ast::Text, Span, &'a [ast::Case])> = Vec::new();
        walk::statements(item, &mut |stmt| {
            match (&stmt.kind, &stmt.title) {
                (StmtKind::Phase { name, .. }, Some(title)) if !self.first_printing(name, title) => {}
                (_, Some(title)) => found.push((title, head_of(stmt), stmt.cases.as_slice())),
                (_, None) => {}
            }
            match &stmt.kind {
                StmtKind::Chooses(choose) => {
                    found.extend(choose.arms.iter().filter_map(arm_title));
                    for (at, arm) in choose.arms.iter().enumerate() {
                        let Some(title) = &arm.title else { continue };
                        let (typed, at) = (option_name(&title.text, at), self.place(title.span));
                        let way = Way { at, cases: &stmt.cases, title: stmt.title.as_ref() };
                        self.ways.entry(typed).or_default().push(way);
                    }
                }
                StmtKind::Depending { arms, .. } => found.extend(arms.iter().filter_map(arm_title)),
                StmtKind::Picks(picks) => found.extend(
                    picks
                        .such_that
                        .iter()
                        .filter_map(|such| such.title.as_ref().map(|title| (title, such.span, such.cases.as_slice()))),
                ),
                _ => {}
            }
        });
        for (title, span, cases) in found {
            self.entitle(title, Sort::Statement, span, None, cases);
        }
    }

    /// Is this the first time that a phase stands under this title? Otherwise it is declared here, too.
    fn first_printing(&mut self, phase: &'a ast::Name, title: &'a ast::Text) -> bool {
        let at = self.place(title.span);
        let first = *self.printings.entry((&phase.text, &title.text)).or_insert(at);
        if first != at {
            self.declares(title.span, Key::At(first));
        }
        first == at
    }

    fn limit_title(&mut self, limit: &'a ast::Limit) {
        if let Some(title) = &limit.title {
            self.entitle(title, Sort::Limit, limit.span, None, &limit.cases);
        }
    }

    fn titles_in(&mut self, rows: &'a [ast::Row], groups: &'a [ast::Group], of: &'a str) {
        for row in rows {
            if let Some(title) = &row.title {
                self.entitle(title, Sort::Row, row.span, Some(of), &row.cases);
            }
        }
        for group in groups {
            // One without a name stands at its own beginning.
            if !group.name.text.is_empty() {
                self.titled(&group.name, Sort::Group, group.name.span);
            }
        }
    }

    fn entitle(
        &mut self,
        title: &'a ast::Text,
        sort: Sort,
        shown: Span,
        rows: Option<&'a str>,
        cases: &'a [ast::Case],
    ) {
        self.titled(title, sort, shown);
        let at = self.place(title.span);
        self.titles.entry(&title.text).or_default().push(Titled { at, rows, cases });
    }
}

fn arm_title(arm: &ast::Arm) -> Option<(&ast::Text, Span, &[ast::Case])> {
    arm.title.as_ref().map(|title| (title, arm.span, arm.cases.as_slice()))
}

/// A statement without the blocks in it.
fn head_of(stmt: &ast::Stmt) -> Span {
    let mut end = stmt.span.end;
    walk::blocks(&stmt.kind, &mut |block| {
        if block.span.start > stmt.span.start {
            end = end.min(block.span.start);
        }
    });
    Span { start: stmt.span.start, end }
}
