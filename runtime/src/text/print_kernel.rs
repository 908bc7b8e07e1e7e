//! Searches, offers, rays and marks.

use super::print::Printer;
use super::words::{MARKS, OUTS, bind};
use crate::ir::{Block, ExprId, Judge, LocalId, MarkWhat, Offer, Search, SearchMode, SearchOut, SiteId};

impl Printer<'_> {
    pub(super) fn search(&mut self, search: &Search) {
        self.put(match search.mode {
            SearchMode::Reach => "search reach",
            SearchMode::Paths => "search paths",
        });
        self.clause(" from ", Some(search.from));
        self.clause(" to ", search.to);
        self.clause(" budget ", search.budget);
        self.clause(" within ", search.within);
        if search.at_least_one {
            self.put(" at least one");
        }
        if let Some((member, group)) = search.each {
            self.put(" each ");
            self.declaration(member);
            self.clause(" in ", Some(group));
        }
        match &search.judge {
            Judge::Table(table) => self.put(&format!(" table {}", self.world.table_name(*table))),
            Judge::Body { here, there, dir, spent, steps, carried, body } => {
                let names = [*here, *there, *dir, *spent, *steps, *carried];
                self.put(" step");
                self.names(&names);
                let known: Vec<LocalId> = search.each.iter().map(|(member, _)| *member).chain(names).collect();
                self.block_with(&known, body);
            }
        }
        self.put(" ->");
        for (index, (out, local)) in search.outs.iter().enumerate() {
            self.put(if index > 0 { ", " } else { " " });
            self.search_out(out);
            self.put(" ");
            self.name(*local);
        }
        self.scope.extend(search.outs.iter().map(|(_, local)| *local));
    }

    fn search_out(&mut self, out: &SearchOut) {
        if let SearchOut::CostTo(hex) = out {
            self.put("cost ");
            self.expr_at(*hex, bind::POSTFIX);
        } else {
            self.put(OUTS.iter().find(|(_, of)| of == out).map_or("?", |(word, _)| word));
        }
    }

    fn names(&mut self, names: &[LocalId]) {
        for name in names {
            self.put(" ");
            self.name(*name);
        }
    }

    pub(super) fn offer(&mut self, offer: &Offer) {
        self.put("offer ");
        for (index, count) in offer.counts.iter().enumerate() {
            self.put(if index > 0 { ", " } else { "" });
            self.expr(*count);
        }
        self.clause(" most ", offer.most);
        self.clause(" carry ", offer.carry);
        self.clause(" stop ", offer.stop);
        self.clause(" pass ", offer.pass);
        self.clause(" blocked ", offer.blocked);
    }

    pub(super) fn ray(&mut self, names: [LocalId; 3], from: ExprId, to: ExprId, body: &Block) {
        self.put("ray");
        self.names(&names);
        self.clause(" from ", Some(from));
        self.clause(" to ", Some(to));
        self.block_with(&names, body);
    }

    pub(super) fn mark(&mut self, site: SiteId, what: MarkWhat, value: ExprId) {
        let word = MARKS.iter().find(|(_, of)| *of == what).map_or("?", |(word, _)| word);
        self.put(&format!("mark {word} {}", self.world.site(site)));
        self.clause(" ", Some(value));
    }
}
