//! The kernels as ops drive them.

use super::lanes::Searching;
use super::{Machine, words};
use crate::board::RayStep;
use crate::exec::code::{ChooseOut, OutCode, SpendOut};
use crate::ir::{NONE, SearchMode};
use crate::kernel::{Edge, Offer, Plain, Plan, Refusal, Ways};

/// A ray being walked.
#[derive(Default)]
pub(super) struct RayRun {
    /// one, two, tie
    steps: Vec<[i64; 3]>,
    at: usize,
}

/// Counts beyond this are "none" in a result.
const MOST_COUNT: i64 = 0xf_ffff;

/// A step as its body reads it: here, there, dir, spent, steps, carried.
#[inline]
fn of_edge(edge: Edge) -> [u32; 6] {
    let spent = edge.spent.min(MOST_COUNT as u32);
    [edge.here.into(), edge.there.into(), edge.dir.into(), spent, edge.steps.into(), edge.carried.into()]
}

impl Machine {
    /// A reach by a ready table is done at once.
    pub(super) fn search_begin(&mut self, m: u16, base: usize, word_base: usize) {
        let code = &self.rules.code.searches[usize::from(m)];
        let words = usize::from(code.words);
        let number = |reg: u16| self.regs[base + usize::from(reg)].clamp(0, i64::from(u32::MAX)) as u32;
        let plan = Plan {
            budget: code.budget.map(number),
            within: code.within.map(|reg| number(reg).min(u32::from(u16::MAX)) as u16),
            counts: code.counts,
            at_least_one: code.at_least_one,
            goal: code.mode == SearchMode::Paths,
            carried: 0,
            first_only: code.first_only,
            open_only: code.open_only,
            least_only: code.least_only,
            straight: code.straight,
        };
        let board = self.rules.board();
        let neighbours = board.map_or(&[][..], |board| board.neighbours());
        let from = &self.sets[word_base + usize::from(code.from)..][..words];
        let to = code.to.map(|to| &self.sets[word_base + usize::from(to)..][..words]);
        // Who goes to all hexes stops at none.
        let to = to.filter(|_| code.field.is_none());
        let Searching { search, corridor, goals, group, homeward } = self.searches.enter();
        *homeward = None;
        if let Some((at, words, _)) = code.each {
            let members = words::members(&self.sets[word_base + usize::from(at)..][..usize::from(words)]);
            return group.begin(plan, neighbours.len(), from, members.map(|member| member as u32));
        }
        corridor.lay(board.filter(|_| plan.goal && !plan.straight), plan.within, from, to.unwrap_or_default());
        if plan.straight {
            goals.lay(board, to.unwrap_or_default());
        }
        match code.table {
            None => search.begin(neighbours, plan, from, to),
            Some(table) => search.run_costs(neighbours, plan, from, &self.rules.code.costs[&table]),
        }
    }

    pub(super) fn plain_begin(&mut self, m: u16, base: usize, word_base: usize) {
        let code = &self.rules.code.searches[usize::from(m)];
        let budget = code
            .budget
            .map_or(u32::MAX, |reg| u32::try_from(self.regs[base + usize::from(reg)].max(0)).unwrap_or(u32::MAX));
        let neighbours = self.rules.board().map_or(&[][..], |board| board.neighbours());
        let from = &self.sets[word_base + usize::from(code.from)..][..usize::from(code.words)];
        let reach = Plain { budget, at_least_one: code.at_least_one, cannot_fault: code.cannot_fault };
        self.searches.enter().search.begin_plain(neighbours, reach, from);
    }

    /// The next step to judge, into its registers; false when there is none.
    pub(super) fn search_next(&mut self, m: u16, base: usize) -> bool {
        let mut step = [0; 6];
        match self.rules.code.searches[usize::from(m)].each {
            Some((_, _, member)) => {
                let neighbours = self.rules.board().map_or(&[][..], |board| board.neighbours());
                let Some((edge, who)) = self.searches.top().group.next(neighbours) else { return false };
                self.regs[base + usize::from(member)] = i64::from(who);
                step = of_edge(edge);
            }
            None => {
                if !self.next_edge(&mut step) {
                    return false;
                }
            }
        }
        let regs = &self.rules.code.searches[usize::from(m)].step;
        for (reg, value) in regs.iter().zip(step) {
            self.regs[base + usize::from(*reg)] = i64::from(value);
        }
        true
    }

