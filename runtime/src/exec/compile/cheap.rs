//! Conditions in the order of what they cost. `a and b` comes to the same as `b and a` where neither can fault, so what costs
//! far less is asked first, whatever the author wrote first. What a condition costs is guessed from its text: a look-up one, a
//! query what its own text costs, a walk of a set as much for each of a few members. Where that is much the same the author's
//! order stays: he knows what is rarely so.
//!
//! What may fault keeps its place, and nothing passes it: behind it stands what it was asked for, or what must not hide it.

use super::{FuncCompiler, Pass};
use crate::ir::{BinaryOp, Block, Expr, ExprId, Fold, Func, FuncId, LocalId, Stmt, StmtKind, UnaryOp};
use std::cell::RefCell;

/// What costs so many times less goes first.
const FAR_LESS: u32 = 4;
/// So many members of a set are asked, we guess.
const MEMBERS: u32 = 4;
const WALK: u32 = 8;
const BOARD: u32 = 3;
const CALL: u32 = 4;
/// What is found again among kept answers.
const RECALL: u32 = 8;
/// A search, a supposition, a choice among many.
const LONG: u32 = 300;

/// What each query costs, as far as it was asked for.
pub(super) struct Costs(RefCell<Vec<Option<u32>>>);

impl Costs {
    pub(super) fn unknown(funcs: usize) -> Costs {
        Costs(RefCell::new(vec![None; funcs]))
    }
}

impl FuncCompiler<'_> {
    /// The parts of `a and b`, `a or b` in the order in which they are asked.
    pub(super) fn in_order(&self, op: BinaryOp, a: ExprId, b: ExprId) -> Vec<ExprId> {
        let mut parts = Vec::new();
        self.parts(op, a, &mut parts);
        self.parts(op, b, &mut parts);
        if !self.plans.passes.has(Pass::Cheap) {
            return parts;
        }
        let mut costs: Vec<u32> = parts.iter().map(|part| self.cost(self.func, *part)).collect();
        for last in 1..parts.len() {
            let passes = |at: usize| costs[last].saturating_mul(FAR_LESS) <= costs[at];
            let mut to = last;
            while to > 0 && passes(to - 1) && [parts[last], parts[to - 1]].iter().all(|part| self.text().expr(*part)) {
                to -= 1;
            }
            parts[to..=last].rotate_right(1);
            costs[to..=last].rotate_right(1);
        }
        parts
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "everything else is one condition")]
    fn parts(&self, op: BinaryOp, cond: ExprId, out: &mut Vec<ExprId>) {
        match self.func.expr(cond) {
            Expr::Binary(inner, a, b) if *inner == op => {
                self.parts(op, *a, out);
                self.parts(op, *b, out);
            }
            Expr::Local(local) => match self.in_place_of(*local) {
                Some(value) => self.parts(op, value, out),
                None => out.push(cond),
            },
            _ => out.push(cond),
        }
    }

    /// What it costs to ask for the value of an expression.
    fn cost(&self, func: &Func, id: ExprId) -> u32 {
        let all = |parts: &[ExprId]| parts.iter().map(|part| self.cost(func, *part)).sum::<u32>();
        let cost: u32 = match func.expr(id) {
            Expr::Literal { .. } | Expr::None(_) | Expr::Empty(_) | Expr::All(_) | Expr::Kind(_) => 0,
            Expr::Local(local) if std::ptr::eq(func, self.func) => {
                self.in_place_of(*local).map_or(0, |value| self.cost(func, value))
            }
            Expr::Local(_) => 0,
            Expr::Cell(_, index) | Expr::Table(_, index) => 1 + all(index),
            Expr::Peek { index, viewer, other, .. } => CALL + all(index) + all(&[*viewer, *other]),
            Expr::Unary(UnaryOp::Not, a) => self.cost(func, *a),
            Expr::Unary(_, a) => 1 + self.cost(func, *a),
            Expr::Binary(_, a, b) => 1 + all(&[*a, *b]),
            Expr::If(cond, a, b) => 1 + self.cost(func, *cond) + self.cost(func, *a).max(self.cost(func, *b)),
            Expr::Call(callee, args) => all(args) + self.cost_of_call(*callee),
            Expr::Fold(Fold { over, guard, value, other, .. }) => {
                let asked: u32 = [guard, value, other].into_iter().flatten().map(|part| self.cost(func, *part)).sum();
                WALK + self.cost(func, *over) + MEMBERS * asked.min(LONG)
            }
            Expr::Board(_, args) => BOARD + all(args),
            Expr::Extend { .. }
            | Expr::Complete { .. }
            | Expr::Buyable { .. }
            | Expr::Spendable { .. }
            | Expr::Suppose(_) => LONG,
        };
        cost.min(LONG)
    }

    fn cost_of_call(&self, callee: FuncId) -> u32 {
        let at = callee.index();
        let known = self.plans.costs.0.borrow()[at];
        known.unwrap_or_else(|| {
            let func = &*self.plans.mir.funcs[at];
            let body = func.body.code().map_or(LONG, |block| self.cost_of_block(func, block));
            let kept = self.code.recalled[at].is_some();
            let cost = if kept { body.min(RECALL + body / 4) } else { body };
            let cost = CALL + cost;
            self.plans.costs.0.borrow_mut()[at] = Some(cost);
            cost
        })
    }

    fn cost_of_block(&self, func: &Func, block: &Block) -> u32 {
        block.0.iter().map(|stmt| self.cost_of_stmt(func, stmt)).sum::<u32>().min(LONG)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "what else a query does takes long")]
    fn cost_of_stmt(&self, func: &Func, stmt: &Stmt) -> u32 {
        match &stmt.kind {
            StmtKind::Mark { .. } | StmtKind::Fail { .. } | StmtKind::Return(None) | StmtKind::Break => 0,
            StmtKind::Let { value, .. } | StmtKind::Return(Some(value)) => self.cost(func, *value),
            StmtKind::If { cond, then, other } => {
                let ways = self.cost_of_block(func, then) + self.cost_of_block(func, other);
                1 + self.cost(func, *cond) + ways / 2
            }
            StmtKind::For { over, body, .. } => {
                WALK + self.cost(func, *over) + MEMBERS * self.cost_of_block(func, body)
            }
            _ => LONG,
        }
    }

    /// The value of a name that is asked where it is read (`sink.rs`).
    pub(super) fn in_place_of(&self, local: LocalId) -> Option<ExprId> {
        self.in_place.iter().find(|(name, _)| *name == local).map(|(_, value)| *value)
    }
}
