//! Do two functions say the same, wherever they stand in a text and whatever numbers their sites have? A line more in a text
//! moves all that is behind it, and a row more all sites.
//!
//! In: a function as it was and as it is, and how many sites there are now. Out: whether whatever holds of one holds of the
//! other. Promises: everything counts but places and which sites they are, and each site is there.

use crate::ir::{
    Arm, Ask, Block, Body, Expr, ExprNode, Func, Judge, Row, Rows, Ruling, Search, SiteId, Stmt, StmtKind, Suppose,
};

pub(super) fn alike(was: &Func, is: &Func, sites: usize) -> bool {
    let Func { name, kind, params, ret, locals, exprs, body, at: _ } = was;
    let all = Alike { sites };
    (name, kind, params, ret, locals) == (&is.name, &is.kind, &is.params, &is.ret, &is.locals)
        && each(exprs, &is.exprs, |ExprNode { expr, at: _ }, is| all.expr(expr, &is.expr))
        && all.body(body, &is.body)
}

/// As many, and each like the other.
fn each<T>(was: &[T], is: &[T], alike: impl Fn(&T, &T) -> bool) -> bool {
    was.len() == is.len() && was.iter().zip(is).all(|(was, is)| alike(was, is))
}

struct Alike {
    sites: usize,
}

impl Alike {
    /// Which one it is nobody asks, as long as it is there.
    fn site(&self, is: SiteId) -> bool {
        is.index() < self.sites
    }

    fn body(&self, was: &Body, is: &Body) -> bool {
        match (was, is) {
            (Body::Code(was), Body::Code(is)) => self.block(was, is),
            (Body::Rows(was), Body::Rows(is)) => self.rows(was, is),
            (was, is) => was == is,
        }
    }

    fn rows(&self, Rows { stages, rows, rulings }: &Rows, is: &Rows) -> bool {
        *stages == is.stages
            && each(rows, &is.rows, |was, is| self.row(was, is))
            && each(rulings, &is.rulings, |Ruling { site: _, over, under }, is| {
                (over, under) == (&is.over, &is.under) && self.site(is.site)
            })
    }

    fn row(&self, was: &Row, is: &Row) -> bool {
        let Row { label, site: _, stage, group, kind, binders, guard, value } = was;
        (label, stage, group, kind) == (&is.label, &is.stage, &is.group, &is.kind)
            && (binders, guard, value) == (&is.binders, &is.guard, &is.value)
            && self.site(is.site)
    }

    fn expr(&self, was: &Expr, is: &Expr) -> bool {
        match (was, is) {
            (Expr::Suppose(was), Expr::Suppose(is)) => {
                let Suppose { how, body, value } = was;
                (how, value) == (&is.how, &is.value) && self.block(body, &is.body)
            }
            (was, is) => was == is,
        }
    }

    fn block(&self, was: &Block, is: &Block) -> bool {
        each(&was.0, &is.0, |Stmt { kind, at: _ }, is| self.stmt(kind, &is.kind))
    }

    fn maybe(&self, was: Option<&Block>, is: Option<&Block>) -> bool {
        match (was, is) {
            (Some(was), Some(is)) => self.block(was, is),
            (was, is) => was.is_none() && is.is_none(),
        }
    }

    fn stmt(&self, was: &StmtKind, is: &StmtKind) -> bool {
        use StmtKind::{Draw, Fail, For, If, Loop, Mark, Ray, Repeat, Roll};
        match (was, is) {
            (If { cond, then, other }, If { cond: c, then: t, other: o }) => {
                cond == c && self.block(then, t) && self.block(other, o)
            }
            (For { var, rest, over, body }, For { var: v, rest: r, over: o, body: b }) => {
                (var, rest, over) == (v, r, o) && self.block(body, b)
            }
            (Repeat { var, until, times, body }, Repeat { var: v, until: u, times: t, body: b }) => {
                (var, until, times) == (v, u, t) && self.block(body, b)
            }
            (Loop { most, count, body }, Loop { most: m, count: c, body: b }) => {
                (most, count) == (m, c) && self.block(body, b)
            }
            (StmtKind::Ask(was), StmtKind::Ask(is)) => self.ask(was, is),
            (Roll { into, site }, Roll { into: i, site: s }) => into == i && self.has_site(*site, *s),
            (Draw { into, cup, site, otherwise }, Draw { into: i, cup: c, site: s, otherwise: o }) => {
                (into, cup) == (i, c) && self.has_site(*site, *s) && self.block(otherwise, o)
            }
            (Fail { site: _, text }, Fail { site: s, text: t }) => text == t && self.site(*s),
            (StmtKind::Search(was), StmtKind::Search(is)) => self.search(was, is),
            (
                Ray { from, to, one, two, tie, rest, body },
                Ray { from: f, to: t, one: o, two: w, tie: i, rest: r, body: b },
            ) => (from, to, one, two, tie, rest) == (f, t, o, w, i, r) && self.block(body, b),
            (Mark { site: _, what, value }, Mark { site: s, what: w, value: v }) => {
                (what, value) == (w, v) && self.site(*s)
            }
            (was, is) => was == is,
        }
    }

    fn has_site(&self, was: Option<SiteId>, is: Option<SiteId>) -> bool {
        was.is_some() == is.is_some() && is.is_none_or(|is| self.site(is))
    }

    fn ask(&self, was: &Ask, is: &Ask) -> bool {
        let Ask { by, site: _, start, order, arms, otherwise } = was;
        (by, start, order) == (&is.by, &is.start, &is.order)
            && self.site(is.site)
            && each(arms, &is.arms, |Arm { name, each, guard, body }, is| {
                (name, each, guard) == (&is.name, &is.each, &is.guard) && self.block(body, &is.body)
            })
            && self.maybe(otherwise.as_ref(), is.otherwise.as_ref())
    }

    fn search(&self, was: &Search, is: &Search) -> bool {
        let Search { mode, from, to, budget, within, at_least_one, each, judge, outs } = was;
        (mode, from, to, budget, within) == (&is.mode, &is.from, &is.to, &is.budget, &is.within)
            && (at_least_one, each, outs) == (&is.at_least_one, &is.each, &is.outs)
            && match (judge, &is.judge) {
                (
                    Judge::Body { here, there, dir, spent, steps, carried, body },
                    Judge::Body { here: h, there: t, dir: d, spent: p, steps: s, carried: c, body: b },
                ) => (here, there, dir, spent, steps, carried) == (h, t, d, p, s, c) && self.block(body, b),
                (was, is) => was == is,
            }
    }
}
