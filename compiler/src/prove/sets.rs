//! Is a member in a set? Sets never become terms; only this question does.

use super::inline::{Bound, Inliner, Scope, Wanted};
use super::term::{Op, Term, TermId};
use wgr_runtime::ir::{BinaryOp, CellId, Expr, ExprId, Fold, FoldOp, Scalar, Type, UnaryOp};

impl<'p> Inliner<'p> {
    /// Yes exactly where `member` is there and in the set.
    pub(super) fn member(&mut self, scope: &Scope, set: ExprId, member: TermId) -> TermId {
        match self.deeper(|this| this.member_here(scope, set, member)) {
            Some(Some(term)) => term,
            Some(None) | None => self.maybe_in(scope, set, member),
        }
    }

    fn member_here(&mut self, scope: &Scope, set: ExprId, member: TermId) -> Option<TermId> {
        let Type::Set(domain) = self.type_of(scope.func, set) else { return None };
        let ids = self.program.member(domain);
        match self.func(scope).expr(set) {
            Expr::Empty(_) => Some(self.terms.truth(false)),
            Expr::All(_) => Some(self.within(member, ids)),
            Expr::Kind(kind) => {
                let kind = self.program.kind(*kind);
                Some(self.within(member, Scalar { lo: i64::from(kind.first), hi: i64::from(kind.last), ..ids }))
            }
            Expr::Local(local) => match scope.names.get(local).cloned() {
                Some(Bound::Set(closure)) => Some(self.member(&closure.scope, closure.set, member)),
                Some(Bound::Term(_)) | None => None,
            },
            Expr::Cell(cell, index) => Some(self.held(scope, *cell, index, member)),
            Expr::Unary(UnaryOp::Single, a) => {
                let only = self.value(scope, *a);
                let same = self.terms.compare(Op::Eq, member, only);
                let there = self.within(member, ids);
                Some(self.terms.and(there, same))
            }
            Expr::Binary(op, a, b) => self.joined(scope, *op, (*a, *b), member),
            Expr::If(cond, then, other) => {
                let cond = self.value(scope, *cond);
                let (then, other) = (self.member(scope, *then, member), self.member(scope, *other, member));
                Some(self.terms.pick(cond, then, other, Scalar::BOOL))
            }
            Expr::Fold(fold) => self.filtered(scope, fold, member),
            Expr::Call(func, args) => self.call(scope, *func, args, Wanted::Member(member)),
            Expr::Literal { .. }
            | Expr::None(_)
            | Expr::Peek { .. }
            | Expr::Table(..)
            | Expr::Unary(..)
            | Expr::Board(..)
            | Expr::Extend { .. }
            | Expr::Complete { .. }
            | Expr::Buyable { .. }
            | Expr::Spendable { .. }
            | Expr::Suppose(_) => None,
        }
    }

    fn within(&mut self, member: TermId, range: Scalar) -> TermId {
        let ty = self.terms.ty(member);
        if range.lo <= ty.lo && ty.hi <= range.hi {
            self.terms.truth(true)
        } else {
            self.terms.add(Term::Within(member, range.lo, range.hi), Scalar::BOOL)
        }
    }

    /// A member that is none or not in the range.
    pub(super) fn not_within(&mut self, member: TermId, range: Scalar) -> TermId {
        let within = self.within(member, range);
        self.terms.not(within)
    }

    fn held(&mut self, scope: &Scope, cell: CellId, index: &[ExprId], member: TermId) -> TermId {
        let places = &self.program.cell(cell).index;
        let index = index.iter().zip(places).map(|(id, place)| self.value_in(scope, *id, *place)).collect();
        self.terms.add(Term::Holds(cell, index, member), Scalar::BOOL)
    }

    fn joined(&mut self, scope: &Scope, op: BinaryOp, (a, b): (ExprId, ExprId), member: TermId) -> Option<TermId> {
        let (a, b) = (self.member(scope, a, member), self.member(scope, b, member));
        if op == BinaryOp::Union {
            return Some(self.terms.or(a, b));
        }
        let b = if op == BinaryOp::Minus { self.terms.not(b) } else { b };
        (op == BinaryOp::Minus || op == BinaryOp::Inter).then(|| self.terms.and(a, b))
    }

    fn filtered(&mut self, scope: &Scope, fold: &Fold, member: TermId) -> Option<TermId> {
        if fold.op != FoldOp::Filter {
            return None;
        }
        let of = self.member(scope, fold.over, member);
        let Type::Scalar(place) = self.func(scope).local(fold.var).ty else { return None };
        let mut inner = scope.clone();
        let narrow = self.terms.narrow(member, place);
        inner.names.insert(fold.var, Bound::Term(narrow));
        let guard = fold.guard.map(|guard| self.value(&inner, guard));
        Some(guard.map_or(of, |guard| self.terms.and(of, guard)))
    }

    /// Unknown whether it is in this set.
    fn maybe_in(&mut self, scope: &Scope, set: ExprId, member: TermId) -> TermId {
        let name = format!("who is in {}", self.called(scope, set));
        let mut key = vec![1, member.0];
        self.shape(scope, set, &mut key);
        self.unknown_by(key, name, Scalar::BOOL)
    }
}
