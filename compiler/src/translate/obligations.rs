//! Obligations: what a side has to do before it may pass. In: the items `obligation`. Out: of each the query whether it is
//! kept, and of all of them what lists of actions and the machine ask: may a side pass, and how many members are broken.
//!
//! A member is *due* while it is owed, not met and still possible; it is *broken* once it is owed, not met and possible no
//! more. All of it counts in the phases of the obligation alone, and of the side that owes.

use super::builder::{Builder, ErrorReported, Made};
use super::play::is_phasing;
use super::reader::Reader;
use super::ty::{Noun, Ty};
use super::world::{DutyFuncs, PHASE, ParamDef, RowsDef, SIDE};
use crate::diag::{Place, says};
use crate::hir::{self, Expr, Kind, Local, Over, Site, Source};
use crate::source::FileId;
use std::collections::BTreeSet;
use wgr_grammar::ast::{self, Compare, Duty, VerdictKind};
use wgr_runtime::ir::walk::{Node, calls, walk_func};
use wgr_runtime::ir::{CellId, Expr as Code, FuncId, FuncKind, Obligations, Program, Role, Type};

/// One that is not forgiven stops the game: the query whether there is such a one, and how it is told.
#[derive(Clone, Debug)]
pub(crate) struct Unforgiven {
    pub(crate) query: FuncId,
    pub(crate) phases: Vec<String>,
    pub(crate) site: Site,
}

/// What lists of actions ask: may this side not pass, and has something come to nothing?
#[derive(Clone, Debug, Default)]
pub(crate) struct Duties {
    /// Is something due that this side owes?
    pub(crate) due: Option<FuncId>,
    /// A list of actions runs in which something may be.
    pub(crate) on: Option<CellId>,
    /// The phases in which something may be.
    pub(crate) phases: BTreeSet<String>,
    pub(crate) unforgiven: Vec<Unforgiven>,
}

/// It says whom it binds and in which phases, and what is owed, met, possible and forgiven.
pub(super) fn well_headed(builder: &Builder<'_>, file: FileId, rows: &ast::Rows, params: &[ParamDef<'_>]) -> Made<()> {
    let (name, at) = (&rows.name.text, Place::new(file, rows.name.span));
    let [param] = params else { return Err(builder.tell(says::obligation_of_whom(name, at))) };
    let bound = match param.ty {
        Ty::One(Noun::Hex) => true,
        ty @ Ty::One(_) => ty.kinds().is_some(),
        _ => false,
    };
    if !bound {
        return Err(builder.tell(says::obligation_of_whom(name, param.at)));
    }
    if rows.during.is_empty() {
        return Err(builder.tell(says::obligation_when(name, at)));
    }
    if let Some(by) = rows.by.as_ref().filter(|by| is_phasing(&by.side)) {
        return Err(builder.tell(says::by_phasing_said(Place::new(file, by.span))));
    }
    let says_so =
        |duty| rows.rows.iter().any(|row| matches!(row.verdict.kind, VerdictKind::Duty(said) if said == duty));
    let broken = rows.rows.iter().any(|row| matches!(row.verdict.kind, VerdictKind::Broken));
    let missing = [Duty::Owed, Duty::Met, Duty::Possible, Duty::Forgiven].into_iter().filter(|duty| !says_so(*duty));
    let missing: Vec<Duty> = missing.collect();
    let Some(duty) = missing.first().copied().filter(|_| !broken) else { return Ok(()) };
    let other =
        |row: &&ast::Row| matches!(row.verdict.kind, VerdictKind::Yes | VerdictKind::No | VerdictKind::Needs(_));
    Err(builder.tell(match rows.rows.iter().find(other) {
        Some(row) => says::no_duty(&missing, Place::new(file, row.verdict.span)),
        None => says::obligation_lacks(name, duty, at),
    }))
}

