//! Code of expressions, from what they mean. Nothing is told here: what can be wrong was told when they were read.

use crate::diag::Place;
use crate::hir::{self, Expr, Kind, Over};
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::{Axis, OUTCOME, SIDE};
use crate::translate::writer::{Source, Writer};
use wgr_grammar::ast::{Compare, Rounding, TotalOf};
use wgr_runtime::bug;
use wgr_runtime::ir::{
    self, BinaryOp, BoardOp, Body, ExprId, FaultText, FoldOp, FuncId, FuncKind, Suppose, TableId, UnaryOp,
};

impl Writer<'_, '_> {
    pub(crate) fn emit_all(&mut self, read: &[Expr]) -> Vec<ExprId> {
        read.iter().map(|one| self.emit(one)).collect()
    }

    fn emit_both(&mut self, [a, b]: &[Expr; 2]) -> [ExprId; 2] {
        [self.emit(a), self.emit(b)]
    }

    fn two(&mut self, op: BinaryOp, sides: &[Expr; 2], at: Place) -> ExprId {
        let [a, b] = self.emit_both(sides);
        self.stand_at(at);
        self.binary(op, a, b)
    }

    fn one(&mut self, op: UnaryOp, inner: &Expr, at: Place) -> ExprId {
        let inner = self.emit(inner);
        self.stand_at(at);
        self.unary(op, inner)
    }

