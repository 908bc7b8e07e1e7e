//! The reader's cursor over the tokens: what is next, what must be next, and how a fault is worded.

use super::MOST_NESTED;
use super::lexer::Tok;
use super::names;
use super::read::{Parse, Reader, Stop};
use crate::ir::{Pos, Site, SiteId, TextError};

impl<'a> Reader<'a> {
    pub(super) fn tok(&self) -> &Tok<'a> {
        self.tok_at(0)
    }

    /// The token so many places ahead; behind the last there is only the end.
    pub(super) fn tok_at(&self, ahead: usize) -> &Tok<'a> {
        self.tokens.get(self.next + ahead).map_or(&Tok::End, |token| &token.tok)
    }

    pub(super) fn pos(&self) -> Pos {
        let token = self.tokens.get(self.next).or(self.tokens.last());
        token.map_or(Pos { line: 1, column: 1 }, |token| token.at)
    }

    pub(super) fn advance(&mut self) {
        // The end stays.
        self.next = (self.next + 1).min(self.tokens.len().saturating_sub(1));
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.tok(), Tok::Word(found) if *found == word)
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        self.is_sign_at(0, sign)
    }

    pub(super) fn is_sign_at(&self, ahead: usize, sign: &str) -> bool {
        matches!(self.tok_at(ahead), Tok::Sign(found) if *found == sign)
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.advance();
        }
        found
    }

    /// The first of these words that stands here.
    pub(super) fn eat_one_of(&mut self, words: &[&'static str]) -> Option<&'static str> {
        words.iter().copied().find(|word| self.eat_word(word))
    }

    pub(super) fn expect_sign(&mut self, sign: &str, like: &str) -> Parse<()> {
        if self.eat_sign(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"), like)) }
    }

    pub(super) fn expect_word(&mut self, word: &str, like: &str) -> Parse<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"), like)) }
    }

    pub(super) fn expect_one_of(&mut self, words: &[&'static str], like: &str) -> Parse<&'static str> {
        self.eat_one_of(words).ok_or_else(|| {
            let all: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            self.expected(&all.join(" or "), like)
        })
    }

    /// A new name, of which no word of the grammar is one.
    pub(super) fn name(&mut self, what: &str, like: &str) -> Parse<&'a str> {
        if let Tok::Word(word) = *self.tok()
            && names::is_reserved(word)
        {
            let at = self.pos();
            let what = format!("`{word}` is a word of the grammar and cannot name {what}; try `{word}_1`");
            return Err(self.fault(at, what));
        }
        // At the next item's head, the line before ended too early.
        if self.is_head() { Err(self.expected(what, like)) } else { self.word(what, like) }
    }

    /// Any word, where only a name can stand.
    pub(super) fn word(&mut self, what: &str, like: &str) -> Parse<&'a str> {
        let Tok::Word(word) = *self.tok() else { return Err(self.expected(what, like)) };
        self.advance();
        Ok(word)
    }

    pub(super) fn string(&mut self, what: &str, like: &str) -> Parse<String> {
        let Tok::Text(text) = self.tok() else { return Err(self.expected(what, like)) };
        let text = text.clone();
        self.advance();
        Ok(text)
    }

    /// A whole number with its sign.
    pub(super) fn int(&mut self, what: &str, like: &str) -> Parse<i64> {
        let at = self.pos();
        let negative = self.eat_sign("-");
        let Tok::Number(size) = *self.tok() else { return Err(self.expected(what, like)) };
        self.advance();
        Ok(self.signed(at, negative, size))
    }

    pub(super) fn signed(&mut self, at: Pos, negative: bool, size: u64) -> i64 {
        let value = if negative { 0_i64.checked_sub_unsigned(size) } else { i64::try_from(size).ok() };
        value.unwrap_or_else(|| {
            let sign = if negative { "-" } else { "" };
            self.fault(at, format!("`{sign}{size}` is too big: numbers go from {} to {}", i64::MIN, i64::MAX));
            0
        })
    }

    /// A number of things, without a sign.
    pub(super) fn count<N: TryFrom<u64> + Default>(&mut self, what: &str, most: u64, like: &str) -> Parse<N> {
        let (at, Tok::Number(size)) = (self.pos(), self.tok().clone()) else {
            return Err(self.expected(what, like));
        };
        self.advance();
        match N::try_from(size) {
            Ok(value) if size <= most => Ok(value),
            _ => {
                self.fault(at, format!("`{size}` is too big: {what} goes up to {most}"));
                Ok(N::default())
            }
        }
    }

    /// `@CASES "Title"`
    pub(super) fn site(&mut self, like: &str) -> Parse<SiteId> {
        let Tok::Cases(cases) = self.tok() else {
            return Err(self.expected("a site", like));
        };
        let cases = cases.clone();
        self.advance();
        let title = self.string("the site's title", "@7.1 \"Who attacks\"")?;
        Ok(self.program.intern_site(Site { cases, title }))
    }

    pub(super) fn site_if_any(&mut self, like: &str) -> Parse<Option<SiteId>> {
        if matches!(self.tok(), Tok::Cases(_)) { self.site(like).map(Some) } else { Ok(None) }
    }

    /// Reads something that may hold another of its kind.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.nested >= MOST_NESTED {
            let at = self.pos();
            let what = format!(
                "this is nested more than {MOST_NESTED} deep; give a part a name with `let`, or move it to a function"
            );
            return Err(self.fault(at, what));
        }
        self.nested += 1;
        let read = read(self);
        self.nested -= 1;
        read
    }

    /// Records a fault. To go on reading, drop what it returns.
    pub(super) fn fault(&mut self, at: Pos, what: impl Into<String>) -> Stop {
        self.errors.push(TextError::new(at, what));
        Stop
    }

    pub(super) fn expected(&mut self, what: &str, like: &str) -> Stop {
        let (at, found) = (self.pos(), self.found());
        self.fault(at, format!("expected {what}, found {found}; write it like `{like}`"))
    }

    /// What stands here, as a message names it.
    pub(super) fn found(&self) -> String {
        let Some(token) = self.tokens.get(self.next) else { return "the end of the text".to_owned() };
        match &token.tok {
            Tok::Word(text) => format!("`{}`", shorten(text)),
            Tok::Number(_) => format!("the number `{}`", shorten(token.text)),
            Tok::Text(_) => format!("the string `{}`", shorten(token.text)),
            Tok::Cases(_) => format!("the site `@{}`", shorten(token.text)),
            Tok::Sign(sign) => format!("`{sign}`"),
            Tok::End => "the end of the text".to_owned(),
        }
    }
}

/// A message quotes no more than a line takes.
pub(super) fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let start: String = text.chars().take(MOST).collect();
    format!("{start}..")
}
