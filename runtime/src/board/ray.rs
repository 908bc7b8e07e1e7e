//! The straight line from the centre of one hex to the centre of another, exactly.
//!
//! A step of a ray is a hex whose inside the line crosses, or a hexside that it runs along. What it touches in one
//! point only is no step: a line through a corner goes on into the hex across, and the third hex at that corner is
//! left out. A line runs along hexsides only if it leaves the first hex through a corner; then it alternates hex,
//! side, hex, side, and has `distance` + 1 steps. Any other line has no tie, and has more steps than that if it
//! somewhere crosses a side to which it is nearly parallel: a walk would have gone around that side.
//!
//! Two facts decide everything, with D the way from a to b and c a centre relative to a:
//! - The line crosses a hex inside exactly if |D x c| is below the largest |D x corner|, the half width of a hex
//!   seen along D; it runs along a side of the hex if they are equal and two corners share that largest value.
//! - Hexes are the cells nearest to their centres, so a line enters them in the order of D . c.
//!
//! With lanes stretched by three, the corners of a hex are whole: (+-2, 0) and (+-1, +-1). So integers suffice; all
//! of them stay below 2^25 on a board whose numbers have three digits.

use super::plane::{self, Point};
use super::{Board, Dir, Hex};

/// One step of a ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayStep {
    /// The line crosses this hex.
    One(Hex),
    /// The line runs along the side between two hexes, the lower id first; the other may be off the map.
    Tie(Hex, Option<Hex>),
    /// The line crosses a hex that is not on the map, or runs along a side with neither face on it.
    Off,
}

impl Board {
    /// The steps of the straight line from `a` to `b`, both included; the same steps backwards from `b` to `a`.
    pub fn ray(&self, a: Hex, b: Hex) -> Ray<'_> {
        let (start, goal) = (self.point(a), self.point(b));
        Ray { board: self, start, goal, way: goal.minus(start), next: Some(Place::Hex(start)) }
    }
}

/// See `Board::ray`.
#[derive(Clone, Debug)]
pub struct Ray<'b> {
    board: &'b Board,
    start: Point,
    goal: Point,
    way: Point,
    next: Option<Place>,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Hex(Point),
    /// The two faces of a side, and the hex behind it.
    Side {
        behind: Point,
        faces: (Point, Point),
    },
}

impl Ray<'_> {
    /// D x c for a centre relative to the start: how far beside the line, and on which hand.
    fn beside(&self, centre: Point) -> i32 {
        let c = centre.minus(self.start);
        3 * (self.way.u * c.v - self.way.v * c.u)
    }

    /// The largest D x corner.
    fn half_width(&self) -> i32 {
        (2 * self.way.v.abs()).max(3 * self.way.u.abs() + self.way.v.abs())
    }

    /// D . step in the true metric, in which lanes are root three halves of a hex apart.
    fn progress(&self, step: Point) -> i32 {
        3 * self.way.u * step.u + self.way.v * step.v
    }

    /// The neighbours ahead whose distance beside the line passes the test.
    fn ahead(&self, from: Point, test: impl Fn(i32) -> bool) -> impl Iterator<Item = (i32, Point)> {
        Dir::ALL.into_iter().filter_map(move |dir| {
            let step = plane::step(self.board.top(), dir);
            let (progress, next) = (self.progress(step), from.plus(step));
            (progress > 0 && test(self.beside(next).abs())).then_some((progress, next))
        })
    }

    fn after_hex(&self, from: Point) -> Option<Place> {
        if from == self.goal {
            return None;
        }
        let half = self.half_width();
        let crossed = self.ahead(from, |beside| beside < half).min_by_key(|&(progress, _)| progress);
        if let Some((_, next)) = crossed {
            return Some(Place::Hex(next));
        }
        let mut faces = self.ahead(from, |beside| beside == half).map(|(_, next)| next);
        Some(Place::Side { behind: from, faces: (faces.next()?, faces.next()?) })
    }

    fn tie(&self, faces: (Point, Point)) -> RayStep {
        match (self.board.at_point(faces.0), self.board.at_point(faces.1)) {
            (Some(a), Some(b)) => RayStep::Tie(a.min(b), Some(a.max(b))),
            (Some(hex), None) | (None, Some(hex)) => RayStep::Tie(hex, None),
            (None, None) => RayStep::Off,
        }
    }
}

impl Iterator for Ray<'_> {
    type Item = RayStep;

    fn next(&mut self) -> Option<RayStep> {
        let place = self.next?;
        let (step, next) = match place {
            Place::Hex(at) => (self.board.at_point(at).map_or(RayStep::Off, RayStep::One), self.after_hex(at)),
            Place::Side { behind, faces } => {
                // The hex at the far end of the side mirrors the one behind it.
                let beyond = faces.0.plus(faces.1.minus(behind));
                (self.tie(faces), Some(Place::Hex(beyond)))
            }
        };
        self.next = next;
        Some(step)
    }
}
