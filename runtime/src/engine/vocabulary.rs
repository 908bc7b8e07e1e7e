//! What authors call the questions of a program, and what may be asked by name. It is no part of the program: rules are
//! played without it.
//!
//! In: what whoever made the program says. Out: the words in which reasons are told. Promises: a program about which
//! nothing is said goes by its own names; of one about which something is said, no name is told that no author wrote.

use super::game::Game;
use crate::ir::{CellId, FuncId, TableId};
use std::collections::BTreeMap;
use std::fmt;

/// How a query is told: a name of the rules, and what it asks of that where it is not what the name says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Called {
    pub name: String,
    /// `: what does it cost?`; empty where the name says it all.
    pub asks: String,
}

impl Called {
    pub fn new(name: impl Into<String>, asks: &str) -> Called {
        let asks = if asks.is_empty() { String::new() } else { format!(": {asks}") };
        Called { name: name.into(), asks }
    }

    /// `marching(B1, 0101, 0101, 0102): what does it cost?`
    pub(super) fn of(&self, args: &str) -> String {
        let args = if args.is_empty() { String::new() } else { format!("({args})") };
        format!("{}{args}{}", self.name, self.asks)
    }
}

impl fmt::Display for Called {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of(""))
    }
}

/// What stands behind a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// A value, a fact, a permit, a zone, a path.
    Query(FuncId),
    /// The questions of a course about one step. The last arguments of each, so many, stand beside its hexes: whether it
    /// leads over the edge of the map, and what the move remembers.
    Course { questions: Vec<FuncId>, beside: usize },
    Action {
        /// May it begin with these arguments? Absent where that could not be said.
        offered: FuncId,
        /// For whom it is, as it is written: `(u: Regiment of phasing)`.
        head: String,
    },
    /// A state, or what is printed: pieces of different sorts may have one of the same name.
    Held(Vec<Held>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    pub at: HeldAt,
    /// Of a piece: the members that have it, of the first index.
    pub members: Option<Vec<i64>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeldAt {
    Cell(CellId),
    Table(TableId),
    /// What is printed on a counter that was drawn: the query that finds it.
    Drawn(FuncId),
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Vocabulary {
    pub told: BTreeMap<FuncId, Called>,
    pub names: BTreeMap<String, Named>,
}

impl Game {
    /// How a query is called where it is a reason. None where no author has a name for it.
    pub(super) fn called(&self, query: FuncId) -> Option<Called> {
        if self.vocabulary().names.is_empty() {
            return Some(Called::new(self.program().func(query).name.clone(), ""));
        }
        self.vocabulary().told.get(&query).cloned()
    }

    /// The item to which a query belongs, by its author's name; none of what is no query, or has none.
    pub fn called_by_its_author(&self, query: FuncId) -> Option<&str> {
        self.vocabulary().told.get(&query).map(|called| called.name.as_str())
    }

    /// Has no author named anything? Then the program goes by its own names.
    pub fn vocabulary_is_empty(&self) -> bool {
        self.vocabulary().names.is_empty()
    }

    /// What a query asks of its name: `what does it cost?`; its name where that says it all.
    pub fn asks(&self, query: FuncId) -> String {
        let called = self.called(query).unwrap_or_else(|| Called::new(self.program().func(query).name.clone(), ""));
        called.asks.strip_prefix(": ").map_or(called.name.clone(), str::to_owned)
    }

    /// Is it told where it is a reason?
    pub(super) fn is_told(&self, query: FuncId) -> bool {
        self.vocabulary().names.is_empty() || self.vocabulary().told.contains_key(&query)
    }

    /// What is called so.
    pub fn named(&self, name: &str) -> Option<Named> {
        if !self.vocabulary().names.is_empty() {
            return self.vocabulary().names.get(name).cloned();
        }
        let answers = |id: &FuncId| self.program().func(*id).ret.is_some();
        self.program().func_named(name).filter(answers).map(Named::Query)
    }

    /// All that can be asked by name, in order.
    pub fn names(&self) -> Vec<&str> {
        if !self.vocabulary().names.is_empty() {
            return self.vocabulary().names.keys().map(String::as_str).collect();
        }
        let answering = self.program().funcs.iter().filter(|func| func.ret.is_some());
        answering.map(|func| func.name.as_str()).collect()
    }
}
