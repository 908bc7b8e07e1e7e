//! Sets under limits and purchases, by trying them all.

use super::value::{Frame, Val};
use super::{Machine, Res, bad, ops};
use std::collections::BTreeSet;
use wgr_runtime::ir::DomainId;
use wgr_runtime::ir::{BinaryOp, Body, ExprId, FuncId, Goods, Limits, What};

/// Subsets of more members than this are not tried.
const MOST_MEMBERS: usize = 14;

/// One thing that can be bought: id, price, how many.
type Good = (u32, i64, i64);

impl<'p> Machine<'p> {
    fn limits(&mut self, frame: &mut Frame<'p>, id: FuncId, args: &'p [ExprId]) -> Res<(Frame<'p>, &'p Limits)> {
        let args = self.args(frame, id, args)?;
        let func = self.func(id)?;
        match &func.body {
            Body::Limits(limits) => Ok((Frame::new(func, args)?, limits)),
            Body::Code(_) | Body::Rows(_) | Body::Goods(_) => bad("not limits"),
        }
    }

    pub(super) fn complete(
        &mut self,
        frame: &mut Frame<'p>,
        id: FuncId,
        args: &'p [ExprId],
        chosen: ExprId,
    ) -> Res<Val> {
        let (mut inner, limits) = self.limits(frame, id, args)?;
        let (domain, chosen) = self.members(frame, chosen)?;
        self.meets(&mut inner, limits, domain, &chosen).map(Val::bool)
    }

    pub(super) fn extend(
        &mut self,
        frame: &mut Frame<'p>,
        id: FuncId,
        args: &'p [ExprId],
        chosen: ExprId,
        from: ExprId,
    ) -> Res<Val> {
        let (mut inner, limits) = self.limits(frame, id, args)?;
        let (domain, chosen) = self.members(frame, chosen)?;
        let (_, from) = self.members(frame, from)?;
        let others: Vec<u32> = from.into_iter().filter(|member| !chosen.contains(member)).collect();
        if others.len() > MOST_MEMBERS {
            return bad("too many members to try all sets");
        }
        let mut found = BTreeSet::new();
        for pattern in 1_u32..1 << others.len() {
            let added = others.iter().enumerate().filter(|(at, _)| pattern >> at & 1 == 1).map(|(_, member)| *member);
            let added: BTreeSet<u32> = added.collect();
            let set: BTreeSet<u32> = chosen.union(&added).copied().collect();
            if !added.is_subset(&found) && self.meets(&mut inner, limits, domain, &set)? {
                found.extend(added);
            }
        }
        Ok(Val::Set(domain, found))
    }

    /// Are the limits met by exactly this set?
    fn meets(&mut self, inner: &mut Frame<'p>, limits: &'p Limits, domain: DomainId, set: &BTreeSet<u32>) -> Res<bool> {
        let mut met = true;
        for limit in &limits.limits {
            let mut total = Val::int(0);
            for member in set {
                inner.set(limits.it, Val::id(domain, i64::from(*member)))?;
                let weight = match limit.weight {
                    Some(weight) => counted(self.eval(inner, weight)?)?,
                    None => Val::int(1),
                };
                total = ops::binary(BinaryOp::Add, &total, &weight)?;
            }
            if let Some(lo) = limit.lo {
                met = met && ops::compare(&self.eval(inner, lo)?, &total)?.is_le();
            }
            if let Some(hi) = limit.hi {
                met = met && ops::compare(&total, &self.eval(inner, hi)?)?.is_le();
            }
        }
        Ok(met && self.all_alike(inner, limits, domain, set)?)
    }

    fn all_alike(
        &mut self,
        inner: &mut Frame<'p>,
        limits: &'p Limits,
        domain: DomainId,
        set: &BTreeSet<u32>,
    ) -> Res<bool> {
        let Some(alike) = limits.alike else { return Ok(true) };
        let mut first: Option<Val> = None;
        for member in set {
            inner.set(limits.it, Val::id(domain, i64::from(*member)))?;
            let value = self.eval(inner, alike)?;
            match &first {
                Some(first) if !ops::equal(first, &value)? => return Ok(false),
                Some(_) => {}
                None => first = Some(value),
            }
        }
        Ok(true)
    }

    pub(super) fn spendable(
        &mut self,
        frame: &mut Frame<'p>,
        id: FuncId,
        args: &'p [ExprId],
        pool: ExprId,
        from: ExprId,
    ) -> Res<Val> {
        let (_, pool, goods) = self.market(frame, id, args, pool, from)?;
        Ok(Val::int(most(pool, &goods)))
    }

    /// A good may be bought if what is left, spent on it again and on goods after it, still makes the most.
    pub(super) fn buyable(
        &mut self,
        frame: &mut Frame<'p>,
        id: FuncId,
        args: &'p [ExprId],
        pool: ExprId,
        from: ExprId,
        last: Option<ExprId>,
    ) -> Res<Val> {
        let (domain, pool, goods) = self.market(frame, id, args, pool, from)?;
        let last = match last {
            Some(last) => Some(self.eval(frame, last)?.member()?.1),
            None => None,
        };
        let all = most(pool, &goods);
        let mut found = BTreeSet::new();
        for (at, (good, price, up_to)) in goods.iter().enumerate() {
            if last.is_some_and(|last| i64::from(*good) < last) || *up_to < 1 || *price > pool {
                continue;
            }
            // In any order: what was passed over may still come.
            let from = if last.is_some() { at } else { 0 };
            let mut rest = goods[from..].to_vec();
            rest[at - from].2 -= 1;
            if price + most(pool - price, &rest) == all {
                found.insert(*good);
            }
        }
        Ok(Val::Set(domain, found))
    }

    fn market(
        &mut self,
        frame: &mut Frame<'p>,
        id: FuncId,
        args: &'p [ExprId],
        pool: ExprId,
        from: ExprId,
    ) -> Res<(DomainId, i64, Vec<Good>)> {
        let args = self.args(frame, id, args)?;
        let func = self.func(id)?;
        let goods: &'p Goods = match &func.body {
            Body::Goods(goods) => goods,
            Body::Code(_) | Body::Rows(_) | Body::Limits(_) => return bad("not goods"),
        };
        let mut inner = Frame::new(func, args)?;
        let pool = self.eval(frame, pool)?.whole()?;
        let (domain, from) = self.members(frame, from)?;
        let mut market = Vec::new();
        for member in from {
            inner.set(goods.it, Val::id(domain, i64::from(member)))?;
            let price = self.eval(&mut inner, goods.price)?.whole()?;
            let up_to = self.eval(&mut inner, goods.up_to)?.whole()?;
            if price < 1 {
                return bad("a good for nothing");
            }
            market.push((member, price, up_to));
        }
        Ok((domain, pool, market))
    }
}

/// The most that can be spent, over all purchases.
fn most(pool: i64, goods: &[Good]) -> i64 {
    let Some(((_, price, up_to), rest)) = goods.split_first() else { return 0 };
    let times = 0..=(*up_to).min(pool / price);
    times.map(|n| n * price + most(pool - n * price, rest)).max().unwrap_or(0)
}

/// Yes counts one.
fn counted(weight: Val) -> Res<Val> {
    let num = weight.num()?;
    match num.what {
        What::Bool => Ok(Val::int(num.raw)),
        What::Int { .. } => Ok(weight),
        What::Id(_) => bad("a member as a weight"),
    }
}
