//! What an expression is, as a list of numbers: equal lists, equal answers in one state. And what it is called, for
//! the messages that tell on what something depends.

use super::inline::{Bound, Inliner, Scope};
use wgr_runtime::ir::{Expr, ExprId, FoldOp, LocalId, Type, What, walk};

/// What has a longer shape is like nothing else; definitions in definitions double it with every step.
pub(super) const LONGEST: usize = 2_000;

impl Inliner<'_> {
    /// Appends the shape, as far as it is not too long. Names of the scope count as what they stand for, names bound within by their depth.
    pub(super) fn shape(&self, scope: &Scope, id: ExprId, out: &mut Vec<u32>) {
        self.shape_under(scope, id, &mut Vec::new(), out);
    }

    fn shape_under(&self, scope: &Scope, id: ExprId, bound: &mut Vec<LocalId>, out: &mut Vec<u32>) {
        if out.len() >= LONGEST {
            return;
        }
        let expr = self.func(scope).expr(id);
        match expr {
            Expr::Literal { value, ty } => {
                let den = if let What::Int { den } = ty.what { den } else { 1 };
                out.extend([10, den, *value as u32, (*value >> 32) as u32]);
                // A member is another value than the number of its place.
                out.push(if let What::Id(domain) = ty.what { domain.0 + 1 } else { 0 });
            }
            Expr::None(domain) => out.extend([11, domain.0]),
            Expr::Empty(domain) => out.extend([12, domain.0]),
            Expr::All(domain) => out.extend([13, domain.0]),
            Expr::Kind(kind) => out.extend([14, kind.0]),
            Expr::Local(local) => match bound.iter().rposition(|known| known == local) {
                Some(depth) => out.extend([15, depth as u32]),
                None => self.named_shape(scope, *local, out),
            },
            Expr::Cell(cell, _) => out.extend([18, cell.0]),
            Expr::Peek { cell, .. } => out.extend([19, cell.0]),
            Expr::Table(table, _) => out.extend([20, table.0]),
            Expr::Unary(op, _) => out.extend([21, *op as u32]),
            Expr::Binary(op, ..) => out.extend([22, *op as u32]),
            Expr::If(..) => out.push(23),
            Expr::Call(func, args) => out.extend([24, func.0, args.len() as u32]),
            Expr::Fold(fold) => {
                let parts = u32::from(fold.guard.is_some()) + 2 * u32::from(fold.value.is_some());
                out.extend([25, fold.op as u32, parts]);
                self.shape_under(scope, fold.over, bound, out);
                bound.push(fold.var);
                for part in [fold.guard, fold.value].into_iter().flatten() {
                    self.shape_under(scope, part, bound, out);
                }
                bound.pop();
                fold.other.iter().for_each(|other| self.shape_under(scope, *other, bound, out));
                return;
            }
            Expr::Board(op, _) => out.extend([26, *op as u32]),
            Expr::Extend { limits, args, .. } => out.extend([27, limits.0, args.len() as u32]),
            Expr::Complete { limits, args, .. } => out.extend([28, limits.0, args.len() as u32]),
            Expr::Buyable { goods, args, .. } => out.extend([29, goods.0, args.len() as u32]),
            Expr::Spendable { goods, args, .. } => out.extend([30, goods.0, args.len() as u32]),
            // Itself only, under the same names.
            Expr::Suppose(_) => {
                out.extend([31, scope.func.0, id.0]);
                for local in scope.names.keys() {
                    self.named_shape(scope, *local, out);
                }
                return;
            }
        }
        walk::expr_parts(expr, &mut |part| self.shape_under(scope, part, bound, out));
    }

    fn named_shape(&self, scope: &Scope, local: LocalId, out: &mut Vec<u32>) {
        match scope.names.get(&local) {
            Some(Bound::Term(term)) => out.extend([16, term.0]),
            Some(Bound::Set(closure)) => self.shape(&closure.scope, closure.set, out),
            // A parameter that is a set, or a name from elsewhere: itself only.
            None => out.extend([17, scope.func.0, local.0]),
        }
    }

    /// What an expression is called in a message.
    pub(super) fn called(&self, scope: &Scope, id: ExprId) -> String {
        match self.func(scope).expr(id) {
            Expr::Call(func, args) => {
                let args: Vec<String> = args.iter().map(|arg| self.called(scope, *arg)).collect();
                format!("{}({})", self.program.func(*func).name, args.join(", "))
            }
            Expr::Local(local) => self.func(scope).local(*local).name.clone(),
            Expr::Cell(cell, _) | Expr::Peek { cell, .. } => self.program.cell(*cell).name.clone(),
            Expr::Table(table, _) => self.program.table(*table).name.clone(),
            Expr::Fold(fold) => {
                let over = match self.type_of(scope.func, fold.over) {
                    Type::Set(domain) => self.program.domain(domain).name.clone(),
                    Type::Scalar(_) => String::new(),
                };
                let over = if let Expr::Call(..) = self.func(scope).expr(fold.over) {
                    self.called(scope, fold.over)
                } else {
                    over
                };
                match fold.op {
                    FoldOp::Any => format!("any of {over}"),
                    FoldOp::Every => format!("every {over}"),
                    FoldOp::Count => format!("the number of {over}"),
                    FoldOp::Sum => format!("the total over {over}"),
                    FoldOp::Least | FoldOp::Most => format!("the best of {over}"),
                    FoldOp::Filter | FoldOp::Gather => format!("a choice of {over}"),
                }
            }
            Expr::Literal { .. }
            | Expr::None(_)
            | Expr::Empty(_)
            | Expr::All(_)
            | Expr::Kind(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::If(..)
            | Expr::Board(..) => "a longer expression".to_owned(),
            Expr::Extend { .. } | Expr::Complete { .. } => "a choice under limits".to_owned(),
            Expr::Buyable { .. } | Expr::Spendable { .. } => "what can be bought".to_owned(),
            Expr::Suppose(_) => "a supposition".to_owned(),
        }
    }
}
