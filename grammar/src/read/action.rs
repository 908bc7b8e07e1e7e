//! Items that are done: `action`, `procedure`, `purchase`, `rule`, `sequence`.

use super::cx::Cx;
use super::expr::{any, for_each, next, only};
use super::names::{cases, declared, declared_names, layer, names, of_layer, title};
use super::only_lines;
use super::pairs::{Part, Rule};
use super::simple::how_often;
use super::stmt::block;
use super::types::{parameters, ty};
use crate::ast::{
    Action, Block, By, Entry, ItemKind, Keep, Limit, Moment, Occasion, Procedure, Purchase, Role, Sequence, SpanOf,
    Whenever,
};
use crate::fault::{Context, FaultKind};
use crate::line::{Lines, Node, Nodes};
use crate::shell::Shell;
use crate::span::Span;

/// The statements under a head, which may be wrong itself.
fn body(cx: &mut Cx<'_, '_>, shell: &Shell) -> Block {
    let nodes = cx.body(shell, Lines::Statements);
    block(cx, &nodes)
}

/// A part of a head that stands there twice.
fn once(cx: &mut Cx<'_, '_>, at: Span, word: &str, first: bool) {
    if !first {
        cx.fault(at, FaultKind::Twice { what: word.to_owned() });
    }
}

pub(crate) fn action(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_action);
    let Some(head) = head else {
        let nodes = only_lines(cx, shell, Lines::Statements)?;
        first_lines(cx, nodes);
        return None;
    };
    let mut kids = head.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let params = kids.one(Rule::parameters);
    let mut before = params.as_ref().map_or(name.span, Part::span).end;
    let params = params.map_or_else(Vec::new, |part| parameters(cx, part));
    let (mut printed, mut found, mut layer, mut by, mut during) = (None, Vec::new(), None, None, Vec::new());
    let mut in_place = None;
    for part in kids {
        let span = Span { start: before, end: part.span().end };
        before = span.end;
        match part.rule() {
            Rule::title => printed = title(part),
            Rule::cases => found.extend(cases(cx, part)),
            Rule::of_layer => layer = Some(of_layer(part)),
            Rule::in_place_of => in_place = part.kids().one(Rule::name).map(|part| part.name()),
            Rule::by_whom => {
                let (at, side) = (part.span(), only(cx, part));
                once(cx, at, "by", by.replace(By { span, side }).is_none());
            }
            _ => {
                let (at, named) = (part.span(), names(&mut part.kids(), Rule::name));
                once(cx, at, "during", during.is_empty());
                during.extend(named);
            }
        }
    }
    let nodes = cx.body(shell, Lines::Statements);
    let (limits, roles, keeps, body) = first_lines(cx, nodes);
    Some(ItemKind::Action(Action {
        name,
        title: printed,
        params,
        cases: found,
        layer,
        in_place,
        by,
        during,
        limits,
        roles,
        keeps,
        body,
    }))
}

/// What an action says of itself, and what is done in it.
fn first_lines(cx: &mut Cx<'_, '_>, mut nodes: Nodes) -> (Vec<Limit>, Vec<Role>, Vec<Keep>, Block) {
    let (mut limits, mut roles, mut keeps) = (Vec::new(), Vec::new(), Vec::new());
    let source = cx.source;
    let of_itself = |node: &mut Node| rule_of(source, node).is_some();
    let mut broken = Vec::new();
    for node in nodes.nodes.extract_if(.., of_itself).collect::<Vec<_>>() {
        let (Some(rule), Some(piece)) = (rule_of(source, &node), node.parts.first()) else { continue };
        let part = cx.read(rule, &piece.tokens, Context::Line("action"));
        match (rule, part) {
            (Rule::roles_line, Some(part)) => roles.extend(part.kids().filter_map(|part| role(cx, part))),
            (Rule::keeps_line, Some(part)) => keep_line(cx, part, &mut keeps),
            (Rule::roles_line | Rule::keeps_line, None) => {}
            (_, part) => match part.and_then(|part| limit(cx, part, &node)) {
                Some(limit) => limits.push(limit),
                // That it has a limit is known, if not which.
                None => broken.push(super::stmt::empty(&node)),
            },
        }
    }
    let mut body = block(cx, &nodes);
    body.stmts.extend(broken);
    (limits, roles, keeps, body)
}

/// Roles, kept names and limits are known by their first word, a limit by its `per`.
fn rule_of(source: &crate::source::Source<'_>, node: &Node) -> Option<Rule> {
    let [piece] = node.parts.as_slice() else { return None };
    if piece.block.is_some() {
        return None;
    }
    let second = source.begun(piece.tokens.start + 1, piece.tokens.end);
    let changed = matches!(source.word(second), "becomes" | "gains" | "loses" | "goes" | "picks" | "may" | "must");
    match source.word(piece.tokens.start) {
        _ if changed => None,
        "roles" => Some(Rule::roles_line),
        "keeps" | "all" => Some(Rule::keeps_line),
        _ => piece.tokens.clone().any(|at| source.word(at) == "per").then_some(Rule::limit_line),
    }
}