/// The query by its own name: is it kept? It is where nothing is owed, and once it is met.
pub(super) fn define(builder: &mut Builder<'_>, index: usize) {
    let Some((def, duty)) = builder.world.rows.get(index).and_then(|def| Some((def, def.duty?))) else { return };
    let (func, file, params) = (def.func, def.file, def.params.clone());
    let at = Place::new(file, def.ast.name.span);
    let Some(param) = params.first() else { return };
    let given = vec![(param.name.clone(), param.ty)];
    let mut reader = Reader::of_func(builder, file, func, &given, at);
    // What is refused has been told.
    let Ok(mut owed) = reader.param_guard(0, param) else { return };
    owed.push(asked(duty.owed, Local(0), param));
    owed.push(not(asked(duty.met, Local(0), param)));
    let kept = not(every(owed, at));
    let binders = reader.binders;
    builder.has_read(func, binders, hir::Body::Answer(kept), at);
}

/// What is asked of all obligations together: once all rows are read, before the lists of actions are.
pub(super) fn together(builder: &mut Builder<'_>) {
    let own: Vec<usize> = (0..builder.world.rows.len())
        .filter(|index| builder.world.rows.get(*index).is_some_and(|def| def.duty.is_some()))
        .collect();
    let Some(at) = own.first().and_then(|index| builder.world.rows.get(*index)).map(placed) else { return };
    let most: i64 = own.iter().map(|index| members(builder, *index)).sum();
    let on = builder.cell("_owing", Vec::new(), Type::BOOL, Role::Game);
    builder.duties.on = Some(on);
    let due = of_side(builder, "_due", Type::BOOL, at);
    let binds = of_side(builder, "_binds", Type::BOOL, at);
    let broken = of_side(builder, "_broken", Type::int(0, most), at);
    // What is refused has been told.
    let _ = one_query(builder, due, at, &own, |reader, index, at| {
        let found = reader.of_whom(index, Local(0), &[(Duty::Possible, true)])?;
        Ok(yes_no(Kind::Any(Box::new(found), None), at))
    });
    let _ = one_query(builder, binds, at, &own, |reader, index, at| Ok(every(reader.is_on(index, Local(0))?, at)));
    let _ = one_query(builder, broken, at, &own, |reader, index, at| {
        let found = reader.of_whom(index, Local(0), &[(Duty::Possible, false)])?;
        Ok(Expr::new(Kind::Size(Box::new(found)), Ty::COUNT, at))
    });
    builder.program.obligations = Some(Obligations { binds, broken });
    let mut duties = Duties { due: Some(due), on: Some(on), ..Duties::default() };
    for index in own {
        let Some(def) = builder.world.rows.get(index) else { continue };
        let (name, phases) = (def.name.clone(), def.ast.during.iter().map(|phase| phase.text.clone()));
        let phases: Vec<String> = phases.collect();
        let (at, site) = (placed(def), site(def));
        duties.phases.extend(phases.iter().cloned());
        let query = of_side(builder, &format!("{name}_unforgiven"), Type::BOOL, at);
        let _ = one_query(builder, query, at, &[index], |reader, index, at| {
            let found = reader.of_whom(index, Local(0), &[(Duty::Possible, false), (Duty::Forgiven, false)])?;
            Ok(yes_no(Kind::Any(Box::new(found), None), at))
        });
        duties.unforgiven.push(Unforgiven { query, phases, site });
    }
    builder.duties = duties;
}

/// In each of its phases somebody is asked what to do.
pub(super) fn somebody_is_asked(builder: &mut Builder<'_>) {
    let mut told = Vec::new();
    for def in builder.world.rows.iter().filter(|def| def.duty.is_some()) {
        let phases = def.ast.during.iter().filter(|phase| builder.phases.contains_key(&phase.text));
        let silent = phases.filter(|phase| !builder.said().lists.contains(&phase.text));
        told.extend(
            silent.map(|phase| says::obligation_in_silence(&def.name, &phase.text, Place::new(def.file, phase.span))),
        );
    }
    for what in told {
        builder.tell(what);
    }
}

