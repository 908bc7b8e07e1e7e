//! What may show through an ask: its options must not depend on what the answering side cannot see. So no
//! set and no guard of an arm may depend on a direct read of a hidden cell, through whatever locals, branches,
//! queries and results it went; `peek` is the way to read one, and its eyes must be those of the side that is asked.
//!
//! First, callees before callers, each function gets a summary: the hidden cells and the parameters that its
//! result depends on. Then, callers before callees, the cells that come in through parameters. Locals are
//! taken together over the whole function. What went through a cell that is not hidden is known to all.

use super::effects::{Facts, Found};
use super::messages as say;
use super::report::Report;
use super::same::same;
use crate::ir::walk::{Node, calls, expr_parts, stmt_blocks, stmt_parts, walk_block, walk_func};
use crate::ir::{Ask, Block, Body, CellId, Expr, ExprId, Func, FuncId, Judge, LocalId, Pos, Program, Stmt, StmtKind};
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    Cell(CellId),
    Param(u32),
    /// What somebody sees of a hidden cell.
    Peek(CellId, Viewpoint),
}

/// Who peeks, told so that it can be followed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Viewpoint {
    /// This side.
    Side(i64),
    /// The side in a parameter that is never written.
    Param(u32),
    /// The side in a cell that nothing here writes: whose turn it is, within what is done in a turn.
    Cell(CellId),
    /// As written here, of names that do not change within this function; not known behind a call.
    Fixed(ExprId),
    /// As written here; not known behind a local or a call, for its names may have changed by then.
    Here(ExprId),
    Somebody,
}

impl Origin {
    fn beyond(self) -> Origin {
        match self {
            Origin::Peek(cell, Viewpoint::Here(_)) => Origin::Peek(cell, Viewpoint::Somebody),
            Origin::Peek(
                _,
                Viewpoint::Side(_)
                | Viewpoint::Param(_)
                | Viewpoint::Cell(_)
                | Viewpoint::Fixed(_)
                | Viewpoint::Somebody,
            )
            | Origin::Cell(_)
            | Origin::Param(_) => self,
        }
    }

    /// As whoever calls the function knows it.
    fn outside(self) -> Origin {
        match self {
            Origin::Peek(cell, Viewpoint::Fixed(_)) => Origin::Peek(cell, Viewpoint::Somebody),
            Origin::Peek(..) | Origin::Cell(_) | Origin::Param(_) => self.beyond(),
        }
    }
}

type Taint = BTreeSet<Origin>;

/// What calls and settles read.
#[derive(Clone, Copy)]
struct Known<'a> {
    facts: &'a [Arc<Facts>],
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
        summaries[id.index()] = summary(program, *id, &summaries, facts);
    }
    let incoming = incoming(program, order, &summaries, facts);
    for index in 0..program.funcs.len() {
        let flows = Flows::new(program, FuncId::new(index), &summaries, facts, summaries[index].locals.clone());
        report.of(FuncId::new(index));
        Arms { flows, incoming: &incoming[index], report }.func();
    }
}

/// Locals to a fixed point: what flows into one may flow on.
fn summary(program: &Program, id: FuncId, summaries: &[Summary], facts: Known<'_>) -> Summary {
    let func = program.func(id);
    let params = (0..func.locals.len() as u32)
        .map(|local| if local < func.params { BTreeSet::from([Origin::Param(local)]) } else { Taint::new() });
    let mut flows = Flows::new(program, id, summaries, facts, params.collect());
    loop {
        flows.changed = false;
        flows.func();
        if !flows.changed {
            return Summary { locals: flows.locals, result: flows.result };
        }
    }
}

