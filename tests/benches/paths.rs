//! A game of path searches (`tests/slow/roads`): how many ways are looked for in a game, how many steps are judged for that, and how
//! many random games a second. `cargo bench -p wgr-tests --bench paths`

#![expect(clippy::disallowed_methods, reason = "benches measure time")]
#![expect(clippy::float_arithmetic, reason = "figures for people")]

use std::sync::Arc;
use std::time::Instant;
use wgr_native::{Wishes, make};
use wgr_runtime::engine::{Engine, Game};
use wgr_tests::bot::Bot;
use wgr_tests::rules::{checked, playable, text};

const ROADS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/slow/roads/roads.wgr");
/// So many games are played.
const GAMES: u64 = 10;
/// No game goes on for longer.
const MOST_ANSWERS: usize = 20_000;
/// What is asked of this game: searches in a game, and games a second.
const SEARCHES: u64 = 20_000;
const BAR: f64 = 20.0;

fn main() {
    // `cargo test` runs benches once, without asking for figures.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let text = text(ROADS.as_ref()).expect("the game is there");
    let compiled = checked("roads", &text, None).compiled.expect("it checks");
    let game = || playable(&compiled);

    let watched = game();
    let seen = watched.rules().watch();
    let answers = play(&watched, GAMES).0;
    let searched = watched.rules().searched(&seen.times());
    let each = |count: u64| count as f64 / GAMES as f64;
    println!("answers a game       {:>10.0}", each(answers));
    println!("searches a game      {:>10.0}   (at least {SEARCHES})", each(searched.searches));
    println!("steps judged a game  {:>10.0}", each(searched.steps));

    let native = game();
    let made = make(native.rules(), Wishes::default()).expect("native code is made");
    assert!(native.rules().set_native(Arc::new(made)), "it is given once");
    let interpreted = game();
    for (name, game) in [("interpreted", interpreted), ("native", native)] {
        play(&game, 1);
        let (_, seconds) = play(&game, GAMES);
        println!("games/s, {name:<12}{:>10.1}   (bar, native: {BAR})", GAMES as f64 / seconds);
    }
}

/// Random games: how many answers they took, and how many seconds.
fn play(game: &Game, games: u64) -> (u64, f64) {
    let start = Instant::now();
    let answers = (0..games).map(|seed| Bot::new(seed).play(&mut Engine::new(game, seed), MOST_ANSWERS) as u64).sum();
    (answers, start.elapsed().as_secs_f64())
}
