//! Code of what examples ask of a move: may the piece step there, and do its points reach so far?

use super::moves::Over;
use crate::hir::{Course, Local};
use crate::translate::writer::{Lines, Writer};
use wgr_runtime::ir::{BinaryOp, Body, Expr, ExprId, FuncId, SearchOut, StmtKind as Code, Type};

/// The most that a search counts.
const MOST_SPENT: i64 = (1 << 20) - 1;

impl Writer<'_, '_> {
    /// Does a move reach this hex? Also where it may only pass: that it may not end there is another reason.
    pub(super) fn in_reach(&mut self, course: &Course, goal: Local) -> Body {
        let mut lines = Lines::default();
        let made = self.begin_move(course, &mut lines);
        let goal = self.slot(goal);
        let (to, spent) = (self.get(goal), self.local(" points", Type::int(-1, MOST_SPENT), false));
        lines.0.push(self.reach(&made, (SearchOut::CostTo(to), spent)));
        let (spent, none) = (self.get(spent), self.number(0, 1));
        let mut reached = self.binary(BinaryOp::Ge, spent, none);
        if let Some((off, entered)) = self.enters_at(&made, goal) {
            reached = self.add(Expr::If(off, entered, reached));
        }
        lines.0.push(self.stmt(Code::Return(Some(reached))));
        Body::Code(lines.block())
    }

    /// The rows of a step, and what `reach` says of the whole way. Every one is asked, so that each tells its reasons.
    pub(super) fn step_asked(&mut self, course: &Course, goal: Local, reach: FuncId) -> Body {
        let mut lines = Lines::default();
        let made = self.begin_move(course, &mut lines);
        let goal = self.slot(goal);
        let mut asked: Vec<ExprId> = [made.step.bar, made.step.pass]
            .map(|func| self.judged(&made, func, [made.here, goal], Over::Perhaps))
            .to_vec();
        asked.extend(self.law_of_step(&made, goal));
        let args = self.params();
        asked.push(self.call(reach, args));
        let value = self.every_one(asked);
        lines.0.push(self.stmt(Code::Return(Some(value))));
        Body::Code(lines.block())
    }
}
