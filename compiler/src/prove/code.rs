//! Definitions of a few lines as one term: names that are given once, `if`, `return`. Loops are not among them.

use super::inline::{Bound, Closure, Inliner, Scope, Wanted};
use super::term::TermId;
use std::rc::Rc;
use wgr_runtime::ir::{ExprId, Scalar, Stmt, StmtKind, Type};

impl<'p> Inliner<'p> {
    /// What these statements return, one after the other.
    pub(super) fn block(&mut self, mut scope: Scope, stmts: &[&'p Stmt], wanted: &Wanted) -> Option<TermId> {
        let (first, rest) = stmts.split_first()?;
        match &first.kind {
            StmtKind::Return(Some(value)) => Some(self.wanted(&scope, *value, wanted)),
            StmtKind::Let { local, value, fresh: _ } => {
                let bound = match self.func(&scope).local(*local).ty {
                    Type::Scalar(place) => Bound::Term(self.value_in(&scope, *value, place)),
                    Type::Set(_) => Bound::Set(Rc::new(Closure { scope: scope.clone(), set: *value })),
                };
                scope.names.insert(*local, bound);
                self.deeper(|this| this.block(scope, rest, wanted)).flatten()
            }
            StmtKind::If { cond, then, other } => {
                let cond = self.value(&scope, *cond);
                let then: Vec<&Stmt> = then.0.iter().chain(rest.iter().copied()).collect();
                let other: Vec<&Stmt> = other.0.iter().chain(rest.iter().copied()).collect();
                let yes = self.deeper(|this| this.block(scope.clone(), &then, wanted)).flatten()?;
                let no = self.deeper(|this| this.block(scope, &other, wanted)).flatten()?;
                let ty = self.type_wanted(wanted);
                Some(self.terms.pick(cond, yes, no, ty))
            }
            StmtKind::Mark { .. } => self.deeper(|this| this.block(scope, rest, wanted)).flatten(),
            StmtKind::Fail { .. } => {
                let ty = self.type_wanted(wanted);
                Some(self.terms.fail(ty))
            }
            StmtKind::Return(None)
            | StmtKind::Set(_)
            | StmtKind::Together(_)
            | StmtKind::For { .. }
            | StmtKind::Repeat { .. }
            | StmtKind::Loop { .. }
            | StmtKind::Break
            | StmtKind::Ask(_)
            | StmtKind::Roll { .. }
            | StmtKind::Draw { .. }
            | StmtKind::Reveal { .. }
            | StmtKind::Seal
            | StmtKind::Settle { .. }
            | StmtKind::Look(_)
            | StmtKind::End(_)
            | StmtKind::Over(_)
            | StmtKind::Call { .. }
            | StmtKind::Erase(_)
            | StmtKind::Swap { .. }
            | StmtKind::Search(_)
            | StmtKind::Ray { .. }
            | StmtKind::Offer(_) => None,
        }
    }

    fn type_wanted(&self, wanted: &Wanted) -> Scalar {
        match wanted {
            Wanted::Value(ty) => *ty,
            Wanted::Member(_) => Scalar::BOOL,
        }
    }

    fn wanted(&mut self, scope: &Scope, value: ExprId, wanted: &Wanted) -> TermId {
        match wanted {
            Wanted::Value(ty) => {
                let term = self.value(scope, value);
                self.terms.convert(term, ty.what)
            }
            Wanted::Member(member) => self.member(scope, value, *member),
        }
    }
}
