//! The least way alone: nothing is asked but whether there is a way and what the least comes to, no step blocks, none makes the
//! way carry anything, steps have no limit, and whoever judges one cannot fault. So no way is kept: of each hex only the rank of
//! the least way that goes on from there. A step to where a way leads already that is no worse without it is not asked. All
//! others are, in the order of the general search, and the answers are the same.

use super::graph::{CARRY, key, unkey};
use super::weight::{self, NO_RANK, Rank};
use super::{Edge, OFF_MAP, Offer, Search, bits};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Default)]
pub(super) struct Least {
    queue: BinaryHeap<Reverse<u128>>,
    /// The rank of the least way to a hex so far, and in which run, as [`entry`] has them.
    known: Vec<u128>,
    /// The hex whose steps are being judged, the rank of the way to it, its neighbours, and the next direction.
    here: u16,
    rank: Rank,
    known_here: u128,
    near: [u16; 6],
    dir: u8,
    there: u16,
}

/// The rank and the run in one number, so that one comparison finds both what is greater and what is old.
fn entry(run: u32, rank: Rank) -> u128 {
    u128::from(!run) << 96 | rank
}

impl Least {
    /// A run begins. `is_first`: what is known is of runs long ago, whose numbers come again.
    pub(super) fn begin(&mut self, hexes: usize, is_first: bool) {
        self.queue.clear();
        self.dir = 6;
        if self.known.len() < hexes || is_first {
            self.known.clear();
            self.known.resize(hexes, u128::MAX);
        }
    }

    /// A way leads to the hex and goes on from there.
    #[inline]
    pub(super) fn enter(&mut self, run: u32, rank: Rank, hex: u16) {
        let (known, now) = (&mut self.known[usize::from(hex)], entry(run, rank));
        if now < *known {
            *known = now;
            self.queue.push(Reverse(key(rank, hex, 0)));
        }
    }
}

impl Search {
    #[inline]
    pub(super) fn next_least(&mut self, neighbours: &[[u16; 6]]) -> Option<Edge> {
        let least = &mut self.least;
        loop {
            while least.dir < 6 {
                let dir = least.dir;
                least.dir += 1;
                least.there = least.near[usize::from(dir)];
                let there = usize::from(least.there);
                if there >= self.hexes || least.known[there] <= least.known_here && !bits::has(&self.to, there) {
                    continue;
                }
                self.asked = true;
                let (spent, steps) = (weight::first(weight::weight_of(least.rank)), weight::steps_of(least.rank));
                return Some(Edge {
                    here: least.here,
                    there: least.there,
                    dir,
                    spent,
                    steps,
                    carried: self.plan.carried & CARRY,
                });
            }
            let next = least.queue.pop().map(|Reverse(key)| unkey(key)).filter(|(rank, ..)| *rank < self.best);
            let Some((rank, hex, _)) = next else {
                self.open = self.best != NO_RANK;
                self.asked = false;
                return None;
            };
            if least.known[usize::from(hex)] == entry(self.stamp, rank) {
                let near = neighbours.get(usize::from(hex)).copied().unwrap_or([OFF_MAP; 6]);
                (least.here, least.rank, least.near, least.dir) = (hex, rank, near, 0);
                least.known_here = least.known[usize::from(hex)];
            }
        }
    }

    /// The step last returned leads on at this weight.
    #[inline]
    pub(super) fn offer_least(&mut self, step: u64, offer: &Offer) {
        let (from, there) = (self.least.rank, self.least.there);
        let steps = weight::steps_of(from);
        let (weight, spilt) = weight::add(weight::weight_of(from), step);
        if weight::first(weight) > self.budget || steps >= self.within {
            return;
        }
        self.overflow |= spilt;
        let rank = weight::rank(weight, steps + 1);
        if rank >= self.best {
            return;
        }
        if !offer.pass && bits::has(&self.to, usize::from(there)) {
            self.best = rank;
        } else if !offer.stop {
            self.least.enter(self.stamp, rank, there);
        }
    }

    /// Without goals: what the least way to each hex weighs, `u64::MAX` where there is none.
    pub fn weigh_all(&self, out: &mut Vec<u64>) {
        let run = entry(self.stamp, 0)..=entry(self.stamp, NO_RANK >> 32);
        let known = &self.least.known[..self.hexes];
        let weigh = |known: &u128| if run.contains(known) { weight::weight_of(*known) } else { u64::MAX };
        out.clear();
        out.extend(known.iter().map(weigh));
    }
}
