//! Reach over a ready table of costs: what terrain alone decides is judged once a game, not once a move.
//!
//! Gives what driving the search by hand with these costs gives. From a single start and without a limit on steps,
//! which is nearly every move, it is a plain flood: nobody passes, stops or carries, so each hex entered is an end
//! and lies on a way to one.

use super::graph::NONE;
use super::{Offer, Plan, Search, entry, weight};
use crate::kernel::bits;

/// A table entry that bars the step.
const BARRED: u8 = 255;
/// As many as there are costs: the hexes waiting never differ by more, so the buckets may go round.
const BUCKETS: usize = 256;

#[derive(Default)]
pub(super) struct Flood {
    start: Option<u16>,
    first: Vec<u16>,
    /// Hexes waiting, chained by index.
    waiting: Vec<(u16, u32)>,
}

impl Flood {
    pub(super) fn forget(&mut self) {
        self.start = None;
        self.first.clear();
    }

    /// The start, if the last run was a flood.
    pub(super) fn start(&self) -> Option<u16> {
        self.start
    }

    pub(super) fn first(&self) -> impl Iterator<Item = u16> + '_ {
        self.first.iter().copied()
    }
}

impl Search {
    /// A whole reach with the costs of a table, `costs[here][dir]`, 255 for a barred step. `plan.goal` is read as false.
    pub fn run_costs(
        &mut self,
        neighbours: &[[u16; 6]],
        plan: Plan,
        from: &[u64],
        costs: &[[u8; 6]],
    ) {
        self.begin(
            neighbours,
            Plan {
                goal: false,
                ..plan
            },
            from,
            None,
        );
        let mut starts = bits::members(&self.from);
        let start = (starts.next(), starts.next());
        drop(starts);
        // Nothing may outgrow a count here, or the two ways of running would differ.
        let fits = self.hexes * usize::from(BARRED) < weight::COUNT_MAX as usize;
        match start {
            (Some(start), None) if start < self.hexes && plan.within.is_none() && fits => {
                self.queue.clear();
                self.spread(neighbours, start as u16, costs);
            }
            _ => self.drive(neighbours, costs),
        }
    }

    fn drive(&mut self, neighbours: &[[u16; 6]], costs: &[[u8; 6]]) {
        while let Some(edge) = self.next(neighbours) {
            let cost = costs
                .get(usize::from(edge.here))
                .map_or(BARRED, |row| row[usize::from(edge.dir)]);
            if cost != BARRED {
                self.offer(Offer {
                    counts: [u32::from(cost), 0, 0],
                    carry: edge.carried,
                    ..Offer::default()
                });
            }
        }
    }

    fn spread(&mut self, neighbours: &[[u16; 6]], start: u16, costs: &[[u8; 6]]) {
        self.flood.start = Some(start);
        self.flood.waiting.clear();
        self.entered[usize::from(start)] = entry(self.stamp, 0);
        let mut front = Front {
            budget: self.budget,
            stamp: self.stamp,
            entered: &mut self.entered[..self.hexes],
            reached: &mut self.reached,
            waiting: &mut self.flood.waiting,
            heads: [NONE; BUCKETS],
            cost: 0,
            taken: 0,
        };
        let row = |hex: u16| {
            let hex = usize::from(hex);
            Some((neighbours.get(hex)?, costs.get(hex)?))
        };
        if let Some((around, costs)) = row(start) {
            let most = if self.plan.at_least_one {
                self.budget
            } else {
                u32::MAX
            };
            for dir in 0..6 {
                let cost = u32::from(costs[dir]).min(most);
                if costs[dir] != BARRED && front.wait(around[dir], cost) && around[dir] != start {
                    self.flood.first.push(around[dir]);
                }
            }
        }
        while let Some((hex, spent)) = front.take() {
            let Some((around, costs)) = row(hex) else {
                continue;
            };
            for dir in 0..6 {
                if costs[dir] != BARRED {
                    front.wait(around[dir], spent + u32::from(costs[dir]));
                }
            }
        }
    }
}

/// The hexes that wait to be left, in buckets by cost.
struct Front<'a> {
    budget: u32,
    stamp: u32,
    entered: &'a mut [u64],
    reached: &'a mut [u64],
    waiting: &'a mut Vec<(u16, u32)>,
    heads: [u32; BUCKETS],
    cost: u32,
    taken: usize,
}

impl Front<'_> {
    /// Enters a hex, if it is on the map and within the budget; it waits if this is the cheapest way yet.
    #[inline(always)]
    fn wait(&mut self, hex: u16, cost: u32) -> bool {
        if cost > self.budget {
            return false;
        }
        let Some(entered) = self.entered.get_mut(usize::from(hex)) else {
            return false;
        };
        let entry = entry(self.stamp, cost);
        if entry >= *entered {
            return true;
        }
        *entered = entry;
        bits::insert(self.reached, usize::from(hex));
        let head = &mut self.heads[cost as usize % BUCKETS];
        self.waiting.push((hex, *head));
        *head = self.waiting.len() as u32 - 1;
        true
    }

    /// The cheapest hex that waits, with its cost.
    #[inline(always)]
    fn take(&mut self) -> Option<(u16, u32)> {
        while self.taken < self.waiting.len() {
            let head = &mut self.heads[self.cost as usize % BUCKETS];
            let Some(&(hex, next)) = self.waiting.get(*head as usize) else {
                self.cost += 1;
                continue;
            };
            *head = next;
            self.taken += 1;
            if self.entered[usize::from(hex)] as u32 == self.cost {
                return Some((hex, self.cost));
            }
        }
        None
    }
}
