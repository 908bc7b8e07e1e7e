//! Rows: what `CASES "Title" verdict clauses` means.
//!
//! An item's rows go into one query, or, for a course and a path, into one for each thing that they judge of a step. In
//! a query each row finds its stage, its parents by their titles, its binders, its condition and its amount. A row that
//! cannot be translated is told and left out, and the item is marked as damaged: what it lacks proves nothing.

mod applies;
mod exact;
mod memory;
mod path;
mod row;
mod sets;
mod stages;

pub(crate) use applies::RowsAt;
pub(crate) use row::{called, titles_named};

use super::Marks;
use super::builder::{Builder, ErrorReported};
use super::obligations;
use super::play::is_step_limit;
use super::reader::Reader;
use super::ty::{Noun, Ty};
use super::types::ratio;
use super::world::{DutyFuncs, RowDef, RowsDef, beside_its_hexes};
use crate::diag::{Place, says, says::RowName};
use crate::hir;
use crate::layers::same_verdict;
use crate::limits::MOST_ROWS;
use std::sync::Arc;
use wgr_grammar::ast::{self, Duty, RowsKind, VerdictKind};
use wgr_runtime::ir::{FuncId, RowIx, Type};

/// Which of an item's rows a query answers with, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Value,
    /// Of a value that is a set: which row answers.
    Which,
    /// Yes if any row says yes.
    Fact,
    /// Yes unless a row says no.
    Permit,
    Zone,
    /// Of a course: what bars a step, what it costs, where it ends the move, where one may not end.
    Bar,
    Cost,
    Stop,
    Pass,
    /// What is remembered of a step: the rows of one name.
    Remembers,
    /// Of a path.
    Avoid,
    Blocked,
    /// Of an obligation.
    Duty(Duty),
}

impl Part {
    /// Does a row with this verdict belong here? Waivers belong where their rows are.
    fn takes(self, verdict: &VerdictKind) -> bool {
        let amount = matches!(
            verdict,
            VerdictKind::Equals(_)
                | VerdictKind::Plus(_)
                | VerdictKind::Minus(_)
                | VerdictKind::Times(_)
                | VerdictKind::Rounded(_)
                | VerdictKind::AtLeast(_)
                | VerdictKind::AtMost(_)
                | VerdictKind::Hole(_)
        );
        match self {
            Part::Value => amount,
            Part::Which => matches!(verdict, VerdictKind::Equals(_)),
            // `at least 1 hex` says how far one may always go, not what a step costs.
            Part::Cost => amount && !is_step_limit(verdict),
            Part::Fact => matches!(verdict, VerdictKind::Yes | VerdictKind::No),
            Part::Permit => matches!(verdict, VerdictKind::Yes | VerdictKind::No | VerdictKind::Needs(_)),
            Part::Zone => matches!(verdict, VerdictKind::From { .. } | VerdictKind::Off),
            Part::Bar => matches!(verdict, VerdictKind::No | VerdictKind::Needs(_)),
            Part::Stop => matches!(verdict, VerdictKind::Stop),
            Part::Pass => matches!(verdict, VerdictKind::Pass),
            Part::Remembers => matches!(verdict, VerdictKind::Remembers(_)),
            Part::Avoid => matches!(verdict, VerdictKind::Avoid),
            Part::Blocked => matches!(verdict, VerdictKind::Blocked),
            Part::Duty(duty) => matches!(verdict, VerdictKind::Duty(said) if *said == duty),
        }
    }
}

/// The parts of each kind of item.
fn parts(kind: RowsKind) -> &'static [Part] {
    match kind {
        RowsKind::Value | RowsKind::Victory => &[Part::Value],
        RowsKind::Fact => &[Part::Fact],
        RowsKind::Permit | RowsKind::Knowledge => &[Part::Permit],
        RowsKind::Zone => &[Part::Zone],
        RowsKind::Course => &[Part::Bar, Part::Cost, Part::Stop, Part::Pass, Part::Remembers],
        RowsKind::Path => &[Part::Avoid, Part::Blocked, Part::Stop],
        RowsKind::Obligation => {
            &[Part::Duty(Duty::Owed), Part::Duty(Duty::Met), Part::Duty(Duty::Possible), Part::Duty(Duty::Forgiven)]
        }
    }
}

