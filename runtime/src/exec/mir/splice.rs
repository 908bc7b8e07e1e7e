//! Short queries put in the place of their calls, so that a condition like `can_march(u)` is seen through: what it asks
//! of the printed data and of cells can be put to all members at once.
//!
//! Only queries that are one expression, with arguments that are found at once and cannot fault: then it makes no
//! difference when they are found, or how often.

use super::Mir;
use crate::ir::{
    BinaryOp, Expr, ExprId, ExprNode, Fold, FoldOp, Func, FuncId, FuncKind, Local, LocalId, Scalar, StmtKind, Type,
    What, walk,
};
use crate::verify::Verified;

/// Longer ones stay calls; what is no name is found anew at each use, so it may stand in few places.
const MOST_NODES: usize = 48;
const MOST_USES: usize = 2;

/// In all functions, callees first, so that what is put in is itself done. Queries whose answers are kept stay calls.
/// `straight`: makes a query one expression, if it is one.
pub(super) fn short_queries<'p>(
    mir: &mut Mir<'p>,
    verified: &Verified,
    is_kept: impl Fn(FuncId) -> bool,
    straight: impl Fn(&mut Mir<'p>, FuncId),
) {
    let mut short = vec![None; mir.funcs.len()];
    for &id in verified.order.iter() {
        for at in 0..mir.program.func(id).exprs.len() {
            mir.call(id, ExprId::new(at), &short);
        }
        mir.conditions_of_any(id);
        straight(mir, id);
        short[id.index()] = mir.one_expression(id).filter(|_| !is_kept(id));
    }
}

impl Mir<'_> {
    /// `any(x in s when a: b)` becomes `any(x in s when a and b: yes)`: conditions stand together, where they can be seen.
    fn conditions_of_any(&mut self, id: FuncId) {
        for at in 0..self.funcs[id.index()].exprs.len() {
            let node = &self.funcs[id.index()].exprs[at];
            let Expr::Fold(Fold { op: FoldOp::Any, guard, value: Some(value), .. }) = &node.expr else { continue };
            let (guard, value, place) = (*guard, *value, node.at);
            let yes = Scalar { what: What::Bool, lo: 1, hi: 1 };
            let literal = ExprNode { expr: Expr::Literal { value: 1, ty: yes }, at: place };
            let (literal, origin) =
                (self.push(id, literal, Type::Scalar(yes), id), self.origins[id.index()][value.index()]);
            let both = match guard {
                Some(guard) => {
                    let both = ExprNode { expr: Expr::Binary(BinaryOp::And, guard, value), at: place };
                    self.push(id, both, Type::Scalar(Scalar { lo: 0, ..yes }), origin)
                }
                None => value,
            };
            if let Expr::Fold(fold) = &mut self.funcs[id.index()].to_mut().exprs[at].expr {
                (fold.guard, fold.value) = (Some(both), Some(literal));
            }
        }
    }

    /// The expression that a query is.
    fn one_expression(&self, id: FuncId) -> Option<ExprId> {
        let func = &self.funcs[id.index()];
        let (last, marks) = func.body.code()?.0.split_last()?;
        let StmtKind::Return(Some(value)) = last.kind else { return None };
        let only_marks = marks.iter().all(|stmt| matches!(stmt.kind, StmtKind::Mark { .. }));
        let (from, place) = (self.types[id.index()][value.index()].scalar()?, func.ret?.scalar()?);
        let is_short = func.kind == FuncKind::Query && only_marks && is_short(func, value);
        (is_short && from.fits(place)).then_some(value)
    }

    /// Put the callee's expression in the place of a call.
    fn call(&mut self, caller: FuncId, at: ExprId, short: &[Option<ExprId>]) {
        let func = &self.funcs[caller.index()];
        let Expr::Call(callee, args) = func.expr(at) else { return };
        let Some(value) = short[callee.index()] else { return };
        let (callee, args) = (*callee, args.clone());
        if !self.may_hand_over(caller, callee, &args, value) {
            return;
        }
        let mut copy = Copying { caller, callee, args, names: vec![], own: self };
        if let Some(node) = copy.node(value) {
            self.funcs[caller.index()].to_mut().exprs[at.index()] = node;
            self.origins[caller.index()][at.index()] = self.origins[callee.index()][value.index()];
        }
    }

    fn may_hand_over(&self, caller: FuncId, callee: FuncId, args: &[ExprId], value: ExprId) -> bool {
        let target = &self.funcs[callee.index()];
        let mut uses = vec![0_usize; args.len()];
        walk::walk_expr(target, value, &mut |node| {
            if let walk::Node::Expr(_, Expr::Local(local)) = node
                && let Some(count) = uses.get_mut(local.index())
            {
                *count += 1;
            }
        });
        args.iter().zip(target.param_types()).zip(uses).all(|((&arg, place), uses)| {
            let from = self.types[caller.index()][arg.index()];
            let fits = from.scalar().zip(place.scalar()).is_some_and(|(from, place)| from.fits(place));
            fits && self.is_invariant(caller, arg) && (uses <= MOST_USES || self.is_name(caller, arg))
        })
    }

    fn is_name(&self, caller: FuncId, arg: ExprId) -> bool {
        matches!(self.funcs[caller.index()].expr(arg), Expr::Local(_) | Expr::Literal { .. } | Expr::None(_))
    }

    /// Found at once, and without a fault: names, constants, printed data of these.
    fn is_invariant(&self, caller: FuncId, arg: ExprId) -> bool {
        let Expr::Table(table, index) = self.funcs[caller.index()].expr(arg) else { return self.is_name(caller, arg) };
        let ([index], [place]) = (index.as_slice(), self.program.table(*table).index.as_slice()) else { return false };
        let fits = self.types[caller.index()][index.index()].scalar().is_some_and(|ty| ty.fits(*place));
        fits && self.is_name(caller, *index)
    }
}

