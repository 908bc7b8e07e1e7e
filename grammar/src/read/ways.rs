//! The ways of `depending on { }` and of `chooses { }`.

use super::cx::Cx;
use super::expr::{next, only};
use super::names::label;
use super::pairs::{Part, Rule};
use super::stmt::{Blocks, block};
use crate::ast::{Arm, Block, Values};
use crate::fault::{Context, FaultKind};
use crate::line::{Node, Nodes, Piece};
use crate::span::Span;

/// `1 or less { } 2, 3 { } 7 or more { }`
pub(crate) fn arms(cx: &mut Cx<'_, '_>, blocks: &mut Blocks<'_>) -> Vec<Arm> {
    let mut found = Vec::new();
    for node in nodes(cx, blocks, "depending on") {
        let Some((piece, part)) = way(cx, node, Rule::arm, Context::Arm) else { continue };
        let mut arm = empty(cx, node, piece);
        let mut kids = part.kids();
        while let Some(part) = kids.one(Rule::some_values) {
            arm.ranges.push(values(cx, part));
        }
        label(cx, &mut kids, &mut arm.cases, &mut arm.title);
        found.push(arm);
    }
    found
}

/// `"A" when c { } otherwise { }`
pub(crate) fn choices(cx: &mut Cx<'_, '_>, blocks: &mut Blocks<'_>) -> (Vec<Arm>, Option<Block>) {
    let (mut found, mut otherwise) = (Vec::new(), None);
    for node in nodes(cx, blocks, "chooses") {
        // `otherwise` goes on with the line before it, as it does behind `picks`.
        let mut node = node.clone();
        if let Some(last) = node.parts.pop_if(|last| cx.source.word(last.tokens.start) == "otherwise") {
            let alone = Node { span: last.head, parts: vec![last], doc: Vec::new() };
            if let Some((piece, _)) = way(cx, &alone, Rule::choice, Context::Choice) {
                let arm = empty(cx, &alone, piece);
                otherwise = Some(arm.block);
            }
        }
        let Some((piece, part)) = way(cx, &node, Rule::choice, Context::Choice) else { continue };
        let mut arm = empty(cx, &node, piece);
        let mut kids = part.kids();
        label(cx, &mut kids, &mut arm.cases, &mut arm.title);
        arm.when = kids.one(Rule::when).map(|part| only(cx, part));
        found.push(arm);
    }
    (found, otherwise)
}

fn nodes<'n>(cx: &mut Cx<'_, '_>, blocks: &mut Blocks<'n>, after: &str) -> &'n [Node] {
    match blocks.nodes() {
        Some(Nodes { nodes, .. }) => nodes,
        None => {
            blocks.must(cx, after);
            &[]
        }
    }
}

/// The words of a way; what stands in the braces of one that cannot be read is read all the same.
fn way<'n, 't>(cx: &mut Cx<'t, '_>, node: &'n Node, rule: Rule, context: Context) -> Option<(&'n Piece, Part<'t>)> {
    let (piece, rest) = node.parts.split_first()?;
    let part = cx.read(rule, &piece.tokens, context);
    if part.is_none() {
        node.parts.iter().filter_map(|piece| piece.block.as_ref()).for_each(|nodes| drop(block(cx, nodes)));
    } else if let Some(piece) = rest.first() {
        // A second way on one line.
        let found = cx.source.word(piece.tokens.start).to_owned();
        cx.fault(piece.head, FaultKind::Unexpected { context, expected: vec!["a new line".to_owned()], found });
    }
    Some((piece, part?))
}

fn empty(cx: &mut Cx<'_, '_>, node: &Node, piece: &Piece) -> Arm {
    let end = Span { start: piece.head.end, end: piece.head.end };
    let block = match &piece.block {
        Some(nodes) => block(cx, nodes),
        None => {
            let after = piece.head.of(cx.source.text).to_owned();
            cx.fault(end, FaultKind::NoBlock { after });
            Block { span: end, stmts: Vec::new() }
        }
    };
    Arm { span: node.span, cases: Vec::new(), title: None, ranges: Vec::new(), when: None, block }
}

fn values(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Values {
    let span = part.span();
    let mut kids = part.kids();
    let first = next(cx, &mut kids, span);
    if kids.has(Rule::or_less) {
        return Values { from: None, to: Some(first) };
    }
    if kids.has(Rule::range_to) {
        return Values { from: Some(first), to: Some(next(cx, &mut kids, span)) };
    }
    let to = (!kids.has(Rule::above)).then(|| first.clone());
    Values { from: Some(first), to }
}
