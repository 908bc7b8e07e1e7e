//! Conditions that are told by their title: what a die decides, with the number that came to it, and what ends an action or a
//! procedure behind whatever else it does.

use super::stmt::leads_away;
use crate::hir;
use crate::translate::reader::Reader;
use crate::translate::ty::Ty;
use crate::translate::walk;
use crate::translate::world::Entry;
use wgr_grammar::ast::{self, ExprKind};

impl Reader<'_, '_> {
    /// Told where the statement has a title and its condition reads a die, or where it ends what it stands in.
    pub(super) fn decided(&mut self, cond: &ast::Expr, then: &ast::Block, stmt: &ast::Stmt) -> Option<hir::Decided> {
        let title = stmt.title.as_ref()?;
        let how = if self.reads_a_die(cond) {
            hir::How::ByADie { in_all: self.in_all(cond) }
        } else if then.stmts.len() > 1 && leads_away(then) {
            hir::How::Leads
        } else {
            return None;
        };
        Some(hir::Decided { site: self.site_of(&stmt.cases, &title.text), how })
    }

    /// Does a die that fell above stand in it?
    fn reads_a_die(&self, cond: &ast::Expr) -> bool {
        let mut reads = false;
        walk::expressions(cond, &mut |expr| reads |= self.is_a_die(expr));
        reads
    }

    fn is_a_die(&self, expr: &ast::Expr) -> bool {
        let ExprKind::Name(name) = &expr.kind else { return false };
        self.m.world.entry(&name.text).is_some_and(|entry| matches!(entry, Entry::Die(_)))
    }

    /// The number with a die in it that is compared, or that a question is asked about. What stands further inside may hold for
    /// some only, or where something else does.
    fn in_all(&mut self, cond: &ast::Expr) -> Option<hir::Expr> {
        let is_sum = |part: &&ast::Expr| matches!(part.kind, ExprKind::Arithmetic(..)) && self.reads_a_die(part);
        let sum = match &without_not(cond).kind {
            ExprKind::Compare(_, one, other) => [&**one, &**other].into_iter().find(is_sum),
            ExprKind::Call(_, args) => args.iter().find(is_sum),
            _ => None,
        };
        let read = self.read_expr(sum?, None).ok()?;
        matches!(read.ty, Ty::Number { den: 1, .. }).then_some(read)
    }
}

fn without_not(cond: &ast::Expr) -> &ast::Expr {
    if let ExprKind::Not(inner) = &cond.kind { without_not(inner) } else { cond }
}
