//! Who calls whom: no circle, callees before callers.
//! Limits, goods, the query that says who sees, and what a supposition runs are calls like any other.

use super::messages as say;
use super::report::Report;
use crate::ir::walk::{Node, calls, walk_func};
use crate::ir::{FuncId, Program, StmtKind};
use std::collections::BTreeSet;

/// Callees before callers; nothing if there is a circle, which is reported. What a `settle` runs is no callee:
/// a handler may call what settles, for within a handler a `settle` does nothing.
pub(super) fn check(program: &Program, report: &mut Report) -> Option<Vec<FuncId>> {
    let callees: Vec<BTreeSet<FuncId>> = program.funcs.iter().map(|func| calls(program, func)).collect();
    match sorted(&callees) {
        Ok(order) => Some(order),
        Err(circle) => {
            report_circle(program, &circle, report);
            None
        }
    }
}

/// Is there a `settle` anywhere?
pub(super) fn has_settle(program: &Program) -> bool {
    let mut found = false;
    for func in &program.funcs {
        walk_func(func, &mut |node| {
            if let Node::Stmt(stmt) = node {
                found |= matches!(stmt.kind, StmtKind::Settle { .. } | StmtKind::Look(_));
            }
        });
    }
    found
}

/// Callees first, lower ids first among equals; or a circle of calls.
fn sorted(callees: &[BTreeSet<FuncId>]) -> Result<Vec<FuncId>, Vec<FuncId>> {
    let mut callers = vec![Vec::new(); callees.len()];
    let mut waiting: Vec<usize> = callees.iter().map(BTreeSet::len).collect();
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
    if order.len() == callees.len() { Ok(order) } else { Err(circle(callees, &waiting)) }
}

/// Whoever still waits calls somebody who still waits: follow until a name comes again.
fn circle(callees: &[BTreeSet<FuncId>], waiting: &[usize]) -> Vec<FuncId> {
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
