//! Text to tokens. In: any text. Out: tokens that tile it: put together they are the text again, whatever it was.
//!
//! Spaces, line ends, comments and unknown characters are kept, so that a formatter and a highlighter need nothing
//! else. The terminals of `pest/lex.pest` end where these end.

use crate::span::Span;
use logos::Logos;

#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    #[regex(r"[\p{White_Space}\u{feff}--\n]+", priority = 2)]
    Space,
    #[regex(r"\r?\n", priority = 9)]
    Newline,
    /// `// ..` and `/// ..` up to the end of the line.
    #[regex(r"//[^\n]*", allow_greedy = true)]
    Comment,
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    String,
    /// From its quote to the end of the line.
    #[regex(r#""([^"\\\n]|\\[^\n])*\\?"#, priority = 1)]
    UnclosedString,
    #[regex(r"[\p{XID_Start}_]\p{XID_Continue}*")]
    Word,
    /// `3`, `0602`, `12.2.4`
    #[regex(r"[0-9]+(\.[0-9]+)*")]
    Number,
    /// `2d6`; `d6` is a word.
    #[regex(r"[0-9]+d[0-9]+", priority = 9)]
    Dice,
    /// `B.4`: a section of a book under a word in capitals.
    #[regex(r"[A-Z]+[0-9]*(\.[0-9]+)+")]
    Section,
    /// `#m,n`, `#c.2` of a case.
    #[regex(r"#[a-z]+(\.([a-z]+|[0-9]+))*(,[a-z]+(\.([a-z]+|[0-9]+))*)*")]
    Letters,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenList,
    #[token("]")]
    CloseList,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("=")]
    Equals,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token(".")]
    Dot,
    #[token("..")]
    Dots,
    #[token("<")]
    Less,
    #[token("<=")]
    AtMost,
    #[token(">")]
    More,
    #[token(">=")]
    AtLeast,
    #[token("?")]
    Question,
    /// Signs of other languages, one each, so that a message can say what to write for them.
    #[regex(r"==|!=|<>|=<|=>|&&|\|\||:=|\+=|-=|->|!|&|\|")]
    Foreign,
    /// One character that means nothing here.
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

impl Token {
    /// Nothing to read: blanks, line ends, comments.
    pub(crate) fn is_blank(self) -> bool {
        matches!(self.kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment)
    }
}

/// All tokens of a text, in order, without gaps.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::with_capacity(text.len() / 4);
    for (kind, range) in TokenKind::lexer(text).spanned() {
        match kind {
            Ok(kind) => found.push(Token { kind, span: Span::new(range.start, range.end) }),
            Err(()) => unknown(text, range, &mut found),
        }
    }
    found
}

/// What no pattern knows, a character each.
fn unknown(text: &str, range: std::ops::Range<usize>, found: &mut Vec<Token>) {
    let base = range.start;
    for (at, character) in text.get(range).unwrap_or_default().char_indices() {
        let start = base + at;
        found.push(Token { kind: TokenKind::Unknown, span: Span::new(start, start + character.len_utf8()) });
    }
}
