//! Who calls whom: no circle, callees before callers.
//! Limits, goods, the query that says who sees, and what a supposition runs are calls like any other.

use super::memory::{Known, Own};
use super::messages as say;
use super::report::Report;
use super::size;
use crate::ir::walk::{Node, node_calls, walk_func};
use crate::ir::{Expr, Func, FuncId, Pieces, Program, StmtKind};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Callees before callers; nothing if there is a circle, which is reported. What a `settle` runs is no callee:
/// a handler may call what settles, for within a handler a `settle` does nothing.
pub(super) fn check(
    program: &Program,
    own: &Pieces<Arc<Own>>,
    known: &Known<'_>,
    report: &mut Report,
) -> Option<Arc<[FuncId]>> {
    if let Some(order) = known.order(own) {
        return Some(Arc::clone(order));
    }
    match sorted(own) {
        Ok(order) => Some(order.into()),
        Err(circle) => {
            report_circle(program, &circle, report);
            None
        }
    }
}

/// What a function says by itself.
pub(super) fn own(program: &Program, func: &Func) -> Own {
    let (mut callees, mut settles, mut supposes) = (BTreeSet::new(), false, false);
    walk_func(func, &mut |node| {
        node_calls(program, node, &mut |callee| {
            callees.insert(callee);
        });
        match node {
            Node::Stmt(stmt) => settles |= matches!(stmt.kind, StmtKind::Settle { .. } | StmtKind::Look(_)),
            Node::Expr(_, expr) => supposes |= matches!(expr, Expr::Suppose(_)),
        }
    });
    Own { callees: callees.into_iter().collect(), settles, supposes, bits: size::kept(program, func) }
}

/// Callees first, lower ids first among equals; or a circle of calls.
fn sorted(own: &Pieces<Arc<Own>>) -> Result<Vec<FuncId>, Vec<FuncId>> {
    let callees: Vec<&[FuncId]> = own.iter().map(|own| &*own.callees).collect();
    let mut callers = vec![Vec::new(); callees.len()];
    let mut waiting: Vec<usize> = callees.iter().map(|callees| callees.len()).collect();
    for (caller, set) in callees.iter().enumerate() {
        set.iter().for_each(|callee| callers[callee.index()].push(FuncId::new(caller)));
    }
    let mut ready: BTreeSet<FuncId> = (0..callees.len()).filter(|f| waiting[*f] == 0).map(FuncId::new).collect();
    let mut order = Vec::with_capacity(callees.len());
    while let Some(next) = ready.pop_first() {
        order.push(next);
        for caller in &callers[next.index()] {
            waiting[caller.index()] -= 1;
            if waiting[caller.index()] == 0 {
                ready.insert(*caller);
            }
        }
    }
    if order.len() == callees.len() { Ok(order) } else { Err(circle(&callees, &waiting)) }
}

/// Whoever still waits calls somebody who still waits: follow until a name comes again.
fn circle(callees: &[&[FuncId]], waiting: &[usize]) -> Vec<FuncId> {
    let waits = |f: &FuncId| waiting[f.index()] > 0;
    let mut path = Vec::new();
    let mut seen = vec![false; callees.len()];
    let mut next = (0..callees.len()).map(FuncId::new).find(waits);
    while let Some(at) = next {
        if std::mem::replace(&mut seen[at.index()], true) {
            let start = path.iter().position(|f| *f == at).unwrap_or(0);
            return path.split_off(start);
        }
        path.push(at);
        next = callees[at.index()].iter().copied().find(waits);
    }
    path
}

fn report_circle(program: &Program, circle: &[FuncId], report: &mut Report) {
    let names: Vec<&str> = circle.iter().map(|f| program.func(*f).name.as_str()).collect();
    let at = circle.first().map_or_else(Default::default, |f| program.func(*f).at);
    report.say(at, say::call_circle(&names));
}
