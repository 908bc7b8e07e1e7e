//! Suppositions: the state is copied, the body runs, the question is answered there, the copy is forgotten.
//! Where the body asks or rolls, every way is tried, depth first: the labels of the way at hand are kept, and
//! the last one that can still be moved on is moved on.

use crate::exec::code::SupposeCode;
use crate::ir::Quantifier;
use crate::state::State;

#[derive(Default)]
pub(super) struct Supposition {
    pub(super) active: bool,
    saved: Option<State>,
    /// (label taken, how many there are) of the way at hand.
    labels: Vec<(u32, u32)>,
    /// How many labels of the way have been used so far.
    at: usize,
    ways: u32,
}

/// What to do at the end of a way.
pub(super) enum Next {
    /// Try the next way.
    Again,
    Done(i64),
    /// A plain supposition: the value stands where it was computed.
    Plain,
}

impl Supposition {
    pub(super) fn begin(&mut self, state: &State) {
        match &mut self.saved {
            Some(saved) if saved.words().len() == state.words().len() => saved.copy_from(state),
            Some(_) | None => self.saved = Some(state.clone()),
        }
        self.labels.clear();
        self.at = 0;
        self.ways = 0;
        self.active = true;
    }

    /// Pick among `count` labels (at least one).
    pub(super) fn label(&mut self, count: u32) -> u32 {
        if self.at == self.labels.len() {
            self.labels.push((0, count));
        }
        let (label, _) = self.labels[self.at];
        self.at += 1;
        label
    }

    /// A way has ended with this value.
    pub(super) fn end(&mut self, state: &mut State, code: &SupposeCode, value: i64) -> Next {
        if let Some(saved) = &self.saved {
            state.copy_from(saved);
        }
        let (budget, over, decided) = match code.how {
            Quantifier::Plain => {
                self.active = false;
                return Next::Plain;
            }
            Quantifier::Every { budget, over } => (budget, over, value == 0),
            Quantifier::Some { budget, over } => (budget, over, value == 1),
        };
        self.ways += 1;
        self.at = 0;
        let next = if decided || !self.advance() {
            Next::Done(value)
        } else if self.ways >= budget {
            Next::Done(i64::from(over))
        } else {
            return Next::Again;
        };
        self.active = false;
        next
    }

    /// To the next way; false if this was the last.
    fn advance(&mut self) -> bool {
        while let Some((label, count)) = self.labels.pop() {
            if label + 1 < count {
                self.labels.push((label + 1, count));
                return true;
            }
        }
        false
    }
}
