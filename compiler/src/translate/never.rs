//! What rows may count on, and what play is held to: `never A with B`, and that a query is asked of nothing but what its head says.
//!
//! In: the world with its rows written. Out: two yes/no queries for each `never` (where it has one condition only, the
//! other is always yes); and for each query of rows a yes/no query that holds wherever it is asked: pieces are of their
//! kinds, a step goes to a neighbour, and is judged further only where it is not barred.

use super::builder::{Builder, ErrorReported, Made};
use super::reader::Reader;
use super::ty::{Kinds, Ty};
use super::world::{CounterDef, ENTERING, LEAVING, ParamDef, Stored};
use super::writer::Writer;
use crate::diag::Place;
use crate::hir::{self, Expr, Kind};
use crate::prove::Assumption;
use crate::source::FileId;
use std::collections::BTreeMap;
use std::sync::Arc;
use wgr_grammar::ast::{self, ItemKind};
use wgr_runtime::engine::{MOST_SITUATIONS, Never};
use wgr_runtime::ir::{BinaryOp, Block, BoardOp, Body, ExprId, FuncId, FuncKind, LocalId, StmtKind, Type, What};

/// All assumptions of a game that could be read: for the prover, and to be held to in play.
pub(crate) fn define(builder: &mut Builder<'_>) -> Vec<(Assumption, Never, Place)> {
    let mut found = Vec::new();
    for (file, item) in builder.items() {
        if let ItemKind::Never(never) = &item.kind
            && let Ok((assumption, held)) = one(builder, file, never)
        {
            found.push((assumption, held, Place::new(file, never.why.span)));
        }
    }
    found
}

fn one<'a>(builder: &mut Builder<'a>, file: FileId, never: &'a ast::Never) -> Made<(Assumption, Never)> {
    let params = builder.params(file, &never.params)?;
    let a = query(builder, file, &params, Some(&never.what), never);
    let b = query(builder, file, &params, never.with.as_ref(), never);
    let (a, b) = (a?, b?);
    let members = params.iter().map(|param| members(builder, param)).collect();
    Ok((Assumption::Never { a, b }, Never { both: [a, b], members, why: never.why.text.clone() }))
}

/// Whom a parameter may stand for, or one more than are ever tried; of a set nobody.
fn members(builder: &Builder<'_>, param: &ParamDef<'_>) -> Vec<i64> {
    let Some(scalar) = param.ir.scalar() else { return Vec::new() };
    let first = match scalar.what {
        What::Id(_) => scalar.lo.max(0),
        What::Int { .. } | What::Bool => scalar.lo,
    };
    let counter = |member: i64| usize::try_from(member).ok().and_then(|at| builder.world.counters.get(at));
    let fits = |member: &i64| match param.ty.kinds() {
        Some(kinds) => counter(*member).is_some_and(|counter| Kinds::of(counter.piece).within(kinds)),
        None => true,
    };
    (first..=scalar.hi).filter(fits).take(MOST_SITUATIONS + 1).collect()
}

fn query<'a>(
    builder: &mut Builder<'a>,
    file: FileId,
    params: &[ParamDef<'a>],
    cond: Option<&ast::Expr>,
    never: &ast::Never,
) -> Made<FuncId> {
    let at = Place::new(file, cond.map_or(never.why.span, |cond| cond.span));
    let list = params.iter().map(|param| (param.name.clone(), param.ir)).collect();
    let func = builder.declare("never", FuncKind::Query, list, Some(Type::BOOL), at);
    let names: Vec<(String, Ty)> = params.iter().map(|param| (param.name.clone(), param.ty)).collect();
    let mut reader = Reader::of_func(builder, file, func, &names, at);
    let always = || Expr::new(Kind::Truth(true), Ty::YesNo, at);
    let read = cond.map_or_else(|| Ok(always()), |cond| reader.read_cond(cond).map(|cond| cond.expr));
    let done = read.as_ref().map(|_| func).map_err(|_| ErrorReported);
    let binders = reader.binders;
    builder.has_read(func, binders, hir::Body::Answer(read.unwrap_or_else(|_| always())), at);
    done
}