/// Where the rows of a query stand in the text, for what is proved about them.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) func: FuncId,
    /// Index of the item.
    pub(crate) item: usize,
    pub(crate) rows: Arc<[RowName]>,
}

/// Write every item's queries; where what was told and noted of each ends.
pub(crate) fn define(builder: &mut Builder<'_>) -> Marks {
    let mut marks = Marks::of(builder.world.rows.len());
    marks.ends(&builder.said());
    for index in 0..builder.world.rows.len() {
        define_one(builder, index);
        marks.ends(&builder.said());
    }
    marks
}

/// `at least 5` and `at most 3`, both of them always: of what is written as a number.
fn some_number_fits(builder: &mut Builder<'_>, index: usize, rows: &[RowDef<'_>]) {
    let mut told = Vec::new();
    let stage = |row: &RowDef<'_>| row.row.stage.as_ref().map(|stage| stage.name.text.clone());
    let always = |row: &&RowDef<'_>| {
        let tells = |clause: &ast::Clause| matches!(clause, ast::Clause::Ruling(_) | ast::Clause::Provisional(_));
        row.layer.is_none() && row.row.clauses.iter().all(tells) && !is_step_limit(&row.row.verdict.kind)
    };
    let number = |expr: &ast::Expr| ratio(expr).filter(|(_, den)| *den == 1).map(|(number, _)| number);
    for low in rows.iter().filter(always) {
        let VerdictKind::AtLeast(least) = &low.row.verdict.kind else { continue };
        for high in rows.iter().filter(always).filter(|high| stage(high) == stage(low)) {
            let VerdictKind::AtMost(most) = &high.row.verdict.kind else { continue };
            if let (Some(least), Some(most)) = (number(least), number(most))
                && most < least
                && let Some(def) = builder.world.rows.get(index)
            {
                let at = (least, low.verdict_at());
                told.push(says::no_number_between(&def.name, at, (most, high.verdict_at())));
            }
        }
    }
    told.into_iter().for_each(|what| {
        builder.tell(what);
    });
}

/// Write the queries of one item.
pub(crate) fn define_one(builder: &mut Builder<'_>, index: usize) {
    let Some(def) = builder.world.rows.get(index) else { return };
    let (kind, func, step, way, file) = (def.ast.kind, def.func, def.step, def.way, def.file);
    let mut params: Vec<(String, Ty)> = def.params.iter().map(|param| (param.name.clone(), param.ty)).collect();
    let rows = def.rows.clone();
    let ray = def.ast.from.as_ref().is_some_and(|from| from.ray);
    let at = Place::new(file, def.ast.name.span);
    if rows.len() > MOST_ROWS {
        let what = says::too_many_rows(rows.len(), MOST_ROWS, at);
        builder.tell(what);
        return;
    }
    let silent = |row: &RowDef<'_>| matches!(row.row.verdict.kind, VerdictKind::ByConstruction);
    if kind == RowsKind::Victory && rows.iter().all(silent) {
        let what = says::victory_without_rows(at);
        builder.tell(what);
        damage(builder, index);
        return;
    }
    check_titles(builder, &rows);
    otherwise_once(builder, index, &rows);
    misplaced(builder, index, kind, &rows);
    some_number_fits(builder, index, &rows);
    let hex = |name: &str| (name.to_owned(), Ty::One(Noun::Hex));
    match (kind, step, way) {
        (_, Some(step), _) => {
            params.extend([hex("start"), hex("here"), hex("there")]);
            if let Some(def) = builder.world.rows.get(index) {
                edges(builder, def, step.bar, &params);
                params.extend(beside_its_hexes(def.ast).map(|name| (name.to_owned(), Ty::YesNo)));
            }
            for (part, func) in
                [(Part::Bar, step.bar), (Part::Cost, step.cost), (Part::Stop, step.stop), (Part::Pass, step.pass)]
            {
                query(builder, index, part, func, &params, &rows);
            }
            memory::define(builder, index, &params, &rows);
        }
        (_, _, Some(way)) => {
            let judged = if ray { vec![hex("hex")] } else { vec![hex("here"), hex("there")] };
            let all: Vec<(String, Ty)> = params.iter().cloned().chain(judged).collect();
            let stop = way.stop.map(|stop| (Part::Stop, stop));
            for (part, func) in [(Part::Avoid, way.avoid), (Part::Blocked, way.blocked)].into_iter().chain(stop) {
                query(builder, index, part, func, &all, &rows);
            }
            path::define(builder, index, &params, at);
        }
        (RowsKind::Obligation, ..) => {
            for (duty, func) in builder.world.rows.get(index).and_then(|def| def.duty).iter().flat_map(DutyFuncs::all) {
                query(builder, index, Part::Duty(duty), func, &params, &rows);
            }
            obligations::define(builder, index);
        }
        (RowsKind::Value, ..) if matches!(builder.world.rows.get(index).map(|def| def.result), Some(Ty::Set(_))) => {
            sets::define(builder, index, &params, &rows);
        }
        _ => {
            if kind == RowsKind::Zone {
                params.push(hex("hex"));
            }
            if let Some(part) = parts(kind).first() {
                query(builder, index, *part, func, &params, &rows);
            }
            if let Some(law) = builder.law.as_ref().filter(|law| law.item == index) {
                query(builder, index, Part::Permit, law.passing, &params, &rows);
            }
        }
    }
}

