//! Code of `who moves men along marching`: one step for all. A step is open if it is open to each of them; each pays its
//! own price from its own points, and what ends the move of one ends that of all.

use super::moves::{Counted, Hexes, MOST_POINTS};
use crate::diag::Place;
use crate::hir::{self, Moves};
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::StepFuncs;
use crate::translate::writer::{Lines, Source, Writer};
use wgr_runtime::bug;
use wgr_runtime::ir::{
    BinaryOp, Block, Body, CellId, Expr, ExprId, FoldOp, FuncId, FuncKind, HEX, LocalId, Offer, Role, Scalar, Search,
    SearchMode, SearchOut, StmtKind as Code, Type, UnaryOp,
};

/// What they carry from step to step.
struct Group {
    step: StepFuncs,
    den: u32,
    /// What the course is asked with; none: each of them.
    args: Vec<Option<LocalId>>,
    who: LocalId,
    start: LocalId,
    here: LocalId,
    /// The points that each has left.
    left: CellId,
    hexes: Option<Hexes>,
    gone: Option<LocalId>,
}

impl Writer<'_, '_> {
    pub(super) fn moves_together(&mut self, moves: &Moves, at: Place, lines: &mut Lines) {
        let site = self.emit_site(&moves.site);
        let mut group = self.sets_out(moves, at, lines);
        group.hexes = moves.hexes.as_ref().map(|hexes| self.hexes(hexes, lines));
        if moves.hexes.is_some() || moves.gone.is_some() {
            group.gone = Some(self.gone(moves.gone.as_ref(), lines));
        }
        let [may_end, over, fresh] = [" may_end", " over", " fresh"].map(|name| self.local(name, Type::BOOL, false));
        for (local, value) in [(may_end, true), (over, false), (fresh, true)] {
            let value = self.truth(value);
            self.set_local(local, value, true, lines);
        }
        let there = self.local(" to", self.m.ir_type(Ty::One(Noun::Hex)), false);
        let mut step = Lines::default();
        let [was, is] = moves.step.map(|local| self.new_slot(local));
        let (from, to) = (self.get(group.here), self.get(there));
        let from = self.surely(from);
        self.set_local(was, from, true, &mut step);
        self.set_local(is, to, true, &mut step);
        self.all_pay(&group, there, (may_end, over), &mut step);
        let (hex, no) = (self.get(there), self.truth(false));
        self.set_local(group.here, hex, false, &mut step);
        self.set_local(fresh, no, false, &mut step);
        self.keep_gone(group.gone, moves.gone.as_ref(), &mut step);
        self.for_each_of(&group, &mut step, |writer, member, lines| {
            let (piece, hex) = (writer.get(member), writer.get(there));
            writer.lay_on(piece, hex, lines);
        });
        self.stand_at(at);
        self.settle(&mut step);
        if let Some(each_hex) = &moves.each_hex {
            self.emit_lines(&each_hex.body, &mut step);
        }
        self.stand_at(at);
        self.who_is_left(&group, over, &mut step);
        let by = self.emit(&moves.by);
        let offered = self.steps_together(&group, moves.course.at_least_one.then_some(fresh), at);
        let open = self.may_stop(may_end, (group.hexes, group.gone));
        let stop = self.stmt(Code::Break);
        let arms = vec![
            self.way("to", Some((there, offered)), None, step.block()),
            self.way("stop", None, Some(open), Block(vec![stop])),
        ];
        self.ask_step_by_step(moves, (by, site), arms, lines);
    }

    /// Who moves, from which hex, each with its own points.
    fn sets_out(&mut self, moves: &Moves, at: Place, lines: &mut Lines) -> Group {
        let hir::Course { course, args, piece, points, den, .. } = &moves.course;
        let Some(step) = self.m.world.rows.get(*course).and_then(|def| def.step) else { bug!("no course {course}") };
        let locals = self.course_args(args, lines);
        let counters = self.m.counters;
        let who = self.local(" who", Type::Set(counters), false);
        let value = self.emit(piece);
        let value = self.not_borne(value);
        self.set_local(who, value, true, lines);
        let hex = Type::Scalar(Scalar { lo: wgr_runtime::ir::NONE, ..self.m.program.member(HEX) });
        let [start, here] = [" start", " here"].map(|name| self.local(name, hex, false));
        let nowhere = self.nowhere();
        self.set_local(start, nowhere, true, lines);
        let index = vec![self.m.program.member(counters)];
        let left = self.m.cell("_left", index, Type::int(0, MOST_POINTS), Role::Keep(self.id()));
        let (args, den) = (locals, *den);
        let group = Group { step, den, args, who, start, here, left, hexes: None, gone: None };
        let itself = moves.course.args.iter().find(|(_, value)| value.is_none()).map(|(local, _)| *local);
        self.for_each_of(&group, lines, |writer, member, lines| {
            if let Some(itself) = itself {
                writer.is_kept_in(itself, member);
            }
            let points = writer.emit(points);
            writer.stand_at(at);
            let (points, piece) = (writer.whole(points, den), writer.get(member));
            writer.set_cell(left, vec![piece], points, lines);
            let piece = writer.get(member);
            let stands = writer.stands(piece);
            writer.set_local(start, stands, false, lines);
        });
        let apart = self.somebody(&group, |writer, member| {
            let piece = writer.get(member);
            let (stands, start) = (writer.stands(piece), writer.get(start));
            writer.binary(BinaryOp::Ne, stands, start)
        });
        let title = "those who move together stand in one hex".to_owned();
        self.fails_if(apart, &hir::Site { cases: moves.site.cases.clone(), title }, lines);
        let stands = self.get(start);
        self.set_local(here, stands, true, lines);
        group
    }

