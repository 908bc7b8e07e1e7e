//! Whole games: how many random ones a second, by scenario, and what a decision costs as the counters grow in number.
//! One thread, the rules read already, nothing looked at beside the playing. `cargo bench -p wgr-tests --bench games`
//!
//! `-- --games N` plays N games of each scenario and size (3 where nothing is said). The second table also goes to a file
//! of comma-separated values; its path is printed.

#![expect(clippy::disallowed_methods, reason = "benches measure time and keep their figures")]
#![expect(clippy::float_arithmetic, reason = "figures for people")]

mod thin;

use std::time::{Duration, Instant};
use wgr_compiler::{Compiled, Starts};
use wgr_runtime::engine::{Engine, Game};
use wgr_tests::bot::Bot;
use wgr_tests::rules::playable;
use wgr_tests::shipped::{SLICE, shipped};

/// No game goes on for longer.
const MOST_ANSWERS: usize = 20_000;
/// The scenario in which all 126 counters take part.
const FULLEST: &str = "at_eight_and_more";
/// Of so many lines of the order of battle how many are left.
const SIZES: [usize; 7] = [1, 4, 8, 14, 22, 34, thin::ALL];
const CSV: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cost_by_units.csv");

fn main() {
    // `cargo test` runs benches once, without asking for figures.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let games = asked("--games").unwrap_or(3);
    a_second(games);
    by_units(games);
}

/// The number behind this word of the command line.
fn asked(word: &str) -> Option<u64> {
    let mut args = std::env::args().skip_while(|arg| arg != word);
    args.nth(1).and_then(|number| number.parse().ok())
}

fn begun<'g>(game: &'g Game, scenario: &str, seed: u64) -> Engine<'g> {
    let mut engine = Engine::new(game, seed);
    let option = engine.prompt().and_then(|prompt| prompt.called(scenario).ok()).expect("the game asks which scenario");
    assert_eq!(engine.answer(option), Ok(None), "`{scenario}` begins");
    engine
}

/// Random games of each scenario.
fn a_second(games: u64) {
    let compiled = shipped(SLICE).check(Starts::Scenarios).compiled.expect("the game that is shipped checks");
    let game = playable(&compiled);
    println!("{:<20} {:>8} {:>10} {:>10} {:>12}", "scenario", "games", "games/s", "answers", "us an answer");
    let (mut played, mut took) = (0_u64, Duration::ZERO);
    for scenario in &compiled.scenarios {
        let (mut answers, mut here) = (0, Duration::ZERO);
        for seed in 0..games {
            let start = Instant::now();
            let mut engine = begun(&game, scenario, seed);
            answers += Bot::new(seed).play(&mut engine, MOST_ANSWERS);
            here += start.elapsed();
        }
        line(scenario, games, answers, here);
        (played, took) = (played + games, took + here);
    }
    println!("{:<20} {played:>8} {:>10.2}\n", "all", played as f64 / took.as_secs_f64());
}

fn line(scenario: &str, games: u64, answers: usize, took: Duration) {
    let (seconds, each) = (took.as_secs_f64(), answers as f64 / games as f64);
    let per = seconds * 1e6 / answers.max(1) as f64;
    println!("{scenario:<20} {games:>8} {:>10.2} {each:>10.0} {per:>12.1}", games as f64 / seconds);
}

/// The game with a part of its order of battle, and what its decisions took.
struct Size {
    counters: usize,
    compiled: Compiled,
    took: Vec<Duration>,
}

fn by_units(games: u64) {
    let mut sizes: Vec<Size> = SIZES.iter().map(|lines| size(*lines)).collect();
    // In turns, so that what else the machine does falls on all alike.
    for seed in 0..games {
        for size in &mut sizes {
            let game = playable(&size.compiled);
            let mut engine = begun(&game, FULLEST, seed);
            decisions(&mut engine, seed, &mut size.took);
        }
    }
    println!(
        "{:>8} {:>10} {:>12} {:>12} {:>12} {:>8}",
        "counters", "decisions", "median us", "mean us", "90% us", "slope"
    );
    let (mut rows, mut before): (Vec<String>, Option<(f64, f64)>) = (Vec::new(), None);
    for size in &mut sizes {
        size.took.sort();
        let us = |took: &Duration| took.as_secs_f64() * 1e6;
        let (count, n) = (size.took.len(), size.counters as f64);
        let (median, high) = (us(&size.took[count / 2]), us(&size.took[count * 9 / 10]));
        let mean = us(&size.took.iter().sum()) / count as f64;
        // 1: twice the counters, twice the cost.
        let slope = before.map(|(fewer, less)| (mean / less).ln() / (n / fewer).ln());
        let told = slope.map_or_else(String::new, |slope| format!("{slope:.2}"));
        println!("{n:>8} {count:>10} {median:>12.1} {mean:>12.1} {high:>12.1} {told:>8}");
        rows.push(format!("{n},{count},{median:.1},{mean:.1},{high:.1},{told}\n"));
        before = Some((n, mean));
    }
    println!("slope: of the means, from the line above: 1 is twice the cost for twice the counters");
    let text = format!("counters,decisions,median_us,mean_us,p90_us,slope\n{}", rows.concat());
    std::fs::write(CSV, text).expect("the folder of built things can be written to");
    println!("{CSV}");
}

fn size(lines: usize) -> Size {
    let mut game = shipped(SLICE);
    let counters = thin::thin(&mut game, lines);
    let checked = game.check(Starts::Scenarios);
    let wrong: Vec<&str> = checked.diagnostics.iter().map(|told| told.title.as_str()).collect();
    let compiled = checked.compiled.unwrap_or_else(|| panic!("with {counters} counters: {}", wrong.join("; ")));
    Size { counters, compiled, took: Vec::new() }
}

/// Each answer of a random game, to the next ask: what it took.
fn decisions(engine: &mut Engine<'_>, seed: u64, took: &mut Vec<Duration>) {
    let mut bot = Bot::new(seed);
    loop {
        let start = Instant::now();
        if !bot.answer(engine) {
            return;
        }
        took.push(start.elapsed());
    }
}
