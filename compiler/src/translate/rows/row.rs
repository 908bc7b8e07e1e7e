//! One row of a query: its relation to other rows, its binders, its condition, its amount.

use super::Part;
use super::stages::Plan;
use crate::diag::{Place, says};
use crate::translate::builder::{Builder, ErrorReported};
use crate::translate::reader::{Bound, Narrow};
use crate::translate::ty::{Ty, Unit};
use crate::translate::world::RowDef;
use crate::translate::writer::Writer;
use wgr_grammar::ast::{self, Clause, Text, VerdictKind};
use wgr_runtime::engine::Counted;
use wgr_runtime::ir::{
    self, BinaryOp, Body, Expr, ExprId, FaultText, FuncKind, LocalId, RowIx, RowKind, StmtKind, UnaryOp,
};

/// What has been written of a query so far.
#[derive(Default)]
pub(super) struct Made {
    pub(super) rows: Vec<ir::Row>,
    pub(super) titles: Vec<(String, RowIx)>,
    pub(super) origins: Vec<(Place, String)>,
    /// By row: the names its binders gave, and what its condition says of kinds.
    known: Vec<(Vec<Bound>, Vec<Narrow>)>,
}

impl Made {
    fn row(&self, title: &str) -> Option<RowIx> {
        self.titles.iter().find(|(known, _)| known == title).map(|(_, row)| *row)
    }
}

fn titles_named(row: &ast::Row) -> impl Iterator<Item = &Text> {
    row.clauses.iter().flat_map(|clause| match clause {
        Clause::ExceptionTo(titles, _) | Clause::Waives(titles, _) => titles.as_slice(),
        _ => &[],
    })
}

/// The rows that belong to a query, each after those it names. Names of rows that are not there, and circles, are told.
pub(super) fn order(builder: &mut Builder<'_>, part: Part, all: &[RowDef]) -> Vec<usize> {
    let at_title = |title: &str| all.iter().position(|def| def.row.title.as_ref().is_some_and(|t| t.text == title));
    let takes = |(at, def): (usize, &RowDef)| part.takes(&def.row.verdict.kind).then_some(at);
    let mut own: Vec<usize> = all.iter().enumerate().filter_map(takes).collect();
    // A waiver belongs to every query that has a row it waives, another waiver too.
    loop {
        let waives = |def: &RowDef| {
            matches!(def.row.verdict.kind, VerdictKind::Waives)
                && titles_named(&def.row).filter_map(|title| at_title(&title.text)).any(|at| own.contains(&at))
        };
        let more = all.iter().enumerate().filter(|(at, def)| !own.contains(at) && waives(def));
        let more: Vec<usize> = more.map(|(at, _)| at).collect();
        if more.is_empty() {
            break;
        }
        own.extend(more);
    }
    own.sort_unstable();
    let first =
        matches!(part, Part::Value | Part::Which | Part::Fact | Part::Permit | Part::Zone | Part::Bar | Part::Avoid);
    if first {
        unknown_titles(builder, all);
    }
    // A source that is off has to be one: where a zone comes from is written first.
    let off = |at: usize| all.get(at).is_some_and(|def| matches!(def.row.verdict.kind, VerdictKind::Off));
    own.sort_by_key(|at| off(*at));
    let mut placed: Vec<usize> = Vec::new();
    loop {
        let before = placed.len();
        for at in &own {
            let Some(def) = all.get(*at) else { continue };
            let waits = titles_named(&def.row)
                .filter_map(|title| at_title(&title.text))
                .any(|parent| own.contains(&parent) && !placed.contains(&parent));
            if !waits && !placed.contains(at) {
                placed.push(*at);
            }
        }
        if placed.len() == before {
            break;
        }
    }
    let stuck: Vec<&RowDef> = own.iter().filter(|at| !placed.contains(at)).filter_map(|at| all.get(*at)).collect();
    if let Some(def) = stuck.first() {
        let titles: Vec<String> = stuck.iter().filter_map(|def| Some(def.row.title.as_ref()?.text.clone())).collect();
        let what = says::rows_in_circle(&titles, Place::new(def.file, def.row.span));
        builder.tell(what);
    }
    placed
}

