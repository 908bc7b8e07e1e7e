//! Edits in a text. In: a text, and what is put where. Out: the text with the edits in it, and where each part of it is
//! written. Promises: what no edit touches stays as it is, comments and all; edits may come in any order.

use crate::diag::Place;
use crate::source::{FileId, Piece};
use wgr_grammar::{Span, TokenKind, tokens};

/// Words with where they are written; blanks and signs between them are written nowhere.
pub(super) type Parts = Vec<(String, Option<Place>)>;

/// What is put in the place of a span.
pub(super) struct TextEdit {
    pub(super) span: Span,
    pub(super) parts: Parts,
    /// What stands in one place stands in this order.
    pub(super) order: (String, usize),
}

/// The text with all of this in it.
pub(super) fn amended(file: FileId, text: &str, mut edits: Vec<TextEdit>) -> (String, Vec<Piece>) {
    edits.sort_by(|a, b| (a.span, &a.order).cmp(&(b.span, &b.order)));
    let mut out = String::with_capacity(text.len() + 256);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut from = 0;
    let printed = |out: &mut String, pieces: &mut Vec<Piece>, from: u32, to: u32| {
        let span = Span { start: from, end: to };
        if from < to {
            pieces.push(Piece { start: out.len() as u32, at: Place::new(file, span) });
            out.push_str(span.of(text));
        }
    };
    for edit in edits {
        printed(&mut out, &mut pieces, from, edit.span.start);
        for (words, at) in edit.parts {
            pieces.extend(at.map(|at| Piece { start: out.len() as u32, at }));
            out.push_str(&words);
        }
        from = from.max(edit.span.end);
    }
    printed(&mut out, &mut pieces, from, text.len() as u32);
    (out, pieces)
}

/// Do both say the same, blanks and zeros before a number aside?
pub(super) fn same_words(a: &str, b: &str) -> bool {
    words(a) == words(b)
}

fn words(text: &str) -> Vec<&str> {
    let read = tokens(text).into_iter().filter(|token| !is_blank(token.kind));
    read.map(|token| token.span.of(text)).map(bare).collect()
}

/// A number without the zeros before it.
fn bare(word: &str) -> &str {
    let rest = word.trim_start_matches('0');
    if rest.starts_with(|digit: char| digit.is_ascii_digit()) {
        return rest;
    }
    let zeros = word.len() - rest.len();
    word.get(zeros.saturating_sub(1)..).unwrap_or(word)
}

fn is_blank(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment)
}

fn line_start(text: &str, at: u32) -> usize {
    text.get(..at as usize).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

/// Where the line ends, its `\n` not in it.
fn line_end(text: &str, at: u32) -> usize {
    text.get(at as usize..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| at as usize + end)
}

fn between(text: &str, from: usize, to: usize) -> &str {
    text.get(from..to).unwrap_or_default()
}

/// Behind all lines between the braces of an item; none where it has no braces.
pub(super) fn at_the_end(text: &str, item: Span, words: (String, Place)) -> Option<(Span, Parts)> {
    if !item.of(text).ends_with('}') {
        return None;
    }
    let brace = item.end - 1;
    let line = line_start(text, brace);
    let alone = between(text, line, brace as usize).trim().is_empty();
    let at = if alone { line as u32 } else { brace };
    let before = if alone { "    " } else { "\n    " };
    let parts = vec![(before.to_owned(), None), (words.0, Some(words.1)), ("\n".to_owned(), None)];
    Some((Span { start: at, end: at }, parts))
}

/// Behind or before a statement, on a line of its own where that has one.
pub(super) fn beside(text: &str, of: Span, after: bool, words: (String, Place)) -> (Span, Parts) {
    let line = line_start(text, of.start);
    let lead = between(text, line, of.start as usize);
    let indent: String = lead.chars().take_while(|letter| *letter == ' ' || *letter == '\t').collect();
    let (words, place) = words;
    let words = (words, Some(place));
    let empty = |at: u32| Span { start: at, end: at };
    let literal = |text: String| (text, None);
    if !after {
        let own = lead.trim().is_empty();
        let behind = if own { format!("\n{indent}") } else { "; ".to_owned() };
        return (empty(of.start), vec![words, literal(behind)]);
    }
    let end = line_end(text, of.end);
    let rest = between(text, of.end as usize, end).trim();
    if rest.is_empty() || rest.starts_with("//") {
        return (empty(end as u32), vec![literal(format!("\n{indent}")), words]);
    }
    (empty(of.end), vec![literal("; ".to_owned()), words])
}

/// What is taken out with something: its comma or semicolon; and where nothing else stands on its lines, these.
pub(in crate::layers) fn taken_out(text: &str, of: Span) -> Span {
    let (mut start, mut end) = (of.start as usize, of.end as usize);
    let rest = between(text, end, text.len());
    let behind = rest.trim_start_matches([' ', '\t']);
    if behind.starts_with([',', ';']) {
        end += rest.len() - behind.len() + 1;
        let rest = between(text, end, text.len());
        end += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    } else {
        let before = between(text, 0, start).trim_end();
        if before.ends_with([',', ';']) {
            start = before.len() - 1;
        }
    }
    let (first, last) = (line_start(text, start as u32), line_end(text, end as u32));
    let rest = between(text, end, last).trim();
    if between(text, first, start).trim().is_empty() && (rest.is_empty() || rest.starts_with("//")) {
        start = first;
        end = (last + 1).min(text.len());
        // `///` lines above it.
        while let Some(above) = start.checked_sub(1).map(|end| line_start(text, end as u32)) {
            if !between(text, above, start).trim_start().starts_with("///") {
                break;
            }
            start = above;
        }
    }
    Span::new(start, end)
}

/// What a statement says behind its cases and its title, up to its block.
pub(super) fn says(text: &str, of: Span, label_end: u32) -> (Span, Span) {
    let whole = trimmed(text, Span { start: label_end, end: of.end });
    let brace = tokens(whole.of(text)).into_iter().find(|token| token.kind == TokenKind::OpenBrace);
    let end = brace.map_or(whole.end, |brace| whole.start + brace.span.start);
    (trimmed(text, Span { start: whole.start, end }), whole)
}

/// Without the blanks around it.
pub(super) fn trimmed(text: &str, of: Span) -> Span {
    let words = of.of(text);
    let start = of.start + (words.len() - words.trim_start().len()) as u32;
    Span { start: start.min(of.end), end: (of.start + words.trim_end().len() as u32).max(start.min(of.end)) }
}
