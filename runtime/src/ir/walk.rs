//! Walks over a function: the one place that knows where expressions and blocks stand in each other.
//! `*_parts` name the direct children and never recurse, so they are safe on any program. `walk_*` go all
//! the way down and expect what the verifier's shape pass promises: every id is in range, an expression
//! stands in one place, nesting is bounded.
//!
//! Children come in the order in which they are evaluated; a node comes before its children.

use super::expr::Expr;
use super::ids::{ExprId, FuncId, LocalId, TableId};
use super::program::{Body, Func, Program};
use super::stmt::{Block, Judge, SearchOut, Stmt, StmtKind, Write};
use std::collections::BTreeSet;

/// What a walk meets.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    Expr(ExprId, &'a Expr),
    Stmt(&'a Stmt),
}

/// The direct children of an expression. The body of a `suppose` is not among them: see [`expr_block`].
pub fn expr_parts(expr: &Expr, part: &mut dyn FnMut(ExprId)) {
    match expr {
        Expr::Literal { .. } | Expr::None(_) | Expr::Empty(_) | Expr::All(_) | Expr::Kind(_) | Expr::Local(_) => {}
        Expr::Cell(_, list) | Expr::Table(_, list) | Expr::Call(_, list) | Expr::Board(_, list) => each(list, part),
        Expr::Peek { cell: _, index, viewer, other } => {
            each(index, part);
            each(&[*viewer, *other], part);
        }
        Expr::Unary(_, a) => part(*a),
        Expr::Binary(_, a, b) => each(&[*a, *b], part),
        Expr::If(a, b, c) => each(&[*a, *b, *c], part),
        Expr::Fold(fold) => {
            part(fold.over);
            [fold.guard, fold.value, fold.other].into_iter().flatten().for_each(part);
        }
        Expr::Extend { limits: _, args, chosen, from } => {
            each(args, part);
            each(&[*chosen, *from], part);
        }
        Expr::Complete { limits: _, args, chosen } => {
            each(args, part);
            part(*chosen);
        }
        Expr::Buyable { goods: _, args, pool, from, last } => {
            each(args, part);
            each(&[*pool, *from], part);
            if let Some(last) = last {
                part(*last);
            }
        }
        Expr::Spendable { goods: _, args, pool, from } => {
            each(args, part);
            each(&[*pool, *from], part);
        }
        Expr::Suppose(suppose) => part(suppose.value),
    }
}

/// The parts that are asked once with the expression or not at all, in the same state and of names that stand around it: of a fold
/// its set alone.
pub fn parts_asked_once(expr: &Expr) -> Vec<ExprId> {
    let mut parts = Vec::new();
    if let Expr::Fold(fold) = expr {
        parts.push(fold.over);
    } else if !matches!(
        expr,
        Expr::Peek { .. }
            | Expr::Extend { .. }
            | Expr::Complete { .. }
            | Expr::Buyable { .. }
            | Expr::Spendable { .. }
            | Expr::Suppose(_)
    ) {
        expr_parts(expr, &mut |part| parts.push(part));
    }
    parts
}

/// The block that stands in an expression: the body of a `suppose`, which runs before its value.
pub fn expr_block(expr: &Expr) -> Option<&Block> {
    if let Expr::Suppose(suppose) = expr { Some(&suppose.body) } else { None }
}

