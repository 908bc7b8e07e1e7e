//! The generator of small programs, for holding executors to the oracle.
//!
//! In comes a seed; out comes a program, always the same one for the seed: a board of at most 5 by 4 hexes or none, a
//! few enums, pieces, cells and queries, and a game of some rounds. Expressions are made for the type that is wanted,
//! with the ranges that the verifier will find, so that nearly every program is well typed; numbers run out of their
//! places, answers clash and loops run over now and then, so that faults are seen too.
//!
//! What is left out so that two executors can agree: a search body never fails and looks at neither `spent` nor
//! `steps`; hidden places are read by `peek` alone; suppositions stand in procedures, and in one query that all others may call.

mod asks;
pub(crate) mod build;
mod numbers;
pub(crate) mod rng;
mod rows;
mod searches;
mod stmts;
mod values;
mod world;

use build::{Maker, stmt};
use proptest::strategy::Strategy;
use stmts::Here;
use wgr_runtime::ir::{
    BinaryOp, Block, Body, CellId, Expr, Fold, FoldOp, FuncId, FuncKind, Goods, Hidden, Limit, Limits, Look, Pos,
    Program, Role, Scalar, Stmt, StmtKind, TableId, Trigger, Type, Write,
};

/// The program of this seed.
pub fn generate(seed: u64) -> Program {
    let mut maker = Maker::new(seed);
    maker.declare_world();
    maker.hide();
    maker.functions();
    maker.done()
}

/// Programs of all seeds; they do not shrink, since a smaller seed is no smaller program.
pub fn programs() -> impl Strategy<Value = Program> {
    use proptest::prelude::{Just, any};
    any::<u64>().prop_flat_map(|seed| Just(generate(seed)))
}

impl Maker {
    fn functions(&mut self) {
        if self.rng.chance(35) {
            let query = self.looking_query();
            self.queries.push(query);
        }
        for _ in 0..2 + self.rng.below(4) {
            let query = if self.rng.chance(70) { self.row_query() } else { self.code_query() };
            self.queries.push(query);
        }
        if self.world.board && self.rng.chance(30) {
            self.ray_query();
        }
        if self.world.board && self.rng.chance(50) {
            self.search_query();
        }
        if self.rng.chance(30) {
            self.limits();
        }
        if self.rng.chance(25) {
            self.goods();
        }
        for _ in 0..1 + self.rng.below(2) {
            self.effect_func();
        }
        if self.rng.chance(40) {
            for _ in 0..1 + self.rng.below(2) {
                self.trigger();
            }
        }
        for _ in 0..self.rng.below(3) {
            self.procedure_func();
        }
        self.main();
    }

    /// The query that says who sees the hidden cell.
    fn hide(&mut self) {
        let Some(cell) = self.world.hidden else { return };
        let (unit, side) = (self.member(self.world.unit()), self.member(self.world.side()));
        let params = self.begin(&[unit, side]);
        let unit = self.local(params[0]);
        let owner = self.add(Expr::Table(TableId(1), vec![unit]));
        let viewer = self.local(params[1]);
        let value = self.binary(BinaryOp::Eq, owner, viewer);
        let body = Block(vec![stmt(StmtKind::Return(Some(value)))]);
        let sees = self.finish(FuncKind::Query, Some(Type::BOOL), Body::Code(body));
        let shown = CellId::new(cell.index() + 1);
        self.program.cells[cell.index()].hidden = Some(Hidden { sees, shown });
    }

    fn code_query(&mut self) -> FuncId {
        let params = self.some_params();
        self.begin(&params);
        let domain = self.domain();
        let ret = [Type::int(-5, 30), Type::BOOL, Type::Set(domain), self.opt(domain)][self.rng.below(4)];
        let mut body = self.stmts(Here::of(FuncKind::Query, Some(ret)), 2);
        let value = self.value(ret, 3);
        body.push(stmt(StmtKind::Return(Some(value))));
        self.finish(FuncKind::Query, Some(ret), Body::Code(Block(body)))
    }

