//! One row of a query: its relation to other rows, its binders, its condition, its amount.

use super::Part;
use super::stages::Plan;
use crate::diag::says::{RowName, RowSaid};
use crate::diag::{Place, says};
use crate::hir::{self, Expr, Kind, Local};
use crate::source::Sources;
use crate::translate::builder::{Builder, ErrorReported};
use crate::translate::kept::parts;
use crate::translate::reader::{Bound, Narrow, Reader};
use crate::translate::ty::{Noun, Ty, Unit};
use crate::translate::walk::expressions;
use crate::translate::world::{ENTERING, LEAVING, RowDef};
use wgr_grammar::ast::{self, Clause, Compare, Duty, ExprKind, Rounding, Text, VerdictKind};
use wgr_runtime::ir::{RowIx, RowKind};

/// What has been read of a query so far.
#[derive(Default)]
pub(super) struct Made {
    pub(super) rows: Vec<hir::Row>,
    pub(super) titles: Vec<(String, RowIx)>,
    pub(super) origins: Vec<RowName>,
    /// By row: the names its binders gave, and what its condition says of kinds.
    known: Vec<(Vec<Bound>, Vec<Narrow>)>,
}

impl Made {
    fn row(&self, title: &str) -> Option<RowIx> {
        self.titles.iter().find(|(known, _)| known == title).map(|(_, row)| *row)
    }
}

/// The titles that a row is an exception to, or waives.
pub(crate) fn titles_named(row: &ast::Row) -> impl Iterator<Item = &Text> {
    row.clauses.iter().flat_map(|clause| match clause {
        Clause::ExceptionTo(titles, _) | Clause::Waives(titles, _) => titles.as_slice(),
        _ => &[],
    })
}

/// Is it an exception to the other, or does it waive it?
pub(super) fn names(row: &ast::Row, other: &RowDef<'_>) -> bool {
    titles_named(row).any(|title| other.row.title.as_ref().is_some_and(|known| known.text == title.text))
}

/// The rows that belong to a query, each after those it names. Names of rows that are not there, and circles, are told.
pub(super) fn order(builder: &mut Builder<'_>, part: Part, all: &[RowDef<'_>], lacks_rows: bool) -> Vec<usize> {
    let at_title = |title: &str| all.iter().position(|def| def.row.title.as_ref().is_some_and(|t| t.text == title));
    let takes = |(at, def): (usize, &RowDef<'_>)| part.takes(&def.row.verdict.kind).then_some(at);
    let mut own: Vec<usize> = all.iter().enumerate().filter_map(takes).collect();
    // A waiver belongs to every query that has a row it waives, another waiver too.
    loop {
        let waives = |def: &RowDef<'_>| {
            matches!(def.row.verdict.kind, VerdictKind::Waives)
                && titles_named(def.row).filter_map(|title| at_title(&title.text)).any(|at| own.contains(&at))
        };
        let more = all.iter().enumerate().filter(|(at, def)| !own.contains(at) && waives(def));
        let more: Vec<usize> = more.map(|(at, _)| at).collect();
        if more.is_empty() {
            break;
        }
        own.extend(more);
    }
    own.sort_unstable();
    let first = match part {
        Part::Value | Part::Which | Part::Fact | Part::Permit | Part::Zone | Part::Bar | Part::Avoid => true,
        Part::Cost | Part::Stop | Part::Pass | Part::Blocked | Part::Remembers => false,
        Part::Duty(duty) => duty == Duty::Owed,
    };
    if first && !lacks_rows {
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
            let waits = titles_named(def.row)
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
    let stuck: Vec<&RowDef<'_>> = own.iter().filter(|at| !placed.contains(at)).filter_map(|at| all.get(*at)).collect();
    let itself = |def: &&&RowDef<'_>| {
        let own = def.row.title.as_ref().map(|title| &title.text);
        titles_named(def.row).any(|title| Some(&title.text) == own)
    };
    // A row that names itself holds up those that name it.
    let stuck = stuck.iter().find(itself).map_or_else(|| stuck.clone(), |def| vec![*def]);
    if let Some(def) = stuck.first() {
        let titles: Vec<String> = stuck.iter().filter_map(|def| Some(def.row.title.as_ref()?.text.clone())).collect();
        let what = says::rows_in_circle(&titles, Place::new(def.file, def.row.span));
        builder.tell(what);
    }
    placed
}

