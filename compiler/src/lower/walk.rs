//! The parts of expressions and statements, to be changed in place; and all blocks and callees of a function,
//! wherever they stand: in its block, in blocks inside blocks, in suppositions inside expressions.

use std::collections::BTreeSet;

use wgr_runtime::ir::{
    Ask, Block, Body, Expr, ExprId, Func, FuncId, Judge, LocalId, Offer, Search, SearchOut, Stmt, StmtKind,
};

/// What stands directly in an expression or a statement. A local is declared before it is used.
pub(crate) enum Part<'a> {
    Expr(&'a mut ExprId),
    Local(&'a mut LocalId),
    Declared(&'a mut LocalId),
    Block(&'a mut Block),
    Callee(&'a mut FuncId),
}

type Visit<'a, 'v> = &'v mut dyn FnMut(Part<'a>);

pub(crate) fn expr_parts<'a>(expr: &'a mut Expr, visit: Visit<'a, '_>) {
    match expr {
        Expr::Literal { .. } | Expr::None(_) | Expr::Empty(_) | Expr::All(_) | Expr::Kind(_) => {}
        Expr::Local(local) => visit(Part::Local(local)),
        Expr::Cell(_, list) | Expr::Table(_, list) | Expr::Board(_, list) => all(list, visit),
        Expr::Peek { index, viewer, other, .. } => all(index.iter_mut().chain([viewer, other]), visit),
        Expr::Unary(_, a) => visit(Part::Expr(a)),
        Expr::Binary(_, a, b) => all([a, b], visit),
        Expr::If(a, b, c) => all([a, b, c], visit),
        Expr::Call(func, args) => {
            visit(Part::Callee(func));
            all(args, visit);
        }
        Expr::Fold(fold) => {
            visit(Part::Declared(&mut fold.var));
            visit(Part::Expr(&mut fold.over));
            all([&mut fold.guard, &mut fold.value, &mut fold.other].into_iter().flatten(), visit);
        }
        Expr::Extend { limits, args, chosen, from } => {
            visit(Part::Callee(limits));
            all(args.iter_mut().chain([chosen, from]), visit);
        }
        Expr::Complete { limits, args, chosen } => {
            visit(Part::Callee(limits));
            all(args.iter_mut().chain([chosen]), visit);
        }
        Expr::Buyable { goods, args, pool, from, last } => {
            visit(Part::Callee(goods));
            all(args.iter_mut().chain([pool, from]).chain(last), visit);
        }
        Expr::Spendable { goods, args, pool, from } => {
            visit(Part::Callee(goods));
            all(args.iter_mut().chain([pool, from]), visit);
        }
        Expr::Suppose(suppose) => {
            visit(Part::Block(&mut suppose.body));
            visit(Part::Expr(&mut suppose.value));
        }
    }
}

pub(crate) fn stmt_parts<'a>(stmt: &'a mut StmtKind, visit: Visit<'a, '_>) {
    match stmt {
        StmtKind::Let { local, value, fresh } => {
            visit(Part::Expr(value));
            written(local, *fresh, visit);
        }
        StmtKind::Set(write) => all(write.index.iter_mut().chain([&mut write.value]), visit),
        StmtKind::Together(writes) => {
            writes.iter_mut().for_each(|w| all(w.index.iter_mut().chain([&mut w.value]), &mut *visit));
        }
        StmtKind::If { cond, then, other } => {
            visit(Part::Expr(cond));
            [then, other].into_iter().for_each(|b| visit(Part::Block(b)));
        }
        StmtKind::For { var, rest: kept, over: e, body } | StmtKind::Repeat { var, until: kept, times: e, body } => {
            [var, kept].into_iter().for_each(|l| visit(Part::Declared(l)));
            visit(Part::Expr(e));
            visit(Part::Block(body));
        }
        StmtKind::Loop { count, body, .. } => {
            visit(Part::Declared(count));
            visit(Part::Block(body));
        }
        StmtKind::Ask(ask) => ask_parts(ask, visit),
        StmtKind::Roll { into, .. } => visit(Part::Declared(into)),
        StmtKind::Draw { into, otherwise, .. } => {
            visit(Part::Declared(into));
            visit(Part::Block(otherwise));
        }
        StmtKind::Reveal { index, to, .. } => all(index.iter_mut().chain([to]), visit),
        StmtKind::Call { into, fresh, func, args } => {
            visit(Part::Callee(func));
            all(args, visit);
            into.iter_mut().for_each(|l| written(l, *fresh, visit));
        }
        StmtKind::Return(value) => all(value, visit),
        StmtKind::Settle { by: e }
        | StmtKind::End(e)
        | StmtKind::Over(e)
        | StmtKind::Erase(e)
        | StmtKind::Mark { value: e, .. } => {
            visit(Part::Expr(e));
        }
        StmtKind::Swap { old, new } => all([old, new], visit),
        StmtKind::Search(search) => search_parts(search, visit),
        StmtKind::Ray { from, to, one, two, tie, rest, body } => {
            [one, two, tie, rest].into_iter().for_each(|l| visit(Part::Declared(l)));
            all([from, to], visit);
            visit(Part::Block(body));
        }
        StmtKind::Offer(offer) => {
            let Offer { counts, most, carry, stop, pass, blocked } = offer;
            let rest = [most, carry, stop, pass, blocked];
            all(counts.iter_mut().chain(rest.into_iter().flatten()), visit);
        }
        StmtKind::Break | StmtKind::Seal | StmtKind::Look(_) | StmtKind::Fail { .. } => {}
    }
}

fn ask_parts<'a>(ask: &'a mut Ask, visit: Visit<'a, '_>) {
    visit(Part::Expr(&mut ask.by));
    for arm in &mut ask.arms {
        if let Some((var, over)) = &mut arm.each {
            visit(Part::Declared(var));
            visit(Part::Expr(over));
        }
        all(&mut arm.guard, visit);
        visit(Part::Block(&mut arm.body));
    }
    ask.otherwise.iter_mut().for_each(|b| visit(Part::Block(b)));
}

