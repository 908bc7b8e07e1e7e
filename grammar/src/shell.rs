//! Tokens to shells: where each item begins and ends. In: a text and its tokens. Out: one shell per item, in order.
//!
//! An item begins with its keyword in column 0. Where braces do not balance, the next keyword in column 0 ends the item
//! all the same, and the fault points at the brace that was never closed: the one whose line is indented deeper than
//! the brace that would have closed it. So one slip of a brace spoils one item, and no line after it.
#![expect(clippy::wildcard_enum_match_arm, reason = "only braces matter here")]

use crate::fault::{FaultKind, SyntaxFault};
use crate::source::Source;
use crate::span::Span;
use crate::token::{Token, TokenKind};
use crate::words::item_word;
use std::ops::Range;

/// An item seen from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shell {
    /// Absent where the first word opens no item: told already.
    pub keyword: Option<&'static str>,
    /// From its first word to its last; `///` lines above it are not in it.
    pub span: Span,
    /// Up to its brace.
    pub head: Span,
    /// `///` lines above it.
    pub doc: Vec<Span>,
    /// Its tokens.
    pub(crate) tokens: Range<usize>,
    /// Its first brace; what it closes, or where it ends.
    pub(crate) open: Option<usize>,
    pub(crate) close: usize,
    /// Before these tokens a brace is missing.
    pub(crate) closes: Vec<usize>,
    /// Braces that close nothing.
    pub(crate) strays: Vec<usize>,
}

impl Shell {
    /// All the text that decides how it is read: its `///` lines, and its tokens up to the next item.
    pub(crate) fn extent(&self, source: &Source<'_>) -> Span {
        let last = self.tokens.end.checked_sub(1).and_then(|last| source.token(last));
        let end = last.map_or(self.span.end, |token| token.span.end);
        let start = self.doc.first().map_or(self.span.start, |doc| doc.start);
        Span { start, end }
    }

    /// Behind the keyword, up to the brace or the end.
    pub(crate) fn head_tokens(&self) -> Range<usize> {
        self.tokens.start + 1..self.open.unwrap_or(self.tokens.end)
    }
}

/// The items of a text and what is wrong with their outsides: enough for an outline.
pub fn shells(text: &str) -> (Vec<Shell>, Vec<SyntaxFault>) {
    let mut faults = Vec::new();
    let shells = cut(&Source::new(text), &mut faults);
    (shells, faults)
}

pub(crate) fn cut(source: &Source<'_>, faults: &mut Vec<SyntaxFault>) -> Vec<Shell> {
    let mut found = Vec::new();
    let mut doc = Vec::new();
    let mut at = 0;
    while let Some(token) = source.token(at) {
        if token.is_blank() {
            if is_doc(source.text, token) {
                doc.push(token.span);
            }
            at += 1;
            continue;
        }
        let shell = Cutter { source, faults }.shell(at, std::mem::take(&mut doc));
        at = shell.tokens.end.max(at + 1);
        found.push(shell);
    }
    found
}

/// `///`, but not the row of slashes that some draw.
pub(crate) fn is_doc(text: &str, token: Token) -> bool {
    let text = token.span.of(text);
    token.kind == TokenKind::Comment && text.starts_with("///") && !text.starts_with("////")
}

/// The text of a `///` line.
pub(crate) fn doc_text(text: &str, span: Span) -> String {
    span.of(text).trim_start_matches('/').trim().to_owned()
}

struct Cutter<'a> {
    source: &'a Source<'a>,
    faults: &'a mut Vec<SyntaxFault>,
}

