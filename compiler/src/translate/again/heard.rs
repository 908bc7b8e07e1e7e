//! What is told and noted while a part of a game is read: taken from the lists of a builder, and put into them in the place
//! of what was told and noted of that part before.

use crate::diag::{Diagnostic, Place};
use crate::translate::builder::Said;
use crate::translate::noted::Noted;
use std::ops::Range;

/// How much there is of all that was told and noted.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Extent {
    lists: [usize; 6],
    /// How much there is of what nobody adds to who stands alone.
    pub(super) others: [usize; 6],
}

impl Extent {
    pub(crate) fn of(said: &Said) -> Extent {
        let Said { told, noted, claimed: _, holes, used_rulings, looked, fairly, notes, lists, doubts } = said;
        let Noted { meant, given, each, measured } = noted;
        Extent {
            lists: [told.len(), meant.len(), given.len(), each.len(), measured.len(), looked.len()],
            others: [holes.len(), used_rulings.len(), fairly.len(), notes.len(), lists.len(), doubts.len()],
        }
    }
}

/// What is told and noted while something is read.
#[derive(Clone, Default)]
pub(super) struct Heard {
    pub(super) told: Vec<Diagnostic>,
    pub(super) noted: Noted,
    looked: Vec<(usize, Vec<(i64, i64)>)>,
}

impl Heard {
    /// All behind an extent.
    pub(super) fn since(before: Extent, said: &Said) -> Heard {
        fn rest<T: Clone>(all: &[T], from: usize) -> Vec<T> {
            all.get(from..).unwrap_or_default().to_vec()
        }
        let [told, meant, given, each, measured, looked] = before.lists;
        Heard {
            told: rest(&said.told, told),
            noted: Noted {
                meant: rest(&said.noted.meant, meant),
                given: rest(&said.noted.given, given),
                each: rest(&said.noted.each, each),
                measured: rest(&said.noted.measured, measured),
            },
            looked: rest(&said.looked, looked),
        }
    }

    /// All but the first messages.
    pub(super) fn behind(told: usize, said: Said) -> Heard {
        Heard { told: said.told.get(told..).unwrap_or_default().to_vec(), noted: said.noted, looked: said.looked }
    }

    pub(super) fn each_place(&mut self, see: &mut dyn FnMut(&mut Place)) {
        self.told.iter_mut().for_each(|told| told.each_place(see));
        self.noted.each_place(see);
    }

    pub(super) fn again(&self, said: &mut Said) {
        said.told.extend(self.told.iter().cloned());
        said.noted.again(&self.noted);
        said.looked.extend(self.looked.iter().cloned());
    }

    fn lengths(&self) -> [usize; 6] {
        let Noted { meant, given, each, measured } = &self.noted;
        [self.told.len(), meant.len(), given.len(), each.len(), measured.len(), self.looked.len()]
    }

    /// Takes the place of what stands there.
    fn put(self, said: &mut Said, at: [Range<usize>; 6]) {
        let [told, meant, given, each, measured, looked] = at;
        said.told.splice(told, self.told);
        said.noted.meant.splice(meant, self.noted.meant);
        said.noted.given.splice(given, self.noted.given);
        said.noted.each.splice(each, self.noted.each);
        said.noted.measured.splice(measured, self.noted.measured);
        said.looked.splice(looked, self.looked);
    }
}

/// A part of a game that is read apart.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// All that is declared.
    Declared,
    /// An item of rows.
    Rows(usize),
    /// Names that actions keep.
    Kept,
}

/// Where each part ends in what was told and noted, one behind the other: what is declared, the items of rows, what is read
/// behind them, names that actions keep.
#[derive(Clone, Default)]
pub(crate) struct Marks(Vec<Extent>);

impl Marks {
    /// What was read last ends here.
    pub(crate) fn ends(&mut self, said: &Said) {
        self.0.push(Extent::of(said));
    }

    /// `told` messages stood before all others, and stand there no more.
    pub(super) fn without(mut self, told: usize) -> Marks {
        for end in &mut self.0 {
            end.lists[0] = end.lists[0].saturating_sub(told);
        }
        self
    }

    fn at(&self, part: Part) -> usize {
        match part {
            Part::Declared => 0,
            Part::Rows(index) => index + 1,
            Part::Kept => self.0.len().saturating_sub(1),
        }
    }

    fn between(&self, part: Part) -> Option<(Extent, Extent)> {
        let at = self.at(part);
        let from = at.checked_sub(1).map_or_else(|| Some(Extent::default()), |before| self.0.get(before).copied());
        Some((from?, *self.0.get(at)?))
    }

    /// Does it add to nothing but what is told and noted of itself?
    pub(super) fn stands_alone(&self, part: Part) -> bool {
        self.between(part).is_some_and(|(from, to)| from.others == to.others)
    }

    /// What was told and noted of a part takes the place of what was before.
    pub(super) fn put(&mut self, said: &mut Said, part: Part, heard: Heard) {
        let Some((from, to)) = self.between(part) else { return };
        let new = heard.lengths();
        heard.put(said, std::array::from_fn(|list| from.lists[list]..to.lists[list]));
        let at = self.at(part);
        for end in self.0.iter_mut().skip(at) {
            for (list, end) in end.lists.iter_mut().enumerate() {
                *end = *end + new[list] + from.lists[list] - to.lists[list];
            }
        }
    }
}
