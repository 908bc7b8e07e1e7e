//! Is the state of a program one that this machine can hold? Told before it is laid out: the engine keeps several
//! copies of a state, and the layout counts bits in 32 bits.

use wgr_runtime::ir::{Cell, Pos, Program, TextError, Type, set_words};

/// Far more than a board game needs, far less than a layout can count.
const MOST_BYTES: u64 = 64 << 20;

/// # Errors
/// One, at no place: the cells together are too many.
pub(crate) fn fits(program: &Program) -> Result<(), Vec<TextError>> {
    let all: u64 = program.cells.iter().map(|cell| bytes(program, cell)).fold(0, u64::saturating_add);
    if all <= MOST_BYTES {
        return Ok(());
    }
    let largest = program.cells.iter().max_by_key(|cell| bytes(program, cell));
    let name = largest.map_or("", |cell| cell.name.as_str());
    let what = format!(
        "the cells need {} MiB together; at most {}. The largest is `{name}`: give it fewer places, or `sparse`",
        all >> 20,
        MOST_BYTES >> 20
    );
    Err(vec![TextError::new(Pos::default(), what)])
}

/// No less than the cell takes.
fn bytes(program: &Program, cell: &Cell) -> u64 {
    let places = cell.index.iter().map(|index| index.span()).fold(1, u64::saturating_mul);
    let words = |each: u64| places.saturating_mul(each).saturating_mul(8);
    match (cell.value, cell.sparse) {
        (Type::Set(domain), _) => words(set_words(program.domain(domain).size as usize) as u64),
        (Type::Scalar(_), Some(room)) => u64::from(room) * 8,
        (Type::Scalar(value), None) => {
            let bits = u64::from((u64::BITS - (value.span() - 1).leading_zeros()).max(1).next_power_of_two());
            places.saturating_mul(bits).div_ceil(8)
        }
    }
}
