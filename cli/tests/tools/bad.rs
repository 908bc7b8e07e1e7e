//! What is no game and no save, given to every verb: a message, a bad exit code, nothing written, no panic.

use crate::run::{file, folder, held, run};
use crate::{all_files, new_game};

/// Bytes that look like nothing, the same each time.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_u32;
    std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 24) as u8
    })
    .take(count)
    .collect()
}

/// Every verb that takes a game, with what else it needs; `GAME` is put in.
const VERBS: [&[&str]; 12] = [
    &["check", "GAME"],
    &["check", "GAME", "--fix"],
    &["fmt", "GAME"],
    &["test", "GAME", "--accept"],
    &["play", "GAME"],
    &["run", "GAME"],
    &["run", "GAME", "--games", "3"],
    &["why", "GAME", "odds"],
    &["odds", "GAME", "first"],
    &["cover", "GAME"],
    &["rulings", "GAME"],
    &["sizes", "GAME"],
];

#[test]
fn what_is_no_game_is_told_by_every_verb() {
    let place = folder("what_is_no_game");
    let games = [
        file(&place, "noise.wgr", noise(5000)),
        file(&place, "brackets.wgr", "(".repeat(1 << 20)),
        file(&place, "latin.wgr", b"game \"Caf\xe9\" { sides Blue, Red }\n"),
        file(&place, "empty.wgr", ""),
        place.join("nowhere").display().to_string(),
        place.join("nowhere.wgr").display().to_string(),
    ];
    std::fs::create_dir(place.join("empty")).unwrap();
    let empty = place.join("empty").display().to_string();
    let before = all_files(&place);
    for game in games.iter().chain([&empty]) {
        for verb in VERBS {
            // A file without anything in it is laid out already.
            if verb[0] == "fmt" && game.ends_with("empty.wgr") {
                continue;
            }
            let args: Vec<&str> = verb.iter().map(|word| if *word == "GAME" { game.as_str() } else { word }).collect();
            let ran = run(&args);
            assert!(ran.code == 1 || ran.code == 2, "{args:?}: {} {}", ran.code, ran.err);
            assert!(!ran.err.contains("panicked"), "{args:?}: {}", ran.err);
            // The message of a check is its result.
            let said = format!("{}{}", ran.out, ran.err);
            assert!(said.contains(game.as_str()) || said.contains("nowhere"), "{args:?} names no file: {said}");
            assert!(said.len() < 20_000, "{args:?} says {} bytes", said.len());
        }
    }
    assert!(all_files(&place) == before, "something was written");
}

#[test]
fn what_is_no_save_is_told_by_every_verb() {
    let game = new_game("what_is_no_save");
    let place = folder("what_is_no_save_saves");
    let (save, log) = (file(&place, "save", ""), file(&place, "log", ""));
    assert_eq!(run(&["run", &game, "--most", "5", "--save", &save, "--log", &log]).code, 0);
    let whole = held(&save);
    let half = file(&place, "half", &whole[..whole.len() / 2]);
    let version = whole.lines().find(|line| line.contains("\"wgr\"")).unwrap_or_else(|| panic!("{whole}"));
    let other = file(&place, "other", whole.replace(version, &version.replace(char::is_numeric, "99")));
    let noise = file(&place, "noise", noise(999));
    let missing = place.join("none").display().to_string();
    let dir = place.display().to_string();
    let before = all_files(&place);
    for bad in [&half, &other, &noise, &missing, &dir, &log] {
        for args in [
            &["play", &game, "--load", bad][..],
            &["run", &game, "--load", bad],
            &["why", &game, "odds", "--at", bad],
            &["run", &game, "--replay", bad],
        ] {
            // A replay is played, and stood at.
            if bad == &log && (args.contains(&"--replay") || args.contains(&"--at")) {
                continue;
            }
            let ran = run(args);
            assert_eq!(ran.code, 2, "{args:?}: {}{}", ran.out, ran.err);
            assert!(ran.err.contains(bad.as_str()) && !ran.err.contains("panicked"), "{args:?}: {}", ran.err);
        }
    }
    assert!(all_files(&place) == before, "something was written");
}
