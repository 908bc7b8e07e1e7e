//! `--scenario`: by name, by case, by number.

use crate::one_gun;
use crate::run::{file, fine, folder, held, refused};
use crate::typed::typed;

const SCENARIOS: &str = r#"scenario left "On the left" 12.1#a,c { 0101: B1 }
scenario middle "In the middle" 3 { 0201: B1 }
scenario right "On the right" 12.4#a { 0301: B1 }
scenario far_right "Further right" 12.4#a,b { 0302: B1 }
"#;

/// What the map says of the only gun where the game begins so.
#[track_caller]
fn begins(game: &str, typed: &str, hex: &str) {
    let said = fine(&["why", game, "may_rest", "B1", "--at", typed]);
    assert_eq!(said, "may_rest(B1) = yes\n'- did not apply: 5.1 \"Only once\"\n", "{typed}");
    let save = format!("{game}.{}.json", typed.replace('#', "_"));
    fine(&["run", game, "--scenario", typed, "--most", "0", "--save", &save]);
    let plain = format!("{game}.plain.json");
    fine(&["run", game, "--scenario", hex, "--most", "0", "--save", &plain]);
    assert_eq!(held(&save), held(&plain), "{typed} is {hex}");
}

#[test]
fn a_scenario_is_named_by_its_name_its_case_or_its_number() {
    let folder = folder("a_scenario_is_named");
    let game = file(&folder, "small.wgr", one_gun(SCENARIOS));
    for (typed, name) in [("12.1", "left"), ("12.1#c", "left"), ("1", "left"), ("2", "middle"), ("4", "far_right")] {
        begins(&game, typed, name);
    }
    // A printed case goes before a place in the list: the third is another.
    begins(&game, "3", "middle");
    begins(&game, "12.4#b", "far_right");
    for title in ["Further right", "further RIGHT"] {
        begins(&game, title, "far_right");
    }

    let all = "1 left (12.1) | 2 middle (3) | 3 right (12.4) | 4 far_right (12.4)";
    for typed in ["moon", "0", "5", "12", "12.2", "-1"] {
        let said = format!("there is no scenario `{typed}`: the game begins with {all}");
        refused(&["run", &game, &format!("--scenario={typed}")], 2, &said);
    }
    let several = "several scenarios are of 12.4: name one of them: 3 right (12.4) | 4 far_right (12.4)";
    refused(&["play", &game, "--scenario", "12.4"], 2, several);
}

#[test]
fn where_it_is_asked_it_is_shown_with_its_case_and_its_title_and_named_by_them() {
    let folder = folder("where_it_is_asked");
    let game = file(&folder, "small.wgr", one_gun(SCENARIOS));
    let at = |line: &str| typed(&["play", &game, "--seed", "1"], format!("{line}\nlog\n")).out;
    let said = at("help");
    let shown = "   1 left 12.1 \"On the left\"\n   2 middle 3 \"In the middle\"\n   3 right 12.4 \"On the right\"\n   4 far_right 12.4 \"Further right\"\n";
    assert!(said.contains(shown), "{said}");
    // Here a number is one of the list.
    for (line, name) in
        [("12.1", "left"), ("in the MIDDLE", "middle"), ("12.4#b", "far_right"), ("3", "right"), ("left", "left")]
    {
        let said = at(line);
        assert!(said.contains(&format!("Which game? > {name}\n")), "{line}: {said}");
    }
    let several = at("12.4");
    let which = "several scenarios are of 12.4: name one of them: 3 right (12.4) | 4 far_right (12.4)\n";
    assert!(several.contains(which) && !several.contains("wgr:"), "{several}");
    assert!(at("moon").contains("there is no scenario `moon`: the game begins with 1 left (12.1)"));
}

#[test]
fn the_only_scenario_is_named_too() {
    let folder = folder("the_only_scenario");
    let left: String = SCENARIOS
        .lines()
        .filter(|line| !line.contains("12.4") && !line.contains(" 3 {"))
        .fold(String::new(), |text, line| text + line + "\n");
    let game = file(&folder, "small.wgr", one_gun(&left));
    for typed in ["left", "12.1", "1"] {
        begins(&game, typed, "left");
    }
    refused(
        &["run", &game, "--scenario", "rest"],
        2,
        "there is no scenario `rest`: the game begins with 1 left (12.1)",
    );
}

#[test]
fn without_a_scenario_there_is_nothing_to_play() {
    let folder = folder("without_a_scenario");
    let game = file(&folder, "small.wgr", one_gun(""));
    for command in ["play", "run"] {
        refused(&[command, &game], 2, "there is no scenario, so there is nothing to play");
    }
    // Rules can be asked all the same.
    fine(&["why", &game, "may_rest", "B1"]);
}