/// The expressions that stand directly in a statement, not those of its blocks.
pub fn stmt_parts(stmt: &StmtKind, part: &mut dyn FnMut(ExprId)) {
    match stmt {
        StmtKind::Let { value: e, .. }
        | StmtKind::If { cond: e, .. }
        | StmtKind::For { over: e, .. }
        | StmtKind::Repeat { times: e, .. }
        | StmtKind::Settle { by: e }
        | StmtKind::End(e)
        | StmtKind::Over(e)
        | StmtKind::Erase(e)
        | StmtKind::Mark { value: e, .. } => part(*e),
        StmtKind::Set(write) => {
            each(&write.index, part);
            part(write.value);
        }
        StmtKind::Together(writes) => {
            for write in writes {
                each(&write.index, part);
                part(write.value);
            }
        }
        StmtKind::Ask(ask) => {
            part(ask.by);
            for arm in &ask.arms {
                arm.each.iter().for_each(|(_, set)| part(*set));
                arm.guard.into_iter().for_each(&mut *part);
            }
        }
        StmtKind::Reveal { cell: _, index, to } => {
            each(index, part);
            part(*to);
        }
        StmtKind::Call { args, .. } => each(args, part),
        StmtKind::Return(value) => value.iter().for_each(|e| part(*e)),
        StmtKind::Swap { old, new } => each(&[*old, *new], part),
        StmtKind::Search(search) => {
            part(search.from);
            [search.to, search.budget, search.within].into_iter().flatten().for_each(&mut *part);
            search.each.iter().for_each(|(_, group)| part(*group));
            for (out, _) in &search.outs {
                if let SearchOut::CostTo(hex) = out {
                    part(*hex);
                }
            }
        }
        StmtKind::Ray { from, to, .. } => each(&[*from, *to], part),
        StmtKind::Offer(offer) => {
            each(&offer.counts, part);
            [offer.most, offer.carry, offer.stop, offer.pass, offer.blocked].into_iter().flatten().for_each(part);
        }
        StmtKind::Loop { .. }
        | StmtKind::Break
        | StmtKind::Roll { .. }
        | StmtKind::Draw { .. }
        | StmtKind::Seal
        | StmtKind::Look(_)
        | StmtKind::Fail { .. } => {}
    }
}

/// The blocks that stand directly in a statement.
pub fn stmt_blocks<'a>(stmt: &'a StmtKind, visit: &mut dyn FnMut(&'a Block)) {
    match stmt {
        StmtKind::If { then, other, .. } => {
            visit(then);
            visit(other);
        }
        StmtKind::For { body, .. }
        | StmtKind::Repeat { body, .. }
        | StmtKind::Loop { body, .. }
        | StmtKind::Ray { body, .. }
        | StmtKind::Draw { otherwise: body, .. } => visit(body),
        StmtKind::Ask(ask) => {
            ask.arms.iter().for_each(|arm| visit(&arm.body));
            ask.otherwise.iter().for_each(visit);
        }
        StmtKind::Search(search) => {
            if let Judge::Body { body, .. } = &search.judge {
                visit(body);
            }
        }
        StmtKind::Let { .. }
        | StmtKind::Set(_)
        | StmtKind::Together(_)
        | StmtKind::Break
        | StmtKind::Roll { .. }
        | StmtKind::Reveal { .. }
        | StmtKind::Seal
        | StmtKind::Settle { .. }
        | StmtKind::Look(_)
        | StmtKind::End(_)
        | StmtKind::Over(_)
        | StmtKind::Fail { .. }
        | StmtKind::Call { .. }
        | StmtKind::Return(_)
        | StmtKind::Erase(_)
        | StmtKind::Swap { .. }
        | StmtKind::Offer(_)
        | StmtKind::Mark { .. } => {}
    }
}

/// What a statement itself writes; what takes members away writes more than is said here.
pub fn stmt_writes(stmt: &StmtKind) -> &[Write] {
    match stmt {
        StmtKind::Set(write) => std::slice::from_ref(write),
        StmtKind::Together(writes) => writes,
        StmtKind::Let { .. }
        | StmtKind::If { .. }
        | StmtKind::For { .. }
        | StmtKind::Repeat { .. }
        | StmtKind::Loop { .. }
        | StmtKind::Break
        | StmtKind::Ask(_)
        | StmtKind::Roll { .. }
        | StmtKind::Draw { .. }
        | StmtKind::Reveal { .. }
        | StmtKind::Seal
        | StmtKind::Settle { .. }
        | StmtKind::Look(_)
        | StmtKind::End(_)
        | StmtKind::Over(_)
        | StmtKind::Fail { .. }
        | StmtKind::Call { .. }
        | StmtKind::Return(_)
        | StmtKind::Erase(_)
        | StmtKind::Swap { .. }
        | StmtKind::Search(_)
        | StmtKind::Ray { .. }
        | StmtKind::Offer(_)
        | StmtKind::Mark { .. } => &[],
    }
}

