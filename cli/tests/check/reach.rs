//! How far a game reaches: what lies beyond its root is neither read nor quoted, and what is no file is not opened.

#![cfg(unix)]

use crate::run::{file, fine, folder, refused, run};
use crate::{GAME, game};
use std::os::unix::fs::symlink;
use std::process::Command;

const SECRET: &str = "a line that nobody may quote\n";

#[test]
fn a_pipe_in_the_folder_of_a_game_is_refused_by_every_verb() {
    let root = game("a_pipe_in_the_folder", &[("game.wgr", GAME)]);
    let made = Command::new("mkfifo").arg(root.join("pipe.wgr")).status().unwrap();
    assert!(made.success());
    let path = root.display().to_string();
    for verb in ["check", "test", "play", "run", "cover", "rulings", "sizes", "fmt"] {
        refused(&[verb, &path], 2, "pipe.wgr: this is a pipe or a device");
    }
    refused(&["check", &root.join("pipe.wgr").display().to_string()], 2, "this is a pipe or a device");
}

#[test]
fn a_link_out_of_the_game_is_not_followed() {
    let beside = folder("a_link_out_beside");
    let secret = file(&beside, "secret.wgr", SECRET);
    let root = game("a_link_out", &[("game.wgr", GAME)]);
    symlink(&secret, root.join("rules.wgr")).unwrap();
    let ran = run(&["check", &root.display().to_string()]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("rules.wgr: this link leads out of"), "{}", ran.err);
    assert!(!ran.err.contains("nobody may quote"), "{}", ran.err);
}

#[test]
fn a_ledger_that_is_a_link_out_of_the_game_is_not_quoted() {
    let beside = folder("a_ledger_out_beside");
    let secret = file(&beside, "secret.tsv", SECRET);
    let root = game("a_ledger_out", &[("game.wgr", GAME)]);
    symlink(&secret, root.join("ledger.tsv")).unwrap();
    let ran = run(&["check", &root.display().to_string()]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("ledger.tsv: this link leads out of"), "{}", ran.err);
    assert!(!(ran.out + &ran.err).contains("nobody may quote"));
}

#[test]
fn links_to_one_big_file_are_counted_each_time() {
    let root = game("links_to_one_big_file", &[("game.wgr", GAME)]);
    let big = file(&root, "big.txt", "// a long remark that says nothing\n".repeat(1 << 15));
    for number in 0..20 {
        symlink(&big, root.join(format!("more_{number}.wgr"))).unwrap();
    }
    refused(&["check", &root.display().to_string()], 2, "the game has more than 16 MiB of rules");
}

#[test]
fn too_many_files_are_refused() {
    let root = game("too_many_files", &[("game.wgr", GAME)]);
    for number in 0..2_000 {
        file(&root, &format!("more_{number}.wgr"), "");
    }
    refused(&["check", &root.display().to_string()], 2, "the game has more than 2000 files");
}

const OF_A_SERIES: &str = "game \"Small\" { series \"Small ones\" at \"../series\"\n sides Red, Blue }\n";
const SERIES: &str = "series \"Small ones\" { }\nbroken on purpose\n";

#[test]
fn a_series_is_read_within_the_root_only() {
    let files = [("one/game.wgr", OF_A_SERIES), ("series/series.wgr", SERIES)];
    let above = game("a_series_within_the_root", &files);
    let path = above.join("one").display().to_string();
    refused(&["check", &path], 2, "`series .. at \"../series\"` leads out of");
    let named = run(&["--root", &above.display().to_string(), "check", &path, "--format", "short"]);
    assert!(named.out.contains("series.wgr:2:1: wrong[unknown-item]"), "{}{}", named.out, named.err);
    file(&above, "wgr.root", "");
    let marked = run(&["check", &path, "--format", "short"]);
    assert_eq!((marked.code, marked.out), (named.code, named.out));
}

#[test]
fn a_root_that_does_not_hold_the_game_is_refused() {
    let beside = folder("a_root_beside").display().to_string();
    let path = game("a_root_that_does_not_hold", &[("game.wgr", GAME)]).display().to_string();
    refused(&["--root", &beside, "check", &path], 2, "let `--root` name a folder above the game");
    refused(&["--root", "no/such/folder", "check", &path], 2, "no/such/folder");
    assert_eq!(fine(&["--root", &path, "check", &path]), format!("{path}: fine: 1 file\n"));
}

#[test]
fn a_series_behind_a_link_out_of_the_root_is_not_read() {
    let beside = folder("a_series_behind_a_link_beside");
    file(&beside, "series.wgr", SECRET);
    let above = game("a_series_behind_a_link", &[("one/game.wgr", OF_A_SERIES), ("wgr.root", "")]);
    symlink(&beside, above.join("series")).unwrap();
    let ran = run(&["check", &above.join("one").display().to_string()]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("leads out of") && !ran.err.contains("nobody may quote"), "{}", ran.err);
}
