//! Ways home: how far each hex is from the nearest goal, found from the goals outward, as far as somebody asks, and kept.
//!
//! In: neighbours, goals, the hexes of who asks. Each step that matters is asked by `next` and answered with `offer`, or not at all,
//! which bars the step. The next who asks goes on from where the last one stopped. Where a step may count otherwise
//! than it did (`doubt`), it is asked again; where that makes a way home another one, all ways are looked for again, by what the steps
//! were judged to count.
//!
//! Contract of the driver: what it offers depends on `here`, `there` and `dir` alone, and is told in doubt where it may have become
//! something else.
//!
//! Order: hexes are reached by what their ways count, then by how many steps they are, then by number. The place of a hex in
//! that order depends on what the steps count now, and on nothing that was asked before.

use super::graph::NONE;
use super::weight::{self, NO_RANK, Rank};
use super::{Edge, OFF_MAP, Offer};
use crate::kernel::bits;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a step counts that nobody may take, and one that nobody has judged.
const BARRED: u64 = u64::MAX;
const UNJUDGED: u64 = u64::MAX - 1;

/// Back the way it came: directions go round the hex.
fn opposite(dir: u8) -> u8 {
    (dir + 3) % 6
}

/// A step out of a hex.
#[derive(Clone, Copy)]
struct Out {
    here: u16,
    dir: u8,
}

#[derive(Default)]
pub struct Homeward {
    goals: Vec<u64>,
    /// By hex and direction: what the step out of it counts.
    steps: Vec<[u64; 6]>,
    /// By hex: its way home, as far as it is known.
    ways: Vec<Rank>,
    /// By hex: how many were reached before it; [`NONE`]: it was not reached.
    reached: Vec<u32>,
    /// How many were reached, and the last of them with its way.
    count: u32,
    last: (Rank, u16),
    queue: BinaryHeap<Reverse<(Rank, u16)>>,
    /// The hex into which steps are followed, and the next direction; [`OFF_MAP`]: none.
    at: u16,
    dir: u8,
    /// Steps that may count otherwise now: each once, and by hex which.
    doubtful: Vec<Out>,
    in_doubt: Vec<u8>,
    /// Hexes with a step that counts otherwise.
    altered: Vec<u16>,
    /// The step that is being judged.
    asked: Option<Out>,
    /// The hexes of who asks, and the nearest of them.
    from: Vec<u64>,
    nearest: Option<u16>,
    is_looked: bool,
}

impl Homeward {
    /// Nothing is known of any step.
    pub fn forget(&mut self, hexes: usize) {
        self.steps.clear();
        self.steps.resize(hexes.min(usize::from(OFF_MAP)), [UNJUDGED; 6]);
        self.in_doubt.clear();
        self.in_doubt.resize(self.steps.len(), 0);
        self.doubtful.clear();
        self.asked = None;
        self.begin_anew();
    }

    /// Somebody who is there asks how far it is to the nearest goal.
    pub fn begin(&mut self, from: &[u64], goals: &[u64]) {
        if self.asked.is_some() {
            // Whoever asked last was cut off in the middle.
            self.forget(self.steps.len());
        }
        if self.goals != goals {
            self.goals.clear();
            self.goals.extend_from_slice(goals);
            self.begin_anew();
        }
        self.from.clear();
        self.from.extend_from_slice(from);
        (self.nearest, self.is_looked) = (None, false);
    }

    /// No hex is reached; what the steps count is known as before.
    fn begin_anew(&mut self) {
        let hexes = self.steps.len();
        self.ways.clear();
        self.ways.resize(hexes, NO_RANK);
        self.reached.clear();
        self.reached.resize(hexes, NONE);
        (self.count, self.last) = (0, (0, 0));
        (self.at, self.dir) = (OFF_MAP, 0);
        self.queue.clear();
        self.altered.clear();
        for goal in bits::members(&self.goals).take_while(|goal| *goal < hexes) {
            self.ways[goal] = 0;
            self.queue.push(Reverse((0, goal as u16)));
        }
    }

    /// Steps out of this hex, or into it, may count otherwise than they did.
    pub fn doubt_out_of(&mut self, hex: u16) {
        (0..6).for_each(|dir| self.doubt(hex, dir));
    }

    pub fn doubt_into(&mut self, hex: u16, neighbours: &[[u16; 6]]) {
        let Some(around) = neighbours.get(usize::from(hex)) else { return };
        (0..6).for_each(|dir: u8| self.doubt(around[usize::from(dir)], opposite(dir)));
    }

    fn doubt(&mut self, here: u16, dir: u8) {
        let Some(steps) = self.steps.get(usize::from(here)) else { return };
        let (in_doubt, bit) = (&mut self.in_doubt[usize::from(here)], 1 << dir);
        if steps[usize::from(dir)] != UNJUDGED && *in_doubt & bit == 0 {
            *in_doubt |= bit;
            self.doubtful.push(Out { here, dir });
        }
    }

