//! What the prover says, by ids of the program; whoever made the program knows the places in the text.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wgr_runtime::ir::{CellId, ExprId, FuncId, LocalId, Pos, RowIx, Scalar, TableId};

/// What may be taken for granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assumption {
    /// `never A with B`: two yes/no queries that are never both yes, whatever members their parameters stand for.
    /// Parameters of the same name are the same member.
    Never { a: FuncId, b: FuncId },
    /// A function is asked only where this yes/no query of the same parameters says yes.
    Given { func: FuncId, holds: FuncId },
    /// A parameter is always one of these, ascending: counters of some kinds.
    Among { func: FuncId, param: LocalId, members: Arc<[u32]> },
    /// Not taken for granted, but demanded: the answer of this query is nowhere less.
    AtLeast { func: FuncId, least: i64 },
    /// Demanded as well: what is written to this place stays within its range.
    Held { cell: CellId },
    /// Demanded as well: this condition of a statement decides something.
    Decides { func: FuncId, cond: ExprId },
    /// Wherever rules are asked, this place holds a number within these.
    Within { cell: CellId, lo: i64, hi: i64 },
}

/// One thing found in one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub func: FuncId,
    pub kind: FindingKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FindingKind {
    /// Two rows (or two bindings of one) answer differently in this situation, and nothing says which one wins.
    Clash { a: RowIx, b: RowIx, witness: Witness, amounts: (String, String) },
    /// No row answers in this situation.
    Gap { witness: Witness },
    /// Neither proved nor refuted: it is held to at run time. With the situation that could not be excluded, if one was
    /// met.
    Open { what: OpenWhat, why: String, near: Option<Witness> },
    /// Something of it is proved only because of this assumption, the how-manyth `never` it is.
    Relies { never: u32 },
    /// Two modifiers with the same condition and the same amount.
    Same { a: RowIx, b: RowIx },
    /// A row that can never apply; `printed`: not for its words alone, but because of what the tables and the map say.
    Idle { row: RowIx, printed: bool },
    /// A row whose condition holds in every situation, whatever is printed.
    Always { row: RowIx },
    /// A condition of a statement that is never so (`printed`: because of what the tables and the map say), or always.
    Decided { cond: ExprId, so: bool, printed: bool },
    /// A look-up that leaves its table in this situation.
    TableHole { table: TableId, expr: ExprId, at: Pos, witness: Witness },
    /// A number that leaves its place in this situation; without an expression it is the answer of the query.
    Beyond { what: Beyond, expr: Option<ExprId>, at: Pos, witness: Witness },
    /// A number of which it is not known.
    OpenBeyond { what: Beyond, expr: Option<ExprId>, at: Pos, near: Option<Witness> },
    /// A look-up of which it is not known; `none`: only because what is looked up may be none.
    OpenLook { table: TableId, expr: ExprId, at: Pos, none: bool },
}

/// Which place it is that a number leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Beyond {
    /// It is divided by, and nought.
    Zero,
    /// It is written to a state.
    State { cell: String, range: Scalar },
    /// It is handed to a query.
    Param { of: String, param: String, range: Scalar },
    /// It is what a query answers.
    Answer { range: Scalar },
    /// It is what a step costs, and less than nothing.
    Cost,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenWhat {
    /// Whether these two rows (or two bindings of one) answer differently at once; what they say where they may.
    Clash { a: RowIx, b: RowIx, amounts: (String, String) },
    /// Whether some row always answers.
    Gap,
}

/// A situation in which it happens, as an author would tell it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Witness {
    /// What stands for what: `u` is `IR23a`, `terrain(there)` is `forest`.
    pub facts: Vec<(String, String)>,
    /// It happens in so many of so many situations that can be told apart; 0 of 0 where they were not counted.
    pub matching: u64,
    pub of: u64,
    /// The same as numbers, so that it can be set up.
    pub laid: Laid,
}

/// A situation as numbers. What is not named is as in an empty game: nobody in play, every state at its beginning.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Laid {
    /// What parameters stand for.
    pub params: Vec<(LocalId, i64)>,
    /// What places hold: the name of the cell, which place, the value.
    pub cells: Vec<(String, Vec<i64>, i64)>,
    /// Who is in the sets that places hold.
    pub members: Vec<(String, Vec<i64>, i64)>,
    /// It says what a running action keeps: no more can be set up than what the board shows.
    pub keeps: bool,
    /// What it says of places bears on the question itself, and not only on what is taken for granted of them.
    pub held: bool,
}

/// Everything found in a program, functions in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    pub findings: Vec<Finding>,
    /// Pairs of rows, sets of rows and look-ups of which it is certain that nothing happens.
    pub proved: u32,
    /// Situations tried.
    pub tried: u64,
}

/// The cells of which a range is taken for granted.
pub(crate) fn ranges(assumptions: &[Assumption]) -> BTreeMap<CellId, (i64, i64)> {
    let of = |assumption: &Assumption| match assumption {
        Assumption::Within { cell, lo, hi } => Some((*cell, (*lo, *hi))),
        Assumption::Never { .. }
        | Assumption::Given { .. }
        | Assumption::Among { .. }
        | Assumption::AtLeast { .. }
        | Assumption::Decides { .. }
        | Assumption::Held { .. } => None,
    };
    assumptions.iter().filter_map(of).collect()
}

/// The cells that are held to their range.
pub(super) fn held(assumptions: &[Assumption]) -> BTreeSet<CellId> {
    let of = |assumption: &Assumption| match assumption {
        Assumption::Held { cell } => Some(*cell),
        Assumption::Never { .. }
        | Assumption::Given { .. }
        | Assumption::Among { .. }
        | Assumption::AtLeast { .. }
        | Assumption::Decides { .. }
        | Assumption::Within { .. } => None,
    };
    assumptions.iter().filter_map(of).collect()
}
