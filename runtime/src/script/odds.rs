//! The dice of examples, counted out: what may come of them, and how likely each of it is.
//!
//! In: a game, its scripts, and which of them. Out: each place where dice fall for the first time since something was begun, as
//! the example leads there; from there all outcomes, with the answers of the example. Promises: what an example expects is no
//! matter here, so one that does not hold any more still leads to its dice as far as its answers are offered.

use super::run::{chain, step};
use super::step::{Asks, Script, ScriptStep, StepKind};
use super::walk::{Because, Walk, is_site};
use crate::engine::{CLOSING, Game, Offers, Outcome, Policy, Status, Uncounted, count};
use crate::exec::Asked;
use crate::state::State;

/// Dice that an example leads to.
pub struct Battle {
    /// Which step of the script lets them fall.
    pub step: usize,
    /// As its author wrote it: `roll 6`.
    pub text: String,
    /// The game as they are about to fall.
    pub before: State,
    /// What the example answers from here on, in its order.
    answers: Vec<(Asks, Vec<String>, String)>,
}

/// Every outcome of a battle.
pub struct Outcomes {
    pub all: Vec<Outcome>,
    /// Somebody was asked on the way, and the example said what is answered.
    pub by_example: bool,
    /// Somebody was asked on the way, and the example said nothing that was offered there: the first option was taken.
    pub by_first: bool,
}

/// The battles of a script, as far as it leads.
pub fn battles(game: &Game, scripts: &[Script], at: usize) -> Vec<Battle> {
    let mut found = Vec::new();
    let Some(chain) = chain(scripts, at) else { return found };
    let mut walk = Walk::new(game, Because::Named);
    for (nth, script) in chain.iter().rev().enumerate() {
        if nth == 0 && walk.begin(&script.start).is_err() {
            return found;
        }
        let last = nth + 1 == chain.len();
        let mut fallen = false;
        for (at, script_step) in script.steps.iter().enumerate() {
            let falls = matches!(script_step.kind, StepKind::Roll(_) | StepKind::Draw(_));
            if matches!(script_step.kind, StepKind::Start { .. }) {
                fallen = false;
            }
            if last && falls && !fallen && matches!(walk.engine.status(), Status::AwaitingChance { .. }) {
                let (text, before) = (script_step.text.clone(), walk.engine.state().clone());
                found.push(Battle { step: at, text, before, answers: answers(&script.steps[at..]) });
            }
            fallen |= falls;
            if leads(&script_step.kind) && step(&mut walk, script_step).is_err() {
                return found;
            }
        }
    }
    found
}

/// Does the game go on by it?
fn leads(kind: &StepKind) -> bool {
    match kind {
        StepKind::Start { .. }
        | StepKind::Answer { .. }
        | StepKind::OnTo { .. }
        | StepKind::Roll(_)
        | StepKind::Draw(_) => true,
        StepKind::Expect { .. } | StepKind::Over { .. } | StepKind::Refused { .. } | StepKind::Withheld { .. } => false,
    }
}

fn answers(steps: &[ScriptStep]) -> Vec<(Asks, Vec<String>, String)> {
    let answers = steps.iter().filter_map(|step| match &step.kind {
        StepKind::Answer { rule, names, by } => Some((rule.clone(), names.clone(), by.clone())),
        StepKind::Start { .. }
        | StepKind::OnTo { .. }
        | StepKind::Roll(_)
        | StepKind::Draw(_)
        | StepKind::Expect { .. }
        | StepKind::Over { .. }
        | StepKind::Refused { .. }
        | StepKind::Withheld { .. } => None,
    });
    answers.collect()
}

impl Battle {
    /// All outcomes up to the next ask that begins something, or the end of the game.
    ///
    /// # Errors
    /// They are more than `most`, or a rule faults on the way.
    pub fn outcomes(&self, game: &Game, most: usize) -> Result<Outcomes, Uncounted> {
        let (mut by_example, mut by_first) = (false, false);
        let all = count(game, &self.before, most, |_, asked, offers| {
            if asked.start {
                return Policy::Stop;
            }
            if offers.len() == 1 {
                return Policy::Pick(0);
            }
            match self.answered(game, asked, offers) {
                Some(option) => {
                    by_example = true;
                    Policy::Pick(option)
                }
                None => {
                    by_first = true;
                    Policy::Pick(0)
                }
            }
        })?;
        Ok(Outcomes { all, by_example, by_first })
    }

    /// The first of the example's answers to this ask that is offered.
    fn answered(&self, game: &Game, asked: Asked, offers: &Offers<'_>) -> Option<usize> {
        let own = self
            .answers
            .iter()
            .filter(|(rule, _, by)| is_site(game, asked.site, rule) && game.side_name(asked.side) == *by);
        let mut own = own.peekable();
        own.peek()?;
        let prompt = offers.prompt();
        own.flat_map(|(_, names, _)| if names.is_empty() { CLOSING.map(str::to_owned).to_vec() } else { names.clone() })
            .find_map(|name| prompt.called(&name).ok())
    }
}
