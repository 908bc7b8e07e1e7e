//! Places in a text, and the one error that everything in this crate that reads text reports.

use std::fmt;

/// Line and column, both from 1; 0 where a program was built by hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Pos {
    pub line: u32,
    pub column: u32,
}

/// What is wrong in a text, where, and what to write instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    pub at: Pos,
    pub what: String,
}

impl TextError {
    pub fn new(at: Pos, what: impl Into<String>) -> Self {
        TextError { at, what: what.into() }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Pos { line: 0, .. } => write!(f, "{}", self.what),
            Pos { line, column } => write!(f, "{line}:{column}: {}", self.what),
        }
    }
}

impl std::error::Error for TextError {}
