//! The way to where a scene begins: the sequence is walked to the scene's phase and side, and nothing is done before.
//!
//! In: the blocks of the sequence. Out: the same blocks, in which whatever is not the goal of a scene is passed over while
//! the scene has not come there. Promises: a scene begins at the phase and side that it names, whatever stands around
//! them; a game that begins with a scenario passes over nothing.

use crate::translate::builder::{ErrorReported, Made};
use crate::translate::ty::Noun;
use crate::translate::walk;
use crate::translate::world::{PHASE, SIDE};
use crate::translate::writer::{Bound, Lines, Writer};
use wgr_grammar::ast::{self, StmtKind as Said};
use wgr_runtime::ir::{BinaryOp, Block, Expr, ExprId, Scalar, StmtKind, Type};

/// Which part of the sequence is written.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub(crate) phase: Option<String>,
    /// Do player turns stand around it?
    pub(crate) of_a_side: bool,
    /// May a scene come by that has not begun yet?
    pub(crate) on_the_way: bool,
}

/// Where a scene can begin: a phase, and the sides that have it in player turns; none: it belongs to no side.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    phase: String,
    sides: Option<Vec<String>>,
}

impl Goal {
    pub(super) fn is_of(&self, side: &str) -> bool {
        self.sides.as_ref().is_none_or(|sides| sides.iter().any(|known| known == side))
    }

    pub(super) fn of(&self, side: &ast::Name) -> Goal {
        Goal { phase: self.phase.clone(), sides: Some(vec![side.text.clone()]) }
    }

    pub(super) fn sides(&self) -> Option<&[String]> {
        self.sides.as_deref()
    }
}

/// Where in this block a scene of that phase can begin.
pub(super) fn goals_of_phase(block: &ast::Block, phase: &str) -> Option<Goal> {
    goals(block, None, None).into_iter().find(|goal| goal.phase == phase)
}

pub(super) fn goals_of_player_turns(sides: &[ast::Name], block: &ast::Block, within: Option<&str>) -> Vec<Goal> {
    let sides: Vec<String> = sides.iter().map(|side| side.text.clone()).collect();
    match within {
        Some(phase) => vec![Goal { phase: phase.to_owned(), sides: Some(sides) }],
        None => goals(block, None, Some(&sides)),
    }
}

/// The goals of a block, which stands in this phase, in player turns of these sides.
fn goals(block: &ast::Block, within: Option<&str>, sides: Option<&[String]>) -> Vec<Goal> {
    block.stmts.iter().flat_map(|stmt| goals_of(stmt, within, sides)).collect()
}

fn goals_of(stmt: &ast::Stmt, within: Option<&str>, sides: Option<&[String]>) -> Vec<Goal> {
    match &stmt.kind {
        Said::Phase { name, block } => {
            let mut of = sides.map(<[String]>::to_vec);
            walk::block(block, &mut |stmt| {
                if let Said::PlayerTurns { sides, .. } = &stmt.kind {
                    of.get_or_insert_default().extend(sides.iter().map(|side| side.text.clone()));
                }
            });
            vec![Goal { phase: name.text.clone(), sides: of }]
        }
        Said::PlayerTurns { sides, block } => goals_of_player_turns(sides, block, within),
        _ => {
            let mut found = Vec::new();
            walk::blocks(&stmt.kind, &mut |block| found.extend(goals(block, within, sides)));
            found
        }
    }
}

impl Writer<'_, '_> {
    /// Whatever comes before the goal of a scene is passed over while the scene has not come there.
    pub(super) fn on_the_way(&mut self, block: &ast::Block, lines: &mut Lines) -> Made<()> {
        let (mut done, mut before) = (Ok(()), Vec::new());
        for stmt in &block.stmts {
            let goals = self.goals_here(stmt);
            if goals.is_empty() {
                before.push(stmt);
                continue;
            }
            for made in [self.passed_over(&std::mem::take(&mut before), lines), self.goal(stmt, &goals, lines)] {
                done = done.and(made);
            }
        }
        done.and(self.passed_over(&before, lines))
    }

    /// May a scene come by here that has not begun yet?
    pub(super) fn is_on_the_way(&self) -> bool {
        self.stage.as_ref().is_some_and(|stage| stage.on_the_way)
    }

    fn goals_here(&self, stmt: &ast::Stmt) -> Vec<Goal> {
        let within = self.stage.as_ref().and_then(|stage| stage.phase.as_deref());
        goals_of(stmt, within, None)
    }

    /// Statements in which no scene begins. Names that they give are known behind them too.
    fn passed_over(&mut self, stmts: &[&ast::Stmt], lines: &mut Lines) -> Made<()> {
        if stmts.is_empty() {
            return Ok(());
        }
        let (known, mut body, mut done) = (self.scope.len(), Lines::default(), Ok(()));
        let cond = self.has_begun();
        for stmt in stmts {
            if self.statement(stmt, &mut body).is_err() {
                done = Err(ErrorReported);
            }
        }
        for bound in self.scope.split_off(known) {
            if let Some(before) = self.declared_before(&bound, &mut body) {
                lines.0.push(before);
                self.scope.push(bound);
            }
        }
        lines.0.push(self.stmt(StmtKind::If { cond, then: body.block(), other: Block::default() }));
        done
    }

