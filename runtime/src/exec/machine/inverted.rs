//! Who holds what: for a cell of one index the members that hold each value, found once and kept while members change.
//! A filter asks the same cell for one value after the other (`place[u] = h`, hex by hex): from the third time on it
//! looks up here instead of walking the cell. Where rules ask who stands beside a hex, who does is kept for each hex, too: whoever
//! moves leaves six sets and enters six, and each zone that is asked about looks up one.
//!
//! A member that changes is put elsewhere here, too. What became of them in a supposition is noted, so that it is undone with it.
//! Only where a cell becomes another otherwise (all of it at once, or the state is taken up anew) it is walked again.

use super::recall::Recall;
use super::{Machine, words};
use crate::exec::code::{CellCode, Code, InvertedCode};
use crate::ir::NONE;
use crate::state::{Place, State};
use std::ops::Range;

/// Walked less often than this since it was last good, a cell is not worth turning over.
const WORTH: u32 = 3;
/// The set of a member that stands in none yet.
const NOWHERE: usize = usize::MAX;

/// All of them.
#[derive(Default)]
pub(super) struct Inverted {
    all: Vec<InvertedIndex>,
    ready: Vec<Ready>,
    /// What changed since the outermost supposition began.
    changes: Vec<Change>,
    /// By how many suppositions run around it.
    levels: Vec<Level>,
    running: usize,
}

/// Where native code looks: the moment at which the sets of the cell are good, and where they begin.
pub(in crate::exec) type Ready = [u64; 2];

/// One cell inverted: by value the members that hold it.
#[derive(Default)]
struct InvertedIndex {
    /// The cell's moment at which the sets are good, and how often it was walked since then.
    moment: u64,
    walked: u32,
    /// The innermost supposition in which a change of it was noted (how many run there), and the cell's moment behind the last one
    /// noted. Where it is another, not all are.
    level: usize,
    noted: u64,
    /// Of each value the set; so many words for each. Behind them a set of nobody, then of each hex those beside it, if that is asked.
    sets: Vec<u64>,
    /// By member: in which set it stands, counted from that of the least value.
    held: Vec<usize>,
}

/// A member of an inverted cell held the one value and holds the other, both counted from the least.
struct Change {
    number: u16,
    member: i64,
    values: [usize; 2],
}

/// A supposition that runs.
#[derive(Default)]
struct Level {
    /// How many changes were noted before it.
    changes: usize,
    /// The cells of which changes were noted, and what was noted of them around it.
    cells: Vec<(u16, usize, u64)>,
}

impl Inverted {
    pub(super) fn of(code: &Code) -> Inverted {
        let all = code.inverted.iter().map(|_| InvertedIndex::default()).collect();
        Inverted { all, ready: vec![[0; 2]; code.inverted.len()], ..Inverted::default() }
    }

    /// By the number of the cell.
    pub(super) fn ready(&self) -> &[Ready] {
        &self.ready
    }

    /// Nothing is supposed any more, and what was is not undone.
    pub(super) fn forget(&mut self) {
        for level in &mut self.levels[..self.running] {
            level.cells.drain(..).for_each(|(number, ..)| self.all[usize::from(number)].level = 0);
        }
        self.running = 0;
        self.changes.clear();
    }

    /// A supposition begins, with so many running around it.
    pub(super) fn suppose(&mut self, around: usize) {
        if self.levels.len() <= around {
            self.levels.resize_with(around + 1, Level::default);
        }
        self.levels[around].changes = self.changes.len();
        self.running = around + 1;
    }

    /// A way of it has ended: the state is about to be what it was. To be told before the moments are what they were.
    pub(super) fn supposed(&mut self, around: usize, code: &Code, recall: &Recall) {
        let Inverted { all, ready, changes, levels, .. } = self;
        let level = &levels[around];
        let is_good = |inverted: &InvertedIndex, code: &InvertedCode| {
            let now = recall.moment(code.watcher);
            inverted.noted == now && inverted.moment == now
        };
        for Change { number, member, values: [old, new] } in changes.drain(level.changes..).rev() {
            let (inverted, code) = (&mut all[usize::from(number)], &code.inverted[usize::from(number)]);
            if is_good(inverted, code) {
                inverted.becomes(code, member, [new, old]);
            }
        }
        for (number, ..) in &level.cells {
            let number = usize::from(*number);
            let (inverted, code) = (&mut all[number], &code.inverted[number]);
            let began = recall.moment_before(around, code.watcher);
            if is_good(inverted, code) {
                inverted.moment = began;
                ready[number][0] = began;
            }
            inverted.noted = began;
        }
    }

