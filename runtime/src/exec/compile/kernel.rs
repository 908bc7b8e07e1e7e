//! Kernels: the rule's own code stands between the kernel's `next` and `offer` (or `begin` and `push`).

use super::{FuncCompiler, NO_REG, Op, Patch, Reg, Result, SetReg};
use crate::exec::code::{ChooseCode, ChooseOut, Home, OfferCode, OutCode, SearchCode, SpendCode, SpendOut};
use crate::ir::walk::{self, Node};
use crate::ir::{
    Body, Expr, ExprId, Func, FuncId, HEX, Judge, LocalId, Offer, Scalar, Search, SearchMode, SearchOut, StmtKind,
    Type, What,
};

impl FuncCompiler<'_> {
    pub(super) fn search(&mut self, search: &Search) -> Result<()> {
        // What the search gives outlives its temporaries, so it is placed first.
        let outs: Vec<Home> = search.outs.iter().map(|(_, local)| self.home(*local)).collect::<Result<_>>()?;
        let mark = self.mark();
        // Nobody is told which steps are judged, and none can fault.
        let cannot_fault = !self.code.explains && self.text().is_small_and_safe(search);
        let from = self.set(search.from)?;
        let to = search.to.map(|to| self.set(to)).transpose()?;
        let straight = cannot_fault && self.goes_straight(search);
        // Where steps count one, those that lead straight to a goal are found as fast.
        let homeward = if cannot_fault && !straight { self.homeward_of(search)? } else { None };
        let mut code = SearchCode {
            mode: search.mode,
            counts: 1,
            words: self.words_of(HEX) as u16,
            from,
            to,
            budget: search.budget.map(|budget| self.reg(budget)).transpose()?,
            within: search.within.map(|within| self.reg(within)).transpose()?,
            at_least_one: search.at_least_one,
            step: [0; 6],
            table: None,
            each: None,
            plain: is_plain(self.func, search),
            cannot_fault,
            first_only: search.asks_first_only(),
            open_only: asks_open_only(search),
            least_only: cannot_fault && self.asks_least_only(search),
            straight,
            field: if homeward.is_none() { self.field_of(search, straight) } else { None },
            homeward,
            offers: vec![],
            outs: vec![],
        };
        if let Some((member, group)) = search.each {
            let domain = self.domain_of(group)?;
            let at = self.set(group)?;
            code.each = Some((at, self.words_of(domain) as u16, self.declare_reg(member)?));
        }
        for ((out, _), home) in search.outs.iter().zip(outs) {
            code.outs.push(self.out(out, home)?);
        }
        let m = self.code.searches.len();
        match &search.judge {
            Judge::Table(table) => {
                let rows = self.program.table(*table).data.chunks_exact(6);
                let costs = rows.map(|row| std::array::from_fn(|dir| u8::try_from(row[dir]).unwrap_or(u8::MAX)));
                code.table = Some(table.0 as u16);
                self.code.costs.insert(table.0 as u16, costs.collect());
                self.code.searches.push(code);
                self.emit(Op::SearchBegin { m: m as u16 });
            }
            Judge::Body { here, there, dir, spent, steps, carried, body } => {
                for (at, local) in [here, there, dir, spent, steps, carried].into_iter().enumerate() {
                    code.step[at] = self.declare_reg(*local)?;
                }
                let plain = code.plain;
                let (is_field, is_homeward) = (code.field.is_some(), code.homeward.is_some());
                self.code.searches.push(code);
                let m = m as u16;
                let known = is_field.then(|| Patch(self.emit(Op::FieldBegin { m, to: 0 })));
                self.emit(match is_homeward {
                    true => Op::HomewardBegin { m },
                    false if plain => Op::PlainBegin { m },
                    false => Op::SearchBegin { m },
                });
                let head = self.here();
                let next = if plain { Op::PlainNext { m, to: 0 } } else { Op::SearchNext { m, to: 0 } };
                let done = Patch(self.emit(next));
                let m = usize::from(m);
                self.searches.push(m);
                self.block(body)?;
                self.searches.pop();
                self.emit(Op::Jump { to: head });
                self.patch(done)?;
                if let Some(known) = known {
                    self.patch(known)?;
                    self.emit(Op::FieldEnd { m: m as u16 });
                }
                if is_homeward {
                    self.emit(Op::HomewardEnd);
                }
            }
        }
        self.emit(Op::SearchEnd { m: m as u16 });
        self.release(mark);
        Ok(())
    }

    /// Is a search for ways asked for nothing but whether there is one and how long it is, of steps of which none blocks or carries
    /// anything?
    fn asks_least_only(&self, search: &Search) -> bool {
        let Judge::Body { body, .. } = &search.judge else { return false };
        let stmts = walk::all_stmts(body);
        let offers =
            stmts.iter().filter_map(|stmt| if let StmtKind::Offer(offer) = &stmt.kind { Some(offer) } else { None });
        let mut plain = offers.map(|offer| self.never_blocks(offer) && offer.carry.is_none());
        asks_open_only(search) && search.each.is_none() && plain.all(|plain| plain)
    }

    pub(super) fn never_blocks(&self, offer: &Offer) -> bool {
        offer.blocked.is_none_or(|blocked| self.is_never(blocked))
    }

    /// Is a search for ways asked for nothing but whether there is one and how long it is, of steps of which each counts one and none
    /// blocks? Where none can fault either, it makes no difference which of them are judged.
    fn goes_straight(&self, search: &Search) -> bool {
        let Judge::Body { body, .. } = &search.judge else { return false };
        let counts_one = |offer: &Offer| match offer.counts.as_slice() {
            [count] => matches!(self.func.expr(*count), Expr::Literal { value: 1, .. }) && self.counts_whole(*count),
            _ => false,
        };
        let is_plain = |offer: &Offer| {
            counts_one(offer) && self.never_blocks(offer) && offer.most.is_none() && offer.carry.is_none()
        };
        let stmts = walk::all_stmts(body);
        let plain =
            stmts.iter().all(|stmt| if let StmtKind::Offer(offer) = &stmt.kind { is_plain(offer) } else { true });
        asks_open_only(search) && plain && search.budget.is_none() && search.each.is_none()
    }

    fn counts_whole(&self, count: ExprId) -> bool {
        matches!(self.ty(count), Type::Scalar(Scalar { what: What::Int { den: 1 }, .. }))
    }

    /// A condition that is written out as no, or asks a query of names that says nothing but no.
    pub(super) fn is_never(&self, condition: ExprId) -> bool {
        if let Expr::Call(asked, args) = self.func.expr(condition) {
            let names = args.iter().all(|arg| matches!(self.func.expr(*arg), Expr::Local(_)));
            return names && says_no(&self.plans.mir.funcs[asked.index()]);
        }
        self.decided(condition) == Some(false)
    }

    fn out(&mut self, out: &SearchOut, home: Home) -> Result<(OutCode, u16)> {
        let at = match home {
            Home::Reg(reg) => reg,
            Home::Set { at, .. } => at,
        };
        let code = match out {
            SearchOut::Ends => OutCode::Ends,
            SearchOut::First => OutCode::First,
            SearchOut::Through => OutCode::Through,
            SearchOut::Open => OutCode::Open,
            SearchOut::BestFirst => OutCode::BestFirst,
            SearchOut::BestThrough => OutCode::BestThrough,
            SearchOut::Least(k) => OutCode::Least(*k),
            SearchOut::CostTo(hex) => {
                let hex = self.member_reg(*hex)?;
                let kept = self.temp();
                self.emit(Op::Move { d: kept, a: hex });
                OutCode::Cost(kept)
            }
        };
        Ok((code, at))
    }

    pub(super) fn offer(&mut self, offer: &Offer) -> Result<()> {
        let Some(&m) = self.searches.last() else { return self.refuse("offers outside a search") };
        let mark = self.mark();
        let mut counts = [None; 3];
        for (at, &count) in offer.counts.iter().take(3).enumerate() {
            counts[at] = Some(self.reg_for(count, Scalar::int(0, 0xf_ffff))?);
        }
        let most = match offer.most {
            Some(most) => Some(self.reg_for(most, Scalar::int(0, 0xf_ffff))?),
            None => None,
        };
        let carry = match offer.carry {
            Some(carry) => Some(self.reg_for(carry, Scalar::int(0, 15))?),
            None => None,
        };
        let stop = offer.stop.map(|e| self.reg(e)).transpose()?;
        let pass = offer.pass.map(|e| self.reg(e)).transpose()?;
        let blocked = offer.blocked.filter(|blocked| self.code.explains || !self.is_never(*blocked));
        let blocked = blocked.map(|e| self.reg(e)).transpose()?;
        if let (true, Some(a)) = (self.code.searches[m].plain, counts[0]) {
            self.emit(Op::OfferPlain { a, stop: stop.unwrap_or(NO_REG), pass: pass.unwrap_or(NO_REG) });
            self.release(mark);
            return Ok(());
        }
        let code = &mut self.code.searches[m];
        code.counts = code.counts.max(offer.counts.len() as u8);
        code.offers.push(OfferCode { counts, most, carry, stop, pass, blocked });
        let at = code.offers.len() - 1;
        self.emit(Op::Offer { m: m as u16, at: at as u16 });
        self.release(mark);
        Ok(())
    }

    pub(super) fn complete(&mut self, limits: FuncId, args: &[ExprId], chosen: ExprId, d: Reg) -> Result<()> {
        let chosen = self.set(chosen)?;
        self.choose(limits, args, chosen, chosen, ChooseOut::Complete(d))
    }

    pub(super) fn extend(
        &mut self,
        limits: FuncId,
        args: &[ExprId],
        chosen: ExprId,
        from: ExprId,
        d: SetReg,
    ) -> Result<()> {
        let w = Self::w(self.domain_of(chosen)?);
        let chosen = self.set(chosen)?;
        let from = self.set(from)?;
        self.emit(Op::SetUnion { w, d, a: chosen, b: from });
        self.choose(limits, args, chosen, d, ChooseOut::Offered(d))
    }

    /// Weigh every member of `all` (what is chosen and what may be), then let the kernel answer.
    fn choose(&mut self, limits: FuncId, args: &[ExprId], chosen: SetReg, all: SetReg, out: ChooseOut) -> Result<()> {
        self.in_place(limits, args, |this| {
            let Body::Limits(body) = &this.func.body else { return this.refuse("is no limits") };
            let number = |this: &mut Self, expr: Option<ExprId>| {
                expr.map(|e| {
                    let from = this.scalar(e)?;
                    let reg = this.reg(e)?;
                    Ok(this.bring_to(reg, from, What::Int { den: 1 })?.0)
                })
                .transpose()
            };
            let mut bounds = Vec::new();
            for limit in &body.limits {
                bounds.push((number(this, limit.lo)?, number(this, limit.hi)?));
            }
            let m = this.code.chooses.len() as u16;
            let member = this.declare_reg(body.it)?;
            let domain = this.walked(body.it)?;
            let code = ChooseCode {
                bounds,
                weights: vec![],
                alike: None,
                member,
                words: this.words_of(domain) as u16,
                chosen,
                out,
                has_alike: body.alike.is_some(),
            };
            this.code.chooses.push(code);
            this.emit(Op::ChooseBegin { m });
            let rest = this.temp_set(domain);
            this.emit(Op::SetCopy { w: Self::w(domain), d: rest, a: all });
            let head = this.here();
            let exit = Patch(this.emit(Op::Next { w: Self::w(domain), d: member, s: rest, off: 0 }));
            this.check_member(body.it, member, domain)?;
            for limit in &body.limits {
                let weight = number(this, limit.weight)?;
                this.code.chooses[m as usize].weights.push(weight);
            }
            let alike = body.alike.map(|e| this.reg(e)).transpose()?;
            this.code.chooses[m as usize].alike = alike;
            this.emit(Op::ChoosePush { m });
            this.emit(Op::Back { to: head });
            this.patch(exit)?;
            this.emit(Op::ChooseEnd { m });
            Ok(())
        })
    }

    pub(super) fn spendable(
        &mut self,
        goods: FuncId,
        args: &[ExprId],
        pool: ExprId,
        from: ExprId,
        d: Reg,
    ) -> Result<()> {
        let pool = self.reg(pool)?;
        let from = self.set(from)?;
        self.spend(goods, args, pool, from, SpendOut::Most(d))
    }

    pub(super) fn buyable(
        &mut self,
        goods: FuncId,
        args: &[ExprId],
        pool: ExprId,
        from: ExprId,
        last: Option<ExprId>,
        d: SetReg,
    ) -> Result<()> {
        let pool = self.reg(pool)?;
        let from = self.set(from)?;
        let last = last.map(|last| self.reg(last)).transpose()?;
        self.spend(goods, args, pool, from, SpendOut::Offered { set: d, last })
    }

    fn spend(&mut self, goods: FuncId, args: &[ExprId], pool: Reg, from: SetReg, out: SpendOut) -> Result<()> {
        self.in_place(goods, args, |this| {
            let Body::Goods(body) = &this.func.body else { return this.refuse("is no goods") };
            let m = this.code.spends.len() as u16;
            let member = this.declare_reg(body.it)?;
            let domain = this.walked(body.it)?;
            let words = this.words_of(domain) as u16;
            this.code.spends.push(SpendCode { pool, member, price: 0, up_to: 0, words, out });
            this.emit(Op::SpendBegin { m });
            let rest = this.temp_set(domain);
            this.emit(Op::SetCopy { w: Self::w(domain), d: rest, a: from });
            let head = this.here();
            let exit = Patch(this.emit(Op::Next { w: Self::w(domain), d: member, s: rest, off: 0 }));
            this.check_member(body.it, member, domain)?;
            this.code.spends[m as usize].price = this.reg(body.price)?;
            this.code.spends[m as usize].up_to = this.reg(body.up_to)?;
            this.emit(Op::SpendPush { m });
            this.emit(Op::Back { to: head });
            this.patch(exit)?;
            this.emit(Op::SpendEnd { m });
            Ok(())
        })
    }

    /// The domain that a variable walks.
    fn walked(&self, var: LocalId) -> Result<crate::ir::DomainId> {
        match self.func.local(var).ty {
            Type::Scalar(Scalar { what: What::Id(domain), .. }) => Ok(domain),
            Type::Scalar(_) | Type::Set(_) => self.refuse("walks what has no members"),
        }
    }

    /// Compile in the names of `other`, its parameters bound to copies of `args`.
    fn in_place(&mut self, other: FuncId, args: &[ExprId], body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let mark = self.mark();
        let plans = self.plans;
        let target = &plans.mir.funcs[other.index()];
        let mut homes = vec![None; target.locals.len()];
        for (at, (&arg, ty)) in args.iter().zip(target.param_types()).enumerate() {
            homes[at] = Some(match ty {
                Type::Scalar(place) => {
                    let d = self.temp();
                    let a = self.reg_for(arg, place)?;
                    self.emit(Op::Move { d, a });
                    Home::Reg(d)
                }
                Type::Set(domain) => {
                    let at = self.temp_set(domain);
                    self.set_into(arg, at)?;
                    Home::Set { at, words: self.words_of(domain) as u16 }
                }
            });
        }
        self.within(other, homes, body)?;
        self.release(mark);
        Ok(())
    }
}

