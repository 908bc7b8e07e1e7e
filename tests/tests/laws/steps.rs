//! Laws of steps: determinism, progress, ends, merging, rows in any order.

use super::play::{Made, Stand, Walk, games, make, whole_game};
use std::collections::BTreeMap;
use wgr_runtime::exec::{Fair, FaultCode, Generator, Step};
use wgr_runtime::ir::{Body, Program, RowIx, RowKind, Rows};
use wgr_tests::generate::generate;
use wgr_tests::harness::must;
use wgr_tests::oracle::Label;

#[test]
fn same_labels_give_the_same_bytes() {
    for made in games() {
        let mut bytes = Vec::new();
        let labels = whole_game(made, made.seed, |walk, _| bytes.push((walk.state.words().to_vec(), walk.stand())));
        // A second machine, warm; a game made anew from the seed; a machine thrown away at every stop.
        let again = make(made.seed, generate(made.seed)).unwrap();
        assert_eq!(again.game.fingerprint(), made.game.fingerprint());
        let (mut warm, mut cold) = (Walk::new(&again.game), Walk::new(&made.game));
        for (at, left) in bytes.iter().enumerate() {
            for walk in [&warm, &cold] {
                assert_eq!(&(walk.state.words().to_vec(), walk.stand()), left, "seed {}, {labels:?}", made.seed);
            }
            let Some(label) = labels.get(at) else { break };
            warm.take(*label);
            cold = Walk::at(&made.game, cold.state);
            cold.take(*label);
        }
    }
}

#[test]
fn no_empty_ask_is_ever_offered() {
    let mut asks = 0;
    for made in games() {
        for chance in 0..3 {
            whole_game(made, chance, |walk, labels| {
                let count = walk.labels().len();
                match walk.step {
                    // A single option is taken without asking.
                    Step::Ask(_) => assert!(count >= 2, "seed {}, {labels:?}", made.seed),
                    Step::Roll { .. } | Step::Draw => assert!(count >= 1, "seed {}, {labels:?}", made.seed),
                    Step::Over(_) | Step::Fault(_) => {}
                }
                asks += usize::from(matches!(walk.step, Step::Ask(_)));
            });
        }
    }
    assert!(asks > 300, "{asks} asks");
}

#[test]
fn every_game_ends_and_no_state_comes_twice() {
    for made in games() {
        for chance in 10..12 {
            let mut before = BTreeMap::new();
            whole_game(made, chance, |walk, labels| {
                if let Step::Fault(fault) = &walk.step {
                    assert_ne!(fault.code, FaultCode::Work, "seed {}, {labels:?}", made.seed);
                    return;
                }
                // Every round of a loop counts down, every other way leads on: something is always consumed.
                let old = before.insert(walk.state.words().to_vec(), labels.len());
                assert_eq!(old, None, "seed {}: the state of {old:?} labels again after {labels:?}", made.seed);
            });
        }
    }
}

#[test]
fn equal_states_have_equal_futures() {
    let mut merged = 0;
    for made in games() {
        let mut known: BTreeMap<Vec<u64>, (Vec<Label>, Future)> = BTreeMap::new();
        let (mut todo, mut chance) = (vec![Vec::new()], Fair(made.seed));
        while !todo.is_empty() && known.len() < 40 {
            let labels: Vec<Label> = todo.swap_remove(chance.below(todo.len() as u64) as usize);
            let future = future(made, &labels);
            if matches!(future.0.step, Step::Fault(_)) {
                continue;
            }
            let words = Walk::along(&made.game, &labels).state.words().to_vec();
            if let Some((other, its)) = known.get(&words) {
                merged += 1;
                assert_eq!(&future, its, "seed {}: {labels:?} and {other:?}", made.seed);
                continue;
            }
            for label in Walk::along(&made.game, &labels).labels() {
                todo.push([&labels[..], &[label]].concat());
            }
            known.insert(words, (labels, future));
        }
    }
    assert!(merged > 300, "only {merged} states were reached by two ways");
}

type Future = (Stand, Vec<(Stand, Vec<u64>)>);

