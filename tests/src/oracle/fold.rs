//! Folds over the members of a set, ascending.

use super::value::{Frame, Val};
use super::{Machine, Res, bad, ops};
use std::collections::BTreeSet;
use wgr_runtime::ir::{BinaryOp, DomainId, ExprId, Fold, FoldOp, What};

pub(super) fn fold<'p>(machine: &mut Machine<'p>, frame: &mut Frame<'p>, what: &'p Fold) -> Res<Val> {
    let (domain, members) = machine.members(frame, what.over)?;
    let mut each = Each { machine, frame, what, domain };
    match what.op {
        FoldOp::Sum => each.numbers(&members),
        FoldOp::Count => Ok(Val::int(each.passing(&members)?.len() as i64)),
        FoldOp::Filter => Ok(Val::Set(domain, each.passing(&members)?)),
        FoldOp::Any => each.until(&members, true),
        FoldOp::Every => each.until(&members, false),
        FoldOp::Least => each.extreme(&members, BinaryOp::Min),
        FoldOp::Most => each.extreme(&members, BinaryOp::Max),
        FoldOp::Gather => each.gather(&members),
    }
}

struct Each<'m, 'p> {
    machine: &'m mut Machine<'p>,
    frame: &'m mut Frame<'p>,
    what: &'p Fold,
    domain: DomainId,
}

impl Each<'_, '_> {
    /// Gives the name this member; does it pass the guard?
    fn passes(&mut self, member: u32) -> Res<bool> {
        self.frame.set(self.what.var, Val::id(self.domain, i64::from(member)))?;
        self.machine.holds(self.frame, self.what.guard)
    }

    fn value(&mut self) -> Res<Val> {
        match self.what.value {
            Some(value) => self.machine.eval(self.frame, value),
            None => bad("a fold without a value"),
        }
    }

    fn passing(&mut self, members: &BTreeSet<u32>) -> Res<BTreeSet<u32>> {
        let mut found = BTreeSet::new();
        for member in members {
            if self.passes(*member)? {
                found.insert(*member);
            }
        }
        Ok(found)
    }

    fn numbers(&mut self, members: &BTreeSet<u32>) -> Res<Val> {
        let mut total = Val::int(0);
        for member in members {
            if self.passes(*member)? {
                total = ops::binary(BinaryOp::Add, &total, &self.value()?)?;
            }
        }
        Ok(total)
    }

    /// Stops at the first member whose value is `wanted`.
    fn until(&mut self, members: &BTreeSet<u32>, wanted: bool) -> Res<Val> {
        for member in members {
            if self.passes(*member)? && self.value()?.truth()? == wanted {
                return Ok(Val::bool(wanted));
            }
        }
        Ok(Val::bool(!wanted))
    }

    fn extreme(&mut self, members: &BTreeSet<u32>, op: BinaryOp) -> Res<Val> {
        let mut best: Option<Val> = None;
        for member in members {
            if self.passes(*member)? {
                let value = self.value()?;
                best = Some(match best {
                    Some(best) => ops::binary(op, &best, &value)?,
                    None => value,
                });
            }
        }
        match (best, self.what.other) {
            (Some(best), _) => Ok(best),
            (None, Some(other)) => self.machine.eval(self.frame, other),
            (None, None) => bad("a least or most of nothing"),
        }
    }

    fn gather(&mut self, members: &BTreeSet<u32>) -> Res<Val> {
        let mut union: Option<Val> = None;
        for member in members {
            if self.passes(*member)? {
                let value = self.value()?;
                union = Some(match union {
                    Some(union) => ops::binary(BinaryOp::Union, &union, &value)?,
                    None => value,
                });
            }
        }
        match union {
            Some(union) => Ok(union),
            None => self.nothing_gathered(),
        }
    }

    /// A union over nothing is the empty set of the value's domain, which only the expression itself knows.
    fn nothing_gathered(&mut self) -> Res<Val> {
        match self.what.value {
            Some(value) => self.machine.domain_of(self.frame, value).map(|domain| Val::Set(domain, BTreeSet::new())),
            None => bad("a fold without a value"),
        }
    }
}

