//! Statements that any function may hold: names, writes, branches, loops, calls.

use super::build::{Maker, stmt};
use wgr_runtime::ir::{
    BinaryOp, Block, CellId, Expr, ExprId, FuncId, FuncKind, LocalId, Scalar, Stmt, StmtKind, Type, UnaryOp, What,
    Write,
};

/// Where statements stand.
#[derive(Clone, Copy)]
pub(super) struct Here {
    pub(super) kind: FuncKind,
    pub(super) looped: bool,
    /// How deep blocks may still go.
    pub(super) depth: u32,
    pub(super) ret: Option<Type>,
    /// Asks and dice may stand here.
    pub(super) asks: bool,
}

impl Here {
    pub(super) fn of(kind: FuncKind, ret: Option<Type>) -> Here {
        Here { kind, looped: false, depth: 2, ret, asks: kind == FuncKind::Procedure }
    }

    fn inner(self) -> Here {
        Here { depth: self.depth.saturating_sub(1), ..self }
    }

    fn in_loop(self) -> Here {
        // What is asked in a loop is asked too often.
        Here { looped: true, asks: false, ..self.inner() }
    }
}

impl Maker {
    /// A block of about so many statements; its names end with it.
    pub(super) fn block(&mut self, here: Here, count: usize) -> Block {
        self.inside(|maker| Block(maker.stmts(here, count)))
    }

