//! The plain reach: nothing is carried, steps are not counted, and only where one may end and at what cost is asked
//! afterwards. Most moves are like this, and they are most of the searches. Same questions and same answers as the
//! general search; questions of one cost come in the order in which their hexes were entered. Where whoever judges a step cannot
//! fault, a step to where one may be as cheaply without it is not asked.
//!
//! A bucket for each cost: costs are small whole numbers. What is dearer than there are buckets waits in a heap.

use super::{Search, bits, entry};
use crate::kernel::OFF_MAP;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const BUCKETS: usize = 1024;

#[derive(Default)]
pub(super) struct Lean {
    buckets: Vec<Vec<u16>>,
    dear: BinaryHeap<Reverse<(u32, u16)>>,
    /// At what cost a hex was entered so that one may go on, and in which run.
    onward: Vec<u64>,
    /// The cost whose bucket is being emptied, and how many of it are done.
    cost: usize,
    done: usize,
    /// The dearest bucket in use.
    top: usize,
    /// Steps that cannot make a hex cheaper are not judged.
    passes_over: bool,
    /// The hex whose steps are being judged, its cost, and the next direction.
    here: u16,
    spent: u32,
    dir: u8,
    there: u16,
    from_start: bool,
}

/// What a plain reach is to find: how far one comes, and whether its judge can fault.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    pub budget: u32,
    pub at_least_one: bool,
    pub cannot_fault: bool,
}

/// A step to be judged in a plain reach.
#[derive(Clone, Copy)]
pub struct Step {
    pub here: u16,
    pub there: u16,
    pub dir: u8,
    pub spent: u32,
}

impl Search {
    /// Start a plain reach. To be driven with `next_plain` and `offer_plain` alone.
    pub fn begin_plain(&mut self, neighbours: &[[u16; 6]], reach: Plain, from: &[u64]) {
        let Plain { budget, at_least_one, cannot_fault } = reach;
        let plan = super::Plan { budget: Some(budget), at_least_one, within: Some(0), ..super::Plan::default() };
        // Nothing is queued with no step allowed; the rest of a run's beginning is the same.
        self.begin(neighbours, plan, from, None);
        let lean = &mut self.lean;
        lean.buckets.resize_with(BUCKETS, Vec::new);
        // What an interrupted run left behind; a finished one has emptied its buckets.
        lean.buckets[lean.cost.min(BUCKETS)..].iter_mut().take(lean.top + 1).for_each(Vec::clear);
        lean.top = 0;
        lean.passes_over = cannot_fault;
        lean.dear.clear();
        if lean.onward.len() < self.hexes || self.stamp == 1 {
            lean.onward.clear();
            lean.onward.resize(self.hexes, u64::MAX);
        }
        (lean.cost, lean.done, lean.dir) = (0, 0, 6);
        for hex in bits::members(&self.from).filter(|hex| *hex < self.hexes) {
            lean.onward[hex] = entry(self.stamp, 0);
            lean.buckets[0].push(hex as u16);
        }
    }

    /// The next step to be judged.
    #[inline]
    pub fn next_plain(&mut self, neighbours: &[[u16; 6]]) -> Option<Step> {
        loop {
            let lean = &mut self.lean;
            if let Some(row) = neighbours.get(usize::from(lean.here)) {
                while lean.dir < 6 {
                    let dir = lean.dir;
                    lean.dir += 1;
                    lean.there = row[usize::from(dir)];
                    if lean.there != OFF_MAP {
                        let (there, now) = (usize::from(lean.there), entry(self.stamp, lean.spent));
                        let is_left = || lean.onward[there] <= now;
                        let is_end = || self.entered[there] <= now || bits::has(&self.from, there);
                        if lean.passes_over && is_left() && is_end() {
                            continue;
                        }
                        return Some(Step { here: lean.here, there: lean.there, dir, spent: lean.spent });
                    }
                }
            }
            if !self.next_hex() {
                self.lean.dir = 6;
                self.lean.there = OFF_MAP;
                return None;
            }
        }
    }

    /// To the next hex that was entered at no lower cost since.
    fn next_hex(&mut self) -> bool {
        loop {
            let Some((spent, hex)) = self.lean.pop() else { return false };
            if self.lean.onward[usize::from(hex)] != entry(self.stamp, spent) {
                continue;
            }
            let start = spent == 0 && bits::has(&self.from, usize::from(hex));
            let lean = &mut self.lean;
            (lean.here, lean.spent, lean.dir, lean.from_start) = (hex, spent, 0, start);
            return true;
        }
    }

    /// The judgement of the step last returned by `next_plain`.
    #[inline]
    pub fn offer_plain(&mut self, cost: u32, stop: bool, pass: bool) {
        let lean = &mut self.lean;
        let there = usize::from(lean.there);
        if there >= self.hexes {
            return;
        }
        let mut total = lean.spent.saturating_add(cost);
        if total > self.budget {
            if !(self.plan.at_least_one && lean.from_start) {
                return;
            }
            total = self.budget;
        }
        let now = entry(self.stamp, total);
        if !pass && now < self.entered[there] && !bits::has(&self.from, there) {
            self.entered[there] = now;
            bits::insert(&mut self.reached, there);
        }
        if !stop && now < lean.onward[there] {
            lean.onward[there] = now;
            lean.push(total, there as u16);
        }
    }
}

impl Lean {
    #[inline]
    fn push(&mut self, cost: u32, hex: u16) {
        match self.buckets.get_mut(cost as usize) {
            Some(bucket) => {
                bucket.push(hex);
                self.top = self.top.max(cost as usize);
            }
            None => self.dear.push(Reverse((cost, hex))),
        }
    }

    fn pop(&mut self) -> Option<(u32, u16)> {
        while self.cost <= self.top {
            let bucket = &mut self.buckets[self.cost];
            if let Some(&hex) = bucket.get(self.done) {
                self.done += 1;
                return Some((self.cost as u32, hex));
            }
            bucket.clear();
            self.cost += 1;
            self.done = 0;
        }
        self.dear.pop().map(|Reverse((cost, hex))| (cost, hex))
    }
}
