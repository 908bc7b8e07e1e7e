//! Which registers are read again: backwards through the blocks, until nothing changes.

use super::access::Access;
use super::{Body, FIRST_TEMP, Inst, Reg};

/// A set of registers.
#[derive(Clone, PartialEq, Eq, Default)]
struct Set(Vec<u64>);

impl Set {
    fn of(regs: usize) -> Set {
        Set(vec![0; regs.div_ceil(64)])
    }
    fn add(&mut self, reg: Reg) {
        self.0[reg as usize / 64] |= 1 << (reg % 64);
    }
    fn remove(&mut self, reg: Reg) {
        self.0[reg as usize / 64] &= !(1 << (reg % 64));
    }
    /// Says whether it grew.
    fn join(&mut self, other: &Set) -> bool {
        let mut grew = false;
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            grew |= *other & !*own != 0;
            *own |= other;
        }
        grew
    }
    fn members(&self) -> Vec<Reg> {
        let bits = self.0.iter().enumerate().flat_map(|(at, word)| (0..64).map(move |bit| (at, bit, word)));
        bits.filter(|(_, bit, word)| *word >> bit & 1 == 1).map(|(at, bit, _)| (at * 64 + bit) as Reg).collect()
    }
    fn before(&mut self, access: &Access) {
        // What stands in no window is never left behind: it is read in the op that writes it.
        for &reg in access.writes.iter().filter(|reg| **reg < FIRST_TEMP) {
            self.remove(reg);
        }
        for &reg in access.reads.iter().filter(|reg| **reg < FIRST_TEMP) {
            self.add(reg);
        }
    }
}

/// Tells every step what is live there, and gives what is live where each block begins.
pub(super) fn live(body: &mut Body) {
    let regs = body.regs as usize;
    let mut begins = vec![Set::of(regs); body.blocks.len()];
    // Until the next round finds nothing new; most blocks lead on to later ones.
    loop {
        let mut grew = false;
        for at in (0..body.blocks.len()).rev() {
            let mut set = behind(body, at, &begins);
            let block = &body.blocks[at];
            set.before(&Access::of_end(&block.end));
            for inst in block.steps.iter().rev().flat_map(|step| step.insts.iter().rev()) {
                set.before(&Access::of_inst(inst));
            }
            grew |= begins[at].join(&set);
        }
        if !grew {
            break;
        }
    }
    for at in 0..body.blocks.len() {
        let mut set = behind(body, at, &begins);
        let block = &mut body.blocks[at];
        set.before(&Access::of_end(&block.end));
        let mut end_leaves = block.end.leaves();
        for (nth, step) in block.steps.iter_mut().enumerate().rev() {
            for inst in step.insts.iter().rev() {
                set.before(&Access::of_inst(inst));
            }
            // Where it may be entered its registers are fetched.
            if nth == 0 || std::mem::take(&mut end_leaves) || step.insts.iter().any(Inst::leaves) {
                step.live = set.members();
            }
        }
    }
}

fn behind(body: &Body, at: usize, begins: &[Set]) -> Set {
    let mut set = Set::of(body.regs as usize);
    for to in body.blocks[at].end.leads() {
        set.join(&begins[to]);
    }
    set
}
