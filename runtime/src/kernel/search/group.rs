//! The reach of a group: a step is judged for each of its members, and is open if it is open to all. Each pays its own
//! price out of its own points.
//!
//! No way to a hex is best where one is cheaper for this member and another for that one: all are kept that no other
//! beats for every member. Ways that began with different steps are kept apart, for each first step is answered alone.

use super::{CARRY, Edge, OFF_MAP, Offer, Plan, bits};
use std::collections::{BTreeMap, VecDeque};

/// Beyond so many ways the search gives up, as over a count that is too big.
const MOST_WAYS: usize = 1 << 16;

/// The first step of a way that has none yet.
const NO_STEP: u16 = OFF_MAP;

/// A step as judged.
#[derive(Default)]
enum Judged {
    #[default]
    NotYet,
    Barred,
    /// What each pays, and may have paid at most with it; and what holds for all.
    Open(Vec<[u32; 2]>, Offer),
}

/// A hex and what is carried there, with its steps as judged.
struct Place {
    hex: u16,
    carried: u8,
    judged: [Judged; 6],
}

struct Way {
    place: usize,
    first: u16,
    steps: u16,
    spent: Vec<u32>,
}

/// The step that is being judged, and for which member.
struct Asked {
    edge: Edge,
    place: usize,
    member: usize,
    prices: Vec<[u32; 2]>,
    offer: Offer,
}

#[derive(Default)]
pub struct Group {
    plan: Plan,
    members: Vec<u32>,
    hexes: usize,
    from: Vec<u64>,
    ends: Vec<u64>,
    first: Vec<u64>,
    places: Vec<Place>,
    known: BTreeMap<(u16, u8), usize>,
    ways: Vec<Way>,
    queue: VecDeque<usize>,
    /// By place and first step.
    kept: BTreeMap<(usize, u16), Vec<usize>>,
    asked: Option<Asked>,
    /// The way whose steps are being judged, and the next direction.
    way: Option<usize>,
    dir: u8,
    overflow: bool,
}

impl Group {
    /// Forgets the last run and starts another.
    pub fn begin(&mut self, plan: Plan, hexes: usize, from: &[u64], members: impl Iterator<Item = u32>) {
        *self = Group { plan, members: members.collect(), hexes, ..Group::default() };
        let words = hexes.div_ceil(64);
        for set in [&mut self.from, &mut self.ends, &mut self.first] {
            set.resize(words, 0);
        }
        bits::copy(from, &mut self.from);
        if self.members.is_empty() {
            return;
        }
        let starts: Vec<usize> = bits::members(&self.from).filter(|hex| *hex < hexes).collect();
        for hex in starts {
            let place = self.place(hex as u16, plan.carried & CARRY);
            let spent = vec![0; self.members.len()];
            self.keep(Way { place, first: NO_STEP, steps: 0, spent });
        }
    }

    /// The next step to be judged, and for whom.
    pub fn next(&mut self, neighbours: &[[u16; 6]]) -> Option<(Edge, u32)> {
        if let Some(mut asked) = self.asked.take() {
            if asked.prices.len() > asked.member && asked.prices.len() < self.members.len() {
                asked.member += 1;
                return Some(self.ask(asked));
            }
            let all = asked.prices.len() == self.members.len();
            self.places[asked.place].judged[usize::from(asked.edge.dir)] =
                if all { Judged::Open(asked.prices, asked.offer) } else { Judged::Barred };
        }
        loop {
            while let Some(way) = self.way
                && self.dir < 6
            {
                let (place, dir) = (self.ways[way].place, self.dir);
                let Place { hex, carried, judged } = &self.places[place];
                let there = neighbours.get(usize::from(*hex)).map_or(OFF_MAP, |row| row[usize::from(dir)]);
                if usize::from(there) < self.hexes {
                    if matches!(judged[usize::from(dir)], Judged::NotYet) {
                        let edge = Edge { here: *hex, there, dir, spent: 0, steps: 0, carried: *carried };
                        let (prices, offer) = (Vec::new(), Offer::default());
                        return Some(self.ask(Asked { edge, place, member: 0, prices, offer }));
                    }
                    self.follow(way, usize::from(dir), there);
                }
                self.dir += 1;
            }
            self.way = self.queue.pop_front().filter(|_| !self.overflow);
            self.dir = 0;
            let Way { first, steps, .. } = self.ways[self.way?];
            // Of a first step that is known to lead to an end no more is asked.
            let known = self.plan.first_only && bits::has(&self.first, usize::from(first));
            if known || self.plan.within.is_some_and(|within| steps >= within) {
                self.way = None;
            }
        }
    }

    fn ask(&mut self, asked: Asked) -> (Edge, u32) {
        let next = (asked.edge, self.members[asked.member]);
        self.asked = Some(asked);
        next
    }

    /// The judgement of the step last returned by `next`; `most` is what this member may have paid with it, where the
    /// plan's budget does not say it.
    pub fn offer(&mut self, offer: Offer, most: Option<u32>) {
        let Some(asked) = &mut self.asked else { return };
        let before = if asked.member == 0 { Offer::default() } else { asked.offer };
        asked.prices.truncate(asked.member);
        asked.prices.push([offer.counts[0], most.or(self.plan.budget).unwrap_or(u32::MAX)]);
        asked.offer = Offer { stop: before.stop || offer.stop, pass: before.pass || offer.pass, ..offer };
    }

    /// A way and one step more.
    fn follow(&mut self, way: usize, dir: usize, there: u16) {
        let from = &self.ways[way];
        let Judged::Open(prices, offer) = &self.places[from.place].judged[dir] else { return };
        let (offer, free) = (*offer, self.plan.at_least_one && from.steps == 0);
        let mut spent = Vec::with_capacity(prices.len());
        for (before, [price, most]) in from.spent.iter().zip(prices) {
            let after = before.saturating_add(*price);
            if after > *most && !free {
                return;
            }
            spent.push(after.min(*most));
        }
        let steps = if self.plan.within.is_some() { from.steps + 1 } else { 1 };
        let first = if from.steps == 0 { there } else { from.first };
        if !offer.pass && !bits::has(&self.from, usize::from(there)) {
            bits::insert(&mut self.ends, usize::from(there));
            bits::insert(&mut self.first, usize::from(first));
        }
        if !offer.stop {
            let place = self.place(there, offer.carry & CARRY);
            self.keep(Way { place, first, steps, spent });
        }
    }

    /// Keeps a way, unless one that is known is as good for each member.
    fn keep(&mut self, way: Way) {
        let Group { ways, kept, queue, .. } = self;
        let kept = kept.entry((way.place, way.first)).or_default();
        let as_good = |known: &Way| known.steps <= way.steps && known.spent.iter().zip(&way.spent).all(|(a, b)| a <= b);
        if kept.iter().any(|known| as_good(&ways[*known])) {
            return;
        }
        if ways.len() >= MOST_WAYS {
            self.overflow = true;
            return;
        }
        kept.push(ways.len());
        queue.push_back(ways.len());
        ways.push(way);
    }

    fn place(&mut self, hex: u16, carried: u8) -> usize {
        let Group { known, places, .. } = self;
        *known.entry((hex, carried)).or_insert_with(|| {
            places.push(Place { hex, carried, judged: Default::default() });
            places.len() - 1
        })
    }

    /// Where all may end.
    pub fn ends(&self, out: &mut [u64]) {
        bits::copy(&self.ends, out);
    }

    /// The first steps from which an end can be come to.
    pub fn first(&self, out: &mut [u64]) {
        bits::copy(&self.first, out);
    }

    pub fn overflow(&self) -> bool {
        self.overflow
    }
}
