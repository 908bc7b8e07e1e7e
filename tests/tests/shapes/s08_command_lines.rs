//! Soissons 8.2: a unit is in command by a line that its owner draws and that no other command's line crosses.

use crate::locked::{locked, part};
use wgr_runtime::engine::{Engine, Game};
use wgr_tests::harness::{Transcript, holds, must, says};

const PROGRAM: &str = include_str!("../../suite/shapes/08_command_lines.ir");

fn rule() -> String {
    format!("{}\n\n{}\n", part(PROGRAM, "query in_command"), part(PROGRAM, "procedure draw_line"))
}

fn options(engine: &Engine) -> Vec<String> {
    engine.prompt().map(|prompt| prompt.options.iter().map(|o| o.name.clone()).collect()).unwrap_or_default()
}

/// Who of these is in command, as it stands.
fn in_command(t: &Transcript, game: &Game, units: &[&str]) -> Vec<String> {
    units.iter().map(|unit| says(game, t.engine.state(), "in_command", &[unit])).collect()
}

fn line(t: &Transcript, game: &Game) -> String {
    holds(game, t.engine.state(), "line")
}

#[test]
fn the_printed_example() {
    let game = must(PROGRAM);
    let mut t = Transcript::new(&game);
    t.say(&rule());
    t.pick("play printed");
    // A1 and B1 have one shortest way each; only A2 has two.
    assert_eq!(options(&t.engine), ["through 1508", "through 1608"]);
    assert_eq!(holds(&game, t.engine.state(), "drawing"), "a2");
    t.cell("drawing").pick("through 1508").cells(&["place", "line", "drawing"]);
    assert_eq!(line(&t, &game), "a1 {1408 1508 1607}, a2 {1508 1509 1607}, b1 {1508 1608 1709}");
    assert_eq!(in_command(&t, &game, &["a1", "a2", "b1"]), ["no", "no", "yes"]);
    t.why("in_command", &["a1"]).why("in_command", &["a2"]).why("in_command", &["b1"]);
    // The owner cannot do better, and A is lost whatever A2 does.
    assert_eq!(says(&game, t.engine.state(), "could_be", &["a1"]), "no");
    assert_eq!(says(&game, t.engine.state(), "could_be", &["a2"]), "no");
    assert_eq!(says(&game, t.engine.state(), "could_be", &["b1"]), "yes");
    // The other line of A2 takes B1's command away and wins nothing.
    t.pick("others").pick("through 1608").cell("line").why("in_command", &["a2"]).why("in_command", &["b1"]);
    assert_eq!(in_command(&t, &game, &["a1", "a2", "b1"]), ["no", "no", "no"]);
    t.pick("done").ask();
    locked("08_command_printed", "T4 [8.2.h]: A1 and A2 out, B1 in by A2's line through 1508 and 1607", t.text());
}

#[test]
fn with_the_headquarters_at_1708_nobody_is_in_command_whatever_the_owner_draws() {
    let game = must(PROGRAM);
    let mut t = Transcript::new(&game);
    t.say(&rule());
    t.pick("play hq_at_1708");
    assert_eq!(options(&t.engine), ["through 1508", "through 1509"]);
    t.picks(&["through 1508", "through 1607"]).cell("line");
    assert_eq!(in_command(&t, &game, &["a1", "a2", "b1"]), ["no", "no", "no"]);
    t.why("in_command", &["a1"]).why("in_command", &["a2"]).why("in_command", &["b1"]);
    for unit in ["a1", "a2", "b1"] {
        assert_eq!(says(&game, t.engine.state(), "could_be", &[unit]), "no", "{unit}");
    }
    // Every other choice of lines: nothing changes.
    for lines in [&["through 1508", "through 1608"][..], &["through 1509"]] {
        t.pick("others").picks(lines).cell("line");
        assert_eq!(in_command(&t, &game, &["a1", "a2", "b1"]), ["no", "no", "no"], "{lines:?}");
    }
    locked("08_command_hq_at_1708", "T4 [8.2.h], HQ A at 1708: all three out, by every choice of lines", t.text());
}

