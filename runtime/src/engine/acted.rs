//! What marked code did, question by question, in plain numbers: the tree of reasons before anything has a name.
//!
//! In: the traces of one run. Out: the question that was asked, with those asked on the way. Promises: the same question
//! with the same reasons is kept once beside each other; finding that out takes no comparing of whole trees unless their
//! prints are the same; a question that no row answered only passes on what was asked inside it.

use crate::exec::Trace;
use crate::ir::{FuncId, MarkWhat, SiteId, What};
use std::collections::BTreeMap;

/// One question and its answer.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Acted {
    pub(super) func: FuncId,
    /// Nothing of a set.
    pub(super) args: Vec<Option<i64>>,
    /// Nothing where a rule faulted on the way.
    pub(super) answer: Option<i64>,
    pub(super) rows: Vec<ActedRow>,
    pub(super) because: Vec<Acted>,
    /// Equal questions have equal prints.
    print: u64,
}

impl Acted {
    /// Rows of scenarios that are not played did not come into question.
    pub(super) fn without_other_scenarios(&mut self, is_laid: &impl Fn(FuncId, SiteId) -> bool) {
        let func = self.func;
        self.rows.retain(|row| is_laid(func, row.site));
        self.because.iter_mut().for_each(|inner| inner.without_other_scenarios(is_laid));
    }
}

/// One row in one binding.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct ActedRow {
    pub(super) site: SiteId,
    pub(super) binding: Vec<(What, i64)>,
    pub(super) here: bool,
    pub(super) applies: bool,
    pub(super) wins: bool,
    pub(super) waiver: bool,
    pub(super) amount: Option<(What, i64)>,
}

/// The question that was asked first, with its own rows alone; where it has none and one question inside it has, that one.
/// None where several have.
pub(super) fn alone(traces: &[Trace]) -> Option<Acted> {
    // Of each open question where it begins, whether it has rows, and how many were found before it.
    let mut open: Vec<(usize, bool, usize)> = Vec::new();
    let mut found: Vec<usize> = Vec::new();
    let close = |(from, has_rows, before): (usize, bool, usize), found: &mut Vec<usize>| {
        if has_rows {
            found.truncate(before);
            found.push(from);
        }
    };
    for (at, trace) in traces.iter().enumerate() {
        match trace {
            Trace::Enter { .. } => open.push((at, false, found.len())),
            Trace::Mark { mark, .. } if mark.what == MarkWhat::Here => {
                open.last_mut().into_iter().for_each(|(_, has_rows, _)| *has_rows = true);
            }
            Trace::Leave { .. } => open.pop().into_iter().for_each(|last| close(last, &mut found)),
            Trace::Arg { .. } | Trace::Mark { .. } => {}
        }
    }
    open.into_iter().rev().for_each(|last| close(last, &mut found));
    let from = match found.as_slice() {
        [] => 0,
        [only] => *only,
        [_, _, ..] => return None,
    };
    let (mut builder, mut depth) = (Builder::default(), 0_usize);
    for trace in traces.get(from..)? {
        depth += usize::from(matches!(trace, Trace::Enter { .. }));
        if depth == 1 {
            builder.take(*trace);
        }
        depth -= usize::from(matches!(trace, Trace::Leave { .. }));
        if depth == 0 {
            break;
        }
    }
    builder.finish()
}

/// Questions whose answers are not known yet, the innermost last.
#[derive(Default)]
pub(super) struct Builder {
    open: Vec<Open>,
    done: Option<Acted>,
}

struct Open {
    func: FuncId,
    args: Vec<Option<i64>>,
    binding: Vec<(SiteId, What, i64)>,
    rows: Vec<ActedRow>,
    because: Vec<Acted>,
    /// The places in `because`, by their prints.
    known: BTreeMap<u64, Vec<usize>>,
}

impl Builder {
    /// As if this function had been entered already.
    pub(super) fn within(func: FuncId) -> Builder {
        Builder { open: vec![Open::new(func)], done: None }
    }

    pub(super) fn take(&mut self, trace: Trace) {
        match trace {
            Trace::Enter { func } => self.open.push(Open::new(func)),
            Trace::Arg { value } => {
                if let Some(open) = self.open.last_mut() {
                    open.args.push(value);
                }
            }
            Trace::Mark { mark, value } => {
                if let Some(open) = self.open.last_mut() {
                    open.mark(mark.what, mark.site, mark.of, value);
                }
            }
            Trace::Leave { value } => self.leave(Some(value)),
        }
    }

    /// The same, but what was entered before the first trace stays open, whoever leaves it.
    pub(super) fn take_within(&mut self, trace: Trace) {
        if !matches!(trace, Trace::Leave { .. }) || self.open.len() > 1 {
            self.take(trace);
        }
    }

    /// The question that was asked first. What a fault left open closes without an answer.
    pub(super) fn finish(mut self) -> Option<Acted> {
        while !self.open.is_empty() {
            self.leave(None);
        }
        self.done
    }

    fn leave(&mut self, answer: Option<i64>) {
        let Some(open) = self.open.pop() else { return };
        let acted = open.close(answer);
        match self.open.last_mut() {
            None => self.done = Some(acted),
            Some(outer) if acted.rows.is_empty() => acted.because.into_iter().for_each(|inner| outer.keep(inner)),
            Some(outer) if outer.knows(&acted) => {}
            Some(outer) => outer.keep(acted),
        }
    }
}

impl Open {
    fn new(func: FuncId) -> Open {
        Open { func, args: vec![], binding: vec![], rows: vec![], because: vec![], known: BTreeMap::new() }
    }

    fn knows(&self, acted: &Acted) -> bool {
        self.known.get(&acted.print).is_some_and(|places| places.iter().any(|at| self.because[*at] == *acted))
    }

    fn keep(&mut self, acted: Acted) {
        self.known.entry(acted.print).or_default().push(self.because.len());
        self.because.push(acted);
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
                    MarkWhat::Bind | MarkWhat::Here => {}
                }
            }
        }
    }

    fn close(self, answer: Option<i64>) -> Acted {
        let mut print = Print::new();
        print.add(self.func.index() as u64);
        self.args.iter().copied().chain([answer]).for_each(|value| print.maybe(value));
        for row in &self.rows {
            print.add(u64::from(row.site.0));
            row.binding.iter().for_each(|(_, value)| print.add(*value as u64));
            let said = [row.here, row.applies, row.wins, row.waiver];
            print.add(said.iter().fold(0, |bits, said| bits << 1 | u64::from(*said)));
            print.maybe(row.amount.map(|(_, value)| value));
        }
        self.because.iter().for_each(|inner| print.add(inner.print));
        let Open { func, args, rows, because, .. } = self;
        Acted { func, args, answer, rows, because, print: print.0 }
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
