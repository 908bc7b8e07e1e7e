//! The programs of the suite: each can be played, each is used.

use super::look::{files, text};
use wgr_runtime::ir::TextError;
use wgr_runtime::verify::verify;
use wgr_tests::ir_text::read;

fn told(errors: &[TextError]) -> String {
    errors.iter().map(|error| format!("\n{error}")).collect()
}

/// Written to be read and printed: it has the widest numbers that can be written, which no place may hold.
const READ_ONLY: &str = "tests/suite/ir/every_construct.ir";

#[test]
fn every_program_of_the_suite_is_verified() {
    let programs = files("tests/suite", &[".ir"]);
    assert!(!programs.is_empty());
    for path in programs {
        let program = read(&text(&path));
        match verify(&program) {
            Ok(_) => assert_ne!(path, READ_ONLY, "it is accepted now: take it off the list"),
            Err(_) if path == READ_ONLY => {}
            Err(errors) => panic!("{path} is refused:{}", told(&errors)),
        }
    }
}

/// Those of `suite/shapes` are played by whoever walks that folder; every other one is named by some test or bench.
#[test]
fn every_program_of_the_suite_is_used() {
    let sources: Vec<String> = ["tests/src", "tests/tests", "tests/benches"]
        .iter()
        .flat_map(|folder| files(folder, &[".rs"]))
        .map(|path| text(&path))
        .collect();
    for path in files("tests/suite", &[".ir"]) {
        let short = path.trim_start_matches("tests/");
        let used = short.starts_with("suite/shapes/") || sources.iter().any(|source| source.contains(short));
        assert!(used, "{path} is named by no test");
    }
}
