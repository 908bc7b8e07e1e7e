//! The program's code, from what the author's words mean. In: trees of meaning (`hir`). Out: nodes and statements of the
//! function that is written. Nothing is told here: what can be wrong was told when the words were read.

mod asked;
mod asks;
mod body;
mod boxes;
mod each;
mod expr;
mod group;
mod moves;
mod rows;
mod runs;
mod search;
mod sequence;
mod stmt;
mod way;

pub(crate) use body::{Added, functions};
pub(crate) use boxes::define as boxes;
