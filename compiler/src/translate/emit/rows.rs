//! Code of rows: a query of rows, a set by the row that answers, a path over the rows that judge its steps.

use crate::hir::{Along, Expr as Read, Path, PathOut, Row, Rows};
use crate::translate::ty::{Noun, Ty};
use crate::translate::writer::{Lines, Writer};
use wgr_runtime::bug;
use wgr_runtime::engine::Counted;
use wgr_runtime::ir::{
    self, BinaryOp, Block, Body, Expr, ExprId, FaultText, FuncId, Judge, LocalId, Offer, Search, SearchMode, SearchOut,
    Stmt, StmtKind as Code, Type, UnaryOp,
};

/// The most that a search carries and counts, as the IR has them.
const SPENT: Type = Type::int(0, 1_048_575);
const STEPS: Type = Type::int(0, 65_535);
const CARRIED: Type = Type::int(0, 15);

impl Writer<'_, '_> {
    pub(super) fn rows(&mut self, read: Rows) -> ir::Rows {
        let Rows { rows, stages, rulings } = read;
        let rows = rows.into_iter().map(|row| self.row(row)).collect();
        let rulings = rulings.iter().map(|ruling| {
            let site = self.emit_site(&ruling.site);
            ir::Ruling { site, over: ruling.over, under: ruling.under }
        });
        ir::Rows { stages, rows, rulings: rulings.collect() }
    }

    /// A value that is a set: the set of the row that answers.
    pub(super) fn set_by_row(&mut self, which: FuncId, name: &str, sets: &[(i64, Read)]) -> Body {
        let Some(number) = self.m.program.func(which).ret else { bug!("the rows of `{name}` have no number") };
        let mut lines = Lines::default();
        let row = self.local(" row", number, false);
        let args = self.params();
        let value = self.call(which, args);
        self.set_local(row, value, true, &mut lines);
        for (at, set) in sets {
            let set = self.emit(set);
            let (is, mine) = (self.get(row), self.number(*at, 1));
            let cond = self.binary(BinaryOp::Eq, is, mine);
            let back = self.stmt(Code::Return(Some(set)));
            lines.0.push(self.stmt(Code::If { cond, then: Block(vec![back]), other: Block::default() }));
        }
        let site = self.m.program.intern_site(ir::Site { cases: Vec::new(), title: name.to_owned() });
        lines.0.push(self.stmt(Code::Fail { site, text: FaultText::Gap }));
        Body::Code(lines.block())
    }

    /// A query of a path: is it open, or how long is the best way?
    pub(super) fn path(&mut self, path: &Path, out: PathOut) -> Body {
        let block = match &path.along {
            Along::Steps { here, there, least } => {
                let from = self.emit(&path.from);
                let to = self.emit(&path.to);
                let within = path.within.as_ref().map(|within| self.emit(within));
                let hexes = [*here, *there].map(|local| self.new_slot(local));
                self.search(path, (from, to, within), hexes, least, out)
            }
            Along::Ray { lenient, inner } => self.ray(path, *lenient, *inner, out),
        };
        Body::Code(block)
    }
}

impl Writer<'_, '_> {
    fn row(&mut self, row: Row) -> ir::Row {
        let each = row.each.iter().map(|(local, set)| {
            let set = self.emit(set);
            (self.new_slot(*local), set)
        });
        let binders = each.collect();
        let when = self.emit_all(&row.when);
        let value = row.value.as_ref().map(|value| self.emit(value));
        self.stand_at(row.at);
        let guard = self.all_of(when);
        let site = self.emit_site(&row.site);
        if let Some(scale) = row.along {
            let func = self.id();
            self.m.along.insert(Counted::Amount(func, site), scale);
        }
        if row.rounds {
            let func = self.id();
            let names = ["rounded down", "rounded up"].map(str::to_owned);
            self.m.rounding.insert(Counted::Amount(func, site), names.into());
        }
        if let Some(layer) = row.layer {
            let func = self.id();
            self.m.elsewhere.insert((func, site), layer);
        }
        let Row { label, stage, group, kind, .. } = row;
        ir::Row { label, site, stage, group, kind, binders, guard, value }
    }

    /// The step query `func` of the path's parameters and these hexes.
    fn step_judged(&mut self, func: FuncId, hexes: &[LocalId]) -> ExprId {
        let mut args = self.params();
        args.extend(hexes.iter().map(|hex| self.get(*hex)));
        self.call(func, args)
    }

