//! What every file keeps to.

use super::look::{everywhere, root, text};

const MOST_LINES: usize = 800;

#[test]
fn no_file_is_too_long_to_be_read_at_once() {
    for path in everywhere(&[".rs"]) {
        let lines = text(&path).lines().count();
        assert!(lines <= MOST_LINES, "{path}: {lines} lines, {MOST_LINES} at most: split it by notion");
    }
}

#[test]
fn every_file_begins_with_its_contract() {
    for path in everywhere(&[".rs"]) {
        let text = text(&path);
        // A file of a single line is the place of something to come.
        let promises = text.starts_with("//! ") || text.lines().count() < 2;
        assert!(promises, "{path}: begin with `//!`: what comes in, what goes out, what it promises");
    }
}

#[test]
fn no_file_knows_on_which_machine_it_lies() {
    // Put together here, so that this file does not say them either.
    let places = ["home", "root", "work", "tmp", "Users"].map(|folder| format!("/{folder}/"));
    for path in everywhere(&[
        ".rs", ".toml", ".md", ".ir", ".wgr", ".snap", ".txt", ".tsv", ".lua", ".vim", ".sh", ".js", ".mjs", ".json",
        "justfile",
    ]) {
        for (at, line) in text(&path).lines().enumerate() {
            let place = places.iter().find(|place| line.contains(place.as_str()));
            assert!(place.is_none(), "{path}:{}: a path of one machine: {line}", at + 1);
        }
    }
}

/// Words in backticks with a slash and an ending, from the root or from `runtime/src/`.
#[test]
fn every_file_that_the_picture_of_the_house_names_is_there() {
    let picture = text("docs/architecture.md");
    let prose = picture.split("```").step_by(2);
    let words = prose.flat_map(|part| part.split('`').skip(1).step_by(2)).filter(|word| !word.contains(' '));
    let mut named = 0;
    for word in words.filter(|word| word.contains('/') && word.starts_with(char::is_alphanumeric)) {
        let there = root().join(word).exists() || root().join("runtime/src").join(word).exists();
        assert!(there, "docs/architecture.md names `{word}`, which is not there");
        named += 1;
    }
    assert!(named > 30, "the picture names no files any more");
}
