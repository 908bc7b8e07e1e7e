//! The loop. Registers are a window of 65,536 on the register file and ops carry 16-bit numbers, so no
//! access needs a bounds check; the file is that much longer than the deepest call needs.

use super::{Call, Machine, Step, Trace, WINDOW, board, words};
use crate::exec::Chance;
use crate::exec::code::{Fault, FaultCode, Home};
use crate::exec::op::Op;
use crate::ir::{CellId, FuncId, NONE, SiteId};
use crate::state::{State, pack};

/// How the loop ends, before it is told to the caller.
enum Stop {
    Ask { ask: u16, pc: u16 },
    Roll { lo: i64, hi: i64, pc: u16 },
    Draw { pc: u16 },
    Over(i64),
    Returned,
    Fault(FaultCode, u32),
}

fn window(regs: &mut [i64], base: usize) -> &mut [i64; WINDOW] {
    match regs[base..base + WINDOW].first_chunk_mut() {
        Some(window) => window,
        None => unreachable!("the register file ends a window behind the last base"),
    }
}

impl Machine<'_> {
    pub(super) fn go(&mut self, state: &mut State, chance: &mut impl Chance) -> Step {
        self.work = self.most_work;
        self.clear_frames(state);
        let main = FuncId(self.calls.first().map_or(0, |call| call.func));
        match self.run_ops(state, chance) {
            Stop::Ask { ask, pc } => {
                self.stand_still(state, pc);
                Step::Ask(self.asked(ask))
            }
            Stop::Roll { lo, hi, pc } => {
                self.stand_still(state, pc);
                Step::Roll { lo, hi }
            }
            Stop::Draw { pc } => {
                self.stand_still(state, pc);
                Step::Draw
            }
            Stop::Over(value) => {
                self.finish(state, main, value);
                Step::Over(value)
            }
            Stop::Returned => self.returned(state, main),
            Stop::Fault(code, site) => {
                let ip = self.ip.saturating_sub(1);
                self.forget();
                let site = site.checked_sub(1).map(SiteId);
                let at = self.code.at.get(ip as usize).copied().unwrap_or_default();
                Step::Fault(Fault { code, func: self.code.func_at(ip), site, at })
            }
        }
    }

    /// The first function has run to its end: the game is over if it was main.
    fn returned(&mut self, state: &mut State, func: FuncId) -> Step {
        let value = self.regs[0];
        self.warm = false;
        if self.main == Some(func) {
            self.finish(state, func, value);
        }
        Step::Over(value)
    }

    fn run_ops(&mut self, state: &mut State, chance: &mut impl Chance) -> Stop {
        let code = self.code;
        let ops = code.ops.as_slice();
        let Some(call) = self.calls.last().copied() else { return Stop::Returned };
        let (mut base, mut word_base) = (call.base as usize, call.word_base as usize);
        let (mut frame, mut word_frame) = sizes(code, call.func);
        let mut ip = self.ip as usize;
        let mut r = window(&mut self.regs, base);

        macro_rules! fault {
            ($code:expr) => {{
                self.ip = ip as u32;
                return Stop::Fault($code, 0);
            }};
        }
        macro_rules! hop {
            ($off:expr) => {
                ip = ip.wrapping_add_signed(isize::from($off))
            };
        }
        macro_rules! work {
            () => {{
                self.work -= 1;
                if self.work == 0 {
                    fault!(FaultCode::Work);
                }
            }};
        }
        macro_rules! r {
            ($reg:expr) => {
                r[usize::from($reg)]
            };
        }
        macro_rules! members {
            ($w:expr, $at:expr) => {{
                let from = word_base + usize::from($at);
                from..from + usize::from(code.domains[usize::from($w)].words)
            }};
        }
        // The window's borrow ends while a kernel uses the register file.
        macro_rules! kernel {
            ($call:expr) => {{
                let result = $call;
                r = window(&mut self.regs, base);
                result
            }};
        }

        loop {
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
                    return Stop::Fault(FaultCode::ALL[usize::from(code).min(FaultCode::ALL.len() - 1)], site);
                }

                Op::Table1 { d, t, a } => r!(d) = code.data[(code.tables[usize::from(t)].base + r!(a)) as usize],
                Op::Table2 { t, d, a, b } => {
                    let table = &code.tables[usize::from(t)];
                    r!(d) = code.data[(table.base + r!(a) * table.stride + r!(b)) as usize];
                }
                Op::TableAdd { d, t, a } => r!(d) += code.data[(code.tables[usize::from(t)].base + r!(a)) as usize],

                Op::Element2 { d, c, a } => {
                    let cell = &code.cells[usize::from(c)];
                    r!(d) = (r!(a) - cell.first) * cell.span + r!(d) - cell.second;
                }
                Op::Element1 { d, c, a } => r!(d) = r!(a) - code.cells[usize::from(c)].first,
                Op::Get0 { d, c } => {
                    let cell = &code.cells[usize::from(c)];
                    r!(d) = pack::get(&state.words, cell.bit, cell.width) as i64 + cell.lo;
                }
                Op::Get1 { d, c, a } => {
                    let cell = &code.cells[usize::from(c)];
                    let bit = cell.bit + (r!(a) - cell.first) as u32 * cell.width;
                    r!(d) = pack::get(&state.words, bit, cell.width) as i64 + cell.lo;
                }
                Op::GetAt { d, c, at } => {
                    r!(d) = state.get(&self.layout.places[usize::from(c)], r!(at) as u32);
                }
                Op::Set0 { c, a } => {
                    let cell = &code.cells[usize::from(c)];
                    pack::set(&mut state.words, cell.bit, cell.width, (r!(a) - cell.lo) as u64);
                }
                Op::Set1 { c, i, a } => {
                    let cell = &code.cells[usize::from(c)];
                    let bit = cell.bit + (r!(i) - cell.first) as u32 * cell.width;
                    pack::set(&mut state.words, bit, cell.width, (r!(a) - cell.lo) as u64);
                }
                Op::SetAt { c, at, a } => {
                    if state.set(&self.layout.places[usize::from(c)], r!(at) as u32, r!(a)).is_err() {
                        fault!(FaultCode::Room);
                    }
                }
                Op::GetSet { d, c, at } => {
                    let from = state.members(&self.layout.places[usize::from(c)], r!(at) as u32);
                    let to = word_base + usize::from(d);
                    self.sets[to..to + from.len()].copy_from_slice(from);
                }
                Op::PutSet { c, at, s } => {
                    let to = state.members_mut(&self.layout.places[usize::from(c)], r!(at) as u32);
                    let from = word_base + usize::from(s);
                    to.copy_from_slice(&self.sets[from..from + to.len()]);
                }

                Op::SetEmpty { w, d } => self.sets[members!(w, d)].fill(0),
                Op::SetRange { w, d, k } => {
                    let (lo, hi) = code.ranges[usize::from(k)];
                    words::fill(&mut self.sets[members!(w, d)], lo, hi);
                }
                Op::SetCopy { w, d, a } => self.sets.copy_within(members!(w, a), word_base + usize::from(d)),
                Op::SetUnion { w, d, a, b } => {
                    let (d, a, b) = (members!(w, d), members!(w, a).start, members!(w, b).start);
                    for (k, at) in d.enumerate() {
                        self.sets[at] = self.sets[a + k] | self.sets[b + k];
                    }
                }
                Op::SetInter { w, d, a, b } => {
                    let (d, a, b) = (members!(w, d), members!(w, a).start, members!(w, b).start);
                    for (k, at) in d.enumerate() {
                        self.sets[at] = self.sets[a + k] & self.sets[b + k];
                    }
                }
                Op::SetMinus { w, d, a, b } => {
                    let (d, a, b) = (members!(w, d), members!(w, a).start, members!(w, b).start);
                    for (k, at) in d.enumerate() {
                        self.sets[at] = self.sets[a + k] & !self.sets[b + k];
                    }
                }
                Op::SetAdd { d, a } => {
                    let member = r!(a);
                    if member >= 0 {
                        self.sets[word_base + usize::from(d) + (member >> 6) as usize] |= 1 << (member & 63);
                    }
                }
                Op::SetHas { d, s, a } => {
                    let member = r!(a);
                    r!(d) = if member < 0 {
                        0
                    } else {
                        let word = self.sets[word_base + usize::from(s) + (member >> 6) as usize];
                        (word >> (member & 63) & 1) as i64
                    };
                }
                Op::SetSize { w, d, s } => {
                    let count: u32 = self.sets[members!(w, s)].iter().map(|word| word.count_ones()).sum();
                    r!(d) = i64::from(count);
                }
                Op::SetLow { w, d, s } => r!(d) = words::lowest(&self.sets[members!(w, s)]).unwrap_or(NONE),
                Op::SetHigh { w, d, s } => r!(d) = words::highest(&self.sets[members!(w, s)]).unwrap_or(NONE),
                Op::SetEq { w, d, a, b } => {
                    r!(d) = i64::from(self.sets[members!(w, a)] == self.sets[members!(w, b)]);
                }
                Op::Next { w, d, s, off } => match words::take_lowest(&mut self.sets[members!(w, s)]) {
                    Some(member) => r!(d) = member,
                    None => hop!(off),
                },

                Op::Arg { i, a } => r[frame + usize::from(i)] = r!(a),
                Op::ArgSet { w, i, s } => {
                    let to = word_base + word_frame + usize::from(i);
                    self.sets.copy_within(members!(w, s), to);
                }
                Op::Call { f } | Op::CallAt { f, .. } => {
                    base += frame;
                    word_base += word_frame;
                    let rays = self.rays.len() as u32;
                    self.calls.push(Call {
                        func: u32::from(f),
                        back: ip as u32,
                        base: base as u32,
                        word_base: word_base as u32,
                        rays,
                    });
                    (frame, word_frame) = sizes(code, u32::from(f));
                    ip = code.funcs[usize::from(f)].entry as usize;
                    r = window(&mut self.regs, base);
                }
                Op::Result { d } => r!(d) = r[frame],
                Op::ResultSet { w, d } => {
                    let words = usize::from(code.domains[usize::from(w)].words);
                    let from = word_base + word_frame;
                    self.sets.copy_within(from..from + words, word_base + usize::from(d));
                }
                Op::Return | Op::ReturnValue { .. } | Op::ReturnSet { .. } => {
                    if let Op::ReturnValue { a } = op {
                        r[0] = r!(a);
                    } else if let Op::ReturnSet { w, s } = op {
                        self.sets.copy_within(members!(w, s), word_base);
                    }
                    if code.explains {
                        self.traces.push(Trace::Leave { value: r[0] });
                    }
                    let Some(done) = self.calls.pop() else { return Stop::Returned };
                    self.rays.truncate(done.rays as usize);
                    let Some(caller) = self.calls.last() else {
                        self.calls.push(done);
                        return Stop::Returned;
                    };
                    ip = done.back as usize;
                    (base, word_base) = (caller.base as usize, caller.word_base as usize);
                    (frame, word_frame) = sizes(code, caller.func);
                    r = window(&mut self.regs, base);
                }
                Op::ZeroKept { f } => {
                    for &cell in &code.funcs[usize::from(f)].kept {
                        let place = self.layout.place(cell);
                        (0..place.count).for_each(|element| state.clear(place, element));
                    }
                }

                Op::AskBegin { by, .. } => {
                    let by = r!(by);
                    kernel!(self.begin_ask(by));
                }
                Op::Option { arm } => kernel!(self.option(arm, super::options::NO_MEMBER)),
                Op::OptionOf { arm, a } => {
                    let member = r!(a);
                    kernel!(self.option(arm, member));
                }
                Op::OptionSet { w, arm, s } => {
                    let range = members!(w, s);
                    kernel!(self.option_set(arm, range.start, range.len()));
                }
                Op::AskEnd { ask } => {
                    let ask_code = &code.asks[usize::from(ask)];
                    let count = self.options.len();
                    let taken = match (count, self.answer) {
                        (0, _) => match ask_code.otherwise {
                            Some(to) => {
                                ip = to as usize;
                                continue;
                            }
                            None => fault!(FaultCode::Options),
                        },
                        (1, _) => 0,
                        (_, _) if count > super::MOST_OPTIONS => fault!(FaultCode::Options),
                        (_, _) if self.supposition.active => self.supposition.label(count as u32) as usize,
                        (_, Some(answer)) if answer < count => {
                            self.answer = None;
                            answer
                        }
                        (_, Some(_) | None) => {
                            // Asked again when the state is taken up: from the ask's first op.
                            self.ip = code.funcs[ask_code.func.index()].resume[usize::from(ask_code.pc) - 1];
                            self.answer = None;
                            return Stop::Ask { ask, pc: ask_code.pc };
                        }
                    };
                    let choice = self.options[taken];
                    let arm = &ask_code.arms[usize::from(choice.arm)];
                    if let Some((reg, _)) = arm.member {
                        r!(reg) = choice.member;
                    }
                    ip = arm.to as usize;
                }
                Op::Roll { d, k, pc } => {
                    let (lo, hi) = code.ranges[usize::from(k)];
                    let value = if self.supposition.active {
                        Some(lo + i64::from(self.supposition.label((hi - lo + 1) as u32)))
                    } else {
                        self.sealed = true;
                        self.dealt.take().or_else(|| chance.roll(lo, hi))
                    };
                    match value {
                        Some(value) => r!(d) = value.clamp(lo, hi),
                        None => {
                            self.ip = ip as u32 - 1;
                            return Stop::Roll { lo, hi, pc };
                        }
                    }
                }
                Op::Draw { m, off } => {
                    let draw = &code.draws[usize::from(m)];
                    let place = self.layout.place(draw.cup);
                    cup_weights(state, self.layout, draw.cup, &mut self.weights);
                    if self.weights.is_empty() {
                        hop!(off);
                        continue;
                    }
                    let member = if self.supposition.active {
                        let label = self.supposition.label(self.weights.len() as u32);
                        Some(self.weights[label as usize].0)
                    } else {
                        self.sealed = true;
                        self.dealt.take().or_else(|| chance.draw(draw.domain, &self.weights))
                    };
                    match member.and_then(|m| self.weights.iter().find(|(held, _)| *held == m)) {
                        Some(&(member, weight)) => {
                            r!(draw.d) = member;
                            let lo = place.index.first().map_or(0, |i| i.0);
                            // One less of what was there: within its range, and never a new entry.
                            let _less = state.set(place, (member - lo) as u32, weight - 1);
                        }
                        None => {
                            self.ip = ip as u32 - 1;
                            return Stop::Draw { pc: draw.pc };
                        }
                    }
                }
                Op::Seal => self.sealed |= !self.supposition.active,
                Op::End { a } => return Stop::Over(r!(a)),
                Op::Erase { w, a } => erase(code, self.layout, state, w, r!(a)),
                Op::Swap { w, a, s } => {
                    let new = members!(w, s);
                    for &cell in &code.domains[usize::from(w)].sets {
                        let place = self.layout.place(cell);
                        for element in 0..place.count {
                            let set = state.members_mut(place, element);
                            if words::has(set, r!(a)) {
                                words::remove(set, r!(a));
                                set.iter_mut().zip(&self.sets[new.clone()]).for_each(|(to, from)| *to |= from);
                            }
                        }
                    }
                }

                Op::Board1 { op, d, a } => {
                    r!(d) = self.board.map_or(NONE, |b| board::one(b, board::op(op), r!(a)));
                }
                Op::Board2 { op, d, a, b } => {
                    r!(d) = self.board.map_or(NONE, |map| board::two(map, board::op(op), r!(a), r!(b)));
                }
                Op::BoardSet { op, d, a, b } => {
                    if let Some(map) = self.board {
                        let words = usize::from(code.domains[0].words);
                        let from = word_base + usize::from(d);
                        board::set(map, board::op(op), r!(a), r!(b), &mut self.sets[from..from + words]);
                    }
                }

                Op::SearchBegin { m } => kernel!(self.search_begin(m, base, word_base)),
                Op::SearchNext { m, to } => {
                    work!();
                    if !kernel!(self.search_next(m, base)) {
                        ip = to as usize;
                    }
                }
                Op::Offer { m, at } => kernel!(self.offer(m, at, base)),
                Op::SearchEnd { m } => {
                    if !kernel!(self.search_end(m, base, word_base)) {
                        fault!(FaultCode::Kernel);
                    }
                }
                Op::RayBegin { a, b } => {
                    let (from, to) = (r!(a), r!(b));
                    kernel!(self.ray_begin(from, to));
                }
                Op::RayNext { m, off } => {
                    if !kernel!(self.ray_next(m, base)) {
                        hop!(off);
                    }
                }
                Op::RayEnd => {
                    self.rays.pop();
                }
                Op::ChooseBegin { m } => kernel!(self.choose_begin(m, base)),
                Op::ChoosePush { m } => {
                    if kernel!(self.choose_push(m, base)).is_err() {
                        fault!(FaultCode::Kernel);
                    }
                }
                Op::ChooseEnd { m } => {
                    if kernel!(self.choose_end(m, base, word_base)).is_err() {
                        fault!(FaultCode::Kernel);
                    }
                }
                Op::SpendBegin { m } => {
                    if kernel!(self.spend_begin(m, base)).is_err() {
                        fault!(FaultCode::Kernel);
                    }
                }
                Op::SpendPush { m } => {
                    if kernel!(self.spend_push(m, base)).is_err() {
                        fault!(FaultCode::Kernel);
                    }
                }
                Op::SpendEnd { m } => kernel!(self.spend_end(m, base, word_base)),
                Op::SupposeBegin { .. } => self.supposition.begin(state, &mut self.options, self.asked_by),
                Op::SupposeEnd { m, a } => {
                    work!();
                    let suppose = &code.supposes[usize::from(m)];
                    let next = self.supposition.end(state, suppose, r!(a));
                    if !self.supposition.active {
                        self.supposition.leave(&mut self.options, &mut self.asked_by);
                    }
                    match next {
                        super::supposing::Next::Again => ip = suppose.body as usize,
                        super::supposing::Next::Done(value) => r!(suppose.d) = value,
                        super::supposing::Next::Plain => {}
                    }
                }

                Op::Mark { m, a } => {
                    let mark = code.marks[usize::from(m)];
                    self.traces.push(Trace::Mark { mark, value: r!(a) });
                }
                Op::Enter { f } => {
                    self.traces.push(Trace::Enter { func: FuncId(u32::from(f)) });
                    for home in &code.funcs[usize::from(f)].params {
                        let value = if let Home::Reg(reg) = home { Some(r!(*reg)) } else { None };
                        self.traces.push(Trace::Arg { value });
                    }
                }
            }
        }
    }
}

