//! What goes through a set: `for each u in S`, the order that a side chooses, what is done to each of several.
//!
//! A set is gone through in its own order: pieces as they stand in the order of battle, hexes by their numbers. A list
//! that is written out, `[a, b, c]`, is gone through as it is written. Both are taken once, before the first.

use crate::translate::builder::{ErrorReported, Made};
use crate::translate::in_play::may_remove_others;
use crate::translate::ty::{Noun, Ty};
use crate::translate::writer::{Lines, Writer};
use wgr_grammar::ast::{self, ExprKind};
use wgr_runtime::ir::{BinaryOp, Block, Expr, ExprId, LocalId, StmtKind, Type, UnaryOp};

impl Writer<'_, '_> {
    pub(super) fn for_each(
        &mut self,
        var: &ast::Name,
        set: &ast::Expr,
        block: &ast::Block,
        lines: &mut Lines,
    ) -> Made<()> {
        let ExprKind::List(items) = &set.kind else {
            let term = self.set(set)?;
            let noun = term.ty.noun().ok_or(ErrorReported)?;
            return self.each_member(var, (set, term.id, noun), block, lines);
        };
        // What the whole list is a list of, and that its items are alike.
        let whole = self.set(set)?;
        let noun = whole.ty.noun().ok_or(ErrorReported)?;
        let domain = self.m.domain_of(noun);
        let mut parts = Vec::new();
        for item in items {
            let term = self.expr(item, Some(Ty::One(noun)))?;
            let part = match term.ty {
                Ty::Set(_) => term.id,
                _ => self.unary(UnaryOp::Single, term.id),
            };
            let local = self.local(" item", Type::Set(domain), false);
            self.set_local(local, part, true, lines);
            parts.push(local);
        }
        let most = Type::int(0, parts.len() as i64);
        let (at, until) = (self.local(" at", most, false), self.local(" until", most, true));
        let mut part = self.add(Expr::Empty(domain));
        for (index, local) in parts.iter().enumerate().rev() {
            let (now, here) = (self.get(at), self.number(index as i64, 1));
            let (is_here, own) = (self.binary(BinaryOp::Eq, now, here), self.get(*local));
            part = self.add(Expr::If(is_here, own, part));
        }
        let mut body = Lines::default();
        let (done, left) = self.looped(|writer| writer.each_member(var, (set, part, noun), block, &mut body));
        done?;
        self.stand(set.span);
        let times = self.number(parts.len() as i64, 1);
        self.push_loop(StmtKind::Repeat { var: at, until, times, body: body.block() }, left, lines);
        Ok(())
    }

    /// One after the other, in the order of the set; those that have left play on the way are passed over.
    fn each_member(
        &mut self,
        var: &ast::Name,
        (said, set, noun): (&ast::Expr, ExprId, Noun),
        block: &ast::Block,
        lines: &mut Lines,
    ) -> Made<()> {
        let at = self.fresh_name(var)?;
        let ir = self.m.ir_type(Ty::One(noun));
        let rest = self.local(" rest", Type::Set(self.m.domain_of(noun)), true);
        let (local, (body, left)) = self.within_scope(|writer| {
            let local = writer.bind(&var.text, Ty::One(noun), ir, at, false);
            (local, writer.looped(|writer| writer.block(block)))
        });
        self.stand(said.span);
        let mut body = body?;
        let mut over = set;
        let pieces = matches!(noun, Noun::Piece(_)) && self.m.board.is_some();
        if pieces && !self.absent_meant(said) && may_remove_others(block, &var.text) {
            let domain = self.m.domain_of(noun);
            let (all, out) =
                (self.local(" all", Type::Set(domain), false), self.local(" out", Type::Set(domain), false));
            self.set_local(all, set, true, lines);
            let taken = self.get(all);
            // Those that were out of play at the start were meant.
            let nowhere = self.where_they_stand(taken, noun, false);
            self.set_local(out, nowhere, true, lines);
            over = self.get(all);
            let (one, again, out) = (self.get(local), self.get(local), self.get(out));
            let meant = self.binary(BinaryOp::In, again, out);
            if let Some(stands) = self.is_in_play(one) {
                let cond = self.binary(BinaryOp::Or, stands, meant);
                body = Block(vec![self.stmt(StmtKind::If { cond, then: body, other: Block::default() })]);
            }
        }
        self.push_loop(StmtKind::For { var: local, rest, over, body }, left, lines);
        Ok(())
    }

    /// `for` over the members of a set of pieces.
    pub(super) fn each_of(
        &mut self,
        over: ExprId,
        ty: Ty,
        lines: &mut Lines,
        what: impl FnOnce(&mut Self, LocalId, &mut Lines),
    ) {
        let Some(noun) = ty.noun() else { return };
        let ir = self.m.ir_type(Ty::One(noun));
        let var = self.local(" each", ir, false);
        let rest = self.local(" rest", Type::Set(self.m.domain_of(noun)), true);
        let mut body = Lines::default();
        what(self, var, &mut body);
        let stmt = self.stmt(StmtKind::For { var, rest, over, body: body.block() });
        lines.0.push(stmt);
    }

    /// `who chooses the order of u in S { .. }`
    pub(super) fn in_order(
        &mut self,
        by: &ast::Expr,
        var: &ast::Name,
        set: &ast::Expr,
        block: &ast::Block,
        stmt: &ast::Stmt,
        lines: &mut Lines,
    ) -> Made<()> {
        let site = self.site(stmt, "Which one next?");
        let at = self.fresh_name(var)?;
        let term = self.set(set)?;
        let Some(noun) = term.ty.noun() else { return Err(ErrorReported) };
        let domain = self.m.domain_of(noun);
        let left = self.local(" left", Type::Set(domain), false);
        self.set_local(left, term.id, true, lines);
        let ir = self.m.ir_type(Ty::One(noun));
        let by = self.asker(by)?;
        let (local, (inner, left_early)) = self.within_scope(|writer| {
            let local = writer.bind(&var.text, Ty::One(noun), ir, at, false);
            (local, writer.looped(|writer| writer.block(block)))
        });
        self.stand(stmt.span);
        let mut body = Lines::default();
        let (before, one) = (self.get(left), self.get(local));
        let one = self.unary(UnaryOp::Single, one);
        let rest = self.binary(BinaryOp::Minus, before, one);
        self.set_local(left, rest, false, &mut body);
        body.0.extend(inner?.0);
        let from = self.get(left);
        let from = self.still_offered(set, from, noun);
        let arm = self.way("next", Some((local, from)), None, body.block());
        let leave = self.stmt(StmtKind::Break);
        let mut round = Lines::default();
        self.ask(by, site, vec![arm], Some(Block(vec![leave])), &mut round);
        let most = self.m.program.domains.get(domain.index()).map_or(1, |domain| domain.size) + 1;
        let count = self.local(" round", Type::int(0, i64::from(most)), true);
        self.push_loop(StmtKind::Loop { most, count, body: round.block() }, left_early, lines);
        Ok(())
    }
}
