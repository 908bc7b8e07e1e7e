//! Row queries, by the formulas of `runtime/src/ir/rows.rs` as plain recursive functions.
//!
//! A *context* is what a row is judged in: a binding of the binders of the row that owns them. A row with binders owns
//! its contexts; rows without any share the empty one; an `over` row without `even` has those of its parents. Where
//! parents have different contexts it is judged in each, and counts in each, as if it stood there once for each.
//!
//! All guards first, in source order, then the stages. Readings: a group without winners gives no amount; a query whose
//! `largest` or `smallest` stages saw no winner starts the next stage from 0, or is 0; the first row of a stage may be
//! of any kind; several `otherwise` rows must agree.

use super::ops;
use super::value::{Frame, Val};
use super::{Code, Machine, Res, bad, fault};
use std::collections::BTreeMap;
use wgr_runtime::ir::{
    BinaryOp, DomainId, ExprId, GroupOp, LocalId, Row, RowIx, RowKind, Rows, SiteId, Stage, StageIx, StageOp, UnaryOp,
};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Context {
    /// None: no binders.
    owner: Option<usize>,
    bound: Vec<(LocalId, DomainId, u32)>,
}

struct Query<'m, 'p> {
    machine: &'m mut Machine<'p>,
    frame: &'m mut Frame<'p>,
    rows: &'p Rows,
    /// Per row, once they are known.
    contexts: Vec<Option<Vec<Context>>>,
    /// Each guard is evaluated once in each context.
    guards: BTreeMap<(usize, Context), bool>,
}

/// An amount, and the row that gave it.
type Amount = (Val, SiteId);

impl<'p> Machine<'p> {
    pub(super) fn rows(&mut self, frame: &mut Frame<'p>, rows: &'p Rows) -> Res<Val> {
        let contexts = vec![None; rows.rows.len()];
        let mut query = Query { machine: self, frame, rows, contexts, guards: BTreeMap::new() };
        query.judge_all()?;
        query.result()
    }
}

