//! The words of the text form: operators, folds and calls, and what each says.

use crate::ir::{BinaryOp, BoardOp, FoldOp, GroupOp, MarkWhat, RowIx, SearchOut, StageOp, UnaryOp};

/// How tightly operators bind, loosest first.
pub mod bind {
    pub const LOOSEST: u8 = 0;
    pub const OR: u8 = 1;
    pub const AND: u8 = 2;
    pub const NOT: u8 = 3;
    pub const COMPARE: u8 = 4;
    pub const ADD: u8 = 5;
    pub const MUL: u8 = 6;
    pub const SIGN: u8 = 7;
    pub const POSTFIX: u8 = 8;
    pub const ATOM: u8 = 9;
}

/// Every operator that stands between two expressions, as it is written. `min` and `max` are calls.
pub const OPERATORS: [(&str, BinaryOp, u8); 18] = [
    ("or", BinaryOp::Or, bind::OR),
    ("and", BinaryOp::And, bind::AND),
    ("=", BinaryOp::Eq, bind::COMPARE),
    ("<>", BinaryOp::Ne, bind::COMPARE),
    ("<", BinaryOp::Lt, bind::COMPARE),
    ("<=", BinaryOp::Le, bind::COMPARE),
    (">", BinaryOp::Gt, bind::COMPARE),
    (">=", BinaryOp::Ge, bind::COMPARE),
    ("in", BinaryOp::In, bind::COMPARE),
    ("+", BinaryOp::Add, bind::ADD),
    ("-", BinaryOp::Sub, bind::ADD),
    ("|", BinaryOp::Union, bind::ADD),
    ("\\", BinaryOp::Minus, bind::ADD),
    ("*", BinaryOp::Mul, bind::MUL),
    ("div", BinaryOp::DivDown, bind::MUL),
    ("divup", BinaryOp::DivUp, bind::MUL),
    ("mod", BinaryOp::Mod, bind::MUL),
    ("&", BinaryOp::Inter, bind::MUL),
];

pub const FOLDS: [(&str, FoldOp); 8] = [
    ("sum", FoldOp::Sum),
    ("count", FoldOp::Count),
    ("any", FoldOp::Any),
    ("every", FoldOp::Every),
    ("least", FoldOp::Least),
    ("most", FoldOp::Most),
    ("filter", FoldOp::Filter),
    ("gather", FoldOp::Gather),
];

/// Name and number of arguments.
pub const BOARD_OPS: [(&str, BoardOp, usize); 13] = [
    ("neighbour", BoardOp::Neighbour, 2),
    ("edge", BoardOp::Edge, 2),
    ("between", BoardOp::Between, 2),
    ("toward", BoardOp::Toward, 2),
    ("opposite", BoardOp::Opposite, 1),
    ("distance", BoardOp::Distance, 2),
    ("ring", BoardOp::Ring, 2),
    ("disc", BoardOp::Disc, 2),
    ("line", BoardOp::Line, 2),
    ("column", BoardOp::Column, 1),
    ("row_of", BoardOp::Row, 1),
    ("edge_low", BoardOp::EdgeLow, 1),
    ("edge_high", BoardOp::EdgeHigh, 1),
];

pub const UNARY_CALLS: [(&str, UnaryOp); 6] = [
    ("down", UnaryOp::Down),
    ("up", UnaryOp::Up),
    ("size", UnaryOp::Size),
    ("lowest", UnaryOp::Lowest),
    ("highest", UnaryOp::Highest),
    ("single", UnaryOp::Single),
];

pub const BINARY_CALLS: [(&str, BinaryOp); 2] = [("min", BinaryOp::Min), ("max", BinaryOp::Max)];

/// The outs that have no number and no expression.
pub const OUTS: [(&str, SearchOut); 9] = [
    ("ends", SearchOut::Ends),
    ("first", SearchOut::First),
    ("through", SearchOut::Through),
    ("open", SearchOut::Open),
    ("best_first", SearchOut::BestFirst),
    ("best_through", SearchOut::BestThrough),
    ("least1", SearchOut::Least(0)),
    ("least2", SearchOut::Least(1)),
    ("least3", SearchOut::Least(2)),
];

pub const MARKS: [(&str, MarkWhat); 8] = [
    ("bind", MarkWhat::Bind),
    ("here", MarkWhat::Here),
    ("applies", MarkWhat::Applies),
    ("wins", MarkWhat::Wins),
    ("amount", MarkWhat::Amount),
    ("way", MarkWhat::Way),
    ("in_all", MarkWhat::InAll),
    ("leads", MarkWhat::Leads),
];

pub const STAGES: [(&str, StageOp); 7] = [
    ("answer", StageOp::Answer),
    ("sum", StageOp::Sum),
    ("product", StageOp::Product),
    ("largest", StageOp::Largest),
    ("smallest", StageOp::Smallest),
    ("all", StageOp::All),
    ("any", StageOp::Any),
];

pub const GROUPS: [(&str, GroupOp); 4] =
    [("sum", GroupOp::Sum), ("largest", GroupOp::Largest), ("smallest", GroupOp::Smallest), ("once", GroupOp::Once)];

/// A row and the rows in whose bindings it is judged, nearest first, each once.
pub fn binding_rows<'r>(row: usize, rows: usize, parents: impl Fn(usize) -> Option<&'r Vec<RowIx>>) -> Vec<usize> {
    let mut found = vec![row];
    let mut seen = vec![false; rows];
    let mut next = 0;
    if let Some(seen) = seen.get_mut(row) {
        *seen = true;
    }
    while let Some(&row) = found.get(next) {
        next += 1;
        for parent in parents(row).into_iter().flatten() {
            if let Some(seen @ false) = seen.get_mut(parent.index()) {
                *seen = true;
                found.push(parent.index());
            }
        }
    }
    found
}
