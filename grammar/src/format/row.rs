//! The cells of a row. In: the words of a line. Out: at which of them its title, its verdict and its conditions begin.

use super::physical::Word;
use crate::token::TokenKind;

/// Numbers of words in their line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) title: usize,
    /// What it says; absent where nothing stands behind the title.
    pub(super) verdict: Option<usize>,
    /// The first of `when`, `unless`, `exception` and their like behind it.
    pub(super) clause: Option<usize>,
}

/// A line that begins with cases and a title, or a title.
pub(super) fn row(words: &[Word<'_>]) -> Option<Row> {
    let title = behind_cases(words);
    if words.get(title)?.kind != TokenKind::String {
        return None;
    }
    let is_said = |at: &usize| words.get(*at).is_some_and(|word| word.kind != TokenKind::Comment);
    let verdict = Some(title + 1).filter(is_said);
    let clause = verdict.and_then(|verdict| clauses(words, verdict).next());
    Some(Row { title, verdict, clause })
}

/// Behind `7#a`, `7.5#b, B.4#c.2`, `MT#b`.
fn behind_cases(words: &[Word<'_>]) -> usize {
    let kind = |at: usize| words.get(at).map(|word| word.kind);
    let mut at = 0;
    loop {
        let lettered = kind(at + 1) == Some(TokenKind::Letters) && words.get(at + 1).is_some_and(|word| word.gap == 0);
        let capital =
            words.get(at).is_some_and(|word| word.text.starts_with(|letter: char| letter.is_ascii_uppercase()));
        let chart = capital && matches!(kind(at + 1), Some(TokenKind::String | TokenKind::Comma));
        match kind(at) {
            Some(TokenKind::Number | TokenKind::Section | TokenKind::Word) if lettered => at += 2,
            Some(TokenKind::Number | TokenKind::Section) => at += 1,
            Some(TokenKind::Word) if chart => at += 1,
            _ => return at,
        }
        if kind(at) != Some(TokenKind::Comma) {
            return at;
        }
        at += 1;
    }
}

/// The words behind `from` that begin a condition or a remark of the row, outside all brackets.
pub(super) fn clauses(words: &[Word<'_>], from: usize) -> impl Iterator<Item = usize> {
    let mut depth = 0_usize;
    words.iter().enumerate().skip(from).filter_map(move |(at, word)| {
        let outside = depth == 0;
        depth = deeper(depth, word.kind);
        let before = at.checked_sub(1).and_then(|before| words.get(before)).map_or("", |word| word.text);
        let begins = match word.text {
            "when" => before != "even",
            "unless" | "exception" | "even" | "ruling" | "provisional" => true,
            // These are parts of expressions as well; the author's blanks tell.
            "for" | "otherwise" | "waives" | "such" => word.gap > 1,
            _ => false,
        };
        (outside && at > from && begins && word.kind == TokenKind::Word).then_some(at)
    })
}

/// How many brackets and braces are open behind a token.
pub(super) fn deeper(depth: usize, kind: TokenKind) -> usize {
    match kind {
        TokenKind::Open | TokenKind::OpenList | TokenKind::OpenBrace => depth + 1,
        TokenKind::Close | TokenKind::CloseList | TokenKind::CloseBrace => depth.saturating_sub(1),
        _ => depth,
    }
}
