//! Which places of a state a side may not see. In: cell by cell, element by element, from whoever knows it
//! (`engine/view.rs`). Out: whether a read of an element would tell what is hidden.

use crate::ir::CellId;

/// By cell; a cell of which all is seen has no entries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unseen {
    cells: Vec<Vec<bool>>,
}

impl Unseen {
    /// From now on this element is unseen.
    pub fn hide(&mut self, cell: CellId, element: u32) {
        if self.cells.len() <= cell.index() {
            self.cells.resize(cell.index() + 1, vec![]);
        }
        let elements = &mut self.cells[cell.index()];
        if elements.len() <= element as usize {
            elements.resize(element as usize + 1, false);
        }
        elements[element as usize] = true;
    }

    pub fn holds(&self, cell: CellId, element: u32) -> bool {
        self.cells.get(cell.index()).and_then(|elements| elements.get(element as usize)).copied().unwrap_or(false)
    }
}
