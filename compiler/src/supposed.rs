//! Why something cannot be supposed, and which statement is the reason.
//!
//! In: a program that the verifier refused, and where it says so. Out: the message, with the place of the statement that ends
//! the game, asks or lets something fall, however many procedures and rules that lie in wait stand between. Suppositions
//! within this one have reasons of their own.

use crate::diag::{Diagnostic, Place, says};
use crate::source::Sources;
use std::collections::{BTreeSet, VecDeque};
use wgr_runtime::ir::walk::{Node, body_parts, expr_parts, node_calls, stmt_blocks, stmt_parts};
use wgr_runtime::ir::{Block, Expr, ExprId, Func, FuncId, Look, Pos, Program, Quantifier, StmtKind, Suppose};

/// None if nothing is found that an author could be told.
pub(crate) fn why_not(sources: &Sources, program: &Program, at: Pos) -> Option<Diagnostic> {
    let here = sources.place(at)?;
    let supposed = program.funcs.iter().flat_map(|func| {
        let nodes = func.exprs.iter().filter(move |node| node.at == at);
        nodes.filter_map(move |node| if let Expr::Suppose(suppose) = &node.expr { Some((func, suppose)) } else { None })
    });
    supposed.into_iter().find_map(|(func, suppose)| told(sources, program, (func, suppose), here))
}

fn told(sources: &Sources, program: &Program, (func, suppose): (&Func, &Suppose), here: Place) -> Option<Diagnostic> {
    let mut search =
        Search { program, ends: None, asks: None, settles: None, seen: BTreeSet::new(), todo: VecDeque::new() };
    search.block(func, &suppose.body, None);
    search.expr(func, suppose.value, None);
    while let Some((id, behind)) = search.todo.pop_front() {
        search.func(program.func(id), behind);
    }
    let place = |at: Pos| sources.place(at).filter(|at| *at != here);
    if let Some(Reason { at, behind }) = search.ends {
        return Some(says::supposes_an_end(here, place(at), behind.and_then(place)));
    }
    let plain = match suppose.how {
        Quantifier::Plain => true,
        Quantifier::Every { .. } | Quantifier::Some { .. } => false,
    };
    match (search.asks, search.settles) {
        (Some(Reason { at, behind }), _) if plain => {
            Some(says::supposes_a_choice(here, place(at), behind.and_then(place)))
        }
        (None, Some(at)) if plain => Some(says::supposes_an_order(here, place(at))),
        (Some(_) | None, _) => None,
    }
}

/// A statement that cannot be supposed, and that behind which rules act that lead there.
#[derive(Clone, Copy)]
struct Reason {
    at: Pos,
    behind: Option<Pos>,
}

/// What is supposed, the nearest first.
struct Search<'p> {
    program: &'p Program,
    ends: Option<Reason>,
    asks: Option<Reason>,
    settles: Option<Pos>,
    seen: BTreeSet<FuncId>,
    todo: VecDeque<(FuncId, Option<Pos>)>,
}

impl Search<'_> {
    fn func(&mut self, func: &Func, behind: Option<Pos>) {
        if let Some(block) = func.body.code() {
            self.block(func, block, behind);
        }
        let mut parts = Vec::new();
        body_parts(&func.body, &mut |part| parts.push(part));
        parts.into_iter().for_each(|part| self.expr(func, part, behind));
    }

    fn block(&mut self, func: &Func, block: &Block, behind: Option<Pos>) {
        for stmt in &block.0 {
            let reason = Reason { at: stmt.at, behind };
            match &stmt.kind {
                StmtKind::End(_) => self.ends = self.ends.or(Some(reason)),
                StmtKind::Ask(_) | StmtKind::Roll { .. } | StmtKind::Draw { .. } => {
                    self.asks = self.asks.or(Some(reason));
                }
                StmtKind::Settle { .. } => {
                    self.settles = self.settles.or(Some(stmt.at));
                    let rules: Vec<FuncId> = self.program.triggers.iter().flat_map(|trigger| trigger.funcs()).collect();
                    rules.into_iter().for_each(|rule| self.call(rule, behind.or(Some(stmt.at))));
                }
                // Rules that act at once ask nobody, and within a supposition they end nothing.
                StmtKind::Look(Look::AtOnce | Look::Known | Look::Endings)
                | StmtKind::Let { .. }
                | StmtKind::Set(_)
                | StmtKind::Together(_)
                | StmtKind::If { .. }
                | StmtKind::For { .. }
                | StmtKind::Repeat { .. }
                | StmtKind::Loop { .. }
                | StmtKind::Break
                | StmtKind::Reveal { .. }
                | StmtKind::Seal
                | StmtKind::Over(_)
                | StmtKind::Fail { .. }
                | StmtKind::Call { .. }
                | StmtKind::Return(_)
                | StmtKind::Erase(_)
                | StmtKind::Swap { .. }
                | StmtKind::Search(_)
                | StmtKind::Ray { .. }
                | StmtKind::Offer(_)
                | StmtKind::Mark { .. } => {}
            }
            let mut called = Vec::new();
            node_calls(self.program, Node::Stmt(stmt), &mut |callee| called.push(callee));
            called.into_iter().for_each(|callee| self.call(callee, behind));
            let mut parts = Vec::new();
            stmt_parts(&stmt.kind, &mut |part| parts.push(part));
            parts.into_iter().for_each(|part| self.expr(func, part, behind));
            let mut inner = Vec::new();
            stmt_blocks(&stmt.kind, &mut |block| inner.push(block));
            inner.into_iter().for_each(|block| self.block(func, block, behind));
        }
    }

    fn expr(&mut self, func: &Func, id: ExprId, behind: Option<Pos>) {
        let expr = func.expr(id);
        let mut called = Vec::new();
        node_calls(self.program, Node::Expr(id, expr), &mut |callee| called.push(callee));
        called.into_iter().for_each(|callee| self.call(callee, behind));
        if matches!(expr, Expr::Suppose(_)) {
            return;
        }
        let mut parts = Vec::new();
        expr_parts(expr, &mut |part| parts.push(part));
        parts.into_iter().for_each(|part| self.expr(func, part, behind));
    }

    fn call(&mut self, id: FuncId, behind: Option<Pos>) {
        if self.seen.insert(id) {
            self.todo.push_back((id, behind));
        }
    }
}
