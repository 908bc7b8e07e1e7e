//! What may show through an ask: its options must not depend on what the answering side cannot see. So no
//! set and no guard of an arm may depend on a direct read of a hidden cell, through whatever locals, branches,
//! queries and results it went; `peek` is the way to read one.
//!
//! First, callees before callers, each function gets a summary: the hidden cells and the parameters that its
//! result depends on. Then, callers before callees, the cells that come in through parameters. Locals are
//! taken together over the whole function. What went through a cell that is not hidden is known to all.

use super::effects::{Facts, Found};
use super::messages as say;
use super::report::Report;
use crate::ir::walk::{Node, expr_parts, stmt_blocks, stmt_parts, walk_block, walk_expr};
use crate::ir::{Ask, Block, Body, CellId, Expr, ExprId, Func, FuncId, Judge, LocalId, Pos, Program, Stmt, StmtKind};
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    Cell(CellId),
    Param(u32),
}

type Taint = BTreeSet<Origin>;

/// What calls and settles read.
#[derive(Clone, Copy)]
struct Known<'a> {
    facts: &'a [Facts],
    settled: &'a Facts,
}

#[derive(Default)]
struct Summary {
    locals: Vec<Taint>,
    result: Taint,
}

pub(super) fn check(program: &Program, order: &[FuncId], found: &Found, report: &mut Report) {
    let facts = Known { facts: &found.facts, settled: &found.settled };
    if program.cells.iter().all(|cell| cell.hidden.is_none()) {
        return;
    }
    let mut summaries: Vec<Summary> = program.funcs.iter().map(|_| Summary::default()).collect();
    for id in order {
        summaries[id.index()] = summary(program, program.func(*id), &summaries, facts);
    }
    let incoming = incoming(program, order, &summaries, facts);
    for (index, func) in program.funcs.iter().enumerate() {
        let flows = Flows::new(program, func, &summaries, facts, summaries[index].locals.clone());
        Arms { flows, incoming: &incoming[index], report }.func();
    }
}

/// Locals to a fixed point: what flows into one may flow on.
fn summary(program: &Program, func: &Func, summaries: &[Summary], facts: Known<'_>) -> Summary {
    let params = (0..func.locals.len() as u32)
        .map(|local| if local < func.params { BTreeSet::from([Origin::Param(local)]) } else { Taint::new() });
    let mut flows = Flows::new(program, func, summaries, facts, params.collect());
    loop {
        flows.changed = false;
        flows.func();
        if !flows.changed {
            return Summary { locals: flows.locals, result: flows.result };
        }
    }
}

/// For each function and parameter: the hidden cells that some call puts into it.
fn incoming(
    program: &Program,
    order: &[FuncId],
    summaries: &[Summary],
    facts: Known<'_>,
) -> Vec<Vec<BTreeSet<CellId>>> {
    let mut all: Vec<Vec<BTreeSet<CellId>>> =
        program.funcs.iter().map(|func| vec![BTreeSet::new(); func.params as usize]).collect();
    for id in order.iter().rev() {
        let func = program.func(*id);
        let flows = Flows::new(program, func, summaries, facts, summaries[id.index()].locals.clone());
        let mut found = Vec::new();
        crate::ir::walk::walk_func(func, &mut |node| {
            if let Some((callee, args)) = call(node) {
                for (param, arg) in args.iter().enumerate() {
                    found.push((callee, param, flows.cells(&flows.expr(*arg), &all[id.index()])));
                }
            }
        });
        for (callee, param, cells) in found {
            all[callee.index()][param].extend(cells);
        }
    }
    all
}

fn call(node: Node<'_>) -> Option<(FuncId, &[ExprId])> {
    match node {
        Node::Expr(_, Expr::Call(func, args))
        | Node::Expr(_, Expr::Extend { limits: func, args, .. } | Expr::Complete { limits: func, args, .. })
        | Node::Expr(_, Expr::Buyable { goods: func, args, .. } | Expr::Spendable { goods: func, args, .. }) => {
            Some((*func, args))
        }
        Node::Expr(..) => None,
        Node::Stmt(stmt) => {
            if let StmtKind::Call { func, args, .. } = &stmt.kind {
                Some((*func, args))
            } else {
                None
            }
        }
    }
}

