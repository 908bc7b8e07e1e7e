//! *compiler* is the only crate that knows both the text of the rules and the machine that plays them.

mod lower;

pub use lower::lower;
