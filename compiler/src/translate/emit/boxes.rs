//! Code of boxes: what goes into one and comes out of it, what is drawn. Out of an unseen box comes a print; a counter that
//! nobody has drawn yet bears it from then on.

use crate::diag::Place;
use crate::hir::{self, Draw, Local};
use crate::limits::MOST_ROUNDS;
use crate::translate::builder::Builder;
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::world::{Holds, OpenBoxes, Stored};
use crate::translate::writer::{Lines, Source, Writer};
use wgr_runtime::bug;
use wgr_runtime::ir::{
    BinaryOp, Block, Body, CellId, Expr, ExprId, FoldOp, FuncId, LocalId, StmtKind as Code, Type, UnaryOp,
};

const IT: LocalId = LocalId(0);

/// What puts a piece into each open box, and takes it out.
pub(crate) fn define(builder: &mut Builder<'_>) {
    let Some(open) = builder.world.open_boxes else { return };
    let boxes = builder.world.boxes.iter();
    let all: Vec<(FuncId, i64, Kinds, Place)> = boxes
        .filter_map(|def| match def.holds {
            Holds::Open { member, into } => Some((into, member, def.kinds, def.at)),
            Holds::Unseen { .. } => None,
        })
        .collect();
    let Some((.., first)) = all.first().copied() else { return };
    let mut writer = Writer::open(builder, open.comes, first);
    let body = writer.comes_out(open);
    writer.done(Body::Code(body));
    for (into, member, kinds, at) in all {
        let mut writer = Writer::open(builder, into, at);
        let body = writer.goes_in(open, member, kinds);
        writer.done(Body::Code(body));
    }
}

impl Writer<'_, '_> {
    /// The piece leaves the map, and every set forgets it; what its counter shows stays. It lies in this box.
    fn goes_in(&mut self, open: OpenBoxes, member: i64, kinds: Kinds) -> Block {
        let mut lines = Lines::default();
        if self.m.board.is_some() {
            let mut leaves = Lines::default();
            let kept = self.shown(kinds, &mut leaves);
            self.as_at_the_start(IT, &mut leaves);
            self.shows(kept, &mut leaves);
            let it = self.get(IT);
            let (hex, nowhere) = (self.stands(it), self.nowhere());
            let cond = self.binary(BinaryOp::Ne, hex, nowhere);
            lines.0.push(self.stmt(Code::If { cond, then: leaves.block(), other: Block::default() }));
        }
        let (it, there) = (self.get(IT), self.member(Noun::Enum(open.noun), member));
        self.set_cell(open.cell, vec![it], there, &mut lines);
        lines.block()
    }

    /// The piece comes out of its box: it is as it was at the start, but for what is printed on it.
    fn comes_out(&mut self, open: OpenBoxes) -> Block {
        let mut comes = Lines::default();
        let print = self.m.world.prints.as_ref().map(|prints| prints.cell);
        let shown = print.map(|cell| self.keep_shown(cell, &mut comes));
        if let Some(begin) = self.m.begin_piece {
            let it = self.get(IT);
            self.do_call(begin, vec![it], &mut comes);
        }
        self.shows(shown.into_iter().collect(), &mut comes);
        let noun = Noun::Enum(open.noun);
        let (it, none) = (self.get(IT), self.add(Expr::None(self.m.domain_of(noun))));
        self.set_cell(open.cell, vec![it], none, &mut comes);
        let it = self.get(IT);
        let (lies, none) = (self.read(open.cell, vec![it]), self.add(Expr::None(self.m.domain_of(noun))));
        let cond = self.binary(BinaryOp::Ne, lies, none);
        Block(vec![self.stmt(Code::If { cond, then: comes.block(), other: Block::default() })])
    }

    /// What the counter of a piece of these kinds shows: each field that may change, but for who bears it.
    fn shown(&mut self, kinds: Kinds, lines: &mut Lines) -> Vec<(CellId, LocalId)> {
        let fields = self.m.world.fields.iter();
        let cells: Vec<CellId> = fields
            .filter(|field| field.with.is_none() && !field.pieces.and(kinds).is_empty())
            .filter_map(|field| match field.stored {
                Stored::Cell(cell) => Some(cell),
                Stored::Table(_) => None,
            })
            .collect();
        cells.into_iter().map(|cell| self.keep_shown(cell, lines)).collect()
    }

    fn keep_shown(&mut self, cell: CellId, lines: &mut Lines) -> (CellId, LocalId) {
        let Some(value) = self.m.program.cells.get(cell.index()).map(|cell| cell.value) else { bug!("no such cell") };
        let (kept, it) = (self.local(" shown", value, false), self.get(IT));
        let shows = self.read(cell, vec![it]);
        self.set_local(kept, shows, true, lines);
        (cell, kept)
    }

