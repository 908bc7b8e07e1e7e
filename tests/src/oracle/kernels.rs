//! Searches: what a step costs is asked of the rule's own body each time anew; which ways there are is found by trying.
//!
//! A reach (`reach.rs`) looks at all states (hex, carried, spent, steps); ways (`paths.rs`) are all tried. The rule
//! must judge a step by `here`, `there`, `dir` and `carried` alone, as `runtime/src/kernel/search.rs` asks.
//! Reading: of several offers for one step the last counts.

use super::exec::Flow;
use super::value::{Frame, Val};
use super::{Machine, Res, bad, reach};
use std::collections::BTreeSet;
use wgr_runtime::board::{Board, Dir};
use wgr_runtime::ir::{DIR, DomainId, ExprId, HEX, Judge, Offer, Scalar, Search, SearchMode, SearchOut, Type, What};

/// A step as the rule judged it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offered {
    pub(super) counts: [i64; 3],
    /// The most that a member of a group may have spent with it.
    pub(super) most: Option<i64>,
    /// None: as before.
    pub(super) carry: Option<i64>,
    pub(super) stop: bool,
    pub(super) pass: bool,
    pub(super) blocked: bool,
}

/// A step to be judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) here: u32,
    pub(super) there: u32,
    pub(super) dir: i64,
    pub(super) spent: i64,
    pub(super) steps: i64,
    pub(super) carried: i64,
}

/// A cost in a table that bars the step.
const BARRED: i64 = 255;
/// The kernels count steps in 16 bits.
pub(super) const MOST_STEPS: i64 = 65_535;

/// What is searched for, with all its expressions evaluated.
pub(super) struct Quest {
    pub(super) from: BTreeSet<u32>,
    pub(super) to: BTreeSet<u32>,
    pub(super) budget: i64,
    pub(super) within: Option<i64>,
    pub(super) at_least_one: bool,
    /// Who goes, where a group does.
    pub(super) group: Option<(DomainId, BTreeSet<u32>)>,
}

impl<'p> Machine<'p> {
    pub(super) fn search(&mut self, frame: &mut Frame<'p>, search: &'p Search) -> Res<()> {
        let quest = Quest {
            from: self.members(frame, search.from)?.1,
            to: match search.to {
                Some(to) => self.members(frame, to)?.1,
                None => BTreeSet::new(),
            },
            budget: self.optional(frame, search.budget)?.unwrap_or(0),
            within: self.optional(frame, search.within)?,
            at_least_one: search.at_least_one,
            group: match search.each {
                Some((_, group)) => Some(self.members(frame, group)?),
                None => None,
            },
        };
        let outer = self.offer.take();
        let outs = match search.mode {
            SearchMode::Reach => self.reach(frame, search, &quest)?,
            SearchMode::Paths => self.paths(frame, search, &quest)?,
        };
        self.offer = outer;
        for ((_, local), value) in search.outs.iter().zip(outs) {
            frame.set(*local, value)?;
        }
        Ok(())
    }

    fn optional(&mut self, frame: &mut Frame<'p>, id: Option<ExprId>) -> Res<Option<i64>> {
        id.map(|id| self.eval(frame, id)?.whole()).transpose()
    }

    /// The steps out of a hex, clockwise: direction and neighbour.
    pub(super) fn steps_from(&self, here: u32) -> Res<Vec<(i64, u32)>> {
        let board: &Board = self.the_board()?;
        let Some(hex) = board.hex(here as u16) else { return bad("no such hex") };
        let there = |dir: Dir| board.neighbour(hex, dir).map(|there| (i64::from(dir.number()), u32::from(there.id())));
        Ok(Dir::ALL.into_iter().filter_map(there).collect())
    }

    /// What the rule says of a step; none: it is barred.
    pub(super) fn judged(&mut self, frame: &mut Frame<'p>, search: &'p Search, step: Step) -> Res<Option<Offered>> {
        match &search.judge {
            Judge::Table(table) => {
                let Some(table) = self.program.tables.get(table.index()) else { return bad("no such table") };
                let cost = table.data.get(step.here as usize * 6 + step.dir as usize).copied();
                let Some(cost) = cost else { return bad("a table of costs with too few values") };
                let counts = [cost, 0, 0];
                let offer = Offered { counts, most: None, carry: None, stop: false, pass: false, blocked: false };
                Ok((cost != BARRED).then_some(offer))
            }
            Judge::Body { here, there, dir, spent, steps, carried, body } => {
                frame.set(*here, Val::id(HEX, i64::from(step.here)))?;
                frame.set(*there, Val::id(HEX, i64::from(step.there)))?;
                frame.set(*dir, Val::id(DIR, step.dir))?;
                frame.set(*spent, Val::int(step.spent))?;
                frame.set(*steps, Val::int(step.steps))?;
                frame.set(*carried, Val::int(step.carried))?;
                self.offer = None;
                match self.block(frame, body)? {
                    Flow::On => Ok(self.offer.take()),
                    Flow::Break | Flow::Return(_) => bad("a search body that is left"),
                }
            }
        }
    }

    pub(super) fn judge(&mut self, frame: &mut Frame<'p>, offer: &'p Offer) -> Res<Offered> {
        let mut counts = [0; 3];
        if offer.counts.len() > counts.len() {
            return bad("more than three counts");
        }
        for (count, id) in counts.iter_mut().zip(&offer.counts) {
            *count = self.eval(frame, *id)?.whole()?;
            if *count < 0 {
                return bad("a count below zero");
            }
        }
        let carry = match offer.carry {
            Some(id) => Some(self.eval(frame, id)?.narrow(Type::Scalar(CARRIED))?.num()?.raw),
            None => None,
        };
        Ok(Offered {
            counts,
            most: self.optional(frame, offer.most)?,
            carry,
            stop: self.said(frame, offer.stop)?,
            pass: self.said(frame, offer.pass)?,
            blocked: self.said(frame, offer.blocked)?,
        })
    }

    fn said(&mut self, frame: &mut Frame<'p>, id: Option<ExprId>) -> Res<bool> {
        id.map_or(Ok(false), |id| self.yes(frame, id))
    }

    fn reach(&mut self, frame: &mut Frame<'p>, search: &'p Search, quest: &Quest) -> Res<Vec<Val>> {
        // The hexes whose cost is wanted are known before the search begins.
        let wanted = self.wanted(frame, search)?;
        let found = reach::explore(self, frame, search, quest)?;
        search.outs.iter().zip(wanted).map(|((out, _), hex)| found.out(out, hex)).collect()
    }

    /// For each out, the hex it is about, if it is about one.
    fn wanted(&mut self, frame: &mut Frame<'p>, search: &'p Search) -> Res<Vec<Option<u32>>> {
        let mut wanted = Vec::new();
        for (out, _) in &search.outs {
            wanted.push(match out {
                SearchOut::CostTo(hex) => Some(self.eval(frame, *hex)?.surely()?.1),
                SearchOut::Ends | SearchOut::First | SearchOut::Through | SearchOut::Open => None,
                SearchOut::BestFirst | SearchOut::BestThrough | SearchOut::Least(_) => None,
            });
        }
        Ok(wanted)
    }
}

const CARRIED: Scalar = Scalar { what: What::Int { den: 1 }, lo: 0, hi: 15 };

/// A set of hexes as a value.
pub(super) fn hexes(set: &BTreeSet<u32>) -> Val {
    Val::Set(HEX, set.clone())
}