/// The expressions at the top of a body that is not code: of rows, limits or goods.
pub fn body_parts(body: &Body, part: &mut dyn FnMut(ExprId)) {
    match body {
        Body::Code(_) => {}
        Body::Rows(rows) => {
            for row in &rows.rows {
                row.binders.iter().for_each(|(_, set)| part(*set));
                [row.guard, row.value].into_iter().flatten().for_each(&mut *part);
            }
        }
        Body::Limits(limits) => {
            for limit in &limits.limits {
                [limit.lo, limit.hi, limit.weight].into_iter().flatten().for_each(&mut *part);
            }
            limits.alike.into_iter().for_each(part);
        }
        Body::Goods(goods) => each(&[goods.price, goods.up_to], part),
    }
}

/// Everything in a function, bodies of suppositions included.
pub fn walk_func<'a>(func: &'a Func, visit: &mut dyn FnMut(Node<'a>)) {
    walk_func_as_far(func, &mut |node| {
        visit(node);
        true
    });
}

pub fn walk_block<'a>(func: &'a Func, block: &'a Block, visit: &mut dyn FnMut(Node<'a>)) {
    walk_block_as_far(func, block, &mut |node| {
        visit(node);
        true
    });
}

pub fn walk_expr<'a>(func: &'a Func, id: ExprId, visit: &mut dyn FnMut(Node<'a>)) {
    walk_expr_as_far(func, id, &mut |node| {
        visit(node);
        true
    });
}

/// The same, but for what stands within a node at which `visit` says no.
pub fn walk_func_as_far<'a>(func: &'a Func, visit: &mut dyn FnMut(Node<'a>) -> bool) {
    if let Some(block) = func.body.code() {
        walk_block_as_far(func, block, visit);
    }
    body_parts(&func.body, &mut |part| walk_expr_as_far(func, part, visit));
}

pub fn walk_block_as_far<'a>(func: &'a Func, block: &'a Block, visit: &mut dyn FnMut(Node<'a>) -> bool) {
    for stmt in &block.0 {
        if visit(Node::Stmt(stmt)) {
            stmt_parts(&stmt.kind, &mut |part| walk_expr_as_far(func, part, visit));
            stmt_blocks(&stmt.kind, &mut |inner| walk_block_as_far(func, inner, visit));
        }
    }
}

pub fn walk_expr_as_far<'a>(func: &'a Func, id: ExprId, visit: &mut dyn FnMut(Node<'a>) -> bool) {
    let expr = func.expr(id);
    if !visit(Node::Expr(id, expr)) {
        return;
    }
    if let Some(block) = expr_block(expr) {
        walk_block_as_far(func, block, visit);
    }
    expr_parts(expr, &mut |part| walk_expr_as_far(func, part, visit));
}

/// The functions that one node calls or has judged: also limits, goods, and the query that says who sees
/// a hidden place. A `settle` calls nothing here.
pub fn node_calls(program: &Program, node: Node<'_>, callee: &mut dyn FnMut(FuncId)) {
    match node {
        Node::Expr(_, Expr::Call(func, _))
        | Node::Expr(_, Expr::Extend { limits: func, .. } | Expr::Complete { limits: func, .. })
        | Node::Expr(_, Expr::Buyable { goods: func, .. } | Expr::Spendable { goods: func, .. }) => callee(*func),
        Node::Expr(_, Expr::Peek { cell, .. }) => program.cell(*cell).hidden.iter().for_each(|h| callee(h.sees)),
        Node::Expr(..) => {}
        Node::Stmt(stmt) => {
            if let StmtKind::Call { func, .. } = &stmt.kind {
                callee(*func);
            }
        }
    }
}

