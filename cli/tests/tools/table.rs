//! At the table: the map, one hex, odds, and games that nobody types.

use crate::new_game;
use crate::run::{fine, run};

fn typed(args: &[&str], lines: &str) -> String {
    let ran = crate::typed::typed(args, lines);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    ran.out
}

#[test]
fn the_map_shows_numbers_ground_and_stacks() {
    let said = typed(&["play", &new_game("the_map_shows")], "map\n");
    assert!(
        said.contains("\n           0201 .              0401 .              0601 .\n 0101 .    B2        0301 w "),
        "{said}"
    );
    // A column of even number stands half a hex, a line, above its neighbours.
    let line =
        |part: &str| said.lines().position(|line| line.contains(part)).unwrap_or_else(|| panic!("{part}: {said}"));
    assert_eq!(line("0103 .") - line("0203 ."), 1);
    assert_eq!(line("0203 .") - line("0202 w"), 2);
    assert!(said.contains("B1a+1") && said.contains("R1a+1"), "{said}");
    assert!(
        said.contains(". plain, w wood, v village, / road, Blue, Red, `hex NUMBER` tells all about one\n"),
        "{said}"
    );
}

#[test]
fn a_hex_tells_what_is_printed_and_who_is_there() {
    let said = typed(&["play", &new_game("a_hex_tells")], "hex 0103\nhex 0303\nhex 9999\n");
    assert!(said.contains("  terrain plain\n") && said.contains("  B1a, B1b\n"), "{said}");
    assert!(said.contains("  terrain village\n  road towards NE, NW\n  nobody is there\n"), "{said}");
    assert!(said.contains("no hex is called `9999`: write its number as printed, like 0101\n"), "{said}");
}

#[test]
fn odds_are_told_before_the_die_falls() {
    let game = new_game("odds_are_told");
    let marches = "march B1a\n0203\n0303\nstop\npass\nmarch R1a\n0403\nstop\npass\n";
    let said = typed(&["play", &game], &format!("{marches}odds attack 0303\nodds 1\nodds\nodds moon\n"));
    // 3 against 4 in a village is 2 worse: 1 to 3 are 1 or less, no die comes to 6.
    let told = "  attack 0303\n    1/2   50.00%  R1a.fought no -> yes\n    1/2   50.00%  R1a: 0403 -> none\n";
    assert_eq!(said.matches(told).count(), 3, "by name, by number, of all: {said}");
    assert!(said.contains("`moon` is not offered"), "{said}");
}

/// Shares of trials lie round the exact odds, and hang on no thread.
#[test]
fn many_trials_come_to_the_odds() {
    let game = new_game("many_trials");
    let exact = fine(&["odds", &game, "A six"]);
    assert!(exact.contains("2/3   66.67%  nothing changes\n"), "{exact}");
    let tried = |more: &[&str]| fine(&[&["odds", &game, "A six", "--trials", "20000"], more].concat());
    let said = tried(&["--figure", "may_attack(B1b, 0303)"]);
    let least_most = |what: &str| {
        let line = said.lines().find(|line| line.ends_with(what)).unwrap_or_else(|| panic!("{what}: {said}"));
        let (least, most) = line.split_once('(').unwrap().1.split_once(')').unwrap().0.split_once(" to ").unwrap();
        [least, most].map(|share| share.trim_end_matches('%').parse::<f64>().unwrap())
    };
    for (what, exact) in [("nothing changes", 66.67), ("B1a: 0203 -> none", 16.67), ("R2: 0303 -> none", 16.67)] {
        let [least, most] = least_most(what);
        assert!(least <= exact && exact <= most, "{what}: {said}");
    }
    assert!(said.contains("\nmay_attack(B1b, 0303)\n"), "{said}");
    for threads in ["1", "3"] {
        assert_eq!(tried(&["--threads", threads]), tried(&[]), "{threads}");
    }
    assert_ne!(tried(&["--seed", "2"]).replace("seed 2", "seed 1"), tried(&[]));
    let wrong = run(&["odds", &game, "A six", "--trials", "9", "--figure", "may_atack(B1b, 0303)"]);
    assert!(wrong.code == 2 && wrong.err.contains("did you mean `may_attack`?"), "{}", wrong.err);
    let wrong = run(&["odds", &game, "A six", "--policy", "random"]);
    assert!(wrong.code == 2 && wrong.err.contains("`--trials 10000 --policy random`"), "{}", wrong.err);
}

#[test]
fn bots_play_where_nobody_types() {
    let game = new_game("bots_play_where_nobody");
    let said = fine(&["play", &game, "--seed", "4"]);
    assert_eq!(said, fine(&["play", &game, "--seed", "4"]), "a seed is a game");
    let result = said.lines().last().unwrap();
    assert!(result.starts_with("over: "), "{said}");
    let told = run(&["run", &game, "--seed", "4"]).out;
    assert!(told.lines().last().unwrap().ends_with(result.trim_start_matches("over: ")), "the same bots: {told}");
}

#[test]
fn shares_and_what_must_hold_are_told_of_many_games() {
    let game = new_game("shares_are_told");
    let said = fine(&["run", &game, "--games", "30"]);
    assert!(
        said.lines().any(|line| line.starts_with("shares, with 95% intervals: ")
            && line.contains("draw ")
            && line.contains("% to ")),
        "{said}"
    );
    for line in ["no fault: yes", "no dead end: yes", "all end: yes"] {
        assert!(said.lines().any(|said| said == line), "{said}");
    }
    assert!(said.contains("undo stops at dice and answers of others (") && said.contains(" tried): yes\n"), "{said}");
    let cut = fine(&["run", &game, "--games", "3", "--most", "2"]);
    assert!(cut.contains("all end: NO, 3 did not (first: seed 1)\n"), "{cut}");
    let data: serde_json::Value =
        serde_json::from_str(&fine(&["run", &game, "--games", "30", "--format", "json"])).unwrap();
    let counts = data["results"].as_array().unwrap().iter().map(|result| result["games"].as_u64().unwrap());
    assert_eq!(counts.sum::<u64>(), 30);
    for result in data["results"].as_array().unwrap() {
        let share = |name: &str| result[name].as_u64().unwrap();
        assert!(share("least") <= share("thousandths") && share("thousandths") <= share("most"), "{result}");
    }
}

#[test]
fn where_the_time_goes_is_told_in_the_names_of_the_rules() {
    let game = new_game("where_the_time_goes");
    let said = fine(&["run", &game, "--games", "20", "--profile"]);
    assert!(
        said.contains("where the time goes, ") && said.contains("  by item\n") && said.contains("  by row\n"),
        "{said}"
    );
    let told = |args: &[&str]| {
        let of: serde_json::Value = serde_json::from_str(&fine(args)).unwrap();
        let lines = of["profile"]["rows"].as_array().unwrap().clone();
        let times =
            |line: &serde_json::Value| (line["item"].to_string(), line["row"].to_string(), line["times"].as_u64());
        let mut lines: Vec<_> = lines.iter().map(times).collect();
        lines.sort();
        (of["last_states"].clone(), lines)
    };
    let args = ["run", &game, "--games", "20", "--profile", "--format", "json"];
    let (states, lines) = told(&args);
    assert!(lines.iter().any(|(item, row, times)| item.contains("action attack") && row != "null" && *times > Some(0)));
    assert_eq!((&states, &lines), (&told(&args).0, &told(&args).1), "how often is no matter of chance");
    assert!(fine(&["run", &game, "--games", "20"]).contains(states.as_str().unwrap()), "watched games go the same way");
}
