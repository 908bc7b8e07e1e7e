//! Queries that say in steps what one expression says. Rows name their conditions, then what they come to, then go by that; where
//! one row decides, or several that all say the same, that is one expression:
//!
//! ```text
//! let here = tired[u]
//! let verdict = no
//! if here { verdict := yes }
//! return verdict              is  return tired[u]
//! ```
//!
//! Then it can be put in the place of its calls (`splice.rs`), and conditions on it can be put to all members at once. A query that
//! does not become one expression stays as it is. What may fault is found where it was found before, behind the same things.

use super::Mir;
use super::given::{Query, yes_or_no};
use super::known::Known;
use super::safe::{Safe, Text};
use crate::ir::{
    BinaryOp, Block, Body, Expr, ExprId, ExprNode, FuncId, Local, LocalId, Program, Scalar, Stmt, StmtKind, Type,
    UnaryOp, What, walk,
};

/// Longer ones are no expression that is put anywhere.
const MOST_STATEMENTS: usize = 24;

/// The query as one expression, if it is one.
pub(super) fn tell(program: &Program, mir: &mut Mir<'_>, id: FuncId, safe: &[Safe]) {
    let Some(mut query) = Query::of(program, mir, id, safe) else { return };
    if walk::all_stmts(&Block(query.stmts())).len() <= 3 * MOST_STATEMENTS && query.is_one_expression() {
        query.stands_in(mir);
    }
}

impl Query<'_> {
    fn is_one_expression(&mut self) -> bool {
        loop {
            self.shorten();
            let plain = self.stmts();
            if matches!(plain.as_slice(), [Stmt { kind: StmtKind::Return(Some(_)), .. }]) {
                return true;
            }
            let known = Known::of(&self.func, false);
            let Some(new) = Some(plain).filter(|plain| plain.len() <= MOST_STATEMENTS) else { return false };
            let Some(new) = self.verdict(&known, &new) else { return false };
            self.func.body = Body::Code(Block(new));
        }
    }

    /// Rows that all say the same: `if a { verdict := yes } if b { verdict := yes } return verdict` is `return a or b`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever else happens on the way is no expression")]
    fn verdict(&mut self, known: &Known, stmts: &[Stmt]) -> Option<Vec<Stmt>> {
        let (last, before) = stmts.split_last()?;
        let StmtKind::Return(Some(told)) = last.kind else { return None };
        let verdict = self.func.name_of(told).filter(|verdict| known.reads[verdict.index()] == 1)?;
        let begins =
            before.iter().position(|stmt| matches!(stmt.kind, StmtKind::Let { local, .. } if local == verdict))?;
        let StmtKind::Let { value: first, fresh: true, .. } = before[begins].kind else { return None };
        let else_is = yes_or_no(&self.func, first)?;
        let (mut left, mut conditions) = (before[..begins].to_vec(), Vec::new());
        for stmt in &before[begins + 1..] {
            match &stmt.kind {
                StmtKind::Let { local, .. } if *local != verdict => left.push(stmt.clone()),
                StmtKind::If { cond, then, other } if other.0.is_empty() => {
                    let [Stmt { kind: StmtKind::Let { local, value, .. }, .. }] = then.0.as_slice() else {
                        return None;
                    };
                    if *local != verdict || yes_or_no(&self.func, *value)? == else_is {
                        return None;
                    }
                    // It comes to the same at the end, or has a name that does.
                    conditions.push(match self.stays(known, *cond) {
                        true => *cond,
                        false => self.named(*cond, stmt, &mut left),
                    });
                }
                _ => return None,
            }
        }
        let mut any = conditions.into_iter();
        let first = any.next()?;
        let any = any.fold(first, |a, b| self.put(Expr::Binary(BinaryOp::Or, a, b), last));
        let answer = if else_is { self.put(Expr::Unary(UnaryOp::Not, any), last) } else { any };
        left.push(Stmt { kind: StmtKind::Return(Some(answer)), at: last.at });
        Some(left)
    }

    /// Does it come to the same wherever it is asked, and never to a fault? What was named before fails where it was named.
    fn stays(&self, known: &Known, cond: ExprId) -> bool {
        let is_stable = |local: &LocalId| known.writes[local.index()] == 1;
        let text = Text::of(self.program, (&self.func, &self.types), self.safe, known);
        walk::free_locals(&self.func, cond).iter().all(is_stable) && text.expr(cond)
    }

    fn named(&mut self, cond: ExprId, told: &Stmt, left: &mut Vec<Stmt>) -> ExprId {
        self.func.locals.push(Local { name: "asked".to_owned(), ty: self.types[cond.index()], hidden: false });
        let local = LocalId::new(self.func.locals.len() - 1);
        left.push(Stmt { kind: StmtKind::Let { local, value: cond, fresh: true }, at: told.at });
        self.put(Expr::Local(local), told)
    }

    fn put(&mut self, expr: Expr, told: &Stmt) -> ExprId {
        self.func.exprs.push(ExprNode { expr, at: told.at });
        self.types.push(Type::Scalar(Scalar { what: What::Bool, lo: 0, hi: 1 }));
        self.origins.push(self.id);
        ExprId::new(self.func.exprs.len() - 1)
    }
}
