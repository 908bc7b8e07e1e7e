//! Types of what statements take and give, and the shape of asks, rolls, draws and the like.

use super::messages as say;
use super::ranges::den;
use super::types::Typing;
use crate::ir::{
    Ask, Block, Body, CellId, ExprId, FuncId, LocalId, MarkWhat, NONE, Pos, Role, Stmt, StmtKind, Type, What, Write,
};
use std::collections::BTreeSet;

/// Every face is an option of its own where outcomes are counted.
const MOST_FACES: u64 = 1_000;

impl<'a> Typing<'a> {
    pub(super) fn body(&mut self) {
        let func = self.func;
        match &func.body {
            Body::Code(block) => self.block(block),
            Body::Rows(rows) => self.rows_body(rows),
            Body::Limits(limits) => self.limits_body(limits),
            Body::Goods(goods) => self.goods_body(goods),
        }
    }

    pub(super) fn block(&mut self, block: &'a Block) {
        block.0.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        let at = stmt.at;
        match &stmt.kind {
            StmtKind::Let { local, value, fresh: _ } => self.put(*local, *value),
            StmtKind::Set(write) => self.write(write),
            StmtKind::Together(writes) => writes.iter().for_each(|write| self.write(write)),
            StmtKind::If { cond, then, other } => {
                self.yes_no(*cond);
                self.block(then);
                self.block(other);
            }
            StmtKind::For { var, rest, over, body } => self.each(at, *var, *rest, *over, body),
            StmtKind::Repeat { var, until, times, body } => {
                if let Some(times) = self.whole(*times) {
                    self.gives(at, *var, Type::int(0, (times.hi - 1).max(0)));
                    self.counter(at, *until);
                }
                self.block(body);
            }
            StmtKind::Loop { most: _, count, body } => {
                self.counter(at, *count);
                self.block(body);
            }
            StmtKind::Break | StmtKind::Seal | StmtKind::Fail { .. } => {}
            StmtKind::Ask(ask) => self.ask(at, ask),
            StmtKind::Roll { into, site: _ } => self.roll(at, *into),
            StmtKind::Draw { into, cup, site: _, otherwise } => {
                self.draw(at, *into, *cup, otherwise);
                self.block(otherwise);
            }
            StmtKind::Reveal { cell, index, to } => self.reveal(at, *cell, index, *to),
            StmtKind::Settle { by } => {
                self.side(*by, "the orderer");
                if self.program.triggers.is_empty() {
                    self.say(at, say::settle_without_triggers());
                }
            }
            StmtKind::Look(_) => {
                if self.program.triggers.is_empty() {
                    self.say(at, say::settle_without_triggers());
                }
            }
            StmtKind::End(value) | StmtKind::Over(value) => self.end(*value),
            StmtKind::Call { into, fresh: _, func, args } => self.call(at, *into, *func, args),
            StmtKind::Return(value) => self.give_back(at, *value),
            StmtKind::Erase(member) => {
                self.member(*member);
            }
            StmtKind::Swap { old, new } => {
                let old = self.member(*old);
                match old {
                    Some((domain, _)) => self.set_of(*new, domain),
                    None => {
                        self.set(*new);
                    }
                }
            }
            StmtKind::Search(search) => self.search(search, at),
            StmtKind::Ray { from, to, one, two, tie, rest: _, body } => {
                self.ray(at, [*from, *to], [*one, *two], *tie);
                self.block(body);
            }
            StmtKind::Offer(offer) => self.offer(offer),
            StmtKind::Mark { site: _, what, value } => self.mark(*what, *value),
        }
    }

    fn put(&mut self, local: LocalId, value: ExprId) {
        let local = self.func.local(local);
        self.fit(value, local.ty, format_args!("`{}`", local.name));
    }

    fn write(&mut self, write: &Write) {
        let cell = self.program.cell(write.cell);
        self.indices(&cell.name, &cell.index, &write.index);
        self.fit(write.value, cell.value, format_args!("`{}`", cell.name));
    }

    fn each(&mut self, at: Pos, var: LocalId, rest: LocalId, over: ExprId, body: &'a Block) {
        if let Some(domain) = self.set(over) {
            self.gives(at, var, Type::Scalar(self.program.member(domain)));
            if self.func.local(rest).ty != Type::Set(domain) {
                self.say(at, say::hidden_type(&self.func.local(rest).name));
            }
        }
        self.block(body);
    }

