//! Ops to blocks. Each op becomes one step; who jumps ends its block.

use super::access::Access;
use super::{Bin, Block, BlockId, Blocks, Body, End, Entry, FIRST_TEMP, Field, Inst, Of, Operand, Range, Reg, Step};
use crate::exec::chance::Die;
use crate::exec::code::{CellCode, Code, FuncCode, Home};
use crate::exec::op::{NO_REG, Op};
use crate::ir::FuncId;
use crate::state::{Form, Layout};
use std::collections::{BTreeMap, BTreeSet};

/// Sets of more words are the machine's affair.
const MOST_WORDS: u32 = 64;
/// Longer functions are interpreted: they are run seldom, and take long to make.
const MOST_OPS: usize = 12_000;
/// The same of one that leads straight from its beginning to its end, for no op in it runs twice; and of one that is called
/// from outside alone, as scenes are laid out.
const MOST_STRAIGHT: usize = 384;
const MOST_STRAIGHT_OUTSIDE: usize = 64;
/// Registers of functions that call each other, and what each call takes beside them: so deep may native code go.
const MOST_DEEP: u32 = 1 << 15;
const A_CALL: u32 = 64;

pub(super) fn blocks(code: &Code, layout: &Layout) -> Blocks {
    let ends = ends(code);
    let makes = worth_making(code, &ends);
    let mut deep = vec![None; code.funcs.len()];
    for func in 0..code.funcs.len() {
        depth(code, (&ends, &makes), func, &mut deep);
    }
    let bodies = (0..code.funcs.len()).map(|func| {
        let ops = code.funcs[func].entry..ends[func];
        let fits = makes[func] && u32::from(code.funcs[func].regs) <= MOST_DEEP;
        fits.then(|| Builder { code, layout, func, of: &code.funcs[func], ops, deep: &deep }.body())
    });
    Blocks { bodies: bodies.collect() }
}

/// Where the ops of each function end: they stand one behind the other.
fn ends(code: &Code) -> Vec<u32> {
    let mut next = code.ops.len() as u32;
    let mut ends: Vec<u32> = code
        .funcs
        .iter()
        .rev()
        .map(|func| {
            let end = next;
            if func.entry != 0 {
                next = func.entry;
            }
            end
        })
        .collect();
    ends.reverse();
    ends
}

/// Of each function: is there one, and is it run often enough for as long as it is?
fn worth_making(code: &Code, ends: &[u32]) -> Vec<bool> {
    let mut called = vec![false; code.funcs.len()];
    for op in &code.ops {
        if let Op::Call { f } | Op::CallAt { f, .. } = op {
            called[usize::from(*f)] = true;
        }
    }
    let is_worth = |func: usize| {
        let entry = code.funcs[func].entry as usize;
        let ops = &code.ops[entry..ends[func] as usize];
        let is_straight = || ops.iter().enumerate().all(|(at, op)| op.target(entry + at).is_none());
        let most = if called[func] { MOST_STRAIGHT } else { MOST_STRAIGHT_OUTSIDE };
        entry != 0 && ops.len() <= MOST_OPS && (ops.len() <= most || !is_straight())
    };
    (0..code.funcs.len()).map(is_worth).collect()
}

/// How much of the stack it takes with all that it calls; nothing if it is not run from beginning to end.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others are run to their end")]
fn depth(
    code: &Code,
    (ends, makes): (&[u32], &[bool]),
    func: usize,
    known: &mut Vec<Option<Option<u32>>>,
) -> Option<u32> {
    if let Some(known) = known[func] {
        return known;
    }
    let of = &code.funcs[func];
    let mut deepest = (of.resume.is_empty() && makes[func]).then_some(0);
    for op in &code.ops[of.entry as usize..ends[func] as usize] {
        match op {
            Op::Call { f } => {
                let callee = depth(code, (ends, makes), usize::from(*f), known);
                deepest = deepest.zip(callee).map(|(a, b)| a.max(b));
            }
            Op::AskEnd { .. }
            | Op::CallAt { .. }
            | Op::Look { .. }
            | Op::Mark { .. }
            | Op::Enter { .. }
            | Op::Looks { .. }
            | Op::Wrote
            | Op::Leaves => {
                deepest = None;
            }
            _ => {}
        }
    }
    let own = deepest.map(|deepest| deepest + A_CALL + u32::from(of.regs)).filter(|deep| *deep <= MOST_DEEP);
    known[func] = Some(own);
    own
}

