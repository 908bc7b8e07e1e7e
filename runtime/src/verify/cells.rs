//! Sets of cells that grow by each other: a bit for each cell. Equal sets are equal words.

use crate::ir::CellId;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cells(Vec<u64>);

impl Cells {
    pub(super) const NONE: Cells = Cells(Vec::new());

    pub(super) fn insert(&mut self, cell: CellId) {
        let (word, bit) = (cell.index() / 64, cell.index() % 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    pub(super) fn include(&mut self, other: &Cells) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }

    pub fn holds(&self, cell: CellId) -> bool {
        self.0.get(cell.index() / 64).is_some_and(|word| word >> (cell.index() % 64) & 1 == 1)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Is there a cell in both?
    pub fn meets(&self, other: &Cells) -> bool {
        self.0.iter().zip(&other.0).any(|(own, other)| own & other != 0)
    }

    /// In their order.
    pub fn iter(&self) -> impl Iterator<Item = CellId> {
        let words = self.0.iter().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(at, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| CellId::new(at * 64 + bit))
        })
    }

    /// Those that are in both, in their order.
    pub fn shared(&self, other: &Cells) -> impl Iterator<Item = CellId> {
        self.iter().filter(|cell| other.holds(*cell))
    }
}

impl FromIterator<CellId> for Cells {
    fn from_iter<I: IntoIterator<Item = CellId>>(cells: I) -> Cells {
        let mut found = Cells::default();
        found.extend(cells);
        found
    }
}

impl Extend<CellId> for Cells {
    fn extend<I: IntoIterator<Item = CellId>>(&mut self, cells: I) {
        cells.into_iter().for_each(|cell| self.insert(cell));
    }
}
