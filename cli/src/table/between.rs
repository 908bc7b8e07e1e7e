//! What one statement did: a game as somebody sees it, before it and behind it.

use wgr_runtime::engine::{Game, Sight, View};
use wgr_runtime::exec::Elements;
use wgr_runtime::ir::{CellId, Type};

/// Two states of a game, one statement apart.
pub(super) struct Between<'b, S> {
    pub(super) game: &'b Game,
    pub(super) before: &'b View,
    pub(super) now: &'b S,
}

impl<S: Sight> Between<'_, S> {
    pub(super) fn is_as_it_was(&self) -> bool {
        self.before.state().words() == self.now.state().words() && self.before.unseen() == self.now.unseen()
    }

    /// Is it otherwise, or has it come to be seen?
    pub(super) fn differs(&self, cell: CellId, element: u32) -> bool {
        let is_unseen = |unseen: Option<&Elements>| unseen.is_some_and(|unseen| unseen.holds(cell, element));
        if is_unseen(self.before.unseen()) && !is_unseen(self.now.unseen()) {
            return true;
        }
        let place = self.game.layout().place(cell);
        let (before, now) = (self.before.state(), self.now.state());
        match self.game.program().cell(cell).value {
            Type::Scalar(_) => before.get(place, element) != now.get(place, element),
            Type::Set(_) => before.members(place, element) != now.members(place, element),
        }
    }

    /// Is anything of it otherwise?
    pub(super) fn is_other(&self, cell: CellId) -> bool {
        (0..self.game.layout().place(cell).count).any(|element| self.differs(cell, element))
    }
}
