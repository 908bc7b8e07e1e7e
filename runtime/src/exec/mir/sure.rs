//! What numbers can be, as far as the way to them tells: less than their names may hold. What cannot leave its range needs no check
//! where it is kept, told or handed over.
//!
//! A sum of three parts is within what its parts come to; a look-up within what stands in its table; the answer of a query within
//! what it returns; a name within what was last given to it. Types of expressions become narrower by that; names keep theirs.

use super::Mir;
use crate::ir::{
    BinaryOp, Block, Expr, ExprId, Func, FuncKind, LocalId, Program, Scalar, Stmt, StmtKind, Type, UnaryOp, What, walk,
};
use crate::verify::{Verified, arithmetic, negate, round};

/// In all queries, callees first.
pub(super) fn tell(program: &Program, verified: &Verified, mir: &mut Mir<'_>) {
    let tables: Vec<Scalar> = program.tables.iter().map(|table| held(table.value, &table.data)).collect();
    let mut answers: Vec<Option<Scalar>> = vec![None; program.funcs.len()];
    for &id in verified.order.iter() {
        let func = &*mir.funcs[id.index()];
        let Some(block) = func.body.code().filter(|_| func.kind == FuncKind::Query) else { continue };
        let names = vec![None; func.locals.len()];
        let types = mir.types[id.index()].to_vec();
        let mut sure = Sure { func, tables: &tables, answers: &answers, types, names, told: None };
        sure.block(block);
        let (types, told) = (sure.types, sure.told);
        mir.types[id.index()] = types.into();
        answers[id.index()] = told.zip(func.ret.and_then(Type::scalar)).and_then(|(told, ret)| both(told, ret));
    }
}

/// From the least of them to the greatest.
fn held(ty: Scalar, data: &[i64]) -> Scalar {
    let (Some(lo), Some(hi)) = (data.iter().min(), data.iter().max()) else { return ty };
    Scalar { lo: *lo, hi: *hi, ..ty }
}

struct Sure<'a> {
    func: &'a Func,
    /// By table, what stands in it; by function, what it answers, where that is known.
    tables: &'a [Scalar],
    answers: &'a [Option<Scalar>],
    types: Vec<Type>,
    /// By name: what it is here, where it is known to be less than it may hold.
    names: Vec<Option<Scalar>>,
    /// What is returned so far.
    told: Option<Scalar>,
}

impl Sure<'_> {
    /// Does it come to its end?
    fn block(&mut self, block: &Block) -> bool {
        block.0.iter().all(|stmt| self.stmt(stmt))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "of what else happens nothing is known but what it asks")]
    fn stmt(&mut self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Let { local, value, .. } => {
                let given = self.expr(*value);
                let place = self.func.local(*local).ty.scalar();
                // What does not fit is a fault, so behind it the name holds what fits.
                self.names[local.index()] = given.zip(place).and_then(|(given, place)| both(given, place));
            }
            StmtKind::If { cond, then, other } => {
                self.expr(*cond);
                let before = self.names.clone();
                let ends = self.block(then);
                let behind = std::mem::replace(&mut self.names, before);
                let others = self.block(other);
                match (ends, others) {
                    (true, true) => {
                        let either = |(one, other): (&mut Option<Scalar>, Option<Scalar>)| {
                            *one = one.zip(other).map(|(one, other)| one.hull(other));
                        };
                        self.names.iter_mut().zip(behind).for_each(either);
                    }
                    (true, false) => self.names = behind,
                    (false, true) => {}
                    (false, false) => return false,
                }
            }
            StmtKind::Return(value) => {
                if let Some(told) = value.and_then(|value| self.expr(value)) {
                    self.told = Some(self.told.map_or(told, |before| before.hull(told)));
                }
                return false;
            }
            StmtKind::Fail { .. } => return false,
            StmtKind::Break => return false,
            kind => {
                walk::stmt_parts(kind, &mut |part| {
                    self.expr(part);
                });
                self.forget(stmt);
                let before = self.names.clone();
                walk::stmt_blocks(kind, &mut |block| {
                    self.block(block);
                    self.names.clone_from(&before);
                });
            }
        }
        true
    }

    /// Whatever is written in it may be anything.
    fn forget(&mut self, stmt: &Stmt) {
        let mut written: Vec<LocalId> = walk::binds(stmt);
        walk::stmt_blocks(&stmt.kind, &mut |block| {
            written.extend(walk::all_stmts(block).into_iter().flat_map(walk::binds));
        });
        written.into_iter().for_each(|local| self.names[local.index()] = None);
    }

    /// What it can be, and all its parts. Nothing of sets.
    fn expr(&mut self, id: ExprId) -> Option<Scalar> {
        let func = self.func;
        let expr = func.expr(id);
        if let Some(block) = walk::expr_block(expr) {
            let inner = walk::all_stmts(block);
            inner.into_iter().flat_map(walk::binds).for_each(|local| self.names[local.index()] = None);
            let before = self.names.clone();
            self.block(block);
            self.names = before;
        }
        let mut parts = Vec::new();
        walk::expr_parts(expr, &mut |part| parts.push(part));
        parts.iter().for_each(|part| {
            self.expr(*part);
        });
        let ty = self.types[id.index()].scalar()?;
        let narrower = self.reckoned(expr).and_then(|found| both(found, ty)).unwrap_or(ty);
        self.types[id.index()] = Type::Scalar(narrower);
        Some(narrower)
    }

    /// Of its parts, which are known.
    #[expect(clippy::wildcard_enum_match_arm, reason = "everything else can be what its type allows")]
    fn reckoned(&self, expr: &Expr) -> Option<Scalar> {
        let of = |id: &ExprId| self.types[id.index()].scalar();
        match expr {
            Expr::Local(local) => self.names[local.index()],
            Expr::Table(table, _) => self.tables.get(table.index()).copied(),
            Expr::Call(callee, _) => self.answers[callee.index()],
            Expr::Unary(UnaryOp::Neg, a) => negate(of(a)?).ok(),
            Expr::Unary(op @ (UnaryOp::Down | UnaryOp::Up), a) => round(of(a)?, *op == UnaryOp::Up).ok(),
            Expr::Binary(
                op @ (BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::DivDown
                | BinaryOp::DivUp
                | BinaryOp::Mod
                | BinaryOp::Min
                | BinaryOp::Max),
                a,
                b,
            ) => arithmetic(*op, of(a)?, of(b)?).ok(),
            Expr::If(_, a, b) => of(a).zip(of(b)).filter(|(a, b)| a.what == b.what).map(|(a, b)| a.hull(b)),
            _ => None,
        }
    }
}

/// What is within both, if they count alike and anything is.
fn both(found: Scalar, ty: Scalar) -> Option<Scalar> {
    let within = Scalar { lo: found.lo.max(ty.lo), hi: found.hi.min(ty.hi), ..ty };
    (found.what == ty.what && matches!(ty.what, What::Int { .. }) && within.lo <= within.hi).then_some(within)
}