/// Where a course enters the map and leaves it is told once, whoever moves along it.
fn edges(builder: &Builder<'_>, def: &RowsDef<'_>, func: FuncId, params: &[(String, Ty)]) {
    let at = Place::new(def.file, def.ast.name.span);
    let mut reader = Reader::of_func(builder, def.file, func, params, at);
    reader.within = def.within;
    if let Some(enters) = &def.ast.enters {
        let _ = reader.read_as(enters, Ty::Set(Noun::Hex));
    }
    if let Some(leaves) = &def.ast.leaves {
        let _ = reader.leaves(leaves);
    }
}

/// Titles name rows: each its own within an item.
fn check_titles(builder: &mut Builder<'_>, rows: &[RowDef<'_>]) {
    let mut seen: Vec<&RowDef<'_>> = Vec::new();
    for def in rows {
        let Some(title) = &def.row.title else { continue };
        let at = Place::new(def.file, title.span);
        match seen.iter().find(|known| known.row.title.as_ref().is_some_and(|known| known.text == title.text)) {
            Some(first) if same_rule(first, def) => {
                let what = says::same_rule_twice(&row::called(def.row), row::head(def), row::head(first));
                builder.tell(what);
            }
            Some(first) => {
                let first = first.row.title.as_ref().map_or(at, |title| Place::new(first.file, title.span));
                let what = says::twice_titled(&title.text, at, first);
                builder.tell(what);
            }
            None => seen.push(def),
        }
    }
}

/// One row is for all else; of those of several scenarios one in each.
fn otherwise_once(builder: &mut Builder<'_>, index: usize, rows: &[RowDef<'_>]) {
    let is_otherwise =
        |def: &&RowDef<'_>| def.row.clauses.iter().any(|clause| matches!(clause, ast::Clause::Otherwise(_)));
    let mut seen: Vec<&RowDef<'_>> = Vec::new();
    for def in rows.iter().filter(is_otherwise) {
        let meets = |first: &&&RowDef<'_>| match (&first.layer, &def.layer) {
            (Some(one), Some(other)) => builder.may_meet(one, other),
            (Some(_) | None, _) => true,
        };
        match seen.iter().find(meets) {
            Some(first) => {
                let what = says::otherwise_twice(row::head(def), row::head(first));
                builder.tell(what);
                damage(builder, index);
            }
            None => seen.push(def),
        }
    }
}

/// One printed rule in two places: the same case and title, and the same said.
fn same_rule(a: &RowDef<'_>, b: &RowDef<'_>) -> bool {
    let cases = |def: &RowDef<'_>| def.row.cases.iter().map(|case| case.text.clone()).collect::<Vec<String>>();
    cases(a) == cases(b) && !a.row.cases.is_empty() && same_verdict(&a.row.verdict, &b.row.verdict)
}

