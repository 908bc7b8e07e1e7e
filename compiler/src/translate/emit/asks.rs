//! Code of statements that ask: picks, choices, spending. Each offers only what can be completed.

use crate::hir::{self, Goods, Into, Limited, Limits, Picked, Picks, PicksNumber, Site, Spend, Way};
use crate::translate::ty::{Noun, Ty};
use crate::translate::writer::{Lines, Source, Writer};
use wgr_runtime::bug;
use wgr_runtime::ir::{
    self, Arm, Ask, BinaryOp, Block, Body, Expr, ExprId, FoldOp, FuncId, FuncKind, LocalId, SiteId, StmtKind as Code,
    Type, UnaryOp,
};

/// No side buys more often in one go.
const MOST_BOUGHT: u32 = 128;

impl Writer<'_, '_> {
    pub(super) fn way(&self, name: &str, each: Option<(LocalId, ExprId)>, guard: Option<ExprId>, body: Block) -> Arm {
        Arm { name: name.to_owned(), each, guard, body }
    }

    pub(super) fn ask(
        &mut self,
        by: ExprId,
        site: SiteId,
        arms: Vec<Arm>,
        otherwise: Option<Block>,
        lines: &mut Lines,
    ) {
        let ask = Ask { by, site, start: false, order: false, arms, otherwise };
        let stmt = self.stmt(Code::Ask(ask));
        lines.0.push(stmt);
    }

    /// The candidates: the first tier that has any.
    fn candidates(&mut self, picks: &Picks, lines: &mut Lines) -> LocalId {
        let mut found: Option<LocalId> = None;
        for tier in &picks.tiers {
            let set = self.emit(&tier.set);
            let mut offered = self.of_those_offered(tier, set);
            if picks.tiers.len() > 1 {
                offered = self.within_limits(picks, offered);
            }
            match found {
                None => {
                    let local = self.local(" candidates", Type::Set(self.m.domain_of(tier.noun)), false);
                    self.set_local(local, offered, true, lines);
                    found = Some(local);
                }
                Some(local) => {
                    let before = self.get(local);
                    let size = self.unary(UnaryOp::Size, before);
                    let none = self.number(0, 1);
                    let cond = self.binary(BinaryOp::Eq, size, none);
                    let mut then = Lines::default();
                    self.set_local(local, offered, false, &mut then);
                    lines.0.push(self.stmt(Code::If { cond, then: then.block(), other: Block::default() }));
                }
            }
        }
        found.unwrap_or_else(|| bug!("a pick without candidates"))
    }

    /// Whatever comes of it, where the answer goes has a value from here on.
    fn clear(&mut self, picks: &Picks, lines: &mut Lines) {
        match &picks.into {
            Into::Name(local) => {
                let nothing = self.nothing(picks.noun, picks.picked == Picked::Many);
                let slot = self.new_slot(*local);
                self.set_local(slot, nothing, true, lines);
            }
            Into::Place(target, true) => {
                self.stand_at(target.at);
                let nothing = self.nothing(picks.noun, matches!(target.ty, Ty::Set(_)));
                let index = self.emit_all(&target.index);
                self.set_cell(target.cell, index, nothing, lines);
            }
            Into::Place(_, false) => {}
        }
    }

    fn nothing(&mut self, noun: Noun, many: bool) -> ExprId {
        let domain = self.m.domain_of(noun);
        self.add(if many { Expr::Empty(domain) } else { Expr::None(domain) })
    }

    fn put(&mut self, into: &Into, value: ExprId, many: bool, lines: &mut Lines) {
        match into {
            Into::Name(local) => {
                let slot = self.slot(*local);
                self.set_local(slot, value, false, lines);
            }
            Into::Place(target, _) => {
                let value = match target.ty {
                    Ty::Set(_) if !many => self.unary(UnaryOp::Single, value),
                    _ => value,
                };
                self.set_place(target, value, lines);
            }
        }
    }

    pub(super) fn picks(&mut self, picks: &Picks, lines: &mut Lines) {
        let site = self.emit_site(&picks.site);
        let by = self.emit(&picks.by);
        let candidates = self.candidates(picks, lines);
        let otherwise = picks.otherwise.as_ref().map(|round| self.emit_block(&round.body));
        self.clear(picks, lines);
        match &picks.limits {
            None => self.pick_one(picks, (by, site, candidates), otherwise, lines),
            Some(limits) => self.pick_many(picks, limits, (by, site, candidates), otherwise, lines),
        }
    }

