//! Small queries that several rules share: the hex beyond another, whether two neighbours share a feature.

use super::builder::Builder;
use super::ty::{Noun, Ty};
use super::writer::Writer;
use crate::diag::Place;
use crate::source::FileId;
use wgr_grammar::Span;
use wgr_runtime::ir::{BinaryOp, Block, BoardOp, Body, Expr, FuncId, FuncKind, StmtKind, Type};

const NOWHERE: Place = Place { file: FileId(0), span: Span { start: 0, end: 0 } };

impl<'a> Builder<'a> {
    /// `beyond(a, b)`: next to b, straight away from its neighbour a; none off the map or where they are no neighbours.
    pub(crate) fn beyond(&mut self) -> FuncId {
        if let Some(known) = self.program.func_named("beyond") {
            return known;
        }
        let (hex, maybe) = (Ty::One(Noun::Hex), Ty::Maybe(Noun::Hex));
        let params = [("from".to_owned(), hex), ("to".to_owned(), hex)];
        let result = self.ir_type(maybe);
        self.small("beyond", &params, result, |writer, args| {
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

    /// Have two hexes this feature between them? No where they are no neighbours.
    pub(crate) fn hexside_feature(&mut self, index: usize) -> FuncId {
        let Some(feature) = self.world.features.get(index) else { return FuncId(0) };
        let (name, table) = (format!("{}_between", feature.name), feature.table);
        if let Some(known) = self.program.func_named(&name) {
            return known;
        }
        let hex = Ty::One(Noun::Hex);
        let params = [("from".to_owned(), hex), ("to".to_owned(), hex)];
        self.small(&name, &params, Type::BOOL, |writer, args| {
            let [from, to, again, other] = args else { return None };
            let side = writer.ask_board(BoardOp::Between, vec![*from, *to]);
            let none = writer.add(Expr::None(wgr_runtime::ir::EDGE));
            let there = writer.binary(BinaryOp::Ne, side, none);
            let side = writer.ask_board(BoardOp::Between, vec![*other, *again]);
            let side = writer.surely(side);
            let has = writer.look(table, vec![side]);
            Some(writer.binary(BinaryOp::And, there, has))
        })
    }

    /// A query of two hexes with one expression; it gets `from, to, to, from` as fresh reads.
    fn small(
        &mut self,
        name: &str,
        params: &[(String, Ty)],
        result: Type,
        write: impl FnOnce(&mut Writer<'_, 'a>, &[wgr_runtime::ir::ExprId]) -> Option<wgr_runtime::ir::ExprId>,
    ) -> FuncId {
        let list = params.iter().map(|(name, ty)| (name.clone(), self.ir_type(*ty))).collect();
        let func = self.declare(name, FuncKind::Query, list, Some(result), NOWHERE);
        let mut writer = Writer::open(self, func, NOWHERE);
        let [from, to] = [wgr_runtime::ir::LocalId(0), wgr_runtime::ir::LocalId(1)];
        let args = [from, to, to, from].map(|local| writer.get(local));
        let value = write(&mut writer, &args);
        let back = writer.stmt(StmtKind::Return(value));
        writer.done(Body::Code(Block(vec![back])))
    }
}
