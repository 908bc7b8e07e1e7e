//! Names along the flow of one function: every local is read only where it is declared and surely written,
//! every way through a function with a result ends in one. Conservative: a loop may run no round, an arm may
//! be taken or not.

use super::messages::{self as say, Said};
use super::report::Report;
use super::rows::binding_row;
use crate::ir::walk::{expr_parts, stmt_parts};
use crate::ir::{
    Ask, Block, Body, Expr, ExprId, Fold, Func, FuncKind, Judge, Limits, LocalId, Pos, Rows, Search, SearchOut, Stmt,
    StmtKind,
};
use std::collections::BTreeSet;

pub(super) fn check(func: &Func, report: &mut Report) {
    let mut flow = Flow {
        func,
        report,
        in_scope: (0..func.locals.len()).map(|local| local < func.params as usize).collect(),
        opened: Vec::new(),
        unset: BTreeSet::new(),
        breaks: Vec::new(),
        own: None,
    };
    flow.body();
}

struct Flow<'a> {
    func: &'a Func,
    report: &'a mut Report,
    in_scope: Vec<bool>,
    /// What the open blocks declared, to be closed with them.
    opened: Vec<LocalId>,
    /// Declared, but some way leads here on which nothing was written: only a `draw` does that.
    unset: BTreeSet<LocalId>,
    /// For each loop that we are in: is there a `break` out of it?
    breaks: Vec<bool>,
    /// Within a supposition or search: which it is, and from where on `opened` is its own.
    own: Option<(Part, usize)>,
}

/// What may write only locals that it declares itself.
#[derive(Clone, Copy)]
enum Part {
    Suppose,
    Search,
}

impl<'a> Flow<'a> {
    fn say(&mut self, at: Pos, what: impl Into<Said>) {
        self.report.say_in(self.func, at, what);
    }

    fn body(&mut self) {
        let func = self.func;
        match &func.body {
            Body::Code(block) => {
                let through = self.block(block, &[]);
                let wanted = func.kind == FuncKind::Query || func.ret.is_some();
                if through && wanted {
                    self.say(func.at, say::no_return());
                }
            }
            Body::Rows(rows) => self.rows(rows),
            Body::Limits(limits) => self.limits(limits),
            Body::Goods(goods) => self.within(&[goods.it], |flow| {
                flow.expr(goods.price);
                flow.expr(goods.up_to);
            }),
        }
    }

    fn limits(&mut self, limits: &Limits) {
        for limit in &limits.limits {
            [limit.lo, limit.hi].into_iter().flatten().for_each(|bound| self.expr(bound));
        }
        self.within(&[limits.it], |flow| {
            for limit in &limits.limits {
                limit.weight.iter().for_each(|weight| flow.expr(*weight));
            }
            limits.alike.iter().for_each(|alike| flow.expr(*alike));
        });
    }

    fn rows(&mut self, rows: &Rows) {
        for (index, row) in rows.rows.iter().enumerate() {
            let start = self.opened.len();
            for (local, set) in &row.binders {
                self.expr(*set);
                self.open(*local);
            }
            // Judged in the bindings of the row that it stands over.
            let family = binding_row(rows, index);
            if family != index {
                rows.rows[family].binders.iter().for_each(|(local, _)| self.open(*local));
            }
            [row.guard, row.value].into_iter().flatten().for_each(|e| self.expr(e));
            self.close(start);
        }
    }

    // -- scopes

    fn open(&mut self, local: LocalId) {
        self.in_scope[local.index()] = true;
        self.opened.push(local);
    }

    fn close(&mut self, start: usize) {
        for local in self.opened.split_off(start) {
            self.in_scope[local.index()] = false;
            self.unset.remove(&local);
        }
    }

    fn within(&mut self, names: &[LocalId], inside: impl FnOnce(&mut Self)) {
        let start = self.opened.len();
        names.iter().for_each(|local| self.open(*local));
        inside(self);
        self.close(start);
    }

    fn read(&mut self, id: ExprId, local: LocalId) {
        let name = &self.func.local(local).name;
        if !self.in_scope[local.index()] {
            self.report.say_expr(self.func, id, say::out_of_scope(name));
        } else if self.unset.contains(&local) {
            self.report.say_expr(self.func, id, say::maybe_unset(name));
        }
    }

