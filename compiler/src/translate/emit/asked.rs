//! Code of what examples ask of a move: may the piece step there, and do its points reach so far?

use crate::diag::Place;
use crate::hir::{Binder, Course};
use crate::translate::builder::Builder;
use crate::translate::world::StepFuncs;
use crate::translate::writer::{Lines, Writer};
use wgr_runtime::ir::{BinaryOp, Body, ExprId, FuncId, LocalId, SearchOut, StmtKind as Code, Type};

/// The most that a search counts.
const MOST_SPENT: i64 = (1 << 20) - 1;

/// Does a move reach this hex? Also where it may only pass: that it may not end there is another reason.
pub(crate) fn in_reach(
    builder: &mut Builder<'_>,
    func: FuncId,
    binders: Vec<Binder>,
    (course, goal): (&Course, LocalId),
    at: Place,
) {
    let mut writer = Writer::of_body(builder, func, binders, at);
    let mut lines = Lines::default();
    let made = writer.begin_move(course, &mut lines);
    let (goal, spent) = (writer.get(goal), writer.local(" points", Type::int(-1, MOST_SPENT), false));
    lines.0.push(writer.reach(&made, (SearchOut::CostTo(goal), spent)));
    let (spent, none) = (writer.get(spent), writer.number(0, 1));
    let reached = writer.binary(BinaryOp::Ge, spent, none);
    lines.0.push(writer.stmt(Code::Return(Some(reached))));
    writer.done(Body::Code(lines.block()));
}

/// The rows of a step, and what `reach` says of the whole way. Every one is asked, so that each tells its reasons.
pub(crate) fn step_asked(
    builder: &mut Builder<'_>,
    func: FuncId,
    binders: Vec<Binder>,
    (course, goal, reach): (&Course, LocalId, FuncId),
    at: Place,
) -> StepFuncs {
    let mut writer = Writer::of_body(builder, func, binders, at);
    let mut lines = Lines::default();
    let made = writer.begin_move(course, &mut lines);
    let asked = [made.step.bar, made.step.pass].map(|func| writer.judged(&made, func, [made.here, goal]));
    let mut asked: Vec<ExprId> = asked.to_vec();
    let args = writer.params();
    asked.push(writer.call(reach, args));
    let value = writer.every_one(asked);
    lines.0.push(writer.stmt(Code::Return(Some(value))));
    writer.done(Body::Code(lines.block()));
    made.step
}
