//! What a name can be on one path through a query. Rows that add to a total may add so much together, whatever each of them may be.

use super::safe::Text;
use crate::ir::{BinaryOp, Expr, ExprId, Func, LocalId, Scalar};

/// By local, on one path.
#[derive(Clone)]
pub(super) struct Values {
    /// Its value, if that is known.
    pub(super) known: Vec<Option<i64>>,
    /// From where to where it may be, if less is known.
    pub(super) ranges: Vec<Option<Scalar>>,
}

impl Values {
    /// Nothing is known yet.
    pub(super) fn of_nothing(func: &Func) -> Values {
        let count = func.locals.len();
        Values { known: vec![None; count], ranges: vec![None; count] }
    }

    /// The name may be anything now.
    pub(super) fn forget(&mut self, local: LocalId) {
        (self.known[local.index()], self.ranges[local.index()]) = (None, None);
    }
}

impl Text<'_> {
    /// What a number can be, as far as this path tells.
    #[expect(clippy::wildcard_enum_match_arm, reason = "everything else can be what its type allows")]
    pub(super) fn range(&self, id: ExprId, values: &Values, depth: usize) -> Option<Scalar> {
        let of_type = self.types[id.index()].scalar()?;
        let Some(depth) = depth.checked_sub(1) else { return Some(of_type) };
        let (lo, hi) = match self.func.expr(id) {
            Expr::Local(local) => {
                let range = values.ranges[local.index()].unwrap_or(of_type);
                values.known[local.index()].map_or((range.lo, range.hi), |value| (value, value))
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.range(*a, values, depth)?, self.range(*b, values, depth)?);
                if a.what != of_type.what || b.what != of_type.what {
                    return Some(of_type);
                }
                match op {
                    BinaryOp::Add => (a.lo.saturating_add(b.lo), a.hi.saturating_add(b.hi)),
                    BinaryOp::Sub => (a.lo.saturating_sub(b.hi), a.hi.saturating_sub(b.lo)),
                    BinaryOp::Min => (a.lo.min(b.lo), a.hi.min(b.hi)),
                    BinaryOp::Max => (a.lo.max(b.lo), a.hi.max(b.hi)),
                    _ => return Some(of_type),
                }
            }
            _ => return Some(of_type),
        };
        Some(Scalar { lo: lo.max(of_type.lo), hi: hi.min(of_type.hi), ..of_type })
    }
}
