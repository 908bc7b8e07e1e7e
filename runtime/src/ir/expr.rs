//! Expressions: pure, they read the state and never change it. They live in their function's list and
//! name each other by [`ExprId`]; children stand before parents in no promised order.

use super::ids::{CellId, DomainId, ExprId, FuncId, KindId, LocalId, TableId};
use super::stmt::Block;
use super::types::Scalar;

#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// A number, fraction, yes/no or member; its type is exactly this value.
    Literal {
        value: i64,
        ty: Scalar,
    },
    /// "No member" of a domain.
    None(DomainId),
    /// The set without members.
    Empty(DomainId),
    /// The set of all members of a domain.
    All(DomainId),
    /// The set of all members of a kind.
    Kind(KindId),
    Local(LocalId),
    /// What a place in the state holds.
    Cell(CellId, Vec<ExprId>),
    /// What `viewer` sees in a hidden place; `other` where the viewer sees nothing.
    Peek {
        cell: CellId,
        index: Vec<ExprId>,
        viewer: ExprId,
        other: ExprId,
    },
    /// Printed data.
    Table(TableId, Vec<ExprId>),
    Unary(UnaryOp, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    /// `if c then a else b`: only the branch taken is evaluated.
    If(ExprId, ExprId, ExprId),
    /// A query answers.
    Call(FuncId, Vec<ExprId>),
    Fold(Fold),
    Board(BoardOp, Vec<ExprId>),
    /// The members that may be added to `chosen`, each higher than all of it, so that the limits can
    /// still be met by adding higher members of `from`.
    Extend {
        limits: FuncId,
        args: Vec<ExprId>,
        chosen: ExprId,
        from: ExprId,
    },
    /// Are the limits met by exactly `chosen`?
    Complete {
        limits: FuncId,
        args: Vec<ExprId>,
        chosen: ExprId,
    },
    /// What may be bought next, so that the most points stay spendable: ids not below `last` (an `opt`), or, without
    /// one, in any order.
    Buyable {
        goods: FuncId,
        args: Vec<ExprId>,
        pool: ExprId,
        from: ExprId,
        last: Option<ExprId>,
    },
    /// The most points of `pool` that can be spent.
    Spendable {
        goods: FuncId,
        args: Vec<ExprId>,
        pool: ExprId,
        from: ExprId,
    },
    Suppose(Suppose),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Not,
    Neg,
    /// Exact number to whole number, downwards or upwards.
    Down,
    Up,
    /// How many members a set has.
    Size,
    /// The least or greatest member of a set, none if it is empty.
    Lowest,
    Highest,
    /// A set of exactly this member; of nothing for "none".
    Single,
    /// An `opt` that is surely there, as a plain member; "none" is the fault RANGE.
    The,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// The ratio of two numbers rounded down or up to a whole number; by zero is a fault.
    DivDown,
    DivUp,
    /// Remainder of `DivDown`, of whole numbers.
    Mod,
    Min,
    Max,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Short-circuit: the right side is evaluated only where it matters.
    And,
    Or,
    /// Member in set.
    In,
    Union,
    Inter,
    Minus,
}

/// Over the members of a set, ascending; the operators commute, so the order never shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Fold {
    pub op: FoldOp,
    pub var: LocalId,
    pub over: ExprId,
    pub guard: Option<ExprId>,
    /// Absent for `Count` and `Filter`.
    pub value: Option<ExprId>,
    /// Only for `Least` and `Most`: the value over nothing.
    pub other: Option<ExprId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldOp {
    Sum,
    Count,
    Any,
    Every,
    Least,
    Most,
    /// The members that pass the guard.
    Filter,
    /// The union of the sets.
    Gather,
}

/// Questions about the board, which never changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BoardOp {
    /// (hex, dir) -> opt hex
    Neighbour,
    /// (hex, dir) -> opt edge
    Edge,
    /// (hex, hex) -> opt edge, where the two are adjacent
    Between,
    /// (hex, hex) -> opt dir, where the two are adjacent
    Toward,
    /// (dir) -> dir
    Opposite,
    /// (hex, hex) -> int
    Distance,
    /// (hex, int) -> set hex, at exactly this distance
    Ring,
    /// (hex, int) -> set hex, at most at this distance
    Disc,
    /// (hex, dir) -> set hex, the straight row from there to the edge of the map, itself not included
    Line,
    /// (hex) -> int, the printed column and row
    Column,
    Row,
    /// (edge) -> opt hex, its two hexes
    EdgeLow,
    EdgeHigh,
}

/// Copy the state, run `body`, evaluate `value` there, forget. Depth one.
#[derive(Clone, PartialEq, Debug)]
pub struct Suppose {
    pub how: Quantifier,
    pub body: Block,
    pub value: ExprId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// The body asks and rolls nothing.
    Plain,
    /// `value` (yes/no) must hold after every way the asks and dice of `body` may fall;
    /// with more than `budget` ways the answer is `over`.
    Every { budget: u32, over: bool },
    /// After some way.
    Some { budget: u32, over: bool },
}
