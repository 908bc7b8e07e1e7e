//! The way to where a scene begins: the sequence is walked to the scene's phase and side, and nothing is done before.
//!
//! In: the blocks of the sequence. Out: the same blocks, in which whatever is not the goal of a scene is passed over while
//! the scene has not come there. Promises: a scene begins at the phase and side that it names, whatever stands around
//! them; a game that begins with a scenario passes over nothing.

use crate::hir::{self, Stmt, StmtKind};
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::walk;
use crate::translate::world::{PHASE, SIDE};
use wgr_grammar::ast::{self, StmtKind as Said};

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
    goals(block, None).into_iter().find(|goal| goal.phase == phase)
}

/// How often a phase of this name stands in the block.
pub(super) fn phases_named(block: &ast::Block, phase: &str) -> usize {
    goals(block, None).iter().filter(|goal| goal.phase == phase).count()
}

pub(super) fn goals_of_player_turns(sides: &[ast::Name], block: &ast::Block) -> Vec<Goal> {
    let sides: Vec<String> = sides.iter().map(|side| side.text.clone()).collect();
    goals(block, Some(&sides))
}

/// The goals of a block, which stands in player turns of these sides.
fn goals(block: &ast::Block, sides: Option<&[String]>) -> Vec<Goal> {
    block.stmts.iter().flat_map(|stmt| goals_of(stmt, sides)).collect()
}

fn goals_of(stmt: &ast::Stmt, sides: Option<&[String]>) -> Vec<Goal> {
    match &stmt.kind {
        Said::Phase { name, .. } => vec![Goal { phase: name.text.clone(), sides: sides.map(<[String]>::to_vec) }],
        Said::PlayerTurns { sides, block } => goals_of_player_turns(sides, block),
        _ => {
            let mut found = Vec::new();
            walk::blocks(&stmt.kind, &mut |block| found.extend(goals(block, sides)));
            found
        }
    }
}

impl Reader<'_, '_> {
    /// Whatever comes before the goal of a scene is passed over while the scene has not come there.
    pub(super) fn on_the_way(&mut self, block: &ast::Block, lines: &mut hir::Block) -> Made<()> {
        let (mut done, mut before) = (Ok(()), Vec::new());
        for stmt in &block.stmts {
            let goals = goals_of(stmt, None);
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

    /// Statements in which no scene begins. Names that they give are known behind them too.
    fn passed_over(&mut self, stmts: &[&ast::Stmt], lines: &mut hir::Block) -> Made<()> {
        let Some(first) = stmts.first() else { return Ok(()) };
        let (known, at) = (self.scope.len(), self.place(first.span));
        let (mut body, mut done) = (hir::Block::new(), Ok(()));
        for stmt in stmts {
            if self.statement(stmt, &mut body).is_err() {
                done = Err(ErrorReported);
            }
        }
        let names = self.scope.iter().skip(known).map(|bound| bound.local).collect();
        lines.push(Stmt { kind: StmtKind::PassedOver { stmts: body, names }, at });
        done
    }

    fn goal(&mut self, stmt: &ast::Stmt, goals: &[Goal], lines: &mut hir::Block) -> Made<()> {
        // Each side's turn is a goal of its own; the parts of a step are.
        if matches!(stmt.kind, Said::PlayerTurns { .. } | Said::Step(_)) {
            return self.statement(stmt, lines);
        }
        let (mut body, at) = (hir::Block::new(), self.place(stmt.span));
        self.statement(stmt, &mut body)?;
        let goals = self.read_goals(goals);
        lines.extend(body.into_iter().map(|stmt| {
            let stmt = Box::new(stmt);
            Stmt { kind: StmtKind::Begins { goals: goals.clone(), stmt }, at }
        }));
        Ok(())
    }

    /// Where scenes that have not begun come by: the goals of the block behind a condition.
    pub(super) fn leads_to(&self, block: &ast::Block) -> Option<Vec<hir::Goal>> {
        self.stage.as_ref().filter(|stage| stage.on_the_way)?;
        Some(self.read_goals(&goals(block, None)))
    }

    /// What is named without being declared has been told.
    pub(super) fn read_goals(&self, goals: &[Goal]) -> Vec<hir::Goal> {
        let one = |goal: &Goal| {
            let side = |side: &String| self.member_of(SIDE, side);
            let sides = goal.sides.as_ref().map(|sides| sides.iter().filter_map(side).collect());
            Some(hir::Goal { phase: self.member_of(PHASE, &goal.phase)?, sides })
        };
        goals.iter().filter_map(one).collect()
    }
}
