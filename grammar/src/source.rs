//! A text with its tokens and line starts: what everything that reads looks things up in. In: a text. Out: look-ups
//! that cost no more than a search, wherever they ask.

use crate::span::Span;
use crate::token::{Token, TokenKind, tokens};
use std::ops::Range;

pub(crate) struct Source<'t> {
    pub(crate) text: &'t str,
    /// The same with ` ` in the place of comments, line ends and blanks of all kinds: what the grammar is given.
    plain: String,
    pub(crate) tokens: Vec<Token>,
    /// Where each line begins, in bytes.
    starts: Vec<u32>,
}

impl<'t> Source<'t> {
    pub(crate) fn new(text: &'t str) -> Source<'t> {
        let tokens = tokens(text);
        let newlines = tokens.iter().filter(|token| token.kind == TokenKind::Newline);
        let starts = std::iter::once(0).chain(newlines.map(|token| token.span.end)).collect();
        let plain = plainly(text, &tokens);
        Source { text, plain, tokens, starts }
    }

    /// The text without its comments and line ends; every place is where it was.
    pub(crate) fn plain(&self) -> &str {
        &self.plain
    }

    pub(crate) fn token(&self, at: usize) -> Option<Token> {
        self.tokens.get(at).copied()
    }

    pub(crate) fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// The text of a token; empty where there is none.
    pub(crate) fn word(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| token.span.of(self.text))
    }

    fn line_start(&self, place: u32) -> u32 {
        let line = self.starts.partition_point(|start| *start <= place);
        line.checked_sub(1).and_then(|line| self.starts.get(line)).copied().unwrap_or(0)
    }

    /// How far a token stands from the beginning of its line.
    pub(crate) fn column(&self, at: usize) -> u32 {
        self.tokens.get(at).map_or(0, |token| token.span.start - self.line_start(token.span.start))
    }

    /// How far the line of a token is indented.
    pub(crate) fn indent_of_line(&self, at: usize) -> u32 {
        let Some(token) = self.tokens.get(at) else { return 0 };
        let start = self.line_start(token.span.start);
        let first = self.tokens.partition_point(|token| token.span.start < start);
        match self.tokens.get(first) {
            Some(token) if token.kind == TokenKind::Space => token.span.end - token.span.start,
            _ => 0,
        }
    }

    /// The indentation of a token that is the first of its line.
    pub(crate) fn indent(&self, at: usize) -> Option<u32> {
        (self.column(at) <= self.indent_of_line(at)).then(|| self.column(at))
    }

    /// The first token from here that is no blank.
    pub(crate) fn begun(&self, start: usize, end: usize) -> usize {
        let blank = |at: &usize| self.tokens.get(*at).is_some_and(|token| token.is_blank());
        (start..end).find(|at| !blank(at)).unwrap_or(end)
    }

    /// One past the last token before `end` that is no blank.
    pub(crate) fn trimmed(&self, start: usize, end: usize) -> usize {
        let mut end = end.min(self.tokens.len());
        while end > start && self.tokens.get(end - 1).is_some_and(|token| token.is_blank()) {
            end -= 1;
        }
        end
    }

    /// From the first to the last of some tokens, without the blanks around; empty where there is nothing.
    pub(crate) fn span(&self, range: &Range<usize>) -> Span {
        let end = self.trimmed(range.start, range.end);
        let start = self.begun(range.start, end);
        let first = self.tokens.get(start).or_else(|| self.tokens.last());
        let first = first.map_or(Span::default(), |token| token.span);
        match end.checked_sub(1).and_then(|last| self.tokens.get(last)) {
            Some(last) if start < end => first.to(last.span),
            _ => Span { start: first.start, end: first.start },
        }
    }
}

/// Blanks in the place of all that is not read; every place is where it was.
fn plainly(text: &str, tokens: &[Token]) -> String {
    let mut plain = String::with_capacity(text.len());
    for Token { span, .. } in tokens.iter().filter(|token| token.is_blank()) {
        let before = Span::new(plain.len(), span.start as usize);
        plain.push_str(before.of(text));
        plain.extend(std::iter::repeat_n(' ', (span.end - span.start) as usize));
    }
    let rest = Span::new(plain.len(), text.len());
    plain.push_str(rest.of(text));
    plain
}
