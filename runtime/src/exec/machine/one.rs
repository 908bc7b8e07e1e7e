//! One op at a time, for native code that cannot do it itself.

use super::run::{Flow, Place, Stop, between, members, put, rare_work, rolled, window};
use super::{Call, Machine, Ready, board, words};
use crate::exec::Chance;
use crate::exec::code::{Code, FaultCode};
use crate::exec::host::{Host, Inside};
use crate::exec::op::Op;
use crate::ir::NONE;
use crate::state::State;

/// What became of it, and the work that is left.
pub(in crate::exec) enum Ran {
    On(u64),
    Jump(u64),
    Stop(Stop),
}

impl Machine {
    /// Run the op that stands there; what stops leaves everything as the interpreter would.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others stand in `rare`, or are native code's own")]
    pub(in crate::exec) fn run_one(
        &mut self,
        (op_at, mut work): (u32, u64),
        at: Place,
        code: &Code,
        state: &mut State,
        chance: &mut dyn Chance,
    ) -> Ran {
        let op = code.ops[op_at as usize];
        macro_rules! r {
            ($reg:expr) => {
                self.regs[at.base + usize::from($reg)]
            };
        }
        macro_rules! stop {
            ($stop:expr) => {{
                self.work = work;
                return Ran::Stop($stop);
            }};
        }
        macro_rules! fault {
            ($code:expr) => {{
                self.ip = op_at + 1;
                stop!(Stop::Fault($code, 0));
            }};
        }
        macro_rules! work {
            ($cost:expr) => {{
                work = work.saturating_sub($cost);
                if work == 0 {
                    fault!(FaultCode::Work);
                }
            }};
        }
        macro_rules! on {
            ($goes:expr) => {
                match $goes {
                    true => Ran::On(work),
                    false => Ran::Jump(work),
                }
            };
        }
        match op {
            Op::AskFrom => {
                self.asking.left = work;
                Ran::On(work)
            }
            Op::Set0 { c, a } => {
                let cell = &code.cells[usize::from(c)];
                let value = cell.code.bits(r!(a));
                put((&mut self.recall, &mut self.inverted), code, state, (cell, cell.bit), value);
                Ran::On(work)
            }
            Op::Set1 { c, i, a } => {
                let cell = &code.cells[usize::from(c)];
                let bit = cell.bit + (r!(i) - cell.first) as u32 * cell.width;
                let value = cell.code.bits(r!(a));
                put((&mut self.recall, &mut self.inverted), code, state, (cell, bit), value);
                Ran::On(work)
            }
            Op::Next { w, d, s, .. } => on!(match words::take_lowest(&mut self.sets[members(code, at, w, s)]) {
                Some(member) => {
                    r!(d) = member;
                    true
                }
                None => false,
            }),
            Op::Between { d, a, b } => {
                let map = self.rules.board();
                let (near, sides) = map.map_or((&[][..], &[][..]), |map| (map.neighbours(), map.sides()));
                let found = between(near, sides, r!(a), r!(b));
                r!(d) = found;
                Ran::On(work)
            }
            Op::Distance { d, a, b } => {
                r!(d) = self.rules.board().map_or(NONE, |map| board::distance(map, r!(a), r!(b)));
                Ran::On(work)
            }
            Op::SearchNext { m, .. } => {
                work!(1);
                on!(self.search_next(m, at.base))
            }
            Op::FieldBegin { m, .. } => match self.field_begin(m, at.base, work) {
                Some(left) => Ran::Jump(left),
                None => Ran::On(work),
            },
            Op::FieldEnd { m } => {
                self.field_end(m, at.word_base, work);
                Ran::On(work)
            }
            Op::HomewardBegin { m } => Ran::On(self.homeward_begin(m, (at.base, at.word_base), work)),
            Op::HomewardEnd => {
                work = self.homeward_end(work);
                if work == 0 {
                    fault!(FaultCode::Work);
                }
                Ran::On(work)
            }
            Op::Offer { m, at: offer } => {
                self.offer(m, offer, at.base);
                Ran::On(work)
            }
            _ => {
                work!(rare_work(op, state));
                match self.rare((op, op_at as usize + 1), at, code, state, chance) {
                    Flow::On => Ran::On(work),
                    Flow::To(_) => Ran::Jump(work),
                    Flow::Stop(stop) => stop!(stop),
                }
            }
        }
    }