    pub(crate) fn emit(&mut self, read: &Expr) -> ExprId {
        let at = read.at;
        self.stand_at(at);
        match &read.kind {
            Kind::Number { value, den } => self.number(*value, *den),
            Kind::Truth(value) => self.truth(*value),
            Kind::Member(noun, member) => self.member(*noun, *member),
            Kind::None(noun) => self.add(ir::Expr::None(self.m.domain_of(*noun))),
            Kind::Empty(noun) => self.add(ir::Expr::Empty(self.m.domain_of(*noun))),
            Kind::Local(local) => {
                let slot = self.slot(*local);
                self.get(slot)
            }
            Kind::Stored(cell, index) => {
                self.asks_for_a_run(*cell, at);
                let index = self.emit_all(index);
                self.stand_at(at);
                self.read(*cell, index)
            }
            Kind::Asked(func, args) => {
                let args = self.emit_all(args);
                self.stand_at(at);
                self.call(*func, args)
            }
            Kind::Ways { item, out, args } => {
                let func = self.ways_query(*item, *out);
                let args = self.emit_all(args);
                self.stand_at(at);
                self.call(func, args)
            }
            Kind::Zone { func, args, hex } => {
                let var = self.new_slot(*hex);
                let mut args = self.emit_all(args);
                self.stand_at(at);
                args.push(self.get(var));
                let guard = Some(self.call(*func, args));
                let over = self.add(ir::Expr::All(ir::HEX));
                let source = Source { var, over, guard };
                self.fold(FoldOp::Filter, source, None, None)
            }
            Kind::Printed(table, index) => {
                let index = self.emit_all(index);
                self.stand_at(at);
                self.look(*table, index)
            }
            Kind::LookedUp(table, args) => self.look_up(*table, args, at),
            Kind::Hexside(feature, hexes) => {
                let hexes = self.emit_all(hexes);
                let helper = self.m.hexside_feature(*feature);
                self.stand_at(at);
                self.call(helper, hexes)
            }
            Kind::Distance(hexes) => {
                let [a, b] = self.emit_both(hexes);
                self.stand_at(at);
                self.distance(a, b)
            }
            Kind::Adjacent(hexes) => {
                let [a, b] = self.emit_both(hexes);
                self.stand_at(at);
                let (far, one) = (self.distance(a, b), self.number(1, 1));
                self.binary(BinaryOp::Eq, far, one)
            }
            Kind::Beyond(hexes) => {
                let hexes = self.emit_both(hexes);
                let helper = self.m.beyond();
                self.stand_at(at);
                self.call(helper, hexes.to_vec())
            }
            Kind::Toward(parts) => {
                let args = self.emit_all(&**parts);
                let helper = self.m.toward();
                self.stand_at(at);
                self.call(helper, args)
            }
            Kind::AtEdge(edge, hex) => {
                let hex = self.emit(hex);
                self.stand_at(at);
                let Some((is_row, number)) = self.m.edge(*edge) else { bug!("an edge without a board") };
                let own = self.ask_board(if is_row { BoardOp::Row } else { BoardOp::Column }, vec![hex]);
                let last = self.number(number, 1);
                self.binary(BinaryOp::Eq, own, last)
            }
            Kind::BesideLine { way, line, hex } => {
                let hex = self.emit(hex);
                let table = self.m.beside(*way, *line);
                self.stand_at(at);
                self.look(table, vec![hex])
            }
            Kind::Between(hexes) => {
                let hexes = self.emit_both(hexes);
                self.stand_at(at);
                self.ask_board(BoardOp::Between, hexes.to_vec())
            }
            Kind::EndsOf(side) => {
                let ends = [BoardOp::EdgeLow, BoardOp::EdgeHigh].map(|op| {
                    let side = self.emit(side);
                    self.stand_at(at);
                    let hex = self.ask_board(op, vec![side]);
                    self.unary(UnaryOp::Single, hex)
                });
                self.binary(BinaryOp::Union, ends[0], ends[1])
            }
            Kind::Inner(side) => {
                let side = self.emit(side);
                self.stand_at(at);
                let (beyond, none) = (self.ask_board(BoardOp::EdgeHigh, vec![side]), self.nowhere());
                self.binary(BinaryOp::Ne, beyond, none)
            }
            Kind::Column(hex) => {
                let hex = self.emit(hex);
                self.ask_board(BoardOp::Column, vec![hex])
            }
            Kind::Row(hex) => {
                let hex = self.emit(hex);
                self.ask_board(BoardOp::Row, vec![hex])
            }
            Kind::HexOf(piece) => {
                let piece = self.emit(piece);
                self.stand_at(at);
                self.stands(piece)
            }
            Kind::Covered(piece) => {
                let piece = self.emit(piece);
                self.stand_at(at);
                self.is_covered(piece)
            }
            Kind::SideOf(piece) => {
                let piece = self.emit(piece);
                self.stand_at(at);
                let table = self.m.side_of;
                self.look(table, vec![piece])
            }
            Kind::OtherSide(side) => {
                let side = self.emit(side);
                self.stand_at(at);
                self.other_side(side)
            }
            Kind::HasWon(side) => self.has_won(side, at),
            Kind::Negative(inner) => self.one(UnaryOp::Neg, inner, at),
            Kind::Plus(sides) => self.two(BinaryOp::Add, sides, at),
            Kind::Minus(sides) => self.two(BinaryOp::Sub, sides, at),
            Kind::Times(sides) => self.two(BinaryOp::Mul, sides, at),
            Kind::Part(value, by) => {
                let value = self.emit(value);
                self.stand_at(at);
                let part = self.number(1, *by);
                self.binary(BinaryOp::Mul, value, part)
            }
            Kind::Rounded(value, Rounding::Down) => self.one(UnaryOp::Down, value, at),
            Kind::Rounded(value, Rounding::Up) => self.one(UnaryOp::Up, value, at),
            Kind::Quotient(sides, Rounding::Down) => self.two(BinaryOp::DivDown, sides, at),
            Kind::Quotient(sides, Rounding::Up) => self.two(BinaryOp::DivUp, sides, at),
            Kind::OnScale(scale, rounding, sides) => self.emit_on_scale(*scale, *rounding, sides, at),
            Kind::Single(one) => self.one(UnaryOp::Single, one, at),
            Kind::Surely(one) => self.one(UnaryOp::The, one, at),
            Kind::Union(sets) => self.two(BinaryOp::Union, sets, at),
            Kind::Set(source) => {
                let source = self.emit_source(source);
                match source.guard {
                    None => source.over,
                    Some(_) => self.fold(FoldOp::Filter, source, None, None),
                }
            }
            Kind::Size(source) => {
                let source = self.emit_source(source);
                self.stand_at(at);
                match source.guard {
                    None => self.unary(UnaryOp::Size, source.over),
                    Some(_) => self.fold(FoldOp::Count, source, None, None),
                }
            }
            Kind::LeftIn(cup) => self.left_in(*cup).unwrap_or_else(|| self.number(0, 1)),
            Kind::Total { which, over, value, otherwise } => {
                let over = self.emit_source(over);
                let value = self.emit(value);
                let otherwise = otherwise.as_ref().map(|other| self.emit(other));
                self.stand_at(at);
                let op = match which {
                    TotalOf::Total => FoldOp::Sum,
                    TotalOf::Least => FoldOp::Least,
                    TotalOf::Greatest => FoldOp::Most,
                };
                self.fold(op, over, Some(value), otherwise)
            }
            Kind::Hexes { within, centre, distance } => {
                let (distance, centre) = (self.emit(distance), self.emit(centre));
                self.stand_at(at);
                let op = if *within { BoardOp::Disc } else { BoardOp::Ring };
                self.ask_board(op, vec![centre, distance])
            }
            Kind::Not(inner) => self.one(UnaryOp::Not, inner, at),
            Kind::And(sides) => self.two(BinaryOp::And, sides, at),
            Kind::Or(sides) => self.two(BinaryOp::Or, sides, at),
            Kind::Compare(how, sides) => {
                let op = match how {
                    Compare::Is => BinaryOp::Eq,
                    Compare::IsNot => BinaryOp::Ne,
                    Compare::Less => BinaryOp::Lt,
                    Compare::AtMost => BinaryOp::Le,
                    Compare::More => BinaryOp::Gt,
                    Compare::AtLeast => BinaryOp::Ge,
                };
                self.two(op, sides, at)
            }
            Kind::In(sides) => self.two(BinaryOp::In, sides, at),
            Kind::Any(over, cond) => {
                let over = self.emit_source(over);
                match cond {
                    Some(cond) => {
                        let cond = self.emit(cond);
                        self.stand_at(at);
                        self.fold(FoldOp::Any, over, Some(cond), None)
                    }
                    None => self.some(over),
                }
            }
            Kind::Every(over, cond) => {
                let over = self.emit_source(over);
                let cond = self.emit(cond);
                self.stand_at(at);
                self.fold(FoldOp::Every, over, Some(cond), None)
            }
            Kind::Supposing(supposing) => {
                let hir::Supposing { how, what, cond } = &**supposing;
                let supposed = std::mem::replace(&mut self.supposed, true);
                let body = self.emit_block(what);
                self.supposed = supposed;
                let value = self.emit(cond);
                self.stand_at(at);
                self.add(ir::Expr::Suppose(Suppose { how: *how, body, value }))
            }
            Kind::EveryOne(conds) => {
                let conds = self.emit_all(conds);
                self.every_one(conds)
            }
            Kind::Hole(site) => {
                let func = self.hole(site, read.ty, at);
                self.call(func, Vec::new())
            }
            Kind::Without(sets) => self.two(BinaryOp::Minus, sets, at),
        }
    }

