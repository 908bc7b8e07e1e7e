//! What can never fault: no look-up beyond its range, no missing member, no division by nought, no gap or clash. Of
//! such things it does not matter when they are found, or whether: so they may be put off, found once for all, or left
//! out once the answer stands.
//!
//! Statements are followed along every path that their yes and no allow, so that rows which call each other off are seen
//! never to clash. A cell is known to hold something where that was asked before (`place[u] <> none and ..`), and of the
//! members of a set that was sifted by it.

use super::known::Known;
use super::splice::Spliced;
use crate::ir::{
    BinaryOp, Block, CellId, Expr, ExprId, Fold, FoldOp, Func, FuncKind, LocalId, Program, Scalar, Stmt, StmtKind,
    Type, UnaryOp, walk,
};
use crate::verify::Verified;

/// Paths of one function; with more, it counts as one that may fault.
const MOST_PATHS: u32 = 64;
/// Sets made of sets are looked through so far.
const DEEPEST: usize = 6;

/// Which functions never fault, whatever they are asked.
pub(super) fn plan(program: &Program, verified: &Verified, spliced: &Spliced<'_>, known: &[Known]) -> Vec<bool> {
    let mut safe = vec![false; program.funcs.len()];
    for &id in &verified.order {
        let (func, at) = (&spliced.funcs[id.index()], id.index());
        let text = Text { program, func, types: &spliced.types[at], safe: &safe, known: &known[at] };
        let body = func.body.code().filter(|_| func.kind == FuncKind::Query);
        let never = body.is_some_and(|block| text.stmts(&block.0));
        safe[at] = never;
    }
    safe
}

/// One function's text, and what is known of those that it calls.
pub(super) struct Text<'a> {
    pub(super) program: &'a Program,
    pub(super) func: &'a Func,
    pub(super) types: &'a [Type],
    pub(super) safe: &'a [bool],
    pub(super) known: &'a Known,
}

/// Cells that hold something, of the members that names stand for.
type There = Vec<(CellId, LocalId)>;
/// By local: its value on this path, if it is known.
type Values = Vec<Option<i64>>;

