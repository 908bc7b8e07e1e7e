//! What a game takes for granted (`never A with B "why"`), held to while it is played. In: a game and where an engine
//! stands. Out: the first of them that does not hold there, and for whom. It looks where an action may start and where
//! the game is over, asks on a copy, and changes nothing.

use super::game::Game;
use super::play::{Engine, Status};
use crate::exec::{Machine, Step, Stop};
use crate::ir::{BinaryOp, CellId, Expr, ExprId, FoldOp, Func, FuncId, LocalId, StmtKind};
use crate::state::{Place, State};

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
    /// Of each assumption about one thing: the cell that holds it, where it does not hold.
    held: Vec<Option<CellId>>,
    /// Whom a cell holds now.
    now: Vec<i64>,
}

impl Watch {
    pub fn new(game: &Game) -> Watch {
        let asks = (!game.nevers().is_empty()).then(|| (Machine::new(game.rules()), State::zero(game.layout())));
        let needs = |func: FuncId| needs_held(game.program().func(func));
        let held = game.nevers().iter().map(|never| held_by(never, needs)).collect();
        Watch { game: game.clone(), asks, held, now: vec![] }
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
        let mut nevers = game.nevers().iter().zip(&self.held).enumerate();
        nevers.find_map(|(at, (never, held))| {
            let args = match held {
                Some(cell) => both_say_yes_of_held(machine, state, (never, game.layout().place(*cell)), &mut self.now),
                None => both_say_yes(machine, state, never),
            }?;
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
    let members: Vec<&[i64]> = never.members.iter().map(Vec::as_slice).collect();
    both_say_yes_among(machine, state, never, &members)
}

/// The same of an assumption about one thing that this place holds where it does not hold.
pub(super) fn both_say_yes_of_held(
    machine: &mut Machine,
    state: &mut State,
    (never, place): (&Never, &Place),
    now: &mut Vec<i64>,
) -> Option<Vec<i64>> {
    let [members] = never.members.as_slice() else { return both_say_yes(machine, state, never) };
    who_is_held(state, place, members, now);
    both_say_yes_among(machine, state, never, &[now])
}

/// The same, with these for each parameter.
fn both_say_yes_among(machine: &mut Machine, state: &mut State, never: &Never, members: &[&[i64]]) -> Option<Vec<i64>> {
    let sizes = members.iter().map(|members| members.len());
    let all = sizes.clone().try_fold(1_usize, usize::checked_mul).filter(|all| *all <= MOST_SITUATIONS)?;
    let mut args: Vec<i64> = members.iter().map(|_| 0).collect();
    // A question changes nothing; one that faulted may have stopped in the middle of a supposition.
    let mut untouched = false;
    (0..all).find_map(|nth| {
        let mut rest = nth;
        for (arg, members) in args.iter_mut().zip(members).rev() {
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

/// Whom the cell holds, of these: each once, in their order.
fn who_is_held(state: &State, place: &Place, members: &[i64], now: &mut Vec<i64>) {
    now.clear();
    now.extend((0..place.count).map(|element| state.get(place, element)));
    now.sort_unstable();
    now.dedup();
    now.retain(|held| members.binary_search(held).is_ok());
}

/// `any units at h`: an assumption about one thing that is broken only for what a cell holds, and which cell that is.
pub(super) fn held_by(never: &Never, needs_held: impl Fn(FuncId) -> Option<CellId>) -> Option<CellId> {
    let [members] = never.members.as_slice() else { return None };
    let held = never.both.iter().find_map(|func| needs_held(*func));
    held.filter(|_| members.is_sorted() && members.len() <= MOST_SITUATIONS)
}

/// The cell that holds the first parameter wherever the query says yes.
pub(super) fn needs_held(func: &Func) -> Option<CellId> {
    let (last, marks) = func.body.code()?.0.split_last()?;
    let StmtKind::Return(Some(value)) = last.kind else { return None };
    let only_marks = marks.iter().all(|stmt| matches!(stmt.kind, StmtKind::Mark { .. }));
    conditions(func, value).into_iter().filter(|_| only_marks).find_map(|condition| {
        let Expr::Fold(fold) = func.expr(condition) else { return None };
        let asked = fold.guard.into_iter().chain(fold.value).filter(|_| fold.op == FoldOp::Any);
        let mut asked = asked.flat_map(|part| conditions(func, part));
        asked.find_map(|condition| cell_is_parameter(func, condition, fold.var))
    })
}

/// `cell[var] = p`, where `p` is the first parameter: the cell.
fn cell_is_parameter(func: &Func, condition: ExprId, var: LocalId) -> Option<CellId> {
    let Expr::Binary(BinaryOp::Eq, a, b) = func.expr(condition) else { return None };
    let is = |expr: &ExprId, local: LocalId| matches!(func.expr(*expr), Expr::Local(own) if *own == local);
    let cell = |expr: &ExprId| {
        let Expr::Cell(cell, index) = func.expr(*expr) else { return None };
        matches!(index.as_slice(), [index] if is(index, var)).then_some(*cell)
    };
    let parameter = LocalId::new(0);
    let other = if is(a, parameter) { b } else { a };
    cell(other).filter(|_| is(a, parameter) || is(b, parameter))
}

/// What must all hold where this does.
fn conditions(func: &Func, whole: ExprId) -> Vec<ExprId> {
    if let Expr::Binary(BinaryOp::And, a, b) = func.expr(whole) {
        return [conditions(func, *a), conditions(func, *b)].concat();
    }
    vec![whole]
}
