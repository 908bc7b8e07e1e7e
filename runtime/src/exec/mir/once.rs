//! What the board says of a query's own parameters, asked once: `between(here, there)` stands in each row that speaks of roads,
//! bridges and rivers, and comes to the same in all of them. It cannot fault, so it makes no difference when it is asked.

use super::Mir;
use crate::ir::{Body, Expr, ExprId, Func, FuncId, FuncKind, Local, LocalId, Program, Stmt, StmtKind, Type, walk};

/// In fewer places it is asked where it stands.
const FEW_PLACES: usize = 3;

/// In each query that is more than one expression.
pub(super) fn ask(program: &Program, mir: &mut Mir<'_>) {
    for id in (0..program.funcs.len()).map(FuncId::new) {
        for places in asked(&mir.funcs[id.index()], &mir.types[id.index()]) {
            if places.len() >= FEW_PLACES {
                name(mir, id, &places);
            }
        }
    }
}

/// What it asks, and where each stands.
fn asked(func: &Func, types: &[Type]) -> Vec<Vec<ExprId>> {
    let mut asked: Vec<Vec<ExprId>> = Vec::new();
    let Some(block) = func.body.code().filter(|_| func.kind == FuncKind::Query) else { return asked };
    if block.0.iter().filter(|stmt| !matches!(stmt.kind, StmtKind::Mark { .. })).count() < 2 {
        return asked;
    }
    let written: Vec<LocalId> = walk::all_stmts(block).into_iter().flat_map(walk::binds).collect();
    let is_plain = |id: &ExprId| types[id.index()].scalar().is_some_and(|ty| !ty.is_opt());
    let stays = |id: &ExprId| {
        let Expr::Local(local) = func.expr(*id) else { return false };
        local.0 < func.params && !written.contains(local) && is_plain(id)
    };

    walk::walk_func(func, &mut |node| {
        let walk::Node::Expr(id, Expr::Board(_, args)) = node else { return };
        if types[id.index()].scalar().is_none() || !args.iter().all(stays) {
            return;
        }
        match asked.iter_mut().find(|places| crate::verify::same(func, places[0], id)) {
            Some(places) if !places.contains(&id) => places.push(id),
            Some(_) => {}
            None => asked.push(vec![id]),
        }
    });
    asked
}

/// It is asked where the query begins, and has a name in these places.
fn name(mir: &mut Mir<'_>, id: FuncId, places: &[ExprId]) {
    let at = id.index();
    let (node, ty) = (mir.funcs[at].exprs[places[0].index()].clone(), mir.types[at][places[0].index()]);
    let place = node.at;
    let local = mir.declare(id, Local { name: "asked".to_owned(), ty, hidden: false });
    let value = mir.push(id, node, ty, id);
    let func = mir.funcs[at].to_mut();
    for told in places {
        func.exprs[told.index()].expr = Expr::Local(local);
    }
    if let Body::Code(block) = &mut func.body {
        block.0.insert(0, Stmt { kind: StmtKind::Let { local, value, fresh: true }, at: place });
    }
}
