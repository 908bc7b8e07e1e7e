//! Lines that are too long. In: the words of a line with their columns. Out: before which of them it is broken.

use super::WIDTH;
use super::physical::Word;
use super::row::deeper;
use crate::line::{Lines, goes_on};
use crate::token::TokenKind;

/// A line broken before this column would be broken for nothing.
const EARLIEST: usize = 40;

/// How well a line breaks before a word; better ones first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seam {
    /// Behind `;`: two lines stand in one.
    Lines,
    /// Before `when` and its like.
    Clause,
    /// Before `and`, `or`, `as`.
    Join,
    /// Before `where`, `among`.
    Which,
    /// Behind a comma.
    List,
}

/// The word before which a line is best broken: at the best seam, the last before which the line is short enough;
/// where none leaves it short enough, the first of all.
pub(super) fn broken_before(words: &[(usize, Word<'_>)], from: usize, how: Option<Lines>) -> Option<usize> {
    let end = words.last().map_or(0, |(column, word)| column + word.width());
    if end <= WIDTH {
        return None;
    }
    let mut depth = 0;
    let mut found: Vec<(Seam, usize)> = Vec::new();
    for (at, (column, word)) in words.iter().enumerate() {
        if depth == 0 && at > from && *column >= EARLIEST {
            found.extend(seam(words, at, how).map(|seam| (seam, at)));
        }
        depth = deeper(depth, word.kind);
    }
    let fits = |at: usize| {
        let (column, word) = &words[at - 1];
        column + word.width() <= WIDTH
    };
    let best = found.iter().filter(|(_, at)| fits(*at)).min_by_key(|(seam, at)| (*seam, std::cmp::Reverse(*at)));
    best.or(found.first()).map(|(_, at)| *at)
}

fn seam(words: &[(usize, Word<'_>)], at: usize, how: Option<Lines>) -> Option<Seam> {
    let text = |at: usize| words.get(at).map_or("", |(_, word)| word.text);
    let (before, word, next) = (&words[at - 1].1, text(at), text(at + 1));
    let Some(how) = how else {
        // The head of an item: only rulings are that long.
        return matches!(word, "by" | "because").then_some(Seam::Clause);
    };
    match before.kind {
        TokenKind::Semicolon if matches!(how, Lines::Steps | Lines::Statements) => return Some(Seam::Lines),
        TokenKind::Comma if how != Lines::Rows => return Some(Seam::List),
        _ => {}
    }
    // `1 or more`, `even when` and `exploiting until end of ..` stay together.
    let one_word = word == "or" && before.kind == TokenKind::Number || matches!(next, "more" | "less");
    let parted = !one_word && before.text != "even";
    let goes = parted && words[at].1.kind == TokenKind::Word && word != "until" && goes_on(how, word, next);
    goes.then_some(match word {
        "and" | "or" | "as" => Seam::Join,
        "where" | "among" => Seam::Which,
        _ => Seam::Clause,
    })
}
