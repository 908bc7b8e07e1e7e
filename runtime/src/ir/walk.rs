//! Walks: what an expression or statement consists of, in the order of the text. Everything that looks at
//! programs without caring for each op (liveness, calls, reads) goes through here.

use super::expr::{Expr, Quantifier};
use super::ids::{ExprId, FuncId, LocalId};
use super::program::Func;
use super::stmt::{Block, Judge, SearchOut, Stmt, StmtKind};

/// The expressions directly inside an expression; those inside a supposition's body are not among them.
pub fn children(expr: &Expr) -> Vec<ExprId> {
    match expr {
        Expr::Literal { .. } | Expr::None(_) | Expr::Empty(_) | Expr::All(_) | Expr::Kind(_) | Expr::Local(_) => vec![],
        Expr::Cell(_, list) | Expr::Table(_, list) | Expr::Call(_, list) | Expr::Board(_, list) => list.clone(),
        Expr::Peek { index, viewer, other, .. } => index.iter().copied().chain([*viewer, *other]).collect(),
        Expr::Unary(_, a) => vec![*a],
        Expr::Binary(_, a, b) => vec![*a, *b],
        Expr::If(c, a, b) => vec![*c, *a, *b],
        Expr::Fold(fold) => [Some(fold.over), fold.guard, fold.value, fold.other].into_iter().flatten().collect(),
        Expr::Extend { args, chosen, from, .. } => args.iter().copied().chain([*chosen, *from]).collect(),
        Expr::Complete { args, chosen, .. } => args.iter().copied().chain([*chosen]).collect(),
        Expr::Buyable { args, pool, from, last, .. } => args.iter().copied().chain([*pool, *from, *last]).collect(),
        Expr::Spendable { args, pool, from, .. } => args.iter().copied().chain([*pool, *from]).collect(),
        Expr::Suppose(suppose) => match suppose.how {
            Quantifier::Plain | Quantifier::Every { .. } | Quantifier::Some { .. } => vec![suppose.value],
        },
    }
}

/// The expressions directly inside a statement; those inside its blocks are not among them.
pub fn exprs(stmt: &Stmt) -> Vec<ExprId> {
    match &stmt.kind {
        StmtKind::Let { value, .. } => vec![*value],
        StmtKind::Set(write) => write.index.iter().copied().chain([write.value]).collect(),
        StmtKind::Together(writes) => {
            writes.iter().flat_map(|w| w.index.iter().copied().chain([w.value])).collect()
        }
        StmtKind::If { cond, .. } => vec![*cond],
        StmtKind::For { over, .. } => vec![*over],
        StmtKind::Repeat { times, .. } => vec![*times],
        StmtKind::Ask(ask) => {
            let arms = ask.arms.iter().flat_map(|arm| arm.each.map(|(_, set)| set).into_iter().chain(arm.guard));
            [ask.by].into_iter().chain(arms).collect()
        }
        StmtKind::Reveal { index, to, .. } => index.iter().copied().chain([*to]).collect(),
        StmtKind::Settle { by } => vec![*by],
        StmtKind::End(value) | StmtKind::Erase(value) | StmtKind::Mark { value, .. } => vec![*value],
        StmtKind::Call { args, .. } => args.clone(),
        StmtKind::Return(value) => value.iter().copied().collect(),
        StmtKind::Swap { old, new } => vec![*old, *new],
        StmtKind::Search(search) => {
            let outs = search.outs.iter().filter_map(|(out, _)| if let SearchOut::CostTo(hex) = out { Some(*hex) } else { None });
            [Some(search.from), search.to, search.budget, search.within].into_iter().flatten().chain(outs).collect()
        }
        StmtKind::Ray { from, to, .. } => vec![*from, *to],
        StmtKind::Offer(offer) => {
            let flags = [offer.carry, offer.stop, offer.pass, offer.blocked];
            offer.counts.iter().copied().chain(flags.into_iter().flatten()).collect()
        }
        StmtKind::Loop { .. }
        | StmtKind::Break
        | StmtKind::Roll { .. }
        | StmtKind::Draw { .. }
        | StmtKind::Seal
        | StmtKind::Fail { .. } => vec![],
    }
}

