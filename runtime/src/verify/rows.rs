//! Rows: what may stand in which stage, which row may name which, and what the stages make of the amounts.

use super::messages::{self as say, Said};
use super::ranges::{self, den};
use super::shape::LIMIT;
use super::types::{Typing, trouble_text};
use crate::ir::{ExprId, GroupOp, Pos, Row, RowIx, RowKind, Rows, Scalar, Stage, StageOp, Type, What};
use std::collections::BTreeSet;

impl<'a> Typing<'a> {
    pub(super) fn rows_body(&mut self, rows: &'a Rows) {
        self.stages(rows);
        rows.rows.iter().for_each(|row| self.row(rows, row));
        self.rulings(rows);
        self.edges(rows);
        let amounts: Vec<Option<Scalar>> = rows.rows.iter().map(|row| self.amounts(row)).collect();
        self.result(rows, &amounts);
    }

    fn say_rows(&mut self, what: impl Into<Said>) {
        self.say(Pos::default(), what);
    }

    fn stages(&mut self, rows: &Rows) {
        if rows.stages.is_empty() {
            self.say_rows(say::no_stages());
        }
        for (index, stage) in rows.stages.iter().enumerate() {
            match stage.op {
                StageOp::Answer if index > 0 => self.say_rows(say::answer_first()),
                StageOp::All | StageOp::Any if index == 0 || !permits(&rows.stages[0]) => {
                    if rows.stages.len() > 1 || self.func.ret != Some(Type::BOOL) {
                        self.say_rows(say::permit_alone());
                    }
                }
                StageOp::All
                | StageOp::Any
                | StageOp::Answer
                | StageOp::Sum
                | StageOp::Product
                | StageOp::Largest
                | StageOp::Smallest
                | StageOp::RoundDown
                | StageOp::RoundUp => {}
            }
            if !stage.groups.is_empty() && !counts(stage.op) {
                self.say_rows(say::group_misplaced());
            }
        }
    }

    fn row(&mut self, rows: &Rows, row: &Row) {
        let stage = &rows.stages[row.stage.index()];
        if matches!(stage.op, StageOp::RoundDown | StageOp::RoundUp) {
            let first = rows.rows.iter().find(|other| other.stage == row.stage);
            if first.is_some_and(|first| first.label != row.label)
                || row.kind != RowKind::Base
                || row.guard.is_some()
                || !row.binders.is_empty()
            {
                self.say_rows(say::row_in_round(&row.label));
            }
        }
        if row.value.is_some() == matches!(row.kind, RowKind::Waive(_)) {
            self.say_rows(say::row_value(&row.label, row.value.is_some()));
        }
        match &row.kind {
            RowKind::Base => {}
            RowKind::Otherwise => {
                if stage.op != StageOp::Answer || !row.binders.is_empty() {
                    self.say_rows(say::otherwise_misplaced(&row.label));
                }
            }
            RowKind::Over { parents, even } => {
                if parents.is_empty() {
                    self.say_rows(say::row_names_none(&row.label));
                }
                if !even {
                    self.judged_with_parents(rows, row, parents);
                }
            }
            RowKind::Waive(named) => {
                if named.is_empty() {
                    self.say_rows(say::row_names_none(&row.label));
                }
            }
        }
    }

    /// An `over` row without `even` stands where its parents stand and is judged in their bindings.
    fn judged_with_parents(&mut self, rows: &Rows, row: &Row, parents: &[RowIx]) {
        let apart = parents.iter().any(|p| rows.rows[p.index()].stage != row.stage);
        if apart || !row.binders.is_empty() {
            self.say_rows(say::over_shape(&row.label));
        }
        let bound = parents.iter().any(|p| !rows.rows[binding_row(rows, p.index())].binders.is_empty());
        if bound && parents.len() > 1 {
            self.say_rows(say::over_families(&row.label));
        }
    }

    fn rulings(&mut self, rows: &Rows) {
        for ruling in &rows.rulings {
            let (over, under) = (&rows.rows[ruling.over.index()], &rows.rows[ruling.under.index()]);
            let waives = [over, under].iter().any(|row| matches!(row.kind, RowKind::Waive(_)));
            if over.stage != under.stage || waives {
                self.say_rows(say::ruling_apart(&over.label, &under.label));
            }
        }
    }

