//! From what was proved to what is said of it.
//!
//! In: the findings of the prover, by ids of the program, and where its rows stand in the text. Out: messages: what is
//! certainly wrong, and what is open. Promises: of an item with a broken row nothing is said that the broken row could
//! have changed.

use crate::diag::says::{self, RowName};
use crate::diag::{Code, Diagnostic, Mark, Place};
use crate::prepare::Prepared;
use crate::prove::{Assumption, Beyond, Finding, FindingKind, OpenWhat, Witness};
use crate::source::Sources;
use crate::translate::{Origin, Translated};
use std::collections::{BTreeMap, BTreeSet};
use wgr_runtime::ir::{BinaryOp, Body, Expr, ExprId, FuncId, Row, RowIx, RowKind, Scalar, StageOp, What, walk};

/// What is said of findings, and what is left open.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) wrong: Vec<Diagnostic>,
    pub(crate) open: Vec<Diagnostic>,
}

pub(crate) fn said(sources: &Sources, made: &Translated, ready: &Prepared, findings: &[Finding]) -> Said {
    let is_odd = |finding: &&Finding| matches!(finding.kind, FindingKind::Idle { .. } | FindingKind::Always { .. });
    let odd = findings.iter().filter(is_odd).map(|finding| finding.func).collect();
    let teller = Teller { sources, made, ready, odd };
    let mut said = Said::default();
    let mut several = Several::default();
    for finding in findings {
        teller.tell(finding, &mut said, &mut several);
    }
    teller.tell_several(&several, &mut said);
    said
}

/// What is told once for an item, however often it was found there.
#[derive(Default)]
struct Several<'f> {
    clashes: BTreeMap<FuncId, Vec<Doubt<'f>>>,
    looks: BTreeMap<(FuncId, String, bool), Vec<Place>>,
    relies: BTreeMap<usize, BTreeSet<u32>>,
    beyond: BTreeMap<String, Vec<(Place, Option<String>)>>,
    decided: BTreeMap<Place, Vec<(bool, bool)>>,
    /// Rows that are so in one of the items that have them: a course like another has its rows, too.
    odd: BTreeMap<(Place, Code), Vec<Diagnostic>>,
}

impl Several<'_> {
    fn odd(&mut self, at: Place, told: Diagnostic) {
        self.odd.entry((at, told.code)).or_default().push(told);
    }
}

/// Of a ratio.
enum Side {
    Left,
    Right,
}

/// Two rows that may answer differently.
struct Doubt<'f> {
    rows: [RowName; 2],
    amounts: &'f (String, String),
    why: &'f str,
    near: Option<&'f Witness>,
}

struct Teller<'s> {
    sources: &'s Sources,
    made: &'s Translated,
    ready: &'s Prepared,
    /// Queries with a row that never applies, or always does.
    odd: BTreeSet<FuncId>,
}

