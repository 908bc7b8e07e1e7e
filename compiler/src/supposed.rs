//! Why something cannot be supposed, and which statement is the reason.
//!
//! In: a program that the verifier refused, and where it says so. Out: the message, with the place of the statement that ends
//! the game, asks or lets something fall, however many procedures and rules that lie in wait stand between. Suppositions
//! within this one have reasons of their own.

use crate::diag::{Diagnostic, Place, says};
use crate::source::Sources;
use std::collections::{BTreeSet, VecDeque};
use wgr_runtime::ir::walk::{Node, node_calls, walk_block_as_far, walk_expr_as_far, walk_func_as_far};
use wgr_runtime::ir::{Expr, Func, FuncId, Pos, Program, Quantifier, Stmt, StmtKind, Suppose};

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
    walk_block_as_far(func, &suppose.body, &mut |node| search.node(node, None));
    walk_expr_as_far(func, suppose.value, &mut |node| search.node(node, None));
    while let Some((id, behind)) = search.todo.pop_front() {
        walk_func_as_far(program.func(id), &mut |node| search.node(node, behind));
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

impl<'p> Search<'p> {
    /// One node. Says whether what stands within it is supposed, too: a supposition has reasons of its own.
    fn node(&mut self, node: Node<'p>, behind: Option<Pos>) -> bool {
        node_calls(self.program, node, &mut |callee| self.call(callee, behind));
        match node {
            Node::Stmt(stmt) => {
                self.stmt(stmt, behind);
                true
            }
            Node::Expr(_, expr) => !matches!(expr, Expr::Suppose(_)),
        }
    }

    /// Rules that act at once ask nobody, and within a supposition they end nothing.
    fn stmt(&mut self, stmt: &Stmt, behind: Option<Pos>) {
        let reason = Reason { at: stmt.at, behind };
        if matches!(stmt.kind, StmtKind::End(_)) {
            self.ends = self.ends.or(Some(reason));
        }
        if matches!(stmt.kind, StmtKind::Ask(_) | StmtKind::Roll { .. } | StmtKind::Draw { .. }) {
            self.asks = self.asks.or(Some(reason));
        }
        if matches!(stmt.kind, StmtKind::Settle { .. }) {
            self.settles = self.settles.or(Some(stmt.at));
            let rules = self.program.triggers.iter().flat_map(|trigger| trigger.funcs());
            rules.for_each(|rule| self.call(rule, behind.or(Some(stmt.at))));
        }
    }

    fn call(&mut self, id: FuncId, behind: Option<Pos>) {
        if self.seen.insert(id) {
            self.todo.push_back((id, behind));
        }
    }
}
