//! How numbers are shown that stand for something else: the steps of a scale, `3/1` instead of the fourth, and the row
//! that says which set a value is. How rows count in a value, and how what an action keeps is called.
//!
//! In: the scales of a game and what counts along each. It is no part of the program: rules reckon with numbers.

use crate::ir::{CellId, FuncId, SiteId, TableId};
use std::collections::BTreeMap;

/// What holds or answers a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Counted {
    Answer(FuncId),
    /// A parameter, by its place.
    Param(FuncId, usize),
    Held(CellId),
    /// An index of a look-up, by its place.
    Index(TableId, usize),
    /// What a row answers.
    Amount(FuncId, SiteId),
}

/// What an action keeps while it runs, as its author calls it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    pub name: String,
    pub action: String,
}

/// What an author wrote that is looked up with numbers, by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LookedUp {
    Table(String),
    /// The ends of a scale that does not go on.
    Scale(String),
}

/// How what a row says counts in the value that it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    pub how: How,
    /// Of the rows of one group one alone counts, or all once: which group, by its place.
    pub group: Option<(Group, usize)>,
    /// Nothing is done to the value behind it, but for bounds.
    pub is_last: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// The value is that.
    Is,
    Added,
    Times,
    AtLeast,
    AtMost,
    Rounded,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    Largest,
    Smallest,
    Once,
}

impl Counts {
    /// `+2`, `at least 0`
    #[must_use]
    pub fn told(self, amount: &str) -> String {
        match self.how {
            How::Is | How::Rounded => amount.to_owned(),
            How::Added if amount.starts_with(|first: char| first.is_ascii_digit()) => format!("+{amount}"),
            How::Added => amount.to_owned(),
            How::Times => format!("times {amount}"),
            How::AtLeast => format!("at least {amount}"),
            How::AtMost => format!("at most {amount}"),
        }
    }

    /// Is the answer the same without it: a bound that lies elsewhere, nothing that is added?
    #[must_use]
    pub fn says_nothing(self, amount: Option<&str>, answer: Option<&str>) -> bool {
        if self.group.is_some() {
            return false;
        }
        match self.how {
            How::AtLeast | How::AtMost => self.is_last && amount != answer,
            How::Added => amount == Some("0"),
            How::Times => amount == Some("1"),
            How::Is | How::Rounded => false,
        }
    }
}

/// The scales of a game, and what counts along which.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scales {
    /// Each step as a ratio, ascending.
    pub steps: Vec<Vec<(i64, i64)>>,
    pub of: BTreeMap<Counted, usize>,
    /// Queries that say which row answers, by the names of the values, which are sets.
    pub sets: BTreeMap<FuncId, String>,
    /// How the book prints the members that something may be.
    pub printed: BTreeMap<Counted, Vec<String>>,
    pub looked_up: BTreeMap<TableId, LookedUp>,
    /// How rows count; of values only.
    pub counts: BTreeMap<(FuncId, SiteId), Counts>,
    /// What says in which box a piece lies that is not on the map.
    pub boxes: Option<CellId>,
}

impl Scales {
    /// The step of a number, if that is what this number is: `3/1`, and `8/1` where it goes on beyond what is printed. Or how a
    /// member is printed.
    pub(super) fn name(&self, of: Counted, value: i64) -> Option<String> {
        if let Some(names) = self.printed.get(&of) {
            return usize::try_from(value).ok().and_then(|at| names.get(at)).cloned();
        }
        let steps = self.steps.get(*self.of.get(&of)?)?;
        let (first, last) = (steps.first()?, steps.last()?);
        let beyond = value - (steps.len() as i64 - 1);
        match usize::try_from(value).ok().and_then(|at| steps.get(at)) {
            Some((num, den)) => Some(format!("{num}/{den}")),
            None if beyond > 0 && last.1 == 1 => Some(format!("{}/1", last.0 + beyond)),
            None if value < 0 && first.0 == 1 => Some(format!("1/{}", first.1 - value)),
            None if beyond > 0 => Some(format!("{} beyond {}/{}", beyond, last.0, last.1)),
            None => Some(format!("{} below {}/{}", -value, first.0, first.1)),
        }
    }

    /// Back from [`Scales::name`]: the place on its scale of what is written `3/1`, or the member that is printed so.
    pub(super) fn value(&self, of: Counted, text: &str) -> Option<i64> {
        if let Some(names) = self.printed.get(&of) {
            return names.iter().position(|known| known == text).map(|at| at as i64);
        }
        let steps = self.steps.get(*self.of.get(&of)?)?;
        let (first, last) = (steps.first()?, steps.last()?);
        let beyond = |by: i64| steps.len() as i64 - 1 + by;
        // As it is shown where it goes on beyond what is printed.
        if let Some((by, _)) = text.split_once(" beyond ") {
            return by.parse().ok().map(beyond);
        }
        if let Some((by, _)) = text.split_once(" below ") {
            return by.parse::<i64>().ok().map(|by| -by);
        }
        let (num, den) = text.split_once(['/', ':'])?;
        let step: (i64, i64) = (num.parse().ok()?, den.parse().ok()?);
        match steps.iter().position(|known| *known == step) {
            Some(at) => Some(at as i64),
            None if step.1 == 1 && last.1 == 1 && step.0 > last.0 => Some(beyond(step.0 - last.0)),
            None if step.0 == 1 && first.0 == 1 && step.1 > first.1 => Some(first.1 - step.1),
            None => None,
        }
    }
}
