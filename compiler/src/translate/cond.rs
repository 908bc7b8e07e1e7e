//! Conditions, and what is known once they hold: after `u is Tank`, `u` has a tank's fields.

use super::maker::{Made, Told};
use super::ty::{Kinds, Noun, Ty};
use super::world::{Entry, World};
use super::writer::{About, Narrow, Source, Term, Writer};
use crate::diag::says;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Compare, ExprKind, Quantifier};
use wgr_runtime::ir::{BinaryOp, ExprId, FoldOp, UnaryOp};

/// A condition, and what it says about kinds when it holds and when it does not.
pub(crate) struct Cond {
    pub(crate) id: ExprId,
    pub(crate) yes: Vec<Narrow>,
    pub(crate) no: Vec<Narrow>,
}

impl Cond {
    fn plain(id: ExprId) -> Cond {
        Cond { id, yes: Vec::new(), no: Vec::new() }
    }
}

impl Writer<'_, '_> {
    pub(crate) fn cond(&mut self, expr: &ast::Expr) -> Made<Cond> {
        self.stand(expr.span);
        match &expr.kind {
            ExprKind::Not(inner) => {
                let cond = self.cond(inner)?;
                Ok(Cond { id: self.unary(UnaryOp::Not, cond.id), yes: cond.no, no: cond.yes })
            }
            ExprKind::And(a, b) => self.both(a, b),
            ExprKind::Or(a, b) => self.either(a, b),
            ExprKind::Compare(how, a, b) => self.compare(*how, a, b, expr.span),
            ExprKind::In { member, set, negated } => {
                let cond = self.is_in(member, set)?;
                Ok(if *negated { Cond::plain(self.unary(UnaryOp::Not, cond)) } else { Cond::plain(cond) })
            }
            ExprKind::Quantified { which, var, set, cond } => self.quantified(*which, var, set, cond),
            ExprKind::Exists { which, set } => self.exists(*which, set),
            ExprKind::Applies(title) => Ok(Cond::plain(self.applies(title)?)),
            ExprKind::Supposing(supposing) => Ok(Cond::plain(self.supposing(supposing, expr.span)?)),
            _ => {
                let term = self.expr(expr, Some(Ty::YesNo))?;
                Ok(Cond::plain(self.coerce(term, Ty::YesNo, expr)?))
            }
        }
    }

    fn both(&mut self, a: &ast::Expr, b: &ast::Expr) -> Made<Cond> {
        let first = self.cond(a);
        let known = first.as_ref().map(|cond| cond.yes.clone()).unwrap_or_default();
        let second = self.given(&known, |writer| writer.cond(b));
        let (mut first, second) = (first?, second?);
        first.yes.extend(second.yes);
        Ok(Cond { id: self.binary(BinaryOp::And, first.id, second.id), yes: first.yes, no: Vec::new() })
    }

    fn either(&mut self, a: &ast::Expr, b: &ast::Expr) -> Made<Cond> {
        let first = self.cond(a);
        let known = first.as_ref().map(|cond| cond.no.clone()).unwrap_or_default();
        let second = self.given(&known, |writer| writer.cond(b));
        let (mut first, second) = (first?, second?);
        first.no.extend(second.no);
        // `u is A or u is B`: it is one of both.
        let yes = first.yes.iter().filter_map(|(about, kinds)| {
            let (_, other) = second.yes.iter().find(|(of, _)| of == about)?;
            Some((*about, kinds.or(*other)))
        });
        let yes = yes.collect();
        Ok(Cond { id: self.binary(BinaryOp::Or, first.id, second.id), yes, no: first.no })
    }

    /// Something that holds only while this is known.
    pub(crate) fn given<T>(&mut self, known: &[Narrow], what: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.narrowed.len();
        self.narrowed.extend_from_slice(known);
        let done = what(self);
        self.narrowed.truncate(before);
        done
    }

    fn compare(&mut self, how: Compare, a: &ast::Expr, b: &ast::Expr, span: Span) -> Made<Cond> {
        if let ExprKind::Name(name) = &b.kind
            && matches!(how, Compare::Is | Compare::IsNot)
            && self.bound(&name.text).is_none()
            && let Some(Entry::Kind(index)) = self.m.world.entry(&name.text)
        {
            return self.is_kind(how, a, index, span);
        }
        if self.ratio_parts(a).is_some() || self.ratio_parts(b).is_some() {
            return self.compare_ratio(how, a, b, span).map(Cond::plain);
        }
        let left = self.expr(a, None);
        let want = left.as_ref().ok().map(|term| term.ty);
        let right = self.expr(b, want);
        let (left, right) = (left?, right?);
        self.compared(how, left, right, a, b, span)
    }

    fn compared(
        &mut self,
        how: Compare,
        left: Term,
        right: Term,
        a: &ast::Expr,
        b: &ast::Expr,
        span: Span,
    ) -> Made<Cond> {
        self.stand(span);
        self.comparable(how, left.ty, right.ty, a, b)?;
        // A set compared with a member: is it just that one?
        let op = match how {
            Compare::Is => BinaryOp::Eq,
            Compare::IsNot => BinaryOp::Ne,
            Compare::Less => BinaryOp::Lt,
            Compare::AtMost => BinaryOp::Le,
            Compare::More => BinaryOp::Gt,
            Compare::AtLeast => BinaryOp::Ge,
        };
        Ok(Cond::plain(self.binary(op, left.id, right.id)))
    }

