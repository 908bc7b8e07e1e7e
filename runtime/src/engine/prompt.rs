//! What is asked of whom. Options get their names when somebody wants them: who plays by numbers, as bots do, never does.

use super::game::Game;
use crate::exec::{AskId, Asked, Choice, Machine};
use crate::ir::SiteId;
use std::fmt;
use std::sync::OnceLock;

#[derive(Clone)]
pub struct Prompt {
    pub side: i64,
    pub site: SiteId,
    /// An answer begins an action.
    pub start: bool,
    game: Game,
    asked: Asked,
    choices: Vec<Choice>,
    named: OnceLock<Vec<Offered>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offered {
    pub name: String,
}

impl Prompt {
    /// An ask at which the machine stands.
    pub(super) fn of(game: &Game, machine: &Machine, asked: Asked) -> Prompt {
        Prompt {
            side: asked.side,
            site: asked.site,
            start: asked.start,
            game: game.clone(),
            asked,
            choices: machine.options().to_vec(),
            named: OnceLock::new(),
        }
    }

    /// The same prompt where the machine stands now, in the room of this one.
    pub(super) fn moved(self, machine: &Machine, asked: Asked) -> Prompt {
        let (mut choices, mut named) = (self.choices, self.named);
        choices.clear();
        choices.extend_from_slice(machine.options());
        named.take();
        Prompt { side: asked.side, site: asked.site, start: asked.start, game: self.game, asked, choices, named }
    }

    /// One of them, as the machine has it, and the ask that it answers.
    pub(super) fn choice(&self, number: usize) -> Option<(Asked, Choice)> {
        self.choices.get(number).map(|choice| (self.asked, *choice))
    }

    /// The number of this option, if just this ask offers it.
    pub(super) fn number_of(&self, ask: AskId, choice: Choice) -> Option<usize> {
        self.choices.iter().position(|offered| *offered == choice).filter(|_| self.asked.ask == ask)
    }

    /// How many options there are.
    pub fn count(&self) -> usize {
        self.choices.len()
    }

    /// Every option, by its name.
    pub fn options(&self) -> &[Offered] {
        self.named.get_or_init(|| self.choices.iter().map(|choice| self.offered_as(*choice)).collect())
    }

    /// One of them.
    pub fn option(&self, number: usize) -> Option<Offered> {
        match self.named.get() {
            Some(named) => named.get(number).cloned(),
            None => self.choices.get(number).map(|choice| self.offered_as(*choice)),
        }
    }

    fn offered_as(&self, choice: Choice) -> Offered {
        Offered { name: self.game.option_name(self.asked.ask, choice) }
    }
}

impl PartialEq for Prompt {
    fn eq(&self, other: &Prompt) -> bool {
        let of = |prompt: &Prompt| (prompt.side, prompt.site, prompt.start);
        of(self) == of(other) && self.options() == other.options()
    }
}

impl Eq for Prompt {}

impl fmt::Debug for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = f.debug_struct("Prompt");
        told.field("side", &self.side).field("site", &self.site).field("start", &self.start);
        told.field("options", &self.options()).finish()
    }
}

impl Game {
    /// As people call an option.
    pub(super) fn option_name(&self, ask: AskId, choice: Choice) -> String {
        let (arm, domain) = self.rules().arm(ask, choice);
        match domain {
            Some(domain) => [arm, " ", &self.member_name(domain, choice.member)].concat(),
            None => arm.to_owned(),
        }
    }
}
