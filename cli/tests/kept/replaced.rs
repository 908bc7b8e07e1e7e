//! Only a file that wgr wrote as the same sort is replaced.

use crate::run::{file, fine, folder, held, refused, run};
use crate::small::{FAULTY, PATROL};
use crate::typed::typed;
use crate::{names, place};

#[test]
fn a_file_that_wgr_did_not_write_as_the_same_sort_stays() {
    let (folder, path) = place("not_of_the_same_sort");
    let (save, log) = (file(&folder, "s", ""), file(&folder, "l", ""));
    fine(&["run", &path, "--most", "1", "--save", &save, "--log", &log]);
    let (saved, logged) = (held(&save), held(&log));
    let rules = file(&folder, "rules.wgr", FAULTY);
    let letter = file(&folder, "letter.txt", "Dear Sir,\n");
    let json = file(&folder, "other.json", "{ \"save\": 2 }\n");
    for (flag, there, what) in [
        ("--save", &rules, "the save is not kept: a file of rules is there and stays as it is"),
        ("--save", &path, "the save is not kept: a file of rules is there and stays as it is"),
        ("--save", &letter, "a file that wgr did not write as a save is there and stays as it is"),
        ("--save", &json, "a file that wgr did not write as a save is there and stays as it is"),
        ("--save", &log, "the save is not kept: a replay is there and stays as it is"),
        ("--log", &save, "the replay is not kept: a save is there and stays as it is"),
        ("--log", &rules, "the replay is not kept: a file of rules is there and stays as it is"),
    ] {
        let before = held(there);
        refused(&["run", &path, "--most", "1", flag, there], 2, what);
        refused(&["run", &path, "--most", "1", flag, there], 2, "name another file, or remove it first");
        assert_eq!(held(there), before, "{flag} {there}");
    }
    // What was asked for is looked at before anything is played.
    assert_eq!(run(&["run", &path, "--save", &letter]).out, "");
    assert_eq!((held(&save), held(&log)), (saved, logged));
    assert_eq!(names(&folder), ["l", "letter.txt", "other.json", "patrol.wgr", "rules.wgr", "s"]);
}

#[test]
fn a_save_typed_in_a_game_is_kept_as_carefully() {
    let (folder, path) = place("a_save_typed");
    let lines = format!("save {path}\nsave {}\n", folder.join("s").display());
    let said = typed(&["play", &path], &lines);
    assert!(said.out.contains("the save is not kept: a file of rules is there and stays as it is"), "{}", said.out);
    assert!(said.out.contains(&format!("kept in {}", folder.join("s").display())), "{}", said.out);
    assert_eq!(held(&path), PATROL);
}

#[test]
fn a_write_protected_file_stays() {
    let (folder, path) = place("a_write_protected_file");
    let save = folder.join("s").display().to_string();
    fine(&["run", &path, "--most", "1", "--save", &save]);
    let before = held(&save);
    let mut rights = std::fs::metadata(&save).unwrap().permissions();
    rights.set_readonly(true);
    std::fs::set_permissions(&save, rights).unwrap();
    refused(&["run", &path, "--most", "2", "--save", &save], 2, "it is write-protected");
    assert_eq!(held(&save), before);
}

#[test]
fn two_names_of_one_new_file_are_seen_to_be_one() {
    let (folder, path) = place("two_names_of_one");
    let (one, other) = (folder.join("x"), folder.join(".").join("x"));
    let (one, other) = (one.display().to_string(), other.display().to_string());
    refused(&["run", &path, "--save", &one, "--log", &other], 2, "--save and --log both name");
    assert_eq!(names(&folder), ["patrol.wgr"]);
}

#[test]
fn a_trace_that_wgr_did_not_write_stays() {
    let folder = folder("a_trace_of_others");
    let game = folder.join("first_game").display().to_string();
    fine(&["new", &game]);
    let snap = format!("{game}/snap/a_one_is_paid_for.snap");
    std::fs::write(&snap, "notes of mine\n").unwrap();
    let ran = run(&["test", &game, "--accept"]);
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
    assert!(
        ran.err.contains("the trace is not kept: a file that wgr did not write as a trace is there"),
        "{}",
        ran.err
    );
    assert!(ran.out.contains("1 trace not written"), "{}", ran.out);
    assert_eq!(held(&snap), "notes of mine\n");
}