fn unknown_titles(builder: &mut Builder<'_>, all: &[RowDef<'_>]) {
    let known: Vec<String> = all.iter().filter_map(|def| Some(def.row.title.as_ref()?.text.clone())).collect();
    for def in all {
        for title in titles_named(def.row).filter(|title| !known.contains(&title.text)) {
            let what = says::unknown_row(&title.text, &known, Place::new(def.file, title.span));
            builder.tell(what);
        }
    }
}

/// What the rows of a query are to answer.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) part: Part,
    pub(super) result: Ty,
    /// Some row rounds what the others make.
    pub(super) rounded: bool,
}

pub(super) fn read(
    reader: &mut Reader<'_, '_>,
    asked: Asked,
    at: usize,
    def: &RowDef<'_>,
    plan: &mut Plan,
    made: &mut Made,
) -> Result<(), ErrorReported> {
    let row = def.row;
    if let VerdictKind::Rounded(_) = row.verdict.kind {
        rounds_always(reader, def)?;
    }
    let kind = relation(reader, def, made)?;
    if let (RowKind::Otherwise, Part::Duty(_)) = (&kind, asked.part) {
        return Err(reader.tell(says::otherwise_of_a_duty(head(def))));
    }
    let stage = match &kind {
        RowKind::Over { parents, .. } | RowKind::Waive(parents) => {
            // It counts in the stage of the row that it lifts.
            if let Some(stage) = row.stage.as_ref().filter(|_| !matches!(asked.part, Part::Cost)) {
                plan.named(def.file, stage).map_err(|what| reader.tell(*what))?;
            }
            let first = parents.first().and_then(|parent| made.rows.get(parent.index()));
            first.map(|row| (row.stage, row.group)).ok_or(ErrorReported)?
        }
        RowKind::Base | RowKind::Otherwise => {
            let stage = plan.stage(def).map_err(|what| reader.tell(*what))?;
            (stage, row.group.and_then(|group| plan.group(group, stage)))
        }
    };
    let inherits = match &kind {
        RowKind::Over { parents, even: false } => parents.clone(),
        RowKind::Base | RowKind::Otherwise | RowKind::Over { .. } | RowKind::Waive(_) => Vec::new(),
    };
    let (names, narrowed) = (reader.scope.len(), reader.narrowed.len());
    if let [parent] = inherits.as_slice()
        && let Some((bound, known)) = made.known.get(parent.index())
    {
        reader.scope.extend(bound.iter().cloned());
        reader.narrowed.extend(known.iter().copied());
    }
    let body = body(reader, asked, at, def);
    let bound = reader.scope.get(names..).unwrap_or_default().to_vec();
    let known = reader.narrowed.get(narrowed..).unwrap_or_default().to_vec();
    reader.scope.truncate(names);
    reader.narrowed.truncate(narrowed);
    let RowBody { each, when, value } = body?;
    let title = row.title.as_ref().map_or("", |title| title.text.as_str());
    let site = reader.site_of(&row.cases, title);
    let index = RowIx::new(made.rows.len());
    let value = if matches!(kind, RowKind::Waive(_)) { None } else { value };
    let along = match (asked.result, &row.verdict.kind) {
        (Ty::Step(scale), VerdictKind::Equals(_) | VerdictKind::AtLeast(_) | VerdictKind::AtMost(_)) => Some(scale),
        _ => None,
    };
    let (label, at, (stage, group)) = (format!("row{}", at + 1), Place::new(def.file, row.span), stage);
    let layer = def.layer.as_ref().map(|layer| reader.m.belongs_to(layer)).transpose()?;
    let rounds = matches!(row.verdict.kind, VerdictKind::Rounded(_));
    made.rows.push(hir::Row { label, site, stage, group, kind, each, when, value, along, rounds, layer, at });
    made.titles.push((title.to_owned(), index));
    let origin = named(reader.m.sources, def);
    made.origins.push(origin);
    made.known.push((bound, known));
    Ok(())
}

