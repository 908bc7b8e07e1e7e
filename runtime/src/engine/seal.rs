//! Text that nobody reads by accident. In: a text, or a sealed one. Out: the other one. It is scrambled, not encrypted: the
//! key stands here, so wgr can open what wgr sealed, and so can whoever has it.

use super::game::Game;
use super::log::Entry;
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
    scrambled(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// None where nobody sealed this.
fn open(sealed: &str) -> Option<String> {
    let digits: Option<Vec<u8>> = sealed.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    String::from_utf8(scrambled(&bytes)).ok()
}

fn scrambled(bytes: &[u8]) -> Vec<u8> {
    let mut stream = Counted { key: KEY, count: 0 };
    bytes.iter().map(|byte| byte ^ stream.below(256) as u8).collect()
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
