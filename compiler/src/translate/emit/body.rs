//! Bodies of functions, when all of the game is read.

use crate::hir::{Block, Body, Expr, Function, Local, PathOut};
use crate::translate::builder::Builder;
use crate::translate::writer::{Lines, Writer};
use std::collections::BTreeSet;
use wgr_runtime::bug;
use wgr_runtime::ir::{self, BinaryOp, CellId, ExprId, FaultText, FuncId, LocalId, StmtKind as Code, Type, What};

/// Functions that added something beside their bodies.
#[derive(Default)]
pub(crate) struct Added {
    /// For others to use.
    pub(crate) shared: BTreeSet<FuncId>,
    /// What is noted of themselves and of their rows.
    pub(crate) own: BTreeSet<FuncId>,
}

/// Every function that was read, in that order.
pub(crate) fn functions(builder: &mut Builder<'_>) -> Added {
    payers(builder);
    let read = std::mem::take(&mut builder.read);
    for Function { binders, body, .. } in &read {
        if let Body::Path(path, PathOut::Open) = body {
            builder.paths.insert(path.item, (path.clone(), binders.clone()));
        }
    }
    let mut added = Added::default();
    for Function { func, at, binders, body } in read {
        let (shared, own) = (builder.shared(), builder.of_functions());
        let mut writer = Writer::of_body(builder, func, binders, at);
        let body = match body {
            Body::Code(block) => writer.code(&block),
            Body::Answer(value) => writer.answer(&value),
            Body::Rows(rows) => ir::Body::Rows(writer.rows(rows)),
            Body::SetByRow { which, name, sets } => writer.set_by_row(which, &name, &sets),
            Body::Path(path, out) => writer.path(&path, out),
            Body::Goods { it, price, up_to } => writer.goods(it, &price, &up_to),
            Body::Phase(phase) => writer.phase(&phase),
            Body::Counts { cell, by } => writer.counts(cell, by.as_ref()),
            Body::WithItsEnd { itself, name, rule } => writer.with_its_end(itself, &name, rule),
            Body::Entered { itself } => writer.entered(itself),
            Body::InReach(course, goal) => writer.in_reach(&course, goal),
            Body::StepAsked { course, goal, reach } => writer.step_asked(&course, goal, reach),
        };
        writer.done(body);
        if builder.shared() != shared {
            added.shared.insert(func);
        }
        if builder.of_functions() != own {
            added.own.insert(func);
        }
    }
    added
}

/// A set beside each pool that is paid from in turns: who has paid.
fn payers(builder: &mut Builder<'_>) {
    let fairly = std::mem::take(&mut builder.said().fairly);
    for ((pool, goods), (purchase, noun)) in fairly {
        let Some(cell) = builder.program.cells.get(pool.index()) else { bug!("there is no pool to pay from") };
        // It is nobody's business: the name begins with `_`.
        let (name, index, role) = (format!("_{}_{purchase}", cell.name), cell.index.clone(), cell.role);
        let members = Type::Set(builder.domain_of(noun));
        let paid = builder.cell(&name, index, members, role);
        builder.paid.insert((pool, goods), paid);
    }
}

impl Writer<'_, '_> {
    fn code(&mut self, block: &Block) -> ir::Body {
        let mut lines = Lines::default();
        self.emit_lines(block, &mut lines);
        // Every way ends with an answer (`play/answers.rs`); of an ask or a branch the verifier does not see it.
        if self.m.program.func(self.id()).ret.is_some()
            && !matches!(lines.0.last().map(|line| &line.kind), Some(Code::Return(_)))
        {
            let site = self.m.intern_site(ir::Site { cases: Vec::new(), title: "an answer".to_owned() });
            lines.0.push(self.stmt(Code::Fail { site, text: FaultText::Rule }));
        }
        ir::Body::Code(lines.block())
    }

    /// What a procedure answers gets a name.
    pub(super) fn answer_of(&mut self, func: FuncId, args: Vec<ExprId>, into: LocalId, lines: &mut Lines) {
        lines.0.push(self.stmt(Code::Call { into: Some(into), fresh: true, func, args }));
    }

    fn answer(&mut self, value: &Expr) -> ir::Body {
        let value = self.emit(value);
        ir::Body::Code(ir::Block(vec![self.stmt(Code::Return(Some(value)))]))
    }

    fn counts(&mut self, cell: CellId, by: Option<&Expr>) -> ir::Body {
        let mut lines = Lines::default();
        let (at, index) = (self.params(), self.params());
        let (now, one) = (self.read(cell, at), self.number(1, 1));
        let after = self.binary(BinaryOp::Add, now, one);
        self.set_cell(cell, index, after, &mut lines);
        let Some(by) = by else { return ir::Body::Code(lines.block()) };
        let (who, by) = (self.get(LocalId::new(0)), self.emit(by));
        let cond = self.binary(BinaryOp::Eq, who, by);
        let held = self.stmt(Code::If { cond, then: lines.block(), other: ir::Block::default() });
        ir::Body::Code(ir::Block(vec![held]))
    }

    /// Of pieces that have left play nothing more is done.
    fn with_its_end(&mut self, itself: FuncId, name: &str, rule: Option<(FuncId, usize)>) -> ir::Body {
        let mut lines = Lines::default();
        let all = self.params();
        let answer = self.m.program.func(itself).ret.map(|ty| self.local("answer", ty, false));
        match answer {
            Some(answer) => self.answer_of(itself, all, answer, &mut lines),
            None => self.do_call(itself, all, &mut lines),
        }
        if let Some((rule, about)) = rule {
            self.rule_at_the_end(rule, about, &mut lines);
        }
        // The rule still reads it.
        self.ends_of(name, &mut lines);
        if let Some(answer) = answer {
            let answer = self.get(answer);
            lines.0.push(self.stmt(Code::Return(Some(answer))));
        }
        ir::Body::Code(lines.block())
    }

    /// It speaks of pieces that are still in play.
    fn rule_at_the_end(&mut self, rule: FuncId, about: usize, lines: &mut Lines) {
        let mut then = Lines::default();
        let args = self.params().into_iter().take(about).collect();
        self.do_call(rule, args, &mut then);
        let pieces = (0..about).map(LocalId::new).filter(|param| self.is_a_counter(*param));
        let pieces: Vec<LocalId> = pieces.collect();
        let mut stand: Vec<ExprId> = Vec::new();
        for piece in pieces {
            let piece = self.get(piece);
            stand.extend(self.is_in_play(piece));
        }
        match self.all_of(stand) {
            Some(cond) => lines.0.push(self.stmt(Code::If { cond, then: then.block(), other: ir::Block::default() })),
            None => lines.0.extend(then.0),
        }
    }

    fn is_a_counter(&self, param: LocalId) -> bool {
        let counters = self.m.counters;
        self.kept(param).ty.scalar().is_some_and(|scalar| matches!(scalar.what, What::Id(domain) if domain == counters))
    }

    fn goods(&mut self, it: Local, price: &Expr, up_to: &Expr) -> ir::Body {
        let it = self.new_slot(it);
        let (price, up_to) = (self.emit(price), self.emit(up_to));
        ir::Body::Goods(ir::Goods { it, price, up_to })
    }
}
