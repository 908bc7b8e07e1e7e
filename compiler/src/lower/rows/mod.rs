//! A row query as plain code, with marks.
//!
//! In: a verified row query and the types of its expressions. Out: the query with a block that gives the same
//! answer or fault. The formulas stand in `runtime/src/ir/rows.rs`; this is what they leave open:
//!
//! - First all rows are judged, then all winners are paid. A row is judged after its parents and waivers, else
//!   in source order. Its guard is evaluated once for each binding, row after row, whatever the stages come to;
//!   only where it is `over` and no parent applies it is not. (Rows with two binders or more have no place to
//!   keep their verdicts: they are judged where they are paid, and once more before where another row asks
//!   whether they apply at all.)
//! - Winners are paid stage by stage, in source order, `otherwise` rows last, and only then is an amount
//!   evaluated. Groups add their amounts after the rows of their stage.
//! - A waiver is judged without its targets' binders, and waives them in all bindings if it applies in some.
//!   An `even` row beats its parents so, and a row ruled over another beats it so.
//! - `largest` and `smallest` start with their first amount as long as no other stage came before, and the
//!   result is 0 where no row of them wins.
//! - Amounts and sums are exact: locals take the range that can come about, at most the widest there is.
//!
//! Marks: for each row and each binding one run of `bind` (each binder), `here`, `applies`, `wins`, `amount`
//! (winners only), all from locals, after the amount was computed. Waivers stop after `applies`, and come
//! where they are judged. A row that its parents' absence keeps out is marked `here` no.
//!
//! - `family`: which rows share bindings, who beats whom, in which order rows can be judged.
//! - `judge`: here, applies, wins. `pay`: winners and their amounts.
//! - `stage`: stages and groups. `sink`: where amounts go. `number`: their ranges.

mod family;
mod judge;
mod number;
mod pay;
mod sink;
mod stage;

use std::collections::BTreeSet;

use wgr_runtime::ir::{Block, Body, Func, Program, Rows, TextError, Type};

use super::build::Emit;
use super::copy::Renames;
use family::Families;

pub(super) fn lower_rows(
    program: &Program,
    func: &Func,
    rows: &Rows,
    types: &[Type],
    taken: &BTreeSet<String>,
) -> Result<Func, TextError> {
    let families = Families::new(func, rows)?;
    let emit = Emit::new(func.clone(), taken);
    let verdicts = vec![None; rows.rows.len()];
    let mut lowering = Lowering { program, rows, types, families, emit, verdicts, renames: Renames::new() };
    let mut code = Vec::new();
    lowering.judge_all(&mut code)?;
    lowering.all_stages(&mut code)?;
    let mut done = lowering.emit.func;
    done.body = Body::Code(Block(code));
    Ok(done)
}

/// The query on its way to code.
struct Lowering<'a> {
    program: &'a Program,
    rows: &'a Rows,
    types: &'a [Type],
    families: Families,
    emit: Emit<'a>,
    /// Where what was found out about each row is kept, by row.
    verdicts: Vec<Option<judge::Verdict>>,
    /// The local that stands for each binder at hand.
    renames: Renames,
}
