//! What marked code did, question by question, in plain numbers: the tree of reasons before anything has a name.
//!
//! In: what a machine comes to, as it comes to it. Out: the question that was asked, with those asked on the way. Promises: the
//! same question with the same reasons is kept once beside each other; finding that out takes no comparing of whole trees unless
//! their prints are the same; a question that no row answered only passes on what was asked inside it. So many questions are kept
//! at most, and the others are counted: a search without end takes no memory without end.

use super::code::{MarkCode, Tells};
use crate::bug;
use crate::ir::{FuncId, MarkWhat, SiteId, TableId, What};
use std::collections::BTreeMap;

/// So many questions are kept at most ..
const MOST_KEPT: u32 = 1 << 17;
/// .. and so many where only the first few are told.
const MOST_IN_SHORT: u32 = 1 << 12;

/// So much that statements look up is kept between two stops.
const MOST_LOOKED_UP: usize = 64;
/// And of one question.
const MOST_OF_ONE: usize = 4;

/// One question and its answer.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Acted {
    pub(crate) func: FuncId,
    /// Nothing of a set.
    pub(crate) args: Vec<Option<i64>>,
    /// Nothing where a rule faulted on the way.
    pub(crate) answer: Option<i64>,
    pub(crate) rows: Vec<ActedRow>,
    pub(crate) because: Vec<Acted>,
    /// What was looked up for it.
    pub(crate) looked: Vec<LookUp>,
    /// How often each was asked besides, where there was no more room.
    pub(crate) left: BTreeMap<FuncId, usize>,
    /// When its answer was known.
    pub(crate) known: Known,
    /// It, and all questions behind it.
    questions: u32,
    /// Equal questions have equal prints.
    print: u64,
}

/// So many moments of a chronicle were there; none where there is no chronicle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Known(pub(crate) u32);

impl Acted {
    /// Rows of scenarios that are not played did not come into question.
    pub(crate) fn without_other_scenarios(&mut self, is_laid: &impl Fn(FuncId, SiteId) -> bool) {
        let func = self.func;
        self.rows.retain(|row| is_laid(func, row.site));
        self.because.iter_mut().for_each(|inner| inner.without_other_scenarios(is_laid));
    }
}

/// One row in one binding.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct ActedRow {
    pub(crate) site: SiteId,
    pub(crate) binding: Vec<(What, i64)>,
    pub(crate) here: bool,
    pub(crate) applies: bool,
    pub(crate) wins: bool,
    pub(crate) waiver: bool,
    pub(crate) amount: Option<(What, i64)>,
}

/// Questions whose answers are not known yet, the innermost last.
pub(crate) struct Reasons {
    open: Vec<Open>,
    done: Option<Acted>,
    /// So many more may be kept.
    room: u32,
    /// So many of them stay open, whoever leaves them.
    stay: usize,
    /// Nothing is kept of what stands behind rows.
    rows_alone: bool,
    /// Open questions of which nothing is kept.
    passed_over: usize,
    /// So much has happened by now.
    now: Known,
    /// What statements looked up, where it is told in which order all happened.
    looked: Vec<LookUp>,
    /// Where nothing is kept of what is asked to find what may be picked: within so many asks.
    offers: Option<u32>,
}

/// What a statement or a question looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LookUp {
    pub(crate) table: TableId,
    pub(crate) index: [Option<i64>; 2],
    pub(crate) known: Known,
}

struct Open {
    func: FuncId,
    tells: Tells,
    args: Vec<Option<i64>>,
    binding: Vec<(SiteId, What, i64)>,
    rows: Vec<ActedRow>,
    because: Vec<Acted>,
    looked: Vec<LookUp>,
    left: BTreeMap<FuncId, usize>,
    /// The places in `because`, by their prints.
    known: BTreeMap<u64, Vec<usize>>,
}

impl Default for Reasons {
    fn default() -> Reasons {
        Reasons {
            open: vec![],
            done: None,
            room: MOST_KEPT,
            stay: 0,
            rows_alone: false,
            passed_over: 0,
            now: Known(0),
            looked: vec![],
            offers: None,
        }
    }
}

impl Reasons {
    /// As if this function had been entered already.
    pub(crate) fn within(func: FuncId) -> Reasons {
        Reasons { open: vec![Open::new(func)], ..Reasons::default() }
    }

    /// The same, and it stays open, whoever leaves it.
    pub(crate) fn staying_within(func: FuncId) -> Reasons {
        Reasons { stay: 1, ..Reasons::within(func) }
    }

    /// What statements ask within it, and nothing of what is asked to find what may be picked.
    pub(crate) fn of_statements(func: FuncId) -> Reasons {
        Reasons { offers: Some(0), ..Reasons::staying_within(func) }
    }

    /// Nothing of what is asked within it.
    pub(crate) fn none_within(func: FuncId) -> Reasons {
        Reasons { room: 0, ..Reasons::staying_within(func) }
    }

    /// From here on it is found what may be picked.
    pub(super) fn offers(&mut self) {
        self.offers.iter_mut().for_each(|within| *within += 1);
    }

