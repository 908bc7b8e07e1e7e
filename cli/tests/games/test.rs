//! `wgr test`.

use crate::run::{file, fine, folder, held, refused, run};
use crate::skirmish;
use crate::small::PATROL;
use std::path::Path;

#[test]
fn traces_are_accepted_and_held() {
    let folder = folder("traces_are_accepted");
    let game = skirmish(&folder);
    let snap = |name: &str| folder.join("snap").join(name).display().to_string();

    let first = run(&["test", &game, "--games", "0"]);
    assert_eq!(first.code, 1, "nothing is accepted yet: {}", first.out);
    assert!(first.out.contains("new     Two against a wood (7.7#b, 7.5#a)"), "{}", first.out);
    assert!(
        first.out.ends_with("3 examples fine; traces: 3 new: if they are right, `--accept` keeps them\n"),
        "{}",
        first.out
    );
    assert!(Path::new(&snap("two_against_a_wood.snap.new")).exists());

    let accepted = fine(&["test", &game, "--accept"]);
    assert!(accepted.ends_with("3 examples fine; traces accepted: 3 new\n"), "{accepted}");
    assert!(!Path::new(&snap("two_against_a_wood.snap.new")).exists());
    let trace = held(&snap("two_against_a_wood.snap"));
    let head = "---\nwgr: trace 1\nsource: skirmish.wgr\nexpression: \"example \\\"Two against a wood\\\"\"\n---\n";
    assert!(
        trace.starts_with(&format!("{head}example \"Two against a wood\" of 7.7#b, 7.5#a\n\nat wood\n")),
        "{trace}"
    );

    let again = fine(&["test", &game, "--games", "0"]);
    assert!(again.ends_with("fine    Only one can lead (7.7#a)\n3 examples fine\n"), "{again}");
    assert_eq!(fine(&["test", &game, "--games", "0", "--format", "short"]), "");
}

