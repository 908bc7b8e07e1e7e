//! The text of rules, as text: tokens, shells, lines, the syntax tree. Nothing here knows what a rule means.

pub mod ast;
mod fault;
mod span;

pub use fault::{Context, FaultKind, MOST_NESTED, SyntaxFault};
pub use span::Span;

/// A file and what is wrong with it. Whatever could be read is in the file, broken things by the name they had.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parsed {
    pub file: ast::File,
    pub faults: Vec<SyntaxFault>,
}

/// Reads one file. Never fails: faults are data.
pub fn parse(_text: &str) -> Parsed {
    Parsed::default()
}

/// The last text and its tree, so that only what changed is read again.
#[derive(Default)]
pub struct Memory {
    parsed: Parsed,
}

/// The same as `parse`, but items whose text did not change are not read again.
pub fn parse_again<'m>(memory: &'m mut Memory, text: &str) -> &'m Parsed {
    memory.parsed = parse(text);
    &memory.parsed
}
