//! The loop: the ops that most of the time goes into; the others stand in `rare`. Registers are a window of 65,536 on the register file and ops carry 16-bit numbers, so no
//! access needs a bounds check; the file is that much longer than the deepest call needs.

use super::supposing::Suppositions;
use super::{Call, Machine, Step, WINDOW, board, inverted, recall, words};
use crate::board::Board;
use crate::exec::code::{CellCode, Code, Fault, FaultCode, Goes, Unfit, Whose};
use crate::exec::host::{Host, Native};
use crate::exec::op::{NO_REG, Op, Reg};
use crate::exec::rules::Rules;
use crate::exec::{Chance, Die};
use crate::ir::{FuncId, NONE, SiteId};
use crate::state::{State, pack};
use std::sync::Arc;

/// How the loop ends, before it is told to the caller.
pub(in crate::exec) enum Stop {
    /// `end`: the op that takes the answer; `left`: the work that is left.
    Ask {
        ask: u16,
        pc: u16,
        end: u32,
        left: u64,
    },
    Roll {
        lo: i64,
        hi: i64,
        pc: u16,
    },
    Draw {
        pc: u16,
    },
    Over(i64),
    Returned,
    Fault(FaultCode, u32),
}

/// What a machine reads while it runs, and what other machines read, too.
pub(super) struct Shared {
    code: Arc<Code>,
    board: Option<Arc<Board>>,
}

impl Shared {
    fn of(rules: &Rules) -> Shared {
        Shared { code: Arc::clone(&rules.code), board: rules.board.clone() }
    }
}

/// What a rare op does to the loop.
pub(super) enum Flow {
    On,
    To(u32),
    Stop(Stop),
}

/// Where the running function's window lies, and how far its own registers and words reach.
#[derive(Clone, Copy)]
pub(in crate::exec) struct Place {
    pub(super) base: usize,
    pub(super) word_base: usize,
    pub(super) regs: usize,
    pub(super) words: usize,
}

impl Place {
    fn of(code: &Code, call: Call) -> Place {
        Place::at(code, call.func, call.base as usize, call.word_base as usize)
    }

    pub(in crate::exec) fn at(code: &Code, func: u32, base: usize, word_base: usize) -> Place {
        let func = &code.funcs[func as usize];
        Place { base, word_base, regs: usize::from(func.regs), words: usize::from(func.words) }
    }
}

/// The words of a set of this domain.
pub(super) fn members(code: &Code, place: Place, domain: u8, at: u16) -> std::ops::Range<usize> {
    let from = place.word_base + usize::from(at);
    from..from + usize::from(code.domains[usize::from(domain)].words)
}

pub(super) fn window(regs: &mut [i64], base: usize) -> &mut [i64; WINDOW] {
    match regs[base..base + WINDOW].first_chunk_mut() {
        Some(window) => window,
        None => unreachable!("the register file ends a window behind the last base"),
    }
}

impl Machine {
    /// On from where the machine stands; from behind its options, if they are still those that it `found`. That
    /// takes the work that finding them again would take, so that nobody can tell.
    pub(super) fn go(&mut self, state: &mut State, found: Option<(u32, u64)>, chance: &mut impl Chance) -> Step {
        self.work = self.most_work;
        self.asking.left = self.most_work;
        if let Some((end, cost)) = found {
            self.ip = end;
            self.work = self.most_work.saturating_sub(cost).max(1);
        }
        self.clear_frames(state);
        self.recall.goes_on();
        let main = FuncId(self.calls.first().map_or(0, |call| call.func));
        // Taken out and put back: to count anew who shares it would be felt by the other threads.
        let shared = self.shared.take().unwrap_or_else(|| Shared::of(&self.rules));
        let native = self.native.take().or_else(|| self.rules.native());
        let stop = match &native {
            Some(native) => {
                let stop = self.run_ops::<true>(Some(&**native), &shared, state, chance);
                native.stopped();
                stop
            }
            None => self.run_ops::<false>(None, &shared, state, chance),
        };
        (self.shared, self.native) = (Some(shared), native);
        match stop {
            Stop::Ask { ask, pc, end, left } => {
                self.waits = Some((end, self.asking.left - left));
                self.suspend(state, pc);
                Step::Ask(self.asked(ask))
            }
            Stop::Roll { lo, hi, pc } => {
                self.suspend(state, pc);
                Step::Roll { lo, hi }
            }
            Stop::Draw { pc } => {
                self.suspend(state, pc);
                Step::Draw
            }
            Stop::Over(value) => {
                self.finish(state, main, value);
                Step::Over(value)
            }
            Stop::Returned => self.returned(state, main),
            Stop::Fault(code, site) => {
                let ip = self.ip.saturating_sub(1);
                let unfit = if code == FaultCode::Range { self.unfit(ip).map(Box::new) } else { None };
                self.suppositions.give_up(state);
                self.forget();
                let site = site.checked_sub(1).map(SiteId);
                let at = self.rules.code.at.get(ip as usize).copied().unwrap_or_default();
                let func = self.rules.code.whose.get(ip as usize).copied().unwrap_or(main);
                Step::Fault(Fault { code, func, site, at, unfit })
            }
        }
    }

