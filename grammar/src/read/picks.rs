//! `who picks COUNT SET as NAME such that { } or if none of SET otherwise { }`

use super::cx::Cx;
use super::expr::next;
use super::names::label;
use super::pairs::{Kids, Part, Rule};
use super::row::first_of;
use super::stmt::{Blocks, tails};
use crate::ast::{Count, Expr, Picks, Stmt, StmtKind, SuchThat, Tier};
use crate::fault::{Context, FaultKind};
use crate::line::{Node, Nodes};
use crate::span::Span;

pub(crate) fn picks(
    cx: &mut Cx<'_, '_>,
    by: Expr,
    part: Part<'_>,
    blocks: &mut Blocks<'_>,
    stmt: &mut Stmt,
) -> StmtKind {
    let span = part.span();
    let mut kids = part.kids();
    if let Some(part) = kids.one(Rule::a_number) {
        return a_number(cx, by, part, blocks);
    }
    let Some(count) = kids.one(Rule::count).map(|part| count(cx, part, span)) else { return StmtKind::Broken };
    let tiers = vec![Tier { set: next(cx, &mut kids, span) }];
    let into = next(cx, &mut kids, span);
    let mut picks = Picks { by, count, tiers, into, such_that: Vec::new(), otherwise: None };
    behind(cx, &mut kids, blocks, &mut picks, span);
    while !blocks.rest.is_empty() && !blocks.told {
        let place = blocks.rest.first().map_or(span, |piece| piece.head);
        let Some((mut kids, other)) = blocks.more(cx) else { break };
        if other.is_some() {
            cx.fault(place, FaultKind::ElseAlone);
            blocks.told = true;
            break;
        }
        behind(cx, &mut kids, blocks, &mut picks, place);
        tails(&mut kids, stmt);
    }
    StmtKind::Picks(Box::new(picks))
}

/// `picks a number in 1..2 as extra`
fn a_number(cx: &mut Cx<'_, '_>, by: Expr, part: Part<'_>, blocks: &mut Blocks<'_>) -> StmtKind {
    let span = part.span();
    let mut kids = part.kids();
    let from = next(cx, &mut kids, span);
    kids.has(Rule::range_to);
    let bounds = Box::new((from, next(cx, &mut kids, span)));
    let into = next(cx, &mut kids, span);
    let otherwise = kids.has(Rule::otherwise).then(|| blocks.must(cx, "otherwise"));
    if let (None, Some(nodes)) = (&otherwise, &blocks.first.block) {
        cx.fault(first_of(nodes.span), FaultKind::UnwantedBlock);
        blocks.told = true;
    }
    StmtKind::PicksNumber { by, bounds, into, otherwise }
}

/// Tiers, then what the next block is.
fn behind(cx: &mut Cx<'_, '_>, kids: &mut Kids<'_>, blocks: &mut Blocks<'_>, picks: &mut Picks, span: Span) {
    while let Some(tier) = kids.one(Rule::or_if_none) {
        picks.tiers.push(Tier { set: next(cx, &mut tier.kids(), span) });
    }
    if kids.has(Rule::such_that) {
        if blocks.first.block.is_none() {
            blocks.must(cx, "such that");
        }
        let lines = blocks.first.block.as_ref().map(|nodes| such_lines(cx, nodes));
        picks.such_that.extend(lines.unwrap_or_default());
    } else if kids.has(Rule::otherwise) {
        if picks.otherwise.is_some() {
            cx.fault(blocks.first.head, FaultKind::Twice { what: "otherwise".to_owned() });
        }
        picks.otherwise = Some(blocks.must(cx, "otherwise"));
    } else if let Some(nodes) = &blocks.first.block {
        cx.fault(first_of(nodes.span), FaultKind::UnwantedBlock);
        blocks.told = true;
    }
}

/// How many; `part` holds the way in which it is said.
pub(crate) fn count(cx: &mut Cx<'_, '_>, part: Part<'_>, span: Span) -> Count {
    part.kids().next().map_or(Count::Any, |part| bounds(cx, part, span))
}

/// `1`, `2..3`, `1 or more`
pub(crate) fn bounds(cx: &mut Cx<'_, '_>, part: Part<'_>, span: Span) -> Count {
    let rule = part.rule();
    let mut kids = part.kids();
    if matches!(rule, Rule::any_many | Rule::any_more) {
        return Count::Any;
    }
    let first = next(cx, &mut kids, span);
    match rule {
        Rule::up_to => Count::UpTo(first),
        Rule::or_more => Count::OrMore(first),
        Rule::between | Rule::from_to => {
            kids.has(Rule::range_to);
            Count::Between(first, next(cx, &mut kids, span))
        }
        _ => Count::Exactly(first),
    }
}

fn such_lines(cx: &mut Cx<'_, '_>, nodes: &Nodes) -> Vec<SuchThat> {
    nodes.nodes.iter().filter_map(|node| such_line(cx, node)).collect()
}

fn such_line(cx: &mut Cx<'_, '_>, node: &Node) -> Option<SuchThat> {
    let piece = node.parts.first()?;
    let part = cx.read(Rule::such_line, &piece.tokens, Context::SuchThat)?;
    if let Some(nodes) = &piece.block {
        cx.fault(first_of(nodes.span), FaultKind::UnwantedBlock);
    }
    let mut kids = part.kids();
    let (mut cases, mut title) = (Vec::new(), None);
    label(cx, &mut kids, &mut cases, &mut title);
    let (mut least, mut most, mut weight, mut alike) = (None, None, None, None);
    for part in kids {
        let (rule, place) = (part.rule(), part.span());
        let mut inner = part.kids();
        match rule {
            Rule::such_bound => {
                let Some(bound) = inner.next() else { continue };
                let rule = bound.rule();
                let value = next(cx, &mut bound.kids(), place);
                if rule != Rule::at_least {
                    most = Some(value.clone());
                }
                if rule != Rule::at_most {
                    least = Some(value);
                }
            }
            Rule::such_weight => weight = Some(next(cx, &mut inner, place)),
            _ => alike = Some(next(cx, &mut inner, place)),
        }
    }
    Some(SuchThat { span: node.span, cases, title, least, most, weight, alike })
}
