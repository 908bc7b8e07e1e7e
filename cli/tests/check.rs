//! `wgr check` and `wgr explain` as they are used: the binary, its two streams and its exit code.

#![expect(clippy::disallowed_methods, reason = "cli is where IO lives")]

#[path = "check/explained.rs"]
mod explained;
#[path = "check/loading.rs"]
mod loading;
#[path = "check/mending.rs"]
mod mending;
#[path = "check/reach.rs"]
mod reach;
mod run;

use run::{file, folder};
use std::path::PathBuf;

pub(crate) const GAME: &str = "game \"Small\" { sides Red, Blue }\n";

/// A folder with these files in it, folders within it made as needed.
pub(crate) fn game(test: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = folder(test);
    for (name, text) in files {
        std::fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
        file(&root, name, text);
    }
    root
}
