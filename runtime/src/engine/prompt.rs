//! What is asked of whom. Options get their names when somebody wants them: who plays by numbers, as bots do, never does.

use super::game::Game;
use crate::exec::{Asked, Choice, Machine};
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
        Offered { name: self.game.option_name(self.asked, choice) }
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
    pub(super) fn option_name(&self, asked: Asked, choice: Choice) -> String {
        let (arm, domain) = self.rules().arm(asked.ask, choice);
        match domain {
            Some(domain) => [arm, " ", &self.member_name(domain, choice.member)].concat(),
            None => arm.to_owned(),
        }
    }
}