/// The table that one node looks something up in.
pub fn node_table(node: Node<'_>) -> Option<TableId> {
    match node {
        Node::Expr(_, Expr::Table(table, _)) => Some(*table),
        Node::Expr(..) => None,
        Node::Stmt(stmt) => {
            if let StmtKind::Search(search) = &stmt.kind
                && let Judge::Table(table) = search.judge
            {
                return Some(table);
            }
            None
        }
    }
}

/// All functions that a function calls directly.
pub fn calls(program: &Program, func: &Func) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    walk_func(func, &mut |node| {
        node_calls(program, node, &mut |callee| {
            found.insert(callee);
        })
    });
    found
}

/// The locals that a statement itself writes, those of its blocks not among them.
pub fn binds(stmt: &Stmt) -> Vec<LocalId> {
    match &stmt.kind {
        StmtKind::Let { local, .. } => vec![*local],
        StmtKind::For { var, rest, .. } => vec![*var, *rest],
        StmtKind::Repeat { var, until, .. } => vec![*var, *until],
        StmtKind::Loop { count, .. } => vec![*count],
        StmtKind::Ask(ask) => ask.arms.iter().filter_map(|arm| arm.each.map(|(var, _)| var)).collect(),
        StmtKind::Roll { into, .. } | StmtKind::Draw { into, .. } => vec![*into],
        StmtKind::Call { into, .. } => into.iter().copied().collect(),
        StmtKind::Search(search) => {
            let each = search.each.iter().map(|(member, _)| *member);
            let outs = search.outs.iter().map(|(_, local)| *local).chain(each);
            match &search.judge {
                Judge::Body { here, there, dir, spent, steps, carried, .. } => {
                    outs.chain([*here, *there, *dir, *spent, *steps, *carried]).collect()
                }
                Judge::Table(_) => outs.collect(),
            }
        }
        StmtKind::Ray { one, two, tie, rest, .. } => vec![*one, *two, *tie, *rest],
        StmtKind::Set(_)
        | StmtKind::Together(_)
        | StmtKind::If { .. }
        | StmtKind::Break
        | StmtKind::Reveal { .. }
        | StmtKind::Seal
        | StmtKind::Settle { .. }
        | StmtKind::Look(_)
        | StmtKind::End(_)
        | StmtKind::Over(_)
        | StmtKind::Fail { .. }
        | StmtKind::Return(_)
        | StmtKind::Erase(_)
        | StmtKind::Swap { .. }
        | StmtKind::Offer(_)
        | StmtKind::Mark { .. } => vec![],
    }
}

/// Every statement of a block and of the blocks inside it, in the order of the text; those in suppositions are
/// not among them.
pub fn all_stmts(block: &Block) -> Vec<&Stmt> {
    let mut out = Vec::new();
    let mut todo: Vec<&Stmt> = block.0.iter().rev().collect();
    while let Some(stmt) = todo.pop() {
        out.push(stmt);
        let from = todo.len();
        stmt_blocks(&stmt.kind, &mut |inner| todo.extend(&inner.0));
        todo[from..].reverse();
    }
    out
}

/// The locals that an expression reads and does not bind itself.
pub fn free_locals(func: &Func, expr: ExprId) -> Vec<LocalId> {
    let (mut read, mut bound) = (Vec::new(), Vec::new());
    walk_expr(func, expr, &mut |node| match node {
        Node::Expr(_, Expr::Local(local)) => read.push(*local),
        Node::Expr(_, Expr::Fold(fold)) => bound.push(fold.var),
        Node::Expr(..) => {}
        Node::Stmt(stmt) => bound.extend(binds(stmt)),
    });
    read.retain(|local| !bound.contains(local));
    read
}

/// The function that a statement calls.
pub fn callee(stmt: &Stmt) -> Option<FuncId> {
    if let StmtKind::Call { func, .. } = &stmt.kind { Some(*func) } else { None }
}

fn each(list: &[ExprId], part: &mut dyn FnMut(ExprId)) {
    list.iter().for_each(|e| part(*e));
}
