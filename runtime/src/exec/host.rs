//! What native code and the machine are to each other. Native code runs on the machine's own registers, sets and state; it
//! asks the machine for what is not plain, and it leaves before whatever faults or stands still: the interpreter goes on
//! there. So there is one place that says what an op means where it is not plain, and one that tells a fault.

use super::Chance;
use super::code::Code;
use super::machine::{Machine, Place, Ran, Stop};
use crate::kernel::Offer;
use crate::state::State;

/// Functions made ready to run without the interpreter.
pub trait Native: Send + Sync {
    /// May it be entered at this op?
    fn enters(&self, op: u32) -> bool;
    /// Run from there until it leaves, which it tells the host.
    fn run(&self, host: &mut Host<'_>, op: u32);
    /// How many functions it has, and how many bytes they take.
    fn size(&self) -> (usize, usize);
    /// The machine stands still, or has ended.
    fn stopped(&self) {}
}

/// A machine while native code runs on it.
pub struct Host<'a> {
    pub(super) machine: &'a mut Machine,
    pub(super) state: &'a mut State,
    pub(super) code: &'a Code,
    pub(super) chance: &'a mut dyn Chance,
    /// Where the window of who runs begins.
    pub(super) base: usize,
    pub(super) word_base: usize,
    pub(super) work: u64,
    /// Where the interpreter goes on.
    pub(super) on: u32,
    pub(super) stop: Option<Stop>,
}

/// A call that runs when native code leaves inside it.
#[derive(Clone, Copy, Debug)]
pub struct Inside {
    pub func: u32,
    /// Where its caller goes on.
    pub back: u32,
    /// How many rays were being walked when it began; nothing: as many as when its caller did.
    pub rays: Option<u32>,
}

/// What became of an op that the machine ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// It goes on, with so much work left.
    On(u64),
    /// It jumps.
    Jump(u64),
    /// It stopped: native code leaves.
    Stop,
}