    fn pick_one(
        &mut self,
        picks: &Picks,
        (by, site, candidates): (ExprId, SiteId, LocalId),
        otherwise: Option<Block>,
        lines: &mut Lines,
    ) {
        let ir = self.m.ir_type(Ty::One(picks.noun));
        let var = self.local(" picked", ir, false);
        let from = self.get(candidates);
        let from = self.within_limits(picks, from);
        let value = self.get(var);
        let mut body = Lines::default();
        self.put(&picks.into, value, false, &mut body);
        self.count(picks, var, &mut body);
        let arm = self.way("pick", Some((var, from)), None, body.block());
        self.ask(by, site, vec![arm], Some(otherwise.unwrap_or_default()), lines);
    }

    /// One after the other in any order, until it is done; only what can still be completed is offered.
    fn pick_many(
        &mut self,
        picks: &Picks,
        limits: &Limits,
        (by, site, candidates): (ExprId, SiteId, LocalId),
        otherwise: Option<Block>,
        lines: &mut Lines,
    ) {
        let domain = self.m.domain_of(picks.noun);
        let limits_func = self.limits(limits);
        let args: Vec<LocalId> = limits.captured.iter().map(|local| self.slot(*local)).collect();
        let chosen = self.local(" chosen", Type::Set(domain), false);
        let empty = self.add(Expr::Empty(domain));
        self.set_local(chosen, empty, true, lines);
        let ir = self.m.ir_type(Ty::One(picks.noun));
        let var = self.local(" picked", ir, false);
        let mut add = Lines::default();
        let (so_far, one) = (self.get(chosen), self.get(var));
        let one = self.unary(UnaryOp::Single, one);
        let more = self.binary(BinaryOp::Union, so_far, one);
        self.set_local(chosen, more, false, &mut add);
        let reads = |writer: &mut Self| args.iter().map(|local| writer.get(*local)).collect::<Vec<ExprId>>();
        let from = self.get(candidates);
        let from = self.within_limits(picks, from);
        let (given, so_far) = (reads(self), self.get(chosen));
        let offered = self.add(Expr::Extend { limits: limits_func, args: given, chosen: so_far, from });
        let (given, so_far) = (reads(self), self.get(chosen));
        let complete = self.add(Expr::Complete { limits: limits_func, args: given, chosen: so_far });
        let leave = self.stmt(Code::Break);
        let mut nobody = otherwise.unwrap_or_default();
        nobody.0.push(self.stmt(Code::Break));
        let arms = vec![
            self.way("pick", Some((var, offered)), None, add.block()),
            self.way("done", None, Some(complete), Block(vec![leave])),
        ];
        let mut body = Lines::default();
        self.ask(by, site, arms, Some(nobody), &mut body);
        let most = self.most_members(picks.noun) + 1;
        let count = self.local(" round", Type::int(0, i64::from(most)), true);
        let left = picks.otherwise.as_ref().and_then(|round| round.left);
        self.push_loop(Code::Loop { most, count, body: body.block() }, left, lines);
        if let Some(passed) = picks.passed {
            let (passed, chosen, none) = (self.slot(passed), self.get(chosen), self.number(0, 1));
            let size = self.unary(UnaryOp::Size, chosen);
            let nobody = self.binary(BinaryOp::Eq, size, none);
            self.set_local(passed, nobody, false, lines);
        }
        let value = self.get(chosen);
        let set = match &picks.into {
            Into::Place(target, _) => matches!(target.ty, Ty::Set(_)),
            Into::Name(_) => picks.picked == Picked::Many,
        };
        // Of none the lowest is none.
        let value = if set { value } else { self.unary(UnaryOp::Lowest, value) };
        self.put(&picks.into, value, true, lines);
        if picks.limited.is_some() {
            let one = self.local(" one", ir, false);
            let rest = self.local(" rest", Type::Set(domain), true);
            let mut body = Lines::default();
            self.count(picks, one, &mut body);
            let over = self.get(chosen);
            lines.0.push(self.stmt(Code::For { var: one, rest, over, body: body.block() }));
        }
    }

    /// One that was picked is counted by every limit that is laid upon it.
    fn count(&mut self, picks: &Picks, one: LocalId, lines: &mut Lines) {
        let Some(Limited { it, counts, .. }) = &picks.limited else { return };
        self.is_kept_in(*it, one);
        self.emit_lines(counts, lines);
    }

    /// Those of a set that every limit lets be picked once more. It is asked with the choice, so that whoever asks why is told.
    fn within_limits(&mut self, picks: &Picks, over: ExprId) -> ExprId {
        let Some(Limited { it, allowed, .. }) = &picks.limited else { return over };
        let var = self.new_slot(*it);
        let allowed = self.emit_all(allowed);
        let guard = self.all_of(allowed);
        self.fold(FoldOp::Filter, Source { var, over, guard }, None, None)
    }