fn unknown_titles(builder: &mut Builder<'_>, all: &[RowDef]) {
    let known: Vec<String> = all.iter().filter_map(|def| Some(def.row.title.as_ref()?.text.clone())).collect();
    for def in all {
        for title in titles_named(&def.row).filter(|title| !known.contains(&title.text)) {
            let what = says::unknown_row(&title.text, &known, Place::new(def.file, title.span));
            builder.tell(what);
        }
    }
}

pub(super) fn write(
    writer: &mut Writer<'_, '_>,
    part: Part,
    result: Ty,
    at: usize,
    def: &RowDef,
    plan: &mut Plan,
    made: &mut Made,
) -> Result<(), ErrorReported> {
    let row = &def.row;
    let kind = relation(writer, def, made)?;
    let stage = match &kind {
        RowKind::Over { parents, .. } | RowKind::Waive(parents) => {
            let first = parents.first().and_then(|parent| made.rows.get(parent.index()));
            first.map(|row| (row.stage, row.group)).ok_or(ErrorReported)?
        }
        RowKind::Base | RowKind::Otherwise => {
            let stage = plan.stage(def).map_err(|what| writer.tell(*what))?;
            (stage, row.group.and_then(|group| plan.group(group, stage)))
        }
    };
    let inherits = match &kind {
        RowKind::Over { parents, even: false } => parents.clone(),
        RowKind::Base | RowKind::Otherwise | RowKind::Over { .. } | RowKind::Waive(_) => Vec::new(),
    };
    let (names, narrowed) = (writer.scope.len(), writer.narrowed.len());
    if let [parent] = inherits.as_slice()
        && let Some((bound, known)) = made.known.get(parent.index())
    {
        writer.scope.extend(bound.iter().cloned());
        writer.narrowed.extend(known.iter().copied());
    }
    let body = body(writer, part, result, at, def);
    let bound = writer.scope.get(names..).unwrap_or_default().to_vec();
    let known = writer.narrowed.get(narrowed..).unwrap_or_default().to_vec();
    writer.scope.truncate(names);
    writer.narrowed.truncate(narrowed);
    let body = body?;
    let title = row.title.as_ref().map_or("", |title| title.text.as_str());
    let site = writer.m.site(def.file, &row.cases, title);
    let index = RowIx::new(made.rows.len());
    let value = if matches!(kind, RowKind::Waive(_)) { None } else { body.value };
    if let (Ty::Step(scale), VerdictKind::Equals(_)) = (result, &row.verdict.kind) {
        let func = writer.id();
        writer.m.along.insert(Counted::Amount(func, site), scale);
    }
    made.rows.push(ir::Row {
        label: format!("row{}", at + 1),
        site,
        stage: stage.0,
        group: stage.1,
        kind,
        binders: body.binders,
        guard: body.guard,
        value,
    });
    made.titles.push((title.to_owned(), index));
    made.origins.push((head(def), called(row)));
    made.known.push((bound, known));
    Ok(())
}

/// How messages call a row: `6.5 "Marsh"`.
pub(super) fn called(row: &ast::Row) -> String {
    let cases: Vec<&str> = row.cases.iter().map(|case| case.text.as_str()).collect();
    let title = row.title.as_ref().map(|title| format!("\"{}\"", title.text)).unwrap_or_default();
    format!("{} {title}", cases.join(", ")).trim().to_owned()
}

/// Its cases, its title and what it says, without its clauses.
pub(super) fn head(def: &RowDef) -> Place {
    let row = &def.row;
    // What an erratum says stands elsewhere.
    let own = row.span.start < row.verdict.span.end && row.verdict.span.end <= row.span.end;
    let end = if def.verdict_file == def.file && own {
        row.verdict.span.end
    } else {
        row.title.as_ref().map_or(row.span.end, |title| title.span.end)
    };
    Place::new(def.file, wgr_grammar::Span { start: row.span.start, end })
}