/// What flows into locals and the result of one function.
struct Flows<'a> {
    program: &'a Program,
    func: &'a Func,
    summaries: &'a [Summary],
    facts: Known<'a>,
    locals: Vec<Taint>,
    result: Taint,
    changed: bool,
}

impl<'a> Flows<'a> {
    fn new(
        program: &'a Program,
        func: &'a Func,
        summaries: &'a [Summary],
        facts: Known<'a>,
        locals: Vec<Taint>,
    ) -> Self {
        Flows { program, func, summaries, facts, locals, result: Taint::new(), changed: false }
    }

    /// The hidden cells in a taint, those that come in through parameters included.
    fn cells(&self, taint: &Taint, incoming: &[BTreeSet<CellId>]) -> BTreeSet<CellId> {
        let mut cells = BTreeSet::new();
        for origin in taint {
            match origin {
                Origin::Cell(cell) => {
                    cells.insert(*cell);
                }
                Origin::Param(param) => cells.extend(incoming.get(*param as usize).into_iter().flatten()),
            }
        }
        cells
    }

    fn func(&mut self) {
        let func = self.func;
        if let Some(block) = func.body.code() {
            self.block(block, &Taint::new());
        }
        // Rows, limits and goods: whatever stands in them may tell on the result.
        if let Body::Rows(rows) = &func.body {
            for row in &rows.rows {
                row.binders.iter().for_each(|(local, set)| self.flow(*local, self.expr(*set)));
            }
        }
        let mut result = Taint::new();
        crate::ir::walk::body_parts(&func.body, &mut |part| {
            self.names_in(part);
            result.append(&mut self.expr(part));
        });
        self.answers_with(result);
    }

    fn flow(&mut self, local: LocalId, taint: Taint) {
        let place = &mut self.locals[local.index()];
        let before = place.len();
        place.extend(taint);
        self.changed |= place.len() > before;
    }

    fn answers_with(&mut self, taint: Taint) {
        let before = self.result.len();
        self.result.extend(taint);
        self.changed |= self.result.len() > before;
    }

    /// `under`: what the conditions around the block depend on.
    fn block(&mut self, block: &'a Block, under: &Taint) {
        block.0.iter().for_each(|stmt| self.stmt(stmt, under));
    }

    fn stmt(&mut self, stmt: &'a Stmt, under: &Taint) {
        stmt_parts(&stmt.kind, &mut |part| self.names_in(part));
        let mut here = under.clone();
        match &stmt.kind {
            StmtKind::Let { local, value, .. } => self.flow(*local, self.with(*value, under)),
            StmtKind::If { cond, .. } => here = self.with(*cond, under),
            StmtKind::For { var, over: count, .. } | StmtKind::Repeat { var, times: count, .. } => {
                here = self.with(*count, under);
                self.flow(*var, here.clone());
            }
            StmtKind::Ask(ask) => self.ask(ask, under),
            StmtKind::Call { into: Some(into), func, args, .. } => {
                let mut taint = self.answer(*func, args);
                taint.extend(under);
                self.flow(*into, taint);
            }
            StmtKind::Return(value) => {
                let taint = value.map_or_else(|| under.clone(), |value| self.with(value, under));
                self.answers_with(taint);
            }
            StmtKind::Search(search) => {
                let mut taint = self.everything_in(stmt);
                taint.extend(under);
                search.outs.iter().for_each(|(_, local)| self.flow(*local, taint.clone()));
                if let Judge::Body { here, there, dir, spent, steps, carried, .. } = &search.judge {
                    let names = [here, there, dir, spent, steps, carried];
                    names.into_iter().for_each(|local| self.flow(*local, taint.clone()));
                }
                here = taint;
            }
            StmtKind::Ray { from, to, one, two, tie, .. } => {
                here = self.with(*from, under);
                here.append(&mut self.expr(*to));
                [one, two, tie].into_iter().for_each(|local| self.flow(*local, here.clone()));
            }
            StmtKind::Roll { into, .. } | StmtKind::Draw { into, .. } => self.flow(*into, under.clone()),
            StmtKind::Set(_)
            | StmtKind::Together(_)
            | StmtKind::Loop { .. }
            | StmtKind::Break
            | StmtKind::Reveal { .. }
            | StmtKind::Seal
            | StmtKind::Settle { .. }
            | StmtKind::End(_)
            | StmtKind::Fail { .. }
            | StmtKind::Call { into: None, .. }
            | StmtKind::Erase(_)
            | StmtKind::Swap { .. }
            | StmtKind::Offer(_)
            | StmtKind::Mark { .. } => {}
        }
        stmt_blocks(&stmt.kind, &mut |block| self.block(block, &here));
    }