    fn shows(&mut self, kept: Vec<(CellId, LocalId)>, lines: &mut Lines) {
        for (cell, local) in kept {
            let (it, value) = (self.get(IT), self.get(local));
            self.set_cell(cell, vec![it], value, lines);
        }
    }

    /// If it lies in a box, it comes out.
    pub(crate) fn out_of_its_box(&mut self, piece: ExprId, lines: &mut Lines) -> ExprId {
        let Some(open) = self.m.world.open_boxes else { return piece };
        let ir = self.m.ir_type(Ty::One(Noun::Piece(self.m.world.all_pieces())));
        let laid = self.local(" laid", ir, false);
        self.set_local(laid, piece, true, lines);
        let it = self.get(laid);
        self.do_call(open.comes, vec![it], lines);
        self.get(laid)
    }

    /// `u goes to lost`, `u goes to container`
    pub(super) fn put_in(&mut self, who: &hir::Expr, into: usize, lines: &mut Lines) {
        let Some(holds) = self.m.world.boxes.get(into).map(|def| def.holds) else { bug!("no box {into}") };
        let pieces = self.emit(who);
        self.stand_at(who.at);
        let over = match who.ty {
            Ty::Set(_) => pieces,
            _ => self.unary(UnaryOp::Single, pieces),
        };
        self.each_of(over, who.ty, lines, |writer, var, lines| match holds {
            Holds::Open { into, .. } => {
                let one = writer.get(var);
                writer.do_call(into, vec![one], lines);
            }
            Holds::Unseen { cell, .. } => {
                let Some(print) = writer.m.world.prints.as_ref().map(|prints| prints.cell) else {
                    bug!("an unseen box in a game without prints");
                };
                let one = writer.get(var);
                let shown = writer.read(print, vec![one]);
                let shown = writer.unary(UnaryOp::The, shown);
                writer.refill(cell, shown, BinaryOp::Add, lines);
                writer.as_at_the_start(var, lines);
            }
        });
    }

    /// Out of play: into the box for the removed, where its kind has one.
    pub(super) fn erase(&mut self, piece: LocalId, of: Kinds, lines: &mut Lines) {
        let boxes = self.m.world.boxes.iter().filter(|def| def.ast.removed);
        let boxes: Vec<(Kinds, FuncId)> = boxes
            .filter_map(|def| match def.holds {
                Holds::Open { into, .. } => Some((def.kinds, into)),
                Holds::Unseen { .. } => None,
            })
            .collect();
        let mut plain = Lines::default();
        self.as_at_the_start(piece, &mut plain);
        for (kinds, into) in boxes.into_iter().filter(|(kinds, _)| !kinds.and(of).is_empty()) {
            let one = self.get(piece);
            let mut then = Lines::default();
            self.do_call(into, vec![one], &mut then);
            match self.is_one_of(piece, kinds) {
                None => plain = then,
                Some(cond) => {
                    let stmt = self.stmt(Code::If { cond, then: then.block(), other: plain.block() });
                    plain = Lines(vec![stmt]);
                }
            }
        }
        lines.0.extend(plain.0);
    }

    /// Off the map a counter is as it was at the start: so it may come back, and equal positions are equal.
    fn as_at_the_start(&mut self, piece: LocalId, lines: &mut Lines) {
        self.lift(piece, lines);
        let gone = self.get(piece);
        lines.0.push(self.stmt(Code::Erase(gone)));
        if let Some(func) = self.m.begin_piece {
            let args = vec![self.get(piece)];
            self.do_call(func, args, lines);
        }
    }

    /// So many, one after the other; where there are fewer, what is said of that.
    pub(super) fn draw(&mut self, draw: &Draw, lines: &mut Lines) {
        let Some(times) = &draw.times else {
            let (cond, then) = self.draw_one(draw, None, lines);
            let other = self.emit_block(&draw.fewer);
            lines.0.push(self.stmt(Code::If { cond, then: then.block(), other }));
            return;
        };
        let times = self.emit(times);
        let (short, no) = (self.local(" short", Type::BOOL, false), self.truth(false));
        self.set_local(short, no, true, lines);
        let drawn = self.local(" drawn", Type::Set(self.m.counters), false);
        let nobody = self.add(Expr::Empty(self.m.counters));
        self.set_local(drawn, nobody, true, lines);
        let mut body = Lines::default();
        let (cond, then) = self.draw_one(draw, Some(drawn), &mut body);
        let (mut other, yes) = (Lines::default(), self.truth(true));
        self.set_local(short, yes, false, &mut other);
        other.0.push(self.stmt(Code::Break));
        body.0.push(self.stmt(Code::If { cond, then: then.block(), other: other.block() }));
        let count = Type::int(0, i64::from(MOST_ROUNDS));
        let (var, until) = (self.local(" round", count, false), self.local(" until", count, true));
        self.push_loop(Code::Repeat { var, until, times, body: body.block() }, draw.round.left, lines);
        let fewer = self.emit_block(&draw.fewer);
        let cond = self.get(short);
        lines.0.push(self.stmt(Code::If { cond, then: fewer, other: Block::default() }));
    }

