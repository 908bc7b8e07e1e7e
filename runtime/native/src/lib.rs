//! Native code, made with Cranelift from the machine's blocks. In: rules as machines run them. Out: something that machines
//! run in place of the interpreter wherever it may be entered, with the same results, faults and work.
//!
//! What holds here:
//! - The only `unsafe` of the house is in this crate, in `frame.rs` and `made.rs`.
//! - No instruction of what is made can trap: a function with one is a mistake of ours, and nothing is made at all.
//! - Whatever faults or stands still is the interpreter's: native code leaves before it (`wgr_runtime::exec::blocks`).
//! - Every access to memory that an index leads to is checked against what it leads into, or leaves.
//! - Code is written, then made executable; it is never both.

mod arithmetic;
mod compile;
mod dice;
mod fields;
mod frame;
mod holders;
mod made;
mod sets;
mod translate;

pub use made::{Made, make};

/// How native code is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wishes {
    /// It counts the ops that it runs.
    pub counts: bool,
    /// It looks all the same at what is sure, and breaks off where that is wrong: for tests.
    pub doubts: bool,
}

/// Why there is none. The interpreter does everything all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotMade(pub String);

impl std::fmt::Display for NotMade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