    /// A `limits` function for the count and the conditions.
    fn limits(&mut self, limits: &Limits) -> FuncId {
        let params = limits.binders.iter().take(limits.captured.len());
        let params: Vec<(String, Type)> = params.map(|binder| (binder.name.clone(), binder.ir)).collect();
        let func = self.m.declare("limits", FuncKind::Query, params, Some(Type::BOOL), limits.at);
        let mut writer = Writer::of_body(self.m, func, limits.binders.clone(), limits.at);
        let it = writer.new_slot(limits.it);
        let mut all = Vec::new();
        for limit in &limits.limits {
            let weight = limit.weight.as_ref().map(|weight| writer.emit(weight));
            let lo = limit.least.as_ref().map(|least| writer.emit(least));
            let hi = limit.most.as_ref().map(|most| writer.emit(most));
            all.push(ir::Limit { lo, hi, weight });
        }
        let alike = limits.alike.as_ref().map(|alike| writer.emit(alike));
        writer.done(Body::Limits(ir::Limits { it, limits: all, alike }))
    }

    pub(super) fn choose(
        &mut self,
        site: &Site,
        by: &hir::Expr,
        ways: &[Way],
        otherwise: Option<&hir::Block>,
        lines: &mut Lines,
    ) {
        let site = self.emit_site(site);
        let by = self.emit(by);
        let mut arms = Vec::new();
        for way in ways {
            let when = way.when.as_ref().map(|when| self.emit(when));
            let block = self.emit_block(&way.block);
            arms.push(self.way(&way.name, None, when, block));
        }
        let otherwise = otherwise.map(|block| self.emit_block(block));
        self.ask(by, site, arms, otherwise, lines);
    }

    /// One way for each number that may be picked.
    pub(super) fn picks_number(&mut self, picks: &PicksNumber, lines: &mut Lines) {
        let site = self.emit_site(&picks.site);
        let by = self.emit(&picks.by);
        let otherwise = picks.otherwise.as_ref().map(|block| self.emit_block(block));
        if let Into::Name(local) = &picks.into {
            let slot = self.new_slot(*local);
            let least = self.number(picks.least, 1);
            self.set_local(slot, least, true, lines);
        }
        let mut arms = Vec::new();
        for number in picks.least..=picks.most {
            let mut guard = None;
            if let Some([from, to]) = &picks.bounds {
                let (low, high) = (self.emit(from), self.emit(to));
                let (a, b) = (self.number(number, 1), self.number(number, 1));
                let (from, to) = (self.binary(BinaryOp::Ge, a, low), self.binary(BinaryOp::Le, b, high));
                guard = Some(self.binary(BinaryOp::And, from, to));
            }
            let value = self.number(number, 1);
            let mut body = Lines::default();
            self.put(&picks.into, value, false, &mut body);
            arms.push(self.way(&number.to_string(), None, guard, body.block()));
        }
        self.ask(by, site, arms, otherwise, lines);
    }

    /// Points on goods, hit by hit.
    pub(super) fn spend(&mut self, spend: &Spend, lines: &mut Lines) {
        let site = self.emit_site(&spend.site);
        let by = self.emit(&spend.by);
        let mut stalls = Vec::new();
        for goods in &spend.on {
            stalls.push(self.stall(goods, lines));
        }
        let mut round = Lines::default();
        let mut arms = Vec::new();
        for (goods, stall) in spend.on.iter().zip(&stalls) {
            // What stands in its place is offered only where the first could be paid for.
            let owed = spend.on.first().zip(stalls.first()).filter(|(first, _)| first.goods != goods.goods);
            let owed = owed.map(|(first, stall)| self.payable(first, stall, spend));
            let mut offered = self.payable(goods, stall, spend);
            if let Some(owed) = owed {
                let (size, none) = (self.unary(UnaryOp::Size, owed), self.number(0, 1));
                let some = self.binary(BinaryOp::Gt, size, none);
                let nobody = self.add(Expr::Empty(self.m.domain_of(goods.from.noun)));
                offered = self.add(Expr::If(some, offered, nobody));
            }
            if spend.fairly {
                offered = self.of_those_who_paid_less(goods, spend, offered, &mut round);
            }
            let body = self.buy(goods, stall, spend);
            let name = if spend.on.len() > 1 { &goods.name } else { "buy" };
            arms.push(self.way(name, Some((stall.bought, offered)), None, body));
        }
        let leave = self.stmt(Code::Break);
        if !spend.must {
            let stop = self.stmt(Code::Break);
            arms.push(self.way("stop", None, None, Block(vec![stop])));
        }
        self.ask(by, site, arms, Some(Block(vec![leave])), &mut round);
        let count = self.local(" round", Type::int(0, i64::from(MOST_BOUGHT)), true);
        let left = spend.then.as_ref().and_then(|round| round.left);
        self.push_loop(Code::Loop { most: MOST_BOUGHT, count, body: round.block() }, left, lines);
    }

