//! Statements, one after the other.

use super::value::{Frame, Val, Value};
use super::{Code, Machine, Outcome, Res, bad, fault};
use std::collections::BTreeSet;
use wgr_runtime::board::RayStep;
use wgr_runtime::ir::{
    Block, CellId, DomainId, ExprId, FaultText, HEX, LocalId, Look, NONE, SiteId, Stmt, StmtKind, Type, What, Write,
};

/// How a block was left.
pub(super) enum Flow {
    On,
    Break,
    Return(Option<Val>),
}

/// A write whose place and value are known.
type Ready = (CellId, Vec<i64>, Value);

impl<'p> Machine<'p> {
    /// The body of a function: its result.
    pub(super) fn body(&mut self, frame: &mut Frame<'p>, block: &'p Block) -> Res<Option<Val>> {
        match self.block(frame, block)? {
            Flow::On => Ok(None),
            Flow::Return(value) => Ok(value),
            Flow::Break => bad("a break outside of every loop"),
        }
    }

    pub(super) fn block(&mut self, frame: &mut Frame<'p>, block: &'p Block) -> Res<Flow> {
        for stmt in &block.0 {
            self.down()?;
            let flow = self.stmt(frame, stmt)?;
            self.up();
            match flow {
                Flow::On => {}
                Flow::Break | Flow::Return(_) => return Ok(flow),
            }
        }
        Ok(Flow::On)
    }

    fn stmt(&mut self, frame: &mut Frame<'p>, stmt: &'p Stmt) -> Res<Flow> {
        match &stmt.kind {
            StmtKind::Let { local, value, fresh: _ } => {
                let value = self.eval(frame, *value)?;
                frame.set(*local, value)?;
            }
            StmtKind::Set(write) => {
                let ready = self.prepare(frame, write)?;
                self.write(ready)?;
            }
            StmtKind::Together(writes) => self.together(frame, writes)?,
            StmtKind::If { cond, then, other } => {
                let branch = if self.yes(frame, *cond)? { then } else { other };
                return self.block(frame, branch);
            }
            StmtKind::For { var, rest: _, over, body } => {
                let (domain, members) = self.members(frame, *over)?;
                let values = members.into_iter().map(|member| Val::id(domain, i64::from(member))).collect();
                return self.each(frame, *var, values, body);
            }
            StmtKind::Repeat { var, until, times, body } => return self.repeat(frame, *var, *until, *times, body),
            StmtKind::Loop { most, count: _, body } => return self.rounds(frame, *most, body),
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Ask(ask) => return self.ask(frame, ask),
            StmtKind::Roll { into, site: _ } => self.roll(frame, *into)?,
            StmtKind::Draw { into, cup, site: _, otherwise } => return self.draw(frame, *into, *cup, otherwise),
            StmtKind::Reveal { cell, index, to } => self.reveal(frame, *cell, index, *to)?,
            // Taking back and explaining are no part of what a game is.
            StmtKind::Seal => self.shown += 1,
            StmtKind::Mark { .. } => {}
            StmtKind::Settle { by } => self.settle(frame, *by)?,
            StmtKind::Look(Look::Known) => self.known()?,
            StmtKind::Look(Look::Endings) => self.look_for_endings()?,
            StmtKind::Look(Look::AtOnce) => self.at_once()?,
            StmtKind::End(value) => return self.end(frame, *value),
            StmtKind::Over(_) if self.supposing > 0 => {}
            StmtKind::Over(value) => return self.end(frame, *value),
            StmtKind::Fail { site, text } => return fail(*site, *text),
            StmtKind::Call { into, fresh: _, func, args } => {
                let args = self.args(frame, *func, args)?;
                match (self.call(*func, args)?, into) {
                    (Some(value), Some(local)) => frame.set(*local, value)?,
                    (_, None) => {}
                    (None, Some(_)) => return bad("a name for a result that is not there"),
                }
            }
            StmtKind::Return(value) => {
                let value = value.map(|id| self.eval(frame, id)).transpose()?;
                return Ok(Flow::Return(value));
            }
            StmtKind::Erase(member) => {
                let (domain, member) = self.eval(frame, *member)?.surely()?;
                self.erase(domain, member);
            }
            StmtKind::Swap { old, new } => self.swap(frame, *old, *new)?,
            StmtKind::Search(search) => self.search(frame, search)?,
            StmtKind::Ray { from, to, one, two, tie, rest: _, body } => {
                return self.ray(frame, (*from, *to), (*one, *two, *tie), body);
            }
            StmtKind::Offer(offer) => {
                let offered = self.judge(frame, offer)?;
                self.offer = Some(offered);
            }
        }
        Ok(Flow::On)
    }

