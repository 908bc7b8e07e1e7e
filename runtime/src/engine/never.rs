//! What a game takes for granted (`never A with B "why"`), held to while it is played. In: a game and where an engine
//! stands. Out: the first of them that does not hold there, and for whom. It looks where an action may start and where
//! the game is over, asks on a copy, and changes nothing.

use super::game::Game;
use super::play::{Engine, Status};
use crate::exec::{Machine, Step, Stop};
use crate::ir::{BinaryOp, CellId, Expr, ExprId, FoldOp, Func, FuncId, LocalId, StmtKind, walk};
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
        let reads = |func: &FuncId| game.verified().reads(*func).iter();
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
    asks: Option<Asks>,
    /// How each assumption is looked at.
    each: Vec<Each>,
    /// What all of them ask.
    reads: Vec<CellId>,
    /// All held where it looked last.
    held: bool,
}

/// Who is asked, and on which state.
pub(super) struct Asks {
    machine: Machine,
    state: State,
    /// The last question ran to its end on this state: what was found out holds as long as the cells do. Behind one that faulted in the
    /// middle of a supposition it does not.
    untouched: bool,
}

impl Asks {
    pub(super) fn of(machine: Machine, state: State) -> Asks {
        Asks { machine, state, untouched: false }
    }

    /// On this state from now on; no question reads other cells than these.
    fn goes_over(&mut self, reads: &[CellId], state: &State) {
        if self.untouched {
            self.machine.goes_over(reads, &self.state, state);
        }
        self.state.copy_from(state);
    }

    /// Does the query say yes? It changes nothing.
    fn is_so(&mut self, func: FuncId, args: &[i64]) -> bool {
        let step = match self.untouched {
            true => self.machine.call_next(&mut self.state, func, args, &mut Stop),
            false => self.machine.call(&mut self.state, func, args, &mut Stop),
        };
        self.untouched = matches!(step, Step::Over(_));
        step == Step::Over(1)
    }
}

/// How an assumption is looked at.
struct Each {
    /// Of one about one thing: the cell that holds it, where it does not hold.
    held: Option<CellId>,
    /// Of each thing it asks nothing of that cell but who holds it.
    by_holders: bool,
    /// What both ask.
    reads: Vec<CellId>,
    ask: Ask,
    /// Those of whom it is asked, where it is about one thing.
    now: Vec<i64>,
}

/// Of whom an assumption is asked.
enum Ask {
    /// It held before, and what it asks is as it was.
    Nobody,
    /// It held before: those of whom it asks something that changed.
    Changed,
    Everybody,
}

impl Watch {
    pub fn new(game: &Game) -> Watch {
        let asks =
            (!game.nevers().is_empty()).then(|| Asks::of(Machine::new(game.rules()), State::zero(game.layout())));
        let each: Vec<Each> = game.nevers().iter().map(|never| Each::of(game, never)).collect();
        let mut reads: Vec<CellId> = each.iter().flat_map(|each| &each.reads).copied().collect();
        reads.sort_unstable();
        reads.dedup();
        Watch { game: game.clone(), asks, each, reads, held: false }
    }

    /// The first assumption that does not hold where the engine stands.
    pub fn look(&mut self, engine: &Engine) -> Option<Broken> {
        let stands = match engine.status() {
            Status::Ask(prompt) => prompt.start,
            Status::Over(_) => true,
            Status::AwaitingChance { .. } | Status::Stopped(_) => false,
        };
        let (game, asks) = (&self.game, self.asks.as_mut().filter(|_| stands)?);
        let held = std::mem::take(&mut self.held);
        for each in &mut self.each {
            each.ask = if held { each.changed(game, (&asks.state, engine.state())) } else { Ask::Everybody };
        }
        if self.each.iter().all(|each| matches!(each.ask, Ask::Nobody)) {
            // What is asked there is as it was, and all held: the state of then says as much.
            self.held = true;
            return None;
        }
        asks.goes_over(&self.reads, engine.state());
        let mut nevers = game.nevers().iter().zip(&mut self.each).enumerate();
        let broken = nevers.find_map(|(at, (never, each))| {
            let args = each.broken_for(asks, (never, game))?;
            let func = game.program().func(never.both[0]);
            let named = func.locals.iter().zip(&args).map(|(local, arg)| match local.ty.scalar() {
                Some(scalar) => format!("{} {}", local.name, game.value_name(scalar.what, *arg)),
                None => local.name.clone(),
            });
            Some(Broken { never: at, members: named.collect() })
        });
        self.held = broken.is_none();
        broken
    }
}

impl Each {
    fn of(game: &Game, never: &Never) -> Each {
        let program = game.program();
        let held = held_by(never, |func| needs_held(program.func(func)));
        let all = program.cells.iter().enumerate().map(|(at, _)| CellId::new(at));
        let reads = |cell: &CellId| never.both.iter().any(|func| game.verified().reads(*func).holds(*cell));
        let by_holders = held.is_some_and(|held| never.both.iter().all(|func| asks_holders(game, *func, held)));
        Each { held, by_holders, reads: all.filter(reads).collect(), ask: Ask::Everybody, now: vec![] }
    }

