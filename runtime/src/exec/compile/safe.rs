//! What can never fault: no look-up beyond its range, no missing member, no division by nought, no gap or clash. Of
//! such things it does not matter when they are found, or whether: so they may be put off, or found once for all.

use super::splice::Spliced;
use crate::ir::{BinaryOp, Block, Expr, ExprId, Func, FuncKind, Program, Scalar, Stmt, StmtKind, Type, UnaryOp};
use crate::verify::Verified;

/// Which functions never fault, whatever they are asked.
pub(super) fn plan(program: &Program, verified: &Verified, spliced: &Spliced<'_>) -> Vec<bool> {
    let mut safe = vec![false; program.funcs.len()];
    for &id in &verified.order {
        let func = &spliced.funcs[id.index()];
        let text = Text { program, func, types: &spliced.types[id.index()], safe: &safe };
        let body = func.body.code().filter(|_| func.kind == FuncKind::Query);
        let never = body.is_some_and(|block| text.block(block));
        safe[id.index()] = never;
    }
    safe
}

/// One function's text, and what is known of those that it calls.
pub(super) struct Text<'a> {
    pub(super) program: &'a Program,
    pub(super) func: &'a Func,
    pub(super) types: &'a [Type],
    pub(super) safe: &'a [bool],
}

impl Text<'_> {
    fn block(&self, block: &Block) -> bool {
        block.0.iter().all(|stmt| self.stmt(stmt))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other statement may fault, or leads to one that does")]
    pub(super) fn stmt(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Mark { .. } => true,
            StmtKind::Let { local, value, .. } => self.fits(*value, self.func.local(*local).ty),
            StmtKind::If { cond, then, other } => self.expr(*cond) && self.block(then) && self.block(other),
            StmtKind::Return(Some(value)) => self.func.ret.is_some_and(|ret| self.fits(*value, ret)),
            _ => false,
        }
    }

    /// Safe, and surely a value of this place.
    fn fits(&self, value: ExprId, place: Type) -> bool {
        let fits = match (self.types[value.index()], place) {
            (Type::Scalar(from), Type::Scalar(place)) => from.fits(place),
            (Type::Set(from), Type::Set(place)) => from == place,
            (Type::Scalar(_), Type::Set(_)) | (Type::Set(_), Type::Scalar(_)) => false,
        };
        fits && self.expr(value)
    }

    fn all_fit(&self, values: &[ExprId], places: impl Iterator<Item = Scalar>) -> bool {
        values.iter().zip(places).all(|(value, place)| self.fits(*value, Type::Scalar(place)))
    }

    pub(super) fn expr(&self, id: ExprId) -> bool {
        match self.func.expr(id) {
            Expr::Literal { .. } | Expr::None(_) | Expr::Empty(_) | Expr::All(_) | Expr::Kind(_) | Expr::Local(_) => {
                true
            }
            Expr::Cell(cell, index) => self.all_fit(index, self.program.cell(*cell).index.iter().copied()),
            Expr::Table(table, index) => self.all_fit(index, self.program.table(*table).index.iter().copied()),
            Expr::Unary(op, a) => *op != UnaryOp::The && self.expr(*a),
            Expr::Binary(BinaryOp::DivDown | BinaryOp::DivUp | BinaryOp::Mod, ..) => false,
            Expr::Binary(_, a, b) => self.expr(*a) && self.expr(*b),
            Expr::If(cond, a, b) => self.expr(*cond) && self.expr(*a) && self.expr(*b),
            Expr::Call(callee, args) => {
                let target = self.program.func(*callee);
                let fit = args.iter().zip(target.param_types()).all(|(arg, place)| self.fits(*arg, place));
                self.safe[callee.index()] && fit
            }
            Expr::Fold(fold) => {
                let member = match self.types[fold.over.index()] {
                    Type::Set(domain) => self.program.member(domain),
                    Type::Scalar(_) => return false,
                };
                let whole = matches!(self.func.expr(fold.over), Expr::All(_) | Expr::Kind(_));
                let holds = self.func.local(fold.var).ty.scalar().is_some_and(|place| whole || member.fits(place));
                let parts = [Some(fold.over), fold.guard, fold.value, fold.other];
                holds && parts.into_iter().flatten().all(|part| self.expr(part))
            }
            Expr::Board(_, args) => self.board(args),
            Expr::Peek { .. }
            | Expr::Extend { .. }
            | Expr::Complete { .. }
            | Expr::Buyable { .. }
            | Expr::Spendable { .. }
            | Expr::Suppose(_) => false,
        }
    }

    /// Asked of members, not of what may be none.
    fn board(&self, args: &[ExprId]) -> bool {
        args.iter().all(|arg| self.types[arg.index()].scalar().is_some_and(|ty| !ty.is_opt()) && self.expr(*arg))
    }
}
