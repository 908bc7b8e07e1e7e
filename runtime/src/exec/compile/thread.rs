//! Jumps that lead to jumps, once a function is compiled: what jumps to a jump leads to where that leads, and a
//! condition that was just made a number is not asked again.

use super::FuncCompiler;
use crate::exec::op::Op;

/// A chain of jumps is followed so far; a loop of nothing but jumps is none that is compiled.
const LONGEST: usize = 16;

impl FuncCompiler<'_> {
    /// Lead every jump of this function to where it ends up.
    pub(super) fn thread_jumps(&mut self) {
        let entry = self.entry as usize;
        let entered = self.entered();
        for at in entry..self.code.ops.len() {
            let made = at.checked_sub(1).filter(|before| *before >= entry).and_then(|before| self.constant_at(before));
            let Some(first) = self.code.ops[at].target(at) else { continue };
            let plain = matches!(self.code.ops[at], Op::Jump { .. });
            let last = self.led(first, made.filter(|_| plain && !entered[at - entry]));
            if last != first {
                // What cannot jump that far leads where it led.
                let _far = self.code.ops[at].aim(at, last);
            }
        }
    }

    /// By op of this function: does anything lead there but the op before?
    fn entered(&self) -> Vec<bool> {
        let entry = self.entry as usize;
        let mut entered = vec![false; self.code.ops.len() - entry + 1];
        let asks = self.code.asks.iter().filter(|ask| ask.func == self.id);
        let arms = asks.flat_map(|ask| ask.arms.iter().map(|arm| arm.to).chain(ask.otherwise));
        let ways = self.code.supposes.iter().flat_map(|suppose| [suppose.body, suppose.end]);
        let jumps = (entry..self.code.ops.len()).filter_map(|at| self.code.ops[at].target(at));
        for to in arms.chain(ways).chain(jumps).chain(self.resume.iter().copied()) {
            if let Some(here) = (to as usize).checked_sub(entry).and_then(|at| entered.get_mut(at)) {
                *here = true;
            }
        }
        entered
    }

    fn constant_at(&self, at: usize) -> Option<(u16, i32)> {
        if let Op::Const { d, v } = self.code.ops[at] { Some((d, v)) } else { None }
    }

    /// Where one ends up who jumps there; `made`: a register and what it was just made.
    fn led(&self, mut to: u32, made: Option<(u16, i32)>) -> u32 {
        for _ in 0..LONGEST {
            to = match (self.code.ops.get(to as usize), made) {
                (Some(Op::Jump { to }), _) => *to,
                (Some(Op::JumpIf { a, to: there }), Some((d, v))) if *a == d => {
                    if v != 0 {
                        *there
                    } else {
                        to + 1
                    }
                }
                (Some(Op::JumpUnless { a, to: there }), Some((d, v))) if *a == d => {
                    if v == 0 {
                        *there
                    } else {
                        to + 1
                    }
                }
                _ => return to,
            };
        }
        to
    }
}
