//! What a condition says of names that may hold nobody.
//!
//! In: a condition as it is written. Out: which names it looks at (`lead is none`, `any lead`, `each u in lead`), and
//! which of them hold somebody once it is so, or once it is not.

use crate::translate::walk::expressions;
use std::collections::BTreeSet;
use wgr_grammar::ast::{Compare, Expr, ExprKind, Quantifier};

#[derive(Default)]
pub(super) struct Known<'w> {
    pub(super) yes: BTreeSet<&'w str>,
    pub(super) no: BTreeSet<&'w str>,
}

pub(super) fn named(expr: &Expr) -> Option<&str> {
    if let ExprKind::Name(name) = &expr.kind { Some(&name.text) } else { None }
}

/// The names that something in it looks at, and that need no writing before: of nobody there is nobody to speak of.
pub(super) fn tested(expr: &Expr) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    expressions(expr, &mut |part| match &part.kind {
        ExprKind::Compare(Compare::Is | Compare::IsNot, one, other) => found.extend(against_none(one, other)),
        ExprKind::Exists { set, .. }
        | ExprKind::NumberOf(set)
        | ExprKind::In { set, .. }
        | ExprKind::Quantified { set, .. }
        | ExprKind::Total { set, .. } => found.extend(named(set)),
        ExprKind::Phrase(phrase) => found.extend(phrase.among.as_ref().and_then(named)),
        _ => {}
    });
    found
}

fn against_none<'w>(one: &'w Expr, other: &'w Expr) -> Option<&'w str> {
    match (&one.kind, &other.kind) {
        (ExprKind::Name(name), ExprKind::None) | (ExprKind::None, ExprKind::Name(name)) => Some(&name.text),
        _ => None,
    }
}

pub(super) fn known(cond: &Expr) -> Known<'_> {
    let mut known = Known::default();
    match &cond.kind {
        ExprKind::Not(inner) => {
            let inner = self::known(inner);
            return Known { yes: inner.no, no: inner.yes };
        }
        ExprKind::And(a, b) => {
            let (a, b) = (self::known(a), self::known(b));
            return Known { yes: &a.yes | &b.yes, no: &a.no & &b.no };
        }
        ExprKind::Or(a, b) => {
            let (a, b) = (self::known(a), self::known(b));
            return Known { yes: &a.yes & &b.yes, no: &a.no | &b.no };
        }
        ExprKind::Compare(Compare::Is, a, b) => known.no.extend(against_none(a, b)),
        ExprKind::Compare(Compare::IsNot, a, b) => known.yes.extend(against_none(a, b)),
        ExprKind::Exists { which: Quantifier::Any, set } => known.yes.extend(named(set)),
        ExprKind::Exists { which: Quantifier::No, set } => known.no.extend(named(set)),
        _ => {}
    }
    known
}
