//! Code of `who moves u along march(u)`: hex by hex, with the points that are left; only steps are offered from which the
//! move can be ended, and what a step brings about happens before the next one is asked.

use crate::diag::Place;
use crate::hir::{self, Into, Moves};
use crate::translate::emit::search::StepNames;
use crate::translate::play::MOST_STEPS;
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::StepFuncs;
use crate::translate::writer::{Lines, Source, Writer};
use wgr_runtime::bug;
use wgr_runtime::ir::{
    Arm, BinaryOp, Block, Body, Expr, ExprId, FaultText, FoldOp, FuncId, FuncKind, HEX, LocalId, Offer, Search,
    SearchMode, SearchOut, SiteId, Stmt, StmtKind as Code, Type, UnaryOp,
};

/// The most points that anybody has.
pub(super) const MOST_POINTS: i64 = 1 << 19;

/// How many hexes there may be at most, and how many were entered, where that is counted.
pub(super) type Counted = Option<(LocalId, LocalId)>;

/// What a move carries from step to step.
pub(super) struct Move {
    /// Which course, by its place among the rows.
    course: usize,
    pub(super) step: StepFuncs,
    /// The arguments of the course, evaluated once.
    args: Vec<LocalId>,
    piece: LocalId,
    start: LocalId,
    pub(super) here: LocalId,
    left: LocalId,
    /// How a point is counted.
    den: u32,
    at_least_one: bool,
    /// Nothing was entered yet, where the first hex is always allowed.
    fresh: Option<LocalId>,
    /// How many hexes it has gone, where that is counted.
    gone: Option<LocalId>,
    hexes: Option<Hexes>,
    /// Of a course that enters the map: whether the next step does, and where it may.
    enters: Option<[LocalId; 2]>,
    /// Of a course that leaves the map: from where it may.
    leaves: Option<LocalId>,
    /// What it remembers of the steps so far.
    memory: Vec<LocalId>,
}

/// A step and the edge of the map.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    /// From hex to hex.
    No,
    /// It may come in from off the map.
    Perhaps,
    /// It comes in.
    In,
    /// It leads off the map.
    Out,
}

/// How many hexes at least, and at most.
#[derive(Clone, Copy)]
pub(super) struct Hexes {
    pub(super) least: LocalId,
    pub(super) most: Option<LocalId>,
}

impl Move {
    /// What limits the steps that are left: how many there may be, how many were made.
    fn limit(&self) -> Counted {
        self.hexes.and_then(|hexes| hexes.most).zip(self.gone)
    }

    fn counted(&self) -> impl Iterator<Item = LocalId> {
        self.limit().into_iter().flat_map(|(most, gone)| [most, gone])
    }
}