/// Where each query of rows is asked, if not everywhere.
pub(crate) fn given(builder: &mut Builder<'_>) -> Vec<Assumption> {
    let mut found: Vec<Assumption> = turns(builder).into_iter().collect();
    found.extend(held(builder));
    found.extend(builder.branches.iter().map(|one| Assumption::Decides { func: one.func, cond: one.cond }));
    // Few kinds are those of many parameters.
    let mut of_kinds: BTreeMap<Kinds, Arc<[u32]>> = BTreeMap::new();
    for at in 0..builder.origins.len() {
        let Some((func, item)) = builder.origins.get(at).map(|origin| (origin.func, origin.item)) else { continue };
        let Some(def) = builder.world.rows.get(item) else { continue };
        let all = builder.world.all_pieces();
        let kinds: Vec<(LocalId, Kinds)> = def
            .params
            .iter()
            .enumerate()
            .filter_map(|(at, param)| Some((LocalId::new(at), param.ty.kinds()?)))
            .filter(|(at, kinds)| {
                *kinds != all && def.params.get(at.index()).is_some_and(|param| param.ir.scalar().is_some())
            })
            .collect();
        let place = Place::new(def.file, def.ast.name.span);
        if let Some(step) = def.step {
            if func == step.cost {
                found.push(Assumption::AtLeast { func, least: 0 });
            }
            let bar = (func != step.bar).then_some(step.bar);
            found.push(Assumption::Given { func, holds: asked(builder, func, bar, place) });
        }
        for (param, kinds) in kinds {
            let of = |counter: &CounterDef| Kinds::of(counter.piece).within(kinds);
            let members = || {
                let members = builder.world.counters.iter().enumerate().filter(|(_, counter)| of(counter));
                members.map(|(at, _)| at as u32).collect()
            };
            let members = of_kinds.entry(kinds).or_insert_with(members).clone();
            found.push(Assumption::Among { func, param, members });
        }
    }
    found
}

/// What authors declare is held to its range; what is counted behind the rules is not theirs.
fn held(builder: &Builder<'_>) -> Vec<Assumption> {
    let world = &builder.world;
    let fields = world.fields.iter().filter_map(|field| match field.stored {
        Stored::Cell(cell) => Some(cell),
        Stored::Table(_) => None,
    });
    let kept = world.actions.iter().flat_map(|action| &action.kept).map(|kept| kept.cell);
    let states = world.states.iter().map(|state| state.cell);
    fields.chain(kept).chain(states).map(|cell| Assumption::Held { cell }).collect()
}

/// Rules are asked in a turn that the sequence has. Turns with names are members of an enum, and nothing else.
fn turns(builder: &Builder<'_>) -> Option<Assumption> {
    let within = builder.turns.numbers()?;
    Some(Assumption::Within { cell: builder.turn, lo: *within.start(), hi: *within.end() })
}

/// A step of a course goes to a neighbour, and is counted only where it is not barred.
fn asked(builder: &mut Builder<'_>, func: FuncId, bar: Option<FuncId>, at: Place) -> FuncId {
    let own = builder.program.func(func);
    let params = own.locals.iter().take(own.params as usize).map(|local| (local.name.clone(), local.ty));
    let params: Vec<(String, Type)> = params.collect();
    let count = params.len();
    // A step over the edge of the map goes to no neighbour.
    let is_edge = |at: usize| params.get(at).is_some_and(|(name, _)| [ENTERING, LEAVING].contains(&name.as_str()));
    let hexes = params.iter().rposition(|(name, _)| name == "there").map_or(count, |there| there + 1);
    let edges: Vec<usize> = (hexes..count).filter(|at| is_edge(*at)).collect();
    let holds = builder.declare("asked", FuncKind::Query, params, Some(Type::BOOL), at);
    let mut writer = Writer::open(builder, holds, at);
    let mut all: Vec<ExprId> = Vec::new();
    // The last two hexes are `here` and `there`.
    if hexes >= 2 {
        let ends = [hexes - 2, hexes - 1].map(|at| writer.get(LocalId::new(at)));
        let (far, one) = (writer.ask_board(BoardOp::Distance, ends.to_vec()), writer.number(1, 1));
        let mut near = writer.binary(BinaryOp::Eq, far, one);
        for edge in edges {
            let over = writer.get(LocalId::new(edge));
            near = writer.binary(BinaryOp::Or, near, over);
        }
        all.push(near);
    }
    if let Some(bar) = bar {
        let args = (0..count).map(|at| writer.get(LocalId::new(at))).collect();
        all.push(writer.call(bar, args));
    }
    let value = writer.all_of(all).unwrap_or_else(|| writer.truth(true));
    let back = writer.stmt(StmtKind::Return(Some(value)));
    writer.done(Body::Code(Block(vec![back])))
}
