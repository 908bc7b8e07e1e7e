//! Searches, offers, rays and marks.

use super::Reader;
use wgr_runtime::ir::{
    DIR, DomainId, ExprId, HEX, Judge, LocalId, NONE, Offer, Scalar, Search, SearchMode, SearchOut, StmtKind, Type,
};
use wgr_runtime::text::words::{MARKS, OUTS};

/// Points and counts of searches.
const MOST_POINTS: i64 = 1_048_575;
const MOST_STEPS: i64 = 65_535;
const MOST_CARRIED: i64 = 15;

impl<'a> Reader<'a> {
    pub(super) fn search_stmt(&mut self) -> StmtKind {
        let mode = self.one_of(&[("reach", SearchMode::Reach), ("paths", SearchMode::Paths)]);
        let from = self.behind("from");
        let (to, budget) = match mode {
            SearchMode::Reach => (None, Some(self.behind("budget"))),
            SearchMode::Paths => (Some(self.behind("to")), None),
        };
        let within = self.clause("within");
        let at_least_one = self.eat_word("at");
        if at_least_one {
            self.expect_words("least one");
        }
        let each = self.each();
        let (judge, outs) = (self.judge(each.map(|(member, _)| member)), self.outs());
        let each = each.map(|((_, member), group)| (member, group));
        StmtKind::Search(Search { mode, from, to, budget, within, at_least_one, each, judge, outs })
    }

    /// `each NAME: T in SET`
    fn each(&mut self) -> Option<((&'a str, LocalId), ExprId)> {
        if !self.eat_word("each") {
            return None;
        }
        let (name, member, _) = self.declare_local();
        Some(((name, member), self.behind("in")))
    }

    fn judge(&mut self, member: Option<(&'a str, LocalId)>) -> Judge {
        if self.one_of(&[("table", true), ("step", false)]) {
            return Judge::Table(self.table());
        }
        let ints = [MOST_POINTS, MOST_STEPS, MOST_CARRIED].map(|most| Type::int(0, most));
        let (hex, dir) = (self.on_board(HEX), self.on_board(DIR));
        let names = [hex, hex, dir, ints[0], ints[1], ints[2]].map(|ty| self.local_of(ty));
        let known: Vec<(&str, LocalId)> = member.into_iter().chain(names).collect();
        let body = self.inside(&known, Self::block);
        let [here, there, dir, spent, steps, carried] = names.map(|(_, local)| local);
        Judge::Body { here, there, dir, spent, steps, carried, body }
    }

    fn on_board(&self, domain: DomainId) -> Type {
        Type::Scalar(self.program.member(domain))
    }

    /// A name whose type is told by where it stands.
    fn local_of(&mut self, ty: Type) -> (&'a str, LocalId) {
        let name = self.name();
        (name, self.add_local(name, ty))
    }

    fn outs(&mut self) -> Vec<(SearchOut, LocalId)> {
        self.expect_sign("->");
        let mut outs = Vec::new();
        loop {
            let (out, ty) = self.out();
            let (name, local) = self.local_of(ty);
            outs.push((out, name, local));
            if !self.eat_sign(",") {
                break;
            }
        }
        for (_, name, local) in &outs {
            self.open(name, *local);
        }
        outs.into_iter().map(|(out, _, local)| (out, local)).collect()
    }

    fn out(&mut self) -> (SearchOut, Type) {
        let points = Type::int(NONE, MOST_POINTS);
        if let Some(to) = self.clause("cost") {
            return (SearchOut::CostTo(to), points);
        }
        let out = self.one_of(&OUTS);
        let ty = match out {
            SearchOut::Open => Type::BOOL,
            SearchOut::Least(_) | SearchOut::CostTo(_) => points,
            SearchOut::Ends | SearchOut::First | SearchOut::Through | SearchOut::BestFirst | SearchOut::BestThrough => {
                Type::Set(HEX)
            }
        };
        (out, ty)
    }

    pub(super) fn offer_stmt(&mut self) -> StmtKind {
        let mut counts = vec![self.expr()];
        while self.eat_sign(",") {
            counts.push(self.expr());
        }
        let [most, carry, stop, pass, blocked] =
            ["most", "carry", "stop", "pass", "blocked"].map(|word| self.clause(word));
        StmtKind::Offer(Offer { counts, most, carry, stop, pass, blocked })
    }

    pub(super) fn ray_stmt(&mut self) -> StmtKind {
        let hex = Type::Scalar(Scalar { lo: NONE, ..self.program.member(HEX) });
        let names = [hex, hex, Type::BOOL].map(|ty| self.local_of(ty));
        let rest = self.hidden(Type::int(0, MOST_STEPS));
        let from = self.behind("from");
        let to = self.behind("to");
        let body = self.inside(&names, Self::block);
        let [one, two, tie] = names.map(|(_, local)| local);
        StmtKind::Ray { from, to, one, two, tie, rest, body }
    }

    pub(super) fn mark_stmt(&mut self) -> StmtKind {
        let what = self.one_of(&MARKS);
        let site = self.site();
        StmtKind::Mark { site, what, value: self.expr() }
    }
}
