//! Rings, discs and straight lines of hexes. All three leave out hexes that are not on the map.

use super::plane::{self, Point};
use super::{Board, Dir, Hex};

impl Board {
    /// The hexes exactly `k` away, clockwise from the one in the first direction; with `k` = 0 the hex itself.
    pub fn ring(&self, hex: Hex, k: u16) -> Ring<'_> {
        let start = plane::step(self.top(), Dir::ALL[0]).times(k);
        Ring {
            board: self,
            k,
            at: self.point(hex).plus(start),
            done: 0,
        }
    }

    /// The hexes at most `k` away, the hex itself among them, in ascending number.
    pub fn disc(&self, hex: Hex, k: u16) -> Disc<'_> {
        let spot = self.spots[hex.index()];
        let (first, second) = self.numbering.axes();
        let (a, b) = self.numbering.components(spot);
        let (firsts, seconds) = (first.around(a, k), second.around(b, k));
        Disc {
            board: self,
            centre: hex,
            k,
            firsts,
            seconds,
            at: (firsts.0, seconds.0),
        }
    }

    /// The hexes met when walking from a hex in one direction to the end of the map, the hex itself not among
    /// them. A gap in the map is stepped over.
    pub fn line(&self, hex: Hex, dir: Dir) -> Line<'_> {
        Line {
            board: self,
            at: self.point(hex),
            step: plane::step(self.top(), dir),
        }
    }
}

/// See `Board::ring`.
#[derive(Clone, Debug)]
pub struct Ring<'b> {
    board: &'b Board,
    k: u16,
    at: Point,
    done: u32,
}

impl Ring<'_> {
    /// Six straight walks of `k` steps each; the first leaves the corner in direction 0 two sixths further.
    fn advance(&mut self) {
        if self.k > 0 {
            let leg = (self.done / u32::from(self.k)) as usize;
            let dir = Dir::ALL[(leg + 2) % 6];
            self.at = self.at.plus(plane::step(self.board.top(), dir));
        }
        self.done += 1;
    }
}

impl Iterator for Ring<'_> {
    type Item = Hex;

    fn next(&mut self) -> Option<Hex> {
        let length = (6 * u32::from(self.k)).max(1);
        while self.done < length {
            let here = self.board.at_point(self.at);
            self.advance();
            if here.is_some() {
                return here;
            }
        }
        None
    }
}

/// See `Board::disc`.
#[derive(Clone, Debug)]
pub struct Disc<'b> {
    board: &'b Board,
    centre: Hex,
    k: u16,
    firsts: (u16, u16),
    seconds: (u16, u16),
    at: (u16, u16),
}

impl Iterator for Disc<'_> {
    type Item = Hex;

    /// Walks the box of numbers around the centre: no hex `k` away is more than `k` columns or rows away.
    fn next(&mut self) -> Option<Hex> {
        while self.at.0 <= self.firsts.1 {
            let spot = self.board.numbering.compose(self.at.0, self.at.1);
            self.at = match self.at.1 < self.seconds.1 {
                true => (self.at.0, self.at.1 + 1),
                false => (self.at.0 + 1, self.seconds.0),
            };
            let here = self.board.at_spot(spot);
            if here.is_some_and(|hex| self.board.distance(self.centre, hex) <= self.k) {
                return here;
            }
        }
        None
    }
}

/// See `Board::line`.
#[derive(Clone, Debug)]
pub struct Line<'b> {
    board: &'b Board,
    at: Point,
    step: Point,
}

impl Iterator for Line<'_> {
    type Item = Hex;

    /// Numbers along a direction only ever grow or fall, so past the rectangle there is nothing more.
    fn next(&mut self) -> Option<Hex> {
        loop {
            let next = self.at.plus(self.step);
            let spot = self.board.numbering.spot(next)?;
            self.at = next;
            if let Some(hex) = self.board.at_spot(spot) {
                return Some(hex);
            }
        }
    }
}
