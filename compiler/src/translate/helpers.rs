//! Small queries that several rules share: the hex beyond another, whether two neighbours share a feature.

use super::builder::Builder;
use super::ty::{Noun, Ty};
use super::world::Of;
use super::writer::{Lines, Writer};
use crate::diag::Place;
use crate::source::FileId;
use wgr_grammar::Span;
use wgr_runtime::ir::{BinaryOp, Block, BoardOp, Body, DIR, EDGE, Expr, FuncId, FuncKind, LocalId, StmtKind, Type};

/// No map is wider or longer.
const MOST_STEPS: i64 = 999;
const NOWHERE: Place = Place { file: FileId(0), span: Span { start: 0, end: 0 } };

/// A query that several rules share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Helper {
    Beyond,
    Toward,
    /// Of a feature of the map.
    Between(usize),
}

impl<'a> Builder<'a> {
    /// `beyond(a, b)`: next to b, straight away from its neighbour a; none off the map or where they are no neighbours.
    pub(crate) fn beyond(&mut self) -> FuncId {
        if let Some(known) = self.helpers.get(&Helper::Beyond) {
            return *known;
        }
        let (hex, maybe) = (Ty::One(Noun::Hex), Ty::Maybe(Noun::Hex));
        let params = [("from".to_owned(), hex), ("to".to_owned(), hex)];
        let result = self.ir_type(maybe);
        self.small((Helper::Beyond, "beyond"), &params, result, |writer, args| {
            let [from, to, again, other] = args else { return None };
            let dir = writer.ask_board(BoardOp::Toward, vec![*from, *to]);
            let dir = writer.surely(dir);
            let there = writer.ask_board(BoardOp::Neighbour, vec![*again, dir]);
            let (from, to) = (*other, writer.get(wgr_runtime::ir::LocalId(1)));
            let far = writer.distance(from, to);
            let one = writer.number(1, 1);
            let near = writer.binary(BinaryOp::Eq, far, one);
            let none = writer.nowhere();
            Some(writer.add(Expr::If(near, there, none)))
        })
    }

    /// `hex_toward(h, d, n)`: so many hexes from one in a direction, step by step; none off the map.
    pub(crate) fn toward(&mut self) -> FuncId {
        if let Some(known) = self.helpers.get(&Helper::Toward) {
            return *known;
        }
        let maybe = self.ir_type(Ty::Maybe(Noun::Hex));
        let (hex, dir) = (self.ir_type(Ty::One(Noun::Hex)), self.ir_type(Ty::One(Noun::Direction)));
        let far = Type::int(0, MOST_STEPS);
        let params = vec![("from".to_owned(), hex), ("way".to_owned(), dir), ("far".to_owned(), far)];
        let func = self.declare("hex_toward", FuncKind::Query, params, Some(maybe), NOWHERE);
        self.helpers.insert(Helper::Toward, func);
        let mut writer = Writer::open(self, func, NOWHERE);
        let [from, way, far] = [LocalId(0), LocalId(1), LocalId(2)];
        let (there, step) =
            (writer.local("there", maybe, false), writer.local(" step", Type::int(0, MOST_STEPS), false));
        let until = writer.local(" until", Type::int(0, MOST_STEPS), true);
        let mut lines = Lines::default();
        let start = writer.get(from);
        writer.set_local(there, start, true, &mut lines);
        let mut body = Lines::default();
        let (now, none) = (writer.get(there), writer.nowhere());
        let cond = writer.binary(BinaryOp::Ne, now, none);
        let (now, way) = (writer.get(there), writer.get(way));
        let now = writer.surely(now);
        let next = writer.ask_board(BoardOp::Neighbour, vec![now, way]);
        let mut moved = Lines::default();
        writer.set_local(there, next, false, &mut moved);
        let stmt = StmtKind::If { cond, then: moved.block(), other: Block::default() };
        body.0.push(writer.stmt(stmt));
        let times = writer.get(far);
        let stmt = StmtKind::Repeat { var: step, until, times, body: body.block() };
        lines.0.push(writer.stmt(stmt));
        let end = writer.get(there);
        lines.0.push(writer.stmt(StmtKind::Return(Some(end))));
        writer.done(Body::Code(lines.block()))
    }

    /// Have two hexes this feature between them? No where they are no neighbours.
    pub(crate) fn hexside_feature(&mut self, index: usize) -> FuncId {
        if let Some(known) = self.helpers.get(&Helper::Between(index)) {
            return *known;
        }
        let Some(feature) = self.world.features.get(index) else { return FuncId(0) };
        let (name, table, of) = (format!("{}_between", feature.name), feature.table, feature.of);
        let hex = Ty::One(Noun::Hex);
        let params = [("from".to_owned(), hex), ("to".to_owned(), hex)];
        self.small((Helper::Between(index), &name), &params, Type::BOOL, |writer, args| {
            let [from, to, again, other] = args else { return None };
            let (op, domain) = match of {
                Of::Steps => (BoardOp::Toward, DIR),
                Of::Hexes | Of::Hexsides => (BoardOp::Between, EDGE),
            };
            let side = writer.ask_board(op, vec![*from, *to]);
            let none = writer.add(Expr::None(domain));
            let there = writer.binary(BinaryOp::Ne, side, none);
            let side = writer.ask_board(op, vec![*other, *again]);
            let side = writer.surely(side);
            let index = match of {
                Of::Steps => vec![writer.get(LocalId(0)), side],
                Of::Hexes | Of::Hexsides => vec![side],
            };
            let has = writer.look(table, index);
            Some(writer.binary(BinaryOp::And, there, has))
        })
    }

    /// A query of two hexes with one expression; it gets `from, to, to, from` as fresh reads.
    fn small(
        &mut self,
        (helper, name): (Helper, &str),
        params: &[(String, Ty)],
        result: Type,
        write: impl FnOnce(&mut Writer<'_, 'a>, &[wgr_runtime::ir::ExprId]) -> Option<wgr_runtime::ir::ExprId>,
    ) -> FuncId {
        let list = params.iter().map(|(name, ty)| (name.clone(), self.ir_type(*ty))).collect();
        let func = self.declare(name, FuncKind::Query, list, Some(result), NOWHERE);
        self.helpers.insert(helper, func);
        let mut writer = Writer::open(self, func, NOWHERE);
        let [from, to] = [wgr_runtime::ir::LocalId(0), wgr_runtime::ir::LocalId(1)];
        let args = [from, to, to, from].map(|local| writer.get(local));
        let value = write(&mut writer, &args);
        let back = writer.stmt(StmtKind::Return(value));
        writer.done(Body::Code(Block(vec![back])))
    }
}
