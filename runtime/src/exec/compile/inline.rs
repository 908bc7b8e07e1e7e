//! Short queries compiled in the place of their calls: no arguments are handed over, no result is fetched.
//!
//! Those without loops and suppositions, that write none of their parameters and whose answers are not kept. They
//! cannot stand still, so nothing of them is ever read out of a saved state.

use super::{Aim, FuncCompiler, Home, Mir, Op, Patch, Result};
use crate::ir::{Body, ExprId, Func, FuncId, FuncKind, StmtKind, Type, walk};

/// Statements and parts of expressions; longer ones stay calls.
const MOST_NODES: usize = 90;
/// One inside the other.
const DEEPEST: usize = 8;
/// A function that has grown so long takes in no more.
const MOST_OPS: u32 = 8_000;

/// What a query that is compiled in place of its call does with its answer.
pub(super) struct Answer {
    to: To,
    /// Returns that are not its last statement: they lead behind it.
    leave: Vec<Patch>,
}

enum To {
    Home(Home),
    /// A yes or no that is jumped by where it is `sense`.
    Jump {
        sense: bool,
        taken: Vec<Patch>,
    },
}

/// Which functions are compiled in place of their calls.
pub(super) fn plan(mir: &Mir<'_>, stays: impl Fn(FuncId) -> bool) -> Vec<bool> {
    let fits = |(at, func): (usize, &Func)| !stays(FuncId::new(at)) && is_short(func);
    mir.funcs.iter().map(|func| &**func).enumerate().map(fits).collect()
}

fn is_short(func: &Func) -> bool {
    let Body::Code(block) = &func.body else { return false };
    if func.kind != FuncKind::Query || !matches!(block.0.last().map(|last| &last.kind), Some(StmtKind::Return(_))) {
        return false;
    }
    let (mut nodes, mut marked, mut plain) = (0, 0, true);
    walk::walk_block(func, block, &mut |node| match node {
        walk::Node::Expr(_, expr) => {
            nodes += 1;
            plain &= !super::recall::is_walk(node) && walk::expr_block(expr).is_none();
        }
        walk::Node::Stmt(stmt) => {
            nodes += 1;
            if let StmtKind::Mark { value, .. } = stmt.kind {
                marked += 1;
                walk::walk_expr(func, value, &mut |_| marked += 1);
            }
            let only_reads = matches!(
                stmt.kind,
                StmtKind::Mark { .. } | StmtKind::Let { .. } | StmtKind::If { .. } | StmtKind::Return(_)
            );
            plain &= only_reads && walk::binds(stmt).iter().all(|local| local.0 >= func.params);
        }
    });
    plain && nodes - marked <= MOST_NODES
}

impl FuncCompiler<'_> {
    /// The query's answer into `out`, if it is compiled in place; else nothing is done.
    pub(super) fn inlined(&mut self, callee: FuncId, args: &[ExprId], out: Home) -> Result<bool> {
        Ok(self.in_its_place(callee, args, To::Home(out))?.is_some())
    }

    /// Jump where the query answers `sense`, if it is compiled in place; else nothing is done.
    pub(super) fn inlined_branch(
        &mut self,
        callee: FuncId,
        args: &[ExprId],
        sense: bool,
    ) -> Result<Option<Vec<Patch>>> {
        let to = self.in_its_place(callee, args, To::Jump { sense, taken: vec![] })?;
        Ok(to.map(|to| if let To::Jump { taken, .. } = to { taken } else { vec![] }))
    }

    fn in_its_place(&mut self, callee: FuncId, args: &[ExprId], to: To) -> Result<Option<To>> {
        let long = self.here() - self.entry > MOST_OPS;
        if !self.plans.inlines[callee.index()] || self.answers.len() >= DEEPEST || long {
            return Ok(None);
        }
        let plans = self.plans;
        let target = &plans.mir.funcs[callee.index()];
        let Some(block) = target.body.code() else { return Ok(None) };
        let mark = self.mark();
        let mut homes = vec![None; target.locals.len()];
        for (at, (home, (&arg, ty))) in homes.iter_mut().zip(args.iter().zip(target.param_types())).enumerate() {
            *home = Some(match ty {
                Type::Scalar(place) => Home::Reg(self.reg_into(arg, place, Aim::Param(callee, at))?),
                Type::Set(domain) => Home::Set { at: self.set(arg)?, words: self.words_of(domain) as u16 },
            });
        }
        let mut answer = None;
        self.within(callee, homes, |this| {
            this.answers.push(Answer { to, leave: vec![] });
            let run = this.open_block(block);
            answer = this.answers.pop();
            run
        })?;
        self.release(mark);
        let Some(Answer { to, leave }) = answer else { return Ok(None) };
        self.patch_all(leave)?;
        Ok(Some(to))
    }

    /// `return` of a query that is compiled in place; says whether this is one.
    pub(super) fn answered(&mut self, value: Option<ExprId>) -> Result<bool> {
        let (Some(answer), Some(value)) = (self.answers.last(), value) else { return Ok(false) };
        match (&answer.to, self.func.ret) {
            (&To::Jump { sense, .. }, _) => {
                let jumps = self.branch(value, sense)?;
                self.take(jumps);
            }
            (&To::Home(Home::Reg(d)), Some(Type::Scalar(place))) => {
                let from = self.scalar(value)?;
                if from.what == place.what {
                    self.into(value, d)?;
                    self.narrow(d, from, place, Aim::Answer)?;
                } else {
                    let a = self.reg_into(value, place, Aim::Answer)?;
                    self.emit(Op::Move { d, a });
                }
            }
            (&To::Home(Home::Set { at, .. }), _) => self.set_into(value, at)?,
            (To::Home(Home::Reg(_)), _) => return self.refuse("uses a set as a number"),
        }
        if !self.is_last_return(value) {
            self.leave_answered();
        }
        Ok(true)
    }

    /// The query answers with this number here and now; `is_last`: nothing of it comes behind.
    pub(super) fn answer_with(&mut self, value: i64, is_last: bool) -> Result<()> {
        match self.answers.last().map(|answer| &answer.to) {
            Some(&To::Jump { sense, .. }) if sense == (value == 1) => {
                let jump = self.jump();
                self.take(vec![jump]);
                return Ok(());
            }
            Some(To::Jump { .. }) => {}
            Some(&To::Home(Home::Reg(d))) => self.constant(d, value),
            Some(To::Home(Home::Set { .. })) => return self.refuse("uses a set as a number"),
            None => {
                let mark = self.mark();
                let a = self.temp();
                self.constant(a, value);
                self.leave();
                self.emit(Op::ReturnValue { a });
                self.release(mark);
                return Ok(());
            }
        }
        if !is_last {
            self.leave_answered();
        }
        Ok(())
    }

    fn leave_answered(&mut self) {
        let leave = self.jump();
        self.answers.last_mut().into_iter().for_each(|answer| answer.leave.push(leave));
    }

    /// These jumps are taken where the answer is what is jumped by.
    fn take(&mut self, jumps: Vec<Patch>) {
        if let Some(Answer { to: To::Jump { taken, .. }, .. }) = self.answers.last_mut() {
            taken.extend(jumps);
        }
    }

    /// Is it the last statement of what is compiled, so that what comes next is the caller's?
    pub(super) fn is_last_return(&self, value: ExprId) -> bool {
        let last = self.func.body.code().and_then(|block| block.0.last());
        last.is_some_and(|last| matches!(last.kind, StmtKind::Return(Some(id)) if id == value))
    }
}