    /// Something is done for each of them.
    fn for_each_of(&mut self, group: &Group, lines: &mut Lines, what: impl FnOnce(&mut Self, LocalId, &mut Lines)) {
        let over = self.get(group.who);
        let all = Ty::Set(Noun::Piece(self.m.world.all_pieces()));
        self.each_of(over, all, lines, what);
    }

    /// Is this so of one of them?
    fn somebody(&mut self, group: &Group, cond: impl FnOnce(&mut Self, LocalId) -> ExprId) -> ExprId {
        let var = self.a_member();
        let (over, cond) = (self.get(group.who), cond(self, var));
        self.fold(FoldOp::Any, Source { var, over, guard: None }, Some(cond), None)
    }

    fn a_member(&mut self) -> LocalId {
        let all = Ty::One(Noun::Piece(self.m.world.all_pieces()));
        self.local(" one", self.m.ir_type(all), false)
    }

    /// What one of the course's queries says of a step of this one, for whom the others are nowhere.
    fn judged_apart(&mut self, group: &Group, func: FuncId, member: LocalId, hexes: [LocalId; 2]) -> ExprId {
        let (who, one) = (self.get(group.who), self.get(member));
        let one = self.unary(UnaryOp::Single, one);
        let mut args = vec![self.binary(BinaryOp::Minus, who, one)];
        args.extend(group.args.iter().map(|local| self.get(local.unwrap_or(member))));
        args.push(self.get(group.start));
        args.extend(hexes.map(|hex| self.get(hex)));
        // They step from hex to hex: no step of theirs leads over the edge of the map.
        let edges = (self.m.program.func(func).params as usize).saturating_sub(group.args.len() + 3);
        args.extend((0..edges).map(|_| self.truth(false)));
        let asked = self.call(func, args);
        let here = self.id();
        self.m.apart.push((here, asked));
        asked
    }

    /// What the law says of one of them: the others come as well.
    fn law_of_group(&mut self, arriving: bool, group: &Group, [one, there]: [LocalId; 2]) -> Option<ExprId> {
        let who = group.who;
        self.law_together(arriving, [one, there], |writer| {
            let (who, one) = (writer.get(who), writer.get(one));
            let one = writer.unary(UnaryOp::Single, one);
            writer.binary(BinaryOp::Minus, who, one)
        })
    }

    /// The price of a step, in the smallest part of a point.
    fn price(&mut self, group: &Group, member: LocalId, hexes: [LocalId; 2]) -> ExprId {
        let price = self.judged_apart(group, group.step.cost, member, hexes);
        let price = self.whole(price, group.den);
        let nothing = self.number(0, 1);
        self.binary(BinaryOp::Max, price, nothing)
    }

    /// Each pays, and says whether the move ends and whether one may stay there.
    fn all_pay(&mut self, group: &Group, there: LocalId, (may_end, over): (LocalId, LocalId), lines: &mut Lines) {
        let hexes = [group.here, there];
        let stops = self.somebody(group, |writer, one| writer.judged_apart(group, group.step.stop, one, hexes));
        self.set_local(over, stops, false, lines);
        let pass = self.somebody(group, |writer, one| {
            let pass = writer.judged_apart(group, group.step.pass, one, hexes);
            let law = writer.law_of_group(true, group, [one, there]);
            writer.or_no_law(pass, law)
        });
        let stay = self.unary(UnaryOp::Not, pass);
        self.set_local(may_end, stay, false, lines);
        let gives_back = self.somebody(group, |writer, one| {
            let price = writer.judged_apart(group, group.step.cost, one, hexes);
            let nothing = writer.number(0, 1);
            writer.binary(BinaryOp::Lt, price, nothing)
        });
        self.gives_back(gives_back, lines);
        self.for_each_of(group, lines, |writer, member, lines| {
            let [one, again] = [member, member].map(|local| writer.get(local));
            let (before, price) = (writer.read(group.left, vec![one]), writer.price(group, member, hexes));
            let left = writer.binary(BinaryOp::Sub, before, price);
            // The first step that is always allowed may cost more than there is.
            let nothing = writer.number(0, 1);
            let left = writer.binary(BinaryOp::Max, left, nothing);
            writer.set_cell(group.left, vec![again], left, lines);
        });
    }