/// What is owed is known to the side that owes it: none of it may be hidden from anybody.
pub(super) fn known_to_all(builder: &mut Builder<'_>) {
    let mut told = Vec::new();
    for def in &builder.world.rows {
        let Some(duty) = def.duty else { continue };
        for (_, func) in duty.all() {
            if let Some(cell) = hidden_behind(&builder.program, func) {
                let name = builder.program.cells.get(cell.index()).map_or("", |cell| cell.name.as_str());
                told.push(says::obligation_of_what_is_hidden(&def.name, name, placed(def)));
                break;
            }
        }
    }
    for what in told {
        builder.tell(what);
    }
}

/// A hidden cell that this function reads, itself or by what it asks.
fn hidden_behind(program: &Program, func: FuncId) -> Option<CellId> {
    let (mut next, mut seen) = (vec![func], BTreeSet::new());
    while let Some(func) = next.pop() {
        if !seen.insert(func) {
            continue;
        }
        let mut found = None;
        walk_func(program.func(func), &mut |node| {
            if let Node::Expr(_, Code::Cell(cell, _) | Code::Peek { cell, .. }) = node
                && program.cells.get(cell.index()).is_some_and(|cell| cell.hidden.is_some())
            {
                found = Some(*cell);
            }
        });
        if found.is_some() {
            return found;
        }
        next.extend(calls(program, program.func(func)));
    }
    None
}

fn placed(def: &RowsDef<'_>) -> Place {
    Place::new(def.file, def.ast.name.span)
}

/// Told by what is owed.
fn site(def: &RowsDef<'_>) -> Site {
    let owed = def.rows.iter().find(|row| matches!(row.row.verdict.kind, VerdictKind::Duty(Duty::Owed)));
    let cases = owed.map(|row| row.row.cases.iter().map(|case| case.text.clone()).collect());
    let title =
        owed.and_then(|row| row.row.title.as_ref()).map_or_else(|| def.name.clone(), |title| title.text.clone());
    Site { cases: cases.unwrap_or_default(), title }
}

/// How many it may bind.
fn members(builder: &Builder<'_>, index: usize) -> i64 {
    let ty = builder.world.rows.get(index).and_then(|def| def.params.first()).map(|param| param.ty);
    match ty {
        Some(Ty::One(Noun::Hex)) => builder.board.as_ref().map_or(0, |board| i64::from(board.count())),
        _ => builder.world.counters.len() as i64,
    }
}

/// A query of the side that owes.
fn of_side(builder: &mut Builder<'_>, name: &str, result: Type, at: Place) -> FuncId {
    let side = builder.ir_type(Ty::One(Noun::Enum(SIDE)));
    builder.declare(name, FuncKind::Query, vec![("who".to_owned(), side)], Some(result), at)
}

/// Of each of these obligations one part: any of them, or all added up.
fn one_query(
    builder: &mut Builder<'_>,
    func: FuncId,
    at: Place,
    of: &[usize],
    part: impl Fn(&mut Reader<'_, '_>, usize, Place) -> Made<Expr>,
) -> Made<()> {
    let file = at.file;
    let given = [("who".to_owned(), Ty::One(Noun::Enum(SIDE)))];
    let mut reader = Reader::of_func(builder, file, func, &given, at);
    // The name of the side is nobody's.
    reader.scope.clear();
    let mut parts = Vec::new();
    for index in of {
        parts.push(part(&mut reader, *index, at)?);
    }
    let join = |a: Expr, b: Expr| {
        let ty = a.ty;
        let kind = if ty == Ty::YesNo { Kind::Or(Box::new([a, b])) } else { Kind::Plus(Box::new([a, b])) };
        Expr::new(kind, ty, at)
    };
    let Some(all) = parts.into_iter().reduce(join) else { return Err(ErrorReported) };
    let binders = reader.binders;
    builder.has_read(func, binders, hir::Body::Answer(all), at);
    Ok(())
}

