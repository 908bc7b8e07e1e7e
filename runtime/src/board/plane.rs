//! The plane of hexes, apart from any numbering.
//!
//! A hex centre is a point (u, v). `u` counts the straight lanes: columns eastwards on flat tops, rows southwards
//! on pointy ones. `v` counts half hexes along a lane: southwards on flat tops, eastwards on pointy ones. So a step
//! along a lane is (0, 2), a step to the next lane (1, 1), and both kinds of map share all arithmetic, mirrored in
//! the diagonal. These are the "doubled coordinates" of <https://www.redblobgames.com/grids/hexagons/>.

use super::ids::Dir;
use super::spec::Top;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) u: i32,
    pub(super) v: i32,
}

/// The six steps as (u, v), clockwise as seen on the map.
const FLAT: [Point; 6] = [p(0, -2), p(1, -1), p(1, 1), p(0, 2), p(-1, 1), p(-1, -1)];
const POINTY: [Point; 6] = [p(-1, 1), p(0, 2), p(1, 1), p(1, -1), p(0, -2), p(-1, -1)];

const fn p(u: i32, v: i32) -> Point {
    Point { u, v }
}

pub(super) const fn dir_names(top: Top) -> &'static [&'static str; 6] {
    match top {
        Top::Flat => &["N", "NE", "SE", "S", "SW", "NW"],
        Top::Pointy => &["NE", "E", "SE", "SW", "W", "NW"],
    }
}

pub(super) const fn dir_words(top: Top) -> &'static [&'static str; 6] {
    match top {
        Top::Flat => &["north", "northeast", "southeast", "south", "southwest", "northwest"],
        Top::Pointy => &["northeast", "east", "southeast", "southwest", "west", "northwest"],
    }
}

pub(super) fn step(top: Top, dir: Dir) -> Point {
    match top {
        Top::Flat => FLAT[dir.index()],
        Top::Pointy => POINTY[dir.index()],
    }
}

impl Point {
    pub(super) fn plus(self, other: Point) -> Point {
        p(self.u + other.u, self.v + other.v)
    }

    pub(super) fn minus(self, other: Point) -> Point {
        p(self.u - other.u, self.v - other.v)
    }

    pub(super) fn times(self, k: u16) -> Point {
        p(self.u * i32::from(k), self.v * i32::from(k))
    }

    /// Every step to another lane also gains a half hex along it; what is left costs two halves a step.
    pub(super) fn distance(self, other: Point) -> u16 {
        let way = self.minus(other);
        let (lanes, halves) = (way.u.unsigned_abs(), way.v.unsigned_abs());
        // Both are below 2,000 on a board whose numbers have three digits.
        (lanes + halves.saturating_sub(lanes) / 2) as u16
    }
}
