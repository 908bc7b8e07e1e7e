//! Code of runs: one after the other, from the first, or from the one in which a scene begins.

use super::sequence::Part;
use crate::hir::Run;
use crate::translate::play::Lasting;
use crate::translate::ty::Ty;
use crate::translate::world::RunDef;
use crate::translate::writer::{Lines, Writer};
use wgr_runtime::bug;
use wgr_runtime::ir::{
    BinaryOp, Block, CellId, Expr, ExprId, FuncId, LocalId, Scalar, StmtKind as Code, Type, UnaryOp, What,
};

impl Writer<'_, '_> {
    pub(super) fn run(&mut self, run: &Run, lines: &mut Lines) {
        let Some(def) = self.m.world.runs.get_mut(run.run) else { bug!("no run {}", run.run) };
        let RunDef { ty, first, hi, cell, over, .. } = *def;
        let name = def.name.clone();
        let part = Part { name: &name, per: &name, lasting: Lasting::Run(run.run), at: run.at };
        let func = self.part(&part, (&run.binders, &run.body), over.is_some() || !run.ends.is_empty());
        if let Some(def) = self.m.world.runs.get_mut(run.run) {
            def.func = Some(func);
        }
        if let Some(over) = over {
            let no = self.truth(false);
            self.set_cell(over, Vec::new(), no, lines);
        }
        match &run.to {
            None => self.members_run(run, (cell, ty), (func, over), lines),
            Some(to) => {
                let (to, until) = (self.emit(to), self.local(" last", Type::int(-1, hi), false));
                self.set_local(until, to, true, lines);
                let mut body = Lines::default();
                let next = self.first_run(run, cell, (Type::int(first, hi + 1), first), lines);
                let (now, end) = (self.get(next), self.get(until));
                let gone = self.binary(BinaryOp::Gt, now, end);
                self.leave_if(gone, &mut body);
                let now = self.get(next);
                self.set_cell(cell, Vec::new(), now, &mut body);
                self.one_run(run, (func, over), &mut body);
                let (now, one) = (self.get(next), self.number(1, 1));
                let after = self.binary(BinaryOp::Add, now, one);
                self.set_local(next, after, false, &mut body);
                let most = (hi - first) as u32 + 2;
                let count = self.local(" round", Type::int(0, i64::from(most)), true);
                lines.0.push(self.stmt(Code::Loop { most, count, body: body.block() }));
            }
        }
    }

    /// The first that is played: where a scene begins in it, the one that the scene says.
    fn first_run(&mut self, run: &Run, cell: CellId, (ty, first): (Type, i64), lines: &mut Lines) -> LocalId {
        let next = self.local(" next", ty, false);
        let first = self.literal(ty, first);
        self.set_local(next, first, true, lines);
        let begun = self.has_begun();
        if let Some(there) = self.is_one_of_goals(&run.goals) {
            let (before, said, mut then) =
                (self.unary(UnaryOp::Not, begun), self.read(cell, Vec::new()), Lines::default());
            self.set_local(next, said, false, &mut then);
            let cond = self.binary(BinaryOp::And, before, there);
            lines.0.push(self.stmt(Code::If { cond, then: then.block(), other: Block::default() }));
        }
        next
    }

    fn literal(&mut self, ty: Type, value: i64) -> ExprId {
        match ty {
            Type::Scalar(Scalar { what: what @ What::Id(_), .. }) => {
                self.add(Expr::Literal { value, ty: Scalar { what, lo: value, hi: value } })
            }
            Type::Scalar(_) | Type::Set(_) => self.number(value, 1),
        }
    }

    /// Where a run around this is ended, so is what stands in it.
    pub(super) fn leave_if_ended(&mut self, ends: &[CellId], lines: &mut Lines) {
        for over in ends {
            let (cond, leave) = (self.read(*over, Vec::new()), self.stmt(Code::Return(None)));
            lines.0.push(self.stmt(Code::If { cond, then: Block(vec![leave]), other: Block::default() }));
        }
    }

    /// One of them, and out of the loop where it was ended.
    fn one_run(&mut self, run: &Run, (func, over): (FuncId, Option<CellId>), lines: &mut Lines) {
        self.do_call(func, Vec::new(), lines);
        self.leave_if_ended(&run.ends, lines);
        if let Some(over) = over {
            let ended = self.read(over, Vec::new());
            self.leave_if(ended, lines);
        }
    }

    /// Those before the one in which a scene begins are passed over.
    fn members_run(
        &mut self,
        run: &Run,
        (cell, ty): (CellId, Ty),
        called: (FuncId, Option<CellId>),
        lines: &mut Lines,
    ) {
        let ir = self.m.ir_type(ty);
        let Some(noun) = ty.noun() else { bug!("a run of no members") };
        let next = self.first_run(run, cell, (ir, 0), lines);
        let domain = self.m.domain_of(noun);
        let over = self.add(Expr::All(domain));
        let (var, rest) = (self.local(" run", ir, false), self.local(" rest", Type::Set(domain), true));
        let mut own = Lines::default();
        let one = self.get(var);
        self.set_cell(cell, Vec::new(), one, &mut own);
        self.one_run(run, called, &mut own);
        let (one, now) = (self.get(var), self.get(next));
        let cond = self.binary(BinaryOp::Ge, one, now);
        let body = Block(vec![self.stmt(Code::If { cond, then: own.block(), other: Block::default() })]);
        lines.0.push(self.stmt(Code::For { var, rest, over, body }));
    }
}
