//! One judged step: how it is kept, and what it adds to the ways known so far.

use super::graph::{self, BLOCKED, CARRY, Label, OFFERED, PASS, STOP, Seen};
use super::weight::{self, Rank};
use super::{Offer, Pending, Search, entry};
use crate::kernel::bits;
use std::cmp::Reverse;

impl Search {
    /// The judgement of the step last returned by `next`. Without a question, nothing happens.
    pub fn offer(&mut self, offer: Offer) {
        if !std::mem::take(&mut self.asked) {
            return;
        }
        if self.plan.straight {
            return self.offer_straight(&offer);
        }
        let [first, second, third] = offer.counts;
        let counts = match self.plan.counts {
            _ if !self.plan.goal => [first, 0, 0],
            0 | 1 => [first, 0, 0],
            2 => [first, second, 0],
            _ => [first, second, third],
        };
        let (weight, too_big) = weight::pack(counts);
        // What the budget refuses anyway need not be told apart.
        self.overflow |= too_big && first <= self.budget;
        if self.asks_least() {
            return self.offer_least(weight, &offer);
        }
        let flag = |on: bool, bit: u8| if on { bit } else { 0 };
        let mark = offer.carry & CARRY
            | OFFERED
            | flag(offer.stop, STOP)
            | flag(offer.pass, PASS)
            | flag(offer.blocked, BLOCKED);
        let dir = usize::from(self.dir - 1);
        let slot = &mut self.slots[self.labels[self.label as usize].slot as usize];
        slot.mark[dir] = mark;
        slot.weight[dir] = weight;
        self.blocks |= offer.blocked;
        match self.plan.first_only && !self.goes_beyond {
            true => self.first_step(dir),
            false => self.relax(self.label, dir),
        }
    }

    /// A step out of a start, where nothing but first steps is asked: it is followed only if it must be.
    fn first_step(&mut self, dir: usize) {
        let from = self.labels[self.label as usize];
        let slot = &self.slots[from.slot as usize];
        let (is_end, there) = (slot.mark[dir] & PASS == 0, usize::from(slot.there[dir]));
        let cost = weight::first(weight::weight_of(self.after(&from, slot.weight[dir]).0));
        if cost > self.budget {
            return;
        }
        if is_end && !bits::has(&self.from, there) {
            bits::insert(&mut self.firsts, there);
        }
        self.decide(&from, dir, self.budget - cost);
    }

    /// Follows one judged step from a label.
    pub(super) fn relax(&mut self, label: u32, dir: usize) {
        let from = self.labels[label as usize];
        let slot = &self.slots[from.slot as usize];
        let (mark, there) = (slot.mark[dir], slot.there[dir]);
        if mark & OFFERED == 0 {
            return;
        }
        let (rank, spilt) = self.after(&from, slot.weight[dir]);
        let (cost, steps) = (weight::first(weight::weight_of(rank)), weight::steps_of(rank));
        if cost > self.budget || steps > self.within {
            return;
        }
        self.overflow |= spilt;
        if mark & PASS == 0 {
            self.arrive(rank, there);
        }
        // What the first steps say is known before they are followed.
        if self.plan.first_only && weight::steps_of(from.rank) > 0 {
            self.decide(&from, dir, self.budget - cost);
        }
        if mark & STOP == 0 && steps < self.within && rank < self.best {
            self.enqueue(rank, there, mark & CARRY);
        }
    }

    /// What an affordable step says about the first ones: an end decides those that lead to where it begins, a first step
    /// that is none waits for one. `left`: what is left of the budget after it.
    fn decide(&mut self, from: &Label, dir: usize, left: u32) {
        let slot = &self.slots[from.slot as usize];
        let (mark, there, cost) = (slot.mark[dir], slot.there[dir], weight::first(slot.weight[dir]));
        if mark & PASS == 0 && !bits::has(&self.from, usize::from(there)) {
            let (hex, carried) = (slot.hex, slot.carried);
            let firsts = &mut self.firsts;
            self.pending.retain(|first| {
                let is_open = (first.hex, first.carried) != (hex, carried) || cost > first.left;
                if !is_open {
                    bits::insert(firsts, usize::from(first.hex));
                }
                is_open
            });
        } else if weight::steps_of(from.rank) == 0 && mark & STOP == 0 && self.within > 1 {
            self.pending.push(Pending { hex: there, carried: mark & CARRY, left });
        }
    }

    /// The rank after a step of this weight, and whether something did not fit.
    pub(super) fn after(&self, from: &Label, step: u64) -> (Rank, bool) {
        let steps = weight::steps_of(from.rank);
        let forced = self.plan.at_least_one && !self.plan.goal && steps == 0 && weight::first(step) > self.budget;
        let step = if forced { weight::with_first(step, self.budget) } else { step };
        let (weight, spilt) = weight::add(weight::weight_of(from.rank), step);
        (weight::rank(weight, steps.saturating_add(1)), spilt || steps == u16::MAX)
    }

    fn arrive(&mut self, rank: Rank, there: u16) {
        let hex = usize::from(there);
        if self.plan.goal {
            if rank < self.best && bits::has(&self.to, hex) {
                self.best = rank;
            }
        } else if !bits::has(&self.from, hex) {
            let cost = weight::first(weight::weight_of(rank));
            let entry = entry(self.stamp, cost);
            if entry < self.entered[hex] {
                self.entered[hex] = entry;
                bits::insert(&mut self.reached, hex);
            }
        }
    }

    pub(super) fn enqueue(&mut self, rank: Rank, hex: u16, carried: u8) {
        let state = self.state(hex, carried);
        let seen = &mut self.seen[state];
        if seen.stamp != self.stamp {
            *seen = Seen { stamp: self.stamp, ..Seen::NEVER };
        } else if rank >= seen.queued
            && (self.plan.within.is_none() || weight::steps_of(rank) >= weight::steps_of(seen.queued))
        {
            return;
        }
        seen.queued = rank;
        self.queue.push(Reverse(graph::key(rank, hex, carried)));
    }
}