    /// Of whom it is asked where all held in the first of these states; these stand in `now`.
    fn changed(&mut self, game: &Game, (before, after): (&State, &State)) -> Ask {
        let alike = |cell: &CellId| before.is_alike(after, game.layout().place(*cell));
        let mut others = self.reads.iter().filter(|cell| !alike(cell));
        let Some(first) = others.next() else { return Ask::Nobody };
        if !self.by_holders || Some(*first) != self.held || others.next().is_some() {
            return Ask::Everybody;
        }
        let place = game.layout().place(*first);
        self.now.clear();
        before.each_unlike(after, place, |_, both| self.now.extend(both));
        Ask::Changed
    }

    /// The first situation in which it does not hold.
    fn broken_for(&mut self, asks: &mut Asks, (never, game): (&Never, &Game)) -> Option<Vec<i64>> {
        match (&self.ask, self.held, never.members.as_slice()) {
            (Ask::Nobody, ..) => return None,
            (Ask::Changed, Some(_), [members]) => listed(members, &mut self.now),
            (Ask::Everybody, Some(cell), [members]) => {
                who_is_held(&asks.state, game.layout().place(cell), members, &mut self.now);
            }
            (Ask::Changed | Ask::Everybody, ..) => return both_say_yes(asks, never),
        }
        both_say_yes_among(asks, never, &[&self.now])
    }
}

/// The first situation in which both are so. What faults says nothing.
pub(super) fn both_say_yes(asks: &mut Asks, never: &Never) -> Option<Vec<i64>> {
    let members: Vec<&[i64]> = never.members.iter().map(Vec::as_slice).collect();
    both_say_yes_among(asks, never, &members)
}

/// The same of an assumption about one thing that this place holds where it does not hold.
pub(super) fn both_say_yes_of_held(
    asks: &mut Asks,
    (never, place): (&Never, &Place),
    now: &mut Vec<i64>,
) -> Option<Vec<i64>> {
    let [members] = never.members.as_slice() else { return both_say_yes(asks, never) };
    who_is_held(&asks.state, place, members, now);
    both_say_yes_among(asks, never, &[now])
}

/// The same, with these for each parameter.
fn both_say_yes_among(asks: &mut Asks, never: &Never, members: &[&[i64]]) -> Option<Vec<i64>> {
    let sizes = members.iter().map(|members| members.len());
    let all = sizes.clone().try_fold(1_usize, usize::checked_mul).filter(|all| *all <= MOST_SITUATIONS)?;
    let mut args: Vec<i64> = members.iter().map(|_| 0).collect();
    (0..all).find_map(|nth| {
        let mut rest = nth;
        for (arg, members) in args.iter_mut().zip(members).rev() {
            *arg = members[rest % members.len()];
            rest /= members.len();
        }
        (asks.is_so(never.both[0], &args) && asks.is_so(never.both[1], &args)).then(|| args.clone())
    })
}

/// Whom the cell holds, of these: each once, in their order.
fn who_is_held(state: &State, place: &Place, members: &[i64], now: &mut Vec<i64>) {
    now.clear();
    now.extend((0..place.count).map(|element| state.get(place, element)));
    listed(members, now);
}

/// Of these members, each once, in their order.
fn listed(members: &[i64], now: &mut Vec<i64>) {
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

/// Does the query ask nothing of this cell but for whom it holds the first parameter? Then what it says of a thing stays as it is
/// while the same hold that thing, and all else that it reads is as it was.
fn asks_holders(game: &Game, id: FuncId, cell: CellId) -> bool {
    let program = game.program();
    let func = program.func(id);
    let (mut named, mut compared, mut called) = (0, 0, false);
    walk::walk_func(func, &mut |node| {
        walk::node_calls(program, node, &mut |callee| called |= game.verified().reads(callee).holds(cell));
        let walk::Node::Expr(_, expr) = node else { return };
        let is_cell = |id: &ExprId| matches!(func.expr(*id), Expr::Cell(of, index) if *of == cell && index.len() == 1);
        let is_first = |id: &ExprId| matches!(func.expr(*id), Expr::Local(local) if *local == LocalId::new(0));
        named += usize::from(matches!(expr, Expr::Cell(of, _) | Expr::Peek { cell: of, .. } if *of == cell));
        if let Expr::Binary(BinaryOp::Eq, a, b) = expr {
            compared += usize::from(is_cell(a) && is_first(b) || is_first(a) && is_cell(b));
        }
    });
    let writes = func.body.code().is_some_and(|block| {
        let all = walk::all_stmts(block);
        all.into_iter().flat_map(walk::binds).any(|local| local == LocalId::new(0))
    });
    !called && !writes && named == compared
}

/// What must all hold where this does.
fn conditions(func: &Func, whole: ExprId) -> Vec<ExprId> {
    if let Expr::Binary(BinaryOp::And, a, b) = func.expr(whole) {
        return [conditions(func, *a), conditions(func, *b)].concat();
    }
    vec![whole]
}
