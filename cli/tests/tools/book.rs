//! `wgr cover`, `rulings`, `sizes`, `explain CASE`: a game beside its book.

use crate::new_game;
use crate::run::{file, fine, refused};

/// The new game with a ledger of its own.
fn with_ledger(test: &str) -> String {
    let game = new_game(test);
    let line = |id: &str, statement: &str, aside: &str, reason: &str| {
        format!("{id}\t{}\trule\t{statement}\t-\t-\t{aside}\t{reason}\n", id.rsplit_once('.').unwrap().0)
    };
    let text = [
        "id\tsection\tkind\tstatement\tdata\tnote\taside\treason\n".to_owned(),
        line("3.9.a", "The die is changed by the strengths.", "-", "-"),
        line("3.10.a", "A village helps the defender.", "-", "-"),
        line("2.6.a", "Two regiments at most stand in a hex.", "-", "-"),
        line("9.1.a", "The box holds two dice.", "component", "nothing is played with the second"),
        line("9.2.a", "Generals may be killed.", "-", "-"),
    ];
    let path = file(game.as_ref(), "ledger.tsv", text.concat());
    // Cases are cited with the letters of the ledger, where there is one.
    let cite = |name: &str, pairs: &[(&str, &str)]| {
        let path = format!("{game}/{name}");
        let held = pairs.iter().fold(crate::run::held(&path), |text, (from, to)| text.replace(from, to));
        file(game.as_ref(), name, held);
    };
    let bare = |section: &str| format!("{section}\t{section}\trule\tAs it stands.\t-\t-\t-\t-\n");
    let more: String = [
        "1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3", "2.4", "2.5", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7",
        "3.8",
    ]
    .map(bare)
    .concat();
    file(game.as_ref(), "ledger.tsv", crate::run::held(&path) + &more);
    cite("rules/3_combat.wgr", &[("3.9 ", "3.9#a "), ("3.10 ", "3.10#a ")]);
    cite("rules/2_movement.wgr", &[("2.6 ", "2.6#a ")]);
    game
}

#[test]
fn a_ledger_is_held_against_rules_and_examples() {
    let game = with_ledger("a_ledger_is_held");
    let said = fine(&["cover", &game]);
    assert!(said.contains("\n21 of 22 accounted for\n"), "{said}");
    assert!(said.contains("\nmissing (1): 9.2#a\n"), "{said}");
    let open = fine(&["cover", &game, "--list", "unexercised"]);
    // The examples attack; nobody marches in them.
    assert!(open.contains("2.6#a      Two regiments at most stand in a hex.\n"), "{open}");
    assert!(!open.contains("3.9#a") && !open.contains("3.10#a") && !open.contains("3.2 "), "{open}");
    assert_eq!(fine(&["cover", &game, "--list", "missing"]), "9.2#a      Generals may be killed.\n");
    let aside = "9.1#a      The box holds two dice.  [component: nothing is played with the second]\n";
    assert_eq!(fine(&["cover", &game, "--list", "aside"]), aside);
    let seen = fine(&["cover", &game, "--list", "unexercised", "--games", "5"]);
    assert!(seen.contains("2.6#a      Two regiments at most stand in a hex.  (seen in games of bots)\n"), "{seen}");
    let folder = crate::run::folder("report_of_mutants");
    let report = file(&folder, "report.jsonl", fine(&["mutate", &game, "--format", "json"]));
    let with = fine(&["cover", &game, "--mutants", &report]);
    let sums: serde_json::Value = serde_json::from_str(crate::run::held(&report).lines().last().unwrap()).unwrap();
    let [all, noticed] = [&["assertion", "trace", "nothing", "mistake"][..], &["assertion"]]
        .map(|words| words.iter().map(|word| sums[word].as_u64().unwrap()).sum::<u64>());
    assert!(all > noticed && noticed > 0, "{sums}");
    assert!(with.contains(&format!("\n{noticed} of {all} mutants are noticed by an example that fails\n")), "{with}");
    let cut = file(&folder, "cut.jsonl", crate::run::held(&report).lines().next().unwrap());
    refused(&["cover", &game, "--mutants", &cut], 2, "cut.jsonl:1: the report has no sums, so it is not whole");
    let data: serde_json::Value = serde_json::from_str(&fine(&["cover", &game, "--format", "json"])).unwrap();
    assert_eq!((&data["totals"]["lines"], &data["totals"]["missing"]), (&22.into(), &1.into()));
    let line = data["lines"].as_array().unwrap().iter().find(|line| line["case"] == "3.9#a").unwrap();
    assert_eq!((&line["stands"], &line["exercised"]), (&"encoded".into(), &true.into()));
}

