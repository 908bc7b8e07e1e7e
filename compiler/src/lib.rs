//! *compiler* is the only crate that knows both the text of the rules and the machine that plays them.

mod lower;
mod prove;

pub use lower::lower;
pub use prove::{Assumption, Finding, FindingKind, Memory, OpenWhat, Proof, Witness, prove};
