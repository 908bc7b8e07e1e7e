//! The text of rules, as text: tokens, shells, lines, the syntax tree. Nothing here knows what a rule means.

pub mod ast;
mod span;

pub use span::Span;
