//! What is decided before a query runs: names that hold one written value, conditions that follow from them, and loops of
//! which nothing is left or one round is enough. Rows leave many of these once nobody wants to be told how they came out.

use super::FuncCompiler;
use crate::ir::{BinaryOp, Block, Expr, ExprId, FuncKind, LocalId, Stmt, StmtKind, Type, UnaryOp};

impl FuncCompiler<'_> {
    /// The value of a name that is written out where it is declared.
    pub(super) fn constant_of(&self, local: LocalId) -> Option<i64> {
        self.known.constant(local)
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
