//! Code of what goes through a set: `for each`, the order that a side chooses, what is done to each of several.

use crate::diag::Place;
use crate::hir::{Expr as Read, ForEach, Local, Offered, Order, Through};
use crate::translate::ty::{Noun, Ty};
use crate::translate::writer::{Lines, Source, Writer};
use wgr_runtime::bug;
use wgr_runtime::ir::{BinaryOp, Block, Expr, ExprId, FoldOp, HEX, LocalId, StmtKind as Code, Type, UnaryOp};

impl Writer<'_, '_> {
    pub(super) fn for_each(&mut self, each: &ForEach, lines: &mut Lines) {
        let (items, left) = match &each.over {
            Through::Set(set) => {
                let set = self.emit(set);
                return self.each_member(each, set, lines);
            }
            Through::Printed { table, set, left } => return self.each_printed(each, (*table, set), *left, lines),
            Through::List(items, left) => (items, *left),
        };
        let domain = self.m.domain_of(each.noun);
        let mut parts = Vec::new();
        for item in items {
            let id = self.emit(item);
            let part = match item.ty {
                Ty::Set(_) => id,
                _ => self.unary(UnaryOp::Single, id),
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
        self.each_member(each, part, &mut body);
        self.stand_at(each.at);
        let times = self.number(parts.len() as i64, 1);
        self.push_loop(Code::Repeat { var: at, until, times, body: body.block() }, left, lines);
    }

    /// Those of a set, in the order of a printed list.
    fn each_printed(&mut self, each: &ForEach, (table, set): (usize, &Read), left: Option<Local>, lines: &mut Lines) {
        let def = self.m.world.tables.get(table);
        let Some((table, last)) = def.and_then(|def| Some((def.table, def.axes.first()?.hi))) else {
            bug!("no list {table}")
        };
        let set = self.emit(set);
        let all = self.local(" all", Type::Set(HEX), false);
        self.set_local(all, set, true, lines);
        let (at, until) =
            (self.local(" at", Type::int(0, last), false), self.local(" until", Type::int(0, last), true));
        let (now, one, end) = (self.get(at), self.number(1, 1), self.number(last, 1));
        let place = self.binary(BinaryOp::Add, now, one);
        let place = self.binary(BinaryOp::Min, place, end);
        let hex = self.look(table, vec![place]);
        let (hex, all) = (self.unary(UnaryOp::Single, hex), self.get(all));
        let part = self.binary(BinaryOp::Inter, hex, all);
        let mut body = Lines::default();
        self.each_member(each, part, &mut body);
        self.stand_at(each.at);
        let times = self.number(last, 1);
        self.push_loop(Code::Repeat { var: at, until, times, body: body.block() }, left, lines);
    }

    /// One after the other, in the order of the set; those that have left play on the way are passed over.
    fn each_member(&mut self, each: &ForEach, set: ExprId, lines: &mut Lines) {
        let domain = self.m.domain_of(each.noun);
        let rest = self.local(" rest", Type::Set(domain), true);
        let var = self.new_slot(each.var);
        let mut body = self.emit_block(&each.round.body);
        self.stand_at(each.at);
        let mut over = set;
        if each.only_in_play {
            let (all, out) =
                (self.local(" all", Type::Set(domain), false), self.local(" out", Type::Set(domain), false));
            self.set_local(all, set, true, lines);
            let taken = self.get(all);
            // Those that were out of play at the start were meant.
            let nowhere = self.where_they_stand(taken, each.noun, false);
            self.set_local(out, nowhere, true, lines);
            over = self.get(all);
            let (one, again, out) = (self.get(var), self.get(var), self.get(out));
            let meant = self.binary(BinaryOp::In, again, out);
            if let Some(stands) = self.is_in_play(one) {
                let cond = self.binary(BinaryOp::Or, stands, meant);
                body = Block(vec![self.stmt(Code::If { cond, then: body, other: Block::default() })]);
            }
        }
        self.push_loop(Code::For { var, rest, over, body }, each.round.left, lines);
    }

    /// `for` over the members of a set of pieces.
    pub(crate) fn each_of(
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
        let stmt = self.stmt(Code::For { var, rest, over, body: body.block() });
        lines.0.push(stmt);
    }

    pub(super) fn in_order(&mut self, order: &Order, at: Place, lines: &mut Lines) {
        let site = self.emit_site(&order.site);
        let set = self.emit(&order.from.set);
        let domain = self.m.domain_of(order.from.noun);
        let left = self.local(" left", Type::Set(domain), false);
        self.set_local(left, set, true, lines);
        if let Some(rest) = order.rest {
            self.is_kept_in(rest, left);
        }
        let by = self.emit(&order.by);
        let var = self.new_slot(order.var);
        let inner = self.emit_block(&order.round.body);
        self.stand_at(at);
        let mut body = Lines::default();
        let (before, one) = (self.get(left), self.get(var));
        let one = self.unary(UnaryOp::Single, one);
        let rest = self.binary(BinaryOp::Minus, before, one);
        self.set_local(left, rest, false, &mut body);
        body.0.extend(inner.0);
        let from = self.get(left);
        let from = self.of_those_offered(&order.from, from);
        let arm = self.way("next", Some((var, from)), None, body.block());
        let leave = self.stmt(Code::Break);
        let mut round = Lines::default();
        self.ask(by, site, vec![arm], Some(Block(vec![leave])), &mut round);
        let most = self.most_members(order.from.noun) + 1;
        let count = self.local(" round", Type::int(0, i64::from(most)), true);
        self.push_loop(Code::Loop { most, count, body: round.block() }, order.round.left, lines);
    }

    /// How many members there are at most.
    pub(super) fn most_members(&self, noun: Noun) -> u32 {
        self.m.program.domain(self.m.domain_of(noun)).size
    }

    // Who is in play.

    /// Does this piece stand anywhere? Nothing to ask where there is no map.
    pub(crate) fn is_in_play(&mut self, piece: ExprId) -> Option<ExprId> {
        self.m.board.as_ref()?;
        let (stands, nowhere) = (self.stands(piece), self.nowhere());
        Some(self.binary(BinaryOp::Ne, stands, nowhere))
    }

    /// What an ask offers of a set.
    pub(super) fn of_those_offered(&mut self, offered: &Offered, set: ExprId) -> ExprId {
        if offered.only_in_play { self.where_they_stand(set, offered.noun, true) } else { set }
    }

    /// Those of a set that stand somewhere, or nowhere. Of what is no piece all stand.
    fn where_they_stand(&mut self, set: ExprId, noun: Noun, somewhere: bool) -> ExprId {
        if !matches!(noun, Noun::Piece(_)) || self.m.board.is_none() {
            return set;
        }
        let ir = self.m.ir_type(Ty::One(noun));
        let var = self.local(" each", ir, false);
        let piece = self.get(var);
        let (stands, nowhere) = (self.stands(piece), self.nowhere());
        let op = if somewhere { BinaryOp::Ne } else { BinaryOp::Eq };
        let guard = Some(self.binary(op, stands, nowhere));
        self.fold(FoldOp::Filter, Source { var, over: set, guard }, None, None)
    }
}