impl Writer<'_, '_> {
    pub(super) fn moves(&mut self, moves: &Moves, at: Place, lines: &mut Lines) {
        if matches!(moves.course.piece.ty, Ty::Set(_)) {
            return self.moves_together(moves, at, lines);
        }
        let site = self.emit_site(&moves.site);
        let mut made = self.begin_move(&moves.course, lines);
        made.hexes = moves.hexes.as_ref().map(|hexes| self.hexes(hexes, lines));
        if moves.hexes.is_some() || moves.gone.is_some() {
            made.gone = Some(self.gone(moves.gone.as_ref(), lines));
        }
        let (may_end, over) = (self.local(" may_end", Type::BOOL, false), self.local(" over", Type::BOOL, false));
        let (yes, no) = (self.truth(true), self.truth(false));
        self.set_local(may_end, yes, true, lines);
        self.set_local(over, no, true, lines);
        let mut step = Lines::default();
        let there = self.local(" to", self.m.ir_type(Ty::One(Noun::Hex)), false);
        let mut from = self.get(made.here);
        // Who comes in from off the map was nowhere.
        if let Some([entering, _]) = made.enters {
            let (entering, entry) = (self.get(entering), self.get(there));
            from = self.add(Expr::If(entering, entry, from));
        }
        let [was, is] = moves.step.map(|local| self.new_slot(local));
        self.set_local(was, from, true, &mut step);
        let to = self.get(there);
        self.set_local(is, to, true, &mut step);
        self.pay(&made, there, may_end, over, &mut step);
        self.keep_gone(made.gone, moves.gone.as_ref(), &mut step);
        self.stand_at(at);
        self.settle(&mut step);
        if let Some(each_hex) = &moves.each_hex {
            self.emit_lines(&each_hex.body, &mut step);
        }
        self.stand_at(at);
        self.look_again(&made, over, &mut step);
        let by = self.emit(&moves.by);
        let mut offered = self.next_steps(&made);
        if let Some([entering, _]) = made.enters {
            let (entering, entries) = (self.get(entering), self.entries(&made));
            offered = self.add(Expr::If(entering, entries, offered));
        }
        let open = self.may_stop(may_end, (made.hexes, made.gone));
        let stop = self.stmt(Code::Break);
        let mut arms = vec![self.way("to", Some((there, offered)), None, step.block())];
        if let Some((_, block)) = &moves.course.leaves {
            let guard = self.may_leave(&made);
            let mut out = Lines::default();
            self.emit_lines(block, &mut out);
            self.stand_at(at);
            self.settle(&mut out);
            out.0.push(self.stmt(Code::Break));
            arms.push(self.way("off", None, guard, out.block()));
        }
        arms.push(self.way("stop", None, Some(open), Block(vec![stop])));
        self.ask_step_by_step(moves, (by, site), arms, lines);
    }

    /// One may stay there, and as many hexes were entered as have to be.
    pub(super) fn may_stop(&mut self, may_end: LocalId, (hexes, gone): (Option<Hexes>, Option<LocalId>)) -> ExprId {
        let open = self.get(may_end);
        let (Some(hexes), Some(gone)) = (hexes, gone) else { return open };
        let (gone, least) = (self.get(gone), self.get(hexes.least));
        let enough = self.binary(BinaryOp::Ge, gone, least);
        self.binary(BinaryOp::And, open, enough)
    }

    /// The ask again and again, until the move is over.
    pub(super) fn ask_step_by_step(
        &mut self,
        moves: &Moves,
        (by, site): (ExprId, SiteId),
        arms: Vec<Arm>,
        lines: &mut Lines,
    ) {
        let mut round = Lines::default();
        let leave = self.stmt(Code::Break);
        self.ask(by, site, arms, Some(Block(vec![leave])), &mut round);
        let count = self.local(" step", Type::int(0, i64::from(MOST_STEPS)), true);
        let left = moves.each_hex.as_ref().and_then(|round| round.left);
        self.push_loop(Code::Loop { most: MOST_STEPS, count, body: round.block() }, left, lines);
    }

