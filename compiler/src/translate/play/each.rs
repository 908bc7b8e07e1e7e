//! What goes through a set: `for each u in S`, the order that a side chooses, what is done to each of several.
//!
//! A set is gone through in its own order: pieces as they stand in the order of battle, hexes by their numbers. A list
//! that is written out, `[a, b, c]`, is gone through as it is written; a list of the map, `hexes bank in order`, as it is
//! printed. All are taken once, before the first.

use super::stmt::changed_by;
use crate::hir::{self, Expr, ForEach, Kind, Round, Stmt, StmtKind, Through};
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::in_play::may_remove_others;
use crate::translate::reader::Reader;
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::Entry;
use wgr_grammar::ast::{self, ExprKind, StmtKind as Said};

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

    /// `men.moved becomes yes`, `men.steps loses 1`: each of them, at one time; what is written is reckoned once, before.
    pub(super) fn of_each(&mut self, stmt: &ast::Stmt) -> Made<Option<Vec<StmtKind>>> {
        let (place, amount, more) = match &stmt.kind {
            Said::Becomes { place, value } => (place, value, None),
            Said::Gains { place, amount } => (place, amount, Some(true)),
            Said::Loses { place, amount } => (place, amount, Some(false)),
            _ => return Ok(None),
        };
        let ExprKind::Field(of, name) = &place.kind else { return Ok(None) };
        let whole = self.read_expr(of, None)?;
        let (Ty::Set(noun), Some(kinds)) = (whole.ty, whole.ty.kinds()) else { return Ok(None) };
        let (at, ir) = (self.place(of.span), self.m.ir_type(Ty::One(noun)));
        let var = self.binder(" each", ir);
        let one = || Expr::new(Kind::Local(var), Ty::One(noun), at);
        let to = self.field_target((one(), kinds), (of, name), self.place(place.span))?;
        let want = if more.is_some() { self.counted_as(to.ty, place)? } else { to.ty };
        let read = self.read_as(amount, want)?;
        let ty = if read.ty == Ty::Nothing { want } else { read.ty };
        let ir = self.m.ir_type(ty);
        let (kept, value_at) = (self.binder(" value", ir), read.at);
        let value = Expr::new(Kind::Local(kept), ty, value_at);
        let value = match more {
            Some(more) => {
                let before = Expr::new(Kind::Stored(to.cell, vec![one()]), to.ty, at);
                changed_by(before, value, to.ty, more)
            }
            None => value,
        };
        let beyond = match &amount.kind {
            ExprKind::No => Vec::new(),
            _ if more.is_some() => Vec::new(),
            _ => self.none_left(place, |_| Ok(one()))?,
        };
        let body =
            vec![Stmt { kind: StmtKind::Set { to, value, beyond, anew: more.is_none() }, at: self.place(stmt.span) }];
        let only_in_play = self.m.board.is_some() && !self.absent_meant(of);
        let (over, round) = (Through::Set(whole), Round { body, left: None });
        let each = StmtKind::ForEach(Box::new(ForEach { var, noun, over, at, round, only_in_play }));
        Ok(Some(vec![StmtKind::Name(kept, read), each]))
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
        let only_in_play = pieces && !self.absent_meant(said) && may_remove_others(&self.m.world, block, &var.text);
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
        Ok(StmtKind::Order(Box::new(hir::Order { site, by, var, rest: None, from, round })))
    }
}
