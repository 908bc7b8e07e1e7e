//! `example`: what is started, answered and rolled, and what must have come of it.

use super::cx::Cx;
use super::expr::{any, new, next};
use super::names::{case, cases, title};
use super::pairs::{Kids, Part, Rule};
use super::row::first_of;
use crate::ast::{
    Asked, Case, Example, ExampleKind, ExampleStep, Expect, ExpectPart, Expr, ExprKind, ItemKind, Name, UnderErrata,
};
use crate::fault::{Context, FaultKind};
use crate::line::{Lines, Node};
use crate::shell::Shell;

pub(crate) fn example(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_example);
    let nodes = cx.body(shell, Lines::Steps);
    let steps = nodes.nodes.iter().map(|node| step(cx, node)).collect();
    let mut kids = head?.kids();
    let title = kids.one(Rule::title).and_then(title)?;
    let cases = kids.one(Rule::cases).map_or_else(Vec::new, |part| cases(cx, part));
    let mut under = Vec::new();
    while let Some(part) = kids.one(Rule::under_errata) {
        let (span, mut inner) = (part.span(), part.kids());
        let without = inner.has(Rule::without);
        under.push(UnderErrata { span, without, errata: inner.map(|part| part.string()).collect() });
    }
    let at = kids.one(Rule::at_scene).and_then(|part| part.kids().next()).map(|part| part.name());
    let after = kids.one(Rule::after).and_then(|part| part.kids().next()).map(|part| part.string());
    Some(ItemKind::Example(Example { title, cases, under, at, after, steps }))
}

fn step(cx: &mut Cx<'_, '_>, node: &Node) -> ExampleStep {
    let kind = said(cx, node).unwrap_or(ExampleKind::Broken);
    ExampleStep { span: node.span, kind }
}

fn said(cx: &mut Cx<'_, '_>, node: &Node) -> Option<ExampleKind> {
    let piece = node.parts.first()?;
    let part = cx.read(Rule::step_line, &piece.tokens, Context::Step)?.kids().next()?;
    if let Some(block) = &piece.block {
        cx.fault(first_of(block.span), FaultKind::UnwantedBlock);
        return None;
    }
    let (rule, span) = (part.rule(), part.span());
    let mut kids = part.kids();
    match rule {
        Rule::starts => {
            let action = kids.one(Rule::name)?.name();
            let args = counted(cx, &mut kids);
            Some(ExampleKind::When { action, args, by: side(&mut kids, Rule::by_side) })
        }
        Rule::answers => {
            let to = match kids.one(Rule::string) {
                Some(title) => Asked::Title(title.string()),
                None => Asked::Cases(cases(cx, kids.one(Rule::cases)?)),
            };
            let by = side(&mut kids, Rule::by_side);
            let colon = kids.has(Rule::said_so);
            Some(ExampleKind::Answer { to, by, colon, with: kids.map(|part| any(cx, part)).collect() })
        }
        Rule::goes_on => {
            let to_the_end = kids.has(Rule::the_end);
            let phase = if to_the_end { None } else { Some(kids.one(Rule::name)?.name()) };
            let printing = kids.one(Rule::title).and_then(title);
            Some(ExampleKind::OnTo { phase, printing, side: side(&mut kids, Rule::of_side) })
        }
        Rule::ends_so => {
            let result = kids.one(Rule::name)?.name();
            Some(ExampleKind::Over { result, from: from_rows(cx, &mut kids) })
        }
        Rule::rolls => Some(ExampleKind::Roll(kids.map(|part| any(cx, part)).collect())),
        Rule::draws => Some(ExampleKind::Draw(kids.map(|part| part.name()).collect())),
        Rule::refused => {
            let action = kids.next()?.name();
            let args = counted(cx, &mut kids);
            let to = if kids.has(Rule::going_to) { counted(cx, &mut kids) } else { Vec::new() };
            Some(ExampleKind::Refused { action, args, to, by: one_case(cx, &mut kids)? })
        }
        _ => {
            let cond = next(cx, &mut kids, span);
            Some(ExampleKind::Expect(Expect { cond, from: from_rows(cx, &mut kids) }))
        }
    }
}

fn from_rows(cx: &mut Cx<'_, '_>, kids: &mut Kids<'_>) -> Option<Vec<ExpectPart>> {
    kids.one(Rule::from_rows).map(|part| part.kids().filter_map(|part| amount(cx, part)).collect())
}

fn side(kids: &mut Kids<'_>, rule: Rule) -> Option<Name> {
    Some(kids.one(rule)?.kids().next()?.name())
}

fn counted(cx: &mut Cx<'_, '_>, kids: &mut Kids<'_>) -> Vec<Expr> {
    let mut found = Vec::new();
    while let Some(part) = kids.one(Rule::counted).or_else(|| kids.one(Rule::hexside)) {
        found.push(any(cx, part));
    }
    found
}

/// A case, of which there can be but one.
fn one_case(cx: &mut Cx<'_, '_>, kids: &mut Kids<'_>) -> Option<Case> {
    let part = kids.next()?;
    let mut found = Vec::new();
    case(cx, &part, &mut found);
    if found.len() > 1 {
        cx.fault(part.span(), FaultKind::Twice { what: "case".to_owned() });
    }
    found.into_iter().next()
}

/// `"Quality" +1`
fn amount(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Option<ExpectPart> {
    let span = part.span();
    let mut kids = part.kids();
    let title = kids.one(Rule::string)?.string();
    let times = kids.one(Rule::times).map(|sign| sign.span());
    kids.has(Rule::plus);
    let minus = kids.one(Rule::negative);
    let amount = kids.next().map(|part| any(cx, part));
    let amount = match minus {
        Some(sign) => amount.map(|amount| {
            let place = sign.span().to(if amount.span.end > 0 { amount.span } else { span });
            new(place, ExprKind::Negative(Box::new(amount)))
        }),
        None => amount,
    };
    Some(ExpectPart { title, times, amount })
}
