//! What goes through a set: `for each u in S`, the order that a side chooses, what is done to each of several.
//!
//! A set is gone through in its own order: pieces as they stand in the order of battle, hexes by their numbers. A list
//! that is written out, `[a, b, c]`, is gone through as it is written; a list of the map, `hexes bank in order`, as it is
//! printed. All are taken once, before the first.

use crate::hir::{self, Expr, ForEach, StmtKind, Through};
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::in_play::may_remove_others;
use crate::translate::reader::Reader;
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::Entry;
use wgr_grammar::ast::{self, ExprKind};

impl Reader<'_, '_> {
    pub(super) fn for_each(&mut self, var: &ast::Name, set: &ast::Expr, block: &ast::Block) -> Made<StmtKind> {
        // Of a list: what the whole is a list of, and that its items are alike.
        let whole = self.read_set(set)?;
        let noun = whole.ty.noun().ok_or(ErrorReported)?;
        let over = match (&set.kind, self.printed_list(set)) {
            (ExprKind::List(items), _) => {
                let items = items.iter().map(|item| self.read_expr(item, Some(Ty::One(noun))));
                Through::List(items.collect::<Made<Vec<Expr>>>()?, None)
            }
            (_, Some(table)) => Through::Printed { table, set: whole, left: None },
            (_, None) => return self.each_member(var, set, (Through::Set(whole), noun), block),
        };
        let (made, left) = self.in_loop(|reader| reader.each_member(var, set, (over, noun), block));
        let mut made = made?;
        if let StmtKind::ForEach(each) = &mut made
            && let Through::List(_, list_left) | Through::Printed { left: list_left, .. } = &mut each.over
        {
            *list_left = left;
        }
        Ok(made)
    }

    /// `bank`, `bank where C`: a list of the map that keeps its order, by its table.
    fn printed_list(&self, set: &ast::Expr) -> Option<usize> {
        let name = match &set.kind {
            ExprKind::Name(name) => name,
            ExprKind::Phrase(phrase) if phrase.among.is_none() => &phrase.noun,
            _ => return None,
        };
        if self.bound(&name.text).is_some() || self.kept(&name.text).is_some() {
            return None;
        }
        let Some(Entry::Feature(feature)) = self.m.world.entry(&name.text) else { return None };
        self.m.world.features.get(feature)?.in_order
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
