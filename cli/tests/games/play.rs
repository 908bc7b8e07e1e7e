//! `wgr play`: what is typed, line by line.

use crate::run::{file, folder, held, refused};
use crate::skirmish;
use crate::small::FAULTY;
use crate::typed::typed;

#[track_caller]
fn played(args: &[&str], lines: &str) -> String {
    let ran = typed(args, lines);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    ran.out
}

#[test]
fn a_game_is_played() {
    let folder = folder("a_game_is_played");
    let game = skirmish(&folder);
    let said = played(&["play", &game, "--seed", "2"], "wood\n4\nRIC1a RIC1b IR23a\nquit\n");
    assert!(said.contains("\nFrench: Which game?\n   1 wood \"In the wood\"\n   2 meeting \"A meeting\"\n"), "{said}");
    assert!(said.contains("\nFrench: Who leads? (7.7)\n  1 pick RIC1a  at 0302\n  2 pick RIC1b  at 0203\n"), "{said}");
    assert!(!said.contains("lead "), "what an action keeps is nobody's business: {said}");
    assert!(said.contains(" rolled: The combat table (7.1)\n"), "{said}");
    assert!(!said.contains("the input has ended"), "{said}");
}

/// Banner, options by hex, a march by its destination, the map around a hex.
#[test]
fn a_session_reads_like_a_game() {
    let folder = folder("a_session_reads_like_a_game");
    let game = skirmish(&folder);
    let typed = "march Ch3 to 0201\nmap\nmap 9999\nquit\n";
    let said = played(&["play", &game, "--scenario", "wood", "--seed", "2"], typed);
    let asked = "French: Marches and attacks (2.2)\n  1 march RIC1a  at 0302\n  2 march RIC1b  at 0203\n  3 march Ch3  at 0402\n  \
        4 attack 0303  wood, IR23a IR23b\n  5 pass\n";
    assert!(said.contains("\n== turn 1") && said.contains(asked), "{said}");
    let went = "      Ch3: moved (6.1)\n      Ch3 goes from 0402 to 0201 by way of 0301\n";
    assert!(said.contains(went), "{said}");
    assert!(said.contains("\n 0101 .    Ch3       0301 .              0501 .\n"), "{said}");
    assert!(said.contains("no hex is called `9999`: `map` alone shows the map\n"), "{said}");
}

#[test]
fn the_end_of_the_input_leaves_the_game() {
    let folder = folder("the_end_of_the_input");
    let game = skirmish(&folder);
    // Where nobody types at all, bots play (`tools/table.rs`).
    for lines in ["wood", "wood\n4\n", "\n\n  \n"] {
        let said = played(&["play", &game], lines);
        assert!(said.ends_with("the input has ended: the game is left where it stands\n"), "{said}");
    }
}

#[test]
fn why_and_why_not_are_answered() {
    let folder = folder("why_and_why_not");
    let game = skirmish(&folder);
    let lines =
        "why\nwhy 0303\nwhy not 0404\nwhy not 0303\nwhy not RIC1a\nwhy may_march Ch3\nwhy may_march(Ch3)\nwhy moon\n";
    let said = played(&["play", &game, "--scenario", "wood"], lines);
    assert!(said.contains("  may_march(RIC1a) = yes\n"), "{said}");
    assert!(said.contains("  may_be_attacked(0303) = yes\n"), "{said}");
    assert!(said.contains("  may_be_attacked(0404) = no\n  |- 7.1#c \"Nobody is there\"  no\n"), "{said}");
    assert!(said.contains("`attack 0303` is offered\n"), "{said}");
    assert_eq!(said.matches("may_march(Ch3) = yes").count(), 3, "{said}");
    assert!(said.contains("nothing is called `moon`"), "{said}");
    let nobody = played(&["play", &game, "--scenario", "wood"], "why not moon\n");
    assert!(nobody.contains("no rule was asked about `moon` here"), "{nobody}");
}

