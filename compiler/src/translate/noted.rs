//! What names stood for where they were read, noted with their places. It is pushed while expressions are read, and put
//! together when all is read (`named`).

use super::ty::{Ty, Unit};
use crate::diag::{Diagnostic, Place, says};
use std::collections::BTreeSet;

/// What one name stood for; numbers are indices into the world's lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Meant {
    /// A name in scope, by the place at which it was given.
    Local(Place),
    /// What the game declares under this name.
    Item,
    /// A list and its member.
    Member(usize, i64),
    Field(usize),
    /// A notation and its part.
    Part(usize, usize),
    Hex(i64),
    /// What the language gives under this name.
    Word,
}

#[derive(Clone, Default)]
pub(crate) struct Noted {
    pub(crate) meant: Vec<(Place, Meant)>,
    /// What is given a name, and its type.
    pub(crate) given: Vec<(Place, Ty)>,
    /// Names of an `any`, `every` or `no`.
    pub(crate) each: Vec<(Place, String)>,
    /// Numbers that took on a measure.
    pub(crate) measured: Vec<(Place, Unit)>,
}

impl Noted {
    /// Names of an `any`, `every` or `no` that nothing reads.
    pub(crate) fn unread(&self) -> Vec<Diagnostic> {
        // Few names are given so, and many are read.
        let mut unread: BTreeSet<Place> = self.each.iter().map(|(given, _)| *given).collect();
        for (_, meant) in &self.meant {
            if let Meant::Local(given) = meant {
                unread.remove(given);
            }
        }
        let told = self.each.iter().filter(|(given, _)| unread.contains(given));
        told.map(|(given, name)| says::unread_name(name, *given)).collect()
    }

    /// All that another noted.
    pub(crate) fn again(&mut self, other: &Noted) {
        self.meant.extend(&other.meant);
        self.given.extend(&other.given);
        self.each.extend(other.each.iter().cloned());
        self.measured.extend(&other.measured);
    }

    pub(crate) fn each_place(&mut self, see: &mut dyn FnMut(&mut Place)) {
        for (at, meant) in &mut self.meant {
            see(at);
            if let Meant::Local(given) = meant {
                see(given);
            }
        }
        self.given.iter_mut().for_each(|(at, _)| see(at));
        self.each.iter_mut().for_each(|(at, _)| see(at));
        self.measured.iter_mut().for_each(|(at, _)| see(at));
    }

    pub(crate) fn note(&mut self, at: Place, meant: Meant) {
        self.meant.push((at, meant));
    }
}
