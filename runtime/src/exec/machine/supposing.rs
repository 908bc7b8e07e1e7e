//! Suppositions: the state is copied, the body runs, the question is answered there, the copy is forgotten.
//! Where the body asks or rolls, every way is tried, depth first: the labels of the way at hand are kept, and
//! the last one that can still be moved on is moved on.
//!
//! Suppositions nest: each that runs is a level of its own, with its own copy, labels and ways. An inner one begins
//! at the state of the outer way, leaves that state behind, and is run anew in each of the outer one's ways. Levels
//! are kept when they end, so that the next supposition as deep allocates nothing.

use crate::exec::code::SupposeCode;
use crate::ir::Quantifier;
use crate::state::State;

#[derive(Default)]
pub(super) struct Suppositions {
    levels: Vec<Level>,
    /// How many of the levels run, each inside the one before it.
    running: usize,
}

/// One supposition that runs.
#[derive(Default)]
struct Level {
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

impl Suppositions {
    /// Nothing is supposed any more.
    pub(super) fn forget(&mut self) {
        self.running = 0;
    }

    /// A rule faulted within them: the state is again what it was before the outermost began, and nothing is supposed any more.
    pub(super) fn give_up(&mut self, state: &mut State) {
        let outermost = self.levels.first().filter(|_| self.running > 0);
        if let Some(saved) = outermost.and_then(|level| level.saved.as_ref()) {
            state.copy_from(saved);
        }
        self.forget();
    }

    pub(super) fn active(&self) -> bool {
        self.running > 0
    }

    /// A supposition begins, inside those that run; how many run around it.
    pub(super) fn begin(&mut self, state: &State) -> usize {
        if self.running == self.levels.len() {
            self.levels.push(Level::default());
        }
        self.levels[self.running].begin(state);
        self.running += 1;
        self.running - 1
    }

    /// Pick among `count` labels (at least one); they are labels of the innermost one that runs.
    pub(super) fn label(&mut self, count: u32) -> u32 {
        self.levels[self.running - 1].label(count)
    }

    /// A way of the innermost one has ended with this value: what to do, and how many run around it.
    pub(super) fn end(&mut self, state: &mut State, code: &SupposeCode, value: i64) -> (Next, usize) {
        let around = self.running - 1;
        let next = self.levels[around].end(state, code, value);
        match next {
            Next::Again => {}
            Next::Done(_) | Next::Plain => self.running = around,
        }
        (next, around)
    }
}

impl Level {
    fn begin(&mut self, state: &State) {
        match &mut self.saved {
            Some(saved) if saved.words().len() == state.words().len() => saved.copy_from(state),
            Some(_) | None => self.saved = Some(state.clone()),
        }
        self.labels.clear();
        self.at = 0;
        self.ways = 0;
    }

    fn label(&mut self, count: u32) -> u32 {
        if self.at == self.labels.len() {
            self.labels.push((0, count));
        }
        let (label, _) = self.labels[self.at];
        self.at += 1;
        label
    }

    fn end(&mut self, state: &mut State, code: &SupposeCode, value: i64) -> Next {
        if let Some(saved) = &self.saved {
            state.copy_from(saved);
        }
        let (budget, over, decided) = match code.how {
            Quantifier::Plain => return Next::Plain,
            Quantifier::Every { budget, over } => (budget, over, value == 0),
            Quantifier::Some { budget, over } => (budget, over, value == 1),
        };
        self.ways += 1;
        self.at = 0;
        if decided || !self.advance() {
            Next::Done(value)
        } else if self.ways >= budget {
            Next::Done(i64::from(over))
        } else {
            Next::Again
        }
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
