//! Comparisons: which operators compare, what the opposite is, and the ops for each.

use super::{Op, Reg};
use crate::ir::BinaryOp;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Comparison {
    pub(super) fn of(op: BinaryOp) -> Option<Comparison> {
        match op {
            BinaryOp::Eq => Some(Comparison::Eq),
            BinaryOp::Ne => Some(Comparison::Ne),
            BinaryOp::Lt => Some(Comparison::Lt),
            BinaryOp::Le => Some(Comparison::Le),
            BinaryOp::Gt => Some(Comparison::Gt),
            BinaryOp::Ge => Some(Comparison::Ge),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::DivDown
            | BinaryOp::DivUp
            | BinaryOp::Mod
            | BinaryOp::Min
            | BinaryOp::Max
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::In
            | BinaryOp::Union
            | BinaryOp::Inter
            | BinaryOp::Minus => None,
        }
    }

    pub(super) fn negated(self) -> Comparison {
        match self {
            Comparison::Eq => Comparison::Ne,
            Comparison::Ne => Comparison::Eq,
            Comparison::Lt => Comparison::Ge,
            Comparison::Le => Comparison::Gt,
            Comparison::Gt => Comparison::Le,
            Comparison::Ge => Comparison::Lt,
        }
    }

    /// As a value in `d`.
    pub(super) fn value(self, d: Reg, a: Reg, b: Reg) -> Op {
        match self {
            Comparison::Eq => Op::Eq { d, a, b },
            Comparison::Ne => Op::Ne { d, a, b },
            Comparison::Lt => Op::Lt { d, a, b },
            Comparison::Le => Op::Le { d, a, b },
            Comparison::Gt => Op::Lt { d, a: b, b: a },
            Comparison::Ge => Op::Le { d, a: b, b: a },
        }
    }

    /// As a jump where it holds.
    pub(super) fn jump(self, a: Reg, b: Reg) -> Op {
        match self {
            Comparison::Eq => Op::JumpEq { a, b, off: 0 },
            Comparison::Ne => Op::JumpNe { a, b, off: 0 },
            Comparison::Lt => Op::JumpLt { a, b, off: 0 },
            Comparison::Le => Op::JumpLe { a, b, off: 0 },
            Comparison::Gt => Op::JumpLt { a: b, b: a, off: 0 },
            Comparison::Ge => Op::JumpLe { a: b, b: a, off: 0 },
        }
    }

    /// As a jump where it holds of a constant; none where the constant's neighbour is too big for the op.
    pub(super) fn jump_constant(self, a: Reg, i: i16) -> Option<Op> {
        match self {
            Comparison::Eq => Some(Op::JumpEqI { a, i, off: 0 }),
            Comparison::Ne => Some(Op::JumpNeI { a, i, off: 0 }),
            Comparison::Lt => Some(Op::JumpLtI { a, i, off: 0 }),
            Comparison::Ge => Some(Op::JumpGeI { a, i, off: 0 }),
            Comparison::Le => Some(Op::JumpLtI { a, i: i.checked_add(1)?, off: 0 }),
            Comparison::Gt => Some(Op::JumpGeI { a, i: i.checked_add(1)?, off: 0 }),
        }
    }
}