/// Few parts, and none with statements or kernels in it.
fn is_short(func: &Func, value: ExprId) -> bool {
    let (mut nodes, mut plain) = (0, true);
    walk::walk_expr(func, value, &mut |node| {
        nodes += 1;
        plain &= match node {
            walk::Node::Expr(_, expr) => remade(expr, &mut Some, &mut |local| local).is_some(),
            walk::Node::Stmt(_) => false,
        };
    });
    plain && nodes <= MOST_NODES
}

/// One callee's expression on its way into a caller.
struct Copying<'a, 'p> {
    own: &'a mut Mir<'p>,
    caller: FuncId,
    callee: FuncId,
    args: Vec<ExprId>,
    /// Names of the callee's own folds, and what they are called in the caller.
    names: Vec<(LocalId, LocalId)>,
}

impl Copying<'_, '_> {
    /// The callee's node with its parts in the caller's list.
    fn node(&mut self, id: ExprId) -> Option<ExprNode> {
        let ExprNode { expr, at } = self.own.funcs[self.callee.index()].exprs.get(id.index())?.clone();
        let mut names = std::mem::take(&mut self.names);
        let mut rename = |local: LocalId| self.renamed(local, &mut names);
        let renamed = remade(&expr, &mut Some, &mut rename)?;
        self.names = names;
        Some(ExprNode { expr: remade(&renamed, &mut |part| self.part(part), &mut |local| local)?, at })
    }

    /// A parameter is what is handed over for it; everything else is copied.
    fn part(&mut self, id: ExprId) -> Option<ExprId> {
        if let Expr::Local(local) = self.own.funcs[self.callee.index()].expr(id)
            && let Some(arg) = self.args.get(local.index())
        {
            return self.again(*arg);
        }
        let node = self.node(id)?;
        let (ty, origin) = (self.own.types[self.callee.index()][id.index()], self.origin(self.callee, id));
        Some(self.own.push(self.caller, node, ty, origin))
    }

    /// What is handed over, once more: an expression stands in one place only.
    fn again(&mut self, arg: ExprId) -> Option<ExprId> {
        let ExprNode { expr, at } = self.own.funcs[self.caller.index()].exprs.get(arg.index())?.clone();
        let expr = remade(&expr, &mut |part| self.again(part), &mut |local| local)?;
        let (ty, origin) = (self.own.types[self.caller.index()][arg.index()], self.origin(self.caller, arg));
        Some(self.own.push(self.caller, ExprNode { expr, at }, ty, origin))
    }

    fn origin(&self, func: FuncId, id: ExprId) -> FuncId {
        self.own.origins[func.index()][id.index()]
    }

    fn renamed(&mut self, local: LocalId, names: &mut Vec<(LocalId, LocalId)>) -> LocalId {
        if let Some((_, new)) = names.iter().find(|(old, _)| *old == local) {
            return *new;
        }
        let declared: Local = self.own.funcs[self.callee.index()].local(local).clone();
        let new = self.own.declare(self.caller, declared);
        names.push((local, new));
        new
    }
}

/// The same expression of other parts and names; nothing of one that has statements or kernels in it.
pub(super) fn remade(
    expr: &Expr,
    part: &mut impl FnMut(ExprId) -> Option<ExprId>,
    name: &mut impl FnMut(LocalId) -> LocalId,
) -> Option<Expr> {
    let mut list = |all: &[ExprId]| all.iter().map(|id| part(*id)).collect::<Option<Vec<_>>>();
    Some(match expr {
        Expr::Literal { .. } | Expr::None(_) | Expr::Empty(_) | Expr::All(_) | Expr::Kind(_) => expr.clone(),
        Expr::Local(local) => Expr::Local(name(*local)),
        Expr::Cell(cell, index) => Expr::Cell(*cell, list(index)?),
        Expr::Table(table, index) => Expr::Table(*table, list(index)?),
        Expr::Call(func, args) => Expr::Call(*func, list(args)?),
        Expr::Board(op, args) => Expr::Board(*op, list(args)?),
        Expr::Unary(op, a) => Expr::Unary(*op, part(*a)?),
        Expr::Binary(op, a, b) => Expr::Binary(*op, part(*a)?, part(*b)?),
        Expr::If(cond, a, b) => Expr::If(part(*cond)?, part(*a)?, part(*b)?),
        Expr::Fold(fold) => {
            let mut some = |id: Option<ExprId>| id.map_or(Some(None), |id| part(id).map(Some));
            let (guard, value, other) = (some(fold.guard)?, some(fold.value)?, some(fold.other)?);
            Expr::Fold(Fold { op: fold.op, var: name(fold.var), over: part(fold.over)?, guard, value, other })
        }
        Expr::Peek { .. }
        | Expr::Extend { .. }
        | Expr::Complete { .. }
        | Expr::Buyable { .. }
        | Expr::Spendable { .. }
        | Expr::Suppose(_) => return None,
    })
}