    /// A write to a local; `fresh` declares it.
    fn written(&mut self, at: Pos, local: LocalId, fresh: bool) {
        if fresh {
            self.open(local);
        } else if !self.in_scope[local.index()] {
            self.say(at, say::out_of_scope(&self.func.local(local).name));
        } else if let Some((part, from)) = self.own
            && !self.opened[from..].contains(&local)
        {
            let name = &self.func.local(local).name;
            self.say(
                at,
                match part {
                    Part::Suppose => say::suppose_writes_outer(name),
                    Part::Search => say::search_writes_outer(name).into(),
                },
            );
        }
        self.unset.remove(&local);
    }

    // -- statements; each answers whether the flow goes on behind it

    fn block(&mut self, block: &'a Block, names: &[LocalId]) -> bool {
        let start = self.opened.len();
        names.iter().for_each(|local| self.open(*local));
        let mut through = true;
        for stmt in &block.0 {
            through &= self.stmt(stmt);
        }
        self.close(start);
        through
    }

    /// Blocks of which one is run.
    fn branches(&mut self, blocks: &[(&'a Block, Option<LocalId>)]) -> bool {
        let before = self.unset.clone();
        let mut after = BTreeSet::new();
        let mut through = false;
        for (block, name) in blocks {
            self.unset = before.clone();
            let names: Vec<LocalId> = name.iter().copied().collect();
            if self.block(block, &names) {
                through = true;
                after.append(&mut self.unset);
            }
        }
        self.unset = after;
        through
    }

    /// A block that may run any number of times; answers whether a `break` leaves it.
    fn rounds(&mut self, block: &'a Block, names: &[LocalId]) -> bool {
        let before = self.unset.clone();
        self.breaks.push(false);
        self.block(block, names);
        self.unset = before;
        self.breaks.pop().unwrap_or(false)
    }

    fn stmt(&mut self, stmt: &'a Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Search(search) => self.search(search),
            StmtKind::Let { .. }
            | StmtKind::Set(_)
            | StmtKind::Together(_)
            | StmtKind::If { .. }
            | StmtKind::For { .. }
            | StmtKind::Repeat { .. }
            | StmtKind::Loop { .. }
            | StmtKind::Break
            | StmtKind::Ask(_)
            | StmtKind::Roll { .. }
            | StmtKind::Draw { .. }
            | StmtKind::Reveal { .. }
            | StmtKind::Seal
            | StmtKind::Settle { .. }
            | StmtKind::Look(_)
            | StmtKind::End(_)
            | StmtKind::Over(_)
            | StmtKind::Fail { .. }
            | StmtKind::Call { .. }
            | StmtKind::Return(_)
            | StmtKind::Erase(_)
            | StmtKind::Swap { .. }
            | StmtKind::Ray { .. }
            | StmtKind::Offer(_)
            | StmtKind::Mark { .. } => {
                // Arms of an ask are the only parts that see a name which the statement declares.
                if !matches!(stmt.kind, StmtKind::Ask(_)) {
                    stmt_parts(&stmt.kind, &mut |part| self.expr(part));
                }
                self.effect(stmt)
            }
        }
    }

    /// What the statement does to names and flow, its expressions being done.
    fn effect(&mut self, stmt: &'a Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Let { local, fresh, .. } => self.written(stmt.at, *local, *fresh),
            StmtKind::If { then, other, .. } => return self.branches(&[(then, None), (other, None)]),
            StmtKind::For { var, body, .. } | StmtKind::Repeat { var, body, .. } => {
                self.rounds(body, &[*var]);
            }
            StmtKind::Loop { body, .. } => return self.rounds(body, &[]),
            StmtKind::Ray { one, two, tie, body, .. } => {
                self.rounds(body, &[*one, *two, *tie]);
            }
            StmtKind::Break => {
                self.breaks.iter_mut().last().into_iter().for_each(|found| *found = true);
                return false;
            }
            StmtKind::Ask(ask) => return self.ask(ask),
            StmtKind::Roll { into, .. } => self.written(stmt.at, *into, true),
            StmtKind::Draw { into, otherwise, .. } => self.draw(stmt.at, *into, otherwise),
            StmtKind::Call { into, fresh, .. } => {
                into.iter().for_each(|local| self.written(stmt.at, *local, *fresh));
            }
            StmtKind::End(_) | StmtKind::Fail { .. } | StmtKind::Return(_) => return false,
            StmtKind::Set(_)
            | StmtKind::Together(_)
            | StmtKind::Reveal { .. }
            | StmtKind::Over(_)
            | StmtKind::Seal
            | StmtKind::Settle { .. }
            | StmtKind::Look(_)
            | StmtKind::Erase(_)
            | StmtKind::Swap { .. }
            | StmtKind::Search(_)
            | StmtKind::Offer(_)
            | StmtKind::Mark { .. } => {}
        }
        true
    }

