//! `table`: its head by the grammar, its lines as printed.

use super::cx::Cx;
use super::names::{case, cases, declared};
use super::pairs::{Kids, Part, Rule, parse};
use super::types::ty;
use super::words::Words;
use crate::ast::{Beyond, Case, Edge, ItemKind, Name, Table, TableHead, TableLine, TypeKind, TypeRef};
use crate::fault::Context;
use crate::line::physical;
use crate::shell::Shell;
use crate::token::TokenKind;
use std::ops::Range;

pub(crate) fn table(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_table)?;
    cx.has_braces(shell);
    let (open, close) = (shell.open.and_then(|at| cx.source.token(at)), cx.source.token(shell.close));
    let body = open.map_or(shell.head, |token| token.span);
    let body = close.map_or(body, |token| body.to(token.span));
    let mut kids = head.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let mut table = before_types(cx, &mut kids);
    let down = ty(cx, kids.one(Rule::type_of)?);
    let (across, heads_of) = match kids.one(Rule::across) {
        Some(part) => across_of(cx, part),
        None => (None, None),
    };
    let gives = ty(cx, kids.one(Rule::type_of)?);
    let mut beyond = Vec::new();
    for part in kids {
        match part.rule() {
            Rule::beyond => beyond.extend(beyond_of(part)),
            _ => table.1 = part.kids().one(Rule::string).map(|part| part.string()),
        }
    }
    let (mut heads, mut lines) = (Vec::new(), Vec::new());
    for tokens in physical(cx.source, shell) {
        let of_some = heads_of.is_some() && tokens.clone().any(|at| cx.source.kind(at) == Some(TokenKind::Colon));
        if of_some || across.is_some() && heads_of.is_none() && heads.is_empty() {
            heads.push(self::head(cx, tokens, of_some));
        } else {
            lines.push(line(cx, tokens));
        }
    }
    let (cases, provisional) = table;
    Some(ItemKind::Table(Table { name, cases, down, across, heads_of, gives, beyond, provisional, heads, lines, body }))
}

/// `by -4..6 of Line`
fn across_of(cx: &mut Cx<'_, '_>, part: Part<'_>) -> (Option<TypeRef>, Option<TypeRef>) {
    let mut kids = part.kids();
    let across = kids.next().map(|part| ty(cx, part));
    let heads_of = kids.next().map(|part| {
        let name = part.name();
        TypeRef { span: name.span, kind: TypeKind::Named(name) }
    });
    (across, heads_of)
}

fn before_types(cx: &mut Cx<'_, '_>, kids: &mut Kids<'_>) -> (Vec<Case>, Option<crate::ast::Text>) {
    let (mut found, mut provisional) = (Vec::new(), None);
    while let Some(rule) = kids.peek() {
        match rule {
            Rule::cases => found.extend(kids.next().map_or_else(Vec::new, |part| cases(cx, part))),
            Rule::provisional => {
                provisional = kids.next().and_then(|part| part.kids().one(Rule::string)).map(|part| part.string());
            }
            _ => break,
        }
    }
    (found, provisional)
}

/// `beyond right: last column`
fn beyond_of(part: Part<'_>) -> Option<Beyond> {
    let span = part.span();
    let mut kids = part.kids();
    let edge = match kids.next()?.rule() {
        Rule::left => Edge::Left,
        Rule::right => Edge::Right,
        Rule::top => Edge::Top,
        _ => Edge::Bottom,
    };
    Some(Beyond { edge, last: kids.has(Rule::last), span })
}

/// `1:2 1:1 2:1`, or `clear: -3..-1 0 1+`.
fn head(cx: &mut Cx<'_, '_>, tokens: Range<usize>, of_some: bool) -> TableHead {
    let span = cx.source.span(&tokens);
    let mut words = Words::new(tokens, Context::Line("table"));
    let cases = line_cases(cx, &mut words);
    let mut of = Vec::new();
    while of_some && words.take(cx, TokenKind::Colon).is_none() {
        let Some(word) = words.until(cx, &[TokenKind::Comma, TokenKind::Colon]) else { break };
        of.push(word);
        words.take(cx, TokenKind::Comma);
    }
    TableHead { span, cases, of, labels: labels(cx, &mut words) }
}

/// One printed line: its cases if it has some, then its words.
fn line(cx: &mut Cx<'_, '_>, tokens: Range<usize>) -> TableLine {
    let span = cx.source.span(&tokens);
    let mut words = Words::new(tokens, Context::Line("table"));
    let cases = line_cases(cx, &mut words);
    TableLine { span, cases, words: rest(cx, &mut words) }
}

/// The labels of columns: `3, 4` is one.
fn labels(cx: &Cx<'_, '_>, words: &mut Words) -> Vec<Name> {
    let mut found: Vec<Name> = Vec::new();
    for word in rest(cx, words) {
        match found.last_mut().filter(|last| last.text.ends_with(',')) {
            Some(last) => {
                last.span = last.span.to(word.span);
                last.text = last.span.of(cx.source.text).to_owned();
            }
            None => found.push(word),
        }
    }
    found
}

fn rest(cx: &Cx<'_, '_>, words: &mut Words) -> Vec<Name> {
    std::iter::from_fn(|| words.word(cx)).collect()
}

fn line_cases(cx: &mut Cx<'_, '_>, words: &mut Words) -> Vec<Case> {
    let mut cases = Vec::new();
    while has_case(cx, words) {
        let Some(word) = words.until(cx, &[TokenKind::Comma]) else { break };
        match parse(Rule::case, cx.source.plain(), word.span) {
            Ok(part) => case(cx, &part, &mut cases),
            Err(_) => break,
        }
        words.take(cx, TokenKind::Comma);
    }
    cases
}

/// `MT#b`, `8.2`, `B.4`: a number or a word alone is of the table.
fn has_case(cx: &Cx<'_, '_>, words: &Words) -> bool {
    let at = words.rest().start;
    let (kind, behind) = (words.peek(cx), cx.source.kind(at + 1));
    let lettered = behind == Some(TokenKind::Letters);
    let alone = matches!(behind, None | Some(TokenKind::Comma))
        || cx.source.token(at + 1).is_some_and(|token| token.is_blank());
    match kind {
        Some(TokenKind::Number) => lettered || alone && cx.source.word(at).contains('.'),
        Some(TokenKind::Section) => lettered || alone,
        Some(TokenKind::Word) => lettered,
        _ => false,
    }
}
