//! How files are kept: nothing that was there is lost, whatever is killed, full or named by mistake.

#![expect(clippy::disallowed_methods, reason = "cli is where IO lives")]

#[path = "kept/damaged.rs"]
mod damaged;
#[cfg(unix)]
#[path = "kept/full.rs"]
mod full;
#[cfg(unix)]
#[path = "kept/killed.rs"]
mod killed;
#[cfg(unix)]
#[path = "kept/links.rs"]
mod links;
#[path = "kept/other_rules.rs"]
mod other_rules;
#[path = "kept/replaced.rs"]
mod replaced;
mod run;
#[path = "run/small.rs"]
mod small;
#[path = "run/typed.rs"]
mod typed;

use std::path::{Path, PathBuf};

/// A folder of the test's own, and the game that is played in it.
fn place(test: &str) -> (PathBuf, String) {
    let folder = run::folder(test);
    let path = run::file(&folder, "patrol.wgr", small::PATROL);
    (folder, path)
}

/// The names of all files of a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