/// For each function and parameter: what some call puts into it, never `Origin::Param`.
fn incoming(program: &Program, order: &[FuncId], summaries: &[Summary], facts: Known<'_>) -> Vec<Vec<Taint>> {
    let mut all: Vec<Vec<Taint>> = program.funcs.iter().map(|func| vec![Taint::new(); func.params as usize]).collect();
    for id in order.iter().rev() {
        let func = program.func(*id);
        let flows = Flows::new(program, *id, summaries, facts, summaries[id.index()].locals.clone());
        let mut found = Vec::new();
        walk_func(func, &mut |node| {
            if let Some((callee, args)) = call(node) {
                for (param, arg) in args.iter().enumerate() {
                    let here = flows.resolved(&flows.expr(*arg), &all[id.index()]);
                    let there: Taint = here.into_iter().map(|origin| flows.handed_on(origin, args)).collect();
                    found.push((callee, param, there));
                }
            }
        });
        for (callee, param, there) in found {
            all[callee.index()][param].extend(there);
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
    id: FuncId,
    func: &'a Func,
    summaries: &'a [Summary],
    facts: Known<'a>,
    locals: Vec<Taint>,
    /// Locals that hold more than one value in turn.
    rewritten: BTreeSet<LocalId>,
    result: Taint,
    changed: bool,
}

impl<'a> Flows<'a> {
    fn new(program: &'a Program, id: FuncId, summaries: &'a [Summary], facts: Known<'a>, locals: Vec<Taint>) -> Self {
        let func = program.func(id);
        let rewritten = written(func);
        Flows { program, id, func, summaries, facts, locals, rewritten, result: Taint::new(), changed: false }
    }

    /// A taint with what comes in through parameters in their place.
    fn resolved(&self, taint: &Taint, incoming: &[Taint]) -> Taint {
        let mut out = Taint::new();
        for origin in taint {
            match origin {
                Origin::Cell(_) | Origin::Peek(..) => {
                    out.insert(*origin);
                }
                Origin::Param(param) => out.extend(incoming.get(*param as usize).into_iter().flatten()),
            }
        }
        out
    }

    /// Whose eyes these are.
    fn eyes(&self, viewer: ExprId) -> Viewpoint {
        let expr = self.func.expr(viewer);
        if let Expr::Literal { value, .. } = expr {
            return Viewpoint::Side(*value);
        }
        if let Expr::Local(local) = expr
            && local.0 < self.func.params
            && !self.rewritten.contains(local)
        {
            return Viewpoint::Param(local.0);
        }
        if let Expr::Cell(cell, index) = expr
            && index.is_empty()
            && self.stays(*cell)
        {
            return Viewpoint::Cell(*cell);
        }
        if self.fixed(viewer) { Viewpoint::Fixed(viewer) } else { Viewpoint::Here(viewer) }
    }

    /// Made of names that do not change while the function runs.
    fn fixed(&self, id: ExprId) -> bool {
        let expr = self.func.expr(id);
        let own = if let Expr::Local(local) = expr {
            local.0 < self.func.params && !self.rewritten.contains(local)
        } else if let Expr::Cell(cell, _) = expr {
            self.stays(*cell)
        } else {
            matches!(expr, Expr::Literal { .. } | Expr::Unary(..) | Expr::Binary(..) | Expr::If(..) | Expr::Table(..))
        };
        let mut parts = Vec::new();
        expr_parts(expr, &mut |part| parts.push(part));
        own && parts.into_iter().all(|part| self.fixed(part))
    }

    /// Nothing here writes the cell, but for what is written before anything else is done: the roles of an action.
    fn stays(&self, cell: CellId) -> bool {
        let own = self.facts.facts.get(self.id.index());
        if own.is_some_and(|facts| !facts.writes.holds(cell)) {
            return true;
        }
        let others = calls(self.program, self.func);
        let by_others = others.iter().any(|callee| self.facts.facts[callee.index()].writes.holds(cell));
        let writes = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Set(write) if write.cell == cell);
        let first = self.func.body.code().map_or(&[][..], |block| &block.0[..]);
        let first = first.iter().take_while(|stmt| matches!(stmt.kind, StmtKind::Set(_)));
        !by_others
            && !self.facts.settled.writes.holds(cell)
            && first.filter(|stmt| writes(stmt)).count() == sets(self.func, cell)
    }

    /// Viewpoint as they are known here: a cell that is written may be another's by now.
    fn still(&self, eyes: Viewpoint) -> Viewpoint {
        match eyes {
            Viewpoint::Cell(cell) if !self.stays(cell) => Viewpoint::Somebody,
            Viewpoint::Cell(_)
            | Viewpoint::Side(_)
            | Viewpoint::Param(_)
            | Viewpoint::Fixed(_)
            | Viewpoint::Here(_)
            | Viewpoint::Somebody => eyes,
        }
    }

    /// An origin as the callee knows it: eyes that are handed over, too, are those of a parameter.
    fn handed_on(&self, origin: Origin, args: &[ExprId]) -> Origin {
        let Origin::Peek(cell, eyes) = origin else { return origin };
        let handed = |arg: &ExprId| match eyes {
            Viewpoint::Here(viewer) | Viewpoint::Fixed(viewer) => same(self.func, viewer, *arg),
            Viewpoint::Param(_) | Viewpoint::Side(_) | Viewpoint::Cell(_) => self.eyes(*arg) == eyes,
            Viewpoint::Somebody => false,
        };
        match args.iter().position(handed) {
            Some(param) => Origin::Peek(cell, Viewpoint::Param(param as u32)),
            None => match eyes {
                Viewpoint::Side(_) | Viewpoint::Cell(_) => origin,
                Viewpoint::Param(_) | Viewpoint::Fixed(_) | Viewpoint::Here(_) | Viewpoint::Somebody => {
                    Origin::Peek(cell, Viewpoint::Somebody)
                }
            },
        }
    }

    /// Is the one who peeks the one who is asked?
    fn asked(&self, eyes: Viewpoint, by: ExprId) -> bool {
        match eyes {
            Viewpoint::Side(_) | Viewpoint::Param(_) | Viewpoint::Cell(_) => self.eyes(by) == self.still(eyes),
            Viewpoint::Here(viewer) | Viewpoint::Fixed(viewer) => same(self.func, viewer, by),
            Viewpoint::Somebody => false,
        }
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
        place.extend(taint.into_iter().map(Origin::beyond));
        self.changed |= place.len() > before;
    }

    fn answers_with(&mut self, taint: Taint) {
        let before = self.result.len();
        self.result.extend(taint.into_iter().map(Origin::outside));
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
                let each = search.each.iter().map(|(member, _)| member);
                search
                    .outs
                    .iter()
                    .map(|(_, local)| local)
                    .chain(each)
                    .for_each(|local| self.flow(*local, taint.clone()));
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
            | StmtKind::Look(_)
            | StmtKind::End(_)
            | StmtKind::Over(_)
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
        if let Expr::Peek { cell, viewer, .. } = expr {
            taint.insert(Origin::Peek(*cell, self.eyes(*viewer)));
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
                Origin::Peek(cell, Viewpoint::Param(param)) => {
                    let eyes = args.get(*param as usize).map_or(Viewpoint::Somebody, |arg| self.eyes(*arg));
                    taint.insert(Origin::Peek(*cell, eyes));
                }
                Origin::Peek(cell, eyes @ Viewpoint::Cell(_)) => {
                    taint.insert(Origin::Peek(*cell, self.still(*eyes)));
                }
                Origin::Peek(
                    _,
                    Viewpoint::Side(_) | Viewpoint::Fixed(_) | Viewpoint::Here(_) | Viewpoint::Somebody,
                ) => {
                    taint.insert(origin.outside());
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
                if let StmtKind::Settle { .. } | StmtKind::Look(_) = &stmt.kind {
                    self.whatever(self.facts.settled, taint);
                }
            }
        });
    }

    /// All hidden cells that are read.
    fn whatever(&self, facts: &Facts, taint: &mut Taint) {
        let hidden = facts.reads.iter().filter(|cell| self.program.cell(*cell).hidden.is_some());
        taint.extend(hidden.map(Origin::Cell));
    }
}