    /// That is known. The ask may be come to again, with an answer.
    pub(super) fn has_offered(&mut self) {
        self.offers.iter_mut().for_each(|within| *within = within.saturating_sub(1));
    }

    /// Of every question that has rows, these alone; see [`Reasons::alone`].
    pub(crate) fn rows_alone() -> Reasons {
        Reasons { rows_alone: true, ..Reasons::default() }
    }

    /// Of so few that it takes no time, for whoever reads the first lines.
    pub(crate) fn in_short() -> Reasons {
        Reasons { room: MOST_IN_SHORT, ..Reasons::default() }
    }

    /// Would nothing be kept of the next question, nor of those behind it?
    pub(super) fn passes_over_the_next(&self) -> bool {
        let is_full = |outer: &Open| self.room == 0 || self.rows_alone && outer.tells.rows;
        let offers = self.offers.is_some_and(|within| within > 0);
        self.passed_over > 0 || offers || self.open.last().is_some_and(is_full)
    }

    /// A statement looks something up, or a question that is told with it.
    pub(super) fn looks(&mut self, table: TableId, index: [Option<i64>; 2]) {
        if self.stay == 0 || self.room == 0 || self.passed_over > 0 {
            return;
        }
        let (stay, look_up) = (self.stay, LookUp { table, index, known: self.now });
        let is_asked = self.open.len() > stay;
        match self.open.last_mut().filter(|_| is_asked) {
            Some(open) if open.looked.len() < MOST_OF_ONE => open.looked.push(look_up),
            None if self.looked.len() < MOST_LOOKED_UP => self.looked.push(look_up),
            Some(_) | None => {}
        }
    }

    pub(crate) fn take_looked_up(&mut self) -> Vec<LookUp> {
        std::mem::take(&mut self.looked)
    }

    /// So many moments of the chronicle are there now.
    pub(super) fn comes_to(&mut self, moments: u32) {
        self.now = Known(moments);
    }

    /// A question is asked of which nothing is kept, and its answer is known.
    pub(super) fn passes_over(&mut self, func: FuncId) {
        self.last().into_iter().for_each(|outer| outer.leave_out(func, 1));
    }

    /// A question is asked; its rows tell of themselves if it has some.
    pub(super) fn enter(&mut self, func: FuncId, tells: Tells) {
        if self.passes_over_the_next() {
            self.passes_over(func);
            self.passed_over += 1;
        } else {
            self.open.push(Open { tells, ..Open::new(func) });
        }
    }

    /// A parameter of what was entered last; of a set nothing.
    pub(super) fn given(&mut self, value: Option<i64>) {
        self.last().into_iter().for_each(|open| open.args.push(value));
    }

    pub(super) fn mark(&mut self, mark: MarkCode, value: i64) {
        self.last().into_iter().for_each(|open| open.mark(mark.what, mark.site, mark.of, value));
    }

    fn last(&mut self) -> Option<&mut Open> {
        self.open.last_mut().filter(|_| self.passed_over == 0)
    }

    pub(super) fn leave(&mut self, value: i64) {
        if self.passed_over > 0 {
            self.passed_over -= 1;
        } else if self.open.len() > self.stay {
            self.close(Some(value));
        }
    }

    /// The question that was asked first. What a fault left open closes without an answer.
    pub(crate) fn finish(mut self) -> Option<Acted> {
        while !self.open.is_empty() {
            self.close(None);
        }
        self.done
    }

    /// The question that was asked first, with its own rows alone; where it has none and one question inside it has, that one.
    /// None where several have.
    pub(crate) fn alone(self) -> Option<Acted> {
        if !self.rows_alone {
            bug!("what stands behind rows was kept");
        }
        let mut first = self.finish()?;
        match first.because.as_slice() {
            [] => Some(first),
            [_] => first.because.pop(),
            [_, _, ..] => None,
        }
    }

    fn close(&mut self, answer: Option<i64>) {
        let Some(open) = self.open.pop() else { return };
        // A way that was looked for is told without rows of its own.
        let is_way = open.tells.way && !self.rows_alone;
        let is_nothing = open.rows.is_empty() && !is_way;
        let mut acted = open.close(answer, self.now);
        let Some(outer) = self.open.last_mut() else {
            self.done = Some(acted);
            return;
        };
        if outer.knows(&acted) {
            self.room += acted.questions - 1;
        } else if is_nothing {
            acted.because.drain(..).for_each(|inner| outer.keep(inner));
            let room = MOST_OF_ONE.saturating_sub(outer.looked.len());
            outer.looked.extend(acted.looked.into_iter().take(room));
            acted.left.into_iter().for_each(|(func, more)| outer.leave_out(func, more));
        } else if self.room == 0 {
            self.room += acted.questions - 1;
            outer.leave_out(acted.func, 1);
        } else {
            self.room -= 1;
            outer.keep(acted);
        }
    }
}