/// A verdict that this kind of item does not know.
fn misplaced(builder: &mut Builder<'_>, index: usize, kind: RowsKind, rows: &[RowDef<'_>]) {
    for def in rows {
        let verdict = &def.row.verdict;
        let anywhere = matches!(verdict.kind, VerdictKind::Waives | VerdictKind::ByConstruction | VerdictKind::Broken);
        let whole_move = kind == RowsKind::Course && is_step_limit(&verdict.kind);
        let path = kind == RowsKind::Path && matches!(verdict.kind, VerdictKind::Best(_) | VerdictKind::Open);
        if !anywhere && !path && !whole_move && !parts(kind).iter().any(|part| part.takes(&verdict.kind)) {
            let at = def.verdict_at();
            let sign = Place { span: wgr_grammar::Span { end: at.span.start + 1, ..at.span }, ..at };
            let what = match without_sign(kind, &verdict.kind).filter(|_| builder.sources.text(sign) == "=") {
                Some(word) => says::answer_with_a_sign(word, sign),
                None => says::verdict_misplaced(kind, at),
            };
            builder.tell(what);
            damage(builder, index);
        }
        // A whole move, and what of several ways is best, is asked without rows.
        if def.layer.is_some() && (whole_move || path) {
            let what = says::in_no_scenario_alone(def.verdict_at());
            builder.tell(what);
            damage(builder, index);
        }
        let against =
            |of: &&RowDef<'_>| matches!(of.row.verdict.kind, VerdictKind::Rounded(_)) && row::names(def.row, of);
        if let Some(rounds) = rows.iter().find(against) {
            let what = says::rounds_under_a_condition(row::head(rounds));
            builder.tell(what);
            damage(builder, index);
        }
        if matches!(verdict.kind, VerdictKind::Broken) {
            damage(builder, index);
        }
    }
}

/// `= no`, where `no` would be an answer.
fn without_sign(kind: RowsKind, verdict: &VerdictKind) -> Option<&'static str> {
    let VerdictKind::Equals(said) = verdict else { return None };
    let takes = |verdict: VerdictKind| parts(kind).iter().any(|part| part.takes(&verdict));
    let yes = matches!(said.kind, ast::ExprKind::Yes) && takes(VerdictKind::Yes);
    let no = matches!(said.kind, ast::ExprKind::No) && takes(VerdictKind::No);
    if yes { Some("yes") } else { no.then_some("no") }
}

pub(crate) fn damage(builder: &mut Builder<'_>, index: usize) {
    if let Some(def) = builder.world.rows.get_mut(index) {
        def.damaged = true;
    }
}