impl Cutter<'_> {
    /// Does a token that is no blank begin a line here?
    fn in_column_0(&self, at: usize) -> bool {
        let first = at.checked_sub(1).is_none_or(|before| self.source.kind(before) == Some(TokenKind::Newline));
        first && self.source.token(at).is_some_and(|token| !token.is_blank())
    }

    fn shell(&mut self, start: usize, doc: Vec<Span>) -> Shell {
        let keyword =
            if self.source.kind(start) == Some(TokenKind::Word) { item_word(self.source.word(start)) } else { None };
        let mut stack: Vec<usize> = Vec::new();
        let (mut open, mut close, mut strays) = (None, None, Vec::new());
        let mut at = start;
        while let Some(token) = self.source.token(at) {
            if at > start && self.in_column_0(at) && self.ends_before(at, stack.len(), open.is_some()) {
                break;
            }
            match token.kind {
                TokenKind::OpenBrace => {
                    open = open.or(Some(at));
                    stack.push(at);
                }
                TokenKind::CloseBrace if stack.is_empty() || (stack.len() == 1 && self.is_early(at)) => strays.push(at),
                TokenKind::CloseBrace => {
                    let opened = stack.pop();
                    if opened == open && close.is_none() {
                        close = Some(at);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        let end = self.source.trimmed(start, at);
        let mut closes = Vec::new();
        if !stack.is_empty() && keyword.is_some() {
            self.unclosed(start, at, &strays, &mut closes);
        }
        if keyword.is_none() {
            let word = self.source.word(start).to_owned();
            let span = self.source.token(start).map_or(Span::default(), |token| token.span);
            let stray = word == "}";
            let kind = if stray { FaultKind::StrayBrace } else { FaultKind::UnknownItem { word } };
            self.faults.push(SyntaxFault::new(span, kind));
        } else if let Some(stray) = strays.first().and_then(|stray| self.source.token(*stray)) {
            self.faults.push(SyntaxFault::new(stray.span, FaultKind::StrayBrace));
        }
        let head_end = open.map_or(end, |open| self.source.trimmed(start, open));
        Shell {
            keyword,
            span: self.source.span(&(start..end)),
            head: self.source.span(&(start..head_end)),
            doc,
            tokens: start..end,
            open,
            close: close.unwrap_or(end),
            closes,
            strays,
        }
    }

    /// Does what stands in column 0 end the item before it?
    fn ends_before(&self, at: usize, depth: usize, opened: bool) -> bool {
        // Some put the brace on a line of its own.
        if !opened && self.source.kind(at) == Some(TokenKind::OpenBrace) {
            return false;
        }
        let closes = self.source.kind(at) == Some(TokenKind::CloseBrace);
        if depth > 0 { !closes && item_word(self.source.word(at)).is_some() } else { true }
    }

    /// A brace that would end the item although indented lines follow.
    fn is_early(&self, at: usize) -> bool {
        let Some(1..) = self.source.indent(at) else { return false };
        let mut next = at + 1;
        let mut line_ended = false;
        while let Some(token) = self.source.token(next).filter(|token| token.is_blank()) {
            line_ended |= token.kind == TokenKind::Newline;
            next += 1;
        }
        line_ended
            && next < self.source.tokens.len()
            && (!self.in_column_0(next) || self.source.kind(next) == Some(TokenKind::CloseBrace))
    }

    /// Goes through the braces once more, by their indentation, and blames one of them.
    fn unclosed(&mut self, start: usize, end: usize, strays: &[usize], closes: &mut Vec<usize>) {
        let mut stack: Vec<(usize, u32)> = Vec::new();
        let mut blamed = None;
        for at in start..end {
            match self.source.kind(at) {
                Some(TokenKind::OpenBrace) => stack.push((at, self.source.indent_of_line(at))),
                Some(TokenKind::CloseBrace) if strays.binary_search(&at).is_err() => {
                    if let Some(indent) = self.source.indent(at) {
                        while let Some((brace, _)) = stack.pop_if(|(_, opened)| *opened > indent) {
                            blamed = blamed.or(Some(brace));
                            closes.push(at);
                        }
                    }
                    stack.pop();
                }
                _ => {}
            }
        }
        let blamed = blamed.or_else(|| stack.last().map(|(brace, _)| *brace));
        if let Some(span) = blamed.and_then(|brace| self.source.token(brace)).map(|token| token.span) {
            let item = self.words(start);
            self.faults.push(SyntaxFault::new(span, FaultKind::UnclosedBrace { item }));
        }
    }

    /// The first two words of an item, to call it by.
    fn words(&self, start: usize) -> String {
        let second = (start + 1..).map_while(|at| self.source.token(at)).find(|token| token.kind != TokenKind::Space);
        match second {
            Some(token) if matches!(token.kind, TokenKind::Word | TokenKind::String) => {
                format!("{} {}", self.source.word(start), token.span.of(self.source.text))
            }
            _ => self.source.word(start).to_owned(),
        }
    }
}