impl Reader<'_, '_> {
    /// It counts now, and is this side's.
    fn is_on(&mut self, index: usize, who: Local) -> Made<Vec<Expr>> {
        let Some(def) = self.m.world.rows.get(index) else { return Err(ErrorReported) };
        let (at, by) = (placed(def), def.ast.by.as_ref());
        let on = self.m.duties.on.ok_or(ErrorReported)?;
        let phases = def.ast.during.iter().filter_map(|phase| self.m.world.member_of(PHASE, &phase.text));
        let now = phases.map(|phase| {
            let ty = Ty::One(Noun::Enum(PHASE));
            let on = Expr::new(Kind::Stored(self.m.phase, Vec::new()), ty, at);
            same(on, Expr::new(Kind::Member(Noun::Enum(PHASE), phase), ty, at))
        });
        let either = |a, b| yes_no(Kind::Or(Box::new([a, b])), at);
        // A phase that is not there has been told.
        let now = now.reduce(either).ok_or(ErrorReported)?;
        let side = Ty::One(Noun::Enum(SIDE));
        self.file = def.file;
        let owes = match by {
            Some(by) => self.read_asker(&by.side)?,
            None => Expr::new(Kind::Stored(self.m.phasing, Vec::new()), side, at),
        };
        let on = yes_no(Kind::Stored(on, Vec::new()), at);
        Ok(vec![on, now, same(Expr::new(Kind::Local(who), side, at), owes)])
    }

    /// Those that are owed and not met, and of which this is so.
    fn of_whom(&mut self, index: usize, who: Local, so: &[(Duty, bool)]) -> Made<Source> {
        let mut guards = self.is_on(index, who)?;
        let Some(def) = self.m.world.rows.get(index) else { return Err(ErrorReported) };
        let (Some(duty), Some(param)) = (def.duty, def.params.first()) else { return Err(ErrorReported) };
        let (at, param) = (placed(def), param.clone());
        let noun = param.ty.noun().ok_or(ErrorReported)?;
        let var = self.binder(&format!(" {}", param.name), param.ir);
        guards.extend(self.param_guard(var.0, &param)?);
        guards.push(asked(duty.owed, var, &param));
        guards.push(not(asked(duty.met, var, &param)));
        for (what, is) in so {
            let one = asked(of(&duty, *what), var, &param);
            guards.push(if *is { one } else { not(one) });
        }
        let over = if noun == Noun::Hex { Over::Hexes } else { Over::Counters };
        Ok(Source { var, over, guards, noun, at })
    }
}

fn of(duty: &DutyFuncs, what: Duty) -> FuncId {
    match what {
        Duty::Owed => duty.owed,
        Duty::Met => duty.met,
        Duty::Possible => duty.possible,
        Duty::Forgiven => duty.forgiven,
    }
}

fn asked(func: FuncId, member: Local, param: &ParamDef<'_>) -> Expr {
    let member = Expr::new(Kind::Local(member), param.ty, param.at);
    yes_no(Kind::Asked(func, vec![member]), param.at)
}

fn yes_no(kind: Kind, at: Place) -> Expr {
    Expr::new(kind, Ty::YesNo, at)
}

fn not(cond: Expr) -> Expr {
    let at = cond.at;
    yes_no(Kind::Not(Box::new(cond)), at)
}

fn same(one: Expr, other: Expr) -> Expr {
    let at = one.at;
    yes_no(Kind::Compare(Compare::Is, Box::new([one, other])), at)
}

fn every(all: Vec<Expr>, at: Place) -> Expr {
    let both = |a, b| yes_no(Kind::And(Box::new([a, b])), at);
    all.into_iter().reduce(both).unwrap_or_else(|| yes_no(Kind::Truth(true), at))
}
