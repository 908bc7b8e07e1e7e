//! The search over a hex map: reach (where may this unit go) and ways (is there an open line, and which are nearest).
//!
//! In: neighbours, a `Plan`, the hexes to start from and, for ways, those to arrive at. Each step that matters is
//! asked once by `next`; the driver answers with `offer`, or not at all, which bars the step. After the `None` of
//! `next` the answers are ready.
//!
//! Contract of the driver: what it offers depends on `here`, `there`, `dir` and `carried` alone. A step is judged once
//! for each state (hex, carried), so `spent` and `steps` are those of the best way to that state, for display or for
//! rules in which having spent more never helps.
//!
//! Order of the questions: least weight first, then fewest steps, then hex index, then what is carried, then direction. A
//! *straight* search asks in another order (`straight.rs`).
//!
//! Ways are walks: with something carried a way may come back to a hex in another state. A *least* way is least by the
//! counts and then by its number of steps, so it never leaves a state twice, not even round a loop that costs nothing.
//! (It may come back to one as its end: where an earlier step only let it pass.)

mod costs;
mod graph;
mod group;
mod homeward;
mod lean;
mod least;
mod reach;
mod step;
mod straight;
mod ways;
mod weight;

use super::bits;
use graph::{CARRY, Label, NONE, Seen, Slot};
pub use group::Group;
pub use homeward::Homeward;
pub use lean::{Plain, Step};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
pub use ways::Ways;
use weight::{NO_RANK, Rank};

/// The neighbour that is not there.
pub const OFF_MAP: u16 = u16::MAX;

/// What is searched for. `Plan::default()` is a reach without limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The most that the first count may come to.
    pub budget: Option<u32>,
    /// The most steps.
    pub within: Option<u16>,
    /// How many of the offered counts matter, 1 to 3 (0 is read as 1); a reach has one.
    pub counts: u8,
    /// Reach only: a first step that is offered is affordable, and costs the whole budget if it costs more than that.
    pub at_least_one: bool,
    /// Ways to a goal instead of a reach.
    pub goal: bool,
    /// What the way carries at the start, for a move that was interrupted and goes on.
    pub carried: u8,
    /// Reach only: nothing but `first` will be asked. As soon as of each step out of the start it is known that it may be an
    /// end, has one right behind it or leads nowhere, none beyond is judged.
    pub first_only: bool,
    /// Ways only: nothing but whether there is an open one and how long it is will be asked. Without a step that blocks, every way
    /// is open, and none is looked at.
    pub open_only: bool,
    /// Ways only, `open_only`, where no step blocks or carries anything and its judge cannot fault. Without a limit on steps no way is
    /// kept, and steps that cannot make one shorter are not judged.
    pub least_only: bool,
    /// Ways only, `open_only`, where each step counts one, none blocks or carries anything, and its judge cannot fault: the least ways
    /// are those of fewest steps. To be driven with `next_toward`: what leads straight to a goal is judged first, so that most of
    /// what lies beside the way never is.
    pub straight: bool,
}

/// A step to be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub here: u16,
    pub there: u16,
    pub dir: u8,
    /// The first count up to `here`.
    pub spent: u32,
    /// The steps up to `here`.
    pub steps: u16,
    /// What the way carries at `here`.
    pub carried: u8,
}

/// A step as judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// What the step adds to each count.
    pub counts: [u32; 3],
    /// What the way carries after it, 0..=15.
    pub carry: u8,
    /// Nothing continues from `there`.
    pub stop: bool,
    /// One may not end in `there`.
    pub pass: bool,
    /// Ways only: a way with this step is found, but not open.
    pub blocked: bool,
}

/// A first step that is no end itself: the state it leads to, and what is left of the budget there.
#[derive(Clone, Copy)]
struct Pending {
    hex: u16,
    carried: u8,
    left: u32,
}

/// At what cost a hex was entered, and in which run: `!run << 32 | cost`, so that one comparison finds both what is
/// dearer and what is old.
fn entry(run: u32, cost: u32) -> u64 {
    u64::from(!run) << 32 | u64::from(cost)
}

/// The search and its buffers, to be kept and used again.
pub struct Search {
    plan: Plan,
    budget: u32,
    within: u16,
    hexes: usize,
    stamp: u32,
    seen: Vec<Seen>,
    slots: Vec<Slot>,
    labels: Vec<Label>,
    queue: BinaryHeap<Reverse<u128>>,
    from: Vec<u64>,
    to: Vec<u64>,
    /// The label whose steps are being judged, and the next direction.
    label: u32,
    dir: u8,
    asked: bool,
    overflow: bool,
    /// Ways: the least rank of an arrival so far.
    best: Rank,
    open: bool,
    /// A step was offered that blocks.
    blocks: bool,
    /// Reach: first steps of which it is not known yet whether the move can be completed after them.
    pending: Vec<Pending>,
    /// Reach, asked for nothing but first steps: those of which it is known that it can.
    firsts: Vec<u64>,
    /// The steps out of the starts did not tell it all: what is beyond them is judged, too.
    goes_beyond: bool,
    /// Reach: where one may end, at what cost.
    reached: Vec<u64>,
    entered: Vec<u64>,
    left: reach::Left,
    flood: costs::Flood,
    lean: lean::Lean,
    least: least::Least,
    straight: straight::Straight,
}

