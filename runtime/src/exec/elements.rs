//! Which places of a state a side may not see. In: cell by cell, element by element, from whoever knows it
//! (`engine/view.rs`). Out: whether a read of an element would tell what is hidden.

use crate::ir::CellId;

/// By cell; a cell of which all is seen has no entries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Elements {
    cells: Vec<Vec<bool>>,
}

impl Elements {
    /// From now on this element is one of them.
    pub fn add(&mut self, cell: CellId, element: u32) {
        if self.cells.len() <= cell.index() {
            self.cells.resize(cell.index() + 1, vec![]);
        }
        let elements = &mut self.cells[cell.index()];
        if elements.len() <= element as usize {
            elements.resize(element as usize + 1, false);
        }
        elements[element as usize] = true;
    }

    /// Is one of these elements also one of those?
    pub fn meets(&self, others: &Elements) -> bool {
        let both = self.cells.iter().zip(&others.cells);
        both.into_iter().any(|(own, other)| own.iter().zip(other).any(|(own, other)| *own && *other))
    }

    /// All of these elements, too.
    pub fn join(&mut self, others: &Elements) {
        if self.cells.len() < others.cells.len() {
            self.cells.resize(others.cells.len(), vec![]);
        }
        for (own, other) in self.cells.iter_mut().zip(&others.cells) {
            if own.len() < other.len() {
                own.resize(other.len(), false);
            }
            own.iter_mut().zip(other).for_each(|(own, other)| *own |= *other);
        }
    }

    /// From now on only those of them that are also among those.
    pub fn keep_only(&mut self, others: &Elements) {
        for (at, own) in self.cells.iter_mut().enumerate() {
            let other = others.cells.get(at).map_or(&[][..], Vec::as_slice);
            own.truncate(other.len());
            own.iter_mut().zip(other).for_each(|(own, other)| *own &= *other);
        }
    }

    /// From now on none of this cell is one of them.
    pub fn leave_out(&mut self, cell: CellId) {
        self.cells.get_mut(cell.index()).into_iter().for_each(Vec::clear);
    }

    /// Cell by cell, in their order.
    pub fn all(&self) -> impl Iterator<Item = (CellId, u32)> {
        let of_cell = |(cell, elements): (usize, &Vec<bool>)| {
            let there: Vec<u32> = (0..).zip(elements).filter(|(_, is)| **is).map(|(element, _)| element).collect();
            there.into_iter().map(move |element| (CellId(cell as u32), element))
        };
        self.cells.iter().enumerate().flat_map(of_cell)
    }

    pub fn holds(&self, cell: CellId, element: u32) -> bool {
        self.cells.get(cell.index()).and_then(|elements| elements.get(element as usize)).copied().unwrap_or(false)
    }
}