    /// The course's arguments, who moves, from where, with how many points.
    pub(super) fn begin_move(&mut self, course: &hir::Course, lines: &mut Lines) -> Move {
        let hir::Course { course, args, piece, points, den, at_least_one, enters, leaves } = course;
        let Some(step) = self.m.world.rows.get(*course).and_then(|def| def.step) else { bug!("no course {course}") };
        let locals = self.course_args(args, lines).into_iter().flatten().collect();
        let piece_value = self.emit(piece);
        let all = Ty::One(Noun::Piece(self.m.world.all_pieces()));
        let piece = self.local(" mover", self.m.ir_type(all), false);
        self.set_local(piece, piece_value, true, lines);
        let hex = self.m.ir_type(Ty::One(Noun::Hex));
        let [start, here] = [" start", " here"].map(|name| self.local(name, hex, false));
        let enters = enters.as_ref().map(|entries| self.entering(piece, entries, lines));
        for local in [start, here] {
            let one = self.get(piece);
            let mut stands = self.stands(one);
            // Off the map any hex will do: no row that counts asks for it.
            if let Some([entering, _]) = enters {
                let (off, any) = (self.get(entering), self.member(Noun::Hex, 0));
                let one = self.unary(UnaryOp::The, stands);
                stands = self.add(Expr::If(off, any, one));
            }
            self.set_local(local, stands, true, lines);
        }
        let leaves = leaves.as_ref().map(|(exits, _)| {
            let exits = self.emit(exits);
            let local = self.local(" exits", Type::Set(HEX), false);
            self.set_local(local, exits, true, lines);
            local
        });
        let points = self.emit(points);
        let whole = self.whole(points, *den);
        let left = self.local(" left", Type::int(0, MOST_POINTS), false);
        self.set_local(left, whole, true, lines);
        let fresh = at_least_one.then(|| {
            let fresh = self.local(" fresh", Type::BOOL, false);
            let yes = self.truth(true);
            self.set_local(fresh, yes, true, lines);
            fresh
        });
        let memory = self.remembered(*course);
        for local in &memory {
            let no = self.truth(false);
            self.set_local(*local, no, true, lines);
        }
        let (course, args, den, at_least_one) = (*course, locals, *den, *at_least_one);
        let (gone, hexes) = (None, None);
        Move {
            course,
            step,
            args,
            piece,
            start,
            here,
            left,
            den,
            at_least_one,
            fresh,
            gone,
            hexes,
            enters,
            leaves,
            memory,
        }
    }

    /// A name for each thing that the course remembers.
    fn remembered(&mut self, course: usize) -> Vec<LocalId> {
        let known = self.m.world.rows.get(course).map_or(0, |def| def.memory.len());
        (0..known).map(|nth| self.local(&format!(" remembers_{nth}"), Type::BOOL, false)).collect()
    }

    /// What is remembered behind a step.
    fn learned(&mut self, made: &Move, hexes: [LocalId; 2]) -> Vec<ExprId> {
        let Some(def) = self.m.world.rows.get(made.course) else { bug!("no course {}", made.course) };
        let funcs = def.memory.clone();
        let each = funcs.into_iter().zip(&made.memory).map(|(func, known)| {
            let (known, now) = (self.get(*known), self.judged(made, func, hexes, Over::No));
            self.binary(BinaryOp::Or, known, now)
        });
        each.collect()
    }

    /// In a search: what was remembered before, or is carried.
    fn carried(&mut self, made: &Move, step: StepNames, lines: &mut Lines) -> Vec<LocalId> {
        let mut known = Vec::new();
        for (nth, before) in made.memory.iter().enumerate() {
            let (carried, part, two) = (self.get(step.carried), self.number(1 << nth, 1), self.number(2, 1));
            let bits = self.binary(BinaryOp::DivDown, carried, part);
            let (bit, one) = (self.binary(BinaryOp::Mod, bits, two), self.number(1, 1));
            let (so, before) = (self.binary(BinaryOp::Eq, bit, one), self.get(*before));
            let all = self.binary(BinaryOp::Or, before, so);
            let local = self.local(" known", Type::BOOL, false);
            self.set_local(local, all, true, lines);
            known.push(local);
        }
        known
    }

    /// Does the piece come in from off the map, and where may it?
    fn entering(&mut self, piece: LocalId, entries: &hir::Expr, lines: &mut Lines) -> [LocalId; 2] {
        let entering = self.local(" entering", Type::BOOL, false);
        let (one, none) = (self.get(piece), self.nowhere());
        let stands = self.stands(one);
        let off = self.binary(BinaryOp::Eq, stands, none);
        self.set_local(entering, off, true, lines);
        let local = self.local(" entries", Type::Set(HEX), false);
        let (off, all, none) = (self.get(entering), self.emit(entries), self.add(Expr::Empty(HEX)));
        let entries = self.add(Expr::If(off, all, none));
        self.set_local(local, entries, true, lines);
        [entering, local]
    }

