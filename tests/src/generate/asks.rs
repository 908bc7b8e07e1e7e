//! Statements of procedures: asks, dice, cups, hidden places, suppositions, choices and purchases.

use super::build::{Maker, stmt};
use super::stmts::Here;
use wgr_runtime::ir::{
    Arm, Ask, BinaryOp, Block, Expr, ExprId, FuncKind, Quantifier, Scalar, Stmt, StmtKind, Suppose, Type,
};

impl Maker {
    pub(super) fn procedure(&mut self, here: Here) -> Vec<Stmt> {
        match self.rng.below(14) {
            13 => vec![self.roll()],
            0..=2 if here.depth > 0 => vec![self.ask(here)],
            3 | 4 => vec![self.roll()],
            5 => self.draw(here).into_iter().collect(),
            6 => self.hidden_place(),
            7 | 8 => vec![self.suppose(0)],
            9 => self.call_slow().into_iter().collect(),
            10 => self.choice(here),
            11 => self.purchase(here),
            _ => self.call_one(FuncKind::Procedure, here).into_iter().collect(),
        }
    }

    fn side(&mut self) -> ExprId {
        let side = self.world.side();
        self.plain(side, 0)
    }

    fn ask(&mut self, here: Here) -> Stmt {
        let inner = Here { depth: here.depth - 1, asks: false, ..here };
        let by = self.side();
        let mut arms = Vec::new();
        for at in 0..1 + self.rng.below(2) {
            arms.push(self.arm_each(inner, at));
        }
        let sure = self.rng.chance(60);
        let guard = if sure { None } else { Some(self.yes(1)) };
        let body = self.block(inner, 1);
        arms.push(Arm { name: "pass".to_owned(), each: None, guard, body });
        let otherwise = if sure { None } else { Some(self.block(inner, 1)) };
        let (site, start) = (self.site(), self.rng.chance(30));
        stmt(StmtKind::Ask(Ask { by, site, start, order: false, arms, otherwise }))
    }

    fn arm_each(&mut self, here: Here, at: usize) -> Arm {
        let domain = self.domain();
        let over = self.set(domain, 1);
        self.inside(|maker| {
            let var = maker.name(maker.member(domain));
            let guard = if maker.rng.chance(50) { Some(maker.yes(1)) } else { None };
            let body = maker.block(here, 2);
            Arm { name: format!("act{at}"), each: Some((var, over)), guard, body }
        })
    }

    fn roll(&mut self) -> Stmt {
        let ty = match self.rng.below(4) {
            0 => self.member(self.world.unit()),
            1 => Type::int(0, 1),
            _ => Type::int(1, 6),
        };
        let site = if self.rng.chance(50) { Some(self.site()) } else { None };
        let into = self.name(ty);
        stmt(StmtKind::Roll { into, site })
    }

    /// The drawn member has a name behind it only where an empty cup leads elsewhere.
    fn draw(&mut self, here: Here) -> Option<Stmt> {
        let cup = self.world.cup?;
        let ty = Type::Scalar(self.program.cell(cup).index.first().copied()?);
        let leaves = self.rng.chance(60);
        let otherwise = if !leaves {
            self.block(Here { asks: false, kind: FuncKind::Effect, ..here }, 1)
        } else if here.looped {
            Block(vec![stmt(StmtKind::Break)])
        } else {
            let value = here.ret.map(|ty| self.value(ty, 1));
            Block(vec![stmt(StmtKind::Return(value))])
        };
        if otherwise.0.is_empty() {
            return None;
        }
        let into = self.declare(ty, false);
        if leaves {
            self.scope.push(into);
        }
        let site = if self.rng.chance(50) { Some(self.site()) } else { None };
        Some(stmt(StmtKind::Draw { into, cup, site, otherwise }))
    }

    /// Shows a hidden place to a side, or looks at it.
    fn hidden_place(&mut self) -> Vec<Stmt> {
        let Some(cell) = self.world.hidden else { return vec![stmt(StmtKind::Seal)] };
        let (index, to) = (self.place(cell), self.side());
        if self.rng.chance(40) {
            return vec![stmt(StmtKind::Reveal { cell, index, to })];
        }
        let other = self.number_for(Scalar::int(-1, 4), 0);
        let value = self.add(Expr::Peek { cell, index, viewer: to, other });
        vec![self.var(Type::int(-1, 4), value)]
    }

