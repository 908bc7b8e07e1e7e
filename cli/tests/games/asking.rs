//! `wgr ask`, `wgr why` and `wgr eval` at scenes, examples, their steps, saves and positions.

use crate::run::{file, fine, folder, held, refused, run};
use crate::skirmish;
use crate::typed::typed;

const HIDDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/suite/seats/unseen_orders.wgr");

#[test]
fn a_place_is_a_scenario_an_example_a_step_or_a_file() {
    let folder = folder("a_place_is");
    let game = skirmish(&folder);
    let begins = "French, 2.2 \"Marches and attacks\"\n  march RIC1a, RIC1b, Ch3\n  attack 0303\n  pass\n";
    for at in ["wood", "1", "in the wood", "Two against a wood:0"] {
        assert_eq!(fine(&["ask", &game, "--at", at]), begins, "{at}");
    }
    let die = "the game waits for the die `white` (1..6) of 7.1 \"The combat table\"\n";
    for at in ["Two against a wood:5", "two against:5"] {
        assert_eq!(fine(&["ask", &game, "--at", at]), die, "{at}");
    }
    let json = fine(&["ask", &game, "--at", "Two against a wood:5", "--format", "json"]);
    let told =
        "{\"die\":{\"cases\":[\"7.1\"],\"from\":1,\"name\":\"white\",\"title\":\"The combat table\",\"to\":6}}\n";
    assert_eq!(json, told);
    let save = folder.join("save").display().to_string();
    fine(&["run", &game, "--scenario", "wood", "--most", "0", "--save", &save]);
    assert_eq!(fine(&["ask", &game, "--at", &save]), begins);
    let replay = folder.join("replay").display().to_string();
    fine(&["run", &game, "--scenario", "wood", "--most", "0", "--log", &replay]);
    assert_eq!(fine(&["ask", &game, "--at", &replay]), begins);
    assert_eq!(fine(&["ask", &game]), "French, \"Which game?\"\n  wood\n  meeting\n");
    refused(&["ask", &game, "--position"], 2, "no scenario is chosen yet, so nothing stands anywhere");
    let no = "`forest` is no scene, scenario, example or file of this game: no example is called `forest`";
    refused(&["ask", &game, "--at", "forest"], 2, no);
    refused(&["ask", &game, "--at", "Two against a wood:99"], 2, "there is no 99: write `:0` to `:8`");
    refused(&["ask", &game, "--at", &save, "--option", "air"], 2, "leave `--option` and `--without` out");
}

#[test]
fn a_position_is_written_changed_and_taken_up() {
    let folder = folder("a_position_is_written");
    let game = skirmish(&folder);
    let written = fine(&["ask", &game, "--at", "Two against a wood", "--position"]);
    let path = file(&folder, "position.json", &written);
    assert_eq!(fine(&["ask", &game, "--at", &path, "--position"]), written);
    assert!(fine(&["ask", &game, "--at", &path]).contains("  attack 0403\n"));
    // Another hex: the attack that was possible is not any more.
    assert!(written.contains("\"IR23a\": \"0403\""), "{written}");
    let elsewhere = file(&folder, "elsewhere.json", written.replace("\"IR23a\": \"0403\"", "\"IR23a\": \"0505\""));
    assert!(!fine(&["ask", &game, "--at", &elsewhere]).contains("  attack"));
    let wrong = file(&folder, "wrong.json", written.replace("\"IR23a\": \"0403\"", "\"IR23a\": \"0909\""));
    refused(&["ask", &game, "--at", &wrong], 2, "`cells.place.IR23a`: `0909` is no member of `hex`");
    let broken = file(&folder, "broken.json", written.replace("\"start\": \"wood\",", "\"start\": \"wood\""));
    refused(&["ask", &game, "--at", &broken], 2, "broken.json:5:3: this is no position that can be read");
    let strange = file(&folder, "strange.json", "{\"places\": 3}");
    refused(&["ask", &game, "--at", &strange], 2, "this is no position that can be read: unknown field `places`");
}

#[test]
fn why_is_short_at_first_and_whole_on_request() {
    let folder = folder("why_is_short");
    let game = skirmish(&folder);
    let at = ["--at", "And once more:0"];
    let not = fine(&[&["why", &game, "not", "0303"], &at[..]].concat());
    assert!(not.starts_with("`0303` is not offered: barred by 7.1#d \"Once in a phase\"\n"), "{not}");
    assert_eq!(fine(&[&["why", &game, "not", "RIC1a"], &at[..]].concat()), "`march RIC1a` is offered\n");
    let march = fine(&[&["why", &game, "march", "RIC1b", "to", "0303"], &at[..]].concat());
    assert!(march.contains("0303 is not offered to it: barred by 6.2#b \"An enemy stands there\"\n"), "{march}");
    // Within the attack its names are known.
    let drm = fine(&["why", &game, "drm", "--at", "Two against a wood:5"]);
    assert!(drm.starts_with("drm = 1\n"), "{drm}");
    refused(&["why", &game, "drm", "--at", "wood"], 2, "`drm` is asked within `attack`");
}

