//! Whole games: how many random ones a second, by scenario, and what a decision costs as the counters grow in number.
//! One thread, the rules read already, nothing looked at beside the playing. `cargo bench -p wgr-tests --bench games`
//!
//! `-- --games N` plays N games of each scenario and size (3 where nothing is said). The second table also goes to a file
//! of comma-separated values; its path is printed.

#![expect(clippy::disallowed_methods, reason = "benches measure time and keep their figures")]
#![expect(clippy::float_arithmetic, reason = "figures for people")]

mod thin;

use std::time::{Duration, Instant};
use wgr_compiler::Starts;
use wgr_runtime::engine::{Engine, Game};
use wgr_tests::bot::Bot;
use wgr_tests::rules::playable;
use wgr_tests::shipped::{SLICE, shipped};

/// No game goes on for longer.
const MOST_ANSWERS: usize = 20_000;
/// The scenario in which all counters take part.
const FULLEST: &str = "at_eight_and_more";
/// Of so many lines of the order of battle how many are left.
const SIZES: [usize; 7] = [1, 4, 8, 14, 22, 34, thin::ALL];
/// Small games are over soon; as many are played as give so many decisions.
const DECISIONS: usize = 1_000;
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

fn begun(game: &Game, scenario: &str, seed: u64) -> Engine {
    let mut engine = Engine::new(game, seed);
    let option = engine.prompt().and_then(|prompt| prompt.called(scenario).ok()).expect("the game asks which scenario");
    assert_eq!(engine.answer(option), Ok(None), "`{scenario}` begins");
    engine
}

/// Random games of each scenario.
fn a_second(games: u64) {
    let compiled = shipped(SLICE).check(Starts::Scenarios).compiled.expect("the game that is shipped checks");
    let game = playable(&compiled);
    println!("{:<20} {:>8} {:>10} {:>10} {:>12}", "scenario", "games", "games/s", "answers/s", "us an answer");
    let (mut played, mut took) = (0_u64, Duration::ZERO);
    for scenario in compiled.scenarios.iter().map(|scenario| &scenario.name) {
        let (mut answers, mut here) = (0, Duration::ZERO);
        for seed in 0..games {
            let start = Instant::now();
            let mut engine = begun(&game, scenario, seed);
            answers += Bot::new(seed).play(&mut engine, MOST_ANSWERS);
            here += start.elapsed();
        }
        let (seconds, count) = (here.as_secs_f64(), answers as f64);
        let (each, rate) = (games as f64 / seconds, count / seconds);
        println!("{scenario:<20} {games:>8} {each:>10.2} {rate:>10.0} {:>12.1}", seconds * 1e6 / count);
        (played, took) = (played + games, took + here);
    }
    println!("{:<20} {played:>8} {:>10.2}\n", "all", played as f64 / took.as_secs_f64());
}

/// The game with a part of its order of battle, and what its decisions took.
struct Size {
    counters: usize,
    game: Game,
    took: Vec<Duration>,
}

fn by_units(games: u64) {
    let mut sizes: Vec<Size> = SIZES.iter().map(|lines| size(*lines)).collect();
    // In turns, so that what else the machine does falls on all alike.
    for seed in 0.. {
        let open = |size: &Size| seed < games || size.took.len() < DECISIONS;
        if !sizes.iter().any(open) {
            break;
        }
        for size in sizes.iter_mut().filter(|size| open(size)) {
            decisions(&mut begun(&size.game, FULLEST, seed), seed, &mut size.took);
        }
    }
    let head = ["counters", "decisions", "median us", "mean us", "90 % us", "slope: median", "mean"];
    println!("{}", line(&head.map(str::to_owned)));
    let (mut csv, mut before): (Vec<String>, Option<Figures>) = (vec![head.join(",")], None);
    for size in &mut sizes {
        let now = Figures::of(size);
        let cells = now.cells(before.as_ref());
        println!("{}", line(&cells));
        csv.push(cells.join(","));
        before = Some(now);
    }
    println!("slope: against the line above; 1 is twice the cost for twice the counters, 0 is the same cost");
    std::fs::write(CSV, csv.join("\n") + "\n").expect("the folder of built things can be written to");
    println!("{CSV}");
}

fn line(cells: &[String]) -> String {
    cells.iter().map(|cell| format!("{cell:>14}")).collect()
}

/// What is told of one size.
struct Figures {
    counters: f64,
    decisions: usize,
    median: f64,
    mean: f64,
    high: f64,
}

impl Figures {
    fn of(size: &mut Size) -> Figures {
        size.took.sort();
        let us = |took: &Duration| took.as_secs_f64() * 1e6;
        let decisions = size.took.len();
        let (median, high) = (us(&size.took[decisions / 2]), us(&size.took[decisions * 9 / 10]));
        let mean = us(&size.took.iter().sum()) / decisions as f64;
        Figures { counters: size.counters as f64, decisions, median, mean, high }
    }

    fn cells(&self, before: Option<&Figures>) -> [String; 7] {
        let slope = |of: fn(&Figures) -> f64| {
            let slope = |before: &Figures| (of(self) / of(before)).ln() / (self.counters / before.counters).ln();
            before.map_or_else(String::new, |before| format!("{:.2}", slope(before)))
        };
        let [median, mean, high] = [self.median, self.mean, self.high].map(|us| format!("{us:.1}"));
        let (counters, decisions) = (self.counters.to_string(), self.decisions.to_string());
        [counters, decisions, median, mean, high, slope(|at| at.median), slope(|at| at.mean)]
    }
}

fn size(lines: usize) -> Size {
    let mut game = shipped(SLICE);
    let counters = thin::thin(&mut game, lines);
    let checked = game.check(Starts::Scenarios);
    let wrong: Vec<&str> = checked.diagnostics.iter().map(|told| told.title.as_str()).collect();
    let compiled = checked.compiled.unwrap_or_else(|| panic!("with {counters} counters: {}", wrong.join("; ")));
    Size { counters, game: playable(&compiled), took: Vec::new() }
}

/// Each answer of a random game, to the next ask: what it took.
fn decisions(engine: &mut Engine, seed: u64, took: &mut Vec<Duration>) {
    let mut bot = Bot::new(seed);
    loop {
        let start = Instant::now();
        if !bot.answer(engine) {
            return;
        }
        took.push(start.elapsed());
    }
}
