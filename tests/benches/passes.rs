//! What each pass gains: random games of a few shipped games, played by code that all passes made, and by code that one of them
//! was left out of, in turns, on native code. `cargo bench -p wgr-tests --bench passes`
//!
//! `-- --rounds N` takes N rounds, of which the quickest counts (5 where nothing is said). Of each it is told how many times as
//! long the games take without it, and how many times as many ops there are.

#![expect(clippy::disallowed_methods, reason = "benches measure time")]
#![expect(clippy::float_arithmetic, reason = "figures for people")]

use std::sync::Arc;
use std::time::{Duration, Instant};
use wgr_compiler::Starts;
use wgr_native::{Wishes, make};
use wgr_runtime::engine::Game;
use wgr_runtime::exec::{Fair, Generator, Machine, Native, Pass, Passes, Step};
use wgr_runtime::state::State;
use wgr_tests::rules::playable;
use wgr_tests::shipped::shipped;

/// As it is shipped.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Which are played, and how many games of each a round.
const PLAYED: [(&str, u64); 4] =
    [("fleur-au-fusil", 12), ("marne-1918", 3), ("first-blood", 6), ("hard-rules/09_unless_it_triggers", 25)];
/// No game goes on for longer.
const MOST_ANSWERS: u64 = 20_000;

fn main() {
    // `cargo test` runs benches once, without asking for figures.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let rounds = asked("--rounds").unwrap_or(5).max(1);
    for (name, games) in PLAYED {
        let compiled = shipped(name).check(Starts::Scenarios).compiled.expect("the game that is shipped checks");
        let game = playable(&compiled);
        let whole = Variant::of(&game, Passes::ALL);
        let left_out = Pass::ALL.map(|pass| (pass, Variant::of(&game, Passes::ALL.without(pass))));
        let mut quickest = vec![(Duration::MAX, Duration::MAX); left_out.len()];
        for _ in 0..rounds {
            for ((_, without), best) in left_out.iter().zip(&mut quickest) {
                *best = (best.0.min(whole.play(games)), best.1.min(without.play(games)));
            }
        }
        println!("{name}: {} ops, {games} games a round", whole.ops);
        println!("  {:<10} {:>18} {:>14}", "without", "times as long", "times the ops");
        for ((pass, without), (with, took)) in left_out.iter().zip(quickest) {
            let longer = took.as_secs_f64() / with.as_secs_f64();
            println!("  {:<10} {longer:>18.2} {:>14.2}", pass.name(), without.ops as f64 / whole.ops as f64);
        }
    }
}

/// The number behind this word of the command line.
fn asked(word: &str) -> Option<u64> {
    let mut args = std::env::args().skip_while(|arg| arg != word);
    args.nth(1).and_then(|number| number.parse().ok())
}

/// The game as some passes made it.
struct Variant {
    game: Game,
    ops: usize,
}

impl Variant {
    fn of(game: &Game, passes: Passes) -> Variant {
        let game = game.made_by(passes).expect("it was made before");
        let made = make(game.rules(), Wishes::default()).expect("native code is made");
        assert!(game.rules().set_native(Arc::new(made) as Arc<dyn Native>), "native code is given once");
        let ops = game.rules().ops();
        Variant { game, ops }
    }

    /// So many random games, by the same seeds.
    fn play(&self, games: u64) -> Duration {
        let began = Instant::now();
        for seed in 1..=games {
            let (mut dice, mut answers) = (Fair(seed), Fair(seed));
            let (mut machine, mut state) = (Machine::new(self.game.rules()), State::zero(self.game.layout()));
            let mut step = machine.run(&mut state, self.game.main(), &mut dice);
            for _ in 0..MOST_ANSWERS {
                let Step::Ask(_) = step else { break };
                let option = answers.below(machine.options().len() as u64) as usize;
                step = machine.answer(&mut state, self.game.main(), option, &mut dice);
            }
        }
        began.elapsed()
    }
}
