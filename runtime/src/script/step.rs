//! An example as the machine needs it: names of options, faces, and queries of the program that say what must hold.

use crate::ir::{FuncId, Pos, What};
use std::sync::Arc;

/// One example. It begins at a scene, or where another example ended.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Script {
    pub title: String,
    pub cases: Vec<String>,
    /// The file in which it is written, as its author would name it.
    pub source: String,
    /// The option of the game's first ask; not used by one that continues another.
    pub start: String,
    /// The script that it continues, by its number.
    pub after: Option<usize>,
    /// What is said where it is not over with the last turn of a scenario, for its scene plays the turns of all.
    pub plays_on: Option<String>,
    /// Shared by all who keep the script.
    pub steps: Arc<[ScriptStep]>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ScriptStep {
    pub at: Pos,
    /// The step as its author wrote it.
    pub text: String,
    pub kind: StepKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum StepKind {
    /// A side begins an action: the option `ACTION` or `ACTION ARG`, and what is asked for after that, one argument an ask.
    Start { action: String, args: Vec<Arg>, by: String },
    /// A side's answers to the asks of a case, or of a title, in turn. None: it passes the ask.
    Answer { rule: Asks, names: Vec<String>, by: String },
    /// On through what can be answered in one way only, until the query says yes; without one to the end of the game.
    OnTo { there: Option<FuncId>, to: String },
    /// So the next dice fall.
    Roll(Vec<i64>),
    /// This is drawn next.
    Draw(Vec<String>),
    /// The query says yes. What is `shown` is a value, or a set by a query that says of a member whether it is in it.
    Expect { query: FuncId, shown: Vec<(String, FuncId)>, from: Option<Reasons>, within: Option<Within> },
    /// The game is over with this result, and by these rows.
    Over { result: String, from: Option<Reasons> },
    /// The action cannot be begun with these arguments, and a row of this case says no in the answer of `permit`, or
    /// in those of the questions behind the ask where there is none.
    Refused { action: String, args: Vec<Arg>, by_case: String, permit: Option<Permit> },
    /// Within an action: this answer is not offered, and a row of this case says no of it.
    Withheld { answer: String, by_case: String },
}

/// Which asks are answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asks {
    /// The ask that carries all of these.
    Cases(Vec<String>),
    /// Of an ask without a case.
    Title(String),
}

/// A name that is only asked while an action runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Within {
    pub action: String,
    pub name: String,
}

/// A value and what it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arg {
    pub value: i64,
    pub what: What,
}

/// The question that is asked again for its rows, and what must be behind its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reasons {
    pub why_of: FuncId,
    /// All that count, and no others. Waivers may be named among them.
    pub parts: Option<Vec<Part>>,
    /// The titles of rows that say *at least* or *at most*: where such a row changes nothing, it need not be named.
    pub bounds: Vec<String>,
}

/// What says whether an action may be begun so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Permit {
    pub query: FuncId,
    pub args: Vec<i64>,
    /// Of a move: the questions of its course.
    pub course: Option<Course>,
}

/// What a course is asked about each step. The last of their parameters, so many, stand beside its hexes: the edge of the
/// map, what the move remembers; before them stands the hex that is entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    pub asks: Vec<FuncId>,
    /// The one whose yes says that nobody may end there.
    pub no_end: FuncId,
    /// Do the points reach to the hex, by several steps as well?
    pub reach: FuncId,
    pub beside: usize,
    /// What a law of the hex says of who stays and of who passes; it is asked about the hex last.
    pub laws: Vec<FuncId>,
}

/// A row that counts, and with what; without an amount any will do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub title: String,
    pub amount: Option<String>,
}
