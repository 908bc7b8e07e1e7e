//! `settle` as a call of one generated procedure, and triggers as what it does.
//!
//! In: a program without row queries. Out: the same without `settle` and triggers; every `settle by P` calls
//! `settle_due(P)` (`driver`, `choose`), which finds what became true and runs handlers until nothing is due.
//!
//! Inside a handler, and everything it calls, a `settle` does nothing: whatever it would find, the procedure
//! that runs the handler finds in its next round. So that calls form no cycle, functions with a `settle` that a
//! handler (or a watch, or a `by`) can reach are there twice: as they were, and as `NAME_due` without it.

mod arrived;
mod at_once;
mod choose;
mod driver;
mod look;

use std::collections::{BTreeMap, BTreeSet};

use wgr_runtime::ir::{Func, FuncId, Look, Program, Role, Stmt, StmtKind, TextError, Trigger};
use wgr_runtime::verify::Verified;

use super::build::fresh_name;
use super::walk::{callees, each_block, each_callee, has, has_settle, is_settle};

pub(super) fn lower_settle(
    program: &mut Program,
    verified: &Verified,
    taken: &BTreeSet<String>,
) -> Result<(), TextError> {
    at_once::look_where_it_matters(program, verified);
    let settles: Vec<bool> = program.funcs.iter_mut().map(has_settle).collect();
    let looks = looks(program);
    if settles.contains(&true) || !looks.is_empty() {
        let mut names = taken.clone();
        // What is at once is looked at again when it is done, and settles nothing.
        let silent = |stmt: &Stmt| is_settle(stmt) || matches!(stmt.kind, StmtKind::Look(Look::AtOnce));
        quiet(program, |trigger| trigger.at_once, ("at_once", &silent), &mut names)?;
        quiet(program, |trigger| !trigger.at_once, ("due", &is_settle), &mut names)?;
        let made = driver::add_driver(program, &verified.waiting, &looks, &mut names)?;
        program.funcs.iter_mut().for_each(|func| call_driver(func, &made));
    }
    program.triggers.clear();
    Ok(())
}

/// These triggers run copies in which nothing stands that is silent there.
fn quiet(
    program: &mut Program,
    which: fn(&Trigger) -> bool,
    (suffix, silent): (&str, &dyn Fn(&Stmt) -> bool),
    names: &mut BTreeSet<String>,
) -> Result<(), TextError> {
    let roots = program.triggers.iter().filter(|trigger| which(trigger)).flat_map(Trigger::funcs).collect();
    let copies = quiet_copies(program, roots, (suffix, silent), names)?;
    for trigger in program.triggers.iter_mut().filter(|trigger| which(trigger)) {
        let all = [&mut trigger.watch, &mut trigger.run, &mut trigger.by].into_iter().chain(&mut trigger.only);
        for func in all {
            *func = copies.get(func).copied().unwrap_or(*func);
        }
    }
    Ok(())
}

/// The functions that settle, and that look.
struct Made {
    driver: FuncId,
    looks: Vec<(Look, FuncId)>,
}

fn call_driver(func: &mut Func, made: &Made) {
    each_block(func, |block| {
        for stmt in block {
            let (func, args) = if let StmtKind::Settle { by } = stmt.kind {
                (Some(made.driver), vec![by])
            } else if let StmtKind::Look(look) = stmt.kind {
                (made.looks.iter().find(|(known, _)| *known == look).map(|(_, func)| *func), Vec::new())
            } else {
                (None, Vec::new())
            };
            if let Some(func) = func {
                stmt.kind = StmtKind::Call { into: None, fresh: false, func, args };
            }
        }
    });
}

/// Which looks there are.
fn looks(program: &mut Program) -> Vec<Look> {
    let mut found = Vec::new();
    for func in &mut program.funcs {
        each_block(func, |block| {
            for stmt in block {
                if let StmtKind::Look(look) = stmt.kind
                    && !found.contains(&look)
                {
                    found.push(look);
                }
            }
        });
    }
    found
}

/// Copies without what is silent there of all that these reach and that can come to it.
fn quiet_copies(
    program: &mut Program,
    roots: Vec<FuncId>,
    (suffix, silent): (&str, &dyn Fn(&Stmt) -> bool),
    names: &mut BTreeSet<String>,
) -> Result<BTreeMap<FuncId, FuncId>, TextError> {
    let calls: Vec<BTreeSet<FuncId>> = program.funcs.iter_mut().map(callees).collect();
    let speaks: Vec<bool> = program.funcs.iter_mut().map(|func| has(func, silent)).collect();
    let reached = reach(&calls, roots);
    let loud = loud(&calls, &speaks);
    let mut copies = BTreeMap::new();
    for func in reached.into_iter().filter(|f| loud[f.index()]) {
        check_copy(program, func)?;
        let mut copy = program.func(func).clone();
        copy.name = fresh_name(&format!("{}_{suffix}", copy.name), |n| names.contains(n));
        names.insert(copy.name.clone());
        each_block(&mut copy, |block| block.retain(|stmt| !silent(stmt)));
        program.funcs.push(copy);
        copies.insert(func, FuncId::new(program.funcs.len() - 1));
    }
    for copy in copies.values() {
        each_callee(&mut program.funcs[copy.index()], |callee| {
            *callee = copies.get(callee).copied().unwrap_or(*callee)
        });
    }
    Ok(copies)
}

fn check_copy(program: &Program, func: FuncId) -> Result<(), TextError> {
    let Func { name, at, .. } = program.func(func);
    if let Some(cell) = program.cells.iter().find(|c| c.role == Role::Keep(func)) {
        let what = format!(
            "`{name}` settles, can be reached from a handler, and keeps `{}`: it would have to be there twice; \
             take the `settle` or the cell out of it",
            cell.name
        );
        return Err(TextError::new(*at, what));
    }
    if let Some(cell) = program.cells.iter().find(|c| c.hidden.is_some_and(|h| h.sees == func)) {
        let what = format!("`{name}` says who sees `{}` and can come to a `settle`: take that out of it", cell.name);
        return Err(TextError::new(*at, what));
    }
    Ok(())
}

fn reach(calls: &[BTreeSet<FuncId>], roots: Vec<FuncId>) -> BTreeSet<FuncId> {
    let mut work = roots;
    let mut found = BTreeSet::new();
    while let Some(func) = work.pop() {
        if found.insert(func) {
            work.extend(&calls[func.index()]);
        }
    }
    found
}

/// By function: can it come to a `settle`?
fn loud(calls: &[BTreeSet<FuncId>], settles: &[bool]) -> Vec<bool> {
    let mut callers = vec![Vec::new(); calls.len()];
    for (ix, callees) in calls.iter().enumerate() {
        callees.iter().for_each(|callee| callers[callee.index()].push(ix));
    }
    let mut loud = vec![false; calls.len()];
    let mut work: Vec<usize> = (0..calls.len()).filter(|ix| settles[*ix]).collect();
    while let Some(ix) = work.pop() {
        if !std::mem::replace(&mut loud[ix], true) {
            work.extend(&callers[ix]);
        }
    }
    loud
}