    fn ask(&mut self, ask: &Ask, under: &Taint) {
        for (local, set) in ask.arms.iter().filter_map(|arm| arm.each) {
            self.flow(local, self.with(set, under));
        }
    }

    /// Folds and suppositions inside an expression fill names, too.
    fn names_in(&mut self, id: ExprId) {
        let func = self.func;
        if let Expr::Fold(fold) = func.expr(id) {
            self.flow(fold.var, self.expr(fold.over));
        }
        if let Expr::Suppose(suppose) = func.expr(id) {
            self.block(&suppose.body, &Taint::new());
        }
        expr_parts(func.expr(id), &mut |part| self.names_in(part));
    }

    /// All that any expression in a statement and its blocks depends on.
    fn everything_in(&self, stmt: &'a Stmt) -> Taint {
        let mut taint = Taint::new();
        let mut parts = Vec::new();
        stmt_parts(&stmt.kind, &mut |part| parts.push(part));
        stmt_blocks(&stmt.kind, &mut |block| {
            walk_block(self.func, block, &mut |node| {
                if let Node::Expr(id, _) = node {
                    self.leaf(id, &mut taint);
                }
            })
        });
        parts.into_iter().for_each(|part| taint.append(&mut self.expr(part)));
        taint
    }

    fn with(&self, id: ExprId, under: &Taint) -> Taint {
        let mut taint = self.expr(id);
        taint.extend(under);
        taint
    }

    /// What a value depends on.
    fn expr(&self, id: ExprId) -> Taint {
        let mut taint = Taint::new();
        self.expr_into(id, &mut taint);
        taint
    }

    fn expr_into(&self, id: ExprId, taint: &mut Taint) {
        let expr = self.func.expr(id);
        self.leaf(id, taint);
        if let Expr::Suppose(suppose) = expr {
            self.supposed(&suppose.body, taint);
        }
        // What goes into a call comes out as far as the callee's summary says, not further.
        let args = call(Node::Expr(id, expr)).map_or(&[][..], |(_, args)| args);
        expr_parts(expr, &mut |part| {
            if !args.contains(&part) {
                self.expr_into(part, taint);
            }
        });
    }

    /// What an expression depends on by itself, its parts aside.
    fn leaf(&self, id: ExprId, taint: &mut Taint) {
        let expr = self.func.expr(id);
        if let Expr::Local(local) = expr {
            taint.extend(&self.locals[local.index()]);
        }
        if let Expr::Cell(cell, _) = expr
            && self.program.cell(*cell).hidden.is_some()
        {
            taint.insert(Origin::Cell(*cell));
        }
        if let Some((callee, args)) = call(Node::Expr(id, expr)) {
            taint.append(&mut self.answer(callee, args));
        }
    }

    fn answer(&self, callee: FuncId, args: &[ExprId]) -> Taint {
        let mut taint = Taint::new();
        for origin in &self.summaries[callee.index()].result {
            match origin {
                Origin::Cell(_) => {
                    taint.insert(*origin);
                }
                Origin::Param(param) => {
                    if let Some(arg) = args.get(*param as usize) {
                        taint.append(&mut self.expr(*arg));
                    }
                }
            }
        }
        taint
    }

    /// After a supposition the state may depend on all that it read, whoever read it.
    fn supposed(&self, body: &'a Block, taint: &mut Taint) {
        walk_block(self.func, body, &mut |node| match node {
            Node::Expr(id, _) => self.leaf(id, taint),
            Node::Stmt(stmt) => {
                if let StmtKind::Call { func, .. } = &stmt.kind {
                    self.whatever(&self.facts.facts[func.index()], taint);
                }
                if let StmtKind::Settle { .. } = &stmt.kind {
                    self.whatever(self.facts.settled, taint);
                }
            }
        });
    }

