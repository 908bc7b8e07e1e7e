//! What can be asked of all members at once: a table or a cell of the member, held against something that is the same for all
//! members. Neither can fault, and both are found at once.

use super::Mir;
use super::narrow::Before;
use crate::exec::code::Code;
use crate::ir::{BinaryOp, CellId, Expr, ExprId, Func, FuncId, LocalId, Program, Scalar, TableId, Type, UnaryOp, What};

/// One condition on the member: what is asked of it, of which value, and whether it must be that value.
#[derive(Clone, Copy)]
pub(in crate::exec) struct BulkFilter {
    pub(in crate::exec) of: Of,
    pub(in crate::exec) value: Value,
    pub(in crate::exec) is: bool,
}

#[derive(Clone, Copy)]
pub(in crate::exec) enum Of {
    Table(TableId),
    /// By this first index.
    Row(TableId, ExprId),
    Cell(CellId),
    /// It is a member of this set.
    Among(ExprId),
    /// It is somebody else than the value.
    Other,
    /// The cell holds a neighbour of the value.
    Beside(CellId, Held),
}

/// Does the cell hold something for all who are asked?
#[derive(Clone, Copy)]
pub(in crate::exec) enum Held {
    Surely,
    /// Where it holds none, the look-up faults that stands there.
    Unless(ExprId),
}

#[derive(Clone, Copy)]
pub(in crate::exec) enum Value {
    Yes,
    Expr(ExprId),
}

/// The conditions of a guard, in their order.
pub(in crate::exec) fn conditions(func: &Func, guard: ExprId, out: &mut Vec<ExprId>) {
    if let Expr::Binary(BinaryOp::And, a, b) = func.expr(guard) {
        conditions(func, *a, out);
        conditions(func, *b, out);
    } else {
        out.push(guard);
    }
}

/// One function's text, and the code as far as it is made.
#[derive(Clone, Copy)]
pub(in crate::exec) struct Asked<'a> {
    program: &'a Program,
    func: &'a Func,
    types: &'a [Type],
    code: &'a Code,
}