    fn search(
        &mut self,
        path: &Path,
        (from, to, within): (ExprId, ExprId, Option<ExprId>),
        [here, there]: [LocalId; 2],
        least: &[Read],
        out: PathOut,
    ) -> Block {
        let Some(step) = self.m.world.rows.get(path.item).and_then(|def| def.step) else { bug!("no path") };
        let dir = self.m.ir_type(Ty::One(Noun::Direction));
        let [dir, spent, steps, carried] = [(" dir", dir), (" spent", SPENT), (" steps", STEPS), (" carried", CARRIED)]
            .map(|(name, ty)| self.local(name, ty, false));
        self.stand_at(path.at);
        let counts = self.emit_all(least);
        let blocked = Some(self.step_judged(step.stop, &[here, there]));
        let offer = self.stmt(Code::Offer(Offer { counts, carry: None, stop: None, pass: None, blocked }));
        let cond = self.step_judged(step.bar, &[here, there]);
        let judge = self.stmt(Code::If { cond, then: Block(vec![offer]), other: Block::default() });
        let (what, ty) = match out {
            PathOut::Open => (SearchOut::Open, Type::BOOL),
            PathOut::Length => (SearchOut::Least(0), Type::int(-1, 1_048_575)),
        };
        let result = self.local(" found", ty, false);
        let body = Block(vec![judge]);
        let search = Search {
            mode: SearchMode::Paths,
            from,
            to: Some(to),
            budget: None,
            within,
            at_least_one: false,
            judge: Judge::Body { here, there, dir, spent, steps, carried, body },
            outs: vec![(what, result)],
        };
        let search = self.stmt(Code::Search(search));
        let found = self.get(result);
        Block(vec![search, self.stmt(Code::Return(Some(found)))])
    }

    /// A straight line: cut by a hex that blocks it.
    fn ray(&mut self, path: &Path, lenient: bool, inner: bool, out: PathOut) -> Block {
        let Some(step) = self.m.world.rows.get(path.item).and_then(|def| def.step) else { bug!("no path") };
        let hex = self.m.ir_type(Ty::One(Noun::Hex));
        let maybe = self.m.ir_type(Ty::Maybe(Noun::Hex));
        let (start, goal) = (self.local(" from", hex, false), self.local(" to", hex, false));
        let mut lines = Lines::default();
        for (local, end) in [(start, &path.from), (goal, &path.to)] {
            let value = self.emit(end);
            self.set_local(local, value, true, &mut lines);
        }
        let far = |writer: &mut Self| {
            let (a, b) = (writer.get(start), writer.get(goal));
            writer.distance(a, b)
        };
        if let Some(within) = &path.within {
            let within = self.emit(within);
            let far = far(self);
            let cond = self.binary(BinaryOp::Gt, far, within);
            lines.0.push(self.no_line(cond, out));
        }
        let cut = self.local(" cut", Type::BOOL, false);
        let no = self.truth(false);
        self.set_local(cut, no, true, &mut lines);
        let [one, two] = [" one", " two"].map(|name| self.local(name, maybe, false));
        let tie = self.local(" tie", Type::BOOL, false);
        let rest = self.local(" rest", Type::Set(ir::HEX), true);
        let ends = inner.then_some((start, goal));
        let [first, second] = [one, two].map(|hex| self.blocks(hex, step.stop, ends));
        let on_side = self.get(tie);
        let op = if lenient { BinaryOp::And } else { BinaryOp::Or };
        let on_side_blocked = self.binary(op, first, second);
        let alone = self.blocks(one, step.stop, ends);
        let cond = self.add(Expr::If(on_side, on_side_blocked, alone));
        let yes = self.truth(true);
        let mut then = Lines::default();
        self.set_local(cut, yes, false, &mut then);
        let judge = self.stmt(Code::If { cond, then: then.block(), other: Block::default() });
        let (a, b) = (self.get(start), self.get(goal));
        let body = Block(vec![judge]);
        lines.0.push(self.stmt(Code::Ray { from: a, to: b, one, two, tie, rest, body }));
        let was_cut = self.get(cut);
        lines.0.push(self.no_line(was_cut, out));
        let value = match out {
            PathOut::Open => self.truth(true),
            PathOut::Length => far(self),
        };
        lines.0.push(self.stmt(Code::Return(Some(value))));
        lines.block()
    }

    /// Where this holds there is no line.
    fn no_line(&mut self, cond: ExprId, out: PathOut) -> Stmt {
        let value = match out {
            PathOut::Open => self.truth(false),
            PathOut::Length => self.number(-1, 1),
        };
        let back = self.stmt(Code::Return(Some(value)));
        self.stmt(Code::If { cond, then: Block(vec![back]), other: Block::default() })
    }

    /// Does this hex of the line block it? Its ends do not where only inner hexes count; off the map nothing does.
    fn blocks(&mut self, hex: LocalId, func: FuncId, ends: Option<(LocalId, LocalId)>) -> ExprId {
        let mut args = self.params();
        let here = self.get(hex);
        args.push(self.unary(UnaryOp::The, here));
        let mut all = self.call(func, args);
        for end in ends.into_iter().flat_map(|(a, b)| [a, b]) {
            let (here, end) = (self.get(hex), self.get(end));
            let apart = self.binary(BinaryOp::Ne, here, end);
            all = self.binary(BinaryOp::And, apart, all);
        }
        let (here, nowhere) = (self.get(hex), self.nowhere());
        let there = self.binary(BinaryOp::Ne, here, nowhere);
        self.binary(BinaryOp::And, there, all)
    }
}
