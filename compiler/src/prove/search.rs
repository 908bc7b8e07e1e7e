//! Is there a situation in which a goal holds? In comes a yes/no term; out comes: never, surely in this one, maybe, or
//! that there are too many situations to try.
//!
//! The goal is evaluated; where it needs something that is not said yet, everything that this could be is tried in
//! turn. Of members one of each class is tried, and each that was said already, for two names may be one piece. What
//! is unknown is tried last: a goal that holds for some of its values only *may* hold, whatever the values of what is
//! known. The order is the same each time.

use super::eval::{Atom, Eval, Out, Said};
use super::facts::Facts;
use super::space::{Space, leaf};
use super::term::{Term, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};
use wgr_runtime::board::{Board, Dir};
use wgr_runtime::ir::{CellId, DIR, HEX, NONE, Role, Scalar, What};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Found {
    Never,
    /// In this situation; in so many of so many (0 of 0: not counted).
    Surely {
        said: Vec<Said>,
        matching: u64,
        of: u64,
    },
    /// It depends on these, of which nothing is known; in this situation it may hold.
    Maybe {
        on: Vec<TermId>,
        said: Vec<Said>,
    },
    TooMany,
}

/// Two terms that are never both yes, and by which of the assumptions.
#[derive(Clone, Copy)]
pub(super) struct Barred {
    pub(super) both: [TermId; 2],
    pub(super) by: u32,
}

/// A goal, and pairs of terms that are never both yes.
pub(super) struct Goal<'a> {
    pub(super) terms: &'a Terms,
    pub(super) goal: TermId,
    pub(super) never: &'a [Barred],
    /// Is it asked only whether it never holds? Then the first way in which it may hold is enough.
    pub(super) only_never: bool,
}

enum Way {
    Never,
    Maybe(Vec<TermId>, Vec<Said>),
    Surely(Vec<Said>),
}

struct Search<'a, 'p> {
    eval: Eval<'a, 'p>,
    space: &'a Space,
    goal: &'a Goal<'a>,
    left: u64,
    tried: u64,
    /// Some situations were not looked at.
    partial: bool,
    /// Assumptions without which it would hold somewhere.
    relied: BTreeSet<u32>,
    /// Situations in which it holds, counted as long as each is looked at.
    matching: u128,
    of: Option<u128>,
    weights: Vec<(u8, u64)>,
}

/// Things said in one situation.
const LONGEST: usize = 48;
/// Rounds after the first situation that fits, to count the others.
const COUNTING: u64 = 3_000;
/// Rounds to look for hexes on the map.
const ON_MAP: u64 = 4_000;
/// Hexes tried as the first one, spread over the classes.
const FIRST_HEXES: usize = 240;

/// Terms that are looked at for the price of one round.
pub(super) const STEPS_A_ROUND: u64 = 256;

/// Looks for a situation, with at most so many rounds; they are taken from `left`. Where there is none: the assumptions
/// without which there would be, or might be.
pub(super) fn look(facts: &mut Facts<'_>, goal: &Goal<'_>, left: &mut u64) -> (Found, BTreeSet<u32>) {
    if goal.terms.constant(goal.goal) == Some(0) {
        return (Found::Never, BTreeSet::new());
    }
    // To look at a big goal costs as well, whether it is split or not.
    *left = left.saturating_sub(goal.terms.count() as u64 / 64);
    if *left == 0 {
        return (Found::TooMany, BTreeSet::new());
    }
    let mut roots = vec![goal.goal];
    roots.extend(goal.never.iter().flat_map(|barred| barred.both));
    let space = Space::new(goal.terms, facts, &roots);
    let real_ones = !goal.only_never && asks_the_board(goal.terms, &space);
    let kept = if real_ones { (*left / 2).min(ON_MAP) } else { 0 };
    *left -= kept;
    let (found, relied) = run(facts, &space, goal, false, left);
    *left += kept;
    // What the abstract says of hexes may be shown by real ones, and by them alone.
    if real_ones && matches!(found, Found::Maybe { .. } | Found::TooMany) {
        let mut few = (*left).min(ON_MAP);
        let before = few;
        let (real, _) = run(facts, &space, goal, true, &mut few);
        *left -= before - few;
        let found = match (real, found) {
            (Found::Surely { said, .. }, _) => Found::Surely { said, matching: 0, of: 0 },
            (Found::Maybe { said, .. }, Found::Maybe { on, .. }) => Found::Maybe { on, said },
            (Found::Never | Found::TooMany, Found::Maybe { on, .. }) => Found::Maybe { on, said: Vec::new() },
            (real @ Found::Maybe { .. }, _) => real,
            (Found::Never | Found::TooMany, found) => found,
        };
        return (found, relied);
    }
    (found, relied)
}

fn asks_the_board(terms: &Terms, space: &Space) -> bool {
    space.terms.iter().any(|id| matches!(terms.get(*id), Term::Board(..)))
}