impl Host<'_> {
    /// The registers, the set words and the state's words: from the beginning of each window; and of each kept query whether
    /// it is passed over until the next stop.
    pub fn memory(&mut self) -> (&mut [i64], &mut [u64], &mut [u64], &[bool]) {
        let (regs, sets, passes) = self.machine.windows(self.base, self.word_base);
        (regs, sets, &mut self.state.words, passes)
    }

    /// Of each cell that is inverted the moment at which its sets are good and their address; and by watcher the moment now. Both
    /// lie still while native code runs; a set lies still while its moment is now.
    pub fn turned_over(&self) -> (&[[u64; 2]], &[u64]) {
        self.machine.turned_over()
    }

    pub fn work(&self) -> u64 {
        self.work
    }

    /// How many rays are being walked.
    pub fn rays(&self) -> u32 {
        self.machine.rays_walked()
    }

    /// A function that was begun with so many is left.
    pub fn leave_rays(&mut self, rays: u32) {
        self.machine.leave_rays(rays);
    }

    /// Native code leaves: the interpreter goes on at this op. `inside`: the calls between, the last one first.
    pub fn leave(&mut self, op: u32, work: u64, inside: impl DoubleEndedIterator<Item = Inside>) {
        for call in inside.rev() {
            self.machine.went_inside(self.code, call);
        }
        self.on = op;
        self.work = work;
    }

    /// The answer to the question of this number, put into the registers and set words that begin so far behind the first windows',
    /// and the work that is left then; nothing, where none is kept.
    #[inline]
    pub fn recalled(&mut self, query: u16, key: u64, (regs, words): (usize, usize), work: u64) -> Option<u64> {
        let at = (self.base + regs, self.word_base + words);
        self.machine.recalled(self.code, (query, key), at, work)
    }

    /// The same of a query that answers numbers: the answer, and the work that is left; nothing, where none is kept, and then
    /// it is told that the query is asked.
    #[inline]
    pub fn recalled_number(&mut self, query: u16, key: u64, work: u64) -> Option<(i64, u64)> {
        self.machine.recalled_number((query, key), work)
    }

    /// The query is answered from now on.
    #[inline]
    pub fn is_asked(&mut self, query: u16, key: u64, work: u64) {
        self.machine.is_asked((query, key), work);
    }

    /// This number is what the query answered that was asked last.
    #[inline]
    pub fn keep_number(&mut self, value: i64, work: u64) {
        self.machine.keep_number(self.code, value, work);
    }

    /// The answer that stands there is kept.
    #[inline]
    pub fn keep(&mut self, query: u16, (regs, words): (usize, usize), work: u64) {
        let at = (self.base + regs, self.word_base + words);
        self.machine.keep(self.code, query, at, work);
    }

    /// The die of this op; nothing if nobody rolls it: native code leaves.
    #[inline]
    pub fn roll(&mut self, op: u32, die: u16) -> Option<i64> {
        let rolled = self.machine.roll_one((op, die), self.code, self.chance);
        rolled.map_err(|stop| self.stop = Some(stop)).ok()
    }

    /// Does nobody keep a log of what falls, so that native code may roll for itself?
    pub fn is_bare(&mut self) -> bool {
        self.chance.bare().is_some()
    }

    /// The generator's number, where the next die is asked of it: nothing is supposed, and none is dealt.
    pub fn dice(&mut self) -> Option<u64> {
        let falls = self.machine.dice_fall();
        self.chance.bare().filter(|_| falls).map(|fair| fair.0)
    }

    /// The generator has this number now; where that is another, dice have fallen.
    pub fn dice_fell(&mut self, number: u64) {
        let Some(fair) = self.chance.bare().filter(|fair| fair.0 != number) else { return };
        fair.0 = number;
        self.machine.was_rolled();
    }

    /// The next step of the plain reach that is run, into these: here, there, dir, spent.
    #[inline]
    pub fn plain_next(&mut self, step: &mut [u32; 6]) -> bool {
        self.machine.plain_next(step)
    }

    /// The next step of another search, into these: here, there, dir, spent, steps, carried. Not of a group's.
    #[inline]
    pub fn search_next(&mut self, step: &mut [u32; 6]) -> bool {
        self.machine.next_edge(step)
    }

    /// What it is told of the step.
    #[inline]
    pub fn search_offer(&mut self, offer: Offer) {
        self.machine.offered(offer);
    }

    #[inline]
    pub fn plain_offer(&mut self, cost: u32, stop: bool, pass: bool) {
        self.machine.plain_offer(cost, stop, pass);
    }

    /// An option of this arm is offered, about the member; about none where that is [`NONE`](crate::ir::NONE).
    #[inline]
    pub fn option(&mut self, arm: u16, member: i64) {
        self.machine.option(arm, member);
    }

    /// Of the members in so many words, which begin so far behind the first window's, those are kept for which the cell holds
    /// the value, or those for which it does not.
    #[inline]
    pub fn filter_cell(&mut self, cell: u16, (from, words): (usize, usize), value: i64, is: bool) {
        let from = self.word_base + from;
        self.machine.filter_cell(self.state, cell, from..from + words, value, is);
    }

    /// The same with those for which it holds a neighbour of the hex.
    #[inline]
    pub fn filter_near(&mut self, cell: u16, (from, words): (usize, usize), hex: i64) {
        let from = self.word_base + from;
        self.machine.filter_near(self.state, cell, from..from + words, hex);
    }

    /// Does the cell hold something for each of them?
    #[inline]
    pub fn all_hold(&mut self, cell: u16, (from, words): (usize, usize)) -> bool {
        let from = self.word_base + from;
        self.machine.all_hold(self.state, cell, from..from + words)
    }

    /// Run one op of a function whose windows begin so far behind the first one's, with so much work left.
    pub fn op(&mut self, func: u32, op: u32, (regs, words): (usize, usize), work: u64) -> Done {
        let place = Place::at(self.code, func, self.base + regs, self.word_base + words);
        let ran = self.machine.run_one((op, work), place, self.code, self.state, self.chance);
        match ran {
            Ran::On(work) => Done::On(work),
            Ran::Jump(work) => Done::Jump(work),
            Ran::Stop(stop) => {
                self.stop = Some(stop);
                Done::Stop
            }
        }
    }
}
