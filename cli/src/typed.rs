//! What somebody types, a line at a time.

use std::io::{BufRead, Read};

/// Nobody types longer lines.
const MOST_BYTES: u64 = 1 << 16;

/// The next line; none where the input ends or cannot be read. Bytes that are no text are shown as such.
pub(crate) fn line(input: &mut (impl BufRead + ?Sized)) -> Option<String> {
    let mut bytes = Vec::new();
    match input.take(MOST_BYTES).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).into_owned()),
    }
}
