//! The twin of a query: the same, as one side sees it. That side is its first parameter.

use super::{Twins, peek};
use crate::lower::walk::{Part, each_block, expr_parts, stmt_parts};
use wgr_runtime::ir::{Body, Expr, ExprId, Func, FuncId, Local, LocalId, Program, Type};

const EYES: LocalId = LocalId(0);
/// No author can write it.
const VIEWPOINT: &str = " eyes";
const SEEN: &str = "_seen";

/// What the query is called of which this is the twin, if it is one.
pub(crate) fn of_what(func: &Func) -> Option<&str> {
    func.locals.first().filter(|local| func.params > 0 && local.name == VIEWPOINT)?;
    func.name.strip_suffix(SEEN)
}

pub(super) fn of(program: &Program, id: FuncId, twins: &Twins) -> Func {
    let mut func = program.func(id).clone();
    func.name = format!("{}{SEEN}", func.name);
    with_viewpoint(program, &mut func);
    for at in 0..func.exprs.len() {
        peek(program, &mut func, ExprId::new(at), twins, |func| func.add_expr(Expr::Local(EYES), func.at));
    }
    func
}

fn with_viewpoint(program: &Program, func: &mut Func) {
    let Some(sides) = program.sides else { return };
    let ty = Type::Scalar(program.member(sides));
    with_first_param(func, Local { name: VIEWPOINT.to_owned(), ty, hidden: false });
}

/// A first parameter before all others: every local moves up by one.
pub(crate) fn with_first_param(func: &mut Func, param: Local) {
    let mut up = |part: Part<'_>| {
        if let Part::Local(local) | Part::Declared(local) = part {
            local.0 += 1;
        }
    };
    func.exprs.iter_mut().for_each(|node| expr_parts(&mut node.expr, &mut up));
    each_block(func, |block| block.iter_mut().for_each(|stmt| stmt_parts(&mut stmt.kind, &mut up)));
    match &mut func.body {
        Body::Rows(rows) => {
            rows.rows.iter_mut().flat_map(|row| &mut row.binders).for_each(|(local, _)| local.0 += 1);
        }
        Body::Limits(limits) => limits.it.0 += 1,
        Body::Goods(goods) => goods.it.0 += 1,
        Body::Code(_) => {}
    }
    func.locals.insert(0, param);
    func.params += 1;
}
