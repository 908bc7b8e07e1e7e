//! Pieces that go with another: `with bearer: Division, one each`. Such a piece stands where its bearer stands, always.
//!
//! In: the fields of pieces. Out: an effect that lays a piece and whoever goes with it; what is done where a bearer changes.

use crate::diag::{Place, says};
use crate::hir;
use crate::source::FileId;
use crate::translate::builder::{Builder, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::world::Stored;
use crate::translate::writer::{Lines, Source, Writer};
use wgr_grammar::ast;
use wgr_runtime::ir::{
    BinaryOp, Block, Body, CellId, Expr, ExprId, FaultText, FoldOp, FuncId, FuncKind, LocalId, Scalar, StmtKind, Type,
    UnaryOp,
};

/// Of the pieces that go with others: who bears each.
#[derive(Clone, Debug)]
pub(crate) struct Bearer {
    cell: CellId,
    name: String,
    one_each: bool,
    /// Who goes with somebody.
    kinds: Kinds,
}

/// All that there are, and the effect that lays a piece with those that go with it.
#[derive(Clone, Debug)]
pub(crate) struct Bearers {
    all: Vec<Bearer>,
    carry: FuncId,
}

const IT: LocalId = LocalId(0);
const HEX: LocalId = LocalId(1);

pub(crate) fn declare(builder: &mut Builder<'_>) {
    let fields = builder.world.fields.iter();
    let all: Vec<(Bearer, Ty, Place)> = fields
        .filter_map(|field| match (field.with, field.stored) {
            (Some(one_each), Stored::Cell(cell)) => {
                let (name, kinds) = (field.name.clone(), field.pieces);
                Some((Bearer { cell, name, one_each, kinds }, field.ty, field.at))
            }
            _ => None,
        })
        .collect();
    if all.is_empty() || builder.board.is_none() || builder.world.counters.is_empty() {
        return;
    }
    let borne = all.iter().fold(Kinds::default(), |all, (bearer, ..)| all.or(bearer.kinds));
    for (bearer, ty, at) in &all {
        match ty.kinds() {
            None => {
                let found = builder.world.ty_name(*ty);
                builder.tell(says::bearer_is_no_piece(&bearer.name, &found, *at));
            }
            Some(kinds) if kinds.and(borne) != Kinds::default() => {
                builder.tell(says::bearer_is_borne(&bearer.name, *at));
            }
            Some(_) => {}
        }
    }
    let nowhere = Place::new(FileId(0), wgr_grammar::Span::new(0, 0));
    let it = ("it".to_owned(), builder.ir_type(Ty::One(Noun::Piece(builder.world.all_pieces()))));
    let hex = ("hex".to_owned(), builder.ir_type(Ty::One(Noun::Hex)));
    let carry = builder.declare("lay_with", FuncKind::Effect, vec![it, hex], None, nowhere);
    let bearers = Bearers { all: all.into_iter().map(|(bearer, ..)| bearer).collect(), carry };
    builder.bearers = Some(bearers.clone());
    let mut writer = Writer::open(builder, carry, nowhere);
    let body = writer.laying_with(&bearers);
    writer.done(Body::Code(body));
}

impl Writer<'_, '_> {
    /// The piece stands there from now on, and whoever goes with it. What goes with another stands where that one does.
    pub(crate) fn lay_on(&mut self, piece: ExprId, hex: ExprId, lines: &mut Lines) {
        match self.m.bearers.as_ref().map(|bearers| bearers.carry) {
            Some(carry) => self.do_call(carry, vec![piece, hex], lines),
            None => self.lay_alone(piece, hex, lines),
        }
    }

    fn laying_with(&mut self, bearers: &Bearers) -> Block {
        let mut lines = Lines::default();
        for bearer in &bearers.all {
            let borne = self.is_borne(bearer, IT);
            let back = self.stmt(StmtKind::Return(None));
            lines.0.push(self.stmt(StmtKind::If { cond: borne, then: Block(vec![back]), other: Block::default() }));
        }
        let (it, hex) = (self.get(IT), self.get(HEX));
        self.lay_alone(it, hex, &mut lines);
        for bearer in &bearers.all {
            let all = Ty::Set(Noun::Piece(self.m.world.all_pieces()));
            let var = self.local(" borne", self.m.ir_type(Ty::One(Noun::Piece(self.m.world.all_pieces()))), false);
            let counters = self.m.counters;
            let over = self.add(Expr::All(counters));
            let (one, it) = (self.get(var), self.get(IT));
            let whose = self.read(bearer.cell, vec![one]);
            let guard = Some(self.binary(BinaryOp::Eq, whose, it));
            let with = self.fold(FoldOp::Filter, Source { var, over, guard }, None, None);
            self.each_of(with, all, &mut lines, |writer, var, lines| {
                let (one, hex) = (writer.get(var), writer.get(HEX));
                writer.lay_alone(one, hex, lines);
            });
        }
        lines.block()
    }

    fn is_borne(&mut self, bearer: &Bearer, piece: LocalId) -> ExprId {
        let one = self.get(piece);
        let counters = self.m.counters;
        let (whose, nobody) = (self.read(bearer.cell, vec![one]), self.add(Expr::None(counters)));
        self.binary(BinaryOp::Ne, whose, nobody)
    }

    /// Those of a set that go with nobody.
    pub(crate) fn not_borne(&mut self, set: ExprId) -> ExprId {
        let Some(Bearers { all, .. }) = self.m.bearers.clone() else { return set };
        let var = self.local(" one", self.m.ir_type(Ty::One(Noun::Piece(self.m.world.all_pieces()))), false);
        let alone: Vec<ExprId> = all
            .iter()
            .map(|bearer| {
                let borne = self.is_borne(bearer, var);
                self.unary(UnaryOp::Not, borne)
            })
            .collect();
        let guard = self.all_of(alone);
        self.fold(FoldOp::Filter, Source { var, over: set, guard }, None, None)
    }

    /// A place is written; where that is who bears a piece, it stands there from now on.
    pub(crate) fn set_place(&mut self, target: &hir::Target, value: ExprId, lines: &mut Lines) {
        let bearers = self.m.bearers.as_ref().map(|bearers| bearers.all.clone()).unwrap_or_default();
        let index = self.emit_all(&target.index);
        let (Some(bearer), Some(piece)) = (bearers.iter().find(|bearer| bearer.cell == target.cell), index.first())
        else {
            self.set_cell(target.cell, index, value, lines);
            return;
        };
        let all = Ty::One(Noun::Piece(self.m.world.all_pieces()));
        let (it, counters) = (self.local(" borne", self.m.ir_type(all), false), self.m.counters);
        self.set_local(it, *piece, true, lines);
        let who = Type::Scalar(Scalar { lo: wgr_runtime::ir::NONE, ..self.m.program.member(counters) });
        let by = self.local(" bearer", who, false);
        self.set_local(by, value, true, lines);
        let mut then = Lines::default();
        if bearer.one_each {
            let var = self.local(" other", self.m.ir_type(all), false);
            let over = self.add(Expr::All(counters));
            let [one, again, it_too, by_too] = [var, var, it, by].map(|local| self.get(local));
            let whose = self.read(bearer.cell, vec![one]);
            let (same, another) = (self.binary(BinaryOp::Eq, whose, by_too), self.binary(BinaryOp::Ne, again, it_too));
            let both = self.binary(BinaryOp::And, same, another);
            let taken = self.fold(FoldOp::Any, Source { var, over, guard: None }, Some(both), None);
            let title = format!("one each: another has this `{}` already", bearer.name);
            let site = self.emit_site(&hir::Site { cases: Vec::new(), title });
            let fail = self.stmt(StmtKind::Fail { site, text: FaultText::Rule });
            then.0.push(self.stmt(StmtKind::If { cond: taken, then: Block(vec![fail]), other: Block::default() }));
        }
        let by_too = self.get(by);
        let one = self.unary(UnaryOp::The, by_too);
        let hex = self.stands(one);
        let hex = self.surely(hex);
        let piece = self.get(it);
        self.lay_alone(piece, hex, &mut then);
        let (by_too, nobody) = (self.get(by), self.add(Expr::None(counters)));
        let cond = self.binary(BinaryOp::Ne, by_too, nobody);
        lines.0.push(self.stmt(StmtKind::If { cond, then: then.block(), other: Block::default() }));
        let (piece, value) = (self.get(it), self.get(by));
        self.set_cell(target.cell, vec![piece], value, lines);
    }
}

impl Reader<'_, '_> {
    /// A piece that goes with another is not moved by itself. Of a set it is passed over; `asked`: somebody is asked where
    /// this one goes.
    pub(super) fn moves_by_itself(&mut self, who: &hir::Expr, said: &ast::Expr, asked: bool) -> Made<()> {
        let Some(kinds) = who.ty.kinds() else { return Ok(()) };
        let asked = asked && matches!(who.ty, Ty::One(_));
        let bearers = || self.m.bearers.iter().flat_map(|bearers| &bearers.all);
        let at = self.place(said.span);
        let text = self.m.sources.text(at).to_owned();
        if let Some(bearer) = bearers().find(|bearer| kinds.within(bearer.kinds)) {
            let what = says::goes_with_its_bearer(&text, &bearer.name, at);
            return Err(self.tell(what));
        }
        if let Some(bearer) = bearers().find(|bearer| asked && kinds.and(bearer.kinds) != Kinds::default()) {
            let borne = self.m.world.noun_name(Noun::Piece(kinds.and(bearer.kinds)));
            let what = says::may_go_with_its_bearer(&text, &borne, &bearer.name, at);
            return Err(self.tell(what));
        }
        Ok(())
    }

    /// In a set-up it is laid where its bearer is.
    pub(super) fn laid_with_bearer(
        &mut self,
        (field, value): (&ast::Name, &ast::Expr),
        cell: CellId,
        beside: &[ast::SceneUnit],
    ) -> Made<()> {
        let bearer = self.m.bearers.iter().flat_map(|bearers| &bearers.all).find(|bearer| bearer.cell == cell);
        let Some(one_each) = bearer.map(|bearer| bearer.one_each) else { return Ok(()) };
        let ast::ExprKind::Name(name) = &value.kind else { return Ok(()) };
        let has_it = |unit: &&ast::SceneUnit| {
            let is_it = |by: &ast::Expr| matches!(&by.kind, ast::ExprKind::Name(by) if by.text == name.text);
            unit.with.iter().any(|(of, by)| of.text == field.text && is_it(by))
        };
        // All copies of one print are laid by one name.
        let laid = |unit: &ast::SceneUnit| {
            let named = self.m.world.counters_called(&unit.name.text).len();
            unit.copies.map_or(named, |copies| copies as usize)
        };
        let up_to_here = beside.iter().filter(|unit| unit.name.span.start < value.span.start);
        let before: usize = up_to_here.filter(has_it).map(laid).sum();
        if one_each && before > 1 {
            let at = self.place(value.span);
            return Err(self.tell(says::borne_by_one(&field.text, &name.text, at)));
        }
        let is_it = |unit: &ast::SceneUnit| {
            let all = self.m.world.counters_called(&unit.name.text);
            all.iter().any(|at| self.m.world.counters.get(*at).is_some_and(|def| def.name == name.text))
        };
        if beside.iter().any(is_it) {
            return Ok(());
        }
        let at = self.place(value.span);
        // Who bears it is laid beside it by whoever follows the remedy: of the other side nobody is proposed.
        let side = |name: &str| {
            let all = self.m.world.counters_called(name);
            all.first().and_then(|at| self.m.world.counters.get(*at)).map(|def| def.side)
        };
        let own = beside.iter().rfind(|unit| unit.name.span.start < value.span.start);
        if own.and_then(|unit| side(&unit.name.text)) != side(&name.text) {
            return Err(self.tell(says::borne_by_the_other_side(&name.text, at)));
        }
        Err(self.tell(says::laid_without_its_bearer(&field.text, &name.text, at)))
    }
}
