//! Ways to all goals at once (`exec/compile/fields.rs`): what one search has found is kept for the next goal, as answers are
//! (`recall.rs`), and holds as long as they do.
//!
//! The search goes to all hexes whichever goal is asked for, and costs the work of that, found again or not: whether the machine
//! remembers or not, the bound on work is met at the same place.

use super::{Machine, words};
use crate::exec::code::FieldCode;

/// So many are kept; a newer one takes the place of another.
const ROOM_BITS: u32 = 7;

/// How far it is to each hex, as the kernel weighs it.
#[derive(Clone, Default)]
struct Field {
    /// Query and question; nought: nothing is kept here.
    question: u64,
    moment: u64,
    work: u64,
    weights: Vec<u64>,
}

/// A search that runs, or need not.
struct Open {
    question: u64,
    moment: u64,
    /// The work that was left when it began; nothing: it is known.
    work: Option<u64>,
}

#[derive(Default)]
pub(super) struct Fields {
    kept: Vec<Field>,
    open: Vec<Open>,
}

impl Fields {
    /// No search is running.
    pub(super) fn forget(&mut self) {
        self.open.clear();
    }
}

/// Fibonacci hashing (Knuth, TAOCP 6.4): neighbouring questions stand apart.
fn place(question: u64) -> usize {
    (question.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ROOM_BITS)) as usize
}

impl Machine {
    /// A search that tells of all goals begins. The work that is left behind it, if what it would find is known.
    pub(in crate::exec) fn field_begin(&mut self, m: u16, base: usize, left: u64) -> Option<u64> {
        let field = self.rules.code.searches[usize::from(m)].field.as_ref();
        let FieldCode { query, key } =
            field.unwrap_or_else(|| crate::bug!("a search that tells of one goal is to tell of all"));
        let key = key.iter().map(|(reg, lo, stride)| self.regs[base + usize::from(*reg)].abs_diff(*lo) * stride);
        let question = (u64::from(m) + 1) << 48 | key.sum::<u64>();
        let moment = self.recall.moment(*query);
        let kept = self.recall.fields.kept.get(place(question));
        let known = kept.filter(|field| field.question == question && field.moment == moment && field.work < left);
        let cost = known.map(|field| field.work);
        self.recall.fields.open.push(Open { question, moment, work: cost.is_none().then_some(left) });
        cost.map(|cost| {
            self.searches.enter();
            left - cost
        })
    }

    /// It has been to all hexes, or what it would find is known: of the goals the nearest is told.
    pub(in crate::exec) fn field_end(&mut self, m: u16, word_base: usize, left: u64) {
        let Some(Open { question, moment, work }) = self.recall.fields.open.pop() else { return };
        let code = &self.rules.code.searches[usize::from(m)];
        let search = &mut self.searches.top().search;
        if self.recall.fields.kept.is_empty() {
            self.recall.fields.kept = vec![Field::default(); 1 << ROOM_BITS];
        }
        let field = &mut self.recall.fields.kept[place(question)];
        if let Some(before) = work {
            (field.question, field.moment, field.work) = (question, moment, before - left);
            search.weigh_all(&mut field.weights);
        }
        let to = code.to.map_or(&[][..], |to| &self.sets[word_base + usize::from(to)..][..usize::from(code.words)]);
        let nearest = words::members(to).filter_map(|goal| field.weights.get(goal as usize)).min();
        search.is_found(nearest.copied().filter(|weight| *weight < u64::MAX));
    }
}
