//! What an ask offers rests on: its guards and sets, and whatever was written to the locals that they read.

use crate::lower::walk::Part;
use std::collections::BTreeSet;
use wgr_runtime::ir::walk::{Node, expr_parts, stmt_blocks, stmt_parts, walk_block, walk_func};
use wgr_runtime::ir::{Ask, Expr, ExprId, Func, LocalId, Stmt, StmtKind};

pub(super) fn asks(func: &Func) -> Vec<Ask> {
    let mut found = Vec::new();
    walk_func(func, &mut |node| {
        if let Node::Stmt(Stmt { kind: StmtKind::Ask(ask), .. }) = node {
            found.push(ask.clone());
        }
    });
    found
}

/// Is the side that is asked said so that it can be said again elsewhere: by sides, parameters, cells, tables?
pub(super) fn stays(func: &Func, by: ExprId) -> bool {
    let expr = func.expr(by);
    let own = match expr {
        Expr::Literal { .. } | Expr::Unary(..) | Expr::Binary(..) | Expr::If(..) | Expr::Table(..) | Expr::Cell(..) => {
            true
        }
        Expr::Local(local) => local.0 < func.params,
        _ => false,
    };
    let mut parts = Vec::new();
    expr_parts(expr, &mut |part| parts.push(part));
    own && parts.into_iter().all(|part| stays(func, part))
}

/// The same side once more.
pub(super) fn again(func: &mut Func, by: ExprId) -> ExprId {
    let (mut expr, at) = (func.expr(by).clone(), func.at);
    crate::lower::walk::expr_parts(&mut expr, &mut |part| {
        if let Part::Expr(id) = part {
            *id = again(func, *id);
        }
    });
    func.add_expr(expr, at)
}

/// The expressions on which it depends what the ask offers.
pub(super) fn feeding(func: &Func, ask: &Ask) -> Vec<ExprId> {
    let offered = ask.arms.iter().flat_map(|arm| arm.each.iter().map(|(_, set)| *set).chain(arm.guard));
    let mut roots: Vec<ExprId> = offered.collect();
    let mut read: BTreeSet<LocalId> = BTreeSet::new();
    let mut seen = 0;
    loop {
        for root in roots.iter().skip(seen) {
            each_part(func, *root, &mut |id| {
                if let Expr::Local(local) = func.expr(id) {
                    read.insert(*local);
                }
            });
        }
        seen = roots.len();
        let mut more = Vec::new();
        walk_func(func, &mut |node| {
            if let Node::Stmt(stmt) = node {
                writes(func, stmt, &read, &mut more);
            }
        });
        more.retain(|root| !roots.contains(root));
        if more.is_empty() {
            return roots;
        }
        roots.extend(more);
    }
}

/// The expressions of a statement that writes one of these locals.
fn writes(func: &Func, stmt: &Stmt, read: &BTreeSet<LocalId>, found: &mut Vec<ExprId>) {
    match &stmt.kind {
        StmtKind::Let { local, value, .. } if read.contains(local) => found.push(*value),
        StmtKind::For { var, over: from, .. } | StmtKind::Repeat { var, times: from, .. } if read.contains(var) => {
            found.push(*from);
        }
        StmtKind::Search(search) if search.outs.iter().any(|(_, out)| read.contains(out)) => {
            stmt_parts(&stmt.kind, &mut |part| found.push(part));
            stmt_blocks(&stmt.kind, &mut |block| {
                walk_block(func, block, &mut |node| {
                    if let Node::Stmt(inner) = node {
                        stmt_parts(&inner.kind, &mut |part| found.push(part));
                    }
                });
            });
        }
        _ => {}
    }
}

/// An expression and all within it, what stands in suppositions left out: they are imagined with all that is.
pub(super) fn each_part(func: &Func, id: ExprId, see: &mut dyn FnMut(ExprId)) {
    see(id);
    expr_parts(func.expr(id), &mut |part| each_part(func, part, see));
}
