//! Straight on: ways of which nothing is asked but whether there is one and how many steps it has, where each step counts one,
//! none blocks or carries anything, and whoever judges one cannot fault. This is A* (Hart, Nilsson and Raphael 1968): first what may
//! be on the shortest way, of that what was found last, which lies nearest to a goal.
//!
//! How many steps are ahead at the least differs by no more than one between neighbours, so a hex has its least steps as soon as it
//! is left. A bucket for each length that a way may come to; a step to where as few lead already is not asked.

use super::graph::CARRY;
use super::weight::{self, NO_RANK};
use super::{Edge, OFF_MAP, Offer, Search, bits, entry};

#[derive(Default)]
pub(super) struct Straight {
    /// By the length of a way through it at the least: the hexes that wait, and in how many steps they were entered.
    buckets: Vec<Vec<(u16, u16)>>,
    /// The bucket that is emptied, and the last one in use.
    length: usize,
    top: usize,
    /// In how many steps a hex was entered so that one may go on, and in which run.
    known: Vec<u64>,
    /// The hex whose steps are being judged, its steps and neighbours, and the next direction.
    here: u16,
    steps: u16,
    near: [u16; 6],
    dir: u8,
    there: u16,
    /// How many are ahead of `there` at the least.
    ahead: u16,
}

impl Straight {
    /// A run begins. `is_first`: what is known is of runs long ago, whose numbers come again.
    pub(super) fn begin(&mut self, hexes: usize, is_first: bool) {
        self.buckets.iter_mut().take(self.top + 1).for_each(Vec::clear);
        (self.length, self.top, self.dir) = (0, 0, 6);
        if self.known.len() < hexes || is_first {
            self.known.clear();
            self.known.resize(hexes, u64::MAX);
        }
    }

    /// So many steps lead to the hex, and one goes on from there; so many are ahead of it at the least.
    #[inline]
    pub(super) fn enter(&mut self, run: u32, steps: u16, hex: u16, ahead: u16) {
        let (known, now) = (&mut self.known[usize::from(hex)], entry(run, steps.into()));
        if now < *known {
            *known = now;
            let length = usize::from(steps) + usize::from(ahead);
            debug_assert!(
                length >= self.length,
                "how many steps are ahead differs by more than one between neighbours"
            );
            if self.buckets.len() <= length {
                self.buckets.resize_with(length + 1, Vec::new);
            }
            self.buckets[length].push((hex, steps));
            self.top = self.top.max(length);
        }
    }

    /// The next hex, if a way through it may have fewer steps than this.
    fn pop(&mut self, most: usize) -> Option<(u16, u16)> {
        while self.length <= self.top && self.length < most {
            let next = self.buckets.get_mut(self.length)?.pop();
            if next.is_some() {
                return next;
            }
            self.length += 1;
        }
        None
    }
}

impl Search {
    /// The next step of a straight search. `apart`: how many steps it is from a hex to a goal at the least, which differs by
    /// no more than one between neighbours; `u16::MAX`: none leads there. What cannot come to one in the steps that are left is
    /// not judged.
    #[inline]
    pub fn next_toward(&mut self, neighbours: &[[u16; 6]], apart: impl Fn(u16) -> u16) -> Option<Edge> {
        let most = if self.best == NO_RANK { usize::MAX } else { usize::from(weight::steps_of(self.best)) };
        let straight = &mut self.straight;
        loop {
            while straight.dir < 6 {
                let (dir, steps) = (straight.dir, straight.steps);
                straight.dir += 1;
                straight.there = straight.near[usize::from(dir)];
                let there = usize::from(straight.there);
                if there >= self.hexes {
                    continue;
                }
                let is_no_less = straight.known[there] <= entry(self.stamp, u32::from(steps) + 1);
                if is_no_less && !bits::has(&self.to, there) {
                    continue;
                }
                straight.ahead = apart(straight.there);
                let length = u32::from(steps) + 1 + u32::from(straight.ahead);
                if straight.ahead == u16::MAX || length > u32::from(self.within) || length as usize >= most {
                    continue;
                }
                self.asked = true;
                let (here, there) = (straight.here, straight.there);
                let carried = self.plan.carried & CARRY;
                return Some(Edge { here, there, dir, spent: steps.into(), steps, carried });
            }
            let Some((hex, steps)) = straight.pop(most) else {
                self.open = self.best != NO_RANK;
                self.asked = false;
                return None;
            };
            if straight.known[usize::from(hex)] == entry(self.stamp, steps.into()) {
                let near = neighbours.get(usize::from(hex)).copied().unwrap_or([OFF_MAP; 6]);
                (straight.here, straight.steps, straight.near, straight.dir) = (hex, steps, near, 0);
            }
        }
    }

    /// The step last returned leads on.
    #[inline]
    pub(super) fn offer_straight(&mut self, offer: &Offer) {
        let (steps, there, ahead) = (self.straight.steps + 1, self.straight.there, self.straight.ahead);
        if !offer.pass && bits::has(&self.to, usize::from(there)) {
            self.best = self.best.min(weight::rank(weight::pack([steps.into(), 0, 0]).0, steps));
        } else if !offer.stop {
            self.straight.enter(self.stamp, steps, there, ahead);
        }
    }
}