impl Text<'_> {
    pub(super) fn expr(&self, id: ExprId) -> bool {
        self.asked(id, &mut There::new())
    }

    /// These statements, whatever stands before them.
    pub(super) fn stmts(&self, stmts: &[Stmt]) -> bool {
        let todo = stmts.iter().rev().collect();
        self.follow(todo, vec![None; self.func.locals.len()], &mut { MOST_PATHS })
    }

    /// Along one path, and every one that branches off it. `todo`: the next statement is the last.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn follow(&self, mut todo: Vec<&Stmt>, mut values: Values, paths: &mut u32) -> bool {
        while let Some(stmt) = todo.pop() {
            match &stmt.kind {
                StmtKind::Mark { .. } => {}
                StmtKind::Let { local, value, .. } => {
                    if !self.fits(*value, self.func.local(*local).ty, &mut There::new()) {
                        return false;
                    }
                    values[local.index()] = self.value(*value, &values);
                }
                StmtKind::If { cond, then, other } => {
                    if !self.expr(*cond) {
                        return false;
                    }
                    let on = |holds: bool, todo: &mut Vec<_>, values: &mut Values| {
                        todo.extend((if holds { then } else { other }).0.iter().rev());
                        self.learn(*cond, holds, values, DEEPEST);
                    };
                    if let Some(value) = self.value(*cond, &values) {
                        on(value == 1, &mut todo, &mut values);
                        continue;
                    }
                    let (mut other_todo, mut other_values) = (todo.clone(), values.clone());
                    on(true, &mut other_todo, &mut other_values);
                    *paths = paths.saturating_sub(1);
                    if *paths == 0 || !self.follow(other_todo, other_values, paths) {
                        return false;
                    }
                    on(false, &mut todo, &mut values);
                }
                StmtKind::For { var, over, body, .. } => {
                    if !self.round(*var, *over, body, &mut values, paths) {
                        return false;
                    }
                }
                StmtKind::Return(Some(value)) => {
                    return self.func.ret.is_some_and(|ret| self.fits(*value, ret, &mut There::new()));
                }
                StmtKind::Break => return true,
                _ => return false,
            }
        }
        true
    }

    /// Any round of a loop: what it writes may hold anything in it and behind it.
    fn round(&self, var: LocalId, over: ExprId, body: &Block, values: &mut Values, paths: &mut u32) -> bool {
        for stmt in walk::all_stmts(body) {
            walk::binds(stmt).iter().for_each(|local| values[local.index()] = None);
        }
        values[var.index()] = None;
        self.expr(over) && self.holds(var, over) && self.follow(body.0.iter().rev().collect(), values.clone(), paths)
    }

    /// Can the name stand for every member of the set?
    fn holds(&self, var: LocalId, over: ExprId) -> bool {
        let Type::Set(domain) = self.types[over.index()] else { return false };
        let whole = matches!(self.func.expr(over), Expr::All(_) | Expr::Kind(_));
        self.func.local(var).ty.scalar().is_some_and(|place| whole || self.program.member(domain).fits(place))
    }

    /// A yes or no, or a name's value, as far as this path tells.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn value(&self, id: ExprId, values: &Values) -> Option<i64> {
        match self.func.expr(id) {
            Expr::Literal { value, .. } => Some(*value),
            Expr::Local(local) => values[local.index()],
            Expr::Unary(UnaryOp::Not, a) => self.value(*a, values).map(|value| 1 - value),
            Expr::Binary(BinaryOp::And, a, b) => match (self.value(*a, values), self.value(*b, values)) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (Some(_), Some(_)) => Some(1),
                (_, _) => None,
            },
            Expr::Binary(BinaryOp::Or, a, b) => match (self.value(*a, values), self.value(*b, values)) {
                (Some(1), _) | (_, Some(1)) => Some(1),
                (Some(_), Some(_)) => Some(0),
                (_, _) => None,
            },
            _ => None,
        }
    }

    /// The condition holds or not: so does what it is made of, as far as that follows.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn learn(&self, cond: ExprId, holds: bool, values: &mut Values, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match self.func.expr(cond) {
            Expr::Local(local) => {
                values[local.index()] = Some(i64::from(holds));
                if let Some(value) = self.known.lets[local.index()] {
                    self.learn(value, holds, values, depth);
                }
            }
            Expr::Unary(UnaryOp::Not, a) => self.learn(*a, !holds, values, depth),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) if holds == (*op == BinaryOp::And) => {
                self.learn(*a, holds, values, depth);
                self.learn(*b, holds, values, depth);
            }
            _ => {}
        }
    }

    /// Safe, and surely a value of this place.
    fn fits(&self, value: ExprId, place: Type, there: &mut There) -> bool {
        let fits = match (self.types[value.index()], place) {
            (Type::Scalar(from), Type::Scalar(place)) => {
                from.fits(place) || Scalar { lo: from.lo.max(0), ..from }.fits(place) && self.is_there(value, there)
            }
            (Type::Set(from), Type::Set(place)) => from == place,
            (Type::Scalar(_), Type::Set(_)) | (Type::Set(_), Type::Scalar(_)) => false,
        };
        fits && self.asked(value, there)
    }

    fn all_fit(&self, values: &[ExprId], places: impl Iterator<Item = Scalar>, there: &mut There) -> bool {
        values.iter().zip(places).all(|(value, place)| self.fits(*value, Type::Scalar(place), there))
    }

    /// A cell of a name's member that is known to hold something.
    fn is_there(&self, value: ExprId, there: &There) -> bool {
        self.cell_of_name(value).is_some_and(|known| there.contains(&known))
    }

    fn cell_of_name(&self, value: ExprId) -> Option<(CellId, LocalId)> {
        let Expr::Cell(cell, index) = self.func.expr(value) else { return None };
        let [index] = index.as_slice() else { return None };
        if let Expr::Local(local) = self.func.expr(*index) { Some((*cell, *local)) } else { None }
    }

    fn asked(&self, id: ExprId, there: &mut There) -> bool {
        match self.func.expr(id) {
            Expr::Literal { .. } | Expr::None(_) | Expr::Empty(_) | Expr::All(_) | Expr::Kind(_) | Expr::Local(_) => {
                true
            }
            Expr::Cell(cell, index) => self.all_fit(index, self.program.cell(*cell).index.iter().copied(), there),
            Expr::Table(table, index) => self.all_fit(index, self.program.table(*table).index.iter().copied(), there),
            Expr::Unary(UnaryOp::The, a) => self.is_there(*a, there) && self.asked(*a, there),
            Expr::Unary(_, a) => self.asked(*a, there),
            Expr::Binary(BinaryOp::DivDown | BinaryOp::DivUp | BinaryOp::Mod, ..) => false,
            Expr::Binary(BinaryOp::And, a, b) => self.asked(*a, there) && self.behind(Some(*a), &[*b], there),
            Expr::Binary(_, a, b) => self.asked(*a, there) && self.asked(*b, there),
            Expr::If(cond, a, b) => {
                self.asked(*cond, there) && self.behind(Some(*cond), &[*a], there) && self.asked(*b, there)
            }
            Expr::Call(callee, args) => {
                let places = self.program.func(*callee).param_types();
                self.safe[callee.index()] && args.iter().zip(places).all(|(arg, place)| self.fits(*arg, place, there))
            }
            Expr::Fold(fold) => self.fold(fold, there),
            Expr::Board(_, args) => args.iter().all(|arg| {
                let some = self.types[arg.index()].scalar().is_some_and(|ty| !ty.is_opt());
                (some || self.is_there(*arg, there)) && self.asked(*arg, there)
            }),
            Expr::Peek { .. }
            | Expr::Extend { .. }
            | Expr::Complete { .. }
            | Expr::Buyable { .. }
            | Expr::Spendable { .. }
            | Expr::Suppose(_) => false,
        }
    }

    /// What is asked only where a condition holds.
    fn behind(&self, cond: Option<ExprId>, parts: &[ExprId], there: &mut There) -> bool {
        let before = there.len();
        cond.into_iter().for_each(|cond| self.note(cond, there));
        let safe = parts.iter().all(|part| self.asked(*part, there));
        there.truncate(before);
        safe
    }

    fn fold(&self, fold: &Fold, there: &mut There) -> bool {
        if !self.asked(fold.over, there) || !self.holds(fold.var, fold.over) {
            return false;
        }
        let before = there.len();
        there.extend(self.sifted_by(fold.over, DEEPEST).into_iter().map(|cell| (cell, fold.var)));
        let guard = fold.guard.is_none_or(|guard| self.asked(guard, there));
        let parts: Vec<ExprId> = [fold.value, fold.other].into_iter().flatten().collect();
        let safe = guard && self.behind(fold.guard, &parts, there);
        there.truncate(before);
        safe
    }

    /// Cells that a condition says hold something.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn note(&self, cond: ExprId, there: &mut There) {
        match self.func.expr(cond) {
            Expr::Binary(BinaryOp::And, a, b) => {
                self.note(*a, there);
                self.note(*b, there);
            }
            Expr::Binary(BinaryOp::Ne, a, b) => {
                let none = |id: ExprId| matches!(self.func.expr(id), Expr::None(_));
                let cell = if none(*b) { Some(*a) } else { none(*a).then_some(*b) };
                there.extend(cell.and_then(|cell| self.cell_of_name(cell)));
            }
            _ => {}
        }
    }

    /// Cells that hold something for every member of the set.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn sifted_by(&self, set: ExprId, depth: usize) -> Vec<CellId> {
        let Some(depth) = depth.checked_sub(1) else { return vec![] };
        match self.func.expr(set) {
            Expr::Local(local) => {
                self.known.lets[local.index()].map(|value| self.sifted_by(value, depth)).unwrap_or_default()
            }
            Expr::Binary(BinaryOp::Minus | BinaryOp::Inter, a, _) => self.sifted_by(*a, depth),
            Expr::Fold(Fold { op: FoldOp::Filter, var, over, guard: Some(guard), .. }) => {
                let mut there = There::new();
                self.note(*guard, &mut there);
                let own = there.into_iter().filter(|(_, local)| local == var).map(|(cell, _)| cell);
                own.chain(self.sifted_by(*over, depth)).collect()
            }
            _ => vec![],
        }
    }
}
