//! `wgr run` as it is used: the binary, its two streams and its exit code.

#![expect(clippy::disallowed_methods, reason = "cli is where IO lives")]

#[path = "playing/bad.rs"]
mod bad;
#[path = "playing/files.rs"]
mod files;
mod run;
#[path = "run/small.rs"]
mod small;
#[path = "playing/told.rs"]
mod told;
#[path = "run/typed.rs"]
mod typed;
