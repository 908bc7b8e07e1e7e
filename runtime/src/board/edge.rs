//! The four edges of the map, and how far a hex is from each.
//!
//! The edge of a map is the straight line that its outermost hexes touch. Where lanes stand half a hex apart, the
//! lanes that end half a hex short of the line still touch it, as they do on paper: a map that lacks the last,
//! half-printed hex of every second column has an edge hex in each column all the same. Missing hexes elsewhere
//! count as passed through, so a rank depends on the position alone.

use super::plane::Point;
use super::spec::Top;
use super::{Board, Hex};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapEdge {
    North,
    East,
    South,
    West,
}

/// The smallest box of the plane around the hexes that are on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    low: Point,
    high: Point,
}

impl Extent {
    pub(super) fn of(points: &[Point]) -> Option<Extent> {
        let (&first, rest) = points.split_first()?;
        let mut extent = Extent {
            low: first,
            high: first,
        };
        for point in rest {
            extent.low = Point {
                u: extent.low.u.min(point.u),
                v: extent.low.v.min(point.v),
            };
            extent.high = Point {
                u: extent.high.u.max(point.u),
                v: extent.high.v.max(point.v),
            };
        }
        Some(extent)
    }
}

impl Board {
    /// How many steps a hex is from that edge of the map: 0 on the edge itself.
    pub fn rank(&self, hex: Hex, edge: MapEdge) -> u16 {
        let (below, above) = (
            self.point(hex).minus(self.extent.low),
            self.extent.high.minus(self.point(hex)),
        );
        let steps = match (self.top(), edge) {
            (Top::Flat, MapEdge::West) | (Top::Pointy, MapEdge::North) => below.u,
            (Top::Flat, MapEdge::East) | (Top::Pointy, MapEdge::South) => above.u,
            // Half a hex short of the line is on it.
            (Top::Flat, MapEdge::North) | (Top::Pointy, MapEdge::West) => below.v / 2,
            (Top::Flat, MapEdge::South) | (Top::Pointy, MapEdge::East) => above.v / 2,
        };
        // Never negative, and below 1,000: the extent holds every hex of the board.
        steps as u16
    }

    /// The hexes on that edge of the map, in ascending number.
    pub fn edge(&self, edge: MapEdge) -> impl Iterator<Item = Hex> {
        self.hexes().filter(move |&hex| self.rank(hex, edge) == 0)
    }
}
