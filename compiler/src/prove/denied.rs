//! Goals that deny themselves: told by their own words, before any situation is tried.

use super::term::{Op, Term, TermId, Terms};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers that are tried, times parts of the goal.
const MOST: usize = 1 << 14;

/// What is said of a term by a number.
#[derive(Clone, Copy)]
enum Limit {
    /// Its raw number `times` this is less, as much or more than that.
    Than { so: [bool; 3], times: i128, than: i128 },
    /// Its raw number is one of these.
    Within(i128, i128),
}

impl Limit {
    fn holds(self, raw: i128) -> bool {
        match self {
            Limit::Within(lo, hi) => lo <= raw && raw <= hi,
            Limit::Than { so: [less, same, more], times, than } => match (raw * times).cmp(&than) {
                Ordering::Less => less,
                Ordering::Equal => same,
                Ordering::Greater => more,
            },
        }
    }

    /// Where it turns: between one of them and the next it is the same all along.
    fn turns(self) -> [i128; 2] {
        match self {
            Limit::Within(lo, hi) => [lo, hi],
            Limit::Than { times, than, .. } => [than.div_euclid(times); 2],
        }
    }
}

impl Terms {
    /// Do the parts of this conjunction speak against each other, whatever the leaves are? A quick look: one of them
    /// denies another, comes out as no where the others hold, or leaves no number that a term could be. Says how many terms
    /// were looked at, too.
    pub(super) fn denies_itself(&self, goal: TermId) -> (bool, u64) {
        let mut said: BTreeMap<TermId, bool> = BTreeMap::new();
        let mut todo = vec![(goal, true)];
        while let Some((id, yes)) = todo.pop() {
            match said.insert(id, yes) {
                Some(before) if before != yes => return (true, said.len() as u64),
                Some(_) => continue,
                None => {}
            }
            if let Term::Not(a) = self.get(id) {
                todo.push((*a, !yes));
            } else if let (Term::Binary(Op::And, a, b), true) | (Term::Binary(Op::Or, a, b), false) =
                (self.get(id), yes)
            {
                todo.extend([(*a, yes), (*b, yes)]);
            }
        }
        let mut known = BTreeMap::new();
        let mut looked = said.len();
        let denied = said.iter().any(|(id, yes)| self.follows(*id, &said, &mut known, true) == Some(!*yes))
            || self.no_number_will_do(goal, &said, &mut looked);
        (denied, (looked + known.len()) as u64)
    }

    /// What follows for a yes/no term from what is said of others (`itself`: not from what is said of it).
    fn follows(
        &self,
        id: TermId,
        said: &BTreeMap<TermId, bool>,
        known: &mut BTreeMap<TermId, Option<bool>>,
        itself: bool,
    ) -> Option<bool> {
        if !itself && let Some(yes) = said.get(&id) {
            return Some(*yes);
        }
        if !itself && let Some(found) = known.get(&id) {
            return *found;
        }
        let found = self.by_parts(id, |part| self.follows(part, said, known, false));
        if !itself {
            known.insert(id, found);
        }
        found
    }

    /// Is there a term of which so much is said by numbers that the goal is no, whichever number it is? (It is 6 or more, and
    /// within 3..5; it is in none of 1..2, 3..5, at least 6, at most 0.) Counts the terms that it looks at.
    fn no_number_will_do(&self, goal: TermId, said: &BTreeMap<TermId, bool>, looked: &mut usize) -> bool {
        let mut limits: BTreeMap<TermId, BTreeMap<TermId, Limit>> = BTreeMap::new();
        let (mut met, mut todo) = (BTreeSet::new(), vec![goal]);
        while let Some(id) = todo.pop() {
            if !met.insert(id) {
                continue;
            }
            if let Some((of, limit)) = self.limit(id) {
                limits.entry(of).or_default().insert(id, limit);
            } else if let Term::Not(a) = self.get(id) {
                todo.push(*a);
            } else if let Term::Binary(Op::And | Op::Or, a, b) = self.get(id) {
                todo.extend([*a, *b]);
            }
        }
        *looked += met.len();
        let mut left = MOST;
        limits.iter().filter(|(_, limits)| limits.len() > 1).any(|(of, limits)| {
            let ty = self.ty(*of);
            let (lo, hi) = (i128::from(ty.lo), i128::from(ty.hi));
            let turns = limits.values().flat_map(|limit| limit.turns()).flat_map(|turn| [turn - 1, turn, turn + 1]);
            let tried: BTreeSet<i128> = turns.filter(|raw| (lo..=hi).contains(raw)).chain([lo, hi]).collect();
            // What is left of a quick look.
            let Some(rest) = left.checked_sub(tried.len() * met.len()) else { return false };
            left = rest;
            tried.into_iter().all(|raw| {
                let mut known = limits.iter().map(|(id, limit)| (*id, Some(limit.holds(raw)))).collect();
                let so = self.so_far(goal, said, &mut known);
                *looked += known.len();
                so == Some(false)
            })
        })
    }

    /// What a yes/no term is (or it fails) by what is known of its parts; of those that are no `and`, `or`, `not` what is said
    /// counts, too.
    fn so_far(
        &self,
        id: TermId,
        said: &BTreeMap<TermId, bool>,
        known: &mut BTreeMap<TermId, Option<bool>>,
    ) -> Option<bool> {
        if let Some(found) = known.get(&id) {
            return *found;
        }
        let joins = matches!(self.get(id), Term::Const(_) | Term::Not(_) | Term::Binary(Op::And | Op::Or, ..));
        let found = match joins {
            true => self.by_parts(id, |part| self.so_far(part, said, known)),
            false => said.get(&id).copied(),
        };
        known.insert(id, found);
        found
    }

    /// What `and`, `or` and `not` make of their parts.
    fn by_parts(&self, id: TermId, mut part: impl FnMut(TermId) -> Option<bool>) -> Option<bool> {
        if let Term::Const(value) = self.get(id) {
            Some(*value != 0)
        } else if let Term::Not(a) = self.get(id) {
            part(*a).map(|yes| !yes)
        } else if let Term::Binary(op @ (Op::And | Op::Or), a, b) = self.get(id) {
            // A yes decides `or`, a no decides `and`.
            let decides = *op == Op::Or;
            match part(*a) {
                Some(first) if first == decides => Some(decides),
                first => match (first, part(*b)) {
                    (_, Some(second)) if second == decides => Some(decides),
                    (Some(_), second) => second,
                    (None, _) => None,
                },
            }
        } else {
            None
        }
    }

    fn limit(&self, id: TermId) -> Option<(TermId, Limit)> {
        if let Term::Within(of, lo, hi) = self.get(id) {
            return Some((*of, Limit::Within(i128::from(*lo), i128::from(*hi))));
        }
        let Term::Binary(op, a, b) = self.get(id) else { return None };
        let [less, same, more] = op.so()?;
        let (of, unit, than, so) = match (self.constant(*a), self.constant(*b)) {
            (None, Some(than)) => (*a, *b, than, [less, same, more]),
            (Some(than), None) => (*b, *a, than, [more, same, less]),
            (None, None) | (Some(_), Some(_)) => return None,
        };
        let than = i128::from(than).checked_mul(self.den(of))?;
        Some((of, Limit::Than { so, times: self.den(unit), than }))
    }
}
