//! A situation that nobody played to: set up in a real state, so that what was reckoned of it can be seen to happen.
//!
//! In: a lowered program, and what some places hold. Out: what a query answers there, or how it faults; and whether
//! something that the rules take for granted is broken there. What is not named is as in a game that has not begun.

use super::never::{Asks, Never, both_say_yes, both_say_yes_of_held, held_by, needs_held};
use crate::board::Board;
use crate::exec::{Code, Fault, Machine, Rules, Step, Stop};
use crate::ir::{CellId, FuncId, Program, TextError, Type};
use crate::state::{Layout, State};
use crate::verify::verify;
use std::sync::Arc;

/// What some places hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Situation {
    /// Which place of which cell, and the value there.
    pub held: Vec<(CellId, Vec<i64>, i64)>,
    /// Who is in the set that a place holds.
    pub members: Vec<(CellId, Vec<i64>, i64)>,
}

/// How everything is when a set-up lays out the rest.
pub struct Begun(State);

/// A program ready to be asked in situations.
pub struct Trial {
    rules: Rules,
    params: Vec<Vec<Type>>,
    /// By function: the cell that holds its first parameter wherever it says yes.
    needs_held: Vec<Option<CellId>>,
}

/// Work for one question: what takes longer is not seen to happen.
const WORK: u64 = 2_000_000;

impl Trial {
    /// Of a lowered program.
    pub fn new(program: &Program) -> Result<Trial, Vec<TextError>> {
        let verified = verify(program)?;
        let board = program.board.as_ref().and_then(|spec| Board::new(spec).ok()).map(Arc::new);
        let layout = Arc::new(Layout::new(program));
        let code = Code::for_a_trial(program, &verified, &layout).map_err(|error| vec![error])?;
        let rules = Rules::new(code, &layout, board.as_ref());
        let params = program.funcs.iter().map(|func| func.param_types().collect()).collect();
        let needs_held = program.funcs.iter().map(needs_held).collect();
        Ok(Trial { rules, params, needs_held })
    }

    /// What a query answers about these; none where it cannot be asked so, or asks or rolls itself.
    pub fn ask(&self, situation: &Situation, query: FuncId, args: &[i64]) -> Option<Result<i64, Fault>> {
        let wanted = self.params.get(query.index())?;
        let fits = |(arg, ty): (&i64, &Type)| ty.scalar().is_some_and(|scalar| scalar.contains(*arg));
        if wanted.len() != args.len() || !args.iter().zip(wanted).all(fits) {
            return None;
        }
        let mut state = self.set_up(situation)?;
        match self.machine().call(&mut state, query, args, &mut Stop) {
            Step::Over(value) => Some(Ok(value)),
            Step::Fault(fault) => Some(Err(fault)),
            Step::Ask(_) | Step::Roll { .. } | Step::Draw => None,
        }
    }

    /// The first of these that does not hold there.
    pub fn broken(&self, situation: &Situation, nevers: &[Never]) -> Option<usize> {
        let mut asks = Asks::of(self.machine(), self.set_up(situation)?);
        nevers.iter().position(|never| both_say_yes(&mut asks, never).is_some())
    }

    /// Where set-ups go on: this situation, once this was done in it. None where it asks, rolls, draws or faults.
    pub fn begun(&self, first: &Situation, done: Option<FuncId>) -> Option<Begun> {
        let mut state = self.set_up(first)?;
        if let Some(func) = done {
            let Step::Over(_) = self.machine().call(&mut state, func, &[], &mut Stop) else { return None };
        }
        Some(Begun(state))
    }

    /// The first of these that does not hold when this procedure has laid out a game, and for whom. None too where it
    /// asks, rolls or draws first: then nobody knows yet what will lie there. `begins`: what is so once it is laid out.
    pub fn laid_out_against(
        &self,
        begun: &Begun,
        set_up: FuncId,
        begins: &[(CellId, i64)],
        nevers: &[Never],
    ) -> Option<(usize, Vec<i64>)> {
        let (mut state, mut machine) = (begun.0.clone(), self.machine());
        let Step::Over(_) = machine.call(&mut state, set_up, &[], &mut Stop) else { return None };
        for (cell, value) in begins {
            state.set(self.rules.layout.place(*cell), 0, *value).ok()?;
        }
        machine.forget();
        let (mut asks, mut now) = (Asks::of(machine, state), Vec::new());
        let mut all = nevers.iter().enumerate();
        all.find_map(|(at, never)| {
            let held = held_by(never, |func| self.needs_held.get(func.index()).copied().flatten());
            let args = match held {
                Some(cell) => {
                    let of = (never, self.rules.layout.place(cell));
                    both_say_yes_of_held(&mut asks, of, &mut now)
                }
                None => both_say_yes(&mut asks, never),
            };
            Some((at, args?))
        })
    }

    fn machine(&self) -> Machine {
        let mut machine = Machine::new(&self.rules);
        machine.set_work(WORK);
        machine
    }

    /// None where a place has no room for it.
    fn set_up(&self, situation: &Situation) -> Option<State> {
        let mut state = State::zero(&self.rules.layout);
        for (cell, index, value) in &situation.held {
            let place = self.rules.layout.place(*cell);
            state.set(place, place.element(index)?, *value).ok()?;
        }
        for (cell, index, member) in &situation.members {
            let place = self.rules.layout.place(*cell);
            let words = state.members_mut(place, place.element(index)?);
            let member = usize::try_from(*member).ok()?;
            *words.get_mut(member / 64)? |= 1 << (member % 64);
        }
        Some(state)
    }
}
