//! Conditions, and what is known once they hold: after `u is Tank`, `u` has a tank's fields.

use super::builder::{ErrorReported, Made};
use super::expr::surely;
use super::noted::Meant;
use super::reader::{About, Narrow, Reader, Sure};
use super::ty::{Kinds, Noun, Ty};
use super::unlike::helped;
use super::world::{Entry, ScaleDef, World};
use crate::diag::{Diagnostic, Severity, says};
use crate::hir::{Expr, Kind};
use std::collections::BTreeSet;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Compare, ExprKind, Quantifier};
use wgr_runtime::board::{Board, Hex};

/// A condition, and what it says about kinds when it holds and when it does not.
pub(crate) struct Cond {
    pub(crate) expr: Expr,
    pub(crate) yes: Vec<Narrow>,
    pub(crate) no: Vec<Narrow>,
}

impl Cond {
    fn plain(expr: Expr) -> Cond {
        Cond { expr, yes: Vec::new(), no: Vec::new() }
    }
}

impl Reader<'_, '_> {
    pub(crate) fn read_cond(&mut self, expr: &ast::Expr) -> Made<Cond> {
        match &expr.kind {
            ExprKind::Not(inner) => {
                let cond = self.read_cond(inner)?;
                Ok(Cond { expr: self.not(cond.expr, expr.span), yes: cond.no, no: cond.yes })
            }
            ExprKind::And(a, b) => self.both(a, b, expr.span),
            ExprKind::Or(a, b) => self.either(a, b, expr.span),
            ExprKind::Compare(how, a, b) => self.compare(*how, a, b, expr.span),
            ExprKind::In { member, set, negated } => {
                let cond = self.is_in(member, set, expr.span)?;
                Ok(Cond::plain(if *negated { self.not(cond, expr.span) } else { cond }))
            }
            ExprKind::Quantified { which, var, set, cond } => self.quantified(*which, var, set, cond, expr.span),
            ExprKind::Exists { which, set } => self.exists(*which, set, expr.span),
            ExprKind::Applies(title) => Ok(Cond::plain(self.applies(title)?)),
            ExprKind::Supposing(supposing) => Ok(Cond::plain(self.supposing(supposing, expr.span)?)),
            _ => {
                let read = self.read_expr(expr, Some(Ty::YesNo))?;
                Ok(Cond::plain(self.fit(read, Ty::YesNo, expr)?))
            }
        }
    }

    fn yes_no(&self, kind: Kind, span: Span) -> Expr {
        Expr::new(kind, Ty::YesNo, self.place(span))
    }

    fn not(&self, inner: Expr, span: Span) -> Expr {
        self.yes_no(Kind::Not(Box::new(inner)), span)
    }

    fn both(&mut self, a: &ast::Expr, b: &ast::Expr, span: Span) -> Made<Cond> {
        let first = self.read_cond(a);
        let known = self.known_if(true, first.as_ref().ok(), a);
        let second = self.given(&known, |reader| reader.read_cond(b));
        let (mut first, second) = (first?, second?);
        first.yes.extend(second.yes);
        let both = Kind::And(Box::new([first.expr, second.expr]));
        Ok(Cond { expr: self.yes_no(both, span), yes: first.yes, no: Vec::new() })
    }

    fn either(&mut self, a: &ast::Expr, b: &ast::Expr, span: Span) -> Made<Cond> {
        if let Some(told) = self.one_of_several(a, b) {
            return Err(self.tell(told));
        }
        let first = self.read_cond(a);
        let known = self.known_if(false, first.as_ref().ok(), a);
        let second = self.given(&known, |reader| reader.read_cond(b));
        let (mut first, second) = (first?, second?);
        first.no.extend(second.no);
        // `u is A or u is B`: it is one of both.
        let yes = first.yes.iter().filter_map(|(about, sure)| {
            let both = second.yes.iter().filter(|(of, _)| of == about).find_map(|(_, other)| match (sure, other) {
                (Sure::Kinds(kinds), Sure::Kinds(other)) => Some(Sure::Kinds(kinds.or(*other))),
                (Sure::There, Sure::There) => Some(Sure::There),
                (Sure::Kinds(_), Sure::There) | (Sure::There, Sure::Kinds(_)) => None,
            });
            Some((*about, both?))
        });
        let yes = yes.collect();
        let either = Kind::Or(Box::new([first.expr, second.expr]));
        Ok(Cond { expr: self.yes_no(either, span), yes, no: first.no })
    }