#[test]
fn many_questions_have_plain_values() {
    let folder = folder("many_questions");
    let game = skirmish(&folder);
    let said = fine(&["eval", &game, "--at", "wood", "steps(RIC1a)", "may_attack(*, 0303)", "--format", "json"]);
    let told = "{\"query\":\"steps(RIC1a)\",\"value\":3}\n";
    assert!(said.starts_with(told), "{said}");
    assert!(said.contains("\"values\":{\"Ch3\":false,"), "{said}");
    let ran = typed(&["eval", &game, "--at", "wood"], "steps RIC1b\nstesp RIC1b\n\nmay_march(RIC1a)\n");
    assert_eq!(ran.code, 2);
    assert!(ran.out.starts_with("steps RIC1b = 2\nstesp RIC1b: nothing is called `stesp`"), "{}", ran.out);
    assert!(ran.out.ends_with("may_march(RIC1a) = yes\n"), "{}", ran.out);
    let why = fine(&["eval", &game, "--at", "wood", "may_march(RIC1a)", "--why"]);
    assert!(why.contains("did not apply: 6.1#a \"It is not in play\""), "{why}");
}

#[test]
fn a_side_is_told_nothing_that_it_may_not_know() {
    let folder = folder("a_side_is_told_nothing");
    let save = folder.join("save").display().to_string();
    fine(&["run", HIDDEN, "--most", "9", "--save", &save]);
    refused(&["ask", HIDDEN, "--at", &save], 2, "say for whom: --side");
    let blue = fine(&["ask", HIDDEN, "--at", &save, "--side", "Blue", "--position"]);
    assert!(blue.contains("\"seat\": \"Blue\"") && !blue.contains("\"log\""), "{blue}");
    for secret in ["wren", "heron", "kite", "lurk", "pounce", "vanish", "ambush", "scatter"] {
        assert!(!blue.contains(secret), "{secret}: {blue}");
    }
    let path = file(&folder, "blue.json", &blue);
    refused(&["ask", HIDDEN, "--at", &path], 2, "`seat`: this is what Blue sees, and nobody can play on from that");
    let whole = fine(&["ask", HIDDEN, "--at", &save, "--side", "referee", "--position"]);
    assert!(whole.contains("\"log\""), "{whole}");
    assert!(!held(&save).contains("wren"));
}

/// A fact that faults while it supposes that somebody stands elsewhere.
const SUPPOSES: &str = r#"game "Two ridges" {
    edition "sample"   language 1
    sides   Blue, Red
    hexes   CCRR flat, odd columns half a hex south, columns 1..5, rows 1..2
}
enum Terrain { plain, wood }
piece Foot "foot regiment" plural foot { state goal: Hex or none = none }
map "Sample" {
    hexes terrain: Terrain drawn . plain, w wood
          01 02 03 04 05
    01     .  .  w  .  .
    02     .  w  w  .  .
}
order Blue {
    Foot
        B1
}
fact wooded(u: Foot) otherwise no { 1.1  "Where it goes"   yes   when (supposing u goes to 0102, terrain(u.goal) is wood) }
fact stands(u: Foot, h: Hex) otherwise no { 1.2  "There"   yes   when u.hex is h }
scene ridge "The ridge" in moving of Blue { 0502: B1 }
action go(u: Foot of phasing) 6.1 during moving {
    once per phase for each u
    6.1  "Where to?"   phasing picks 1 hexes as there
    u goes to there
}
sequence 1.0 { turns 1..2 { player turns Blue, Red { phase moving 1.0 "Moving" { any number of go } } } }
victory { 9.1  "Nobody"   = draw   otherwise }
"#;

#[test]
fn a_fault_in_a_supposition_leaves_the_others_where_they_stand() {
    let folder = folder("a_fault_in_a_supposition");
    let game = file(&folder, "game.wgr", SUPPOSES);
    let asked = ["stands(B1, 0502)", "wooded(B1)", "stands(B1, 0502)", "stands(B1, 0102)"];
    let told = run(&[&["eval", &game, "--at", "ridge"][..], &asked].concat()).out;
    let answers: Vec<&str> = told.lines().filter(|line| line.starts_with("stands")).collect();
    assert_eq!(answers, ["stands(B1, 0502) = yes", "stands(B1, 0502) = yes", "stands(B1, 0102) = no"], "{told}");
}
