//! Stages: the result so far goes in, each stage leaves a new local with the result after it.

use wgr_runtime::ir::{
    BinaryOp, FaultText, GroupOp, LocalId, Pos, RowIx, RowKind, Scalar, SiteId, StageIx, StageOp, Stmt, StmtKind,
    TextError, Type, UnaryOp, What,
};

use super::Lowering;
use super::number::Range;
use super::sink::{Amount, Sink, start_value};

/// The result so far. `begun`: kept where it is not sure that anything came before.
#[derive(Clone, Copy)]
struct Running {
    local: LocalId,
    ty: Type,
    begun: Option<LocalId>,
}

/// What a stage will be paid: the amounts of its rows without group, then one for each group.
struct Due {
    ordinary: Vec<RowIx>,
    otherwise: Vec<RowIx>,
    /// Rows and type of each group that has rows.
    groups: Vec<Option<(Vec<RowIx>, Type)>>,
    /// Types of all amounts, how often each can come.
    amounts: Vec<(Type, u64)>,
}

impl Lowering<'_> {
    pub(super) fn all_stages(&mut self, out: &mut Vec<Stmt>) -> Result<(), TextError> {
        let mut result = None;
        for ix in 0..self.rows.stages.len() {
            result = self.stage(StageIx::new(ix), result, out)?;
        }
        self.emit.at = self.emit.func.at;
        let value = match result {
            Some(result) => self.emit.get(result.local),
            None => self.emit.number(0),
        };
        out.push(self.emit.stmt(StmtKind::Return(Some(value))));
        Ok(())
    }

    fn stage(
        &mut self,
        ix: StageIx,
        before: Option<Running>,
        out: &mut Vec<Stmt>,
    ) -> Result<Option<Running>, TextError> {
        self.emit.at = self.emit.func.at;
        let op = self.rows.stages[ix.index()].op;
        if let Some(round) = rounding(op) {
            let row = self.rows.rows.iter().position(|row| row.stage == ix);
            if let Some(row) = row {
                self.tell(RowIx::new(row), out)?;
            }
            return Ok(before.map(|b| self.round(b, round, out)));
        }
        let due = self.due(ix, op)?;
        let (mut sink, after) = self.open(op, before, &due, out)?;
        self.pay_stage(ix, &due, &mut sink, out)?;
        if let Sink::Agree { any, .. } = sink {
            self.close_answer(ix, &due, any, &mut sink, out)?;
        }
        let local = if let Sink::Product { total, .. } = sink { total } else { after.local };
        Ok(Some(Running { local, ..after }))
    }

    fn round(&mut self, before: Running, op: UnaryOp, out: &mut Vec<Stmt>) -> Running {
        match Range::of(before.ty) {
            Some(range) if range.den > 1 => {
                let value = self.emit.get(before.local);
                let value = self.emit.unary(op, value);
                let ty = range.rounded(op == UnaryOp::Up).ty();
                Running { local: self.emit.declare(out, "rounded", ty, value), ty, ..before }
            }
            Some(_) | None => before,
        }
    }

    fn due(&self, stage: StageIx, op: StageOp) -> Result<Due, TextError> {
        let groups = &self.rows.stages[stage.index()].groups;
        let mut due = Due { ordinary: Vec::new(), otherwise: Vec::new(), groups: Vec::new(), amounts: Vec::new() };
        for (ix, row) in self.rows.rows.iter().enumerate() {
            let this = RowIx::new(ix);
            if row.stage != stage || self.is_waiver(this) {
                continue;
            }
            let ty = self.amount_type(this)?;
            if matches!(row.kind, RowKind::Otherwise) {
                if op != StageOp::Answer {
                    return Err(self.error(this, "only an answer has an `otherwise`"));
                }
                due.otherwise.push(this);
            } else {
                due.ordinary.push(this);
                if row.group.is_some() {
                    continue;
                }
            }
            due.amounts.push((ty, self.times(this)));
        }
        for (ix, group) in groups.iter().enumerate() {
            let rows: Vec<RowIx> = due.ordinary.iter().copied().filter(|r| self.group(*r) == Some(ix)).collect();
            let ty = self.group_type(group.op, &rows)?;
            due.amounts.extend(ty.map(|ty| (ty, 1)));
            due.groups.push(ty.map(|ty| (rows, ty)));
        }
        Ok(due)
    }

    fn group(&self, row: RowIx) -> Option<usize> {
        self.row(row).group.map(|g| g as usize)
    }

    /// What a group can come to; nothing without rows.
    fn group_type(&self, op: GroupOp, rows: &[RowIx]) -> Result<Option<Type>, TextError> {
        let Some(first) = rows.first() else { return Ok(None) };
        let amounts =
            rows.iter().map(|r| Ok((self.amount_type(*r)?, self.times(*r)))).collect::<Result<Vec<_>, _>>()?;
        let ty = match op {
            GroupOp::Sum => sum(Range::exactly(0), &amounts).map(Range::ty),
            GroupOp::Largest | GroupOp::Smallest | GroupOp::Once => agreed(&amounts),
        };
        ty.map(Some).ok_or_else(|| self.error(*first, "the amounts of its group do not go together"))
    }

    /// Declares what the amounts of a stage go to.
    fn open(
        &mut self,
        op: StageOp,
        before: Option<Running>,
        due: &Due,
        out: &mut Vec<Stmt>,
    ) -> Result<(Sink, Running), TextError> {
        let at = self.emit.func.at;
        let clash = || TextError::new(at, "amounts of a stage do not go together, or cannot be counted exactly");
        let start = Range::exactly(i64::from(op == StageOp::Product));
        let base = match before {
            Some(before) => Range::of(before.ty),
            None => Some(start),
        };
        let amounts = &due.amounts[..];
        match op {
            StageOp::Answer if amounts.is_empty() => Err(TextError::new(at, "an answer has no rows")),
            StageOp::Answer => {
                let ty = agreed(amounts).ok_or_else(clash)?;
                let sink = self.agree("answer", ty, out);
                let Sink::Agree { value, .. } = sink else { return Err(clash()) };
                Ok((sink, Running { local: value, ty, begun: None }))
            }
            StageOp::Sum => {
                let range = base.and_then(|b| sum(b, amounts)).ok_or_else(clash)?;
                let local = self.carry("total", before, start, range.ty(), out);
                let sink = Sink::Sum { total: local, any: None };
                Ok((sink, Running { local, ty: range.ty(), begun: None }))
            }
            StageOp::Product => {
                let base = base.ok_or_else(clash)?;
                let whole = product(base, amounts).ok_or_else(clash)?;
                let local = self.carry("product", before, start, whole.counted_in(base.den).ty(), out);
                let sink = Sink::Product { before: local, total: local, den: base.den, whole };
                Ok((sink, Running { local, ty: whole.ty(), begun: None }))
            }
            StageOp::Largest | StageOp::Smallest => {
                let so_far = before.map_or(start.ty(), |before| before.ty);
                let ty = amounts.iter().try_fold(so_far, |all, (ty, _)| both(all, *ty)).ok_or_else(clash)?;
                let local = self.carry("best", before, start, ty, out);
                let begun = match before {
                    Some(before) => before.begun,
                    None => {
                        let no = self.emit.truth(false);
                        Some(self.emit.declare(out, "begun", Type::BOOL, no))
                    }
                };
                let op = if op == StageOp::Largest { BinaryOp::Max } else { BinaryOp::Min };
                let sink = Sink::Extreme { op, best: local, any: begun };
                Ok((sink, Running { local, ty, begun }))
            }
            StageOp::All | StageOp::Any => {
                if amounts.iter().any(|(ty, _)| *ty != Type::BOOL && !is_truth(*ty)) {
                    return Err(clash());
                }
                let all = self.emit.truth(op == StageOp::All);
                let local = self.emit.declare(out, "verdict", Type::BOOL, all);
                let sink = Sink::Truth { result: local, turns: op == StageOp::Any };
                Ok((sink, Running { local, ty: Type::BOOL, begun: None }))
            }
            StageOp::RoundDown | StageOp::RoundUp => Err(clash()),
        }
    }

    /// The result so far in a local wide enough for the next stage.
    fn carry(&mut self, name: &str, before: Option<Running>, start: Range, ty: Type, out: &mut Vec<Stmt>) -> LocalId {
        let value = match before {
            Some(before) => self.emit.get(before.local),
            None => start_value(&mut self.emit, start.ty()),
        };
        self.emit.declare(out, name, ty, value)
    }

    fn agree(&mut self, name: &str, ty: Type, out: &mut Vec<Stmt>) -> Sink {
        let (value, any) = self.start(name, ty, out);
        Sink::Agree { value, any }
    }

    /// A local that holds nothing yet, and whether it holds something.
    fn start(&mut self, name: &str, ty: Type, out: &mut Vec<Stmt>) -> (LocalId, LocalId) {
        let start = start_value(&mut self.emit, ty);
        let local = self.emit.declare(out, name, ty, start);
        let no = self.emit.truth(false);
        (local, self.emit.declare(out, &format!("any_{name}"), Type::BOOL, no))
    }

    fn pay_stage(&mut self, ix: StageIx, due: &Due, sink: &mut Sink, out: &mut Vec<Stmt>) -> Result<(), TextError> {
        let groups = &self.rows.stages[ix.index()].groups;
        let mut sinks = Vec::new();
        for (group, rows) in groups.iter().zip(&due.groups) {
            let Some((_, ty)) = rows else {
                sinks.push(None);
                continue;
            };
            let (local, any) = self.start(&format!("group_{}", group.name), *ty, out);
            let extreme = |op| Sink::Extreme { op, best: local, any: Some(any) };
            let sink = match group.op {
                GroupOp::Sum => Sink::Sum { total: local, any: Some(any) },
                GroupOp::Largest => extreme(BinaryOp::Max),
                GroupOp::Smallest => extreme(BinaryOp::Min),
                GroupOp::Once => Sink::Agree { value: local, any },
            };
            sinks.push(Some((sink, local, any)));
        }
        for row in &due.ordinary {
            match self.group(*row).and_then(|g| sinks.get_mut(g)) {
                Some(Some((group, _, _))) => self.pay(*row, group, None, out)?,
                Some(None) | None => self.pay(*row, sink, None, out)?,
            }
        }
        for (group, rows) in sinks.iter().zip(&due.groups) {
            if let (Some((_, local, any)), Some((rows, ty))) = (group, rows) {
                self.pay_group(rows, (*local, *any, *ty), sink, out);
            }
        }
        Ok(())
    }

    /// The one amount of a group, if any row of it won. It clashes in the name of its last row.
    fn pay_group(
        &mut self,
        rows: &[RowIx],
        (local, any, ty): (LocalId, LocalId, Type),
        sink: &mut Sink,
        out: &mut Vec<Stmt>,
    ) {
        let Some(last) = rows.last() else { return };
        self.emit.at = self.at(*last);
        sink.prepare(&mut self.emit, ty, out);
        let site = self.row(*last).site;
        let taken = sink.take(&mut self.emit, Amount { local, site });
        let any = self.emit.get(any);
        out.push(self.emit.when(any, taken, Vec::new()));
    }

    /// Where no row answered: the `otherwise` rows, else a gap.
    fn close_answer(
        &mut self,
        ix: StageIx,
        due: &Due,
        any: LocalId,
        sink: &mut Sink,
        out: &mut Vec<Stmt>,
    ) -> Result<(), TextError> {
        if !due.otherwise.is_empty() {
            let found = self.emit.get(any);
            let none = self.emit.not(found);
            let open = self.emit.declare(out, "open", Type::BOOL, none);
            for row in &due.otherwise {
                self.pay(*row, sink, Some(open), out)?;
            }
        }
        let (site, at) = self.first_site(ix)?;
        self.emit.at = at;
        let found = self.emit.get(any);
        let none = self.emit.not(found);
        let gap = self.emit.fail(site, FaultText::Gap);
        out.push(self.emit.when(none, vec![gap], Vec::new()));
        Ok(())
    }

    fn first_site(&self, ix: StageIx) -> Result<(SiteId, Pos), TextError> {
        let first = self.rows.rows.iter().position(|r| r.stage == ix);
        let first = first.ok_or_else(|| TextError::new(self.emit.func.at, "an answer has no rows"))?;
        Ok((self.rows.rows[first].site, self.at(RowIx::new(first))))
    }
}

