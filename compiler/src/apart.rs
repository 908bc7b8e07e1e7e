//! A step of a group is judged for each of its members as if the others stood nowhere.
//!
//! In: a program in which such questions ask the course's own queries, with the others as an argument too many. Out: the
//! same program, where they ask twins of these queries, which have that parameter: the same rows, and the same of every
//! query that they ask, but whoever is among the others stands on no hex.

#![expect(clippy::wildcard_enum_match_arm, reason = "of many forms of expressions few ask where a piece stands")]

use crate::callees::Callees;
use crate::viewpoint::with_first_param;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wgr_runtime::engine::Called;
use wgr_runtime::ir::{
    BinaryOp, CellId, DomainId, Expr, ExprId, Func, FuncId, FuncKind, HEX, Local, LocalId, Program, Type, UnaryOp,
};

const OTHERS: LocalId = LocalId(0);

/// Lets each of these questions, by its function and its place there, be answered by a twin.
pub(crate) fn open(
    program: &mut Program,
    (place, counters): (CellId, DomainId),
    questions: &[(FuncId, ExprId)],
    (told, callees): (&mut BTreeMap<FuncId, Called>, &mut Callees),
) {
    let asked: BTreeSet<FuncId> = questions.iter().filter_map(|(func, at)| called(program.func(*func), *at)).collect();
    if asked.is_empty() {
        return;
    }
    callees.are_of(program);
    let mut twins: BTreeMap<FuncId, FuncId> = BTreeMap::new();
    let all = where_it_matters((program, callees), place, &asked);
    let mut seen = asked.clone();
    let mut next: Vec<FuncId> = asked.iter().copied().collect();
    while let Some(id) = next.pop() {
        next.extend(callees.of(program, id).iter().filter(|id| all.contains(id) && seen.insert(**id)));
    }
    for (at, id) in seen.into_iter().enumerate() {
        twins.insert(id, FuncId::new(program.funcs.len() + at));
    }
    let made: Vec<Func> = twins.keys().map(|id| twin(program, *id, (place, counters), &twins)).collect();
    program.funcs.extend(made);
    for (id, twin) in &twins {
        if let Some(called) = told.get(id).cloned() {
            told.insert(*twin, called);
        }
    }
    for (func, at) in questions {
        let slot = program.funcs.get_mut(func.index()).and_then(|func| func.exprs.get_mut(at.index()));
        if let Some(Expr::Call(asked, _)) = slot.map(|node| &mut node.expr)
            && let Some(twin) = twins.get(asked)
        {
            *asked = *twin;
        }
    }
}

fn called(func: &Func, at: ExprId) -> Option<FuncId> {
    if let Expr::Call(asked, _) = func.expr(at) { Some(*asked) } else { None }
}

/// Of the queries that these ask, themselves and through others: those whose answer may hang on where somebody stands.
fn where_it_matters(
    (program, callees): (&Program, &mut Callees),
    place: CellId,
    asking: &BTreeSet<FuncId>,
) -> BTreeSet<FuncId> {
    let mut asked: BTreeMap<FuncId, Arc<[FuncId]>> = BTreeMap::new();
    let mut next: Vec<FuncId> = asking.iter().copied().collect();
    while let Some(id) = next.pop() {
        if program.func(id).kind == FuncKind::Query && !asked.contains_key(&id) {
            let called = callees.of(program, id);
            next.extend(called.iter().copied());
            asked.insert(id, called);
        }
    }
    let reads = |id: &FuncId| {
        program.func(*id).exprs.iter().any(|node| matches!(node.expr, Expr::Cell(cell, _) if cell == place))
    };
    let mut found: BTreeSet<FuncId> = asked.keys().copied().filter(reads).collect();
    loop {
        let before = found.len();
        found.extend(
            asked
                .iter()
                .filter(|(_, asked)| asked.iter().any(|asked| found.contains(asked)))
                .map(|(id, _)| *id)
                .collect::<Vec<_>>(),
        );
        if found.len() == before {
            return found;
        }
    }
}

