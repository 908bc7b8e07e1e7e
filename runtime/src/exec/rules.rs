//! What a machine runs: the code, how its states are laid out, the board. Shared by all that play the same game.

use super::code::Code;
use crate::board::Board;
use crate::state::Layout;
use std::sync::Arc;

#[derive(Clone)]
pub struct Rules {
    pub(crate) code: Arc<Code>,
    pub(crate) layout: Arc<Layout>,
    pub(crate) board: Option<Arc<Board>>,
}

impl Rules {
    pub(crate) fn new(code: Code, layout: &Arc<Layout>, board: Option<&Arc<Board>>) -> Rules {
        Rules { code: Arc::new(code), layout: Arc::clone(layout), board: board.cloned() }
    }

    pub(crate) fn board(&self) -> Option<&Board> {
        self.board.as_deref()
    }
}