/// Base, exception, waiver, `otherwise`.
fn relation(writer: &mut Writer<'_, '_>, def: &RowDef, made: &Made) -> Result<RowKind, ErrorReported> {
    let row = &def.row;
    let even = row.clauses.iter().any(|clause| matches!(clause, Clause::EvenWhen(..)));
    for clause in &row.clauses {
        match clause {
            Clause::ExceptionTo(titles, _) => {
                let parents: Vec<RowIx> = titles.iter().filter_map(|title| made.row(&title.text)).collect();
                // A parent that is not there has been told, here or where it is broken.
                return if parents.is_empty() { Err(ErrorReported) } else { Ok(RowKind::Over { parents, even }) };
            }
            Clause::Waives(titles, _) => {
                let rows: Vec<RowIx> = titles.iter().filter_map(|title| made.row(&title.text)).collect();
                return if rows.is_empty() { Err(ErrorReported) } else { Ok(RowKind::Waive(rows)) };
            }
            Clause::Otherwise(_) => return Ok(RowKind::Otherwise),
            _ => {}
        }
    }
    match &row.verdict.kind {
        VerdictKind::Off => {
            let sources = made.rows.iter().enumerate().filter(|(_, row)| matches!(row.kind, RowKind::Base));
            let parents: Vec<RowIx> = sources.map(|(at, _)| RowIx::new(at)).collect();
            if parents.is_empty() {
                return Err(writer.tell(says::zone_without_source(def.verdict_at())));
            }
            Ok(RowKind::Over { parents, even: false })
        }
        VerdictKind::Waives => {
            let at = Place::new(def.file, row.span);
            Err(writer.tell(says::waives_nothing(at)))
        }
        _ => Ok(RowKind::Base),
    }
}

struct RowBody {
    binders: Vec<(LocalId, ExprId)>,
    guard: Option<ExprId>,
    value: Option<ExprId>,
}

fn body(
    writer: &mut Writer<'_, '_>,
    part: Part,
    result: Ty,
    at: usize,
    def: &RowDef,
) -> Result<RowBody, ErrorReported> {
    let row = &def.row;
    let mut binders = Vec::new();
    let mut guards: Vec<ExprId> = Vec::new();
    let mut told = false;
    if let VerdictKind::From { source, within, distance } = &row.verdict.kind {
        writer.file = def.verdict_file;
        let made = zone_source(writer, source, *within, distance, row);
        writer.file = def.file;
        let (binder, guard) = made?;
        binders.push(binder);
        guards.push(guard);
    }
    for clause in &row.clauses {
        let guard = match clause {
            Clause::ForEach(name, set) => {
                match for_each(writer, name, set) {
                    Ok(binder) => binders.push(binder),
                    Err(ErrorReported) => told = true,
                }
                continue;
            }
            Clause::When(cond) | Clause::EvenWhen(_, cond) => writer.cond(cond).map(|cond| {
                writer.narrowed.extend(cond.yes);
                cond.expr
            }),
            Clause::Unless(cond) => writer.cond(cond).map(|cond| {
                writer.narrowed.extend(cond.no);
                writer.unary(UnaryOp::Not, cond.expr)
            }),
            Clause::ExceptionTo(..)
            | Clause::Waives(..)
            | Clause::Otherwise(_)
            | Clause::Ruling(_)
            | Clause::Provisional(_) => continue,
        };
        match guard {
            Ok(guard) => guards.push(guard),
            Err(ErrorReported) => told = true,
        }
    }
    writer.file = def.verdict_file;
    // It refuses where what it needs is not so.
    if let VerdictKind::Needs(needed) = &row.verdict.kind {
        match writer.cond(needed) {
            Ok(cond) => guards.push(writer.unary(UnaryOp::Not, cond.expr)),
            Err(ErrorReported) => told = true,
        }
    }
    let value = match part {
        Part::Which => Ok(Some(writer.number(at as i64, 1))),
        _ => amount(writer, part, result, row),
    };
    writer.file = def.file;
    if told {
        return Err(ErrorReported);
    }
    let value = value?;
    writer.stand(row.span);
    Ok(RowBody { binders, guard: writer.all_of(guards), value })
}

fn for_each(
    writer: &mut Writer<'_, '_>,
    name: &ast::Name,
    set: &ast::Expr,
) -> Result<(LocalId, ExprId), ErrorReported> {
    let at = writer.fresh_name(name)?;
    let term = writer.set(set)?;
    let noun = term.ty.noun().ok_or(ErrorReported)?;
    let ir = writer.m.ir_type(Ty::One(noun));
    let local = writer.bind(&name.text, Ty::One(noun), ir, at);
    Ok((writer.new_slot(local), term.id))
}