    /// All yes, where each is asked: `and` would leave off at the first no.
    pub(super) fn every_one(&mut self, conds: Vec<ExprId>) -> ExprId {
        let all = conds.len() as i64;
        let yes = conds.into_iter().map(|one| {
            let (full, none) = (self.number(1, 1), self.number(0, 1));
            self.add(ir::Expr::If(one, full, none))
        });
        let yes: Vec<ExprId> = yes.collect();
        let sum = yes.into_iter().reduce(|a, b| self.binary(BinaryOp::Add, a, b));
        let sum = sum.unwrap_or_else(|| self.number(0, 1));
        let all = self.number(all, 1);
        self.binary(BinaryOp::Eq, sum, all)
    }

    /// A query that is a fault.
    fn hole(&mut self, site: &hir::Site, ty: Ty, at: Place) -> FuncId {
        let site = self.emit_site(site);
        let ir = self.m.ir_type(ty);
        let func = self.m.declare("hole", FuncKind::Query, Vec::new(), Some(ir), at);
        let fail = self.stmt(ir::StmtKind::Fail { site, text: FaultText::Hole });
        let hole = Writer::of_body(self.m, func, Vec::new(), at);
        hole.done(Body::Code(ir::Block(vec![fail])))
    }

    pub(crate) fn emit_source(&mut self, read: &hir::Source) -> Source {
        let hir::Source { var, over, guards, at, .. } = read;
        self.stand_at(*at);
        let over = match over {
            Over::Counters => {
                let counters = self.m.counters;
                self.add(ir::Expr::All(counters))
            }
            Over::Hexes => self.add(ir::Expr::All(ir::HEX)),
            Over::Hexsides => self.add(ir::Expr::All(ir::EDGE)),
            Over::Set(set) => self.emit(set),
        };
        let var = self.new_slot(*var);
        let guards = self.emit_all(guards);
        let guard = self.all_of(guards);
        Source { var, over, guard }
    }

