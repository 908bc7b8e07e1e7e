//! The typed ids of the board: hexes, directions and hexsides.
//!
//! An id is a plain number and means something only with its board. Outside this crate ids come from a board
//! alone (`Board::hex`, `Board::side_at`), so that a number out of a file is checked once, at that door.

/// A hex: ids are dense and ascend with the printed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(pub(crate) u16);

impl Hex {
    /// "No hex" in a table of hex ids.
    pub const NONE: u16 = u16::MAX;

    pub fn id(self) -> u16 {
        self.0
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Reads an entry of a table in which `Hex::NONE` stands for no hex.
    pub(super) fn some(id: u16) -> Option<Hex> {
        (id != Hex::NONE).then_some(Hex(id))
    }
}

/// One of the six directions, clockwise from the first one east of north-west:
/// N NE SE S SW NW on flat tops, NE E SE SW W NW on pointy ones. `Board::dir_name` knows which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dir(u8);

impl Dir {
    pub const ALL: [Dir; 6] = [Dir(0), Dir(1), Dir(2), Dir(3), Dir(4), Dir(5)];

    pub fn new(number: u8) -> Option<Dir> {
        (number < 6).then_some(Dir(number))
    }

    pub fn number(self) -> u8 {
        self.0
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn opposite(self) -> Dir {
        self.turned(3)
    }

    /// This direction after so many sixths of a turn clockwise.
    pub fn turned(self, sixths: u8) -> Dir {
        Dir((self.0 + sixths % 6) % 6)
    }
}

/// A hexside: `3 * hex + dir` for the first three directions of the hex that owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(pub(crate) u16);

impl Side {
    pub fn id(self) -> u16 {
        self.0
    }
}