fn rounding(op: StageOp) -> Option<UnaryOp> {
    match op {
        StageOp::RoundDown => Some(UnaryOp::Down),
        StageOp::RoundUp => Some(UnaryOp::Up),
        StageOp::Answer
        | StageOp::Sum
        | StageOp::Product
        | StageOp::Largest
        | StageOp::Smallest
        | StageOp::All
        | StageOp::Any => None,
    }
}

fn is_truth(ty: Type) -> bool {
    matches!(ty, Type::Scalar(Scalar { what: What::Bool, .. }))
}

fn sum(start: Range, amounts: &[(Type, u64)]) -> Option<Range> {
    let range = amounts.iter().try_fold(start, |all, (ty, times)| all.plus(Range::of(*ty)?, *times))?;
    Some(range.with_room_to_add(&ranges(amounts)))
}

fn product(start: Range, amounts: &[(Type, u64)]) -> Option<Range> {
    let range = amounts.iter().try_fold(start, |all, (ty, times)| all.product(Range::of(*ty)?, *times))?;
    Some(range.with_room_to_multiply(&ranges(amounts)))
}

fn ranges(amounts: &[(Type, u64)]) -> Vec<Range> {
    amounts.iter().filter_map(|(ty, _)| Range::of(*ty)).collect()
}

/// The type that holds every one of these amounts.
fn agreed(amounts: &[(Type, u64)]) -> Option<Type> {
    let (first, rest) = amounts.split_first()?;
    rest.iter().try_fold(first.0, |all, (ty, _)| both(all, *ty))
}

fn both(a: Type, b: Type) -> Option<Type> {
    if let (Some(a), Some(b)) = (Range::of(a), Range::of(b)) {
        return a.hull(b).map(Range::ty);
    }
    let (a, b) = (a.scalar()?, b.scalar()?);
    (a.what == b.what).then(|| Type::Scalar(a.hull(b)))
}
