//! Code of rows: a query of rows, a set by the row that answers, a path over the rows that judge its steps.

use crate::diag::Place;
use crate::hir::{Along, Expr as Read, Path, PathOut, Row, Rows};
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::WayFuncs;
use crate::translate::writer::{Lines, Writer};
use wgr_runtime::bug;
use wgr_runtime::engine::{Called, Counted};
use wgr_runtime::ir::{
    self, BinaryOp, Block, Body, Expr, ExprId, FaultText, FuncId, FuncKind, LocalId, Offer, Search, SearchMode,
    SearchOut, Stmt, StmtKind as Code, Type, UnaryOp,
};

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
        let site = self.m.intern_site(ir::Site { cases: Vec::new(), title: name.to_owned() });
        lines.0.push(self.stmt(Code::Fail { site, text: FaultText::Gap }));
        Body::Code(lines.block())
    }

    /// The query of a path for hexes of its best ways: written when it is first asked.
    pub(super) fn ways_query(&mut self, item: usize, out: PathOut) -> FuncId {
        if let Some(func) = self.m.ways.get(&(item, out)) {
            return *func;
        }
        let Some(def) = self.m.world.rows.get(item) else { bug!("no path {item}") };
        let (what, asks) = match out {
            PathOut::Hexes => ("hexes", "which hexes are on its best ways?"),
            PathOut::FirstHexes => ("leads", "where do its best ways lead first?"),
            PathOut::Open | PathOut::Length => bug!("every path is asked this"),
        };
        let (name, place) = (def.name.clone(), Place::new(def.file, def.ast.name.span));
        let params = def.params.iter().map(|param| (param.name.clone(), param.ir)).collect();
        let set = Some(Type::Set(ir::HEX));
        let func = self.m.declare(&format!("{name}_{what}"), FuncKind::Query, params, set, place);
        self.m.ways.insert((item, out), func);
        self.m.told_as.insert(func, Called::new(name, asks));
        // Where it could not be read that was told, and nothing of this is played.
        if let Some((path, binders)) = self.m.paths.get(&item).cloned() {
            let mut writer = Writer::of_body(self.m, func, binders, place);
            let body = writer.path(&path, out);
            writer.done(body);
        }
        func
    }

    /// A query of a path: is it open, how long is the best way, which hexes are on it?
    pub(super) fn path(&mut self, path: &Path, out: PathOut) -> Body {
        let block = match &path.along {
            Along::Steps { here, there, least, hexes } => {
                let from = self.emit(&path.from);
                let to = self.emit(&path.to);
                let within = path.within.as_ref().map(|within| self.emit(within));
                let step = [*here, *there].map(|local| self.new_slot(local));
                self.search(path, (from, to, within), step, (least, *hexes), out)
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

    fn asked_of(&self, path: &Path) -> WayFuncs {
        let Some(way) = self.m.world.rows.get(path.item).and_then(|def| def.way) else { bug!("no path {}", path.item) };
        way
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
        step: [LocalId; 2],
        (least, hexes): (&[Read], usize),
        out: PathOut,
    ) -> Block {
        let way = self.asked_of(path);
        let step = self.step_between(step);
        self.stand_at(path.at);
        let counts = self.emit_all(least);
        let blocked = Some(self.step_judged(way.blocked, &step.hexes));
        let stop = way.stop.map(|stop| self.step_judged(stop, &step.hexes));
        let offer = self.stmt(Code::Offer(Offer { counts, most: None, carry: None, stop, pass: None, blocked }));
        let cond = self.step_judged(way.avoid, &step.hexes);
        let judge = self.stmt(Code::If { cond, then: Block(vec![offer]), other: Block::default() });
        let (what, ty) = match out {
            PathOut::Open => (SearchOut::Open, Type::BOOL),
            PathOut::Length => (SearchOut::Least(hexes as u8), Type::int(-1, 1_048_575)),
            PathOut::Hexes => (SearchOut::BestThrough, Type::Set(ir::HEX)),
            PathOut::FirstHexes => (SearchOut::BestFirst, Type::Set(ir::HEX)),
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
            each: None,
            judge: step.judged_by(body),
            outs: vec![(what, result)],
        };
        let search = self.stmt(Code::Search(search));
        let found = self.get(result);
        Block(vec![search, self.stmt(Code::Return(Some(found)))])
    }

    /// A straight line: cut by a hex that blocks it.
    fn ray(&mut self, path: &Path, lenient: bool, inner: bool, out: PathOut) -> Block {
        let blocked = self.asked_of(path).blocked;
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
        let [first, second] = [one, two].map(|hex| self.blocks(hex, blocked, ends));
        let on_side = self.get(tie);
        let op = if lenient { BinaryOp::And } else { BinaryOp::Or };
        let on_side_blocked = self.binary(op, first, second);
        let alone = self.blocks(one, blocked, ends);
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
            PathOut::Hexes | PathOut::FirstHexes => bug!("a ray has no best ways"),
        };
        lines.0.push(self.stmt(Code::Return(Some(value))));
        lines.block()
    }

    /// Where this holds there is no line.
    fn no_line(&mut self, cond: ExprId, out: PathOut) -> Stmt {
        let value = match out {
            PathOut::Open => self.truth(false),
            PathOut::Length | PathOut::Hexes | PathOut::FirstHexes => self.number(-1, 1),
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
