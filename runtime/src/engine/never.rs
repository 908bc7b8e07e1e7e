//! What a game takes for granted (`never A with B "why"`), held to while it is played. In: a game and where an engine
//! stands. Out: the first of them that does not hold there, and for whom. It looks where an action may start and where
//! the game is over, asks on a copy, and changes nothing.

use super::game::Game;
use super::play::{Engine, Status};
use crate::exec::{Machine, Step, Stop};
use crate::ir::FuncId;
use crate::state::State;

/// Situations of one assumption that are tried at one stop; one that speaks of more is not held to.
pub const MOST_SITUATIONS: usize = 1 << 14;

/// An assumption of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Never {
    /// Two yes/no queries of the same parameters that are never both yes.
    pub both: [FuncId; 2],
    /// By parameter: whom it may stand for. Nobody, where it is about what cannot be listed.
    pub members: Vec<Vec<i64>>,
    /// Its author's reason.
    pub why: String,
}

/// An assumption that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Which one: in the order of [`Game::nevers`].
    pub never: usize,
    /// For whom, as `h 0203`.
    pub members: Vec<String>,
}

impl Broken {
    /// May everybody be told? Not of an assumption about what is hidden.
    pub fn is_open(&self, game: &Game) -> bool {
        let reads = |func: &FuncId| game.verified().reads[func.index()].iter();
        let both = game.nevers().get(self.never).map_or(&[][..], |never| &never.both);
        !both.iter().flat_map(reads).any(|cell| game.program().may_be_unseen(cell))
    }

    /// `"the sides do not share a hex" does not hold: h 0203`
    pub fn told(&self, game: &Game) -> String {
        let why = game.nevers().get(self.never).map_or("", |never| &never.why);
        let whom = if self.members.is_empty() { String::new() } else { format!(": {}", self.members.join(", ")) };
        format!("\"{why}\" does not hold{whom}")
    }
}

/// Holds a game to what it takes for granted; made once, so that each look costs the questions alone.
pub struct Watch {
    game: Game,
    /// Absent where nothing is taken for granted.
    asks: Option<(Machine, State)>,
}

impl Watch {
    pub fn new(game: &Game) -> Watch {
        let asks = (!game.nevers().is_empty()).then(|| (Machine::new(game.rules()), State::zero(game.layout())));
        Watch { game: game.clone(), asks }
    }

    /// The first assumption that does not hold where the engine stands.
    pub fn look(&mut self, engine: &Engine) -> Option<Broken> {
        let stands = match engine.status() {
            Status::Ask(prompt) => prompt.start,
            Status::Over(_) => true,
            Status::AwaitingChance { .. } | Status::Stopped(_) => false,
        };
        let (game, (machine, state)) = (&self.game, self.asks.as_mut().filter(|_| stands)?);
        state.copy_from(engine.state());
        let mut nevers = game.nevers().iter().enumerate();
        nevers.find_map(|(at, never)| {
            let args = both_say_yes(machine, state, never)?;
            let func = game.program().func(never.both[0]);
            let named = func.locals.iter().zip(&args).map(|(local, arg)| match local.ty.scalar() {
                Some(scalar) => format!("{} {}", local.name, game.value_name(scalar.what, *arg)),
                None => local.name.clone(),
            });
            Some(Broken { never: at, members: named.collect() })
        })
    }
}

/// The first situation in which both are so. What faults says nothing.
pub(super) fn both_say_yes(machine: &mut Machine, state: &mut State, never: &Never) -> Option<Vec<i64>> {
    let sizes = never.members.iter().map(Vec::len);
    let all = sizes.clone().try_fold(1_usize, usize::checked_mul).filter(|all| *all <= MOST_SITUATIONS)?;
    let mut args: Vec<i64> = never.members.iter().map(|_| 0).collect();
    // A question changes nothing; one that faulted may have stopped in the middle of a supposition.
    let mut untouched = false;
    (0..all).find_map(|nth| {
        let mut rest = nth;
        for (arg, members) in args.iter_mut().zip(&never.members).rev() {
            *arg = members[rest % members.len()];
            rest /= members.len();
        }
        let mut yes = |func: FuncId| {
            let ask = if untouched { Machine::call_next } else { Machine::call };
            let step = ask(machine, state, func, &args, &mut Stop);
            untouched = matches!(step, Step::Over(_));
            step == Step::Over(1)
        };
        (yes(never.both[0]) && yes(never.both[1])).then(|| args.clone())
    })
}
