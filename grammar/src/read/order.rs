//! `order`: the counters of a side, a line each.

use super::cx::Cx;
use super::pairs::Rule;
use super::words::Words;
use crate::ast::{Counter, CounterGroup, ItemKind, Name, Order};
use crate::fault::Context;
use crate::line::physical;
use crate::shell::Shell;
use crate::token::TokenKind;
use std::ops::Range;

const HERE: Context = Context::Line("order");

pub(crate) fn order(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_order);
    cx.has_braces(shell);
    let mut groups: Vec<CounterGroup> = Vec::new();
    let lines = physical(cx.source, shell);
    let headers = headers(cx, shell, &lines);
    for (at, tokens) in lines.into_iter().enumerate() {
        let span = cx.source.span(&tokens);
        let mut words = Words::new(tokens, HERE);
        let Some(first) = words.word(cx) else { continue };
        if headers.contains(&at) {
            groups.push(CounterGroup { span, piece: first, columns: rest(cx, words), counters: Vec::new() });
            continue;
        }
        let copies = copies(cx, &mut words);
        let counter = Counter { span, name: first, copies, words: rest(cx, words) };
        if let Some(group) = groups.last_mut() {
            group.span = group.span.to(span);
            group.counters.push(counter);
        }
    }
    let mut kids = head?.kids();
    let side = kids.one(Rule::name)?.name();
    let provisional = kids.one(Rule::provisional).and_then(|part| part.kids().one(Rule::string));
    Some(ItemKind::Order(Order { side, provisional: provisional.map(|part| part.string()), groups }))
}

/// Which lines give the columns: the first one, and each that is indented no deeper than it where others are; where
/// all are indented alike, those that stand behind an empty line.
fn headers(cx: &Cx<'_, '_>, shell: &Shell, lines: &[Range<usize>]) -> Vec<usize> {
    let indents: Vec<u32> = lines.iter().map(|tokens| cx.source.column(tokens.start)).collect();
    let Some(first) = indents.first().copied() else { return Vec::new() };
    let deeper = indents.iter().any(|indent| *indent > first);
    let starts = |at: &usize| {
        *at == 0
            || indents.get(*at).is_some_and(|indent| deeper && *indent <= first)
            || (!deeper && lines.get(*at).is_some_and(|tokens| behind_empty_line(cx, shell, tokens.start)))
    };
    (0..lines.len()).filter(starts).collect()
}

fn behind_empty_line(cx: &Cx<'_, '_>, shell: &Shell, at: usize) -> bool {
    let mut newlines = 0;
    let mut before = at;
    while before > shell.tokens.start {
        before -= 1;
        match cx.source.kind(before) {
            Some(TokenKind::Newline) => newlines += 1,
            Some(TokenKind::Space) => {}
            _ => break,
        }
    }
    newlines > 1
}

/// `x3`
pub(crate) fn copies(cx: &Cx<'_, '_>, words: &mut Words) -> Option<u32> {
    let text = cx.source.word(words.rest().start);
    let copies = text.strip_prefix('x').filter(|_| !words.is_empty())?.parse().ok()?;
    words.take(cx, TokenKind::Word)?;
    Some(copies)
}

fn rest(cx: &Cx<'_, '_>, mut words: Words) -> Vec<Name> {
    std::iter::from_fn(|| words.word(cx)).collect()
}
