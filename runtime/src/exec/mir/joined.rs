//! Sets that are sifted in two steps are sifted in one: rows of a zone begin with all units of a side, then with those of them
//! that stand beside the hex. Who is asked for both at once begins with what leaves the fewest.
//!
//! Only where nobody else wants the first set, and what sifts it cannot fault: then nobody is asked what would not have been asked
//! before the first fault.

use super::Mir;
use super::known::Known;
use super::safe::{Safe, Text};
use crate::ir::{
    BinaryOp, Block, Body, Expr, ExprId, ExprNode, Fold, FoldOp, Func, FuncId, FuncKind, Program, Stmt, StmtKind, Type,
    walk,
};

/// In all queries.
pub(super) fn join(program: &Program, mir: &mut Mir<'_>, known: &mut [Known], safe: &[Safe]) {
    for id in (0..program.funcs.len()).map(FuncId::new) {
        let at = id.index();
        if mir.funcs[at].kind != FuncKind::Query {
            continue;
        }
        let (func, types) = (&*mir.funcs[at], &*mir.types[at]);
        let told: Vec<bool> = statements(func).iter().map(|stmt| only_tells(program, (func, types), stmt)).collect();
        if told.contains(&true) {
            if let Body::Code(block) = &mut mir.funcs[at].to_mut().body {
                let mut told = told.into_iter();
                block.0.retain(|_| told.next() != Some(true));
            }
            known[at] = Known::of(&mir.funcs[at], false);
        }
        while let Some(two) = sifted_twice(program, mir, id, &known[at], safe) {
            sift_once(mir, id, two);
            known[at] = Known::of(&mir.funcs[at], false);
        }
    }
}

fn statements(func: &Func) -> &[Stmt] {
    func.body.code().map_or(&[], |Block(stmts)| stmts)
}

/// A walk that does nothing but tell; nobody wants to be told. Its name must hold whoever is walked to.
fn only_tells(program: &Program, (func, types): (&Func, &[Type]), stmt: &Stmt) -> bool {
    let StmtKind::For { var, over, body, .. } = &stmt.kind else { return false };
    let Type::Set(domain) = types[over.index()] else { return false };
    let holds = func.local(*var).ty.scalar().is_some_and(|place| program.member(domain).fits(place));
    let tells = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Mark { .. });
    holds && is_made_of_names(func, *over) && body.0.iter().all(tells)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "whatever else makes a set may fault")]
fn is_made_of_names(func: &Func, set: ExprId) -> bool {
    match func.expr(set) {
        Expr::Local(_) => true,
        Expr::Binary(BinaryOp::Union | BinaryOp::Inter | BinaryOp::Minus, a, b) => {
            is_made_of_names(func, *a) && is_made_of_names(func, *b)
        }
        _ => false,
    }
}

/// Two statements, one behind the other, and what they sift by.
struct Twice {
    /// Which statement is the first.
    nth: usize,
    first: Fold,
    second: (ExprId, Fold),
    guards: (ExprId, ExprId),
}

fn sifted_twice(program: &Program, mir: &Mir<'_>, id: FuncId, known: &Known, safe: &[Safe]) -> Option<Twice> {
    let (func, types) = (&*mir.funcs[id.index()], &*mir.types[id.index()]);
    let text = Text::of(program, (func, types), safe, known);
    let filter = |stmt: &Stmt| {
        let StmtKind::Let { local, value, fresh: true } = stmt.kind else { return None };
        let Expr::Fold(fold) = func.expr(value) else { return None };
        let guard = fold.guard.filter(|_| fold.op == FoldOp::Filter && known.writes[local.index()] == 1)?;
        Some((local, value, fold, guard))
    };
    let twice = |(nth, two): (usize, &[Stmt])| {
        let ((name, _, first, guard), (_, value, second, further)) = (filter(&two[0])?, filter(&two[1])?);
        let is_of_it = matches!(func.expr(second.over), Expr::Local(over) if *over == name);
        let is_alone = known.reads[name.index()] == 1;
        let alike = func.local(first.var).ty == func.local(second.var).ty;
        (is_of_it && is_alone && alike && text.expr(guard)).then(|| Twice {
            nth,
            first: first.clone(),
            second: (value, second.clone()),
            guards: (guard, further),
        })
    };
    statements(func).windows(2).enumerate().find_map(twice)
}

fn sift_once(mir: &mut Mir<'_>, id: FuncId, twice: Twice) {
    let Twice { nth, first, second: (value, second), guards: (guard, further) } = twice;
    let func = mir.funcs[id.index()].to_mut();
    let mut named = Vec::new();
    walk::walk_expr(func, further, &mut |node| match node {
        walk::Node::Expr(id, Expr::Local(local)) if *local == second.var => named.push(id),
        walk::Node::Expr(..) | walk::Node::Stmt(_) => {}
    });
    named.into_iter().for_each(|id| func.exprs[id.index()].expr = Expr::Local(first.var));
    let both = ExprNode { expr: Expr::Binary(BinaryOp::And, guard, further), at: func.exprs[further.index()].at };
    let ty = mir.types[id.index()][further.index()];
    let both = mir.push(id, both, ty, id);
    let func = mir.funcs[id.index()].to_mut();
    func.exprs[value.index()].expr = Expr::Fold(Fold { guard: Some(both), ..first });
    if let Body::Code(block) = &mut func.body {
        block.0.remove(nth);
    }
}
