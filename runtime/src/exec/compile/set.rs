//! Sets: every expression that gives one, into set words.

use super::{FuncCompiler, Op, Result, SetReg};
use crate::exec::code::Home;
use crate::ir::{BinaryOp, BoardOp, DomainId, Expr, ExprId, Fold, FoldOp, UnaryOp};

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
            Expr::Fold(fold) => self.set_fold(expr, fold, w, d)?,
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
        if matches!(op, BinaryOp::Inter | BinaryOp::Minus) && self.may_be_asked_of_fewer(b) {
            let base = self.set(a)?;
            if op == BinaryOp::Inter {
                return self.set_within(b, base, d);
            }
            let out = self.temp_set_of(w);
            self.set_within(b, base, out)?;
            self.emit(Op::SetMinus { w, d, a: base, b: out });
            return Ok(());
        }
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

    fn set_fold(&mut self, expr: ExprId, fold: &Fold, w: u8, d: SetReg) -> Result<()> {
        if fold.op == FoldOp::Filter && self.filtered_alone(fold, d)? {
            return Ok(());
        }
        if fold.op == FoldOp::Gather && self.may_be_asked_of_fewer(expr) {
            let all = self.temp_set_of(w);
            self.set_range(w, all, 0, i64::from(self.program.domain(DomainId(w.into())).size) - 1)?;
            return self.gather_within(fold, all, w, d);
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

    /// Does finding the set take asking members one by one, and may fewer be asked as well? Of whom is left out nothing is
    /// asked, so nothing in it may fault.
    fn may_be_asked_of_fewer(&self, set: ExprId) -> bool {
        self.asks_members(set) && self.text().expr(set)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other set asks its members")]
    fn asks_members(&self, set: ExprId) -> bool {
        match self.func.expr(set) {
            Expr::Fold(fold) => {
                let fits = self.domain_of(fold.over).is_ok_and(|domain| self.holds_members(fold.var, domain));
                match fold.op {
                    FoldOp::Filter => fits && !self.sifted(&self.narrowed(fold)).rest.is_empty(),
                    FoldOp::Gather => fold.value.is_some_and(|value| self.asks_members(value)),
                    FoldOp::Sum | FoldOp::Count | FoldOp::Any | FoldOp::Every | FoldOp::Least | FoldOp::Most => false,
                }
            }
            Expr::Binary(BinaryOp::Inter | BinaryOp::Minus | BinaryOp::Union, a, b) | Expr::If(_, a, b) => {
                self.asks_members(*a) || self.asks_members(*b)
            }
            _ => false,
        }
    }

    /// Those of the set that are in `base`, too, into `d`: a set of its own. Only they are asked; nothing in it may fault.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other set is found whole")]
    pub(super) fn set_within(&mut self, set: ExprId, base: SetReg, d: SetReg) -> Result<()> {
        let mark = self.mark();
        let func = self.func;
        let w = Self::w(self.domain_of(set)?);
        let asks = self.asks_members(set);
        match func.expr(set) {
            Expr::All(_) => {
                self.emit(Op::SetCopy { w, d, a: base });
            }
            Expr::Fold(fold) if asks && fold.op == FoldOp::Gather => self.gather_within(fold, base, w, d)?,
            Expr::Fold(fold) if asks => {
                self.emit(Op::SetEmpty { w, d });
                self.each_member_of(fold, Some(base), |this| {
                    let a = this.reg_of(fold.var)?;
                    this.emit(Op::SetAdd { d, a });
                    Ok(())
                })?;
            }
            Expr::Binary(op @ (BinaryOp::Inter | BinaryOp::Minus), a, b) if asks => {
                let first = self.temp_set_of(w);
                self.set_within(*a, base, first)?;
                let second = self.temp_set_of(w);
                self.set_within(*b, first, second)?;
                self.emit(match op {
                    BinaryOp::Inter => Op::SetCopy { w, d, a: second },
                    _ => Op::SetMinus { w, d, a: first, b: second },
                });
            }
            Expr::Binary(BinaryOp::Union, a, b) if asks => {
                let first = self.temp_set_of(w);
                self.set_within(*a, base, first)?;
                let left = self.temp_set_of(w);
                self.emit(Op::SetMinus { w, d: left, a: base, b: first });
                let second = self.temp_set_of(w);
                self.set_within(*b, left, second)?;
                self.emit(Op::SetUnion { w, d, a: first, b: second });
            }
            Expr::If(cond, a, b) if asks => {
                let other = self.unless(*cond)?;
                self.set_within(*a, base, d)?;
                let end = self.jump();
                self.patch_all(other)?;
                self.set_within(*b, base, d)?;
                self.patch(end)?;
            }
            _ => {
                let a = self.set(set)?;
                self.emit(Op::SetInter { w, d, a, b: base });
            }
        }
        self.release(mark);
        Ok(())
    }

    /// Of `base` those whom a member of the fold finds: whoever is found already is not asked again.
    fn gather_within(&mut self, fold: &Fold, base: SetReg, w: u8, d: SetReg) -> Result<()> {
        let Some(value) = fold.value else { return self.refuse("folds nothing") };
        self.emit(Op::SetEmpty { w, d });
        self.each_member(fold, |this| {
            let (left, found) = (this.temp_set_of(w), this.temp_set_of(w));
            this.emit(Op::SetMinus { w, d: left, a: base, b: d });
            this.set_within(value, left, found)?;
            this.emit(Op::SetUnion { w, d, a: d, b: found });
            Ok(())
        })
    }

    fn temp_set_of(&mut self, w: u8) -> SetReg {
        self.temp_set(DomainId(w.into()))
    }
}
