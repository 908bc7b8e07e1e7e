//! Laws of what a machine remembers: nobody can tell from its answers, from its faults or from the work it takes.

use super::play::{Made, Walk, games, make};
use wgr_runtime::exec::{Fair, Generator, Step};
use wgr_tests::agree::{Agreement, compare};
use wgr_tests::ir_text::read;

/// Queries that are asked again and again while what they read is written in every way there is.
const KEPT: &str = include_str!("../../suite/laws/kept.ir");

/// Queries that search for a way to one goal after the other, some of which one search may answer for all goals; and rows behind
/// which nothing can fault.
const WAYS: &str = include_str!("../../suite/laws/ways.ir");

fn ways() -> Made {
    make(1, read(WAYS)).expect("it keeps the invariants")
}

fn kept() -> Made {
    make(0, read(KEPT)).expect("it keeps the invariants")
}

#[test]
fn answers_are_found_anew_when_what_they_read_is_written() {
    let made = kept();
    for seed in 0..40 {
        let outcome = compare(&made.program, seed, 40);
        assert!(matches!(outcome, Ok(Agreement::Over { .. })), "game {seed}: {outcome:?}");
    }
}

#[test]
fn ways_to_all_goals_are_those_that_the_oracle_finds_one_by_one() {
    let (made, mut compared) = (ways(), 0);
    for seed in 0..4 {
        match compare(&made.program, seed, 6) {
            Ok(Agreement::Over { labels } | Agreement::Fault { labels } | Agreement::BeyondTheOracle { labels }) => {
                compared += labels;
            }
            Ok(Agreement::Long) => compared += 6,
            outcome => panic!("game {seed}: {outcome:?}"),
        }
    }
    assert!(compared > 12, "{compared}");
}

/// A warm machine remembers and has its options found; a cold one at every stop knows nothing.
fn warm_and_cold(made: &Made, chance: u64, work: u64) -> usize {
    let (mut warm, mut pick, mut stops) = (Walk::new(&made.game), Fair(chance), 0);
    warm.machine.set_work(work);
    loop {
        let labels = warm.labels();
        let Some(label) = labels.get(pick.below(labels.len().max(1) as u64) as usize) else { return stops };
        let mut cold = Walk::at(&made.game, warm.state.clone());
        assert_eq!(warm.stand(), cold.stand(), "seed {}, stop {stops}", made.seed);
        cold.machine.forget();
        cold.machine.set_work(work);
        cold.take(*label);
        warm.take(*label);
        assert_eq!(warm.stand(), cold.stand(), "seed {}, stop {stops}, {label:?}, work {work}", made.seed);
        assert!(
            matches!(warm.step, Step::Fault(_)) || warm.state == cold.state,
            "seed {}, stop {stops}, {label:?}",
            made.seed
        );
        stops += 1;
    }
}

#[test]
fn a_machine_that_remembers_does_what_one_does_that_does_not() {
    let most = wgr_runtime::exec::WORK;
    let own = [kept(), ways()];
    let stops: usize = games().iter().chain(&own).map(|made| warm_and_cold(made, 11, most)).sum();
    assert!(stops > 500, "{stops}");
}

#[test]
fn the_bound_on_work_is_met_at_the_same_place() {
    let own = kept();
    (1..400).for_each(|work| {
        warm_and_cold(&own, work, work * 3);
    });
}

/// Where options were found before, the work is met at the ask, and else on the way to it: only whether it is met is compared.
#[test]
fn a_search_for_all_goals_costs_the_same_found_again_or_not() {
    let made = ways();
    for work in (1..60).map(|nth| nth * 1_999) {
        let mut left = [0, 1].map(|_| Walk::new(&made.game));
        left[1].machine.forget();
        for walk in &mut left {
            walk.machine.set_work(work);
        }
        let mut pick = Fair(work);
        loop {
            let labels = left[0].labels();
            let Some(label) = labels.get(pick.below(labels.len().max(1) as u64) as usize).copied() else { break };
            left[1].machine.forget();
            left.iter_mut().for_each(|walk| walk.take(label));
            let met = left.each_ref().map(|walk| matches!(walk.step, Step::Fault(_)));
            assert_eq!(met[0], met[1], "work {work}, {label:?}");
            if met[0] {
                break;
            }
            assert_eq!(left[0].machine.work_left(), left[1].machine.work_left(), "work {work}, {label:?}");
        }
    }
}
