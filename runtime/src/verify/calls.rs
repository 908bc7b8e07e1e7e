//! Who calls whom: no circle, callees before callers, handlers that a `settle` runs do not settle.
//! Limits, goods, the query that says who sees, and what a supposition runs are calls like any other.

use super::messages as say;
use super::report::Report;
use crate::ir::walk::{Node, calls, walk_func};
use crate::ir::{FuncId, Program, StmtKind};
use std::collections::BTreeSet;

pub(super) struct Calls {
    /// Callees before callers; what a `settle` runs before what settles.
    pub(super) order: Vec<FuncId>,
    pub(super) has_settle: bool,
}

/// Nothing if there is a circle; it is reported.
pub(super) fn check(program: &Program, report: &mut Report) -> Option<Calls> {
    let mut callees: Vec<BTreeSet<FuncId>> = program.funcs.iter().map(|func| calls(program, func)).collect();
    let order = match sorted(&callees) {
        Ok(order) => order,
        Err(circle) => {
            report_circle(program, &circle, report);
            return None;
        }
    };
    let mut settles: Vec<bool> = program.funcs.iter().map(settles_itself).collect();
    for id in &order {
        settles[id.index()] |= callees[id.index()].iter().any(|callee| settles[callee.index()]);
    }
    for trigger in &program.triggers {
        let parts = [trigger.watch, trigger.run, trigger.by];
        if let Some(part) = parts.iter().find(|part| settles[part.index()]) {
            report.say(trigger.at, say::handler_settles(&trigger.name, &program.func(*part).name));
            return None;
        }
    }
    for (func, callees) in program.funcs.iter().zip(&mut callees) {
        if settles_itself(func) {
            callees.extend(program.triggers.iter().flat_map(|t| [t.watch, t.run, t.by]));
        }
    }
    // Handlers do not settle, so these edges close no circle.
    let order = sorted(&callees).unwrap_or(order);
    Some(Calls { order, has_settle: program.funcs.iter().any(settles_itself) })
}

fn settles_itself(func: &crate::ir::Func) -> bool {
    let mut found = false;
    walk_func(func, &mut |node| {
        if let Node::Stmt(stmt) = node {
            found |= matches!(stmt.kind, StmtKind::Settle { .. });
        }
    });
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