    /// `over` and `waives` together form no circle, nor do `over` and the rulings.
    fn edges(&mut self, rows: &Rows) {
        let named = |waivers: bool| -> BTreeSet<(usize, usize)> {
            let mut edges = BTreeSet::new();
            for (index, row) in rows.rows.iter().enumerate() {
                let named = match &row.kind {
                    RowKind::Over { parents, even: _ } => parents.as_slice(),
                    RowKind::Waive(named) if waivers => named.as_slice(),
                    RowKind::Base | RowKind::Otherwise | RowKind::Waive(_) => &[],
                };
                edges.extend(named.iter().map(|n| (index, n.index())));
            }
            edges
        };
        let mut beats = named(false);
        beats.extend(rows.rulings.iter().map(|r| (r.over.index(), r.under.index())));
        if let Some(row) = on_circle(rows.rows.len(), &named(true)) {
            self.say_rows(say::row_circle(&rows.rows[row].label));
        } else if let Some(row) = on_circle(rows.rows.len(), &beats) {
            self.say_rows(say::ruling_circle(&rows.rows[row].label));
        }
    }

    // -- amounts

    /// The amount of a row; its binders and guard are checked on the way.
    fn amounts(&mut self, row: &Row) -> Option<Scalar> {
        for (local, set) in &row.binders {
            if let Some(domain) = self.set(*set) {
                self.gives(self.at(*set), *local, Type::Scalar(self.program.member(domain)));
            }
        }
        row.guard.iter().for_each(|guard| {
            self.yes_no(*guard);
        });
        self.scalar(row.value?)
    }

    fn members(&self, local: crate::ir::LocalId) -> u64 {
        self.func.local(local).ty.scalar().map_or(1, Scalar::span)
    }

    fn result(&mut self, rows: &Rows, amounts: &[Option<Scalar>]) {
        let mut so_far = Scalar::int(0, 0);
        for (index, stage) in rows.stages.iter().enumerate() {
            let first = index == 0;
            let mut of_stage = Vec::new();
            for (row, amount) in rows.rows.iter().zip(amounts) {
                if row.stage.index() == index && !matches!(row.kind, RowKind::Waive(_)) {
                    let Some(amount) = amount else { return };
                    let Some(value) = row.value else { return };
                    of_stage.push((row, value, *amount));
                }
            }
            match self.stage(stage, first, so_far, &of_stage) {
                Some(next) => so_far = next,
                None => return,
            }
        }
        if let Some(ret) = self.func.ret
            && !rows.stages.is_empty()
        {
            self.fit_type(self.func.at, Type::Scalar(so_far), ret, "the result");
        }
    }

    fn stage(&mut self, stage: &Stage, first: bool, so_far: Scalar, rows: &[(&Row, ExprId, Scalar)]) -> Option<Scalar> {
        if matches!(stage.op, StageOp::All | StageOp::Any) {
            return self.yes_no_rows(rows);
        }
        // An answer may be something else than a number; then its bounds are, too.
        if !matches!(stage.op, StageOp::Answer | StageOp::Largest | StageOp::Smallest) {
            for (_, value, amount) in rows {
                if den(*amount).is_none() {
                    let got = self.shown(Type::Scalar(*amount));
                    return self.wrong(*value, say::wanted("a number", &got));
                }
            }
        }
        let mut result = if first && stage.op == StageOp::Product { Scalar::int(1, 1) } else { so_far };
        let mut fresh = first && matches!(stage.op, StageOp::Answer | StageOp::Largest | StageOp::Smallest);
        for (row, value, amount) in rows {
            let step = step(self.many(row, stage), stage.op, result, *amount, fresh);
            match step {
                Ok(next) => result = next,
                Err(text) => return self.wrong(*value, text),
            }
            fresh = false;
        }
        if matches!(stage.op, StageOp::RoundDown | StageOp::RoundUp) {
            return ranges::round(result, stage.op == StageOp::RoundUp).ok();
        }
        Some(result)
    }

    fn yes_no_rows(&mut self, rows: &[(&Row, ExprId, Scalar)]) -> Option<Scalar> {
        for (_, value, amount) in rows {
            if amount.what != What::Bool {
                let got = self.shown(Type::Scalar(*amount));
                return self.wrong(*value, say::wanted("yes or no", &got));
            }
        }
        Some(Scalar::BOOL)
    }

