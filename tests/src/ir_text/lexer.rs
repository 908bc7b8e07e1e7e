//! Text to tokens, each with its place; the last one is always [`Tok::End`].

use wgr_runtime::ir::Pos;
use wgr_runtime::text::{in_case, in_word, starts_word};

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tok<'a> {
    /// A name or a word of the grammar.
    Word(&'a str),
    /// Digits: printed numbers have leading zeros.
    Number(&'a str),
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
}

/// Longer ones first.
const SIGNS: [&str; 26] = [
    ":=", "->", "..", "<>", "<=", ">=", "{", "}", "(", ")", "[", "]", ",", ":", ".", "=", "<", ">", "+", "-", "|",
    "\\", "*", "&", "!", "/",
];

struct Lexer<'a> {
    rest: &'a str,
    at: Pos,
}

pub(super) fn lex(text: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer { rest: text, at: Pos { line: 1, column: 1 } };
    let mut tokens = Vec::new();
    loop {
        lexer.blanks();
        let at = lexer.at;
        let tok = lexer.token();
        let ended = tok == Tok::End;
        tokens.push(Token { tok, at });
        if ended {
            return tokens;
        }
    }
}

impl<'a> Lexer<'a> {
    /// Blanks and remarks.
    fn blanks(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if !self.rest.starts_with("//") {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn token(&mut self) -> Tok<'a> {
        let Some(first) = self.rest.chars().next() else { return Tok::End };
        if starts_word(first) {
            return Tok::Word(self.take_while(in_word));
        }
        match first {
            '0'..='9' => Tok::Number(self.take_while(|c| c.is_ascii_digit())),
            '"' => Tok::Text(self.string()),
            '@' => {
                self.take(1);
                let cases = self.take_while(in_case);
                Tok::Cases(cases.split(',').filter(|case| !case.is_empty()).map(str::to_owned).collect())
            }
            _ => {
                let sign = SIGNS.into_iter().find(|sign| self.rest.starts_with(sign));
                let sign = sign.unwrap_or_else(|| panic!("{:?}: `{first}` means nothing here", self.at));
                self.take(sign.len());
                Tok::Sign(sign)
            }
        }
    }

    /// Goes on by so many bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            self.at = match c {
                '\n' => Pos { line: self.at.line + 1, column: 1 },
                _ => Pos { column: self.at.column + 1, ..self.at },
            };
        }
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        self.take(self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len()))
    }

    fn string(&mut self) -> String {
        let at = self.at;
        self.take(1);
        let mut text = String::new();
        loop {
            text.push_str(self.take_while(|c| !"\"\\\n".contains(c)));
            match self.rest.chars().next() {
                Some('"') => {
                    self.take(1);
                    return text;
                }
                Some('\\') => {
                    self.take(1);
                    let escaped = self.rest.chars().next().map_or(0, char::len_utf8);
                    text.push_str(self.take(escaped));
                }
                _ => panic!("{at:?}: this string has no end on its line"),
            }
        }
    }
}
