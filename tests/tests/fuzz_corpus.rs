//! The fuzz targets in little time: what is kept of each, and a few inputs that chance makes. `tests/fuzz/README.md`
//! tells how they run for hours.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use std::path::{Path, PathBuf};
use wgr_tests::fuzz::{TARGETS, Target};

fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("a target of this name")
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(name)
}

/// The files of a folder with their bytes, in order.
#[expect(clippy::disallowed_methods, reason = "kept inputs are data")]
fn kept(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<(PathBuf, Vec<u8>)> =
        entries.filter_map(|path| std::fs::read(&path).ok().map(|bytes| (path, bytes))).collect();
    files.sort();
    files
}

/// Whatever is kept of a target, and `cases` inputs of at most `longest` bytes. What fails is told with its bytes.
fn bears(name: &str, cases: u32, longest: usize) {
    let body = target(name).body;
    for (path, bytes) in kept(&folder("corpus").join(name)) {
        println!("{}", path.display());
        body(&bytes);
    }
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let tried = runner.run(&prop::collection::vec(any::<u8>(), 0..longest), |bytes| {
        body(&bytes);
        Ok(())
    });
    match tried {
        Ok(()) => {}
        Err(TestError::Fail(why, bytes)) => panic!("{name}: {bytes:?}: {why}"),
        Err(TestError::Abort(why)) => panic!("{name}: {why}"),
    }
}

#[test]
fn rules() {
    bears("check", 24, 40);
}

#[test]
fn games_of_the_whole_game() {
    bears("fleur", 40, 120);
}

#[test]
fn replays_of_the_whole_game() {
    bears("fleur_replay", 40, 24);
}

#[test]
fn saves_of_the_whole_game() {
    bears("fleur_save", 40, 24);
}

#[test]
fn programs_that_are_made() {
    bears("programs", 200, 8);
}

#[test]
fn replays() {
    bears("replay", 400, 40);
}

#[test]
fn saves() {
    bears("save", 400, 40);
}

#[test]
fn every_target_is_one_that_can_be_run_and_has_something_kept() {
    let files = kept(&folder("fuzz_targets"));
    let names: Vec<String> =
        files.iter().filter_map(|(path, _)| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    assert_eq!(names, TARGETS.map(|target| target.name));
    for name in names {
        assert!(!kept(&folder("corpus").join(&name)).is_empty(), "nothing is kept of {name}");
    }
}
