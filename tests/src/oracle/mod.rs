//! The oracle: a slow and obvious interpreter of the core calculus.
//!
//! In come a program as it is written (row queries, triggers and `settle` are *not* lowered), whether the order of
//! due triggers matters, and the labels: the answers, rolls and draws of a game from its beginning. Out comes what
//! the game says next, and what its cells hold then. It promises:
//! - it shares no execution code with the shipped interpreter: trees are walked, state is a map, nothing is resumed;
//! - the same program and labels give the same run;
//! - a program that the verifier would refuse gives `Outcome::Bad`, never a panic.
//!
//! Readings of the contract that are taken here and nowhere written:
//! - the parts of an expression are narrowed (index, argument) as soon as each is evaluated, left to right;
//! - `end` inside a supposition ends that way, and the value is asked there;
//! - a `draw` from an empty cup leaves its name with the zero of its type;
//! - `erase` also forgets what a trigger remembers of the erased member.

mod ask;
mod choice;
mod eval;
mod exec;
mod fold;
mod foresight;
mod kernels;
mod ops;
mod paths;
mod reach;
mod rows;
mod settle;
mod suppose;
mod value;

use value::{Frame, Val};
pub use value::{Value, World};
use wgr_runtime::board::Board;
use wgr_runtime::ir::{Body, Cell, CellId, Func, FuncId, Program, Role, SiteId, Type};
use wgr_runtime::verify::Waiting;

/// What the world outside says: the answer to an ask, a die, a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Label {
    /// The option's place in the list.
    Answer(usize),
    /// The face, in raw units.
    Roll(i64),
    /// The member drawn.
    Draw(i64),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Code {
    Range,
    Zero,
    Gap,
    Clash,
    Bound,
    Twice,
    Options,
    Room,
    Rule,
    Hole,
    /// Nobody waits so long.
    Work,
}

/// Where a run stands when its labels are used up, or why it stopped before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Ask {
        side: i64,
        site: SiteId,
        /// The arm's name, and the member of an `each`.
        options: Vec<(String, Option<i64>)>,
        start: bool,
    },
    Roll {
        lo: i64,
        hi: i64,
    },
    /// Members and weights.
    Draw {
        weights: Vec<(i64, i64)>,
    },
    Over(i64),
    Fault {
        code: Code,
        site: Option<SiteId>,
    },
    /// The program is not well-formed, or a label does not fit.
    Bad(String),
}

/// One run from the beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub outcome: Outcome,
    /// The cells where the run stands. When the game is over, the `keep` cells are zero.
    pub world: World,
    /// How many labels were used.
    pub used: usize,
}

/// More options than this are a fault.
const MOST_OPTIONS: usize = 4_096;
/// Expressions, statements and calls within each other; verified programs of the tests stay far below.
const DEEPEST: u32 = 300;
/// Expressions and statements in one run.
const LONGEST: u64 = 20_000_000;

type Res<T> = Result<T, Box<Outcome>>;

fn bad<T>(what: &str) -> Res<T> {
    Err(Box::new(Outcome::Bad(what.to_owned())))
}

fn fault<T>(code: Code, site: Option<SiteId>) -> Res<T> {
    Err(Box::new(Outcome::Fault { code, site }))
}

/// Everything that a run knows.
struct Machine<'p> {
    program: &'p Program,
    board: Option<Board>,
    waiting: Waiting,
    world: World,
    labels: Vec<Label>,
    used: usize,
    /// The same labels as they are where every option counts, and nothing is left out for what is owed.
    plain: Vec<Label>,
    /// It finds out where an answer leads: every option counts.
    tries: bool,
    /// How many suppositions run.
    supposing: u32,
    /// So often was something shown.
    shown: usize,
    settling: bool,
    /// What is at once is being done.
    done_at_once: bool,
    /// What the innermost search body said last.
    offer: Option<kernels::Offered>,
    depth: u32,
    work: u64,
}

/// Runs `main` from the state in which everything is zero.
pub fn run(program: &Program, waiting: &Waiting, labels: &[Label]) -> Run {
    let mut machine = Machine::new(program, waiting, labels);
    let outcome = machine.game().unwrap_or_else(|stop| *stop);
    if matches!(outcome, Outcome::Over(_)) {
        machine.forget_all_kept();
    }
    Run { outcome, world: machine.world, used: machine.used }
}

