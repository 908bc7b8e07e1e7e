//! The reader's cursor over the tokens: what is next, what must be next.

use super::Reader;
use super::lexer::Tok;
use std::fmt::Debug;
use std::str::FromStr;
use wgr_runtime::ir::{Pos, Site, SiteId};
use wgr_runtime::text::is_name;

impl<'a> Reader<'a> {
    pub(super) fn tok(&self) -> &Tok<'a> {
        self.tok_at(0)
    }

    /// The token so many places ahead; behind the last there is only the end.
    pub(super) fn tok_at(&self, ahead: usize) -> &Tok<'a> {
        self.tokens.get(self.next + ahead).map_or(&Tok::End, |token| &token.tok)
    }

    pub(super) fn pos(&self) -> Pos {
        self.tokens[self.next].at
    }

    pub(super) fn advance(&mut self) {
        // The end stays.
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    /// Something else should stand here.
    pub(super) fn expected(&self, what: &str) -> ! {
        panic!("{:?}: expected {what}, found {:?}", self.pos(), self.tok())
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

    pub(super) fn expect_sign(&mut self, sign: &str) {
        if !self.eat_sign(sign) {
            self.expected(sign);
        }
    }

    /// These words, one after the other.
    pub(super) fn expect_words(&mut self, words: &str) {
        for word in words.split(' ') {
            if !self.eat_word(word) {
                self.expected(word);
            }
        }
    }

    /// What the word that stands here means, if it is one of these.
    pub(super) fn eat_one_of<T: Clone>(&mut self, words: &[(&str, T)]) -> Option<T> {
        words.iter().find(|(word, _)| self.eat_word(word)).map(|(_, meant)| meant.clone())
    }

    pub(super) fn one_of<T: Clone>(&mut self, words: &[(&str, T)]) -> T {
        let found = self.eat_one_of(words);
        found.unwrap_or_else(|| {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.expected(&words.join(" or "))
        })
    }

    /// A name, of which no word of the grammar is one.
    pub(super) fn name(&mut self) -> &'a str {
        let name = self.word();
        assert!(is_name(name), "{:?}: `{name}` is a word of the grammar", self.pos());
        name
    }

    /// Any word, where only a name can stand.
    pub(super) fn word(&mut self) -> &'a str {
        let Tok::Word(word) = *self.tok() else { self.expected("a word") };
        self.advance();
        word
    }

    /// How an answer is called: a word, or a number.
    pub(super) fn answer(&mut self) -> String {
        let name = match *self.tok() {
            Tok::Word(name) | Tok::Number(name) => name.to_owned(),
            Tok::Text(_) | Tok::Cases(_) | Tok::Sign(_) | Tok::End => self.expected("a word or a number"),
        };
        self.advance();
        name
    }

    /// A word, or in quotes what is none, like `"A0D1*"`.
    pub(super) fn word_or_text(&mut self) -> String {
        if matches!(self.tok(), Tok::Text(_)) { self.string() } else { self.word().to_owned() }
    }

    pub(super) fn string(&mut self) -> String {
        let Tok::Text(text) = self.tok().clone() else { self.expected("a string") };
        self.advance();
        text
    }

    /// A whole number with its sign.
    pub(super) fn int(&mut self) -> i64 {
        if self.eat_sign("-") {
            // The lowest number has no positive one.
            -i128::from(self.count::<u64>()) as i64
        } else {
            self.count()
        }
    }

    /// A number of things, without a sign.
    pub(super) fn count<N: FromStr<Err: Debug>>(&mut self) -> N {
        let Tok::Number(digits) = *self.tok() else { self.expected("a number") };
        let count = digits.parse().unwrap_or_else(|error| panic!("{:?}: `{digits}`: {error:?}", self.pos()));
        self.advance();
        count
    }

    /// `/2`, if it stands here.
    pub(super) fn parts(&mut self) -> Option<u32> {
        self.eat_sign("/").then(|| self.count())
    }

    /// `@CASES "Title"`
    pub(super) fn site(&mut self) -> SiteId {
        let found = self.site_if_any();
        found.unwrap_or_else(|| self.expected("a site"))
    }

    pub(super) fn site_if_any(&mut self) -> Option<SiteId> {
        let Tok::Cases(cases) = self.tok().clone() else { return None };
        self.advance();
        let title = self.string();
        Some(self.program.intern_site(Site { cases, title }))
    }

    /// What is read again and again, with commas between, up to a closing sign.
    pub(super) fn list<T>(&mut self, close: &str, mut read: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut all = Vec::new();
        if self.eat_sign(close) {
            return all;
        }
        loop {
            all.push(read(self));
            if self.eat_sign(close) {
                return all;
            }
            self.expect_sign(",");
        }
    }
}
