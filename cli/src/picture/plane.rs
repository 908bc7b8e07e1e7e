//! Where hexes lie on the sheet: the printed map in whole numbers. A hex has a radius of 60; seven parts in eight of that to
//! a side is near enough that nobody sees it, so that corners of neighbours are one point.

use super::svg::At;
use wgr_runtime::board::{Board, BoardSpec, ColumnsRun, Dir, Hex, RowsRun, Top};

/// From the middle to a corner.
pub(crate) const RADIUS: i32 = 60;
/// From the middle to a side.
pub(crate) const SIDE: i32 = 52;

/// Where a hex lies among the others: columns from the west, rows from the north, and whether it is one of those that stand
/// half a hex further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    pub(crate) across: u16,
    pub(crate) down: u16,
    pub(crate) shifted: bool,
}

impl Spot {
    pub(crate) fn of(board: &Board, spec: &BoardSpec, hex: Hex) -> Spot {
        let (column, row) = (board.column(hex), board.row(hex));
        let across = match spec.columns_run {
            ColumnsRun::East => column - spec.columns.start(),
            ColumnsRun::West => spec.columns.end() - column,
        };
        let down = match spec.rows_run {
            RowsRun::South => row - spec.rows.start(),
            RowsRun::North => spec.rows.end() - row,
        };
        let shifted = spec.shifted.holds(if spec.top == Top::Flat { column } else { row });
        Spot { across, down, shifted }
    }
}

pub(crate) struct Plane<'b> {
    pub(crate) board: &'b Board,
    spec: &'b BoardSpec,
}

impl<'b> Plane<'b> {
    pub(crate) fn new(board: &'b Board, spec: &'b BoardSpec) -> Plane<'b> {
        Plane { board, spec }
    }

    fn flat(&self) -> bool {
        self.spec.top == Top::Flat
    }

    pub(crate) fn middle(&self, hex: Hex) -> At {
        let Spot { across, down, shifted } = Spot::of(self.board, self.spec, hex);
        let (across, down) = (i32::from(across), i32::from(down));
        let half = if shifted { SIDE } else { 0 };
        if self.flat() {
            At::new(RADIUS + across * RADIUS * 3 / 2, SIDE + down * SIDE * 2 + half)
        } else {
            At::new(SIDE + across * SIDE * 2 + half, RADIUS + down * RADIUS * 3 / 2)
        }
    }

    /// The corners from the middle, clockwise; a direction looks between the one of its number and the next.
    pub(crate) fn corners(&self) -> [At; 6] {
        let (half, radius) = (RADIUS / 2, RADIUS);
        if self.flat() {
            [(-half, -SIDE), (half, -SIDE), (radius, 0), (half, SIDE), (-half, SIDE), (-radius, 0)]
        } else {
            [(0, -radius), (SIDE, -half), (SIDE, half), (0, radius), (-SIDE, half), (-SIDE, -half)]
        }
        .map(|(x, y)| At::new(x, y))
    }

    /// The two ends of a side.
    pub(crate) fn ends(&self, hex: Hex, dir: Dir) -> (At, At) {
        let (middle, corners) = (self.middle(hex), self.corners());
        let at = |corner: At| middle.by(corner.x, corner.y);
        (at(corners[dir.index()]), at(corners[(dir.index() + 1) % 6]))
    }

    pub(crate) fn middle_of_side(&self, hex: Hex, dir: Dir) -> At {
        let (from, to) = self.ends(hex, dir);
        from.towards(to, 1, 2)
    }

    /// How wide and how high the map is.
    pub(crate) fn size(&self) -> (i32, i32) {
        let reach = if self.flat() { (RADIUS, SIDE) } else { (SIDE, RADIUS) };
        let middles = || self.board.hexes().map(|hex| self.middle(hex));
        let wide = middles().map(|at| at.x).max().unwrap_or(0);
        let high = middles().map(|at| at.y).max().unwrap_or(0);
        (wide + reach.0, high + reach.1)
    }

    /// A hex around the origin, as a path.
    pub(crate) fn outline(&self) -> String {
        let [first, rest @ ..] = self.corners();
        rest.iter().fold(format!("M{first}"), |path, corner| format!("{path}L{corner}")) + "Z"
    }
}
