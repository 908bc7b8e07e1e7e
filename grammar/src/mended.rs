//! A text with small changes made, and the way back. In: a part of a text, and changes. Out: the part as it reads with them, and
//! for each place in it where that is written.

use crate::source::Source;
use crate::span::Span;

/// One small change after which a line reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mend {
    pub how: How,
    /// What stands there now; empty where something is missing.
    pub span: Span,
    /// What should stand there, in its order.
    pub put: Vec<Put>,
}

/// What was slipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// A word stands twice.
    Twice,
    /// A word says nothing here.
    TooMany,
    /// A word of the language is not written as it should be.
    Misspelt,
    /// Two words stand the wrong way round.
    Turned,
    /// Words stand without quotation marks.
    Unquoted,
    /// A word or sign is missing.
    Missing,
    /// Another word or sign should stand there.
    Instead,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Put {
    /// What is written here.
    There(Span),
    New(String),
}

impl Mend {
    /// What should stand there.
    pub fn text(&self, source: &str) -> String {
        let parts = self.put.iter().map(|part| match part {
            Put::There(span) => span.of(source),
            Put::New(text) => text.as_str(),
        });
        parts.collect()
    }
}

/// A part of a text with its changes made.
pub(crate) struct Mended {
    pub(crate) text: String,
    pub(crate) pieces: Pieces,
}

/// Where each piece of a mended text is written, in the order of the mended text.
pub(crate) struct Pieces(Vec<Piece>);

struct Piece {
    mended: Span,
    written: Span,
    /// Each place in it stands so.
    exact: bool,
}

impl Mended {
    /// None where there is nothing to change, or two changes meet.
    pub(crate) fn of(source: &Source<'_>, part: Span, mends: &[&Mend]) -> Option<Mended> {
        let mut mends = mends.to_vec();
        mends.sort_by_key(|mend| mend.span);
        let mut made = Mended { text: String::new(), pieces: Pieces(Vec::new()) };
        let mut from = part.start;
        for mend in &mends {
            if mend.span.start < from || mend.span.end > part.end {
                return None;
            }
            made.add(source.text, Span { start: from, end: mend.span.start });
            for put in &mend.put {
                match put {
                    Put::There(span) => made.add(source.text, *span),
                    Put::New(text) => made.add_new(text, mend.span),
                }
            }
            from = mend.span.end;
        }
        made.add(source.text, Span { start: from, end: part.end });
        (!mends.is_empty()).then_some(made)
    }

    fn add(&mut self, text: &str, written: Span) {
        let start = self.text.len();
        self.text.push_str(written.of(text));
        self.pieces.0.push(Piece { mended: Span::new(start, self.text.len()), written, exact: true });
    }

    fn add_new(&mut self, new: &str, written: Span) {
        let start = self.text.len();
        self.text.push_str(new);
        self.pieces.0.push(Piece { mended: Span::new(start, self.text.len()), written, exact: false });
    }
}

impl Pieces {
    /// Where a part of the mended text is written. What goes over several pieces stands from the first to the last of them.
    pub(crate) fn written(&self, mended: Span) -> Span {
        let begins = self.0.partition_point(|piece| piece.mended.end <= mended.start);
        let Some(first) = self.0.get(begins).or(self.0.last()) else { return mended };
        let start =
            if first.exact { first.written.start + (mended.start - first.mended.start) } else { first.written.start };
        if mended.start == mended.end {
            return Span { start, end: start };
        }
        let all = self.0.iter().skip(begins).take_while(|piece| piece.mended.start < mended.end);
        let parts = all.map(|piece| {
            let cut = |at: u32| piece.written.start + (at - piece.mended.start);
            let (from, to) = (mended.start.max(piece.mended.start), mended.end.min(piece.mended.end));
            if piece.exact { Span { start: cut(from), end: cut(to) } } else { piece.written }
        });
        parts.reduce(Span::to).unwrap_or(Span { start, end: start })
    }
}
