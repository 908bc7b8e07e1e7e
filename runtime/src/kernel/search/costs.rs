//! Reach over a ready table of costs: what terrain alone decides is judged once a game, not once a move.
//!
//! Gives what driving the search by hand with these costs gives. From a single start and without a limit on steps,
//! which is nearly every move, it is a plain flood: nobody passes, stops or carries, so each hex entered is an end
//! and lies on a way to one.

use super::graph::NONE;
use super::{Entered, Offer, Plan, Search, weight};
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
        let mut heads = [NONE; BUCKETS];
        self.flood.start = Some(start);
        self.flood.waiting.clear();
        self.entered[usize::from(start)] = Entered {
            stamp: self.stamp,
            cost: 0,
        };
        self.spread_first(neighbours, start, costs, &mut heads);
        let (mut cost, mut taken) = (0, 0);
        while taken < self.flood.waiting.len() {
            let head = &mut heads[cost as usize % BUCKETS];
            if *head == NONE {
                cost += 1;
                continue;
            }
            let (hex, next) = self.flood.waiting[*head as usize];
            *head = next;
            taken += 1;
            if self.entered[usize::from(hex)].cost == cost {
                self.spread_from(neighbours, hex, cost, costs, &mut heads);
            }
        }
    }

    fn spread_first(
        &mut self,
        neighbours: &[[u16; 6]],
        start: u16,
        costs: &[[u8; 6]],
        heads: &mut [u32; BUCKETS],
    ) {
        let (Some(around), Some(costs)) = (
            neighbours.get(usize::from(start)),
            costs.get(usize::from(start)),
        ) else {
            return;
        };
        for (&there, &cost) in around.iter().zip(costs) {
            let mut step = u32::from(cost);
            if self.plan.at_least_one {
                step = step.min(self.budget);
            }
            if cost != BARRED
                && step <= self.budget
                && usize::from(there) < self.hexes
                && there != start
            {
                self.flood.first.push(there);
                self.wait(there, step, heads);
            }
        }
    }

    fn spread_from(
        &mut self,
        neighbours: &[[u16; 6]],
        hex: u16,
        spent: u32,
        costs: &[[u8; 6]],
        heads: &mut [u32; BUCKETS],
    ) {
        let (Some(around), Some(costs)) = (
            neighbours.get(usize::from(hex)),
            costs.get(usize::from(hex)),
        ) else {
            return;
        };
        for (&there, &cost) in around.iter().zip(costs) {
            let whole = spent + u32::from(cost);
            if cost != BARRED && whole <= self.budget && usize::from(there) < self.hexes {
                self.wait(there, whole, heads);
            }
        }
    }

    fn wait(&mut self, hex: u16, cost: u32, heads: &mut [u32; BUCKETS]) {
        let entered = &mut self.entered[usize::from(hex)];
        if entered.stamp == self.stamp {
            if cost >= entered.cost {
                return;
            }
        } else {
            bits::insert(&mut self.reached, usize::from(hex));
        }
        *entered = Entered {
            stamp: self.stamp,
            cost,
        };
        let head = &mut heads[cost as usize % BUCKETS];
        self.flood.waiting.push((hex, *head));
        *head = self.flood.waiting.len() as u32 - 1;
    }
}
