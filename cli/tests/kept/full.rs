//! A full disk: a limit on the length of files stands for it, so that an ordinary test can have one. What was there
//! stands whole, nothing is left behind, and the run says what happened.

use crate::run::Ran;
use crate::run::{file, fine, folder, held};
use crate::{names, place};
use std::path::Path;
use std::process::Command;

/// A run in which no file may become longer than `blocks` of 512 bytes (or of 1024: shells differ).
fn limited(blocks: u32, args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    // Where the signal is let through, the system kills whoever writes too much.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_wgr")]).args(args);
    command
}

#[track_caller]
fn fails(blocks: u32, args: &[&str]) -> Ran {
    let ran: Ran = limited(blocks, args).output().unwrap().into();
    assert_eq!(ran.code, 2, "{args:?}: {}{}", ran.out, ran.err);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    ran
}

#[test]
fn the_old_save_stands() {
    let (folder, path) = place("full_save");
    let (save, log) = (folder.join("s").display().to_string(), folder.join("l").display().to_string());
    fine(&["run", &path, "--most", "2", "--save", &save, "--log", &log]);
    let before = (held(&save), held(&log));
    for blocks in [0, 1] {
        for (flag, sort, file) in [("--save", "save", &save), ("--log", "replay", &log)] {
            let ran = fails(blocks, &["run", &path, flag, file]);
            let told = format!(
                "{file}: the {sort} is not kept: it is longer than files may be here, and what was there is untouched"
            );
            assert!(ran.err.contains(&told), "{}", ran.err);
        }
    }
    let new = folder.join("new").display().to_string();
    fails(1, &["run", &path, "--save", &new]);
    assert_eq!((held(&save), held(&log)), before);
    assert_eq!(names(&folder), ["l", "patrol.wgr", "s"], "nothing is left behind");
}

#[test]
fn who_is_killed_for_writing_too_much_loses_nothing() {
    let (folder, path) = place("full_killed");
    let save = folder.join("s").display().to_string();
    fine(&["run", &path, "--most", "2", "--save", &save]);
    let before = held(&save);
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -f 1; ulimit -c 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_wgr")]);
    let ended = command.args(["run", &path, "--save", &save]).output().unwrap().status;
    assert_eq!(ended.code(), None, "the signal ends it: {ended}");
    assert_eq!(held(&save), before);
    assert_eq!(names(&folder).len(), 3, "what was begun lies beside");
    fine(&["run", &path, "--save", &save]);
    assert_eq!(names(&folder), ["patrol.wgr", "s"], "and goes with the next save");
}

#[test]
fn rules_stand_and_each_file_is_told() {
    let folder = folder("full_fmt");
    let crooked = "fact f otherwise no {\n  1.1 \"A\" yes when a // why\n}\n".repeat(40);
    let files = ["a.wgr", "b.wgr"].map(|name| file(&folder, name, &crooked));
    let small = file(&folder, "c.wgr", "fact f otherwise no {\n  1.1 \"A\" yes when a\n}\n");
    let here = folder.display().to_string();
    let ran = fails(1, &["fmt", &here]);
    for file in &files {
        assert!(ran.err.contains(&format!("{file}: the file of rules is not kept: it is longer than")), "{}", ran.err);
        assert_eq!(held(file), crooked);
    }
    assert_eq!(ran.out, format!("{small}: laid out\n3 files, 1 laid out, 2 left as they were\n"));
    assert_eq!(names(&folder), ["a.wgr", "b.wgr", "c.wgr"]);
    assert!(fine(&["fmt", &here]).ends_with("3 files, 2 laid out\n"));
}

#[test]
fn a_new_game_is_there_whole_or_not_at_all() {
    let folder = folder("full_new");
    let game = folder.join("river").display().to_string();
    let ran = fails(1, &["new", &game]);
    assert!(ran.err.contains("the new folder is not kept: it is longer than files may be here"), "{}", ran.err);
    assert_eq!(names(&folder), Vec::<String>::new());
    fine(&["new", &game]);
    fine(&["check", &game]);
}

#[test]
fn each_trace_that_cannot_be_written_is_told() {
    let folder = folder("full_traces");
    let game = folder.join("river").display().to_string();
    fine(&["new", &game]);
    let snaps = Path::new(&game).join("snap");
    let kept = names(&snaps);
    for name in &kept {
        let path = snaps.join(name).display().to_string();
        std::fs::write(&path, held(&path).replacen("example", "instance", 3)).unwrap();
    }
    let before: Vec<String> = kept.iter().map(|name| held(&snaps.join(name).display().to_string())).collect();
    let ran = fails(0, &["test", &game, "--accept"]);
    assert_eq!(ran.err.matches("the trace is not kept").count(), kept.len(), "{}", ran.err);
    assert!(ran.out.contains(&format!("{} traces not written", kept.len())), "{}", ran.out);
    let after: Vec<String> = kept.iter().map(|name| held(&snaps.join(name).display().to_string())).collect();
    assert!(before == after && names(&snaps) == kept);
}
