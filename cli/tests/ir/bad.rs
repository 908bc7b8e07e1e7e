//! Bad use and bad files: each is told with what to do, by exit code 1 or 2, without a panic.

use crate::ran::{FAULTY, PATROL, file, fine, folder, held, refused, run};

/// Bytes by a rule, most of them no text.
fn noise(count: u32) -> Vec<u8> {
    (0..count).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8 | 0x80).collect()
}

#[test]
fn bad_programs_are_refused() {
    let folder = folder("bad_programs");
    let here = folder.display().to_string();
    refused(&["ir", &format!("{here}/none.ir")], 2, "there is no such file: look at the path of the program");
    refused(&["ir", &here], 2, "this is a folder: name a program in it");
    refused(&["ir", &file(&folder, "noise.ir", noise(400))], 2, "byte 1 (line 1) is not UTF-8");
    let latin = [PATROL.as_bytes(), b"// Caf\xe9\n"].concat();
    refused(&["ir", &file(&folder, "latin.ir", latin)], 2, "(line 32) is not UTF-8");
    refused(&["ir", &file(&folder, "empty.ir", "")], 1, "empty.ir:1:1: expected `wgr`");
    refused(&["ir", &file(&folder, "letter.ir", "Dear Sir,\n")], 1, "letter.ir:1:1: expected `wgr`");
    refused(&["ir", &file(&folder, "nul.ir", [0; 64])], 1, "nul.ir:1:1:");
    for cut in (0..PATROL.len() - 1).step_by(97) {
        let path = file(&folder, "cut.ir", &PATROL[..cut]);
        refused(&["ir", &path], 1, "cut.ir:");
    }
    let no_main = PATROL.replace("main main\n", "");
    refused(&["ir", &file(&folder, "no_main.ir", no_main)], 1, "write `main NAME`");
}

#[test]
fn a_state_beyond_all_measure_is_refused() {
    let cells: String = (0..200).map(|at| format!("cell big{at}[int 0..1000000]: int 0..1000000\n")).collect();
    let path = file(&folder("beyond_all_measure"), "big.ir", PATROL.replace("cell at", &format!("{cells}cell at")));
    refused(&["ir", &path, "--check"], 1, "MiB together");
}

#[test]
fn marks_of_other_editors_are_borne() {
    let folder = folder("marks_of_other_editors");
    fine(&["ir", &file(&folder, "bom.ir", format!("\u{feff}{PATROL}")), "--check"]);
    fine(&["ir", &file(&folder, "crlf.ir", PATROL.replace('\n', "\r\n")), "--check"]);
}

#[test]
fn nothing_speaks_to_the_terminal() {
    let path = file(&folder("nothing_speaks"), "esc.ir", "wgr-ir 1 program \u{1b}[2J\u{7}");
    let ran = run(&["ir", &path]);
    assert!(ran.code == 1 && !ran.err.contains(['\u{1b}', '\u{7}']), "{:?}", ran.err);
}

#[test]
fn bad_saves_and_replays_are_refused() {
    let folder = folder("bad_saves");
    let path = file(&folder, "patrol.ir", PATROL);
    let other = file(&folder, "faulty.ir", FAULTY);
    let changed = file(&folder, "changed.ir", PATROL.replace("d >= 5", "d >= 4"));
    let (save, log) = (file(&folder, "s", ""), file(&folder, "l", ""));
    fine(&["ir", &path, "--most", "2", "--save", &save, "--log", &log]);
    for (flag, good, swapped, kind) in [("--load", &save, &log, "save"), ("--replay", &log, &save, "replay")] {
        let other_sort = if kind == "save" { "this is a replay, not a save" } else { "this is a save, not a replay" };
        refused(&["ir", &path, flag, &folder.display().to_string()], 2, "this is a folder");
        refused(&["ir", &path, flag, &format!("{good}.none")], 2, "there is no such file");
        refused(&["ir", &path, flag, &file(&folder, "noise", noise(99))], 2, "is not UTF-8");
        refused(&["ir", &path, flag, &file(&folder, "empty", "")], 2, &format!("this is no {kind}"));
        refused(&["ir", &path, flag, swapped], 2, other_sort);
        refused(&["ir", &path, flag, &path], 2, &format!("this is no {kind}, or its beginning is damaged"));
        let text = held(good);
        let half = file(&folder, "half", &text[..text.len() / 2]);
        refused(&["ir", &path, flag, &half], 2, "is cut short");
        refused(&["ir", &other, flag, good], 2, &format!("this {kind} is of `Patrol`, and the game is `Faulty`"));
        refused(&["ir", &changed, flag, good], 2, "was made with other rules of `Patrol`");
    }
}

#[test]
fn what_cannot_be_written_is_told() {
    let folder = folder("what_cannot_be_written");
    let path = file(&folder, "patrol.ir", PATROL);
    let here = folder.display().to_string();
    for flag in ["--save", "--log"] {
        refused(&["ir", &path, flag, &here], 2, "this is a folder: name a file in it");
        refused(&["ir", &path, flag, &format!("{here}/no/such")], 2, "there is no such folder");
        refused(&["ir", &path, flag, &path], 2, "a program is there and stays as it is");
    }
    assert_eq!(held(&path), PATROL);
    let one = format!("{here}/one");
    refused(&["ir", &path, "--save", &one, "--log", &one], 2, "--save and --log both name");
}

#[test]
fn bad_use_is_told() {
    let path = file(&folder("bad_use"), "patrol.ir", PATROL);
    for (more, said) in [
        (&["--seed", "x"][..], "invalid digit"),
        (&["--seed", "-1"], "invalid digit"),
        (&["--seed", "99999999999999999999"], "too large"),
        (&["--games", "0"], "0 is not in 1.."),
        (&["--games", "3", "--save", "s"], "cannot be used with"),
        (&["--check", "--games", "3"], "cannot be used with"),
        (&["--replay", "r", "--load", "s"], "cannot be used with"),
        (&["--sed", "3"], "'--seed'"),
        (&["more.ir"], "unexpected argument"),
    ] {
        refused(&[&["ir", &path], more].concat(), 2, said);
    }
    refused(&["ir"], 2, "<FILE>");
    refused(&["dance", &path], 2, "unrecognized subcommand");
    refused(&[], 2, "Usage: wgr [OPTIONS] <COMMAND>");
}
