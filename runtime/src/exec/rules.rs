//! What a machine runs: the code, how its states are laid out, the board. Shared by all that play the same game.

use super::code::Code;
use super::machine::Workings;
use crate::board::Board;
use crate::state::Layout;
use std::sync::{Arc, Mutex, PoisonError};

/// So many workings are kept for the next machines.
const MOST_SPARE: usize = 4;

#[derive(Clone)]
pub struct Rules {
    pub(crate) code: Arc<Code>,
    pub(crate) layout: Arc<Layout>,
    pub(crate) board: Option<Arc<Board>>,
    /// What machines that are gone left: a new one need not make room anew.
    spare: Arc<Mutex<Vec<Workings>>>,
}

impl Rules {
    pub(crate) fn new(code: Code, layout: &Arc<Layout>, board: Option<&Arc<Board>>) -> Rules {
        Rules { code: Arc::new(code), layout: Arc::clone(layout), board: board.cloned(), spare: Arc::default() }
    }

    /// Workings of a machine that is gone, if some are left.
    pub(super) fn take_spare(&self) -> Option<Workings> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    pub(super) fn keep_spare(&self, workings: Workings) {
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < MOST_SPARE {
            spare.push(workings);
        }
    }

    pub(crate) fn board(&self) -> Option<&Board> {
        self.board.as_deref()
    }
}
