//! Statements.

use super::{Aim, FaultCode, FuncCompiler, Op, Pass, Patch, Result};
use crate::exec::chance::{Die, Drawing};
use crate::exec::code::{DrawCode, Home, MarkCode, RayCode, Whose};
use crate::ir::{
    Block, CellId, Expr, ExprId, FuncId, FuncKind, LocalId, MarkWhat, SiteId, Stmt, StmtKind, Type, What, Write, walk,
};

impl FuncCompiler<'_> {
    pub(super) fn block(&mut self, block: &Block) -> Result<()> {
        let mark = self.mark();
        self.open_block(block)?;
        self.release(mark);
        Ok(())
    }

    /// A block whose names are still read behind it: the caller gives their registers back.
    pub(super) fn open_block(&mut self, block: &Block) -> Result<()> {
        if self.func.kind == FuncKind::Query && self.plans.passes.has(Pass::Sink) {
            return self.statements(block);
        }
        block.0.iter().try_for_each(|stmt| self.statement(stmt))
    }

    pub(super) fn statement(&mut self, stmt: &Stmt) -> Result<()> {
        self.at = stmt.at;
        if self.code.explains && self.func.kind != FuncKind::Query && matches!(stmt.kind, StmtKind::Return(_)) {
            self.emit(Op::Leaves);
        }
        self.stmt(stmt)?;
        if self.code.explains && writes(&stmt.kind) {
            self.at = stmt.at;
            self.emit(Op::Wrote);
        }
        Ok(())
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<()> {
        match &stmt.kind {
            StmtKind::Let { local, fresh: true, .. } if self.constant_of(*local).is_some() => Ok(()),
            StmtKind::Let { local, value, fresh } => self.assign(*local, *value, *fresh),
            StmtKind::Set(write) => self.scoped(|this| this.write(write)),
            StmtKind::Together(writes) => self.scoped(|this| this.together(writes)),
            StmtKind::If { cond, then, other } => self.either(*cond, then, other),
            StmtKind::For { var, rest, over, body } => self.for_each(*var, *rest, *over, body),
            StmtKind::Repeat { var, until, times, body } => self.repeat(*var, *until, *times, body),
            StmtKind::Loop { most, count, body } => self.bounded(*most, *count, body),
            StmtKind::Break => {
                let jump = self.jump();
                match self.breaks.last_mut() {
                    Some(breaks) => breaks.push(jump),
                    None => return self.refuse("breaks out of no loop"),
                }
                Ok(())
            }
            StmtKind::Ask(ask) => self.ask(ask),
            StmtKind::Roll { into, site } => self.roll(*into, *site),
            StmtKind::Draw { into, cup, site, otherwise } => self.draw(*into, *cup, *site, otherwise),
            StmtKind::Reveal { cell, index, to } => self.scoped(|this| this.reveal(*cell, index, *to)),
            StmtKind::Seal => {
                self.emit(Op::Seal);
                Ok(())
            }
            StmtKind::Settle { .. } | StmtKind::Look(_) => self.refuse("settles: lower the program first"),
            StmtKind::End(value) => self.end(*value, |a| Op::End { a }),
            StmtKind::Over(value) => self.end(*value, |a| Op::Over { a }),
            StmtKind::Fail { site, text } => {
                let site = self.site(*site);
                self.emit(Op::Fault { code: FaultCode::of(*text) as u8, site });
                Ok(())
            }
            StmtKind::Call { into, func, args, fresh } => self.call_stmt(*into, *fresh, *func, args),
            StmtKind::Return(value) => self.scoped(|this| this.give_back(*value)),
            StmtKind::Erase(member) => self.scoped(|this| {
                let domain = this.member_domain(*member)?;
                let a = this.member_reg(*member)?;
                this.emit(Op::Erase { w: domain, a });
                Ok(())
            }),
            StmtKind::Swap { old, new } => self.scoped(|this| {
                let w = this.member_domain(*old)?;
                let a = this.member_reg(*old)?;
                let s = this.set(*new)?;
                this.emit(Op::Swap { w, a, s });
                Ok(())
            }),
            StmtKind::Search(search) => self.search(search),
            StmtKind::Ray { from, to, one, two, tie, rest, body } => {
                self.scoped(|this| this.ray(*from, *to, [*one, *two, *tie, *rest], body))
            }
            StmtKind::Offer(offer) => self.offer(offer),
            StmtKind::Mark { site, what, value } => {
                // Which way a query takes is told by its rows.
                let is_way = matches!(what, MarkWhat::Way | MarkWhat::InAll | MarkWhat::Leads);
                let is_told = !is_way || self.func.kind != FuncKind::Query;
                if self.code.explains && is_told {
                    self.scoped(|this| this.mark_row(*site, *what, *value))
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Temporaries of one statement end with it.
    fn scoped(&mut self, run: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let mark = self.mark();
        run(self)?;
        self.release(mark);
        Ok(())
    }

    fn member_domain(&self, member: ExprId) -> Result<u8> {
        match self.scalar(member)?.what {
            crate::ir::What::Id(domain) => Ok(Self::w(domain)),
            crate::ir::What::Int { .. } | crate::ir::What::Bool => self.refuse("erases or swaps what is no member"),
        }
    }

    /// A fresh local is computed in place. An older one may be read by its own new value, so that is
    /// computed beside it first, unless one op does it all.
    fn assign(&mut self, local: LocalId, value: ExprId, fresh: bool) -> Result<()> {
        let home = if fresh { self.home(local)? } else { self.found(local)? };
        self.scoped(|this| match (home, this.func.local(local).ty) {
            (Home::Set { at, .. }, Type::Set(domain)) => {
                if fresh {
                    return this.set_into(value, at);
                }
                let a = this.set(value)?;
                this.emit(Op::SetCopy { w: Self::w(domain), d: at, a });
                Ok(())
            }
            (Home::Reg(d), Type::Scalar(place)) => {
                let from = this.scalar(value)?;
                if from.what == place.what && (fresh || this.is_one_op(value)) {
                    this.into(value, d)?;
                    this.narrow(d, from, place, Aim::Local(local))?;
                    return Ok(());
                }
                let a = this.reg_into(value, place, Aim::Local(local))?;
                this.emit(Op::Move { d, a });
                Ok(())
            }
            (Home::Set { .. }, Type::Scalar(_)) | (Home::Reg(_), Type::Set(_)) => {
                this.refuse("gives a local a value of another kind")
            }
        })
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the list of what is one op is short by nature")]
    fn is_one_op(&self, value: ExprId) -> bool {
        use crate::ir::BinaryOp::{Add, Max, Min, Mul, Sub};
        match self.func.expr(value) {
            Expr::Literal { .. } | Expr::None(_) | Expr::Local(_) | Expr::Table(..) => true,
            // `x + table[i]` grows in place, so its index must not read the place.
            Expr::Binary(Add | Sub | Mul | Min | Max, a, b) => {
                ![a, b].iter().any(|e| matches!(self.func.expr(**e), Expr::Table(..)))
            }
            _ => false,
        }
    }

    fn write(&mut self, write: &Write) -> Result<()> {
        let c = write.cell.0 as u16;
        let cell = self.program.cell(write.cell);
        match cell.value {
            Type::Set(_) => {
                let at = self.element(write.cell, &write.index)?;
                let s = self.set(write.value)?;
                self.emit(Op::PutSet { c, at, s });
            }
            Type::Scalar(place) => match write.index.as_slice() {
                [] if self.code.cells[write.cell.index()].packed => {
                    let a = self.reg_into(write.value, place, Aim::Cell(write.cell, Whose::Only))?;
                    self.emit(Op::Set0 { c, a });
                }
                [_] if self.code.cells[write.cell.index()].packed => {
                    let regs = self.indices(&write.index, &cell.index)?;
                    let a = self.reg_into(write.value, place, Aim::Cell(write.cell, Whose::Index(regs[0])))?;
                    self.emit(Op::Set1 { c, i: regs[0], a });
                }
                _ => {
                    let at = self.element(write.cell, &write.index)?;
                    let a = self.reg_into(write.value, place, Aim::Cell(write.cell, Whose::Element(at)))?;
                    self.emit(Op::SetAt { c, at, a });
                }
            },
        }
        Ok(())
    }

    /// All indices and values first; then two writes to one place must agree; then all writes.
    fn together(&mut self, writes: &[Write]) -> Result<()> {
        let mut ready = Vec::new();
        for write in writes {
            let at = self.element(write.cell, &write.index)?;
            let value = match self.program.cell(write.cell).value {
                Type::Set(domain) => {
                    let at = self.temp_set(domain);
                    self.set_into(write.value, at)?;
                    Home::Set { at, words: self.words_of(domain) as u16 }
                }
                Type::Scalar(place) => {
                    let d = self.temp();
                    let a = self.reg_into(write.value, place, Aim::Cell(write.cell, Whose::Element(at)))?;
                    self.emit(Op::Move { d, a });
                    Home::Reg(d)
                }
            };
            ready.push((write.cell, at, value));
        }
        for (k, &(cell, at, value)) in ready.iter().enumerate() {
            for &(other, other_at, other_value) in ready[..k].iter().filter(|(other, ..)| *other == cell) {
                let apart = Patch(self.emit(Op::JumpNe { a: at, b: other_at, off: 0 }));
                let same = match (value, other_value) {
                    (Home::Reg(a), Home::Reg(b)) => Patch(self.emit(Op::JumpEq { a, b, off: 0 })),
                    (Home::Set { at: a, .. }, Home::Set { at: b, .. }) => {
                        let Type::Set(domain) = self.program.cell(other).value else { continue };
                        let d = self.temp();
                        self.emit(Op::SetEq { w: Self::w(domain), d, a, b });
                        Patch(self.emit(Op::JumpIf { a: d, to: 0 }))
                    }
                    (Home::Reg(_), Home::Set { .. }) | (Home::Set { .. }, Home::Reg(_)) => continue,
                };
                self.emit(Op::Fault { code: FaultCode::Twice as u8, site: 0 });
                self.patch(apart)?;
                self.patch(same)?;
            }
        }
        for (cell, at, value) in ready {
            let c = cell.0 as u16;
            self.emit(match value {
                Home::Reg(a) => Op::SetAt { c, at, a },
                Home::Set { at: s, .. } => Op::PutSet { c, at, s },
            });
        }
        Ok(())
    }

    pub(super) fn either(&mut self, cond: ExprId, then: &Block, other: &Block) -> Result<()> {
        if let Some(holds) = self.decided(cond) {
            return self.block(if holds { then } else { other });
        }
        let no = self.unless(cond)?;
        self.block(then)?;
        if self.is_idle(other) {
            return self.patch_all(no);
        }
        let end = self.jump();
        self.patch_all(no)?;
        self.block(other)?;
        self.patch(end)
    }

    fn for_each(&mut self, var: LocalId, rest: LocalId, over: ExprId, body: &Block) -> Result<()> {
        let domain = self.domain_of(over)?;
        if self.is_idle(body) && self.holds_members(var, domain) && self.is_at_hand(over) {
            return Ok(());
        }
        if let Some((cell, value)) = self.filled(var, over, body) {
            let mark = self.mark();
            let a = self.reg(value)?;
            self.emit(Op::FillCell { c: cell.0 as u16, a });
            self.release(mark);
            return Ok(());
        }
        let mark = self.mark();
        let rest = self.declare_set(rest)?;
        self.set_into(over, rest)?;
        let d = self.declare_reg(var)?;
        let head = self.here();
        let exit = Patch(self.emit(Op::Next { w: Self::w(domain), d, s: rest, off: 0 }));
        self.check_member(var, d, domain)?;
        self.rounds.push(var);
        let is_once = self.is_once(body) && self.holds_members(var, domain);
        if is_once {
            self.block(body)?;
        } else {
            self.looped(body, head, None)?;
        }
        self.rounds.pop();
        self.patch(exit)?;
        if !is_once {
            self.after_loop()?;
        }
        self.release(mark);
        Ok(())
    }

    /// `for each x in all hex { used[x] := 0 }`: every element of a cell gets the same written value.
    fn filled(&self, var: LocalId, over: ExprId, body: &Block) -> Option<(CellId, ExprId)> {
        let Expr::All(domain) = self.func.expr(over) else { return None };
        let [Stmt { kind: StmtKind::Set(write), .. }] = body.0.as_slice() else { return None };
        let [index] = write.index.as_slice() else { return None };
        let [members] = self.program.cell(write.cell).index.as_slice() else { return None };
        let whole = *members == self.program.member(*domain) && self.holds_members(var, *domain);
        let packed = self.code.cells[write.cell.index()].packed && !self.code.explains;
        let is_member = matches!(self.func.expr(*index), Expr::Local(local) if *local == var);
        let (value, place) = (self.ty(write.value).scalar()?, self.program.cell(write.cell).value.scalar()?);
        let written = matches!(self.func.expr(write.value), Expr::Literal { .. } | Expr::None(_)) && value.fits(place);
        (whole && packed && is_member && written).then_some((write.cell, write.value))
    }

    /// A set that is made of locals alone, so that finding it cannot fault.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other set is found anew")]
    fn is_at_hand(&self, set: ExprId) -> bool {
        match self.func.expr(set) {
            Expr::Local(_) => true,
            Expr::Binary(_, a, b) => self.is_at_hand(*a) && self.is_at_hand(*b),
            _ => false,
        }
    }

    fn repeat(&mut self, var: LocalId, until: LocalId, times: ExprId, body: &Block) -> Result<()> {
        let mark = self.mark();
        let a = self.declare_reg(until)?;
        let Type::Scalar(place) = self.func.local(until).ty else { return self.refuse("counts with a set") };
        self.scoped(|this| {
            let reg = this.reg_for(times, place)?;
            this.emit(Op::Move { d: a, a: reg });
            Ok(())
        })?;
        let d = self.declare_reg(var)?;
        self.constant(d, 0);
        let exit = Patch(self.emit(Op::CountTo { a: d, b: a, off: 0 }));
        let head = self.here();
        self.breaks.push(vec![]);
        self.block(body)?;
        let again = Patch(self.emit(Op::CountNext { a: d, b: a, off: 0 }));
        self.patch_to(again, head)?;
        self.patch(exit)?;
        self.after_loop()?;
        self.release(mark);
        Ok(())
    }

    fn bounded(&mut self, most: u32, count: LocalId, body: &Block) -> Result<()> {
        let mark = self.mark();
        let d = self.declare_reg(count)?;
        self.constant(d, 0);
        let limit = self.temp();
        let head = self.here();
        // The limit is made anew each round: after a save nothing but locals is there.
        self.constant(limit, i64::from(most));
        let exit = Patch(self.emit(Op::CountTo { a: d, b: limit, off: 0 }));
        self.looped(body, head, Some(d))?;
        self.patch(exit)?;
        self.emit(Op::Fault { code: FaultCode::Bound as u8, site: 0 });
        self.after_loop()?;
        self.release(mark);
        Ok(())
    }

    /// A loop's body and the way back to its head; a counter counts on.
    fn looped(&mut self, body: &Block, head: u32, counter: Option<u16>) -> Result<()> {
        self.breaks.push(vec![]);
        self.block(body)?;
        match counter {
            Some(d) => {
                self.emit(Op::AddI { d, a: d, i: 1 });
                self.emit(Op::Jump { to: head });
            }
            None => {
                self.emit(Op::Back { to: head });
            }
        }
        Ok(())
    }

    fn after_loop(&mut self) -> Result<()> {
        let breaks = self.breaks.pop().unwrap_or_default();
        self.patch_all(breaks)
    }

    /// The next point of this procedure, taken up again at `resume`. Inside a supposition there are none:
    /// asks are answered and dice fall at once.
    pub(super) fn point(&mut self, resume: u32) -> u16 {
        if self.supposing {
            return 0;
        }
        self.resume.push(resume);
        self.resume.len() as u16
    }

    fn roll(&mut self, into: LocalId, site: Option<SiteId>) -> Result<()> {
        let resume = self.here();
        let pc = self.point(resume);
        let d = self.declare_reg(into)?;
        let Type::Scalar(faces) = self.func.local(into).ty else { return self.refuse("rolls a set") };
        let called = self.func.local(into).name.trim();
        let name = self.code.die_names.iter().position(|name| name == called).unwrap_or_else(|| {
            self.code.die_names.push(called.to_owned());
            self.code.die_names.len() - 1
        });
        let name = u16::try_from(name).unwrap_or(u16::MAX);
        let die = Die { lo: faces.lo, hi: faces.hi, site, name, about: self.about()? };
        let Ok(k) = u16::try_from(self.code.dice.len()) else {
            return self.refuse("brings the program beyond 65,536 dice");
        };
        self.code.dice.push(die);
        self.emit(Op::Roll { d, k, pc });
        Ok(())
    }

    /// Of whom the rounds are in which a die falls, and what its function is about.
    fn about(&mut self) -> Result<Option<u16>> {
        if !self.code.explains {
            return Ok(None);
        }
        let params = (0..self.func.params as usize).map(LocalId::new);
        let those = self.rounds.iter().rev().copied().chain(params);
        let about = those.filter_map(|local| match (self.func.local(local).ty, self.homes[local.index()]) {
            (Type::Scalar(of), Some(Home::Reg(reg))) if matches!(of.what, What::Id(_)) => Some((of.what, reg)),
            _ => None,
        });
        let about = about.collect();
        self.code.die_about.push(about);
        match u16::try_from(self.code.die_about.len() - 1) {
            Ok(at) => Ok(Some(at)),
            Err(_) => self.refuse("brings the program beyond 65,536 dice"),
        }
    }

    fn draw(&mut self, into: LocalId, cup: crate::ir::CellId, site: Option<SiteId>, otherwise: &Block) -> Result<()> {
        let resume = self.here();
        let pc = self.point(resume);
        let d = self.declare_reg(into)?;
        let m = self.code.draws.len() as u16;
        let index = self.program.cell(cup).index.first().map(|i| i.what);
        let Some(crate::ir::What::Id(domain)) = index else { return self.refuse("draws from what is no cup") };
        self.code.draws.push(DrawCode { d, cup, drawing: Drawing { domain, site }, pc });
        let empty = Patch(self.emit(Op::Draw { m, off: 0 }));
        let end = self.jump();
        self.patch(empty)?;
        self.block(otherwise)?;
        self.patch(end)
    }

    /// Seals if the viewer did not see the place; marks it as shown.
    fn reveal(&mut self, cell: crate::ir::CellId, index: &[ExprId], to: ExprId) -> Result<()> {
        let Some(hidden) = self.program.cell(cell).hidden else { return Ok(()) };
        let mut args = index.to_vec();
        args.push(to);
        self.call(hidden.sees, &args, None)?;
        let seen = self.temp();
        self.emit(Op::Result { d: seen });
        let sees = Patch(self.emit(Op::JumpIf { a: seen, to: 0 }));
        let at = self.element(hidden.shown, &args)?;
        self.emit(Op::GetAt { d: seen, c: hidden.shown.0 as u16, at });
        let shown = Patch(self.emit(Op::JumpIf { a: seen, to: 0 }));
        self.emit(Op::Seal);
        self.patch(sees)?;
        self.patch(shown)?;
        let at = self.element(hidden.shown, &args)?;
        self.constant(seen, 1);
        self.emit(Op::SetAt { c: hidden.shown.0 as u16, at, a: seen });
        Ok(())
    }

    fn end(&mut self, value: ExprId, op: fn(crate::exec::op::Reg) -> Op) -> Result<()> {
        let main = self.program.main.and_then(|m| self.program.func(m).ret).and_then(Type::scalar);
        let Some(place) = main else { return self.refuse("ends a game that has no result") };
        self.scoped(|this| {
            let a = this.reg_for(value, place)?;
            this.emit(op(a));
            Ok(())
        })
    }

    fn call_stmt(&mut self, into: Option<LocalId>, fresh: bool, func: FuncId, args: &[ExprId]) -> Result<()> {
        let stands_still = self.suspends[func.index()];
        let pc = if stands_still { Some(self.point(0)) } else { None };
        self.call(func, args, pc)?;
        if let Some(pc @ 1..) = pc {
            self.resume[usize::from(pc) - 1] = self.here();
        }
        let Some(local) = into else { return Ok(()) };
        let home = if fresh { self.home(local)? } else { self.found(local)? };
        self.scoped(|this| match (home, this.program.func(func).ret, this.func.local(local).ty) {
            (Home::Reg(d), Some(Type::Scalar(from)), Type::Scalar(place)) => {
                let reg = this.temp();
                this.emit(Op::Result { d: reg });
                let a = this.narrow(reg, from, place, Aim::Local(local))?;
                this.emit(Op::Move { d, a });
                Ok(())
            }
            (Home::Set { at, .. }, Some(Type::Set(domain)), _) => {
                this.emit(Op::ResultSet { w: Self::w(domain), d: at });
                Ok(())
            }
            (Home::Reg(_) | Home::Set { .. }, _, _) => this.refuse("takes a result that is not there"),
        })
    }

    fn give_back(&mut self, value: Option<ExprId>) -> Result<()> {
        if self.answered(value)? {
            return Ok(());
        }
        match (value, self.func.ret) {
            (Some(value), Some(Type::Scalar(place))) => {
                let a = self.reg_into(value, place, Aim::Answer)?;
                self.leave();
                self.emit(Op::ReturnValue { a });
            }
            (Some(value), Some(Type::Set(domain))) => {
                let s = self.set(value)?;
                self.leave();
                self.emit(Op::ReturnSet { w: Self::w(domain), s });
            }
            (Some(_) | None, _) => {
                self.leave();
                self.emit(Op::Return);
            }
        }
        Ok(())
    }

    fn ray(&mut self, from: ExprId, to: ExprId, names: [LocalId; 4], body: &Block) -> Result<()> {
        let (a, b) = (self.member_reg(from)?, self.member_reg(to)?);
        self.emit(Op::RayBegin { a, b });
        let [one, two, tie, _rest] = names;
        let ray = RayCode { one: self.declare_reg(one)?, two: self.declare_reg(two)?, tie: self.declare_reg(tie)? };
        let m = self.code.rays.len() as u16;
        self.code.rays.push(ray);
        let head = self.here();
        let exit = Patch(self.emit(Op::RayNext { m, off: 0 }));
        self.looped(body, head, None)?;
        self.patch(exit)?;
        self.after_loop()?;
        self.emit(Op::RayEnd);
        Ok(())
    }

    fn mark_row(&mut self, site: SiteId, what: MarkWhat, value: ExprId) -> Result<()> {
        let of = self.scalar(value)?.what;
        let a = self.reg(value)?;
        let m = self.code.marks.len() as u16;
        self.code.marks.push(MarkCode { what, site, of });
        self.emit(Op::Mark { m, a });
        Ok(())
    }
}

/// Does the statement itself change what the state holds, and not one inside it?
fn writes(kind: &StmtKind) -> bool {
    !walk::stmt_writes(kind).is_empty() || matches!(kind, StmtKind::Erase(_) | StmtKind::Swap { .. })
}
