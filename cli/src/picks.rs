//! Random picks: a function of the seed and of how many answers were given before, so that a game saved and taken
//! up again with the same seed is the game that was never interrupted. Dice are the engine's affair and come from
//! another stream.

use wgr_runtime::engine::Engine;
use wgr_runtime::exec::{Counted, Generator};

pub(crate) struct Picks(Counted);

impl Picks {
    /// Picks for this game from where it stands.
    pub(crate) fn new(seed: u64, engine: &Engine<'_>) -> Picks {
        Picks(Counted { key: seed, count: answers(engine) as u64 })
    }

    /// One of so many options; there is at least one.
    pub(crate) fn pick(&mut self, options: usize) -> usize {
        let mut ask = self.0.clone();
        self.0.count += 1;
        ask.below(options.max(1) as u64) as usize
    }
}

pub(crate) fn answers(engine: &Engine<'_>) -> usize {
    engine.log().iter().filter(|entry| entry.is_answer()).count()
}