fn run(facts: &Facts<'_>, space: &Space, goal: &Goal<'_>, on_map: bool, left: &mut u64) -> (Found, BTreeSet<u32>) {
    let mut search = Search {
        eval: Eval::new(goal.terms, facts, on_map),
        space,
        goal,
        left: *left,
        tried: 0,
        partial: false,
        relied: BTreeSet::new(),
        matching: 0,
        of: (!goal.only_never && !on_map).then(|| total(goal.terms, space)).flatten(),
        weights: Vec::new(),
    };
    let way = search.way();
    let (matching, of) = search.counted();
    let partial = search.partial;
    *left = left.saturating_sub(search.tried);
    let found = match way {
        Way::Surely(said) => Found::Surely { said, matching, of },
        Way::Maybe(on, said) => Found::Maybe { on, said },
        Way::Never if !partial => Found::Never,
        Way::Never => Found::TooMany,
    };
    (found, search.relied)
}

/// All situations that can be told apart, where everything in them is known and they are not too many.
fn total(terms: &Terms, space: &Space) -> Option<u128> {
    let mut of: u128 = 1;
    for id in &space.terms {
        if matches!(terms.get(*id), Term::Unknown(_) | Term::Board(..)) {
            return None;
        }
        if leaf(terms, *id).is_some() || matches!(terms.get(*id), Term::Holds(..)) {
            of = of.checked_mul(u128::from(space.count(terms, *id)))?;
        }
    }
    Some(of)
}

impl Search<'_, '_> {
    fn counted(&self) -> (u64, u64) {
        match self.of {
            Some(of) if !self.partial => match (u64::try_from(self.matching.max(1)), u64::try_from(of)) {
                (Ok(matching), Ok(of)) => (matching, of),
                (Ok(_) | Err(_), Ok(_) | Err(_)) => (0, 0),
            },
            Some(_) | None => (0, 0),
        }
    }

    /// Everything that may follow from what is said so far.
    fn way(&mut self) -> Way {
        if self.left == 0 || self.eval.said().len() >= LONGEST {
            self.partial = true;
            return Way::Never;
        }
        let before = self.eval.steps;
        let out = match self.eval.eval(self.goal.goal) {
            Out::Is(0) | Out::Fails => None,
            need @ Out::Need(..) => Some(need),
            Out::Is(_) => self.allowed(),
        };
        let price = 1 + (self.eval.steps - before) / STEPS_A_ROUND;
        self.left = self.left.saturating_sub(price);
        self.tried += price;
        match out {
            Some(Out::Need(atom, term)) => self.split(atom, term),
            Some(Out::Is(_) | Out::Fails) => self.holds(),
            None => Way::Never,
        }
    }

    /// It holds here.
    fn holds(&mut self) -> Way {
        let doubts: Vec<TermId> =
            self.eval.said().iter().filter(|said| !self.certain(said.atom)).map(|said| said.term).collect();
        if let Some(of) = self.of {
            let path = self.weights.iter().fold(1, |all: u128, (_, size)| all.saturating_mul(u128::from(*size)));
            let weight = self.weights.iter().all(|(weight, _)| *weight > 0);
            self.matching += if weight { of / path.max(1) } else { 0 };
        }
        if self.unknown_last() {
            // Whether an unknown matters is for whoever split it to say.
            Way::Surely(self.eval.said().to_vec())
        } else {
            Way::Maybe(doubts, self.eval.said().to_vec())
        }
    }

    /// First what is certain, then what is unknown: what is said after an unknown might change it.
    fn unknown_last(&self) -> bool {
        let mut rest = self.eval.said().iter().skip_while(|said| self.certain(said.atom));
        rest.all(|said| matches!(said.atom, Atom::Unknown(_)))
    }

    fn certain(&self, atom: Atom) -> bool {
        match atom {
            Atom::Var(_) => true,
            Atom::Cell(cell, _) | Atom::Holds(cell, ..) => self.eval.facts.program.cell(cell).role == Role::Game,
            Atom::Unknown(_) => false,
        }
    }

    /// None where something holds that never does; else what must still be said to know.
    fn allowed(&mut self) -> Option<Out> {
        if !self.room() {
            return None;
        }
        for Barred { both: [a, b], by } in self.goal.never {
            match (self.eval.eval(*a), self.eval.eval(*b)) {
                (Out::Is(0) | Out::Fails, _) | (_, Out::Is(0) | Out::Fails) => {}
                (Out::Is(_), Out::Is(_)) => {
                    self.relied.insert(*by);
                    return None;
                }
                (need @ Out::Need(..), _) | (_, need @ Out::Need(..)) => return Some(need),
            }
        }
        Some(Out::Is(1))
    }

    /// A sparse cell holds no more entries than it has room for.
    fn room(&self) -> bool {
        let mut entries: BTreeMap<CellId, u32> = BTreeMap::new();
        for said in self.eval.said() {
            let Atom::Cell(id, _) = said.atom else { continue };
            let cell = self.eval.facts.program.cell(id);
            if cell.sparse.is_some() && cell.value.scalar().is_some_and(|ty| ty.zero() != said.value) {
                *entries.entry(id).or_default() += 1;
            }
        }
        entries.iter().all(|(cell, count)| self.eval.facts.program.cell(*cell).sparse.is_none_or(|most| *count <= most))
    }

