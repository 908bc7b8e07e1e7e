//! What a machine did to the state, statement by statement, for whoever tells what happened and in which order.
//!
//! In: the state behind each statement that writes, as marked code comes to it. Out: moments, each with the words of the state
//! that are others than at the moment before. Promises: what is only supposed is no moment; so many moments are kept at
//! most, and what comes behind them is not in it.

use super::machine::{Asked, Choice};
use crate::ir::{CellId, Pos, SiteId};
use crate::state::State;

/// So many words that changed are kept at most, and each moment counts for one.
const MOST: usize = 1 << 17;
/// So many words are compared at once.
const PART: usize = 64;

/// One thing that happened, and what it changed.
pub(crate) struct Moment {
    pub(crate) what: Happened,
    /// Words of the state, and what they hold from then on.
    changed: Vec<(u32, u64)>,
}

pub(crate) enum Happened {
    /// A statement wrote: where it stands, then where what it stands in was called, and so on outward. `one`: the place
    /// that it wrote, also where that is as it was; none of a set, and where it takes members away.
    Wrote { places: Vec<Pos>, one: Option<(CellId, u32)> },
    /// An action, a procedure or a rule was left before its end, by the statement that stands there.
    Left { places: Vec<Pos> },
    /// The game is over, by the statement that stands there; by none where the sequence has come to its end.
    Ended { places: Vec<Pos> },
    /// Of several ways to go on that are printed side by side, this one was taken; of a condition, whether it was so.
    /// What it was about, where that is a number.
    Way { site: SiteId, is_so: bool, in_all: Option<i64> },
    /// This printed condition holds, and what it stands in is left when all is done that it says.
    Leads { site: SiteId },
    /// An ask was answered by its only option.
    Alone(Asked, Choice),
}

impl Moment {
    /// From the state of the moment before to that of this one.
    pub(crate) fn apply(&self, state: &mut State) {
        for (at, word) in &self.changed {
            state.words[*at as usize] = *word;
        }
    }
}

pub(crate) struct Chronicle {
    last: State,
    moments: Vec<Moment>,
    kept: usize,
    /// Cells of which it is kept that they were written, also where nothing is otherwise.
    wanted: Vec<bool>,
    /// What the next condition is about.
    in_all: Option<i64>,
}

impl Chronicle {
    pub(super) fn from(state: &State, wanted: Vec<bool>) -> Chronicle {
        Chronicle { last: state.clone(), moments: Vec::new(), kept: 0, wanted, in_all: None }
    }

    /// A statement wrote; if nothing is otherwise and nobody knows what it wrote, it is as if it had not.
    pub(super) fn wrote(&mut self, state: &State, one: Option<(CellId, u32)>, places: impl FnOnce() -> Vec<Pos>) {
        if self.is_full() {
            return;
        }
        let one = one.filter(|(cell, _)| self.wanted.get(cell.index()) == Some(&true));
        let changed = self.changed(state);
        if !changed.is_empty() || one.is_some() {
            self.keep(Moment { what: Happened::Wrote { places: places(), one }, changed });
        }
    }

    /// What runs is left before its end.
    pub(super) fn leaves(&mut self, state: &State, places: impl FnOnce() -> Vec<Pos>) {
        self.tell(state, || Happened::Left { places: places() });
    }

    /// The game is over.
    pub(super) fn ends(&mut self, state: &State, places: impl FnOnce() -> Vec<Pos>) {
        self.tell(state, || Happened::Ended { places: places() });
    }

    /// The number of which the next condition says whether it is so.
    pub(super) fn is_about(&mut self, number: i64) {
        self.in_all = Some(number);
    }

    pub(super) fn takes(&mut self, state: &State, site: SiteId, is_so: bool) {
        let in_all = self.in_all.take();
        self.tell(state, || Happened::Way { site, is_so, in_all });
    }

    /// What runs is left when all is done that this says.
    pub(super) fn leads(&mut self, state: &State, site: SiteId) {
        self.tell(state, || Happened::Leads { site });
    }

    /// An ask had one option.
    pub(super) fn answered_itself(&mut self, state: &State, asked: Asked, only: Choice) {
        self.tell(state, || Happened::Alone(asked, only));
    }

    /// Also where nothing is otherwise.
    fn tell(&mut self, state: &State, what: impl FnOnce() -> Happened) {
        if !self.is_full() {
            let changed = self.changed(state);
            self.keep(Moment { what: what(), changed });
        }
    }

    fn keep(&mut self, moment: Moment) {
        self.kept += 1 + moment.changed.len();
        self.moments.push(moment);
    }

    /// What is otherwise than at the last moment.
    fn changed(&mut self, state: &State) -> Vec<(u32, u64)> {
        let mut changed = Vec::new();
        let parts = self.last.words.chunks_mut(PART).zip(state.words.chunks(PART));
        for (part, (last, now)) in parts.enumerate().filter(|(_, (last, now))| last != now) {
            for ((at, last), now) in (part * PART..).zip(last).zip(now) {
                if last != now {
                    *last = *now;
                    changed.push((at as u32, *now));
                }
            }
        }
        changed
    }

    /// So many since they were last taken.
    pub(super) fn moments(&self) -> u32 {
        self.moments.len() as u32
    }

    /// Nothing more is kept.
    pub(super) fn is_full(&self) -> bool {
        self.kept > MOST
    }

    /// Those since this was last asked.
    pub(super) fn take(&mut self) -> Vec<Moment> {
        std::mem::take(&mut self.moments)
    }
}
