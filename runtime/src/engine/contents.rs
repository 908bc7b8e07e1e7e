//! What a game is made of, so that a save can say with which rules it was made. In: the parts of the rules by name, each
//! with a hash of what it says. Out: the parts that differ, in words.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// More parts are counted, not named.
const MOST_NAMED: usize = 10;

/// The rules of a game, part by part.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Contents {
    /// Names of the scenarios that players may choose.
    #[serde(skip)]
    pub scenarios: Vec<String>,
    /// The titles of the errata and house rules that count.
    pub errata: Vec<String>,
    /// By name, `value drm 7.1#b`: a hash of what it says.
    pub rules: BTreeMap<String, String>,
}

impl Contents {
    /// One more part: a number for what it says, and what it says. Parts of one name are one.
    pub fn add(&mut self, name: &str, meaning: u32, says: impl FnOnce() -> Vec<u8>) {
        let both = |before: &String| {
            let mut hasher = crc32fast::Hasher::new();
            hasher.update(before.as_bytes());
            hasher.update(&says());
            hasher.finalize()
        };
        let meaning = self.rules.get(name).map_or(meaning, both);
        self.rules.insert(name.to_owned(), format!("{meaning:08x}"));
    }

    /// What is other in `now`: the errata first, then each part by name.
    pub(super) fn differences(&self, now: &Contents) -> String {
        let missing = |some: &Contents, other: &Contents| -> Vec<String> {
            some.errata.iter().filter(|name| !other.errata.contains(name)).cloned().collect()
        };
        let mut told = Vec::new();
        for (what, titles) in [("made with", missing(self, now)), ("made without", missing(now, self))] {
            if !titles.is_empty() {
                told.push(format!("{what} \"{}\"", titles.join("\" and \"")));
            }
        }
        let was = |name: &String| self.rules.get(name);
        let mut parts: Vec<(&str, &String)> = Vec::new();
        parts.extend(now.rules.iter().filter(|(name, is)| was(name).is_some_and(|was| was != *is)).map(changed));
        parts.extend(now.rules.iter().filter(|(name, _)| was(name).is_none()).map(|(name, _)| ("new", name)));
        let gone = self.rules.keys().filter(|name| !now.rules.contains_key(*name));
        parts.extend(gone.map(|name| ("gone", name)));
        let mut named = String::new();
        for (at, (what, name)) in parts.iter().take(MOST_NAMED).enumerate() {
            let before = if at == 0 {
                ""
            } else if parts[at - 1].0 == *what {
                ", "
            } else {
                "; "
            };
            let what = if before == ", " { String::new() } else { format!("{what}: ") };
            // Writing into a text cannot fail.
            let _ = write!(named, "{before}{what}`{name}`");
        }
        if parts.len() > MOST_NAMED {
            let _ = write!(named, ", and {} more", parts.len() - MOST_NAMED);
        }
        if !named.is_empty() {
            told.push(named);
        }
        if told.is_empty() {
            "each rule says the same: a scene was added or taken away, rules stand in another order, or another wgr reads them".to_owned()
        } else {
            told.join("; ")
        }
    }
}

fn changed<'c>((name, _): (&'c String, &'c String)) -> (&'static str, &'c String) {
    ("changed", name)
}
