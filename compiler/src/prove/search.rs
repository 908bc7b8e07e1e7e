//! Is there a situation in which a goal holds? In comes a yes/no term; out comes: never, surely in this one, maybe, or
//! that there are too many situations to try.
//!
//! The goal is evaluated; where it needs something that is not said yet, everything that this could be is tried in
//! turn. Of members one of each class is tried, and each that was said already, for two names may be one piece. What
//! is unknown is tried last: a goal that holds for some of its values only *may* hold, whatever the values of what is
//! known. The order is the same each time.

use super::eval::{ALL, Atom, Eval, Out, Room, Said, Said64, said_at};
use super::facts::{Classes, Facts};
use super::space::{Space, leaf};
use super::term::{Op, Term, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
use wgr_runtime::board::{Board, Dir};
use wgr_runtime::ir::{CellId, DIR, DomainId, HEX, NONE, Role, Scalar, TableId, What};

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
    /// Whatever else is said, as long as this is.
    Never(Said64),
    Maybe(Vec<TermId>, Vec<Said>),
    Surely(Vec<Said>),
}

struct Search<'a, 'p> {
    eval: Eval<'a, 'p>,
    space: &'a Space,
    goal: &'a Goal<'a>,
    /// The goal holds where each of these comes out so: where one fails, it does not hold either.
    parts: Vec<(TermId, bool)>,
    /// Those that are soon looked at.
    short: Vec<(TermId, bool)>,
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

/// Parts of a goal that are no higher than this are held against what is said before all others.
const SHORT: u32 = 4;
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
    let mut room = std::mem::take(&mut facts.room);
    let (found, relied) = run(facts, &space, goal, (false, &mut room), left);
    *left += kept;
    // What the abstract says of hexes may be shown by real ones, and by them alone.
    let found = if real_ones && matches!(found, Found::Maybe { .. } | Found::TooMany) {
        let mut few = (*left).min(ON_MAP);
        let before = few;
        let (real, _) = run(facts, &space, goal, (true, &mut room), &mut few);
        *left -= before - few;
        match (real, found) {
            (Found::Surely { said, .. }, _) => Found::Surely { said, matching: 0, of: 0 },
            (Found::Maybe { said, .. }, Found::Maybe { on, .. }) => Found::Maybe { on, said },
            (Found::Never | Found::TooMany, Found::Maybe { on, .. }) => Found::Maybe { on, said: Vec::new() },
            (real @ Found::Maybe { .. }, _) => real,
            (Found::Never | Found::TooMany, found) => found,
        }
    } else {
        found
    };
    facts.room = room;
    (found, relied)
}

fn asks_the_board(terms: &Terms, space: &Space) -> bool {
    space.terms.iter().any(|id| matches!(terms.get(*id), Term::Board(..)))
}

fn run(
    facts: &Facts<'_>,
    space: &Space,
    goal: &Goal<'_>,
    (on_map, room): (bool, &mut Room),
    left: &mut u64,
) -> (Found, BTreeSet<u32>) {
    let parts = parts(goal.terms, goal.goal);
    let short = parts.iter().copied().filter(|(part, _)| goal.terms.height(*part) <= SHORT).collect();
    let mut search = Search {
        eval: Eval::new(goal.terms, facts, on_map, std::mem::take(room)),
        space,
        goal,
        parts,
        short,
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
        Way::Never(_) if !partial => Found::Never,
        Way::Never(_) => Found::TooMany,
    };
    *room = search.eval.room();
    (found, search.relied)
}

/// Is it known to be otherwise, or to fail?
fn is_denied(part: Out, so: bool) -> bool {
    match part {
        Out::Is(value) => (value != 0) != so,
        Out::Fails => true,
        Out::Need(..) => false,
    }
}

