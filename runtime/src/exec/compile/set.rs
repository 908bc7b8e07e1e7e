//! Sets: every expression that gives one, into set words.

use super::{FuncCompiler, Op, Result, SetReg};
use crate::exec::code::Home;
use crate::ir::{BinaryOp, BoardOp, Expr, ExprId, Fold, FoldOp, UnaryOp};

impl FuncCompiler<'_> {
    /// The words that hold the set; a local's own where it is one.
    pub(super) fn set(&mut self, expr: ExprId) -> Result<SetReg> {
        if let Expr::Local(local) = self.func.expr(expr) {
            return self.set_of(*local);
        }
        let domain = self.domain_of(expr)?;
        let d = self.temp_set(domain);
        self.set_into(expr, d)?;
        Ok(d)
    }

    /// Compute into `d`. Nothing that the expression reads may stand in `d`.
    pub(super) fn set_into(&mut self, expr: ExprId, d: SetReg) -> Result<()> {
        let mark = self.mark();
        let old = (self.at, self.origin);
        (self.at, self.origin) = (self.func.exprs[expr.index()].at, self.origins[expr.index()]);
        self.members(expr, d)?;
        (self.at, self.origin) = old;
        self.release(mark);
        Ok(())
    }

    fn members(&mut self, expr: ExprId, d: SetReg) -> Result<()> {
        let func = self.func;
        let domain = self.domain_of(expr)?;
        let w = Self::w(domain);
        match func.expr(expr) {
            Expr::Empty(_) => {
                self.emit(Op::SetEmpty { w, d });
            }
            Expr::All(_) => self.set_range(w, d, 0, i64::from(self.program.domain(domain).size) - 1)?,
            Expr::Kind(kind) => {
                let kind = self.program.kind(*kind);
                self.set_range(w, d, i64::from(kind.first), i64::from(kind.last))?;
            }
            Expr::Local(local) => {
                let a = self.set_of(*local)?;
                self.emit(Op::SetCopy { w, d, a });
            }
            Expr::Cell(cell, index) => {
                let at = self.element(*cell, index)?;
                if self.is_looked_at(*cell) {
                    self.emit(Op::Look { c: cell.0 as u16, at });
                }
                self.emit(Op::GetSet { d, c: cell.0 as u16, at });
            }
            Expr::Unary(UnaryOp::Single, a) => {
                let a = self.reg(*a)?;
                self.emit(Op::SetEmpty { w, d });
                self.emit(Op::SetAdd { d, a });
            }
            Expr::Binary(op, a, b) => self.set_binary(*op, *a, *b, w, d)?,
            Expr::If(cond, a, b) => {
                let other = self.unless(*cond)?;
                self.set_into(*a, d)?;
                let end = self.jump();
                self.patch_all(other)?;
                self.set_into(*b, d)?;
                self.patch(end)?;
            }
            Expr::Call(callee, args) => {
                let words = self.words_of(domain) as u16;
                if !self.inlined(*callee, args, Home::Set { at: d, words })? {
                    self.call(*callee, args, None)?;
                    self.emit(Op::ResultSet { w, d });
                }
            }
            Expr::Fold(fold) => self.set_fold(fold, w, d)?,
            Expr::Board(op @ (BoardOp::Ring | BoardOp::Disc | BoardOp::Line), args) if args.len() == 2 => {
                let (a, b) = (self.member_reg(args[0])?, self.member_reg(args[1])?);
                self.emit(Op::BoardSet { op: *op as u8, d, a, b });
            }
            Expr::Extend { limits, args, chosen, from } => self.extend(*limits, args, *chosen, *from, d)?,
            Expr::Buyable { goods, args, pool, from, last } => self.buyable(*goods, args, *pool, *from, *last, d)?,
            Expr::Suppose(suppose) => {
                let words = self.words_of(domain) as u16;
                self.suppose(suppose, Home::Set { at: d, words })?;
            }
            Expr::Literal { .. }
            | Expr::None(_)
            | Expr::Peek { .. }
            | Expr::Table(..)
            | Expr::Unary(..)
            | Expr::Board(..)
            | Expr::Complete { .. }
            | Expr::Spendable { .. } => return self.refuse("uses a number as a set"),
        }
        Ok(())
    }

    fn set_range(&mut self, w: u8, d: SetReg, lo: i64, hi: i64) -> Result<()> {
        let k = self.range(lo, hi)?;
        self.emit(Op::SetRange { w, d, k });
        Ok(())
    }

    fn set_binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, w: u8, d: SetReg) -> Result<()> {
        let (a, b) = (self.set(a)?, self.set(b)?);
        self.emit(match op {
            BinaryOp::Union => Op::SetUnion { w, d, a, b },
            BinaryOp::Inter => Op::SetInter { w, d, a, b },
            BinaryOp::Minus => Op::SetMinus { w, d, a, b },
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::DivDown
            | BinaryOp::DivUp
            | BinaryOp::Mod
            | BinaryOp::Min
            | BinaryOp::Max
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::In => return self.refuse("uses a number as a set"),
        });
        Ok(())
    }

    fn set_fold(&mut self, fold: &Fold, w: u8, d: SetReg) -> Result<()> {
        if fold.op == FoldOp::Filter && self.filtered_alone(fold, d)? {
            return Ok(());
        }
        self.emit(Op::SetEmpty { w, d });
        self.each_member(fold, |this| match (fold.op, fold.value) {
            (FoldOp::Filter, _) => {
                let a = this.reg_of(fold.var)?;
                this.emit(Op::SetAdd { d, a });
                Ok(())
            }
            (FoldOp::Gather, Some(value)) => {
                if let Expr::Unary(UnaryOp::Single, one) = this.func.expr(value) {
                    let a = this.reg(*one)?;
                    this.emit(Op::SetAdd { d, a });
                    return Ok(());
                }
                let b = this.set(value)?;
                this.emit(Op::SetUnion { w, d, a: d, b });
                Ok(())
            }
            (FoldOp::Gather, None)
            | (FoldOp::Sum | FoldOp::Count | FoldOp::Any | FoldOp::Every | FoldOp::Least | FoldOp::Most, _) => {
                this.refuse("folds nothing")
            }
        })
    }
}
