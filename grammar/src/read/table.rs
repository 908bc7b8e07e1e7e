//! `table`: its head by the grammar, its lines as printed.

use super::cx::Cx;
use super::names::{case, cases, declared};
use super::pairs::{Kids, Part, Rule, parse};
use super::types::ty;
use super::words::Words;
use crate::ast::{Beyond, Case, Edge, ItemKind, Table, TableLine};
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
    let across = kids.one(Rule::across).and_then(|part| part.kids().next()).map(|part| ty(cx, part));
    let gives = ty(cx, kids.one(Rule::type_of)?);
    let mut beyond = Vec::new();
    for part in kids {
        match part.rule() {
            Rule::beyond => beyond.extend(beyond_of(part)),
            _ => table.1 = part.kids().one(Rule::string).map(|part| part.string()),
        }
    }
    let lines = physical(cx.source, shell);
    let lines = lines.into_iter().map(|tokens| line(cx, tokens)).collect();
    let (cases, provisional) = table;
    Some(ItemKind::Table(Table { name, cases, down, across, gives, beyond, provisional, lines, body }))
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

/// One printed line: its cases if it has some, then its words.
fn line(cx: &mut Cx<'_, '_>, tokens: Range<usize>) -> TableLine {
    let span = cx.source.span(&tokens);
    let mut words = Words::new(tokens, Context::Line("table"));
    let mut cases = Vec::new();
    while has_case(cx, &words) {
        let Some(word) = words.until(cx, &[TokenKind::Comma]) else { break };
        match parse(Rule::case, cx.source.plain(), word.span) {
            Ok(part) => case(cx, &part, &mut cases),
            Err(_) => break,
        }
        words.take(cx, TokenKind::Comma);
    }
    let mut found = Vec::new();
    while let Some(word) = words.word(cx) {
        found.push(word);
    }
    TableLine { span, cases, words: found }
}

/// `MT#b`: only with a line, since a number alone is a word of the table.
fn has_case(cx: &Cx<'_, '_>, words: &Words) -> bool {
    let section = matches!(words.peek(cx), Some(TokenKind::Number | TokenKind::Section | TokenKind::Word));
    section && cx.source.kind(words.rest().start + 1) == Some(TokenKind::Letters)
}
