//! Runs with somebody who types.

use crate::run::{Ran, wgr};
use std::io::Write;
use std::process::Stdio;

/// A run with these lines typed.
pub(crate) fn typed(args: &[&str], lines: impl AsRef<[u8]>) -> Ran {
    let mut child = wgr(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut input, lines) = (child.stdin.take().unwrap(), lines.as_ref().to_vec());
    // Typed while the game talks; it may be left before all is read.
    let typing = std::thread::spawn(move || input.write_all(&lines));
    let ran = child.wait_with_output().unwrap().into();
    let _ = typing.join().unwrap();
    ran
}