    /// All hidden cells that are read.
    fn whatever(&self, facts: &Facts, taint: &mut Taint) {
        let hidden = facts.reads.iter().filter(|cell| self.program.cell(**cell).hidden.is_some());
        taint.extend(hidden.map(|cell| Origin::Cell(*cell)));
    }
}

/// The arms of all asks of one function.
struct Arms<'a, 'r> {
    flows: Flows<'a>,
    incoming: &'a [BTreeSet<CellId>],
    report: &'r mut Report,
}

impl<'a> Arms<'a, '_> {
    fn func(&mut self) {
        let func = self.flows.func;
        let mut asks: Vec<(Pos, &'a Ask)> = Vec::new();
        crate::ir::walk::walk_func(func, &mut |node| {
            if let Node::Stmt(Stmt { kind: StmtKind::Ask(ask), at }) = node {
                asks.push((*at, ask));
            }
        });
        for (at, ask) in asks {
            for arm in &ask.arms {
                let parts = arm.each.iter().map(|(_, set)| *set).chain(arm.guard);
                parts.for_each(|part| self.part(at, ask, &arm.name, part));
            }
        }
    }

    fn part(&mut self, at: Pos, ask: &Ask, arm: &str, part: ExprId) {
        let func = self.flows.func;
        let program = self.flows.program;
        let cells = self.flows.cells(&self.flows.expr(part), self.incoming);
        if let Some(cell) = cells.first() {
            self.report.say_in(func, at, say::arm_shows_hidden(arm, &program.cell(*cell).name));
        }
        let mut strangers = Vec::new();
        walk_expr(func, part, &mut |node| {
            if let Node::Expr(_, Expr::Peek { cell, viewer, .. }) = node
                && !same(func, *viewer, ask.by)
            {
                strangers.push(*cell);
            }
        });
        for cell in strangers {
            self.report.say_in(func, at, say::peek_by_other(arm, &program.cell(cell).name));
        }
    }
}

/// Are two expressions written the same? Suppositions never are: nobody names a side by one.
fn same(func: &Func, a: ExprId, b: ExprId) -> bool {
    let heads = match (func.expr(a), func.expr(b)) {
        (Expr::Suppose(_), _) | (_, Expr::Suppose(_)) | (Expr::Fold(_), _) | (_, Expr::Fold(_)) => false,
        (Expr::Literal { value: x, ty: t }, Expr::Literal { value: y, ty: u }) => x == y && t.what == u.what,
        (x, y) => without_parts(x) == without_parts(y),
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    expr_parts(func.expr(a), &mut |part| left.push(part));
    expr_parts(func.expr(b), &mut |part| right.push(part));
    heads && left.len() == right.len() && left.iter().zip(&right).all(|(x, y)| same(func, *x, *y))
}

/// The head of an expression: its parts all the same id, so that heads compare.
fn without_parts(expr: &Expr) -> Expr {
    let any = ExprId(0);
    let all = |list: &[ExprId]| vec![any; list.len()];
    match expr {
        Expr::Literal { .. } | Expr::None(_) | Expr::Empty(_) | Expr::All(_) | Expr::Kind(_) | Expr::Local(_) => {
            expr.clone()
        }
        Expr::Cell(cell, index) => Expr::Cell(*cell, all(index)),
        Expr::Peek { cell, index, .. } => Expr::Peek { cell: *cell, index: all(index), viewer: any, other: any },
        Expr::Table(table, index) => Expr::Table(*table, all(index)),
        Expr::Unary(op, _) => Expr::Unary(*op, any),
        Expr::Binary(op, ..) => Expr::Binary(*op, any, any),
        Expr::If(..) => Expr::If(any, any, any),
        Expr::Call(func, args) => Expr::Call(*func, all(args)),
        Expr::Board(op, args) => Expr::Board(*op, all(args)),
        Expr::Extend { limits, args, .. } => Expr::Extend { limits: *limits, args: all(args), chosen: any, from: any },
        Expr::Complete { limits, args, .. } => Expr::Complete { limits: *limits, args: all(args), chosen: any },
        Expr::Buyable { goods, args, .. } => {
            Expr::Buyable { goods: *goods, args: all(args), pool: any, from: any, last: any }
        }
        Expr::Spendable { goods, args, .. } => Expr::Spendable { goods: *goods, args: all(args), pool: any, from: any },
        Expr::Fold(_) | Expr::Suppose(_) => expr.clone(),
    }
}
