//! Every message about what rules mean: a function each, with plain arguments, by notion. Syntax has its own place.

mod data;
mod files;
mod names;
mod overlay;
mod play;
mod proofs;
mod rows;
mod sequence;
mod types;

pub(crate) use data::*;
pub(crate) use files::*;
pub(crate) use names::*;
pub(crate) use overlay::*;
pub(crate) use play::*;
pub(crate) use proofs::*;
pub(crate) use rows::*;
pub(crate) use sequence::*;
pub(crate) use types::*;

/// `a, b or c`
pub(crate) fn or_list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
