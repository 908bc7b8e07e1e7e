//! Killed while saving, and two who save to one file: whoever reads finds one whole save or the other.
//!
//! A hundred kills in every run of the tests; ten thousand by
//! `cargo test --release -p wgr --test kept killed -- --ignored --nocapture`.

use crate::small::PATROL;
use crate::{names, place};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use wgr_compiler::{Sources, check};
use wgr_runtime::engine::{Game, load};

/// A game that saves to this file again and again, until it is killed or nobody types any more.
fn saving(program: &str, save: &Path, seed: u64) -> Child {
    let mut play = crate::run::wgr(&["play", program, "--seed", &seed.to_string()]);
    let mut child = play.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = child.stdin.take().unwrap();
    let save = format!("save {}\n", save.display());
    // The other end is gone when it is killed.
    std::thread::spawn(move || {
        for line in std::iter::repeat([save.as_str(), "1\n", save.as_str()].concat()) {
            if lines.write_all(line.as_bytes()).is_err() {
                return;
            }
        }
    });
    child
}

fn patrol() -> Game {
    let mut sources = Sources::new();
    sources.add("patrol.wgr", PATROL);
    check(&sources, None).compiled.unwrap().game().unwrap()
}

/// Numbers by a rule: how long each one may save before it is killed.
struct Steps(u64);

impl Steps {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// A place with a game and a save in it.
fn begun(test: &str) -> (PathBuf, String, PathBuf) {
    let (folder, program) = place(test);
    let save = folder.join("s");
    crate::run::fine(&["run", &program, "--most", "0", "--save", &save.display().to_string()]);
    (folder, program, save)
}

fn killed(test: &str, rounds: u32) {
    let (folder, program, save) = begun(test);
    let (game, mut steps) = (patrol(), Steps(1));
    let (mut amidst, mut others, mut before) = (0, 0, String::new());
    for round in 0..rounds {
        let mut child = saving(&program, &save, u64::from(round));
        // Some are killed before they save at all, most in the middle of it.
        std::thread::sleep(std::time::Duration::from_micros(steps.below(40_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        let text = std::fs::read_to_string(&save).unwrap();
        assert!(load(&game, &text).is_ok(), "round {round}: {:?}\n{text}", load(&game, &text).err());
        let left = names(&folder).len() - 2;
        assert!(left <= 1, "round {round}: {:?}", names(&folder));
        amidst += left;
        others += usize::from(text != before);
        before = text;
    }
    println!("{rounds} kills: {amidst} in the middle of writing, {others} after another save; no save was lost");
    assert!(others > 0, "nothing was ever saved");
}

#[test]
fn a_hundred_kills_lose_nothing() {
    killed("a_hundred_kills", 100);
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn ten_thousand_kills_lose_nothing() {
    killed("ten_thousand_kills", 10_000);
}

#[test]
fn of_two_who_save_to_one_file_a_whole_save_is_read() {
    let (folder, program, save) = begun("two_save_to_one");
    let game = patrol();
    let mut both = [saving(&program, &save, 1), saving(&program, &save, 2)];
    let mut read = std::collections::BTreeSet::new();
    for _ in 0..2_000 {
        let text = std::fs::read_to_string(&save).unwrap();
        assert!(load(&game, &text).is_ok(), "{text}");
        read.insert(text);
    }
    for child in &mut both {
        child.kill().unwrap();
        child.wait().unwrap();
    }
    println!("2,000 reads: {} different saves, each of them whole", read.len());
    let left = names(&folder).len() - 2;
    assert!(left <= 2, "{:?}", names(&folder));
}
