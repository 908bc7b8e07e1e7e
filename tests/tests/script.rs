//! Examples played by script: what they tell, and what they say where something is not as it is written.

use wgr_runtime::engine::Game;
use wgr_runtime::script::{Report, Script, before_the_dice, read_scripts, run, trace};
use wgr_tests::harness::must;

#[path = "script/hand.rs"]
mod hand;
#[path = "script/told.rs"]
mod told;
#[path = "script/wrong.rs"]
mod wrong;

pub(crate) const GAME: &str = include_str!("../suite/script/skirmish.ir");
pub(crate) const EXAMPLES: &str = include_str!("../suite/script/skirmish.examples.json");

pub(crate) fn scripts(game: &Game, text: &str) -> Vec<Script> {
    read_scripts(game, "skirmish.examples.json", text).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn holds(report: &Report) {
    assert!(report.failure.is_none(), "{}: {:#?}\n{}", report.title, report.failure, trace(report));
}

#[test]
fn examples_that_hold_are_told_in_full() {
    let game = must(GAME);
    let reports = run(&game, &scripts(&game, EXAMPLES));
    reports.iter().for_each(holds);
    let traces: Vec<String> = reports.iter().map(trace).collect();
    insta::with_settings!({ snapshot_path => "../snap/script", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("examples", traces.join("\n"));
    });
}

#[test]
fn the_same_scripts_give_the_same_reports() {
    let game = must(GAME);
    let scripts = scripts(&game, EXAMPLES);
    assert_eq!(run(&game, &scripts), run(&game, &scripts));
    // Whoever continues may stand before whom it continues.
    let mut turned = scripts.clone();
    turned.swap(0, 1);
    turned[0].after = Some(1);
    let mut reports = run(&game, &turned);
    reports.swap(0, 1);
    assert_eq!(reports, run(&game, &scripts));
}

#[test]
fn the_game_stands_before_the_first_die() {
    let game = must(GAME);
    let scripts = scripts(&game, EXAMPLES);
    let engine = before_the_dice(&game, &scripts, 0).map_err(|failure| failure.what).unwrap();
    assert!(engine.log().iter().all(|entry| entry.is_answer()));
    let steps = game.program().cell_named("steps").unwrap();
    assert_eq!(game.cell_text(engine.state(), steps), "RIC1a 3, RIC1b 2, Ch3 1, IR23a 2, IR23b 1");
    let failure = before_the_dice(&game, &scripts, 1).err().unwrap();
    assert_eq!(failure.what, "no die falls where this example leads");
}
