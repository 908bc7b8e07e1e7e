//! What a text looks like, word by word. In: a text. Out: its tokens with their classes, as the protocol counts them.
//! The lexer and the list of words decide; nothing is looked up. Cases go by the protocol's word for members of an enum, titles are strings
//! that declare.

use super::positions::{Encoding, Lines};
use lsp_types::{SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensLegend};
use wgr_grammar::{Token, TokenKind, is_reserved, item_word, tokens};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Keyword,
    Number,
    String,
    Comment,
    Case,
    Title,
}

/// The classes of the protocol, in the order of [`Class::place`].
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: vec![
            SemanticTokenType::KEYWORD,
            SemanticTokenType::NUMBER,
            SemanticTokenType::STRING,
            SemanticTokenType::COMMENT,
            SemanticTokenType::ENUM_MEMBER,
        ],
        token_modifiers: vec![SemanticTokenModifier::DECLARATION],
    }
}

impl Class {
    /// Its place in the legend, and its modifiers.
    fn place(self) -> (u32, u32) {
        match self {
            Class::Keyword => (0, 0),
            Class::Number => (1, 0),
            Class::String => (2, 0),
            Class::Comment => (3, 0),
            Class::Case => (4, 0),
            Class::Title => (2, 1),
        }
    }
}

pub(crate) fn highlight(text: &str, encoding: Encoding) -> Vec<SemanticToken> {
    let lines = Lines::new(text, encoding);
    let mut found = Vec::new();
    let mut before = lsp_types::Position::default();
    for (token, class) in classes(text) {
        let at = lines.position(token.span.start);
        let delta_line = at.line - before.line;
        let delta_start = if delta_line == 0 { at.character - before.character } else { at.character };
        let (token_type, token_modifiers_bitset) = class.place();
        // A return that ends no line is part of a comment.
        let length = encoding.length(token.span.of(text).trim_end_matches('\r'));
        found.push(SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset });
        before = at;
    }
    found
}

/// The tokens that have a class.
fn classes(text: &str) -> Vec<(Token, Class)> {
    let mut found = Vec::new();
    let all = tokens(text);
    // Each line on its own: no token but the end of a line reaches into the next.
    for line in all.split_inclusive(|token| token.kind == TokenKind::Newline) {
        let words: Vec<Token> =
            line.iter().filter(|token| !matches!(token.kind, TokenKind::Space | TokenKind::Newline)).copied().collect();
        let head = line.first().is_some_and(|first| first.kind == TokenKind::Word) && opens(text, &words);
        let cases = cases(&words);
        for (at, token) in words.iter().enumerate() {
            let title = if head { at > 0 } else { cases > 0 && at == cases };
            found.extend(class(text, *token, at < cases, head && at == 0, title).map(|class| (*token, class)));
        }
    }
    found
}

/// Does a line in the first column begin an item?
fn opens(text: &str, words: &[Token]) -> bool {
    words.first().is_some_and(|first| item_word(first.span.of(text)).is_some())
}

/// How many tokens at the beginning of a line are its cases: those before a title.
fn cases(words: &[Token]) -> usize {
    let part = |token: &&Token| {
        matches!(
            token.kind,
            TokenKind::Number | TokenKind::Section | TokenKind::Word | TokenKind::Letters | TokenKind::Comma
        )
    };
    let count = words.iter().take_while(part).count();
    let titled = words.get(count).is_some_and(|next| next.kind == TokenKind::String);
    // `place Village "the village"` begins with a word that has no letters behind it.
    let cited = words.first().is_some_and(|first| matches!(first.kind, TokenKind::Number | TokenKind::Section))
        || words.get(1).is_some_and(|second| second.kind == TokenKind::Letters);
    if titled && cited { count } else { 0 }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "marks have no class")]
fn class(text: &str, token: Token, cited: bool, opens: bool, title: bool) -> Option<Class> {
    let said = token.span.of(text);
    match token.kind {
        TokenKind::Comment => Some(Class::Comment),
        TokenKind::String if title => Some(Class::Title),
        TokenKind::String | TokenKind::UnclosedString => Some(Class::String),
        TokenKind::Comma => None,
        _ if cited => Some(Class::Case),
        TokenKind::Letters | TokenKind::Section => Some(Class::Case),
        TokenKind::Number if said.contains('.') => Some(Class::Case),
        TokenKind::Number | TokenKind::Dice => Some(Class::Number),
        TokenKind::Word if opens || is_reserved(said) => Some(Class::Keyword),
        _ => None,
    }
}
