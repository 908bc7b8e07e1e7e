//! Bytes to lines and columns as editors count them, and back. In: a text. Out: look-ups. Promises: whatever an editor
//! names is answered by the nearest place that there is, and never within a letter.

use lsp_types::{ClientCapabilities, Position, PositionEncodingKind, Range};
use std::cell::OnceCell;
use wgr_grammar::Span;

/// What a column counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    Utf8,
    Utf16,
}

impl Encoding {
    /// Bytes where the editor offers them; what every editor knows otherwise.
    pub(crate) fn offered(client: &ClientCapabilities) -> Encoding {
        let offered = client.general.as_ref().and_then(|general| general.position_encodings.as_deref());
        let bytes = offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8));
        if bytes { Encoding::Utf8 } else { Encoding::Utf16 }
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// How long a text is.
    pub(crate) fn length(self, text: &str) -> u32 {
        let length = match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        };
        length as u32
    }
}

/// A text and where its lines begin. A line ends with `\n`, `\r\n` or `\r`, as the protocol has it.
pub(crate) struct Lines<'t> {
    pub(crate) text: &'t str,
    encoding: Encoding,
    /// Found out when first asked for: of most texts nobody asks.
    starts: OnceCell<Vec<usize>>,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str, encoding: Encoding) -> Lines<'t> {
        Lines { text, encoding, starts: OnceCell::new() }
    }

    fn starts(&self) -> &[usize] {
        self.starts.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let ends = |at: &usize| match bytes.get(*at) {
                Some(b'\n') => true,
                Some(b'\r') => bytes.get(at + 1) != Some(&b'\n'),
                Some(_) | None => false,
            };
            std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect()
        })
    }

    /// The text of a line from 0, without its end.
    pub(crate) fn line(&self, line: u32) -> &'t str {
        let Some(start) = self.starts().get(line as usize) else { return "" };
        let end = self.starts().get(line as usize + 1).copied().unwrap_or(self.text.len());
        self.text.get(*start..end).unwrap_or_default().trim_end_matches(['\r', '\n'])
    }

    /// The line from 0 in which a byte stands.
    pub(crate) fn line_of(&self, offset: u32) -> u32 {
        (self.starts().partition_point(|start| *start <= offset as usize).max(1) - 1) as u32
    }

    pub(crate) fn position(&self, offset: u32) -> Position {
        let line = self.line_of(offset);
        let start = self.starts().get(line as usize).copied().unwrap_or_default();
        let mut end = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        Position { line, character: self.encoding.length(self.text.get(start..end).unwrap_or_default()) }
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end.max(span.start)) }
    }

    pub(crate) fn offset(&self, at: Position) -> usize {
        let Some(start) = self.starts().get(at.line as usize) else { return self.text.len() };
        let line = self.line(at.line);
        let mut left = at.character as usize;
        for (byte, letter) in line.char_indices() {
            let width = match self.encoding {
                Encoding::Utf8 => letter.len_utf8(),
                Encoding::Utf16 => letter.len_utf16(),
            };
            if left < width {
                return start + byte;
            }
            left -= width;
        }
        start + line.len()
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Lines};
    use lsp_types::Position;

    #[test]
    fn every_place_is_found_again() {
        let text = "aé𝄞b\r\nzwei\rdrei\n\n";
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let lines = Lines::new(text, encoding);
            for (byte, letter) in text.char_indices().chain([(text.len(), ' ')]) {
                // Between the two letters of one line end nothing stands.
                if letter != '\n' || text.get(..byte).is_some_and(|before| !before.ends_with('\r')) {
                    assert_eq!(lines.offset(lines.position(byte as u32)), byte, "{encoding:?}");
                }
            }
        }
        let at = |line, character| Position { line, character };
        let (bytes, units) = (Lines::new(text, Encoding::Utf8), Lines::new(text, Encoding::Utf16));
        assert_eq!((bytes.position(7), units.position(7)), (at(0, 7), at(0, 4)));
        assert_eq!(units.position(10), at(1, 0));
        assert_eq!(units.position(15), at(2, 0));
    }

    #[test]
    fn what_is_not_there_is_the_nearest_place() {
        let lines = Lines::new("a𝄞\nb", Encoding::Utf16);
        let offset = |line, character| lines.offset(Position { line, character });
        assert_eq!(
            [offset(0, 2), offset(0, 9), offset(1, 7), offset(7, 0), offset(u32::MAX, u32::MAX)],
            [1, 5, 7, 7, 7]
        );
        assert_eq!(lines.position(3).character, 1);
        assert_eq!(lines.position(99), Position { line: 1, character: 1 });
    }
}
