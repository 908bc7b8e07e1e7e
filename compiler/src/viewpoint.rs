//! What an ask offers is looked at with the eyes of the side that is asked.
//!
//! In: a program with hidden cells, translated as if everybody saw everything. Out: the same program, where whatever a
//! side is offered depends only on what it sees: its guards and sets *peek*, and so do the locals that they read and
//! the queries that they ask. Such a query gets a twin whose first parameter is the side that looks. What happens after
//! an answer still reads what is really there.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "expressions and statements have many forms, and few of them read something hidden"
)]

mod slice;
mod twin;

use std::collections::{BTreeMap, BTreeSet};
pub(crate) use twin::{of_what, with_first_param};
use wgr_runtime::ir::walk::calls;
use wgr_runtime::ir::{Ask, Expr, ExprId, Func, FuncId, FuncKind, Program, Scalar, Type};

/// Of each query that reads something hidden its twin.
type Twins = BTreeMap<FuncId, FuncId>;

/// Lets every ask be looked at by the side that is asked. A program that hides nothing stays as it is.
pub(crate) fn open(program: &mut Program) {
    if program.cells.iter().all(|cell| cell.hidden.is_none()) {
        return;
    }
    let readers = readers(program);
    let first = program.funcs.len();
    let twins: Twins = readers.iter().enumerate().map(|(at, id)| (*id, FuncId::new(first + at))).collect();
    for id in &readers {
        let twin = twin::of(program, *id, &twins);
        program.funcs.push(twin);
    }
    for at in 0..first {
        let procedure = program.funcs.get(at).filter(|func| func.kind == FuncKind::Procedure);
        let Some(mut func) = procedure.cloned() else { continue };
        for ask in slice::asks(&func) {
            looked_at(program, &mut func, &ask, &twins);
        }
        program.funcs.put(at, func);
    }
}

/// The queries that read something hidden, by whatever way; who sees it is asked with open eyes.
fn readers(program: &Program) -> Vec<FuncId> {
    let query = |id: &FuncId| program.func(*id).kind == FuncKind::Query;
    let all = || (0..program.funcs.len()).map(FuncId::new).filter(query);
    let mut found: BTreeSet<FuncId> = all().filter(|id| reads_hidden(program, program.func(*id))).collect();
    let asked: Vec<(FuncId, BTreeSet<FuncId>)> = all().map(|id| (id, calls(program, program.func(id)))).collect();
    loop {
        let before = found.len();
        for (id, asked) in &asked {
            if asked.iter().any(|asked| found.contains(asked)) {
                found.insert(*id);
            }
        }
        if found.len() == before {
            return found.into_iter().collect();
        }
    }
}

fn reads_hidden(program: &Program, func: &Func) -> bool {
    let hidden = |expr: &Expr| matches!(expr, Expr::Cell(cell, _) if program.cell(*cell).hidden.is_some());
    func.exprs.iter().any(|node| hidden(&node.expr))
}

/// What this ask offers, and the locals that it reads, are looked at by the side that is asked.
fn looked_at(program: &Program, func: &mut Func, ask: &Ask, twins: &Twins) {
    if !slice::stays(func, ask.by) {
        return;
    }
    for root in slice::feeding(func, ask) {
        let mut parts = Vec::new();
        slice::each_part(func, root, &mut |id| parts.push(id));
        for id in parts {
            peek(program, func, id, twins, |func| slice::again(func, ask.by));
        }
    }
}

/// Turn a read of something hidden, or a question that leads to one, into that of somebody who looks.
fn peek(program: &Program, func: &mut Func, id: ExprId, twins: &Twins, eyes: impl FnOnce(&mut Func) -> ExprId) {
    let Some(node) = func.exprs.get(id.index()).cloned() else { return };
    let mut expr = node.expr;
    if let Expr::Cell(cell, index) = expr {
        if program.cell(cell).hidden.is_none() {
            return;
        }
        let viewer = eyes(func);
        let other = func.add_expr(nothing(program.cell(cell).value), node.at);
        expr = Expr::Peek { cell, index, viewer, other };
    } else {
        let Some((asked, args)) = asks(&mut expr) else { return };
        let Some(twin) = twins.get(asked) else { return };
        *asked = *twin;
        args.insert(0, eyes(func));
    }
    if let Some(slot) = func.exprs.get_mut(id.index()) {
        slot.expr = expr;
    }
}

/// The query that an expression asks, and with what.
pub(crate) fn asks(expr: &mut Expr) -> Option<(&mut FuncId, &mut Vec<ExprId>)> {
    match expr {
        Expr::Call(asked, args)
        | Expr::Extend { limits: asked, args, .. }
        | Expr::Complete { limits: asked, args, .. }
        | Expr::Buyable { goods: asked, args, .. }
        | Expr::Spendable { goods: asked, args, .. } => Some((asked, args)),
        _ => None,
    }
}

/// What is taken for something that one does not see: what its place begins with.
fn nothing(ty: Type) -> Expr {
    match ty {
        Type::Set(domain) => Expr::Empty(domain),
        Type::Scalar(scalar) if scalar.is_opt() => match scalar.what {
            wgr_runtime::ir::What::Id(domain) => Expr::None(domain),
            wgr_runtime::ir::What::Int { .. } | wgr_runtime::ir::What::Bool => literal(scalar),
        },
        Type::Scalar(scalar) => literal(scalar),
    }
}

fn literal(scalar: Scalar) -> Expr {
    let value = scalar.zero();
    Expr::Literal { value, ty: Scalar { lo: value, hi: value, ..scalar } }
}
