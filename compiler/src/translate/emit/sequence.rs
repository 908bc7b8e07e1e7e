//! Code of the sequence of play: turns, player turns, and the asks with which actions begin.

use crate::diag::Place;
use crate::hir::{self, Asked, Offer, Phase, PlayerTurns, Site};
use crate::limits::MOST_ROUNDS;
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::{PHASE, ParamDef, SIDE, Stored};
use crate::translate::writer::{Lines, Source, Writer};
use wgr_runtime::bug;
use wgr_runtime::ir::{
    Arm, Ask, BinaryOp, Block, Body, CellId, Expr, ExprId, FoldOp, FuncId, FuncKind, LocalId, StmtKind as Code, Type,
    UnaryOp, What,
};

/// No game has more turns.
const MOST_TURNS: u32 = 1000;

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
        if phase.begins {
            self.has_come(&mut lines);
        }
        self.forget_uses("phase", &mut lines);
        self.emit_lines(&phase.body, &mut lines);
        self.settle(&mut lines);
        self.ends_of(&phase.name, &mut lines);
        Body::Code(lines.block())
    }

    /// The turn at which the game begins is counted already.
    pub(super) fn turns(&mut self, count: &hir::Expr, block: &hir::Block, lines: &mut Lines) {
        let (turn, first) = (self.m.turn, self.m.first_turn);
        let (mut begins, mut next, mut body) = (Lines::default(), Lines::default(), Lines::default());
        for (op, lines) in [(BinaryOp::Gt, &mut begins), (BinaryOp::Ge, &mut next)] {
            let (now, last) = (self.read(turn, Vec::new()), self.emit(count));
            let over = self.binary(op, now, last);
            self.leave_if(over, lines);
        }
        let no = self.truth(false);
        self.set_cell(first, Vec::new(), no, &mut begins);
        let (now, one) = (self.read(turn, Vec::new()), self.number(1, 1));
        let after = self.binary(BinaryOp::Add, now, one);
        self.set_cell(turn, Vec::new(), after, &mut next);
        let cond = self.read(first, Vec::new());
        body.0.push(self.stmt(Code::If { cond, then: begins.block(), other: next.block() }));
        self.forget_uses("turn", &mut body);
        self.emit_lines(block, &mut body);
        self.ends_of("turn", &mut body);
        let round = self.local(" round", Type::int(0, i64::from(MOST_TURNS)), true);
        lines.0.push(self.stmt(Code::Loop { most: MOST_TURNS, count: round, body: body.block() }));
    }

    /// The block is a procedure of its own, called for each side.
    pub(super) fn player_turns(&mut self, turns: &PlayerTurns, lines: &mut Lines) {
        let func = self.m.declare("player_turn", FuncKind::Procedure, Vec::new(), None, turns.at);
        let mut inner = Writer::of_body(self.m, func, turns.binders.clone(), turns.at);
        let mut body = Lines::default();
        if turns.begins {
            inner.has_come(&mut body);
        }
        inner.forget_uses("player turn", &mut body);
        inner.emit_lines(&turns.body, &mut body);
        inner.ends_of("player_turn", &mut body);
        inner.done(Body::Code(body.block()));
        for (side, goals) in &turns.sides {
            let mut turn = Lines::default();
            let (phasing, value) = (self.m.phasing, self.member(Noun::Enum(SIDE), *side));
            self.set_cell(phasing, Vec::new(), value, &mut turn);
            self.do_call(func, Vec::new(), &mut turn);
            let cond = self.comes_to(goals);
            lines.0.push(self.stmt(Code::If { cond, then: turn.block(), other: Block::default() }));
        }
    }

    /// Counts of uses begin anew, also those of each side.
    fn forget_uses(&mut self, per: &str, lines: &mut Lines) {
        let limits: Vec<_> = self.m.world.actions.iter().flat_map(|action| action.limits.iter().cloned()).collect();
        for limit in limits.iter().filter(|limit| limit.ast.per.text == per) {
            let index = self.m.program.cells.get(limit.cell.index()).map(|cell| cell.index.clone()).unwrap_or_default();
            let none = |writer: &mut Self| writer.number(0, 1);
            match index.first() {
                None => {
                    let value = none(self);
                    self.set_cell(limit.cell, Vec::new(), value, lines);
                }
                Some(scalar) => {
                    let What::Id(domain) = scalar.what else { continue };
                    let over = self.add(Expr::All(domain));
                    let var = self.local(" each", Type::Scalar(*scalar), false);
                    let rest = self.local(" rest", Type::Set(domain), true);
                    let mut body = Lines::default();
                    let (one, value) = (self.get(var), none(self));
                    self.set_cell(limit.cell, vec![one], value, &mut body);
                    let stmt = self.stmt(Code::For { var, rest, over, body: body.block() });
                    lines.0.push(stmt);
                }
            }
        }
    }

    /// `until end of movement`: what lasts until here becomes what it was at the start.
    fn ends_of(&mut self, what: &str, lines: &mut Lines) {
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

    /// Each side is asked until it passes, but for those who have been asked before.
    pub(super) fn offers(&mut self, site: &Site, asked: &[Asked], at: Place, lines: &mut Lines) {
        for side in asked {
            let mut arms = Vec::new();
            for offer in &side.offers {
                let mut arm = self.start_arm(offer, &side.by);
                if let Some(to) = &offer.to {
                    let same = self.is_the_same(to, &side.by);
                    arm.guard = Some(arm.guard.map_or(same, |guard| self.binary(BinaryOp::And, same, guard)));
                }
                arms.push(arm);
            }
            self.stand_at(at);
            let site = self.emit_site(site);
            let leave = self.stmt(Code::Break);
            arms.push(self.way("pass", None, None, Block(vec![leave])));
            let by = self.emit(&side.by);
            let ask = self.stmt(Code::Ask(Ask { by, site, start: true, arms, otherwise: None }));
            let round = self.local(" round", Type::int(0, i64::from(MOST_ROUNDS)), true);
            let asked = self.stmt(Code::Loop { most: MOST_ROUNDS, count: round, body: Block(vec![ask]) });
            let again: Vec<ExprId> = side.before.iter().map(|known| self.is_the_same(known, &side.by)).collect();
            let again = again.into_iter().reduce(|a, b| self.binary(BinaryOp::Or, a, b));
            lines.0.push(match again {
                None => asked,
                Some(again) => {
                    let cond = self.unary(UnaryOp::Not, again);
                    self.stmt(Code::If { cond, then: Block(vec![asked]), other: Block::default() })
                }
            });
        }
    }

    fn is_the_same(&mut self, one: &hir::Expr, other: &hir::Expr) -> ExprId {
        let (one, other) = (self.emit(one), self.emit(other));
        self.binary(BinaryOp::Eq, one, other)
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
        let title = format!("{}: {}?", start.offer.name, next.name);
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
