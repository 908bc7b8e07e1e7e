//! `never A with B`: for whatever members a goal speaks of, the two are not both yes.

use super::finding::Assumption;
use super::inline::{Bound, Inliner, Scope, Wanted};
use super::term::{Term, TermId};
use std::collections::BTreeMap;
use wgr_runtime::ir::{FuncId, LocalId, Scalar, Type};

/// Choices of members for one assumption.
const MOST: usize = 64;

impl Inliner<'_> {
    /// The pairs that are never both yes, for the variables and places in these terms.
    pub(super) fn never(&mut self, assumptions: &[Assumption], roots: &[TermId]) -> Vec<(TermId, TermId)> {
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
        for assumption in assumptions {
            let Some(names) = self.names(assumption) else { continue };
            for choice in self.choices(&names, &leaves) {
                let pair = [assumption.a, assumption.b].map(|func| self.yes_no(func, &choice));
                if let [Some(a), Some(b)] = pair {
                    pairs.push((a, b));
                }
            }
        }
        pairs
    }

    /// The parameters of both, by name; none where one of them is no yes/no query of members and numbers.
    fn names(&self, assumption: &Assumption) -> Option<BTreeMap<String, Scalar>> {
        let mut names = BTreeMap::new();
        for func in [assumption.a, assumption.b] {
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
