//! Places in a text, and the one error that everything in this crate that reads text reports.

use super::ids::FuncId;
use super::types::Type;
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
    /// The function in which it is, where it is in one.
    pub func: Option<FuncId>,
    /// What it is, where rules can bring it about that are read without a mistake.
    pub breach: Option<Breach>,
}

/// What is wrong with a program although every line of its rules was read. Who tells an author says it in the author's words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breach {
    DividesByZero,
    AlwaysNone,
    /// Numbers may leave what the machine counts.
    WithoutEnd,
    NeverFits {
        wanted: Type,
        found: Type,
    },
    NotWhole,
    /// It may be read before it has a value.
    NoValue,
    NoOption,
    SuppositionsTooDeep,
    NotSupposed,
    NothingHappensHere,
    StateTooBig,
    NestedTooDeep,
}

impl TextError {
    pub fn new(at: Pos, what: impl Into<String>) -> Self {
        TextError { at, what: what.into(), func: None, breach: None }
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