    fn comparable(&mut self, how: Compare, left: Ty, right: Ty, a: &ast::Expr, b: &ast::Expr) -> Made<()> {
        let equality = matches!(how, Compare::Is | Compare::IsNot);
        match (left, right) {
            (Ty::Number { unit, .. }, Ty::Number { unit: other, .. }) => {
                self.same_unit(unit, other, a.span, b.span)?;
                Ok(())
            }
            (Ty::Step(x), Ty::Step(y)) if x == y => Ok(()),
            (Ty::YesNo, Ty::YesNo) if equality => Ok(()),
            (Ty::One(_) | Ty::Maybe(_), Ty::Nothing) if equality => Ok(()),
            (Ty::Notation(x), Ty::Notation(y)) if x == y && equality => Ok(()),
            (Ty::One(x) | Ty::Maybe(x), Ty::One(y) | Ty::Maybe(y)) if x.alike(y) => {
                let ordered = match x {
                    Noun::Enum(index) => self.m.world.enums.get(index).is_some_and(|def| def.ordered),
                    Noun::Piece(_) | Noun::Hex | Noun::Hexside | Noun::Direction => false,
                };
                if equality || ordered {
                    return Ok(());
                }
                let (name, at) = (self.m.world.noun_name(x), self.place(a.span.to(b.span)));
                Err(self.tell(says::not_in_order(&name, at)))
            }
            (left, right) => {
                let names = (self.m.world.ty_name(left), self.m.world.ty_name(right));
                let places = (self.place(a.span), self.place(b.span));
                Err(self.tell(says::cannot_compare(&names.0, &names.1, places.0, places.1)))
            }
        }
    }

    fn is_kind(&mut self, how: Compare, a: &ast::Expr, index: usize, span: Span) -> Made<Cond> {
        let term = self.expr(a, None)?;
        let Some(kind) = self.m.world.kinds.get(index) else { return Err(Told) };
        let (kinds, table) = (kind.kinds, kind.table);
        let (Ty::One(Noun::Piece(known)) | Ty::Maybe(Noun::Piece(known))) = term.ty else {
            let (found, at) = (self.m.world.ty_name(term.ty), self.place(a.span));
            return Err(self.tell(says::wrong_type(&found, "a piece", at)));
        };
        let never = known.and(kinds).is_empty();
        if never {
            let (is, kind) = (self.m.world.kinds_name(known), self.m.world.kinds_name(kinds));
            let at = self.place(span);
            return Err(self.tell(says::never_of_kind(&is, &kind, at)));
        }
        self.stand(span);
        let piece = match term.ty {
            Ty::One(_) => term.id,
            _ => self.unary(UnaryOp::The, term.id),
        };
        let test = self.look(table, vec![piece]);
        let about = self.about(a);
        let narrow = |kinds: Kinds| about.map(|about| (about, kinds)).into_iter().collect::<Vec<Narrow>>();
        let (yes, no) = (narrow(kinds), narrow(known.without(kinds)));
        Ok(match how {
            Compare::IsNot => Cond { id: self.unary(UnaryOp::Not, test), yes: no, no: yes },
            _ => Cond { id: test, yes, no },
        })
    }

