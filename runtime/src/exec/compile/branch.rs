//! Conditions as jumps: comparisons are fused with the jump, `and`, `or`, `not` never make a value.

use super::compare::Comparison;
use super::{FuncCompiler, Op, Patch, Reg, Result};
use crate::ir::{BinaryOp, Expr, ExprId, Type, UnaryOp, What};

impl FuncCompiler<'_> {
    /// Jump where the condition is not met. What is compiled next runs where it is.
    pub(super) fn unless(&mut self, cond: ExprId) -> Result<Vec<Patch>> {
        self.branch(cond, false)
    }

    /// Jump when `cond` is `sense`. What faults in it stands where it does.
    pub(super) fn branch(&mut self, cond: ExprId, sense: bool) -> Result<Vec<Patch>> {
        let old = (self.at, self.origin);
        (self.at, self.origin) = (self.func.exprs[cond.index()].at, self.origins[cond.index()]);
        let jumps = self.jumps(cond, sense)?;
        (self.at, self.origin) = old;
        Ok(jumps)
    }

    fn jumps(&mut self, cond: ExprId, sense: bool) -> Result<Vec<Patch>> {
        if let Some(holds) = self.decided(cond) {
            return Ok(if holds == sense { vec![self.jump()] } else { vec![] });
        }
        let func = self.func;
        if let Expr::Local(local) = func.expr(cond)
            && let Some(value) = self.in_place_of(*local)
        {
            return self.branch(value, sense);
        }
        if self.found_once(cond).is_some() {
            return Ok(vec![self.by_value(cond, sense)?]);
        }
        let mark = self.mark();
        let patches = match func.expr(cond) {
            Expr::Unary(UnaryOp::Not, inner) => self.branch(*inner, !sense)?,
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let parts = self.in_order(*op, *a, *b);
                self.junction(&parts, sense, *op == BinaryOp::Or)?
            }
            Expr::Binary(op, a, b) if *op != BinaryOp::In => match self.comparison(*op, *a, *b) {
                Some(found) => vec![self.compare(if sense { found } else { found.negated() }, *a, *b)?],
                None => vec![self.by_value(cond, sense)?],
            },
            Expr::Binary(BinaryOp::In, a, b) => match self.one_of(*a, *b, sense)? {
                Some(patches) => patches,
                None => vec![self.by_value(cond, sense)?],
            },
            Expr::Table(table, index) if index.len() == 1 && table.0 <= 255 => {
                let regs = self.looked_up(*table, index)?;
                let (t, a) = (table.0 as u8, regs[0]);
                let jump = Op::JumpTableIf { t, a, off: 0 };
                vec![Patch(self.emit(if sense { jump } else { Op::JumpTableUnless { t, a, off: 0 } }))]
            }
            Expr::Call(callee, args) => match self.inlined_branch(*callee, args, sense)? {
                Some(patches) => patches,
                None => vec![self.by_value(cond, sense)?],
            },
            Expr::Literal { .. }
            | Expr::None(_)
            | Expr::Empty(_)
            | Expr::All(_)
            | Expr::Kind(_)
            | Expr::Local(_)
            | Expr::Cell(..)
            | Expr::Peek { .. }
            | Expr::Table(..)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::If(..)
            | Expr::Fold(_)
            | Expr::Board(..)
            | Expr::Extend { .. }
            | Expr::Complete { .. }
            | Expr::Buyable { .. }
            | Expr::Spendable { .. }
            | Expr::Suppose(_) => vec![self.by_value(cond, sense)?],
        };
        self.release(mark);
        Ok(patches)
    }

    /// `a in single(b) | single(c)` as comparisons; nothing if the set is not written out.
    fn one_of(&mut self, a: ExprId, set: ExprId, sense: bool) -> Result<Option<Vec<Patch>>> {
        let mut listed = Vec::new();
        if !self.listed(set, &mut listed) {
            return Ok(None);
        }
        let a = self.reg(a)?;
        let is: Vec<Patch> = listed.iter().map(|&i| Patch(self.emit(Op::JumpEqI { a, i, off: 0 }))).collect();
        if sense {
            return Ok(Some(is));
        }
        let no = self.jump();
        self.patch_all(is)?;
        Ok(Some(vec![no]))
    }

    fn by_value(&mut self, cond: ExprId, sense: bool) -> Result<Patch> {
        let a = self.reg(cond)?;
        Ok(Patch(self.emit(if sense { Op::JumpIf { a, to: 0 } } else { Op::JumpUnless { a, to: 0 } })))
    }

    /// `a and b and ..`, `a or b or ..`; `decides` is the value of one of them that settles the matter.
    fn junction(&mut self, parts: &[ExprId], sense: bool, decides: bool) -> Result<Vec<Patch>> {
        let (mut taken, mut skip) = (Vec::new(), Vec::new());
        for (at, part) in parts.iter().enumerate() {
            match sense == decides || at + 1 == parts.len() {
                true => taken.extend(self.branch(*part, sense)?),
                false => skip.extend(self.branch(*part, decides)?),
            }
        }
        self.patch_all(skip)?;
        Ok(taken)
    }

    /// A comparison of two numbers, if this is one.
    fn comparison(&self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<Comparison> {
        let numbers = matches!((self.ty(a), self.ty(b)), (Type::Scalar(_), Type::Scalar(_)));
        Comparison::of(op).filter(|_| numbers)
    }

    fn compare(&mut self, comparison: Comparison, a: ExprId, b: ExprId) -> Result<Patch> {
        if let Some(i) = self.small(b, a) {
            let a = self.reg(a)?;
            if let Some(op) = comparison.jump_constant(a, i) {
                return Ok(Patch(self.emit(op)));
            }
        }
        let (a, b) = self.same_parts(a, b)?;
        Ok(Patch(self.emit(comparison.jump(a, b))))
    }

    /// The value of a small constant counted as `beside` is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only literals are constants")]
    pub(super) fn small(&self, expr: ExprId, beside: ExprId) -> Option<i16> {
        let value = match self.func.expr(expr) {
            Expr::Literal { value, .. } => *value,
            Expr::Local(local) => self.constant_of(*local)?,
            Expr::None(_) => crate::ir::NONE,
            _ => return None,
        };
        let (own, other) = (self.scalar(expr).ok()?.what, self.scalar(beside).ok()?.what);
        let factor = match (own, other) {
            (What::Int { den: own }, What::Int { den: other }) if other % own == 0 => i64::from(other / own),
            (What::Int { .. }, What::Int { .. }) => return None,
            (What::Int { .. } | What::Bool | What::Id(_), What::Int { .. } | What::Bool | What::Id(_)) => 1,
        };
        i16::try_from(value.checked_mul(factor)?).ok()
    }

    /// Both numbers counted in the same parts.
    pub(super) fn same_parts(&mut self, a: ExprId, b: ExprId) -> Result<(Reg, Reg)> {
        let (ta, tb) = (self.scalar(a)?, self.scalar(b)?);
        let (ra, rb) = (self.reg(a)?, self.reg(b)?);
        let (What::Int { den: da }, What::Int { den: db }) = (ta.what, tb.what) else { return Ok((ra, rb)) };
        let what = What::Int { den: lcm(da, db) };
        Ok((self.bring_to(ra, ta, what)?.0, self.bring_to(rb, tb, what)?.0))
    }
}

pub(super) fn lcm(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = (a.max(1), b.max(1));
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
