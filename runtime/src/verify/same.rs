//! Are two expressions of one function written the same? In come their ids; positions do not matter.

use crate::ir::walk::expr_parts;
use crate::ir::{Expr, ExprId, Func};

/// Are two expressions written the same? Suppositions never are: nobody names a side by one.
pub(crate) fn same(func: &Func, a: ExprId, b: ExprId) -> bool {
    let heads = match (func.expr(a), func.expr(b)) {
        (Expr::Suppose(_), _) | (_, Expr::Suppose(_)) | (Expr::Fold(_), _) | (_, Expr::Fold(_)) => false,
        (Expr::Literal { value: x, ty: t }, Expr::Literal { value: y, ty: u }) => x == y && t.what == u.what,
        (x, y) => without_parts(x) == without_parts(y),
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    expr_parts(func.expr(a), &mut |part| left.push(part));
    expr_parts(func.expr(b), &mut |part| right.push(part));
    heads && left.len() == right.len() && left.iter().zip(&right).all(|(x, y)| same(func, *x, *y))
}

/// The head of an expression: its parts all the same id, so that heads compare.
fn without_parts(expr: &Expr) -> Expr {
    let any = ExprId(0);
    let all = |list: &[ExprId]| vec![any; list.len()];
    match expr {
        Expr::Literal { .. } | Expr::None(_) | Expr::Empty(_) | Expr::All(_) | Expr::Kind(_) | Expr::Local(_) => {
            expr.clone()
        }
        Expr::Cell(cell, index) => Expr::Cell(*cell, all(index)),
        Expr::Peek { cell, index, .. } => Expr::Peek { cell: *cell, index: all(index), viewer: any, other: any },
        Expr::Table(table, index) => Expr::Table(*table, all(index)),
        Expr::Unary(op, _) => Expr::Unary(*op, any),
        Expr::Binary(op, ..) => Expr::Binary(*op, any, any),
        Expr::If(..) => Expr::If(any, any, any),
        Expr::Call(func, args) => Expr::Call(*func, all(args)),
        Expr::Board(op, args) => Expr::Board(*op, all(args)),
        Expr::Extend { limits, args, .. } => Expr::Extend { limits: *limits, args: all(args), chosen: any, from: any },
        Expr::Complete { limits, args, .. } => Expr::Complete { limits: *limits, args: all(args), chosen: any },
        Expr::Buyable { goods, args, last, .. } => {
            Expr::Buyable { goods: *goods, args: all(args), pool: any, from: any, last: last.map(|_| any) }
        }
        Expr::Spendable { goods, args, .. } => Expr::Spendable { goods: *goods, args: all(args), pool: any, from: any },
        Expr::Fold(_) | Expr::Suppose(_) => expr.clone(),
    }
}
