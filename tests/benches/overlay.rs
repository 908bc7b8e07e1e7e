//! What errata cost where rules are checked: each shipped overlay of La fleur au fusil beside the game without it, a check that knows
//! nothing yet, and a check after an edit of one number, in the game and in the overlay; in turns, medians of many rounds.
//! `cargo bench -p wgr-tests --bench overlay`

#![expect(clippy::disallowed_methods, reason = "benches measure time")]
#![expect(clippy::float_arithmetic, reason = "a ratio for people")]

use std::time::{Duration, Instant};
use wgr_compiler::{Ledger, Sources, Starts, Workspace, check_from};
use wgr_tests::shipped::{SLICE, errata, shipped};

const COLD: usize = 11;
const EDITS: usize = 101;

fn main() {
    // `cargo test` runs benches once, without asking for figures.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    println!("{:<46} {:>10} {:>10} {:>8} {:>6}", "", "overlay", "game", "ratio", "bar");
    for (path, text) in errata(SLICE) {
        cold(&path, &text);
        edited(&path, &text);
    }
}

type Game = (Sources, Option<Ledger>);

/// The game with what lies over it.
fn game(overlay: Option<(&str, &str)>, edited: bool) -> Game {
    let mut game = shipped(SLICE);
    for (path, text) in game.files.iter_mut().filter(|_| edited) {
        if path.ends_with("06_movement.wgr") {
            *text = text.replacen("= 9 MP", "= 10 MP", 1);
        }
    }
    game.files.extend(overlay.map(|(path, text)| (path.to_owned(), text.to_owned())));
    let (sources, ledger) = game.sources();
    let ledger = ledger.map(|mut ledger| {
        assert_eq!(ledger.take_in(&sources), []);
        ledger
    });
    (sources, ledger)
}

fn cold(path: &str, text: &str) {
    let (with, without) = (game(Some((path, text)), false), game(None, false));
    let check = |(sources, ledger): &Game| {
        let start = Instant::now();
        assert!(check_from(sources, ledger.as_ref(), Starts::ScenesToo).compiled.is_some(), "{path} checks");
        start.elapsed()
    };
    let times = (0..COLD).map(|_| (check(&with), check(&without)));
    tell(&format!("{path}: cold"), times.collect(), "1.2");
}

/// A number of the overlay that is said otherwise, back and forth, and one of the game.
fn edited(path: &str, text: &str) {
    let digit = text.rfind(" + 1").or(text.rfind(" - 1")).or(text.rfind("now = ")).unwrap_or(text.len());
    let (head, tail) = text.split_at(digit);
    let (from, to) = if tail.contains("- 1") { ("- 1", "- 2") } else { ("0", "1") };
    let other = format!("{head}{}", tail.replacen(from, to, 1));
    let overlay = [game(Some((path, text)), false), game(Some((path, &other)), false)];
    let plain = [game(None, false), game(None, true)];
    let (mut of_overlay, mut of_game) = (Workspace::default(), Workspace::default());
    let check = |workspace: &mut Workspace, (sources, ledger): &Game| {
        let start = Instant::now();
        workspace.check(sources, ledger.as_ref(), Starts::Scenarios);
        start.elapsed()
    };
    for nth in 0..4 {
        check(&mut of_overlay, &overlay[nth % 2]);
        check(&mut of_game, &plain[nth % 2]);
    }
    let times = (0..EDITS).map(|nth| (check(&mut of_overlay, &overlay[nth % 2]), check(&mut of_game, &plain[nth % 2])));
    tell(&format!("{path}: one number edited"), times.collect(), "1");
}

fn tell(what: &str, times: Vec<(Duration, Duration)>, bar: &str) {
    let median = |mut all: Vec<Duration>| {
        all.sort();
        all[all.len() / 2]
    };
    let (with, without): (Vec<Duration>, Vec<Duration>) = times.into_iter().unzip();
    let (with, without) = (median(with), median(without));
    let ratio = with.as_secs_f64() / without.as_secs_f64();
    println!("{what:<46} {:>8.1?} {:>8.1?} {ratio:>8.2} {bar:>6}", with, without);
}
