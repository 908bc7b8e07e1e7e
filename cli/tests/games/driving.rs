//! Conversations with `wgr drive`: what goes in is `tests/driving/NAME.talk`, and both sides of it are a snapshot.
//!
//! The first line of a talk says how the verb is called; `$SUITE` is the folder of the suite, `$FAULTY` and
//! `$PATROL` are small games. Every other line that is not empty
//! and no comment (`#`) goes in as it stands, and gets one line back.

use crate::{run, small};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

const SUITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/suite");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// What comes back for these lines, the opening line first.
fn heard(args: &[&str], lines: &str) -> run::Ran {
    let mut command = run::wgr(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap().into()
}

fn talk(name: &str) {
    let script = run::held(&format!("{}/tests/driving/{name}.talk", env!("CARGO_MANIFEST_DIR")));
    let (first, said) = script.split_once('\n').unwrap();
    let folder = run::folder(&format!("driving_{name}"));
    let small = [("$FAULTY", small::FAULTY), ("$PATROL", small::PATROL)];
    let small = small.map(|(name, text)| (name, run::file(&folder, &format!("{}.wgr", &name[1..]), text)));
    let shown =
        |text: &str| small.iter().fold(text.replace(SUITE, "$SUITE"), |text, (name, path)| text.replace(path, name));
    let first = small.iter().fold(first.replace("$SUITE", SUITE), |first, (name, path)| first.replace(name, path));
    let args: Vec<&str> = std::iter::once("drive").chain(first.split(' ')).collect();
    let said: Vec<&str> = said.lines().filter(|line| !line.is_empty()).collect();
    let goes_in: String = said.iter().filter(|line| !line.starts_with("# ")).map(|line| format!("{line}\n")).collect();
    let ran = heard(&args, &goes_in);
    let mut out = ran.out.lines();
    let mut told = format!("<- {}\n", out.next().unwrap_or_default());
    for line in said {
        if line.starts_with("# ") {
            told.push_str(&format!("\n{line}\n"));
        } else {
            let reply = shown(out.next().expect("each line gets one back"));
            assert!(serde_json::from_str::<Value>(&reply).is_ok(), "{reply}");
            told.push_str(&format!("-> {line}\n<- {reply}\n"));
        }
    }
    assert_eq!(out.next(), None);
    told.push_str(&format!("\nexit {}\n{}", ran.code, ran.err));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../driving");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, told));
}

#[test]
fn a_combat_with_forced_dice() {
    talk("a_combat");
}

#[test]
fn dice_and_draws_fall_as_they_are_told_to() {
    talk("a_patrol");
}

#[test]
fn a_side_is_told_what_it_may_know() {
    talk("a_side");
}

#[test]
fn whatever_comes_in_is_answered() {
    talk("bad_lines");
}

/// In a game that hides something, too, and without a word of whose seat it is.
#[test]
fn a_position_that_was_given_out_is_taken_up_in_another_session() {
    let game = format!("{SUITE}/seats/unseen_orders.wgr");
    let given = heard(&["drive", &game], "{\"position\": true}\n");
    let reply: Value = serde_json::from_str(given.out.lines().nth(1).unwrap()).unwrap();
    let position = &reply["position"];
    assert!(position.is_object(), "{reply}");
    let taken = heard(&["drive", &game], &format!("{{\"begin\": {position}}}\n{{\"position\": true}}\n"));
    let again: Value = serde_json::from_str(taken.out.lines().nth(2).unwrap()).unwrap();
    assert_eq!(again["position"], *position, "{}", taken.out);
    assert_eq!((taken.code, taken.err.as_str()), (0, ""));
}

#[test]
fn a_rule_that_faults_is_told_and_ends_with_one() {
    talk("a_fault");
}

/// The sample of docs/driving.md.
#[test]
fn a_program_plays_la_fleur_to_its_end() {
    let (program, game) = (format!("{ROOT}/docs/driving/play.py"), format!("{ROOT}/games/fleur-au-fusil"));
    let mut command = Command::new("python3");
    let ran = command.args([program.as_str(), env!("CARGO_BIN_EXE_wgr"), &game, "at_eight"]).output();
    let ran: run::Ran = ran.expect("python3 is needed to try the sample of docs/driving.md: install it").into();
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.contains(" answers, ") && ran.out.contains("over: "), "{}", ran.out);
}