/// One query of an item, with the rows that belong to it.
fn query(
    builder: &mut Builder<'_>,
    index: usize,
    part: Part,
    func: FuncId,
    params: &[(String, Ty)],
    all: &Arc<[RowDef<'_>]>,
) {
    let Some(def) = builder.world.rows.get(index) else { return };
    let (file, within, result, lacks_rows) = (def.file, def.within, def.result, def.lacks_rows);
    let at = Place::new(file, def.ast.name.span);
    let otherwise = def.ast.otherwise.as_ref();
    let groups = def.groups.clone();
    if let Some(expr) = otherwise {
        check_otherwise(builder, file, (part, all), expr);
    }
    let stage_names: Vec<ast::Name> =
        builder.world.rows.get(index).map(|def| def.ast.stages.clone()).unwrap_or_default();
    let order = row::order(builder, part, all, lacks_rows);
    let mut reader = Reader::of_func(builder, file, func, params, at);
    reader.within = within;
    let passes = reader.m.law.as_ref().filter(|law| law.item == index).map(|law| law.passing == func);
    reader.arriving = passes.map(|passes| !passes);
    reader.rows = Some(RowsAt::new(all.clone(), lacks_rows));
    let rounded = all.iter().any(|def| matches!(def.row.verdict.kind, VerdictKind::Rounded(_)));
    let asked = row::Asked { part, result, rounded };
    let mut plan = stages::Plan::new(part, &stage_names, groups);
    let mut made = row::Made::default();
    let mut damaged = false;
    for at in order {
        let Some(def) = all.get(at) else { continue };
        reader.file = def.file;
        if row::read(&mut reader, asked, at, def, &mut plan, &mut made).is_err() {
            damaged = true;
        }
    }
    if part == Part::Value && beyond(&mut reader, func, result, all).is_err() {
        damaged = true;
    }
    let (stages, order) = plan.finish();
    for row in &mut made.rows {
        if let Some(stage) = order.get(row.stage.index()) {
            row.stage = *stage;
        }
    }
    let counted = || !damaged && matches!(part, Part::Value | Part::Cost);
    if counted() && exact::countable(&mut reader, result, &stages, &made.rows, &made.origins, at).is_err() {
        damaged = true;
    }
    let rulings = rulings(&mut reader, &made.titles);
    let (rows, binders) = (hir::Rows { rows: made.rows, stages, rulings }, reader.binders);
    builder.has_read(func, binders, hir::Body::Rows(rows), at);
    // What is said of those who pass is what is said of those who stay, less what is said of these alone.
    if passes != Some(true) {
        builder.origins.push(Origin { func, item: index, rows: made.origins.into() });
    }
    if damaged {
        damage(builder, index);
    }
}

/// Answers written as numbers lie in the range of the value, where no other row changes them.
fn beyond(reader: &mut Reader<'_, '_>, func: FuncId, result: Ty, all: &[RowDef<'_>]) -> Result<(), ErrorReported> {
    let (Ty::Number { den, .. }, Some(Type::Scalar(range))) = (result, reader.m.program.func(func).ret) else {
        return Ok(());
    };
    let changed = |def: &RowDef<'_>| {
        let kind = &def.row.verdict.kind;
        !matches!(
            kind,
            VerdictKind::Equals(_) | VerdictKind::Waives | VerdictKind::ByConstruction | VerdictKind::Hole(_)
        )
    };
    if all.iter().any(changed) {
        return Ok(());
    }
    let mut done = Ok(());
    for def in all {
        let VerdictKind::Equals(expr) = &def.row.verdict.kind else { continue };
        let digits = match &expr.kind {
            ast::ExprKind::Unit(amount, _) => &amount.kind,
            other => other,
        };
        let ast::ExprKind::Number(digits) = digits else { continue };
        let Some(value) = digits.parse::<i64>().ok().and_then(|value| value.checked_mul(i64::from(den))) else {
            continue;
        };
        if !range.contains(value) {
            let at = Place::new(def.file, expr.span);
            done = Err(reader.tell(says::out_of_range(value, range, at)));
        }
    }
    done
}

/// `otherwise no` of a fact and `otherwise yes` of a permit say what holds anyway; the other way round is a slip.
fn check_otherwise(
    builder: &mut Builder<'_>,
    file: crate::source::FileId,
    (part, rows): (Part, &[RowDef<'_>]),
    expr: &ast::Expr,
) {
    let right = match part {
        Part::Fact => matches!(expr.kind, ast::ExprKind::No),
        Part::Permit => matches!(expr.kind, ast::ExprKind::Yes),
        _ => return,
    };
    if !right {
        let fact = part == Part::Fact;
        let turned = rows.iter().any(|row| match row.row.verdict.kind {
            ast::VerdictKind::No | ast::VerdictKind::Needs(_) => !fact,
            ast::VerdictKind::Yes => fact,
            _ => false,
        });
        let what = says::otherwise_turned(fact, turned, Place::new(file, expr.span));
        builder.tell(what);
    }
}

/// Rulings that say which of two rows of this query wins.
fn rulings(reader: &mut Reader<'_, '_>, titles: &[(String, RowIx)]) -> Vec<hir::Ruling> {
    let mut found = Vec::new();
    for (file, item) in reader.m.items() {
        let ast::ItemKind::Ruling(ruling) = &item.kind else { continue };
        let Some((over, under)) = &ruling.over else { continue };
        let row = |title: &str| titles.iter().find(|(known, _)| known == title).map(|(_, row)| *row);
        if let (Some(over), Some(under)) = (row(&over.text), row(&under.text)) {
            reader.file = file;
            let site = reader.site_of(&ruling.cases, &format!("ruling {}", ruling.name.text));
            reader.m.said().used_rulings.insert(ruling.name.text.clone());
            found.push(hir::Ruling { site, over, under });
        }
    }
    found
}
