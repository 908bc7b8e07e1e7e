//! What is owed is kept in sight: of the options of an ask those alone are offered that leave as little broken as may be.
//!
//! In: the options that were found, and the state. Each is tried on a copy by a machine of its own, up to the next die, draw,
//! end of the action, or question to another side; the side's own questions in between are gone through, and the way that
//! breaks least is what counts. Where the side may as well pass, nothing is offered that breaks more than passing does. What
//! cannot be told is offered: behind something newly seen, behind a fault, and beyond so many ways.

use super::{Asked, MOST_OPTIONS, Machine, Step};
use crate::exec::chance::Stop;
use crate::ir::{FuncId, Obligations};
use crate::state::State;
use std::ops::Range;

/// So many ways are tried before one ask.
const MOST_WAYS: u32 = 2_000;

/// Who tries, for whom, and how many ways are left.
struct Trial {
    machine: Machine,
    main: FuncId,
    broken: FuncId,
    side: i64,
    ways: u32,
}

impl Machine {
    /// Leaves out the options that break more than they must. Once an ask; nothing is foreseen where something is supposed.
    pub(super) fn foresee(&mut self, state: &mut State, ask: u16) {
        let Some(Obligations { binds, broken }) = self.rules.code.obligations else { return };
        let Some(main) = self.main.filter(|_| !self.tries && !self.suppositions.active()) else { return };
        if std::mem::replace(&mut self.asking.weighed, true) || self.asking.options.len() < 2 {
            return;
        }
        let (rules, side) = (self.rules.clone(), self.asking.by);
        let ask_code = &rules.code.asks[usize::from(ask)];
        let mut machine = Machine::new(&rules);
        machine.tries = true;
        self.suspend(state, ask_code.pc);
        let mut trial = Trial { machine, main, broken, side, ways: MOST_WAYS };
        if trial.asks(state, binds) == Some(1) {
            let found: Vec<i64> = (0..self.asking.options.len()).map(|option| trial.least(state, option)).collect();
            // To pass is the last way of an ask with which actions begin.
            let pass = self
                .asking
                .options
                .iter()
                .position(|option| ask_code.start && usize::from(option.arm) + 1 == ask_code.arms.len());
            let passing = pass.map(|_| trial.asks(state, broken).unwrap_or(0));
            let most = passing.or(found.iter().copied().min()).unwrap_or(0);
            let mut at = 0;
            self.asking.options.retain(|_| {
                at += 1;
                pass == Some(at - 1) || found[at - 1] <= most
            });
        }
        self.clear_frames(state);
    }
}

impl Trial {
    /// What a query of the side says; none where it faults.
    fn asks(&mut self, state: &State, query: FuncId) -> Option<i64> {
        match self.machine.call(&mut state.clone(), query, &[self.side], &mut Stop) {
            Step::Over(value) => Some(value),
            Step::Ask(_) | Step::Roll { .. } | Step::Draw | Step::Fault(_) => None,
        }
    }

    /// How many are broken at the end of the best way that begins with this option.
    fn least(&mut self, state: &State, option: usize) -> i64 {
        let mut least = i64::MAX;
        // Where it is asked on the way, and which options are left to try there: of the first ask this one alone.
        let mut way: Vec<(State, Range<usize>)> = vec![(state.clone(), option..option + 1)];
        while let Some((at, left)) = way.last_mut() {
            let mut state = at.clone();
            self.machine.forget();
            let there = self.machine.run(&mut state, self.main, &mut Stop);
            let option = left.next().filter(|option| *option < self.machine.options().len());
            let (Step::Ask(_), Some(option)) = (there, option) else {
                way.pop();
                continue;
            };
            let _ = self.machine.take_sealed();
            let step = self.machine.answer(&mut state, self.main, option, &mut Stop);
            let seen = self.machine.take_sealed();
            let goes_on = matches!(step, Step::Ask(Asked { side, start: false, .. }) if side == self.side);
            if goes_on && !seen {
                way.push((state, 0..MOST_OPTIONS));
                continue;
            }
            least = least.min(self.left_broken(&step, &state, seen));
            self.ways = self.ways.saturating_sub(1);
            if least == 0 {
                break;
            }
            if self.ways == 0 {
                return 0;
            }
        }
        least
    }

    /// How many are broken where a way ends; nothing is held against what cannot be told.
    fn left_broken(&mut self, step: &Step, state: &State, seen: bool) -> i64 {
        match step {
            Step::Over(_) | Step::Fault(_) => 0,
            Step::Ask(_) if seen => 0,
            Step::Ask(_) | Step::Roll { .. } | Step::Draw => self.asks(state, self.broken).unwrap_or(0),
        }
    }
}
