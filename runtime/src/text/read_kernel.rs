//! Searches, offers, rays and marks.

use super::read::{Parse, Reader};
use crate::ir::{
    DIR, DomainId, ExprId, HEX, Judge, LocalId, MarkWhat, NONE, Offer, Pos, Scalar, Search, SearchMode, SearchOut,
    StmtKind, TableId, Type, What,
};

const SEARCH: &str = "search reach from single(h) budget 6 table costs -> ends near";

/// The outs that have no number and no expression.
pub(super) const OUTS: [(&str, SearchOut); 9] = [
    ("ends", SearchOut::Ends),
    ("first", SearchOut::First),
    ("through", SearchOut::Through),
    ("open", SearchOut::Open),
    ("best_first", SearchOut::BestFirst),
    ("best_through", SearchOut::BestThrough),
    ("least1", SearchOut::Least(0)),
    ("least2", SearchOut::Least(1)),
    ("least3", SearchOut::Least(2)),
];

pub(super) const MARKS: [(&str, MarkWhat); 5] = [
    ("bind", MarkWhat::Bind),
    ("here", MarkWhat::Here),
    ("applies", MarkWhat::Applies),
    ("wins", MarkWhat::Wins),
    ("amount", MarkWhat::Amount),
];

/// Points and counts of searches.
const MOST_POINTS: i64 = 1_048_575;
const MOST_STEPS: i64 = 65_535;
const MOST_CARRIED: i64 = 15;

impl<'a> Reader<'a> {
    pub(super) fn search_stmt(&mut self, at: Pos) -> Parse<StmtKind> {
        self.need_board(at, "search");
        let mode = match self.expect_one_of(&["reach", "paths"], SEARCH)? {
            "reach" => SearchMode::Reach,
            _ => SearchMode::Paths,
        };
        self.expect_word("from", SEARCH)?;
        let from = self.expr()?;
        let (mut to, mut budget) = (None, None);
        match mode {
            SearchMode::Reach => {
                self.expect_word("budget", SEARCH)?;
                budget = Some(self.expr()?);
            }
            SearchMode::Paths => {
                self.expect_word("to", "search paths from a to b table costs -> least1 far")?;
                to = Some(self.expr()?);
            }
        }
        let within = if self.eat_word("within") { Some(self.expr()?) } else { None };
        let at_least_one = mode == SearchMode::Reach && self.eat_word("at");
        if at_least_one {
            self.expect_word("least", "at least one")?;
            self.expect_word("one", "at least one")?;
        }
        let judge = self.judge()?;
        let outs = self.outs()?;
        Ok(StmtKind::Search(Search { mode, from, to, budget, within, at_least_one, judge, outs }))
    }

    fn need_board(&mut self, at: Pos, what: &str) {
        if self.program.board.is_none() && self.errors.is_empty() {
            self.fault(at, format!("`{what}` needs a board; declare it with `board` in the header"));
        }
    }

    fn judge(&mut self) -> Parse<Judge> {
        let like = "step here there dir spent steps carried { offer 1 }";
        if self.expect_one_of(&["table", "step"], like)? == "table" {
            return self.costs().map(Judge::Table);
        }
        let (hex, dir) = (self.board_type(HEX, false), self.board_type(DIR, false));
        let ints = [MOST_POINTS, MOST_STEPS, MOST_CARRIED].map(|most| Type::int(0, most));
        let types = [hex, hex, dir, ints[0], ints[1], ints[2]];
        let mut names = Vec::new();
        for ty in types {
            names.push(self.typed_local(ty, like)?);
        }
        let body = self.inside(&names, Self::block)?;
        let [here, there, dir, spent, steps, carried] = [0, 1, 2, 3, 4, 5].map(|index: usize| names[index].1);
        Ok(Judge::Body { here, there, dir, spent, steps, carried, body })
    }

    fn costs(&mut self) -> Parse<TableId> {
        let at = self.pos();
        let name = self.name("a table", SEARCH)?;
        match self.global(name) {
            Some(super::read::Global::Table(table)) => Ok(table),
            _ => {
                self.unknown(name, at, "a table", |global| matches!(global, super::read::Global::Table(_)));
                Ok(TableId::new(0))
            }
        }
    }

