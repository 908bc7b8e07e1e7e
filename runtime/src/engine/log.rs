//! The log: what was answered and what fell, by name, from the start of the game to where it stands.
//! Options and pieces are named, never numbered: an erratum that adds a counter renumbers, it renames nothing.
//! While a game is played it is kept by number ([`Log`]), and named once somebody reads it: bots read nothing.

use super::game::Game;
use crate::bug;
use crate::exec::{AskId, Asked, Choice, Die};
use crate::ir::DomainId;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::OnceLock;

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

/// An entry as it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kept {
    Answer {
        ask: AskId,
        side: i64,
        choice: Choice,
    },
    Roll {
        die: Die,
        fell: i64,
    },
    Draw {
        domain: DomainId,
        drew: i64,
    },
    /// It was read from a file, and is what it is named.
    Read {
        is_answer: bool,
    },
}

impl Kept {
    pub(super) fn answer(asked: Asked, choice: Choice) -> Kept {
        Kept::Answer { ask: asked.ask, side: asked.side, choice }
    }

    pub(super) fn is_answer(self) -> bool {
        match self {
            Kept::Answer { .. } => true,
            Kept::Read { is_answer } => is_answer,
            Kept::Roll { .. } | Kept::Draw { .. } => false,
        }
    }
}

/// The log of a game that is played. Once it was read, its names are kept, too.
#[derive(Clone, Default)]
pub(super) struct Log {
    kept: Vec<Kept>,
    /// By entry, for all of them; of what was read from a file there are always names.
    named: OnceLock<Vec<Entry>>,
}

impl Log {
    /// As it was read from a file.
    pub(super) fn read(entries: Vec<Entry>) -> Log {
        let kept = entries.iter().map(|entry| Kept::Read { is_answer: entry.is_answer() }).collect();
        Log { kept, named: OnceLock::from(entries) }
    }

    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }

    pub(super) fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// Some of it, as a log of its own.
    pub(super) fn part(&self, those: Range<usize>) -> Log {
        let named = self.named.get().and_then(|named| named.get(those.clone()));
        let kept = self.kept.get(those).unwrap_or_default().to_vec();
        Log { kept, named: named.map_or_else(OnceLock::new, |named| OnceLock::from(named.to_vec())) }
    }

    pub(super) fn push(&mut self, game: &Game, entry: Kept) {
        if let Some(named) = self.named.get_mut() {
            named.push(game.entry(entry));
        }
        self.kept.push(entry);
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.kept.truncate(len);
        if let Some(named) = self.named.get_mut() {
            named.truncate(len);
        }
    }

    /// All of it by name.
    pub(super) fn entries(&self, game: &Game) -> &[Entry] {
        self.named.get_or_init(|| self.kept.iter().map(|entry| game.entry(*entry)).collect())
    }

    /// Some of it by name; the others need no names.
    pub(super) fn some(&self, game: &Game, those: Range<usize>) -> Vec<Entry> {
        match self.named.get() {
            Some(named) => named.get(those).unwrap_or_default().to_vec(),
            None => self.kept.get(those).unwrap_or_default().iter().map(|entry| game.entry(*entry)).collect(),
        }
    }

    /// Is this entry another side's answer? No, if it is no answer.
    pub(super) fn is_of_another(&self, game: &Game, at: usize, side: i64) -> bool {
        match self.kept.get(at) {
            Some(Kept::Answer { side: by, .. }) => *by != side,
            Some(Kept::Read { .. }) => match self.entries(game).get(at) {
                Some(Entry::Answer { by, .. }) => !game.is_side(side, by),
                Some(Entry::Roll { .. } | Entry::Draw { .. }) | None => false,
            },
            Some(Kept::Roll { .. } | Kept::Draw { .. }) | None => false,
        }
    }

    /// Are answers of two sides among its entries from this one on?
    pub(super) fn are_of_two(&self, game: &Game, from: usize) -> bool {
        let since = self.kept.get(from..).unwrap_or_default();
        let sides = since.iter().map_while(|entry| match entry {
            Kept::Answer { side, .. } => Some(*side),
            Kept::Roll { .. } | Kept::Draw { .. } | Kept::Read { .. } => None,
        });
        if sides.clone().count() == since.len() {
            return sides.clone().zip(sides.skip(1)).any(|(one, next)| one != next);
        }
        let entries = self.some(game, from..self.len());
        let mut by = entries.iter().filter_map(|entry| match entry {
            Entry::Answer { by, .. } => Some(by),
            Entry::Roll { .. } | Entry::Draw { .. } => None,
        });
        by.next().is_some_and(|first| by.any(|other| other != first))
    }

    /// Is the last answer among these entries another side's?
    pub(super) fn last_is_of_another(&self, game: &Game, those: Range<usize>, side: i64) -> bool {
        let last = self.kept.get(those.clone()).unwrap_or_default().iter().rposition(|entry| entry.is_answer());
        last.is_some_and(|last| self.is_of_another(game, those.start + last, side))
    }
}

impl Game {
    fn entry(&self, kept: Kept) -> Entry {
        match kept {
            Kept::Answer { ask, side, choice } => Entry::Answer {
                ask: self.program().site(self.rules().site_of(ask)).short(),
                by: self.side_name(side),
                pick: self.option_name(ask, choice),
            },
            Kept::Roll { die, fell } => Entry::Roll {
                at: die.site.map_or_else(String::new, |site| self.program().site(site).short()),
                die: die_name(die.lo, die.hi),
                fell,
            },
            Kept::Draw { domain, drew } => Entry::Draw { drew: self.member_name(domain, drew) },
            Kept::Read { .. } => bug!("what was read from a file has no name"),
        }
    }
}
