//! Questions answered in plain values, many at once, without reasons. In: a game as a seat sees it. Out: a value for each
//! question, that it rests on what the seat may not know, or the fault of a rule.

use super::game::Game;
use super::shown::Counted;
use super::view::Sight;
use super::vocabulary::HeldAt;
use super::why::printed;
use crate::exec::{Fault, FaultCode, Machine, Step, Stop};
use crate::ir::{FuncId, NONE, Scalar, Type};
use crate::state::State;
use serde_json::Value;

/// One answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plain {
    Value(Value),
    /// It rests on what the seat may not know.
    Hidden,
    Fault(Fault),
}

/// A game as a seat sees it, to be asked.
pub struct Questions<'g, S> {
    game: &'g Game,
    sight: &'g S,
    state: State,
    /// Where all is seen: one for all questions.
    machine: Option<Machine>,
    /// The last question ran to its end.
    ended: bool,
}

impl<'g, S: Sight> Questions<'g, S> {
    pub fn new(game: &'g Game, sight: &'g S) -> Questions<'g, S> {
        let machine = sight.unseen().is_none().then(|| Machine::new(game.rules()));
        Questions { game, sight, state: sight.state().clone(), machine, ended: false }
    }

    /// What a query answers; none where it is no single value.
    pub fn answer(&mut self, query: FuncId, args: &[i64]) -> Option<Plain> {
        let ret = self.game.program().func(query).ret?.scalar()?;
        let step = match (&mut self.machine, self.sight.unseen()) {
            (Some(machine), _) if self.ended => machine.call_next(&mut self.state, query, args, &mut Stop),
            (Some(machine), _) => machine.call(&mut self.state, query, args, &mut Stop),
            (None, unseen) => {
                // Only marked code looks before it reads.
                let mut machine = Machine::new(&self.game.marked().untold());
                unseen.iter().for_each(|unseen| machine.look_as((*unseen).clone()));
                machine.call(&mut self.sight.state().clone(), query, args, &mut Stop)
            }
        };
        self.ended = matches!(step, Step::Over(_));
        match step {
            Step::Over(value) => Some(Plain::Value(self.game.plain(Counted::Answer(query), ret.what, value))),
            Step::Fault(fault) if fault.code == FaultCode::Unseen => Some(Plain::Hidden),
            Step::Fault(fault) => Some(Plain::Fault(fault)),
            Step::Ask(_) | Step::Roll { .. } | Step::Draw => None,
        }
    }

    /// What a state holds, or what is printed; none where the members are not its own.
    pub fn held(&mut self, at: HeldAt, index: &[i64]) -> Option<Plain> {
        let program = self.game.program();
        Some(match at {
            HeldAt::Cell(cell) => {
                let place = self.game.layout().place(cell);
                let element = place.element(index)?;
                if self.sight.unseen().is_some_and(|unseen| unseen.holds(cell, element)) {
                    return Some(Plain::Hidden);
                }
                Plain::Value(match program.cell(cell).value {
                    Type::Scalar(scalar) => {
                        let value = self.sight.state().get(place, element);
                        self.game.plain(Counted::Held(cell), scalar.what, value)
                    }
                    Type::Set(domain) => {
                        Value::from(self.game.member_names(domain, self.sight.state().members(place, element)))
                    }
                })
            }
            HeldAt::Table(table) => {
                let of = program.table(table);
                Plain::Value(self.game.plain_alone(of.value.what, printed(of, index)?))
            }
            HeldAt::Drawn(query) => return self.answer(query, index),
        })
    }
}

impl Game {
    /// The names of all that a query may be asked about in this place.
    pub fn askable(&self, query: FuncId, at: usize) -> Vec<String> {
        let Some(Type::Scalar(scalar)) = self.program().func(query).param_types().nth(at) else { return vec![] };
        members(scalar).map(|value| self.shown(Counted::Param(query, at), scalar.what, value)).collect()
    }

    /// The same of what may stand there.
    pub fn nameable(&self, scalar: Scalar) -> Vec<String> {
        members(scalar).map(|value| self.value_name(scalar.what, value)).collect()
    }
}

fn members(scalar: Scalar) -> impl Iterator<Item = i64> {
    let first = if scalar.is_opt() { NONE + 1 } else { scalar.lo };
    first..=scalar.hi
}
