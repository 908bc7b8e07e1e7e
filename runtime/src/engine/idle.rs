//! Questions about an order that makes no difference: nobody is asked them.
//!
//! In: a game that stands where a side is to say which of several rules that are due acts first. Out: do all orders lead
//! to the same next stop, in the same state, bit by bit? They are tried on copies. In a game in which something is hidden
//! nothing is tried: that nobody was asked would tell what it rests on.

use super::game::Game;
use crate::exec::{Machine, Step, Stop};
use crate::state::State;

/// So many answers are tried; where that is not enough the side is asked.
const MOST_TRIED: usize = 256;

/// Where an order has led: how the game looks, and how it ended if it did.
#[derive(Clone, PartialEq, Eq)]
struct End {
    state: State,
    over: Option<i64>,
}

struct Trial<'a> {
    game: &'a Game,
    machine: Machine,
    left: usize,
    /// Where a part of them is done already: what the others lead to.
    known: Vec<(State, End)>,
}

pub(super) fn any_order(game: &Game, state: &State) -> bool {
    if game.program().hides() {
        return false;
    }
    let mut trial = Trial { game, machine: Machine::new(game.rules()), left: MOST_TRIED, known: Vec::new() };
    trial.end(state).is_some()
}

impl Trial<'_> {
    /// Where all orders lead; none if they lead to different places, or too far.
    fn end(&mut self, state: &State) -> Option<End> {
        if let Some((_, end)) = self.known.iter().find(|(known, _)| known == state) {
            return Some(end.clone());
        }
        let mut found: Option<End> = None;
        let (mut option, mut options) = (0, 1);
        while option < options {
            let mut after = state.clone();
            self.machine.forget();
            self.machine.run(&mut after, self.game.main(), &mut Stop);
            options = self.machine.options().len();
            if options == 0 {
                break;
            }
            self.left = self.left.checked_sub(1)?;
            let end = match self.machine.answer(&mut after, self.game.main(), option, &mut Stop) {
                Step::Ask(asked) if asked.order => self.end(&after)?,
                Step::Ask(_) | Step::Roll { .. } | Step::Draw => End { state: after, over: None },
                Step::Over(value) => End { state: after, over: Some(value) },
                Step::Fault(_) => return None,
            };
            if found.as_ref().is_some_and(|found| *found != end) {
                return None;
            }
            found = Some(end);
            option += 1;
        }
        let end = found?;
        self.known.push((state.clone(), end.clone()));
        Some(end)
    }
}