    /// The next step to judge, of a search that is no group's, into these; false when there is none. Each number is written as it
    /// is read: a narrow one that is read as part of a wide one makes the processor wait.
    pub(in crate::exec) fn next_edge(&mut self, step: &mut [u32; 6]) -> bool {
        let (board, Searching { search, corridor, goals, homeward, .. }) = (self.rules.board(), self.searches.top());
        let neighbours = board.map_or(&[][..], |board| board.neighbours());
        let edge = match board.filter(|_| corridor.is_narrow) {
            _ if let Some(at) = *homeward => self.recall.homes.next(at, neighbours),
            _ if search.goes_straight() => search.next_toward(neighbours, |hex| goals.apart(board, hex)),
            Some(board) => search.next_within(neighbours, |hex| corridor.holds(board, hex)),
            None => search.next(neighbours),
        };
        let Some(edge) = edge else { return false };
        *step = of_edge(edge);
        true
    }

    /// What such a search is told of the step.
    pub(in crate::exec) fn offered(&mut self, offer: Offer) {
        let Searching { search, homeward, .. } = self.searches.top();
        match *homeward {
            Some(at) => self.recall.homes.offer(at, offer),
            None => search.offer(offer),
        }
    }

    pub(super) fn offer(&mut self, m: u16, at: u16, base: usize) {
        let search = &self.rules.code.searches[usize::from(m)];
        let code = &search.offers[usize::from(at)];
        let number = |reg: Option<u16>| reg.map_or(0, |reg| self.regs[base + usize::from(reg)]);
        let offer = Offer {
            counts: code.counts.map(|count| number(count) as u32),
            // What is carried stays carried unless the offer says otherwise.
            carry: number(code.carry.or(Some(search.step[5]))) as u8,
            stop: number(code.stop) == 1,
            pass: number(code.pass) == 1,
            blocked: number(code.blocked) == 1,
        };
        let most = code.most.map(|most| number(Some(most)) as u32);
        match search.each {
            Some(_) => self.searches.top().group.offer(offer, most),
            None => self.offered(offer),
        }
    }

    /// The results; false if a count outgrew the kernel.
    pub(super) fn search_end(&mut self, m: u16, base: usize, word_base: usize) -> bool {
        let code = &self.rules.code.searches[usize::from(m)];
        let words = usize::from(code.words);
        let paths = code.mode == SearchMode::Paths;
        let Searching { search, group, .. } = &mut self.searches.all[self.searches.used - 1];
        if code.each.is_some() {
            for &(out, at) in &code.outs {
                let set = &mut self.sets[word_base + usize::from(at)..][..words];
                if matches!(out, OutCode::First) { group.first(set) } else { group.ends(set) }
            }
            let fine = !group.overflow();
            self.searches.leave();
            return fine;
        }
        for &(out, at) in &code.outs {
            let set = word_base + usize::from(at)..word_base + usize::from(at) + words;
            let reg = base + usize::from(at);
            let count = |n: Option<u32>| n.map_or(NONE, |n| i64::from(n).min(MOST_COUNT));
            match (out, paths) {
                (OutCode::Ends, true) => search.goals(Ways::Open, &mut self.sets[set]),
                (OutCode::Ends, false) => search.ends(&mut self.sets[set]),
                (OutCode::First, true) => search.first_along(Ways::Open, &mut self.sets[set]),
                (OutCode::First | OutCode::BestFirst, false) => search.first(&mut self.sets[set]),
                (OutCode::Through, true) => search.along(Ways::Open, &mut self.sets[set]),
                (OutCode::Through | OutCode::BestThrough, false) => search.through(&mut self.sets[set]),
                (OutCode::BestFirst, true) => search.first_along(Ways::Best, &mut self.sets[set]),
                (OutCode::BestThrough, true) => search.along(Ways::Best, &mut self.sets[set]),
                (OutCode::Open, _) => self.regs[reg] = i64::from(search.open()),
                (OutCode::Least(k), _) => {
                    self.regs[reg] = count(search.least().map(|counts| counts[usize::from(k).min(2)]));
                }
                (OutCode::Cost(hex), _) => {
                    let hex = self.regs[base + usize::from(hex)];
                    self.regs[reg] = count(u16::try_from(hex).ok().and_then(|hex| search.cost_to(hex)));
                }
            }
        }
        let fine = !search.overflow();
        self.searches.leave();
        fine
    }

