//! The verbs round a game: begin one, lay it out, hold it against its book, see what it is made of.

#![expect(clippy::disallowed_methods, reason = "cli is where IO lives")]

#[path = "tools/bad.rs"]
mod bad;
#[path = "tools/book.rs"]
mod book;
#[path = "tools/fmt.rs"]
mod fmt;
#[path = "tools/new.rs"]
mod new;
#[path = "tools/packs.rs"]
mod packs;
mod run;
#[path = "tools/shells.rs"]
mod shells;
#[path = "tools/table.rs"]
mod table;
#[path = "tools/tutorial.rs"]
mod tutorial;
#[path = "run/typed.rs"]
mod typed;

use std::path::{Path, PathBuf};

/// A new game in a folder of the test's own.
fn new_game(test: &str) -> String {
    let game = run::folder(test).join("first_game").display().to_string();
    run::fine(&["new", &game]);
    game
}

/// Every file below a folder with what it holds, in the order of their paths.
fn all_files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(all_files(&path));
        } else {
            found.push((path.clone(), std::fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}
