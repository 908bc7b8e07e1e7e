//! What single things take, in figures without a bar: to see where time goes, and that a change did not move it.
//! `cargo bench -p wgr-tests --bench ops`; the bars stand in `ratios`.

use divan::{Bencher, black_box};
use wgr_compiler::Starts;
use wgr_runtime::engine::{Engine, Game, Seat, View, load};
use wgr_runtime::exec::{Fair, Machine, Step, Stop};
use wgr_runtime::kernel::Choose;
use wgr_runtime::state::State;
use wgr_tests::harness::must;
use wgr_tests::kernels;
use wgr_tests::rules::playable;
use wgr_tests::shipped::shipped;

const LOSSES: &str = include_str!("../suite/shapes/07_replacement.ir");
const FOG: &str = include_str!("../suite/shapes/09_cup_and_fog.ir");
const EIGHT_KIB: &str = "wgr-ir 1\nprogram \"8 KiB\"\nenum Side { A, B }\nsides Side\n\
    cell big[int 0..8175]: int 0..255\nprocedure main() -> int 0..1 { return 0 }\nmain main\n";

fn main() {
    divan::main();
}

/// A game of `games/hard-rules`.
fn rules(name: &str) -> Game {
    let compiled = shipped(&format!("hard-rules/{name}")).check(Starts::Scenarios).compiled;
    playable(&compiled.expect("what is shipped checks"))
}

/// A game some answers in, the first option each time.
fn some_way_in(game: &Game, answers: usize) -> Engine {
    let mut engine = Engine::new(game, 1);
    for _ in 0..answers {
        assert_eq!(engine.answer(0), Ok(None), "the first option of a shape is a sound one");
    }
    engine
}

#[divan::bench]
fn copy_a_state_of_8_kib(bencher: Bencher<'_, '_>) {
    let game = must(EIGHT_KIB);
    let from = State::zero(game.layout());
    let mut to = from.clone();
    bencher.bench_local(|| to.copy_from(black_box(&from)));
}

#[divan::bench]
fn hash_a_state_of_8_kib(bencher: Bencher<'_, '_>) {
    let game = must(EIGHT_KIB);
    let state = State::zero(game.layout());
    bencher.bench_local(|| black_box(&state).hash());
}

#[divan::bench]
fn save_to_text(bencher: Bencher<'_, '_>) {
    let game = must(LOSSES);
    let engine = some_way_in(&game, 1);
    bencher.bench_local(|| engine.save());
}

#[divan::bench]
fn load_from_text(bencher: Bencher<'_, '_>) {
    let game = must(LOSSES);
    let save = some_way_in(&game, 1).save().unwrap_or_default();
    bencher.bench_local(|| load(&game, black_box(&save)).is_ok());
}

/// Take a state up at its ask, answer, and run to the next ask: what a search does at each node.
#[divan::bench(args = ["hits", "losses", "lines"])]
fn take_up_and_answer(bencher: Bencher<'_, '_>, shape: &str) {
    let game = match shape {
        "hits" => rules("02_hit_conversion"),
        "losses" => must(LOSSES),
        _ => rules("06_command_paths"),
    };
    let main = game.main();
    let from = some_way_in(&game, 1).state().clone();
    let mut machine = Machine::new(game.rules());
    let mut state = from.clone();
    bencher.bench_local(|| {
        state.copy_from(&from);
        machine.forget();
        assert!(matches!(machine.run(&mut state, main, &mut Stop), Step::Ask(_)));
        machine.answer(&mut state, main, 0, &mut Fair(1))
    });
}

#[divan::bench]
fn view_of_one_side(bencher: Bencher<'_, '_>) {
    let game = must(FOG);
    let state = some_way_in(&game, 2).state().clone();
    bencher.bench_local(|| View::of(&game, black_box(&state), Seat::Side(0)));
}

/// Twenty pieces of 1 to 4 points, at most six of them, ten points at least: what may be picked first.
#[divan::bench]
fn choose_under_two_limits(bencher: Bencher<'_, '_>) {
    let mut choose = Choose::default();
    let mut out = [0_u64];
    bencher.bench_local(|| {
        choose.begin(&[(0, 6), (10, i64::MAX)], false);
        for id in 0..20 {
            assert!(choose.push(id, &[1, i64::from(1 + id % 4)], 0).is_ok());
        }
        assert!(choose.ready().is_ok());
        choose.offered(black_box(&[0]), &mut out);
        out[0]
    });
}

/// From the middle of 60 x 40 hexes to the edge, by the fewest zones, then the fewest hexes.
#[divan::bench]
fn search_paths_on_a_big_map(bencher: Bencher<'_, '_>) {
    let game = kernels::reach();
    let Some(query) = game.program().func_named("supply") else { return };
    let mut machine = Machine::new(game.rules());
    let mut state = State::zero(game.layout());
    let middle = 60 * 40 / 2 + 20;
    bencher.bench_local(|| machine.call(&mut state, query, &[black_box(middle)], &mut Stop));
}