    fn stall(&mut self, goods: &Goods, lines: &mut Lines) -> Stall {
        let noun = goods.from.noun;
        let set = self.emit(&goods.from.set);
        let from = self.local(" goods", Type::Set(self.m.domain_of(noun)), false);
        self.set_local(from, set, true, lines);
        let maybe = self.m.ir_type(Ty::Maybe(noun));
        let last = self.local(" last", maybe, false);
        let nothing = self.nothing(noun, false);
        self.set_local(last, nothing, true, lines);
        Stall { from, last, bought: self.new_slot(goods.bought) }
    }

    /// Those of whom one may be paid for now, such that as much as possible is paid.
    fn payable(&mut self, goods: &Goods, stall: &Stall, spend: &Spend) -> ExprId {
        let pool = self.emit(&spend.points);
        let from = self.get(stall.from);
        let from = self.of_those_offered(&goods.from, from);
        // Where all pay once before any twice, who comes next is told by that, not by number.
        let last = (!spend.fairly).then(|| self.get(stall.last));
        self.add(Expr::Buyable { goods: goods.goods, args: Vec::new(), pool, from, last })
    }

    /// Those who have not paid yet; where all have, any of them.
    fn of_those_who_paid_less(&mut self, goods: &Goods, spend: &Spend, offered: ExprId, round: &mut Lines) -> ExprId {
        let Some(paid) = self.m.paid.get(&(spend.pool.cell, goods.goods)).copied() else {
            bug!("nobody notes who pays for `{}`", goods.name)
        };
        let ty = Type::Set(self.m.domain_of(goods.from.noun));
        let (all, fresh) = (self.local(" payable", ty, false), self.local(" fresh", ty, false));
        self.set_local(all, offered, true, round);
        let index = self.emit_all(&spend.pool.index);
        let (payable, before) = (self.get(all), self.read(paid, index));
        let left = self.binary(BinaryOp::Minus, payable, before);
        self.set_local(fresh, left, true, round);
        let (some, none) = (self.get(fresh), self.number(0, 1));
        let size = self.unary(UnaryOp::Size, some);
        let cond = self.binary(BinaryOp::Eq, size, none);
        let mut freely = Lines::default();
        let every = self.get(all);
        self.set_local(fresh, every, false, &mut freely);
        round.0.push(self.stmt(Code::If { cond, then: freely.block(), other: Block::default() }));
        self.get(fresh)
    }

    /// What is done when one is paid for.
    fn buy(&mut self, goods: &Goods, stall: &Stall, spend: &Spend) -> Block {
        let mut body = Lines::default();
        // The pool pays first: the price may change with what is bought.
        let index = self.emit_all(&spend.pool.index);
        let before = self.emit(&spend.points);
        let paid = self.emit(&goods.price);
        let left = self.binary(BinaryOp::Sub, before, paid);
        self.set_cell(spend.pool.cell, index, left, &mut body);
        if let Some(noted) = self.m.paid.get(&(spend.pool.cell, goods.goods)).copied() {
            let [index, same] = [(); 2].map(|()| self.emit_all(&spend.pool.index));
            let (before, one) = (self.read(noted, index), self.get(stall.bought));
            let one = self.unary(UnaryOp::Single, one);
            let after = self.binary(BinaryOp::Union, before, one);
            self.set_cell(noted, same, after, &mut body);
        }
        let one = self.get(stall.bought);
        self.do_call(goods.effect, vec![one], &mut body);
        let one = self.get(stall.bought);
        self.set_local(stall.last, one, false, &mut body);
        if let Some(then) = &spend.then {
            self.emit_lines(&then.body, &mut body);
        }
        if spend.once {
            body.0.push(self.stmt(Code::Break));
        }
        body.block()
    }

    /// A pool that is filled anew: nobody has paid from it.
    pub(super) fn nobody_has_paid(&mut self, to: &hir::Target, lines: &mut Lines) {
        let noted = self.m.paid.iter().filter(|((pool, _), _)| *pool == to.cell).map(|(_, cell)| *cell);
        for cell in noted.collect::<Vec<_>>() {
            let held = self.m.program.cells.get(cell.index()).map(|cell| cell.value);
            let Some(Type::Set(domain)) = held else { bug!("who has paid is no set") };
            let (index, nobody) = (self.emit_all(&to.index), self.add(Expr::Empty(domain)));
            self.set_cell(cell, index, nobody, lines);
        }
    }
}

/// Where one purchase of a payment is made.
struct Stall {
    from: LocalId,
    /// The last one paid for.
    last: LocalId,
    bought: LocalId,
}
