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
                depth = Depth { outside: depth.outside, words: 0, signs: 0 };
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
            return Some(SyntaxFault { span: trimmed(source, token.span), kind });
        }
        if depth.total() > MOST_NESTED {
            return Some(SyntaxFault { span: token.span, kind: FaultKind::TooDeep });
        }
    }
    open.first().map(|(token, _)| SyntaxFault { span: token.span, kind: FaultKind::UnclosedBracket })
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
#[derive(Clone, Copy, Default)]
struct Depth {
    outside: u32,
    words: u32,
    signs: u32,
}

impl Depth {
    fn total(self) -> u32 {
        self.outside + self.words + self.signs
    }

    fn inside(self) -> Depth {
        Depth { outside: self.total() + 1, words: 0, signs: 0 }
    }

    fn behind_word(self, word: &str) -> Depth {
        match word {
            "and" | "or" | "not" | "any" | "every" | "no" | "where" | "number" | "total" | "least" | "greatest"
            | "else" => Depth { words: self.words + 1, signs: 0, ..self },
            "of" | "at" | "among" | "than" | "rounded" | "against" | "is" | "in" => {
                Depth { signs: self.signs + 1, ..self }
            }
            // Goes on behind a comma.
            "supposing" => Depth { outside: self.total() + 1, words: 0, signs: 0 },
            // A clause of its own.
            "when" | "unless" | "exception" | "for" => Depth { words: 0, signs: 0, ..self },
            _ => self,
        }
    }

    fn behind_sign(self, kind: TokenKind) -> Depth {
        let joins = matches!(
            kind,
            TokenKind::Plus | TokenKind::Minus | TokenKind::Star | TokenKind::Slash | TokenKind::Dot | TokenKind::Dots
        );
        let compares = matches!(kind, TokenKind::Less | TokenKind::AtMost | TokenKind::More | TokenKind::AtLeast);
        Depth { signs: self.signs + u32::from(joins || compares), ..self }
    }
}