    /// The hexes in which it may come in, so that the move can be ended.
    fn entries(&mut self, made: &Move) -> ExprId {
        let Some([_, entries]) = made.enters else { bug!("a course that enters nowhere") };
        let func = self.entries_query(made);
        let mut args: Vec<ExprId> = made.args.iter().map(|local| self.get(*local)).collect();
        args.extend([entries, made.left].map(|local| self.get(local)));
        args.extend(made.counted().chain(self.of_law(made)).map(|local| self.get(local)));
        self.call(func, args)
    }

    /// The query of a course that finds them.
    fn entries_query(&mut self, made: &Move) -> FuncId {
        let key = (made.course, made.limit().is_some());
        if let Some(func) = self.m.entries.get(&key) {
            return *func;
        }
        let Some([_, entries]) = made.enters else { bug!("a course that enters nowhere") };
        let locals = made.args.iter().chain([&entries, &made.left]);
        let params = locals.copied().chain(made.counted()).chain(self.of_law(made)).map(|local| self.kept(local));
        let params: Vec<(String, Type)> = params.map(|local| (local.name.clone(), local.ty)).collect();
        let Some(def) = self.m.world.rows.get(made.course) else { bug!("no course {}", made.course) };
        let (name, at) = (format!("{}_entries", def.name), Place::new(def.file, def.ast.name.span));
        let func = self.m.declare(&name, FuncKind::Query, params, Some(Type::Set(HEX)), at);
        self.m.entries.insert(key, func);
        let mut writer = Writer::open(self.m, func, at);
        let mut param = (0..).map(LocalId::new);
        let mut next = || param.next().unwrap_or(LocalId(0));
        let args = made.args.iter().map(|_| next()).collect();
        let (entries, left) = (next(), next());
        let counted = made.limit().is_some();
        let hexes = made.hexes.filter(|_| counted).map(|hexes| Hexes { most: Some(next()), ..hexes });
        let gone = counted.then(&mut next);
        let piece = writer.m.law.as_ref().map_or(made.piece, |_| next());
        let hex = writer.m.ir_type(Ty::One(Noun::Hex));
        let there = writer.local(" entry", hex, false);
        let memory = Vec::new();
        let inner = Move { args, piece, start: there, here: there, left, hexes, gone, memory, ..*made };
        let guard = Some(writer.may_enter(&inner, there));
        let over = writer.get(entries);
        let found = writer.fold(FoldOp::Filter, Source { var: there, over, guard }, None, None);
        let back = writer.stmt(Code::Return(Some(found)));
        writer.done(Body::Code(Block(vec![back])))
    }

    /// Of a course that enters the map: is the piece off it, and may it come in here?
    pub(super) fn enters_at(&mut self, made: &Move, goal: LocalId) -> Option<(ExprId, ExprId)> {
        let [entering, _] = made.enters?;
        let (off, goal, entries) = (self.get(entering), self.get(goal), self.entries(made));
        Some((off, self.binary(BinaryOp::In, goal, entries)))
    }