    /// The last way of it has ended.
    pub(super) fn leave(&mut self, around: usize) {
        for (number, level, noted) in self.levels[around].cells.drain(..) {
            let inverted = &mut self.all[usize::from(number)];
            (inverted.level, inverted.noted) = (level, noted);
        }
        self.running = around;
    }
}

impl Inverted {
    /// A member changes; `before`: the cell's moment before that.
    fn change(&mut self, (code, recall): (&InvertedCode, &Recall), change: Change, before: u64) {
        let (number, after) = (usize::from(change.number), recall.moment(code.watcher));
        let inverted = &mut self.all[number];
        if inverted.moment == before {
            inverted.becomes(code, change.member, change.values);
            inverted.moment = after;
            self.ready[number][0] = after;
        }
        let Some(around) = self.running.checked_sub(1) else { return };
        if inverted.level != self.running {
            self.levels[around].cells.push((change.number, inverted.level, inverted.noted));
            (inverted.level, inverted.noted) = (self.running, recall.moment_before(around, code.watcher));
        }
        if inverted.noted == before {
            inverted.noted = after;
            self.changes.push(change);
        }
    }
}

impl InvertedIndex {
    /// Can it be looked up now? Turns the cell over when that has become worth it.
    fn is_ready(
        &mut self,
        ready: &mut Ready,
        (code, cell): (&InvertedCode, &CellCode),
        state: &State,
        moment: u64,
    ) -> bool {
        if self.moment != moment {
            self.walked += 1;
            if self.walked < WORTH {
                return false;
            }
            self.invert(code, cell, state);
            (self.moment, self.walked) = (moment, 0);
            *ready = [moment, self.sets.as_ptr() as u64];
        }
        true
    }

    fn invert(&mut self, code: &InvertedCode, cell: &CellCode, state: &State) {
        self.sets.resize((code.values + 1 + code.hexes) * code.words, 0);
        self.held.resize((cell.first + code.members) as usize, NOWHERE);
        for member in cell.first..cell.first + code.members {
            let (old, new) = (self.held[member as usize], (cell.of(state, member) - cell.code.lo) as usize);
            if old != new {
                self.becomes(code, member, [old, new]);
            }
        }
    }

    /// A member holds another value, counted from the least.
    fn becomes(&mut self, code: &InvertedCode, member: i64, [old, new]: [usize; 2]) {
        self.held[member as usize] = new;
        self.stands(code, member, old, false);
        self.stands(code, member, new, true);
    }

    /// The member is among those who hold the value, and beside the hexes round it, or no longer.
    fn stands(&mut self, code: &InvertedCode, member: i64, value: usize, is: bool) {
        let (bit, nth) = (1 << (member & 63), (member >> 6) as usize);
        let mut put = |set: usize| {
            let Some(word) = self.sets.get_mut(set.saturating_add(nth)) else { return };
            *word = if is { *word | bit } else { *word & !bit };
        };
        put(value.saturating_mul(code.words));
        if let Some(near) = code.near.get(value) {
            near.iter().for_each(|set| put(*set as usize));
        }
    }
}

/// The sets of a cell that is turned over.
struct Holders<'a> {
    code: &'a InvertedCode,
    cell: &'a CellCode,
    sets: &'a [u64],
}

impl<'a> Holders<'a> {
    /// Those who hold the value.
    fn of(&self, value: i64) -> &'a [u64] {
        match (self.cell.code.lo..=self.cell.code.hi).contains(&value) {
            true => self.set((value - self.cell.code.lo) as usize),
            false => &[],
        }
    }

    /// Those who hold a neighbour of the hex.
    fn beside(&self, hex: i64) -> &'a [u64] {
        match usize::try_from(hex) {
            Ok(hex) if hex < self.code.hexes => self.set(self.code.beside(hex)),
            Ok(_) | Err(_) => &[],
        }
    }

    fn set(&self, nth: usize) -> &'a [u64] {
        &self.sets[nth * self.code.words..][..self.code.words]
    }
}