    /// A name whose type is told by where it stands.
    fn typed_local(&mut self, ty: Type, like: &str) -> Parse<(&'a str, LocalId)> {
        let name = self.name("a name", like)?;
        Ok((name, self.add_local(name, ty, false)))
    }

    fn outs(&mut self) -> Parse<Vec<(SearchOut, LocalId)>> {
        self.expect_sign("->", SEARCH)?;
        let mut outs = Vec::new();
        let mut names = Vec::new();
        loop {
            let (out, ty) = self.out()?;
            let (name, local) = self.typed_local(ty, SEARCH)?;
            outs.push((out, local));
            names.push((name, local));
            if !self.eat_sign(",") {
                break;
            }
        }
        for (name, local) in names {
            self.open(name, local);
        }
        Ok(outs)
    }

    fn out(&mut self) -> Parse<(SearchOut, Type)> {
        let points = Type::int(NONE, MOST_POINTS);
        if self.eat_word("cost") {
            return Ok((SearchOut::CostTo(self.expr()?), points));
        }
        let words = OUTS.map(|(word, _)| word);
        let Some(found) = self.eat_one_of(&words) else {
            return Err(self.expected(&format!("{} or cost", words.join(", ")), SEARCH));
        };
        let index = words.iter().position(|word| *word == found).unwrap_or(0);
        let out = OUTS[index].1.clone();
        let ty = match &out {
            SearchOut::Open => Type::BOOL,
            SearchOut::Least(_) | SearchOut::CostTo(_) => points,
            SearchOut::Ends | SearchOut::First | SearchOut::Through | SearchOut::BestFirst | SearchOut::BestThrough => {
                Type::Set(HEX)
            }
        };
        Ok((out, ty))
    }

    pub(super) fn offer_stmt(&mut self) -> Parse<StmtKind> {
        let mut counts = vec![self.expr()?];
        while self.is_sign(",") {
            if counts.len() == 3 {
                return Err(self.expected("no fourth count", "offer 1, 2, 3"));
            }
            self.advance();
            counts.push(self.expr()?);
        }
        let carry = self.clause("carry")?;
        let stop = self.clause("stop")?;
        let pass = self.clause("pass")?;
        let blocked = self.clause("blocked")?;
        if self.is_word("carry") || self.is_word("stop") || self.is_word("pass") {
            return Err(self.expected(
                "the next statement, or the clauses in their order",
                "offer 1 carry 2 stop a pass b blocked c",
            ));
        }
        Ok(StmtKind::Offer(Offer { counts, carry, stop, pass, blocked }))
    }

    fn clause(&mut self, word: &str) -> Parse<Option<ExprId>> {
        if self.eat_word(word) { self.expr().map(Some) } else { Ok(None) }
    }

    pub(super) fn ray_stmt(&mut self, at: Pos) -> Parse<StmtKind> {
        let like = "ray one two tie from a to b { break }";
        self.need_board(at, "ray");
        let hex = self.board_type(HEX, true);
        let names = [self.typed_local(hex, like)?, self.typed_local(hex, like)?, self.typed_local(Type::BOOL, like)?];
        let rest = self.hidden(Type::int(0, MOST_STEPS));
        self.expect_word("from", like)?;
        let from = self.expr()?;
        self.expect_word("to", like)?;
        let to = self.expr()?;
        let body = self.inside(&names, Self::block)?;
        let [(_, one), (_, two), (_, tie)] = names;
        Ok(StmtKind::Ray { from, to, one, two, tie, rest, body })
    }

    pub(super) fn mark_stmt(&mut self) -> Parse<StmtKind> {
        let like = "mark wins @7.1 \"Woods\" yes";
        let word = self.expect_one_of(&MARKS.map(|(word, _)| word), like)?;
        let what = MARKS.iter().find(|(name, _)| *name == word).map_or(MarkWhat::Bind, |&(_, what)| what);
        let site = self.site(like)?;
        Ok(StmtKind::Mark { site, what, value: self.expr()? })
    }

    /// A hex or a direction of the board.
    fn board_type(&self, domain: DomainId, opt: bool) -> Type {
        // Without a board there are perhaps no domains, which is told.
        let size = self.program.domains.get(domain.index()).map_or(1, |declared| declared.size);
        Type::Scalar(Scalar { what: What::Id(domain), lo: if opt { NONE } else { 0 }, hi: i64::from(size) - 1 })
    }
}
