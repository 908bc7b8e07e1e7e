//! Places in one file, as bytes.

use std::hash::{Hash, Hasher};

/// From `start` up to but not including `end`, in bytes of one file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

/// Where something stands is no part of what it says.
impl Hash for Span {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Span {
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// Does the other one lie within it?
    pub fn holds(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The same span of a slice that begins at `by`.
    pub fn shifted(self, by: u32) -> Span {
        Span { start: self.start + by, end: self.end + by }
    }

    /// The text it stands for; empty where it does not lie within `text`.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}
