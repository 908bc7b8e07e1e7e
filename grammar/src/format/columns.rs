//! Where a column stands. In: where its cells are drawn, and the first place that is free for each. Out: one place.

/// One cell of a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// Where the author has it.
    pub(super) drawn: usize,
    /// Where it can stand at the earliest.
    pub(super) free: usize,
}

impl Cell {
    /// Where it stands, in a column at this place.
    pub(super) fn placed(self, column: usize) -> usize {
        column.max(self.free)
    }
}

/// The place that more than half of the cells keep to already; otherwise the first at which
/// all fit but those that need more room than `reach` beyond the narrowest.
pub(super) fn column(cells: &[Cell], reach: usize) -> usize {
    let mut drawn: Vec<usize> = cells.iter().filter(|cell| cell.free <= cell.drawn).map(|cell| cell.drawn).collect();
    drawn.sort_unstable();
    let held = drawn.iter().find(|place| 2 * drawn.iter().filter(|other| other == place).count() > cells.len());
    if let Some(place) = held {
        return *place;
    }
    let mut free: Vec<usize> = cells.iter().map(|cell| cell.free).collect();
    free.sort_unstable();
    let half = free.get(free.len() / 2).copied().unwrap_or_default();
    let most = half.max(free.first().copied().unwrap_or_default() + reach);
    free.into_iter().rfind(|place| *place <= most).unwrap_or_default()
}
