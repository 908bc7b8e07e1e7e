//! `wgr fmt`: what it writes, what it leaves alone, what it says.

use crate::new_game;
use crate::run::{file, fine, folder, held, run};

const CROOKED: &str = "fact f otherwise no {\n  1.1 \"A\" yes when a // why\n}\n";
const STRAIGHT: &str = "fact f otherwise no {\n    1.1  \"A\"  yes   when a // why\n}\n";

#[test]
fn a_file_is_laid_out_and_then_there_is_nothing_to_do() {
    let path = file(&folder("a_file_is_laid_out"), "f.wgr", CROOKED);
    let checked = run(&["fmt", &path, "--check"]);
    assert_eq!(checked.code, 1);
    assert_eq!(checked.out, format!("{path}: not laid out\n1 file, 1 not laid out: `wgr fmt` does it\n"));
    assert_eq!(held(&path), CROOKED, "--check writes nothing");
    assert_eq!(fine(&["fmt", &path]), format!("{path}: laid out\n1 file, 1 laid out\n"));
    assert_eq!(held(&path), STRAIGHT);
    assert_eq!(fine(&["fmt", &path]), "1 file, nothing to do\n");
    assert_eq!(fine(&["fmt", &path, "--check", "--format", "json"]), json(&path, false));
}

fn json(path: &str, changed: bool) -> String {
    format!("{{\"changed\":{changed},\"path\":\"{path}\",\"unread\":0}}\n")
}

#[test]
fn a_folder_is_laid_out_with_its_errata() {
    let game = new_game("a_folder_is_laid_out");
    std::fs::create_dir_all(format!("{game}/errata")).unwrap();
    let path = file(format!("{game}/errata").as_ref(), "f.wgr", CROOKED);
    assert!(fine(&["fmt", &game]).ends_with("9 files, 1 laid out\n"));
    assert_eq!(held(&path), STRAIGHT);
}

#[test]
fn what_cannot_be_read_is_told_and_stays() {
    let text = format!("{CROOKED}fact g otherwise no {{\n  1.2 \"B\"  yes wehn b\n}}\n");
    let path = file(&folder("what_cannot_be_read_stays"), "f.wgr", &text);
    let ran = run(&["fmt", &path]);
    assert_eq!((ran.code, ran.out.as_str()), (1, format!("{path}: laid out\n1 file, 1 laid out\n").as_str()));
    assert!(ran.err.contains("1 mistake: those lines stay as they are; `wgr check"), "{}", ran.err);
    assert_eq!(held(&path), format!("{STRAIGHT}fact g otherwise no {{\n  1.2 \"B\"  yes wehn b\n}}\n"));
}

#[test]
fn every_shipped_game_is_laid_out() {
    for folder in ["games", "cli/template"] {
        let folder = format!("{}/../{folder}", env!("CARGO_MANIFEST_DIR"));
        let ran = run(&["fmt", &folder, "--check"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    }
}

#[test]
fn a_mark_of_encoding_stays_and_odd_blanks_are_told() {
    let folder = folder("a_mark_of_encoding");
    let path = file(&folder, "f.wgr", format!("\u{feff}{CROOKED}"));
    assert_eq!(fine(&["fmt", &path]), format!("{path}: laid out\n1 file, 1 laid out\n"));
    assert_eq!(held(&path), format!("\u{feff}{STRAIGHT}"));
    assert_eq!(fine(&["fmt", &path]), "1 file, nothing to do\n");
    let path = file(&folder, "g.wgr", CROOKED.replace("yes when a", "yes\u{a0}when\u{2003}a"));
    assert_eq!(fine(&["fmt", &path]), format!("{path}: laid out, 2 odd blanks made plain\n1 file, 1 laid out\n"));
    assert_eq!(held(&path), STRAIGHT);
}

/// A game of `suite/former`, upgraded in a place of its own.
fn upgraded(name: &str) -> (String, crate::run::Ran) {
    let former = format!("{}/../tests/suite/former", env!("CARGO_MANIFEST_DIR"));
    let path = file(&folder(&format!("former_{name}")), "game.wgr", held(&format!("{former}/{name}.wgr")));
    let ran = run(&["fmt", "--upgrade", &path]);
    (path, ran)
}

#[test]
fn what_has_one_new_form_is_written_so() {
    let (path, ran) = upgraded("before");
    assert_eq!((ran.code, ran.out.as_str()), (0, format!("{path}: laid out\n1 file, 1 laid out\n").as_str()));
    let after = format!("{}/../tests/suite/former/after.wgr", env!("CARGO_MANIFEST_DIR"));
    assert_eq!(held(&path), held(&after));
    assert!(fine(&["check", &path]).contains("fine: 1 file"));
    assert_eq!(fine(&["fmt", "--upgrade", &path]), "1 file, nothing to do\n");
}

#[test]
fn what_has_no_single_new_form_is_named() {
    let (path, ran) = upgraded("left");
    assert_eq!(ran.code, 1);
    for what in ["how many markers a side has is a limit", "asks which scenario is played", "which turns are played"] {
        assert!(ran.out.contains(what), "{what}: {}", ran.out);
    }
    assert!(held(&path).contains("pool German 6, US 4"));
}

#[test]
fn errata_beside_a_game_are_upgraded_with_it() {
    let game = new_game("errata_are_upgraded");
    let head = "errata \"E\" to \"The first game\" language 1 source \"us\" {\n}\n";
    std::fs::create_dir_all(format!("{game}/errata")).unwrap();
    let path = file(format!("{game}/errata").as_ref(), "f.wgr", format!("{head}cup mug of Unit\n"));
    run(&["fmt", "--upgrade", &game]);
    assert!(held(&path).ends_with("box mug of Unit, unseen\n"), "{}", held(&path));
}