    /// What would be so if; `level` suppositions stand around it in this function.
    pub(super) fn suppose(&mut self, level: u32) -> Stmt {
        let vars = std::mem::take(&mut self.vars);
        let (ty, how, asks) = match self.rng.below(4) {
            0 | 1 => (Type::int(-5, 20), Quantifier::Plain, false),
            2 => (Type::BOOL, Quantifier::Every { budget: self.budget(level), over: self.rng.chance(50) }, true),
            _ => (Type::BOOL, Quantifier::Some { budget: self.budget(level), over: self.rng.chance(50) }, true),
        };
        let suppose = self.inside(|maker| {
            let mut body = Vec::new();
            if asks && maker.rng.chance(80) {
                body.push(maker.roll());
            }
            let effect = Here { kind: FuncKind::Effect, looped: false, depth: 1, ret: None, asks: false };
            body.extend(maker.stmts(effect, 2));
            if level < 3 && maker.rng.chance(35) {
                body.push(maker.suppose(level + 1));
                body.extend(maker.stmts(effect, 1));
            }
            if asks && maker.rng.chance(40) {
                let here = Here { kind: FuncKind::Effect, ..effect };
                body.push(maker.ask(here));
            }
            Suppose { how, body: Block(body), value: maker.value(ty, 2) }
        });
        self.vars = vars;
        let value = self.add(Expr::Suppose(suppose));
        self.var(ty, value)
    }

    /// Fewer ways further in: they are tried in each way of what stands around.
    fn budget(&mut self, level: u32) -> u32 {
        let few = [2, 6, 20, 60];
        let at = self.rng.below(few.len().saturating_sub(level as usize));
        few[at]
    }

    /// Chooses a set under limits, member by member.
    fn choice(&mut self, here: Here) -> Vec<Stmt> {
        let Some(limits) = self.world.limits else { return Vec::new() };
        if here.looped {
            return Vec::new();
        }
        let unit = self.world.unit();
        let nobody = self.add(Expr::Empty(unit));
        let picked = self.name(Type::Set(unit));
        let begin = stmt(StmtKind::Let { local: picked, value: nobody, fresh: true });
        let (chosen, from) = (self.local(picked), self.add(Expr::All(unit)));
        let over = self.add(Expr::Extend { limits, args: Vec::new(), chosen, from });
        let var = self.declare(self.member(unit), false);
        let (so_far, one) = (self.local(picked), self.just(var));
        let value = self.binary(BinaryOp::Union, so_far, one);
        let more = Block(vec![stmt(StmtKind::Let { local: picked, value, fresh: false })]);
        let chosen = self.local(picked);
        let guard = Some(self.add(Expr::Complete { limits, args: Vec::new(), chosen }));
        let leave = || Block(vec![stmt(StmtKind::Break)]);
        let arms = vec![
            Arm { name: "add".to_owned(), each: Some((var, over)), guard: None, body: more },
            Arm { name: "done".to_owned(), each: None, guard, body: leave() },
        ];
        let (by, site) = (self.side(), self.site());
        let ask = stmt(StmtKind::Ask(Ask { by, site, start: false, order: false, arms, otherwise: Some(leave()) }));
        let count = self.declare(Type::int(0, 8), true);
        vec![begin, stmt(StmtKind::Loop { most: 8, count, body: Block(vec![ask]) })]
    }

    /// Asks how much can be spent, and what on.
    fn purchase(&mut self, here: Here) -> Vec<Stmt> {
        let Some(goods) = self.world.goods else { return Vec::new() };
        let unit = self.world.unit();
        let pool = self.number_for(Scalar::int(0, 8), 1);
        let from = self.add(Expr::All(unit));
        let most = self.add(Expr::Spendable { goods, args: Vec::new(), pool, from });
        let most = self.var(Type::int(0, 8), most);
        let (pool, last) = (self.number_for(Scalar::int(0, 8), 0), self.maybe(unit, 0));
        let from = self.set(unit, 0);
        let last = self.rng.chance(70).then_some(last);
        let offered = self.add(Expr::Buyable { goods, args: Vec::new(), pool, from, last });
        let offered = self.var(Type::Set(unit), offered);
        let mut stmts = vec![most, offered];
        stmts.extend(self.stmts(Here { asks: false, ..here }, 1));
        stmts
    }
}