fn twin(
    program: &Program,
    id: FuncId,
    (place, counters): (CellId, DomainId),
    twins: &BTreeMap<FuncId, FuncId>,
) -> Func {
    let mut func = program.func(id).clone();
    func.name = format!("{}_apart", func.name);
    let local = Local { name: " others".to_owned(), ty: Type::Set(counters), hidden: false };
    with_first_param(&mut func, local);
    let all = || (0..program.func(id).exprs.len()).map(ExprId::new);
    // What is compared stays as it stands: the comparison says that it is none of the others.
    let compared: BTreeSet<ExprId> = all().filter_map(|at| compared(&func, at, place)).collect();
    for at in all().filter(|at| !compared.contains(at)) {
        let Some(node) = func.exprs.get(at.index()).cloned() else { continue };
        let expr = match node.expr {
            Expr::Binary(op, a, b) if compared.contains(&a) || compared.contains(&b) => {
                let Some(among) = among_others(&mut func, if compared.contains(&a) { a } else { b }) else { continue };
                let stands = func.add_expr(Expr::Binary(op, a, b), node.at);
                // Whoever stands nowhere is not on this hex; he is where `none` is.
                match (op == BinaryOp::Eq) == [a, b].iter().any(|of| matches!(func.expr(*of), Expr::None(_))) {
                    true => Expr::Binary(BinaryOp::Or, among, stands),
                    false => {
                        let alone = func.add_expr(Expr::Unary(UnaryOp::Not, among), node.at);
                        Expr::Binary(BinaryOp::And, alone, stands)
                    }
                }
            }
            Expr::Cell(cell, index) if cell == place => {
                let Some(among) = among_others(&mut func, at) else { continue };
                let nowhere = func.add_expr(Expr::None(HEX), node.at);
                let stands = func.add_expr(Expr::Cell(cell, index), node.at);
                Expr::If(among, nowhere, stands)
            }
            mut expr => {
                let Some((asked, args)) = crate::viewpoint::asks(&mut expr) else { continue };
                let Some(twin) = twins.get(asked) else { continue };
                *asked = *twin;
                let others = func.add_expr(Expr::Local(OTHERS), node.at);
                args.insert(0, others);
                expr
            }
        };
        if let Some(slot) = func.exprs.get_mut(at.index()) {
            slot.expr = expr;
        }
    }
    func
}

/// The place that this compares with a hex, or with none: what can be asked of all pieces at once.
fn compared(func: &Func, at: ExprId, place: CellId) -> Option<ExprId> {
    let Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) = func.expr(at) else { return None };
    let is_place = |of: ExprId| matches!(func.expr(of), Expr::Cell(cell, _) if *cell == place);
    let (stands, with) = if is_place(*a) { (*a, *b) } else { (*b, *a) };
    let is_sure = match func.expr(with) {
        Expr::Literal { .. } | Expr::None(_) => true,
        Expr::Local(local) => func.local(*local).ty.scalar().is_some_and(|ty| !ty.is_opt()),
        _ => false,
    };
    (is_place(stands) && is_sure).then_some(stands)
}

/// Is he of whom this place is asked one of the others?
fn among_others(func: &mut Func, place: ExprId) -> Option<ExprId> {
    let node = func.exprs.get(place.index())?.clone();
    let Expr::Cell(_, index) = node.expr else { return None };
    let who = again(func, *index.first()?)?;
    let others = func.add_expr(Expr::Local(OTHERS), node.at);
    Some(func.add_expr(Expr::Binary(BinaryOp::In, who, others), node.at))
}

/// The same once more, where it is told by names and what they hold.
fn again(func: &mut Func, id: ExprId) -> Option<ExprId> {
    let node = func.exprs.get(id.index())?.clone();
    let expr = match node.expr {
        Expr::Local(_) | Expr::Literal { .. } => node.expr,
        Expr::Cell(cell, index) => {
            Expr::Cell(cell, index.into_iter().map(|of| again(func, of)).collect::<Option<_>>()?)
        }
        Expr::Call(asked, args) => {
            Expr::Call(asked, args.into_iter().map(|of| again(func, of)).collect::<Option<_>>()?)
        }
        Expr::Unary(op, of) => Expr::Unary(op, again(func, of)?),
        _ => return None,
    };
    Some(func.add_expr(expr, node.at))
}
