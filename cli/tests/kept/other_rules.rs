//! A save that was made with other rules says which.

use crate::run::{fine, folder, held, refused};

/// A new game with its save, and the folder of both.
fn begun(test: &str) -> (String, String) {
    let folder = folder(test);
    let game = folder.join("river").display().to_string();
    fine(&["new", &game]);
    let save = folder.join("s").display().to_string();
    fine(&["run", &game, "--most", "3", "--save", &save]);
    (game, save)
}

fn change(game: &str, name: &str, from: &str, to: &str) {
    let path = format!("{game}/{name}");
    let text = held(&path);
    assert!(text.contains(from), "{text}");
    std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn the_rules_that_differ_are_named() {
    let (game, save) = begun("the_rules_that_differ");
    // A comment, blanks and an example are no rules.
    change(&game, "rules/3_combat.wgr", "permit may_attack(", "// A comment.\n\npermit   may_attack(");
    fine(&["run", &game, "--load", &save, "--most", "1"]);
    change(&game, "rules/3_combat.wgr", "- 1            when", "- 2            when");
    change(&game, "rules/1_sequence.wgr", "", "value quite_new: 0..9 9.1 { 9.1 \"Always\" = 3 }\n");
    refused(
        &["run", &game, "--load", &save],
        2,
        "this save was made with other rules of `River`: changed: `value odds`; new: `value quite_new 9.1`: \
         play it with the rules it was made with",
    );
}

#[test]
fn errata_that_count_are_named() {
    let (game, save) = begun("errata_that_count");
    std::fs::create_dir(format!("{game}/house")).unwrap();
    let house = "errata \"Walls\" to \"River\" language 1 { amend 3.10 \"In the village\" was - 1 now - 2 }\n";
    std::fs::write(format!("{game}/house/walls.wgr"), house).unwrap();
    refused(
        &["run", &game, "--load", &save, "--with", "walls"],
        2,
        "other rules of `River`: made without \"Walls\"; changed: `value odds`: play it with the rules",
    );
    let other = format!("{save}.other");
    let told = fine(&["run", &game, "--with", "walls", "--most", "3", "--save", &other]);
    assert!(told.starts_with("River, with \"Walls\", seed "), "{told}");
    fine(&["run", &game, "--with", "walls", "--most", "3", "--load", &other]);
    refused(
        &["run", &game, "--load", &other],
        2,
        "other rules of `River`: made with \"Walls\"; changed: `value odds`: play",
    );
    // Errata that say something else now are not those that it was made with.
    change(&game, "house/walls.wgr", "now - 2", "now - 3");
    refused(&["run", &game, "--with", "walls", "--load", &other], 2, "of `River`: changed: `value odds`: play it");
}
