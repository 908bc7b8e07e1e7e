//! Asks: collect the options, let one be picked, run its arm.

use super::bulk::Sifted;
use super::{FuncCompiler, Op, Result};
use crate::exec::code::{ArmCode, AskCode};
use crate::ir::{Arm, Ask, ExprId, LocalId, What};

impl FuncCompiler<'_> {
    pub(super) fn ask(&mut self, ask: &Ask) -> Result<()> {
        let mark = self.mark();
        let begin = self.here();
        let pc = self.point(begin);
        let number = self.code.asks.len();
        self.code.asks.push(AskCode {
            func: self.id,
            pc,
            site: ask.site,
            start: ask.start,
            order: ask.order,
            arms: vec![],
            otherwise: None,
        });
        self.emit(Op::AskFrom);
        let by = self.reg(ask.by)?;
        self.emit(Op::AskBegin { by });
        for (at, arm) in ask.arms.iter().enumerate() {
            let member = self.options(at as u16, arm)?;
            self.code.asks[number].arms.push(ArmCode { name: arm.name.clone(), member, to: 0 });
        }
        self.emit(Op::AskEnd { ask: number as u16 });
        let mut ends = Vec::new();
        for (at, arm) in ask.arms.iter().enumerate() {
            self.code.asks[number].arms[at].to = self.here();
            self.block(&arm.body)?;
            ends.push(self.jump());
        }
        if let Some(block) = &ask.otherwise {
            self.code.asks[number].otherwise = Some(self.here());
            self.block(block)?;
        }
        self.patch_all(ends)?;
        self.release(mark);
        Ok(())
    }

    /// Collect one arm's options. The member's register stays taken until the arm has run.
    fn options(&mut self, arm_number: u16, arm: &Arm) -> Result<Option<(u16, crate::ir::DomainId)>> {
        let Some((var, set)) = arm.each else {
            let mark = self.mark();
            let no = match arm.guard {
                Some(guard) => self.unless(guard)?,
                None => vec![],
            };
            self.emit(Op::Option { arm: arm_number });
            self.patch_all(no)?;
            self.release(mark);
            return Ok(None);
        };
        let d = self.declare_reg(var)?;
        let domain = self.domain_of(set)?;
        let mark = self.mark();
        let (set, guard) = self.narrowed_to(set, arm.guard);
        if guard.is_none() && self.holds_all(var) {
            let s = self.set(set)?;
            self.emit(Op::OptionSet { w: Self::w(domain), arm: arm_number, s });
        } else {
            self.each_option(arm_number, (var, d), set, guard)?;
        }
        self.release(mark);
        Ok(Some((d, domain)))
    }

    /// Can the variable hold every member of its domain?
    fn holds_all(&self, var: LocalId) -> bool {
        let ty = self.func.local(var).ty.scalar();
        ty.is_some_and(|ty| match ty.what {
            What::Id(domain) => self.program.member(domain).fits(ty),
            What::Int { .. } | What::Bool => false,
        })
    }

    fn each_option(&mut self, arm: u16, (var, d): (LocalId, u16), set: ExprId, guard: Option<ExprId>) -> Result<()> {
        let domain = self.domain_of(set)?;
        let rest = self.temp_set(domain);
        self.set_into(set, rest)?;
        // A member that the name cannot hold faults before anything is asked of it.
        let sifted = match self.holds_members(var, domain) {
            true => self.sifted_by(var, guard, true),
            false => Sifted { bulk: vec![], rest: guard.into_iter().collect() },
        };
        for filter in sifted.bulk {
            self.put_filter(filter, domain, rest)?;
        }
        let (same, other) = match self.holds_members(var, domain) {
            true => self.same_for_all(var, &sifted.rest),
            false => (vec![], sifted.rest),
        };
        let mut none = Vec::new();
        for condition in same {
            none.extend(self.unless(condition)?);
        }
        let exits = self.take_each((var, d), (domain, rest), &other, |this| {
            this.emit(Op::OptionOf { arm, a: d });
            Ok(())
        })?;
        self.patch_all(none)?;
        self.patch_all(exits)
    }
}
