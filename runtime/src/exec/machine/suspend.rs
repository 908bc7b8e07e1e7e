//! Standing still and going on: registers into frames at a stop, frames into registers when a state is
//! taken up. Between stops the frames are zero.

use super::{Call, Machine};
use crate::exec::code::{Home, Returns, Saved};
use crate::exec::op::Op;
use crate::exec::rules::Rules;
use crate::ir::FuncId;
use crate::state::{OVER_BIT, PC_WIDTH, RESULT_BIT, State, pack};

impl Machine {
    /// Begin a function with plain arguments, nothing else running.
    pub(super) fn enter(&mut self, func: FuncId, args: &[i64]) {
        let code = &self.rules.code.funcs[func.index()];
        for (home, &arg) in code.params.iter().zip(args) {
            if let Home::Reg(reg) = home {
                self.regs[usize::from(*reg)] = arg;
            }
        }
        self.ip = code.entry;
        self.rules.enters(func.index());
        self.reset();
        self.calls.push(Call { func: func.0, back: u32::MAX, base: 0, word_base: 0, rays: 0 });
        self.warm = true;
    }

    fn reset(&mut self) {
        self.calls.clear();
        self.rays.used = 0;
        self.searches.used = 0;
        self.chooses.used = 0;
        self.spends.used = 0;
        self.suppositions.forget();
        self.inverted.forget();
        self.recall.homes.leave_all();
    }

    /// Take the state up where it stands; a state that stands nowhere begins.
    pub(super) fn resume(&mut self, state: &State, main: FuncId) {
        self.recall.forget(self.rules.code.watchers);
        self.enter(main, &[]);
        let (mut func, mut base, mut word_base) = (main, 0_u32, 0_u32);
        let Rules { code, layout, .. } = self.rules.clone();
        loop {
            let (frame, code) = (&layout.frames.funcs[func.index()], &code.funcs[func.index()]);
            let pc = if frame.points.is_empty() { 0 } else { pack::get(&state.words, frame.pc_bit, PC_WIDTH) as usize };
            let Some(point) = pc.checked_sub(1).and_then(|at| frame.points.get(at)) else { return };
            for saved in &code.saves[pc - 1] {
                self.load(state, *saved, (base, word_base));
            }
            self.ip = code.resume[pc - 1];
            let Some(callee) = point.call else { return };
            base += u32::from(code.regs);
            word_base += u32::from(code.words);
            let back = self.ip;
            self.calls.push(Call { func: callee.0, back, base, word_base, rays: 0 });
            func = callee;
        }
    }

    fn load(&mut self, state: &State, saved: Saved, (base, word_base): (u32, u32)) {
        match saved {
            Saved::Reg { reg, bit, width, code } => {
                self.regs[(base + u32::from(reg)) as usize] = code.value(pack::get(&state.words, bit, width));
            }
            Saved::Set { at, words, word } => {
                let to = (word_base + u32::from(at)) as usize;
                self.sets[to..to + words].copy_from_slice(&state.words[word..][..words]);
            }
        }
    }

    /// Write the frames of everything that runs; `pc` is the innermost one's point.
    pub(super) fn suspend(&mut self, state: &mut State, pc: u16) {
        let mut pc = pc;
        for depth in (0..self.calls.len()).rev() {
            let call = self.calls[depth];
            if let Some(saves) =
                usize::from(pc).checked_sub(1).and_then(|at| self.rules.code.funcs[call.func as usize].saves.get(at))
            {
                let pc_bit = self.rules.layout.frames.funcs[call.func as usize].pc_bit;
                pack::set(&mut state.words, pc_bit, PC_WIDTH, u64::from(pc));
                saves.iter().for_each(|saved| self.store(state, call, *saved));
            }
            // The op before the one to go on with is the call itself.
            pc = match call.back.checked_sub(1).and_then(|at| self.rules.code.ops.get(at as usize)) {
                Some(Op::CallAt { pc, .. }) => *pc,
                Some(_) | None => 0,
            };
        }
    }

    #[inline]
    fn store(&self, state: &mut State, call: Call, saved: Saved) {
        match saved {
            Saved::Reg { reg, bit, width, code } => {
                let value = self.regs[(call.base + u32::from(reg)) as usize];
                pack::set(&mut state.words, bit, width, code.bits(value));
            }
            Saved::Set { at, words, word } => {
                let from = (call.word_base + u32::from(at)) as usize;
                state.words[word..][..words].copy_from_slice(&self.sets[from..from + words]);
            }
        }
    }

    /// The frames of everything that runs become zero: it runs, it does not stand.
    pub(super) fn clear_frames(&self, state: &mut State) {
        for call in &self.calls {
            let frame = &self.rules.layout.frames.funcs[call.func as usize];
            state.words[frame.words.clone()].fill(0);
        }
    }

    /// The game is over: nothing runs any more, nothing is kept.
    pub(super) fn finish(&mut self, state: &mut State, main: FuncId, value: i64) {
        let kept = self.rules.layout.sections[5]..self.rules.layout.sections[6];
        state.words[kept].fill(0);
        let lo = self.result_lo(main);
        pack::set(&mut state.words, OVER_BIT, 1, 1);
        pack::set(&mut state.words, RESULT_BIT, 64, (value - lo) as u64);
        self.warm = false;
    }

    fn result_lo(&self, main: FuncId) -> i64 {
        match self.rules.code.funcs[main.index()].result {
            Returns::Scalar { lo } => lo,
            Returns::Nothing | Returns::Set { .. } => 0,
        }
    }

    pub(super) fn result(&self, state: &State, main: FuncId) -> i64 {
        pack::get(&state.words, RESULT_BIT, 64) as i64 + self.result_lo(main)
    }
}
