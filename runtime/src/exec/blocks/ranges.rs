//! Which numbers registers may hold: from the beginning of each function along all ways through its blocks, until nothing new is found.
//! In: blocks, and the data of tables. Out: the same blocks, whose checks and indexes know of themselves whether they can fail
//! (`sure`), and whose arithmetic knows what it works on (`within`).
//!
//! What it gains: native code looks at nothing that cannot be otherwise, and divides by multiplying. The kernel of
//! `tests/benches/ratios.rs` loses all its looks at tables and all calls of a division.
//!
//! What it promises: whatever is `sure` cannot fail, whoever enters with whatever numbers. Nothing is believed that is not computed
//! here or looked at: a cell holds what its bits can, a table what stands in it, a parameter anything. Where a function is entered in
//! the middle, what was found out of the registers that are read there is looked at by native code as it enters
//! (`Body::granted`); if it is otherwise, the interpreter goes on. When all is found, all of it is held against itself once more.
//!
//! No instruction is taken away: who reads a register still reads it, so the interpreter finds it wherever native code leaves.

use super::access::Access;
use super::{Block, BlockId, Body, End, Entry, FIRST_TEMP, Field, Inst, Operand, Range, Reg};
use std::collections::{BTreeMap, BTreeSet};

/// Bodies of more than so many registers at the beginnings of blocks are left as they are.
const MOST_HELD: usize = 1 << 19;
/// After so many rounds what still grows where a loop begins grows to the next number that the body names, after so many to the end.
const PATIENCE: u32 = 2;
const MORE_PATIENCE: u32 = 8;
/// Entries of a table that are looked through one by one; of longer parts all of the table is.
const MOST_ENTRIES: usize = 256;
/// Registers of no window: one op uses no more.
const TEMPS: usize = 2;

/// What all registers may hold.
type Held = Vec<Range>;

pub(super) fn ranges(body: &mut Body, data: &[i64]) {
    if body.blocks.len().saturating_mul(body.regs as usize + TEMPS) > MOST_HELD {
        return;
    }
    let mut finder = Finder {
        data,
        regs: body.regs as usize,
        begins: vec![None; body.blocks.len()],
        visits: vec![0; body.blocks.len()],
        named: named(body),
        tables: BTreeMap::new(),
    };
    let Some(open) = finder.find(body) else { return };
    for _ in 0..2 {
        finder.again(body, &open);
    }
    if !finder.holds(body) {
        return;
    }
    let inside = body.entries.iter().map(|(_, block)| *block).filter(|block| !open.contains(block));
    let granted = inside.filter_map(|block| {
        let held = finder.begins[block].as_ref()?;
        let live = body.blocks[block].steps.first()?.live.iter();
        let known = live.map(|reg| (*reg, held[*reg as usize])).filter(|(_, range)| *range != Range::ALL);
        Some((block, known.collect()))
    });
    body.granted = granted.collect();
    for (block, begins) in body.blocks.iter_mut().zip(std::mem::take(&mut finder.begins)) {
        let Some(mut held) = begins else { continue };
        let mut insts = block.steps.iter_mut().flat_map(|step| &mut step.insts);
        let goes_on = insts.all(|inst| {
            tell(inst, &held, finder.regs);
            finder.inst(inst, &mut held)
        });
        if goes_on && let End::If { how, a, b, always, .. } = &mut block.end {
            *always = Range::decided(*how, of(&held, *a, finder.regs), of(&held, *b, finder.regs));
        }
    }
}

/// The numbers that the body names: where ranges may well end.
fn named(body: &Body) -> Vec<i64> {
    let mut named = BTreeSet::from([0]);
    for block in &body.blocks {
        for inst in block.steps.iter().flat_map(|step| &step.insts) {
            if let Inst::Check { lo, hi, .. } = inst {
                named.extend([*lo, *hi]);
            }
        }
    }
    named.into_iter().collect()
}

fn leads_back(block: &Block, at: BlockId) -> bool {
    block.end.leads().into_iter().any(|to| to <= at)
}

fn index(reg: Reg, regs: usize) -> usize {
    if reg < FIRST_TEMP { reg as usize } else { regs + (reg - FIRST_TEMP) as usize }
}

fn of(held: &Held, operand: Operand, regs: usize) -> Range {
    match operand {
        Operand::Reg(reg) => held[index(reg, regs)],
        Operand::Const(value) => Range::only(value),
    }
}