    /// Whoever is no longer where they went has left; the move is over where the step ended it, and where nobody is left.
    fn who_is_left(&mut self, group: &Group, over: LocalId, lines: &mut Lines) {
        let var = self.a_member();
        let (all, piece) = (self.get(group.who), self.get(var));
        let (stands, here) = (self.stands(piece), self.get(group.here));
        let guard = Some(self.binary(BinaryOp::Eq, stands, here));
        let left = self.fold(FoldOp::Filter, Source { var, over: all, guard }, None, None);
        self.set_local(group.who, left, false, lines);
        let (who, over, none) = (self.get(group.who), self.get(over), self.number(0, 1));
        let number = self.unary(UnaryOp::Size, who);
        let nobody = self.binary(BinaryOp::Eq, number, none);
        let cond = self.binary(BinaryOp::Or, over, nobody);
        self.leave_if(cond, lines);
    }

    /// The steps from which all can end the move; `fresh` where the first hex may cost more than there is.
    fn steps_together(&mut self, group: &Group, fresh: Option<LocalId>, at: Place) -> ExprId {
        let Some(fresh) = fresh else { return self.steps_of_group(group, false, at) };
        let (first, later) = (self.steps_of_group(group, true, at), self.steps_of_group(group, false, at));
        let fresh = self.get(fresh);
        self.add(Expr::If(fresh, first, later))
    }

    fn steps_of_group(&mut self, group: &Group, first: bool, at: Place) -> ExprId {
        let counted = group.hexes.and_then(|hexes| hexes.most).zip(group.gone);
        let known: Vec<LocalId> = [group.who, group.start, group.here]
            .into_iter()
            .chain(group.args.iter().flatten().copied())
            .chain(counted.into_iter().flat_map(|(most, gone)| [most, gone]))
            .collect();
        let params = known.iter().map(|local| self.kept(*local)).map(|local| (local.name.clone(), local.ty)).collect();
        let func = self.m.declare("steps_together", FuncKind::Query, params, Some(Type::Set(HEX)), at);
        let writer = Writer::open(self.m, func, at);
        let mut next = (0..).map(LocalId::new);
        let mut param = || next.next().unwrap_or(LocalId(0));
        let (who, start, here) = (param(), param(), param());
        let args = group.args.iter().map(|arg| arg.map(|_| param())).collect();
        let counted = counted.map(|_| (param(), param()));
        let inner = Group { args, who, start, here, hexes: None, gone: None, ..*group };
        writer.search_together(&inner, counted, first);
        let args = known.into_iter().map(|local| self.get(local)).collect();
        self.call(func, args)
    }

    fn search_together(mut self, group: &Group, counted: Counted, first: bool) {
        let step = self.step_of_a_move();
        let member = self.a_member();
        let hexes = step.hexes;
        let price = self.price(group, member, hexes);
        let one = self.get(member);
        let most = Some(self.read(group.left, vec![one]));
        let stop = Some(self.judged_apart(group, group.step.stop, member, hexes));
        let pass = self.judged_apart(group, group.step.pass, member, hexes);
        let law = self.law_of_group(true, group, [member, hexes[1]]);
        let pass = Some(self.or_no_law(pass, law));
        let offer = self.stmt(Code::Offer(Offer { counts: vec![price], most, carry: None, stop, pass, blocked: None }));
        let cond = self.judged_apart(group, group.step.bar, member, hexes);
        let law = self.law_of_group(false, group, [member, hexes[1]]);
        let cond = self.and_law(cond, law);
        let judge = self.stmt(Code::If { cond, then: Block(vec![offer]), other: Block::default() });
        let from = self.get(group.here);
        let from = self.unary(UnaryOp::Single, from);
        let within = counted.map(|hexes| self.hexes_left(hexes));
        let (budget, each) = (Some(self.number(MOST_POINTS, 1)), Some((member, self.get(group.who))));
        let out = self.local(" first", Type::Set(HEX), false);
        let search = self.stmt(Code::Search(Search {
            mode: SearchMode::Reach,
            from,
            to: None,
            budget,
            within,
            at_least_one: first,
            each,
            judge: step.judged_by(Block(vec![judge])),
            outs: vec![(SearchOut::First, out)],
        }));
        let found = self.get(out);
        let back = self.stmt(Code::Return(Some(found)));
        self.done(Body::Code(Block(vec![search, back])));
    }
}