/// How messages call a row: `6.5 "Marsh"`.
pub(crate) fn called(row: &ast::Row) -> String {
    let cases: Vec<&str> = row.cases.iter().map(|case| case.text.as_str()).collect();
    let title = row.title.as_ref().map(|title| format!("\"{}\"", title.text)).unwrap_or_default();
    format!("{} {title}", cases.join(", ")).trim().to_owned()
}

/// A row as messages speak of it.
fn named(sources: &Sources, def: &RowDef<'_>) -> RowName {
    let row = def.row;
    let title = row.title.as_ref().map_or_else(String::new, |title| title.text.clone());
    RowName { called: called(row), title, at: head(def), answers_at: def.verdict_at(), said: said(sources, def) }
}

fn said(sources: &Sources, def: &RowDef<'_>) -> RowSaid {
    let words = |expr: &ast::Expr| sources.said(Place::new(def.file, expr.span));
    let mut said = RowSaid { always: true, ..RowSaid::default() };
    match &def.row.verdict.kind {
        VerdictKind::Equals(answer) => {
            let whole = if let ExprKind::Negative(number) = &answer.kind { number } else { answer };
            let plain = matches!(whole.kind, ExprKind::Name(_) | ExprKind::Number(_) | ExprKind::Unit(..));
            said.answer = plain.then(|| words(answer));
        }
        VerdictKind::Needs(_) => said.needs = true,
        VerdictKind::Minus(_) => said.takes_away = true,
        _ => {}
    }
    for clause in &def.row.clauses {
        match clause {
            Clause::When(condition) => said.when = said.when.or_else(|| Some(words(condition))),
            Clause::EvenWhen(_, condition) => {
                said.even = true;
                said.when = said.when.or_else(|| Some(words(condition)));
            }
            Clause::ExceptionTo(titles, _) => {
                let titles = titles.iter().map(|title| format!("\"{}\"", title.text));
                said.lifts = Some(titles.collect::<Vec<String>>().join(", "));
            }
            Clause::Unless(_) | Clause::ForEach(..) | Clause::Otherwise(_) => {}
            Clause::Waives(..) | Clause::Ruling(_) | Clause::Provisional(_) => continue,
        }
        said.always &= matches!(clause, Clause::ExceptionTo(..));
    }
    said
}

/// Its cases, its title and what it says, without its clauses.
pub(super) fn head(def: &RowDef<'_>) -> Place {
    let row = def.row;
    // What waives has no verdict of its own.
    let own = row.span.start < row.verdict.span.end && row.verdict.span.end <= row.span.end;
    let end = if own { row.verdict.span.end } else { row.title.as_ref().map_or(row.span.end, |title| title.span.end) };
    Place::new(def.file, wgr_grammar::Span { start: row.span.start, end })
}