#[test]
fn why_a_hex_is_offered_to_a_march_and_why_another_is_not() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/fleur-au-fusil");
    let typed = "enter RI120a\nby_road\nwhy 1227\nwhy not 1226\n";
    let said = played(&["play", game, "--scenario", "basic"], typed);
    assert!(said.contains("  marching(RI120a, 1228, 1228, 1227): what does it cost? = 1\n"), "{said}");
    assert!(said.contains("\"The road saved it the terrain\"  yes\n"), "{said}");
    assert!(said.contains("no rule was asked about `1226` here"), "a march goes hex by hex: {said}");
}

#[test]
fn answers_are_taken_back_and_actions_given_up() {
    let folder = folder("answers_are_taken_back");
    let game = skirmish(&folder);
    let said = played(&["play", &game, "--scenario", "wood"], "march Ch3\n0401\nundo\nundo 9\nundo x\nabandon\n");
    assert!(said.contains("      Ch3 goes from 0402 to 0401\n"), "{said}");
    assert!(said.contains("can be taken back, not 9"), "{said}");
    assert!(said.contains("`x` cannot be put back: nothing was picked at this question"), "{said}");
    let march = "French: Which way? (6.2)";
    assert_eq!(said.matches(march).count(), 3, "{said}");
}

#[test]
fn where_it_stands_and_what_was_done_is_told() {
    let folder = folder("where_it_stands");
    let game = skirmish(&folder);
    let save = folder.join("s").display().to_string();
    let lines = format!("state\nlog\nsave {save}\nsave {save}/no/such\nsave\nhelp\n");
    let said = played(&["play", &game, "--scenario", "wood"], &lines);
    assert!(said.contains("  0303: IR23a, IR23b\n"), "{said}");
    assert!(said.contains("\n1. French: Which game? > wood\n      RIC1a comes to 0302\n"), "{said}");
    assert!(said.contains(&format!("kept in {save}\n")), "{said}");
    assert!(said.contains("the save is not kept"), "{said}");
    assert!(said.contains("say where: `save FILE`"), "{said}");
    assert!(said.contains("give the running action up"), "{said}");
    assert!(held(&save).starts_with("{\n  \"wgr\": \"save 3\",\n"));
    let on = played(&["play", &game, "--load", &save], "log\n");
    assert!(on.contains("\n1. French: Which game? > wood\n") && on.contains("attack 0303"), "{on}");
}

#[test]
fn bots_play_the_other_sides() {
    let folder = folder("bots_play_the_others");
    let game = skirmish(&folder);
    let said = played(&["play", &game, "--scenario", "wood", "--side", "French", "--seed", "1"], "pass\npass\n");
    assert!(said.contains("you are French\n"), "{said}");
    assert!(said.contains("German: Marches and attacks (2.2) > "), "{said}");
    assert!(!said.contains("\nGerman: Marches and attacks (2.2)\n"), "the other side is not asked here: {said}");
    assert_eq!(said, played(&["play", &game, "--scenario", "wood", "--side", "French", "--seed", "1"], "pass\npass\n"));
    let drawn = played(&["play", &game, "--scenario", "wood", "--side", "random"], "");
    assert!(drawn.contains("you are "), "{drawn}");
    refused(
        &["play", &game, "--side", "Danish"],
        2,
        "no side is called `Danish`: there are French, German, `referee` and `random`",
    );
}

