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

impl Extent {
    /// What was told and noted behind it is forgotten.
    pub(crate) fn is_all(self, said: &mut Said) {
        let [told, meant, given, each, measured, looked] = self.lists;
        said.told.truncate(told);
        said.noted.meant.truncate(meant);
        said.noted.given.truncate(given);
        said.noted.each.truncate(each);
        said.noted.measured.truncate(measured);
        said.looked.truncate(looked);
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

    /// The same, which is there no more afterwards.
    pub(super) fn taken_since(before: Extent, said: &mut Said) -> Heard {
        let heard = Heard::since(before, said);
        before.is_all(said);
        heard
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

/// A part of a game that is read apart, in the order in which all is read.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// All that is declared.
    Declared,
    /// An item of rows.
    Rows(usize),
    /// Names that actions keep.
    Kept,
    Example(usize),
    /// Cases that examples name.
    Cited,
}

/// Where each part ends in what was told and noted, one behind the other: what is declared, the items of rows, what is read
/// behind them, names that actions keep, the examples, the cases that these name, and what is read last.
#[derive(Clone, Default)]
pub(crate) struct Marks {
    ends: Vec<Extent>,
    /// How many items of rows there are, and examples.
    rows: usize,
    examples: usize,
}

impl Marks {
    pub(crate) fn of(rows: usize) -> Marks {
        Marks { ends: Vec::new(), rows, examples: 0 }
    }

    /// What was read last ends here.
    pub(crate) fn ends(&mut self, said: &Said) {
        self.ends.push(Extent::of(said));
    }

    /// An example was read last.
    pub(super) fn example_ends(&mut self, said: &Said) {
        self.examples += 1;
        self.ends(said);
    }

    fn at(&self, part: Part) -> usize {
        match part {
            Part::Declared => 0,
            Part::Rows(index) => index + 1,
            Part::Kept => self.rows + 2,
            Part::Example(at) => self.rows + 3 + at,
            Part::Cited => self.rows + 3 + self.examples,
        }
    }

    fn between(&self, part: Part) -> Option<(Extent, Extent)> {
        let at = self.at(part);
        let from = at.checked_sub(1).map_or_else(|| Some(Extent::default()), |before| self.ends.get(before).copied());
        Some((from?, *self.ends.get(at)?))
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
        for end in self.ends.iter_mut().skip(at) {
            for (list, end) in end.lists.iter_mut().enumerate() {
                *end = *end + new[list] + from.lists[list] - to.lists[list];
            }
        }
    }

    /// What was noted of declarations at these places is forgotten.
    pub(super) fn declared_elsewhere(&mut self, said: &mut Said, gone: impl Fn(Place) -> bool) {
        let Some((_, to)) = self.between(Part::Declared) else { return };
        let [_, meant, given, each, measured, _] = to.lists;
        let count = |noted: &Noted| [noted.meant.len(), noted.given.len(), noted.each.len(), noted.measured.len()];
        let before = count(&said.noted);
        fn without<T>(all: &mut Vec<T>, first: usize, gone: impl Fn(&T) -> bool) {
            let rest = all.split_off(first.min(all.len()));
            all.retain(|one| !gone(one));
            all.extend(rest);
        }
        without(&mut said.noted.meant, meant, |(at, _)| gone(*at));
        without(&mut said.noted.given, given, |(at, _)| gone(*at));
        without(&mut said.noted.each, each, |(at, _)| gone(*at));
        without(&mut said.noted.measured, measured, |(at, _)| gone(*at));
        let now = count(&said.noted);
        for end in &mut self.ends {
            for (list, (before, now)) in before.iter().zip(now).enumerate() {
                if let Some(end) = end.lists.get_mut(list + 1) {
                    *end -= before - now;
                }
            }
        }
    }
}