/// Base, exception, waiver, `otherwise`.
fn relation(reader: &mut Reader<'_, '_>, def: &RowDef<'_>, made: &Made) -> Result<RowKind, ErrorReported> {
    let row = def.row;
    let even =
        row.clauses.iter().find_map(|clause| if let Clause::EvenWhen(at, _) = clause { Some(*at) } else { None });
    if let Some(at) = even.filter(|_| !row.clauses.iter().any(|clause| matches!(clause, Clause::ExceptionTo(..)))) {
        return Err(reader.tell(says::even_of_no_exception(Place::new(def.file, at))));
    }
    for clause in &row.clauses {
        match clause {
            Clause::ExceptionTo(titles, _) => {
                let parents: Vec<RowIx> = titles.iter().filter_map(|title| made.row(&title.text)).collect();
                // A parent that is not there has been told, here or where it is broken.
                return if parents.is_empty() {
                    Err(ErrorReported)
                } else {
                    Ok(RowKind::Over { parents, even: even.is_some() })
                };
            }
            Clause::Waives(_, at) if !matches!(row.verdict.kind, VerdictKind::Waives) => {
                let answer = Place::new(def.file, row.verdict.span);
                return Err(reader.tell(says::answers_and_waives(answer, Place::new(def.file, *at))));
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
                return Err(reader.tell(says::zone_without_source(def.verdict_at())));
            }
            Ok(RowKind::Over { parents, even: false })
        }
        VerdictKind::Waives => {
            let at = Place::new(def.file, row.span);
            Err(reader.tell(says::waives_nothing(at)))
        }
        _ => Ok(RowKind::Base),
    }
}

struct RowBody {
    each: Vec<(Local, Expr)>,
    when: Vec<Expr>,
    value: Option<Expr>,
}

fn body(reader: &mut Reader<'_, '_>, asked: Asked, at: usize, def: &RowDef<'_>) -> Result<RowBody, ErrorReported> {
    let row = def.row;
    let (mut each, mut when, mut told) = (Vec::new(), Vec::new(), false);
    if let Some(layer) = &def.layer {
        when.push(reader.in_layer(layer, def.file)?);
    }
    if let VerdictKind::From { source, within, distance } = &row.verdict.kind {
        let (binder, near) = zone_source(reader, source, *within, distance, row)?;
        each.push(binder);
        when.push(near);
    }
    for clause in &row.clauses {
        let cond = match clause {
            Clause::ForEach(name, set) => {
                match for_each(reader, name, set) {
                    Ok((binder, _)) => each.push(binder),
                    Err(ErrorReported) => {
                        reader.refused.insert(name.text.clone());
                        told = true;
                    }
                }
                continue;
            }
            Clause::When(cond) | Clause::EvenWhen(_, cond) => {
                let read = reader.read_cond(cond);
                reader.narrowed.extend(reader.known_if(true, read.as_ref().ok(), cond));
                read.map(|cond| cond.expr)
            }
            Clause::Unless(cond) => {
                let read = reader.read_cond(cond);
                reader.narrowed.extend(reader.known_if(false, read.as_ref().ok(), cond));
                read.map(|cond| not(cond.expr))
            }
            Clause::ExceptionTo(..)
            | Clause::Waives(..)
            | Clause::Otherwise(_)
            | Clause::Ruling(_)
            | Clause::Provisional(_) => continue,
        };
        match cond {
            Ok(cond) => when.push(cond),
            Err(ErrorReported) => told = true,
        }
    }
    // Of a step over the edge one end is no hex: rows that speak of it do not count there.
    for (edge, ends) in [(ENTERING, &["here", "start"][..]), (LEAVING, &["there"])] {
        if let Some(over) = reader.bound(edge).map(|bound| bound.local)
            && parts(def).iter().any(|(expr, _)| speaks_of(expr, ends))
        {
            let over = Expr::new(Kind::Local(over), Ty::YesNo, def.verdict_at());
            when.insert(0, not(over));
        }
    }
    // It refuses where what it needs is not so.
    if let VerdictKind::Needs(needed) = &row.verdict.kind {
        match reader.read_cond(needed) {
            Ok(cond) => when.push(not(cond.expr)),
            Err(ErrorReported) => told = true,
        }
    }
    let value = match asked.part {
        Part::Which => Ok(Some(Expr::new(Kind::Number { value: at as i64, den: 1 }, Ty::COUNT, def.verdict_at()))),
        _ => amount(reader, asked, row),
    };
    if told {
        return Err(ErrorReported);
    }
    Ok(RowBody { each, when, value: value? })
}