impl<'a> Asked<'a> {
    pub(in crate::exec) fn new(
        program: &'a Program,
        (func, types): (&'a Func, &'a [Type]),
        code: &'a Code,
    ) -> Asked<'a> {
        Asked { program, func, types, code }
    }

    pub(in crate::exec) fn of(before: Before<'a>, mir: &'a Mir<'_>, id: FuncId) -> Asked<'a> {
        let (func, types) = (&*mir.funcs[id.index()], &*mir.types[id.index()]);
        Asked::new(before.program, (func, types), before.code)
    }

    /// The guard's first conditions, as far as they are asked of all at once, and the others.
    pub(in crate::exec) fn split(self, var: LocalId, guard: ExprId) -> (Vec<ExprId>, Vec<ExprId>) {
        let mut first = Vec::new();
        conditions(self.func, guard, &mut first);
        let asked = first.iter().take_while(|condition| self.is_asked(var, **condition)).count();
        let left = first.split_off(asked);
        (first, left)
    }

    /// Can the condition be asked of all members at once?
    pub(in crate::exec) fn is_asked(self, var: LocalId, condition: ExprId) -> bool {
        self.filter(var, condition).is_some()
    }

    pub(in crate::exec) fn filter(self, var: LocalId, condition: ExprId) -> Option<BulkFilter> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other condition is put to each member")]
        match self.func.expr(condition) {
            Expr::Unary(UnaryOp::Not, inner) => {
                let filter = self.filter(var, *inner).filter(|filter| !matches!(filter.of, Of::Other))?;
                Some(BulkFilter { is: !filter.is, ..filter })
            }
            Expr::Binary(BinaryOp::In, a, set) => {
                let is_member = matches!(self.func.expr(*a), Expr::Local(local) if *local == var);
                let of = Of::Among(*set);
                let same = is_member && self.is_invariant_set(var, *set);
                same.then_some(BulkFilter { of, value: Value::Yes, is: true })
            }
            Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) => {
                if let Some(value) = self.other_than(var, *a, *b).filter(|_| *op == BinaryOp::Ne) {
                    return Some(BulkFilter { of: Of::Other, value: Value::Expr(value), is: true });
                }
                let (of, value) = match (self.asked_of(var, *a), self.asked_of(var, *b)) {
                    (Some(of), None) => (of, *b),
                    (None, Some(of)) => (of, *a),
                    (Some(_), Some(_)) | (None, None) => return None,
                };
                let same = self.ty(*a).scalar()?.what == self.ty(*b).scalar()?.what;
                (same && self.is_invariant(var, value)).then_some(BulkFilter {
                    of,
                    value: Value::Expr(value),
                    is: *op == BinaryOp::Eq,
                })
            }
            _ => {
                let yes_no = self.ty(condition).scalar()?.what == What::Bool;
                let of = self.asked_of(var, condition).filter(|_| yes_no)?;
                Some(BulkFilter { of, value: Value::Yes, is: true })
            }
        }
    }

    /// The member is compared with somebody who is surely somebody: with whom.
    fn other_than(self, var: LocalId, a: ExprId, b: ExprId) -> Option<ExprId> {
        let is_member = |id: ExprId| matches!(self.func.expr(id), Expr::Local(local) if *local == var);
        let (member, other) = if is_member(a) { (a, b) } else { (b, a) };
        let (ty, of) = (self.ty(other).scalar()?, self.ty(member).scalar()?);
        (is_member(member) && ty.what == of.what && !ty.is_opt() && self.is_invariant(var, other)).then_some(other)
    }

    /// A table or packed cell of the member alone, which has an element for every member that the name can be.
    pub(in crate::exec) fn asked_of(self, var: LocalId, expr: ExprId) -> Option<Of> {
        if let Some(row) = self.row_of(var, expr) {
            return Some(row);
        }
        let (of, index, place) = self.one_index(expr)?;
        let is_member = matches!(self.func.expr(index), Expr::Local(local) if *local == var);
        (is_member && self.func.local(var).ty.scalar()?.fits(place)).then_some(of)
    }

    /// A table of the member with something else before it that is the same for all.
    pub(in crate::exec) fn row_of(self, var: LocalId, expr: ExprId) -> Option<Of> {
        let Expr::Table(table, index) = self.func.expr(expr) else { return None };
        let ([first, member], [firsts, members]) = (index.as_slice(), self.program.table(*table).index.as_slice())
        else {
            return None;
        };
        let is_member = matches!(self.func.expr(*member), Expr::Local(local) if *local == var);
        let fits = |expr: ExprId, place: Scalar| self.ty(expr).scalar().is_some_and(|ty| ty.fits(place));
        let ready = self.code.tables[table.index()].having.is_some() && self.is_invariant(var, *first);
        (is_member && ready && fits(*first, *firsts) && fits(*member, *members)).then_some(Of::Row(*table, *first))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else has an index")]
    pub(in crate::exec) fn one_index(self, expr: ExprId) -> Option<(Of, ExprId, Scalar)> {
        match self.func.expr(expr) {
            Expr::Table(table, index) => match (index.as_slice(), self.program.table(*table).index.as_slice()) {
                ([index], [place]) => Some((Of::Table(*table), *index, *place)),
                (_, _) => None,
            },
            Expr::Cell(cell, index) if self.code.cells[cell.index()].packed && !self.is_looked_at(*cell) => {
                match (index.as_slice(), self.program.cell(*cell).index.as_slice()) {
                    ([index], [place]) => Some((Of::Cell(*cell), *index, *place)),
                    (_, _) => None,
                }
            }
            _ => None,
        }
    }

    /// A value that has nothing to do with the member, is found at once and cannot fault.
    pub(in crate::exec) fn is_invariant(self, var: LocalId, expr: ExprId) -> bool {
        #[expect(clippy::wildcard_enum_match_arm, reason = "what else there is may fault or take long")]
        match self.func.expr(expr) {
            Expr::Literal { .. } | Expr::None(_) => true,
            Expr::Local(local) => *local != var,
            Expr::Cell(cell, index) if index.is_empty() => {
                self.code.cells[cell.index()].packed && !self.is_looked_at(*cell)
            }
            _ => self.one_index(expr).is_some_and(|(_, index, place)| {
                self.is_invariant(var, index) && self.ty(index).scalar().is_some_and(|ty| ty.fits(place))
            }),
        }
    }

    /// The same of a set.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what else there is may fault or take long")]
    pub(in crate::exec) fn is_invariant_set(self, var: LocalId, expr: ExprId) -> bool {
        match self.func.expr(expr) {
            Expr::Empty(_) | Expr::Kind(_) | Expr::Local(_) => true,
            Expr::Cell(cell, index) if !self.is_looked_at(*cell) => {
                index.iter().zip(&self.program.cell(*cell).index).all(|(index, place)| {
                    self.is_invariant(var, *index) && self.ty(*index).scalar().is_some_and(|ty| ty.fits(*place))
                })
            }
            _ => false,
        }
    }

    fn ty(self, id: ExprId) -> Type {
        self.types[id.index()]
    }

    fn is_looked_at(self, cell: CellId) -> bool {
        self.code.explains && self.program.may_be_unseen(cell)
    }
}
