//! What may be folded: braces over several lines, and comments of several lines. The line of the closing brace stays.

use super::positions::Lines;
use lsp_types::{FoldingRange, FoldingRangeKind};
use wgr_grammar::{TokenKind, tokens};

pub(crate) fn folds(lines: &Lines<'_>) -> Vec<FoldingRange> {
    let mut found = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    // The first and last line of the comment above.
    let mut comment: Option<(u32, u32)> = None;
    let mut alone = true;
    for token in tokens(lines.text) {
        let line = lines.line_of(token.span.start);
        #[expect(clippy::wildcard_enum_match_arm, reason = "only braces and comments fold")]
        match token.kind {
            TokenKind::OpenBrace => open.push(line),
            TokenKind::CloseBrace => {
                let opened = open.pop().filter(|opened| line > opened + 1);
                found.extend(opened.map(|opened| fold(opened, line - 1, None)));
            }
            TokenKind::Comment if alone => {
                comment = match comment {
                    Some((first, last)) if last + 1 == line => Some((first, line)),
                    before => {
                        found.extend(commented(before));
                        Some((line, line))
                    }
                };
            }
            _ => {}
        }
        alone = token.kind == TokenKind::Newline || alone && token.kind == TokenKind::Space;
    }
    found.extend(commented(comment));
    found.sort_by_key(|fold| (fold.start_line, fold.end_line));
    found
}

fn commented(lines: Option<(u32, u32)>) -> Option<FoldingRange> {
    let (first, last) = lines.filter(|(first, last)| last > first)?;
    Some(fold(first, last, Some(FoldingRangeKind::Comment)))
}

fn fold(start_line: u32, end_line: u32, kind: Option<FoldingRangeKind>) -> FoldingRange {
    FoldingRange { start_line, end_line, kind, ..FoldingRange::default() }
}