/// The blocks directly inside a statement, in the order of the text.
pub fn blocks(stmt: &Stmt) -> Vec<&Block> {
    match &stmt.kind {
        StmtKind::If { then, other, .. } => vec![then, other],
        StmtKind::For { body, .. }
        | StmtKind::Repeat { body, .. }
        | StmtKind::Loop { body, .. }
        | StmtKind::Ray { body, .. } => vec![body],
        StmtKind::Ask(ask) => ask.arms.iter().map(|arm| &arm.body).chain(&ask.otherwise).collect(),
        StmtKind::Draw { otherwise, .. } => vec![otherwise],
        StmtKind::Search(search) => match &search.judge {
            Judge::Body { body, .. } => vec![body],
            Judge::Table(_) => vec![],
        },
        StmtKind::Let { .. }
        | StmtKind::Set(_)
        | StmtKind::Together(_)
        | StmtKind::Break
        | StmtKind::Roll { .. }
        | StmtKind::Reveal { .. }
        | StmtKind::Seal
        | StmtKind::Settle { .. }
        | StmtKind::End(_)
        | StmtKind::Fail { .. }
        | StmtKind::Call { .. }
        | StmtKind::Return(_)
        | StmtKind::Erase(_)
        | StmtKind::Swap { .. }
        | StmtKind::Offer(_)
        | StmtKind::Mark { .. } => vec![],
    }
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
            let outs = search.outs.iter().map(|(_, local)| *local);
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
        | StmtKind::End(_)
        | StmtKind::Fail { .. }
        | StmtKind::Return(_)
        | StmtKind::Erase(_)
        | StmtKind::Swap { .. }
        | StmtKind::Offer(_)
        | StmtKind::Mark { .. } => vec![],
    }
}

/// Every statement of a block and of the blocks inside it, in the order of the text.
pub fn all_stmts(block: &Block) -> Vec<&Stmt> {
    let mut out = Vec::new();
    let mut todo: Vec<&Stmt> = block.0.iter().rev().collect();
    while let Some(stmt) = todo.pop() {
        out.push(stmt);
        for inner in blocks(stmt).into_iter().rev() {
            todo.extend(inner.0.iter().rev());
        }
    }
    out
}

/// The locals that an expression reads and does not bind itself.
pub fn free_locals(func: &Func, expr: ExprId) -> Vec<LocalId> {
    let (mut read, mut bound) = (Vec::new(), Vec::new());
    let mut todo = vec![expr];
    while let Some(id) = todo.pop() {
        let node = func.expr(id);
        match node {
            Expr::Local(local) => read.push(*local),
            Expr::Fold(fold) => bound.push(fold.var),
            Expr::Suppose(suppose) => {
                for stmt in all_stmts(&suppose.body) {
                    bound.extend(binds(stmt));
                    todo.extend(exprs(stmt));
                }
            }
            Expr::Literal { .. }
            | Expr::None(_)
            | Expr::Empty(_)
            | Expr::All(_)
            | Expr::Kind(_)
            | Expr::Cell(..)
            | Expr::Peek { .. }
            | Expr::Table(..)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::If(..)
            | Expr::Call(..)
            | Expr::Board(..)
            | Expr::Extend { .. }
            | Expr::Complete { .. }
            | Expr::Buyable { .. }
            | Expr::Spendable { .. } => {}
        }
        todo.extend(children(node));
    }
    read.retain(|local| !bound.contains(local));
    read
}

/// The function that a statement calls.
pub fn callee(stmt: &Stmt) -> Option<FuncId> {
    if let StmtKind::Call { func, .. } = &stmt.kind { Some(*func) } else { None }
}