#[test]
fn whatever_is_typed_is_answered() {
    let folder = folder("whatever_is_typed");
    let game = skirmish(&folder);
    let noise: Vec<u8> = (0..60_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for lines in
        [noise, vec![b'x'; 200_000], b"march\n99\n0\n-1\n/\n/x\nlead lead lead\n,,,\nwhy not\nwhy ()\n".to_vec()]
    {
        let ran = typed(&["play", &game, "--scenario", "wood"], lines);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert!(!ran.out.contains('\u{1b}'));
    }
    let said = played(&["play", &game, "--scenario", "wood"], "march\n99\n");
    assert!(said.contains("`march` may be any of march RIC1a, march RIC1b, march Ch3"), "{said}");
    assert!(said.contains("`99` is not offered"), "{said}");
}

#[test]
fn a_fault_goes_back() {
    let folder = folder("a_fault_goes_back");
    let faulty = file(&folder, "faulty.wgr", FAULTY);
    let said = played(&["play", &faulty], "go\nleave\nlog\n/log\nleave\n");
    assert!(said.contains("FAULT HOLE in go by 4.7,4.8"), "{said}");
    assert!(said.contains("over: draw\n"), "{said}");
    assert!(said.contains("the game is over: "), "{said}");
}

/// Each action brings a value out of its range: a state of a counter, one of the game, what a value answers.
const RANGE: &str = r#"game "Range" {
    edition "sample"   language 1
    sides   Blue, Red
    hexes   CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4
}
piece Gun "gun" { state steps: 0..4 = 4 }
order Blue {
    Gun
        B1
}
order Red {
    Gun
        R1
}
state points: 0..3 = 0
value load(u: Gun): 0..4 { 3.1 "As it is, and two" = u.steps + 2 }
action gain(u: Gun of phasing) 7.0 during m { u.steps gains 3 }
action score(u: Gun of phasing) 7.1 during m { points gains u.steps }
action weigh(u: Gun of phasing) 7.2 during m {
    once per phase for each u
    points becomes load(u)
}
sequence 1.0 { turns 1..2 { player turns Blue, Red { phase m { any number of gain, score, weigh } } } }
victory { 9.1 "Nobody wins" = draw }
scenario plain "The plain" {
    0101: B1
    0404: R1
}
"#;

#[test]
fn a_broken_range_names_the_state_the_value_and_the_range() {
    let folder = folder("a_broken_range");
    let game = file(&folder, "range.wgr", RANGE);
    let said = played(&["play", &game, "--seed", "1"], "gain B1\nscore B1\nweigh B1\nquit\n");
    for told in [
        "steps of B1 would be 7, and it is 0..4, in ",
        "points would be 4, and it is 0..3, in ",
        "load would be 6, and it is 0..4, in ",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
    // What is hidden is named without whose it is and without its value.
    let hidden = RANGE.replace(
        "state points",
        "knowledge seen(u: Gun, eyes: Side) hides steps 6.6 otherwise yes { 6.6 \"Its own\" no when eyes is enemy of u.side }\nstate points",
    );
    let game = file(&folder, "hidden.wgr", hidden);
    let said = played(&["play", &game, "--seed", "1"], "gain B1\nquit\n");
    assert!(said.contains("steps would leave 0..4, in ") && !said.contains("would be"), "{said}");
}

/// Names that begin alike are told apart on the map: in wider cells, or under a number where they are too long for any.
#[test]
fn the_map_tells_names_apart_that_begin_alike() {
    let folder = folder("names_that_begin_alike");
    let named = |one: &str, two: &str| {
        let order = format!("        B1\n        {one}\n        {two}\n");
        let set_up = format!("    0101: B1\n    0201: {one}\n    0301: {two}\n");
        let rules = RANGE.replacen("        B1\n", &order, 1).replacen("    0101: B1\n", &set_up, 1);
        played(&["play", &file(&folder, "alike.wgr", rules), "--seed", "1"], "map\nquit\n")
    };
    let said = named("Grenadier1", "Grenadier2");
    assert!(said.contains("Grenadier1") && said.contains("Grenadier2"), "{said}");
    let line = said.lines().find(|line| line.trim_start().starts_with("0201")).unwrap();
    assert_eq!(line.find("0401").unwrap() - line.find("0201").unwrap(), 24, "{said}");
    let said = named("GrenadiersOfTheGuard1", "GrenadiersOfTheGuard2");
    assert!(said.contains(" GrenadiersOf~1"), "{said}");
    assert!(said.contains("\n GrenadiersOf~2 GrenadiersOfTheGuard"), "{said}");
}