    /// One is drawn: whether there was any, and what is done with it. Who was drawn before is left out.
    fn draw_one(&mut self, draw: &Draw, before: Option<LocalId>, lines: &mut Lines) -> (ExprId, Lines) {
        let site = self.emit_site(&draw.site);
        let Some(holds) = self.m.world.boxes.get(draw.from).map(|def| def.holds) else { bug!("no box {}", draw.from) };
        let drew = self.local(" drew", Type::BOOL, false);
        let yes = self.truth(true);
        self.set_local(drew, yes, true, lines);
        let no = self.truth(false);
        let mut empty = Lines::default();
        self.set_local(drew, no, false, &mut empty);
        let mut then = Lines::default();
        match holds {
            Holds::Unseen { piece, cell } => {
                let Some(noun) = self.m.world.prints.as_ref().map(|prints| Noun::Enum(prints.noun)) else {
                    bug!("a draw in a game without prints");
                };
                let ir = self.m.ir_type(Ty::One(noun));
                let print = self.local(" print", ir, false);
                let first = self.member(noun, 0);
                self.set_local(print, first, false, &mut empty);
                let otherwise = empty.block();
                lines.0.push(self.stmt(Code::Draw { into: print, cup: cell, site: Some(site), otherwise }));
                let counter = self.new_slot(draw.drawn);
                let shown = self.get(print);
                self.bear(counter, piece, shown, &mut then);
            }
            Holds::Open { member, .. } => {
                let Some(OpenBoxes { hand: Some(hand), .. }) = self.m.world.open_boxes else {
                    bug!("a draw from a box of which nobody draws");
                };
                let pieces = Noun::Piece(self.m.world.all_pieces());
                let ir = self.m.ir_type(Ty::One(pieces));
                let who = self.local(" who", ir, false);
                let first = self.member(pieces, 0);
                self.set_local(who, first, false, &mut empty);
                self.in_hand((hand, member), before, 1, lines);
                let otherwise = empty.block();
                lines.0.push(self.stmt(Code::Draw { into: who, cup: hand, site: Some(site), otherwise }));
                self.in_hand((hand, member), before, 0, lines);
                let (counter, one) = (self.new_slot(draw.drawn), self.get(who));
                self.set_local(counter, one, true, &mut then);
                if let Some(before) = before {
                    let (all, one) = (self.get(before), self.get(who));
                    let one = self.unary(UnaryOp::Single, one);
                    let all = self.binary(BinaryOp::Union, all, one);
                    self.set_local(before, all, false, &mut then);
                }
            }
        }
        self.emit_lines(&draw.round.body, &mut then);
        (self.get(drew), then)
    }

    /// Each that lies in the box, and was not drawn before, is so often among those of which one is drawn.
    fn in_hand(&mut self, (hand, member): (CellId, i64), before: Option<LocalId>, often: i64, lines: &mut Lines) {
        let Some(open) = self.m.world.open_boxes else { bug!("no box lies open") };
        let all = Noun::Piece(self.m.world.all_pieces());
        let var = self.local(" one", self.m.ir_type(Ty::One(all)), false);
        let counters = self.m.counters;
        let (over, one) = (self.add(Expr::All(counters)), self.get(var));
        let (lies, there) = (self.read(open.cell, vec![one]), self.member(Noun::Enum(open.noun), member));
        let guard = Some(self.binary(BinaryOp::Eq, lies, there));
        let mut these = self.fold(FoldOp::Filter, Source { var, over, guard }, None, None);
        if let Some(before) = before {
            let before = self.get(before);
            these = self.binary(BinaryOp::Minus, these, before);
        }
        self.each_of(these, Ty::Set(all), lines, |writer, var, lines| {
            let (one, often) = (writer.get(var), writer.number(often, 1));
            writer.set_cell(hand, vec![one], often, lines);
        });
    }