impl Teller<'_> {
    /// `otherwise`
    fn is_for_all_else(&self, func: FuncId, at: RowIx) -> bool {
        match &self.ready.program.func(func).body {
            Body::Rows(rows) => rows.rows.get(at.index()).is_some_and(|row| row.kind == RowKind::Otherwise),
            Body::Code(_) | Body::Limits(_) | Body::Goods(_) => false,
        }
    }

    fn tell<'f>(&self, finding: &'f Finding, said: &mut Said, several: &mut Several<'f>) {
        let func = finding.func;
        // What asks something broken is not known.
        let doubtful = self.ready.doubtful.contains(&func);
        let damaged = self.made.damaged.contains(&func);
        let row = |row: RowIx| self.row(func, row);
        match &finding.kind {
            FindingKind::Clash { a, b, witness, amounts } => {
                if let (Some(a), Some(b), false) = (row(*a), row(*b), doubtful) {
                    let (amounts, example) = ((amounts.0.as_str(), amounts.1.as_str()), self.example(witness));
                    said.wrong.push(says::clash(&a, &b, amounts, &example, &self.next_ruling()));
                }
            }
            FindingKind::Gap { witness } => {
                if let (Some((name, at)), false) = (self.item(func), doubtful || damaged) {
                    let gap = || says::gap(&name, &self.example(witness), &self.typed(witness), at);
                    said.wrong.push(self.nothing_left(func, &name).unwrap_or_else(gap));
                }
            }
            FindingKind::Open { what: OpenWhat::Clash { a, b, amounts }, why, near } => {
                if let (Some(a), Some(b), false) = (row(*a), row(*b), doubtful) {
                    // Answers that stand in the text are not the same by chance.
                    let differ = matches!((&a.said.answer, &b.said.answer), (Some(one), Some(other)) if one != other);
                    if let Some(told) = says::one_condition(&a, &b).filter(|_| differ) {
                        said.wrong.push(told);
                        return;
                    }
                    let doubt = Doubt { rows: [a, b], amounts, why, near: near.as_ref() };
                    several.clashes.entry(func).or_default().push(doubt);
                }
            }
            FindingKind::Open { what: OpenWhat::Gap, why, near } => {
                if let (Some((name, at)), false) = (self.item(func), doubtful || damaged) {
                    let told = says::open_gap(&name, &self.reason(why), at);
                    said.open.push(told.maybe_why(near.as_ref().and_then(|near| self.not_excluded(near))));
                }
            }
            FindingKind::Relies { never } => {
                if let (Some(origin), false) = (self.origin(func), doubtful) {
                    several.relies.entry(origin.item).or_default().insert(*never);
                }
            }
            FindingKind::Same { a, b } => {
                // Two printed rules may be alike, each with its own case.
                if let (Some(a), Some(b)) = (row(*a), row(*b))
                    && a.called == b.called
                {
                    said.wrong.push(says::same_rule_twice(&b.called, b.at, a.at));
                }
            }
            FindingKind::Idle { row: at, .. } | FindingKind::Always { row: at } if self.rests_on_odd(func, *at) => {}
            FindingKind::Idle { row: at, printed } => {
                if let (Some(name), false) = (row(*at), doubtful || damaged) {
                    if name.said.needs && !*printed {
                        several.odd(name.at, says::needs_nothing(&name, self.turns_asked(&name).as_deref()));
                    } else if *printed || self.made.no_counters {
                        said.wrong.push(says::never_applies_here(&name));
                    } else if let Some(other) = self.waiving(func, *at) {
                        several.odd(name.at, says::always_waived(&name, &other));
                    } else if self.is_for_all_else(func, *at) {
                        several.odd(name.at, says::never_needed(&name));
                    } else if let (Some(lifts), false) = (&name.said.lifts, name.said.even) {
                        several.odd(name.at, says::never_applies_there(&name, lifts));
                    } else {
                        let (both, turns) = (self.two_values(&name), self.turns_asked(&name));
                        several.odd(name.at, says::never_applies(&name, both.as_deref(), turns.as_deref()));
                    }
                }
            }
            FindingKind::Always { row: at } => {
                if let (Some(name), false) = (row(*at), doubtful || damaged) {
                    let needs = name.said.needs;
                    let told = match needs {
                        true => says::needs_the_impossible(&name, self.turns_asked(&name).as_deref()),
                        false => says::always_so(&name),
                    };
                    several.odd(name.at, told);
                }
            }
            FindingKind::Decided { cond, so, printed } => {
                let one = self.made.branches.iter().find(|one| one.func == func && one.cond == *cond);
                if let (Some(one), false) = (one, doubtful) {
                    several.decided.entry(one.at).or_default().push((*so, *printed));
                }
            }
            FindingKind::TableHole { table, at, witness, .. } => {
                if let (Some(at), false) = (self.sources.place(*at), doubtful) {
                    let example = self.example(witness);
                    match self.scale(*table) {
                        // Both ends are one mistake.
                        Some(_) if said.wrong.iter().any(|told| is_hole_at(told, at)) => {}
                        Some(scale) => said.wrong.push(says::scale_hole(scale, &example, at)),
                        None => said.wrong.push(says::table_hole(&self.table(*table), &example, at)),
                    }
                }
            }
            FindingKind::Beyond { what, expr, at, witness } => {
                if let (Some(place), false) = (self.sources.place(*at), doubtful || damaged) {
                    let place = if expr.is_some() { place } else { self.item(func).map_or(place, |(_, at)| at) };
                    let (example, told) = (self.example(witness), self.beyond(func, what));
                    let plain = || says::beyond(&told, &example, place);
                    said.wrong.push(match what {
                        Beyond::Cost => says::cost_below_zero(&told, &example, place, &self.taking_away(func)),
                        Beyond::Answer { range } => match self.answering_beyond(func, *range) {
                            Some(row) => says::answer_beyond(&row, &self.item_called(func), *range),
                            None => plain(),
                        }
                        .marked(Mark::CanLeaveRange),
                        Beyond::Zero => match self.divisor(func, *expr) {
                            Some((Side::Left, at)) => says::nothing_against(&example, at),
                            Some((Side::Right, at)) => says::divides_by_nought(&told, &example, at),
                            None => says::divides_by_nought(&told, &example, place),
                        },
                        Beyond::State { .. } | Beyond::Param { .. } => plain(),
                    });
                }
            }
            FindingKind::OpenBeyond { what, expr, at, near } => {
                if let (Some(place), false) = (self.sources.place(*at), doubtful || damaged) {
                    let place = if expr.is_some() { place } else { self.item(func).map_or(place, |(_, at)| at) };
                    let near = near.as_ref().and_then(|near| self.not_excluded(near));
                    let divisor = self.divisor(func, *expr).filter(|_| matches!(what, Beyond::Zero));
                    let (title, place) = match divisor {
                        Some((Side::Left, at)) => (says::NOTHING_AGAINST.replacen(" can ", " may ", 1), at),
                        Some((Side::Right, at)) => (self.may_be_beyond(func, what), at),
                        None => (self.may_be_beyond(func, what), place),
                    };
                    let those = several.beyond.entry(title).or_default();
                    // A query and the same as a side sees it.
                    if those.iter().all(|(known, _)| *known != place) {
                        those.push((place, near));
                    }
                }
            }
            FindingKind::OpenLook { table, at, none, .. } => {
                if let (Some(at), false) = (self.sources.place(*at), doubtful) {
                    let name = self.scale(*table).map_or_else(|| self.table(*table), str::to_owned);
                    several.looks.entry((func, name, *none)).or_default().push(at);
                }
            }
        }
    }

    /// What is told once for an item.
    fn tell_several(&self, several: &Several<'_>, said: &mut Said) {
        for (func, doubts) in &several.clashes {
            let Some(first) = doubts.first() else { continue };
            let [a, b] = &first.rows;
            let (reason, near) = (self.reason(first.why), first.near.and_then(|near| self.not_excluded(near)));
            let told = match (doubts.len(), self.item(*func)) {
                (1, _) | (_, None) => says::open_clash(a, b, first.amounts, &reason),
                (more, Some((item, _))) => says::open_clashes(&item, more, (a, b), first.amounts, &reason),
            };
            said.open.push(told.maybe_why(near));
        }
        for ((_, table, none), at) in &several.looks {
            let Some((first, rest)) = at.split_first() else { continue };
            said.open.push(says::open_look(table, *none, *first, rest));
        }
        for (title, found) in &several.beyond {
            let Some(((at, near), rest)) = found.split_first() else { continue };
            let rest: Vec<Place> = rest.iter().map(|(at, _)| *at).collect();
            said.open.push(says::open_beyond(title, *at, &rest).maybe_why(near.clone()));
        }
        self.tell_decided(&several.decided, said);
        for ((at, _), told) in &several.odd {
            let having = self.made.origins.iter().filter(|origin| origin.rows.iter().any(|row| row.at == *at));
            if having.count() <= told.len() {
                said.wrong.extend(told.first().cloned());
            }
        }
        for (item, nevers) in &several.relies {
            let why = nevers.iter().filter_map(|never| self.made.beside.nevers.get(*never as usize));
            let why: Vec<&str> = why.map(|never| never.why.as_str()).collect();
            if let Some((name, at)) = self.made.items.get(*item) {
                said.open.push(says::relies(name, &why, *at));
            }
        }
    }

    /// Conditions of statements that decide nothing, wherever their text counts. What stands in a block that nothing comes
    /// to goes with it.
    fn tell_decided(&self, decided: &BTreeMap<Place, Vec<(bool, bool)>>, said: &mut Said) {
        for (at, found) in decided {
            let mut written = self.made.branches.iter().filter(|one| one.at == *at);
            let Some(first) = written.next() else { continue };
            let (so, printed) = (found.iter().all(|(so, _)| *so), found.iter().any(|(_, printed)| *printed));
            let all = found.len() == 1 + written.count();
            if !all || !so && found.iter().any(|(so, _)| *so) {
                continue;
            }
            match (so, printed) {
                (true, _) => said.wrong.push(says::branch_always(&first.about, *at)),
                (false, true) => said.wrong.push(says::branch_never_here(&first.about, *at)),
                (false, false) => said.wrong.push(says::branch_never(*at)),
            }
        }
    }

    /// What a number leaves.
    fn beyond(&self, func: FuncId, what: &Beyond) -> String {
        let item = self.item_called(func);
        match what {
            Beyond::Zero => "this can divide by 0".to_owned(),
            Beyond::State { cell, range } => {
                format!("`{}` can leave {}", self.made.words.say(cell), says::span(*range))
            }
            // What a move carries from step to step has no name of the author's.
            Beyond::Param { param, range, .. } if param.starts_with(' ') => {
                let what = if param == " left" { "the points that are left" } else { "the hexes of the move" };
                format!("{what} can lie beyond {}", says::span(*range))
            }
            Beyond::Param { of, param, range } => {
                let of = self.made.words.say(of);
                format!("what is handed to `{of}` as `{param}` can lie beyond {}", says::span(*range))
            }
            Beyond::Answer { range } => format!("`{item}` can come out beyond {}", says::span(*range)),
            Beyond::Cost => format!("a step of `{item}` can cost less than 0"),
        }
    }

    /// What is divided by, and where it stands: of `a against b` the right side, or the left one, by which it is reckoned how
    /// far a ratio lies beyond the left end of a scale.
    fn divisor(&self, func: FuncId, expr: Option<ExprId>) -> Option<(Side, Place)> {
        let func = self.ready.program.func(func);
        let node = |expr: ExprId| func.exprs.get(expr.index());
        let Expr::Binary(BinaryOp::DivDown | BinaryOp::DivUp | BinaryOp::Mod, over, by) = node(expr?)?.expr else {
            return None;
        };
        let by_at = node(by)?.at;
        let over = node(over)?;
        let over_at = if let Expr::Binary(BinaryOp::Mul, number, _) = over.expr { node(number)?.at } else { over.at };
        let side = if by_at < over_at { Side::Left } else { Side::Right };
        Some((side, self.sources.place(by_at)?))
    }

    fn may_be_beyond(&self, func: FuncId, what: &Beyond) -> String {
        self.beyond(func, what).replacen(" can ", " may ", 1)
    }

    /// "not excluded: u is IR23a, there is 0304"
    fn not_excluded(&self, near: &Witness) -> Option<String> {
        let told = self.example(near);
        let facts = told.strip_prefix("for example: ").filter(|_| !near.facts.is_empty())?;
        Some(format!("not excluded: {facts}"))
    }

    /// The only row that answers a number beyond the range.
    fn answering_beyond(&self, func: FuncId, range: Scalar) -> Option<RowName> {
        let beyond = |row: &&RowName| {
            let number = row.said.answer.as_ref().and_then(|answer| answer.parse::<i64>().ok());
            range.what == What::Int { den: 1 } && number.is_some_and(|number| !(range.lo..=range.hi).contains(&number))
        };
        let mut rows = self.origin(func)?.rows.iter().filter(beyond);
        rows.next().filter(|_| rows.next().is_none()).cloned()
    }

    /// Rows of a course that say `cost - ..`.
    fn taking_away(&self, func: FuncId) -> Vec<Place> {
        let rows = self.origin(func).into_iter().flat_map(|of| of.rows.iter());
        rows.filter(|row| row.said.takes_away).map(|row| row.at).collect()
    }

    fn origin(&self, func: FuncId) -> Option<&Origin> {
        self.made.origins.iter().find(|origin| origin.func == func)
    }

    fn row(&self, func: FuncId, row: RowIx) -> Option<RowName> {
        self.origin(func)?.rows.get(row.index()).cloned()
    }

    /// "`turn` goes from 1 to 4", of a row that compares it with a number and nothing else with anything.
    fn turns_asked(&self, row: &RowName) -> Option<String> {
        let text = self.sources.get(row.at.file)?.text.get(row.at.span.start as usize..)?.lines().next()?;
        let untitled = text.rsplit('"').next()?;
        let asked = [" needs ", " when ", " unless "].iter().find_map(|word| Some(untitled.split_once(word)?.1));
        let asked = asked.or_else(|| untitled.trim_start().strip_prefix("needs "))?;
        let right = asked.trim().strip_prefix("turn ")?;
        let plain = right.split_whitespace().take(2).collect::<Vec<&str>>();
        let [sign, number] = plain.as_slice() else { return None };
        let compared = matches!(*sign, ">=" | "<=" | ">" | "<" | "is") && number.bytes().all(|it| it.is_ascii_digit());
        let joined = right.contains(" and ") || right.contains(" or ");
        let within = self
            .made
            .assumptions
            .iter()
            .find_map(|one| if let Assumption::Within { lo, hi, .. } = one { Some((lo, hi)) } else { None });
        within.filter(|_| compared && !joined).map(|(lo, hi)| format!("`turn` goes from {lo} to {hi}"))
    }

    /// `terrain(h) in [village, wood]`, of a row whose condition asks that it is both.
    fn two_values(&self, row: &RowName) -> Option<String> {
        let text = self.sources.get(row.at.file)?.text.get(row.at.span.start as usize..)?.lines().next()?;
        let (_, condition) = text.split_once(" when ")?;
        let condition = condition.split("   ").next()?;
        let parts = condition.split(" and ").filter_map(|part| part.trim().split_once(" is "));
        let parts: Vec<(&str, &str)> = parts.filter(|(_, value)| !value.contains(' ')).collect();
        let pairs =
            parts.iter().enumerate().flat_map(|(at, one)| parts.iter().skip(at + 1).map(move |other| (one, other)));
        let mut both = pairs.filter(|(one, other)| one.0 == other.0 && one.1 != other.1);
        both.next().map(|(one, other)| {
            let (subject, values) = (one.0, format!("[{}, {}]", one.1, other.1));
            format!("`{subject}` is one of them at a time: for either write `{subject} in {values}`")
        })
    }

    /// Where a row answers always, and it is waived, or asks for the hex from which nobody comes who enters the map.
    fn nothing_left(&self, func: FuncId, item: &str) -> Option<Diagnostic> {
        let Body::Rows(rows) = &self.ready.program.func(func).body else { return None };
        let answers = |row: &Row| {
            let stage = rows.stages.get(row.stage.index());
            row.kind == RowKind::Base && stage.is_some_and(|stage| stage.op == StageOp::Answer)
        };
        let always = |at: &usize| self.row(func, RowIx::new(*at)).is_some_and(|row| row.said.always);
        let own = rows.rows.iter().enumerate().filter(|(_, row)| answers(row)).map(|(at, _)| at).find(always)?;
        let row = self.row(func, RowIx::new(own))?;
        if let Some(other) = self.waiving(func, RowIx::new(own)) {
            let added = |other: &&Row| {
                rows.stages.get(other.stage.index()).is_some_and(|stage| stage.op != StageOp::Answer)
                    && other.value.is_some()
            };
            let names = self.origin(func)?.rows.iter();
            let added = rows.rows.iter().zip(names).filter(|(row, _)| added(row)).map(|(_, name)| name.title.clone());
            let added: Vec<String> = added.filter(|title| !title.is_empty()).collect();
            return Some(says::nothing_left(item, &row, &other, &added));
        }
        let text = self.sources.text(row.at);
        // Of a step onto the map.
        let here = |word: &str| matches!(word, "here" | "start");
        let enters = rows.rows.get(own)?.guard.is_some();
        let spoken = text.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')).any(here);
        (enters && spoken).then(|| says::from_no_hex(item, &row))
    }

    /// The row that waives this one, whatever its condition.
    fn waiving(&self, func: FuncId, own: RowIx) -> Option<RowName> {
        let Body::Rows(rows) = &self.ready.program.func(func).body else { return None };
        let waives = |row: &Row| matches!(&row.kind, RowKind::Waive(waived) if waived.contains(&own));
        self.row(func, RowIx::new(rows.rows.iter().position(waives)?))
    }

    /// Does its condition ask another query with such a row? That one is told first: this one may follow from it.
    fn rests_on_odd(&self, func: FuncId, at: RowIx) -> bool {
        let own = self.ready.program.func(func);
        let Body::Rows(rows) = &own.body else { return false };
        let Some(guard) = rows.rows.get(at.index()).and_then(|row| row.guard) else { return false };
        let program = &self.ready.program;
        let mut todo = Vec::new();
        walk::walk_expr(own, guard, &mut |node| walk::node_calls(program, node, &mut |called| todo.push(called)));
        let mut met = BTreeSet::from([func]);
        while let Some(called) = todo.pop() {
            if met.insert(called) {
                if self.odd.contains(&called) {
                    return true;
                }
                todo.extend(walk::calls(program, program.func(called)));
            }
        }
        false
    }

    /// The item of a query: its name, where it stands.
    fn item(&self, func: FuncId) -> Option<(String, Place)> {
        let origin = self.origin(func)?;
        self.made.items.get(origin.item).cloned()
    }

    fn item_called(&self, id: FuncId) -> String {
        let func = self.ready.program.func(id);
        let own = || self.made.words.say(crate::viewpoint::of_what(func).unwrap_or(&func.name));
        self.item(id).map_or_else(own, |(name, _)| name)
    }

    /// The scale whose ends this is the look-up for.
    fn scale(&self, table: wgr_runtime::ir::TableId) -> Option<&str> {
        self.made.scale_ends.iter().find(|(_, ends)| *ends == table).map(|(name, _)| name.as_str())
    }

    fn table(&self, table: wgr_runtime::ir::TableId) -> String {
        let name = self.ready.program.tables.get(table.index()).map_or("", |table| table.name.as_str());
        self.made.words.say(name)
    }

    /// "for example: u is IR23a, there is 0304, terrain(there) is forest (3 of 448 situations)"
    fn example(&self, witness: &Witness) -> String {
        let count = match (witness.matching, witness.of) {
            (0, _) | (_, 0) => String::new(),
            (matching, of) => format!(" ({matching} of {of} situations)"),
        };
        if witness.facts.is_empty() {
            return format!("for example: always{count}");
        }
        let follows = |fact: &&(String, String)| !self.follows(fact, &witness.facts);
        let facts: Vec<String> = witness.facts.iter().filter(follows).map(|fact| self.fact(fact)).collect();
        format!("for example: {}{count}", facts.join(", "))
    }

    /// That a piece is not of a kind says nothing new where its counter is named, or a kind that shares nobody with it.
    fn follows(&self, (name, value): &(String, String), facts: &[(String, String)]) -> bool {
        // Nor does what its counter has not.
        let lacks = |(about, counter): &(String, String)| self.made.words.lacks(name, counter).as_ref() == Some(about);
        if facts.iter().any(lacks) {
            return true;
        }
        let Some((of, not)) = self.made.words.kind(name).filter(|_| value == "no") else { return false };
        facts.iter().any(|(name, value)| {
            let named = *name == of && value != "none";
            let kind = self.made.words.kind(name).filter(|(about, _)| *about == of && value == "yes");
            named || kind.is_some_and(|(_, is)| is.and(not).is_empty())
        })
    }

    /// What distinguishes it, as a condition that can be typed: what names stand for cannot.
    fn typed(&self, witness: &Witness) -> String {
        let simple = |(name, _): &&(String, String)| name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let facts: Vec<String> = witness.facts.iter().filter(simple).take(2).map(|fact| self.fact(fact)).collect();
        let by_rows = |(name, value): &(String, String)| self.made.words.laid(name, value).is_none();
        if facts.len() == witness.facts.len() && witness.facts.iter().all(by_rows) {
            facts.join(" and ")
        } else {
            String::new()
        }
    }

    fn fact(&self, (name, value): &(String, String)) -> String {
        if let Some(laid) = self.made.words.laid(name, value) {
            return laid;
        }
        let name = self.made.words.say(name);
        let about = name.contains(" is ") || name.contains(" in ");
        match (about, value.as_str()) {
            (true, "yes") => name,
            (true, "no") => {
                let (of, what) = name.split_once(" is ").map_or(("", ""), |parts| parts);
                if of.is_empty() { format!("not {name}") } else { format!("{of} is not {what}") }
            }
            _ => format!("{name} is {value}"),
        }
    }

    /// "it depends on place(u), weather" in an author's words.
    fn reason(&self, why: &str) -> String {
        match why.strip_prefix("it depends on ") {
            Some(names) => {
                let names: Vec<String> = names.split(", ").map(|name| self.made.words.say(name)).collect();
                format!("it depends on {}", names.join(", "))
            }
            None => why.to_owned(),
        }
    }

    /// A name that no ruling has yet.
    fn next_ruling(&self) -> String {
        let taken = |name: &str| self.made.rulings.iter().any(|(known, _)| known == name);
        let free = (1..=self.made.rulings.len() + 1).map(|number| format!("Q-{number}")).find(|name| !taken(name));
        free.unwrap_or_else(|| "Q-1".to_owned())
    }
}

fn is_hole_at(told: &Diagnostic, at: Place) -> bool {
    told.code == Code::TableHole && told.labels.first().is_some_and(|label| label.at == at)
}