/// Does an expression speak of one of these?
fn speaks_of(expr: &ast::Expr, words: &[&str]) -> bool {
    let mut found = false;
    expressions(expr, &mut |part| {
        found |= matches!(&part.kind, ast::ExprKind::Name(name) if words.contains(&name.text.as_str()));
    });
    found
}

fn not(cond: Expr) -> Expr {
    let at = cond.at;
    Expr::new(Kind::Not(Box::new(cond)), Ty::YesNo, at)
}

/// The name that goes through a set, and what it stands for.
fn for_each(
    reader: &mut Reader<'_, '_>,
    name: &ast::Name,
    set: &ast::Expr,
) -> Result<((Local, Expr), Noun), ErrorReported> {
    let at = reader.fresh_name(name)?;
    let set = reader.read_set(set)?;
    let noun = set.ty.noun().ok_or(ErrorReported)?;
    let ir = reader.m.ir_type(Ty::One(noun));
    Ok(((reader.bind(&name.text, Ty::One(noun), ir, at), set), noun))
}

/// `from S to hexes at 1`: the row holds for each source within reach of the hex.
fn zone_source(
    reader: &mut Reader<'_, '_>,
    source: &ast::Expr,
    within: bool,
    distance: &ast::Expr,
    row: &ast::Row,
) -> Result<((Local, Expr), Expr), ErrorReported> {
    let name = ast::Name { text: "source".to_owned(), span: row.verdict.span };
    let (binder, noun) = for_each(reader, &name, source)?;
    if Ty::One(noun).kinds().is_none() {
        let at = reader.place(source.span);
        return Err(reader.tell(says::zone_of_pieces(at)));
    }
    let hexes = reader.m.world.measures.iter().position(|measure| measure.name == "hex").map_or(Unit::Any, Unit::Of);
    let counted = Ty::Number { unit: hexes, den: 1 };
    let reach = reader.read_as(distance, counted)?;
    let at = reach.at;
    let hex = reader.bound("hex").map(|bound| bound.local).ok_or(ErrorReported)?;
    let one_hex = |kind| Expr::new(kind, Ty::One(Noun::Hex), at);
    let piece = Expr::new(Kind::Local(binder.0), Ty::One(noun), at);
    let stands = one_hex(Kind::Surely(Box::new(one_hex(Kind::HexOf(Box::new(piece))))));
    let far = Expr::new(Kind::Distance(Box::new([stands, one_hex(Kind::Local(hex))])), counted, at);
    let how = if within { Compare::AtMost } else { Compare::Is };
    Ok((binder, Expr::new(Kind::Compare(how, Box::new([far, reach])), Ty::YesNo, at)))
}

