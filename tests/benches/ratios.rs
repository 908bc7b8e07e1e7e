//! The bars, each a ratio in one run: what the machine takes, beside the same thing in plain Rust, measured in
//! turns, medians of many rounds. `cargo bench -p wgr-tests --bench ratios`; with a word behind it, as in `-- combat`, that part alone.

#![expect(clippy::disallowed_methods, reason = "benches measure time")]
#![expect(clippy::float_arithmetic, reason = "a ratio for people")]

mod plain;

use plain::{Battles, Ground};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wgr_native::{Wishes, make};
use wgr_runtime::engine::Game;
use wgr_runtime::exec::{Chance, Die, Drawing, Fair, Machine, Step, Stop};
use wgr_runtime::state::State;
use wgr_tests::harness::must;
use wgr_tests::kernels;

/// What is measured, by its name: native or not.
type Part = (&'static str, fn(bool));

fn main() {
    // `cargo test` runs benches once, without asking for figures.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    println!("{:<58} {:>12} {:>12} {:>8} {:>6}", "", "wgr", "plain Rust", "ratio", "bar");
    let is_wanted = |part: &str| {
        let mut named = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).peekable();
        named.peek().is_none() || named.any(|name| name == part)
    };
    if is_wanted("copy") {
        copy();
    }
    let parts: [Part; 4] = [("combat", combat), ("reach", reach), ("paths", paths), ("spend", spend)];
    for native in [false, true] {
        parts.iter().filter(|(name, _)| is_wanted(name)).for_each(|(_, part)| part(native));
    }
}

/// The game as the interpreter runs it, or as native code.
fn engine(game: Game, native: bool) -> Game {
    if native {
        let made = make(game.rules(), Wishes::default()).expect("native code is made");
        assert!(game.rules().set_native(Arc::new(made)), "it is given once");
    }
    game
}

fn of(native: bool) -> &'static str {
    if native { "native" } else { "interpreted" }
}

/// Both sides in turns; the median of each.
fn in_turns(rounds: usize, mut ours: impl FnMut(), mut theirs: impl FnMut()) -> (Duration, Duration) {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let start = Instant::now();
        ours();
        a.push(start.elapsed());
        let start = Instant::now();
        theirs();
        b.push(start.elapsed());
    }
    a.sort();
    b.sort();
    (a[rounds / 2], b[rounds / 2])
}

fn report(name: &str, (ours, theirs): (Duration, Duration), each: u32, bar: Option<f64>) {
    let ns = |d: Duration| d.as_nanos() as f64 / f64::from(each);
    let bar = bar.map_or_else(String::new, |bar| format!("{bar:.1}"));
    let ratio = ns(ours) / ns(theirs);
    println!("{name:<58} {:>9.2} ns {:>9.2} ns {ratio:>8.2} {bar:>6}", ns(ours), ns(theirs));
}

/// Dice of games of which somebody keeps count: native code does not roll them itself.
struct Noted(Fair, u64);

impl Chance for Noted {
    fn roll(&mut self, die: Die) -> Option<i64> {
        self.1 += 1;
        self.0.roll(die)
    }
    fn draw(&mut self, drawing: Drawing, weights: &[(i64, i64)]) -> Option<i64> {
        self.0.draw(drawing, weights)
    }
}

fn combat(native: bool) {
    const TIMES: i64 = 200_000;
    const SEED: u64 = 2_463_534_242;
    let game = engine(kernels::combat(), native);
    let Some(kernel) = game.program().func_named("combats") else { return };
    let mut machine = Machine::new(game.rules());
    let mut state = State::zero(game.layout());
    let battles = Battles::new();
    let times = in_turns(
        31,
        || {
            let step = machine.call(&mut state, kernel, &[TIMES], &mut Fair(SEED));
            assert!(matches!(black_box(step), Step::Over(_)));
        },
        || {
            black_box(battles.combats(black_box(TIMES), SEED));
        },
    );
    report(
        &format!("{}: one combat of the kernel", of(native)),
        times,
        TIMES as u32,
        Some(if native { 1.15 } else { 8.0 }),
    );
    let noted = in_turns(
        31,
        || {
            let mut dice = Noted(Fair(SEED), 0);
            let step = machine.call(&mut state, kernel, &[TIMES], &mut dice);
            assert!(matches!(black_box(step), Step::Over(_)) && dice.1 == 2 * TIMES as u64);
        },
        || {
            black_box(battles.combats(black_box(TIMES), SEED));
        },
    );
    report(&format!("{}: the same, each die is noted", of(native)), noted, TIMES as u32, None);
    let total = machine.call(&mut state, kernel, &[1_000_000], &mut Fair(SEED));
    assert_eq!(total, Step::Over(battles.combats(1_000_000, SEED)));
    if std::env::args().any(|arg| arg == "--full") {
        machine.set_work(1 << 40);
        let total = machine.call(&mut state, kernel, &[100_000_000], &mut Fair(SEED));
        println!("10^8 combats: {total:?}");
    }
}

