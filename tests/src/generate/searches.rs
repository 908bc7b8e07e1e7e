//! Searches and lines, each in a query of its own. What a step costs never fails and depends only on what the kernels
//! promise to tell truly: `here`, `there`, `dir` and `carried`.

use super::build::{Maker, stmt};
use wgr_runtime::ir::{
    BinaryOp, Block, Body, DIR, ExprId, FuncKind, HEX, Judge, LocalId, Offer, Scalar, Search, SearchMode, SearchOut,
    Stmt, StmtKind, Type, UnaryOp,
};

/// The type of counts that a search tells.
const TOLD: Type = Type::int(-1, 1_048_575);

impl Maker {
    /// A query with a search in it; called by statements only, for it is slow.
    pub(super) fn search_query(&mut self) {
        let params = self.begin(&[self.member(HEX), self.member(HEX)]);
        let [from, to] = params[..] else { return };
        let (mode, search) = if self.rng.chance(60) { self.reach(from, to) } else { self.ways(from, to) };
        let out = self.rng.below(search.outs.len());
        let (_, local) = search.outs[out].clone();
        let value = self.local(local);
        let ty = self.type_of(local);
        let body = Block(vec![stmt(StmtKind::Search(search)), stmt(StmtKind::Return(Some(value)))]);
        debug_assert!(mode == SearchMode::Reach || mode == SearchMode::Paths);
        let id = self.finish(FuncKind::Query, Some(ty), Body::Code(body));
        self.world.slow.push(id);
    }

    fn single(&mut self, local: LocalId) -> ExprId {
        let member = self.local(local);
        self.unary(UnaryOp::Single, member)
    }

    fn reach(&mut self, from: LocalId, to: LocalId) -> (SearchMode, Search) {
        let mut start = self.single(from);
        if self.rng.chance(25) {
            let other = self.single(to);
            start = self.binary(BinaryOp::Union, start, other);
        }
        let budget = Some(self.number_for(Scalar::int(0, 6), 1));
        let within = if self.rng.chance(40) { Some(self.number_for(Scalar::int(0, 4), 0)) } else { None };
        let each = self.rng.chance(30).then(|| {
            let unit = self.world.unit();
            (self.declare(self.member(unit), false), self.set(unit, 1))
        });
        let judge = match self.world.costs {
            Some(table) if each.is_none() && self.rng.chance(30) => Judge::Table(table),
            Some(_) | None => self.judge(SearchMode::Reach, each.map(|(member, _)| member)),
        };
        let mut wanted = vec![SearchOut::Ends, SearchOut::First];
        if each.is_none() {
            let goal = self.local(to);
            wanted.extend([SearchOut::Through, SearchOut::CostTo(goal)]);
        }
        let outs = self.outs(&wanted);
        let at_least_one = self.rng.chance(40);
        let mode = SearchMode::Reach;
        (mode, Search { mode, from: start, to: None, budget, within, at_least_one, each, judge, outs })
    }

    fn ways(&mut self, from: LocalId, to: LocalId) -> (SearchMode, Search) {
        let (start, goal) = (self.single(from), self.single(to));
        let more = self.careful(|maker| maker.set(HEX, 0));
        let to = Some(if self.rng.chance(25) { self.binary(BinaryOp::Union, goal, more) } else { goal });
        // All ways are tried by the oracle: they had better be short.
        let within = Some(self.number_for(Scalar::int(0, 4), 0));
        let judge = self.judge(SearchMode::Paths, None);
        let least = SearchOut::Least(self.rng.below(3) as u8);
        let outs = self.outs(&[
            SearchOut::Ends,
            SearchOut::First,
            SearchOut::Through,
            SearchOut::Open,
            SearchOut::BestFirst,
            SearchOut::BestThrough,
            least,
        ]);
        let mode = SearchMode::Paths;
        (mode, Search { mode, from: start, to, budget: None, within, at_least_one: false, each: None, judge, outs })
    }

