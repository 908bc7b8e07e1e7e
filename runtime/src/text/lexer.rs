//! Text to tokens, each with its place. What belongs to no token is reported and left out; the last token
//! is always [`Tok::End`], placed just behind the text.

use super::names::{in_case, in_word, starts_word};
use crate::ir::{Pos, TextError};

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tok<'a> {
    /// A name or a word of the grammar.
    Word(&'a str),
    /// Digits; the text is kept because printed numbers have leading zeros.
    Number(u64),
    Text(String),
    /// `@` and its cases.
    Cases(Vec<String>),
    Sign(&'static str),
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) tok: Tok<'a>,
    pub(super) at: Pos,
    pub(super) text: &'a str,
    /// Nothing but space stands before it on its line.
    pub(super) first: bool,
}

/// Longer ones first.
const SIGNS: [&str; 26] = [
    ":=", "->", "..", "<>", "<=", ">=", "{", "}", "(", ")", "[", "]", ",", ":", ".", "=", "<", ">", "+", "-", "|",
    "\\", "*", "&", "!", "/",
];

struct Lexer<'a> {
    rest: &'a str,
    at: Pos,
    first: bool,
    tokens: Vec<Token<'a>>,
    errors: Vec<TextError>,
}

pub(super) fn lex(text: &str) -> (Vec<Token<'_>>, Vec<TextError>) {
    let at = Pos { line: 1, column: 1 };
    let mut lexer = Lexer { rest: text, at, first: true, tokens: Vec::new(), errors: Vec::new() };
    while let Some(c) = lexer.rest.chars().next() {
        lexer.step(c);
    }
    lexer.push(Tok::End, lexer.at, "");
    (lexer.tokens, lexer.errors)
}

impl<'a> Lexer<'a> {
    fn step(&mut self, c: char) {
        if c.is_whitespace() {
            self.take(c.len_utf8());
        } else if self.rest.starts_with("//") {
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        } else if starts_word(c) {
            let (at, word) = (self.at, self.take_while(in_word));
            self.push(Tok::Word(word), at, word);
        } else if c.is_ascii_digit() {
            self.number();
        } else if c == '"' {
            self.string();
        } else if c == '@' {
            self.cases();
        } else if let Some(sign) = SIGNS.into_iter().find(|sign| self.rest.starts_with(sign)) {
            let (at, text) = (self.at, self.take(sign.len()));
            self.push(Tok::Sign(sign), at, text);
        } else {
            self.stray();
        }
    }

    fn push(&mut self, tok: Tok<'a>, at: Pos, text: &'a str) {
        self.tokens.push(Token { tok, at, text, first: self.first });
        self.first = false;
    }

    /// Goes on by so many bytes, which end between two characters.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        for c in taken.chars() {
            if c == '\n' {
                self.at = Pos { line: self.at.line.saturating_add(1), column: 1 };
                self.first = true;
            } else {
                self.at.column = self.at.column.saturating_add(1);
            }
        }
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        self.take(self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len()))
    }

    fn number(&mut self) {
        let (at, digits) = (self.at, self.take_while(|c| c.is_ascii_digit()));
        let value = digits.parse().unwrap_or_else(|_| {
            let what = format!("`{digits}` is too big: numbers go up to {}", i64::MAX);
            self.errors.push(TextError::new(at, what));
            0
        });
        self.push(Tok::Number(value), at, digits);
    }

    fn string(&mut self) {
        let (at, start) = (self.at, self.rest);
        self.take(1);
        let mut text = String::new();
        loop {
            match self.rest.chars().next() {
                None | Some('\n') => {
                    let what = "this string has no end on its line; close it with `\"`, as in `\"Title\"`";
                    self.errors.push(TextError::new(at, what));
                    break;
                }
                Some('"') => {
                    self.take(1);
                    break;
                }
                Some('\\') => self.escape(&mut text),
                Some(c) => {
                    text.push(c);
                    self.take(c.len_utf8());
                }
            }
        }
        let raw = start.get(..start.len() - self.rest.len()).unwrap_or_default();
        self.push(Tok::Text(text), at, raw);
    }

    fn escape(&mut self, text: &mut String) {
        let at = self.at;
        self.take(1);
        match self.rest.chars().next() {
            Some(c @ ('"' | '\\')) => {
                text.push(c);
                self.take(1);
            }
            _ => {
                let what = "in a string, `\\` stands only before `\"` or `\\`; write `\\\\` for a backslash";
                self.errors.push(TextError::new(at, what));
            }
        }
    }

    fn cases(&mut self) {
        let at = self.at;
        self.take(1);
        let raw = self.take_while(in_case);
        let cases = match raw {
            "" => Vec::new(),
            _ => raw.split(',').map(str::to_owned).collect(),
        };
        if cases.iter().any(String::is_empty) {
            let what = format!("`@{raw}` has an empty case; write cases like `@7.1,7.2#a`");
            self.errors.push(TextError::new(at, what));
        }
        self.push(Tok::Cases(cases), at, raw);
    }

    /// A run of characters that begin nothing is one fault.
    fn stray(&mut self) {
        let begins = |c: char| {
            c.is_whitespace() || starts_word(c) || c.is_ascii_digit() || "\"@{}()[],:.=<>+-|\\*&!/".contains(c)
        };
        let (at, run) = (self.at, self.take_while(|c| !begins(c)));
        let shown: String = run.chars().take(12).flat_map(char::escape_debug).collect();
        let what = format!("`{shown}` means nothing here; delete it, or put it in a string or behind `//`");
        self.errors.push(TextError::new(at, what));
    }
}