    fn ask(&mut self, ask: &'a Ask) -> bool {
        self.expr(ask.by);
        for arm in &ask.arms {
            arm.each.iter().for_each(|(_, set)| self.expr(*set));
            let names: Vec<LocalId> = arm.each.iter().map(|(local, _)| *local).collect();
            self.within(&names, |flow| arm.guard.iter().for_each(|guard| flow.expr(*guard)));
        }
        let arms = ask.arms.iter().map(|arm| (&arm.body, arm.each.map(|(local, _)| local)));
        let blocks: Vec<_> = arms.chain(ask.otherwise.iter().map(|block| (block, None))).collect();
        self.branches(&blocks)
    }

    /// Where the cup was empty, nothing was drawn: then `otherwise` has to write the name, or to leave.
    fn draw(&mut self, at: Pos, into: LocalId, otherwise: &'a Block) {
        self.written(at, into, true);
        let drawn = self.unset.clone();
        self.unset.insert(into);
        if self.block(otherwise, &[]) {
            self.unset.extend(drawn);
        } else {
            self.unset = drawn;
        }
    }

    fn search(&mut self, search: &'a Search) -> bool {
        self.expr(search.from);
        [search.to, search.budget, search.within].into_iter().flatten().for_each(|e| self.expr(e));
        for (out, _) in &search.outs {
            if let SearchOut::CostTo(hex) = out {
                self.expr(*hex);
            }
        }
        search.each.iter().for_each(|(_, group)| self.expr(*group));
        if let Judge::Body { here, there, dir, spent, steps, carried, body } = &search.judge {
            let outer = self.own.replace((Part::Search, self.opened.len()));
            let member = search.each.map(|(member, _)| member);
            let names: Vec<LocalId> =
                [*here, *there, *dir, *spent, *steps, *carried].into_iter().chain(member).collect();
            self.rounds(body, &names);
            self.own = outer;
        }
        search.outs.iter().for_each(|(_, local)| self.open(*local));
        true
    }

    // -- expressions

    fn expr(&mut self, id: ExprId) {
        let func = self.func;
        match func.expr(id) {
            Expr::Local(local) => self.read(id, *local),
            Expr::Fold(fold) => self.fold(fold),
            Expr::Suppose(suppose) => {
                // Its value sees what its body declares at the top.
                let (start, unset) = (self.opened.len(), self.unset.clone());
                let outer = self.own.replace((Part::Suppose, start));
                suppose.body.0.iter().for_each(|stmt| {
                    self.stmt(stmt);
                });
                self.expr(suppose.value);
                self.own = outer;
                self.close(start);
                self.unset = unset;
            }
            Expr::Literal { .. }
            | Expr::None(_)
            | Expr::Empty(_)
            | Expr::All(_)
            | Expr::Kind(_)
            | Expr::Cell(..)
            | Expr::Peek { .. }
            | Expr::Table(..)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::If(..)
            | Expr::Call(..)
            | Expr::Board(..)
            | Expr::Extend { .. }
            | Expr::Complete { .. }
            | Expr::Buyable { .. }
            | Expr::Spendable { .. } => expr_parts(func.expr(id), &mut |part| self.expr(part)),
        }
    }

    fn fold(&mut self, fold: &Fold) {
        self.expr(fold.over);
        fold.other.iter().for_each(|other| self.expr(*other));
        self.within(&[fold.var], |flow| {
            [fold.guard, fold.value].into_iter().flatten().for_each(|e| flow.expr(e));
        });
    }
}
