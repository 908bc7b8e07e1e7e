//! Builds a board out of its specification, or says what is wrong with it.

use super::ids::{Dir, Hex};
use super::numbering::Numbering;
use super::spec::{self, BoardError, BoardSpec};
use super::{Board, plane};

impl Board {
    /// Numbers the hexes of a map. Every fault names what is wrong and what to type instead.
    pub fn new(spec: &BoardSpec) -> Result<Board, BoardError> {
        spec.check()?;
        let numbering = Numbering::new(spec);
        let mut grid = vec![0; numbering.slots()];
        leave_out(&numbering, &spec.without, &mut grid)?;
        let mut board = number(numbering, grid)?;
        board.neighbours = board.hexes().map(|hex| board.around(hex)).collect();
        board.sides = board.hexes().map(|hex| board.sides_around(hex)).collect();
        Ok(board)
    }

    fn sides_around(&self, hex: Hex) -> [u16; 6] {
        Dir::ALL.map(|dir| self.side(hex, dir).map_or(Hex::NONE, |side| side.id()))
    }

    fn around(&self, hex: Hex) -> [u16; 6] {
        Dir::ALL.map(|dir| {
            let next = self.point(hex).plus(plane::step(self.top(), dir));
            self.at_point(next).map_or(Hex::NONE, |hex| hex.id())
        })
    }
}

fn leave_out(numbering: &Numbering, without: &[String], grid: &mut [u16]) -> Result<(), BoardError> {
    for name in without {
        let slot = numbering.parse(name).and_then(|spot| numbering.slot(spot));
        let place = slot.ok_or_else(|| not_printed(numbering, name))?;
        if grid[place] == Hex::NONE {
            return Err(spec::left_out_twice(name));
        }
        grid[place] = Hex::NONE;
    }
    Ok(())
}

fn not_printed(numbering: &Numbering, name: &str) -> BoardError {
    let (lowest, highest) = numbering.corners();
    spec::not_printed(name, &numbering.name(lowest), &numbering.name(highest))
}

/// Gives out ids in printed order to every place that is not left out; neighbours are still to be found.
fn number(numbering: Numbering, mut grid: Vec<u16>) -> Result<Board, BoardError> {
    let (mut spots, mut points) = (Vec::new(), Vec::new());
    for (place, spot) in grid.iter_mut().zip(numbering.spots()) {
        if *place != Hex::NONE {
            *place = spots.len() as u16;
            spots.push(spot);
            let point = numbering.point(spot);
            points.push([point.u, point.v]);
        }
    }
    if points.is_empty() {
        return Err(spec::no_hex_left());
    }
    Ok(Board { numbering, grid, spots, points, neighbours: Vec::new(), sides: Vec::new(), discs: Default::default() })
}
