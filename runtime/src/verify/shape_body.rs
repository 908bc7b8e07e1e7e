//! The shape of one function: ids, arities, one place for each expression, bounded nesting, one place of
//! declaration for each local, hidden locals only where a statement keeps its own count.

use super::messages::{self as say, Said};
use super::report::Report;
use super::shape::{MOST_NESTING, well_formed};
use crate::ir::walk::{body_parts, expr_block, expr_parts, stmt_blocks, stmt_parts};
use crate::ir::{
    Arm, Block, BoardOp, Body, CellId, Expr, ExprId, Fold, FoldOp, Func, FuncId, Judge, LocalId, Pos, Program, Row,
    RowKind, Rows, Search, SearchMode, SearchOut, SiteId, Stmt, StmtKind, TableId, Write,
};

pub(super) fn check(program: &Program, func: &Func, report: &mut Report) {
    let mut shape = Shape {
        program,
        func,
        report,
        used: vec![false; func.exprs.len()],
        declared: vec![false; func.locals.len()],
        at: func.at,
        deep: false,
    };
    shape.declared.iter_mut().take(func.params as usize).for_each(|d| *d = true);
    shape.body();
}

struct Shape<'a> {
    program: &'a Program,
    func: &'a Func,
    report: &'a mut Report,
    used: Vec<bool>,
    declared: Vec<bool>,
    /// The nearest place with a position.
    at: Pos,
    /// Said once: a deep expression is deep in many places.
    deep: bool,
}

impl<'a> Shape<'a> {
    fn say(&mut self, what: impl Into<Said>) {
        self.report.say_in(self.func, self.at, what);
    }

    fn too_deep(&mut self) {
        if !std::mem::replace(&mut self.deep, true) {
            self.say(say::nested_too_deep(MOST_NESTING));
        }
    }

    fn known(&mut self, what: &str, index: usize, count: usize) -> bool {
        if index >= count {
            self.say(say::unknown_id(what, index, count));
        }
        index < count
    }

    fn body(&mut self) {
        let func = self.func;
        match &func.body {
            Body::Code(block) => self.block(block, 0),
            Body::Rows(rows) => self.rows(rows),
            Body::Limits(limits) => self.declare(limits.it, false),
            Body::Goods(goods) => self.declare(goods.it, false),
        }
        body_parts(&func.body, &mut |part| self.expr(part, 0));
    }

    // -- blocks and statements

