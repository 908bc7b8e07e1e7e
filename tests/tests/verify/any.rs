//! Laws over broken programs: the verifier answers, whatever it gets.

use super::build::*;
use proptest::prelude::*;
use wgr_runtime::ir::*;
use wgr_runtime::verify::verify;

/// Numbers out of a seed; not good ones, but the same each time.
struct Seed(u64);

impl Seed {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n.max(1)
    }

    fn expr_id(&mut self, func: &Func) -> ExprId {
        ExprId(self.below(func.exprs.len() as u64 + 1) as u32)
    }

    fn ids(&mut self, func: &Func) -> Vec<ExprId> {
        (0..self.below(3)).map(|_| self.expr_id(func)).collect()
    }

    fn scalar(&mut self) -> Scalar {
        let what = match self.below(3) {
            0 => What::Int { den: self.below(4) as u32 },
            1 => What::Bool,
            _ => What::Id(DomainId(self.below(6) as u32)),
        };
        let lo = if self.below(8) == 0 { i64::MIN } else { self.below(4) as i64 - 1 };
        let hi = if self.below(8) == 0 { i64::MAX } else { self.below(9) as i64 - 1 };
        Scalar { what, lo, hi }
    }

    fn expr(&mut self, func: &Func) -> Expr {
        let e = |seed: &mut Seed| seed.expr_id(func);
        let name = self.below(10) as u32;
        match self.below(17) {
            0 => Expr::Literal { value: i64::from(name) - 1, ty: self.scalar() },
            1 => Expr::None(DomainId(name)),
            2 => Expr::All(DomainId(name)),
            3 => Expr::Local(LocalId(self.below(func.locals.len() as u64 + 1) as u32)),
            4 => Expr::Cell(CellId(name), self.ids(func)),
            5 => Expr::Peek { cell: CellId(name), index: self.ids(func), viewer: e(self), other: e(self) },
            6 => Expr::Table(TableId(self.below(3) as u32), self.ids(func)),
            7 => Expr::Unary(UnaryOp::Size, e(self)),
            8 => Expr::Binary(BinaryOp::DivUp, e(self), e(self)),
            9 => Expr::Binary(BinaryOp::Mod, e(self), e(self)),
            10 => Expr::If(e(self), e(self), e(self)),
            11 => Expr::Call(FuncId(name), self.ids(func)),
            12 => Expr::Board(BoardOp::Ring, self.ids(func)),
            13 => Expr::Complete { limits: FuncId(name), args: self.ids(func), chosen: e(self) },
            14 => Expr::Spendable { goods: FuncId(name), args: self.ids(func), pool: e(self), from: e(self) },
            15 => Expr::Fold(Fold {
                op: FoldOp::Least,
                var: LocalId(name),
                over: e(self),
                guard: None,
                value: Some(e(self)),
                other: Some(e(self)),
            }),
            _ => Expr::Suppose(Suppose { how: Quantifier::Plain, body: self.code(func), value: e(self) }),
        }
    }

    fn code(&mut self, func: &Func) -> Block {
        block((0..self.below(3)).map(|_| self.stmt(func)).collect())
    }

    fn stmt(&mut self, func: &Func) -> StmtKind {
        let e = self.expr_id(func);
        let local = LocalId(self.below(4) as u32);
        let cell = CellId(self.below(10) as u32);
        match self.below(14) {
            0 => StmtKind::Let { local, value: e, fresh: self.below(2) == 0 },
            1 => set(cell, &self.ids(func), e),
            2 => StmtKind::If { cond: e, then: self.code(func), other: self.code(func) },
            3 => StmtKind::For { var: local, rest: LocalId(1), over: e, body: self.code(func) },
            4 => StmtKind::Break,
            5 => StmtKind::Ask(ask(e, vec![arm("a", Some((local, self.expr_id(func))), None)])),
            6 => StmtKind::Roll { into: local, site: None },
            7 => StmtKind::Draw { into: local, cup: cell, site: None, otherwise: self.code(func) },
            8 if self.below(3) == 0 => StmtKind::Look(Look::Endings),
            8 => StmtKind::Settle { by: e },
            9 => StmtKind::Return(Some(e)),
            10 => StmtKind::Erase(e),
            11 => StmtKind::Call { into: Some(local), fresh: true, func: FuncId(self.below(10) as u32), args: vec![e] },
            12 => StmtKind::Reveal { cell, index: vec![e], to: self.expr_id(func) },
            _ => StmtKind::Swap { old: e, new: self.expr_id(func) },
        }
    }

    fn rows(&mut self) -> Func {
        let ops = [StageOp::Answer, StageOp::Sum, StageOp::Product, StageOp::All, StageOp::RoundUp];
        let stages: Vec<StageOp> = (0..self.below(3)).map(|_| ops[self.below(5) as usize]).collect();
        rows(Type::Scalar(self.scalar()), &stages, |b| {
            (0..self.below(5))
                .map(|_| {
                    let named = (0..self.below(3)).map(|_| RowIx(self.below(5) as u32)).collect();
                    let kind = match self.below(5) {
                        0 => RowKind::Base,
                        1 => RowKind::Otherwise,
                        2 | 3 => RowKind::Over { parents: named, even: self.below(2) == 0 },
                        _ => RowKind::Waive(named),
                    };
                    let ty = self.scalar();
                    let value = b.e(Expr::Literal { value: ty.lo, ty });
                    let mut row = row("r", kind, (self.below(4) > 0).then_some(value));
                    row.stage = StageIx(self.below(3) as u32);
                    row.group = (self.below(9) == 0).then_some(0);
                    if self.below(3) == 0 {
                        let (local, all) = (b.local("u", Type::Scalar(unit())), b.all(UNIT));
                        row.binders.push((local, all));
                    }
                    row
                })
                .collect()
        })
    }

    fn damage(&mut self, p: &mut Program) {
        let pick = self.below(p.funcs.len() as u64) as usize;
        let func = p.funcs[pick].clone();
        match self.below(11) {
            8 | 9 => p.funcs.push(self.rows()),
            0 | 1 => {
                let place = self.below(func.exprs.len() as u64) as usize;
                if let Some(node) = p.funcs[pick].exprs.get_mut(place) {
                    node.expr = self.expr(&func);
                }
            }
            2 => {
                if let Body::Code(code) = &mut p.funcs[pick].body {
                    let stmt = block(vec![self.stmt(&func)]).0.remove(0);
                    code.0.insert(self.below(code.0.len() as u64 + 1) as usize, stmt);
                }
            }
            3 => p.funcs[pick].params = self.below(4) as u32,
            4 => p.funcs[pick].kind = [FuncKind::Query, FuncKind::Effect, FuncKind::Procedure][self.below(3) as usize],
            5 => p.cells[self.below(9) as usize].value = Type::Scalar(self.scalar()),
            6 => p.cells[self.below(9) as usize].index = (0..self.below(4)).map(|_| self.scalar()).collect(),
            7 => p.domains[self.below(5) as usize].size = self.below(70_000) as u32,
            _ => p.triggers.push(trigger(FuncId(self.below(9) as u32))),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn the_verifier_answers_whatever_it_gets(seed in any::<u64>(), times in 1u32..6) {
        let mut program = world();
        let mut seed = Seed(seed);
        (0..times).for_each(|_| seed.damage(&mut program));
        if let Err(errors) = verify(&program) {
            prop_assert!(!errors.is_empty());
        }
    }
}
