//! Games that come to where they cannot go on, and places by their names: what each is told.

use crate::run::{fine, folder, held, run};
use crate::typed::typed;
use std::path::Path;

const GAME: &str = r#"game "Ford" {
    sides Grey, Buff
    dice  white d6
    hexes CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4
}
map "The ford" { place Ford 0202 }
piece Unit "unit" { printed strength: 1..6   state hits: 0..2 = 0 }
order Grey {
    Unit  strength
        G x2 2
}
order Buff {
    Unit  strength
        F     2
}
scenario ford "At the ford" {
    0201: G
    Ford: F
}
fact held(h: Hex) otherwise no { 4.1 "By somebody" yes when any units at h }
action assault(target: Hex where held(it)) 4.1 during combat {
    once per phase
    4.2  "Who?"  phasing picks 1..2 units of phasing as men otherwise { end assault }
    4.3  "Hits"  for each u in men { u.hits becomes 3 - number of men + u.hits }
}
action dig 5.1 during combat {
    once per phase
    5.2  "Which?"         phasing may { }
    5.3  "Nobody knows"   hole "the page is torn"
}
sequence 2.0 { turns 1..2 { player turns Grey, Buff { phase combat { any number of assault, dig } } } }
victory { 9.1 "Nobody" = draw otherwise }
scene torn "At the ford" in combat of Grey {
    Ford: Ga
    0303: F
}
example "Where it is called so" of 4.1 at torn { expect Ga.hex is 0202; expect held(Ford) }
"#;

fn game(folder: &Path) -> String {
    crate::run::file(folder, "ford.wgr", GAME)
}

#[test]
fn a_place_is_a_name_of_its_hex() {
    let folder = folder("a_place_is_a_name");
    let game = game(&folder);
    assert!(fine(&["test", &game, "--games", "0", "--accept"]).contains("1 example fine"));
    let said = fine(&["why", &game, "held", "Ford"]);
    assert!(said.starts_with("held(0202) = yes\n"), "{said}");
    let typed =
        typed(&["play", &game, "--seed", "1"], "hex Ford\nwhy held Ford\nassault Ford Ga done\nlog\nquit\n").out;
    for told in
        ["  F\n", "held(0202) = yes\n", "Grey: What next? > assault 0202\n", "Grey: Who? (4.2) > pick Ga, done\n"]
    {
        assert!(typed.contains(told), "{told}: {typed}");
    }
}

#[test]
fn a_hole_is_told_as_one() {
    let folder = folder("a_hole_is_told");
    let game = game(&folder);
    let said = typed(&["play", &game, "--seed", "1"], "dig yes\nquit\n").out;
    let told = "HOLE in dig by 5.3 \"not there: the page is torn\"";
    assert!(said.contains(told) && said.contains("the rules leave open what happens here"), "{said}");
    let ran = run(&["test", &game, "--games", "8"]);
    assert!(ran.code == 1 && ran.out.contains("the game comes to a hole: HOLE in dig by 5.3"), "{}", ran.out);
    assert!(
        ran.out.contains("random game") && ran.out.contains("1 failed: 1 scenario, each left at its"),
        "{}",
        ran.out
    );
}

#[test]
fn the_replay_of_a_game_that_faults_faults() {
    let folder = folder("the_replay_of_a_fault");
    let game = game(&folder);
    let log = folder.join("log.json").display().to_string();
    let faulted = (1..40).map(|seed| run(&["run", &game, "--seed", &seed.to_string(), "--log", &log]));
    let ran = faulted.into_iter().find(|ran| ran.code == 1).unwrap();
    let kept = held(&log);
    assert!(kept.contains("\"then\": {") && kept.contains("\"faults\": "), "{kept}");
    let again = run(&["run", &game, "--replay", &log]);
    assert_eq!((again.code, again.out.as_str()), (1, ""), "{}", ran.out);
    assert!(again.err.contains(" more, and it faults as it says: "), "{}", again.err);
    // The same fault, word for word.
    let fault = again.err.split("as it says: ").nth(1).unwrap().trim();
    assert!(ran.err.contains(fault), "{fault}: {}", ran.err);
    // Where the last answer leads to none any more, that is told.
    let (head, rest) = kept.split_once("\"checksum\"").unwrap();
    let mended = format!("{head}{}", rest.split_once('\n').unwrap().1);
    std::fs::write(&log, mended.replace("\"faults\": \"", "\"faults\": \"NO_")).unwrap();
    let other = run(&["run", &game, "--replay", &log]);
    assert!(other.code == 1 && other.err.contains("says that the last one leads to the fault NO_"), "{}", other.err);
}
