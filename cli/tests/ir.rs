//! `wgr ir` as it is used: the binary, its two streams and its exit code.

#![expect(clippy::disallowed_methods, reason = "cli is where IO lives")]

#[path = "ir/bad.rs"]
mod bad;
#[path = "ir/files.rs"]
mod files;
#[path = "ir/playing.rs"]
mod playing;
#[path = "ir/ran.rs"]
mod ran;
mod run;
