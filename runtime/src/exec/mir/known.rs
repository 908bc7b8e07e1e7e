//! What is known before a query runs: names that hold one written value, conditions that they decide, and loops of
//! which nothing is left or one round is enough. Rows leave many of these once nobody wants to be told how they came out.
//!
//! In procedures nothing is known: their names may be read out of a saved state.

use crate::ir::{Expr, ExprId, Func, FuncKind, LocalId, StmtKind, Type, walk};

/// What is known of a function's names.
#[derive(Clone, Default)]
pub(in crate::exec) struct Known {
    /// By local: the value that it is written as, where it is declared with that value and never written again.
    constants: Vec<Option<i64>>,
    /// By local: the expression that it is, where it is declared so and never written again.
    pub(in crate::exec) lets: Vec<Option<ExprId>>,
    /// By local: in how many places it is read and written. A parameter is written by whoever calls.
    pub(in crate::exec) reads: Vec<u32>,
    pub(in crate::exec) writes: Vec<u32>,
}

impl Known {
    /// Of a procedure, or where everything is told, nothing.
    pub(in crate::exec) fn of(func: &Func, explains: bool) -> Known {
        let count = func.locals.len();
        let mut known = Known {
            constants: vec![None; count],
            lets: vec![None; count],
            reads: vec![0; count],
            writes: vec![0; count],
        };
        let Some(block) = func.body.code().filter(|_| func.kind == FuncKind::Query && !explains) else { return known };
        known.writes[..func.params as usize].fill(1);
        let mut marked = vec![0; count];
        walk::walk_func(func, &mut |node| match node {
            walk::Node::Stmt(stmt) => {
                walk::binds(stmt).iter().for_each(|local| known.writes[local.index()] += 1);
                if let StmtKind::Mark { value, .. } = stmt.kind {
                    count_reads(func, value, &mut marked);
                }
            }
            walk::Node::Expr(_, Expr::Local(local)) => known.reads[local.index()] += 1,
            walk::Node::Expr(..) => {}
        });
        // Nobody wants the marks.
        known.reads.iter_mut().zip(marked).for_each(|(reads, marked)| *reads -= marked);
        for stmt in walk::all_stmts(block) {
            let StmtKind::Let { local, value, fresh: true } = stmt.kind else { continue };
            if known.writes[local.index()] != 1 {
                continue;
            }
            known.lets[local.index()] = Some(value);
            if let (Expr::Literal { value: written_as, .. }, Type::Scalar(_)) = (func.expr(value), func.local(local).ty)
            {
                known.constants[local.index()] = Some(*written_as);
            }
        }
        known
    }

    /// The value that a name is written as, if that is all it ever holds.
    pub(in crate::exec) fn constant(&self, local: LocalId) -> Option<i64> {
        self.constants[local.index()]
    }

    /// The function has got names since, of which nothing is known.
    pub(in crate::exec) fn make_room(&mut self, func: &Func) {
        let count = func.locals.len();
        self.constants.resize(count, None);
        self.lets.resize(count, None);
        self.reads.resize(count, 0);
        self.writes.resize(count, 0);
    }
}

fn count_reads(func: &Func, value: ExprId, reads: &mut [u32]) {
    walk::walk_expr(func, value, &mut |node| {
        if let walk::Node::Expr(_, Expr::Local(local)) = node {
            reads[local.index()] += 1;
        }
    });
}
