//! Conditions put off to where they decide. Rows find all conditions first (`let a: bool = ..`), then go by them
//! (`if a { .. }`); where a name is read once, by that `if`, the condition is asked there and never made a number.
//!
//! What faults first must stay first: conditions are put off in their order, and only past what cannot fault.

use super::{FuncCompiler, Result};
use crate::ir::{BinaryOp, Block, Expr, ExprId, LocalId, Stmt, StmtKind, Type, UnaryOp, What, walk};

/// A condition that was met and not asked yet.
struct PutOff<'b> {
    local: LocalId,
    value: ExprId,
    stmt: &'b Stmt,
}

/// A name with a value that is written out, and that is not written yet: while rows only end the query it never need be.
struct Standing<'b> {
    local: LocalId,
    value: i64,
    stmt: &'b Stmt,
}

impl FuncCompiler<'_> {
    /// The statements of a query's block, with what may be put off where it is needed.
    pub(super) fn statements(&mut self, block: &Block) -> Result<()> {
        let mut waiting: Vec<PutOff<'_>> = Vec::new();
        let mut standing: Vec<Standing<'_>> = Vec::new();
        for (at, stmt) in block.0.iter().enumerate() {
            if let Some(new) = self.may_stand(stmt) {
                standing.push(new);
                continue;
            }
            if let Some(sink) = self.may_wait(stmt, &block.0[at + 1..]) {
                waiting.push(sink);
                continue;
            }
            if let Some(part) = self.may_stand_in_place(stmt, &block.0[at + 1..]) {
                self.in_place.push(part);
                continue;
            }
            let asked = self.condition(stmt).and_then(|local| waiting.iter().position(|it| it.local == local));
            let may_pass = self.may_pass(stmt, &waiting, asked);
            if !may_pass {
                self.ask_now(&mut waiting, &mut standing)?;
            }
            if let StmtKind::Return(Some(value)) = stmt.kind
                && let Expr::Local(local) = self.func.expr(value)
                && let Some(it) = standing.iter().find(|it| it.local == *local)
            {
                self.at = stmt.at;
                self.answer_with(it.value, self.is_last_return(value))?;
                continue;
            }
            match (asked.filter(|_| may_pass), &stmt.kind) {
                (Some(asked), StmtKind::If { then, other, .. }) => {
                    let sink = waiting.remove(asked);
                    self.write_now(&mut standing, sink.stmt)?;
                    self.at = stmt.at;
                    match self.settles(then, other, &block.0[at + 1..]).filter(|_| self.all_safe(&waiting)) {
                        Some(answer) => self.settle(sink.value, answer)?,
                        None => {
                            self.write_now(&mut standing, stmt)?;
                            self.at = stmt.at;
                            self.either(sink.value, then, other)?;
                        }
                    }
                }
                (_, _) => {
                    self.write_now(&mut standing, stmt)?;
                    let below = &block.0[at + 1..];
                    let values = || standing.iter().map(|it| (it.local, it.value)).collect();
                    let may_leave = self.all_safe(&waiting);
                    if may_leave && self.leave_where_all(stmt, below, values())? {
                        continue;
                    }
                    self.statement(stmt)?;
                    if may_leave {
                        self.leave_where_empty(stmt, below, values())?;
                    }
                }
            }
        }
        self.ask_now(&mut waiting, &mut standing)?;
        // What goes on behind the block may read its names.
        let ends = matches!(block.0.last().map(|last| &last.kind), Some(StmtKind::Return(_)));
        let read: &[Standing<'_>] = if ends { &[] } else { &standing };
        read.iter().try_for_each(|it| self.statement(it.stmt))
    }

    /// A name that is declared with a value that is written out, and may get another.
    fn may_stand<'b>(&self, stmt: &'b Stmt) -> Option<Standing<'b>> {
        let StmtKind::Let { local, value, fresh: true } = stmt.kind else { return None };
        let Expr::Literal { value, .. } = self.func.expr(value) else { return None };
        let is_number = matches!(self.func.local(local).ty, Type::Scalar(_)) && self.constant_of(local).is_none();
        is_number.then_some(Standing { local, value: *value, stmt })
    }

    /// What the statement has to do with must be written by now.
    fn write_now(&mut self, standing: &mut Vec<Standing<'_>>, stmt: &Stmt) -> Result<()> {
        let (touched, left): (Vec<_>, Vec<_>) =
            std::mem::take(standing).into_iter().partition(|it| self.mentions(stmt, it.local));
        *standing = left;
        touched.iter().try_for_each(|it| self.statement(it.stmt))
    }

    fn mentions(&self, stmt: &Stmt, local: LocalId) -> bool {
        inner_stmts(stmt).iter().any(|stmt| {
            let mut reads = false;
            walk::stmt_parts(&stmt.kind, &mut |part| reads |= walk::free_locals(self.func, part).contains(&local));
            let is_mark = matches!(stmt.kind, StmtKind::Mark { .. });
            reads && !is_mark || walk::binds(stmt).contains(&local)
        })
    }

    fn all_safe(&self, waiting: &[PutOff<'_>]) -> bool {
        waiting.iter().all(|it| self.text().expr(it.value))
    }

    /// The answer that stands once `then` has run: it gives the answer's name a value, and what is left to ask below cannot
    /// fault and could but give it the same.
    fn settles(&self, then: &Block, other: &Block, below: &[Stmt]) -> Option<i64> {
        let StmtKind::Return(Some(last)) = below.last()?.kind else { return None };
        let Expr::Local(answer) = self.func.expr(last) else { return None };
        let (from, place) = (self.func.local(*answer).ty.scalar()?, self.func.ret?.scalar()?);
        let mut given = self.gifts(then, *answer);
        let value = given.first().copied().flatten()?;
        below.iter().for_each(|stmt| {
            inner_stmts(stmt).iter().for_each(|stmt| given.extend(self.gift(stmt, *answer)));
        });
        let same = given.iter().all(|gift| *gift == Some(value));
        (from.fits(place) && same && self.is_idle(other) && self.is_once(then) && self.text().stmts(below))
            .then_some(value)
    }

    /// What is given on the way through the block, where its conditions are decided; the branches that are not taken give nothing.
    fn gifts(&self, block: &Block, answer: LocalId) -> Vec<Option<i64>> {
        let of = |stmt: &Stmt| {
            if let StmtKind::If { cond, then, other } = &stmt.kind
                && let Some(holds) = self.decided(*cond)
            {
                return self.gifts(if holds { then } else { other }, answer);
            }
            inner_stmts(stmt).into_iter().filter_map(|stmt| self.gift(stmt, answer)).collect()
        };
        block.0.iter().flat_map(of).collect()
    }

    /// What the statement gives the answer, if it gives it something: a value that is written out, or any other.
    fn gift(&self, stmt: &Stmt, answer: LocalId) -> Option<Option<i64>> {
        if !walk::binds(stmt).contains(&answer) {
            return None;
        }
        let StmtKind::Let { value, .. } = stmt.kind else { return Some(None) };
        Some(if let Expr::Literal { value, .. } = self.func.expr(value) { Some(*value) } else { None })
    }

    /// Where the condition holds, that is the answer.
    fn settle(&mut self, cond: ExprId, answer: i64) -> Result<()> {
        let no = self.unless(cond)?;
        self.answer_with(answer, false)?;
        self.patch_all(no)
    }

    fn ask_now(&mut self, waiting: &mut Vec<PutOff<'_>>, standing: &mut Vec<Standing<'_>>) -> Result<()> {
        waiting.drain(..).try_for_each(|sink| {
            self.write_now(standing, sink.stmt)?;
            self.statement(sink.stmt)
        })
    }

    /// A new yes or no that is read once, by an `if` that stands below in the same block.
    fn may_wait<'b>(&self, stmt: &'b Stmt, below: &[Stmt]) -> Option<PutOff<'b>> {
        let StmtKind::Let { local, value, fresh: true } = stmt.kind else { return None };
        let is_yes_no = self.func.local(local).ty.scalar()?.what == What::Bool;
        let once = self.known.reads[local.index()] == 1 && self.known.writes[local.index()] == 1;
        let waits = is_yes_no && once && !self.supposing && self.constant_of(local).is_none();
        let is_asked = || below.iter().any(|stmt| self.condition(stmt) == Some(local));
        (waits && is_asked()).then_some(PutOff { local, value, stmt })
    }

    /// A new yes or no that cannot fault and is read once: as a part of a condition, or of another that waits or stands in its place.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other statement reads it for itself")]
    fn may_stand_in_place(&self, stmt: &Stmt, below: &[Stmt]) -> Option<(LocalId, ExprId)> {
        let StmtKind::Let { local, value, fresh: true } = stmt.kind else { return None };
        let is_yes_no = self.func.local(local).ty.scalar()?.what == What::Bool;
        let once = self.known.reads[local.index()] == 1 && self.known.writes[local.index()] == 1;
        if !is_yes_no || !once || self.supposing || self.constant_of(local).is_some() {
            return None;
        }
        let part_of = |stmt: &Stmt| match stmt.kind {
            StmtKind::Let { value, .. } | StmtKind::If { cond: value, .. } => self.is_part(local, value),
            _ => false,
        };
        let (reader, behind) = below.split_at(below.iter().position(part_of)?).1.split_first()?;
        let goes_on = matches!(reader.kind, StmtKind::If { .. })
            || self.may_wait(reader, behind).is_some()
            || self.may_stand_in_place(reader, behind).is_some();
        let stays = walk::free_locals(self.func, value).iter().all(|local| self.known.writes[local.index()] == 1);
        (goes_on && stays && self.text().expr(value)).then_some((local, value))
    }

    /// Does the name stand in the condition, joined to the rest by `and`, `or`, `not`?
    #[expect(clippy::wildcard_enum_match_arm, reason = "in everything else it may be asked more than once")]
    fn is_part(&self, local: LocalId, cond: ExprId) -> bool {
        match self.func.expr(cond) {
            Expr::Local(name) => *name == local,
            Expr::Unary(UnaryOp::Not, a) => self.is_part(local, *a),
            Expr::Binary(BinaryOp::And | BinaryOp::Or, a, b) => self.is_part(local, *a) || self.is_part(local, *b),
            _ => false,
        }
    }

    fn condition(&self, stmt: &Stmt) -> Option<LocalId> {
        let StmtKind::If { cond, .. } = stmt.kind else { return None };
        self.func.name_of(cond)
    }

    /// May what waits wait on past this statement? `asked`: which of it this statement goes by.
    fn may_pass(&self, stmt: &Stmt, waiting: &[PutOff<'_>], asked: Option<usize>) -> bool {
        let others = || waiting.iter().enumerate().filter(|(at, _)| asked != Some(*at)).map(|(_, it)| it.value);
        let inner = inner_stmts(stmt);
        let writes = |local: &LocalId| inner.iter().any(|stmt| walk::binds(stmt).contains(local));
        let touched = others().any(|value| walk::free_locals(self.func, value).iter().any(writes));
        let in_order = asked.is_none_or(|asked| asked == 0);
        let safe = || {
            let runs: &[&Stmt] = if asked.is_some() { &inner[1..] } else { &inner[..1] };
            in_order
                && !inner.iter().any(|stmt| leaves(stmt))
                && runs.iter().all(|stmt| self.text().stmts(std::slice::from_ref(*stmt)))
        };
        !touched && (others().all(|value| self.text().expr(value)) || safe())
    }
}

/// The statement, and those inside it.
fn inner_stmts(stmt: &Stmt) -> Vec<&Stmt> {
    let mut all = vec![stmt];
    walk::stmt_blocks(&stmt.kind, &mut |block| all.extend(walk::all_stmts(block)));
    all
}

/// Does it lead out of the block?
fn leaves(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Break | StmtKind::Fail { .. } | StmtKind::End(_))
}
