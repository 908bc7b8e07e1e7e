//! Every message about what rules mean: a function each, with plain arguments, by notion. Syntax has its own place.

mod boxes;
mod data;
mod files;
mod heads;
mod limits;
mod lines;
mod look;
mod meant;
mod names;
mod overlay;
mod play;
mod proofs;
mod rows;
mod scenarios;
mod sequence;
mod supposed;
mod types;
mod victory;

pub(crate) use boxes::*;
pub(crate) use data::*;
pub(crate) use files::*;
pub(crate) use heads::*;
pub(crate) use limits::*;
pub(crate) use lines::*;
pub(crate) use look::*;
pub(crate) use meant::*;
pub(crate) use names::*;
pub(crate) use overlay::*;
pub(crate) use play::*;
pub(crate) use proofs::*;
pub(crate) use rows::*;
pub(crate) use scenarios::*;
pub(crate) use sequence::*;
pub(crate) use supposed::*;
pub(crate) use types::*;
pub(crate) use victory::*;

use wgr_runtime::ir::{Scalar, What};

/// `a, b or c`
pub(crate) fn or_list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// `a, b and c`, each between backticks.
pub(crate) fn and_list(words: &[String]) -> String {
    let named: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    plain_and(&named)
}

/// `a, b and c`, as they are.
pub(crate) fn plain_and(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `3`, or `0..9` where it may be several.
pub(crate) fn reached(range: Scalar) -> String {
    if range.lo == range.hi { range.lo.to_string() } else { span(range) }
}

/// `0..9`, in whole numbers where it can.
pub(crate) fn span(range: Scalar) -> String {
    let den = if let What::Int { den } = range.what { i64::from(den.max(1)) } else { 1 };
    let end = |end: i64| if end % den == 0 { (end / den).to_string() } else { format!("{end}/{den}") };
    format!("{}..{}", end(range.lo), end(range.hi))
}
