//! Who answers at random in tests: what is picked depends on a seed and on how many answers were given, on nothing else.

use wgr_runtime::engine::{Engine, Status};
use wgr_runtime::exec::{Counted, Generator};

#[derive(Clone, Copy)]
pub struct Bot {
    seed: u64,
    answers: u64,
}

impl Bot {
    pub fn new(seed: u64) -> Bot {
        Bot { seed, answers: 0 }
    }

    /// One answer; whether the game goes on.
    ///
    /// # Panics
    /// If a rule faults or nothing is offered: that is the test's failure.
    pub fn answer(&mut self, engine: &mut Engine) -> bool {
        let options = match engine.status() {
            Status::Ask(prompt) => prompt.count(),
            Status::Over(_) => return false,
            Status::Stopped(fault) => panic!("a rule faults: {fault:?}"),
            Status::AwaitingChance { .. } => panic!("nobody rolls"),
        };
        assert!(options > 0, "an ask without an option");
        let mut dice = Counted { key: self.seed, count: self.answers };
        self.answers += 1;
        let fault = engine.answer(dice.below(options as u64) as usize).expect("an option that is offered");
        assert!(fault.is_none(), "a rule faults: {fault:?}");
        true
    }

    /// Plays to the end; how many answers it took.
    ///
    /// # Panics
    /// If the game goes on for more than `most` answers.
    pub fn play(&mut self, engine: &mut Engine, most: usize) -> usize {
        let mut answers = 0;
        while self.answer(engine) {
            answers += 1;
            assert!(answers < most, "the game does not end");
        }
        answers
    }
}
