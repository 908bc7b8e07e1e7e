//! Do two verdicts say the same? In: two trees. Out: yes or no, whatever the spelling: `06` is `6`, `- 1` is `+ -1`,
//! `3` beside `3 steps` takes on its measure, `1 step` and `1 steps` are one.

use wgr_grammar::ast::{Expr, ExprKind, Name, Phrase, Stmt, StmtKind, Supposing, Verdict, VerdictKind};

pub(crate) fn same_verdict(a: &Verdict, b: &Verdict) -> bool {
    use VerdictKind as V;
    match (&a.kind, &b.kind) {
        (V::Equals(a), V::Equals(b))
        | (V::Plus(a), V::Plus(b))
        | (V::Minus(a), V::Minus(b))
        | (V::Times(a), V::Times(b))
        | (V::AtLeast(a), V::AtLeast(b))
        | (V::AtMost(a), V::AtMost(b))
        | (V::Needs(a), V::Needs(b)) => same(a, b),
        (V::Plus(plus), V::Minus(minus)) | (V::Minus(minus), V::Plus(plus)) => {
            matches!(&plus.kind, ExprKind::Negative(inner) if same(inner, minus))
        }
        (
            V::From { source: a, within: a_within, distance: a_far },
            V::From { source: b, within: b_within, distance: b_far },
        ) => a_within == b_within && same(a, b) && same(a_far, b_far),
        (V::Rounded(a), V::Rounded(b)) => a == b,
        (V::Best(a), V::Best(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (V::Duty(a), V::Duty(b)) => a == b,
        (V::Remembers(a), V::Remembers(b)) => a.text == b.text,
        (V::Hole(a), V::Hole(b)) => a.text == b.text,
        (V::Yes, V::Yes)
        | (V::No, V::No)
        | (V::Stop, V::Stop)
        | (V::Pass, V::Pass)
        | (V::Off, V::Off)
        | (V::Avoid, V::Avoid)
        | (V::Blocked, V::Blocked)
        | (V::Open, V::Open)
        | (V::Waives, V::Waives)
        | (V::ByConstruction, V::ByConstruction) => true,
        _ => false,
    }
}

fn same(a: &Expr, b: &Expr) -> bool {
    use ExprKind as E;
    match (&a.kind, &b.kind) {
        (E::Number(a), E::Number(b)) => bare_number(a) == bare_number(b),
        (E::Unit(a, a_unit), E::Unit(b, b_unit)) => same(a, b) && same_unit(a_unit, b_unit),
        (E::Unit(inner, _), _) => same(inner, b),
        (_, E::Unit(inner, _)) => same(a, inner),
        (E::Yes, E::Yes) | (E::No, E::No) | (E::None, E::None) => true,
        (E::Name(a), E::Name(b)) => a.text == b.text,
        (E::Field(a, a_name), E::Field(b, b_name)) => a_name.text == b_name.text && same(a, b),
        (E::Given(a_name, a), E::Given(b_name, b)) => a_name.text == b_name.text && same(a, b),
        (E::Call(a_name, a), E::Call(b_name, b)) | (E::Lookup(a_name, a), E::Lookup(b_name, b)) => {
            a_name.text == b_name.text && all(a, b)
        }
        (E::Phrase(a), E::Phrase(b)) => same_phrase(a, b),
        (E::List(a), E::List(b)) => all(a, b),
        (E::Range(a, a_to), E::Range(b, b_to)) => same(a, b) && same(a_to, b_to),
        (E::Not(a), E::Not(b)) | (E::Negative(a), E::Negative(b)) | (E::NumberOf(a), E::NumberOf(b)) => same(a, b),
        (E::And(a, a_too), E::And(b, b_too))
        | (E::Or(a, a_too), E::Or(b, b_too))
        | (E::Against(a, a_too), E::Against(b, b_too)) => same(a, b) && same(a_too, b_too),
        (E::Compare(a_how, a, a_too), E::Compare(b_how, b, b_too)) => {
            a_how == b_how && same(a, b) && same(a_too, b_too)
        }
        (E::In { member: a, set: a_set, negated: a_not }, E::In { member: b, set: b_set, negated: b_not }) => {
            a_not == b_not && same(a, b) && same(a_set, b_set)
        }
        (E::Arithmetic(a_how, a, a_too), E::Arithmetic(b_how, b, b_too)) => {
            a_how == b_how && same(a, b) && same(a_too, b_too)
        }
        (E::Rounded(a, a_how), E::Rounded(b, b_how)) => a_how == b_how && same(a, b),
        (
            E::Quantified { which: a_which, var: a_var, set: a_set, cond: a },
            E::Quantified { which: b_which, var: b_var, set: b_set, cond: b },
        ) => a_which == b_which && a_var.text == b_var.text && same(a_set, b_set) && same(a, b),
        (E::Exists { which: a_which, set: a }, E::Exists { which: b_which, set: b }) => {
            a_which == b_which && same(a, b)
        }
        (
            E::Total { which: a_which, value: a, var: a_var, set: a_set, otherwise: a_else },
            E::Total { which: b_which, value: b, var: b_var, set: b_set, otherwise: b_else },
        ) => {
            let shape = a_which == b_which && a_var.text == b_var.text;
            shape && same(a, b) && same(a_set, b_set) && both(a_else.as_deref(), b_else.as_deref())
        }
        (
            E::Hexes { within: a_within, distance: a_far, centre: a },
            E::Hexes { within: b_within, distance: b_far, centre: b },
        ) => a_within == b_within && same(a_far, b_far) && same(a, b),
        (E::Applies(a), E::Applies(b)) => a.text == b.text,
        (E::Supposing(a), E::Supposing(b)) => same_supposing(a, b),
        _ => false,
    }
}

/// As a number is meant: without zeros before it.
fn bare_number(text: &str) -> &str {
    let bare = text.trim_start_matches('0');
    if bare.is_empty() || bare.starts_with('.') { text } else { bare }
}

fn same_unit(a: &Name, b: &Name) -> bool {
    let forms = |name: &str| [name.to_owned(), format!("{name}s"), format!("{name}es")];
    a.text == b.text || forms(&a.text).contains(&b.text) || forms(&b.text).contains(&a.text)
}

fn all(a: &[Expr], b: &[Expr]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn both(a: Option<&Expr>, b: Option<&Expr>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

fn same_phrase(a: &Phrase, b: &Phrase) -> bool {
    let pairs = parts(a).into_iter().zip(parts(b));
    a.relation == b.relation && a.noun.text == b.noun.text && pairs.into_iter().all(|(a, b)| both(a, b))
}

fn parts(phrase: &Phrase) -> [Option<&Expr>; 5] {
    [&phrase.of, &phrase.at, &phrase.among, &phrase.other_than, &phrase.such].map(Option::as_ref)
}

fn same_supposing(a: &Supposing, b: &Supposing) -> bool {
    let shape = |of: &Supposing| (of.cases, of.budget, of.beyond, of.what.len());
    shape(a) == shape(b) && same(&a.cond, &b.cond) && a.what.iter().zip(&b.what).all(|(a, b)| same_done(a, b))
}

/// Only what can be supposed is looked at.
fn same_done(a: &Stmt, b: &Stmt) -> bool {
    match (&a.kind, &b.kind) {
        (
            StmtKind::Perform { name: a, args: a_args, cell: a_cell, into: a_into },
            StmtKind::Perform { name: b, args: b_args, cell: b_cell, into: b_into },
        ) => {
            let told = |name: &Option<Name>| name.as_ref().map(|name| name.text.clone());
            a.text == b.text && a_cell == b_cell && all(a_args, b_args) && told(a_into) == told(b_into)
        }
        (StmtKind::Goes { who: a, to: a_to, .. }, StmtKind::Goes { who: b, to: b_to, .. }) => {
            same(a, b) && same(a_to, b_to)
        }
        (StmtKind::Remove(a), StmtKind::Remove(b)) => same(a, b),
        (StmtKind::Becomes { place: a, value: a_value }, StmtKind::Becomes { place: b, value: b_value }) => {
            same(a, b) && same(a_value, b_value)
        }
        _ => false,
    }
}