    /// May it come in here: is that allowed, has it the points, and can the move be ended here or further on?
    fn may_enter(&mut self, made: &Move, there: LocalId) -> ExprId {
        let mut all = vec![self.judged(made, made.step.bar, [there, there], Over::In)];
        all.extend(self.affords(made, there, Over::In));
        all.extend(self.law(false, made.piece, there));
        let ends = self.judged(made, made.step.pass, [there, there], Over::In);
        let law = self.law(true, made.piece, there);
        let ends = self.or_no_law(ends, law);
        let ends = self.unary(UnaryOp::Not, ends);
        let (left, cost) = (self.get(made.left), self.judged(made, made.step.cost, [there, there], Over::In));
        let cost = self.whole(cost, made.den);
        let rest = self.binary(BinaryOp::Sub, left, cost);
        let nothing = self.number(0, 1);
        let rest = self.binary(BinaryOp::Max, rest, nothing);
        let func = self.steps_query(made, false);
        let mut args: Vec<ExprId> = made.args.iter().map(|local| self.get(*local)).collect();
        args.extend([there, there].map(|local| self.get(local)));
        args.push(rest);
        if let Some((most, gone)) = made.limit() {
            let (gone, one) = (self.get(gone), self.number(1, 1));
            let gone = self.binary(BinaryOp::Add, gone, one);
            args.extend([self.get(most), gone]);
        }
        args.extend(self.of_law(made).map(|local| self.get(local)));
        let on = self.call(func, args);
        let (on, none) = (self.unary(UnaryOp::Size, on), self.number(0, 1));
        let on = self.binary(BinaryOp::Gt, on, none);
        let stops = self.judged(made, made.step.stop, [there, there], Over::In);
        let free = self.unary(UnaryOp::Not, stops);
        let on = self.binary(BinaryOp::And, on, free);
        all.push(self.binary(BinaryOp::Or, ends, on));
        self.all_of(all).unwrap_or_else(|| self.truth(true))
    }

    /// Has it the points, and the hexes, for this step?
    fn affords(&mut self, made: &Move, there: LocalId, over: Over) -> Vec<ExprId> {
        let mut all = Vec::new();
        // Who leaves the map enters no hex: the one that is always allowed is not meant.
        if !made.at_least_one || over == Over::Out {
            let cost = self.judged(made, made.step.cost, [made.here, there], over);
            let (cost, left) = (self.whole(cost, made.den), self.get(made.left));
            all.push(self.binary(BinaryOp::Le, cost, left));
        }
        if let Some((most, gone)) = made.limit() {
            let (gone, most) = (self.get(gone), self.get(most));
            all.push(self.binary(BinaryOp::Lt, gone, most));
        }
        all
    }

    /// Does a step lead off the map from where it stands?
    fn may_leave(&mut self, made: &Move) -> Option<ExprId> {
        let exits = made.leaves?;
        let (here, exits) = (self.get(made.here), self.get(exits));
        let mut all = Vec::new();
        if let Some([entering, _]) = made.enters {
            let entering = self.get(entering);
            all.push(self.unary(UnaryOp::Not, entering));
        }
        all.push(self.binary(BinaryOp::In, here, exits));
        all.push(self.judged(made, made.step.bar, [made.here, made.here], Over::Out));
        all.extend(self.affords(made, made.here, Over::Out));
        self.all_of(all)
    }

    pub(super) fn hexes(&mut self, hexes: &hir::Hexes, lines: &mut Lines) -> Hexes {
        let mut bound = |name: &str, value: &hir::Expr| {
            let value = self.emit(value);
            let local = self.local(name, Type::int(0, i64::from(MOST_STEPS)), false);
            self.set_local(local, value, true, lines);
            local
        };
        let least = bound(" least", &hexes.least);
        Hexes { least, most: hexes.most.as_ref().map(|most| bound(" most", most)) }
    }

    /// What the course is asked with, but for each of those who move.
    pub(super) fn course_args(
        &mut self,
        args: &[(hir::Local, Option<hir::Expr>)],
        lines: &mut Lines,
    ) -> Vec<Option<LocalId>> {
        let values: Vec<Option<ExprId>> =
            args.iter().map(|(_, value)| value.as_ref().map(|value| self.emit(value))).collect();
        let mut locals = Vec::new();
        for (value, (local, _)) in values.into_iter().zip(args) {
            locals.push(value.map(|value| {
                let slot = self.new_slot(*local);
                self.set_local(slot, value, true, lines);
                slot
            }));
        }
        locals
    }