/// What a goal joins by `and`, and what it denies of things joined by `or`: each once.
fn parts(terms: &Terms, goal: TermId) -> Vec<(TermId, bool)> {
    let (mut found, mut met, mut todo) = (Vec::new(), BTreeSet::new(), vec![(goal, true)]);
    while let Some((id, so)) = todo.pop() {
        if !met.insert((id, so)) {
            continue;
        }
        if let Term::Not(a) = terms.get(id) {
            todo.push((*a, !so));
        } else if let (Term::Binary(Op::And, a, b), true) | (Term::Binary(Op::Or, a, b), false) = (terms.get(id), so) {
            todo.extend([(*b, so), (*a, so)]);
        } else {
            found.push((id, so));
        }
    }
    found
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
            return Way::Never(ALL);
        }
        let before = self.eval.steps;
        let out = match self.wanted() {
            Ok(Out::Is(_)) => self.allowed(),
            other => other,
        };
        let price = 1 + (self.eval.steps - before + self.parts.len() as u64) / STEPS_A_ROUND;
        self.left = self.left.saturating_sub(price);
        self.tried += price;
        match out {
            Ok(Out::Need(atom, term)) => self.split(atom, term),
            Ok(Out::Is(_) | Out::Fails) => self.holds(),
            Err(by) => Way::Never(by),
        }
    }

    /// Does the goal hold? What must still be said to know; or, where it does not, the things said on which that rests.
    fn wanted(&mut self) -> Result<Out, Said64> {
        for at in 0..self.short.len() {
            let Some((part, so)) = self.short.get(at).copied() else { break };
            self.part(part, so)?;
        }
        let mut out = Out::Is(1);
        for at in 0..self.parts.len() {
            let Some((part, so)) = self.parts.get(at).copied() else { break };
            let found = self.part(part, so)?;
            out = match (out, found) {
                (Out::Need(..), Out::Need(..)) => self.eval.sooner(out, found),
                (Out::Is(_) | Out::Fails, Out::Need(..)) => found,
                (_, Out::Is(_) | Out::Fails) => out,
            };
        }
        Ok(out)
    }

    /// What a part of the goal is that has to come out so; or, where it does not, the things said on which that rests.
    fn part(&mut self, part: TermId, so: bool) -> Result<Out, Said64> {
        self.eval.rests();
        let found = self.eval.eval(part);
        if is_denied(found, so) {
            return Err(self.eval.rests());
        }
        let terms = self.goal.terms;
        if let (Out::Need(..), Term::Table(table, index)) = (found, terms.get(part)) {
            self.printed(*table, index, so)?;
        }
        Ok(found)
    }

    /// May this be printed so, as far as is said where to look? Where a whole line of the table has the same, nothing more needs to
    /// be said.
    fn printed(&mut self, table: TableId, index: &[TermId], so: bool) -> Result<(), Said64> {
        for (at, id) in index.iter().enumerate().take_while(|_| index.len() > 1) {
            self.eval.rests();
            let Out::Is(place) = self.eval.eval(*id) else { continue };
            let by = self.eval.rests();
            if self.eval.facts.all_alike(table, at, place).is_some_and(|value| (value != 0) != so) {
                return Err(by);
            }
        }
        Ok(())
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

    /// What must still be said to know; or, where something holds that never does, the things said on which that rests.
    fn allowed(&mut self) -> Result<Out, Said64> {
        if !self.room() {
            return Err(ALL);
        }
        for Barred { both: [a, b], by } in self.goal.never {
            self.eval.rests();
            match (self.eval.eval(*a), self.eval.eval(*b)) {
                (Out::Is(0) | Out::Fails, _) | (_, Out::Is(0) | Out::Fails) => {}
                (Out::Is(_), Out::Is(_)) => {
                    self.relied.insert(*by);
                    return Err(self.eval.rests());
                }
                (need @ Out::Need(..), _) | (_, need @ Out::Need(..)) => return Ok(need),
            }
        }
        Ok(Out::Is(1))
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

    /// Tries everything that this could be. Where it holds for none of that, whatever this is, nothing more of it is tried.
    fn split(&mut self, atom: Atom, term: TermId) -> Way {
        let before = std::mem::replace(&mut self.partial, false);
        let values = self.values(atom, term);
        let mut always = !self.partial;
        self.partial |= before;
        let mut by = self.alike(term);
        if self.stops() {
            return Way::Never(ALL);
        }
        let (unknown, this) = (matches!(atom, Atom::Unknown(_)), said_at(self.eval.said().len()));
        let size = if self.of.is_some() { self.space.count(self.goal.terms, term) } else { 1 };
        let mut best = Way::Never(ALL);
        for (value, weight) in values {
            self.eval.say(Said { atom, term, value });
            self.weights.push((weight, size));
            let partial = std::mem::replace(&mut self.partial, false);
            let way = self.way();
            let whole = !self.partial;
            always &= matches!(way, Way::Surely(_)) && whole;
            self.partial |= partial;
            self.weights.pop();
            self.eval.unsay();
            match (&way, &best) {
                (Way::Never(rests), Way::Never(_)) if whole && rests & this == 0 => return way,
                (Way::Never(rests), _) => by |= rests & !this,
                (Way::Maybe(..) | Way::Surely(_), _) => {}
            }
            best = better(best, way);
            if self.goal.only_never && !matches!(best, Way::Never(_)) || self.stops() {
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
            Way::Surely(_) | Way::Maybe(..) => best,
            Way::Never(_) => Way::Never(by),
        }
    }

    /// The members that are said already: those of one kind may be one, so what else is tried rests on them.
    fn alike(&self, term: TermId) -> Said64 {
        let what = self.goal.terms.ty(term).what;
        let said = self.eval.said().iter().enumerate();
        let alike = said.filter(|(_, said)| matches!(what, What::Id(_)) && self.goal.terms.ty(said.term).what == what);
        alike.fold(0, |all, (place, _)| all | said_at(place))
    }

    /// Who asks whether it never holds has the answer once something was not looked at: that is not known.
    fn stops(&self) -> bool {
        self.goal.only_never && self.partial
    }

    /// What to try, and whether it counts as a situation of its own.
    fn values(&mut self, atom: Atom, term: TermId) -> Values {
        let ty = self.goal.terms.ty(term);
        match (ty.what, atom) {
            (What::Bool, _) | (_, Atom::Holds(..)) => Values::of((0..=1).map(|value| (value, 1)).collect()),
            (What::Int { .. }, _) => {
                let numbers = leaf(self.goal.terms, term).and_then(|leaf| self.space.numbers(leaf));
                let Some(numbers) = numbers else {
                    self.partial = true;
                    return Values::of(vec![(ty.lo, 1)]);
                };
                self.partial |= !numbers.whole;
                Values::of(numbers.values.iter().map(|value| (*value, 1)).collect())
            }
            (What::Id(domain), _) => self.members(ty, domain),
        }
    }

    fn members(&mut self, ty: Scalar, domain: DomainId) -> Values {
        let mut first = Vec::new();
        if ty.lo == NONE {
            first.push((NONE, 1));
        }
        let here = |said: &&Said| self.goal.terms.ty(said.term).what == ty.what && said.value != NONE;
        let mut named: BTreeSet<i64> = self.eval.said().iter().filter(here).map(|said| said.value).collect();
        let Some(classes) = self.space.classes.get(&domain) else {
            self.partial = true;
            return Values::of(first);
        };
        if self.eval.on_map && domain == DIR {
            first.extend((ty.lo.max(0)..=ty.hi).map(|dir| (dir, 0)));
            return Values::of(first);
        }
        if let Some(board) = self.eval.facts.board().filter(|_| self.eval.on_map && domain == HEX) {
            self.partial = true;
            if named.is_empty() {
                let each = (FIRST_HEXES / classes.members.len().max(1)).max(2);
                for class in &classes.members {
                    let among: Vec<i64> = class.iter().map(|h| i64::from(*h)).filter(|h| ty.contains(*h)).collect();
                    first.extend(among.iter().step_by(among.len().div_ceil(each).max(1)).map(|hex| (*hex, 0)));
                }
                return Values::of(first);
            }
            named.extend(around(board, &named));
        }
        named.retain(|member| ty.contains(*member));
        Values { next: first.into(), rest: Some(Rest { classes: classes.clone(), at: 0, named, ty }) }
    }
}

/// What is tried of one thing, in its order, each with whether it counts as a situation of its own.
struct Values {
    next: VecDeque<(i64, u8)>,
    rest: Option<Rest>,
}

/// The classes of members that come behind that: one of each, and each that is named. Found as they are wanted, for a search
/// seldom comes to all of them.
struct Rest {
    classes: Rc<Classes>,
    at: usize,
    named: BTreeSet<i64>,
    ty: Scalar,
}

impl Values {
    fn of(next: Vec<(i64, u8)>) -> Values {
        Values { next: next.into(), rest: None }
    }
}

impl Iterator for Values {
    type Item = (i64, u8);

    fn next(&mut self) -> Option<(i64, u8)> {
        while self.next.is_empty() {
            let Rest { classes, at, named, ty } = self.rest.as_mut()?;
            let class = classes.members.get(*at)?;
            let number = *at as u32;
            *at += 1;
            let among = || class.iter().map(|member| i64::from(*member)).filter(|member| ty.contains(*member));
            let fresh = among().find(|member| !named.contains(member));
            // A class that is named as a whole counts by its first member.
            let Some(counts) = fresh.or_else(|| among().next()) else { continue };
            self.next.extend(fresh.map(|member| (member, 1)));
            let alike = named.iter().filter(|member| classes.of.get(**member as usize) == Some(&number));
            self.next.extend(alike.map(|member| (*member, u8::from(*member == counts))));
        }
        self.next.pop_front()
    }
}

fn better(a: Way, b: Way) -> Way {
    match (&a, &b) {
        (Way::Surely(_), _) | (Way::Maybe(..), Way::Maybe(..) | Way::Never(_)) | (Way::Never(_), Way::Never(_)) => a,
        (Way::Maybe(..) | Way::Never(_), _) => b,
    }
}

fn around(board: &Board, hexes: &BTreeSet<i64>) -> Vec<i64> {
    let hexes = hexes.iter().filter_map(|id| u16::try_from(*id).ok().and_then(|id| board.hex(id)));
    let next = hexes.flat_map(|hex| Dir::ALL.into_iter().filter_map(move |dir| board.neighbour(hex, dir)));
    next.map(|hex| i64::from(hex.id())).collect()
}
