//! `wgr test --with`: what errata change lies apart.

use crate::one_gun;
use crate::run::{file, fine, folder, held, run};

const REST: &str = r#"value range(u: Gun): 0..9 { 5.2 "As printed" = 3 }
scenario apart "Apart" { 0101: B1 }
example "At rest" of 5.1 at apart { when rest B1 by Blue }
example "How far" of 5.2 at apart { expect range(B1) >= 1 from "As printed" }
"#;

const ERRATA: &str = r#"errata "Far" to "Small" language 1 source "the editors" {
    amend 5.2 "As printed" was = 3 now = 5
}
example "Further" of 5.2 at apart { expect range(B1) is 5 from "As printed" 5 }
"#;

#[test]
fn traces_that_errata_change_lie_in_a_folder_of_their_own() {
    let folder = folder("traces_that_errata_change");
    file(&folder, "game.wgr", one_gun(REST));
    std::fs::create_dir(folder.join("errata")).unwrap();
    file(&folder.join("errata"), "far.wgr", ERRATA);
    let game = folder.display().to_string();
    let snap = |name: &str| folder.join("snap").join(name).display().to_string();
    let is_there = |name: &str| folder.join(name).exists();

    fine(&["test", &game, "--accept"]);
    let plain = held(&snap("how_far.snap"));
    let first = run(&["test", &game, "--with", "far"]);
    assert!(first.code == 1 && first.out.contains("traces: 1 new, 1 changed"), "{}", first.out);
    assert!(is_there("errata/snap/far/how_far.snap.new") && !is_there("snap/how_far.snap.new"), "{}", first.out);

    fine(&["test", &game, "--with", "far", "--accept"]);
    assert!(is_there("errata/snap/far/how_far.snap") && is_there("errata/snap/far/further.snap"));
    assert!(!is_there("errata/snap/far/at_rest.snap"), "what is the same lies there once");
    assert_eq!(held(&snap("how_far.snap")), plain, "the game without errata keeps its own");

    // Both are green now, one after the other.
    assert!(!fine(&["test", &game]).contains("errata"));
    let again = fine(&["test", &game, "--with", "far"]);
    assert!(again.contains("fine    How far (5.2)\n          another than without errata: "), "{again}");
    assert!(again.contains("3 examples fine, 2 of them other than without errata\n"), "{again}");

    // What errata change no more is told, and goes when that is accepted.
    file(&folder, "game.wgr", one_gun(&REST.replace("= 3", "= 5")));
    file(&folder.join("errata"), "far.wgr", ERRATA.replace("    amend 5.2 \"As printed\" was = 3 now = 5\n", ""));
    fine(&["test", &game, "--accept"]);
    fine(&["test", &game, "--with", "far", "--accept"]);
    assert!(!is_there("errata/snap/far/how_far.snap") && is_there("errata/snap/far/further.snap"));
}

#[test]
fn an_example_that_is_set_aside_is_told_and_tried() {
    let folder = folder("an_example_set_aside");
    let with = "example \"Long\" of 5.2 with \"Far\" at apart { expect range(B1) is 5 }\n";
    let without = "example \"Short\" of 5.2 without \"Far\" at apart { expect range(B1) is 3 }\n";
    let behind = "example \"Behind\" of 5.2 after \"Short\" { expect range(B1) is 3 }\n";
    file(&folder, "game.wgr", one_gun(&format!("{REST}{with}{without}{behind}")));
    std::fs::create_dir(folder.join("errata")).unwrap();
    let why = "    set aside \"How far\" because \"it is farther\"\n}";
    let set_aside = ERRATA.replace("\n}\nexample", &format!("\n{why}\nexample"));
    file(&folder.join("errata"), "far.wgr", set_aside);
    let game = folder.display().to_string();
    let test = |more: &[&str]| run(&[&["test", &game, "--games", "0"][..], more].concat());

    test(&["--accept"]);
    let plain = test(&[]);
    assert!(plain.out.contains("aside   Long (5.2)\n          it is played with \"Far\" alone\n"), "{}", plain.out);
    assert!(plain.out.ends_with("4 examples fine, 1 set aside\n"), "{}", plain.out);

    // `How far` says only that it is one or more: that holds all the same.
    test(&["--with", "far", "--accept"]);
    let ran = test(&["--with", "far"]);
    let short = "aside   Short (5.2)\n          it is played without \"Far\"\n";
    let told = short.to_owned() + "aside   Behind (5.2)\n          it goes on behind \"Short\"\n";
    assert!(ran.code == 1 && ran.out.contains(&told), "{}", ran.out);
    let vain = "far.wgr:3:5: it holds, and is set aside (set aside by \"Far\": it is farther)\n";
    assert!(ran.out.contains(vain), "{}", ran.out);
    assert!(ran.out.contains("FAILS   How far (5.2)\n"), "{}", ran.out);
    assert!(
        ran.out.contains("3 examples fine, 1 failed, 2 of them other than without errata, 2 set aside\n"),
        "{}",
        ran.out
    );
    let json = test(&["--with", "far", "--format", "json", "--filter", "short"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&json["aside"], &json["holds"]), (&"it is played without \"Far\"".into(), &false.into()));

    // Once it says what these errata change, it is set aside for good.
    file(&folder, "game.wgr", one_gun(&format!("{}{with}{without}{behind}", REST.replace(">= 1", "is 3"))));
    test(&["--accept"]);
    let far = fine(&["test", &game, "--games", "0", "--with", "far"]);
    assert!(far.ends_with("3 examples fine, 2 of them other than without errata, 3 set aside\n"), "{far}");
}

#[test]
fn a_house_rule_has_cases_of_its_own() {
    let folder = folder("a_house_rule_has_cases");
    file(&folder, "game.wgr", one_gun(REST));
    let ledger = "id\tsection\tstatement\n2.0\t2.0\tIn turn.\n5.1.a\t5.1\tIt rests.\n5.2.a\t5.2\tHow far it shoots.\n";
    file(&folder, "ledger.tsv", ledger);
    std::fs::create_dir(folder.join("house")).unwrap();
    let house = ERRATA
        .replace("    amend", "    case H.1 \"It shoots farther\"\n    set aside \"How far\" because \"two rows make it\"\n    add to range H.1 \"Farther\" + 1\n    amend");
    let house = house.replace(
        "of 5.2 at apart { expect range(B1) is 5 from \"As printed\" 5 }",
        "of H.1 at apart { expect range(B1) is 6 }",
    );
    file(&folder.join("house"), "far.wgr", house.replace("\"Far\"", "\"Farther\""));
    let game = folder.display().to_string();

    let cover = fine(&["cover", &game, "--with", "far", "--format", "json"]);
    let cover: serde_json::Value = serde_json::from_str(&cover).unwrap();
    let of_house = cover["lines"].as_array().unwrap().iter().find(|line| line["case"] == "H.1").unwrap();
    assert_eq!((&of_house["stands"], &of_house["exercised"]), (&"encoded".into(), &true.into()), "{of_house}");
    assert!(!fine(&["cover", &game, "--format", "json"]).contains("H.1"), "the book has no such case");
    let explained = fine(&["explain", "H.1", &game, "--with", "far"]);
    assert!(
        explained.starts_with("H.1: It shoots farther (house rule), far.wgr:2\n  H.1 \"Farther\" in "),
        "{explained}"
    );
    let why = fine(&["why", &game, "--with", "far", "range", "B1"]);
    assert!(why.contains("H.1 \"Farther\""), "{why}");
}