/// `from S to hexes at 1`: the row holds for each source within reach of the hex.
fn zone_source(
    writer: &mut Writer<'_, '_>,
    source: &ast::Expr,
    within: bool,
    distance: &ast::Expr,
    row: &ast::Row,
) -> Result<((LocalId, ExprId), ExprId), ErrorReported> {
    let name = ast::Name { text: "source".to_owned(), span: row.verdict.span };
    let binder = for_each(writer, &name, source)?;
    if writer.bound("source").map(|bound| bound.ty).and_then(Ty::kinds).is_none() {
        let at = writer.place(source.span);
        return Err(writer.tell(says::zone_of_pieces(at)));
    }
    let hexes = writer.m.world.measures.iter().position(|measure| measure.name == "hex").map_or(Unit::Any, Unit::Of);
    let far = writer.expr_as(distance, Ty::Number { unit: hexes, den: 1 })?;
    let piece = writer.get(binder.0);
    let stands = writer.stands(piece);
    let stands = writer.surely(stands);
    let hex = writer.bound("hex").map(|bound| bound.local).ok_or(ErrorReported)?;
    let hex = writer.slot(hex);
    let hex = writer.get(hex);
    let distance = writer.distance(stands, hex);
    let op = if within { BinaryOp::Le } else { BinaryOp::Eq };
    Ok((binder, writer.binary(op, distance, far)))
}

fn amount(
    writer: &mut Writer<'_, '_>,
    part: Part,
    result: Ty,
    row: &ast::Row,
) -> Result<Option<ExprId>, ErrorReported> {
    writer.stand(row.verdict.span);
    // A shift along a scale is counted in its measure.
    let want = match result {
        Ty::Step(scale) => {
            let unit = writer.m.world.scales.get(scale).map_or(Unit::Any, |def| Unit::Of(def.measure));
            Ty::Number { unit, den: 1 }
        }
        other => other,
    };
    Ok(Some(match &row.verdict.kind {
        VerdictKind::Equals(expr) => writer.expr_as(expr, result)?,
        VerdictKind::Plus(expr) => number(writer, expr, want)?,
        VerdictKind::Minus(expr) => {
            let id = number(writer, expr, want)?;
            writer.unary(UnaryOp::Neg, id)
        }
        VerdictKind::Times(expr) => number(writer, expr, Ty::Number { unit: Unit::Plain, den: FINE })?,
        VerdictKind::AtLeast(expr) | VerdictKind::AtMost(expr) => writer.expr_as(expr, want)?,
        VerdictKind::Yes | VerdictKind::From { .. } | VerdictKind::Stop | VerdictKind::Pass | VerdictKind::Blocked => {
            writer.truth(true)
        }
        VerdictKind::No | VerdictKind::Needs(_) | VerdictKind::Off | VerdictKind::Avoid => writer.truth(false),
        VerdictKind::Hole(why) => hole(writer, row, why, part, result),
        VerdictKind::Waives
        | VerdictKind::ByConstruction
        | VerdictKind::Open
        | VerdictKind::Best(_)
        | VerdictKind::Broken => return Ok(None),
    }))
}

/// A factor may be any fraction that divides this.
const FINE: u32 = 60 * 60;

fn number(writer: &mut Writer<'_, '_>, expr: &ast::Expr, want: Ty) -> Result<ExprId, ErrorReported> {
    if !want.is_number() {
        let at = writer.place(expr.span);
        let found = writer.m.world.ty_name(want);
        return Err(writer.tell(says::no_arithmetic(&found, at)));
    }
    writer.expr_as(expr, want)
}

/// What the book does not say: asking for it is a fault that says so.
fn hole(writer: &mut Writer<'_, '_>, row: &ast::Row, why: &Text, _part: Part, result: Ty) -> ExprId {
    let at = writer.place(row.verdict.span);
    let title = format!("not there: {}", why.text);
    let file = writer.file;
    let site = writer.m.site(file, &row.cases, &title);
    let ir = writer.m.ir_type(result);
    let func = writer.m.declare("hole", FuncKind::Query, Vec::new(), Some(ir), at);
    let pos = writer.pos();
    let fail = ir::Stmt { kind: StmtKind::Fail { site, text: FaultText::Hole }, at: pos };
    if let Some(slot) = writer.m.program.funcs.get_mut(func.index()) {
        slot.body = Body::Code(ir::Block(vec![fail]));
    }
    writer.m.holes.push((at, why.text.clone()));
    writer.add(Expr::Call(func, Vec::new()))
}
