//! Rows as s-expressions.

use super::{Dumper, Tree, cases, doc, list, many, name, some, text, title, word};
use wgr_grammar::ast::{Clause, Duty, Group, GroupOp, Rounding, Row, Text, Verdict, VerdictKind};

impl Dumper {
    pub(super) fn row(&self, row: &Row) -> Tree {
        let Row { span, cases: found, title: called, stage, verdict, clauses, group, doc: lines } = row;
        let stage = some("stage", stage.as_ref().map(|stage| name(&stage.name)));
        let group = group.map_or(Tree::Absent, |group| list("group", [Tree::Word(group.to_string())]));
        let head = [doc(lines), cases(found), title(called.as_ref()), group, stage, self.verdict(verdict)];
        let clauses = clauses.iter().map(|clause| self.clause(clause));
        self.placed(*span, many("row", head.into_iter().chain(clauses)))
    }

    pub(super) fn verdict(&self, verdict: &Verdict) -> Tree {
        match &verdict.kind {
            VerdictKind::Equals(expr) => list("=", [self.expr(expr)]),
            VerdictKind::Plus(expr) => list("+", [self.expr(expr)]),
            VerdictKind::Minus(expr) => list("-", [self.expr(expr)]),
            VerdictKind::Times(expr) => list("*", [self.expr(expr)]),
            VerdictKind::Rounded(Rounding::Down) => word("rounded-down"),
            VerdictKind::Rounded(Rounding::Up) => word("rounded-up"),
            VerdictKind::AtLeast(expr) => list("at-least", [self.expr(expr)]),
            VerdictKind::AtMost(expr) => list("at-most", [self.expr(expr)]),
            VerdictKind::Needs(expr) => list("needs", [self.expr(expr)]),
            VerdictKind::Remembers(what) => list("remembers", [name(what)]),
            VerdictKind::Yes => word("yes"),
            VerdictKind::No => word("no"),
            VerdictKind::Stop => word("stop"),
            VerdictKind::Pass => word("pass"),
            VerdictKind::From { source, within, distance } => {
                let reach = list(if *within { "within" } else { "at" }, [self.expr(distance)]);
                list("from", [self.expr(source), reach])
            }
            VerdictKind::Off => word("off"),
            VerdictKind::Avoid => word("avoid"),
            VerdictKind::Blocked => word("blocked"),
            VerdictKind::Duty(Duty::Owed) => word("owed"),
            VerdictKind::Duty(Duty::Met) => word("met"),
            VerdictKind::Duty(Duty::Possible) => word("possible"),
            VerdictKind::Duty(Duty::Forgiven) => word("forgiven"),
            VerdictKind::Best(counts) => many("best-fewest", counts.iter().map(|count| self.expr(count))),
            VerdictKind::Open => word("open-unless-both-block"),
            VerdictKind::Waives => Tree::Absent,
            VerdictKind::ByConstruction => word("by-construction"),
            VerdictKind::Hole(why) => list("hole", [text(why)]),
            VerdictKind::Broken => list("broken", []),
        }
    }

    fn clause(&self, clause: &Clause) -> Tree {
        let titles = |head, all: &[Text]| many(head, all.iter().map(text));
        match clause {
            Clause::When(expr) => list("when", [self.expr(expr)]),
            Clause::Unless(expr) => list("unless", [self.expr(expr)]),
            Clause::EvenWhen(_, expr) => list("even-when", [self.expr(expr)]),
            Clause::ForEach(var, set) => list("for-each", [name(var), self.expr(set)]),
            Clause::ExceptionTo(all, _) => titles("exception-to", all),
            Clause::Waives(all, _) => titles("waives", all),
            Clause::Otherwise(_) => word("otherwise"),
            Clause::Ruling(ruling) => list("ruling", [name(ruling)]),
            Clause::Provisional(why) => list("provisional", [text(why)]),
        }
    }

    pub(super) fn group(&self, group: &Group) -> Tree {
        let op = match group.op {
            GroupOp::Sum => "sum-of",
            GroupOp::Largest => "largest-of",
            GroupOp::Smallest => "smallest-of",
            GroupOp::Once => "once",
        };
        list("group", [word(op), text(&group.name), group.stage.as_ref().map_or(Tree::Absent, name)])
    }

    pub(super) fn rows(&self, groups: &[Group], rows: &[Row]) -> Vec<Tree> {
        let groups = groups.iter().map(|group| self.group(group));
        groups.chain(rows.iter().map(|row| self.row(row))).collect()
    }
}
