//! Who holds what: for a cell of one index the members that hold each value, found once and good until the cell changes.
//! A filter asks the same cell for one value after the other (`place[u] = h`, hex by hex): from the third time on it
//! looks up here instead of walking the cell.

use super::recall::Recall;
use super::{Machine, words};
use crate::exec::code::{CellCode, Code, InvertedCode};
use crate::ir::NONE;
use crate::kernel::OFF_MAP;
use crate::state::State;
use std::ops::Range;

/// Asked less often than this between two changes, a cell is not worth turning over.
const WORTH: u32 = 3;

/// All of them.
#[derive(Default)]
pub(super) struct Inverted {
    all: Vec<InvertedIndex>,
    ready: Vec<Ready>,
}

/// Where native code looks: the moment at which the sets of the cell are good, and where they begin.
pub(in crate::exec) type Ready = [u64; 2];

/// One cell inverted: by value the members that hold it.
#[derive(Default)]
struct InvertedIndex {
    /// The cell's moment when it was last asked, and how often it was at that moment.
    moment: u64,
    asked: u32,
    /// Of each value the set; so many words for each. Behind them a set of nobody.
    sets: Vec<u64>,
}

impl Inverted {
    pub(super) fn of(code: &Code) -> Inverted {
        let all = code.inverted.iter().map(|_| InvertedIndex::default()).collect();
        Inverted { all, ready: vec![[0; 2]; code.inverted.len()] }
    }

    /// By the number of the cell.
    pub(super) fn ready(&self) -> &[Ready] {
        &self.ready
    }
}

impl InvertedIndex {
    /// Is it worth looking up now? Turns the cell over when it has become so.
    fn is_ready(
        &mut self,
        ready: &mut Ready,
        (code, cell): (&InvertedCode, &CellCode),
        state: &State,
        moment: u64,
    ) -> bool {
        if self.moment != moment {
            (self.moment, self.asked) = (moment, 0);
        }
        self.asked += 1;
        if self.asked == WORTH {
            self.invert(code, cell, state);
            *ready = [moment, self.sets.as_ptr() as u64];
        }
        self.asked >= WORTH
    }

    fn invert(&mut self, code: &InvertedCode, cell: &CellCode, state: &State) {
        self.sets.resize((code.values + 1) * code.words, 0);
        self.sets.fill(0);
        for member in cell.first..cell.first + code.members {
            let value = (cell.of(state, member) - cell.code.lo) as usize;
            let at = value * code.words + (member >> 6) as usize;
            if let Some(word) = self.sets.get_mut(at) {
                *word |= 1 << (member & 63);
            }
        }
    }

    /// A member holds another value, counted from the least.
    fn becomes(&mut self, code: &InvertedCode, member: i64, [old, new]: [usize; 2]) {
        let place = |value: usize| value * code.words + (member >> 6) as usize;
        let bit = 1 << (member & 63);
        if let Some(word) = self.sets.get_mut(place(old)) {
            *word &= !bit;
        }
        if let Some(word) = self.sets.get_mut(place(new)) {
            *word |= bit;
        }
    }

    fn members(&self, code: &InvertedCode, cell: &CellCode, value: i64) -> &[u64] {
        if value < cell.code.lo || value > cell.code.hi {
            return &[];
        }
        &self.sets[(value - cell.code.lo) as usize * code.words..][..code.words]
    }
}

/// The element at `bit` of a packed cell becomes another. Who turned the cell over need not do so again.
pub(super) fn changed(
    (recall, inverted): (&mut Recall, &mut Inverted),
    code: &Code,
    (cell, bit): (&CellCode, u32),
    [old, new]: [u64; 2],
) {
    let before = cell.inverted.map(|number| {
        let (number, Inverted { all, ready }) = (usize::from(number), inverted);
        let code = &code.inverted[number];
        (recall.moment(code.watcher), code, &mut all[number], &mut ready[number])
    });
    recall.changed(&cell.watchers);
    let Some((before, code, inverted, ready)) = before else { return };
    if inverted.moment == before && inverted.asked >= WORTH {
        let member = i64::from((bit - cell.bit) / cell.width) + cell.first;
        inverted.becomes(code, member, [old, new].map(|bits| (cell.code.value(bits) - cell.code.lo) as usize));
        inverted.moment = recall.moment(code.watcher);
        ready[0] = inverted.moment;
    }
}

/// By value the members that hold it, if the cell is turned over and it is worth looking there.
fn turned<'a>(
    code: &'a Code,
    (recall, inverted): (&Recall, &'a mut Inverted),
    cell: &'a CellCode,
    state: &State,
) -> Option<impl Fn(i64) -> &'a [u64]> {
    let number = usize::from(cell.inverted?);
    let (code, Inverted { all, ready }) = (&code.inverted[number], inverted);
    let inverted = &mut all[number];
    let is_ready = inverted.is_ready(&mut ready[number], (code, cell), state, recall.moment(code.watcher));
    let inverted: &'a InvertedIndex = inverted;
    is_ready.then_some(move |value| inverted.members(code, cell, value))
}

impl Machine {
    /// Of the members in these words keep those for which the cell holds a neighbour of the hex. No, and nothing is done, if it holds
    /// none for one of them.
    pub(in crate::exec) fn filter_beside(&mut self, state: &State, c: u16, set: Range<usize>, hex: i64) -> bool {
        let neighbours = self.rules.board().map_or(&[][..], |board| board.neighbours());
        let beside = usize::try_from(hex).ok().and_then(|hex| neighbours.get(hex)).copied().unwrap_or([OFF_MAP; 6]);
        let cell = &self.rules.code.cells[usize::from(c)];
        let set = &mut self.sets[set];
        if let Some(holding) = turned(&self.rules.code, (&self.recall, &mut self.inverted), cell, state) {
            if set.iter().zip(holding(NONE)).any(|(word, nowhere)| word & nowhere != 0) {
                return false;
            }
            let those = beside.map(|hex| if hex == OFF_MAP { &[][..] } else { holding(hex.into()) });
            for (at, word) in set.iter_mut().enumerate() {
                *word &= those.iter().fold(0, |all, those| all | those.get(at).copied().unwrap_or(0));
            }
            return true;
        }
        if words::members(set).any(|member| cell.of(state, member) < 0) {
            return false;
        }
        words::filter(set, |member| u16::try_from(cell.of(state, member)).is_ok_and(|hex| beside.contains(&hex)));
        true
    }

    /// Of the members in these words keep those for which the cell holds the value, or those for which it does not.
    pub(in crate::exec) fn filter_cell(&mut self, state: &State, c: u16, set: Range<usize>, value: i64, is: bool) {
        let cell = &self.rules.code.cells[usize::from(c)];
        let set = &mut self.sets[set];
        if let Some(holding) = turned(&self.rules.code, (&self.recall, &mut self.inverted), cell, state) {
            return words::keep(set, holding(value), is);
        }
        for (nth, word) in set.iter_mut().enumerate() {
            if *word != 0 {
                let holds = cell.holding(state, nth as i64 * 64, *word, value);
                *word &= if is { holds } else { !holds };
            }
        }
    }
}