/// An instruction is told what holds before it.
fn tell(inst: &mut Inst, held: &Held, regs: usize) {
    let get = |reg: Reg| held[index(reg, regs)];
    match inst {
        Inst::Bin { a, b, within, .. } => *within = [of(held, *a, regs), of(held, *b, regs)],
        Inst::Check { a, lo, hi, sure, .. } => *sure = get(*a).is_within(Range { lo: *lo, hi: *hi }),
        Inst::CheckZero { a, sure } => *sure = get(*a).both(Range::only(0)).is_none(),
        Inst::Table { of, .. } => of.sure = place(of, held, regs).is_within(of.all()),
        Inst::TableAdd { one, two, .. } => {
            for entry in [one].into_iter().chain(two) {
                entry.sure = place(entry, held, regs).is_within(entry.all());
            }
        }
        Inst::Get { of, .. } | Inst::Put { of, .. } => {
            of.sure = of.at.is_none_or(|(reg, _)| get(reg).is_within(of.all()));
        }
        Inst::GetSet { count, at, sure, .. } => *sure = get(*at).is_within(Range::below(i64::from(*count))),
        Inst::Work { .. }
        | Inst::Move { .. }
        | Inst::Element { .. }
        | Inst::Arg { .. }
        | Inst::Result { .. }
        | Inst::Fill { .. }
        | Inst::Copy { .. }
        | Inst::Sets { .. }
        | Inst::Add { .. }
        | Inst::Has { .. }
        | Inst::Size { .. }
        | Inst::Low { .. }
        | Inst::High { .. }
        | Inst::Same { .. }
        | Inst::Among { .. }
        | Inst::AmongCell { .. }
        | Inst::AmongBeside { .. }
        | Inst::Distance { .. }
        | Inst::Near { .. }
        | Inst::Side { .. }
        | Inst::Between { .. }
        | Inst::Roll { .. }
        | Inst::OfferPlain { .. }
        | Inst::Offer { .. }
        | Inst::Option { .. }
        | Inst::Host { .. }
        | Inst::Keep { .. }
        | Inst::Call { .. } => {}
    }
}

/// Where in the data it stands.
fn place(of: &Entry, held: &Held, regs: usize) -> Range {
    let first = held[index(of.a, regs)].times(Range::only(of.stride)).plus(Range::only(of.base));
    of.b.map_or(first, |b| first.plus(held[index(b, regs)]))
}

impl Entry {
    /// Where the table stands in the data; of an empty one nothing.
    fn all(&self) -> Range {
        Range { lo: self.from, hi: self.from + i64::from(self.count) - 1 }
    }
}

impl Field {
    /// What the index may be.
    fn all(&self) -> Range {
        let first = self.at.map_or(0, |(_, first)| first);
        Range { lo: first, hi: first.saturating_add(i64::from(self.count) - 1) }
    }

    /// What its bits can be.
    fn holds(&self) -> Range {
        match 1_i64.checked_shl(self.width).filter(|end| *end > 0) {
            Some(end) if self.key < end as u64 => Range::below(end).plus(Range::only(self.lo)),
            _ => Range::ALL,
        }
    }
}

struct Finder<'a> {
    data: &'a [i64],
    regs: usize,
    /// By block, what registers hold at its beginning; nothing where nobody comes yet.
    begins: Vec<Option<Held>>,
    visits: Vec<u32>,
    named: Vec<i64>,
    /// By where it begins: the least and the most of a table.
    tables: BTreeMap<i64, Range>,
}