    fn prepare(&mut self, frame: &mut Frame<'p>, write: &'p Write) -> Res<Ready> {
        let cell = self.cell(write.cell)?;
        let index = self.index(frame, &cell.index, &write.index)?;
        let value = self.eval(frame, write.value)?.narrow(cell.value)?;
        Ok((write.cell, index, value.bare()))
    }

    fn write(&mut self, (id, index, value): Ready) -> Res<()> {
        let cell = self.cell(id)?;
        self.world.put(id, cell, &index, value)
    }

    fn together(&mut self, frame: &mut Frame<'p>, writes: &'p [Write]) -> Res<()> {
        let ready = writes.iter().map(|write| self.prepare(frame, write)).collect::<Res<Vec<Ready>>>()?;
        for (at, one) in ready.iter().enumerate() {
            if ready[..at].iter().any(|other| (other.0, &other.1) == (one.0, &one.1) && other.2 != one.2) {
                return fault(Code::Twice, None);
            }
        }
        ready.into_iter().try_for_each(|write| self.write(write))
    }

    fn each(&mut self, frame: &mut Frame<'p>, var: LocalId, values: Vec<Val>, body: &'p Block) -> Res<Flow> {
        for value in values {
            frame.set(var, value)?;
            match self.block(frame, body)? {
                Flow::On => {}
                Flow::Break => return Ok(Flow::On),
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
        }
        Ok(Flow::On)
    }

    fn repeat(
        &mut self,
        frame: &mut Frame<'p>,
        var: LocalId,
        until: LocalId,
        times: ExprId,
        body: &'p Block,
    ) -> Res<Flow> {
        let times = self.eval(frame, times)?;
        // The hidden place says how many rounds there may be: none fewer than none, none more than the count can tell.
        frame.set(until, times.clone())?;
        let times = times.whole()?;
        for round in 0..times {
            frame.set(var, Val::int(round))?;
            match self.block(frame, body)? {
                Flow::On => {}
                Flow::Break => return Ok(Flow::On),
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
        }
        Ok(Flow::On)
    }

    fn rounds(&mut self, frame: &mut Frame<'p>, most: u32, body: &'p Block) -> Res<Flow> {
        for _ in 0..most {
            match self.block(frame, body)? {
                Flow::On => {}
                Flow::Break => return Ok(Flow::On),
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
        }
        fault(Code::Bound, None)
    }

    fn reveal(&mut self, frame: &mut Frame<'p>, id: CellId, index: &[ExprId], to: ExprId) -> Res<()> {
        let cell = self.cell(id)?;
        let Some(hidden) = cell.hidden else { return bad("a reveal of a place that is not hidden") };
        let mut key = self.index(frame, &cell.index, index)?;
        key.push(i64::from(self.eval(frame, to)?.surely()?.1));
        let before = self.world.get(hidden.shown, self.cell(hidden.shown)?, &key);
        self.shown += usize::from(before != Value::Int(1));
        self.write((hidden.shown, key, Value::Int(1)))
    }

    fn end(&mut self, frame: &mut Frame<'p>, value: ExprId) -> Res<Flow> {
        let value = self.eval(frame, value)?;
        let Some(ty) = self.program.main.and_then(|main| self.program.funcs.get(main.index())).and_then(|f| f.ret)
        else {
            return bad("an end without a main that says of what type");
        };
        Err(Box::new(Outcome::Over(value.narrow(ty)?.num()?.raw)))
    }

    /// No place of this member, no set with it, no `opt` that names it.
    fn erase(&mut self, domain: DomainId, member: u32) {
        let program = self.program;
        self.world.cells.retain(|(id, index), value| {
            let cell = program.cell(*id);
            let ranges = cell.index.iter().zip(index.iter());
            let indexed =
                ranges.into_iter().any(|(range, raw)| range.what == What::Id(domain) && *raw == i64::from(member));
            !indexed && keeps(cell.value, value, domain, member)
        });
        let of_member = |(trigger, raw): &(usize, Option<i64>)| {
            let watched = program.triggers.get(*trigger).and_then(|t| program.funcs.get(t.watch.index()));
            let param = watched.and_then(|f| f.param_types().next()).and_then(Type::scalar);
            param.is_some_and(|p| p.what == What::Id(domain)) && *raw == Some(i64::from(member))
        };
        self.world.truth.retain(|known| !of_member(known));
        self.world.pending.retain(|known| !of_member(known));
    }

    fn swap(&mut self, frame: &mut Frame<'p>, old: ExprId, new: ExprId) -> Res<()> {
        let (domain, old) = self.eval(frame, old)?.surely()?;
        let (of, new) = self.members(frame, new)?;
        if of != domain {
            return bad("a swap for members of another domain");
        }
        let program = self.program;
        self.world.cells.retain(|(id, _), value| match (program.cell(*id).value, value) {
            (Type::Set(of), Value::Set(members)) if of == domain => {
                if members.remove(&old) {
                    members.extend(&new);
                }
                !members.is_empty()
            }
            (Type::Set(_) | Type::Scalar(_), Value::Set(_) | Value::Int(_)) => true,
        });
        Ok(())
    }

    fn ray(
        &mut self,
        frame: &mut Frame<'p>,
        (from, to): (ExprId, ExprId),
        (one, two, tie): (LocalId, LocalId, LocalId),
        body: &'p Block,
    ) -> Res<Flow> {
        let (from, to) = (self.eval(frame, from)?, self.eval(frame, to)?);
        let board = self.the_board()?;
        let steps: Vec<RayStep> = board.ray(super::ops::hex(board, &from)?, super::ops::hex(board, &to)?).collect();
        for step in steps {
            let (a, b, along) = match step {
                RayStep::One(hex) => (i64::from(hex.id()), NONE, false),
                RayStep::Tie(hex, other) => (i64::from(hex.id()), other.map_or(NONE, |h| i64::from(h.id())), true),
                RayStep::Off => (NONE, NONE, false),
            };
            frame.set(one, Val::id(HEX, a))?;
            frame.set(two, Val::id(HEX, b))?;
            frame.set(tie, Val::bool(along))?;
            match self.block(frame, body)? {
                Flow::On => {}
                Flow::Break => return Ok(Flow::On),
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
        }
        Ok(Flow::On)
    }
}

/// What is left of a value when a member is erased; false: nothing.
fn keeps(ty: Type, value: &mut Value, domain: DomainId, member: u32) -> bool {
    match (ty, value) {
        (Type::Set(of), Value::Set(members)) if of == domain => {
            members.remove(&member);
            *members != BTreeSet::new()
        }
        (Type::Scalar(scalar), Value::Int(raw)) if scalar.is_opt() && scalar.what == What::Id(domain) => {
            *raw != i64::from(member)
        }
        (Type::Set(_) | Type::Scalar(_), Value::Set(_) | Value::Int(_)) => true,
    }
}

fn fail(site: SiteId, text: FaultText) -> Res<Flow> {
    let code = match text {
        FaultText::Gap => Code::Gap,
        FaultText::Clash => Code::Clash,
        FaultText::Rule => Code::Rule,
        FaultText::Hole => Code::Hole,
    };
    fault(code, Some(site))
}