    fn look_up(&mut self, index: usize, args: &[Expr], at: Place) -> ExprId {
        let args = self.emit_all(args);
        self.stand_at(at);
        let Some(def) = self.m.world.tables.get(index) else { bug!("no table {index}") };
        let (table, heads, ends) = (def.table, def.heads, def.axes.iter().map(Axis::open_ends).collect::<Vec<_>>());
        let mut args: Vec<ExprId> = args.into_iter().zip(ends).map(|(arg, ends)| self.on_axis(arg, ends)).collect();
        if let Some(heads) = heads {
            let under = args.split_off(1);
            args.push(self.look(heads, under));
        }
        self.look(table, args)
    }

    /// Beyond an open end the last label counts.
    fn on_axis(&mut self, arg: ExprId, (low, high): (Option<i64>, Option<i64>)) -> ExprId {
        let mut arg = arg;
        for (end, op) in [(high, BinaryOp::Min), (low, BinaryOp::Max)] {
            if let Some(end) = end {
                let end = self.number(end, 1);
                arg = self.binary(op, arg, end);
            }
        }
        arg
    }

    /// Is there one?
    pub(crate) fn some(&mut self, source: Source) -> ExprId {
        let value = self.truth(true);
        self.fold(FoldOp::Any, source, Some(value), None)
    }

    pub(crate) fn distance(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.ask_board(BoardOp::Distance, vec![a, b])
    }

    /// A member that is surely there.
    pub(crate) fn surely(&mut self, id: ExprId) -> ExprId {
        self.unary(UnaryOp::The, id)
    }

    /// The end of a game that this side has won; where nobody has, it is a draw.
    fn has_won(&mut self, side: &hir::Expr, at: Place) -> ExprId {
        let maybe = matches!(side.ty, Ty::Maybe(_));
        let won = self.emit(side);
        self.stand_at(at);
        let [first, one, other, draw] =
            [(SIDE, 0), (OUTCOME, 0), (OUTCOME, 1), (OUTCOME, 2)].map(|(of, at)| self.member(Noun::Enum(of), at));
        let won = if maybe { self.surely(won) } else { won };
        let is_first = self.binary(BinaryOp::Eq, won, first);
        let won = self.add(ir::Expr::If(is_first, one, other));
        if !maybe {
            return won;
        }
        let (again, nobody) = (self.emit(side), self.m.domain_of(Noun::Enum(SIDE)));
        let nobody = self.add(ir::Expr::None(nobody));
        let is_nobody = self.binary(BinaryOp::Eq, again, nobody);
        self.add(ir::Expr::If(is_nobody, draw, won))
    }

