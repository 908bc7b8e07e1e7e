//! Code of the sequence of play: turns, player turns, and the asks with which actions begin.

use crate::diag::Place;
use crate::hir::{self, Binder, InTurn, Local, Offer, Offers, Owing, Passing, Phase, PlayerTurns, Site};
use crate::limits::{MOST_NUMBER, MOST_ROUNDS};
use crate::translate::play::{Lasting, MOST_TURNS, Turns, is_awaited};
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::{PHASE, ParamDef, SIDE, Stored};
use crate::translate::writer::{Lines, Source, Writer};
use wgr_runtime::bug;
use wgr_runtime::ir::{
    Arm, Ask, BinaryOp, Block, Body, CellId, Expr, ExprId, FaultText, FoldOp, FuncId, FuncKind, LocalId, Scalar,
    StmtKind as Code, Type, UnaryOp, What,
};

/// A part of a turn: how its moments, and what is counted in it, are called.
pub(super) struct Part<'n> {
    pub(super) name: &'n str,
    pub(super) per: &'n str,
    pub(super) lasting: Lasting,
    pub(super) at: Place,
}

/// An action that is offered: what it does, whether it is offered, whom it is about.
struct Start<'s, 'a> {
    func: FuncId,
    can: FuncId,
    params: Vec<ParamDef<'a>>,
    offer: &'s Offer,
    by: &'s hir::Expr,
}

