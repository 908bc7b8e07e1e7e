//! Text that nobody reads by accident. In: a text, or a sealed one. Out: the other one. It is scrambled, not encrypted: the
//! key stands here, so wgr can open what wgr sealed, and so can whoever has it.

use super::game::Game;
use super::log::Entry;
use crate::exec::{Counted, Generator};
use serde::{Deserialize, Serialize};

/// Any number would do.
const KEY: u64 = 0x7367_725f_7365_616c;

/// Entries of a log: sealed where the game hides something.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Entries {
    Open(Vec<Entry>),
    Sealed(String),
}

impl Entries {
    pub(super) fn of(game: &Game, entries: Vec<Entry>) -> Entries {
        let text = if game.hides() { serde_json::to_string(&entries).ok() } else { None };
        text.map_or(Entries::Open(entries), |text| Entries::Sealed(seal(&text)))
    }

    /// None where they were sealed by nobody.
    pub(super) fn opened(self) -> Option<Vec<Entry>> {
        match self {
            Entries::Open(entries) => Some(entries),
            Entries::Sealed(text) => open(&text).and_then(|text| serde_json::from_str(&text).ok()),
        }
    }
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