/// A search for ways that is asked for nothing but whether there is an open one, and how long the least are.
pub(super) fn asks_open_only(search: &Search) -> bool {
    let is_told = |(out, _): &(SearchOut, LocalId)| matches!(out, SearchOut::Open | SearchOut::Least(_));
    search.mode == SearchMode::Paths && search.outs.iter().all(is_told)
}

/// A query that says no whatever it is asked.
#[expect(clippy::wildcard_enum_match_arm, reason = "whatever else it says or does, it may say yes")]
fn says_no(func: &Func) -> bool {
    let Some(block) = func.body.code() else { return false };
    let stmts = walk::all_stmts(block);
    let is_no = |value: ExprId| matches!(func.expr(value), Expr::Literal { value: 0, .. });
    let is_let = |name: LocalId| {
        let mut lets = stmts.iter().filter(|stmt| matches!(stmt.kind, StmtKind::Let { local, .. } if local == name));
        lets.next().is_some()
    };
    stmts.iter().all(|stmt| match &stmt.kind {
        StmtKind::Mark { .. } => true,
        StmtKind::Let { value, .. } => is_no(*value),
        StmtKind::Return(Some(value)) => match func.expr(*value) {
            Expr::Local(local) => is_let(*local),
            _ => is_no(*value),
        },
        _ => false,
    })
}

/// A reach that carries nothing, counts no steps and is asked for nothing but ends and costs.
fn is_plain(func: &Func, search: &Search) -> bool {
    let Judge::Body { steps, carried, body, .. } = &search.judge else { return false };
    let outs = search.outs.iter().all(|(out, _)| matches!(out, SearchOut::Ends | SearchOut::CostTo(_)));
    let mut plain = search.mode == SearchMode::Reach && search.within.is_none() && search.each.is_none() && outs;
    walk::walk_block(func, body, &mut |node| match node {
        Node::Expr(_, Expr::Local(local)) => plain &= local != steps && local != carried,
        Node::Expr(..) => {}
        Node::Stmt(stmt) => {
            if let StmtKind::Offer(offer) = &stmt.kind {
                plain &= offer.carry.is_none() && offer.blocked.is_none();
            }
        }
    });
    plain
}