impl<'p> Machine<'p> {
    /// The domain of a set expression, without evaluating it.
    fn domain_of(&self, frame: &Frame<'p>, id: ExprId) -> Res<DomainId> {
        let mut id = id;
        // Each round goes one expression down.
        for _ in 0..=frame.func.exprs.len() {
            match self.set_like(frame, id)? {
                SetLike::Of(domain) => return Ok(domain),
                SetLike::Same(part) => id = part,
            }
        }
        bad("an expression within itself")
    }

    fn set_like(&self, frame: &Frame<'p>, id: ExprId) -> Res<SetLike> {
        use wgr_runtime::ir::{Expr, Type, UnaryOp};
        let Some(node) = frame.func.exprs.get(id.index()) else { return bad("no such expression") };
        let of_type = |ty: Type| match ty {
            Type::Set(domain) => Ok(SetLike::Of(domain)),
            Type::Scalar(scalar) => match scalar.what {
                What::Id(domain) => Ok(SetLike::Of(domain)),
                What::Int { .. } | What::Bool => bad("neither set nor member"),
            },
        };
        match &node.expr {
            Expr::Literal { ty, .. } => of_type(Type::Scalar(*ty)),
            Expr::None(domain) | Expr::Empty(domain) | Expr::All(domain) => Ok(SetLike::Of(*domain)),
            Expr::Kind(kind) => Ok(SetLike::Of(self.program.kind(*kind).domain)),
            Expr::Local(local) => of_type(frame.func.local(*local).ty),
            Expr::Cell(cell, _) | Expr::Peek { cell, .. } => of_type(self.cell(*cell)?.value),
            Expr::Table(table, _) => of_type(Type::Scalar(self.program.table(*table).value)),
            Expr::Unary(UnaryOp::Single | UnaryOp::The | UnaryOp::Lowest | UnaryOp::Highest, part)
            | Expr::Binary(_, part, _)
            | Expr::If(_, part, _) => Ok(SetLike::Same(*part)),
            Expr::Unary(_, _) => bad("neither set nor member"),
            Expr::Call(func, _) => match self.func(*func)?.ret {
                Some(ty) => of_type(ty),
                None => bad("a query without a result"),
            },
            Expr::Fold(fold) => match fold.op {
                FoldOp::Filter => Ok(SetLike::Same(fold.over)),
                FoldOp::Gather | FoldOp::Least | FoldOp::Most => {
                    fold.value.map_or_else(|| bad("a fold without a value"), |value| Ok(SetLike::Same(value)))
                }
                FoldOp::Sum | FoldOp::Count | FoldOp::Any | FoldOp::Every => bad("neither set nor member"),
            },
            Expr::Board(op, _) => board_domain(*op),
            Expr::Extend { from, .. } | Expr::Buyable { from, .. } => Ok(SetLike::Same(*from)),
            Expr::Complete { .. } | Expr::Spendable { .. } => bad("neither set nor member"),
            Expr::Suppose(suppose) => Ok(SetLike::Same(suppose.value)),
        }
    }
}

enum SetLike {
    Of(DomainId),
    /// As this part of it.
    Same(ExprId),
}

fn board_domain(op: wgr_runtime::ir::BoardOp) -> Res<SetLike> {
    use wgr_runtime::ir::{BoardOp, DIR, EDGE, HEX};
    match op {
        BoardOp::Neighbour | BoardOp::Ring | BoardOp::Disc | BoardOp::Line | BoardOp::EdgeLow | BoardOp::EdgeHigh => {
            Ok(SetLike::Of(HEX))
        }
        BoardOp::Edge | BoardOp::Between => Ok(SetLike::Of(EDGE)),
        BoardOp::Toward | BoardOp::Opposite => Ok(SetLike::Of(DIR)),
        BoardOp::Distance | BoardOp::Column | BoardOp::Row => bad("neither set nor member"),
    }
}
