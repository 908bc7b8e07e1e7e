//! For whom something may be so: sets of members, as far as they can be said. They hold too many rather than too few.

use crate::ir::ExprId;

/// More parts than this would cost more than they save.
const MOST_PARTS: usize = 160;

/// Whom it lets through.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Sieve {
    All,
    Nothing,
    /// Those for whom the condition holds, or does not. It may say nothing of the member: then it is all or nothing.
    Is(ExprId, bool),
    /// Those in the set, or those not in it.
    Among(ExprId, bool),
    /// The same as `Is`, of a condition that each member must be asked.
    Each(ExprId, bool),
    Both(Vec<Sieve>),
    Either(Vec<Sieve>),
}

impl Sieve {
    /// Its parts, all of which must let a member through.
    pub(super) fn parts(self) -> Vec<Sieve> {
        match self {
            Sieve::Both(parts) => parts,
            one @ (Sieve::All
            | Sieve::Nothing
            | Sieve::Is(..)
            | Sieve::Among(..)
            | Sieve::Each(..)
            | Sieve::Either(_)) => {
                vec![one]
            }
        }
    }

    /// Its parts, one of which must let a member through.
    fn ways(self) -> Vec<Sieve> {
        match self {
            Sieve::Either(ways) => ways,
            one @ (Sieve::All
            | Sieve::Nothing
            | Sieve::Is(..)
            | Sieve::Among(..)
            | Sieve::Each(..)
            | Sieve::Both(_)) => {
                vec![one]
            }
        }
    }

    fn size(&self) -> usize {
        match self {
            Sieve::All | Sieve::Nothing | Sieve::Is(..) | Sieve::Among(..) | Sieve::Each(..) => 1,
            Sieve::Both(parts) | Sieve::Either(parts) => parts.iter().map(Sieve::size).sum(),
        }
    }

    /// Whom it does not let through.
    pub(super) fn negated(&self) -> Sieve {
        match self {
            Sieve::All => Sieve::Nothing,
            Sieve::Nothing => Sieve::All,
            Sieve::Is(condition, is) => Sieve::Is(*condition, !is),
            Sieve::Among(set, is) => Sieve::Among(*set, !is),
            Sieve::Each(condition, is) => Sieve::Each(*condition, !is),
            Sieve::Both(parts) => parts.iter().fold(Sieve::Nothing, |all, part| all.or(part.negated())),
            Sieve::Either(ways) => ways.iter().fold(Sieve::All, |all, way| all.and(way.negated())),
        }
    }

    pub(super) fn has_sets(&self) -> bool {
        match self {
            Sieve::All | Sieve::Nothing | Sieve::Is(..) | Sieve::Each(..) => false,
            Sieve::Among(..) => true,
            Sieve::Both(parts) | Sieve::Either(parts) => parts.iter().any(Sieve::has_sets),
        }
    }

    /// The conditions that each member must be asked.
    pub(super) fn asks(&self) -> Vec<ExprId> {
        match self {
            Sieve::All | Sieve::Nothing | Sieve::Is(..) | Sieve::Among(..) => vec![],
            Sieve::Each(condition, _) => vec![*condition],
            Sieve::Both(parts) | Sieve::Either(parts) => parts.iter().flat_map(Sieve::asks).collect(),
        }
    }

    /// Those whom it lets through as far as sets tell: too many, where each must be asked.
    pub(super) fn widened(&self) -> Sieve {
        match self {
            Sieve::All | Sieve::Nothing | Sieve::Is(..) | Sieve::Among(..) => self.clone(),
            Sieve::Each(..) => Sieve::All,
            Sieve::Both(parts) => parts.iter().fold(Sieve::All, |all, part| all.and(part.widened())),
            Sieve::Either(ways) => ways.iter().fold(Sieve::Nothing, |all, way| all.or(way.widened())),
        }
    }

    pub(super) fn and(self, other: Sieve) -> Sieve {
        match (self, other) {
            (Sieve::Nothing, _) | (_, Sieve::Nothing) => Sieve::Nothing,
            (Sieve::All, one) | (one, Sieve::All) => one,
            (a, b) => {
                let mut parts = a.parts();
                for part in b.parts() {
                    if parts.iter().any(|before| before.excludes(&part)) {
                        return Sieve::Nothing;
                    }
                    if !parts.iter().any(|before| before.is_within(&part)) {
                        parts.retain(|before| !part.is_within(before));
                        parts.push(part);
                    }
                }
                if let Some(at) = (0..parts.len()).find(|at| parts[*at].is_lighter_beside(&parts)) {
                    let part = parts.remove(at);
                    let lighter = part.beside(&parts);
                    return one_of(parts, Sieve::Both).and(lighter);
                }
                one_of(parts, Sieve::Both)
            }
        }
    }

    /// Is something left out of it where all the others let through, too?
    fn is_lighter_beside(&self, others: &[Sieve]) -> bool {
        matches!(self, Sieve::Either(_)) && self.clone().beside(others) != *self
    }