fn amount(reader: &mut Reader<'_, '_>, asked: Asked, row: &ast::Row) -> Result<Option<Expr>, ErrorReported> {
    let at = reader.place(row.verdict.span);
    // What is rounded in the end may be a fraction before.
    let result = match asked.result {
        Ty::Number { unit, .. } if asked.rounded => Ty::Number { unit, den: FINE },
        other => other,
    };
    // A shift along a scale is counted in its measure.
    let want = match result {
        Ty::Step(scale) => {
            let unit = reader.m.world.scales.get(scale).map_or(Unit::Any, |def| Unit::Of(def.measure));
            Ty::Number { unit, den: 1 }
        }
        other => other,
    };
    let truth = |value| Expr::new(Kind::Truth(value), Ty::YesNo, at);
    Ok(Some(match &row.verdict.kind {
        VerdictKind::Equals(expr) => reader.read_as(expr, result)?,
        VerdictKind::Plus(expr) => number(reader, expr, want)?,
        VerdictKind::Minus(expr) => {
            let less = number(reader, expr, want)?;
            let (ty, at) = (less.ty, less.at);
            Expr::new(Kind::Negative(Box::new(less)), ty, at)
        }
        VerdictKind::Times(expr) => {
            if let ast::ExprKind::Rounded(..) = expr.kind {
                let at = reader.place(expr.span);
                return Err(reader.tell(says::rounded_factor(at)));
            }
            if let ast::ExprKind::Unit(number, measure) = &expr.kind {
                let at = reader.place(expr.span);
                let number = reader.m.sources.text(reader.place(number.span));
                return Err(reader.tell(says::factor_with_measure(number, &measure.text, at)));
            }
            number(reader, expr, Ty::Number { unit: Unit::Plain, den: FINE })?
        }
        VerdictKind::Rounded(_) if !asked.result.is_number() => {
            let found = reader.m.world.ty_name(asked.result);
            return Err(reader.tell(says::nothing_to_round(&found, at)));
        }
        VerdictKind::Rounded(how) => {
            let value = i64::from(*how == Rounding::Up);
            Expr::new(Kind::Number { value, den: 1 }, Ty::COUNT, at)
        }
        VerdictKind::AtLeast(expr) | VerdictKind::AtMost(expr) => {
            has_order(reader, asked.result, at)?;
            // A bound along a scale is a step of it: odds, and no shift.
            reader.read_as(expr, if matches!(result, Ty::Step(_)) { result } else { want })?
        }
        VerdictKind::Yes
        | VerdictKind::From { .. }
        | VerdictKind::Stop
        | VerdictKind::Pass
        | VerdictKind::Blocked
        | VerdictKind::Duty(_)
        | VerdictKind::Remembers(_) => truth(true),
        VerdictKind::No | VerdictKind::Needs(_) | VerdictKind::Off | VerdictKind::Avoid => truth(false),
        VerdictKind::Hole(why) => {
            reader.m.said().holes.push((at, why.text.clone()));
            let site = reader.site_of(&row.cases, &format!("not there: {}", why.text));
            Expr::new(Kind::Hole(site), result, at)
        }
        VerdictKind::Waives
        | VerdictKind::ByConstruction
        | VerdictKind::Open
        | VerdictKind::Best(_)
        | VerdictKind::Broken => return Ok(None),
    }))
}

/// A row that rounds stands in no relation to others and has no condition: what it rounds is then whole, whatever counts.
fn rounds_always(reader: &mut Reader<'_, '_>, def: &RowDef<'_>) -> Result<(), ErrorReported> {
    let tells = |clause: &Clause| matches!(clause, Clause::Ruling(_) | Clause::Provisional(_));
    if def.layer.is_some() || def.row.group.is_some() || !def.row.clauses.iter().all(tells) {
        return Err(reader.tell(says::rounds_under_a_condition(Place::new(def.file, def.row.span))));
    }
    Ok(())
}

/// A factor may be any fraction that divides this.
const FINE: u32 = 60 * 60;

/// Only what is less or more has a least and a most: numbers, steps of a scale, members of an enum in order.
fn has_order(reader: &mut Reader<'_, '_>, result: Ty, at: Place) -> Result<(), ErrorReported> {
    let found = reader.m.world.ty_name(result);
    match result {
        Ty::Number { .. } | Ty::Step(_) => Ok(()),
        Ty::One(Noun::Enum(index)) if reader.m.world.enums.get(index).is_some_and(|def| def.ordered) => Ok(()),
        Ty::One(Noun::Enum(_)) => Err(reader.tell(says::not_in_order(&found, at))),
        _ => Err(reader.tell(says::no_least_and_most(&found, at))),
    }
}

fn number(reader: &mut Reader<'_, '_>, expr: &ast::Expr, want: Ty) -> Result<Expr, ErrorReported> {
    if !want.is_number() {
        let at = reader.place(expr.span);
        let found = reader.m.world.ty_name(want);
        return Err(reader.tell(says::no_arithmetic(&found, at)));
    }
    reader.read_as(expr, want)
}