impl<'p> Machine<'p> {
    fn new(program: &'p Program, waiting: &Waiting, labels: &[Label]) -> Self {
        Machine {
            program,
            board: None,
            waiting: waiting.clone(),
            world: World::default(),
            labels: labels.to_vec(),
            used: 0,
            plain: Vec::new(),
            tries: false,
            supposing: 0,
            shown: 0,
            settling: false,
            done_at_once: false,
            offer: None,
            depth: 0,
            work: 0,
        }
    }

    fn game(&mut self) -> Res<Outcome> {
        if let Some(spec) = &self.program.board {
            match Board::new(spec) {
                Ok(board) => self.board = Some(board),
                Err(error) => return bad(&error.what),
            }
        }
        let Some(main) = self.program.main else { return bad("no main") };
        match self.call(main, Vec::new())? {
            Some(Val::Num(result)) => Ok(Outcome::Over(result.raw)),
            Some(Val::Set(..)) | None => bad("main gives no number"),
        }
    }

    /// Goes one step deeper; the caller comes back by `up`.
    fn down(&mut self) -> Res<()> {
        self.depth += 1;
        self.work += 1;
        if self.depth > DEEPEST {
            return bad("too deep");
        }
        if self.work > LONGEST {
            return fault(Code::Work, None);
        }
        Ok(())
    }

    fn up(&mut self) {
        self.depth -= 1;
    }

    fn func(&self, id: FuncId) -> Res<&'p Func> {
        self.program.funcs.get(id.index()).map_or_else(|| bad("no such function"), Ok)
    }

    fn cell(&self, id: CellId) -> Res<&'p Cell> {
        self.program.cells.get(id.index()).map_or_else(|| bad("no such cell"), Ok)
    }

    fn the_board(&self) -> Res<&Board> {
        self.board.as_ref().map_or_else(|| bad("no board"), Ok)
    }

    fn next_label(&mut self) -> Option<Label> {
        let label = self.labels.get(self.used).copied();
        self.used += usize::from(label.is_some());
        if self.supposing == 0 {
            self.plain.extend(label);
        }
        label
    }

    /// Runs a function whose arguments already fit its parameters.
    fn call(&mut self, id: FuncId, args: Vec<Val>) -> Res<Option<Val>> {
        self.down()?;
        let func = self.func(id)?;
        self.forget_kept(id);
        let mut frame = Frame::new(func, args)?;
        let result = match &func.body {
            Body::Code(block) => self.body(&mut frame, block)?,
            Body::Rows(rows) => Some(self.rows(&mut frame, rows)?),
            Body::Limits(_) | Body::Goods(_) => return bad("limits and goods are not called"),
        };
        self.forget_kept(id);
        self.up();
        match (func.ret, result) {
            (None, None) => Ok(None),
            (Some(ty), Some(value)) => Ok(Some(value.narrow(ty)?)),
            (None, Some(_)) | (Some(_), None) => bad("a result that is missing or not wanted"),
        }
    }

    /// The cells that live only while this function runs become zero.
    fn forget_kept(&mut self, func: FuncId) {
        for (index, cell) in self.program.cells.iter().enumerate() {
            match cell.role {
                Role::Keep(owner) if owner == func => self.world.clear(CellId::new(index)),
                Role::Keep(_) | Role::Game | Role::Cup | Role::Pending | Role::Truth => {}
            }
        }
    }

    fn forget_all_kept(&mut self) {
        for (index, cell) in self.program.cells.iter().enumerate() {
            if matches!(cell.role, Role::Keep(_)) {
                self.world.clear(CellId::new(index));
            }
        }
    }

    /// Calls a query that answers yes or no.
    fn ask_query(&mut self, id: FuncId, args: Vec<Val>) -> Res<bool> {
        self.plain_call(id, args)?.truth()
    }

    /// Narrows the arguments to the parameters, calls, and wants a result.
    fn plain_call(&mut self, id: FuncId, args: Vec<Val>) -> Res<Val> {
        let narrow = self.fit_args(id, args)?;
        match self.call(id, narrow)? {
            Some(value) => Ok(value),
            None => bad("a query without a result"),
        }
    }

    fn fit_args(&self, id: FuncId, args: Vec<Val>) -> Res<Vec<Val>> {
        let types: Vec<Type> = self.func(id)?.param_types().collect();
        if types.len() != args.len() {
            return bad("the wrong number of arguments");
        }
        args.into_iter().zip(types).map(|(arg, ty)| arg.narrow(ty)).collect()
    }
}
