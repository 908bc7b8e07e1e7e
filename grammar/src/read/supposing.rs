//! `supposing .., condition`: what would be so if something were done.

use super::cx::Cx;
use super::expr::{all, next};
use super::names::declared;
use super::pairs::{Kids, Part, Rule};
use crate::ast::{ExprKind, Quantifier, Stmt, StmtKind, Supposing};
use crate::span::Span;

pub(crate) fn supposing(cx: &mut Cx<'_, '_>, mut kids: Kids<'_>, span: Span) -> ExprKind {
    let mut what = Vec::new();
    while let Some(part) = kids.one(Rule::supposed) {
        what.push(supposed(cx, part));
        kids.has(Rule::and);
    }
    let cond = next(cx, &mut kids, span);
    let cases = kids
        .one(Rule::in_cases)
        .map(|part| if part.text().contains("every") { Quantifier::Every } else { Quantifier::Any });
    let (mut budget, mut beyond) = (None, None);
    if let Some(part) = kids.one(Rule::budget) {
        let mut kids = part.kids();
        // A number that is too big stays one.
        budget = kids.one(Rule::number).map(|number| number.text().parse().unwrap_or(u32::MAX));
        beyond = kids.next().map(|part| part.rule() == Rule::yes);
    }
    ExprKind::Supposing(Box::new(Supposing { what, cond, cases, budget, beyond }))
}

fn supposed(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Stmt {
    let span = part.span();
    let mut kids = part.kids();
    let kind = match kids.peek() {
        Some(Rule::perform) => kids.next().map_or(StmtKind::Broken, |part| perform(cx, part)),
        Some(Rule::all_settles) => StmtKind::Settles,
        _ => {
            let (who, to) = (next(cx, &mut kids, span), next(cx, &mut kids, span));
            StmtKind::Goes { who, to, otherwise: None }
        }
    };
    Stmt { span, cases: Vec::new(), title: None, kind, ruling: None, provisional: None }
}

/// `perform convert(defender)`, `perform toll(u) as lost`, `perform crt[white, odds]`
pub(crate) fn perform(cx: &mut Cx<'_, '_>, part: Part<'_>) -> StmtKind {
    let mut kids = part.kids();
    let Some(name) = kids.one(Rule::name).map(|part| part.name()) else { return StmtKind::Broken };
    let cell = kids.peek() == Some(Rule::lookup);
    let given = kids.one(Rule::arguments).or_else(|| kids.one(Rule::lookup));
    let args = given.map_or_else(Vec::new, |part| all(cx, part.kids()));
    let into = kids.one(Rule::new_name).map(|part| declared(cx, &part));
    StmtKind::Perform { name, args, cell, into }
}
