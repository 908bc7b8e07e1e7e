//! What one reads off a printed map to number its hexes, and what can be wrong with it.
//!
//! Nothing is checked here but by `BoardSpec::check`, which `Board::new` calls first.

use std::fmt;
use std::ops::RangeInclusive;

/// More hexes than any published map that we know of; ids and hexside ids fit 16 bits with room to spare.
pub(super) const MOST_HEXES: u32 = 16_000;
/// A component is printed with two digits or three.
const HIGHEST_NUMBER: u16 = 999;

/// Which way a hex points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Top {
    /// A side on top: columns are straight, neighbouring columns stand half a hex apart.
    Flat,
    /// A corner on top: rows are straight, neighbouring rows stand half a hex apart.
    Pointy,
}

/// Which component of the printed number comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    ColumnRow,
    RowColumn,
}

/// Where column numbers grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnsRun {
    East,
    West,
}

/// Where row numbers grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsRun {
    South,
    North,
}

/// Odd or even printed numbers; 00 is even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    Even,
    Odd,
}

impl Parity {
    pub fn holds(self, number: u16) -> bool {
        match self {
            Parity::Even => number.is_multiple_of(2),
            Parity::Odd => !number.is_multiple_of(2),
        }
    }
}

/// A printed map: a rectangle of numbers, less those that are not on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSpec {
    pub top: Top,
    /// The lowest and the highest column number, wherever they stand.
    pub columns: RangeInclusive<u16>,
    /// The lowest and the highest row number, wherever they stand.
    pub rows: RangeInclusive<u16>,
    pub order: Order,
    /// `06.15` rather than `0615`. Each component has two digits; each has three if any number exceeds 99.
    pub dot: bool,
    pub columns_run: ColumnsRun,
    pub rows_run: RowsRun,
    /// Flat tops: columns of this parity stand half a hex further south.
    /// Pointy tops: rows of this parity stand half a hex further east.
    pub shifted: Parity,
    /// Printed numbers inside the rectangle that are not on the map.
    pub without: Vec<String>,
}

/// Why a specification is no board: one sentence on what is wrong, one on what to type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    pub what: String,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for BoardError {}

impl BoardSpec {
    /// Accepts a specification whose rectangle can be numbered; `without` is checked while building.
    pub(super) fn check(&self) -> Result<(), BoardError> {
        check_axis("columns", &self.columns)?;
        check_axis("rows", &self.rows)?;
        let (columns, rows) = (span(&self.columns), span(&self.rows));
        if columns * rows > MOST_HEXES {
            return Err(too_many(columns, rows));
        }
        Ok(())
    }
}

impl BoardSpec {
    /// No two hexes of the map are farther apart.
    pub fn farthest(&self) -> u16 {
        let gap = |range: &RangeInclusive<u16>| range.end().saturating_sub(*range.start());
        let (lanes, along) = match self.top {
            Top::Flat => (gap(&self.columns), gap(&self.rows)),
            Top::Pointy => (gap(&self.rows), gap(&self.columns)),
        };
        // Every other lane stands half a hex further along; each step to another lane gains a half.
        let halves = along.saturating_mul(2).saturating_add(lanes.min(1));
        lanes + halves.saturating_sub(lanes) / 2
    }
}

fn span(range: &RangeInclusive<u16>) -> u32 {
    u32::from(*range.end()) - u32::from(*range.start()) + 1
}

fn check_axis(what: &str, range: &RangeInclusive<u16>) -> Result<(), BoardError> {
    let (first, last) = (*range.start(), *range.end());
    if first > last {
        return Err(backwards(what, first, last));
    }
    if last > HIGHEST_NUMBER {
        return Err(too_high(what, last));
    }
    Ok(())
}

fn backwards(what: &str, first: u16, last: u16) -> BoardError {
    BoardError {
        what: format!(
            "{what} {first} to {last}: the first number is the higher one. Type {what} {last} to {first} and \
             say which way the numbers run."
        ),
    }
}

fn too_high(what: &str, last: u16) -> BoardError {
    BoardError {
        what: format!(
            "{what} go up to {last}, but a printed number has at most three digits for each. Type a last \
             number of {HIGHEST_NUMBER} or less."
        ),
    }
}

fn too_many(columns: u32, rows: u32) -> BoardError {
    BoardError {
        what: format!(
            "{columns} columns by {rows} rows are {} hexes, and a board holds at most {MOST_HEXES}. Type \
             narrower columns or rows.",
            columns * rows
        ),
    }
}

pub(super) fn not_printed(name: &str, lowest: &str, highest: &str) -> BoardError {
    BoardError {
        what: format!(
            "without {name}: no hex of this map has that number. Type a number as printed, from {lowest} to \
             {highest}, or delete {name}."
        ),
    }
}

pub(super) fn left_out_twice(name: &str) -> BoardError {
    BoardError { what: format!("without {name}: it is left out twice. Delete one of the two.") }
}

pub(super) fn no_hex_left() -> BoardError {
    BoardError { what: "without leaves no hex on the map. Delete the numbers of the hexes that are on it.".to_owned() }
}
