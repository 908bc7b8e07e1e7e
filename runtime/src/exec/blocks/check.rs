//! Whether blocks are what they promise. What is wrong here is a mistake of ours, never of a rule.

use super::access::Access;
use super::{Body, End, FIRST_TEMP, Inst, Reg, Step};
use std::fmt;

/// What does not hold, and at which op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub op: u32,
    pub what: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "op {}: {}", self.op, self.what)
    }
}

impl Body {
    /// Every jump leads to a block, every register is in the window, and nothing is written before an op is sure to be done.
    pub fn check(&self) -> Result<(), Wrong> {
        for block in &self.blocks {
            let Some(last) = block.steps.last() else {
                return Err(Wrong { op: self.last, what: "a block without an op".to_owned() });
            };
            block.steps.iter().try_for_each(|step| self.step(step))?;
            let wrong = |what: String| Wrong { op: last.op, what };
            if let Some(to) = block.end.leads().into_iter().find(|to| *to >= self.blocks.len()) {
                return Err(wrong(format!("leads to block {to}, which is not there")));
            }
            let of = Access::of_end(&block.end);
            self.window(of.reads.iter().chain(&of.writes)).map_err(wrong)?;
        }
        match self.entries.iter().find(|(op, block)| self.blocks[*block].steps[0].op != *op) {
            Some((op, block)) => {
                Err(Wrong { op: *op, what: format!("is entered at block {block}, which begins elsewhere") })
            }
            None => Ok(()),
        }
    }

    fn step(&self, step: &Step) -> Result<(), Wrong> {
        let wrong = |what: String| Wrong { op: step.op, what };
        let mut written: Vec<Reg> = vec![];
        for inst in &step.insts {
            let of = Access::of_inst(inst);
            self.window(of.reads.iter().chain(&of.writes)).map_err(wrong)?;
            if !written.is_empty() && inst.leaves() {
                return Err(wrong(format!("may be left after it wrote {written:?}")));
            }
            written.extend(of.writes.iter().filter(|reg| **reg < FIRST_TEMP));
        }
        Ok(())
    }

    fn window<'a>(&self, mut regs: impl Iterator<Item = &'a Reg>) -> Result<(), String> {
        match regs.find(|reg| **reg >= self.regs && **reg < FIRST_TEMP) {
            Some(reg) => Err(format!("register {reg} is not in the window of {}", self.regs)),
            None => Ok(()),
        }
    }
}

impl Inst {
    /// May native code leave at this instruction?
    pub(super) fn leaves(&self) -> bool {
        match self {
            Inst::Check { sure, .. } | Inst::CheckZero { sure, .. } | Inst::GetSet { sure, .. } => !sure,
            Inst::Table { of, .. } => !of.sure,
            Inst::TableAdd { one, two, .. } => !(one.sure && two.is_none_or(|two| two.sure)),
            Inst::Get { of, .. } => !of.sure,
            // Who watches the cell is told by the machine.
            Inst::Put { of, watched, .. } => !of.sure || *watched,
            Inst::AmongBeside { held, .. } => !held,
            Inst::Work { .. }
            | Inst::Add { .. }
            | Inst::Has { .. }
            | Inst::Roll { .. }
            | Inst::Host { .. }
            | Inst::Call { .. } => true,
            Inst::Move { .. }
            | Inst::Bin { .. }
            | Inst::Element { .. }
            | Inst::Arg { .. }
            | Inst::Result { .. }
            | Inst::Fill { .. }
            | Inst::Copy { .. }
            | Inst::Sets { .. }
            | Inst::Size { .. }
            | Inst::Low { .. }
            | Inst::High { .. }
            | Inst::Same { .. }
            | Inst::Among { .. }
            | Inst::AmongCell { .. }
            | Inst::Distance { .. }
            | Inst::Near { .. }
            | Inst::Side { .. }
            | Inst::Between { .. }
            | Inst::OfferPlain { .. }
            | Inst::Offer { .. }
            | Inst::Option { .. }
            | Inst::Keep { .. } => false,
        }
    }
}

impl End {
    /// May native code leave at the end of this block?
    pub(super) fn leaves(&self) -> bool {
        match self {
            End::Step { .. } | End::Host { .. } | End::Leave { .. } => true,
            End::Jump(_) | End::If { .. } | End::Next { .. } | End::Recall { .. } | End::Return { .. } => false,
        }
    }
}