    /// What a name stands for, where it is a name of one thing.
    pub(crate) fn about(&self, expr: &ast::Expr) -> Option<About> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        match self.bound(&name.text) {
            Some(bound) => Some(About::Local(bound.local)),
            None => self.kept(&name.text).filter(|kept| !kept.each_side).map(|kept| About::Cell(kept.cell)),
        }
    }

    /// `a / b < 1/2`, crosswise, so that it stays exact.
    fn compare_ratio(&mut self, how: Compare, a: &ast::Expr, b: &ast::Expr, span: Span) -> Made<ExprId> {
        let mut sides = Vec::new();
        for side in [a, b] {
            sides.push(match self.ratio_parts(side) {
                Some((num, den)) => (num, Some(den)),
                None => (side, None),
            });
        }
        let [(a, under_a), (b, under_b)] = sides.as_slice() else { return Err(Told) };
        let left = self.times(a, *under_b)?;
        let right = self.times(b, *under_a)?;
        self.stand(span);
        let op = match how {
            Compare::Is => BinaryOp::Eq,
            Compare::IsNot => BinaryOp::Ne,
            Compare::Less => BinaryOp::Lt,
            Compare::AtMost => BinaryOp::Le,
            Compare::More => BinaryOp::Gt,
            Compare::AtLeast => BinaryOp::Ge,
        };
        Ok(self.binary(op, left, right))
    }

    fn times(&mut self, a: &ast::Expr, by: Option<&ast::Expr>) -> Made<ExprId> {
        let term = self.expr(a, None)?;
        self.must_be_number(term, a)?;
        let Some(by) = by else { return Ok(term.id) };
        let other = self.expr(by, None)?;
        self.must_be_number(other, by)?;
        Ok(self.binary(BinaryOp::Mul, term.id, other.id))
    }

    /// `3/1` where a step of a scale is wanted.
    pub(crate) fn odds(&mut self, expr: &ast::Expr, want: Option<Ty>) -> Made<Option<Term>> {
        let (Some(Ty::Step(scale)), ExprKind::Arithmetic(..), Some(wanted)) =
            (want, &expr.kind, super::types::ratio(expr))
        else {
            return Ok(None);
        };
        match self.m.world.scales.get(scale).and_then(|def| def.step(wanted)) {
            Some(step) => Ok(Some(Term { id: self.number(step, 1), ty: Ty::Step(scale) })),
            None => {
                let at = self.place(expr.span);
                let text = self.m.sources.text(at).to_owned();
                Err(self.tell(says::no_such_value(&text, "this scale", &[], at)))
            }
        }
    }

    fn is_in(&mut self, member: &ast::Expr, set: &ast::Expr) -> Made<ExprId> {
        if let ExprKind::Range(from, to) = &set.kind {
            return self.in_range(member, from, to);
        }
        if let Some(id) = self.in_zone(member, set)? {
            return Ok(id);
        }
        let member_term = self.expr(member, None)?;
        let Some(noun) = member_term.ty.noun() else {
            return self.number_in_list(member, set);
        };
        let term = self.expr(set, Some(Ty::Set(noun)))?;
        match term.ty {
            Ty::Set(of) if of.alike(noun) => {
                self.stand(member.span);
                let one = match member_term.ty {
                    Ty::Maybe(_) => self.unary(UnaryOp::The, member_term.id),
                    _ => member_term.id,
                };
                Ok(self.binary(BinaryOp::In, one, term.id))
            }
            Ty::Nothing => Ok(self.truth(false)),
            other => {
                let names = (self.m.world.ty_name(other), self.m.world.noun_name(noun));
                let at = self.place(set.span);
                Err(self.tell(says::wrong_type(&names.0, &format!("a set of {}", names.1), at)))
            }
        }
    }

    fn in_range(&mut self, member: &ast::Expr, from: &ast::Expr, to: &ast::Expr) -> Made<ExprId> {
        let mut sides = Vec::new();
        for (bound, op) in [(from, BinaryOp::Ge), (to, BinaryOp::Le)] {
            let value = self.expr(member, None)?;
            let (unit, _) = self.must_be_number(value, member)?;
            let bound_term = self.expr(bound, Some(value.ty))?;
            let (other, _) = self.must_be_number(bound_term, bound)?;
            self.same_unit(unit, other, member.span, bound.span)?;
            sides.push(self.binary(op, value.id, bound_term.id));
        }
        self.all_of(sides).ok_or(Told)
    }

    /// `x in [1, 3, 5]`: one of these numbers.
    fn number_in_list(&mut self, member: &ast::Expr, set: &ast::Expr) -> Made<ExprId> {
        let ExprKind::List(items) = &set.kind else {
            let at = self.place(set.span);
            return Err(self.tell(says::wrong_type("this", "a set or a list", at)));
        };
        let mut any: Option<ExprId> = None;
        for item in items {
            let one = self.compare(Compare::Is, member, item, member.span.to(set.span))?.id;
            any = Some(match any {
                None => one,
                Some(before) => self.binary(BinaryOp::Or, before, one),
            });
        }
        Ok(any.unwrap_or_else(|| self.truth(false)))
    }

    fn quantified(&mut self, which: Quantifier, var: &ast::Name, set: &ast::Expr, cond: &ast::Expr) -> Made<Cond> {
        let at = self.fresh_name(var)?;
        let before = self.scope.len();
        let source = self.source(set, &var.text, at)?;
        let value = self.cond(cond);
        self.scope.truncate(before);
        let value = value?.id;
        self.stand(set.span);
        let op = if which == Quantifier::Every { FoldOp::Every } else { FoldOp::Any };
        let folded = self.fold(op, source, Some(value), None);
        Ok(Cond::plain(if which == Quantifier::No { self.unary(UnaryOp::Not, folded) } else { folded }))
    }

    /// `any S`, `no S`.
    fn exists(&mut self, which: Quantifier, set: &ast::Expr) -> Made<Cond> {
        let before = self.scope.len();
        let at = self.place(set.span);
        let source = self.source(set, " one", at);
        self.scope.truncate(before);
        let id = self.some(source?);
        Ok(Cond::plain(if which == Quantifier::No { self.unary(UnaryOp::Not, id) } else { id }))
    }

    pub(crate) fn some(&mut self, source: Source) -> ExprId {
        let value = self.truth(true);
        self.fold(FoldOp::Any, source, Some(value), None)
    }
}

impl World<'_> {
    /// Names of kinds, for "did you mean".
    pub(crate) fn kind_names(&self) -> Vec<String> {
        self.kinds.iter().map(|kind| kind.name.clone()).collect()
    }
}
