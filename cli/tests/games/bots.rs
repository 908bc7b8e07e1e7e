//! `wgr run`: bots.

use crate::run::{file, fine, folder, refused, run};
use crate::skirmish;
use crate::small::{FAULTY, PATROL};

#[test]
fn the_same_seed_is_the_same_games() {
    let folder = folder("the_same_seed");
    let game = skirmish(&folder);
    let said = fine(&["run", &game, "--games", "50", "--seed", "3"]);
    assert_eq!(said, fine(&["run", &game, "--games", "50", "--seed", "3"]));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "A skirmish at the edge of a wood, games with seeds 3 to 52: 50");
    let over: u64 =
        lines.iter().filter_map(|line| line.trim_start().split_once("  over: ")?.0.parse::<u64>().ok()).sum();
    assert_eq!(over, 50, "{said}");
    assert!(lines.iter().any(|line| line.starts_with("answers a game: ")), "{said}");
    let hash =
        |said: &str| said.lines().find_map(|line| line.strip_prefix("last states: ").map(str::to_owned)).unwrap();
    assert_eq!(hash(&said).len(), 16);
    let others = fine(&["run", &game, "--games", "50", "--seed", "4"]);
    assert_ne!(hash(&said), hash(&others), "other games end in other states");
    assert!(!said.contains("second"));
    assert!(fine(&["run", &game, "--games", "2", "--time"]).contains("games a second: "));
}

#[test]
fn a_scenario_and_bots_are_chosen() {
    let folder = folder("a_scenario_and_bots");
    let game = skirmish(&folder);
    let said = fine(&["run", &game, "--scenario", "meeting", "--bots", "first"]);
    assert!(!said.contains("Which scene"), "{said}");
    assert!(said.contains("1. French") || said.contains("2. French: Marches and attacks (2.2): march RIC1a"), "{said}");
    assert_eq!(said, fine(&["run", &game, "--scenario", "meeting", "--bots", "first,first"]));
    refused(
        &["run", &game, "--scenario", "moon"],
        2,
        "there is no scenario `moon`: the game begins with 1 wood | 2 meeting",
    );
    refused(&["run", &game, "--bots", "first,first,random"], 2, "--bots names 3 bots");
    refused(&["run", &game, "--bots", "clever"], 2, "[possible values: random, first]");
    refused(&["run", &game, "--time"], 2, "--games");
}

#[test]
fn a_fault_is_told_with_how_to_see_it_again() {
    let folder = folder("a_fault_with_again");
    let faulty = file(&folder, "faulty.wgr", FAULTY);
    let ran = run(&["run", &faulty, "--games", "40", "--bots", "random,random"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    let again = ran.err.split('`').nth(1).unwrap();
    let args: Vec<&str> = again.split(' ').skip(1).collect();
    assert_eq!(run(&args).code, 1, "{again} shows the fault");
}

#[test]
fn games_of_one_scenario_are_counted() {
    let folder = folder("games_of_one_scenario");
    let away = "scenario away \"Away\" { }\n";
    let patrol = file(&folder, "patrol.wgr", format!("{PATROL}{away}"));
    let said = fine(&["run", &patrol, "--games", "5", "--scenario", "away", "--bots", "first"]);
    let told = "Patrol, games with seeds 1 to 5: 5\n3  over: Red\n2  over: Blue\nanswers a game: 3.6 (3 to 4)\n";
    assert!(said.starts_with(told), "{said}");
}
