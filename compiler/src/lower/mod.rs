//! Lowering: what the executors never see is put into plain code.
//!
//! In: a verified [`Program`] and what the verifier found out about it. Out: the same program without
//! [`Body::Rows`], without `settle` and without triggers. Promises: every function, local, expression, cell,
//! kind and site keeps its id (new ones are appended), so what was said about them stays true; the same
//! program gives the same bytes. What has no plain form is an error at its place, never a panic.
//!
//! - `rows/`: a row query becomes a block that judges every row, pays the winners and marks what it did.
//! - `settle/`: `settle by P` becomes a call of one generated procedure.
//! - `build`: the small words both are written in. `walk`, `copy`: what stands in a function.

mod build;
mod copy;
mod rows;
mod settle;
pub(crate) mod walk;

use std::collections::BTreeSet;

use wgr_runtime::ir::{Body, Program, TextError};
use wgr_runtime::verify::Verified;

/// The same program with no row query, no `settle` and no trigger left.
pub fn lower(program: &Program, verified: &Verified) -> Result<Program, Vec<TextError>> {
    let mut out = program.clone();
    let mut errors = Vec::new();
    let taken = names(program);
    for (ix, func) in program.funcs.iter().enumerate() {
        if let Body::Rows(rows) = &func.body {
            let types = verified.types.get(ix).map_or(&[][..], |types| &**types);
            match rows::lower_rows(program, func, rows, types, &taken) {
                Ok(code) => out.funcs[ix] = code,
                Err(error) => errors.push(error),
            }
        }
    }
    if let Err(error) = settle::lower_settle(&mut out, verified, &taken) {
        errors.push(error);
    }
    if errors.is_empty() { Ok(out) } else { Err(errors) }
}

/// Every name that an expression could mean; a generated name is none of them.
fn names(program: &Program) -> BTreeSet<String> {
    let domains = program.domains.iter().map(|d| &d.name);
    let kinds = program.kinds.iter().map(|k| &k.name);
    let tables = program.tables.iter().map(|t| &t.name);
    let cells = program.cells.iter().map(|c| &c.name);
    let funcs = program.funcs.iter().map(|f| &f.name);
    domains.chain(kinds).chain(tables).chain(cells).chain(funcs).cloned().collect()
}
