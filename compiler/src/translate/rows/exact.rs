//! Sums and products of rows are exact: what they may come to in the end has to be countable in the measure of the answer.

use crate::diag::{Place, says, says::RowName};
use crate::hir::Row;
use crate::translate::builder::Made;
use crate::translate::reader::Reader;
use crate::translate::ty::{Ty, Unit};
use wgr_runtime::ir::{RowKind, Stage, StageOp};

/// The parts that the answer may come in, however many rows count, against those that it is counted in.
pub(super) fn countable(
    reader: &mut Reader<'_, '_>,
    result: Ty,
    stages: &[Stage],
    rows: &[Row],
    origins: &[RowName],
    at: Place,
) -> Made<()> {
    let (unit, wanted) = match result {
        Ty::Number { unit, den } => (unit, den),
        Ty::Step(_) => (Unit::Any, 1),
        _ => return Ok(()),
    };
    let mut parts: u64 = 1;
    let mut finer: Vec<(Place, u32)> = Vec::new();
    for (index, stage) in stages.iter().enumerate() {
        let counts = |row: &Row| row.stage.index() == index && !matches!(row.kind, RowKind::Waive(_));
        for (row, name) in rows.iter().zip(origins).filter(|(row, _)| counts(row)) {
            let Some(Ty::Number { den, .. }) = row.value.as_ref().map(|value| value.ty) else { continue };
            let product = stage.op == StageOp::Product;
            if product && den > 1 && !row.each.is_empty() {
                return Err(reader.tell(says::fraction_for_each(name.at)));
            }
            parts = if product { parts.saturating_mul(u64::from(den)) } else { lcm(parts, u64::from(den)) };
            if den > 1 {
                finer.push((name.at, den));
            }
        }
        if matches!(stage.op, StageOp::RoundDown | StageOp::RoundUp) {
            parts = 1;
            finer.clear();
        }
    }
    if u64::from(wanted).is_multiple_of(parts) {
        return Ok(());
    }
    let measure = match unit {
        Unit::Of(_) => Some(reader.m.world.ty_name(result)),
        Unit::Any | Unit::Plain => None,
    };
    Err(reader.tell(says::falls_between(measure.as_deref(), wanted, parts, &finer, at)))
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).saturating_mul(b)
}
