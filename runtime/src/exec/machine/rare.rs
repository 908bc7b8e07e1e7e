//! The rarer half of the ops: sets, hidden and sparse cells, asks, draws, the board, kernels, suppositions.

use super::run::{Flow, Place, Stop, members};
use super::{Looks, Machine, board, words};
use crate::exec::Chance;
use crate::exec::code::{Code, FaultCode, Home};
use crate::exec::op::{NO_REG, Op};
use crate::ir::{CellId, FuncId, NONE, TableId};
use crate::state::{State, pack};

impl Machine {
    /// Run one op; `ip` is the op after it.
    #[expect(clippy::collapsible_match, reason = "an op is an arm; whether it faults is the op's affair")]
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other half of the list stands in `run`")]
    pub(super) fn rare(
        &mut self,
        (op, ip): (Op, usize),
        at: Place,
        code: &Code,
        state: &mut State,
        chance: &mut (impl Chance + ?Sized),
    ) -> Flow {
        macro_rules! stop {
            ($code:expr) => {{
                self.ip = ip as u32;
                return Flow::Stop(Stop::Fault($code, 0));
            }};
        }
        macro_rules! hop {
            ($off:expr) => {
                return Flow::To(ip.wrapping_add_signed(isize::from($off)) as u32)
            };
        }
        macro_rules! r {
            ($reg:expr) => {
                self.regs[at.base + usize::from($reg)]
            };
        }
        macro_rules! members {
            ($w:expr, $at:expr) => {
                members(code, at, $w, $at)
            };
        }
        match op {
            Op::GetAt { d, c, at: element } => {
                r!(d) = state.get(&self.rules.layout.places[usize::from(c)], r!(element) as u32);
            }
            Op::SetAt { c, at: element, a } => {
                if state.set(&self.rules.layout.places[usize::from(c)], r!(element) as u32, r!(a)).is_err() {
                    stop!(FaultCode::Room);
                }
                self.recall.changed(&code.cells[usize::from(c)].watchers);
            }
            Op::Look { c, at: element } => {
                let (cell, element) = (CellId(u32::from(c)), r!(element) as u32);
                if self.is_unseen(cell, element) {
                    stop!(FaultCode::Unseen);
                }
                if let Looks::Noting(read) = &mut self.looks {
                    read.add(cell, element);
                }
            }
            Op::GetSet { d, c, at: element } => {
                let from = state.members(&self.rules.layout.places[usize::from(c)], r!(element) as u32);
                let to = at.word_base + usize::from(d);
                self.sets[to..to + from.len()].copy_from_slice(from);
            }
            Op::PutSet { c, at: element, s } => {
                let to = state.members_mut(&self.rules.layout.places[usize::from(c)], r!(element) as u32);
                let from = at.word_base + usize::from(s);
                let new = &self.sets[from..from + to.len()];
                if to != new {
                    to.copy_from_slice(new);
                    self.recall.changed(&code.cells[usize::from(c)].watchers);
                }
            }
            Op::SetEmpty { w, d } => self.sets[members!(w, d)].fill(0),
            Op::SetRange { w, d, k } => {
                let (lo, hi) = code.ranges[usize::from(k)];
                words::fill(&mut self.sets[members!(w, d)], lo, hi);
            }
            Op::SetCopy { w, d, a } => self.sets.copy_within(members!(w, a), at.word_base + usize::from(d)),
            Op::SetUnion { w, d, a, b } => {
                let (d, a, b) = (members!(w, d), members!(w, a).start, members!(w, b).start);
                for (k, to) in d.enumerate() {
                    self.sets[to] = self.sets[a + k] | self.sets[b + k];
                }
            }
            Op::SetInter { w, d, a, b } => {
                let (d, a, b) = (members!(w, d), members!(w, a).start, members!(w, b).start);
                for (k, to) in d.enumerate() {
                    self.sets[to] = self.sets[a + k] & self.sets[b + k];
                }
            }
            Op::SetMinus { w, d, a, b } => {
                let (d, a, b) = (members!(w, d), members!(w, a).start, members!(w, b).start);
                for (k, to) in d.enumerate() {
                    self.sets[to] = self.sets[a + k] & !self.sets[b + k];
                }
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
            Op::FillCell { c, a } => {
                let cell = &code.cells[usize::from(c)];
                let (value, count) = (cell.code.bits(r!(a)), self.rules.layout.places[usize::from(c)].count);
                let is_so = pack::all_hold(&state.words, cell.bit, cell.width, count, value);
                if !cell.watchers.is_empty() && !is_so {
                    self.recall.changed(&cell.watchers);
                }
                pack::fill(&mut state.words, cell.bit, cell.width, count, value);
            }
            Op::FilterTable { w, s, t, a } | Op::FilterTableNot { w, s, t, a } => {
                let (value, is) = (r!(a), matches!(op, Op::FilterTable { .. }));
                let (table, set) = (&code.tables[usize::from(t)], &mut self.sets[members!(w, s)]);
                match &table.having {
                    Some(having) => words::keep(set, having.members(having.first, value).unwrap_or_default(), is),
                    None => {
                        let says = |member: i64| code.data.get((table.base + member) as usize) == Some(&value);
                        words::filter(set, |member| says(member) == is);
                    }
                }
            }
            Op::FilterRow { w, s, t, a } | Op::FilterRowNot { w, s, t, a } => {
                let (value, first) = (r!(a), r!(a + 1));
                let (table, set) = (&code.tables[usize::from(t)], &mut self.sets[members!(w, s)]);
                let having = table.having.as_ref().and_then(|having| having.members(first, value));
                words::keep(set, having.unwrap_or_default(), matches!(op, Op::FilterRow { .. }));
            }
            Op::FilterCell { w, s, c, a } | Op::FilterCellNot { w, s, c, a } => {
                let (value, is) = (r!(a), matches!(op, Op::FilterCell { .. }));
                self.filter_cell(state, c, members!(w, s), value, is);
            }
            Op::FilterBeside { w, s, c, a } => {
                let hex = r!(a);
                if !self.all_hold(state, c, members!(w, s)) {
                    stop!(FaultCode::Range);
                }
                self.filter_near(state, c, members!(w, s), hex);
            }
            Op::FilterNear { w, s, c, a } => {
                let hex = r!(a);
                self.filter_near(state, c, members!(w, s), hex);
            }
            Op::ArgSet { w, i, s } => {
                let to = at.word_base + at.words + usize::from(i);
                self.sets.copy_within(members!(w, s), to);
            }
            Op::ResultSet { w, d } => {
                let words = usize::from(code.domains[usize::from(w)].words);
                let from = at.word_base + at.words;
                self.sets.copy_within(from..from + words, at.word_base + usize::from(d));
            }
            Op::ZeroKept { f } => {
                for &cell in &code.funcs[usize::from(f)].kept {
                    let place = self.rules.layout.place(cell);
                    (0..place.count).for_each(|element| state.clear(place, element));
                    self.recall.changed(&code.cells[cell.index()].watchers);
                }
            }
            Op::AskBegin { by } => {
                let by = r!(by);
                self.begin_ask(by);
                self.reasons.offers();
            }
            Op::Option { arm } => self.option(arm, super::options::NO_MEMBER),
            Op::OptionOf { arm, a } => {
                let member = r!(a);
                self.option(arm, member);
            }
            Op::OptionSet { w, arm, s } => {
                let range = members!(w, s);
                self.option_set(arm, range.start, range.len());
            }
            Op::AskEnd { ask } => {
                let ask_code = &code.asks[usize::from(ask)];
                self.reasons.has_offered();
                self.foresee(state, ask);
                let count = self.asking.options.len();
                let taken = match (count, self.answer) {
                    (0, _) => match ask_code.otherwise {
                        Some(to) => {
                            return Flow::To(to);
                        }
                        None => stop!(FaultCode::Options),
                    },
                    (1, _) if !self.stands_before(ask_code.start) => {
                        self.only_option(ask, state);
                        0
                    }
                    (_, _) if count > super::MOST_OPTIONS => stop!(FaultCode::Options),
                    (_, _) if self.suppositions.active() => self.suppositions.label(count as u32) as usize,
                    (_, Some(answer)) if answer < count => {
                        self.answer = None;
                        answer
                    }
                    (_, Some(_) | None) => {
                        // Asked again when the state is taken up: from the ask's first op.
                        self.ip = code.funcs[ask_code.func.index()].resume[usize::from(ask_code.pc) - 1];
                        self.answer = None;
                        let end = (ip - 1) as u32;
                        return Flow::Stop(Stop::Ask { ask, pc: ask_code.pc, end, left: 0 });
                    }
                };
                let choice = self.asking.options[taken];
                let arm = &ask_code.arms[usize::from(choice.arm)];
                if let Some((reg, _)) = arm.member {
                    r!(reg) = choice.member;
                }
                return Flow::To(arm.to);
            }
            // What is left in a cup tells what was drawn.
            Op::Draw { .. } if matches!(self.looks, Looks::NotAt(_)) => stop!(FaultCode::Unseen),
            Op::Draw { m, off } => {
                let draw = &code.draws[usize::from(m)];
                let place = self.rules.layout.place(draw.cup);
                cup_weights(state, &self.rules.layout, draw.cup, &mut self.weights);
                if self.weights.is_empty() {
                    hop!(off);
                }
                let member = if self.suppositions.active() {
                    let label = self.suppositions.label(self.weights.len() as u32);
                    Some(self.weights[label as usize].0)
                } else {
                    self.sealed = true;
                    self.dealt.take().or_else(|| chance.draw(draw.drawing, &self.weights))
                };
                match member.and_then(|m| self.weights.iter().find(|(held, _)| *held == m)) {
                    Some(&(member, weight)) => {
                        r!(draw.d) = member;
                        let lo = place.index.first().map_or(0, |i| i.0);
                        // One less of what was there: within its range, and never a new entry.
                        let _less = state.set(place, (member - lo) as u32, weight - 1);
                        self.recall.changed(&code.cells[draw.cup.index()].watchers);
                    }
                    None => {
                        self.ip = ip as u32 - 1;
                        return Flow::Stop(Stop::Draw { pc: draw.pc });
                    }
                }
            }
            Op::Seal => self.sealed |= !self.suppositions.active(),
            Op::End { a } => {
                self.ends(code, state, ip.saturating_sub(1));
                return Flow::Stop(Stop::Over(r!(a)));
            }
            Op::Over { a } => {
                if !self.suppositions.active() {
                    self.ends(code, state, ip.saturating_sub(1));
                    return Flow::Stop(Stop::Over(r!(a)));
                }
            }
            Op::Erase { w, a } => {
                erase(code, &self.rules.layout, state, w, r!(a));
                self.recall.all_changed();
            }
            Op::Swap { w, a, s } => {
                self.recall.all_changed();
                let new = members!(w, s);
                for &cell in &code.domains[usize::from(w)].sets {
                    let place = self.rules.layout.place(cell);
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
                r!(d) = self.rules.board().map_or(NONE, |b| board::one(b, board::op(op), r!(a)));
            }
            Op::Board2 { op, d, a, b } => {
                r!(d) = self.rules.board().map_or(NONE, |map| board::two(map, board::op(op), r!(a), r!(b)));
            }
            Op::BoardSet { op, d, a, b } => {
                if let Some(map) = self.rules.board() {
                    let words = usize::from(code.domains[0].words);
                    let from = at.word_base + usize::from(d);
                    board::set(map, board::op(op), r!(a), r!(b), &mut self.sets[from..from + words]);
                }
            }
            Op::PlainBegin { m } => self.plain_begin(m, at.base, at.word_base),
            Op::SearchBegin { m } => self.search_begin(m, at.base, at.word_base),
            Op::SearchEnd { m } => {
                if !self.search_end(m, at.base, at.word_base) {
                    stop!(FaultCode::Kernel);
                }
            }
            Op::RayBegin { a, b } => {
                let (from, to) = (r!(a), r!(b));
                self.ray_begin(from, to);
            }
            Op::RayNext { m, off } => {
                if !self.ray_next(m, at.base) {
                    hop!(off);
                }
            }
            Op::RayEnd => self.rays.leave(),
            Op::ChooseBegin { m } => self.choose_begin(m, at.base),
            Op::ChoosePush { m } => {
                if self.choose_push(m, at.base).is_err() {
                    stop!(FaultCode::Kernel);
                }
            }
            Op::ChooseEnd { m } => {
                if self.choose_end(m, at.base, at.word_base).is_err() {
                    stop!(FaultCode::Kernel);
                }
            }
            Op::SpendBegin { m } => {
                if self.spend_begin(m, at.base).is_err() {
                    stop!(FaultCode::Kernel);
                }
            }
            Op::SpendPush { m } => {
                if self.spend_push(m, at.base).is_err() {
                    stop!(FaultCode::Kernel);
                }
            }
            Op::SpendEnd { m } => self.spend_end(m, at.base, at.word_base),
            Op::SupposeBegin => {
                let around = self.suppositions.begin(state);
                self.inverted.suppose(around);
                self.recall.suppose(code, around);
                self.swap_ask(around);
            }
            Op::SupposeEnd { m, a } => {
                let suppose = &code.supposes[usize::from(m)];
                let (next, around) = self.suppositions.end(state, suppose, r!(a));
                self.inverted.supposed(around, code, &self.recall);
                self.recall.supposed(code, around);
                match next {
                    super::supposing::Next::Again => return Flow::To(suppose.body),
                    super::supposing::Next::Done(value) => {
                        r!(suppose.d) = value;
                        self.leave_supposition(around);
                    }
                    super::supposing::Next::Plain => self.leave_supposition(around),
                }
            }
            Op::Mark { m, a } => {
                let mark = code.marks[usize::from(m)];
                let value = r!(a);
                self.marked(mark, state, value);
            }
            Op::Looks { t, a, b } => {
                let table = TableId(u32::from(t));
                let second = (b != NO_REG).then(|| r!(b));
                let index = [Some(r!(a)), second];
                self.told().into_iter().for_each(|reasons| reasons.looks(table, index));
            }
            Op::Wrote => self.wrote(code, state, ip.saturating_sub(1), at.base),
            Op::Leaves => self.leaves(code, state, ip.saturating_sub(1)),
            Op::Enter { f } => {
                let Some(reasons) = self.told() else { return Flow::On };
                reasons.enter(FuncId(u32::from(f)), code.funcs[usize::from(f)].tells);
                for home in &code.funcs[usize::from(f)].params {
                    let value = if let Home::Reg(reg) = home { Some(r!(*reg)) } else { None };
                    self.reasons.given(value);
                }
            }
            _ => {}
        }
        Flow::On
    }

    fn leave_supposition(&mut self, around: usize) {
        self.inverted.leave(around);
        self.recall.homes.leave(around);
        self.swap_ask(around);
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
