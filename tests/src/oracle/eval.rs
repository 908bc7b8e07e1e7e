//! Expressions, walked as trees. The one thing with memory here is `Suppose`, which puts everything back.

use super::value::{Frame, Val, typed};
use super::{Machine, Res, bad, fold, ops};
use std::collections::BTreeSet;
use wgr_runtime::ir::{BinaryOp, CellId, DomainId, Expr, ExprId, NONE, Scalar, TableId, Type};

impl<'p> Machine<'p> {
    pub(super) fn eval(&mut self, frame: &mut Frame<'p>, id: ExprId) -> Res<Val> {
        self.down()?;
        let Some(node) = frame.func.exprs.get(id.index()) else { return bad("no such expression") };
        let value = self.expr(frame, &node.expr)?;
        self.up();
        Ok(value)
    }

    pub(super) fn yes(&mut self, frame: &mut Frame<'p>, id: ExprId) -> Res<bool> {
        self.eval(frame, id)?.truth()
    }

    /// A guard that may be absent.
    pub(super) fn holds(&mut self, frame: &mut Frame<'p>, guard: Option<ExprId>) -> Res<bool> {
        guard.map_or(Ok(true), |id| self.yes(frame, id))
    }

    /// The members of a set, and their domain.
    pub(super) fn members(&mut self, frame: &mut Frame<'p>, id: ExprId) -> Res<(DomainId, BTreeSet<u32>)> {
        let value = self.eval(frame, id)?;
        let (domain, members) = value.set()?;
        Ok((domain, members.clone()))
    }

    fn expr(&mut self, frame: &mut Frame<'p>, expr: &'p Expr) -> Res<Val> {
        match expr {
            Expr::Literal { value, ty } => typed(Type::Scalar(*ty), super::Value::Int(*value)),
            Expr::None(domain) => Ok(Val::id(*domain, NONE)),
            Expr::Empty(domain) => Ok(Val::Set(*domain, BTreeSet::new())),
            Expr::All(domain) => match self.program.domains.get(domain.index()) {
                Some(all) => Ok(Val::Set(*domain, (0..all.size).collect())),
                None => bad("no such domain"),
            },
            Expr::Kind(kind) => match self.program.kinds.get(kind.index()) {
                Some(kind) => Ok(Val::Set(kind.domain, (kind.first..=kind.last).collect())),
                None => bad("no such kind"),
            },
            Expr::Local(local) => frame.get(*local),
            Expr::Cell(cell, index) => self.read(frame, *cell, index),
            Expr::Peek { cell, index, viewer, other } => self.peek(frame, *cell, index, *viewer, *other),
            Expr::Table(table, index) => self.look_up(frame, *table, index),
            Expr::Unary(op, a) => ops::unary(*op, &self.eval(frame, *a)?),
            Expr::Binary(op, a, b) => self.binary(frame, *op, *a, *b),
            Expr::If(cond, then, other) => {
                let branch = if self.yes(frame, *cond)? { *then } else { *other };
                self.eval(frame, branch)
            }
            Expr::Call(func, args) => {
                let args = self.args(frame, *func, args)?;
                match self.call(*func, args)? {
                    Some(value) => Ok(value),
                    None => bad("a query without a result"),
                }
            }
            Expr::Fold(what) => fold::fold(self, frame, what),
            Expr::Board(op, args) => {
                let args = args.iter().map(|arg| self.eval(frame, *arg)).collect::<Res<Vec<Val>>>()?;
                ops::board_op(self.the_board()?, *op, &args)
            }
            Expr::Extend { limits, args, chosen, from } => self.extend(frame, *limits, args, *chosen, *from),
            Expr::Complete { limits, args, chosen } => self.complete(frame, *limits, args, *chosen),
            Expr::Buyable { goods, args, pool, from, last } => self.buyable(frame, *goods, args, *pool, *from, *last),
            Expr::Spendable { goods, args, pool, from } => self.spendable(frame, *goods, args, *pool, *from),
            Expr::Suppose(what) => self.suppose(frame, what),
        }
    }