    /// A hidden local that counts rounds.
    fn counter(&mut self, at: Pos, local: LocalId) {
        let local = self.func.local(local);
        if local.ty.scalar().and_then(den) != Some(1) {
            self.say(at, say::hidden_type(&local.name));
        }
    }

    fn ask(&mut self, at: Pos, ask: &'a Ask) {
        self.side(ask.by, "the asker");
        if ask.arms.is_empty() {
            self.say(at, say::ask_without_arms());
        }
        let mut names = BTreeSet::new();
        for arm in &ask.arms {
            if !names.insert(arm.name.as_str()) {
                self.say(at, say::arm_twice(&arm.name));
            }
            if let Some((binder, set)) = arm.each
                && let Some(domain) = self.set(set)
            {
                self.gives(at, binder, Type::Scalar(self.program.member(domain)));
            }
            arm.guard.iter().for_each(|guard| {
                self.yes_no(*guard);
            });
            self.block(&arm.body);
        }
        let stands = ask.arms.iter().any(|arm| arm.each.is_none() && arm.guard.is_none());
        if !stands && ask.otherwise.is_none() && !ask.arms.is_empty() {
            self.say(at, say::ask_may_be_empty());
        }
        ask.otherwise.iter().for_each(|block| self.block(block));
    }

    fn roll(&mut self, at: Pos, into: LocalId) {
        let local = self.func.local(into);
        let die = local.ty.scalar().is_some_and(|faces| {
            let kind = match faces.what {
                What::Int { den } => den == 1,
                What::Id(_) => faces.lo > NONE,
                What::Bool => false,
            };
            kind && faces.span() <= MOST_FACES
        });
        if !die {
            self.say(at, say::not_a_die(&local.name, MOST_FACES));
        }
    }

    fn draw(&mut self, at: Pos, into: LocalId, cup: CellId, otherwise: &Block) {
        let cell = self.program.cell(cup);
        match cell.index.first() {
            Some(index) if cell.role == Role::Cup => self.gives(at, into, Type::Scalar(*index)),
            Some(_) | None => self.say(at, say::not_a_cup(&cell.name)),
        }
        if otherwise.0.is_empty() {
            self.say(at, say::draw_without_otherwise(&cell.name));
        }
    }

    fn reveal(&mut self, at: Pos, cell: CellId, index: &[ExprId], to: ExprId) {
        let cell = self.program.cell(cell);
        if cell.hidden.is_none() {
            self.say(at, say::not_hidden_cell("reveal", &cell.name));
        }
        self.indices(&cell.name, &cell.index, index);
        self.side(to, "the viewer");
    }

    fn end(&mut self, value: ExprId) {
        match self.program.main.and_then(|main| self.program.func(main).ret) {
            Some(result) => self.fit(value, result, "the result of the game"),
            None => {
                self.ty(value);
            }
        }
    }

    fn call(&mut self, at: Pos, into: Option<LocalId>, func: FuncId, args: &[ExprId]) {
        let callee = self.program.func(func);
        self.arguments(callee, args);
        match (into, callee.ret) {
            (Some(into), Some(ret)) => self.gives(at, into, ret),
            (Some(_), None) => self.say(at, say::no_result(&callee.name)),
            (None, Some(_)) | (None, None) => {}
        }
    }

    fn give_back(&mut self, at: Pos, value: Option<ExprId>) {
        match (value, self.func.ret) {
            (Some(value), Some(ret)) => self.fit(value, ret, "the result"),
            (None, None) => {}
            (Some(value), None) => {
                self.ty(value);
                self.say(at, say::result_unwanted());
            }
            (None, Some(_)) => self.say(at, say::result_missing()),
        }
    }

    fn ray(&mut self, at: Pos, ends: [ExprId; 2], faces: [LocalId; 2], tie: LocalId) {
        if !self.has_board(at) {
            return;
        }
        let hex = Type::Scalar(self.program.member(crate::ir::HEX));
        ends.into_iter().for_each(|end| self.fit(end, hex, "the end of a ray"));
        faces.into_iter().for_each(|face| self.gives(at, face, self.opt(crate::ir::HEX)));
        self.gives(at, tie, Type::BOOL);
    }

    fn mark(&mut self, what: MarkWhat, value: ExprId) {
        match what {
            MarkWhat::Here | MarkWhat::Applies | MarkWhat::Wins | MarkWhat::Way | MarkWhat::Leads => {
                self.yes_no(value);
            }
            MarkWhat::Bind | MarkWhat::Amount | MarkWhat::InAll => {
                self.scalar(value);
            }
        }
    }
}