    /// The die of the op that stands there; nothing where the machine stops before it.
    #[inline]
    pub(in crate::exec) fn roll_one(
        &mut self,
        (op_at, die): (u32, u16),
        code: &Code,
        chance: &mut dyn Chance,
    ) -> Result<i64, Stop> {
        let die = code.dice[usize::from(die)];
        let how = (&mut self.suppositions, &mut self.sealed, &mut self.dealt);
        rolled(how, die, chance).ok_or_else(|| {
            let Op::Roll { pc, .. } = code.ops[op_at as usize] else { crate::bug!("op {op_at} rolls no die") };
            self.ip = op_at;
            Stop::Roll { lo: die.lo, hi: die.hi, pc }
        })
    }

    /// Is the next die asked of whoever rolls?
    pub(in crate::exec) fn dice_fall(&self) -> bool {
        !self.suppositions.active() && self.dealt.is_none()
    }

    /// A die has fallen: that is not taken back.
    pub(in crate::exec) fn was_rolled(&mut self) {
        self.sealed = true;
    }

    /// The next step of the plain reach that is run, into the first four; whether there is one.
    #[inline]
    pub(in crate::exec) fn plain_next(&mut self, step: &mut [u32; 6]) -> bool {
        let near = self.rules.board().map_or(&[][..], |map| map.neighbours());
        let Some(found) = self.searches.top().search.next_plain(near) else { return false };
        *step = [found.here.into(), found.there.into(), found.dir.into(), found.spent, 0, 0];
        true
    }

    #[inline]
    pub(in crate::exec) fn plain_offer(&mut self, cost: u32, stop: bool, pass: bool) {
        self.searches.top().search.offer_plain(cost, stop, pass);
    }

    /// The windows that begin there.
    pub(in crate::exec) fn windows(&mut self, base: usize, word_base: usize) -> (&mut [i64], &mut [u64], &[bool]) {
        (window(&mut self.regs, base), &mut self.sets[word_base..], self.recall.all_passes())
    }

    /// See [`Host::recalled`].
    #[inline]
    pub(in crate::exec) fn recalled(
        &mut self,
        code: &Code,
        question: (u16, u64),
        (base, word_base): (usize, usize),
        work: u64,
    ) -> Option<u64> {
        self.recall.answer(code, question, (&mut self.regs[base..], &mut self.sets[word_base..]), work)
    }

    /// See [`Host::recalled_number`].
    #[inline]
    pub(in crate::exec) fn recalled_number(&mut self, question: (u16, u64), work: u64) -> Option<(i64, u64)> {
        self.recall.number(question, work)
    }

    #[inline]
    pub(in crate::exec) fn is_asked(&mut self, question: (u16, u64), work: u64) {
        self.recall.is_asked(question, work);
    }

    #[inline]
    pub(in crate::exec) fn keep_number(&mut self, code: &Code, value: i64, work: u64) {
        self.recall.keep(value, code.recall_words, work);
    }

    #[inline]
    pub(in crate::exec) fn keep(&mut self, code: &Code, query: u16, (base, word_base): (usize, usize), work: u64) {
        self.recall.was_answered(code, query, (&self.regs[base..], &self.sets[word_base..]), work);
    }

    /// Of the cells that are inverted where their sets lie, and by watcher at which moment it is.
    pub(in crate::exec) fn turned_over(&self) -> (&[Ready], &[u64]) {
        (self.inverted.ready(), self.recall.all_moments())
    }

    pub(in crate::exec) fn rays_walked(&self) -> u32 {
        self.rays.used as u32
    }

    pub(in crate::exec) fn leave_rays(&mut self, rays: u32) {
        self.rays.used = rays as usize;
    }

    /// The one that runs has called this one, natively, and native code left inside it.
    pub(in crate::exec) fn went_inside(&mut self, code: &Code, call: Inside) {
        let Some(caller) = self.calls.last() else { crate::bug!("native code ran and nobody had called it") };
        let of = &code.funcs[caller.func as usize];
        self.calls.push(Call {
            func: call.func,
            back: call.back,
            base: caller.base + u32::from(of.regs),
            word_base: caller.word_base + u32::from(of.words),
            rays: call.rays.unwrap_or(caller.rays),
        });
    }
}

impl<'a> Host<'a> {
    pub(super) fn new(
        (machine, state, code, chance): (&'a mut Machine, &'a mut State, &'a Code, &'a mut dyn Chance),
        at: Place,
        (on, work): (u32, u64),
    ) -> Host<'a> {
        Host { machine, state, code, chance, base: at.base, word_base: at.word_base, work, on, stop: None }
    }

    /// Where the interpreter goes on, with so much work left, unless it stops.
    pub(super) fn left(self) -> (u32, u64, Option<Stop>) {
        // Native code has the work until it leaves; a die is rolled without it.
        if let Some(Stop::Roll { .. }) = self.stop {
            self.machine.work = self.work;
        }
        (self.on, self.work, self.stop)
    }
}