impl Default for Search {
    fn default() -> Self {
        Self::new()
    }
}

impl Search {
    pub fn new() -> Self {
        Search {
            plan: Plan::default(),
            budget: 0,
            within: 0,
            hexes: 0,
            stamp: 0,
            seen: Vec::new(),
            slots: Vec::new(),
            labels: Vec::new(),
            queue: BinaryHeap::new(),
            from: Vec::new(),
            to: Vec::new(),
            label: NONE,
            dir: 0,
            asked: false,
            overflow: false,
            best: NO_RANK,
            open: false,
            blocks: false,
            pending: Vec::new(),
            firsts: Vec::new(),
            goes_beyond: false,
            reached: Vec::new(),
            entered: Vec::new(),
            left: reach::Left::default(),
            flood: costs::Flood::default(),
            lean: lean::Lean::default(),
            least: least::Least::default(),
            straight: straight::Straight::default(),
        }
    }

    /// Forgets the last run and starts another. Without `to`, a search for ways finds none.
    pub fn begin(&mut self, neighbours: &[[u16; 6]], plan: Plan, from: &[u64], to: Option<&[u64]>) {
        self.plan = plan;
        self.budget = plan.budget.unwrap_or(u32::MAX);
        self.within = plan.within.unwrap_or(u16::MAX);
        self.hexes = neighbours.len().min(usize::from(OFF_MAP));
        self.overflow = false;
        self.asked = false;
        (self.open, self.blocks) = (false, false);
        self.goes_beyond = false;
        self.pending.clear();
        self.best = NO_RANK;
        self.label = NONE;
        self.clear();
        self.keep_sets(from, to.unwrap_or(&[]));
        self.queue_starts();
    }

    fn clear(&mut self) {
        self.slots.clear();
        self.labels.clear();
        self.queue.clear();
        self.left.forget();
        self.flood.forget();
        if self.seen.len() < self.hexes * 16 {
            self.seen.resize(self.hexes * 16, Seen::NEVER);
            self.entered.resize(self.hexes, u64::MAX);
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            // After 2^32 runs old stamps would look new.
            self.seen.fill(Seen::NEVER);
            self.entered.fill(u64::MAX);
            self.stamp = 1;
        }
        if self.plan.straight {
            self.straight.begin(self.hexes, self.stamp == 1);
        } else if self.asks_least() {
            self.least.begin(self.hexes, self.stamp == 1);
        }
    }

    /// Are the questions those of the least way alone (`least.rs`)?
    #[inline]
    fn asks_least(&self) -> bool {
        self.plan.least_only && self.plan.within.is_none() && !self.plan.straight
    }

    fn keep_sets(&mut self, from: &[u64], to: &[u64]) {
        let words = self.hexes.div_ceil(64);
        for (set, of) in [(&mut self.from, from), (&mut self.to, to)] {
            set.clear();
            set.extend_from_slice(&of[..of.len().min(words)]);
        }
        for set in [&mut self.reached, &mut self.firsts] {
            set.clear();
            set.resize(words, 0);
        }
    }

    fn queue_starts(&mut self) {
        for word in 0..self.from.len() {
            let mut rest = self.from[word];
            while rest != 0 {
                let hex = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if hex >= self.hexes {
                    return;
                }
                if self.plan.goal && bits::has(&self.to, hex) {
                    self.best = 0;
                }
                if self.plan.straight {
                    self.straight.enter(self.stamp, 0, hex as u16, 0);
                } else if self.asks_least() {
                    self.least.enter(self.stamp, 0, hex as u16);
                } else if self.within > 0 {
                    self.enqueue(0, hex as u16, self.plan.carried & CARRY);
                }
            }
        }
    }

    /// The next step to be judged, or `None` when the answers are ready.
    #[inline]
    pub fn next(&mut self, neighbours: &[[u16; 6]]) -> Option<Edge> {
        self.next_within(neighbours, |_| true)
    }

    /// The same, and no step is asked that leads out of a lane. What lies on no way of as few steps as are allowed, even as
    /// the crow flies, need not be judged. Always inline, as those below: the step comes in registers, and is written nowhere.
    #[inline(always)]
    pub fn next_within(&mut self, neighbours: &[[u16; 6]], lane: impl Fn(u16) -> bool) -> Option<Edge> {
        match self.asks_least() {
            true => self.next_least(neighbours),
            false => self.next_by(neighbours, lane),
        }
    }