#[test]
fn what_a_trace_does_not_say_any_more_is_told() {
    let folder = folder("a_trace_changed");
    let game = skirmish(&folder);
    fine(&["test", &game, "--accept"]);
    let path = folder.join("snap/two_against_a_wood.snap").display().to_string();
    let changed = held(&path).replace("rolled 1..6 at 7.1: 5", "rolled 1..6 at 7.1: 6");
    std::fs::write(&path, changed).unwrap();
    std::fs::write(folder.join("snap/gone.snap"), "---\nwgr: trace 1\nsource: x\n---\nx\n").unwrap();
    std::fs::write(folder.join("snap/rules.snap"), "---\nexpression: rules\n---\nx\n").unwrap();

    let ran = run(&["test", &game, "--games", "0"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.out.contains("changed Two against a wood"), "{}", ran.out);
    assert!(
        ran.out.contains("  roll 5\n          -   rolled 1..6 at 7.1: 6\n          +   rolled 1..6 at 7.1: 5\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("gone.snap: left over: no example is called so"), "{}", ran.out);
    assert!(!ran.out.contains("rules.snap"), "other texts are left alone: {}", ran.out);
    assert!(ran.out.contains("traces: 1 changed, 1 left over"), "{}", ran.out);
    let short = run(&["test", &game, "--games", "0", "--format", "short"]);
    assert_eq!((short.code, short.out.lines().count()), (1, 2), "{}", short.out);
    // Whoever asks for one example is told of that one.
    let one = fine(&["test", &game, "--filter", "can LEAD"]);
    assert_eq!(one, "fine    Only one can lead (7.7#a)\n1 example fine\n");

    fine(&["test", &game, "--accept"]);
    assert!(held(&path).contains("rolled 1..6 at 7.1: 5"));
    assert!(!folder.join("snap/gone.snap").exists() && folder.join("snap/rules.snap").exists());
}

#[test]
fn a_failure_is_told_with_what_to_type() {
    let folder = folder("a_failure_is_told");
    let game = skirmish(&folder);
    let examples = held(&folder.join("skirmish.wgr").display().to_string());
    file(&folder, "skirmish.wgr", examples.replace("roll   5", "roll   5, 6"));
    let ran = run(&["test", &game, "--accept"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let told = "\
FAILS   Two against a wood (7.7#b, 7.5#a)
  {}:110:5: `roll 6`: no die falls here
    | roll 5, 6
    found    7.9 \"Where do they go back to?\" asks French: pick 0204, 0304, 0403, 0404
    help: answer that first: write `answer 7.9 by French: 0204` before this line
";
    let told = told.replace("{}", &game);
    assert!(ran.out.starts_with(&told), "{}", ran.out);
    assert!(ran.out.contains("it continues \"Two against a wood\", which fails"), "{}", ran.out);
    assert!(ran.out.ends_with("1 example fine, 2 failed; traces accepted: 1 new\n"), "{}", ran.out);
    assert!(!folder.join("snap/two_against_a_wood.snap").exists(), "a failure is not accepted");

    let json = run(&["test", &game, "--games", "0", "--format", "json"]);
    assert_eq!(json.code, 1);
    let lines: Vec<serde_json::Value> = json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["failure"]["what"], "`roll 6`: no die falls here");
    assert_eq!(lines[2]["trace"], "same");
}

#[test]
fn games_without_examples_are_told() {
    let folder = folder("bad_examples");
    let patrol = file(&folder, "patrol.wgr", PATROL);
    assert_eq!(fine(&["test", &patrol, "--games", "0"]), "Patrol: there are no examples\n");
    let game = skirmish(&folder);
    refused(&["test", &game, "--filter", "moon"], 2, "no example holds `moon`: there are \"Two against a wood\"");
}

/// The games that lie below this folder.
pub(crate) fn games_below(folder: &Path, found: &mut Vec<String>) {
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        if path.join("game.wgr").is_file() {
            found.push(path.display().to_string());
        } else {
            games_below(&path, found);
        }
    }
}

#[test]
fn the_games_that_are_shipped_keep_their_traces() {
    let mut games = Vec::new();
    games_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../games"), &mut games);
    assert!(!games.is_empty());
    for game in games {
        assert_eq!(fine(&["test", &game, "--games", "0", "--format", "short"]), "", "{game}");
        let beside = ["errata", "house"].map(|folder| std::fs::read_dir(Path::new(&game).join(folder)));
        let paths = beside.into_iter().flatten().flatten().map(|errata| errata.unwrap().path());
        for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "wgr")) {
            let errata = path.display().to_string();
            let told = fine(&["test", &game, "--with", &errata, "--games", "0", "--format", "short"]);
            assert_eq!(told, "", "{game} with {errata}");
        }
    }
}

/// A hole that only the scene comes to: games of the scenario never do.
const OF_A_SCENE: &str = r#"game "M" { sides Blue, Red
    dice white d6
    hexes CCRR flat, odd columns half a hex south, columns 1..2, rows 1..2 }
piece Man "man" { flags moved until end of go }
order Blue {
    Man
    B1
}
order Red {
    Man
    R1
}
action walk(u: Man of phasing where not it.moved) 1.1 during go {
    1.2 "It goes"  u.moved becomes yes
    1.3 "Lost"     if u.hex is 0202 { 1.4 "Torn" hole "page 7 is torn" }
}
sequence 1.0 { turns 1..1 { player turns Blue, Red { phase go 1 "Go" { any number of walk } } } }
scenario s "S" {
    0101: B1
    0102: R1
}
scene q "q" in go of Blue {
    0202: B1
    0102: R1
}
"#;

#[test]
fn random_games_begin_with_the_scenario_and_not_with_a_scene() {
    let folder = folder("random_games_begin_with_the_scenario");
    let game = file(&folder, "m.wgr", OF_A_SCENE);
    let told = run(&["test", &game, "--games", "40"]);
    assert!(told.out.ends_with("40 random games fine: 1 scenario, seeds 1 to 40\n"), "{}", told.out);
}