    /// Where it is counted how many hexes were entered: none yet.
    pub(super) fn gone(&mut self, into: Option<&Into>, lines: &mut Lines) -> LocalId {
        let local = match into {
            Some(Into::Name(name)) => self.new_slot(*name),
            Some(Into::Place(..)) | None => self.local(" gone", Type::int(0, i64::from(MOST_STEPS)), false),
        };
        let none = self.number(0, 1);
        self.set_local(local, none, true, lines);
        if let Some(Into::Place(to, _)) = into {
            let (index, none) = (self.emit_all(&to.index), self.number(0, 1));
            self.set_cell(to.cell, index, none, lines);
        }
        local
    }

    /// One hex more.
    pub(super) fn keep_gone(&mut self, gone: Option<LocalId>, into: Option<&Into>, lines: &mut Lines) {
        let Some(local) = gone else { return };
        let (gone, one) = (self.get(local), self.number(1, 1));
        let gone = self.binary(BinaryOp::Add, gone, one);
        self.set_local(local, gone, false, lines);
        if let Some(Into::Place(to, _)) = into {
            let (index, gone) = (self.emit_all(&to.index), self.get(local));
            self.set_cell(to.cell, index, gone, lines);
        }
    }

    /// Points counted in their smallest part.
    pub(super) fn whole(&mut self, points: ExprId, den: u32) -> ExprId {
        if den == 1 {
            return points;
        }
        let parts = self.number(i64::from(den), 1);
        let points = self.binary(BinaryOp::Mul, points, parts);
        self.unary(UnaryOp::Down, points)
    }

    /// Who moves, where a law of the hex asks for it.
    fn of_law(&self, made: &Move) -> Option<LocalId> {
        self.m.law.as_ref().map(|_| made.piece)
    }

    /// Both questions of the law about the hex, if there is one.
    pub(super) fn law_of_step(&mut self, made: &Move, there: LocalId) -> Vec<ExprId> {
        [false, true].into_iter().filter_map(|arriving| self.law(arriving, made.piece, there)).collect()
    }

    /// What one of the course's queries says of a step.
    pub(super) fn judged(&mut self, made: &Move, func: FuncId, hexes: [LocalId; 2], over: Over) -> ExprId {
        let mut args: Vec<ExprId> = made.args.iter().map(|local| self.get(*local)).collect();
        args.push(self.get(made.start));
        args.extend(hexes.map(|hex| self.get(hex)));
        if let Some([entering, _]) = made.enters {
            args.push(if over == Over::Perhaps { self.get(entering) } else { self.truth(over == Over::In) });
        }
        if made.leaves.is_some() {
            args.push(self.truth(over == Over::Out));
        }
        args.extend(made.memory.iter().map(|known| self.get(*known)));
        self.call(func, args)
    }

    /// The steps from which the move can be ended. They are asked of a query where the ask stands, and not remembered:
    /// so whoever asks why a hex is offered is told the rows.
    fn next_steps(&mut self, made: &Move) -> ExprId {
        let Some(fresh) = made.fresh else { return self.steps_of(made, false) };
        let (first, later) = (self.steps_of(made, true), self.steps_of(made, false));
        let fresh = self.get(fresh);
        self.add(Expr::If(fresh, first, later))
    }

    /// `first`: the step that may cost more than there is.
    fn steps_of(&mut self, made: &Move, first: bool) -> ExprId {
        let func = self.steps_query(made, first);
        let known = [made.start, made.here, made.left].map(|local| self.get(local));
        let mut args: Vec<ExprId> = made.args.iter().map(|local| self.get(*local)).collect();
        args.extend(known);
        args.extend(
            made.counted().chain(made.memory.iter().copied()).chain(self.of_law(made)).map(|local| self.get(local)),
        );
        self.call(func, args)
    }

