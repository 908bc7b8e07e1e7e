//! The log: what was answered and what fell, by name, from the start of the game to where it stands.
//! Options and pieces are named, never numbered: an erratum that adds a counter renumbers, it renames nothing.

use serde::{Deserialize, Serialize};

/// One label of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Entry {
    Answer {
        /// The case of the ask.
        ask: String,
        by: String,
        pick: String,
    },
    Roll {
        /// The case of the rule that rolls; empty where none is said.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        at: String,
        /// The faces, `1..6`.
        die: String,
        fell: i64,
    },
    Draw {
        drew: String,
    },
}

impl Entry {
    pub fn is_answer(&self) -> bool {
        matches!(self, Entry::Answer { .. })
    }
}

impl std::fmt::Display for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Entry::Answer { ask, by, pick } => write!(f, "{by} at {ask}: {pick}"),
            Entry::Roll { at, die, fell } if at.is_empty() => write!(f, "rolled {die}: {fell}"),
            Entry::Roll { at, die, fell } => write!(f, "rolled {die} at {at}: {fell}"),
            Entry::Draw { drew } => write!(f, "drew {drew}"),
        }
    }
}

/// The name of a die's faces.
pub(super) fn die_name(lo: i64, hi: i64) -> String {
    format!("{lo}..{hi}")
}
