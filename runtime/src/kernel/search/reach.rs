//! The answers of a reach: where one may end, what lies on the way, and how one may begin.
//!
//! Where one may end is known when the questions stop. What lies on a way to an end needs the other direction: the
//! least that is still to be spent from each state, computed on first demand from the judged steps.

use super::graph::{CARRY, Label, NONE, OFFERED, PASS, STOP};
use super::{Search, weight};
use crate::kernel::bits;

const NEVER: u32 = u32::MAX;

/// The least still to be spent from each slot to an end: one row, or with a limit on steps one row a number of steps
/// left, up to where the rows stay the same.
#[derive(Default)]
pub(super) struct Left {
    known: bool,
    rows: usize,
    least: Vec<u32>,
}

impl Left {
    pub(super) fn forget(&mut self) {
        self.known = false;
    }
}

impl Search {
    /// Reach: the hexes where one may end. The start is not among them.
    pub fn ends(&self, out: &mut [u64]) {
        bits::copy(&self.reached, out);
    }

    /// Reach: the least cost of ending in `hex`; none for the start and where one may not end.
    pub fn cost_to(&self, hex: u16) -> Option<u32> {
        let entered = self.entered.get(usize::from(hex))?;
        bits::has(&self.reached, usize::from(hex)).then_some(*entered as u32)
    }

    /// Reach: the hexes on some way to an end within the limits, the start included.
    pub fn through(&mut self, out: &mut [u64]) {
        if let Some(start) = self.flood.start() {
            bits::copy(&self.reached, out);
            if self.flood.first().next().is_some() {
                bits::insert(out, usize::from(start));
            }
            return;
        }
        out.fill(0);
        self.learn_left();
        for label in &self.labels {
            for dir in 0..6 {
                if let Some(there) = self.completes(label, dir) {
                    bits::insert(out, usize::from(self.slots[label.slot as usize].hex));
                    bits::insert(out, usize::from(there));
                }
            }
        }
    }

    /// Reach: the hexes that may be entered first such that the move can still be completed.
    pub fn first(&mut self, out: &mut [u64]) {
        out.fill(0);
        if self.flood.start().is_some() {
            self.flood.first().for_each(|hex| bits::insert(out, usize::from(hex)));
            return;
        }
        if self.plan.first_only && !self.goes_beyond {
            return bits::copy(&self.firsts, out);
        }
        self.learn_left();
        // The starts are the labels of no steps; free steps may put others between them.
        for label in self.labels.iter().filter(|label| weight::steps_of(label.rank) == 0) {
            for dir in 0..6 {
                if let Some(there) = self.completes(label, dir) {
                    bits::insert(out, usize::from(there));
                }
            }
        }
    }

    /// The hex entered by this step of this way, if an end can still be reached within the limits.
    fn completes(&self, label: &Label, dir: usize) -> Option<u16> {
        let slot = &self.slots[label.slot as usize];
        let (mark, there) = (slot.mark[dir], slot.there[dir]);
        if mark & OFFERED == 0 {
            return None;
        }
        let rank = self.after(label, slot.weight[dir]).0;
        let steps = weight::steps_of(rank);
        if steps > self.within {
            return None;
        }
        let onward = self.onward(mark, there, usize::from(self.within - steps));
        let whole = weight::first(weight::weight_of(rank)).saturating_add(onward);
        (onward != NEVER && whole <= self.budget).then_some(there)
    }

    /// The least still to be spent after a step, 0 if one may end there.
    fn onward(&self, mark: u8, there: u16, steps_left: usize) -> u32 {
        if mark & PASS == 0 && !bits::has(&self.from, usize::from(there)) {
            return 0;
        }
        if mark & STOP != 0 || self.left.rows == 0 {
            return NEVER;
        }
        let row = if self.plan.within.is_some() { steps_left.min(self.left.rows - 1) } else { 0 };
        match self.slot(there, mark & CARRY) {
            NONE => NEVER,
            slot => self.left.least[row * self.slots.len() + slot as usize],
        }
    }

    fn learn_left(&mut self) {
        if std::mem::replace(&mut self.left.known, true) {
            return;
        }
        self.left.least.clear();
        self.left.least.resize(self.slots.len(), NEVER);
        self.left.rows = 1;
        if self.plan.within.is_some() {
            self.learn_rows();
        } else {
            // Late slots lie far from the start and nearer to the ends: backwards this is one round for most rules.
            while self.improve_row() {}
        }
    }

    fn improve_row(&mut self) -> bool {
        let mut changed = false;
        for slot in (0..self.slots.len()).rev() {
            let least = self.least_from(slot, 0);
            changed |= least < self.left.least[slot];
            self.left.least[slot] = least;
        }
        changed
    }

    /// Row n: with at most n steps left. Row 0 has no step left, so no end. There are as many rows as the longest
    /// stretch without an end takes steps: two or three, unless a rule lets pass through much and end in little.
    fn learn_rows(&mut self) {
        let slots = self.slots.len();
        while self.left.rows < usize::from(self.within) {
            let last = self.left.rows - 1;
            for slot in 0..slots {
                let least = self.least_from(slot, last);
                self.left.least.push(least);
            }
            let (old, new) = self.left.least[last * slots..].split_at(slots);
            if old == new {
                self.left.least.truncate((last + 1) * slots);
                return;
            }
            self.left.rows += 1;
        }
    }

    /// The least to be spent from a slot when `row` steps are left after the next.
    fn least_from(&self, slot: usize, row: usize) -> u32 {
        let slot = &self.slots[slot];
        let step = |dir: usize| {
            if slot.mark[dir] & OFFERED == 0 {
                return NEVER;
            }
            let onward = self.onward(slot.mark[dir], slot.there[dir], row);
            weight::first(slot.weight[dir]).saturating_add(onward)
        };
        (0..6).map(step).min().unwrap_or(NEVER)
    }
}
