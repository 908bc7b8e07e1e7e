//! Generated games, and games walked label by label on a machine that nobody rolls for.

use std::sync::OnceLock;
use wgr_runtime::engine::Game;
use wgr_runtime::exec::{Fair, Generator, Machine, Step, Stop};
use wgr_runtime::ir::Program;
use wgr_runtime::state::State;
use wgr_runtime::verify::{Waiting, verify};
use wgr_tests::generate::generate;
use wgr_tests::harness::made_of;
use wgr_tests::oracle::Label;

/// A generated program that the verifier accepts.
pub(crate) struct Made {
    pub seed: u64,
    pub program: Program,
    pub waiting: Waiting,
    pub game: Game,
}

pub(crate) fn make(seed: u64, program: Program) -> Option<Made> {
    let verified = verify(&program).ok()?;
    let game = made_of(&program, &verified);
    let game = game.unwrap_or_else(|errors| panic!("seed {seed}: the lowered program is refused: {}", errors[0]));
    Some(Made { seed, program, waiting: verified.waiting, game })
}

/// The games that most laws are held to, made once.
pub(crate) fn games() -> &'static [Made] {
    static GAMES: OnceLock<Vec<Made>> = OnceLock::new();
    GAMES.get_or_init(|| (1000..1160).filter_map(|seed| make(seed, generate(seed))).collect())
}

/// A game on one machine, which is kept warm from stop to stop.
pub(crate) struct Walk {
    pub game: Game,
    pub machine: Machine,
    pub state: State,
    pub step: Step,
}

/// What stands at a stop, for comparing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stand {
    pub step: Step,
    pub options: Vec<(u16, i64)>,
    pub weights: Vec<(i64, i64)>,
}

impl Walk {
    pub(crate) fn new(game: &Game) -> Walk {
        Walk::at(game, State::zero(game.layout()))
    }

    /// A cold machine takes a state up.
    pub(crate) fn at(game: &Game, mut state: State) -> Walk {
        let mut machine = Machine::new(game.rules());
        let step = machine.run(&mut state, game.main(), &mut Stop);
        Walk { game: game.clone(), machine, state, step }
    }

    pub(crate) fn along(game: &Game, labels: &[Label]) -> Walk {
        let mut walk = Walk::new(game);
        labels.iter().for_each(|label| walk.take(*label));
        walk
    }

    pub(crate) fn stand(&self) -> Stand {
        let (asks, draws) = (matches!(self.step, Step::Ask(_)), matches!(self.step, Step::Draw));
        Stand {
            step: self.step.clone(),
            options: self.machine.options().iter().filter(|_| asks).map(|c| (c.arm, c.member)).collect(),
            weights: self.machine.weights().iter().filter(|_| draws).copied().collect(),
        }
    }

    /// Everything that may come next.
    pub(crate) fn labels(&self) -> Vec<Label> {
        match &self.step {
            Step::Ask(_) => (0..self.machine.options().len()).map(Label::Answer).collect(),
            Step::Roll { lo, hi } => (*lo..=*hi).map(Label::Roll).collect(),
            Step::Draw => self.machine.weights().iter().map(|(member, _)| Label::Draw(*member)).collect(),
            Step::Over(_) | Step::Fault(_) => Vec::new(),
        }
    }

    pub(crate) fn take(&mut self, label: Label) {
        let main = self.game.main();
        self.step = match label {
            Label::Answer(option) => self.machine.answer(&mut self.state, main, option, &mut Stop),
            Label::Roll(value) | Label::Draw(value) => self.machine.deal(&mut self.state, main, value, &mut Stop),
        };
    }
}

/// One game to its end by chance: the labels, and what was seen at each stop (the last one included).
pub(crate) fn whole_game(made: &Made, chance: u64, mut seen: impl FnMut(&Walk, &[Label])) -> Vec<Label> {
    let (mut walk, mut labels, mut pick) = (Walk::new(&made.game), Vec::new(), Fair(chance));
    loop {
        seen(&walk, &labels);
        let next = walk.labels();
        if next.is_empty() {
            return labels;
        }
        assert!(labels.len() < 500, "seed {}: a game without end", made.seed);
        let label = next[pick.below(next.len() as u64) as usize];
        labels.push(label);
        walk.take(label);
    }
}
