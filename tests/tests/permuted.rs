//! The order of rows never matters: turned about within their items they say the same, and the same game is played.
//!
//! In: `suite/play/ridges.wgr`, whose rows decide everything, and the wrong files of `suite/language`. A row is a line
//! with the deeper lines behind it; those of an item change places.

use proptest::prelude::*;
use std::sync::LazyLock;
use wgr_compiler::diag::Severity;
use wgr_runtime::engine::{Engine, Game, Status};
use wgr_runtime::exec::{Counted, Generator};
use wgr_tests::rules::{Checked, checked, is_to_be_mended, names, playable, suite, text};

const ITEMS: [&str; 7] = ["value ", "fact ", "permit ", "zone ", "course ", "victory ", "also "];
const MOST_ANSWERS: usize = 2_000;

/// The text with the rows of each item in the order of these keys.
fn turned(text: &str, keys: &[u32]) -> String {
    let (mut out, mut rows, mut inside, mut at) = (String::new(), Vec::<String>::new(), false, 0);
    for line in text.lines() {
        let deep = line.len() - line.trim_start().len();
        match (inside, deep) {
            (true, 0) => {
                let mut keyed: Vec<(u32, String)> = Vec::new();
                for row in rows.drain(..) {
                    keyed.push((keys[at % keys.len()], row));
                    at += 1;
                }
                keyed.sort_by_key(|(key, _)| *key);
                keyed.iter().for_each(|(_, row)| out.push_str(row));
                inside = false;
                out.push_str(&format!("{line}\n"));
            }
            (true, 4) => rows.push(format!("{line}\n")),
            (true, _) => rows.last_mut().expect("a row before what continues it").push_str(&format!("{line}\n")),
            (false, _) => {
                inside = ITEMS.iter().any(|item| line.starts_with(item)) && line.ends_with('{');
                out.push_str(&format!("{line}\n"));
            }
        }
    }
    out
}

fn ridges() -> String {
    text(&suite("play").join("ridges.wgr")).unwrap()
}

fn game(text: &str) -> Game {
    let Checked { messages, compiled, .. } = checked("ridges.wgr", text, None);
    let wrong: Vec<&str> =
        messages.iter().filter(|told| is_to_be_mended(told)).map(|told| told.title.as_str()).collect();
    assert_eq!(wrong, Vec::<&str>::new(), "{text}");
    playable(&compiled.unwrap())
}

/// A random game: everything that was asked and fell, and the last state.
fn played(game: &Game, seed: u64) -> (Vec<String>, Vec<u64>) {
    let (mut engine, mut dice) = (Engine::new(game, seed), Counted { key: seed, count: 0 });
    for _ in 0..MOST_ANSWERS {
        let options = match engine.status() {
            Status::Ask(prompt) => prompt.count(),
            Status::Over(_) => {
                return (engine.log().iter().map(ToString::to_string).collect(), engine.state().words().to_vec());
            }
            Status::Stopped(_) | Status::AwaitingChance { .. } => break,
        };
        let fault = engine.answer(dice.below(options as u64) as usize).unwrap();
        assert!(fault.is_none(), "{fault:?}");
    }
    panic!("seed {seed}: the game does not end");
}

static STRAIGHT: LazyLock<Game> = LazyLock::new(|| game(&ridges()));

/// What is said of a text, whatever its places; of two rows either may stand first in a headline.
fn said(text: &str) -> Vec<(String, Severity)> {
    let mut said: Vec<(String, Severity)> = checked("game.wgr", text, None)
        .messages
        .iter()
        .map(|told| (told.code.word().to_owned(), told.severity))
        .collect();
    said.sort();
    said
}

#[test]
fn rows_are_found_and_turned() {
    let backwards: Vec<u32> = (0..64).rev().collect();
    let other = turned(&ridges(), &backwards);
    assert_ne!(other, ridges());
    let lines = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&other), lines(&ridges()));
    assert_eq!(turned(&ridges(), &[0]), ridges());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn turned_rows_play_the_same_game(keys in prop::collection::vec(0_u32..100, 40), seed: u64) {
        let other = game(&turned(&ridges(), &keys));
        prop_assert_eq!(played(&STRAIGHT, seed), played(&other, seed));
    }

    #[test]
    fn turned_rows_are_as_wrong(keys in prop::collection::vec(0_u32..100, 40), file: prop::sample::Index) {
        let folder = suite("language");
        let names = names(&folder);
        let text = text(&folder.join(format!("{}.wgr", file.get(&names)))).unwrap();
        // What is wrong with a line is told in the comments below it, which are no lines of rules.
        let plain: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect();
        prop_assert_eq!(said(&plain), said(&turned(&plain, &keys)));
    }
}
