//! What is known before a query runs: names that hold one written value, conditions that they decide, and loops of
//! which nothing is left or one round is enough. Rows leave many of these once nobody wants to be told how they came out.
//!
//! In procedures nothing is known: their names may be read out of a saved state.

use super::FuncCompiler;
use crate::ir::{BinaryOp, Block, Expr, ExprId, Func, FuncKind, LocalId, Stmt, StmtKind, Type, UnaryOp, walk};

/// What is known of a function's names.
#[derive(Clone, Default)]
pub(super) struct Known {
    /// By local: the value that it is written as, where it is declared with that value and never written again.
    constants: Vec<Option<i64>>,
    /// By local: the expression that it is, where it is declared so and never written again.
    pub(super) lets: Vec<Option<ExprId>>,
    /// By local: in how many places it is read and written. A parameter is written by whoever calls.
    pub(super) reads: Vec<u32>,
    pub(super) writes: Vec<u32>,
}

impl Known {
    /// Of a procedure, or where everything is told, nothing.
    pub(super) fn of(func: &Func, explains: bool) -> Known {
        let count = func.locals.len();
        let mut known = Known {
            constants: vec![None; count],
            lets: vec![None; count],
            reads: vec![0; count],
            writes: vec![0; count],
        };
        let Some(block) = func.body.code().filter(|_| func.kind == FuncKind::Query && !explains) else { return known };
        known.writes[..func.params as usize].fill(1);
        let mut marked = vec![0; count];
        walk::walk_func(func, &mut |node| match node {
            walk::Node::Stmt(stmt) => {
                walk::binds(stmt).iter().for_each(|local| known.writes[local.index()] += 1);
                if let StmtKind::Mark { value, .. } = stmt.kind {
                    count_reads(func, value, &mut marked);
                }
            }
            walk::Node::Expr(_, Expr::Local(local)) => known.reads[local.index()] += 1,
            walk::Node::Expr(..) => {}
        });
        // Nobody wants the marks.
        known.reads.iter_mut().zip(marked).for_each(|(reads, marked)| *reads -= marked);
        for stmt in walk::all_stmts(block) {
            let StmtKind::Let { local, value, fresh: true } = stmt.kind else { continue };
            if known.writes[local.index()] != 1 {
                continue;
            }
            known.lets[local.index()] = Some(value);
            if let (Expr::Literal { value: written_as, .. }, Type::Scalar(_)) = (func.expr(value), func.local(local).ty)
            {
                known.constants[local.index()] = Some(*written_as);
            }
        }
        known
    }

    /// The function has got names since, of which nothing is known.
    pub(super) fn make_room(&mut self, func: &Func) {
        let count = func.locals.len();
        self.constants.resize(count, None);
        self.lets.resize(count, None);
        self.reads.resize(count, 0);
        self.writes.resize(count, 0);
    }
}

fn count_reads(func: &Func, value: ExprId, reads: &mut [u32]) {
    walk::walk_expr(func, value, &mut |node| {
        if let walk::Node::Expr(_, Expr::Local(local)) = node {
            reads[local.index()] += 1;
        }
    });
}

impl FuncCompiler<'_> {
    /// The value of a name that is written out where it is declared.
    pub(super) fn constant_of(&self, local: LocalId) -> Option<i64> {
        self.known.constants[local.index()]
    }

    /// Does the condition hold, as far as that is written out?
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    pub(super) fn decided(&self, cond: ExprId) -> Option<bool> {
        match self.func.expr(cond) {
            Expr::Literal { value, .. } => Some(*value == 1),
            Expr::Local(local) => self.constant_of(*local).map(|value| value == 1),
            Expr::Unary(UnaryOp::Not, inner) => self.decided(*inner).map(|holds| !holds),
            Expr::Binary(BinaryOp::And, a, b) => match self.decided(*a)? {
                true => self.decided(*b),
                false => Some(false),
            },
            Expr::Binary(BinaryOp::Or, a, b) => match self.decided(*a)? {
                true => Some(true),
                false => self.decided(*b),
            },
            // What a procedure stands still in has its place in the code, taken or not.
            Expr::Binary(BinaryOp::Eq, a, b) if self.func.kind == FuncKind::Query => {
                let alike = self.scalar(*a).ok()?.what == self.scalar(*b).ok()?.what;
                Some(self.written(*a)? == self.written(*b)?).filter(|_| alike)
            }
            _ => None,
        }
    }

    /// A value that is written out.
    fn written(&self, id: ExprId) -> Option<i64> {
        if let Expr::Local(local) = self.func.expr(id) {
            return self.constant_of(*local);
        }
        if let Expr::Literal { value, .. } = self.func.expr(id) { Some(*value) } else { None }
    }

    /// Nothing is left of it: marks that nobody wants, names whose value is known, branches that are never taken.
    pub(super) fn is_idle(&self, block: &Block) -> bool {
        block.0.iter().all(|stmt| self.does(stmt, &|_| false))
    }

    /// Whatever its first round does, every other does too: names get values that are written out.
    pub(super) fn is_once(&self, block: &Block) -> bool {
        block.0.iter().all(|stmt| {
            self.does(stmt, &|value| {
                let known = matches!(self.func.expr(value), Expr::Local(local) if self.constant_of(*local).is_some());
                known || matches!(self.func.expr(value), Expr::Literal { .. })
            })
        })
    }

    /// Does the statement do nothing but write values that are `harmless`?
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other statement does something")]
    fn does(&self, stmt: &Stmt, harmless: &dyn Fn(ExprId) -> bool) -> bool {
        match &stmt.kind {
            StmtKind::Mark { .. } => !self.code.explains,
            StmtKind::Let { local, fresh: true, .. } => self.constant_of(*local).is_some(),
            StmtKind::Let { local, value, fresh: false } => {
                matches!(self.func.local(*local).ty, Type::Scalar(_)) && harmless(*value)
            }
            StmtKind::If { cond, then, other } => match self.decided(*cond) {
                Some(holds) => (if holds { then } else { other }).0.iter().all(|stmt| self.does(stmt, harmless)),
                None => false,
            },
            _ => false,
        }
    }
}
