//! What lies on what. The order in a stack is a place in the state only where a rule asks it: of each counter how many
//! of its side lie on it.

use crate::diag::Place;
use crate::source::FileId;
use crate::translate::builder::Builder;
use crate::translate::ty::{Noun, Ty};
use crate::translate::writer::{Lines, Source, Writer};
use wgr_runtime::ir::{
    BinaryOp, Block, Body, CellId, Expr, ExprId, FoldOp, FuncId, FuncKind, LocalId, Role, StmtKind, Type,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Stack {
    /// How many lie on it.
    pub(crate) above: CellId,
    /// `put(it, h)`: on top of what lies there. `lift(it)`: out of the stack where it lies.
    put: FuncId,
    lift: FuncId,
}

const IT: LocalId = LocalId(0);
const HEX: LocalId = LocalId(1);

/// The order of stacks, where some rule asks whether a counter is covered.
pub(crate) fn declare(builder: &mut Builder<'_>) {
    let asked = builder.written().any(|(_, item)| item.words.get("covered").is_some_and(|word| word.field));
    if !asked || builder.board.is_none() || builder.world.counters.is_empty() {
        return;
    }
    let counter = vec![builder.member(Noun::Piece(builder.world.all_pieces()))];
    let most = builder.world.counters.len() as i64;
    let above = builder.cell("above", counter, Type::int(0, most), Role::Game);
    let nowhere = Place::new(FileId(0), wgr_grammar::Span::new(0, 0));
    let it = ("it".to_owned(), builder.ir_type(Ty::One(Noun::Piece(builder.world.all_pieces()))));
    let hex = ("hex".to_owned(), builder.ir_type(Ty::One(Noun::Hex)));
    let lift = builder.declare("lift", FuncKind::Effect, vec![it.clone()], None, nowhere);
    let put = builder.declare("put", FuncKind::Effect, vec![it, hex], None, nowhere);
    let stack = Stack { above, put, lift };
    let mut writer = Writer::open(builder, lift, nowhere);
    let body = writer.lifting(stack);
    writer.done(Body::Code(body));
    let mut writer = Writer::open(builder, put, nowhere);
    let body = writer.putting(stack);
    writer.done(Body::Code(body));
    builder.stack = Some(stack);
}

impl Writer<'_, '_> {
    /// Another counter of its side lies on it.
    pub(crate) fn is_covered(&mut self, piece: ExprId) -> ExprId {
        let none = self.number(0, 1);
        match self.m.stack {
            Some(stack) => {
                let above = self.read(stack.above, vec![piece]);
                self.binary(BinaryOp::Gt, above, none)
            }
            None => self.truth(false),
        }
    }

    /// The piece stands there from now on, on top of what stands there already.
    pub(crate) fn lay_alone(&mut self, piece: ExprId, hex: ExprId, lines: &mut Lines) {
        match self.m.arrivals {
            Some(arrivals) => self.do_call(arrivals.arrive, vec![piece, hex], lines),
            None => self.set_down(piece, hex, lines),
        }
    }

    /// It stands there, and has not come there: a set-up laid it, or it is what another was.
    pub(crate) fn set_down(&mut self, piece: ExprId, hex: ExprId, lines: &mut Lines) {
        let piece = self.out_of_its_box(piece, lines);
        match self.m.stack {
            Some(stack) => self.do_call(stack.put, vec![piece, hex], lines),
            None => {
                let place = self.m.place;
                self.set_cell(place, vec![piece], hex, lines);
            }
        }
    }

    /// The piece is in no stack any more.
    pub(crate) fn lift(&mut self, piece: LocalId, lines: &mut Lines) {
        if let Some(stack) = self.m.stack {
            self.lift_by(stack, piece, lines);
        }
    }

    fn lift_by(&mut self, stack: Stack, piece: LocalId, lines: &mut Lines) {
        let args = vec![self.get(piece)];
        self.do_call(stack.lift, args, lines);
    }

    pub(crate) fn do_call(&mut self, func: FuncId, args: Vec<ExprId>, lines: &mut Lines) {
        lines.0.push(self.stmt(StmtKind::Call { into: None, fresh: false, func, args }));
    }

    /// What lay under it has one less on it.
    fn lifting(&mut self, stack: Stack) -> Block {
        let mut lines = Lines::default();
        let it = self.get(IT);
        let hex = self.stands(it);
        let under = self.beside(hex, |writer, other| {
            let (other, it) = (writer.get(other), writer.get(IT));
            let (more, fewer) = (writer.read(stack.above, vec![other]), writer.read(stack.above, vec![it]));
            Some(writer.binary(BinaryOp::Gt, more, fewer))
        });
        self.shift_each(under, stack, BinaryOp::Sub, &mut lines);
        let (place, it, nowhere) = (self.m.place, self.get(IT), self.nowhere());
        self.set_cell(place, vec![it], nowhere, &mut lines);
        let (it, none) = (self.get(IT), self.number(0, 1));
        self.set_cell(stack.above, vec![it], none, &mut lines);
        lines.block()
    }

    fn putting(&mut self, stack: Stack) -> Block {
        let mut lines = Lines::default();
        self.lift_by(stack, IT, &mut lines);
        let hex = self.get(HEX);
        let under = self.beside(hex, |_, _| None);
        self.shift_each(under, stack, BinaryOp::Add, &mut lines);
        let (place, it, hex) = (self.m.place, self.get(IT), self.get(HEX));
        self.set_cell(place, vec![it], hex, &mut lines);
        lines.block()
    }

    /// Its side's counters in that hex of which this holds.
    fn beside(&mut self, hex: ExprId, such: impl FnOnce(&mut Self, LocalId) -> Option<ExprId>) -> ExprId {
        let noun = Noun::Piece(self.m.world.all_pieces());
        let (counters, side_of) = (self.m.counters, self.m.side_of);
        let ir = self.m.ir_type(Ty::One(noun));
        let var = self.local(" beside", ir, false);
        let over = self.add(Expr::All(counters));
        let (one, again, it) = (self.get(var), self.get(var), self.get(IT));
        let stands = self.stands(one);
        let there = self.binary(BinaryOp::Eq, stands, hex);
        let (own, side) = (self.look(side_of, vec![again]), self.look(side_of, vec![it]));
        let alike = self.binary(BinaryOp::Eq, own, side);
        let conds = [Some(there), Some(alike), such(self, var)];
        let guard = self.all_of(conds.into_iter().flatten().collect());
        self.fold(FoldOp::Filter, Source { var, over, guard }, None, None)
    }

    fn shift_each(&mut self, pieces: ExprId, stack: Stack, op: BinaryOp, lines: &mut Lines) {
        let all = Ty::Set(Noun::Piece(self.m.world.all_pieces()));
        self.each_of(pieces, all, lines, |writer, var, lines| {
            let (one, again, by) = (writer.get(var), writer.get(var), writer.number(1, 1));
            let before = writer.read(stack.above, vec![again]);
            let after = writer.binary(op, before, by);
            writer.set_cell(stack.above, vec![one], after, lines);
        });
    }
}