    /// `enemy of s`: the other side.
    fn other_side(&mut self, side: ExprId) -> ExprId {
        let count = self.m.world.enums.get(SIDE).map_or(0, |def| def.members.len());
        // Two sides: the one that this one is not.
        let first = self.member(Noun::Enum(SIDE), 0);
        let second = self.member(Noun::Enum(SIDE), i64::from(count > 1));
        let again = self.member(Noun::Enum(SIDE), 0);
        let is_first = self.binary(BinaryOp::Eq, side, first);
        self.add(ir::Expr::If(is_first, second, again))
    }

    /// The step of a scale that a ratio reaches: rounded down the last one not above it, rounded up the first not below.
    /// Beyond the printed steps it goes on by whole numbers, `4/1`, `5/1`, as far as numbers do; where an end is not
    /// open for that, a ratio that comes to lie there has no step, and is a fault.
    fn emit_on_scale(&mut self, scale: usize, rounding: Rounding, sides: &[Expr; 2], at: Place) -> ExprId {
        let Some(def) = self.m.world.scales.get(scale) else { bug!("no scale {scale}") };
        let (steps, below, above, ends) = (def.steps.clone(), def.below, def.above, def.ends);
        let next = |writer: &mut Self| {
            let made = writer.emit_both(sides);
            writer.stand_at(at);
            made
        };
        let mut sum: Option<ExprId> = None;
        // Down: how many steps above the first are reached. Up: how many below the last are passed.
        let compared = match rounding {
            Rounding::Down => steps.get(1..),
            Rounding::Up => steps.get(..steps.len().saturating_sub(1)),
        };
        for (num, den) in compared.unwrap_or_default() {
            let [left, right] = next(self);
            let (den, num) = (self.number(*den, 1), self.number(*num, 1));
            let left = self.binary(BinaryOp::Mul, left, den);
            let right = self.binary(BinaryOp::Mul, right, num);
            let op = match rounding {
                Rounding::Down => BinaryOp::Ge,
                Rounding::Up => BinaryOp::Gt,
            };
            let reached = self.binary(op, left, right);
            let (one, none) = (self.number(1, 1), self.number(0, 1));
            let step = self.add(ir::Expr::If(reached, one, none));
            sum = Some(match sum {
                None => step,
                Some(before) => self.binary(BinaryOp::Add, before, step),
            });
        }
        let printed = sum.unwrap_or_else(|| self.number(0, 1));
        let (up, down) = match rounding {
            Rounding::Down => (BinaryOp::DivDown, BinaryOp::DivUp),
            Rounding::Up => (BinaryOp::DivUp, BinaryOp::DivDown),
        };
        let (Some(&first), Some(&last)) = (steps.first(), steps.last()) else { bug!("a scale without steps") };
        let [left, right] = next(self);
        let over = self.beyond_end((left, right), up, last, (!above).then_some(ends));
        let [left, right] = next(self);
        let under = self.beyond_end((right, left), down, (first.1, first.0), (!below).then_some(ends));
        let high = self.binary(BinaryOp::Add, printed, over);
        self.binary(BinaryOp::Sub, high, under)
    }

    /// How many whole steps a ratio lies beyond the end of a scale, nought where it does not; looked up in `closed`,
    /// which has nought only.
    fn beyond_end(
        &mut self,
        (num, den): (ExprId, ExprId),
        divided: BinaryOp,
        end: (i64, i64),
        closed: Option<TableId>,
    ) -> ExprId {
        // An end that is no whole number is a closed one: beyond it is whatever its rounding passes.
        let by = self.number(end.1, 1);
        let num = self.binary(BinaryOp::Mul, num, by);
        let whole = self.binary(divided, num, den);
        let end = self.number(end.0, 1);
        let beyond = self.binary(BinaryOp::Sub, whole, end);
        let none = self.number(0, 1);
        let beyond = self.binary(BinaryOp::Max, beyond, none);
        match closed {
            Some(ends) => self.look(ends, vec![beyond]),
            None => beyond,
        }
    }
}