    /// How often the amount of a row may count at once.
    fn many(&self, row: &Row, stage: &Stage) -> u64 {
        let folded = row.group.map(|group| stage.groups[group as usize].op);
        match folded {
            Some(GroupOp::Largest | GroupOp::Smallest | GroupOp::Once) => 1,
            Some(GroupOp::Sum) | None => row.binders.iter().fold(1, |n, (l, _)| n.saturating_mul(self.members(*l))),
        }
    }
}

/// What the result may be after one more row may or may not have counted. Sums that would leave the range
/// of numbers are checked while they run, so their range is cut here.
fn step(many: u64, op: StageOp, so_far: Scalar, amount: Scalar, fresh: bool) -> Result<Scalar, Said> {
    let hull = |a, b| ranges::hull(a, b).map_err(trouble_text);
    match op {
        StageOp::Answer if fresh => Ok(amount),
        StageOp::Answer | StageOp::Largest | StageOp::Smallest => hull(so_far, amount),
        StageOp::Sum => {
            let (a, b) = ranges::level(so_far, amount).map_err(trouble_text)?;
            let total = |end: i64| i128::from(end).saturating_mul(i128::from(many));
            let (lo, hi) = (total(b.lo).min(0), total(b.hi).max(0));
            Ok(Scalar {
                what: a.what,
                lo: cut(i128::from(a.lo).saturating_add(lo)),
                hi: cut(i128::from(a.hi).saturating_add(hi)),
            })
        }
        StageOp::Product => product(many, so_far, amount),
        StageOp::All | StageOp::Any | StageOp::RoundDown | StageOp::RoundUp => Ok(so_far),
    }
}

fn product(many: u64, so_far: Scalar, amount: Scalar) -> Result<Scalar, Said> {
    let (Some(a), Some(b)) = (den(so_far), den(amount)) else {
        return Err(say::unlike_kinds().into());
    };
    if many > 1 && b > 1 {
        return Err(say::fractions_without_end().into());
    }
    let den = a.checked_mul(b).ok_or_else(say::range_too_big)?;
    Ok(Scalar { what: What::Int { den }, lo: -LIMIT, hi: LIMIT })
}

fn cut(value: i128) -> i64 {
    let limit = i128::from(LIMIT);
    i64::try_from(value.clamp(-limit, limit)).unwrap_or(LIMIT)
}

fn permits(stage: &Stage) -> bool {
    matches!(stage.op, StageOp::All | StageOp::Any)
}

fn counts(op: StageOp) -> bool {
    match op {
        StageOp::Sum | StageOp::Product | StageOp::Largest | StageOp::Smallest => true,
        StageOp::Answer | StageOp::All | StageOp::Any | StageOp::RoundDown | StageOp::RoundUp => false,
    }
}

/// The row whose binders a row is judged with: its own, or those of the parent that it stands over.
pub(super) fn binding_row(rows: &Rows, index: usize) -> usize {
    let mut row = index;
    // A circle is reported elsewhere; here it only must end.
    for _ in 0..rows.rows.len() {
        match &rows.rows[row].kind {
            RowKind::Over { parents, even: false } if !parents.is_empty() => row = parents[0].index(),
            RowKind::Over { .. } | RowKind::Base | RowKind::Otherwise | RowKind::Waive(_) => break,
        }
    }
    row
}

/// Some node on a circle of edges `from -> to`.
fn on_circle(count: usize, edges: &BTreeSet<(usize, usize)>) -> Option<usize> {
    let mut out = vec![Vec::new(); count];
    let mut into = vec![0usize; count];
    for (from, to) in edges {
        out[*from].push(*to);
        into[*to] += 1;
    }
    let mut ready: Vec<usize> = (0..count).filter(|node| into[*node] == 0).collect();
    while let Some(node) = ready.pop() {
        for to in &out[node] {
            into[*to] -= 1;
            if into[*to] == 0 {
                ready.push(*to);
            }
        }
    }
    // What is left is on a circle or named from one; walk back against the edges to be on it.
    let mut back = vec![None; count];
    for (from, to) in edges.iter().filter(|(from, _)| into[*from] > 0) {
        back[*to] = Some(*from);
    }
    let start = (0..count).find(|node| into[*node] > 0)?;
    (0..count).try_fold(start, |node, _| back[node])
}
