//! Code of the way to where a scene begins: what stands before it is passed over until it has.

use crate::hir::{Block, Goal, Local, Stmt};
use crate::translate::ty::Noun;
use crate::translate::world::{PHASE, SIDE};
use crate::translate::writer::{Lines, Writer};
use wgr_runtime::ir::{self, BinaryOp, Expr, ExprId, FaultText, LocalId, Scalar, StmtKind as Code, Type, UnaryOp};

impl Writer<'_, '_> {
    pub(super) fn passed_over(&mut self, stmts: &Block, names: &[Local], lines: &mut Lines) {
        let (cond, mut body) = (self.has_begun(), Lines::default());
        self.emit_lines(stmts, &mut body);
        for name in names {
            let slot = self.slot(*name);
            lines.0.extend(self.declared_before(slot, &mut body));
        }
        lines.0.push(self.stmt(Code::If { cond, then: body.block(), other: ir::Block::default() }));
    }

    /// A name that a block gives, given before the block; what stands in it is of no account until then.
    fn declared_before(&mut self, slot: LocalId, body: &mut Lines) -> Option<ir::Stmt> {
        let given = body.0.iter_mut().find_map(|stmt| match &mut stmt.kind {
            Code::Let { local, fresh, .. } if *local == slot && *fresh => Some(fresh),
            _ => None,
        })?;
        *given = false;
        let value = match self.kept(slot).ty {
            Type::Set(domain) => self.add(Expr::Empty(domain)),
            Type::Scalar(scalar) => {
                let ty = Scalar { what: scalar.what, lo: scalar.lo, hi: scalar.lo };
                self.add(Expr::Literal { value: scalar.lo, ty })
            }
        };
        Some(self.stmt(Code::Let { local: slot, value, fresh: true }))
    }

    pub(super) fn begins(&mut self, goals: &[Goal], stmt: &Stmt, lines: &mut Lines) {
        let mut body = Lines::default();
        self.emit_stmt(stmt, &mut body);
        self.stand_at(stmt.at);
        let cond = self.comes_to(goals);
        lines.0.push(self.stmt(Code::If { cond, then: body.block(), other: ir::Block::default() }));
    }

    /// Behind what may not be played: a scene that begins there has been passed by.
    pub(super) fn missed(&mut self, goals: &[Goal], lines: &mut Lines) {
        let begun = self.has_begun();
        let Some(there) = self.is_one_of_goals(goals) else { return };
        let before = self.unary(UnaryOp::Not, begun);
        let cond = self.binary(BinaryOp::And, before, there);
        let title = "the scene does not begin: its phase is not played as the scene is laid out".to_owned();
        let site = self.m.intern_site(ir::Site { cases: Vec::new(), title });
        let fail = self.stmt(Code::Fail { site, text: FaultText::Rule });
        lines.0.push(self.stmt(Code::If { cond, then: ir::Block(vec![fail]), other: ir::Block::default() }));
    }

    /// The condition of an `if` as a scene meets it that begins in one of its blocks.
    pub(super) fn or_leads_to(&mut self, cond: ExprId, goals: &[Goal]) -> ExprId {
        let begun = self.has_begun();
        let now = self.binary(BinaryOp::And, begun, cond);
        match self.is_one_of_goals(goals) {
            Some(there) => self.binary(BinaryOp::Or, now, there),
            None => now,
        }
    }

    /// What is due is done; before a scene has begun nothing is.
    pub(super) fn settle_once_begun(&mut self, lines: &mut Lines) {
        let (cond, mut then) = (self.has_begun(), Lines::default());
        self.settle(&mut then);
        let (then, other) = (then.block(), ir::Block::default());
        lines.0.push(self.stmt(Code::If { cond, then, other }));
    }

    /// The scene has come to where it begins.
    pub(crate) fn has_come(&mut self, lines: &mut Lines) {
        let (from, none) = (self.m.from_phase, self.no_phase());
        self.set_cell(from, Vec::new(), none, lines);
    }

    /// The game goes on, or a scene begins here.
    pub(super) fn comes_to(&mut self, goals: &[Goal]) -> ExprId {
        let begun = self.has_begun();
        match self.is_one_of_goals(goals) {
            Some(there) => self.binary(BinaryOp::Or, begun, there),
            None => begun,
        }
    }

    /// The game goes on, or a scene of this side begins here.
    pub(super) fn comes_to_goals_of(&mut self, goals: &[Goal], side: LocalId) -> ExprId {
        let begun = self.has_begun();
        let Some(there) = self.is_one_of_goals(goals) else { return begun };
        let (from, side) = (self.read(self.m.from_side, Vec::new()), self.get(side));
        let own = self.binary(BinaryOp::Eq, from, side);
        let there = self.binary(BinaryOp::And, there, own);
        self.binary(BinaryOp::Or, begun, there)
    }

    pub(super) fn has_begun(&mut self) -> ExprId {
        let (from, none) = (self.m.from_phase, self.no_phase());
        let begins = self.read(from, Vec::new());
        self.binary(BinaryOp::Eq, begins, none)
    }

    fn no_phase(&mut self) -> ExprId {
        let domain = self.m.domain_of(Noun::Enum(PHASE));
        self.add(Expr::None(domain))
    }

    pub(super) fn is_one_of_goals(&mut self, goals: &[Goal]) -> Option<ExprId> {
        let mut any: Option<ExprId> = None;
        for goal in goals {
            let mut one = self.begins_with(self.m.from_phase, Noun::Enum(PHASE), goal.phase);
            if let (Some(printing), Some((_, from))) = (goal.printing, self.m.printing) {
                let (said, this) = (self.read(from, Vec::new()), self.number(printing, 1));
                let this = self.binary(BinaryOp::Eq, said, this);
                one = self.binary(BinaryOp::And, one, this);
            }
            let sides = goal.sides.iter().flatten();
            let sides: Vec<ExprId> =
                sides.map(|side| self.begins_with(self.m.from_side, Noun::Enum(SIDE), *side)).collect();
            if let Some(side) = sides.into_iter().reduce(|a, b| self.binary(BinaryOp::Or, a, b)) {
                one = self.binary(BinaryOp::And, one, side);
            }
            any = Some(any.map_or(one, |before| self.binary(BinaryOp::Or, before, one)));
        }
        any
    }

    fn begins_with(&mut self, cell: ir::CellId, noun: Noun, member: i64) -> ExprId {
        let here = self.member(noun, member);
        let begins = self.read(cell, Vec::new());
        self.binary(BinaryOp::Eq, begins, here)
    }
}