#[test]
fn a_line_counts_by_its_own_case() {
    let game = with_ledger("a_line_counts_by_its_own_case");
    let path = format!("{game}/ledger.tsv");
    let more = "7.0.a\t7.0\trule\tFirst one side, then the other.\n7.0.b\t7.0\trule\tThen the next turn.\n\
                B.4.c.2\tB.4\trule\tIt must go on.\nG.a\tG\trule\tOnly once.\nG.b\tG\trule\tAnd not by night.\n\
                7.0.c\t7.0\trule\tIt may snow.\n";
    let more: String = more.lines().map(|line| format!("{line}\t-\t-\t-\t-\n")).collect();
    file(game.as_ref(), "ledger.tsv", crate::run::held(&path) + &more);
    let rules = "enum Sky { clear, snow \"Snow\" 7.0#c }\nstate sky: Sky = clear\nstate gone_on: 0..1 B.4 = 0\nstate nights: 0..9 7.0 = 0\n\
                 fact by_night G {\n    G#a \"Once\" by construction\n    \"Never\" no\n    \"At night\" yes when nights > 3\n}\n";
    file(game.as_ref(), "rules/7_more.wgr", rules);
    // `B.4` is all its lines; `7.0` and `G` are more lines than one.
    assert_eq!(fine(&["cover", &game, "--list", "section"]).lines().count(), 3);
    let stands = |case: &str| {
        let data: serde_json::Value = serde_json::from_str(&fine(&["cover", &game, "--format", "json"])).unwrap();
        let line = data["lines"].as_array().unwrap().iter().find(|line| line["case"] == case).unwrap().clone();
        (line["stands"].as_str().unwrap().to_owned(), line["exercised"].as_bool().unwrap())
    };
    assert_eq!(stands("B.4#c.2"), ("encoded".to_owned(), false));
    assert_eq!(stands("7.0#c"), ("encoded".to_owned(), false));
    assert_eq!(stands("7.0#a"), ("section".to_owned(), false));
    assert_eq!(stands("G#b"), ("section".to_owned(), false));
    assert_eq!(stands("G#a"), ("claimed".to_owned(), false));
    assert!(fine(&["cover", &game]).contains("\nby their section only (3): 7.0#a, 7.0#b, G#b\n"));
    // An example of its case shows what is so by construction.
    let examples = format!("{game}/examples/3_combat.wgr");
    let held = crate::run::held(&examples);
    file(game.as_ref(), "examples/3_combat.wgr", held.replace("drives them off\" of ", "drives them off\" of G#a, "));
    assert_eq!(stands("G#a"), ("encoded".to_owned(), true));
}

/// What is done leaves no row behind, whatever rows have the same case.
#[test]
fn what_is_done_is_shown_by_the_heading_of_an_example() {
    let game = with_ledger("what_is_done_is_shown");
    let path = format!("{game}/ledger.tsv");
    file(game.as_ref(), "ledger.tsv", crate::run::held(&path) + "5.0.a\t5.0\trule\tEach is counted.\t-\t-\t-\t-\n");
    let rules = "state counted: 0..99 = 0\nvalue worth(u: Regiment): 0..9 { 5.0#a \"Each\" = 1 }\n\
                 rule 5.0 \"Counting\" at end of combat {\n    \
                 5.0#a  \"Each of them\"  for each u in regiments of Blue { counted gains worth(u) }\n}\n";
    file(game.as_ref(), "rules/5_more.wgr", rules);
    let open = || fine(&["cover", &game, "--list", "unexercised"]).contains("5.0#a");
    assert!(open());
    let examples = format!("{game}/examples/3_combat.wgr");
    let held = crate::run::held(&examples);
    file(game.as_ref(), "examples/3_combat.wgr", held.replace("drives them off\" of ", "drives them off\" of 5.0#a, "));
    assert!(!open());
}

#[test]
fn examples_that_fail_show_nothing() {
    let game = with_ledger("examples_that_fail");
    let path = format!("{game}/examples/3_combat.wgr");
    file(game.as_ref(), "examples/3_combat.wgr", crate::run::held(&path).replace("odds is 0", "odds is 1"));
    refused(&["cover", &game], 1, "3 of 3 examples fail and count for nothing");
    let open = crate::run::run(&["cover", &game, "--list", "unexercised"]).out;
    assert!(open.contains("3.9#a"), "{open}");
}

#[test]
fn a_game_without_a_ledger_has_nothing_to_cover() {
    refused(&["cover", &new_game("without_a_ledger")], 2, "the game has no ledger");
}

#[test]
fn a_case_is_explained_by_what_stands_under_it() {
    let game = with_ledger("a_case_is_explained");
    let said = fine(&["explain", "3.9", &game]);
    assert!(said.starts_with("3.9#a: The die is changed by the strengths. (rule), ledger.tsv:2\n"), "{said}");
    assert!(said.contains("  3.9#a \"Each defender\" in value odds, "), "{said}");
    assert!(fine(&["explain", "9.2#a", &game]).ends_with("  no rule carries it\n"));
    refused(&["explain", "4.4", &game], 2, "nothing stands under the case `4.4`");
}

#[test]
fn rulings_are_told_with_what_carries_them() {
    let game = new_game("rulings_are_told");
    let path = format!("{game}/rules/3_combat.wgr");
    let rules = crate::run::held(&path).replace("is village\n", "is village   ruling Q-1\n")
        + "ruling Q-1 on 3.10 \"Only the hex itself?\" by \"the editors\" because \"a village is small\"\n";
    file(game.as_ref(), "rules/3_combat.wgr", rules);
    let said = fine(&["rulings", &game]);
    assert!(said.starts_with("Q-1 on 3.10: Only the hex itself?\n    the editors: a village is small\n"), "{said}");
    assert!(said.contains("    carried by 3.10 \"In the village\" in value odds ("), "{said}");
    assert!(said.ends_with("1 ruling, 0 provisional, 0 holes\n"), "{said}");
    let data: serde_json::Value = serde_json::from_str(&fine(&["rulings", &game, "--format", "json"])).unwrap();
    assert_eq!(data["rulings"][0]["carried_by"][0]["title"], "In the village");
}

#[test]
fn sizes_add_up() {
    let game = new_game("sizes_add_up");
    assert!(fine(&["sizes", &game]).starts_with("First game: a state has "));
    let data: serde_json::Value = serde_json::from_str(&fine(&["sizes", &game, "--format", "json"])).unwrap();
    let sum: u64 = data["sections"].as_array().unwrap().iter().map(|section| section["bytes"].as_u64().unwrap()).sum();
    assert_eq!(data["bytes"], sum);
    let place = data["cells"].as_array().unwrap().iter().find(|cell| cell["name"] == "place").unwrap();
    assert!(place["bits"].as_u64().unwrap() > 0);
}
