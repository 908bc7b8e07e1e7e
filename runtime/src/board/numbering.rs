//! From a printed number to its place in the plane and back, for the full rectangle of a specification.
//!
//! A `Spot` is a printed column and row; it need not be on the map. A slot is its rank in printed order, so
//! walking slots upwards is walking printed numbers upwards.

use super::plane::Point;
use super::spec::{BoardSpec, ColumnsRun, Order, Parity, RowsRun, Top};
use std::fmt;
use std::ops::RangeInclusive;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) column: u16,
    pub(super) row: u16,
}

/// The numbers along one axis of the map and which way they grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    first: u16,
    last: u16,
    /// Numbers grow eastwards or southwards, as the plane does.
    rises: bool,
}

impl Axis {
    fn new(range: &RangeInclusive<u16>, rises: bool) -> Axis {
        Axis {
            first: *range.start(),
            last: *range.end(),
            rises,
        }
    }

    fn len(self) -> usize {
        usize::from(self.last - self.first) + 1
    }

    fn offset(self, number: u16) -> Option<usize> {
        (self.first..=self.last)
            .contains(&number)
            .then(|| usize::from(number - self.first))
    }

    /// Steps from the western or northern edge of the rectangle.
    fn place(self, number: u16) -> i32 {
        match self.rises {
            true => i32::from(number) - i32::from(self.first),
            false => i32::from(self.last) - i32::from(number),
        }
    }

    fn number(self, place: i32) -> Option<u16> {
        let number = match self.rises {
            true => i32::from(self.first) + place,
            false => i32::from(self.last) - place,
        };
        let number = u16::try_from(number).ok()?;
        (self.first..=self.last).contains(&number).then_some(number)
    }

    /// The numbers within `k` of this one.
    pub(super) fn around(self, number: u16, k: u16) -> (u16, u16) {
        (
            number.saturating_sub(k).max(self.first),
            number.saturating_add(k).min(self.last),
        )
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbering {
    pub(super) top: Top,
    columns: Axis,
    rows: Axis,
    order: Order,
    shifted: Parity,
    dot: bool,
    digits: usize,
}

impl Numbering {
    /// Expects a checked specification.
    pub(super) fn new(spec: &BoardSpec) -> Numbering {
        let highest = *spec.columns.end().max(spec.rows.end());
        Numbering {
            top: spec.top,
            columns: Axis::new(&spec.columns, spec.columns_run == ColumnsRun::East),
            rows: Axis::new(&spec.rows, spec.rows_run == RowsRun::South),
            order: spec.order,
            shifted: spec.shifted,
            dot: spec.dot,
            digits: if highest > 99 { 3 } else { 2 },
        }
    }

    pub(super) fn slots(&self) -> usize {
        self.columns.len() * self.rows.len()
    }

    pub(super) fn slot(&self, spot: Spot) -> Option<usize> {
        let (column, row) = (
            self.columns.offset(spot.column)?,
            self.rows.offset(spot.row)?,
        );
        Some(match self.order {
            Order::ColumnRow => column * self.rows.len() + row,
            Order::RowColumn => row * self.columns.len() + column,
        })
    }

    /// The spot with these first and second components.
    pub(super) fn compose(&self, first: u16, second: u16) -> Spot {
        match self.order {
            Order::ColumnRow => Spot {
                column: first,
                row: second,
            },
            Order::RowColumn => Spot {
                column: second,
                row: first,
            },
        }
    }

    /// The first and the second component of a spot.
    pub(super) fn components(&self, spot: Spot) -> (u16, u16) {
        match self.order {
            Order::ColumnRow => (spot.column, spot.row),
            Order::RowColumn => (spot.row, spot.column),
        }
    }

    /// The axes of the first and the second component.
    pub(super) fn axes(&self) -> (Axis, Axis) {
        match self.order {
            Order::ColumnRow => (self.columns, self.rows),
            Order::RowColumn => (self.rows, self.columns),
        }
    }

    /// The lowest and the highest printed number.
    pub(super) fn corners(&self) -> (Spot, Spot) {
        let (first, second) = self.axes();
        (
            self.compose(first.first, second.first),
            self.compose(first.last, second.last),
        )
    }

    /// Every spot of the rectangle in printed order, so in the order of slots.
    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> {
        let (first, second) = self.axes();
        (first.first..=first.last)
            .flat_map(move |a| (second.first..=second.last).map(move |b| self.compose(a, b)))
    }

    pub(super) fn point(&self, spot: Spot) -> Point {
        let (lane, u, along) = match self.top {
            Top::Flat => (
                spot.column,
                self.columns.place(spot.column),
                self.rows.place(spot.row),
            ),
            Top::Pointy => (
                spot.row,
                self.rows.place(spot.row),
                self.columns.place(spot.column),
            ),
        };
        Point {
            u,
            v: 2 * along + self.shift(lane),
        }
    }

    /// The spot whose hex has this centre, if the rectangle has one.
    pub(super) fn spot(&self, point: Point) -> Option<Spot> {
        let along = |lane| (point.v - self.shift(lane)).div_euclid(2);
        match self.top {
            Top::Flat => {
                let column = self.columns.number(point.u)?;
                Some(Spot {
                    column,
                    row: self.rows.number(along(column))?,
                })
            }
            Top::Pointy => {
                let row = self.rows.number(point.u)?;
                Some(Spot {
                    column: self.columns.number(along(row))?,
                    row,
                })
            }
        }
    }

    fn shift(&self, lane: u16) -> i32 {
        i32::from(self.shifted.holds(lane))
    }

    pub(super) fn name(&self, spot: Spot) -> String {
        let mut name = String::new();
        // Writing to a `String` never fails.
        let _ = self.write(spot, &mut name);
        name
    }

    pub(super) fn write(&self, spot: Spot, out: &mut dyn fmt::Write) -> fmt::Result {
        let (first, second) = self.components(spot);
        let (digits, dot) = (self.digits, if self.dot { "." } else { "" });
        write!(out, "{first:0digits$}{dot}{second:0digits$}")
    }

    /// Reads exactly what `write` writes; the spot may be off the rectangle.
    pub(super) fn parse(&self, name: &str) -> Option<Spot> {
        let (first, rest) = name.split_at_checked(self.digits)?;
        let second = if self.dot {
            rest.strip_prefix('.')?
        } else {
            rest
        };
        Some(self.compose(self.component(first)?, self.component(second)?))
    }

    fn component(&self, digits: &str) -> Option<u16> {
        // `parse` alone would take a sign.
        let plain = digits.len() == self.digits && digits.bytes().all(|b| b.is_ascii_digit());
        if plain { digits.parse().ok() } else { None }
    }
}
