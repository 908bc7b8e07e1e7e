//! The IR: typed, structured, finite. Functions over a state of cells, printed tables and a board; rows
//! are in it and lowered to plain code before anything runs. `docs/ir.md` tells its text form and meaning.

mod expr;
mod funcs;
mod ids;
mod pieces;
mod place;
mod program;
mod rows;
mod shared;
mod stmt;
mod types;
pub mod walk;

pub use expr::{BinaryOp, BoardOp, Expr, Fold, FoldOp, Quantifier, Suppose, UnaryOp};
pub use funcs::Funcs;
pub use ids::{CellId, DomainId, ExprId, FuncId, KindId, LocalId, RowIx, SiteId, StageIx, TableId};
pub use pieces::Pieces;
pub use place::{Breach, Pos, TextError};
pub(crate) use program::named;
pub use program::{
    Arrivals, Body, Cell, DIR, Domain, EDGE, ExprNode, Func, FuncKind, Goods, HEX, Hidden, Kind, Limit, Limits, Local,
    Obligations, Program, Role, Site, Table, Trigger,
};
pub use rows::{Group, GroupOp, Row, RowKind, Rows, Ruling, Stage, StageOp};
pub use shared::Shared;
pub use stmt::{
    Arm, Ask, Block, FaultText, Judge, Look, MarkWhat, Offer, Search, SearchMode, SearchOut, Stmt, StmtKind, Write,
};
pub use types::{NONE, Scalar, Type, What, set_words};
