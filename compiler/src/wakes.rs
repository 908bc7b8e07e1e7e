//! Rules that wake each other: a graph of which `whenever` may make another's condition true.
//!
//! In: a verified program. Out: rings of two or more rules, each of which may be woken by the one before it. Promises: a
//! rule that writes nothing that another reads does not wake it, nor one that writes there only what the other's
//! condition denies. What is told may never happen: play holds each rule to its `at most`.

use std::collections::BTreeSet;
use wgr_runtime::ir::{
    BinaryOp, Body, CellId, Expr, ExprId, Func, FuncId, Program, Role, Stmt, StmtKind, UnaryOp, walk,
};
use wgr_runtime::verify::Verified;

/// The rings, each by the numbers of its triggers, ascending.
pub(crate) fn rings(program: &Program, verified: &Verified) -> Vec<Vec<usize>> {
    let count = program.triggers.len();
    let wakes: Vec<Vec<bool>> =
        (0..count).map(|one| (0..count).map(|other| wakes(program, verified, one, other)).collect()).collect();
    let reached = closure(wakes);
    let both = |one: usize, other: usize| at(&reached, one, other) && at(&reached, other, one);
    let mut told: BTreeSet<usize> = BTreeSet::new();
    let mut rings = Vec::new();
    for one in 0..count {
        let ring: Vec<usize> = (one..count).filter(|other| *other == one || both(one, *other)).collect();
        if ring.len() > 1 && told.insert(one) {
            let new = ring.iter().skip(1).filter(|other| told.insert(**other)).count();
            if new == ring.len() - 1 {
                rings.push(ring);
            }
        }
    }
    rings
}

fn at(of: &[Vec<bool>], one: usize, other: usize) -> bool {
    of.get(one).and_then(|line| line.get(other)).copied().unwrap_or(false)
}

fn closure(mut wakes: Vec<Vec<bool>>) -> Vec<Vec<bool>> {
    let count = wakes.len();
    for middle in 0..count {
        for one in 0..count {
            for other in 0..count {
                if at(&wakes, one, middle)
                    && at(&wakes, middle, other)
                    && let Some(slot) = wakes.get_mut(one).and_then(|line| line.get_mut(other))
                {
                    *slot = true;
                }
            }
        }
    }
    wakes
}

/// May what one rule does make the condition of the other true?
fn wakes(program: &Program, verified: &Verified, one: usize, other: usize) -> bool {
    let (Some(one), Some(other)) = (program.triggers.get(one), program.triggers.get(other)) else { return false };
    if let Some(on) = other.on {
        return notes_arrivals(program, one.run, on.who);
    }
    let (written, read) = (verified.writes(one.run), verified.reads(other.watch));
    let mut shared = written.shared(read).filter(|cell| program.cell(*cell).role == Role::Game);
    shared.any(|cell| match wanted(program.func(other.watch), cell) {
        Some(value) => may_write(program, verified, one.run, cell, value),
        None => true,
    })
}

/// Does something arrive by what it does? Who is taken away does not.
fn notes_arrivals(program: &Program, run: FuncId, who: CellId) -> bool {
    let (mut seen, mut open) = (BTreeSet::from([run]), vec![run]);
    while let Some(id) = open.pop() {
        let mut notes = false;
        walk::walk_func(program.func(id), &mut |node| {
            if let walk::Node::Stmt(Stmt { kind: StmtKind::Set(write), .. }) = node {
                notes |= write.cell == who;
            }
        });
        if notes {
            return true;
        }
        open.extend(walk::calls(program, program.func(id)).into_iter().filter(|func| seen.insert(*func)));
    }
    false
}

/// What the condition wants this place to be, if it says so.
fn wanted(watch: &Func, cell: CellId) -> Option<i64> {
    let Body::Code(block) = &watch.body else { return None };
    let [Stmt { kind: StmtKind::Return(Some(value)), .. }] = block.0.as_slice() else { return None };
    conjunct(watch, *value, cell)
}

fn conjunct(watch: &Func, id: ExprId, cell: CellId) -> Option<i64> {
    let reads = |id: ExprId| matches!(watch.expr(id), Expr::Cell(read, _) if *read == cell);
    match watch.expr(id) {
        Expr::Binary(BinaryOp::And, a, b) => conjunct(watch, *a, cell).or_else(|| conjunct(watch, *b, cell)),
        Expr::Cell(read, _) if *read == cell => Some(1),
        Expr::Unary(UnaryOp::Not, a) if reads(*a) => Some(0),
        Expr::Binary(BinaryOp::Eq, a, b) if reads(*a) => literal(watch, *b),
        Expr::Literal { .. }
        | Expr::None(_)
        | Expr::Empty(_)
        | Expr::All(_)
        | Expr::Kind(_)
        | Expr::Local(_)
        | Expr::Cell(..)
        | Expr::Peek { .. }
        | Expr::Table(..)
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::If(..)
        | Expr::Call(..)
        | Expr::Fold(_)
        | Expr::Board(..)
        | Expr::Extend { .. }
        | Expr::Complete { .. }
        | Expr::Buyable { .. }
        | Expr::Spendable { .. }
        | Expr::Suppose(_) => None,
    }
}

fn literal(func: &Func, id: ExprId) -> Option<i64> {
    if let Expr::Literal { value, .. } = func.expr(id) { Some(*value) } else { None }
}

/// May it write this value there? What it calls, and what takes members away, may write anything.
fn may_write(program: &Program, verified: &Verified, run: FuncId, cell: CellId, value: i64) -> bool {
    let func = program.func(run);
    let called = walk::calls(program, func);
    let writes = |func: &FuncId| verified.writes(*func).holds(cell);
    if called.iter().any(writes) {
        return true;
    }
    let mut may = false;
    walk::walk_func(func, &mut |node| {
        let walk::Node::Stmt(stmt) = node else { return };
        may |= matches!(stmt.kind, StmtKind::Erase(_) | StmtKind::Swap { .. });
        may |= walk::stmt_writes(&stmt.kind)
            .iter()
            .any(|write| write.cell == cell && literal(func, write.value).is_none_or(|written| written == value));
    });
    may
}
