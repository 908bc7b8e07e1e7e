//! What can be seen of a line before it is parsed. In: the tokens of one line or head. Out: its first fault, if any.
//!
//! Every line is held to this first, so that no input can nest the parser, or the tree, deeper than `MOST_NESTED`.

use crate::fault::{FaultKind, MOST_NESTED, SyntaxFault};
use crate::source::Source;
use crate::span::Span;
use crate::token::{Token, TokenKind};
use std::ops::Range;

pub(crate) fn check(source: &Source<'_>, range: Range<usize>) -> Option<SyntaxFault> {
    let mut depth = Depth::default();
    let mut open: Vec<(Token, Depth)> = Vec::new();
    for at in range {
        let token = source.token(at)?;
        let text = token.span.of(source.text);
        let kind = match token.kind {
            TokenKind::Unknown => Some(FaultKind::UnknownCharacter { character: text.chars().next().unwrap_or(' ') }),
            TokenKind::UnclosedString => Some(FaultKind::UnclosedString),
            TokenKind::Foreign => Some(FaultKind::WrongSign { found: text.to_owned(), right: right_sign(text) }),
            TokenKind::Close | TokenKind::CloseList => match open.pop() {
                Some((opened, outside)) if opened.kind == partner(token.kind) => {
                    depth = outside;
                    None
                }
                _ => Some(FaultKind::StrayBracket),
            },
            TokenKind::Open | TokenKind::OpenList => {
                open.push((token, depth));
                depth = depth.inside();
                None
            }
            // What stands between commas stands side by side, not in each other.
            TokenKind::Comma => {
                depth = Depth::only(depth.outside, 0);
                None
            }
            TokenKind::Word => {
                depth = depth.behind_word(text);
                None
            }
            kind => {
                depth = depth.behind_sign(kind);
                None
            }
        };
        if let Some(kind) = kind {
            return Some(SyntaxFault::new(trimmed(source, token.span), kind));
        }
        if depth.total() > MOST_NESTED {
            return Some(SyntaxFault::new(token.span, FaultKind::TooDeep));
        }
    }
    open.first().map(|(token, _)| SyntaxFault::new(token.span, FaultKind::UnclosedBracket))
}

/// A string without its end may take the line's end with it.
fn trimmed(source: &Source<'_>, span: Span) -> Span {
    let length = span.of(source.text).trim_end().len();
    Span { start: span.start, end: span.start + length as u32 }
}

fn partner(kind: TokenKind) -> TokenKind {
    if kind == TokenKind::Close { TokenKind::Open } else { TokenKind::OpenList }
}

fn right_sign(found: &str) -> &'static str {
    match found {
        "==" => "is",
        "!=" | "<>" => "is not",
        "=<" => "<=",
        "=>" => ">=",
        "&&" | "&" => "and",
        "||" | "|" => "or",
        "!" => "not",
        ":=" => "becomes",
        "+=" => "gains",
        "-=" => "loses",
        _ => "to",
    }
}

/// How deep the tree can be at some place: what was opened, what was joined by words, what by signs since the last word.
/// What stands side by side under one sign or word again and again is no deeper for it.
#[derive(Clone, Copy, Default)]
struct Depth {
    outside: u32,
    words: u32,
    /// How often `not` stands before this part.
    nots: u32,
    /// The word that joined last, if nothing was begun since.
    joined: Option<Joined>,
    /// Sums and comparisons.
    sums: u32,
    last: Option<TokenKind>,
    /// Products and parts of a name, of this term and of the deepest one.
    here: u32,
    deepest: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Joined {
    And,
    Or,
}

impl Depth {
    fn total(self) -> u32 {
        self.outside + self.words + self.nots + self.sums + self.deepest
    }

    fn only(outside: u32, words: u32) -> Depth {
        Depth { outside, words, ..Depth::default() }
    }

    fn inside(self) -> Depth {
        Depth::only(self.total() + 1, 0)
    }

    fn behind_word(self, word: &str) -> Depth {
        match word {
            "and" => self.joined_by(Joined::And),
            "or" => self.joined_by(Joined::Or),
            "any" | "every" | "no" | "where" | "number" | "total" | "least" | "greatest" | "else" => {
                Depth::only(self.outside, self.words + self.nots + 1)
            }
            "not" => Depth { nots: self.nots + 1, ..self },
            "of" | "at" | "among" | "than" | "rounded" | "against" | "is" | "in" => self.deeper(1),
            // Goes on behind a comma.
            "supposing" => Depth::only(self.total() + 1, 0),
            // A clause of its own.
            "when" | "unless" | "exception" | "for" => Depth::only(self.outside, 0),
            _ => self,
        }
    }

    fn joined_by(self, word: Joined) -> Depth {
        let more = u32::from(self.joined != Some(word));
        Depth { joined: Some(word), ..Depth::only(self.outside, self.words + more) }
    }

    fn behind_sign(self, kind: TokenKind) -> Depth {
        let last = Some(kind);
        match kind {
            TokenKind::Plus | TokenKind::Minus => {
                let more = u32::from(kind == TokenKind::Minus || self.last != Some(TokenKind::Plus));
                Depth { sums: self.sums + more, last, here: 0, ..self }
            }
            TokenKind::Less | TokenKind::AtMost | TokenKind::More | TokenKind::AtLeast => {
                Depth { sums: self.sums + 1, last, here: 0, ..self }
            }
            TokenKind::Star | TokenKind::Slash | TokenKind::Dot | TokenKind::Dots => self.deeper(1),
            _ => self,
        }
    }

    fn deeper(self, by: u32) -> Depth {
        let here = self.here + by;
        Depth { here, deepest: self.deepest.max(here), ..self }
    }
}