    /// What is left to say where all the others let through, too: `not a, or a and b` beside `a` is `b`.
    fn beside(self, others: &[Sieve]) -> Sieve {
        match self {
            Sieve::Either(ways) => ways.into_iter().fold(Sieve::Nothing, |all, way| all.or(way.beside(others))),
            Sieve::Both(parts) => {
                let left: Vec<Sieve> = parts.into_iter().filter(|part| !others.contains(part)).collect();
                match left.iter().any(|part| others.iter().any(|other| other.excludes(part))) {
                    true => Sieve::Nothing,
                    false if left.is_empty() => Sieve::All,
                    false => one_of(left, Sieve::Both),
                }
            }
            one @ (Sieve::All | Sieve::Nothing | Sieve::Is(..) | Sieve::Among(..) | Sieve::Each(..)) => {
                match others.iter().any(|other| other.excludes(&one)) {
                    true => Sieve::Nothing,
                    false if others.contains(&one) => Sieve::All,
                    false => one,
                }
            }
        }
    }

    pub(super) fn or(self, other: Sieve) -> Sieve {
        match (self, other) {
            (Sieve::All, _) | (_, Sieve::All) => Sieve::All,
            (Sieve::Nothing, one) | (one, Sieve::Nothing) => one,
            (a, b) => {
                let mut ways = a.ways();
                for way in b.ways() {
                    if ways.iter().any(|before| before.excludes(&way)) {
                        return Sieve::All;
                    }
                    if !ways.iter().any(|before| way.is_within(before)) {
                        ways.retain(|before| !before.is_within(&way));
                        ways.push(way);
                    }
                }
                one_of(ways, Sieve::Either)
            }
        }
    }

    /// The one is the other's opposite.
    fn excludes(&self, other: &Sieve) -> bool {
        match (self, other) {
            (Sieve::Is(a, is), Sieve::Is(b, are))
            | (Sieve::Among(a, is), Sieve::Among(b, are))
            | (Sieve::Each(a, is), Sieve::Each(b, are)) => a == b && is != are,
            (_, _) => false,
        }
    }

    /// Whoever passes it passes the other, as far as their parts tell.
    fn is_within(&self, other: &Sieve) -> bool {
        self == other
            || matches!(self, Sieve::Both(parts) if parts.iter().any(|part| part.is_within(other)))
            || matches!(other, Sieve::Either(ways) if ways.iter().any(|way| self.is_within(way)))
    }
}

fn one_of(mut parts: Vec<Sieve>, all: fn(Vec<Sieve>) -> Sieve) -> Sieve {
    match parts.len() {
        1 => parts.remove(0),
        _ => all(parts),
    }
}

/// For whom a condition may hold, may not hold, and may fault.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct May {
    pub(super) yes: Sieve,
    pub(super) no: Sieve,
    pub(super) fault: Sieve,
    /// Nobody is in `yes` or `no` who need not be: each says just what the other does not.
    pub(super) exact: bool,
}

impl May {
    pub(super) fn surely(holds: bool) -> May {
        let (yes, no) = if holds { (Sieve::All, Sieve::Nothing) } else { (Sieve::Nothing, Sieve::All) };
        May::of(yes, no)
    }

    /// It never faults.
    pub(super) fn of(yes: Sieve, no: Sieve) -> May {
        May { yes, no, fault: Sieve::Nothing, exact: true }
    }

    pub(super) fn anything() -> May {
        May { yes: Sieve::All, no: Sieve::All, fault: Sieve::All, exact: false }
    }

    /// It is never asked.
    pub(super) fn never() -> May {
        May::of(Sieve::Nothing, Sieve::Nothing)
    }

    fn is_surely(&self, holds: bool) -> bool {
        *self == May::surely(holds)
    }

    /// Anything, where there are too many parts to be of use.
    pub(super) fn bounded(self) -> May {
        let parts = self.yes.size() + self.no.size() + self.fault.size();
        if parts > MOST_PARTS { May::anything() } else { self }
    }

    pub(super) fn negated(self) -> May {
        May { yes: self.no, no: self.yes, ..self }
    }

    pub(super) fn negated_if<const IS: bool>(self) -> May {
        if IS { self.negated() } else { self }
    }

    /// And the other, which is asked where this holds.
    pub(super) fn and(self, other: May) -> May {
        May {
            yes: self.yes.clone().and(other.yes),
            // Whoever this is no of need not be taken out of the other's: both go in.
            no: self.no.or(other.no),
            fault: self.fault.or(self.yes.and(other.fault)),
            exact: self.exact && other.exact,
        }
    }

    /// One of the two happens.
    pub(super) fn or_else(self, other: May) -> May {
        May {
            yes: self.yes.or(other.yes),
            no: self.no.or(other.no),
            fault: self.fault.or(other.fault),
            exact: self.exact && other.exact,
        }
    }

    /// The one where this holds, the other where it does not.
    pub(super) fn either(self, then: May, other: May) -> May {
        // `if c then a else yes` is `a or not c`, and so on: shorter, and the same.
        if self.exact && other.is_surely(true) {
            return self.and(then.negated()).negated();
        }
        if self.exact && other.is_surely(false) {
            return self.and(then);
        }
        let (holds, not) = (|sieve| self.yes.clone().and(sieve), |sieve| self.no.clone().and(sieve));
        May {
            yes: holds(then.yes).or(not(other.yes)),
            no: holds(then.no).or(not(other.no)),
            fault: holds(then.fault).or(not(other.fault)).or(self.fault.clone()),
            exact: self.exact && then.exact && other.exact,
        }
    }
}
