//! Rulings: where the book leaves something open, who decided it, and what carries the decision.
//!
//! In: the world with its rows written. Out: what is wrong with rulings, told: a ruling that nothing carries and that
//! settles nothing, a name that no ruling has, `"A" over "B"` of rows that are not there or never judged together; and
//! all that is provisional or missing, as a list.

use super::builder::Builder;
use super::world::Entry;
use crate::diag::{Place, says};
use crate::source::FileId;
use std::collections::BTreeSet;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Clause, ItemKind, Name, StmtKind, Text, VerdictKind};

/// Something that is not the book's: invented until it is known, or not there at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsettled {
    pub at: Place,
    /// What it is about: `6.5 "Marsh"`, `order French`.
    pub what: String,
    /// The author's reason.
    pub ground: String,
    /// It is a whole item, as a table.
    pub whole: bool,
    /// Playing stops here; otherwise something stands in for it.
    pub hole: bool,
}

type Declared<'a> = (FileId, &'a ast::RulingItem);

/// What is wrong with the rulings of a game whose rows have been written.
pub(crate) fn check(builder: &mut Builder<'_>) {
    let declared = declared(builder);
    let names: Vec<String> = declared.iter().map(|(_, ruling)| ruling.name.text.clone()).collect();
    let mut carried: BTreeSet<String> = BTreeSet::new();
    let all = carriers(builder);
    carried.extend(all.iter().map(|(_, name, _)| name.text.clone()).filter(|name| names.contains(name)));
    for (file, name, cases) in all {
        if !names.contains(&name.text) {
            // One that nothing carries, on a case of this row, is the one that is meant.
            let meant = declared.iter().map(|(_, ruling)| *ruling).find(|ruling| {
                !carried.contains(&ruling.name.text) && ruling.cases.iter().any(|case| cases.contains(&case.text))
            });
            let known = meant.map_or_else(|| names.clone(), |ruling| vec![ruling.name.text.clone()]);
            carried.extend(meant.map(|ruling| ruling.name.text.clone()));
            let what = says::unknown_name("ruling", &name.text, &known, Place::new(file, name.span));
            builder.tell(what);
        }
    }
    for (file, ruling) in declared {
        let name = &ruling.name.text;
        let at = Place::new(file, ruling.name.span);
        let used = builder.said().used_rulings.contains(name);
        let settles = match &ruling.over {
            Some((over, under)) => settles(builder, file, over, under, used),
            None => false,
        };
        if !settles && !carried.contains(name) && !in_something_broken(builder, name) {
            let what = says::unread_ruling(name, at);
            builder.tell(what);
        }
    }
}

fn declared<'a>(builder: &mut Builder<'a>) -> Vec<Declared<'a>> {
    let mut found: Vec<Declared<'a>> = Vec::new();
    for (file, item) in builder.items() {
        let ItemKind::Ruling(ruling) = &item.kind else { continue };
        for case in &ruling.cases {
            builder.cite(file, case);
        }
        match found.iter().find(|(_, known)| known.name.text == ruling.name.text) {
            Some((first, known)) => {
                let (at, first) = (Place::new(file, ruling.name.span), Place::new(*first, known.name.span));
                builder.tell(says::twice_named(&ruling.name.text, at, first));
            }
            None => found.push((file, ruling)),
        }
    }
    found
}

/// Every `ruling Q-8` of a row or statement, with its cases.
fn carriers<'a>(builder: &Builder<'a>) -> Vec<(FileId, Name, Vec<String>)> {
    let texts = |cases: &[ast::Case]| cases.iter().map(|case| case.text.clone()).collect::<Vec<String>>();
    let of_row = |file: FileId, row: &ast::Row| {
        let cases = texts(&row.cases);
        clause_names(row).map(|name| (file, name.clone(), cases.clone())).collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    for def in builder.world.rows.iter().flat_map(|def| def.rows.iter()) {
        found.extend(of_row(def.file, def.row));
    }
    for (file, item) in builder.written() {
        // Rows of an item that was refused are not in the world.
        let rows = match &item.kind {
            ItemKind::Rows(rows) if builder.world.entry(&rows.name.text) == Some(Entry::Broken) => &rows.rows[..],
            ItemKind::Also(also) if !matches!(builder.world.entry(&also.target.text), Some(Entry::Rows(_))) => {
                &also.rows[..]
            }
            _ => &[],
        };
        found.extend(rows.iter().flat_map(|row| of_row(file, row)));
        super::walk::statements(item, &mut |stmt| {
            found.extend(stmt.ruling.iter().map(|name| (file, name.clone(), texts(&stmt.cases))));
        });
    }
    found
}

fn clause_names(row: &ast::Row) -> impl Iterator<Item = &Name> {
    row.clauses.iter().filter_map(|clause| match clause {
        Clause::Ruling(name) => Some(name),
        _ => None,
    })
}

/// Does `"A" over "B"` say which of two rows wins? What is wrong with it otherwise is told, and then it counts as doing
/// so: one mistake, one message.
fn settles(builder: &mut Builder<'_>, file: FileId, over: &Text, under: &Text, used: bool) -> bool {
    if used {
        return true;
    }
    let has = |def: &super::world::RowsDef<'_>, text: &Text| {
        def.rows.iter().any(|def| def.row.title.as_ref().is_some_and(|title| title.text == text.text))
    };
    let rows = &builder.world.rows;
    if let Some(def) = rows.iter().find(|def| has(def, over) && has(def, under)) {
        return def.damaged;
    }
    let mut missing: Vec<&Text> = Vec::new();
    for text in [over, under] {
        if !rows.iter().any(|def| has(def, text)) {
            missing.push(text);
        }
    }
    if missing.is_empty() {
        let span = Span { start: over.span.start, end: under.span.end };
        let item = |text: &Text| rows.iter().find(|def| has(def, text)).map_or("", |def| def.name.as_str());
        let what = says::ruling_apart((&over.text, item(over)), (&under.text, item(under)), Place::new(file, span));
        builder.tell(what);
        return true;
    }
    // Near titles of the item that has the other row, or of all.
    let other = rows.iter().find(|def| has(def, over) || has(def, under));
    let known: Vec<String> = rows
        .iter()
        .filter(|def| other.is_none_or(|other| other.name == def.name))
        .flat_map(|def| def.rows.iter())
        .filter_map(|def| Some(def.row.title.as_ref()?.text.clone()))
        .collect();
    let missing: Vec<(String, Place)> =
        missing.iter().map(|text| (text.text.clone(), Place::new(file, text.span))).collect();
    for (title, at) in missing {
        if !in_something_broken(builder, &format!("\"{title}\"")) {
            builder.tell(says::ruling_of_no_row(&title, &known, at));
        }
    }
    true
}