#[test]
fn where_lines_may_cross_or_not_the_choice_decides() {
    let game = must(PROGRAM);
    let mut t = Transcript::new(&game);
    t.pick("play crossing");
    for (a1, b1, both) in [
        ("through 1409", "through 1409", "no"),
        ("through 1409", "through 1310", "yes"),
        ("through 1509", "through 1409", "yes"),
        ("through 1509", "through 1310", "yes"),
    ] {
        let mut once = Transcript::new(&game);
        once.pick("play crossing");
        assert_eq!(options(&once.engine), ["through 1409", "through 1509"]);
        once.pick(a1);
        assert_eq!(options(&once.engine), ["through 1310", "through 1409"]);
        once.pick(b1);
        assert_eq!(in_command(&once, &game, &["a1", "b1"]), [both, both], "{a1}, {b1}");
    }
    t.picks(&["through 1409", "through 1409"]).cell("line").why("in_command", &["a1"]).why("in_command", &["b1"]);
    assert_eq!(says(&game, t.engine.state(), "could_be", &["a1"]), "yes");
    t.picks(&["others", "through 1409", "through 1310"])
        .cell("line")
        .why("in_command", &["a1"])
        .why("in_command", &["b1"]);
    locked(
        "08_command_crossing",
        "[8.2.h] two lines that may meet in 1409: both out if they do, both in if not",
        t.text(),
    );
}

/// One obstacle each, and A2, which may go round it by its other shortest way where it has one.
#[test]
fn what_bars_a_line_and_what_does_not() {
    let game = must(PROGRAM);
    let mut t = Transcript::new(&game);
    for (case, a2_through, expected, what) in [
        // A1's only line leads through 1508.
        ("foe_between", "1508", ["no", "no"], "8.2#f"),
        ("foe_between", "1608", ["no", "yes"], "8.2#f"),
        ("remnant_between", "1508", ["yes", "yes"], ""),
        ("hq_between", "1508", ["no", "no"], "8.2#g"),
        ("hq_between", "1608", ["no", "yes"], "8.2#g"),
        // B1's line is six hexes long, and it bars all the same.
        ("far_line", "1508", ["no", "no"], "8.2#h,8.2#i"),
        ("far_line", "1608", ["no", "yes"], "8.2#h,8.2#i"),
        ("in_retreat", "1608", ["no", "no"], "8.2#b"),
    ] {
        t.engine = Engine::new(&game, 1);
        t.say(&format!("-- {case}, A2 through {a2_through}"));
        t.pick(&format!("play {case}")).pick(&format!("through {a2_through}")).cell("line").why("in_command", &["a1"]);
        assert_eq!(in_command(&t, &game, &["a1", "a2"]), expected, "{case}, {a2_through}");
        let winners = winners(&game, &t, "a1");
        assert_eq!(winners, if what.is_empty() { vec![] } else { vec![what.to_owned()] }, "{case}");
    }
    t.engine = Engine::new(&game, 1);
    t.picks(&["play far_line", "through 1608"]);
    assert_eq!(winners(&game, &t, "b1"), ["8.2#a", "8.2#g", "8.2#h,8.2#i"], "too far, past A2, across A1's line");
    t.engine = Engine::new(&game, 1);
    t.picks(&["play remnant_between", "through 1608"]);
    assert_eq!(winners(&game, &t, "r1"), ["8.1", "8.2#a"]);
    locked("08_command_obstacles", "[8.2.b, f, g, h, i] one obstacle each on A1's only line through 1508", t.text());
}

/// The cases of the rows that keep a unit out of command.
fn winners(game: &Game, t: &Transcript, unit: &str) -> Vec<String> {
    let query = game.program().func_named("in_command").unwrap();
    let units = game.program().domains.iter().position(|d| d.name == "Unit").unwrap();
    let unit = game.member_named(wgr_runtime::ir::DomainId::new(units), unit).unwrap();
    let why = wgr_runtime::engine::why(game, t.engine.state(), query, &[unit]);
    let mut cases: Vec<String> = why.rows.iter().filter(|row| row.wins).map(|row| row.cases.clone()).collect();
    cases.dedup();
    cases
}

#[test]
fn a_line_half_drawn_can_be_taken_back() {
    let game = must(PROGRAM);
    let mut t = Transcript::new(&game);
    t.picks(&["play hq_at_1708", "through 1508"]);
    let half = t.engine.state().clone();
    t.engine.undo(1).unwrap();
    t.picks(&["through 1509"]);
    assert_ne!(*t.engine.state(), half);
    t.engine.undo(1).unwrap();
    t.pick("through 1508");
    assert_eq!(*t.engine.state(), half);
}