impl<'a> Writer<'_, 'a> {
    /// A phase is a procedure, so that a scene can begin with any of them.
    pub(super) fn phase(&mut self, phase: &Phase) -> Body {
        let mut lines = Lines::default();
        let (cell, value) = (self.m.phase, self.member(Noun::Enum(PHASE), phase.member));
        self.set_cell(cell, Vec::new(), value, &mut lines);
        if let Some((on, _)) = self.m.printing {
            let which = self.number(phase.printing.unwrap_or(0), 1);
            self.set_cell(on, Vec::new(), which, &mut lines);
        }
        self.has_come(&mut lines);
        self.forget_uses("phase", &mut lines);
        self.forget_uses(&phase.name, &mut lines);
        self.take_at(&phase.name, &mut lines);
        self.moment(Lasting::Phase, &phase.name, true, &mut lines);
        self.emit_lines(&phase.body, &mut lines);
        self.settle(&mut lines);
        self.moment(Lasting::Phase, &phase.name, false, &mut lines);
        self.ends_of(&phase.name, &mut lines);
        Body::Code(lines.block())
    }

    pub(super) fn turns(&mut self, which: hir::Turns, block: &hir::Block, lines: &mut Lines) {
        match which {
            hir::Turns::Numbered(_, last) => self.numbered_turns(last, block, lines),
            hir::Turns::Named(noun) => self.named_turns(noun, block, lines),
        }
    }

    /// The turn at which the game begins is counted already.
    fn numbered_turns(&mut self, last: Option<i64>, block: &hir::Block, lines: &mut Lines) {
        let (turn, first) = (self.m.turn, self.m.first_turn);
        let (mut begins, mut next, mut body) = (Lines::default(), Lines::default(), Lines::default());
        for (op, lines) in [(BinaryOp::Gt, &mut begins), (BinaryOp::Ge, &mut next)] {
            let ends = [last.map(|last| self.number(last, 1)), self.last_of_scenario()];
            for last in ends.into_iter().flatten() {
                let now = self.read(turn, Vec::new());
                let over = self.binary(op, now, last);
                self.leave_if(over, lines);
            }
        }
        let no = self.truth(false);
        self.set_cell(first, Vec::new(), no, &mut begins);
        let (now, one) = (self.read(turn, Vec::new()), self.number(1, 1));
        let after = self.binary(BinaryOp::Add, now, one);
        self.set_cell(turn, Vec::new(), after, &mut next);
        let cond = self.read(first, Vec::new());
        body.0.push(self.stmt(Code::If { cond, then: begins.block(), other: next.block() }));
        body.0.extend(self.one_turn(block).0);
        let most = MOST_TURNS as u32 + 1;
        let round = self.local(" round", Type::int(0, i64::from(most)), true);
        lines.0.push(self.stmt(Code::Loop { most, count: round, body: body.block() }));
    }

    /// Those before the one at which the game begins are passed over.
    fn named_turns(&mut self, noun: Noun, block: &hir::Block, lines: &mut Lines) {
        let (turn, domain) = (self.m.turn, self.m.domain_of(noun));
        let over = self.add(Expr::All(domain));
        let ir = self.m.ir_type(Ty::One(noun));
        let var = self.local(" turn", ir, false);
        let rest = self.local(" rest", Type::Set(domain), true);
        let (one, now) = (self.get(var), self.read(turn, Vec::new()));
        let mut cond = self.binary(BinaryOp::Ge, one, now);
        if let Some(last) = self.last_of_scenario() {
            let one = self.get(var);
            let in_time = self.binary(BinaryOp::Le, one, last);
            cond = self.binary(BinaryOp::And, cond, in_time);
        }
        let mut own = Lines::default();
        let one = self.get(var);
        self.set_cell(turn, Vec::new(), one, &mut own);
        own.0.extend(self.one_turn(block).0);
        let body = Block(vec![self.stmt(Code::If { cond, then: own.block(), other: Block::default() })]);
        lines.0.push(self.stmt(Code::For { var, rest, over, body }));
    }

    fn one_turn(&mut self, block: &hir::Block) -> Lines {
        let mut lines = Lines::default();
        self.forget_uses("turn", &mut lines);
        self.take_at("turn", &mut lines);
        self.moment_once_begun(Lasting::Turn, "turn", &mut lines);
        self.emit_lines(block, &mut lines);
        self.moment(Lasting::Turn, "turn", false, &mut lines);
        self.ends_of("turn", &mut lines);
        lines
    }

    fn last_of_scenario(&mut self) -> Option<ExprId> {
        let last = self.m.last_turn?;
        Some(self.read(last, Vec::new()))
    }

    /// A turn, by its number or its place among those that have names.
    pub(crate) fn turn(&mut self, turn: i64) -> ExprId {
        match self.m.turns {
            Turns::Numbered { .. } | Turns::Unknown => self.number(turn, 1),
            Turns::Named(index) => self.member(Noun::Enum(index), turn),
        }
    }

    /// The first turn that the sequence has.
    pub(crate) fn first_turn_of_all(&mut self) -> ExprId {
        match self.m.turns {
            Turns::Numbered { first, .. } => self.number(first, 1),
            Turns::Unknown => self.number(1, 1),
            Turns::Named(index) => self.member(Noun::Enum(index), 0),
        }
    }

    /// The last turn that the sequence has.
    pub(crate) fn last_turn_of_all(&mut self) -> ExprId {
        match self.m.turns {
            Turns::Numbered { last, .. } => self.number(last, 1),
            Turns::Unknown => self.number(1, 1),
            Turns::Named(index) => {
                let noun = Noun::Enum(index);
                let last = i64::from(self.m.program.domain(self.m.domain_of(noun)).size) - 1;
                self.member(noun, last)
            }
        }
    }

    /// The block is a procedure of its own, called for each side.
    pub(super) fn player_turns(&mut self, turns: &PlayerTurns, lines: &mut Lines) {
        let part = Part { name: "player_turn", per: "player turn", lasting: Lasting::PlayerTurn, at: turns.at };
        let func = self.part(&part, (&turns.binders, &turns.body), !turns.ends.is_empty());
        // Sides that are found out are so before the first of them has its turn.
        let mut found: Vec<Option<LocalId>> = Vec::new();
        for (side, _) in &turns.sides {
            found.push(match &side.kind {
                hir::Kind::Member(..) => None,
                _ => Some(self.kept_side(side, lines)),
            });
        }
        for ((side, goals), found) in turns.sides.iter().zip(found) {
            let mut turn = Lines::default();
            let phasing = self.m.phasing;
            let value = match found {
                None => self.emit(side),
                Some(found) => self.get(found),
            };
            self.set_cell(phasing, Vec::new(), value, &mut turn);
            self.do_call(func, Vec::new(), &mut turn);
            self.leave_if_ended(&turns.ends, &mut turn);
            let cond = match found {
                None => self.comes_to(goals),
                Some(found) => self.comes_to_goals_of(goals, found),
            };
            lines.0.push(self.stmt(Code::If { cond, then: turn.block(), other: Block::default() }));
        }
    }

    /// A part of a turn is a procedure. Where it may be left, what is done in it is one of its own, so that it ends as it always does.
    pub(super) fn part(&mut self, part: &Part<'_>, (binders, body): (&[Binder], &hir::Block), may_end: bool) -> FuncId {
        let Part { name, per, lasting, at } = *part;
        let declare = |writer: &mut Self, name: &str| writer.m.declare(name, FuncKind::Procedure, Vec::new(), None, at);
        let func = declare(self, name);
        let itself = may_end.then(|| declare(self, &format!("{name}_itself")));
        if let Some(itself) = itself {
            let mut inner = Writer::of_body(self.m, itself, binders.to_vec(), at);
            let mut lines = Lines::default();
            inner.emit_lines(body, &mut lines);
            inner.done(Body::Code(lines.block()));
        }
        let mut inner = Writer::of_body(self.m, func, binders.to_vec(), at);
        let mut lines = Lines::default();
        inner.forget_uses(per, &mut lines);
        inner.take_at(name, &mut lines);
        inner.moment_once_begun(lasting, name, &mut lines);
        match itself {
            Some(itself) => inner.do_call(itself, Vec::new(), &mut lines),
            None => inner.emit_lines(body, &mut lines),
        }
        inner.moment(lasting, name, false, &mut lines);
        inner.ends_of(name, &mut lines);
        inner.done(Body::Code(lines.block()));
        func
    }

    /// A side as it is now.
    fn kept_side(&mut self, side: &hir::Expr, lines: &mut Lines) -> LocalId {
        let ir = self.m.ir_type(Ty::One(Noun::Enum(SIDE)));
        let (value, local) = (self.emit(side), self.local(" side", ir, false));
        self.set_local(local, value, true, lines);
        local
    }

    /// The rules that wait for this act now.
    fn moment(&mut self, lasting: Lasting, name: &str, start: bool, lines: &mut Lines) {
        let Some(cell) = self.m.moment.filter(|_| is_awaited(self.m, lasting, name, start)) else { return };
        let now = self.number(lasting.moment(start), 1);
        self.set_cell(cell, Vec::new(), now, lines);
        self.settle(lines);
        let over = self.number(0, 1);
        self.set_cell(cell, Vec::new(), over, lines);
        // So that they wait for the next one, also where nothing is done until then.
        self.settle(lines);
    }

    /// What has begun before a scene does is passed over.
    fn moment_once_begun(&mut self, lasting: Lasting, name: &str, lines: &mut Lines) {
        let mut then = Lines::default();
        self.moment(lasting, name, true, &mut then);
        if !then.0.is_empty() {
            let cond = self.has_begun();
            lines.0.push(self.stmt(Code::If { cond, then: then.block(), other: Block::default() }));
        }
    }

    /// Counts of uses begin anew, each of them.
    fn forget_uses(&mut self, per: &str, lines: &mut Lines) {
        let own = self.m.world.limits.iter().filter(|limit| limit.often.within() == per);
        let cells: Vec<CellId> = own.map(|limit| limit.cell).collect();
        for cell in cells {
            let Some(index) = self.m.program.cells.get(cell.index()).map(|cell| cell.index.clone()) else {
                bug!("a limit without a count")
            };
            self.forget(cell, &index, &mut Vec::new(), lines);
        }
    }

    fn forget(&mut self, cell: CellId, index: &[Scalar], at: &mut Vec<LocalId>, lines: &mut Lines) {
        let Some((first, others)) = index.split_first() else {
            let (none, at) = (self.number(0, 1), at.iter().map(|local| self.get(*local)).collect());
            return self.set_cell(cell, at, none, lines);
        };
        let What::Id(domain) = first.what else { bug!("a limit for each of what has no members") };
        let over = self.add(Expr::All(domain));
        let var = self.local(" each", Type::Scalar(*first), false);
        let rest = self.local(" rest", Type::Set(domain), true);
        let mut body = Lines::default();
        at.push(var);
        self.forget(cell, others, at, &mut body);
        at.pop();
        lines.0.push(self.stmt(Code::For { var, rest, over, body: body.block() }));
    }

    /// `until end of movement`: what lasts until here becomes what it was at the start.
    pub(super) fn ends_of(&mut self, what: &str, lines: &mut Lines) {
        let fields: Vec<(usize, CellId)> = self
            .m
            .world
            .fields
            .iter()
            .enumerate()
            .filter(|(_, field)| field.until.is_some_and(|until| until.phases.iter().any(|phase| phase.text == what)))
            .filter_map(|(at, field)| match field.stored {
                Stored::Cell(cell) => Some((at, cell)),
                Stored::Table(_) => None,
            })
            .collect();
        for (at, _) in fields {
            self.begin_field(at, lines);
        }
        let states = (0..self.m.world.states.len())
            .filter(|at| {
                let state = self.m.world.states.get(*at);
                let until = state.and_then(|state| state.until);
                until.is_some_and(|until| until.phases.iter().any(|phase| phase.text == what))
            })
            .collect::<Vec<usize>>();
        for at in states {
            self.begin_state(at, lines);
        }
    }

    /// Whoever is asked starts as many as it may, and passes where that is enough or nothing is left to start.
    pub(super) fn offers(&mut self, offers: &Offers, lines: &mut Lines) {
        let Offers { site, by, least, most, offers, passed, owing } = offers;
        let owing = owing.as_ref();
        self.owing(owing, true, lines);
        let counted = least.is_some() || most.is_some() || passed.is_some();
        let rounds = Type::int(0, i64::from(MOST_ROUNDS));
        let [least, most] = [least, most].map(|bound| {
            // Of a number below 1 none is started.
            let value = self.emit(bound.as_ref()?);
            let local = self.local(" bound", Type::int(-MOST_NUMBER, MOST_NUMBER), false);
            self.set_local(local, value, true, lines);
            Some(local)
        });
        let started = self.local(" started", rounds, false);
        if counted {
            let none = self.number(0, 1);
            self.set_local(started, none, true, lines);
        }
        let mut body = Lines::default();
        if let Some(most) = most {
            let (so_far, most) = (self.get(started), self.get(most));
            let enough = self.binary(BinaryOp::Ge, so_far, most);
            let leaves = self.leaves(*passed, started, owing);
            body.0.push(self.stmt(Code::If { cond: enough, then: leaves, other: Block::default() }));
        }
        let mut arms = Vec::new();
        for offer in offers {
            let mut arm = self.start_arm(offer, by);
            if counted {
                let (so_far, one) = (self.get(started), self.number(1, 1));
                let after = self.binary(BinaryOp::Add, so_far, one);
                let mut more = Lines(std::mem::take(&mut arm.body.0));
                self.set_local(started, after, false, &mut more);
                arm.body = more.block();
            }
            arms.push(arm);
        }
        let enough = least.map(|least| {
            let (so_far, least) = (self.get(started), self.get(least));
            self.binary(BinaryOp::Ge, so_far, least)
        });
        let withheld = owing.map(|owing| {
            let due = self.emit(&owing.due);
            self.unary(UnaryOp::Not, due)
        });
        let may_pass = self.all_of(enough.into_iter().chain(withheld).collect());
        let otherwise = may_pass.map(|_| self.leaves(*passed, started, owing));
        let pass = self.leaves(*passed, started, owing);
        arms.push(self.way("pass", None, may_pass, pass));
        let site = self.emit_site(site);
        let by = self.emit(by);
        body.0.push(self.stmt(Code::Ask(Ask { by, site, start: true, order: false, arms, otherwise })));
        let count = self.local(" round", rounds, true);
        lines.0.push(self.stmt(Code::Loop { most: MOST_ROUNDS, count, body: body.block() }));
    }

    /// A list of actions begins or ends in which a side may owe something.
    fn owing(&mut self, owing: Option<&Owing>, begins: bool, lines: &mut Lines) {
        if let Some(Owing { on, .. }) = owing {
            let value = self.truth(begins);
            self.set_cell(*on, Vec::new(), value, lines);
        }
    }

    /// No more is started; who has started nothing has passed.
    fn leaves(&mut self, passed: Option<Local>, started: LocalId, owing: Option<&Owing>) -> Block {
        let mut lines = Lines::default();
        for (broken, site) in owing.iter().flat_map(|owing| &owing.broken) {
            let (cond, site) = (self.emit(broken), self.emit_site(site));
            let fails = self.stmt(Code::Fail { site, text: FaultText::Rule });
            lines.0.push(self.stmt(Code::If { cond, then: Block(vec![fails]), other: Block::default() }));
        }
        self.owing(owing, false, &mut lines);
        if let Some(passed) = passed {
            let passed = self.slot(passed);
            let (so_far, none) = (self.get(started), self.number(0, 1));
            let nothing = self.binary(BinaryOp::Eq, so_far, none);
            self.set_local(passed, nothing, false, &mut lines);
        }
        lines.0.push(self.stmt(Code::Break));
        lines.block()
    }

    /// The block for each side, in turn; again and again where it is said who ends it.
    pub(super) fn in_turn(&mut self, turns: &InTurn, lines: &mut Lines) {
        let Some(acting) = self.m.acting else { bug!("sides act in turn, and nobody asks who") };
        let ir = self.m.ir_type(Ty::One(Noun::Enum(SIDE)));
        let before = self.local(" before", ir, false);
        let was = self.read(acting, Vec::new());
        self.set_local(before, was, true, lines);
        let sides: Vec<LocalId> = turns.sides.iter().map(|side| self.kept_side(side, lines)).collect();
        match (sides.as_slice(), &turns.passing) {
            ([alone], None) => {
                self.one_acts(turns, acting, *alone, lines);
            }
            ([first, other], passing) => self.two_act(turns, acting, [*first, *other], passing.as_ref(), lines),
            _ => bug!("{} sides in turn", sides.len()),
        }
        let was = self.get(before);
        self.set_cell(acting, Vec::new(), was, lines);
    }

    /// The block, once, by this side; whether it passed.
    fn one_acts(&mut self, turns: &InTurn, acting: CellId, who: LocalId, lines: &mut Lines) -> LocalId {
        let side = self.get(who);
        self.set_cell(acting, Vec::new(), side, lines);
        let (passed, no) = (self.new_slot(turns.passed), self.truth(false));
        self.set_local(passed, no, true, lines);
        self.emit_lines(&turns.body, lines);
        passed
    }

    /// One loop, in which now the first side acts and now the second: so the block is emitted once.
    fn two_act(
        &mut self,
        turns: &InTurn,
        acting: CellId,
        [first, other]: [LocalId; 2],
        passing: Option<&Passing>,
        lines: &mut Lines,
    ) {
        let (second, no) = (self.local(" second", Type::BOOL, false), self.truth(false));
        self.set_local(second, no, true, lines);
        let mut body = Lines::default();
        let ir = self.m.ir_type(Ty::One(Noun::Enum(SIDE)));
        let (who, one) = (self.local(" acting", ir, false), self.get(first));
        self.set_local(who, one, true, &mut body);
        let (cond, other, mut then) = (self.get(second), self.get(other), Lines::default());
        self.set_local(who, other, false, &mut then);
        body.0.push(self.stmt(Code::If { cond, then: then.block(), other: Block::default() }));
        let most = match passing {
            None => {
                self.one_acts(turns, acting, who, &mut body);
                let both = self.get(second);
                self.leave_if(both, &mut body);
                self.now_the_other(second, &mut body);
                2
            }
            Some(passing) => {
                let passed = self.passed_so_far(passing, first, lines);
                self.one_acts_or_passes(turns, acting, (passing, passed), (who, second), &mut body);
                MOST_ROUNDS
            }
        };
        let count = self.local(" round", Type::int(0, i64::from(MOST_ROUNDS)), true);
        self.push_loop(Code::Loop { most, count, body: body.block() }, turns.left, lines);
    }

    fn now_the_other(&mut self, second: LocalId, lines: &mut Lines) {
        let now = self.get(second);
        let next = self.unary(UnaryOp::Not, now);
        self.set_local(second, next, false, lines);
    }

    /// Before the first round nobody has passed.
    fn passed_so_far(&mut self, passing: &Passing, first: LocalId, lines: &mut Lines) -> LocalId {
        let (one_passed, no) = (self.local(" one_passed", Type::BOOL, false), self.truth(false));
        self.set_local(one_passed, no, true, lines);
        if let Passing::One(name) = passing {
            let (name, value) = (self.new_slot(*name), self.get(first));
            self.set_local(name, value, true, lines);
        }
        one_passed
    }

    /// A round of sides that act until they pass: one side acts, then it is the other's turn.
    fn one_acts_or_passes(
        &mut self,
        turns: &InTurn,
        acting: CellId,
        (passing, one_passed): (&Passing, LocalId),
        (who, second): (LocalId, LocalId),
        body: &mut Lines,
    ) {
        let (mut yes, mut no) = (Lines::default(), Lines::default());
        let passed = self.one_acts(turns, acting, who, body);
        match passing {
            Passing::Both | Passing::InARow => {
                let both = self.get(one_passed);
                self.leave_if(both, &mut yes);
                let one = self.truth(true);
                self.set_local(one_passed, one, false, &mut yes);
            }
            Passing::One(name) => {
                let (name, who) = (self.slot(*name), self.get(who));
                self.set_local(name, who, false, &mut yes);
                yes.0.push(self.stmt(Code::Break));
            }
        }
        match passing {
            // Who has passed is asked no more: the other goes on alone.
            Passing::Both => {
                self.now_the_other(second, &mut yes);
                let alone = self.get(one_passed);
                let (cond, mut then) = (self.unary(UnaryOp::Not, alone), Lines::default());
                self.now_the_other(second, &mut then);
                no.0.push(self.stmt(Code::If { cond, then: then.block(), other: Block::default() }));
            }
            Passing::InARow => {
                let none = self.truth(false);
                self.set_local(one_passed, none, false, &mut no);
            }
            Passing::One(_) => {}
        }
        let cond = self.get(passed);
        body.0.push(self.stmt(Code::If { cond, then: yes.block(), other: no.block() }));
        if !matches!(passing, Passing::Both) {
            self.now_the_other(second, body);
        }
    }

    /// One arm for an action; further parameters are asked one after the other.
    fn start_arm(&mut self, offer: &Offer, by: &hir::Expr) -> Arm {
        let action = offer.action;
        let (Some(def), Some(can)) = (self.m.world.actions.get(action), self.m.can.get(&action).copied()) else {
            bug!("no action {action}");
        };
        let start = Start { func: def.func, can, params: def.params.clone(), offer, by };
        let mut chosen: Vec<LocalId> = Vec::new();
        let Some(first) = start.params.first() else {
            let guard = Some(self.call(can, Vec::new()));
            let body = self.start(start.func, &chosen);
            return self.way(&offer.name, None, guard, body);
        };
        let var = self.local(&format!(" {}", first.name), first.ir, false);
        chosen.push(var);
        let over = self.domain_set(first.ty);
        let begins = self.m.begins.get(&action).copied().map(|begins| {
            let first = self.get(var);
            self.call(begins, vec![first])
        });
        let possible = self.possible(&start, &chosen);
        let guard = match begins {
            Some(begins) => self.binary(BinaryOp::And, begins, possible),
            None => possible,
        };
        let body = self.next_param(&start, &mut chosen);
        self.way(&offer.name, Some((var, over)), Some(guard), body)
    }

    fn start(&mut self, func: FuncId, chosen: &[LocalId]) -> Block {
        let args = chosen.iter().map(|local| self.get(*local)).collect();
        let mut lines = Lines::default();
        self.do_call(func, args, &mut lines);
        self.settle(&mut lines);
        lines.block()
    }

    /// Is there a way to choose the parameters that are left?
    fn possible(&mut self, start: &Start<'_, 'a>, chosen: &[LocalId]) -> ExprId {
        let Some(next) = start.params.get(chosen.len()) else {
            let args = chosen.iter().map(|local| self.get(*local)).collect();
            return self.call(start.can, args);
        };
        let var = self.local(&format!(" {}", next.name), next.ir, false);
        let over = self.domain_set(next.ty);
        let mut more = chosen.to_vec();
        more.push(var);
        let value = self.possible(start, &more);
        self.fold(FoldOp::Any, Source { var, over, guard: None }, Some(value), None)
    }

    fn next_param(&mut self, start: &Start<'_, 'a>, chosen: &mut Vec<LocalId>) -> Block {
        let Some(next) = start.params.get(chosen.len()) else { return self.start(start.func, chosen) };
        let var = self.local(&format!(" {}", next.name), next.ir, false);
        let over = self.domain_set(next.ty);
        chosen.push(var);
        let guard = Some(self.possible(start, chosen));
        let body = self.next_param(start, chosen);
        let by = self.emit(start.by);
        let title = format!("{}: {}?", start.offer.name, next.name).replace('_', " ");
        let site = self.emit_site(&Site { cases: Vec::new(), title });
        let arm = self.way(&next.name, Some((var, over)), guard, body);
        let mut lines = Lines::default();
        self.ask(by, site, vec![arm], Some(Block::default()), &mut lines);
        lines.block()
    }

    /// All that a parameter may be: the members of its domain.
    fn domain_set(&mut self, ty: Ty) -> ExprId {
        let Ty::One(noun) = ty else { bug!("an action about what has no members") };
        let domain = self.m.domain_of(noun);
        self.add(Expr::All(domain))
    }
}