fn search_parts<'a>(search: &'a mut Search, visit: Visit<'a, '_>) {
    visit(Part::Expr(&mut search.from));
    all([&mut search.to, &mut search.budget, &mut search.within].into_iter().flatten(), visit);
    if let Some((member, group)) = &mut search.each {
        visit(Part::Declared(member));
        visit(Part::Expr(group));
    }
    match &mut search.judge {
        Judge::Body { here, there, dir, spent, steps, carried, body } => {
            [here, there, dir, spent, steps, carried].into_iter().for_each(|l| visit(Part::Declared(l)));
            visit(Part::Block(body));
        }
        Judge::Table(_) => {}
    }
    for (out, local) in &mut search.outs {
        if let SearchOut::CostTo(hex) = out {
            visit(Part::Expr(hex));
        }
        visit(Part::Declared(local));
    }
}

fn all<'a>(exprs: impl IntoIterator<Item = &'a mut ExprId>, visit: Visit<'a, '_>) {
    exprs.into_iter().for_each(|e| visit(Part::Expr(e)));
}

fn written<'a>(local: &'a mut LocalId, fresh: bool, visit: Visit<'a, '_>) {
    visit(if fresh { Part::Declared(local) } else { Part::Local(local) });
}

/// Visits every block of the function, outer ones first. Without recursion, so no nesting is too deep.
pub(crate) fn each_block(func: &mut Func, mut visit: impl FnMut(&mut Vec<Stmt>)) {
    let mut work: Vec<&mut Block> = Vec::new();
    if let Body::Code(block) = &mut func.body {
        work.push(block);
    }
    for node in &mut func.exprs {
        if let Expr::Suppose(suppose) = &mut node.expr {
            work.push(&mut suppose.body);
        }
    }
    while let Some(block) = work.pop() {
        visit(&mut block.0);
        for stmt in &mut block.0 {
            stmt_parts(&mut stmt.kind, &mut |part| {
                if let Part::Block(inner) = part {
                    work.push(inner);
                }
            });
        }
    }
}

/// Visits every function that an expression or a statement of `func` names.
pub(crate) fn each_callee(func: &mut Func, mut visit: impl FnMut(&mut FuncId)) {
    let mut only_callees = |part: Part<'_>| {
        if let Part::Callee(callee) = part {
            visit(callee);
        }
    };
    func.exprs.iter_mut().for_each(|node| expr_parts(&mut node.expr, &mut only_callees));
    each_block(func, |block| block.iter_mut().for_each(|stmt| stmt_parts(&mut stmt.kind, &mut only_callees)));
}

pub(crate) fn callees(func: &mut Func) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    each_callee(func, |callee| {
        found.insert(*callee);
    });
    found
}

pub(crate) fn has_settle(func: &mut Func) -> bool {
    has(func, &is_settle)
}

/// Does such a statement stand anywhere in it?
pub(crate) fn has(func: &mut Func, which: &dyn Fn(&Stmt) -> bool) -> bool {
    let mut found = false;
    each_block(func, |block| found |= block.iter().any(which));
    found
}

pub(crate) fn is_settle(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Settle { .. })
}
