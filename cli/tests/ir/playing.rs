//! Checking and playing.

use crate::ran::{FAULTY, PATROL, file, fine, folder, run};
use crate::run::wgr;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

#[test]
fn check_says_one_line() {
    let path = file(&folder("check_says_one_line"), "patrol.ir", PATROL);
    let said = fine(&["ir", &path, "--check"]);
    let wanted = format!(
        "{path}: fine: 1 function, state of 40 bytes \
         (header 16, game 8, pieces 0, hexes 0, cups 8, frames 8, pending 0, truth 0)\n"
    );
    assert_eq!(said, wanted);
}

#[test]
fn check_tells_every_error_by_its_place() {
    let text = PATROL.replace("at := p\n", "at := 3\n").replace("end 9", "end Side.Red");
    let path = file(&folder("check_tells_every_error"), "patrol.ir", text);
    let ran = run(&["ir", &path, "--check"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    let places: Vec<&str> = ran.err.lines().filter_map(|line| line.strip_prefix(&format!("{path}:"))).collect();
    assert_eq!(places.len(), ran.err.lines().count(), "{}", ran.err);
    assert!(places[0].starts_with("18:23: ") && places.last().unwrap().starts_with("25:70: "), "{}", ran.err);
    let played = run(&["ir", &path]);
    assert_eq!((played.code, played.out, played.err), (1, String::new(), ran.err), "played it is refused alike");
}

#[test]
fn a_game_is_told_as_it_goes() {
    let path = file(&folder("a_game_is_told"), "patrol.ir", PATROL);
    let said = fine(&["ir", &path, "--seed", "3", "--most", "2"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "Patrol, seed 3");
    assert_eq!(
        lines[1],
        "1. Red, 4.1 \"Where the patrol goes\": to p1 | to p2 | to p3 | to p4 | to p5 | to p6 | to p7 | to p8 | to p9 \
         | to p10 | to p11 | to p12 | .. 4 more"
    );
    assert!(lines[2].starts_with("    > to p"), "{said}");
    assert!(lines[3].starts_with("      drew "), "{said}");
    assert_eq!(lines[4], "2. Blue, 5.1 \"Whether it is shot at\": shoot | wait");
    assert_eq!(*lines.last().unwrap(), "not over after 2 answers; --most lets it go on");
    let whole = fine(&["ir", &path, "--seed", "3"]);
    assert!(whole.starts_with(said.split_once("not over").unwrap().0), "{whole}");
    assert!(whole.lines().last().unwrap().starts_with("over after "), "{whole}");
    assert_eq!(whole, fine(&["ir", &path, "--seed", "3"]), "a seed is a game");
    assert_ne!(whole, fine(&["ir", &path, "--seed", "5"]).replace("seed 5", "seed 3"));
}

#[test]
fn a_fault_is_told_by_rule_and_place() {
    let path = file(&folder("a_fault_is_told"), "faulty.ir", FAULTY);
    let ran = (1..).map(|seed| run(&["ir", &path, "--seed", &seed.to_string()])).find(|ran| ran.code != 0).unwrap();
    let told = format!("RULE in main by 4.7,4.8 \"It cannot be filled\" at {path}:8:35: a rule says");
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains(&format!("    > go\n      FAULT {told}")), "{}", ran.out);
    assert!(ran.err.contains(&told) && ran.err.lines().count() == 1, "{}", ran.err);
}

#[test]
fn many_games_are_counted() {
    let folder = folder("many_games_are_counted");
    let path = file(&folder, "patrol.ir", PATROL);
    let said = fine(&["ir", &path, "--games", "60", "--seed", "7"]);
    let mut lines = said.lines();
    assert_eq!(lines.next(), Some("Patrol, games with seeds 7 to 66: 60"));
    let over = lines.filter_map(|line| line.trim_start().split_once("  over: "));
    let counts = over.map(|(count, _)| count.parse::<u64>().unwrap());
    assert_eq!(counts.sum::<u64>(), 60, "{said}");
    let cut = fine(&["ir", &path, "--games", "9", "--most", "0"]);
    let told = "Patrol, games with seeds 1 to 9: 9\n9  not over after 0 answers (first: seed 1)\nanswers a game: 0.0 (0 to 0)\n";
    assert!(cut.starts_with(told), "{cut}");

    let faulty = file(&folder, "faulty.ir", FAULTY);
    let ran = run(&["ir", &faulty, "--games", "40"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    let told = ran.out.lines().find(|line| line.contains("FAULT RULE in main by 4.7,4.8")).unwrap();
    let seed = told.rsplit_once("seed ").unwrap().1.trim_end_matches(')');
    assert!(ran.err.contains(&format!("--seed {seed}`")), "{}", ran.err);
    assert_eq!(run(&["ir", &faulty, "--seed", seed]).code, 1, "the seed that is named shows the fault");
    assert!(ran.out.contains("  over: 1\n"), "{}", ran.out);
}

#[test]
fn every_shape_plays() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/suite/shapes");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "ir") {
            let path = path.display().to_string();
            fine(&["ir", &path, "--check"]);
            assert!(fine(&["ir", &path, "--seed", "3"]).contains("\nover after "), "{path}");
        }
    }
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let path = file(&folder("a_reader_that_has_gone"), "patrol.ir", PATROL);
    for args in [&["ir", &path][..], &["ir", &path, "--check"], &["ir", &path, "--games", "9"], &["ir", "--help"]] {
        let mut child = wgr(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let code = child.wait().unwrap().code();
        let said: Vec<String> = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap).collect();
        assert_eq!((code, said), (Some(0), vec![]), "{args:?}");
    }
}

#[test]
fn help_tells_flags_and_exit_codes() {
    let said = fine(&["ir", "--help"]);
    for flag in ["--check", "--seed", "--most", "--games", "--save", "--load", "--log", "--replay", "Exit codes"] {
        assert!(said.contains(flag), "{flag}");
    }
    assert!(fine(&["--help"]).contains("Exit codes"));
}