/// The arms of all asks of one function.
struct Arms<'a, 'r> {
    flows: Flows<'a>,
    incoming: &'a [Taint],
    report: &'r mut Report,
}

impl<'a> Arms<'a, '_> {
    fn func(&mut self) {
        let func = self.flows.func;
        let mut asks: Vec<(Pos, &'a Ask)> = Vec::new();
        walk_func(func, &mut |node| {
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
        let taint = self.flows.resolved(&self.flows.expr(part), self.incoming);
        let cells = taint.iter().filter_map(|origin| if let Origin::Cell(cell) = origin { Some(*cell) } else { None });
        if let Some(cell) = cells.min() {
            self.report.say_in(func, at, say::arm_shows_hidden(arm, &program.cell(cell).name));
        }
        let peeks = taint
            .iter()
            .filter_map(|origin| if let Origin::Peek(cell, eyes) = origin { Some((*cell, *eyes)) } else { None });
        let strangers = peeks.filter(|(_, eyes)| !self.flows.asked(*eyes, ask.by)).map(|(cell, _)| cell);
        for cell in strangers.collect::<BTreeSet<CellId>>() {
            self.report.say_in(func, at, say::peek_by_other(arm, &program.cell(cell).name));
        }
    }
}

/// How often a function itself writes this cell.
fn sets(func: &Func, cell: CellId) -> usize {
    let mut count = 0;
    walk_func(func, &mut |node| {
        if let Node::Stmt(stmt) = node {
            if let StmtKind::Set(write) = &stmt.kind {
                count += usize::from(write.cell == cell);
            }
            if let StmtKind::Together(writes) = &stmt.kind {
                count += writes.iter().filter(|write| write.cell == cell).count();
            }
        }
    });
    count
}

/// The locals that a statement writes after their declaration.
fn written(func: &Func) -> BTreeSet<LocalId> {
    let mut found = BTreeSet::new();
    walk_func(func, &mut |node| match node {
        Node::Stmt(Stmt { kind: StmtKind::Let { local, fresh: false, .. }, .. })
        | Node::Stmt(Stmt { kind: StmtKind::Call { into: Some(local), fresh: false, .. }, .. }) => {
            found.insert(*local);
        }
        Node::Stmt(_) | Node::Expr(..) => {}
    });
    found
}