impl<'p> Query<'_, 'p> {
    fn judge_all(&mut self) -> Res<()> {
        for r in 0..self.rows.rows.len() {
            for c in self.contexts(r)? {
                self.here(r, &c)?;
            }
        }
        Ok(())
    }

    fn row(&self, r: usize) -> Res<&'p Row> {
        self.rows.rows.get(r).map_or_else(|| bad("no such row"), Ok)
    }

    // What the rows are judged in.

    fn contexts(&mut self, r: usize) -> Res<Vec<Context>> {
        if let Some(Some(known)) = self.contexts.get(r) {
            return Ok(known.clone());
        }
        self.machine.down()?;
        let row = self.row(r)?;
        let found = match &row.kind {
            RowKind::Over { parents, even: false } => self.contexts_of_all(parents)?,
            RowKind::Base | RowKind::Otherwise | RowKind::Over { even: true, .. } | RowKind::Waive(_) => {
                let owner = if row.binders.is_empty() { None } else { Some(r) };
                let mut found = Vec::new();
                self.bind(&row.binders, &mut Context { owner, bound: Vec::new() }, &mut found)?;
                found
            }
        };
        self.machine.up();
        self.contexts[r] = Some(found.clone());
        Ok(found)
    }

    fn contexts_of_all(&mut self, parents: &[RowIx]) -> Res<Vec<Context>> {
        let mut found: Vec<Context> = Vec::new();
        for parent in parents {
            for context in self.contexts(parent.index())? {
                if !found.contains(&context) {
                    found.push(context);
                }
            }
        }
        Ok(found)
    }

    /// The members of each binder in turn, outermost first.
    fn bind(&mut self, binders: &[(LocalId, ExprId)], so_far: &mut Context, found: &mut Vec<Context>) -> Res<()> {
        let Some(((local, over), rest)) = binders.split_first() else {
            found.push(so_far.clone());
            return Ok(());
        };
        self.enter(so_far)?;
        let (domain, members) = self.machine.members(self.frame, *over)?;
        for member in members {
            so_far.bound.push((*local, domain, member));
            self.enter(so_far)?;
            self.bind(rest, so_far, found)?;
            so_far.bound.pop();
        }
        Ok(())
    }

    /// Gives the names of a context their members.
    fn enter(&mut self, context: &Context) -> Res<()> {
        for (local, domain, member) in &context.bound {
            self.frame.set(*local, Val::id(*domain, i64::from(*member)))?;
        }
        Ok(())
    }

    // The formulas.

    fn guard(&mut self, r: usize, c: &Context) -> Res<bool> {
        if let Some(known) = self.guards.get(&(r, c.clone())) {
            return Ok(*known);
        }
        self.enter(c)?;
        let guard = self.row(r)?.guard;
        let holds = self.machine.holds(self.frame, guard)?;
        self.guards.insert((r, c.clone()), holds);
        Ok(holds)
    }

    fn here(&mut self, r: usize, c: &Context) -> Res<bool> {
        self.machine.down()?;
        let asked = match &self.row(r)?.kind {
            RowKind::Over { parents, even: false } => self.some_parent_applies(parents, c)?,
            RowKind::Base | RowKind::Otherwise | RowKind::Over { even: true, .. } | RowKind::Waive(_) => true,
        };
        let here = asked && self.guard(r, c)?;
        self.machine.up();
        Ok(here)
    }

    fn some_parent_applies(&mut self, parents: &[RowIx], c: &Context) -> Res<bool> {
        for parent in parents {
            if self.contexts(parent.index())?.contains(c) && self.applies(parent.index(), c)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn applies(&mut self, r: usize, c: &Context) -> Res<bool> {
        Ok(self.here(r, c)? && !self.waived(r)?)
    }

    fn applies_somewhere(&mut self, r: usize) -> Res<bool> {
        for c in self.contexts(r)? {
            if self.applies(r, &c)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn waived(&mut self, r: usize) -> Res<bool> {
        for (w, row) in self.rows.rows.iter().enumerate() {
            let names_r = match &row.kind {
                RowKind::Waive(rows) => rows.iter().any(|row| row.index() == r),
                RowKind::Base | RowKind::Otherwise | RowKind::Over { .. } => false,
            };
            if names_r && self.applies_somewhere(w)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The rows directly over this one, and whether they are `even`.
    fn rows_over(&self, r: usize) -> Vec<(usize, bool)> {
        let over = |row: &Row| match &row.kind {
            RowKind::Over { parents, even } => parents.iter().any(|parent| parent.index() == r).then_some(*even),
            RowKind::Base | RowKind::Otherwise | RowKind::Waive(_) => None,
        };
        self.rows.rows.iter().enumerate().filter_map(|(d, row)| over(row).map(|even| (d, even))).collect()
    }

    /// Does a row over this one, or over that one, and so on, apply here? From an `even` row on any binding will do.
    fn beaten(&mut self, r: usize, c: &Context) -> Res<bool> {
        self.machine.down()?;
        let mut beaten = false;
        for (d, even) in self.rows_over(r) {
            beaten =
                beaten || if even { self.beats_everywhere(d)? } else { self.applies(d, c)? || self.beaten(d, c)? };
        }
        self.machine.up();
        Ok(beaten)
    }

    /// Does this `even` row, or a row over it, and so on, apply in some binding?
    fn beats_everywhere(&mut self, r: usize) -> Res<bool> {
        self.machine.down()?;
        let mut beats = self.applies_somewhere(r)?;
        for (d, _) in self.rows_over(r) {
            beats = beats || self.beats_everywhere(d)?;
        }
        self.machine.up();
        Ok(beats)
    }

    fn wins(&mut self, r: usize, c: &Context) -> Res<bool> {
        if !self.applies(r, c)? || self.beaten(r, c)? {
            return Ok(false);
        }
        for ruling in &self.rows.rulings {
            if ruling.under.index() == r && self.applies_somewhere(ruling.over.index())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    // The stages.

    /// The amounts of the winners among these rows, in source order, bindings ascending.
    fn amounts(&mut self, of: impl Fn(&Row) -> bool) -> Res<Vec<Amount>> {
        let mut amounts = Vec::new();
        for (r, row) in self.rows.rows.iter().enumerate() {
            if !of(row) || matches!(row.kind, RowKind::Waive(_)) {
                continue;
            }
            let Some(value) = row.value else { return bad("a row without an amount") };
            for c in self.contexts(r)? {
                if self.wins(r, &c)? {
                    self.enter(&c)?;
                    amounts.push((self.machine.eval(self.frame, value)?, row.site));
                }
            }
        }
        Ok(amounts)
    }

    fn result(&mut self) -> Res<Val> {
        let mut so_far: Option<Val> = None;
        for (at, stage) in self.rows.stages.iter().enumerate() {
            let ix = StageIx::new(at);
            so_far = match stage.op {
                StageOp::Answer => Some(self.answer(ix)?),
                StageOp::All => Some(Val::bool(!self.said(ix, false)?)),
                StageOp::Any => Some(Val::bool(self.said(ix, true)?)),
                StageOp::RoundDown => Some(ops::unary(UnaryOp::Down, &so_far.unwrap_or(Val::int(0)))?),
                StageOp::RoundUp => Some(ops::unary(UnaryOp::Up, &so_far.unwrap_or(Val::int(0)))?),
                StageOp::Sum => Some(self.fold(ix, stage, so_far.unwrap_or(Val::int(0)), BinaryOp::Add)?),
                StageOp::Product => {
                    let start = so_far.unwrap_or(Val::int(i64::from(at == 0)));
                    Some(self.fold(ix, stage, start, BinaryOp::Mul)?)
                }
                StageOp::Largest => self.extreme(ix, stage, so_far, BinaryOp::Max)?,
                StageOp::Smallest => self.extreme(ix, stage, so_far, BinaryOp::Min)?,
            };
        }
        Ok(so_far.unwrap_or(Val::int(0)))
    }

    fn answer(&mut self, ix: StageIx) -> Res<Val> {
        let winners = self.amounts(|row| row.stage == ix && row.kind != RowKind::Otherwise)?;
        if let Some(value) = agreed(winners)? {
            return Ok(value);
        }
        let otherwise = self.amounts(|row| row.stage == ix && row.kind == RowKind::Otherwise)?;
        if let Some(value) = agreed(otherwise)? {
            return Ok(value);
        }
        match self.rows.rows.iter().find(|row| row.stage == ix) {
            Some(first) => fault(Code::Gap, Some(first.site)),
            None => bad("an answer without rows"),
        }
    }

    /// Does a winner say this?
    fn said(&mut self, ix: StageIx, wanted: bool) -> Res<bool> {
        let mut said = false;
        for (value, _) in self.amounts(|row| row.stage == ix)? {
            said = said || value.truth()? == wanted;
        }
        Ok(said)
    }

    /// What a stage folds: the amounts of rows outside of groups, then one amount for each group that has a winner.
    fn parts(&mut self, ix: StageIx, stage: &Stage) -> Res<Vec<Val>> {
        let mut parts: Vec<Val> = Vec::new();
        for (value, _) in self.amounts(|row| row.stage == ix && row.group.is_none())? {
            parts.push(value);
        }
        for (at, group) in stage.groups.iter().enumerate() {
            let amounts = self.amounts(|row| row.stage == ix && row.group == Some(at as u32))?;
            parts.extend(match group.op {
                GroupOp::Once => agreed(amounts)?,
                GroupOp::Sum => joined(None, values(amounts), BinaryOp::Add)?,
                GroupOp::Largest => joined(None, values(amounts), BinaryOp::Max)?,
                GroupOp::Smallest => joined(None, values(amounts), BinaryOp::Min)?,
            });
        }
        Ok(parts)
    }

    fn fold(&mut self, ix: StageIx, stage: &Stage, start: Val, op: BinaryOp) -> Res<Val> {
        let parts = self.parts(ix, stage)?;
        parts.iter().try_fold(start, |so_far, part| ops::binary(op, &so_far, part))
    }

    fn extreme(&mut self, ix: StageIx, stage: &Stage, so_far: Option<Val>, op: BinaryOp) -> Res<Option<Val>> {
        let parts = self.parts(ix, stage)?;
        joined(so_far, parts, op)
    }
}

fn values(amounts: Vec<Amount>) -> Vec<Val> {
    amounts.into_iter().map(|(value, _)| value).collect()
}

fn joined(start: Option<Val>, values: Vec<Val>, op: BinaryOp) -> Res<Option<Val>> {
    let mut so_far = start;
    for value in values {
        so_far = Some(match so_far {
            Some(so_far) => ops::binary(op, &so_far, &value)?,
            None => value,
        });
    }
    Ok(so_far)
}

/// The one value of all amounts, if there is any; the first that differs clashes.
fn agreed(amounts: Vec<Amount>) -> Res<Option<Val>> {
    let mut amounts = amounts.into_iter();
    let Some((value, _)) = amounts.next() else { return Ok(None) };
    for (other, site) in amounts {
        if !ops::equal(&value, &other)? {
            return fault(Code::Clash, Some(site));
        }
    }
    Ok(Some(value))
}