    /// The query of a course that finds them: one for moves of any length, one where the hexes are counted.
    fn steps_query(&mut self, made: &Move, first: bool) -> FuncId {
        let key = (made.course, made.limit().is_some(), first);
        if let Some(func) = self.m.steps.get(&key) {
            return *func;
        }
        let locals = made.args.iter().chain([&made.start, &made.here, &made.left]);
        let locals = locals.copied().chain(made.counted()).chain(made.memory.iter().copied()).chain(self.of_law(made));
        let params = locals.map(|local| self.kept(local));
        let params: Vec<(String, Type)> = params.map(|local| (local.name.clone(), local.ty)).collect();
        let Some(def) = self.m.world.rows.get(made.course) else { bug!("no course {}", made.course) };
        let (name, at) = (def.name.clone(), Place::new(def.file, def.ast.name.span));
        let name = if first { format!("{name}_first_steps") } else { format!("{name}_steps") };
        let func = self.m.declare(&name, FuncKind::Query, params, Some(Type::Set(HEX)), at);
        self.m.steps.insert(key, func);
        let mut writer = Writer::open(self.m, func, at);
        let mut param = (0..).map(LocalId::new);
        let mut next = || param.next().unwrap_or(LocalId(0));
        let args = made.args.iter().map(|_| next()).collect();
        let (start, here, left) = (next(), next(), next());
        let counted = made.limit().is_some();
        let hexes = made.hexes.filter(|_| counted).map(|hexes| Hexes { most: Some(next()), ..hexes });
        let gone = counted.then(&mut next);
        let memory = made.memory.iter().map(|_| next()).collect();
        let piece = writer.m.law.as_ref().map_or(made.piece, |_| next());
        let inner = Move { args, piece, start, here, left, hexes, gone, at_least_one: first, memory, ..*made };
        let first = writer.local(" first", Type::Set(HEX), false);
        let search = writer.reach(&inner, (SearchOut::First, first));
        let first = writer.get(first);
        let back = writer.stmt(Code::Return(Some(first)));
        writer.done(Body::Code(Block(vec![search, back])))
    }

    /// Everything that the move can still reach: where it can end, or its next steps.
    pub(super) fn reach(&mut self, made: &Move, out: (SearchOut, LocalId)) -> Stmt {
        let step = self.step_of_a_move();
        let mut known = Lines::default();
        let memory = self.carried(made, step, &mut known);
        let made = &Move { args: made.args.clone(), memory, ..*made };
        let carry = self.carry(made, step.hexes);
        let cost = self.judged(made, made.step.cost, step.hexes, Over::No);
        let cost = self.whole(cost, made.den);
        let nothing = self.number(0, 1);
        let cost = self.binary(BinaryOp::Max, cost, nothing);
        let stop = Some(self.judged(made, made.step.stop, step.hexes, Over::No));
        let pass = self.judged(made, made.step.pass, step.hexes, Over::No);
        let law = self.law(true, made.piece, step.hexes[1]);
        let pass = Some(self.or_no_law(pass, law));
        let offer = Offer { counts: vec![cost], most: None, carry, stop, pass, blocked: None };
        let offer = self.stmt(Code::Offer(offer));
        let cond = self.judged(made, made.step.bar, step.hexes, Over::No);
        let law = self.law(false, made.piece, step.hexes[1]);
        let cond = self.and_law(cond, law);
        known.0.push(self.stmt(Code::If { cond, then: Block(vec![offer]), other: Block::default() }));
        let from = self.get(made.here);
        let from = self.unary(UnaryOp::Single, from);
        let budget = Some(self.get(made.left));
        let within = made.limit().map(|hexes| self.hexes_left(hexes));
        self.stmt(Code::Search(Search {
            mode: SearchMode::Reach,
            from,
            to: None,
            budget,
            within,
            at_least_one: made.at_least_one,
            each: None,
            judge: step.judged_by(known.block()),
            outs: vec![out],
        }))
    }

    /// What a step carries on: a bit for each thing that is remembered.
    fn carry(&mut self, made: &Move, hexes: [LocalId; 2]) -> Option<ExprId> {
        let mut all: Option<ExprId> = None;
        for (nth, so) in self.learned(made, hexes).into_iter().enumerate() {
            let (part, none) = (self.number(1 << nth, 1), self.number(0, 1));
            let bit = self.add(Expr::If(so, part, none));
            all = Some(match all {
                Some(others) => self.binary(BinaryOp::Add, others, bit),
                None => bit,
            });
        }
        all
    }