    #[inline(always)]
    fn next_by(&mut self, neighbours: &[[u16; 6]], lane: impl Fn(u16) -> bool) -> Option<Edge> {
        self.asked = false;
        loop {
            if self.label != NONE
                && let Some(edge) = self.next_step(&lane)
            {
                return Some(edge);
            }
            if !self.next_label(neighbours) {
                match self.plan.open_only && !self.blocks {
                    true => self.open = self.best != NO_RANK,
                    false if self.plan.goal => self.cut(),
                    false => {}
                }
                return None;
            }
        }
    }

    #[inline(always)]
    fn next_step(&mut self, lane: &impl Fn(u16) -> bool) -> Option<Edge> {
        let label = &self.labels[self.label as usize];
        let slot = &self.slots[label.slot as usize];
        let (spent, steps) = (weight::first(weight::weight_of(label.rank)), weight::steps_of(label.rank));
        while self.dir < 6 {
            let dir = self.dir;
            self.dir += 1;
            let there = slot.there[usize::from(dir)];
            if usize::from(there) >= self.hexes || !lane(there) {
                continue;
            }
            self.asked = true;
            return Some(Edge { here: slot.hex, there, dir, spent, steps, carried: slot.carried });
        }
        self.label = NONE;
        None
    }

    /// Takes labels from the queue until one has steps nobody has judged yet.
    fn next_label(&mut self, neighbours: &[[u16; 6]]) -> bool {
        while let Some(Reverse(key)) = self.queue.pop().or_else(|| self.go_beyond()) {
            let (rank, hex, carried) = graph::unkey(key);
            if self.plan.goal && rank >= self.best {
                break;
            }
            // The starts come before all others.
            if self.plan.first_only && self.pending.is_empty() && weight::steps_of(rank) > 0 {
                break;
            }
            let known = self.seen[self.state(hex, carried)].slot;
            if known == NONE {
                self.label = self.keep_first(rank, hex, carried, neighbours);
                self.dir = 0;
                return true;
            }
            if self.plan.within.is_some() {
                self.keep_again(rank, known);
            }
        }
        false
    }

    /// Of the starts all steps are judged. Where nothing but first steps is asked, those that lead on are followed now, if one
    /// of them is not known yet to lead to an end.
    fn go_beyond(&mut self) -> Option<Reverse<u128>> {
        if self.goes_beyond || self.pending.is_empty() {
            return None;
        }
        self.goes_beyond = true;
        for label in 0..self.labels.len() as u32 {
            (0..6).for_each(|dir| self.relax(label, dir));
        }
        self.queue.pop()
    }

    fn keep_first(&mut self, rank: Rank, hex: u16, carried: u8, neighbours: &[[u16; 6]]) -> u32 {
        let (slot, label) = (self.slots.len() as u32, self.labels.len() as u32);
        let there = neighbours.get(usize::from(hex)).copied().unwrap_or([OFF_MAP; 6]);
        self.slots.push(Slot { hex, carried, newest: label, there, mark: [0; 6], weight: [0; 6] });
        self.labels.push(Label { rank, slot, older: NONE, flags: 0 });
        let state = self.state(hex, carried);
        self.seen[state].slot = slot;
        label
    }

    /// With a limit on steps, a dearer way of fewer steps is worth keeping too; its steps are judged already.
    fn keep_again(&mut self, rank: Rank, slot: u32) {
        let older = self.slots[slot as usize].newest;
        if weight::steps_of(rank) >= weight::steps_of(self.labels[older as usize].rank) {
            return;
        }
        let label = self.labels.len() as u32;
        self.labels.push(Label { rank, slot, older, flags: 0 });
        self.slots[slot as usize].newest = label;
        for dir in 0..6 {
            self.relax(label, dir);
        }
    }

    /// Where a state is found. States of one burden lie together: most runs carry nothing.
    fn state(&self, hex: u16, carried: u8) -> usize {
        usize::from(carried) * self.hexes + usize::from(hex)
    }

    /// The slot of a state that was left in this run, or `NONE`.
    fn slot(&self, hex: u16, carried: u8) -> u32 {
        let seen = &self.seen[self.state(hex, carried)];
        if seen.stamp == self.stamp { seen.slot } else { NONE }
    }

    /// Is it to be driven with `next_toward`?
    pub fn goes_straight(&self) -> bool {
        self.plan.straight
    }

    /// Whether a count grew past what is kept (1,048,575), so that the answers compare saturated counts.
    pub fn overflow(&self) -> bool {
        self.overflow
    }
}