/// What stands after these labels on a machine that walked them all, and what every label leads to from there.
fn future(made: &Made, labels: &[Label]) -> Future {
    let here = Walk::along(&made.game, labels);
    let after = here.labels().into_iter().map(|label| {
        let mut walk = Walk::along(&made.game, labels);
        walk.take(label);
        // What a fault leaves behind is nobody's state.
        let words = if matches!(walk.step, Step::Fault(_)) { vec![] } else { walk.state.words().to_vec() };
        (walk.stand(), words)
    });
    (here.stand(), after.collect())
}

#[test]
fn rows_in_any_order_give_the_same_value() {
    let (mut permuted, mut compared) = (0, 0);
    for made in games() {
        let mut chance = Fair(made.seed);
        let mut program = made.program.clone();
        let mut moved = false;
        for func in &mut program.funcs {
            if let Body::Rows(rows) = &mut func.body {
                moved |= permute(rows, &mut chance);
            }
        }
        if !moved {
            continue;
        }
        let other = make(made.seed, program).expect("the order of rows never matters to the verifier");
        permuted += 1;
        for game in 0..3 {
            compared += same_games(made, &other, game);
        }
    }
    assert!(permuted > 60 && compared > 400, "{permuted} programs, {compared} stops");
}

/// The same labels on both; how many stops there were.
fn same_games(made: &Made, other: &Made, game: u64) -> usize {
    let mut stops = 0;
    let mut twin = Walk::new(&other.game);
    let mut used = 0;
    whole_game(made, game, |walk, labels| {
        labels[used..].iter().for_each(|label| twin.take(*label));
        used = labels.len();
        stops += 1;
        let tell = || format!("seed {}, {labels:?}", made.seed);
        if let (Step::Fault(one), Step::Fault(two)) = (&walk.step, &twin.step) {
            // Which of two faults is met first may depend on the order.
            assert_eq!(one.func, two.func, "{}", tell());
            return;
        }
        assert_eq!(walk.stand(), twin.stand(), "{}", tell());
        assert_eq!(cells(made, walk), cells(made, &twin), "{}", tell());
    });
    stops
}

/// All words but the frames, whose locals may stand in another order.
fn cells(made: &Made, walk: &Walk) -> Vec<u64> {
    let sections = made.game.layout().sections;
    let words = walk.state.words();
    [&words[..sections[5]], &words[sections[6]..]].concat()
}

/// Shuffles the rows and renames them where they are named; says whether anything moved.
fn permute(rows: &mut Rows, chance: &mut Fair) -> bool {
    let mut order: Vec<usize> = (0..rows.rows.len()).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, chance.below(at as u64 + 1) as usize);
    }
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, old)| place[*old] = new);
    let rename = |row: &mut RowIx| *row = RowIx::new(place[row.index()]);
    rows.rows = order.iter().map(|old| rows.rows[*old].clone()).collect();
    for row in &mut rows.rows {
        match &mut row.kind {
            RowKind::Base | RowKind::Otherwise => {}
            RowKind::Over { parents, even: _ } => parents.iter_mut().for_each(rename),
            RowKind::Waive(waived) => waived.iter_mut().for_each(rename),
        }
    }
    for ruling in &mut rows.rulings {
        rename(&mut ruling.over);
        rename(&mut ruling.under);
    }
    order.iter().enumerate().any(|(new, old)| new != *old)
}

#[test]
fn a_permutation_keeps_every_row() {
    let program: Program = generate(1000);
    for func in &program.funcs {
        if let Body::Rows(rows) = &func.body {
            let mut other = rows.clone();
            permute(&mut other, &mut Fair(3));
            let labels = |rows: &Rows| {
                let mut labels: Vec<String> = rows.rows.iter().map(|row| row.label.clone()).collect();
                labels.sort();
                labels
            };
            assert_eq!(labels(rows), labels(&other));
        }
    }
}

#[test]
fn an_ask_imagined_in_a_guard_leaves_the_real_options_alone() {
    let game = must(include_str!("../../suite/laws/nested.ir"));
    let engine = wgr_runtime::engine::Engine::new(&game, 1);
    let prompt = engine.prompt().unwrap();
    let names: Vec<&str> = prompt.options().iter().map(|offered| offered.name.as_str()).collect();
    assert_eq!((prompt.side, names), (0, vec!["first", "second a", "second b", "third"]));
}

#[test]
fn names_of_an_imagined_body_live_to_the_end_of_its_value() {
    let game = must(include_str!("../../suite/laws/imagined.ir"));
    assert_eq!(Walk::new(&game).step, Step::Over(1));
}
