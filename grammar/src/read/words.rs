//! Physical lines as words: what stands between blanks. In: the tokens of a line. Out: a cursor over its words.

use super::cx::Cx;
use crate::ast::Name;
use crate::fault::{Context, FaultKind};
use crate::span::Span;
use crate::token::TokenKind;
use std::ops::Range;

/// The words of a line; a sign that the line's form needs may be split off a word.
pub(crate) struct Words {
    tokens: Range<usize>,
    context: Context,
}

impl Words {
    pub(crate) fn new(tokens: Range<usize>, context: Context) -> Words {
        Words { tokens, context }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// What is left.
    pub(crate) fn rest(&self) -> Range<usize> {
        self.tokens.clone()
    }

    fn skip_blanks(&mut self, cx: &Cx<'_, '_>) {
        self.tokens.start = cx.source.begun(self.tokens.start, self.tokens.end);
    }

    /// The next word up to a blank.
    pub(crate) fn word(&mut self, cx: &Cx<'_, '_>) -> Option<Name> {
        self.until(cx, &[])
    }

    /// The next word up to a blank or one of these signs; nothing if it begins with one.
    pub(crate) fn until(&mut self, cx: &Cx<'_, '_>, signs: &[TokenKind]) -> Option<Name> {
        let start = self.tokens.start;
        let ends = |at: usize| cx.source.token(at).is_none_or(|token| token.is_blank() || signs.contains(&token.kind));
        while self.tokens.start < self.tokens.end && !ends(self.tokens.start) {
            self.tokens.start += 1;
        }
        let range = start..self.tokens.start;
        if range.is_empty() {
            return None;
        }
        self.skip_blanks(cx);
        let span = cx.source.span(&range);
        Some(Name { text: span.of(cx.source.text).to_owned(), span })
    }

    /// Everything up to one of these signs outside brackets.
    pub(crate) fn up_to(&mut self, cx: &Cx<'_, '_>, signs: &[TokenKind]) -> Range<usize> {
        let start = self.tokens.start;
        let mut open = 0_u32;
        while let Some(kind) = self.peek(cx) {
            if open == 0 && signs.contains(&kind) {
                break;
            }
            match kind {
                TokenKind::Open | TokenKind::OpenList => open += 1,
                TokenKind::Close | TokenKind::CloseList => open = open.saturating_sub(1),
                _ => {}
            }
            self.tokens.start += 1;
        }
        let end = self.tokens.start;
        self.skip_blanks(cx);
        start..end
    }

    /// The next token if it is of this kind.
    pub(crate) fn take(&mut self, cx: &Cx<'_, '_>, kind: TokenKind) -> Option<Name> {
        let token = cx.source.token(self.tokens.start).filter(|token| !self.is_empty() && token.kind == kind)?;
        self.tokens.start += 1;
        self.skip_blanks(cx);
        Some(Name { text: token.span.of(cx.source.text).to_owned(), span: token.span })
    }

    /// The next word if it is this one.
    pub(crate) fn says(&mut self, cx: &Cx<'_, '_>, word: &str) -> bool {
        let is = !self.is_empty() && cx.source.word(self.tokens.start) == word;
        is && self.take(cx, TokenKind::Word).is_some()
    }

    /// Does such a token stand in what is left?
    pub(crate) fn holds(&self, cx: &Cx<'_, '_>, kind: TokenKind) -> bool {
        self.tokens.clone().any(|at| cx.source.kind(at) == Some(kind))
    }

    pub(crate) fn peek(&self, cx: &Cx<'_, '_>) -> Option<TokenKind> {
        if self.is_empty() { None } else { cx.source.kind(self.tokens.start) }
    }

    /// Where it cannot go on: what stands here is told, once.
    pub(crate) fn wrong(&self, cx: &mut Cx<'_, '_>, expected: &str) {
        let token = cx.source.token(self.tokens.start).filter(|_| !self.is_empty());
        let end = cx.source.trimmed(0, self.tokens.end).checked_sub(1).and_then(|at| cx.source.token(at));
        let end = end.map_or(0, |token| token.span.end);
        let span = token.map_or(Span { start: end, end }, |token| token.span);
        let found = token.map_or("", |token| token.span.of(cx.source.text)).to_owned();
        let expected = vec![expected.to_owned()];
        cx.fault(span, FaultKind::Unexpected { context: self.context, expected, found });
    }

    /// Told if something is left.
    pub(crate) fn end(&self, cx: &mut Cx<'_, '_>) -> Option<()> {
        if self.is_empty() {
            return Some(());
        }
        self.wrong(cx, "the end of the line");
        None
    }

    /// What must stand here.
    pub(crate) fn must<T>(&self, cx: &mut Cx<'_, '_>, found: Option<T>, expected: &str) -> Option<T> {
        if found.is_none() {
            self.wrong(cx, expected);
        }
        found
    }
}
