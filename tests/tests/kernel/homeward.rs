//! Ways home against a search from the start: question after question, while steps come to count otherwise.

use crate::{Judge, Neighbours, boards_of_any_size, drive, judges, noise, starts, words};
use proptest::prelude::*;
use wgr_runtime::kernel::{Edge, Homeward, OFF_MAP, Offer, Plan, Search};

/// What each step offers now: each hex has an age, which grows where something changes near it.
struct Ground {
    judge: Judge,
    ages: Vec<u64>,
}

impl Ground {
    /// A step is judged by what is at its end, or by what is at its beginning.
    fn offer(&self, edge: &Edge) -> Option<Offer> {
        let ages = [edge.here, edge.there].map(|hex| self.ages[usize::from(hex)]);
        let judge = Judge { seed: self.judge.seed ^ ages[0] << 40 ^ ages[1] << 20, ..self.judge };
        let offer = judge.of(edge.here, edge.dir, 0)?;
        Some(Offer { counts: offer.counts, ..Offer::default() })
    }
}

fn from_the_start(board: &Neighbours, ground: &Ground, from: &[u16], to: &[u16]) -> Option<[u32; 3]> {
    let mut search = Search::new();
    let plan = Plan { goal: true, open_only: true, counts: 3, ..Plan::default() };
    search.begin(board, plan, &words(from), Some(&words(to)));
    drive(&mut search, board, |edge| ground.offer(edge));
    search.least()
}

/// The answer, and how many steps were judged for it.
fn home(
    homeward: &mut Homeward,
    board: &Neighbours,
    ground: &Ground,
    from: &[u16],
    to: &[u16],
) -> (Option<[u32; 3]>, u32) {
    homeward.begin(&words(from), &words(to));
    let mut judged = 0;
    while let Some(edge) = homeward.next(board) {
        assert_eq!(board[usize::from(edge.here)][usize::from(edge.dir)], edge.there);
        judged += 1;
        if let Some(offer) = ground.offer(&edge) {
            homeward.offer(offer);
        }
    }
    let mut search = Search::new();
    search.is_found(homeward.least());
    (search.least(), judged)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    /// However often it was asked before, and whatever has changed since, it says what a search from the start says, after as many
    /// hexes as one that remembers nothing.
    #[test]
    fn ways_home_are_as_long_as_ways_from_the_start(
        board in boards_of_any_size(), judge in judges(), seed in any::<u64>(), questions in 1_u64..24
    ) {
        let mut ground = Ground { judge, ages: vec![0; board.len()] };
        let mut homeward = Homeward::default();
        homeward.forget(board.len());
        let mut to = starts(&board, seed ^ 77, 3);
        for question in 0..questions {
            let draw = |what: u64, of: u64| noise(seed ^ question << 32, what) % of;
            if draw(0, 8) == 0 {
                to = starts(&board, seed ^ question << 8, 4);
            }
            for change in 0..draw(1, 4) {
                let hex = draw(2 + change, board.len() as u64) as u16;
                ground.ages[usize::from(hex)] += draw(20 + change, 2);
                homeward.doubt_out_of(hex);
                homeward.doubt_into(hex, &board);
            }
            let from = starts(&board, seed ^ question << 16, 2);
            let (least, _) = home(&mut homeward, &board, &ground, &from, &to);
            prop_assert_eq!(least, from_the_start(&board, &ground, &from, &to), "question {}", question);
            let mut fresh = Homeward::default();
            fresh.forget(board.len());
            prop_assert_eq!(home(&mut fresh, &board, &ground, &from, &to).0, least);
            prop_assert_eq!(homeward.reached(), fresh.reached(), "question {}", question);
            // Asked again, nothing is judged.
            prop_assert_eq!(home(&mut homeward, &board, &ground, &from, &to), (least, 0));
        }
    }
}

/// Where nothing changes each step is judged once, whoever asks; where something does, the steps near it.
#[test]
fn steps_are_judged_once() {
    let board = crate::grid(8, 8);
    let judge = Judge { seed: 3, dearest: 3, cheapest: 1, burdens: 1, barred: 0, passing: 0, stopping: 0, blocking: 0 };
    let mut ground = Ground { judge, ages: vec![0; board.len()] };
    let mut homeward = Homeward::default();
    homeward.forget(board.len());
    let all: u32 = (0..board.len()).map(|hex| home(&mut homeward, &board, &ground, &[hex as u16], &[0]).1).sum();
    let steps = board.iter().flatten().filter(|there| **there != OFF_MAP).count();
    assert!(all as usize <= steps, "{all} of {steps} steps");
    ground.ages[27] += 1;
    homeward.doubt_out_of(27);
    homeward.doubt_into(27, &board);
    let (_, again) = home(&mut homeward, &board, &ground, &[63], &[0]);
    // Behind another way a step may be wanted that was not before.
    assert!((1..=24).contains(&again), "{again} steps, of which twelve begin or end in the hex");
}

/// Whoever is cut off in the middle of a step leaves nothing behind.
#[test]
fn a_question_that_is_left_leaves_no_trace() {
    let board = crate::grid(4, 4);
    let judge = Judge { seed: 9, dearest: 3, cheapest: 1, burdens: 1, barred: 2, passing: 0, stopping: 0, blocking: 0 };
    let ground = Ground { judge, ages: vec![0; board.len()] };
    let mut homeward = Homeward::default();
    homeward.forget(board.len());
    for left in 0..20 {
        homeward.begin(&words(&[15]), &words(&[0]));
        for _ in 0..left {
            let Some(edge) = homeward.next(&board) else { break };
            if let Some(offer) = ground.offer(&edge) {
                homeward.offer(offer);
            }
        }
        homeward.next(&board);
        let (least, _) = home(&mut homeward, &board, &ground, &[15], &[0]);
        assert_eq!(least, from_the_start(&board, &ground, &[15], &[0]));
    }
}