/// A broken line, row or item may carry it.
fn in_something_broken(builder: &Builder<'_>, text: &str) -> bool {
    let holds = |file: FileId, span: Span| builder.sources.text(Place::new(file, span)).contains(text);
    let row = |file: FileId, row: &ast::Row| matches!(row.verdict.kind, VerdictKind::Broken) && holds(file, row.span);
    builder.written().any(|(file, item)| match &item.kind {
        ItemKind::Broken { .. } => holds(file, item.span),
        ItemKind::Rows(rows) => rows.rows.iter().any(|of| row(file, of)),
        ItemKind::Also(also) => also.rows.iter().any(|of| row(file, of)),
        _ => {
            let mut found = false;
            super::walk::statements(item, &mut |stmt| {
                found |= matches!(stmt.kind, StmtKind::Broken) && holds(file, stmt.span);
            });
            found
        }
    })
}

/// All that is provisional or missing, by place.
pub(crate) fn unsettled(builder: &Builder<'_>) -> Vec<Unsettled> {
    let mut found = Vec::new();
    for def in builder.world.rows.iter().flat_map(|def| def.rows.iter()) {
        let what = called(&def.row.cases, def.row.title.as_ref());
        for clause in &def.row.clauses {
            if let Clause::Provisional(ground) = clause {
                found.push(noted(Place::new(def.file, ground.span), &what, ground, false));
            }
        }
        if let VerdictKind::Hole(ground) = &def.row.verdict.kind {
            found.push(noted(def.verdict_at(), &what, ground, true));
        }
    }
    for (file, item) in builder.items() {
        if let Some((what, ground)) = whole(item) {
            found.push(Unsettled { whole: true, ..noted(Place::new(file, ground.span), &what, ground, false) });
        }
        super::walk::statements(item, &mut |stmt| {
            let what = Some(called(&stmt.cases, stmt.title.as_ref())).filter(|what| !what.is_empty());
            let what = what.unwrap_or_else(|| crate::outline::called(item));
            if let Some(ground) = &stmt.provisional {
                found.push(noted(Place::new(file, ground.span), &what, ground, false));
            }
            if let StmtKind::Hole(ground) = &stmt.kind {
                found.push(noted(Place::new(file, stmt.span), &what, ground, true));
            }
        });
    }
    found.sort_by_key(|one| one.at);
    found
}

/// An item that is provisional as a whole, and its ground.
fn whole(item: &ast::Item) -> Option<(String, &Text)> {
    let (what, ground) = match &item.kind {
        ItemKind::Map(map) => {
            let title = map.title.as_ref().map_or_else(String::new, |title| format!(" \"{}\"", title.text));
            (format!("map{title}"), &map.provisional)
        }
        ItemKind::Marker(marker) => (format!("marker {}", marker.name.text), &marker.provisional),
        ItemKind::Table(table) => (format!("table {}", table.name.text), &table.provisional),
        ItemKind::Order(order) => (format!("order {}", order.side.text), &order.provisional),
        ItemKind::Scene(scene) => {
            let word = if scene.scenario { "scenario" } else { "scene" };
            (format!("{word} {}", scene.name.text), &scene.provisional)
        }
        _ => return None,
    };
    Some((what, ground.as_ref()?))
}

fn noted(at: Place, what: &str, ground: &Text, hole: bool) -> Unsettled {
    Unsettled { at, what: what.to_owned(), ground: ground.text.clone(), whole: false, hole }
}

fn called(cases: &[ast::Case], title: Option<&Text>) -> String {
    let cases: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    let title = title.map(|title| format!("\"{}\"", title.text)).unwrap_or_default();
    format!("{} {title}", cases.join(", ")).trim().to_owned()
}