    fn outs(&mut self, outs: &[SearchOut]) -> Vec<(SearchOut, LocalId)> {
        let mut named = Vec::new();
        for out in outs {
            let ty = match out {
                SearchOut::Open => Type::BOOL,
                SearchOut::Least(_) | SearchOut::CostTo(_) => TOLD,
                SearchOut::Ends
                | SearchOut::First
                | SearchOut::Through
                | SearchOut::BestFirst
                | SearchOut::BestThrough => Type::Set(HEX),
            };
            named.push((out.clone(), self.name(ty)));
        }
        named
    }

    fn judge(&mut self, mode: SearchMode, member: Option<LocalId>) -> Judge {
        let hex = self.member(HEX);
        let [here, there] = [hex, hex].map(|ty| self.declare(ty, false));
        let dir = self.declare(self.member(DIR), false);
        let spent = self.declare(Type::int(0, 1_048_575), false);
        let steps = self.declare(Type::int(0, 65_535), false);
        let carried = self.declare(Type::int(0, 15), false);
        let body = self.inside(|maker| {
            maker.scope.extend([here, there, dir, carried].into_iter().chain(member));
            maker.careful(|maker| maker.judgement(mode, member.is_some()))
        });
        Judge::Body { here, there, dir, spent, steps, carried, body }
    }

    fn judgement(&mut self, mode: SearchMode, of_group: bool) -> Block {
        let count = if mode == SearchMode::Reach { 1 } else { 1 + self.rng.below(3) };
        let counts = (0..count).map(|_| self.number_for(Scalar::int(0, 3), 1)).collect();
        let most = if of_group && self.rng.chance(60) { Some(self.number_for(Scalar::int(0, 6), 1)) } else { None };
        let carry = if self.rng.chance(40) { Some(self.number_for(Scalar::int(0, 2), 1)) } else { None };
        let mut maybe = |percent| if self.rng.chance(percent) { Some(self.yes(1)) } else { None };
        let (stop, pass) = (maybe(30), maybe(30));
        let blocked = if mode == SearchMode::Paths { maybe(50) } else { None };
        let offer = stmt(StmtKind::Offer(Offer { counts, most, carry, stop, pass, blocked }));
        if self.rng.chance(40) {
            return Block(vec![offer]);
        }
        let cond = self.yes(1);
        Block(vec![stmt(StmtKind::If { cond, then: Block(vec![offer]), other: Block::default() })])
    }

    /// A query that counts along the straight line between two hexes.
    pub(super) fn ray_query(&mut self) {
        let hex = self.member(HEX);
        let params = self.begin(&[hex, hex]);
        let [from, to] = params[..] else { return };
        let count = self.name(Type::int(0, 40));
        let zero = self.int(0);
        let first = stmt(StmtKind::Let { local: count, value: zero, fresh: true });
        let ray = self.inside(|maker| maker.ray(from, to, count));
        let value = self.local(count);
        let body = Block(vec![first, ray, stmt(StmtKind::Return(Some(value)))]);
        let id = self.finish(FuncKind::Query, Some(Type::int(0, 40)), Body::Code(body));
        self.queries.push(id);
    }

    fn ray(&mut self, from: LocalId, to: LocalId, count: LocalId) -> Stmt {
        let (start, goal) = (self.local(from), self.local(to));
        let (one, two, tie) = (self.name(self.opt(HEX)), self.name(self.opt(HEX)), self.name(Type::BOOL));
        let rest = self.declare(Type::int(0, 65_535), true);
        let cond = self.yes(1);
        let value = self.number_for(Scalar::int(0, 40), 1);
        let then = Block(vec![stmt(StmtKind::Let { local: count, value, fresh: false })]);
        let other = if self.rng.chance(30) { Block(vec![stmt(StmtKind::Break)]) } else { Block::default() };
        let body = Block(vec![stmt(StmtKind::If { cond, then, other })]);
        stmt(StmtKind::Ray { from: start, to: goal, one, two, tie, rest, body })
    }
}
