//! Types of what the board, the searches, the choices and the purchases answer.

use super::messages as say;
use super::ranges;
use super::types::{Typing, trouble_text};
use crate::ir::{
    BoardOp, Body, DIR, DomainId, EDGE, ExprId, FuncId, Goods, HEX, Judge, Limit, Limits, LocalId, Offer, Pos, Scalar,
    Search, SearchOut, Type, What,
};

/// Printed numbers and distances are stored in two bytes.
const MOST_DISTANCE: i64 = 65_535;
/// Points of a search; beyond them is the fault KERNEL.
const MOST_SPENT: i64 = 1_048_575;
const MOST_CARRIED: i64 = 15;
/// The most points that a purchase is planned for.
const MOST_POOL: i64 = 127;

impl<'a> Typing<'a> {
    pub(super) fn has_board(&mut self, at: Pos) -> bool {
        let has = self.program.board.is_some() && self.program.domains.len() > EDGE.index();
        if !has {
            self.say(at, say::no_board());
        }
        has
    }

    pub(super) fn board(&mut self, id: ExprId, op: BoardOp, args: &[ExprId]) -> Option<Type> {
        if !self.has_board(self.at(id)) {
            args.iter().for_each(|arg| {
                self.ty(*arg);
            });
            return None;
        }
        let [hex, dir, edge] = [HEX, DIR, EDGE].map(|d| Type::Scalar(self.program.member(d)));
        let number = Type::int(0, MOST_DISTANCE);
        let farthest = self.program.board.as_ref().map_or(MOST_DISTANCE, |board| i64::from(board.farthest()));
        let (wants, gives) = match op {
            BoardOp::Neighbour => (vec![hex, dir], self.opt(HEX)),
            BoardOp::Edge => (vec![hex, dir], self.opt(EDGE)),
            BoardOp::Between => (vec![hex, hex], self.opt(EDGE)),
            BoardOp::Toward => (vec![hex, hex], self.opt(DIR)),
            BoardOp::Opposite => (vec![dir], dir),
            BoardOp::Distance => (vec![hex, hex], Type::int(0, farthest)),
            BoardOp::Ring | BoardOp::Disc => (vec![hex], Type::Set(HEX)),
            BoardOp::Line => (vec![hex, dir], Type::Set(HEX)),
            BoardOp::Column | BoardOp::Row => (vec![hex], number),
            BoardOp::EdgeLow | BoardOp::EdgeHigh => (vec![edge], self.opt(HEX)),
        };
        for (want, arg) in wants.iter().zip(args) {
            self.fit(*arg, *want, "this argument");
        }
        args.iter().skip(wants.len()).for_each(|radius| {
            self.whole(*radius);
        });
        Some(gives)
    }

    /// `Extend` (with `from`) and `Complete`.
    pub(super) fn extend(
        &mut self,
        id: ExprId,
        limits: FuncId,
        args: &[ExprId],
        chosen: ExprId,
        from: Option<ExprId>,
    ) -> Option<Type> {
        let func = self.program.func(limits);
        self.arguments(func, args);
        let domain = match &func.body {
            Body::Limits(limits) => self.domain_of(func.local(limits.it).ty),
            Body::Code(_) | Body::Rows(_) | Body::Goods(_) => {
                self.say(self.at(id), say::not_limits(&func.name));
                None
            }
        };
        self.subset(chosen, domain);
        from.into_iter().for_each(|from| self.subset(from, domain));
        if from.is_some() { domain.map(Type::Set) } else { Some(Type::BOOL) }
    }

    pub(super) fn buyable(
        &mut self,
        id: ExprId,
        goods: FuncId,
        args: &[ExprId],
        (pool, from): (ExprId, ExprId),
        last: Option<ExprId>,
    ) -> Option<Type> {
        let (domain, _) = self.market(id, goods, args, (pool, from));
        match (last, domain) {
            (Some(last), None) => {
                self.ty(last);
            }
            (Some(last), Some(domain)) => self.fit(last, self.opt(domain), "`last`"),
            (None, _) => {}
        }
        domain.map(Type::Set)
    }

    pub(super) fn spendable(
        &mut self,
        id: ExprId,
        goods: FuncId,
        args: &[ExprId],
        (pool, from): (ExprId, ExprId),
    ) -> Option<Type> {
        let (_, pool) = self.market(id, goods, args, (pool, from));
        pool.map(|pool| Type::int(0, pool.hi))
    }

    /// Of what is sold, and for how much at most.
    fn market(
        &mut self,
        id: ExprId,
        goods: FuncId,
        args: &[ExprId],
        (pool, from): (ExprId, ExprId),
    ) -> (Option<DomainId>, Option<Scalar>) {
        let func = self.program.func(goods);
        self.arguments(func, args);
        let domain = match &func.body {
            Body::Goods(goods) => self.domain_of(func.local(goods.it).ty),
            Body::Code(_) | Body::Rows(_) | Body::Limits(_) => {
                self.say(self.at(id), say::not_goods(&func.name));
                None
            }
        };
        let pool = self.pool(pool);
        self.subset(from, domain);
        (domain, pool)
    }

    fn pool(&mut self, id: ExprId) -> Option<Scalar> {
        let pool = self.whole(id)?;
        if pool.lo < 0 || pool.hi > MOST_POOL {
            return self.wrong(id, say::pool_range(pool.lo, pool.hi, MOST_POOL));
        }
        Some(pool)
    }

