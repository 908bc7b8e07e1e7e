//! What each side sees. A hidden place is seen by a side if its `sees` query says so or it was revealed.

use super::game::Game;
use crate::exec::{Machine, Step, Stop};
use crate::ir::{CellId, Hidden};
use crate::state::State;

/// Which hidden places each side saw at the last stop: one bit for each cell, element and side, in that order. It
/// follows from the state; it is kept to notice what is new.
pub(super) struct Knowledge<'g> {
    seen: Vec<bool>,
    /// Made when first needed: most games hide nothing.
    look: Option<Look<'g>>,
}

impl<'g> Knowledge<'g> {
    pub(super) fn nothing(game: &Game) -> Knowledge<'g> {
        let sides = sides(game);
        let places: usize = hidden(game).map(|(cell, _)| game.layout().place(cell).count as usize).sum();
        Knowledge { seen: vec![false; places * sides], look: None }
    }

    /// The same knowledge, for a game of its own.
    pub(super) fn fork(&self) -> Knowledge<'g> {
        Knowledge { seen: self.seen.clone(), look: None }
    }

    /// See what can be seen now; says whether anybody sees something that they did not see before.
    pub(super) fn grow(&mut self, game: &'g Game, state: &State) -> bool {
        if self.seen.is_empty() {
            return false;
        }
        let look = self.look.get_or_insert_with(|| Look::new(game, state));
        look.state.copy_from(state);
        let now = seen(game, look);
        let more = now.iter().zip(&self.seen).any(|(now, before)| *now && !before);
        self.seen = now;
        more
    }
}

fn hidden(game: &Game) -> impl Iterator<Item = (CellId, Hidden)> + '_ {
    let cells = game.program().cells.iter().enumerate();
    cells.filter_map(|(at, cell)| cell.hidden.map(|hidden| (CellId::new(at), hidden)))
}

fn sides(game: &Game) -> usize {
    game.program().sides.map_or(0, |sides| game.program().domain(sides).size as usize)
}

fn seen(game: &Game, look: &mut Look<'_>) -> Vec<bool> {
    let mut out = Vec::new();
    for (cell, hidden) in hidden(game) {
        for element in 0..game.layout().place(cell).count {
            for side in 0..sides(game) {
                out.push(look.sees(cell, hidden, element, side as i64));
            }
        }
    }
    out
}

/// Asks `sees` on a copy of the state, for queries run on a state that may be written.
struct Look<'g> {
    game: &'g Game,
    machine: Machine<'g>,
    state: State,
}

impl<'g> Look<'g> {
    fn new(game: &'g Game, state: &State) -> Look<'g> {
        Look { game, machine: Machine::new(game.code(), game.layout(), game.board()), state: state.clone() }
    }

    fn sees(&mut self, cell: CellId, hidden: Hidden, element: u32, side: i64) -> bool {
        let mut index = self.game.layout().place(cell).index_of(element);
        index.push(side);
        let shown = self.game.layout().place(hidden.shown);
        if shown.element(&index).is_some_and(|at| self.state.get(shown, at) == 1) {
            return true;
        }
        // A `sees` that faults shows nothing.
        self.machine.call(&mut self.state, hidden.sees, &index, &mut Stop) == Step::Over(1)
    }
}

/// The state as `side` sees it: what it does not see is zero, and so is what runs (frames, pending, truth), which
/// an ask tells in its own words. Bots get this, never the state.
pub fn view(game: &Game, state: &State, side: i64) -> State {
    let mut view = state.clone();
    let mut look = Look::new(game, state);
    for (cell, hidden) in hidden(game) {
        let place = game.layout().place(cell);
        for element in 0..place.count {
            if !look.sees(cell, hidden, element, side) {
                view.clear(place, element);
            }
        }
    }
    let runs = game.layout().sections[5]..game.layout().sections[8];
    view.words[runs].fill(0);
    view
}
