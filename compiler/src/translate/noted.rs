//! What names stood for where they were read, noted with their places. It is pushed while expressions are read, and put
//! together when all is read (`named`).

use super::ty::{Ty, Unit};
use crate::diag::Place;

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
}

#[derive(Default)]
pub(crate) struct Noted {
    pub(crate) meant: Vec<(Place, Meant)>,
    /// What is given a name, and its type.
    pub(crate) given: Vec<(Place, Ty)>,
    /// Numbers that took on a measure.
    pub(crate) measured: Vec<(Place, Unit)>,
}

impl Noted {
    pub(crate) fn note(&mut self, at: Place, meant: Meant) {
        self.meant.push((at, meant));
    }
}
