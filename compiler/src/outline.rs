//! What stands under which case: everything in a game's texts that carries one.
//!
//! In: the texts. Out: each row, statement, limit, table line and item with its cases, its title, its place and what it
//! says of itself (`by construction`, a ruling), and the rulings. Promises: nothing is judged here; what cannot be read
//! is not in it.

#![expect(clippy::wildcard_enum_match_arm, reason = "few statements hold others or say something of themselves")]

use crate::diag::Place;
use crate::layers::over;
use crate::source::{FileId, Source, Sources};
use crate::translate::{is_step_limit, statements};
use wgr_grammar::ast::{
    self, Case, Clause, ItemKind, MapLine, Name, RowsKind, SceneLine, Stmt, StmtKind, Text, VerdictKind,
};
use wgr_grammar::{Parsed, Span};

/// What carries cases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Carrier {
    pub cases: Vec<String>,
    /// The title of a row or statement; an item by its keyword and name, `action attack`.
    pub title: String,
    pub sort: Carries,
    /// The ruling that it carries.
    pub ruling: Option<String>,
    /// The item in which it stands: `value drm`.
    pub item: String,
    pub at: Place,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carries {
    Row,
    Statement,
    /// The head of an item, a line of a table, a limit.
    Item,
    /// `by construction`: true without a rule of its own.
    Construction,
    /// `hole "why"`: the book's answer is not there yet.
    Hole,
}

/// What the book leaves open, and who decided it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    pub name: String,
    pub cases: Vec<String>,
    pub question: String,
    /// `"A" over "B"`
    pub over: Option<(String, String)>,
    pub by: String,
    pub because: String,
    pub at: Place,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outline {
    /// In the order of the files and their lines.
    pub carriers: Vec<Carrier>,
    pub rulings: Vec<Ruling>,
    /// Phases that are printed with a title, whether they carry cases or not.
    pub phases: Vec<Phase>,
    /// All items; what is broken goes by its keyword.
    pub headings: Vec<Heading>,
    /// The names of sides and of places on the map, each with what it is: `side`, `hex 0304`.
    pub board: Vec<(String, String)>,
}

/// A phase of a sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    pub name: String,
    pub title: String,
    pub at: Place,
}

/// An item as a table of contents shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// `value drm`, `rule "Routed"`: its keyword comes first.
    pub called: String,
    pub at: Place,
    /// Up to its brace.
    pub head: Place,
}

/// Reads the outline of a game, as errata leave it; everything at the place where it is written.
pub fn outline(sources: &Sources) -> Outline {
    let mut found = Outline::default();
    let read = |(file, source): (FileId, &Source)| (file, wgr_grammar::parse(&source.text));
    let parsed: Vec<(FileId, Parsed)> = sources.iter().map(read).collect();
    let files: Vec<(FileId, &ast::File)> = parsed.iter().map(|(file, parsed)| (*file, &*parsed.file)).collect();
    let overlay = over(sources, &files, &mut |_, _, text| wgr_grammar::parse(text));
    for (file, tree) in overlay.files(&files) {
        found.read(file, tree);
    }
    found.written(overlay.sources(sources));
    found
}

impl Outline {
    /// Adds a file; files come in order.
    pub(crate) fn read(&mut self, file: FileId, read: &ast::File) {
        let before = self.carriers.len();
        for item in &read.items {
            let called = called(item);
            let (at, head) = (Place::new(file, item.span), Place::new(file, item.head));
            self.headings.push(Heading { called: called.clone(), at, head });
            self.board(item);
            Reader { file, item: called, out: self }.item(item);
        }
        // A statement is carried before the arms that stand in it, whatever stands between them.
        if let Some(new) = self.carriers.get_mut(before..) {
            new.sort_by_key(|carrier| carrier.at);
        }
    }

    fn written(&mut self, sources: &Sources) {
        self.carriers.iter_mut().for_each(|carrier| carrier.at = sources.written(carrier.at));
        self.rulings.iter_mut().for_each(|ruling| ruling.at = sources.written(ruling.at));
        self.phases.iter_mut().for_each(|phase| phase.at = sources.written(phase.at));
        for heading in &mut self.headings {
            (heading.at, heading.head) = (sources.written(heading.at), sources.written(heading.head));
        }
    }

    fn board(&mut self, item: &ast::Item) {
        match &item.kind {
            ItemKind::Game(game) => {
                self.board.extend(game.sides.iter().map(|side| (side.text.clone(), "side".to_owned())));
            }
            ItemKind::Map(map) => self.board.extend(map.lines.iter().filter_map(|line| match line {
                MapLine::Place { name, hex, .. } => Some((name.text.clone(), format!("hex {}", hex.text))),
                _ => None,
            })),
            _ => {}
        }
    }
}

