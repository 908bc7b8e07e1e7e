//! `wgr explain`.

use crate::game;
use crate::run::{fine, refused, run};

#[test]
fn every_code_has_a_page() {
    let list = fine(&["explain"]);
    assert!(list.lines().count() > 30);
    for line in list.lines() {
        let code = line.split("  ").next().unwrap().trim();
        let page = fine(&["explain", code]);
        assert!(page.starts_with(&format!("# {code}\n")) && page.contains("Wrong:"), "{code}: {page}");
    }
}

#[test]
fn words_of_the_language_are_explained() {
    assert!(fine(&["explain", "unless"]).contains("no name can be called so"));
    assert!(!fine(&["explain", "value"]).contains("no name can be called so"));
    // A word of a row and an item, and what it is for: all three.
    assert_eq!(fine(&["explain", "ruling"]).lines().count(), 3);
    assert!(fine(&["explain", "phasing"]).contains("whose turn it is"));
    refused(&["explain", "unles"], 2, "did you mean `unless`?");
    for (word, page) in [
        ("retreat", "moves.md#a-retreat"),
        ("supply", "paths.md"),
        ("events", "tables.md#events"),
        ("CRT", "tables.md"),
    ] {
        assert!(fine(&["explain", word]).contains(&format!("docs/language/{page}")), "{word}");
    }
}

#[test]
fn a_slip_is_forgiven() {
    assert_eq!(fine(&["explain", " Clash"]), fine(&["explain", "clash"]));
    refused(&["explain", "clahs"], 2, "called `clahs`: did you mean `clash`?");
    refused(&["explain", "zanzibar"], 2, "`wgr explain` alone lists all codes");
}

/// Turns the writing of all that stands behind it on a terminal.
const TURNED: char = '\u{202e}';
const TITLED: &str = "game \"Small\" {\n    sides Red, Blue\n    dice  white d6\n}\n\
    value luck: 0..9 {\n    1.1  \"To the \u{202e}left\"  = 1\n}\n\
    sequence 2.0 {\n    turns 1..1 {\n        phase fate 2.1 \"The \u{202e}die\" { 2.2  \"It \u{202e}falls\"  roll white }\n    }\n}\n\
    scenario s \"The \u{202e}start\" { turns 1..1 }\n\
    scene t \"The \u{202e}scene\" in fate of Red { turn 1 }\n\
    example \"Right to \u{202e}left\" of 1.1 at t {\n    expect luck is 2\n}\n";

#[test]
fn marks_that_turn_the_writing_round_do_not_reach_a_terminal() {
    let path = game("marks_that_turn", &[("game.wgr", TITLED)]).display().to_string();
    for args in [
        &["check", &path][..],
        &["test", &path],
        &["explain", "1.1", &path],
        &["why", &path, "luck"],
        &["cover", &path],
        &["run", &path, "--games", "1"],
    ] {
        let ran = run(args);
        assert!(!ran.out.contains(TURNED) && !ran.err.contains(TURNED), "{args:?}: {:?}{:?}", ran.out, ran.err);
    }
    let tested = run(&["test", &path]);
    assert!(tested.code == 1 && tested.out.contains("Right to \\u202eleft"), "{}{}", tested.out, tested.err);
    assert!(fine(&["why", &path, "luck"]).contains("To the \\u202eleft"));
}
