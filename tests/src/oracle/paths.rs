//! Ways from a start to a goal, found by trying.
//!
//! C0: the ways that leave no state (hex, carried) twice, of at most `within` steps, by steps that were offered.
//! C1: the least of them by the counts in order and then by steps (as the kernel has it: a loop that costs nothing is
//! no best way). C2: those of C1 without a blocked step. A start that is a goal is a way of no steps.
//!
//! A way that comes to a state dearer than another, and not in fewer steps, is not followed: what goes on from there goes
//! on from the other, too, and is cheaper.

use super::kernels::{MOST_STEPS, Offered, Quest, Step, hexes};
use super::value::{Frame, Val};
use super::{Machine, Res, bad};
use std::collections::{BTreeMap, BTreeSet};
use wgr_runtime::ir::{Search, SearchOut};

/// The counts, then the steps: smaller is better.
type Rank = ([i64; 3], i64);

#[derive(Clone)]
struct Way {
    hexes: Vec<u32>,
    rank: Rank,
    carried: i64,
    blocked: bool,
    /// The states that were left.
    left: BTreeSet<(u32, i64)>,
}

struct Tried<'q> {
    quest: &'q Quest,
    /// The best rank so far; no dearer way is followed, since no count is below zero.
    best: Option<Rank>,
    /// What the rule said of a step (here, direction, carried) before.
    said: BTreeMap<(u32, i64, i64), Option<Offered>>,
    /// How cheaply each state (hex, carried) was come to.
    reached: BTreeMap<(u32, i64), Rank>,
    ways: Vec<Way>,
}

impl<'p> Machine<'p> {
    pub(super) fn paths(&mut self, frame: &mut Frame<'p>, search: &'p Search, quest: &Quest) -> Res<Vec<Val>> {
        let mut tried = Tried { quest, best: None, said: BTreeMap::new(), reached: BTreeMap::new(), ways: Vec::new() };
        for hex in &quest.from {
            let rank = ([0; 3], 0);
            let way = Way { hexes: vec![*hex], rank, carried: 0, blocked: false, left: BTreeSet::new() };
            if quest.to.contains(hex) {
                tried.arrive(way.clone());
            }
            self.follow(frame, search, &mut tried, &way)?;
        }
        let best: Vec<Way> = tried.ways.into_iter().filter(|way| Some(way.rank) == tried.best).collect();
        search.outs.iter().map(|(out, _)| told(out, &best)).collect()
    }

    fn follow(&mut self, frame: &mut Frame<'p>, search: &'p Search, tried: &mut Tried<'_>, way: &Way) -> Res<()> {
        self.down()?;
        let here = way.hexes.last().copied().unwrap_or(0);
        let (counts, steps) = way.rank;
        let known = way.left.contains(&(here, way.carried));
        if !known && steps < tried.quest.within.unwrap_or(MOST_STEPS) {
            for (dir, there) in self.steps_from(here)? {
                let step = Step { here, there, dir, spent: counts[0], steps, carried: way.carried };
                let key = (here, dir, way.carried);
                let said = match tried.said.get(&key) {
                    Some(said) => said.clone(),
                    None => tried.said.entry(key).or_insert(self.judged(frame, search, step)?).clone(),
                };
                let Some(offer) = said else { continue };
                let mut longer = way.clone();
                longer.left.insert((here, way.carried));
                longer.hexes.push(there);
                longer.rank.1 += 1;
                for (count, more) in longer.rank.0.iter_mut().zip(offer.counts) {
                    *count += more;
                }
                longer.carried = offer.carry.unwrap_or(way.carried);
                longer.blocked |= offer.blocked;
                if tried.best.is_some_and(|best| longer.rank > best) {
                    continue;
                }
                if !offer.pass && tried.quest.to.contains(&there) {
                    tried.arrive(longer.clone());
                }
                if !offer.stop && !tried.dearer((there, longer.carried), longer.rank) {
                    self.follow(frame, search, tried, &longer)?;
                }
            }
        }
        self.up();
        Ok(())
    }
}

impl Tried<'_> {
    /// Has another way come to this state for less, in no more steps?
    fn dearer(&mut self, state: (u32, i64), rank: Rank) -> bool {
        let known = self.reached.entry(state).or_insert(rank);
        if *known < rank {
            return known.1 <= rank.1;
        }
        *known = rank;
        false
    }

    fn arrive(&mut self, way: Way) {
        if self.best.is_none_or(|best| way.rank < best) {
            self.best = Some(way.rank);
        }
        self.ways.push(way);
    }
}

/// Reads an out off the best ways.
fn told(out: &SearchOut, best: &[Way]) -> Res<Val> {
    let open: Vec<&Way> = best.iter().filter(|way| !way.blocked).collect();
    let all: Vec<&Way> = best.iter().collect();
    match out {
        SearchOut::Ends => Ok(hexes(&open.iter().filter_map(|way| way.hexes.last().copied()).collect())),
        SearchOut::First => Ok(hexes(&first(&open))),
        SearchOut::Through => Ok(hexes(&through(&open))),
        SearchOut::Open => Ok(Val::bool(!open.is_empty())),
        SearchOut::BestFirst => Ok(hexes(&first(&all))),
        SearchOut::BestThrough => Ok(hexes(&through(&all))),
        SearchOut::Least(at @ 0..=2) => Ok(Val::int(best.first().map_or(-1, |way| way.rank.0[usize::from(*at)]))),
        SearchOut::Least(_) => bad("no such count"),
        SearchOut::CostTo(_) => bad("ways have no cost to a hex"),
    }
}

fn first(ways: &[&Way]) -> BTreeSet<u32> {
    ways.iter().filter_map(|way| way.hexes.get(1).copied()).collect()
}

fn through(ways: &[&Way]) -> BTreeSet<u32> {
    ways.iter().flat_map(|way| way.hexes.iter().copied()).collect()
}
