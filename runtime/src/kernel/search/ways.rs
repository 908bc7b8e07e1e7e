//! The answers of a search for ways: which are the least, and whether one of them is open.
//!
//! C0 are the ways from a start to a goal within the limits, by steps that were offered. C1 are the least of C0, by the
//! counts and then by steps. C2 are those of C1 without a blocked step. C1 is the part of the labels from which the
//! best arrival is met exactly; C2 is what of it hangs together from both sides once blocked steps are cut. No way is
//! listed. So "the nearest, and it must be open" is a blocked step, which does not make a way go round; "the nearest
//! that is open" is a step not offered, which does.

use super::graph::{BLOCKED, CARRY, Label, NONE, OFFERED, PASS, STOP};
use super::weight::{NO_RANK, Rank};
use super::{Search, weight};
use crate::kernel::bits;

/// From here the best arrival is met.
const BEST: u8 = 1;
/// From here it is met by steps that are not blocked.
const CLEAR: u8 = 2;
/// One comes here from a start by steps that are not blocked.
const FREE: u8 = 4;

/// Which ways are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    /// The least, blocked or not (C1).
    Best,
    /// Those of the least that are open (C2).
    Open,
}

/// What a step of a label leads to, as far as the best ways are concerned.
enum Leads {
    Astray,
    Goal,
    On(u32),
}

/// A step on the ways asked about.
struct Part {
    here: u16,
    there: u16,
    is_first: bool,
    is_last: bool,
}

impl Search {
    /// Ways: whether one of the least ways is open. A start that is a goal is an open way of no steps.
    pub fn open(&self) -> bool {
        self.open
    }

    /// Ways: the counts of the least ways, blocked or not.
    pub fn least(&self) -> Option<[u32; 3]> {
        (self.best != NO_RANK).then(|| weight::unpack(weight::weight_of(self.best)))
    }

    /// Ways: the steps of the least ways.
    pub fn steps(&self) -> Option<u16> {
        (self.best != NO_RANK).then(|| weight::steps_of(self.best))
    }

    /// Ways: the least one weighs so much and is open, or there is none. Nothing else is to be asked then.
    pub fn is_found(&mut self, weight: Option<u64>) {
        self.best = weight.map_or(NO_RANK, |weight| weight::rank(weight, 0));
        (self.open, self.overflow) = (weight.is_some(), false);
    }

    /// Ways: the goals they reach.
    pub fn goals(&self, ways: Ways, out: &mut [u64]) {
        self.at_once(out);
        self.each(ways, |part| {
            if part.is_last {
                bits::insert(out, usize::from(part.there));
            }
        });
    }

    /// Ways: the hexes on them, both ends included.
    pub fn along(&self, ways: Ways, out: &mut [u64]) {
        self.at_once(out);
        self.each(ways, |part| {
            bits::insert(out, usize::from(part.here));
            bits::insert(out, usize::from(part.there));
        });
    }

    /// Ways: the hexes they enter first.
    pub fn first_along(&self, ways: Ways, out: &mut [u64]) {
        out.fill(0);
        self.each(ways, |part| {
            if part.is_first {
                bits::insert(out, usize::from(part.there));
            }
        });
    }

    /// The starts that are goals, if there are any; else nothing.
    fn at_once(&self, out: &mut [u64]) {
        out.fill(0);
        if self.plan.goal && self.best == 0 {
            for (out, (from, to)) in out.iter_mut().zip(self.from.iter().zip(&self.to)) {
                *out = from & to;
            }
        }
    }

    fn each(&self, ways: Ways, mut tell: impl FnMut(Part)) {
        if !self.plan.goal || self.best == 0 {
            return;
        }
        let (on, onward, barred) = match ways {
            Ways::Best => (BEST, BEST, 0),
            Ways::Open => (CLEAR | FREE, CLEAR, BLOCKED),
        };
        for label in self.labels.iter().filter(|label| label.flags & on == on) {
            let slot = &self.slots[label.slot as usize];
            for dir in 0..6 {
                let (leads_on, is_last) = match self.leads(label, dir) {
                    Leads::Astray => (false, false),
                    Leads::Goal => (true, true),
                    Leads::On(next) => (self.labels[next as usize].flags & onward != 0, false),
                };
                if leads_on && slot.mark[dir] & barred == 0 {
                    let is_first = weight::steps_of(label.rank) == 0;
                    tell(Part { here: slot.hex, there: slot.there[dir], is_first, is_last });
                }
            }
        }
    }

    fn leads(&self, label: &Label, dir: usize) -> Leads {
        let slot = &self.slots[label.slot as usize];
        let (mark, there) = (slot.mark[dir], slot.there[dir]);
        if mark & OFFERED == 0 {
            return Leads::Astray;
        }
        let rank = self.after(label, slot.weight[dir]).0;
        if rank == self.best && mark & PASS == 0 && bits::has(&self.to, usize::from(there)) {
            return Leads::Goal;
        }
        if rank >= self.best || mark & STOP != 0 {
            return Leads::Astray;
        }
        match self.label_of(self.slot(there, mark & CARRY), rank) {
            NONE => Leads::Astray,
            next => Leads::On(next),
        }
    }

    /// The label of this slot with exactly this rank, or `NONE`.
    fn label_of(&self, slot: u32, rank: Rank) -> u32 {
        let mut at = if slot == NONE { NONE } else { self.slots[slot as usize].newest };
        while at != NONE && self.labels[at as usize].rank != rank {
            at = self.labels[at as usize].older;
        }
        at
    }

    /// Marks the best ways and the open ones, when all questions are answered.
    pub(super) fn cut(&mut self) {
        self.open = self.best == 0;
        if self.best == 0 || self.best == NO_RANK {
            return;
        }
        for at in (0..self.labels.len()).rev() {
            let flags = self.flags_backward(at);
            self.labels[at].flags = flags;
            self.open |= flags & CLEAR != 0 && weight::steps_of(self.labels[at].rank) == 0;
        }
        for at in 0..self.labels.len() {
            self.free_forward(at);
        }
    }

    fn flags_backward(&self, at: usize) -> u8 {
        let label = &self.labels[at];
        let slot = &self.slots[label.slot as usize];
        let mut flags = 0;
        for dir in 0..6 {
            let met = match self.leads(label, dir) {
                Leads::Astray => 0,
                Leads::Goal => BEST | CLEAR,
                Leads::On(next) => self.labels[next as usize].flags,
            };
            flags |= if slot.mark[dir] & BLOCKED != 0 { met & BEST } else { met };
        }
        flags
    }

    fn free_forward(&mut self, at: usize) {
        if weight::steps_of(self.labels[at].rank) == 0 {
            self.labels[at].flags |= FREE;
        }
        let label = self.labels[at];
        if label.flags & (FREE | BEST) != FREE | BEST {
            return;
        }
        for dir in 0..6 {
            let blocked = self.slots[label.slot as usize].mark[dir] & BLOCKED != 0;
            if let (false, Leads::On(next)) = (blocked, self.leads(&label, dir)) {
                self.labels[next as usize].flags |= FREE;
            }
        }
    }
}
