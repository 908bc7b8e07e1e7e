//! The lines of a text as they stand. In: its tokens. Out: each line with its words and the blanks before them.

use crate::source::Source;
use crate::token::TokenKind;

/// A token that is no blank, and how far it stands from the one before it.
#[derive(Clone, Debug)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) kind: TokenKind,
    /// Blanks before it.
    pub(super) gap: usize,
    /// Where it stands in its line, in letters.
    pub(super) column: usize,
    /// Which token it is.
    pub(super) at: usize,
}

impl Word<'_> {
    pub(super) fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// One line of the text; without words it is an empty one.
#[derive(Clone, Debug, Default)]
pub(super) struct Line<'t> {
    pub(super) words: Vec<Word<'t>>,
    /// As it stands, without blanks at its end.
    pub(super) text: &'t str,
}

impl Line<'_> {
    /// How far it is indented in the text.
    pub(super) fn indent(&self) -> usize {
        self.words.first().map_or(0, |word| word.column)
    }

    /// The column behind its last word.
    pub(super) fn end(&self) -> usize {
        self.words.last().map_or(0, |word| word.column + word.width())
    }

    /// Its letters, from its first word on.
    pub(super) fn width(&self) -> usize {
        self.end() - self.indent()
    }

    pub(super) fn first(&self) -> Option<usize> {
        self.words.first().map(|word| word.at)
    }

    /// Only a comment stands in it.
    pub(super) fn is_comment(&self) -> bool {
        self.words.first().is_some_and(|word| word.kind == TokenKind::Comment)
    }
}

pub(super) fn lines<'t>(source: &Source<'t>) -> Vec<Line<'t>> {
    let mut found = Vec::new();
    let mut words: Vec<Word<'t>> = Vec::new();
    let (mut start, mut column, mut gap) = (0, 0, 0);
    for (at, token) in source.tokens.iter().enumerate() {
        let text = source.word(at);
        match token.kind {
            TokenKind::Newline => {
                found.push(line(source, start, token.span.start, std::mem::take(&mut words)));
                (start, column, gap) = (token.span.end, 0, 0);
                continue;
            }
            TokenKind::Space => gap += text.chars().count(),
            _ => {
                let text = text.trim_end();
                words.push(Word { text, kind: token.kind, gap, column, at });
                gap = 0;
            }
        }
        column += text.chars().count();
    }
    found.push(line(source, start, source.text.len() as u32, words));
    found
}

fn line<'t>(source: &Source<'t>, start: u32, end: u32, words: Vec<Word<'t>>) -> Line<'t> {
    let text = source.text.get(start as usize..end as usize).unwrap_or_default().trim_end();
    Line { words, text }
}
