//! Hexsides: one id for the side that two hexes share.
//!
//! A hex owns the sides of its first three directions, whether or not a hex lies beyond; the other three belong to
//! the neighbours. So a side at the border of the map has an id if its hex owns it, and none otherwise. Ids are
//! dense up to `side_count`, each of them is a side.

use super::{Board, Dir, Hex, Side};
use std::fmt;

/// How many sides a hex owns: those of the directions 0, 1 and 2.
const OWNED: u16 = 3;

impl Board {
    /// How many hexsides have an id; the ids are `0..side_count`.
    pub fn side_count(&self) -> u16 {
        // At most 48,000.
        self.count() * OWNED
    }

    /// The hexside with this id, if there is one: the checked door for numbers out of saves and programs.
    pub fn side_at(&self, id: u16) -> Option<Side> {
        (id < self.side_count()).then_some(Side(id))
    }

    /// The side of a hex in a direction; `None` only at the border of the map.
    pub fn side(&self, hex: Hex, dir: Dir) -> Option<Side> {
        let owned = u16::from(dir.number()) < OWNED;
        let (owner, dir) = if owned { (hex, dir) } else { (self.neighbour(hex, dir)?, dir.opposite()) };
        Some(Side(owner.id() * OWNED + u16::from(dir.number())))
    }

    /// The side that two adjacent hexes share.
    pub fn side_between(&self, a: Hex, b: Hex) -> Option<Side> {
        self.side(a, self.dir_to(a, b)?)
    }

    /// The hexes on both faces of a side, the lower id first; at the border of the map there is only one.
    pub fn side_hexes(&self, side: Side) -> (Hex, Option<Hex>) {
        let (owner, dir) = self.owner(side);
        match self.neighbour(owner, dir) {
            Some(other) => (owner.min(other), Some(owner.max(other))),
            None => (owner, None),
        }
    }

    /// `06.15/06.16`, the lower number first; at the border of the map `06.01/N`.
    pub fn side_name(&self, side: Side) -> String {
        let mut name = String::new();
        // Writing to a `String` never fails.
        let _ = self.write_side_name(side, &mut name);
        name
    }

    /// As rules and players name it: `06.15-06.16`, at the border of the map `06.01-north`.
    pub fn side_words(&self, side: Side) -> String {
        let (low, high) = self.side_hexes(side);
        let other = high.map_or_else(|| self.dir_word(self.owner(side).1).to_owned(), |high| self.name(high));
        format!("{}-{other}", self.name(low))
    }

    /// Reads it, the two hexes in either order.
    pub fn side_by_words(&self, words: &str) -> Option<Side> {
        let (hex, rest) = words.split_once('-')?;
        let hex = self.by_name(hex.trim())?;
        match self.dir_by_word(rest) {
            Some(dir) => self.side(hex, dir),
            None => self.side_between(hex, self.by_name(rest.trim())?),
        }
    }

    /// Writes the name of a side.
    pub fn write_side_name(&self, side: Side, out: &mut dyn fmt::Write) -> fmt::Result {
        let (low, high) = self.side_hexes(side);
        self.write_name(low, out)?;
        out.write_char('/')?;
        match high {
            Some(high) => self.write_name(high, out),
            None => out.write_str(self.dir_name(self.owner(side).1)),
        }
    }

    /// Reads a side as two adjacent hexes in either order, or as a hex and a direction.
    pub fn side_by_name(&self, name: &str) -> Option<Side> {
        let (hex, rest) = name.split_once('/')?;
        let hex = self.by_name(hex)?;
        match self.dir_by_name(rest) {
            Some(dir) => self.side(hex, dir),
            None => self.side_between(hex, self.by_name(rest)?),
        }
    }

    fn owner(&self, side: Side) -> (Hex, Dir) {
        (Hex(side.id() / OWNED), Dir::ALL[usize::from(side.id() % OWNED)])
    }
}