    fn binary(&mut self, frame: &mut Frame<'p>, op: BinaryOp, a: ExprId, b: ExprId) -> Res<Val> {
        let lazy = op == BinaryOp::And || op == BinaryOp::Or;
        let left = self.eval(frame, a)?;
        if lazy {
            // `and` is decided by a no, `or` by a yes.
            let decided = left.truth()? == (op == BinaryOp::Or);
            return if decided { Ok(left) } else { Ok(Val::bool(self.yes(frame, b)?)) };
        }
        let right = self.eval(frame, b)?;
        ops::binary(op, &left, &right)
    }

    /// Arguments, each narrowed to its parameter as soon as it is known.
    pub(super) fn args(
        &mut self,
        frame: &mut Frame<'p>,
        func: wgr_runtime::ir::FuncId,
        args: &'p [ExprId],
    ) -> Res<Vec<Val>> {
        let types: Vec<Type> = self.func(func)?.param_types().collect();
        if types.len() != args.len() {
            return bad("the wrong number of arguments");
        }
        args.iter().zip(types).map(|(arg, ty)| self.eval(frame, *arg)?.narrow(ty)).collect()
    }

    /// Indices of a place, each narrowed to its range as soon as it is known.
    pub(super) fn index(&mut self, frame: &mut Frame<'p>, ranges: &[Scalar], index: &[ExprId]) -> Res<Vec<i64>> {
        if ranges.len() != index.len() {
            return bad("the wrong number of indices");
        }
        let mut raw = Vec::new();
        for (range, id) in ranges.iter().zip(index) {
            raw.push(self.eval(frame, *id)?.narrow(Type::Scalar(*range))?.num()?.raw);
        }
        Ok(raw)
    }

    fn read(&mut self, frame: &mut Frame<'p>, id: CellId, index: &[ExprId]) -> Res<Val> {
        let cell = self.cell(id)?;
        let index = self.index(frame, &cell.index, index)?;
        typed(cell.value, self.world.get(id, cell, &index))
    }

    /// The viewer sees the place if the query says so or if it was revealed to them.
    fn peek(&mut self, frame: &mut Frame<'p>, id: CellId, index: &[ExprId], viewer: ExprId, other: ExprId) -> Res<Val> {
        let cell = self.cell(id)?;
        let Some(hidden) = cell.hidden else { return bad("a peek at a place that is not hidden") };
        let place = self.index(frame, &cell.index, index)?;
        let viewer = self.eval(frame, viewer)?;
        let mut args: Vec<Val> = Vec::new();
        for (range, raw) in cell.index.iter().zip(&place) {
            args.push(typed(Type::Scalar(*range), super::Value::Int(*raw))?);
        }
        args.push(viewer.clone());
        let sees = self.ask_query(hidden.sees, args)?;
        let shown = self.cell(hidden.shown)?;
        let mut key = place.clone();
        key.push(viewer.num()?.raw);
        if sees || self.world.get(hidden.shown, shown, &key) == super::Value::Int(1) {
            return typed(cell.value, self.world.get(id, cell, &place));
        }
        self.eval(frame, other)
    }

    fn look_up(&mut self, frame: &mut Frame<'p>, id: TableId, index: &[ExprId]) -> Res<Val> {
        let Some(table) = self.program.tables.get(id.index()) else { return bad("no such table") };
        let index = self.index(frame, &table.index, index)?;
        // The last index runs fastest.
        let place =
            table.index.iter().zip(&index).fold(0, |at, (range, raw)| at * range.span() + raw.abs_diff(range.lo));
        match table.data.get(place as usize) {
            Some(raw) => typed(Type::Scalar(table.value), super::Value::Int(*raw)),
            None => bad("a table with too few values"),
        }
    }
}
