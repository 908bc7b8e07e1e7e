//! Positions as people read them, of every game that is shipped: where its examples end and where random games come to,
//! a position is read back to the same state, and its cells alone say what it says.

use wgr_compiler::{Compiled, Starts};
use wgr_runtime::engine::{Engine, Entry, Game, Position, Seat, changes, standing, take_up};
use wgr_runtime::script::{Script, after_steps};
use wgr_runtime::state::State;
use wgr_tests::bot::Bot;
use wgr_tests::rules::playable;
use wgr_tests::shipped::{all, shipped};

/// Answers of a random game between two looks.
const STEP: usize = 15;

fn compiled(folder: &str) -> Compiled {
    shipped(folder).check(Starts::ScenesToo).compiled.unwrap_or_else(|| panic!("{folder} does not check"))
}

/// With what a script begins that may continue others.
fn start(scripts: &[Script], at: usize) -> &str {
    let script = &scripts[at];
    script.after.map_or(&script.start, |before| start(scripts, before))
}

fn read_back(game: &Game, engine: &Engine, start: &str, seed: Option<u64>) {
    let written = Position::of(engine, Seat::Referee, start).written();
    let position = Position::read(&written).unwrap();
    let again = position.engine(game, seed).unwrap_or_else(|misplaced| panic!("{misplaced}: {written}"));
    let changed = changes(game, engine.state(), again.state());
    assert!(again.state() == engine.state(), "{changed:?}: {written}");
    // What is nothing is not written: over nothing the cells alone say all that players are told.
    let laid = position.laid_over(game, &State::zero(game.layout())).unwrap();
    assert_eq!(standing(game, &laid), standing(game, engine.state()), "{written}");
}

#[test]
fn where_an_example_ends_is_read_back_to_the_same_state() {
    for folder in all() {
        let compiled = compiled(&folder);
        let (game, scripts) = (playable(&compiled), &compiled.scripts);
        for (at, script) in scripts.iter().enumerate() {
            let led = after_steps(&game, scripts, at, script.steps.len()).unwrap();
            let start = start(scripts, at);
            // By hand it also stands before what can be answered in one way only, which no log says.
            let begins = usize::from(matches!(led.log().first(), Some(Entry::Answer { pick, .. }) if pick == start));
            let engine = take_up(&game, start, &led.log()[begins..], None).unwrap();
            read_back(&game, &engine, start, None);
        }
    }
}

#[test]
fn where_a_random_game_comes_to_is_read_back_to_the_same_state() {
    for folder in all() {
        let compiled = compiled(&folder);
        let game = playable(&compiled);
        for scenario in &compiled.scenarios {
            let mut start = Position::of(&Engine::by_hand(&game), Seat::Referee, &scenario.name);
            start.cells.clear();
            let mut engine = start.engine(&game, Some(1)).unwrap();
            let mut bot = Bot::new(1);
            for _ in 0..4 {
                (0..STEP).for_each(|_| {
                    bot.answer(&mut engine);
                });
                read_back(&game, &engine, &scenario.name, Some(1));
            }
        }
    }
}