impl Open {
    fn new(func: FuncId) -> Open {
        Open {
            func,
            tells: Tells::default(),
            args: vec![],
            binding: vec![],
            rows: vec![],
            because: vec![],
            looked: vec![],
            left: BTreeMap::new(),
            known: BTreeMap::new(),
        }
    }

    fn knows(&self, acted: &Acted) -> bool {
        self.known.get(&acted.print).is_some_and(|places| places.iter().any(|at| self.because[*at] == *acted))
    }

    fn keep(&mut self, acted: Acted) {
        self.known.entry(acted.print).or_default().push(self.because.len());
        self.because.push(acted);
    }

    fn leave_out(&mut self, func: FuncId, times: usize) {
        *self.left.entry(func).or_default() += times;
    }

    fn mark(&mut self, what: MarkWhat, site: SiteId, of: What, value: i64) {
        match what {
            MarkWhat::Bind => self.binding.push((site, of, value)),
            MarkWhat::Here => {
                let own = self.binding.extract_if(.., |(of, ..)| *of == site);
                let binding = own.map(|(_, of, value)| (of, value)).collect();
                // Every row but a waiver is told whether it wins.
                let (here, waiver) = (value == 1, true);
                self.rows.push(ActedRow { site, binding, here, applies: false, wins: false, waiver, amount: None });
            }
            MarkWhat::Applies | MarkWhat::Wins | MarkWhat::Amount => {
                let Some(row) = self.rows.iter_mut().rev().find(|row| row.site == site) else { return };
                match what {
                    MarkWhat::Applies => row.applies = value == 1,
                    MarkWhat::Wins => (row.wins, row.waiver) = (value == 1, false),
                    MarkWhat::Amount => row.amount = Some((of, value)),
                    MarkWhat::Bind | MarkWhat::Here | MarkWhat::Way | MarkWhat::InAll | MarkWhat::Leads => {}
                }
            }
            // Nobody asked which way is taken.
            MarkWhat::Way | MarkWhat::InAll | MarkWhat::Leads => {}
        }
    }

    fn close(self, answer: Option<i64>, known: Known) -> Acted {
        let mut print = Print::new();
        print.add(self.func.index() as u64);
        print.add(u64::from(known.0));
        self.args.iter().copied().chain([answer]).for_each(|value| print.maybe(value));
        for row in &self.rows {
            print.add(u64::from(row.site.0));
            row.binding.iter().for_each(|(_, value)| print.add(*value as u64));
            let said = [row.here, row.applies, row.wins, row.waiver];
            print.add(said.iter().fold(0, |bits, said| bits << 1 | u64::from(*said)));
            print.maybe(row.amount.map(|(_, value)| value));
        }
        self.because.iter().for_each(|inner| print.add(inner.print));
        self.left.values().for_each(|times| print.add(*times as u64));
        let questions = self.because.iter().fold(1, |sum, inner| sum + inner.questions);
        let Open { func, args, rows, because, looked, left, .. } = self;
        Acted { func, args, answer, rows, because, looked, left, known, questions, print: print.0 }
    }
}

/// Numbers made into one (FNV-1a, a number at a time).
struct Print(u64);

impl Print {
    fn new() -> Print {
        Print(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }

    fn maybe(&mut self, number: Option<i64>) {
        self.add(number.map_or(u64::MAX, |number| number as u64));
        self.add(u64::from(number.is_some()));
    }
}

#[cfg(test)]
mod tests {
    use super::{Reasons, Tells};
    use crate::ir::FuncId;

    const ASKED: FuncId = FuncId(1);
    const BEHIND: FuncId = FuncId(2);
    const ROWS: Tells = Tells { rows: true, way: false };

    /// A question with rows, and three times the same one behind it.
    fn told(mut reasons: Reasons, behind: impl Fn(&mut Reasons)) -> Option<super::Acted> {
        reasons.enter(ASKED, ROWS);
        assert!(reasons.passes_over_the_next());
        for _ in 0..3 {
            behind(&mut reasons);
        }
        reasons.leave(7);
        reasons.finish()
    }

    #[test]
    fn an_answer_that_is_known_is_told_as_one_that_was_found() {
        let found = |reasons: &mut Reasons| {
            reasons.enter(BEHIND, ROWS);
            assert!(reasons.passes_over_the_next(), "nothing is kept further in, either");
            reasons.leave(1);
        };
        let known = |reasons: &mut Reasons| reasons.passes_over(BEHIND);
        let full = || Reasons { room: 0, ..Reasons::default() };
        for reasons in [Reasons::rows_alone, full] {
            let acted = told(reasons(), found);
            assert_eq!(acted.as_ref().map(|acted| acted.left.get(&BEHIND)), Some(Some(&3)));
            assert_eq!(acted, told(reasons(), known));
        }
    }

    #[test]
    fn where_all_is_kept_each_question_is_acted_out() {
        let mut reasons = Reasons::default();
        assert!(!reasons.passes_over_the_next());
        reasons.enter(ASKED, ROWS);
        assert!(!reasons.passes_over_the_next());
    }
}
