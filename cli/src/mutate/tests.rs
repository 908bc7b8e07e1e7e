//! Verdicts on mutants held against a plain test of the changed game.
//!
//! In: shipped games, and some of their mutants drawn at random. Out: nothing. Promises: what `wgr mutate` says of each is what
//! a fresh check says, and all examples played.

use super::base::{Base, Known, one};
use crate::args::{Mutate, Report};
use std::collections::BTreeSet;
use std::path::PathBuf;
use wgr_compiler::{Mutant, check, mutants};
use wgr_runtime::engine::Game;
use wgr_runtime::script::{Script, run, trace};

/// A game of this repository, by its path.
fn base(game: &str) -> Base {
    let game = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(game);
    Base::new(&Mutate { game, errata: vec![], of: None, format: Report::Text, least: None }, None).unwrap()
}

/// So many of them, the same for one game at each time (splitmix64).
fn drawn(all: Vec<Mutant>, count: usize) -> Vec<Mutant> {
    let (mut left, mut found, mut seed) = (all, Vec::new(), 0_u64);
    while found.len() < count && !left.is_empty() {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut drawn = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        drawn = (drawn ^ (drawn >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        found.push(left.swap_remove(((drawn ^ (drawn >> 31)) % left.len() as u64) as usize));
    }
    found
}

fn traces(game: &Game, scripts: &[Script]) -> (bool, Vec<String>) {
    let reports = run(game, scripts);
    (reports.iter().any(|report| report.failure.is_some()), reports.iter().map(trace).collect())
}

/// What `wgr test` says of the changed text: all of it read anew, all its examples played, as fast as they are elsewhere.
fn as_tested(base: &Base, before: &[String], mutant: &Mutant) -> &'static str {
    let sources = base.sources.with(mutant.at.file, mutant.text(&base.sources));
    let Some(compiled) = check(&sources, base.ledger.as_ref()).compiled else { return "check" };
    let Ok(game) = compiled.game() else { return "check" };
    match traces(&game, &compiled.scripts) {
        (true, _) => "assertion",
        (false, now) if now != before => "trace",
        (false, _) => "nothing",
    }
}

fn says_what_test_says(base: &Base, of: &[Mutant]) {
    let compiled = check(&base.sources, base.ledger.as_ref()).compiled.unwrap();
    let (_, before) = traces(&compiled.game().unwrap(), &compiled.scripts);
    let mut known = Known::default();
    for mutant in of {
        let what = format!("{} {}", crate::tell::where_it_is(&base.sources, mutant.at), mutant.told(&base.sources));
        assert_eq!(one(base, &mut known, mutant).word(), as_tested(base, &before, mutant), "{what}");
    }
}

#[test]
fn what_is_drawn_of_small_games_is_noticed_as_a_test_notices_it() {
    for game in ["tests/suite/script/skirmish.wgr", "tests/suite/play/ten_changes.wgr"] {
        let base = base(game);
        says_what_test_says(&base, &drawn(mutants(&base.sources), 60));
    }
}

#[test]
fn what_is_drawn_of_whole_games_is_noticed_as_a_test_notices_it() {
    for game in ["games/first-blood", "games/fleur-au-fusil"] {
        let base = base(game);
        says_what_test_says(&base, &drawn(mutants(&base.sources), 4));
    }
}

/// The number of a pick is judged by limits, which nobody calls.
#[test]
fn how_many_are_picked_is_noticed() {
    let base = base("games/first-blood");
    let is_it = |mutant: &Mutant| mutant.item == "procedure set_up_us" && mutant.told(&base.sources) == "`16` -> `17`";
    let those: Vec<Mutant> = mutants(&base.sources).into_iter().filter(is_it).collect();
    assert_eq!(those.len(), 1);
    says_what_test_says(&base, &those);
}

#[test]
fn what_is_so_by_construction_is_not_left_out() {
    let base = base("games/first-blood");
    let lines: BTreeSet<String> = mutants(&base.sources)
        .iter()
        // What it stands in may well be left out.
        .filter(|mutant| base.sources.text(mutant.at).contains("by construction"))
        .filter(|mutant| !base.sources.text(mutant.at).contains('{'))
        .map(|mutant| mutant.told(&base.sources))
        .collect();
    assert!(!lines.contains("left out"), "{lines:?}");
}
