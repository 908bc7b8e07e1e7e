//! What is taken for granted. `never A with B`: for whatever members a goal speaks of, the two are not both yes. And
//! what a function's parameters always are.

use super::finding::Assumption;
use super::inline::{Bound, Inliner, Scope, Wanted};
use super::search::Barred;
use super::term::{Term, TermId};
use std::collections::BTreeMap;
use wgr_runtime::ir::{FuncId, LocalId, Scalar, Type};

/// Choices of members for one assumption.
const MOST: usize = 64;

impl Inliner<'_> {
    /// The pairs that are never both yes, for the variables and places in these terms.
    pub(super) fn never(&mut self, assumptions: &[Assumption], roots: &[TermId]) -> Vec<Barred> {
        if assumptions.is_empty() {
            return Vec::new();
        }
        let leaves: Vec<TermId> = self
            .terms
            .below(roots)
            .into_iter()
            .filter(|id| matches!(self.terms.get(*id), Term::Var(_) | Term::Cell(..)))
            .collect();
        let mut pairs = Vec::new();
        let nevers = assumptions.iter().filter_map(|assumption| match assumption {
            Assumption::Never { a, b } => Some((a, b)),
            Assumption::Given { .. }
            | Assumption::Among { .. }
            | Assumption::AtLeast { .. }
            | Assumption::Decides { .. }
            | Assumption::Held { .. }
            | Assumption::Within { .. } => None,
        });
        for (by, (a, b)) in nevers.enumerate() {
            let Some(names) = self.names([*a, *b]) else { continue };
            for choice in self.choices(&names, &leaves) {
                let pair = [*a, *b].map(|func| self.yes_no(func, &choice));
                if let [Some(a), Some(b)] = pair {
                    pairs.push(Barred { both: [a, b], by: by as u32 });
                }
            }
        }
        pairs
    }

    /// What always holds of the parameters of a function.
    pub(super) fn given(&mut self, assumptions: &[Assumption], scope: &Scope) -> TermId {
        let mut given = self.terms.truth(true);
        for assumption in assumptions {
            let one = match assumption {
                Assumption::Given { func, holds } if *func == scope.func => self.holds(scope, *holds),
                Assumption::Among { func, param, members } if *func == scope.func => match scope.names.get(param) {
                    Some(Bound::Term(term)) => Some(self.among(*term, members)),
                    Some(Bound::Set(_)) | None => None,
                },
                Assumption::Never { .. }
                | Assumption::Given { .. }
                | Assumption::Among { .. }
                | Assumption::AtLeast { .. }
                | Assumption::Decides { .. }
                | Assumption::Held { .. }
                | Assumption::Within { .. } => None,
            };
            if let Some(one) = one {
                given = self.terms.and(given, one);
            }
        }
        given
    }

    /// A yes/no query of the same parameters; none where they are not the same.
    fn holds(&mut self, scope: &Scope, holds: FuncId) -> Option<TermId> {
        let asked = self.program.funcs.get(holds.index()).filter(|func| func.ret == Some(Type::BOOL))?;
        let names = scope.names.clone();
        let types = names.iter().all(|(local, bound)| match (bound, asked.locals.get(local.index())) {
            (Bound::Term(term), Some(own)) => own.ty.scalar() == Some(self.terms.ty(*term)),
            (Bound::Term(_) | Bound::Set(_), _) => false,
        });
        if !types || names.len() != asked.params as usize {
            return None;
        }
        self.answer(Scope { func: holds, names }, None, Wanted::Value(Scalar::BOOL))
    }

    fn among(&mut self, member: TermId, members: &[u32]) -> TermId {
        let mut among = self.terms.truth(false);
        for run in members.chunk_by(|a, b| a.checked_add(1) == Some(*b)) {
            if let (Some(first), Some(last)) = (run.first(), run.last()) {
                let within = Term::Within(member, i64::from(*first), i64::from(*last));
                let within = self.terms.add(within, Scalar::BOOL);
                among = self.terms.or(among, within);
            }
        }
        among
    }

    /// The parameters of both, by name; none where one of them is no yes/no query of members and numbers.
    fn names(&self, both: [FuncId; 2]) -> Option<BTreeMap<String, Scalar>> {
        let mut names = BTreeMap::new();
        for func in both {
            let func = self.program.funcs.get(func.index()).filter(|func| func.ret == Some(Type::BOOL))?;
            for local in func.locals.iter().take(func.params as usize) {
                names.insert(local.name.clone(), local.ty.scalar()?);
            }
        }
        Some(names)
    }

    fn choices(&self, names: &BTreeMap<String, Scalar>, leaves: &[TermId]) -> Vec<BTreeMap<String, TermId>> {
        let mut choices = vec![BTreeMap::new()];
        for (name, ty) in names {
            let fits = leaves.iter().filter(|leaf| self.terms.ty(**leaf).what == ty.what);
            choices = fits
                .flat_map(|leaf| {
                    choices.iter().map(|choice| {
                        let mut choice: BTreeMap<String, TermId> = choice.clone();
                        choice.insert(name.clone(), *leaf);
                        choice
                    })
                })
                .take(MOST)
                .collect();
        }
        choices
    }

    fn yes_no(&mut self, func: FuncId, choice: &BTreeMap<String, TermId>) -> Option<TermId> {
        let called = self.program.func(func);
        let (mut names, mut key) = (BTreeMap::new(), Vec::new());
        for (at, local) in called.locals.iter().take(called.params as usize).enumerate() {
            let term = self.terms.narrow(*choice.get(&local.name)?, local.ty.scalar()?);
            names.insert(LocalId::new(at), Bound::Term(term));
            key.push(term);
        }
        self.answer(Scope { func, names }, Some(key), Wanted::Value(Scalar::BOOL))
    }
}