    /// Statements whose names stay in scope.
    pub(super) fn stmts(&mut self, here: Here, count: usize) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for _ in 0..count {
            let more = match here.kind {
                FuncKind::Query => self.pure(here),
                FuncKind::Effect => self.effect(here),
                FuncKind::Procedure if self.rng.chance(45) && here.asks => self.procedure(here),
                FuncKind::Procedure => self.effect(here),
            };
            stmts.extend(more);
        }
        stmts
    }

    fn pure(&mut self, here: Here) -> Vec<Stmt> {
        match self.rng.below(7) {
            0 | 1 if here.depth > 0 => vec![self.branch(here)],
            2 if here.depth > 0 => vec![self.each(here)],
            3 if here.depth > 0 => vec![self.repeat(here)],
            4 if here.depth > 0 && self.rng.chance(50) => vec![self.rounds(here)],
            5 => self.assign().into_iter().collect(),
            _ => vec![self.declared()],
        }
    }

    fn effect(&mut self, here: Here) -> Vec<Stmt> {
        match self.rng.below(11) {
            0..=3 => vec![self.write()],
            4 => vec![self.together()],
            5 if self.rng.chance(40) => vec![self.erase()],
            6 if self.rng.chance(60) => vec![self.swap()],
            7 => self.call_one(FuncKind::Effect, here).into_iter().collect(),
            8 if self.rng.chance(3) => {
                let site = self.site();
                let fail = stmt(StmtKind::Fail { site, text: wgr_runtime::ir::FaultText::Rule });
                let (a, b) = (self.number(1).0, self.number(1).0);
                let cond = self.binary(BinaryOp::Eq, a, b);
                vec![stmt(StmtKind::If { cond, then: Block(vec![fail]), other: Block::default() })]
            }
            _ => self.pure(here),
        }
    }

    /// A type for a name.
    fn some_type(&mut self) -> Type {
        match self.rng.below(7) {
            0 => Type::BOOL,
            1 => {
                let domain = self.domain();
                Type::Set(domain)
            }
            2 => {
                let domain = self.domain();
                self.opt(domain)
            }
            3 => {
                let domain = self.domain();
                self.member(domain)
            }
            4 => Type::Scalar(Scalar { what: What::Int { den: 2 }, lo: 0, hi: 12 }),
            _ => Type::int(-5, 20),
        }
    }

    pub(super) fn declared(&mut self) -> Stmt {
        let ty = self.some_type();
        let value = self.value(ty, 2);
        self.var(ty, value)
    }

    /// `let x: T = e`, which may be written again.
    pub(super) fn var(&mut self, ty: Type, value: ExprId) -> Stmt {
        let local = self.name(ty);
        self.vars.push(local);
        stmt(StmtKind::Let { local, value, fresh: true })
    }

    fn assign(&mut self) -> Option<Stmt> {
        let local = self.known_var(|_| true)?;
        let value = self.value(self.type_of(local), 2);
        Some(stmt(StmtKind::Let { local, value, fresh: false }))
    }

    fn branch(&mut self, here: Here) -> Stmt {
        let cond = self.yes(2);
        let then = self.block(here.inner(), 2);
        let other = if self.rng.chance(50) { self.block(here.inner(), 1) } else { Block::default() };
        stmt(StmtKind::If { cond, then, other })
    }

    fn each(&mut self, here: Here) -> Stmt {
        let domain = self.domain();
        let over = self.set(domain, 1);
        let rest = self.declare(Type::Set(domain), true);
        self.inside(|maker| {
            let var = maker.name(maker.member(domain));
            let body = maker.looped_block(here);
            stmt(StmtKind::For { var, rest, over, body })
        })
    }

    fn repeat(&mut self, here: Here) -> Stmt {
        let most = self.rng.between(1, 3);
        let times = self.number_for(Scalar::int(0, most), 1);
        self.repeated(here, most, times)
    }

    fn repeated(&mut self, here: Here, most: i64, times: ExprId) -> Stmt {
        let until = self.declare(Type::int(0, most), true);
        self.inside(|maker| {
            let var = maker.name(Type::int(0, most - 1));
            let body = maker.looped_block(here);
            stmt(StmtKind::Repeat { var, until, times, body })
        })
    }

    fn looped_block(&mut self, here: Here) -> Block {
        let mut body = self.block(here.in_loop(), 2);
        if self.rng.chance(15) {
            let cond = self.yes(1);
            let leave = stmt(StmtKind::Break);
            body.0.push(stmt(StmtKind::If { cond, then: Block(vec![leave]), other: Block::default() }));
        }
        body
    }

    /// A loop that counts and stops in time, most of the time.
    fn rounds(&mut self, here: Here) -> Stmt {
        let most = self.rng.between(2, 4) as u32;
        let count = self.declare(Type::int(0, i64::from(most)), true);
        let mut body = self.block(here.in_loop(), 1);
        let cond = self.yes(1);
        let leave = |cond, then: Vec<Stmt>| stmt(StmtKind::If { cond, then: Block(then), other: Block::default() });
        body.0.push(leave(cond, vec![stmt(StmtKind::Break)]));
        if !self.rng.chance(3) {
            body.0.push(stmt(StmtKind::Break));
        }
        stmt(StmtKind::Loop { most, count, body })
    }

    // Writes.

    /// A write to one place. Sparse cells are emptied as often as they are filled.
    fn write_to(&mut self, cell: CellId) -> Write {
        let index = self.place(cell);
        let ty = self.program.cell(cell).value;
        let sparse = self.program.cell(cell).sparse.is_some();
        let value = match ty {
            Type::Scalar(scalar) if sparse && self.rng.chance(65) => match scalar.what {
                What::Bool => self.truth(false),
                What::Int { .. } | What::Id(_) => self.int(scalar.lo),
            },
            Type::Scalar(_) | Type::Set(_) => self.value(ty, 2),
        };
        Write { cell, index, value }
    }

    fn some_cell(&mut self) -> CellId {
        let special = [self.world.cup, self.world.hidden];
        match self.rng.pick(&special) {
            Some(Some(cell)) if self.rng.chance(20) => cell,
            Some(_) | None => self.cell(|_| true).unwrap_or(CellId(0)),
        }
    }

    fn write(&mut self) -> Stmt {
        let cell = self.some_cell();
        stmt(StmtKind::Set(self.write_to(cell)))
    }

    fn together(&mut self) -> Stmt {
        let mut writes: Vec<Write> = Vec::new();
        for _ in 0..2 + self.rng.below(2) {
            let cell = self.some_cell();
            // Two values for one place are a fault: only now and then.
            if writes.iter().all(|write| write.cell != cell) || self.rng.chance(6) {
                writes.push(self.write_to(cell));
            }
        }
        stmt(StmtKind::Together(writes))
    }

    fn erase(&mut self) -> Stmt {
        let member = self.plain(self.world.unit(), 0);
        stmt(StmtKind::Erase(member))
    }

    fn swap(&mut self) -> Stmt {
        let unit = self.world.unit();
        let (old, new) = (self.plain(unit, 0), self.set(unit, 1));
        stmt(StmtKind::Swap { old, new })
    }

    // Calls.

    pub(super) fn call_one(&mut self, kind: FuncKind, here: Here) -> Option<Stmt> {
        let found = match kind {
            FuncKind::Query => return None,
            FuncKind::Effect => self.effects.clone(),
            FuncKind::Procedure => self.procedures.clone(),
        };
        debug_assert!(here.kind >= kind);
        self.rng.pick(&found).map(|func| self.call_stmt(func))
    }

    pub(super) fn call_stmt(&mut self, func: FuncId) -> Stmt {
        let types: Vec<Type> = self.program.func(func).param_types().collect();
        let args = types.into_iter().map(|ty| self.value(ty, 1)).collect();
        let into = match self.program.func(func).ret {
            Some(ty) if self.rng.chance(70) => Some(self.name(ty)),
            Some(_) | None => None,
        };
        stmt(StmtKind::Call { into, fresh: into.is_some(), func, args })
    }

    /// `{x}` for a name.
    pub(super) fn just(&mut self, local: LocalId) -> ExprId {
        let member = self.local(local);
        self.unary(UnaryOp::Single, member)
    }

    /// Calls a slow query, if there is one, and keeps what it says.
    pub(super) fn call_slow(&mut self) -> Option<Stmt> {
        let slow = self.world.slow.clone();
        let query = self.rng.pick(&slow)?;
        let types: Vec<Type> = self.program.func(query).param_types().collect();
        let ret = self.program.func(query).ret?;
        let args = types.into_iter().map(|ty| self.value(ty, 1)).collect();
        let value = self.add(Expr::Call(query, args));
        Some(self.var(ret, value))
    }
}