/// `value drm`, `action attack`; what has no name is called by its keyword.
pub(crate) fn called(item: &ast::Item) -> String {
    let named = |keyword: &str, name: &str| format!("{keyword} {name}");
    match &item.kind {
        ItemKind::Rows(rows) => match rows.kind {
            RowsKind::Value => named("value", &rows.name.text),
            RowsKind::Fact => named("fact", &rows.name.text),
            RowsKind::Permit => named("permit", &rows.name.text),
            RowsKind::Zone => named("zone", &rows.name.text),
            RowsKind::Course => named("course", &rows.name.text),
            RowsKind::Path => named("path", &rows.name.text),
            RowsKind::Knowledge => named("knowledge", &rows.name.text),
            RowsKind::Obligation => named("obligation", &rows.name.text),
            RowsKind::Victory => "victory".to_owned(),
        },
        ItemKind::Game(_) => "game".to_owned(),
        ItemKind::Series(_) => "series".to_owned(),
        ItemKind::Hole(hole) => named("hole", &hole.name.text),
        ItemKind::Measure(measure) => named("measure", &measure.name.text),
        ItemKind::Scale(scale) => named("scale", &scale.name.text),
        ItemKind::Enum(item) => named("enum", &item.name.text),
        ItemKind::Piece(piece) => named("piece", &piece.name.text),
        ItemKind::Marker(marker) => named("marker", &marker.name.text),
        ItemKind::Kind(kind) => named("kind", &kind.name.text),
        ItemKind::State(state) => named("state", &state.name.text),
        ItemKind::Box(it) => named("box", &it.name.text),
        ItemKind::Option(option) => named("option", &option.name.text),
        ItemKind::Also(also) => {
            let layer = also.layer.as_ref().map(|layer| {
                let names: Vec<&str> = layer.any.iter().map(|name| name.text.as_str()).collect();
                format!(" in {}", names.join(", "))
            });
            format!("{}{}", named("also", &also.target.text), layer.unwrap_or_default())
        }
        ItemKind::Table(table) => named("table", &table.name.text),
        ItemKind::Notation(notation) => named("notation", &notation.name.text),
        ItemKind::Purchase(purchase) => named("purchase", &purchase.name.text),
        ItemKind::Limit(_) => "limit".to_owned(),
        ItemKind::Action(action) => named("action", &action.name.text),
        ItemKind::Procedure(procedure) => named("procedure", &procedure.name.text),
        ItemKind::Whenever(rule) => format!("rule \"{}\"", rule.title.text),
        ItemKind::Sequence(_) => "sequence".to_owned(),
        ItemKind::Map(_) => "map".to_owned(),
        ItemKind::Look(_) => "look".to_owned(),
        ItemKind::Order(order) => named("order", &order.side.text),
        ItemKind::Scene(scene) => named(if scene.scenario { "scenario" } else { "scene" }, &scene.name.text),
        ItemKind::Example(example) => format!("example \"{}\"", example.title.text),
        ItemKind::Ruling(ruling) => named("ruling", &ruling.name.text),
        ItemKind::Never(_) => "never".to_owned(),
        ItemKind::Allow(_) => "allow".to_owned(),
        ItemKind::Errata(errata) => format!("errata \"{}\"", errata.title.text),
        ItemKind::Broken { keyword, .. } => keyword.clone(),
    }
}

/// The cases that stand in the head of an item.
pub(crate) fn cases_of(item: &ast::Item) -> &[Case] {
    match &item.kind {
        ItemKind::Rows(rows) => &rows.cases,
        ItemKind::Scale(scale) => &scale.cases,
        ItemKind::Enum(list) => &list.cases,
        ItemKind::Piece(piece) => &piece.cases,
        ItemKind::Marker(marker) => &marker.cases,
        ItemKind::Kind(kind) => &kind.cases,
        ItemKind::State(state) => &state.cases,
        ItemKind::Box(it) => &it.cases,
        ItemKind::Option(option) => &option.cases,
        ItemKind::Table(table) => &table.cases,
        ItemKind::Purchase(purchase) => &purchase.cases,
        ItemKind::Limit(limit) => &limit.cases,
        ItemKind::Action(action) => &action.cases,
        ItemKind::Procedure(procedure) => &procedure.cases,
        ItemKind::Whenever(rule) => &rule.cases,
        ItemKind::Sequence(sequence) => &sequence.cases,
        ItemKind::Scene(scene) => &scene.cases,
        ItemKind::Ruling(ruling) => &ruling.cases,
        _ => &[],
    }
}

struct Reader<'o> {
    file: FileId,
    item: String,
    out: &'o mut Outline,
}