    /// The next step to be judged, or `None` when it is known how far it is from these hexes.
    pub fn next(&mut self, neighbours: &[[u16; 6]]) -> Option<Edge> {
        if let Some(step) = self.asked.take() {
            self.judged(step, BARRED);
        }
        if let Some(edge) = self.next_doubtful(neighbours) {
            return Some(edge);
        }
        while let Some(hex) = self.altered.pop() {
            if !self.holds(hex, neighbours) {
                self.begin_anew();
            }
        }
        if !self.is_looked {
            let reached =
                bits::members(&self.from).filter(|hex| self.reached.get(*hex).is_some_and(|nth| *nth != NONE));
            self.nearest = reached.min_by_key(|hex| self.reached[*hex]).map(|hex| hex as u16);
            self.is_looked = true;
        }
        while self.nearest.is_none() {
            if let Some(edge) = self.next_inward(neighbours) {
                return Some(edge);
            }
            let hex = self.reach()?;
            if bits::has(&self.from, usize::from(hex)) {
                self.nearest = Some(hex);
            }
        }
        None
    }

    fn next_doubtful(&mut self, neighbours: &[[u16; 6]]) -> Option<Edge> {
        let step = self.doubtful.pop()?;
        self.in_doubt[usize::from(step.here)] &= !(1 << step.dir);
        self.ask(step, neighbours)
    }

    fn ask(&mut self, step: Out, neighbours: &[[u16; 6]]) -> Option<Edge> {
        let Out { here, dir } = step;
        let there = neighbours[usize::from(here)][usize::from(dir)];
        self.asked = Some(step);
        Some(Edge { here, there, dir, spent: 0, steps: 0, carried: 0 })
    }

    /// Of the steps into the hex reached last, out of hexes that are not, the next that nobody has judged.
    fn next_inward(&mut self, neighbours: &[[u16; 6]]) -> Option<Edge> {
        if self.at == OFF_MAP {
            return None;
        }
        let around = neighbours.get(usize::from(self.at))?;
        while self.dir < 6 {
            let here = around[usize::from(self.dir)];
            let dir = opposite(self.dir);
            self.dir += 1;
            let Some(steps) = self.steps.get(usize::from(here)).filter(|_| self.reached[usize::from(here)] == NONE)
            else {
                continue;
            };
            match steps[usize::from(dir)] {
                UNJUDGED => return self.ask(Out { here, dir }, neighbours),
                counts => self.leads(here, counts, self.at),
            }
        }
        self.at = OFF_MAP;
        None
    }

    /// The nearest hex that is not reached yet.
    fn reach(&mut self) -> Option<u16> {
        loop {
            let Reverse((way, hex)) = self.queue.pop()?;
            let known = usize::from(hex);
            if self.reached[known] == NONE && self.ways[known] == way {
                self.reached[known] = self.count;
                self.count += 1;
                self.last = (way, hex);
                (self.at, self.dir) = (hex, 0);
                return Some(hex);
            }
        }
    }

    /// A step out of `here` counts so much, and `there` is reached.
    fn leads(&mut self, here: u16, counts: u64, there: u16) {
        let way = self.way_by(counts, there);
        if way < self.ways[usize::from(here)] {
            self.ways[usize::from(here)] = way;
            self.queue.push(Reverse((way, here)));
        }
    }

    /// The way that begins with a step that counts so much, and goes on from `there`.
    fn way_by(&self, counts: u64, there: u16) -> Rank {
        let on = self.ways[usize::from(there)];
        if counts == BARRED || counts == UNJUDGED || on == NO_RANK {
            return NO_RANK;
        }
        // Counts that could grow too large for the kernel are searched for otherwise.
        weight::rank(weight::add(counts, weight::weight_of(on)).0, weight::steps_of(on) + 1)
    }

    /// How it judges the step that was asked last; without an offer the step is barred.
    pub fn offer(&mut self, offer: Offer) {
        if let Some(step) = self.asked.take() {
            self.judged(step, weight::pack(offer.counts).0);
        }
    }

    fn judged(&mut self, Out { here, dir }: Out, counts: u64) {
        let before = std::mem::replace(&mut self.steps[usize::from(here)][usize::from(dir)], counts);
        if before == UNJUDGED {
            self.leads(here, counts, self.at);
        } else if before != counts {
            self.altered.push(here);
        }
    }

    /// Steps out of this hex count otherwise. Is each way home still what it was? A hex that is not reached may have another
    /// way now, if that is not nearer than one that is.
    ///
    /// Each step makes a way longer, so ways are right where that of each hex is the best of its steps and what follows them.
    fn holds(&mut self, hex: u16, neighbours: &[[u16; 6]]) -> bool {
        let here = usize::from(hex);
        if bits::has(&self.goals, here) {
            return true;
        }
        let on = neighbours[here].iter().zip(self.steps[here]);
        let on = on.filter(|(there, _)| self.reached.get(usize::from(**there)).is_some_and(|nth| *nth != NONE));
        let best = on.map(|(there, counts)| self.way_by(counts, *there)).min().unwrap_or(NO_RANK);
        if self.reached[here] != NONE {
            return best == self.ways[here];
        }
        if (best, hex) < self.last {
            return false;
        }
        if best != self.ways[here] {
            self.ways[here] = best;
            if best < NO_RANK {
                self.queue.push(Reverse((best, hex)));
            }
        }
        true
    }

    /// What the least way from the hexes of who asks counts, packed; nothing if there is none.
    pub fn least(&self) -> Option<u64> {
        self.nearest.map(|hex| weight::weight_of(self.ways[usize::from(hex)]))
    }

    /// How many hexes were reached before it was known.
    pub fn reached(&self) -> u32 {
        self.nearest.map_or(self.count, |hex| self.reached[usize::from(hex)] + 1)
    }
}