    fn block(&mut self, block: &'a Block, depth: u32) {
        if depth > MOST_NESTING {
            return self.too_deep();
        }
        for stmt in &block.0 {
            self.stmt(stmt, depth);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt, depth: u32) {
        self.at = stmt.at;
        self.stmt_ids(&stmt.kind);
        stmt_parts(&stmt.kind, &mut |part| self.expr(part, depth + 1));
        stmt_blocks(&stmt.kind, &mut |block| self.block(block, depth + 1));
    }

    fn stmt_ids(&mut self, stmt: &StmtKind) {
        match stmt {
            StmtKind::Let { local, value: _, fresh } => self.written(*local, *fresh),
            StmtKind::Set(write) => self.write(write),
            StmtKind::Together(writes) => writes.iter().for_each(|write| self.write(write)),
            StmtKind::For { var, rest, .. } => {
                self.declare(*var, false);
                self.declare(*rest, true);
            }
            StmtKind::Repeat { var, until, .. } => {
                self.declare(*var, false);
                self.declare(*until, true);
            }
            StmtKind::Loop { count, .. } => self.declare(*count, true),
            StmtKind::Ask(ask) => {
                self.site(ask.site);
                ask.arms.iter().for_each(|arm| self.arm(arm));
            }
            StmtKind::Roll { into, site } => {
                self.declare(*into, false);
                site.iter().for_each(|site| self.site(*site));
            }
            StmtKind::Draw { into, cup, site, otherwise: _ } => {
                self.declare(*into, false);
                self.known("cell", cup.index(), self.program.cells.len());
                site.iter().for_each(|site| self.site(*site));
            }
            StmtKind::Reveal { cell, index, to: _ } => self.cell(*cell, index),
            StmtKind::Fail { site, .. } | StmtKind::Mark { site, .. } => self.site(*site),
            StmtKind::Call { into, fresh, func, args } => {
                self.callee(*func, args);
                into.iter().for_each(|local| self.written(*local, *fresh));
            }
            StmtKind::Search(search) => self.search(search),
            StmtKind::Ray { one, two, tie, rest, .. } => {
                [one, two, tie].into_iter().for_each(|local| self.declare(*local, false));
                self.declare(*rest, true);
            }
            StmtKind::If { .. }
            | StmtKind::Break
            | StmtKind::Seal
            | StmtKind::Settle { .. }
            | StmtKind::Look(_)
            | StmtKind::End(_)
            | StmtKind::Over(_)
            | StmtKind::Return(_)
            | StmtKind::Erase(_)
            | StmtKind::Swap { .. }
            | StmtKind::Offer(_) => {}
        }
    }

    fn arm(&mut self, arm: &Arm) {
        if let Some((binder, _)) = arm.each {
            self.declare(binder, false);
        }
    }

    fn write(&mut self, write: &Write) {
        self.cell(write.cell, &write.index);
    }

    fn search(&mut self, search: &Search) {
        let paths = search.mode == SearchMode::Paths;
        if search.to.is_some() != paths || search.budget.is_some() == paths || (search.at_least_one && paths) {
            self.say(say::search_shape(paths));
        }
        match &search.judge {
            Judge::Body { here, there, dir, spent, steps, carried, body: _ } => {
                [here, there, dir, spent, steps, carried].into_iter().for_each(|local| self.declare(*local, false));
            }
            Judge::Table(table) => {
                self.known("table", table.index(), self.program.tables.len());
            }
        }
        if let Some((member, _)) = search.each {
            self.declare(member, false);
            let asks_ends = |(out, _): &(SearchOut, LocalId)| matches!(out, SearchOut::Ends | SearchOut::First);
            if paths || matches!(search.judge, Judge::Table(_)) || !search.outs.iter().all(asks_ends) {
                self.say(say::search_of_a_group());
            }
        }
        if search.outs.is_empty() {
            self.say(say::search_without_outs());
        }
        for (out, local) in &search.outs {
            self.declare(*local, false);
            if !out_fits(out, search.mode) {
                self.say(say::search_out(paths));
            }
        }
    }

    // -- expressions

    fn expr(&mut self, id: ExprId, depth: u32) {
        if depth > MOST_NESTING {
            return self.too_deep();
        }
        if !self.known("expression", id.index(), self.func.exprs.len()) {
            return;
        }
        let func = self.func;
        let node = &func.exprs[id.index()];
        if node.at != Pos::default() {
            self.at = node.at;
        }
        if std::mem::replace(&mut self.used[id.index()], true) {
            return self.say(say::expr_twice(id.index()));
        }
        self.expr_ids(&node.expr);
        if let Some(block) = expr_block(&node.expr) {
            self.block(block, depth + 1);
        }
        expr_parts(&node.expr, &mut |part| self.expr(part, depth + 1));
    }

    fn expr_ids(&mut self, expr: &Expr) {
        match expr {
            Expr::Literal { value, ty } => match well_formed(self.program, *ty) {
                Err(what) => self.say(what),
                Ok(()) if !ty.contains(*value) => self.say(say::literal_outside(*value, ty.lo, ty.hi)),
                Ok(()) => {}
            },
            Expr::None(domain) | Expr::Empty(domain) | Expr::All(domain) => {
                self.known("domain", domain.index(), self.program.domains.len());
            }
            Expr::Kind(kind) => {
                self.known("kind", kind.index(), self.program.kinds.len());
            }
            Expr::Local(local) => self.named(*local),
            Expr::Cell(cell, index) | Expr::Peek { cell, index, .. } => self.cell(*cell, index),
            Expr::Table(table, index) => self.table(*table, index),
            Expr::Call(func, args)
            | Expr::Extend { limits: func, args, .. }
            | Expr::Complete { limits: func, args, .. }
            | Expr::Buyable { goods: func, args, .. }
            | Expr::Spendable { goods: func, args, .. } => self.callee(*func, args),
            Expr::Fold(fold) => self.fold(fold),
            Expr::Board(op, args) => self.arity("a question about the board", args.len(), board_arity(*op)),
            Expr::Unary(..) | Expr::Binary(..) | Expr::If(..) | Expr::Suppose(_) => {}
        }
    }

    fn fold(&mut self, fold: &Fold) {
        self.declare(fold.var, false);
        let (value, other) = match fold.op {
            FoldOp::Count | FoldOp::Filter => (false, false),
            FoldOp::Sum | FoldOp::Any | FoldOp::Every | FoldOp::Gather => (true, false),
            FoldOp::Least | FoldOp::Most => (true, true),
        };
        if fold.value.is_some() != value || fold.other.is_some() != other {
            self.say(say::fold_shape(value, other));
        }
    }

    fn cell(&mut self, id: CellId, index: &[ExprId]) {
        if self.known("cell", id.index(), self.program.cells.len()) {
            let cell = self.program.cell(id);
            self.arity(&cell.name, index.len(), cell.index.len());
        }
    }

    fn table(&mut self, id: TableId, index: &[ExprId]) {
        if self.known("table", id.index(), self.program.tables.len()) {
            let table = self.program.table(id);
            self.arity(&table.name, index.len(), table.index.len());
        }
    }

    fn callee(&mut self, id: FuncId, args: &[ExprId]) {
        if self.known("function", id.index(), self.program.funcs.len()) {
            let func = self.program.func(id);
            self.arity(&func.name, args.len(), func.params as usize);
        }
    }

    fn arity(&mut self, name: &str, got: usize, wanted: usize) {
        if got != wanted {
            self.say(say::arity(name, got, wanted));
        }
    }

    fn site(&mut self, site: SiteId) {
        self.known("site", site.index(), self.program.sites.len());
    }

    // -- locals

    /// A local that the text names.
    fn named(&mut self, local: LocalId) {
        if self.known("local", local.index(), self.func.locals.len()) && self.func.local(local).hidden {
            self.say(say::hidden_named(&self.func.local(local).name));
        }
    }

    fn written(&mut self, local: LocalId, fresh: bool) {
        if fresh { self.declare(local, false) } else { self.named(local) }
    }

    fn declare(&mut self, local: LocalId, hidden: bool) {
        if !self.known("local", local.index(), self.func.locals.len()) {
            return;
        }
        let name = &self.func.local(local).name;
        match (self.func.local(local).hidden, hidden) {
            (true, false) => self.say(say::hidden_named(name)),
            (false, true) => self.say(say::not_hidden(name)),
            (true, true) | (false, false) => {}
        }
        if std::mem::replace(&mut self.declared[local.index()], true) {
            self.say(say::declared_twice(name));
        }
    }

    // -- rows

    fn rows(&mut self, rows: &Rows) {
        rows.rows.iter().for_each(|row| self.row(rows, row));
        for ruling in &rows.rulings {
            self.site(ruling.site);
            self.known("row", ruling.over.index(), rows.rows.len());
            self.known("row", ruling.under.index(), rows.rows.len());
        }
    }

    fn row(&mut self, rows: &Rows, row: &Row) {
        self.site(row.site);
        row.binders.iter().for_each(|(local, _)| self.declare(*local, false));
        if self.known("stage", row.stage.index(), rows.stages.len())
            && let Some(group) = row.group
        {
            self.known("group", group as usize, rows.stages[row.stage.index()].groups.len());
        }
        match &row.kind {
            RowKind::Base | RowKind::Otherwise => {}
            RowKind::Over { parents: named, even: _ } | RowKind::Waive(named) => {
                named.iter().for_each(|r| {
                    self.known("row", r.index(), rows.rows.len());
                });
            }
        }
    }
}

fn board_arity(op: BoardOp) -> usize {
    match op {
        BoardOp::Opposite | BoardOp::Column | BoardOp::Row | BoardOp::EdgeLow | BoardOp::EdgeHigh => 1,
        BoardOp::Neighbour
        | BoardOp::Edge
        | BoardOp::Between
        | BoardOp::Toward
        | BoardOp::Distance
        | BoardOp::Ring
        | BoardOp::Disc
        | BoardOp::Line => 2,
    }
}

fn out_fits(out: &SearchOut, mode: SearchMode) -> bool {
    match out {
        SearchOut::Ends | SearchOut::First | SearchOut::Through => true,
        SearchOut::Open | SearchOut::BestFirst | SearchOut::BestThrough => mode == SearchMode::Paths,
        SearchOut::Least(k) => mode == SearchMode::Paths && *k <= 2,
        SearchOut::CostTo(_) => mode == SearchMode::Reach,
    }
}
