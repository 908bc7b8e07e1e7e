//! The game that is shipped, played at random: it ends, no rule faults, and the same answers lead to the same bytes.

use proptest::prelude::*;
use std::sync::LazyLock;
use wgr_compiler::{Compiled, Starts};
use wgr_runtime::engine::{Engine, Game, load};
use wgr_runtime::script::{run, trace};
use wgr_tests::bot::Bot;
use wgr_tests::rules::playable;
use wgr_tests::shipped::{SLICE, Shipped, shipped};

/// No game of seven turns goes on for longer.
const MOST_ANSWERS: usize = 20_000;

static GAME: LazyLock<Game> = LazyLock::new(|| playable(&compiled(&shipped(SLICE), Starts::Scenarios)));

fn compiled(game: &Shipped, starts: Starts) -> Compiled {
    game.check(starts).compiled.expect("the game that is shipped checks")
}

fn play(bot: &mut Bot, engine: &mut Engine) -> usize {
    bot.play(engine, MOST_ANSWERS)
}

#[test]
fn random_games_end_without_a_fault() {
    let mut hashes = Vec::new();
    for seed in 0..6 {
        let mut engine = Engine::new(&GAME, seed);
        let answers = play(&mut Bot::new(seed), &mut engine);
        assert!(answers > 20, "seed {seed}: a game of {answers} answers is none");
        let mut again = Engine::new(&GAME, seed);
        play(&mut Bot::new(seed), &mut again);
        assert_eq!(engine.state().words(), again.state().words(), "seed {seed}");
        hashes.push(engine.state().hash());
    }
    hashes.sort_unstable();
    hashes.dedup();
    assert!(hashes.len() > 3, "other seeds are other games");
}

#[test]
fn a_game_that_was_saved_is_the_game_that_was_not() {
    for seed in 0..4 {
        let (mut bot, mut engine) = (Bot::new(seed), Engine::new(&GAME, seed));
        let answers = play(&mut bot, &mut engine);
        for part in [3, 2] {
            let (mut bot, mut first) = (Bot::new(seed), Engine::new(&GAME, seed));
            (0..answers / part).for_each(|_| assert!(bot.answer(&mut first)));
            let text = first.save().expect("a game at an ask can be saved");
            let mut other = load(&GAME, &text).expect("what was saved can be loaded");
            assert_eq!(other.state().words(), first.state().words(), "seed {seed}");
            play(&mut bot, &mut other);
            assert_eq!(other.state().words(), engine.state().words(), "seed {seed}, saved after {}", answers / part);
        }
    }
}

/// The first march of a unit, one hex far; whether it could be done.
fn march(engine: &mut Engine, unit: &str, hex: &str) -> bool {
    if engine.pick(&format!("march {unit}")).is_err() {
        return false;
    }
    let mut next = hex;
    while engine.prompt().is_some_and(|prompt| !prompt.start) {
        let found = engine.prompt().is_some_and(|prompt| prompt.called(next).is_ok());
        if !found || engine.pick_all(&[next]).is_err() {
            return false;
        }
        next = "stop";
    }
    next == "stop"
}

/// What a unit may enter first.
fn steps(engine: &Engine, unit: &str) -> Vec<String> {
    let mut engine = engine.fork();
    if engine.pick(&format!("march {unit}")).is_err() {
        return Vec::new();
    }
    let options = engine.prompt().map(|prompt| prompt.options().to_vec()).unwrap_or_default();
    options
        .iter()
        .filter_map(|offered| offered.name.rsplit(' ').next())
        .map(str::to_owned)
        .filter(|name| name != "stop")
        .collect()
}

fn units(engine: &Engine) -> Vec<String> {
    let options = engine.prompt().map(|prompt| prompt.options().to_vec()).unwrap_or_default();
    options
        .iter()
        .filter(|offered| offered.arm() == "march")
        .filter_map(|offered| offered.member().map(str::to_owned))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_marches_in_either_order_reach_the_same_bytes(seed in 0_u64..64, before in 0_usize..200, picks: [prop::sample::Index; 4]) {
        let (mut bot, mut start) = (Bot::new(seed), Engine::new(&GAME, seed));
        for _ in 0..before {
            bot.answer(&mut start);
        }
        // On to the next ask at which two units may march.
        for _ in 0..400 {
            if start.prompt().is_some_and(|prompt| prompt.start) && units(&start).len() >= 2 {
                break;
            }
            bot.answer(&mut start);
        }
        let units = units(&start);
        prop_assume!(units.len() >= 2);
        let (one, other) = (picks[0].get(&units), picks[1].get(&units));
        prop_assume!(one != other);
        let (a, b) = (steps(&start, one), steps(&start, other));
        prop_assume!(!a.is_empty() && !b.is_empty());
        let (a, b) = (picks[2].get(&a), picks[3].get(&b));
        let (mut first, mut second) = (start.fork(), start.fork());
        let done = march(&mut first, one, a) && march(&mut first, other, b);
        let turned = march(&mut second, other, b) && march(&mut second, one, a);
        // One of them may stand in the other's way.
        prop_assume!(done && turned);
        prop_assert_eq!(first.state().words(), second.state().words(), "{} to {}, {} to {}", one, a, other, b);
    }
}

/// Answers that name several: in another order they are the same answers.
const TURNED: [(&str, &str); 2] = [
    ("answer 7.7#b by French: RIC1b, RIC1c", "answer 7.7#b by French: RIC1c, RIC1b"),
    ("answer 7.7#b by German: Drag23, Drag24", "answer 7.7#b by German: Drag24, Drag23"),
];

#[test]
fn a_set_is_named_in_any_order() {
    let mut game = shipped(SLICE);
    let before = compiled(&game, Starts::ScenesToo);
    let (_, text) =
        game.files.iter_mut().find(|(path, _)| path == "examples/07_combat.wgr").expect("the examples of combat");
    for (was, now) in TURNED {
        assert_eq!(text.matches(was).count(), 1, "{was}");
        *text = text.replacen(was, now, 1);
    }
    let after = compiled(&game, Starts::ScenesToo);
    let told = |compiled: &Compiled| -> Vec<String> {
        let reports = run(&playable(compiled), &compiled.scripts);
        let told = reports.iter().map(|report| format!("{:?}\n{}", report.failure, trace(report)));
        told.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<String>>()).collect()
    };
    let (before, after) = (told(&before), told(&after));
    let plain = |line: &String| TURNED.iter().fold(line.clone(), |line, (was, now)| line.replace(now, was));
    // One pick after the other is offered and told, so these lines alone go by the order.
    let picked = |line: &String| line.starts_with("    > pick ") || line.contains("7.7#b \"Who attacks with it?\"");
    let picks = |told: &[String]| {
        let mut picks: Vec<String> = told.iter().filter(|line| line.starts_with("    > pick ")).cloned().collect();
        picks.sort();
        picks
    };
    assert_eq!(picks(&before), picks(&after));
    let pairs = before.iter().zip(&after).filter(|(before, after)| !(picked(before) && picked(after)));
    let other: Vec<(&String, &String)> = pairs.filter(|(before, after)| **before != plain(after)).collect();
    assert!(before.len() == after.len() && other.is_empty(), "{other:#?}");
    assert_ne!(before, after, "the steps are shown as they are written");
}
