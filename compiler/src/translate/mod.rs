//! From syntax trees to the program: what a game's items mean.
//!
//! In: the trees of all files, in order, and the ledger. Out: an IR program whose row queries are still rows, and
//! everything that is wrong, each mistake once. What cannot be translated is left out, and the rest goes on.
//!
//! `declare` names everything, `rows` writes what rows answer, `play` writes actions, procedures and the sequence;
//! all three write expressions through one `Writer`.

mod call;
mod cond;
mod declare;
mod examples;
mod expr;
mod helpers;
mod maker;
mod play;
mod rows;
mod set;
mod ty;
mod types;
mod world;
mod writer;

pub use play::Starts;
pub(crate) use rows::Origin;

use crate::diag::Diagnostic;
use crate::ledger::Ledger;
use crate::source::{FileId, Sources};
use maker::Maker;
use wgr_grammar::ast;
use wgr_runtime::ir::Program;

/// What came of it.
pub(crate) struct Translated {
    /// All that could be translated; a game only if nothing was told.
    pub(crate) program: Program,
    pub(crate) told: Vec<Diagnostic>,
    /// Where the rows of each query stand.
    pub(crate) origins: Vec<Origin>,
}

pub(crate) fn translate(
    sources: &Sources,
    files: &[(FileId, &ast::File)],
    ledger: Option<&Ledger>,
    starts: Starts,
) -> Translated {
    let mut maker = Maker::new(sources, files, ledger);
    declare::declare(&mut maker);
    rows::define(&mut maker);
    play::define(&mut maker, starts);
    Translated { program: maker.program, told: maker.told, origins: maker.origins }
}
