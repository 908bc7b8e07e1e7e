//! Laws of exact outcomes: weights sum to one, and the oracle counted by brute force says the same.

use super::play::{Made, games};
use std::collections::BTreeMap;
use wgr_runtime::engine::{Policy, Uncounted, Weight, count};
use wgr_runtime::ir::{Cell, CellId, Role, Type};
use wgr_runtime::state::State;
use wgr_tests::harness::must;
use wgr_tests::oracle::{Label, Outcome, Value, World, run};

/// How a game ends: its result, and the elements of each cell that are not zero.
type End = (i64, Vec<(CellId, Vec<i64>, Vec<i64>)>);
/// Ends with their weights; None if a rule faults on the way.
type Odds = Option<BTreeMap<End, Weight>>;

fn add<K: Ord>(odds: &mut BTreeMap<K, Weight>, end: K, weight: Weight) {
    let sum = odds.get(&end).map_or(weight, |old| old.plus(weight).unwrap());
    odds.insert(end, sum);
}

/// The cells of the program as written, but for those that a procedure keeps.
fn cells(made: &Made) -> impl Iterator<Item = (CellId, &Cell)> {
    let cells = made.program.cells.iter().enumerate().map(|(at, cell)| (CellId::new(at), cell));
    cells.filter(|(_, cell)| !matches!(cell.role, Role::Keep(_)))
}

fn our_cells(made: &Made, state: &State) -> Vec<(CellId, Vec<i64>, Vec<i64>)> {
    let mut out = Vec::new();
    for (id, cell) in cells(made) {
        let place = made.game.layout().place(id);
        for element in state.nonzero(place) {
            let held = match cell.value {
                Type::Scalar(_) => vec![state.get(place, element)],
                Type::Set(domain) => (0..i64::from(made.program.domain(domain).size))
                    .filter(|m| state.members(place, element)[(m / 64) as usize] >> (m % 64) & 1 == 1)
                    .collect(),
            };
            out.push((id, place.index_of(element), held));
        }
    }
    out
}

fn their_cells(made: &Made, world: &World) -> Vec<(CellId, Vec<i64>, Vec<i64>)> {
    let mut out = Vec::new();
    for (id, cell) in cells(made) {
        for ((_, index), value) in world.cells.iter().filter(|((of, _), _)| *of == id) {
            let held = match (value, cell.value) {
                (Value::Int(value), Type::Scalar(range)) if *value != range.zero() => vec![*value],
                (Value::Set(set), _) if !set.is_empty() => set.iter().map(|m| i64::from(*m)).collect(),
                (Value::Int(_) | Value::Set(_), _) => continue,
            };
            out.push((id, index.clone(), held));
        }
    }
    out
}

fn total<K>(odds: &BTreeMap<K, Weight>) -> Weight {
    odds.values().fold(Weight { num: 0, den: 1 }, |sum, weight| sum.plus(*weight).unwrap())
}

/// What is answered: something of what is asked and of whom, so that both sides can say it.
fn policy(side: i64, options: usize) -> usize {
    (side as usize + 3 * options + 1) % options
}

fn counted(made: &Made) -> Result<Odds, Uncounted> {
    let game = &made.game;
    let all = count(game, &State::zero(game.layout()), 20_000, |_, asked, options| {
        Policy::Pick(policy(asked.side, options.len()))
    });
    let all = match all {
        Err(Uncounted::Fault(_)) => return Ok(None),
        other => other?,
    };
    let mut odds = BTreeMap::new();
    for outcome in all {
        let result = outcome.over.unwrap_or_else(|| panic!("seed {}: an outcome that is no end", made.seed));
        add(&mut odds, (result, our_cells(made, &outcome.state)), outcome.weight);
    }
    Ok(Some(odds))
}

/// Every way of the oracle; None if there are more than so many.
fn brute(made: &Made, most: usize) -> Option<Odds> {
    let (mut odds, mut todo, mut ways) = (BTreeMap::new(), vec![(Vec::new(), Weight::ONE)], 0);
    while let Some((labels, weight)) = todo.pop() {
        ways += 1;
        if ways > most {
            return None;
        }
        let mut on = |label, num, den| todo.push(([&labels[..], &[label]].concat(), weight.part(num, den).unwrap()));
        let run = run(&made.program, &made.waiting, &labels);
        match run.outcome {
            Outcome::Ask { side, options, .. } => on(Label::Answer(policy(side, options.len())), 1, 1),
            Outcome::Roll { lo, hi } => (lo..=hi).for_each(|face| on(Label::Roll(face), 1, hi.abs_diff(lo) + 1)),
            Outcome::Draw { weights } => {
                let all: i64 = weights.iter().map(|(_, weight)| weight).sum();
                weights.iter().for_each(|(member, weight)| on(Label::Draw(*member), *weight as u64, all as u64));
            }
            Outcome::Over(result) => add(&mut odds, (result, their_cells(made, &run.world)), weight),
            Outcome::Fault { .. } => return Some(None),
            Outcome::Bad(what) => panic!("seed {}: {what}", made.seed),
        }
    }
    Some(Some(odds))
}

#[test]
fn exact_outcomes_agree_with_every_way_of_the_oracle() {
    let (mut compared, mut chancy) = (0, 0);
    for made in games() {
        let Some(theirs) = brute(made, 400) else { continue };
        let ours = counted(made).unwrap_or_else(|why| panic!("seed {}: {why}", made.seed));
        assert_eq!(ours, theirs, "seed {}", made.seed);
        compared += 1;
        chancy += usize::from(ours.is_some_and(|odds| odds.len() > 1));
    }
    assert!(compared > 30 && chancy > 8, "{compared} compared, {chancy} with several ends");
}

#[test]
fn weights_sum_to_exactly_one() {
    let mut summed = 0;
    for made in games() {
        match counted(made) {
            Ok(Some(odds)) => {
                assert_eq!(total(&odds), Weight::ONE, "seed {}", made.seed);
                summed += 1;
            }
            Ok(None) | Err(Uncounted::Fault(_) | Uncounted::TooMany { .. } | Uncounted::Weights) => {}
        }
    }
    assert!(summed > 50, "{summed}");
}

#[test]
fn two_dice_and_two_chits_have_the_odds_of_the_book() {
    let game = must(include_str!("../../suite/laws/odds.ir"));
    let all = count(&game, &State::zero(game.layout()), 1_000, |_, _, _| Policy::Pick(0)).unwrap();
    let mut odds = BTreeMap::new();
    for outcome in &all {
        add(&mut odds, outcome.over.unwrap(), outcome.weight);
    }
    // 10 or more on two dice: 6 of 36. The white chit among two of four: one half.
    let want: Vec<(i64, (u128, u128))> = vec![(2, (5, 12)), (3, (1, 12)), (4, (5, 12)), (5, (1, 12))];
    assert_eq!(odds.iter().map(|(v, w)| (*v, (w.num, w.den))).collect::<Vec<_>>(), want);
}

#[test]
fn counting_stops_at_an_ask_where_the_policy_says_so() {
    let game = must(include_str!("../../suite/laws/odds.ir"));
    let all = count(&game, &State::zero(game.layout()), 1_000, |_, _, _| Policy::Stop).unwrap();
    // Equal states are one: of the dice only "high" is still needed.
    let weights: Vec<(u128, u128)> = all.iter().map(|of| (of.weight.num, of.weight.den)).collect();
    assert!(all.iter().all(|outcome| outcome.over.is_none()));
    assert_eq!(weights, [(5, 6), (1, 6)]);
}