    /// A query that supposes: asked in guards, rows and other suppositions.
    fn looking_query(&mut self) -> FuncId {
        let params = self.some_params();
        self.begin(&params);
        let mut body = vec![self.suppose(2)];
        let value = self.value(Type::BOOL, 2);
        body.push(stmt(StmtKind::Return(Some(value))));
        self.finish(FuncKind::Query, Some(Type::BOOL), Body::Code(Block(body)))
    }

    fn some_params(&mut self) -> Vec<Type> {
        let mut params = Vec::new();
        if self.rng.chance(60) {
            params.push(self.member(self.world.unit()));
        }
        if self.rng.chance(30) {
            params.push(Type::int(0, 5));
        }
        params
    }

    fn effect_func(&mut self) {
        let params = self.some_params();
        self.begin(&params);
        let body = self.stmts(Here::of(FuncKind::Effect, None), 3);
        let effect = self.finish(FuncKind::Effect, None, Body::Code(Block(body)));
        self.effects.push(effect);
    }

    /// A procedure, sometimes with a cell of its own.
    fn procedure_func(&mut self) {
        let params = self.some_params();
        self.begin(&params);
        let ret = if self.rng.chance(50) { Some(Type::int(0, 9)) } else { None };
        let kept = self.rng.chance(40).then(|| {
            let me = FuncId::new(self.program.funcs.len());
            self.declare_cell(Vec::new(), Type::int(0, 5), Role::Keep(me), None)
        });
        self.world.open_cells.extend(kept);
        let mut body = self.stmts(Here::of(FuncKind::Procedure, ret), 3);
        if let Some(ty) = ret {
            let value = self.value(ty, 2);
            body.push(stmt(StmtKind::Return(Some(value))));
        }
        self.world.open_cells.retain(|cell| Some(*cell) != kept);
        let procedure = self.finish(FuncKind::Procedure, ret, Body::Code(Block(body)));
        self.procedures.push(procedure);
    }

    /// What becomes true, what runs then, and who orders it.
    fn trigger(&mut self) {
        let unit = self.member(self.world.unit());
        let params = if self.rng.chance(70) { vec![unit] } else { Vec::new() };
        self.begin(&params);
        let value = self.yes(2);
        let body = Block(vec![stmt(StmtKind::Return(Some(value)))]);
        let watch = self.finish(FuncKind::Query, Some(Type::BOOL), Body::Code(body));
        self.begin(&params);
        // Handlers may ask and roll as well.
        let kind = if self.rng.chance(30) { FuncKind::Procedure } else { FuncKind::Effect };
        let body = self.stmts(Here::of(kind, None), 2);
        let run = self.finish(kind, None, Body::Code(Block(body)));
        let names = self.begin(&params);
        let side = self.world.side();
        let value = match names.first() {
            Some(unit) => {
                let unit = self.local(*unit);
                self.add(Expr::Table(TableId(1), vec![unit]))
            }
            None => self.one_of(side),
        };
        let body = Block(vec![stmt(StmtKind::Return(Some(value)))]);
        let by = self.finish(FuncKind::Query, Some(self.member(side)), Body::Code(body));
        let (site, most) = (self.site(), self.rng.between(5, 12) as u32);
        let name = format!("t{}", self.program.triggers.len());
        self.program.triggers.push(Trigger {
            name,
            site,
            watch,
            on: None,
            only: None,
            run,
            by,
            at_once: false,
            most,
            at: Pos::default(),
        });
    }

    fn limits(&mut self) {
        self.begin(&[]);
        let it = self.declare(self.member(self.world.unit()), false);
        let mut limits = Vec::new();
        for _ in 0..1 + self.rng.below(2) {
            let lo = if self.rng.chance(60) {
                Some(self.careful(|maker| maker.number_for(Scalar::int(0, 2), 0)))
            } else {
                None
            };
            let hi = if self.rng.chance(60) {
                Some(self.careful(|maker| maker.number_for(Scalar::int(2, 4), 0)))
            } else {
                None
            };
            let weight = self.weight(it);
            limits.push(Limit { lo, hi, weight });
        }
        let alike = self.rng.chance(25).then(|| {
            let it = self.local(it);
            self.add(Expr::Table(TableId(1), vec![it]))
        });
        let id = self.finish(FuncKind::Query, None, Body::Limits(Limits { it, limits, alike }));
        self.world.limits = Some(id);
    }

