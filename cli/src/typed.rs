//! What somebody types, a line at a time.

use std::io::{BufRead, Read};

/// Nobody types longer lines.
const MOST_BYTES: u64 = 1 << 16;

/// Nor do programs: a position has fewer bytes.
const MOST_BYTES_OF_A_PROGRAM: u64 = 64 << 20;

/// The next line of a person; none where the input ends or cannot be read. Bytes that are no text are shown as such.
pub(crate) fn line(input: &mut (impl BufRead + ?Sized)) -> Option<String> {
    up_to(input, MOST_BYTES)
}

/// The next line of a program.
pub(crate) fn whole_line(input: &mut (impl BufRead + ?Sized)) -> Option<String> {
    up_to(input, MOST_BYTES_OF_A_PROGRAM)
}

fn up_to(input: &mut (impl BufRead + ?Sized), most: u64) -> Option<String> {
    let mut bytes = Vec::new();
    match input.take(most).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).into_owned()),
    }
}