    /// What was checked by this op: the registers still hold it.
    fn unfit(&self, ip: u32) -> Option<Unfit> {
        let check = self.rules.code.checks.get(&ip)?;
        let Op::Check { a, k } = self.rules.code.ops.get(ip as usize)? else { return None };
        let base = self.calls.last()?.base as usize;
        let held = |reg: Reg| self.regs.get(base + usize::from(reg)).copied();
        let (lo, hi) = *self.rules.code.ranges.get(usize::from(*k))?;
        let of = match (check.of, &check.goes) {
            (Whose::Index(reg), _) => vec![held(reg)?],
            (Whose::Element(reg), Goes::Cell(cell)) => self.rules.layout.place(*cell).index_of(held(reg)? as u32),
            (Whose::Only | Whose::Element(_), _) => vec![],
        };
        Some(Unfit { goes: check.goes.clone(), of, what: check.what, value: held(*a)?, lo, hi })
    }

    /// The first function has run to its end: the game is over if it was main.
    fn returned(&mut self, state: &mut State, func: FuncId) -> Step {
        let value = self.regs[0];
        self.warm = false;
        if self.main == Some(func) {
            self.chronicle.as_mut().into_iter().for_each(|chronicle| chronicle.ends(state, Vec::new));
            self.finish(state, func, value);
        }
        Step::Over(value)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other half of the list stands in `rare`")]
    fn run_ops<const NATIVE: bool>(
        &mut self,
        native: Option<&dyn Native>,
        shared: &Shared,
        state: &mut State,
        chance: &mut impl Chance,
    ) -> Stop {
        let (code, map) = (&*shared.code, shared.board.as_deref());
        let (ops, data, tables) = (code.ops.as_slice(), code.data.as_slice(), code.tables.as_slice());
        let Some(call) = self.calls.last().copied() else { return Stop::Returned };
        let mut at = Place::of(code, call);
        let mut ip = self.ip as usize;
        let mut work = self.work;
        let (near, sides) = map.map_or((&[][..], &[][..]), |map| (map.neighbours(), map.sides()));
        let mut r = window(&mut self.regs, at.base);

        macro_rules! stop {
            ($stop:expr) => {{
                self.work = work;
                return $stop;
            }};
        }
        macro_rules! fault {
            ($code:expr) => {{
                self.ip = ip as u32;
                stop!(Stop::Fault($code, 0));
            }};
        }
        macro_rules! hop {
            ($off:expr) => {
                ip = ip.wrapping_add_signed(isize::from($off))
            };
        }
        macro_rules! work {
            () => {{
                work -= 1;
                if work == 0 {
                    fault!(FaultCode::Work);
                }
            }};
        }
        macro_rules! r {
            ($reg:expr) => {
                r[usize::from($reg)]
            };
        }
        macro_rules! put {
            ($cell:expr, $bit:expr, $value:expr) => {
                put((&mut self.recall, &mut self.inverted), code, state, ($cell, $bit), $value)
            };
        }
        // The window's borrow ends while a kernel uses the register file.
        macro_rules! kernel {
            ($call:expr) => {{
                let result = $call;
                r = window(&mut self.regs, at.base);
                result
            }};
        }

        // Native code was just left before this op: it is the interpreter's.
        let mut left = false;
        loop {
            if NATIVE && let Some(native) = native.filter(|native| !left && native.enters(ip as u32)) {
                let mut host = Host::new((self, state, code, chance), at, (ip as u32, work));
                native.run(&mut host, ip as u32);
                let (on, on_work, stop) = host.left();
                if let Some(stop) = stop {
                    return stop;
                }
                (ip, work) = (on as usize, on_work);
                let Some(call) = self.calls.last().copied() else { return Stop::Returned };
                at = Place::of(code, call);
                r = window(&mut self.regs, at.base);
                left = true;
            }
            if NATIVE {
                self.interpreted += 1;
                left = false;
            }
            let op = ops[ip];
            ip += 1;
            match op {
                Op::Move { d, a } => r!(d) = r!(a),
                Op::Const { d, v } => r!(d) = i64::from(v),
                Op::Wide { d, k } => r!(d) = code.wide[usize::from(k)],
                Op::Add { d, a, b } => r!(d) = r!(a) + r!(b),
                Op::Sub { d, a, b } => r!(d) = r!(a) - r!(b),
                Op::Mul { d, a, b } => r!(d) = r!(a).wrapping_mul(r!(b)),
                Op::Min { d, a, b } => r!(d) = r!(a).min(r!(b)),
                Op::Max { d, a, b } => r!(d) = r!(a).max(r!(b)),
                Op::AddI { d, a, i } => r!(d) = r!(a) + i64::from(i),
                Op::MulI { d, a, i } => r!(d) = r!(a).wrapping_mul(i64::from(i)),
                Op::MinI { d, a, i } => r!(d) = r!(a).min(i64::from(i)),
                Op::MaxI { d, a, i } => r!(d) = r!(a).max(i64::from(i)),
                Op::DivI { d, a, i } => r!(d) = div_small(r!(a), i),
                Op::ModI { d, a, i } => r!(d) = r!(a) - div_small(r!(a), i) * i64::from(i),
                Op::DivDown { d, a, b } => r!(d) = div_down(r!(a), r!(b)),
                Op::DivUp { d, a, b } => r!(d) = -div_down(-r!(a), r!(b)),
                Op::Mod { d, a, b } => r!(d) = r!(a) - div_down(r!(a), r!(b)) * r!(b),
                Op::Neg { d, a } => r!(d) = -r!(a),
                Op::Not { d, a } => r!(d) = 1 - r!(a),
                Op::Eq { d, a, b } => r!(d) = i64::from(r!(a) == r!(b)),
                Op::Ne { d, a, b } => r!(d) = i64::from(r!(a) != r!(b)),
                Op::Lt { d, a, b } => r!(d) = i64::from(r!(a) < r!(b)),
                Op::Le { d, a, b } => r!(d) = i64::from(r!(a) <= r!(b)),
                Op::Jump { to } => ip = to as usize,
                Op::Back { to } => {
                    work!();
                    ip = to as usize;
                }
                Op::JumpIf { a, to } => {
                    if r!(a) != 0 {
                        ip = to as usize;
                    }
                }
                Op::JumpUnless { a, to } => {
                    if r!(a) == 0 {
                        ip = to as usize;
                    }
                }
                Op::JumpLt { a, b, off } => {
                    if r!(a) < r!(b) {
                        hop!(off);
                    }
                }
                Op::JumpLe { a, b, off } => {
                    if r!(a) <= r!(b) {
                        hop!(off);
                    }
                }
                Op::JumpEq { a, b, off } => {
                    if r!(a) == r!(b) {
                        hop!(off);
                    }
                }
                Op::JumpNe { a, b, off } => {
                    if r!(a) != r!(b) {
                        hop!(off);
                    }
                }
                Op::JumpLtI { a, i, off } => {
                    if r!(a) < i64::from(i) {
                        hop!(off);
                    }
                }
                Op::JumpGeI { a, i, off } => {
                    if r!(a) >= i64::from(i) {
                        hop!(off);
                    }
                }
                Op::JumpEqI { a, i, off } => {
                    if r!(a) == i64::from(i) {
                        hop!(off);
                    }
                }
                Op::JumpNeI { a, i, off } => {
                    if r!(a) != i64::from(i) {
                        hop!(off);
                    }
                }
                Op::CountNext { a, b, off } => {
                    work!();
                    r!(a) += 1;
                    if r!(a) < r!(b) {
                        hop!(off);
                    }
                }
                Op::CountTo { a, b, off } => {
                    work!();
                    if r!(a) >= r!(b) {
                        hop!(off);
                    }
                }
                Op::Check { a, k } => {
                    let (lo, hi) = code.ranges[usize::from(k)];
                    if r!(a) < lo || r!(a) > hi {
                        fault!(FaultCode::Range);
                    }
                }
                Op::CheckZero { a } => {
                    if r!(a) == 0 {
                        fault!(FaultCode::Zero);
                    }
                }
                Op::Fault { code, site } => {
                    self.ip = ip as u32;
                    stop!(Stop::Fault(FaultCode::ALL[usize::from(code).min(FaultCode::ALL.len() - 1)], site));
                }
                Op::Table1 { d, t, a } => r!(d) = data[(tables[usize::from(t)].base + r!(a)) as usize],
                Op::Table2 { t, d, a, b } => {
                    let table = &tables[usize::from(t)];
                    r!(d) = data[(table.base + r!(a) * table.stride + r!(b)) as usize];
                }
                Op::TableAdd { d, t, a } => r!(d) += data[(tables[usize::from(t)].base + r!(a)) as usize],
                Op::TableAdd2 { u, d, t, a } => {
                    let i = r!(a);
                    r!(d) += data[(tables[usize::from(t)].base + i) as usize]
                        + data[(tables[usize::from(u)].base + i) as usize];
                }
                Op::JumpTableIf { t, a, off } => {
                    if data[(tables[usize::from(t)].base + r!(a)) as usize] != 0 {
                        hop!(off);
                    }
                }
                Op::JumpTableUnless { t, a, off } => {
                    if data[(tables[usize::from(t)].base + r!(a)) as usize] == 0 {
                        hop!(off);
                    }
                }
                Op::Clamp { d, a, k } => {
                    let (lo, hi) = code.ranges[usize::from(k)];
                    r!(d) = r!(a).max(lo).min(hi);
                }
                Op::Element2 { d, c, a } => {
                    let cell = &code.cells[usize::from(c)];
                    r!(d) = (r!(a) - cell.first) * cell.span + r!(d) - cell.second;
                }
                Op::Element1 { d, c, a } => r!(d) = r!(a) - code.cells[usize::from(c)].first,
                Op::Get0 { d, c } => {
                    let cell = &code.cells[usize::from(c)];
                    r!(d) = cell.code.value(pack::get(&state.words, cell.bit, cell.width));
                }
                Op::Get1 { d, c, a } => {
                    let cell = &code.cells[usize::from(c)];
                    let bit = cell.bit + (r!(a) - cell.first) as u32 * cell.width;
                    r!(d) = cell.code.value(pack::get(&state.words, bit, cell.width));
                }
                Op::Set0 { c, a } => {
                    let cell = &code.cells[usize::from(c)];
                    put!(cell, cell.bit, cell.code.bits(r!(a)));
                }
                Op::Set1 { c, i, a } => {
                    let cell = &code.cells[usize::from(c)];
                    let bit = cell.bit + (r!(i) - cell.first) as u32 * cell.width;
                    put!(cell, bit, cell.code.bits(r!(a)));
                }
                Op::SetAdd { d, a } => {
                    let member = r!(a);
                    if member >= 0 {
                        self.sets[at.word_base + usize::from(d) + (member >> 6) as usize] |= 1 << (member & 63);
                    }
                }
                Op::SetDrop { d, a } => {
                    let member = r!(a);
                    if member >= 0 {
                        self.sets[at.word_base + usize::from(d) + (member >> 6) as usize] &= !(1 << (member & 63));
                    }
                }
                Op::SetHas { d, s, a } => {
                    let member = r!(a);
                    r!(d) = if member < 0 {
                        0
                    } else {
                        let word = self.sets[at.word_base + usize::from(s) + (member >> 6) as usize];
                        (word >> (member & 63) & 1) as i64
                    };
                }
                Op::Next { w, d, s, off } => match words::take_lowest(&mut self.sets[members(code, at, w, s)]) {
                    Some(member) => r!(d) = member,
                    None => hop!(off),
                },
                Op::Arg { i, a } => r[at.regs + usize::from(i)] = r!(a),
                Op::Call { f } | Op::CallAt { f, .. } => {
                    work = work.saturating_sub(u64::from(code.funcs[usize::from(f)].price));
                    if work == 0 {
                        fault!(FaultCode::Work);
                    }
                    let call = Call {
                        func: u32::from(f),
                        back: ip as u32,
                        base: (at.base + at.regs) as u32,
                        word_base: (at.word_base + at.words) as u32,
                        rays: self.rays.used as u32,
                    };
                    self.rules.enters(usize::from(f));
                    self.calls.push(call);
                    at = Place::of(code, call);
                    ip = code.funcs[usize::from(f)].entry as usize;
                    r = window(&mut self.regs, at.base);
                }
                Op::Recall { m } if self.recall.passes(m) => {}
                Op::Keep { m } if self.recall.passes(m) => {}
                Op::Recall { m } if code.explains => {
                    if let Some(left) = self.recalled_untold(code, m, at, work) {
                        work = left;
                        ip += 2;
                    }
                    r = window(&mut self.regs, at.base);
                }
                Op::Recall { m } => {
                    let (regs, sets) = (&mut r[at.regs..], &mut self.sets[at.word_base + at.words..]);
                    if let Some(left) = self.recall.answered(code, m, (regs, sets), work) {
                        work = left;
                        ip += 2;
                    }
                }
                Op::Keep { m } => {
                    let (regs, sets) = (&r[at.regs..], &self.sets[at.word_base + at.words..]);
                    self.recall.was_answered(code, m, (regs, sets), work);
                }
                Op::AskFrom => self.asking.left = work,
                Op::Result { d } => r!(d) = r[at.regs],
                Op::Return | Op::ReturnValue { .. } | Op::ReturnSet { .. } => {
                    if let Op::ReturnValue { a } = op {
                        r[0] = r!(a);
                    } else if let Op::ReturnSet { w, s } = op {
                        let from = members(code, at, w, s);
                        self.sets.copy_within(from, at.word_base);
                    }
                    if code.explains {
                        let value = r[0];
                        self.told().into_iter().for_each(|reasons| reasons.leave(value));
                    }
                    let Some(done) = self.calls.pop() else { stop!(Stop::Returned) };
                    self.rays.used = done.rays as usize;
                    let Some(caller) = self.calls.last() else {
                        self.calls.push(done);
                        stop!(Stop::Returned);
                    };
                    ip = done.back as usize;
                    at = Place::of(code, *caller);
                    r = window(&mut self.regs, at.base);
                }
                Op::Roll { d, k, pc } => {
                    let die = code.dice[usize::from(k)];
                    let how = (&mut self.suppositions, &mut self.sealed, &mut self.dealt);
                    match rolled(how, die, chance) {
                        Some(value) => r!(d) = value,
                        None => {
                            self.ip = ip as u32 - 1;
                            stop!(Stop::Roll { lo: die.lo, hi: die.hi, pc });
                        }
                    }
                }
                Op::Near { d, a, b } => r!(d) = beside(near, r!(a), r!(b)),
                Op::Side { d, a, b } => r!(d) = beside(sides, r!(a), r!(b)),
                Op::Between { d, a, b } => r!(d) = between(near, sides, r!(a), r!(b)),
                Op::Distance { d, a, b } => {
                    r!(d) = map.map_or(NONE, |map| board::distance(map, r!(a), r!(b)));
                }

                Op::PlainNext { m, to } => {
                    work!();
                    match self.searches.top().search.next_plain(near) {
                        Some(found) => {
                            let step = &code.searches[usize::from(m)].step;
                            r!(step[0]) = i64::from(found.here);
                            r!(step[1]) = i64::from(found.there);
                            r!(step[2]) = i64::from(found.dir);
                            r!(step[3]) = i64::from(found.spent);
                        }
                        None => ip = to as usize,
                    }
                }
                Op::OfferPlain { a, stop, pass } => {
                    let flag = |reg: u16| reg != NO_REG && r!(reg) != 0;
                    self.searches.top().search.offer_plain(r!(a) as u32, flag(stop), flag(pass));
                }
                Op::SearchNext { m, to } => {
                    work!();
                    if !kernel!(self.search_next(m, at.base)) {
                        ip = to as usize;
                    }
                }
                Op::FieldBegin { m, to } => {
                    if let Some(left) = kernel!(self.field_begin(m, at.base, work)) {
                        work = left;
                        ip = to as usize;
                    }
                }
                Op::FieldEnd { m } => kernel!(self.field_end(m, at.word_base, work)),
                Op::HomewardBegin { m } => work = kernel!(self.homeward_begin(m, (at.base, at.word_base), work)),
                Op::HomewardEnd => {
                    work = kernel!(self.homeward_end(work));
                    if work == 0 {
                        fault!(FaultCode::Work);
                    }
                }
                Op::Offer { m, at: offer } => kernel!(self.offer(m, offer, at.base)),
                _ => {
                    work = work.saturating_sub(rare_work(op, state));
                    if work == 0 {
                        fault!(FaultCode::Work);
                    }
                    let flow = kernel!(self.rare((op, ip), at, code, state, chance));
                    match flow {
                        Flow::On => {}
                        Flow::To(to) => ip = to as usize,
                        Flow::Stop(Stop::Ask { ask, pc, end, .. }) => stop!(Stop::Ask { ask, pc, end, left: work }),
                        Flow::Stop(stop) => stop!(stop),
                    }
                }
            }
        }
    }
}

/// The work of one case of a supposition, beside that of copying the state.
const SUPPOSED: u64 = 16;

/// The work of a rare op: a supposition copies the state, and each of its cases does.
pub(super) fn rare_work(op: Op, state: &State) -> u64 {
    match matches!(op, Op::SupposeBegin | Op::SupposeEnd { .. }) {
        true => SUPPOSED + state.words().len() as u64 / 4,
        false => 0,
    }
}

/// Write the element of a packed cell that stands at `bit`; who watches the cell is told if it becomes another.
#[inline(always)]
pub(super) fn put(
    watching: (&mut recall::Recall, &mut inverted::Inverted),
    code: &Code,
    state: &mut State,
    (cell, bit): (&CellCode, u32),
    value: u64,
) {
    if !cell.watchers.is_empty() {
        let old = pack::get(&state.words, bit, cell.width);
        if old != value {
            inverted::changed(watching, code, (cell, bit), [old, value]);
        }
    }
    pack::set(&mut state.words, bit, cell.width, value);
}

/// How a die falls; nothing if nobody rolls it.
#[inline(always)]
pub(super) fn rolled(
    (suppositions, sealed, dealt): (&mut Suppositions, &mut bool, &mut Option<i64>),
    die: Die,
    chance: &mut (impl Chance + ?Sized),
) -> Option<i64> {
    let Die { lo, hi, .. } = die;
    let value = if suppositions.active() {
        Some(lo + i64::from(suppositions.label((hi - lo + 1) as u32)))
    } else {
        *sealed = true;
        dealt.take().or_else(|| chance.roll(die))
    };
    value.map(|value| value.clamp(lo, hi))
}

/// Floor division; the verifier and `CheckZero` keep zero out. In 32 bits where both fit, which takes a third of
/// the time.
#[inline]
fn div_down(a: i64, b: i64) -> i64 {
    if let (Ok(a), Ok(b @ 1..)) = (u32::try_from(a), u32::try_from(b)) {
        return i64::from(a / b);
    }
    let quotient = a.wrapping_div(b);
    if (a % b != 0) && ((a < 0) != (b < 0)) { quotient - 1 } else { quotient }
}

/// Floor division by a small constant above zero: in 32 bits where both fit, which takes a third of the time.
#[inline]
fn div_small(a: i64, b: i16) -> i64 {
    match u32::try_from(a) {
        Ok(a) => i64::from(a / b.unsigned_abs() as u32),
        Err(_) => a.div_euclid(i64::from(b)),
    }
}

/// The neighbour or hexside of a hex in a direction, -1 off the map.
#[inline]
fn beside(table: &[[u16; 6]], hex: i64, dir: i64) -> i64 {
    let found = table.get(hex as usize).and_then(|row| row.get(dir as usize));
    found.filter(|id| **id != u16::MAX).map_or(NONE, |id| i64::from(*id))
}

/// The hexside between two neighbours, -1 where there is none.
#[inline]
pub(super) fn between(near: &[[u16; 6]], sides: &[[u16; 6]], from: i64, to: i64) -> i64 {
    let dir = near.get(from as usize).and_then(|row| row.iter().position(|hex| i64::from(*hex) == to));
    dir.map_or(NONE, |dir| beside(sides, from, dir as i64))
}
