//! `wgr play`: what is typed, line by line.

use crate::ran::{FAULTY, file, folder, held, refused};
use crate::skirmish;
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
    assert!(said.contains("\nFrench, 1 \"Which scene\"\n   1 wood\n   2 meeting\n"), "{said}");
    assert!(said.contains("\nFrench, 7.7#a \"Who leads\"\n   1 lead RIC1a\n   2 lead RIC1b\n"), "{said}");
    assert!(said.contains("      lead none -> RIC1a\n"), "{said}");
    assert!(said.contains("\n      rolled 1..6 at 7.1: "), "{said}");
    assert!(!said.contains("the input has ended"), "{said}");
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
    assert!(said.contains("  marching_cost(RI120a, 1228, 1228, 1227) = 1\n"), "{said}");
    assert!(said.contains("\"The road saved it the terrain\"  yes\n"), "{said}");
    assert!(said.contains("no rule was asked about `1226` here"), "a march goes hex by hex: {said}");
}

#[test]
fn answers_are_taken_back_and_actions_given_up() {
    let folder = folder("answers_are_taken_back");
    let game = skirmish(&folder);
    let said = played(&["play", &game, "--scenario", "wood"], "march Ch3\n0401\nundo\nundo 9\nundo x\nabandon\n");
    assert!(said.contains("      Ch3: 0402 -> 0401\n"), "{said}");
    assert!(said.contains("9 answers cannot be taken back"), "{said}");
    assert!(said.contains("`x` cannot be put back: nothing was picked at this question"), "{said}");
    let march = "French, 6.2 \"Which way\"";
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
    assert!(said.contains("  1. French at 1: wood\n"), "{said}");
    assert!(said.contains(&format!("kept in {save}\n")), "{said}");
    assert!(said.contains("the save is not kept"), "{said}");
    assert!(said.contains("say where: `save FILE`"), "{said}");
    assert!(said.contains("give the running action up"), "{said}");
    assert!(held(&save).starts_with("{\n  \"wgr\": \"save 3\",\n"));
    let on = played(&["play", &game, "--load", &save], "log\n");
    assert!(on.contains("  1. French at 1: wood\n") && on.contains("attack 0303"), "{on}");
}

#[test]
fn bots_play_the_other_sides() {
    let folder = folder("bots_play_the_others");
    let game = skirmish(&folder);
    let said = played(&["play", &game, "--scenario", "wood", "--side", "French", "--seed", "1"], "pass\npass\n");
    assert!(said.contains("you are French\n"), "{said}");
    assert!(said.contains("German, 2.2 \"Marches and attacks\" > "), "{said}");
    assert!(!said.contains("\nGerman, 2.2 \"Marches and attacks\"\n"), "the other side is not asked here: {said}");
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
    let faulty = file(&folder, "faulty.ir", FAULTY);
    let said = played(&["play", &faulty], "go\nleave\nlog\n/log\nleave\n");
    assert!(said.contains("FAULT RULE in main by 4.7,4.8"), "{said}");
    assert!(said.contains("over: 1\n"), "{said}");
    assert!(said.contains("the game is over: "), "{said}");
}