    pub(super) fn ray_begin(&mut self, from: i64, to: i64) {
        let run = self.rays.enter();
        run.steps.clear();
        run.at = 0;
        if let Some(board) = self.rules.board()
            && let (Some(a), Some(b)) =
                (u16::try_from(from).ok().and_then(|h| board.hex(h)), u16::try_from(to).ok().and_then(|h| board.hex(h)))
        {
            run.steps.extend(board.ray(a, b).map(|step| match step {
                RayStep::One(hex) => [i64::from(hex.id()), NONE, 0],
                RayStep::Tie(low, high) => [i64::from(low.id()), high.map_or(NONE, |h| i64::from(h.id())), 1],
                RayStep::Off => [NONE, NONE, 0],
            }));
        }
    }

    pub(super) fn ray_next(&mut self, m: u16, base: usize) -> bool {
        let code = &self.rules.code.rays[usize::from(m)];
        let run = self.rays.top();
        let Some(&[one, two, tie]) = run.steps.get(run.at) else { return false };
        run.at += 1;
        self.regs[base + usize::from(code.one)] = one;
        self.regs[base + usize::from(code.two)] = two;
        self.regs[base + usize::from(code.tie)] = tie;
        true
    }

    pub(super) fn choose_begin(&mut self, m: u16, base: usize) {
        let code = &self.rules.code.chooses[usize::from(m)];
        let bound = |reg: Option<u16>, none: i64| reg.map_or(none, |reg| self.regs[base + usize::from(reg)]);
        self.limits.clear();
        self.limits.extend(code.bounds.iter().map(|&(lo, hi)| (bound(lo, i64::MIN), bound(hi, i64::MAX))));
        self.chooses.enter().begin(&self.limits, code.has_alike);
    }

    pub(super) fn choose_push(&mut self, m: u16, base: usize) -> Result<(), Refusal> {
        let code = &self.rules.code.chooses[usize::from(m)];
        self.scratch.clear();
        for weight in &code.weights {
            self.scratch.push(weight.map_or(1, |reg| self.regs[base + usize::from(reg)]));
        }
        let class = code.alike.map_or(0, |reg| self.regs[base + usize::from(reg)]);
        let member = self.regs[base + usize::from(code.member)];
        self.chooses.top().push(member as u32, &self.scratch, class)
    }

    pub(super) fn choose_end(&mut self, m: u16, base: usize, word_base: usize) -> Result<(), Refusal> {
        let code = &self.rules.code.chooses[usize::from(m)];
        let words = usize::from(code.words);
        let choose = &mut self.chooses.all[self.chooses.used - 1];
        self.chooses.used -= 1;
        choose.ready()?;
        self.chosen.clear();
        self.chosen.extend_from_slice(&self.sets[word_base + usize::from(code.chosen)..][..words]);
        match code.out {
            ChooseOut::Offered(set) => {
                choose.offered(&self.chosen, &mut self.sets[word_base + usize::from(set)..][..words]);
            }
            ChooseOut::Complete(reg) => self.regs[base + usize::from(reg)] = i64::from(choose.complete(&self.chosen)),
        }
        Ok(())
    }

    pub(super) fn spend_begin(&mut self, m: u16, base: usize) -> Result<(), Refusal> {
        let code = &self.rules.code.spends[usize::from(m)];
        let pool = self.regs[base + usize::from(code.pool)];
        self.spends.enter().begin(u32::try_from(pool).unwrap_or(0))
    }

    pub(super) fn spend_push(&mut self, m: u16, base: usize) -> Result<(), Refusal> {
        let code = &self.rules.code.spends[usize::from(m)];
        let number = |reg: u16| u32::try_from(self.regs[base + usize::from(reg)]).unwrap_or(0);
        let (member, price, up_to) = (number(code.member), number(code.price), number(code.up_to));
        self.spends.top().push(member, price, up_to)
    }

    pub(super) fn spend_end(&mut self, m: u16, base: usize, word_base: usize) {
        let code = &self.rules.code.spends[usize::from(m)];
        let spend = &mut self.spends.all[self.spends.used - 1];
        self.spends.used -= 1;
        spend.ready();
        match code.out {
            SpendOut::Offered { set, last } => {
                let words = usize::from(code.words);
                let out = &mut self.sets[word_base + usize::from(set)..][..words];
                match last {
                    Some(last) => spend.offered(u32::try_from(self.regs[base + usize::from(last)]).ok(), out),
                    None => spend.offered_in_any_order(out),
                }
            }
            SpendOut::Most(reg) => self.regs[base + usize::from(reg)] = i64::from(spend.most()),
        }
    }
}
