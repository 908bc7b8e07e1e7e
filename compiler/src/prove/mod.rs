//! The prover: what can be said of the rows of a program before anything is played.
//!
//! In: a verified program whose row queries are not lowered yet, and what may be assumed (`never A with B`). Out: for
//! each function what was found, by ids. It promises:
//! - what is counted as proved is true in every situation that the cells can hold: no two answers differ, there is
//!   always one, the look-up stays in its table;
//! - a clash, gap or hole comes with a situation of real counters, hexes and hexsides and free values of cells in
//!   which it happens, and depends on nothing that the prover does not understand;
//!   (a guard that fails before the rows are compared is looked at, but not in every binding of a row);
//! - everything else is open, with what it depends on;
//! - the same program gives the same findings, with a memory or without; its work is bounded.
//!
//! How: guards and amounts become terms in which definitions are put in their places (`inline`, `code`, `sets`,
//! `rows`); the leaves are tried in all values that can be told apart (`facts`, `space`), one after the other
//! (`search`, `eval`).

mod assume;
mod bounds;
mod branches;
mod check;
mod code;
mod denied;
mod eval;
mod facts;
mod finding;
mod fingerprint;
mod inline;
mod looks;
mod memory;
mod rows;
mod search;
mod sets;
mod shape;
mod space;
mod term;
mod witness;

pub(crate) use finding::ranges;
pub use finding::{Assumption, Beyond, Finding, FindingKind, Laid, OpenWhat, Proof, Witness};
pub(crate) use fingerprint::{Fingerprint, Memory as Prints, apart, changed};
pub use memory::Memory;
pub(crate) use memory::REMEMBERED;