    /// Tries everything that this could be.
    fn split(&mut self, atom: Atom, term: TermId) -> Way {
        let before = std::mem::replace(&mut self.partial, false);
        let values = self.values(atom, term);
        let mut always = !self.partial;
        self.partial |= before;
        let unknown = matches!(atom, Atom::Unknown(_));
        let size = if self.of.is_some() { self.space.count(self.goal.terms, term) } else { 1 };
        let mut best = Way::Never;
        for (value, weight) in values {
            self.eval.say(Said { atom, term, value });
            self.weights.push((weight, size));
            let partial = std::mem::replace(&mut self.partial, false);
            let way = self.way();
            always &= matches!(way, Way::Surely(_)) && !self.partial;
            self.partial |= partial;
            self.weights.pop();
            self.eval.unsay();
            best = better(best, way);
            if self.goal.only_never && !matches!(best, Way::Never) {
                return best;
            }
            if !unknown && matches!(best, Way::Surely(_)) {
                if self.of.is_none() || self.left == 0 {
                    return best;
                }
                // The rest is only counted.
                self.left = self.left.min(COUNTING);
            }
        }
        match best {
            Way::Surely(said) if unknown && !always => {
                // Whatever is unknown on the way to here, this one is in doubt as well.
                let doubts = said.iter().filter(|said| !self.certain(said.atom)).map(|said| said.term).collect();
                Way::Maybe(doubts, said)
            }
            Way::Surely(_) | Way::Maybe(..) | Way::Never => best,
        }
    }

    /// What to try, and whether it counts as a situation of its own.
    fn values(&mut self, atom: Atom, term: TermId) -> Vec<(i64, u8)> {
        let ty = self.goal.terms.ty(term);
        match (ty.what, atom) {
            (What::Bool, _) | (_, Atom::Holds(..)) => (0..=1).map(|value| (value, 1)).collect(),
            (What::Int { .. }, _) => {
                let numbers = leaf(self.goal.terms, term).and_then(|leaf| self.space.numbers(leaf));
                let Some(numbers) = numbers else {
                    self.partial = true;
                    return vec![(ty.lo, 1)];
                };
                self.partial |= !numbers.whole;
                numbers.values.iter().map(|value| (*value, 1)).collect()
            }
            (What::Id(_), _) => self.members(ty),
        }
    }

    fn members(&mut self, ty: Scalar) -> Vec<(i64, u8)> {
        let What::Id(domain) = ty.what else { return Vec::new() };
        let mut out = Vec::new();
        if ty.lo == NONE {
            out.push((NONE, 1));
        }
        let here = |said: &&Said| self.goal.terms.ty(said.term).what == ty.what && said.value != NONE;
        let mut named: BTreeSet<i64> = self.eval.said().iter().filter(here).map(|said| said.value).collect();
        let Some(classes) = self.space.classes.get(&domain).cloned() else {
            self.partial = true;
            return out;
        };
        if self.eval.on_map && domain == DIR {
            return out.into_iter().chain((ty.lo.max(0)..=ty.hi).map(|dir| (dir, 0))).collect();
        }
        if let Some(board) = self.eval.facts.board().filter(|_| self.eval.on_map && domain == HEX) {
            self.partial = true;
            if named.is_empty() {
                let each = (FIRST_HEXES / classes.members.len().max(1)).max(2);
                for class in &classes.members {
                    let among: Vec<i64> = class.iter().map(|h| i64::from(*h)).filter(|h| ty.contains(*h)).collect();
                    out.extend(among.iter().step_by(among.len().div_ceil(each).max(1)).map(|hex| (*hex, 0)));
                }
                return out;
            }
            named.extend(around(board, &named));
        }
        for class in &classes.members {
            let mut among = class.iter().map(|member| i64::from(*member)).filter(|member| ty.contains(*member));
            let fresh = among.clone().find(|member| !named.contains(member));
            // A class that is named as a whole counts by its first member.
            let counts = fresh.or_else(|| among.next());
            out.extend(fresh.map(|member| (member, 1)));
            let Some(counts) = counts else { continue };
            let class = classes.of.get(counts as usize);
            let alike =
                named.iter().filter(|member| ty.contains(**member) && classes.of.get(**member as usize) == class);
            out.extend(alike.map(|member| (*member, u8::from(*member == counts))));
        }
        out
    }
}

fn better(a: Way, b: Way) -> Way {
    match (&a, &b) {
        (Way::Surely(_), _) | (Way::Maybe(..), Way::Maybe(..) | Way::Never) | (Way::Never, Way::Never) => a,
        (Way::Maybe(..) | Way::Never, _) => b,
    }
}

fn around(board: &Board, hexes: &BTreeSet<i64>) -> Vec<i64> {
    let hexes = hexes.iter().filter_map(|id| u16::try_from(*id).ok().and_then(|id| board.hex(id)));
    let next = hexes.flat_map(|hex| Dir::ALL.into_iter().filter_map(move |dir| board.neighbour(hex, dir)));
    next.map(|hex| i64::from(hex.id())).collect()
}
