//! *compiler* is the only crate that knows both the text of the rules and the machine that plays them.

mod check;
pub mod diag;
mod ledger;
mod lower;
mod source;

pub use check::{Checked, check};
pub use ledger::Ledger;
pub use lower::lower;
pub use source::{FileId, Source, Sources};
