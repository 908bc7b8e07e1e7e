//! Examples played by script: what they tell, and what they say where something is not as it is written.

use wgr_compiler::{Compiled, Format, Look, render};
use wgr_runtime::engine::Game;
use wgr_runtime::script::{Report, before_the_dice, run, trace};
use wgr_tests::rules::{Checked, checked, is_to_be_mended, playable};

#[path = "script/hand.rs"]
mod hand;
#[path = "script/told.rs"]
mod told;
#[path = "script/wrong.rs"]
mod wrong;

pub(crate) const SKIRMISH: &str = include_str!("../suite/script/skirmish.wgr");

/// What a text of rules is compiled to.
#[track_caller]
pub(crate) fn compiled(text: &str) -> Compiled {
    let mut checked = checked("small.wgr", text, None);
    checked.messages.retain(is_to_be_mended);
    let Checked { compiled, sources, messages, .. } = checked;
    compiled.unwrap_or_else(|| panic!("{}", render(&sources, &messages, Format::Full, Look::PLAIN)))
}

pub(crate) fn game(text: &str) -> Game {
    playable(&compiled(text))
}

#[track_caller]
fn holds(report: &Report) {
    assert!(report.failure.is_none(), "{}: {:#?}\n{}", report.title, report.failure, trace(report));
}

#[test]
fn examples_that_hold_are_told_in_full() {
    let compiled = compiled(SKIRMISH);
    let reports = run(&playable(&compiled), &compiled.scripts);
    reports.iter().for_each(holds);
    let traces: Vec<String> = reports.iter().map(trace).collect();
    insta::with_settings!({ snapshot_path => "../snap/script", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("examples", traces.join("\n"));
    });
}

#[test]
fn the_same_scripts_give_the_same_reports() {
    let Compiled { scripts, .. } = compiled(SKIRMISH);
    let game = game(SKIRMISH);
    assert_eq!(run(&game, &scripts), run(&game, &scripts));
    // Whoever continues may stand before whom it continues.
    let mut permuted = scripts.to_vec();
    permuted.swap(0, 1);
    permuted[0].after = Some(1);
    let mut reports = run(&game, &permuted);
    reports.swap(0, 1);
    assert_eq!(reports, run(&game, &scripts));
}

#[test]
fn the_game_stands_before_the_first_die() {
    let Compiled { scripts, .. } = compiled(SKIRMISH);
    let game = game(SKIRMISH);
    let engine = before_the_dice(&game, &scripts, 0).map_err(|failure| failure.what).unwrap();
    assert!(engine.log().iter().all(|entry| entry.is_answer()));
    let steps = game.program().cell_named("steps").unwrap();
    assert_eq!(game.cell_text(engine.state(), steps), "RIC1a 3, RIC1b 2, IR23a 2");
    let failure = before_the_dice(&game, &scripts, 1).err().unwrap();
    assert_eq!(failure.what, "no die falls where this example leads");
}
