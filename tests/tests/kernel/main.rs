//! The kernels against the obvious: every walk, every way, every subset, every purchase, written out and filtered.
//!
//! Boards are small offset grids; what a step offers is drawn from a seed, so a failing case prints as a few numbers.

mod choose;
mod homeward;
mod reach;
mod spend;
mod ways;

use proptest::prelude::*;
use std::collections::BTreeSet;
use wgr_runtime::kernel::{Edge, OFF_MAP, Offer, Plain, Plan, Search};

type Neighbours = Vec<[u16; 6]>;

/// Rows of hexes, every other row shifted half a hex to the right.
fn grid(width: u16, height: u16) -> Neighbours {
    let hex = |column: i32, row: i32| {
        let inside = (0..i32::from(width)).contains(&column) && (0..i32::from(height)).contains(&row);
        if inside { row as u16 * width + column as u16 } else { OFF_MAP }
    };
    let around = |column: i32, row: i32| {
        let shift = row % 2;
        [(shift, -1), (1, 0), (shift, 1), (shift - 1, 1), (-1, 0), (shift - 1, -1)]
            .map(|(right, down)| hex(column + right, row + down))
    };
    (0..i32::from(width) * i32::from(height)).map(|at| around(at % i32::from(width), at / i32::from(width))).collect()
}

fn words(hexes: &[u16]) -> Vec<u64> {
    let mut words = vec![0; 4];
    hexes.iter().for_each(|&hex| words[usize::from(hex) / 64] |= 1 << (hex % 64));
    words
}

fn set(tell: impl FnOnce(&mut [u64])) -> BTreeSet<u16> {
    let mut words = vec![u64::MAX; 4];
    tell(&mut words);
    (0..256).filter(|hex| words[usize::from(hex / 64)] >> (hex % 64) & 1 == 1).collect()
}

/// Numbers from a seed: the same for the same place, whoever asks and when.
fn noise(seed: u64, place: u64) -> u64 {
    let mut x = seed ^ place.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for _ in 0..3 {
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x ^= x >> 27;
    }
    x
}

/// A random rule: what each step offers in each state.
#[derive(Clone, Copy, Debug)]
struct Judge {
    seed: u64,
    dearest: u32,
    cheapest: u32,
    burdens: u8,
    barred: u64,
    passing: u64,
    stopping: u64,
    blocking: u64,
}

impl Judge {
    fn of(&self, here: u16, dir: u8, carried: u8) -> Option<Offer> {
        let place = (u64::from(here) * 6 + u64::from(dir)) * 16 + u64::from(carried);
        let draw = |what: u64, of: u64| noise(self.seed, place * 16 + what) % of;
        let count = |what| self.cheapest + draw(what, u64::from(self.dearest - self.cheapest) + 1) as u32;
        (draw(0, 10) >= self.barred).then(|| Offer {
            counts: [count(1), count(2), count(3)],
            carry: draw(4, u64::from(self.burdens)) as u8,
            stop: draw(5, 10) < self.stopping,
            pass: draw(6, 10) < self.passing,
            blocked: draw(7, 10) < self.blocking,
        })
    }
}

fn judges() -> impl Strategy<Value = Judge> {
    (any::<u64>(), 1_u32..4, 0_u32..2, 1_u8..3, 0_u64..5, 0_u64..7, 0_u64..4, 0_u64..5).prop_map(
        |(seed, dearest, cheapest, burdens, barred, passing, stopping, blocking)| Judge {
            seed,
            dearest,
            cheapest,
            burdens,
            barred,
            passing,
            stopping,
            blocking,
        },
    )
}

fn boards() -> impl Strategy<Value = Neighbours> {
    prop_oneof![Just((3, 3)), Just((2, 3)), Just((4, 2)), Just((1, 5))].prop_map(|(width, height)| grid(width, height))
}

fn boards_of_any_size() -> impl Strategy<Value = Neighbours> {
    (1_u16..9, 1_u16..9).prop_map(|(width, height)| grid(width, height))
}

/// Runs a search to its end, checks the order of its questions, and gives them.
fn drive(search: &mut Search, board: &Neighbours, judge: impl Fn(&Edge) -> Option<Offer>) -> Vec<Edge> {
    drive_within(search, board, |_| true, judge)
}

/// The same, and no step leads out of a lane.
fn drive_within(
    search: &mut Search,
    board: &Neighbours,
    lane: impl Fn(u16) -> bool,
    judge: impl Fn(&Edge) -> Option<Offer>,
) -> Vec<Edge> {
    let mut asked = Vec::new();
    while let Some(edge) = search.next_within(board, &lane) {
        assert_eq!(board[usize::from(edge.here)][usize::from(edge.dir)], edge.there);
        asked.push(edge);
        if let Some(offer) = judge(&edge) {
            search.offer(offer);
        }
    }
    let states: BTreeSet<_> = asked.iter().map(|edge| (edge.here, edge.carried, edge.dir)).collect();
    assert_eq!(states.len(), asked.len(), "each step of each state is asked once");
    asked
}

fn plans() -> impl Strategy<Value = Plan> {
    let budget = proptest::option::weighted(0.8, 0_u32..8);
    let within = proptest::option::weighted(0.5, 0_u16..6);
    (budget, within, 1_u8..4, any::<bool>(), 0_u8..2).prop_map(|(budget, within, counts, at_least_one, carried)| Plan {
        budget,
        within,
        counts,
        at_least_one,
        carried,
        goal: false,
        first_only: false,
        open_only: false,
        least_only: false,
        straight: false,
    })
}

fn starts(board: &Neighbours, seed: u64, most: u64) -> Vec<u16> {
    let many = 1 + noise(seed, 1) % most;
    let hexes: BTreeSet<u16> = (0..many).map(|n| (noise(seed, 2 + n) % board.len() as u64) as u16).collect();
    hexes.into_iter().collect()
}

/// The ids of a set of at most 64, as a word.
fn ids(word: u64) -> BTreeSet<u32> {
    (0..64).filter(|id| word >> id & 1 == 1).collect()
}