impl Finder<'_> {
    fn anything(&self) -> Held {
        vec![Range::ALL; self.regs + TEMPS]
    }

    /// Gives the blocks of which nothing is taken for granted; nothing, if it takes too long.
    fn find(&mut self, body: &Body) -> Option<BTreeSet<BlockId>> {
        let mut open = BTreeSet::new();
        let mut left = 32 * body.blocks.len() + 64;
        // The function's beginning, then whatever only the interpreter leads to.
        for (nth, (_, entry)) in body.entries.iter().enumerate() {
            if nth > 0 && self.begins[*entry].is_some() {
                continue;
            }
            open.insert(*entry);
            self.begins[*entry] = Some(self.anything());
            let mut due = BTreeSet::from([*entry]);
            while let Some(at) = due.pop_first() {
                left = left.checked_sub(1)?;
                for (to, held) in self.out_of(&body.blocks[at], at) {
                    if self.comes_to(to, held, to <= at) {
                        due.insert(to);
                    }
                }
            }
        }
        Some(open)
    }

    /// Says whether that is new. What comes back to where it was is not followed number by number.
    fn comes_to(&mut self, to: BlockId, held: Held, comes_back: bool) -> bool {
        let Some(before) = &mut self.begins[to] else {
            self.begins[to] = Some(held);
            return true;
        };
        if before.iter().zip(&held).all(|(before, held)| held.is_within(*before)) {
            return false;
        }
        self.visits[to] += u32::from(comes_back);
        let visits = self.visits[to];
        let (jumps, is_late) = (comes_back && visits > PATIENCE, visits > MORE_PATIENCE);
        for (before, held) in before.iter_mut().zip(held) {
            let Range { mut lo, mut hi } = held.either(*before);
            if jumps && lo < before.lo {
                let named = self.named.iter().rev().find(|end| **end <= lo);
                lo = named.copied().filter(|_| !is_late).unwrap_or(i64::MIN);
            }
            if jumps && hi > before.hi {
                let named = self.named.iter().find(|end| **end >= hi);
                // One more is still a number, of what is less than another one.
                hi = named.copied().filter(|_| !is_late).unwrap_or(hi.max(i64::MAX - 1));
            }
            *before = Range { lo, hi };
        }
        true
    }

    /// What grew too far is taken back, from block to block: whoever comes anywhere comes from what is known by now.
    fn again(&mut self, body: &Body, open: &BTreeSet<BlockId>) {
        let mut found: Vec<Option<Held>> = vec![None; body.blocks.len()];
        let joins = |found: &mut Option<Held>, held: Held| match found {
            Some(before) => before.iter_mut().zip(held).for_each(|(before, held)| *before = held.either(*before)),
            none => *none = Some(held),
        };
        for (at, block) in body.blocks.iter().enumerate().filter(|(at, block)| leads_back(block, *at)) {
            self.out_of(block, at)
                .into_iter()
                .filter(|(to, _)| *to <= at)
                .for_each(|(to, held)| joins(&mut found[to], held));
        }
        for (at, block) in body.blocks.iter().enumerate() {
            if let Some(begins) = self.begins[at].as_mut().filter(|_| !open.contains(&at))
                && let Some(found) = found[at].take()
            {
                begins
                    .iter_mut()
                    .zip(found)
                    .for_each(|(begins, found)| *begins = begins.both(found).unwrap_or(*begins));
            }
            self.out_of(block, at)
                .into_iter()
                .filter(|(to, _)| *to > at)
                .for_each(|(to, held)| joins(&mut found[to], held));
        }
    }

    /// Does nobody come anywhere with what is not known there? So nothing hangs on how it was found.
    fn holds(&mut self, body: &Body) -> bool {
        body.blocks.iter().enumerate().all(|(at, block)| {
            self.out_of(block, at).into_iter().all(|(to, held)| {
                let known = self.begins[to].iter().flatten();
                known.clone().count() == held.len()
                    && held.iter().zip(known).all(|(held, known)| held.is_within(*known))
            })
        })
    }

    /// Where a block leads, and what registers hold there.
    fn out_of(&mut self, block: &Block, at: BlockId) -> Vec<(BlockId, Held)> {
        let Some(mut held) = self.begins[at].clone() else { return vec![] };
        if !block.steps.iter().flat_map(|step| &step.insts).all(|inst| self.inst(inst, &mut held)) {
            return vec![];
        }
        match &block.end {
            End::Jump(to) => vec![(*to, held)],
            End::If { how, a, b, then, other, .. } => {
                let ranges = (of(&held, *a, self.regs), of(&held, *b, self.regs));
                let leads = [(*then, true), (*other, false)].into_iter().filter_map(|(to, holds)| {
                    let (one, two) = Range::where_it(*how, holds, ranges.0, ranges.1)?;
                    let mut held = held.clone();
                    for (operand, range) in [(a, one), (b, two)] {
                        if let Operand::Reg(reg) = operand {
                            held[index(*reg, self.regs)] = range;
                        }
                    }
                    Some((to, held))
                });
                leads.collect()
            }
            End::Next { d, words, on, none, .. } => {
                let mut found = held.clone();
                found[index(*d, self.regs)] = Range::below(i64::from((*words).max(1)) * 64);
                held[index(*d, self.regs)] = Range::ALL;
                vec![(*on, found), (*none, held)]
            }
            End::Step { .. } | End::Host { .. } | End::Recall { .. } => {
                for reg in Access::of_end(&block.end).writes {
                    held[index(reg, self.regs)] = Range::ALL;
                }
                block.end.leads().into_iter().map(|to| (to, held.clone())).collect()
            }
            // The interpreter goes on: whoever enters again has been looked at.
            End::Return { .. } | End::Leave { .. } => vec![],
        }
    }

    /// What registers hold behind it; no, if nobody gets there.
    fn inst(&mut self, inst: &Inst, held: &mut Held) -> bool {
        let regs = self.regs;
        let get = |held: &Held, reg: Reg| held[index(reg, regs)];
        let set = |held: &mut Held, reg: Reg, range: Range| held[index(reg, regs)] = range;
        // It went on, so this is so.
        let is_within = |held: &mut Held, reg: Reg, range: Range| match get(held, reg).both(range) {
            Some(both) => {
                held[index(reg, regs)] = both;
                true
            }
            None => false,
        };
        match inst {
            Inst::Move { d, a } => {
                let range = of(held, *a, regs);
                set(held, *d, range);
            }
            Inst::Bin { how, d, a, b, .. } => {
                let range = Range::of(*how, of(held, *a, regs), of(held, *b, regs));
                set(held, *d, range);
            }
            Inst::Check { a, lo, hi, .. } => return is_within(held, *a, Range { lo: *lo, hi: *hi }),
            Inst::CheckZero { a, .. } => match get(held, *a).without(Range::only(0)) {
                Some(range) => set(held, *a, range),
                None => return false,
            },
            Inst::Table { d, of } => {
                let Some(range) = self.entry(of, held) else { return false };
                set(held, *d, range);
            }
            Inst::TableAdd { d, one, two } => {
                let before = get(held, *d);
                let Some(mut sum) = self.entry(one, held) else { return false };
                if let Some(two) = two {
                    let Some(more) = self.entry(two, held) else { return false };
                    sum = sum.plus(more);
                }
                set(held, *d, before.plus(sum));
            }
            Inst::Element { d, a, first, span, second } => {
                let rows = get(held, *a).minus(Range::only(*first)).times(Range::only(*span));
                let range = rows.plus(get(held, *d).minus(Range::only(*second)));
                set(held, *d, range);
            }
            Inst::Get { d, of: field } => {
                if !field.at.is_none_or(|(reg, _)| is_within(held, reg, field.all())) {
                    return false;
                }
                set(held, *d, field.holds());
            }
            Inst::Put { of: field, .. } => return field.at.is_none_or(|(reg, _)| is_within(held, reg, field.all())),
            Inst::GetSet { count, at, .. } => return is_within(held, *at, Range::below(i64::from(*count))),
            Inst::Has { d, .. } | Inst::Same { d, .. } => set(held, *d, Range::YES_OR_NO),
            Inst::Size { d, words, .. } => set(held, *d, Range { lo: 0, hi: i64::from(*words) * 64 }),
            Inst::Roll { d, lo, hi, .. } => set(held, *d, Range { lo: *lo, hi: *hi }),
            Inst::Near { d, .. } | Inst::Side { d, .. } | Inst::Between { d, .. } => {
                set(held, *d, Range { lo: -1, hi: i64::from(u16::MAX) });
            }
            Inst::Low { d, .. } | Inst::High { d, .. } | Inst::Distance { d, .. } | Inst::Result { d, .. } => {
                set(held, *d, Range::ALL);
            }
            Inst::Host { writes, .. } => writes.iter().for_each(|reg| set(held, *reg, Range::ALL)),
            Inst::Work { .. }
            | Inst::Arg { .. }
            | Inst::Fill { .. }
            | Inst::Copy { .. }
            | Inst::Sets { .. }
            | Inst::Add { .. }
            | Inst::Among { .. }
            | Inst::AmongCell { .. }
            | Inst::AmongBeside { .. }
            | Inst::OfferPlain { .. }
            | Inst::Offer { .. }
            | Inst::Option { .. }
            | Inst::Keep { .. }
            | Inst::Call { .. } => {}
        }
        true
    }

    /// What stands there, where it is looked up within the table; its index has been looked at then. Nothing, if it never is.
    fn entry(&mut self, of: &Entry, held: &mut Held) -> Option<Range> {
        let place = place(of, held, self.regs).both(of.all())?;
        if of.b.is_none() && of.stride == 1 {
            let index = index(of.a, self.regs);
            held[index] = held[index].both(place.minus(Range::only(of.base)))?;
        }
        let extent = |entries: &[i64]| {
            let (least, most) = (entries.iter().min(), entries.iter().max());
            least.zip(most).map_or(Range::ALL, |(lo, hi)| Range { lo: *lo, hi: *hi })
        };
        let part = |range: Range| self.data.get(range.lo as usize..=range.hi as usize).unwrap_or_default();
        let looked = part(place);
        if looked.len() <= MOST_ENTRIES {
            return Some(extent(looked));
        }
        let all = part(of.all());
        Some(*self.tables.entry(of.from).or_insert_with(|| extent(all)))
    }
}
