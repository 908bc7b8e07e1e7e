//! Bad use and bad files: each is told with what to do, by exit code 1 or 2, without a panic.

use crate::run::{file, fine, folder, held, refused, run};
use crate::small::{FAULTY, PATROL};

/// Bytes by a rule, most of them no text.
fn noise(count: u32) -> Vec<u8> {
    (0..count).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8 | 0x80).collect()
}

#[test]
fn bad_games_are_refused() {
    let folder = folder("bad_games");
    let here = folder.display().to_string();
    refused(&["run", &format!("{here}/none.wgr")], 2, "there is no such file: look at the path of the game");
    refused(&["run", &here], 2, "no file of rules is in this folder");
    refused(&["run", &file(&folder, "patrol.ir", PATROL)], 2, "this is no file of rules: name a `.wgr` file");
    refused(&["run", &file(&folder, "noise.wgr", noise(400))], 2, "byte 1 (line 1) is not UTF-8");
    let latin = [PATROL.as_bytes(), b"// caf\xe9\n"].concat();
    let line = PATROL.lines().count() + 1;
    refused(&["run", &file(&folder, "latin.wgr", latin)], 2, &format!("(line {line}) is not UTF-8"));
    refused(&["run", &file(&folder, "empty.wgr", "")], 1, "empty.wgr:1:1: ");
    refused(&["run", &file(&folder, "letter.wgr", "Dear Sir,\n")], 1, "letter.wgr:1:1: ");
    refused(&["run", &file(&folder, "nul.wgr", [0; 64])], 1, "nul.wgr:1:1: ");
    for cut in (0..PATROL.len() - 200).step_by(97) {
        let path = file(&folder, "cut.wgr", &PATROL[..cut]);
        refused(&["run", &path], 1, "cut.wgr:");
    }
}

#[test]
fn marks_of_other_editors_are_borne() {
    let folder = folder("marks_of_other_editors");
    fine(&["run", &file(&folder, "bom.wgr", format!("\u{feff}{PATROL}"))]);
    fine(&["run", &file(&folder, "crlf.wgr", PATROL.replace('\n', "\r\n"))]);
}

#[test]
fn nothing_speaks_to_the_terminal() {
    let path = file(&folder("nothing_speaks"), "esc.wgr", "game \u{1b}[2J\u{7}");
    let ran = run(&["run", &path]);
    assert!(ran.code == 1 && !ran.err.contains(['\u{1b}', '\u{7}']), "{:?}", ran.err);
}

#[test]
fn bad_saves_and_replays_are_refused() {
    let folder = folder("bad_saves");
    let path = file(&folder, "patrol.wgr", PATROL);
    let other = file(&folder, "faulty.wgr", FAULTY);
    let changed = file(&folder, "changed.wgr", PATROL.replace("white >= 5", "white >= 4"));
    let (save, log) = (file(&folder, "s", ""), file(&folder, "l", ""));
    fine(&["run", &path, "--most", "2", "--save", &save, "--log", &log]);
    for (flag, good, swapped, kind) in [("--load", &save, &log, "save"), ("--replay", &log, &save, "replay")] {
        let other_sort = if kind == "save" { "this is a replay, not a save" } else { "this is a save, not a replay" };
        refused(&["run", &path, flag, &folder.display().to_string()], 2, "this is a folder");
        refused(&["run", &path, flag, &format!("{good}.none")], 2, "there is no such file");
        refused(&["run", &path, flag, &file(&folder, "noise", noise(99))], 2, "is not UTF-8");
        refused(&["run", &path, flag, &file(&folder, "empty", "")], 2, &format!("this is no {kind}"));
        refused(&["run", &path, flag, swapped], 2, other_sort);
        refused(&["run", &path, flag, &path], 2, &format!("this is no {kind}, or its beginning is damaged"));
        let text = held(good);
        let half = file(&folder, "half", &text[..text.len() / 2]);
        refused(&["run", &path, flag, &half], 2, "is cut short");
        refused(&["run", &other, flag, good], 2, &format!("this {kind} is of `Patrol`, and the game is `Faulty`"));
        refused(&["run", &changed, flag, good], 2, "was made with other rules of `Patrol`");
    }
}

#[test]
fn what_cannot_be_written_is_told() {
    let folder = folder("what_cannot_be_written");
    let path = file(&folder, "patrol.wgr", PATROL);
    let here = folder.display().to_string();
    for flag in ["--save", "--log"] {
        refused(&["run", &path, flag, &here], 2, "this is a folder: name a file in it");
        refused(&["run", &path, flag, &format!("{here}/no/such")], 2, "there is no such folder");
        refused(&["run", &path, flag, &path], 2, "a file of rules is there and stays as it is");
    }
    assert_eq!(held(&path), PATROL);
    let one = format!("{here}/one");
    refused(&["run", &path, "--save", &one, "--log", &one], 2, "--save and --log both name");
}

#[test]
fn bad_use_is_told() {
    let path = file(&folder("bad_use"), "patrol.wgr", PATROL);
    for (more, said) in [
        (&["--seed", "x"][..], "invalid digit"),
        (&["--seed", "-1"], "invalid digit"),
        (&["--seed", "99999999999999999999"], "too large"),
        (&["--games", "0"], "0 is not in 1.."),
        (&["--games", "3", "--save", "s"], "cannot be used with"),
        (&["--replay", "r", "--load", "s"], "cannot be used with"),
        (&["--sed", "3"], "'--seed'"),
        (&["more.wgr"], "unexpected argument"),
    ] {
        refused(&[&["run", &path], more].concat(), 2, said);
    }
    refused(&["run"], 2, "<GAME>");
    refused(&["ir", &path], 2, "unrecognized subcommand");
    refused(&[], 2, "Usage: wgr [OPTIONS] <COMMAND>");
}