/// The element at `bit` of a packed cell becomes another. Who turned the cell over need not do so again.
pub(super) fn changed(
    (recall, inverted): (&mut Recall, &mut Inverted),
    code: &Code,
    (cell, bit): (&CellCode, u32),
    bits: [u64; 2],
) {
    if !cell.is_followed() {
        return recall.changed(&cell.watchers);
    }
    let member = i64::from((bit - cell.bit) / cell.width) + cell.first;
    let values = bits.map(|bits| cell.code.value(bits));
    let turned = cell.inverted.map(|number| (number, &code.inverted[usize::from(number)]));
    let turned_before = turned.map_or(0, |(_, turned)| recall.moment(turned.watcher));
    let near_before = recall.near_moment(code);
    recall.changed(&cell.watchers);
    if let Some((number, turned)) = turned {
        let values = values.map(|value| (value - cell.code.lo) as usize);
        inverted.change((turned, recall), Change { number, member, values }, turned_before);
    }
    if !cell.near.is_empty() {
        let moments = [near_before, recall.near_moment(code)];
        recall.homes.changed((code, cell), (member, values), moments);
    }
}

/// Elements of a cell that is inverted become others: what they are in the second state.
pub(super) fn all_changed(
    (recall, inverted): (&mut Recall, &mut Inverted),
    code: &Code,
    (cell, place): (&CellCode, &Place),
    [before, after]: [&State; 2],
) {
    before.each_unlike(after, place, |element, values| {
        let bits = values.map(|value| cell.code.bits(value));
        changed((recall, inverted), code, (cell, cell.bit + element * cell.width), bits);
    });
}

/// Who holds what, if the cell is turned over and it is worth looking there.
fn turned<'a>(
    code: &'a Code,
    (recall, inverted): (&Recall, &'a mut Inverted),
    cell: &'a CellCode,
    state: &State,
) -> Option<Holders<'a>> {
    let number = usize::from(cell.inverted?);
    let (code, Inverted { all, ready, .. }) = (&code.inverted[number], inverted);
    let inverted = &mut all[number];
    let is_ready = inverted.is_ready(&mut ready[number], (code, cell), state, recall.moment(code.watcher));
    let inverted: &'a InvertedIndex = inverted;
    is_ready.then_some(Holders { code, cell, sets: &inverted.sets })
}

impl Machine {
    /// Does the cell hold something for each of the members in these words?
    pub(in crate::exec) fn all_hold(&mut self, state: &State, c: u16, set: Range<usize>) -> bool {
        let cell = &self.rules.code.cells[usize::from(c)];
        let set = &self.sets[set];
        match turned(&self.rules.code, (&self.recall, &mut self.inverted), cell, state) {
            Some(holders) => set.iter().zip(holders.of(NONE)).all(|(word, nowhere)| word & nowhere == 0),
            None => words::members(set).all(|member| cell.of(state, member) >= 0),
        }
    }

    /// Of the members in these words keep those for which the cell holds a neighbour of the hex.
    pub(in crate::exec) fn filter_near(&mut self, state: &State, c: u16, set: Range<usize>, hex: i64) {
        let neighbours = self.rules.board().map_or(&[][..], |board| board.neighbours());
        let cell = &self.rules.code.cells[usize::from(c)];
        let set = &mut self.sets[set];
        if let Some(holders) = turned(&self.rules.code, (&self.recall, &mut self.inverted), cell, state) {
            return words::keep(set, holders.beside(hex), true);
        }
        let beside = usize::try_from(hex).ok().and_then(|hex| neighbours.get(hex)).map_or(&[][..], |near| near);
        words::filter(set, |member| u16::try_from(cell.of(state, member)).is_ok_and(|hex| beside.contains(&hex)));
    }

    /// Of the members in these words keep those for which the cell holds the value, or those for which it does not.
    pub(in crate::exec) fn filter_cell(&mut self, state: &State, c: u16, set: Range<usize>, value: i64, is: bool) {
        let cell = &self.rules.code.cells[usize::from(c)];
        let set = &mut self.sets[set];
        if let Some(holders) = turned(&self.rules.code, (&self.recall, &mut self.inverted), cell, state) {
            return words::keep(set, holders.of(value), is);
        }
        for (nth, word) in set.iter_mut().enumerate() {
            if *word != 0 {
                let holds = cell.holding(state, nth as i64 * 64, *word, value);
                *word &= if is { holds } else { !holds };
            }
        }
    }
}