    /// What is known where a condition holds, or does not. Where it was not understood, what its words ask of kinds all the
    /// same, so that nothing is missed behind it but what it is wrong in.
    pub(crate) fn known_if(&self, holds: bool, read: Option<&Cond>, cond: &ast::Expr) -> Vec<Narrow> {
        match read {
            Some(read) if holds => read.yes.clone(),
            Some(read) => read.no.clone(),
            None => {
                let mut known = Vec::new();
                self.asked_in(holds, cond, &mut known);
                known
            }
        }
    }

    fn asked_in(&self, holds: bool, cond: &ast::Expr, known: &mut Vec<Narrow>) {
        match &cond.kind {
            ExprKind::Not(inner) => self.asked_in(!holds, inner, known),
            ExprKind::And(a, b) if holds => [a, b].iter().for_each(|part| self.asked_in(holds, part, known)),
            ExprKind::Or(a, b) if !holds => [a, b].iter().for_each(|part| self.asked_in(holds, part, known)),
            ExprKind::Compare(how @ (Compare::Is | Compare::IsNot), a, b) => {
                let (Some(about), so) = (self.about(a), (*how == Compare::Is) == holds) else { return };
                match &b.kind {
                    ExprKind::None if !so => known.push((about, Sure::There)),
                    ExprKind::Name(name) => {
                        let Some(Entry::Kind(index)) = self.m.world.entry(&name.text) else { return };
                        let Some(kind) = self.m.world.kinds.get(index) else { return };
                        let Some(Noun::Piece(before)) = self.stands_for(&a.kind).and_then(Ty::noun) else { return };
                        let left = if so { before.and(kind.kinds) } else { before.without(kind.kinds) };
                        if !left.is_empty() {
                            known.push((about, Sure::Kinds(left)));
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The type of a name of one thing.
    fn stands_for(&self, name: &ExprKind) -> Option<Ty> {
        let ExprKind::Name(name) = name else { return None };
        self.bound(&name.text).map(|bound| bound.ty).or_else(|| self.kept(&name.text).map(|kept| kept.ty))
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
            self.note(name.span, Meant::Item);
            return self.is_kind(how, a, index, span);
        }
        if let Some(expr) = self.compare_odds(how, a, b, span)? {
            return Ok(Cond::plain(expr));
        }
        if self.ratio_parts(a).is_some() || self.ratio_parts(b).is_some() {
            return self.compare_ratio(how, a, b, span).map(Cond::plain);
        }
        let left = self.read_beside(a, b);
        let want = left.as_ref().ok().map(|term| term.ty);
        // What cannot be read says nothing of what could be none beside it, nor of what a name is a member of.
        let judged = left.is_ok() || !matches!(b.kind, ExprKind::None | ExprKind::Name(_));
        let right = if judged { self.read_expr(b, want) } else { Err(ErrorReported) };
        let (left, right) = (left?, right?);
        if let (Kind::Member(Noun::Piece(_), _), Ty::Nothing) = (&left.kind, right.ty) {
            let at = self.place(a.span);
            let counter = self.m.sources.text(at);
            return Err(self.tell(says::counter_never_none(counter, at)));
        }
        self.comparable(how, left.ty, right.ty, a, b)?;
        if let (Kind::Number { value: 0, .. }, ExprKind::NumberOf(_)) = (&right.kind, &a.kind)
            && matches!(how, Compare::AtLeast | Compare::Less)
        {
            let text = self.m.sources.said(self.place(a.span));
            let told = says::never_less_than_none(&text, sign_of(how), self.place(span));
            return Err(self.tell(told));
        }
        self.never_none(left.ty, right.ty, a)?;
        if let Some(told) = self.never_on_the_map(how, &left.kind, (&right.kind, b), span) {
            let note = told.severity == Severity::Note;
            let reported = self.tell(told);
            if !note {
                return Err(reported);
            }
        }
        let named = match (&a.kind, &b.kind) {
            (ExprKind::None, _) => self.about(b),
            (_, ExprKind::None) => self.about(a),
            _ => None,
        };
        let there: Vec<Narrow> = named.map(|about| (about, Sure::There)).into_iter().collect();
        let expr = self.yes_no(Kind::Compare(how, Box::new([left, right])), span);
        Ok(match how {
            Compare::Is => Cond { expr, yes: Vec::new(), no: there },
            Compare::IsNot => Cond { expr, yes: there, no: Vec::new() },
            _ => Cond::plain(expr),
        })
    }

    /// `column(h) <= 0`: no hex of the map has such a number, or each.
    fn never_on_the_map(
        &self,
        how: Compare,
        left: &Kind,
        (right, said): (&Kind, &ast::Expr),
        span: Span,
    ) -> Option<Diagnostic> {
        let (of, what): (fn(&Board, Hex) -> u16, &str) = match left {
            Kind::Column(_) => (Board::column, "column"),
            Kind::Row(_) => (Board::row, "row"),
            _ => return None,
        };
        let Kind::Number { value, .. } = right else { return None };
        let board = self.m.board.as_ref()?;
        let numbers: BTreeSet<i64> = board.hexes().map(|hex| i64::from(of(board, hex))).collect();
        let (least, most) = (*numbers.first()?, *numbers.last()?);
        let never = match how {
            Compare::Is => *value < least || *value > most,
            Compare::Less => *value <= least,
            Compare::AtMost => *value < least,
            Compare::More => *value >= most,
            Compare::AtLeast => *value > most,
            Compare::IsNot => false,
        };
        let always = match how {
            Compare::Is => false,
            Compare::Less => *value > most,
            Compare::AtMost => *value >= most,
            Compare::More => *value < least,
            Compare::AtLeast => *value <= least,
            Compare::IsNot => *value < least || *value > most,
        };
        if always {
            return Some(says::always_on_the_map(what, [least, most], self.place(span)));
        }
        // One of a list may be so little while others are there.
        let told = || match how {
            Compare::Is => says::not_on_the_map(what, *value, [least, most], self.place(said.span)),
            _ => says::never_on_the_map(what, [least, most], self.place(span)),
        };
        never.then(told)
    }

    /// What stands on the other side says what this should be.
    fn read_beside(&mut self, expr: &ast::Expr, other: &ast::Expr) -> Made<Expr> {
        let beside = self.beside_of(other);
        let before = std::mem::replace(&mut self.beside, beside);
        let read = self.read_expr(expr, None);
        self.beside = before;
        read
    }

    /// `works(h) is not none`, where each hex has one of `Works`.
    fn never_none(&mut self, left: Ty, right: Ty, a: &ast::Expr) -> Made<()> {
        let (Ty::One(Noun::Enum(list)), Ty::Nothing) = (left, right) else { return Ok(()) };
        // Of a name that may be none something was asked before.
        if self.about(a).is_some() {
            return Ok(());
        }
        let at = self.place(a.span);
        let Some(def) = self.m.world.enums.get(list) else { return Err(ErrorReported) };
        let told = says::never_none(self.m.sources.text(at), &def.name, &def.members, at);
        Err(self.tell(told))
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
                if let Some(told) = self.hex_and_value((left, a), (right, b)) {
                    return Err(self.tell(told));
                }
                let names = (self.what_it_is(left), self.what_it_is(right));
                let places = (self.place(a.span), self.place(b.span));
                let of_scale = [left, right].iter().any(|ty| matches!(ty, Ty::Step(_)));
                let texts = [places.0, places.1].map(|at| (self.m.sources.text(at), at));
                if let Some((right, at)) =
                    texts.iter().find_map(|(text, at)| Some((as_odds(text)?, *at))).filter(|_| of_scale)
                {
                    return Err(self.tell(says::odds_with_dash(&right, at)));
                }
                let help = self.compared_otherwise(sign_of(how), (left, a), (right, b));
                let [one, other] = [a, b].map(|expr| self.m.sources.text(self.place(expr.span)));
                let told = says::cannot_compare((&names.0, one, places.0), (&names.1, other, places.1));
                let [own, beside] = [self.taken_for(left, a), self.taken_for(right, b)];
                let told = told.mismatch(places.0, &own, &beside).mismatch(places.1, beside, own);
                Err(self.tell(helped(told, help)))
            }
        }
    }

    fn is_kind(&mut self, how: Compare, a: &ast::Expr, index: usize, span: Span) -> Made<Cond> {
        let term = self.read_expr(a, None)?;
        let Some(kind) = self.m.world.kinds.get(index) else { return Err(ErrorReported) };
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
        let piece = if matches!(term.ty, Ty::One(_)) { term } else { self.asked_for(term, a)? };
        let test = self.yes_no(Kind::Printed(table, vec![piece]), span);
        let about = self.about(a);
        let narrow = |kinds: Kinds| about.map(|about| (about, Sure::Kinds(kinds))).into_iter().collect::<Vec<Narrow>>();
        let (yes, no) = (narrow(kinds), narrow(known.without(kinds)));
        Ok(match how {
            Compare::IsNot => Cond { expr: self.not(test, span), yes: no, no: yes },
            _ => Cond { expr: test, yes, no },
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
    fn compare_ratio(&mut self, how: Compare, a: &ast::Expr, b: &ast::Expr, span: Span) -> Made<Expr> {
        let mut sides = Vec::new();
        for side in [a, b] {
            sides.push(match self.ratio_parts(side) {
                Some((num, den)) => (num, Some(den)),
                None => (side, None),
            });
        }
        let [(a, under_a), (b, under_b)] = sides.as_slice() else { return Err(ErrorReported) };
        let left = self.times(a, *under_b, span)?;
        let right = self.times(b, *under_a, span)?;
        Ok(self.yes_no(Kind::Compare(how, Box::new([left, right])), span))
    }

    /// `a against b rounded down` beside something: both are steps of the scale of the other side, or of the only one there is.
    fn compare_odds(&mut self, how: Compare, a: &ast::Expr, b: &ast::Expr, span: Span) -> Made<Option<Expr>> {
        let (odds, other) = match (rounded_odds(a), rounded_odds(b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            (true, true) | (false, false) => return self.compare_two_odds(how, a, b, span),
        };
        let only = (self.m.world.scales.len() == 1).then_some(Ty::Step(0));
        let is_ratio =
            matches!(other.kind, ExprKind::Arithmetic(ast::Operator::Over, ..)) && super::types::ratio(other).is_some();
        let want = if is_ratio {
            if only.is_none() {
                return Err(self.odds_of_no_scale(odds));
            }
            only
        } else {
            match self.read_expr(other, None)?.ty {
                ty @ Ty::Step(_) => Some(ty),
                _ => only,
            }
        };
        let (left, right) = (self.read_expr(a, want)?, self.read_expr(b, want)?);
        self.comparable(how, left.ty, right.ty, a, b)?;
        Ok(Some(self.yes_no(Kind::Compare(how, Box::new([left, right])), span)))
    }

    /// Both are rounded ratios.
    fn compare_two_odds(&mut self, how: Compare, a: &ast::Expr, b: &ast::Expr, span: Span) -> Made<Option<Expr>> {
        if !rounded_odds(a) || !rounded_odds(b) {
            return Ok(None);
        }
        if self.m.world.scales.len() != 1 {
            return Err(self.odds_of_no_scale(a));
        }
        let want = Some(Ty::Step(0));
        let (left, right) = (self.read_expr(a, want)?, self.read_expr(b, want)?);
        Ok(Some(self.yes_no(Kind::Compare(how, Box::new([left, right])), span)))
    }

    fn odds_of_no_scale(&mut self, odds: &ast::Expr) -> ErrorReported {
        let at = self.place(odds.span);
        let scales: Vec<String> = self.m.world.scales.iter().map(|scale| scale.name.clone()).collect();
        let text = self.m.sources.said(at);
        self.tell(says::odds_of_no_scale(&text, &scales, at))
    }

    fn times(&mut self, a: &ast::Expr, by: Option<&ast::Expr>, span: Span) -> Made<Expr> {
        let term = self.read_expr(a, None)?;
        self.must_be_number(term.ty, a)?;
        let Some(by) = by else { return Ok(term) };
        let other = self.read_expr(by, None)?;
        self.must_be_number(other.ty, by)?;
        Ok(Expr::new(Kind::Times(Box::new([term, other])), Ty::COUNT, self.place(span)))
    }

    /// `3/1` where a step of a scale is wanted.
    pub(crate) fn odds(&mut self, expr: &ast::Expr, want: Option<Ty>) -> Made<Option<Expr>> {
        let (Some(Ty::Step(scale)), ExprKind::Arithmetic(..), Some(wanted)) =
            (want, &expr.kind, super::types::ratio(expr))
        else {
            return Ok(None);
        };
        match self.m.world.scales.get(scale).and_then(|def| def.step(wanted)) {
            Some(value) => {
                let at = self.place(expr.span);
                Ok(Some(Expr::new(Kind::Number { value, den: 1 }, Ty::Step(scale), at)))
            }
            None => {
                let at = self.place(expr.span);
                let text = self.m.sources.text(at).to_owned();
                let steps = self.m.world.scales.get(scale).map(ScaleDef::spelled).unwrap_or_default();
                Err(self.tell(says::no_such_step(&text, &steps, at)))
            }
        }
    }

    fn is_in(&mut self, member: &ast::Expr, set: &ast::Expr, span: Span) -> Made<Expr> {
        if let ExprKind::Range(from, to) = &set.kind {
            return self.in_range(member, from, to, span);
        }
        if let Some(zone) = self.in_zone(member, set)? {
            return Ok(zone);
        }
        if let ExprKind::Name(name) = &set.kind
            && let Some(index) = self.named_box(name)
        {
            return Err(self.box_is_no_set(index, set));
        }
        let one = self.read_beside(member, set)?;
        let Some(noun) = one.ty.noun() else {
            return self.number_in(member, set, span);
        };
        let all = self.read_expr(set, Some(Ty::Set(noun)))?;
        match all.ty {
            // None is in no set.
            Ty::Set(of) if of.alike(noun) && matches!(one.ty, Ty::Maybe(_)) => {
                let none = Expr::new(Kind::None(noun), Ty::Maybe(noun), one.at);
                let again = self.read_expr(member, None)?;
                let there = self.yes_no(Kind::Compare(Compare::IsNot, Box::new([again, none])), span);
                let within = self.yes_no(Kind::In(Box::new([surely(one), all])), span);
                Ok(self.yes_no(Kind::And(Box::new([there, within])), span))
            }
            Ty::Set(of) if of.alike(noun) => Ok(self.yes_no(Kind::In(Box::new([one, all])), span)),
            Ty::Nothing => Ok(self.yes_no(Kind::Truth(false), span)),
            other => {
                if let Some(told) = self.hex_and_value((one.ty, member), (other, set)) {
                    return Err(self.tell(told));
                }
                let names = (self.m.world.ty_name(other), self.m.world.noun_name(noun));
                let at = self.place(set.span);
                let help = self.found_in_otherwise((one.ty, member), (other, set));
                let told = says::wrong_type(&names.0, &format!("a set of {}", names.1), at);
                Err(self.tell(helped(told, help)))
            }
        }
    }

    fn in_range(&mut self, member: &ast::Expr, from: &ast::Expr, to: &ast::Expr, span: Span) -> Made<Expr> {
        let mut sides = Vec::new();
        for (bound, how) in [(from, Compare::AtLeast), (to, Compare::AtMost)] {
            let value = self.read_expr(member, None)?;
            if let Ty::One(Noun::Enum(index)) = value.ty {
                let ordered = self.m.world.enums.get(index).is_some_and(|def| def.ordered);
                let (of, at) = (self.m.world.ty_name(value.ty), self.place(member.span));
                let said = [member, from, to].map(|expr| self.m.sources.text(self.place(expr.span)));
                return Err(self.tell(says::range_of_members(said, &of, ordered, at)));
            }
            let (unit, _) = self.must_be_number(value.ty, member)?;
            let limit = self.read_expr(bound, Some(value.ty))?;
            let (other, _) = self.must_be_number(limit.ty, bound)?;
            self.same_unit(unit, other, member.span, bound.span)?;
            sides.push(self.yes_no(Kind::Compare(how, Box::new([value, limit])), span));
        }
        sides.into_iter().reduce(|a, b| self.yes_no(Kind::And(Box::new([a, b])), span)).ok_or(ErrorReported)
    }

    /// `x in [1, 3, 5]`: one of these numbers. Of a set of hexes `0404` is a hex.
    fn number_in(&mut self, member: &ast::Expr, set: &ast::Expr, span: Span) -> Made<Expr> {
        if let ExprKind::Arithmetic(ast::Operator::Minus, from, to) = &set.kind
            && [from, to].iter().all(|end| matches!(end.kind, ExprKind::Number(_)))
        {
            let [from, to] = [from, to].map(|end| self.m.sources.text(self.place(end.span)));
            return Err(self.tell(says::range_as_difference(&format!("{from}..{to}"), self.place(set.span))));
        }
        let ExprKind::List(items) = &set.kind else {
            let all = self.read_expr(set, None)?;
            let Ty::Set(noun) = all.ty else {
                let (found, at) = (self.m.world.ty_name(all.ty), self.place(set.span));
                if all.ty == Ty::One(Noun::Hex) {
                    let hex = self.m.sources.text(at);
                    return Err(self.tell(says::in_a_hex(hex, at)));
                }
                return Err(self.tell(says::wrong_type(&found, "a set or a list", at)));
            };
            let one = self.read_as(member, Ty::One(noun))?;
            return Ok(self.yes_no(Kind::In(Box::new([one, all])), span));
        };
        let span = member.span.to(set.span);
        let mut any: Option<Expr> = None;
        for item in items {
            let one = self.compare(Compare::Is, member, item, span)?.expr;
            any = Some(match any {
                None => one,
                Some(before) => self.yes_no(Kind::Or(Box::new([before, one])), span),
            });
        }
        Ok(any.unwrap_or_else(|| self.yes_no(Kind::Truth(false), span)))
    }

    fn quantified(
        &mut self,
        which: Quantifier,
        var: &ast::Name,
        set: &ast::Expr,
        cond: &ast::Expr,
        span: Span,
    ) -> Made<Cond> {
        let at = self.fresh_name(var)?;
        self.m.said().noted.each.push((at, var.text.clone()));
        let before = self.scope.len();
        let over = Box::new(self.read_source(set, &var.text, at)?);
        let value = self.read_cond(cond);
        self.scope.truncate(before);
        let value = Box::new(value?.expr);
        Ok(Cond::plain(match which {
            Quantifier::Every => self.yes_no(Kind::Every(over, value), span),
            Quantifier::Any => self.yes_no(Kind::Any(over, Some(value)), span),
            Quantifier::No => {
                let any = self.yes_no(Kind::Any(over, Some(value)), span);
                self.not(any, span)
            }
        }))
    }

    /// `any S`, `no S`.
    fn exists(&mut self, which: Quantifier, set: &ast::Expr, span: Span) -> Made<Cond> {
        if let Some(left) = self.left_in(set)? {
            let none = Expr::new(Kind::Number { value: 0, den: 1 }, Ty::COUNT, left.at);
            let how = if which == Quantifier::No { Compare::Is } else { Compare::More };
            return Ok(Cond::plain(self.yes_no(Kind::Compare(how, Box::new([left, none])), span)));
        }
        let before = self.scope.len();
        let at = self.place(set.span);
        let source = self.read_source(set, " one", at);
        self.scope.truncate(before);
        let any = self.yes_no(Kind::Any(Box::new(source?), None), span);
        let there: Vec<Narrow> = self.about(set).map(|about| (about, Sure::There)).into_iter().collect();
        Ok(match which {
            Quantifier::No => Cond { expr: self.not(any, span), yes: Vec::new(), no: there },
            _ => Cond { expr: any, yes: there, no: Vec::new() },
        })
    }
}

impl World<'_> {
    /// Names of kinds, for "did you mean".
    pub(crate) fn kind_names(&self) -> Vec<String> {
        self.kinds.iter().map(|kind| kind.name.clone()).collect()
    }
}

/// `a against b rounded down`, with or without brackets.
fn rounded_odds(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ExprKind::Against(_, b) => matches!(b.kind, ExprKind::Rounded(..)),
        ExprKind::Rounded(inner, _) => matches!(inner.kind, ExprKind::Against(..)),
        _ => false,
    }
}

/// `3/1` for `3-1`.
fn as_odds(text: &str) -> Option<String> {
    let (num, den) = text.split_once('-')?;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit());
    let (num, den) = (num.trim(), den.trim());
    (digits(num) && digits(den)).then(|| format!("{num}/{den}"))
}

/// As it is written.
fn sign_of(how: Compare) -> &'static str {
    match how {
        Compare::Is => "is",
        Compare::IsNot => "is not",
        Compare::Less => "<",
        Compare::AtMost => "<=",
        Compare::More => ">",
        Compare::AtLeast => ">=",
    }
}