    /// A name that a block gives, given before the block; what stands in it is of no account until then.
    fn declared_before(&mut self, bound: &Bound, body: &mut Lines) -> Option<wgr_runtime::ir::Stmt> {
        let given = body.0.iter_mut().find_map(|stmt| match &mut stmt.kind {
            StmtKind::Let { local, fresh, .. } if *local == bound.local && *fresh => Some(fresh),
            _ => None,
        })?;
        *given = false;
        let ty = self.func.locals.get(bound.local.index())?.ty;
        let value = match ty {
            Type::Set(domain) => self.add(Expr::Empty(domain)),
            Type::Scalar(scalar) => {
                let ty = Scalar { what: scalar.what, lo: scalar.lo, hi: scalar.lo };
                self.add(Expr::Literal { value: scalar.lo, ty })
            }
        };
        Some(self.stmt(StmtKind::Let { local: bound.local, value, fresh: true }))
    }

    fn goal(&mut self, stmt: &ast::Stmt, goals: &[Goal], lines: &mut Lines) -> Made<()> {
        // Each side's turn is a goal of its own; the parts of a step are.
        if matches!(stmt.kind, Said::PlayerTurns { .. } | Said::Step(_)) {
            return self.statement(stmt, lines);
        }
        let mut body = Lines::default();
        self.statement(stmt, &mut body)?;
        self.stand(stmt.span);
        let cond = self.comes_to(goals);
        lines.0.push(self.stmt(StmtKind::If { cond, then: body.block(), other: Block::default() }));
        Ok(())
    }

    /// The condition of an `if` as a scene meets it that begins in one of its blocks.
    pub(super) fn or_leads_to(&mut self, cond: ExprId, block: &ast::Block) -> ExprId {
        if !self.is_on_the_way() {
            return cond;
        }
        let within = self.stage.as_ref().and_then(|stage| stage.phase.clone());
        let goals = goals(block, within.as_deref(), None);
        let begun = self.has_begun();
        let now = self.binary(BinaryOp::And, begun, cond);
        match self.is_one_of_goals(&goals) {
            Some(there) => self.binary(BinaryOp::Or, now, there),
            None => now,
        }
    }

    /// The condition of a `repeat` that a scene may come to before its first round.
    pub(super) fn or_not_begun(&mut self, cond: ExprId) -> ExprId {
        if !self.is_on_the_way() {
            return cond;
        }
        let begun = self.has_begun();
        let before = self.unary(wgr_runtime::ir::UnaryOp::Not, begun);
        self.binary(BinaryOp::Or, before, cond)
    }

    /// What is due is done; before a scene has begun nothing is.
    pub(super) fn settle_once_begun(&mut self, lines: &mut Lines) {
        if !self.is_on_the_way() {
            return self.settle(lines);
        }
        let (cond, mut then) = (self.has_begun(), Lines::default());
        self.settle(&mut then);
        let (then, other) = (then.block(), Block::default());
        lines.0.push(self.stmt(StmtKind::If { cond, then, other }));
    }

    /// The scene has come to where it begins.
    pub(super) fn has_come(&mut self, lines: &mut Lines) {
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

    pub(super) fn has_begun(&mut self) -> ExprId {
        let (from, none) = (self.m.from_phase, self.no_phase());
        let begins = self.read(from, Vec::new());
        self.binary(BinaryOp::Eq, begins, none)
    }

    fn no_phase(&mut self) -> ExprId {
        let domain = self.m.domain_of(Noun::Enum(PHASE));
        self.add(Expr::None(domain))
    }

    fn is_one_of_goals(&mut self, goals: &[Goal]) -> Option<ExprId> {
        let mut any: Option<ExprId> = None;
        for goal in goals {
            let Some(index) = self.member_of(PHASE, &goal.phase) else { continue };
            let (from, here) = (self.m.from_phase, self.member(Noun::Enum(PHASE), index));
            let begins = self.read(from, Vec::new());
            let mut one = self.binary(BinaryOp::Eq, begins, here);
            if let Some(sides) = &goal.sides
                && let Some(side) = self.is_scene_of(sides)
            {
                one = self.binary(BinaryOp::And, one, side);
            }
            any = Some(any.map_or(one, |before| self.binary(BinaryOp::Or, before, one)));
        }
        any
    }

    fn is_scene_of(&mut self, sides: &[String]) -> Option<ExprId> {
        let mut any: Option<ExprId> = None;
        for side in sides {
            let Some(member) = self.member_of(SIDE, side) else { continue };
            let (from, side) = (self.m.from_side, self.member(Noun::Enum(SIDE), member));
            let begins = self.read(from, Vec::new());
            let one = self.binary(BinaryOp::Eq, begins, side);
            any = Some(any.map_or(one, |before| self.binary(BinaryOp::Or, before, one)));
        }
        any
    }
}