fn copy() {
    // 8 KiB: 8,176 bytes of a cell and the header.
    let game = must(
        "wgr-ir 1\nprogram \"8 KiB\"\nenum Side { A, B }\nsides Side\ncell big[int 0..8175]: int 0..255\n\
         procedure main() -> int 0..1 { return 0 }\nmain main\n",
    );
    // Several of each: how fast a copy is hangs on how the two ends lie to each other in memory.
    const PAIRS: usize = 16;
    let states: Vec<State> = (0..=PAIRS).map(|_| State::zero(game.layout())).collect();
    let words: Vec<Box<[u64]>> = states.iter().map(|state| state.words().into()).collect();
    assert_eq!(size_of_val(states[0].words()), 8192);
    let (mut copies, mut plain) = (states.clone(), words.clone());
    let times = in_turns(
        201,
        || {
            for round in 0..64 * PAIRS {
                copies[round % PAIRS].copy_from(black_box(&states[round % PAIRS + 1]));
            }
        },
        || {
            for round in 0..64 * PAIRS {
                plain[round % PAIRS].copy_from_slice(black_box(&words[round % PAIRS + 1]));
            }
        },
    );
    black_box((&copies, &plain));
    report("copy of an 8 KiB state / memcpy", times, 64 * PAIRS as u32, Some(1.3));
}

fn reach(native: bool) {
    let game = engine(kernels::reach(), native);
    let ground = Ground::of(&game);
    for (name, query, zones, bar) in [
        ("reach, 60 x 40 hexes, costs judged", "judged", true, if native { 2.5 } else { 12.0 }),
        ("reach, 60 x 40 hexes, costs by table", "cached", false, 3.0),
    ] {
        let Some(query) = game.program().func_named(query) else { continue };
        let mut machine = Machine::new(game.rules());
        let mut state = State::zero(game.layout());
        for budget in [8, 24] {
            let start = ground.middle();
            let expected = ground.reach(start, budget, zones);
            let ours = machine.call(&mut state, query, &[i64::from(start), i64::from(budget)], &mut Stop);
            assert_eq!(ours, Step::Over(i64::from(expected)));
            let times = in_turns(
                101,
                || {
                    for _ in 0..20 {
                        black_box(machine.call(&mut state, query, &[i64::from(start), i64::from(budget)], &mut Stop));
                    }
                },
                || {
                    for _ in 0..20 {
                        black_box(ground.reach(black_box(start), black_box(budget), zones));
                    }
                },
            );
            report(&format!("{}: {name}, {expected} hexes", of(native)), times, 20, Some(bar));
        }
    }
}

fn paths(native: bool) {
    let game = engine(kernels::reach(), native);
    let ground = Ground::of(&game);
    let Some(query) = game.program().func_named("supply") else { return };
    let mut machine = Machine::new(game.rules());
    let mut state = State::zero(game.layout());
    let start = ground.middle();
    let expected = ground.nearest_edge(start);
    assert_eq!(machine.call(&mut state, query, &[i64::from(start)], &mut Stop), Step::Over(i64::from(expected)));
    let times = in_turns(
        101,
        || {
            black_box(machine.call(&mut state, query, &[i64::from(start)], &mut Stop));
        },
        || {
            black_box(ground.nearest_edge(black_box(start)));
        },
    );
    report(&format!("{}: path search, fewest zones then hexes", of(native)), times, 1, native.then_some(3.0));
}

fn spend(native: bool) {
    let game = engine(kernels::spend(), native);
    let Some(query) = game.program().func_named("options") else { return };
    let mut machine = Machine::new(game.rules());
    let mut state = State::zero(game.layout());
    let expected = plain::most_spent(37);
    assert_eq!(machine.call(&mut state, query, &[37], &mut Stop), Step::Over(i64::from(expected)));
    let times = in_turns(
        101,
        || {
            for _ in 0..100 {
                black_box(machine.call(&mut state, query, &[37], &mut Stop));
            }
        },
        || {
            for _ in 0..100 {
                black_box(plain::most_spent(black_box(37)));
            }
        },
    );
    report(&format!("{}: spend, 24 goods, 37 points", of(native)), times, 100, None);
}
