//! The board: hex geometry for every way of printing numbers on a hex map.
//!
//! In comes a `BoardSpec`, what one reads off the printed map. Out comes a `Board`, which never changes
//! and is shared by every state of a game. It promises:
//! - a hex is a dense id in ascending printed number, so "lowest number first" is "lowest id first";
//! - everything is exact: integers only, no rounding, the same answer from a to b as from b to a;
//! - distances and lines are those of the plane, so a hex that is missing from the map shortens nothing
//!   and blocks nothing here; iterators leave missing hexes out, rays say `Off`;
//! - no iterator allocates, and each one ends.
//!
//! An id belongs to the board that gave it; to hand it to another board is a bug and may panic.

mod build;
mod discs;
mod ids;
mod numbering;
mod plane;
mod ray;
mod side;
mod spec;
mod walk;

pub use discs::WIDEST;
pub use ids::{Dir, Hex, Side};
pub use ray::{Ray, RayStep};
pub use spec::{BoardError, BoardSpec, ColumnsRun, Order, Parity, RowsRun, Top};
pub use walk::{Disc, Line, Ring};

use numbering::{Numbering, Spot};
use plane::Point;
use std::fmt;

/// A map of hexes with their numbers, neighbours and sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    numbering: Numbering,
    /// The id at each printed number of the full rectangle, in printed order; `Hex::NONE` where no hex is.
    grid: Vec<u16>,
    spots: Vec<Spot>,
    /// By hex: its lane, and how many halves of a hex along it.
    points: Vec<[i32; 2]>,
    neighbours: Vec<[u16; 6]>,
    /// The side of each hex in each direction, by id; `Hex::NONE` where the side has none.
    sides: Vec<[u16; 6]>,
    discs: discs::Discs,
}

impl Board {
    /// How many hexes there are; their ids are `0..count`.
    pub fn count(&self) -> u16 {
        // The builder allows at most 16,000.
        self.spots.len() as u16
    }

    /// The hex with this id, if there is one: the checked door for numbers out of saves and programs.
    pub fn hex(&self, id: u16) -> Option<Hex> {
        (id < self.count()).then_some(Hex(id))
    }

    /// Every hex, in ascending printed number.
    pub fn hexes(&self) -> impl DoubleEndedIterator<Item = Hex> + use<> {
        (0..self.count()).map(Hex)
    }

    pub fn top(&self) -> Top {
        self.numbering.top
    }

    /// The printed column of a hex.
    pub fn column(&self, hex: Hex) -> u16 {
        self.spots[hex.index()].column
    }

    /// The printed row of a hex.
    pub fn row(&self, hex: Hex) -> u16 {
        self.spots[hex.index()].row
    }

    /// The printed number of a hex, as the map shows it.
    pub fn name(&self, hex: Hex) -> String {
        self.numbering.name(self.spots[hex.index()])
    }

    /// Writes the printed number of a hex.
    pub fn write_name(&self, hex: Hex, out: &mut dyn fmt::Write) -> fmt::Result {
        self.numbering.write(self.spots[hex.index()], out)
    }

    /// The hex with this printed number. Only the printed form counts: `615` or `6.15` is not `06.15`.
    pub fn by_name(&self, name: &str) -> Option<Hex> {
        self.at_spot(self.numbering.parse(name)?)
    }

    /// For each hex the ids of its six neighbours, clockwise as `Dir` counts; `Hex::NONE` off the map.
    pub fn neighbours(&self) -> &[[u16; 6]] {
        &self.neighbours
    }

    /// The hexsides of each hex by direction, `u16::MAX` where a side has no id: for searches.
    pub fn sides(&self) -> &[[u16; 6]] {
        &self.sides
    }

    pub fn neighbour(&self, hex: Hex, dir: Dir) -> Option<Hex> {
        Hex::some(self.neighbours[hex.index()][dir.index()])
    }

    /// The direction from a hex to an adjacent one; `None` if they are not adjacent.
    pub fn dir_to(&self, from: Hex, to: Hex) -> Option<Dir> {
        Dir::ALL.into_iter().find(|&dir| self.neighbour(from, dir) == Some(to))
    }

    /// What this map calls a direction: `N` to `NW` on flat tops, `NE` to `NW` with `E` and `W` on pointy.
    pub fn dir_name(&self, dir: Dir) -> &'static str {
        plane::dir_names(self.top())[dir.index()]
    }

    /// The same in full: `north`, `southwest`.
    pub fn dir_word(&self, dir: Dir) -> &'static str {
        plane::dir_words(self.top())[dir.index()]
    }

    pub fn dir_by_word(&self, word: &str) -> Option<Dir> {
        Dir::ALL.into_iter().find(|&dir| self.dir_word(dir) == word)
    }

    pub fn dir_by_name(&self, name: &str) -> Option<Dir> {
        Dir::ALL.into_iter().find(|&dir| self.dir_name(dir) == name)
    }

    /// The number of hexes from one to the other as the crow flies, the first not counted.
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        self.point(a).distance(self.point(b))
    }

    fn point(&self, hex: Hex) -> Point {
        let [u, v] = self.points[hex.index()];
        Point { u, v }
    }

    /// By hex where it stands: the distance of two is that of their lanes, and half of what they are farther apart along them.
    pub fn points(&self) -> &[[i32; 2]] {
        &self.points
    }

    fn at_spot(&self, spot: Spot) -> Option<Hex> {
        Hex::some(self.grid[self.numbering.slot(spot)?])
    }

    fn at_point(&self, point: Point) -> Option<Hex> {
        self.at_spot(self.numbering.spot(point)?)
    }
}
