//! What happened of each answer, told in its order, leads from where the game stood to where it stands, in every game that is
//! shipped: nothing is left out, and nothing told that did not happen.

use wgr_compiler::Starts;
use wgr_runtime::engine::{Engine, Entry, Game, Happened, WithReasons, changes, happened};
use wgr_runtime::state::State;
use wgr_tests::bot::Bot;
use wgr_tests::rules::playable;
use wgr_tests::shipped::{all, shipped};

/// Answers of a game, and how many are told at once.
const ANSWERS: usize = 120;
const AT_ONCE: usize = 3;

/// Where what is told leads; how many dice and draws were told.
fn led(game: &Game, from: &State, entries: &[Entry]) -> (State, usize) {
    let (mut state, mut fell) = (from.clone(), 0);
    happened((game, WithReasons { left: &|_| false, losses: &[] }), from, entries, &mut |now, what| {
        state = now.clone();
        fell += usize::from(matches!(what, Happened::Rolled(_) | Happened::Drew { .. }));
    });
    (state, fell)
}

fn told(folder: &str, game: &Game, from: &State, engine: &Engine, logged: usize) {
    let entries = &engine.log()[logged..];
    let (state, told) = led(game, from, entries);
    assert_eq!(changes(game, &state, engine.state()), Vec::<String>::new(), "{folder}: {entries:?}");
    let fell = entries.iter().filter(|entry| !entry.is_answer()).count();
    assert_eq!(told, fell, "{folder}: {entries:?}");
}

#[test]
fn what_is_told_leads_to_where_the_game_stands() {
    for folder in all() {
        let compiled = shipped(&folder).check(Starts::Scenarios).compiled.unwrap_or_else(|| panic!("{folder}"));
        let game = playable(&compiled);
        let (mut engine, mut bot) = (Engine::new(&game, 5), Bot::new(5));
        told(&folder, &game, &State::zero(game.layout()), &engine, 0);
        for _ in 0..ANSWERS / AT_ONCE {
            let (from, logged) = (engine.state().clone(), engine.log().len());
            if !(0..AT_ONCE).all(|_| bot.answer(&mut engine)) {
                break;
            }
            told(&folder, &game, &from, &engine, logged);
        }
    }
}

/// Of each result the one row that can say it, in the scenario that is played; of one that several say, none.
#[test]
fn a_result_names_the_row_that_alone_says_it() {
    let compiled = shipped("marne-1918").check(Starts::Scenarios).compiled.unwrap();
    let (game, victory) = (playable(&compiled), compiled.looks.victory.unwrap());
    let mut rows = Vec::new();
    for scenario in ["gneisenau", "friedensturm"] {
        let mut engine = Engine::new(&game, 5);
        let option = engine.prompt().unwrap().options().iter().position(|option| option.name == scenario).unwrap();
        engine.answer(option).unwrap();
        // Whether there are air units is asked before anything is laid out.
        engine.answer(0).unwrap();
        let grades = (0..).take_while(|result| game.grade(*result).is_some());
        rows.extend(grades.map(|result| {
            let row = game.only_row(engine.state(), victory, result).map(|row| row.title.clone());
            format!("{scenario} {}: {}", game.result_name(result), row.unwrap_or_default())
        }));
    }
    let rows = rows.join("\n");
    assert!(rows.contains("gneisenau allied_victory: One point at most"), "{rows}");
    assert!(rows.contains("friedensturm german_strategic: Reims is taken or cut off"), "{rows}");
    assert!(rows.contains("gneisenau german_tactical: Three or four"), "{rows}");
    assert!(rows.contains("friedensturm german_tactical: More than five points"), "{rows}");
    assert!(
        rows.contains("friedensturm german_victory: \n") || rows.contains("friedensturm german_victory: "),
        "{rows}"
    );
}
