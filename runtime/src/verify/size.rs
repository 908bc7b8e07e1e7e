//! Is the state one that a machine can hold? Told before anything is laid out: the engine keeps several copies of a
//! state, and the layout counts bits in 32 bits. Counted generously: every local as if it were kept.

use super::messages as say;
use super::report::Report;
use crate::ir::{Func, Pos, Program, Scalar, Type, set_words};

/// Far more than a board game needs, far less than a layout can count.
const MOST_BYTES: u64 = 64 << 20;

/// `funcs`: what all functions keep.
pub(super) fn check(program: &Program, funcs: u64, report: &mut Report) {
    let cells = program.cells.iter().map(|cell| {
        let places = cell.index.iter().map(|index| index.span()).fold(1, u64::saturating_mul);
        let bits = match cell.sparse {
            Some(room) => u64::from(room) * 64,
            None => places.saturating_mul(bits(program, cell.value)),
        };
        (cell.name.as_str(), bits)
    });
    let bytes = cells.clone().map(|(_, bits)| bits / 8).fold(funcs / 8, u64::saturating_add);
    if bytes > MOST_BYTES {
        let all = cells.chain(program.funcs.iter().map(|func| (func.name.as_str(), kept(program, func))));
        let largest = all.max_by_key(|(_, bits)| *bits).map_or("", |(largest, _)| largest);
        report.say(Pos::default(), say::too_big(bytes >> 20, MOST_BYTES >> 20, largest));
    }
}

/// No less than a function keeps.
pub(super) fn kept(program: &Program, func: &Func) -> u64 {
    func.locals.iter().map(|local| bits(program, local.ty)).fold(64, u64::saturating_add)
}

/// No less than a value of this type takes.
fn bits(program: &Program, ty: Type) -> u64 {
    let wide =
        |scalar: Scalar| u64::from(64 - scalar.span().saturating_sub(1).leading_zeros()).max(1).next_power_of_two();
    match ty {
        Type::Set(domain) => set_words(program.domain(domain).size as usize) as u64 * 64,
        Type::Scalar(scalar) => wide(scalar),
    }
}