    fn weight(&mut self, it: wgr_runtime::ir::LocalId) -> Option<wgr_runtime::ir::ExprId> {
        self.rng.chance(60).then(|| {
            self.inside(|maker| {
                maker.scope.push(it);
                maker.careful(
                    |maker| if maker.rng.chance(30) { maker.yes(0) } else { maker.number_for(Scalar::int(-1, 3), 1) },
                )
            })
        })
    }

    fn goods(&mut self) {
        self.begin(&[]);
        let it = self.name(self.member(self.world.unit()));
        let price = self.careful(|maker| maker.number_for(Scalar::int(1, 4), 1));
        let up_to = self.careful(|maker| maker.number_for(Scalar::int(0, 3), 1));
        let id = self.finish(FuncKind::Query, None, Body::Goods(Goods { it, price, up_to }));
        self.world.goods = Some(id);
    }

    /// The game: everything is set up, then some rounds are played.
    fn main(&mut self) {
        let ret = Type::int(-9, 30);
        self.begin(&[]);
        let here = Here::of(FuncKind::Procedure, Some(ret));
        let mut body = vec![self.set_up()];
        for _ in 0..2 + self.rng.below(3) {
            body.extend(self.inside(|maker| maker.round(here)));
        }
        if self.rng.chance(10) {
            let (cond, value) = (self.yes(1), self.value(ret, 1));
            let end = Block(vec![stmt(StmtKind::End(value))]);
            body.push(stmt(StmtKind::If { cond, then: end, other: Block::default() }));
        }
        let value = self.value(ret, 3);
        body.push(stmt(StmtKind::Return(Some(value))));
        let main = self.finish(FuncKind::Procedure, Some(ret), Body::Code(Block(body)));
        self.program.main = Some(main);
    }

    /// Pieces get places and steps, the cup is filled.
    fn set_up(&mut self) -> Stmt {
        let unit = self.world.unit();
        let over = self.add(Expr::All(unit));
        let rest = self.declare(Type::Set(unit), true);
        self.inside(|maker| {
            let var = maker.name(maker.member(unit));
            let mut body = Vec::new();
            let cells: Vec<CellId> = maker.world.open_cells.iter().chain(&maker.world.cup).copied().collect();
            for cell in cells {
                let (index, ty, sparse) = {
                    let cell = maker.program.cell(cell);
                    (cell.index.clone(), cell.value, cell.sparse)
                };
                let by_unit = index.len() == 1 && index[0] == maker.program.member(unit);
                if by_unit && sparse.is_none() && maker.rng.chance(85) {
                    let index = vec![maker.local(var)];
                    let value = maker.value(ty, 0);
                    body.push(stmt(StmtKind::Set(Write { cell, index, value })));
                }
            }
            stmt(StmtKind::For { var, rest, over, body: Block(body) })
        })
    }

    fn round(&mut self, here: Here) -> Vec<Stmt> {
        let mut body = self.stmts(here, 2);
        for _ in 0..3 {
            body.extend(self.procedure(here));
        }
        if !self.program.triggers.is_empty() {
            let side = self.world.side();
            let by = self.plain(side, 0);
            for look in [Look::Known, Look::Endings] {
                if self.rng.chance(15) {
                    body.push(stmt(StmtKind::Look(look)));
                }
            }
            body.push(stmt(StmtKind::Settle { by }));
        }
        body.extend(self.call_one(FuncKind::Procedure, here));
        let unit = self.world.unit();
        if self.rng.chance(20) {
            let over = self.add(Expr::All(unit));
            let count = self.declare(self.member(unit), false);
            let guard = self.inside(|maker| {
                maker.scope.push(count);
                maker.yes(1)
            });
            let value = self.add(Expr::Fold(Fold {
                op: FoldOp::Count,
                var: count,
                over,
                guard: Some(guard),
                value: None,
                other: None,
            }));
            body.push(self.var(Type::int(0, 4), value));
        }
        body
    }
}