fn role(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Option<Role> {
    let span = part.span();
    let mut kids = part.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    kids.has(Rule::equals);
    Some(Role { name, who: next(cx, &mut kids, span) })
}

/// `keeps each side units: set of Infantry, hits: 0..60 hit all result: Loss`
fn keep_line(cx: &mut Cx<'_, '_>, part: Part<'_>, keeps: &mut Vec<Keep>) {
    let mut side = false;
    for part in part.kids() {
        match part.rule() {
            Rule::each_side => side = true,
            Rule::all_sides => side = false,
            _ => {
                let mut kids = part.kids();
                let name = kids.one(Rule::new_name).map(|part| declared(cx, &part));
                let ty = kids.one(Rule::type_of).map(|part| ty(cx, part));
                let start = kids.one(Rule::start).map(|part| only(cx, part));
                keeps.extend(name.zip(ty).map(|(name, ty)| Keep { each_side: side, name, ty, start }));
            }
        }
    }
}

fn limit(cx: &mut Cx<'_, '_>, part: Part<'_>, node: &Node) -> Option<Limit> {
    let (mut cases, mut title) = (Vec::new(), None);
    let mut kids = part.kids();
    super::names::label(cx, &mut kids, &mut cases, &mut title);
    let often = how_often(cx, kids.one(Rule::how_often)?)?;
    Some(Limit { span: node.span, cases, title, on: Vec::new(), by: None, often })
}

pub(crate) fn procedure(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_procedure);
    let body = body(cx, shell);
    let mut kids = head?.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let params = kids.one(Rule::parameters).map_or_else(Vec::new, |part| parameters(cx, part));
    let (mut result, mut within, mut found) = (None, None, Vec::new());
    let (mut layer, mut in_place) = (None, None);
    for part in kids {
        match part.rule() {
            Rule::of_layer => layer = Some(of_layer(part)),
            Rule::in_place_of => in_place = part.kids().one(Rule::name).map(|part| part.name()),
            Rule::result => result = part.kids().next().map(|part| ty(cx, part)),
            Rule::within_action => within = part.kids().one(Rule::name).map(|part| part.name()),
            _ => found.extend(cases(cx, part)),
        }
    }
    Some(ItemKind::Procedure(Procedure { name, params, result, within, layer, in_place, cases: found, body }))
}

pub(crate) fn purchase(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_purchase);
    let body = body(cx, shell);
    let mut kids = head?.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let params = kids.one(Rule::parameters).map_or_else(Vec::new, |part| parameters(cx, part));
    let cases = kids.one(Rule::cases).map_or_else(Vec::new, |part| cases(cx, part));
    let costs = next(cx, &mut kids, shell.head);
    let up_to = next(cx, &mut kids, shell.head);
    Some(ItemKind::Purchase(Purchase { name, params, cases, costs, up_to, body }))
}

pub(crate) fn whenever(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_rule);
    let body = body(cx, shell);
    let mut kids = head?.kids();
    let cases = kids.one(Rule::cases).map_or_else(Vec::new, |part| cases(cx, part));
    let title = kids.one(Rule::title).and_then(title)?;
    let layer = layer(&mut kids);
    let during = kids.one(Rule::during).map_or_else(Vec::new, |part| names(&mut part.kids(), Rule::name));
    let at_once = kids.one(Rule::at_once).map(|part| part.span());
    let when = if let Some(part) = kids.one(Rule::moment) {
        Occasion::At(moment(cx, part))
    } else if let Some(part) = kids.one(Rule::entry) {
        let mut kids = part.kids();
        let who = declared(cx, &kids.one(Rule::new_name)?);
        let set = next(cx, &mut kids, shell.head);
        Occasion::Enters(Entry { who, set, hex: declared(cx, &kids.one(Rule::new_name)?) })
    } else {
        Occasion::Becomes(next(cx, &mut kids, shell.head))
    };
    kids.has(Rule::yes);
    let mut rule = Whenever { cases, title, layer, during, at_once, when, each: None, by: None, at_most: None, body };
    for part in kids {
        match part.rule() {
            Rule::for_each => rule.each = for_each(cx, part),
            Rule::by_whom => rule.by = Some(only(cx, part)),
            _ => rule.at_most = part.kids().next().map(|part| any(cx, part)),
        }
    }
    Some(ItemKind::Whenever(rule))
}

/// `at end of march(u) or exploit(u)`
fn moment(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Moment {
    let span = part.span();
    let mut kids = part.kids();
    let start = kids.has(Rule::at_start);
    let of = kids.filter_map(|part| {
        let mut kids = part.kids();
        let name = kids.one(Rule::name)?.name();
        Some(SpanOf { name, about: declared_names(cx, &mut kids) })
    });
    Moment { span, start, of: of.collect() }
}

pub(crate) fn sequence(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_sequence);
    let body = body(cx, shell);
    let cases = head?.kids().one(Rule::cases).map_or_else(Vec::new, |part| cases(cx, part));
    Some(ItemKind::Sequence(Sequence { cases, body }))
}
