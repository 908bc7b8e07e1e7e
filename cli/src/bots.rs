//! Bots: who answers for a side. What a bot picks is a function of the seed and of how many answers were given before,
//! so that a game saved and taken up again with the same seed is the game that was never interrupted. Dice are the
//! engine's affair and come from another stream.

use crate::args::BotName;
use crate::exit::Failure;
use wgr_runtime::engine::{Engine, Game, Prompt};
use wgr_runtime::exec::{Counted, Generator};

/// The bots of one game.
pub(crate) struct Bots<'b> {
    /// One for all sides, or one for each.
    names: &'b [BotName],
    random: Counted,
}

impl Bots<'_> {
    /// Bots for this game from where it stands.
    pub(crate) fn new<'b>(names: &'b [BotName], seed: u64, engine: &Engine) -> Bots<'b> {
        Bots::behind(names, seed, answers(engine) as u64)
    }

    /// Where so many answers were given.
    pub(crate) fn behind(names: &[BotName], seed: u64, answers: u64) -> Bots<'_> {
        Bots { names, random: Counted { key: seed, count: answers } }
    }

    /// What they pick here: the number of an option; there is at least one.
    pub(crate) fn pick(&mut self, prompt: &Prompt) -> usize {
        let mut ask = self.random.clone();
        self.random.count += 1;
        let side = usize::try_from(prompt.side).unwrap_or(0);
        let name = self.names.get(side).or(self.names.first()).copied().unwrap_or(BotName::Random);
        match name {
            BotName::Random => ask.below(prompt.count().max(1) as u64) as usize,
            BotName::First => 0,
        }
    }

    /// Somebody else answered.
    pub(crate) fn stand_by(&mut self, engine: &Engine) {
        self.random.count = answers(engine) as u64;
    }
}

/// One bot, or one for each side.
pub(crate) fn fit(names: &[BotName], game: &Game) -> Result<(), Failure> {
    let sides = game.program().sides.map_or(0, |sides| game.program().domain(sides).size as usize);
    if names.len() == 1 || names.len() == sides {
        return Ok(());
    }
    Err(Failure::bad_use(format!(
        "--bots names {} bots: name one for all sides, or {sides}, one for each",
        names.len()
    )))
}

pub(crate) fn answers(engine: &Engine) -> usize {
    engine.answers()
}
