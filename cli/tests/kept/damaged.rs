//! Saves and replays that are not what was written: cut short, damaged, changed by hand. What is said of each.

use crate::place;
use crate::run::{file, fine, held, refused, run};
use wgr_runtime::engine::sealed;

/// A program, a save and a replay of it.
fn kept(test: &str) -> (std::path::PathBuf, String, String, String) {
    let (folder, path) = place(test);
    let (save, log) = (folder.join("s").display().to_string(), folder.join("l").display().to_string());
    fine(&["run", &path, "--most", "3", "--save", &save, "--log", &log]);
    (folder, path, save, log)
}

#[test]
fn each_sort_of_damage_is_told_apart() {
    let (folder, path, save, log) = kept("each_sort_of_damage");
    for (flag, good, sort, head) in [("--load", &save, "save", "save 3"), ("--replay", &log, "replay", "replay 2")] {
        let text = held(good);
        let bad =
            |name: &str, text: &str, said: &str| refused(&["run", &path, flag, &file(&folder, name, text)], 2, said);
        bad("half", &text[..text.len() / 2], &format!("this {sort} is cut short: "));
        bad("flipped", &text.replace("Red", "Rad"), &format!("this {sort} is damaged, or was changed by hand"));
        bad("longer", &text.replace("Red", "Reddish"), &format!("this {sort} was changed after it was written: "));
        bad("shorter", &text.replace("Red", "R"), &format!("this {sort} was changed after it was written: "));
        bad("other", &text.replace(head, &format!("{sort} 99")), &format!("this {sort} has format 99"));
        bad("headless", &text.replace("\"wgr\"", "\"rgw\""), &format!("a {sort} begins with `\"wgr\": \"{head}\"`"));
        bad("nothing", "", &format!("this is no {sort}: there is nothing in the file"));
    }
    refused(&["run", &path, "--load", &log], 2, "this is a replay, not a save: `--replay` plays it");
    refused(&["run", &path, "--replay", &save], 2, "this is a save, not a replay: `--load` takes it up");
}

#[test]
fn a_replay_may_be_mended_by_hand_and_a_save_may_not() {
    let (folder, path, save, log) = kept("mended_by_hand");
    let unsealed = |of: &str| -> String {
        let lines = held(of);
        let lines = lines.lines().filter(|line| !line.contains("\"checksum\"")).map(|line| format!("{line}\n"));
        lines.collect()
    };
    let mended = file(&folder, "mended", unsealed(&log));
    assert!(fine(&["run", &path, "--replay", &mended]).contains("ends where it says"));
    let moon = file(&folder, "moon", unsealed(&log).replacen("\"pick\": \"walk ", "\"pick\": \"walk to the moon", 1));
    refused(&["run", &path, "--replay", &moon], 1, "part at entry 1");
    let mended = file(&folder, "mended_save", unsealed(&save));
    refused(&["run", &path, "--load", &mended], 2, "has no checksum: it was changed by hand, and only a replay may be");
}

#[test]
fn no_flipped_bit_is_taken() {
    let (folder, path, save, log) = kept("no_flipped_bit");
    for (flag, good) in [("--load", &save), ("--replay", &log)] {
        let text = std::fs::read(good).unwrap();
        // Every bit is tried on the engine itself (`tests/tests/laws/bad.rs`); here, that the verb listens to it.
        for at in (0..text.len() * 8).step_by(text.len() * 8 / 40) {
            let mut flipped = text.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            let ran = run(&["run", &path, flag, &file(&folder, "flipped", &flipped)]);
            assert_eq!(ran.code, 2, "{flag}, bit {at}: {}{}", ran.out, ran.err);
        }
    }
}

#[test]
fn a_checksum_made_anew_does_not_make_a_wrong_save_right() {
    let (folder, path, save, _) = kept("a_checksum_made_anew");
    let text = held(&save);
    let forged = sealed(&text.replacen("\"pick\": \"walk ", "\"pick\": \"walk to the moon", 1));
    let ran = run(&["run", &path, "--load", &file(&folder, "forged", forged)]);
    assert!(ran.code == 0 || ran.code == 2 && !ran.err.contains("panicked"), "{}", ran.err);
    let forged = sealed(&text.replace("\"seal\"", "\"leal\""));
    refused(&["run", &path, "--load", &file(&folder, "leal", forged)], 2, "unknown field `leal`");
}