    /// One step: its points, whether it ends the move, whether one may stay; then the piece stands there.
    fn pay(&mut self, made: &Move, there: LocalId, may_end: LocalId, over: LocalId, lines: &mut Lines) {
        let stops = self.judged(made, made.step.stop, [made.here, there], Over::Perhaps);
        self.set_local(over, stops, false, lines);
        let pass = self.judged(made, made.step.pass, [made.here, there], Over::Perhaps);
        let law = self.law(true, made.piece, there);
        let pass = self.or_no_law(pass, law);
        let stay = self.unary(UnaryOp::Not, pass);
        self.set_local(may_end, stay, false, lines);
        self.costs_something(made, there, lines);
        let cost = self.judged(made, made.step.cost, [made.here, there], Over::Perhaps);
        let cost = self.whole(cost, made.den);
        // All of it is asked before anything is remembered.
        let mut learned = Vec::new();
        for so in self.learned(made, [made.here, there]) {
            let local = self.local(" learned", Type::BOOL, false);
            self.set_local(local, so, true, lines);
            learned.push(local);
        }
        let before = self.get(made.left);
        let left = self.binary(BinaryOp::Sub, before, cost);
        // The first step that is always allowed may cost more than there is.
        let nothing = self.number(0, 1);
        let left = self.binary(BinaryOp::Max, left, nothing);
        let again = self.get(made.left);
        let left = self.binary(BinaryOp::Min, left, again);
        self.set_local(made.left, left, false, lines);
        for (known, learned) in made.memory.iter().zip(learned) {
            let learned = self.get(learned);
            self.set_local(*known, learned, false, lines);
        }
        let hex = self.get(there);
        self.set_local(made.here, hex, false, lines);
        if let Some([entering, _]) = made.enters {
            let (came, entry, start) = (self.get(entering), self.get(there), self.get(made.start));
            let start = self.add(Expr::If(came, entry, start));
            self.set_local(made.start, start, false, lines);
            let no = self.truth(false);
            self.set_local(entering, no, false, lines);
        }
        if let Some(fresh) = made.fresh {
            let no = self.truth(false);
            self.set_local(fresh, no, false, lines);
        }
        let (piece, hex) = (self.get(made.piece), self.get(there));
        self.lay_on(piece, hex, lines);
    }

    /// A fault where the step would give points back.
    fn costs_something(&mut self, made: &Move, there: LocalId, lines: &mut Lines) {
        let cost = self.judged(made, made.step.cost, [made.here, there], Over::Perhaps);
        let nothing = self.number(0, 1);
        let cond = self.binary(BinaryOp::Lt, cost, nothing);
        self.gives_back(cond, lines);
    }

    pub(super) fn gives_back(&mut self, cond: ExprId, lines: &mut Lines) {
        let title = "a step costs less than 0".to_owned();
        self.fails_if(cond, &hir::Site { cases: Vec::new(), title }, lines);
    }

    pub(super) fn fails_if(&mut self, cond: ExprId, site: &hir::Site, lines: &mut Lines) {
        let site = self.emit_site(site);
        let fail = self.stmt(Code::Fail { site, text: FaultText::Rule });
        lines.0.push(self.stmt(Code::If { cond, then: Block(vec![fail]), other: Block::default() }));
    }

    /// The move is over where the step ended it, and where the piece is no longer where it went.
    fn look_again(&mut self, made: &Move, over: LocalId, lines: &mut Lines) {
        let piece = self.get(made.piece);
        let (stands, here) = (self.stands(piece), self.get(made.here));
        let gone = self.binary(BinaryOp::Ne, stands, here);
        let over = self.get(over);
        let cond = self.binary(BinaryOp::Or, over, gone);
        self.leave_if(cond, lines);
    }
}