    /// The next counter of its side that nobody has drawn bears this print.
    fn bear(&mut self, counter: LocalId, piece: usize, shown: ExprId, lines: &mut Lines) {
        let Some(prints) = &self.m.world.prints else { return };
        let (print, side_of_print, noun) = (prints.cell, prints.side_of, Noun::Enum(prints.noun));
        let ir = self.m.ir_type(Ty::One(noun));
        let now = self.local(" shown", ir, false);
        self.set_local(now, shown, true, lines);
        let pieces = Noun::Piece(Kinds::of(piece));
        let ir = self.m.ir_type(Ty::One(pieces));
        let (var, counters, side_of) = (self.local(" undrawn", ir, false), self.m.counters, self.m.side_of);
        let over = self.add(Expr::All(counters));
        let [one, two, three] = [0; 3].map(|_| self.get(var));
        let belongs = self.m.world.kind_of(Kinds::of(piece)).map(|kind| kind.table);
        let belongs = belongs.map(|table| self.look(table, vec![one]));
        let (own, shown) = (self.look(side_of, vec![two]), self.get(now));
        let side = self.look(side_of_print, vec![shown]);
        let alike = self.binary(BinaryOp::Eq, own, side);
        let (bears, nothing) = (self.read(print, vec![three]), self.add(Expr::None(self.m.domain_of(noun))));
        let free = self.binary(BinaryOp::Eq, bears, nothing);
        let guard = self.all_of([belongs, Some(alike), Some(free)].into_iter().flatten().collect());
        let free = self.fold(FoldOp::Filter, Source { var, over, guard }, None, None);
        let next = self.unary(UnaryOp::Lowest, free);
        let next = self.unary(UnaryOp::The, next);
        self.set_local(counter, next, true, lines);
        let (one, shown) = (self.get(counter), self.get(now));
        self.set_cell(print, vec![one], shown, lines);
    }

    /// One of a print more or less in a cup.
    fn refill(&mut self, cup: CellId, shown: ExprId, op: BinaryOp, lines: &mut Lines) {
        let Some(prints) = &self.m.world.prints else { return };
        let ir = self.m.ir_type(Ty::One(Noun::Enum(prints.noun)));
        let print = self.local(" back", ir, false);
        self.set_local(print, shown, true, lines);
        let (one, again, by) = (self.get(print), self.get(print), self.number(1, 1));
        let before = self.read(cup, vec![again]);
        let after = self.binary(op, before, by);
        self.set_cell(cup, vec![one], after, lines);
    }

    /// A set-up lays a counter with this print, which is not in its box then.
    pub(super) fn take(&mut self, at: usize, counter: Local, lines: &mut Lines) {
        let Some(prints) = &self.m.world.prints else { bug!("a print in a game without prints") };
        let noun = Noun::Enum(prints.noun);
        let Some(piece) = prints.lines.get(at).map(|print| print.piece) else { bug!("no print {at}") };
        let cup = self.unseen_boxes().into_iter().find(|(of, _)| *of == piece);
        let counter = self.new_slot(counter);
        let shown = self.member(noun, at as i64);
        self.bear(counter, piece, shown, lines);
        if let Some((_, cup)) = cup {
            let shown = self.member(noun, at as i64);
            self.refill(cup, shown, BinaryOp::Sub, lines);
        }
    }

    fn unseen_boxes(&self) -> Vec<(usize, CellId)> {
        let boxes = self.m.world.boxes.iter();
        let held = boxes.filter_map(|def| match def.holds {
            Holds::Unseen { piece, cell } => Some((piece, cell)),
            Holds::Open { .. } => None,
        });
        held.collect()
    }

    /// All unseen boxes are full.
    pub(crate) fn begin_boxes(&mut self, lines: &mut Lines) {
        let Some(prints) = &self.m.world.prints else { return };
        let noun = Noun::Enum(prints.noun);
        let counts: Vec<(usize, i64)> =
            prints.lines.iter().map(|print| (print.piece, i64::from(print.count))).collect();
        let cups = self.unseen_boxes();
        for (at, (piece, count)) in counts.into_iter().enumerate() {
            let Some((_, cup)) = cups.iter().find(|(of, _)| *of == piece) else { continue };
            let (print, count) = (self.member(noun, at as i64), self.number(count, 1));
            self.set_cell(*cup, vec![print], count, lines);
        }
    }

    /// How many lie in an unseen box.
    pub(super) fn left_in(&mut self, index: usize) -> Option<ExprId> {
        let prints = self.m.world.prints.as_ref()?;
        let noun = Noun::Enum(prints.noun);
        let Holds::Unseen { cell, .. } = self.m.world.boxes.get(index)?.holds else { return None };
        let ir = self.m.ir_type(Ty::One(noun));
        let var = self.local(" print", ir, false);
        let over = self.add(Expr::All(self.m.domain_of(noun)));
        let one = self.get(var);
        let held = self.read(cell, vec![one]);
        Some(self.fold(FoldOp::Sum, Source { var, over, guard: None }, Some(held), None))
    }
}
