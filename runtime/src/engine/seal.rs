//! Text that nobody reads by accident. In: a text, or a sealed one. Out: the other one. It is scrambled, not encrypted: the
//! key stands here, so wgr can open what wgr sealed, and so can whoever has it.

use super::game::Game;
use super::log::Entry;
use super::rests::HeldFile;
use crate::exec::{Counted, Generator};
use std::borrow::Cow;

/// Any number would do.
const KEY: u64 = 0x7367_725f_7365_616c;

/// What was dealt, and the log.
type Entries = (Vec<Entry>, Vec<Entry>);

/// Both sealed, where the game hides something.
pub(super) fn entries(game: &Game, entries: &Entries) -> Option<String> {
    if !game.hides() {
        return None;
    }
    serde_json::to_string(entries).ok().map(|text| seal(&text))
}

/// None where they were sealed by nobody.
pub(super) fn opened(sealed: &str) -> Option<Entries> {
    serde_json::from_str(&open(sealed)?).ok()
}

/// What the running action had read, sealed.
pub(super) fn read(read: &[HeldFile; 2]) -> Option<String> {
    serde_json::to_string(read).ok().map(|text| seal(&text))
}

/// None where they were sealed by nobody.
pub(super) fn opened_read(sealed: &str) -> Option<[HeldFile; 2]> {
    serde_json::from_str(&open(sealed)?).ok()
}

/// A state as it is written, sealed where the game hides something.
pub(super) fn state(game: &Game, written: String) -> String {
    if game.hides() { seal(&written) } else { written }
}

/// As it was written; an open one is read too, like an open log.
pub(super) fn opened_state(written: &str) -> Cow<'_, str> {
    let words = |text: &String| text.bytes().all(|sign| sign.is_ascii_hexdigit() || b" *".contains(&sign));
    open(written).filter(words).map_or(Cow::Borrowed(written), Cow::Owned)
}

fn seal(text: &str) -> String {
    let mut sealed = String::with_capacity(2 * text.len());
    for byte in scrambled(text.bytes()) {
        sealed.extend([byte >> 4, byte & 15].into_iter().filter_map(|half| char::from_digit(u32::from(half), 16)));
    }
    sealed
}

/// None where nobody sealed this.
fn open(sealed: &str) -> Option<String> {
    let (pairs, []) = sealed.as_bytes().as_chunks::<2>() else { return None };
    let half = |digit: u8| char::from(digit).to_digit(16).map(|half| half as u8);
    let bytes: Option<Vec<u8>> = pairs.iter().map(|[high, low]| Some(half(*high)? << 4 | half(*low)?)).collect();
    String::from_utf8(scrambled(bytes?.into_iter()).collect()).ok()
}

fn scrambled(bytes: impl Iterator<Item = u8>) -> impl Iterator<Item = u8> {
    let mut stream = Counted { key: KEY, count: 0 };
    bytes.map(move |byte| byte ^ stream.below(256) as u8)
}

#[cfg(test)]
mod tests {
    use super::{open, seal};

    #[test]
    fn what_is_sealed_is_not_read_and_opens_again() {
        let text = "Red at 5.1: Attack";
        assert!(!seal(text).contains("Attack"));
        assert_eq!(open(&seal(text)).as_deref(), Some(text));
        assert_eq!(open("0"), None);
        assert_eq!(open("no"), None);
    }
}