    fn subset(&mut self, id: ExprId, domain: Option<DomainId>) {
        match domain {
            Some(domain) => self.set_of(id, domain),
            None => {
                self.set(id);
            }
        }
    }

    fn domain_of(&self, ty: Type) -> Option<DomainId> {
        ty.scalar().and_then(|s| if let What::Id(domain) = s.what { Some(domain) } else { None })
    }

    fn it(&mut self, it: LocalId) -> Option<u32> {
        let local = self.func.local(it);
        match self.domain_of(local.ty) {
            Some(domain) => Some(self.program.domain(domain).size),
            None => {
                self.say(self.func.at, say::it_not_member(&local.name));
                None
            }
        }
    }

    pub(super) fn limits_body(&mut self, limits: &Limits) {
        let size = self.it(limits.it);
        limits.limits.iter().for_each(|limit| self.limit(limit, size));
        limits.alike.iter().for_each(|alike| {
            self.scalar(*alike);
        });
    }

    /// The bounds and the total of a limit are compared in one measure.
    fn limit(&mut self, limit: &Limit, size: Option<u32>) {
        let bounds = [limit.lo, limit.hi].into_iter().flatten().filter_map(|e| self.number(e)).collect::<Vec<_>>();
        let each = match limit.weight {
            None => Some(Scalar::int(1, 1)),
            Some(weight) => self.scalar(weight).and_then(|s| match s.what {
                What::Int { .. } => Some(s),
                What::Bool => Some(Scalar::int(s.lo, s.hi)),
                What::Id(_) => self.wrong(weight, say::weight_kind()),
            }),
        };
        let (Some(each), Some(size)) = (each, size) else { return };
        let mut total = ranges::total(each, u64::from(size));
        for bound in bounds {
            total = total.and_then(|total| ranges::hull(total, bound));
        }
        if let Err(trouble) = total {
            let at = limit.weight.or(limit.hi).or(limit.lo).map_or(self.func.at, |e| self.at(e));
            self.say(at, trouble_text(trouble));
        }
    }

    pub(super) fn goods_body(&mut self, goods: &Goods) {
        self.it(goods.it);
        self.whole(goods.price);
        self.whole(goods.up_to);
    }

    // -- searches

    pub(super) fn search(&mut self, search: &'a Search, at: Pos) {
        if !self.has_board(at) {
            return;
        }
        self.set_of(search.from, HEX);
        search.to.iter().for_each(|to| self.set_of(*to, HEX));
        [search.budget, search.within].into_iter().flatten().for_each(|e| {
            self.whole(e);
        });
        if let Some((member, group)) = search.each
            && let Some(domain) = self.set(group)
        {
            self.gives(at, member, Type::Scalar(self.program.member(domain)));
        }
        let hex = Type::Scalar(self.program.member(HEX));
        let dir = Type::Scalar(self.program.member(DIR));
        match &search.judge {
            Judge::Body { here, there, dir: way, spent, steps, carried, body } => {
                let names = [
                    (here, hex),
                    (there, hex),
                    (way, dir),
                    (spent, Type::int(0, MOST_SPENT)),
                    (steps, Type::int(0, MOST_DISTANCE)),
                    (carried, Type::int(0, MOST_CARRIED)),
                ];
                names.into_iter().for_each(|(local, ty)| self.gives(at, *local, ty));
                self.block(body);
            }
            Judge::Table(table) => {
                let table = self.program.table(*table);
                let by_step = table.index.len() == 2
                    && table.index[0] == self.program.member(HEX)
                    && table.index[1] == self.program.member(DIR);
                if !by_step || ranges::den(table.value) != Some(1) || table.value.lo < 0 {
                    self.say(at, say::search_table(&table.name));
                }
            }
        }
        for (out, local) in &search.outs {
            if let SearchOut::CostTo(to) = out {
                self.fit(*to, hex, "this argument");
            }
            self.gives(at, *local, out_type(out));
        }
    }

    /// A name that a statement fills with values of this type.
    pub(super) fn gives(&mut self, at: Pos, local: LocalId, ty: Type) {
        let local = self.func.local(local);
        self.fit_type(at, ty, local.ty, format_args!("`{}`", local.name));
    }

    pub(super) fn offer(&mut self, offer: &Offer) {
        for count in &offer.counts {
            self.fit(*count, Type::int(0, MOST_SPENT), "the count of a step");
        }
        offer.most.iter().for_each(|most| self.fit(*most, Type::int(0, MOST_SPENT), "what may be spent"));
        offer.carry.iter().for_each(|carry| self.fit(*carry, Type::int(0, MOST_CARRIED), "what is carried"));
        [offer.stop, offer.pass, offer.blocked].into_iter().flatten().for_each(|e| {
            self.yes_no(e);
        });
    }
}

fn out_type(out: &SearchOut) -> Type {
    match out {
        SearchOut::Ends | SearchOut::First | SearchOut::Through | SearchOut::BestFirst | SearchOut::BestThrough => {
            Type::Set(HEX)
        }
        SearchOut::Open => Type::BOOL,
        SearchOut::Least(_) | SearchOut::CostTo(_) => Type::int(-1, MOST_SPENT),
    }
}