struct Builder<'a> {
    code: &'a Code,
    layout: &'a Layout,
    func: usize,
    of: &'a FuncCode,
    ops: std::ops::Range<u32>,
    deep: &'a [Option<Option<u32>>],
}

/// What becomes of an op: plain instructions, and whether the block ends with it.
enum Becomes {
    Insts(Vec<Inst>),
    End(Vec<Inst>, End),
}

impl Builder<'_> {
    fn body(&self) -> Body {
        let (leaders, entries) = self.leaders();
        let ids: BTreeMap<u32, BlockId> = leaders.iter().enumerate().map(|(id, op)| (*op, id)).collect();
        let starts: Vec<u32> = leaders.iter().copied().collect();
        let mut blocks = Vec::new();
        for (at, &start) in starts.iter().enumerate() {
            let end = starts.get(at + 1).copied().unwrap_or(self.ops.end);
            let (mut steps, mut last) = (Vec::new(), None);
            for op in start..end {
                let step = |insts| Step { op, insts, live: vec![] };
                match self.becomes(op, &ids) {
                    Becomes::Insts(insts) => steps.push(step(insts)),
                    Becomes::End(insts, end) => {
                        steps.push(step(insts));
                        last = Some(end);
                    }
                }
            }
            blocks.push(Block { steps, end: last.unwrap_or(End::Jump(at + 1)) });
        }
        let ops = &self.code.ops[self.ops.start as usize..self.ops.end as usize];
        let mut body = Body {
            func: self.func as u32,
            regs: u32::from(self.of.regs),
            words: u32::from(self.of.words),
            blocks,
            entries: entries.iter().map(|op| (*op, ids[op])).collect(),
            last: self.ops.end - 1,
            has_rays: ops.iter().any(|op| matches!(op, Op::RayBegin { .. })),
            granted: BTreeMap::new(),
        };
        super::live::live(&mut body);
        super::ranges::ranges(&mut body, &self.code.data);
        body
    }

    /// Where blocks begin, and where the function may be entered.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others lead to the next op, or are jumps")]
    fn leaders(&self) -> (BTreeSet<u32>, Vec<u32>) {
        let mut leaders = BTreeSet::from([self.ops.start]);
        let mut entries: BTreeSet<u32> = self.of.resume.iter().copied().collect();
        for at in self.ops.clone() {
            let op = self.code.ops[at as usize];
            if let Some(to) = op.target(at as usize) {
                leaders.extend([to, at + 1]);
            }
            match op {
                Op::Recall { .. } => leaders.extend([at + 1, at + 3]),
                Op::SupposeEnd { m, .. } => leaders.extend([at + 1, self.code.supposes[usize::from(m)].body]),
                Op::Return | Op::ReturnValue { .. } | Op::ReturnSet { .. } => leaders.extend([at + 1]),
                _ => {
                    if let Some(on) = self.left(op, at) {
                        leaders.extend([at + 1]);
                        entries.extend(on);
                    }
                }
            }
        }
        entries.remove(&self.ops.start);
        leaders.extend(&entries);
        leaders.retain(|op| self.ops.contains(op));
        entries.retain(|op| self.ops.contains(op));
        (leaders, [self.ops.start].into_iter().chain(entries).collect())
    }

    /// Of an op that is left to the interpreter: where it may lead.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are plain, or the machine's")]
    fn left(&self, op: Op, at: u32) -> Option<Vec<u32>> {
        match op {
            Op::AskEnd { ask } => {
                let ask = &self.code.asks[usize::from(ask)];
                Some(ask.arms.iter().map(|arm| arm.to).chain(ask.otherwise).collect())
            }
            Op::CallAt { .. } => Some(vec![at + 1]),
            Op::Call { f } => self.deep[usize::from(f)].flatten().is_none().then(|| vec![at + 1]),
            Op::Fault { .. } | Op::End { .. } => Some(vec![]),
            Op::Look { .. } | Op::Mark { .. } | Op::Enter { .. } | Op::Looks { .. } | Op::Wrote | Op::Leaves => {
                Some(vec![at + 1])
            }
            _ => None,
        }
    }

    /// The registers that stand in the frame at a point.
    fn kept_at(&self, pc: u16) -> Vec<Reg> {
        let points = &self.layout.frames.funcs[FuncId(self.func as u32).index()].points;
        let point = usize::from(pc).checked_sub(1).and_then(|at| points.get(at));
        let homes = point.into_iter().flat_map(|point| &point.live).map(|local| self.of.homes[local.index()]);
        homes.filter_map(|home| if let Some(Home::Reg(reg)) = home { Some(Reg::from(reg)) } else { None }).collect()
    }

    fn words(&self, domain: u8) -> u32 {
        u32::from(self.code.domains[usize::from(domain)].words)
    }

    fn cell(&self, c: u16) -> &CellCode {
        &self.code.cells[usize::from(c)]
    }

    fn field(&self, c: u16, at: Option<(u16, i64)>) -> Field {
        let cell = self.cell(c);
        let place = &self.layout.places[usize::from(c)];
        Field {
            bit: cell.bit,
            width: cell.width,
            lo: cell.code.lo,
            key: cell.code.key,
            count: place.count,
            at: at.map(|(reg, first)| (Reg::from(reg), first)),
            sure: false,
        }
    }

    fn entry(&self, t: u16, a: u16, b: Option<u16>) -> Entry {
        let table = &self.code.tables[usize::from(t)];
        let stride = if b.is_some() { table.stride } else { 1 };
        let (base, from, count) = (table.base, table.from, table.count);
        Entry { base, stride, a: a.into(), b: b.map(Reg::from), from, count, sure: false }
    }

    fn host(&self, op: Op) -> Vec<Inst> {
        let Access { reads, writes } = Access::of_host(self.code, op);
        vec![Inst::Host { reads, writes }]
    }

    fn host_end(&self, op: Op, on: BlockId, jump: BlockId) -> Becomes {
        let Access { mut reads, writes } = Access::of_host(self.code, op);
        if let Op::Draw { m, .. } = op {
            reads.extend(self.kept_at(self.code.draws[usize::from(m)].pc));
        }
        Becomes::End(vec![], End::Host { reads, writes, on, jump })
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not plain is run by the machine")]
    fn becomes(&self, at: u32, ids: &BTreeMap<u32, BlockId>) -> Becomes {
        let op = self.code.ops[at as usize];
        let (next, target) = (ids.get(&(at + 1)).copied(), op.target(at as usize));
        let next = || next.unwrap_or_else(|| crate::bug!("no block behind op {at}"));
        let target =
            || target.and_then(|to| ids.get(&to).copied()).unwrap_or_else(|| crate::bug!("no block for op {at}"));
        if let Some(on) = self.left(op, at) {
            let mut on: Vec<BlockId> = on.iter().map(|op| ids[op]).collect();
            let reads = match op {
                Op::AskEnd { ask } => {
                    let pc = self.code.asks[usize::from(ask)].pc;
                    // What is only imagined stands at no point.
                    let point = usize::from(pc).checked_sub(1);
                    on.extend(point.and_then(|at| self.of.resume.get(at)).map(|op| ids[op]));
                    self.kept_at(pc)
                }
                Op::CallAt { pc, .. } => self.kept_at(pc),
                _ => Access::of_host(self.code, op).reads,
            };
            return Becomes::End(vec![], End::Leave { reads, on });
        }
        let reg = |reg: u16| Operand::Reg(reg.into());
        let number = |i: i16| Operand::Const(i.into());
        let plain = |how, d: u16, a, b| Inst::Bin { how, d: d.into(), a, b, within: [Range::ALL; 2] };
        let bin = |how, d, a, b| Becomes::Insts(vec![plain(how, d, a, b)]);
        let cond =
            |insts, how, a, b, then, other| Becomes::End(insts, End::If { how, a, b, then, other, always: None });
        let insts = Becomes::Insts;
        let callee = Reg::from(self.of.regs);
        let callee_words = u32::from(self.of.words);
        let copy = |w: u8, d: u32, a: u32| match self.words(w) {
            words if words <= MOST_WORDS => vec![Inst::Copy { d, a, words }],
            _ => self.host(op),
        };
        let sets = |w: u8, how, d: u16, a: u16, b: u16| match self.words(w) {
            words if words <= MOST_WORDS => vec![Inst::Sets { how, d: d.into(), a: a.into(), b: b.into(), words }],
            _ => self.host(op),
        };
        match op {
            Op::Move { d, a } => insts(vec![Inst::Move { d: d.into(), a: reg(a) }]),
            Op::Const { d, v } => insts(vec![Inst::Move { d: d.into(), a: Operand::Const(v.into()) }]),
            Op::Wide { d, k } => {
                insts(vec![Inst::Move { d: d.into(), a: Operand::Const(self.code.wide[usize::from(k)]) }])
            }
            Op::Add { d, a, b } => bin(Bin::Add, d, reg(a), reg(b)),
            Op::Sub { d, a, b } => bin(Bin::Sub, d, reg(a), reg(b)),
            Op::Mul { d, a, b } => bin(Bin::Mul, d, reg(a), reg(b)),
            Op::Min { d, a, b } => bin(Bin::Min, d, reg(a), reg(b)),
            Op::Max { d, a, b } => bin(Bin::Max, d, reg(a), reg(b)),
            Op::AddI { d, a, i } => bin(Bin::Add, d, reg(a), number(i)),
            Op::MulI { d, a, i } => bin(Bin::Mul, d, reg(a), number(i)),
            Op::MinI { d, a, i } => bin(Bin::Min, d, reg(a), number(i)),
            Op::MaxI { d, a, i } => bin(Bin::Max, d, reg(a), number(i)),
            Op::DivI { d, a, i } => bin(Bin::DivDown, d, reg(a), number(i)),
            Op::ModI { d, a, i } => bin(Bin::Mod, d, reg(a), number(i)),
            Op::DivDown { d, a, b } => bin(Bin::DivDown, d, reg(a), reg(b)),
            Op::DivUp { d, a, b } => bin(Bin::DivUp, d, reg(a), reg(b)),
            Op::Mod { d, a, b } => bin(Bin::Mod, d, reg(a), reg(b)),
            Op::Neg { d, a } => bin(Bin::Sub, d, Operand::Const(0), reg(a)),
            Op::Not { d, a } => bin(Bin::Sub, d, Operand::Const(1), reg(a)),
            Op::Eq { d, a, b } => bin(Bin::Eq, d, reg(a), reg(b)),
            Op::Ne { d, a, b } => bin(Bin::Ne, d, reg(a), reg(b)),
            Op::Lt { d, a, b } => bin(Bin::Lt, d, reg(a), reg(b)),
            Op::Le { d, a, b } => bin(Bin::Le, d, reg(a), reg(b)),
            Op::Jump { .. } => Becomes::End(vec![], End::Jump(target())),
            Op::Back { .. } => Becomes::End(vec![Inst::Work { cost: 1 }], End::Jump(target())),
            Op::JumpIf { a, .. } => cond(vec![], Bin::Ne, reg(a), Operand::Const(0), target(), next()),
            Op::JumpUnless { a, .. } => cond(vec![], Bin::Eq, reg(a), Operand::Const(0), target(), next()),
            Op::JumpLt { a, b, .. } => cond(vec![], Bin::Lt, reg(a), reg(b), target(), next()),
            Op::JumpLe { a, b, .. } => cond(vec![], Bin::Le, reg(a), reg(b), target(), next()),
            Op::JumpEq { a, b, .. } => cond(vec![], Bin::Eq, reg(a), reg(b), target(), next()),
            Op::JumpNe { a, b, .. } => cond(vec![], Bin::Ne, reg(a), reg(b), target(), next()),
            Op::JumpLtI { a, i, .. } => cond(vec![], Bin::Lt, reg(a), number(i), target(), next()),
            Op::JumpGeI { a, i, .. } => cond(vec![], Bin::Lt, reg(a), number(i), next(), target()),
            Op::JumpEqI { a, i, .. } => cond(vec![], Bin::Eq, reg(a), number(i), target(), next()),
            Op::JumpNeI { a, i, .. } => cond(vec![], Bin::Ne, reg(a), number(i), target(), next()),
            Op::CountNext { a, b, .. } => {
                let add = plain(Bin::Add, a, reg(a), Operand::Const(1));
                cond(vec![Inst::Work { cost: 1 }, add], Bin::Lt, reg(a), reg(b), target(), next())
            }
            Op::CountTo { a, b, .. } => cond(vec![Inst::Work { cost: 1 }], Bin::Lt, reg(a), reg(b), next(), target()),
            Op::Check { a, k } => {
                let (lo, hi) = self.code.ranges[usize::from(k)];
                // What stands beside it is told of the fault.
                let named = self.code.checks.get(&at).and_then(|check| check.of.register()).map(Reg::from);
                insts(vec![Inst::Check { a: a.into(), lo, hi, named, sure: false }])
            }
            Op::CheckZero { a } => insts(vec![Inst::CheckZero { a: a.into(), sure: false }]),
            Op::Table1 { d, t, a } => insts(vec![Inst::Table { d: d.into(), of: self.entry(t, a, None) }]),
            Op::Table2 { t, d, a, b } => insts(vec![Inst::Table { d: d.into(), of: self.entry(t.into(), a, Some(b)) }]),
            Op::TableAdd { d, t, a } => {
                insts(vec![Inst::TableAdd { d: d.into(), one: self.entry(t, a, None), two: None }])
            }
            Op::TableAdd2 { u, d, t, a } => {
                let two = Some(self.entry(u.into(), a, None));
                insts(vec![Inst::TableAdd { d: d.into(), one: self.entry(t, a, None), two }])
            }
            Op::JumpTableIf { t, a, .. } | Op::JumpTableUnless { t, a, .. } => {
                let table = Inst::Table { d: FIRST_TEMP, of: self.entry(t.into(), a, None) };
                let how = if matches!(op, Op::JumpTableIf { .. }) { Bin::Ne } else { Bin::Eq };
                cond(vec![table], how, Operand::Reg(FIRST_TEMP), Operand::Const(0), target(), next())
            }
            Op::Clamp { d, a, k } => {
                let (lo, hi) = self.code.ranges[usize::from(k)];
                let clamp = |how, a, bound| plain(how, d, a, Operand::Const(bound));
                insts(vec![clamp(Bin::Max, reg(a), lo), clamp(Bin::Min, reg(d), hi)])
            }
            Op::Element2 { d, c, a } => {
                let CellCode { first, second, span, .. } = *self.cell(c);
                insts(vec![Inst::Element { d: d.into(), a: a.into(), first, span, second }])
            }
            Op::Element1 { d, c, a } => bin(Bin::Sub, d, reg(a), Operand::Const(self.cell(c).first)),
            Op::Get0 { d, c } => insts(vec![Inst::Get { d: d.into(), of: self.field(c, None) }]),
            Op::Get1 { d, c, a } => {
                insts(vec![Inst::Get { d: d.into(), of: self.field(c, Some((a, self.cell(c).first))) }])
            }
            Op::GetAt { d, c, at } if self.cell(c).packed => {
                insts(vec![Inst::Get { d: d.into(), of: self.field(c, Some((at, 0))) }])
            }
            Op::Set0 { c, a } => self.put(op, c, None, a),
            Op::Set1 { c, i, a } => self.put(op, c, Some((i, self.cell(c).first)), a),
            Op::SetAt { c, at, a } if self.cell(c).packed && self.cell(c).watchers.is_empty() => {
                self.put(op, c, Some((at, 0)), a)
            }
            Op::GetSet { d, c, at } => match self.layout.places[usize::from(c)].form {
                Form::Sets { word, words, .. } if words <= MOST_WORDS => {
                    let count = self.layout.places[usize::from(c)].count;
                    insts(vec![Inst::GetSet { d: d.into(), word, words, count, at: at.into(), sure: false }])
                }
                Form::Sets { .. } | Form::Packed { .. } | Form::Sparse { .. } => insts(self.host(op)),
            },
            Op::SetEmpty { w, d } if self.words(w) <= MOST_WORDS => {
                insts(vec![Inst::Fill { d: d.into(), words: vec![0; self.words(w) as usize] }])
            }
            Op::SetRange { w, d, k } if self.words(w) <= MOST_WORDS => {
                let (lo, hi) = self.code.ranges[usize::from(k)];
                let mut words = vec![0; self.words(w) as usize];
                crate::exec::machine::fill(&mut words, lo, hi);
                insts(vec![Inst::Fill { d: d.into(), words }])
            }
            Op::SetCopy { w, d, a } => insts(copy(w, d.into(), a.into())),
            Op::ArgSet { w, i, s } => insts(copy(w, callee_words + u32::from(i), s.into())),
            Op::ResultSet { w, d } => insts(copy(w, d.into(), callee_words)),
            Op::SetUnion { w, d, a, b } => insts(sets(w, Of::Union, d, a, b)),
            Op::SetInter { w, d, a, b } => insts(sets(w, Of::Inter, d, a, b)),
            Op::SetMinus { w, d, a, b } => insts(sets(w, Of::Minus, d, a, b)),
            Op::SetAdd { d, a } => insts(vec![Inst::Add { s: d.into(), a: a.into(), is: true }]),
            Op::SetDrop { d, a } => insts(vec![Inst::Add { s: d.into(), a: a.into(), is: false }]),
            Op::SetHas { d, s, a } => insts(vec![Inst::Has { d: d.into(), s: s.into(), a: a.into() }]),
            Op::SetSize { w, d, s } if self.words(w) <= MOST_WORDS => {
                insts(vec![Inst::Size { d: d.into(), s: s.into(), words: self.words(w) }])
            }
            Op::SetLow { w, d, s } if self.words(w) <= MOST_WORDS => {
                insts(vec![Inst::Low { d: d.into(), s: s.into(), words: self.words(w) }])
            }
            Op::SetHigh { w, d, s } if self.words(w) <= MOST_WORDS => {
                insts(vec![Inst::High { d: d.into(), s: s.into(), words: self.words(w) }])
            }
            Op::SetEq { w, d, a, b } if self.words(w) <= MOST_WORDS => {
                insts(vec![Inst::Same { d: d.into(), a: a.into(), b: b.into(), words: self.words(w) }])
            }
            Op::Next { w, d, s, .. } if self.words(w) <= MOST_WORDS => {
                let words = self.words(w);
                Becomes::End(vec![], End::Next { d: d.into(), s: s.into(), words, on: next(), none: target() })
            }
            Op::Arg { i, a } => insts(vec![Inst::Arg { slot: callee + Reg::from(i), a: a.into() }]),
            Op::Result { d } => insts(vec![Inst::Result { d: d.into(), slot: callee }]),
            Op::Call { f } => insts(vec![Inst::Call { f: f.into(), price: self.code.funcs[usize::from(f)].price }]),
            Op::Recall { m } => {
                let found = ids.get(&(at + 3)).copied().unwrap_or_else(|| crate::bug!("nothing behind op {at}"));
                let args = self.code.recalls[usize::from(m)].params.clone();
                Becomes::End(vec![], End::Recall { query: m, args, found, on: next() })
            }
            Op::Keep { m } => insts(vec![Inst::Keep { query: m }]),
            Op::Return => {
                // What stands in its first register is seen by whoever calls it from outside.
                let value = (self.of.regs > 0).then_some(0);
                Becomes::End(vec![], End::Return { value, set: None })
            }
            Op::ReturnValue { a } => Becomes::End(vec![], End::Return { value: Some(a.into()), set: None }),
            Op::ReturnSet { w, s } => {
                Becomes::End(vec![], End::Return { value: None, set: Some((s.into(), self.words(w))) })
            }
            Op::Roll { d, k, pc } => {
                let Die { lo, hi, .. } = self.code.dice[usize::from(k)];
                insts(vec![Inst::Roll { d: d.into(), die: k, lo, hi, kept: self.kept_at(pc) }])
            }
            Op::PlainNext { m, .. } => {
                let step = self.code.searches[usize::from(m)].step[..4].iter().map(|reg| Reg::from(*reg)).collect();
                Becomes::End(vec![], End::Step { step, plain: true, on: next(), done: target() })
            }
            Op::SearchNext { m, .. } if self.code.searches[usize::from(m)].each.is_none() => {
                let step = self.code.searches[usize::from(m)].step.iter().map(|reg| Reg::from(*reg)).collect();
                Becomes::End(vec![], End::Step { step, plain: false, on: next(), done: target() })
            }
            Op::Offer { m, at } if self.code.searches[usize::from(m)].each.is_none() => {
                let search = &self.code.searches[usize::from(m)];
                let offer = &search.offers[usize::from(at)];
                let reg = |reg: Option<u16>| reg.map(Reg::from);
                insts(vec![Inst::Offer {
                    counts: offer.counts.map(reg),
                    // What is carried stays carried unless the offer says otherwise.
                    carry: offer.carry.unwrap_or(search.step[5]).into(),
                    stop: reg(offer.stop),
                    pass: reg(offer.pass),
                    blocked: reg(offer.blocked),
                }])
            }
            Op::OfferPlain { a, stop, pass } => {
                let flag = |reg: u16| (reg != NO_REG).then(|| Reg::from(reg));
                insts(vec![Inst::OfferPlain { cost: a.into(), stop: flag(stop), pass: flag(pass) }])
            }
            Op::Option { arm } => insts(vec![Inst::Option { arm, a: None }]),
            Op::OptionOf { arm, a } => insts(vec![Inst::Option { arm, a: Some(a.into()) }]),
            Op::FilterTable { w, s, t, a } => insts(self.among(op, (w, s), t, (None, a), true)),
            Op::FilterTableNot { w, s, t, a } => insts(self.among(op, (w, s), t, (None, a), false)),
            Op::FilterRow { w, s, t, a } => insts(self.among(op, (w, s), t, (Some(a + 1), a), true)),
            Op::FilterRowNot { w, s, t, a } => insts(self.among(op, (w, s), t, (Some(a + 1), a), false)),
            Op::FilterCell { w, s, c, a } => {
                insts(vec![Inst::AmongCell { s: s.into(), words: self.words(w), cell: c, a: a.into(), is: true }])
            }
            Op::FilterCellNot { w, s, c, a } => {
                insts(vec![Inst::AmongCell { s: s.into(), words: self.words(w), cell: c, a: a.into(), is: false }])
            }
            Op::FilterBeside { w, s, c, a } => {
                insts(vec![Inst::AmongBeside { s: s.into(), words: self.words(w), cell: c, a: a.into(), held: false }])
            }
            Op::FilterNear { w, s, c, a } => {
                insts(vec![Inst::AmongBeside { s: s.into(), words: self.words(w), cell: c, a: a.into(), held: true }])
            }
            Op::Between { d, a, b } => insts(vec![Inst::Between { d: d.into(), a: a.into(), b: b.into() }]),
            Op::Distance { d, a, b } => insts(vec![Inst::Distance { d: d.into(), a: a.into(), b: b.into() }]),
            Op::Near { d, a, b } => insts(vec![Inst::Near { d: d.into(), a: a.into(), b: b.into() }]),
            Op::Side { d, a, b } => insts(vec![Inst::Side { d: d.into(), a: a.into(), b: b.into() }]),
            Op::Next { .. } | Op::Draw { .. } | Op::RayNext { .. } | Op::SearchNext { .. } | Op::FieldBegin { .. } => {
                self.host_end(op, next(), target())
            }
            Op::SupposeEnd { m, .. } => self.host_end(op, next(), ids[&self.code.supposes[usize::from(m)].body]),
            _ => insts(self.host(op)),
        }
    }

    /// Members by a table, where it is known which have each value.
    fn among(&self, op: Op, (w, s): (u8, u16), table: u16, (first, a): (Option<u16>, u16), is: bool) -> Vec<Inst> {
        let (words, having) = (self.words(w), &self.code.tables[usize::from(table)].having);
        match having {
            Some(having) if words <= MOST_WORDS && having.words >= words as usize => {
                vec![Inst::Among { s: s.into(), words, table, first: first.map(Reg::from), a: a.into(), is }]
            }
            Some(_) | None => self.host(op),
        }
    }

    fn put(&self, op: Op, c: u16, at: Option<(u16, i64)>, a: u16) -> Becomes {
        let cell = self.cell(c);
        if !cell.packed {
            return Becomes::Insts(self.host(op));
        }
        let watched = !cell.watchers.is_empty();
        Becomes::Insts(vec![Inst::Put { of: self.field(c, at), a: a.into(), watched }])
    }
}