impl Reader<'_> {
    fn item(&mut self, item: &ast::Item) {
        match &item.kind {
            ItemKind::Rows(rows) => {
                self.head(&rows.cases, item);
                rows.rows.iter().for_each(|row| self.row(row));
            }
            ItemKind::Also(also) => also.rows.iter().for_each(|row| self.row(row)),
            ItemKind::Scale(scale) => self.head(&scale.cases, item),
            ItemKind::Enum(list) => {
                self.head(&list.cases, item);
                let each = list.members.iter();
                each.for_each(|it| self.carry(&it.cases, it.title.as_ref(), Carries::Item, None, it.span));
            }
            ItemKind::Piece(piece) => self.head(&piece.cases, item),
            ItemKind::Marker(marker) => self.head(&marker.cases, item),
            ItemKind::Kind(kind) => self.head(&kind.cases, item),
            ItemKind::State(state) => self.head(&state.cases, item),
            ItemKind::Box(it) => self.head(&it.cases, item),
            ItemKind::Option(option) => self.head(&option.cases, item),
            ItemKind::Table(table) => {
                self.head(&table.cases, item);
                table.heads.iter().for_each(|line| self.carry(&line.cases, None, Carries::Item, None, line.span));
                table.lines.iter().for_each(|line| self.carry(&line.cases, None, Carries::Item, None, line.span));
            }
            ItemKind::Purchase(purchase) => self.head(&purchase.cases, item),
            ItemKind::Limit(limit) => self.limit(limit),
            ItemKind::Action(action) => {
                self.head(&action.cases, item);
                action.limits.iter().for_each(|limit| self.limit(limit));
            }
            ItemKind::Procedure(procedure) => self.head(&procedure.cases, item),
            ItemKind::Whenever(rule) => self.carry(&rule.cases, Some(&rule.title), Carries::Statement, None, item.head),
            ItemKind::Sequence(sequence) => self.head(&sequence.cases, item),
            ItemKind::Scene(scene) if scene.scenario => {
                self.head(&scene.cases, item);
                for line in &scene.lines {
                    if let SceneLine::Turns { span, cases, title, .. } = line {
                        self.carry(cases, title.as_ref(), Carries::Item, None, *span);
                    }
                }
            }
            ItemKind::Ruling(ruling) => self.ruling(ruling, item),
            // None of these has a case that claims a line: a scene and an example serve others.
            _ => {}
        }
        statements(item, &mut |stmt| self.stmt(stmt));
    }

    fn carry(&mut self, cases: &[Case], title: Option<&Text>, sort: Carries, ruling: Option<&Name>, span: Span) {
        if cases.is_empty() && ruling.is_none() {
            return;
        }
        self.out.carriers.push(Carrier {
            cases: cases.iter().map(|case| case.text.clone()).collect(),
            title: title.map_or_else(|| self.item.clone(), |title| title.text.clone()),
            sort,
            ruling: ruling.map(|name| name.text.clone()),
            item: self.item.clone(),
            at: Place::new(self.file, span),
        });
    }

    fn head(&mut self, cases: &[Case], item: &ast::Item) {
        self.carry(cases, None, Carries::Item, None, item.head);
    }

    fn limit(&mut self, limit: &ast::Limit) {
        self.carry(&limit.cases, limit.title.as_ref(), Carries::Item, None, limit.span);
    }

    fn row(&mut self, row: &ast::Row) {
        let sort = match row.verdict.kind {
            VerdictKind::ByConstruction => Carries::Construction,
            VerdictKind::Hole(_) => Carries::Hole,
            // They shape the line or the way itself: there is nothing that they could win.
            VerdictKind::Open | VerdictKind::Best(_) => Carries::Statement,
            VerdictKind::AtLeast(_) if is_step_limit(&row.verdict.kind) => Carries::Statement,
            _ => Carries::Row,
        };
        let mut rulings = row.clauses.iter().filter_map(|clause| match clause {
            Clause::Ruling(name) => Some(name),
            _ => None,
        });
        self.carry(&row.cases, row.title.as_ref(), sort, rulings.next(), row.span);
        // A row may carry more rulings than one.
        rulings.for_each(|name| self.carry(&row.cases, row.title.as_ref(), sort, Some(name), row.span));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let sort = match &stmt.kind {
            StmtKind::ByConstruction => Carries::Construction,
            StmtKind::Hole(_) => Carries::Hole,
            _ => Carries::Statement,
        };
        self.carry(&stmt.cases, stmt.title.as_ref(), sort, stmt.ruling.as_ref(), stmt.span);
        match &stmt.kind {
            StmtKind::Phase { name, .. } => {
                let at = Place::new(self.file, stmt.span);
                let phase = |title: &Text| Phase { name: name.text.clone(), title: title.text.clone(), at };
                self.out.phases.extend(stmt.title.as_ref().map(phase));
            }
            StmtKind::Chooses(choose) => self.arms(&choose.arms),
            StmtKind::Depending { arms, .. } => self.arms(arms),
            StmtKind::Picks(picks) => picks.such_that.iter().for_each(|such| {
                self.carry(&such.cases, such.title.as_ref(), Carries::Statement, None, such.span);
            }),
            _ => {}
        }
    }

    fn arms(&mut self, arms: &[ast::Arm]) {
        for arm in arms {
            self.carry(&arm.cases, arm.title.as_ref(), Carries::Statement, None, arm.span);
        }
    }

    fn ruling(&mut self, ruling: &ast::RulingItem, item: &ast::Item) {
        let text = |text: &Text| text.text.clone();
        self.out.rulings.push(Ruling {
            name: ruling.name.text.clone(),
            cases: ruling.cases.iter().map(|case| case.text.clone()).collect(),
            question: ruling.question.as_ref().map(text).unwrap_or_default(),
            over: ruling.over.as_ref().map(|(over, under)| (text(over), text(under))),
            by: text(&ruling.by),
            because: text(&ruling.because),
            at: Place::new(self.file, item.head),
        });
    }
}
