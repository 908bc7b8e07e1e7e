//! Code of drawing from a cup and putting back. What is drawn is a print; a counter that nobody has drawn yet bears it from
//! then on.

use crate::hir::{self, Draw, Local};
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::writer::{Lines, Source, Writer};
use wgr_runtime::bug;
use wgr_runtime::ir::{BinaryOp, CellId, Expr, ExprId, FoldOp, LocalId, StmtKind as Code, Type, UnaryOp};

impl Writer<'_, '_> {
    pub(super) fn draw(&mut self, draw: &Draw, lines: &mut Lines) {
        let site = self.emit_site(&draw.site);
        let Some(noun) = self.m.world.prints.as_ref().map(|prints| Noun::Enum(prints.noun)) else {
            bug!("a draw in a game without prints");
        };
        let ir = self.m.ir_type(Ty::One(noun));
        let (print, drew) = (self.local(" print", ir, false), self.local(" drew", Type::BOOL, false));
        let yes = self.truth(true);
        self.set_local(drew, yes, true, lines);
        let mut empty = Lines::default();
        let (no, first) = (self.truth(false), self.member(noun, 0));
        self.set_local(drew, no, false, &mut empty);
        self.set_local(print, first, false, &mut empty);
        let otherwise = empty.block();
        lines.0.push(self.stmt(Code::Draw { into: print, cup: draw.cup, site: Some(site), otherwise }));
        let mut then = Lines::default();
        let counter = self.new_slot(draw.drawn);
        let shown = self.get(print);
        self.bear(counter, draw.piece, shown, &mut then);
        self.emit_lines(&draw.then, &mut then);
        let other = self.emit_block(&draw.empty);
        let cond = self.get(drew);
        lines.0.push(self.stmt(Code::If { cond, then: then.block(), other }));
    }

    pub(super) fn give_back(&mut self, who: &hir::Expr, piece: usize, cup: CellId, lines: &mut Lines) {
        let pieces = self.emit(who);
        self.stand_at(who.at);
        let Some(print) = self.m.world.prints.as_ref().map(|prints| prints.cell) else {
            bug!("a cup in a game without prints");
        };
        let all = Ty::Set(Noun::Piece(Kinds::of(piece)));
        self.each_of(pieces, all, lines, |writer, var, lines| {
            let one = writer.get(var);
            let shown = writer.read(print, vec![one]);
            let shown = writer.unary(UnaryOp::The, shown);
            writer.refill(cup, shown, BinaryOp::Add, lines);
            writer.erase(var, lines);
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

    /// A set-up lays a counter with this print, which is not in its cup then.
    pub(super) fn take(&mut self, at: usize, counter: Local, lines: &mut Lines) {
        let Some(prints) = &self.m.world.prints else { bug!("a print in a game without prints") };
        let noun = Noun::Enum(prints.noun);
        let Some(piece) = prints.lines.get(at).map(|print| print.piece) else { bug!("no print {at}") };
        let cup = self.m.world.cups.iter().find(|cup| cup.piece == piece).map(|cup| cup.cell);
        let counter = self.new_slot(counter);
        let shown = self.member(noun, at as i64);
        self.bear(counter, piece, shown, lines);
        if let Some(cup) = cup {
            let shown = self.member(noun, at as i64);
            self.refill(cup, shown, BinaryOp::Sub, lines);
        }
    }

    /// All cups are full.
    pub(crate) fn begin_cups(&mut self, lines: &mut Lines) {
        let Some(prints) = &self.m.world.prints else { return };
        let noun = Noun::Enum(prints.noun);
        let counts: Vec<(usize, i64)> =
            prints.lines.iter().map(|print| (print.piece, i64::from(print.count))).collect();
        let cups: Vec<(usize, CellId)> = self.m.world.cups.iter().map(|cup| (cup.piece, cup.cell)).collect();
        for (at, (piece, count)) in counts.into_iter().enumerate() {
            let Some((_, cup)) = cups.iter().find(|(of, _)| *of == piece) else { continue };
            let (print, count) = (self.member(noun, at as i64), self.number(count, 1));
            self.set_cell(*cup, vec![print], count, lines);
        }
    }

    /// `number of container`: how many are left in it.
    pub(super) fn left_in(&mut self, cup: usize) -> Option<ExprId> {
        let prints = self.m.world.prints.as_ref()?;
        let noun = Noun::Enum(prints.noun);
        let cell = self.m.world.cups.get(cup)?.cell;
        let ir = self.m.ir_type(Ty::One(noun));
        let var = self.local(" print", ir, false);
        let over = self.add(Expr::All(self.m.domain_of(noun)));
        let one = self.get(var);
        let held = self.read(cell, vec![one]);
        Some(self.fold(FoldOp::Sum, Source { var, over, guard: None }, Some(held), None))
    }
}