fn sizes(code: &crate::exec::Code, func: u32) -> (usize, usize) {
    let func = &code.funcs[func as usize];
    (usize::from(func.regs), usize::from(func.words))
}

/// Floor division; the verifier and `CheckZero` keep zero out.
#[inline]
fn div_down(a: i64, b: i64) -> i64 {
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

/// What a cup holds: members with more than nothing.
fn cup_weights(state: &State, layout: &crate::state::Layout, cup: CellId, out: &mut Vec<(i64, i64)>) {
    let place = layout.place(cup);
    let lo = place.index.first().map_or(0, |i| i.0);
    out.clear();
    for element in 0..place.count {
        let weight = state.get(place, element);
        if weight > 0 {
            out.push((lo + i64::from(element), weight));
        }
    }
}

/// Every place of the member becomes its zero, every set forgets it, every `opt` that names it is none.
fn erase(code: &crate::exec::Code, layout: &crate::state::Layout, state: &mut State, domain: u8, member: i64) {
    let domain = &code.domains[usize::from(domain)];
    for &(cell, which) in &domain.indexed {
        let place = layout.place(cell);
        let (lo, hi) = place.index[which];
        if member < lo || member > hi {
            continue;
        }
        let inner: i64 = place.index[which + 1..].iter().map(|(lo, hi)| hi - lo + 1).product();
        let span = (hi - lo + 1) * inner;
        let blocks = i64::from(place.count) / span;
        for block in 0..blocks {
            for at in 0..inner {
                state.clear(place, (block * span + (member - lo) * inner + at) as u32);
            }
        }
    }
    for &cell in &domain.holds {
        let place = layout.place(cell);
        for element in 0..place.count {
            if state.get(place, element) == member {
                state.clear(place, element);
            }
        }
    }
    for &cell in &domain.sets {
        let place = layout.place(cell);
        (0..place.count).for_each(|element| words::remove(state.members_mut(place, element), member));
    }
}
