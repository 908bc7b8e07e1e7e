//! What goes through a set: `for each u in S`, the order that a side chooses, what is done to each of several.
//!
//! A set is gone through in its own order: pieces as they stand in the order of battle, hexes by their numbers. A list
//! that is written out, `[a, b, c]`, is gone through as it is written. Both are taken once, before the first.

use crate::hir::{self, Expr, ForEach, StmtKind, Through};
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::in_play::may_remove_others;
use crate::translate::reader::Reader;
use crate::translate::ty::{Noun, Ty};
use wgr_grammar::ast::{self, ExprKind};

impl Reader<'_, '_> {
    pub(super) fn for_each(&mut self, var: &ast::Name, set: &ast::Expr, block: &ast::Block) -> Made<StmtKind> {
        // Of a list: what the whole is a list of, and that its items are alike.
        let whole = self.read_set(set)?;
        let noun = whole.ty.noun().ok_or(ErrorReported)?;
        let ExprKind::List(items) = &set.kind else {
            return self.each_member(var, set, (Through::Set(whole), noun), block);
        };
        let items: Vec<Expr> =
            items.iter().map(|item| self.read_expr(item, Some(Ty::One(noun)))).collect::<Made<Vec<Expr>>>()?;
        let (made, left) = self.in_loop(|reader| {
            let over = Through::List(items, None);
            reader.each_member(var, set, (over, noun), block)
        });
        let mut made = made?;
        if let StmtKind::ForEach(each) = &mut made
            && let Through::List(_, list_left) = &mut each.over
        {
            *list_left = left;
        }
        Ok(made)
    }

    /// One after the other, in the order of the set; those that have left play on the way are passed over.
    fn each_member(
        &mut self,
        var: &ast::Name,
        said: &ast::Expr,
        (over, noun): (Through, Noun),
        block: &ast::Block,
    ) -> Made<StmtKind> {
        let at = self.fresh_name(var)?;
        let ir = self.m.ir_type(Ty::One(noun));
        let (local, round) = self.within_scope(|reader| {
            let local = reader.bind(&var.text, Ty::One(noun), ir, at);
            (local, reader.looped(|reader| reader.read_block(block)))
        });
        let round = round?;
        let pieces = matches!(noun, Noun::Piece(_)) && self.m.board.is_some();
        let only_in_play = pieces && !self.absent_meant(said) && may_remove_others(block, &var.text);
        let at = self.place(said.span);
        Ok(StmtKind::ForEach(Box::new(ForEach { var: local, noun, over, at, round, only_in_play })))
    }

    /// `who chooses the order of u in S { .. }`
    pub(super) fn in_order(
        &mut self,
        by: &ast::Expr,
        var: &ast::Name,
        set: &ast::Expr,
        block: &ast::Block,
        stmt: &ast::Stmt,
    ) -> Made<StmtKind> {
        let site = self.site(stmt, "Which one next?");
        let at = self.fresh_name(var)?;
        let all = self.read_set(set)?;
        let Some(noun) = all.ty.noun() else { return Err(ErrorReported) };
        let from = self.still_offered(set, all, noun);
        let ir = self.m.ir_type(Ty::One(noun));
        let by = self.read_asker(by)?;
        let (var, round) = self.within_scope(|reader| {
            let local = reader.bind(&var.text, Ty::One(noun), ir, at);
            (local, reader.looped(|reader| reader.read_block(block)))
        });
        let round = round?;
        Ok(StmtKind::Order(Box::new(hir::Order { site, by, var, from, round })))
    }
}
