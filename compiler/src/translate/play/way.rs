//! The way to where a scene begins: the sequence is walked to the scene's phase and side, and nothing is done before.
//!
//! In: the blocks of the sequence. Out: the same blocks, in which whatever is not the goal of a scene is passed over while
//! the scene has not come there. Promises: a scene begins at the phase and side that it names, whatever stands around
//! them; a game that begins with a scenario passes over nothing.

use crate::diag::Place;
use crate::hir::{self, Stmt, StmtKind};
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::walk;
use crate::translate::world::{PHASE, SIDE, World};
use wgr_grammar::ast::{self, ExprKind, StmtKind as Said};

/// Which part of the sequence is written.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub(crate) phase: Option<String>,
    /// Do player turns stand around it?
    pub(crate) of_a_side: bool,
    /// May a scene come by that has not begun yet?
    pub(crate) on_the_way: bool,
    /// The runs around it, by their place among them.
    pub(crate) runs: Vec<usize>,
}

/// Where a scene can begin: a phase, and whose it is.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    phase: String,
    title: Option<String>,
    of: Of,
}

/// Whose a phase is.
#[derive(Clone, Debug)]
pub(super) enum Of {
    Nobody,
    /// It stands in player turns of these.
    These(Vec<String>),
    /// In player turns that a state or value gives: whose is known in play.
    Found,
}

impl Goal {
    pub(super) fn is_of(&self, side: &str) -> bool {
        match &self.of {
            Of::Nobody | Of::Found => true,
            Of::These(sides) => sides.iter().any(|known| known == side),
        }
    }

    /// As a goal of this side alone, if it may be one.
    pub(super) fn of(&self, side: &str) -> Option<Goal> {
        self.is_of(side).then(|| Goal { of: Of::These(vec![side.to_owned()]), ..self.clone() })
    }

    pub(crate) fn is_of_a_side(&self) -> bool {
        !matches!(self.of, Of::Nobody)
    }

    pub(crate) fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// May some side have both?
    pub(super) fn meets(&self, other: &Goal) -> bool {
        match (&self.of, &other.of) {
            (Of::These(sides), _) => sides.iter().any(|side| other.is_of(side)),
            (Of::Nobody | Of::Found, _) => true,
        }
    }

    /// The sides that are written.
    pub(super) fn sides(&self) -> &[String] {
        match &self.of {
            Of::These(sides) => sides,
            Of::Nobody | Of::Found => &[],
        }
    }
}

/// Where in this block a scene of that phase can begin.
pub(super) fn goals_of_phase(world: &World<'_>, block: &ast::Block, phase: &str) -> Vec<Goal> {
    goals(world, block, &Of::Nobody).into_iter().filter(|goal| goal.phase == phase).collect()
}

/// How often a phase of this name stands in the block.
pub(crate) fn phases_named(world: &World<'_>, block: &ast::Block, phase: &str) -> usize {
    goals(world, block, &Of::Nobody).iter().filter(|goal| goal.phase == phase).count()
}

/// The goals of player turns of these sides.
pub(super) fn goals_of_player_turns(world: &World<'_>, sides: &[ast::Expr], block: &ast::Block) -> Vec<Goal> {
    let side = |side: &ast::Expr| named_side(world, side).map(|(name, _)| name.to_owned());
    let of = sides.iter().map(side).collect::<Option<Vec<String>>>().map_or(Of::Found, Of::These);
    goals(world, block, &of)
}

/// A side that is named outright, and its number.
pub(crate) fn named_side<'e>(world: &World<'_>, side: &'e ast::Expr) -> Option<(&'e str, i64)> {
    match &side.kind {
        ExprKind::Name(name) => Some((&name.text, world.member_of(SIDE, &name.text)?)),
        _ => None,
    }
}

/// Is it certain which ones run?
fn written(which: &ast::Count) -> bool {
    match which {
        ast::Count::Between(_, to) => !matches!(to.kind, ExprKind::Name(_)),
        _ => true,
    }
}

/// The goals of a block, and whose they are.
fn goals(world: &World<'_>, block: &ast::Block, of: &Of) -> Vec<Goal> {
    block.stmts.iter().flat_map(|stmt| goals_of(world, stmt, of)).collect()
}

fn goals_of(world: &World<'_>, stmt: &ast::Stmt, of: &Of) -> Vec<Goal> {
    match &stmt.kind {
        Said::Phase { name, .. } => {
            let title = stmt.title.as_ref().map(|title| title.text.clone());
            vec![Goal { phase: name.text.clone(), title, of: of.clone() }]
        }
        Said::PlayerTurns { sides, block } => goals_of_player_turns(world, sides, block),
        _ => {
            let mut found = Vec::new();
            walk::blocks(&stmt.kind, &mut |block| found.extend(goals(world, block, of)));
            found
        }
    }
}

impl Reader<'_, '_> {
    /// Whatever comes before the goal of a scene is passed over while the scene has not come there.
    pub(super) fn on_the_way(&mut self, block: &ast::Block, lines: &mut hir::Block) -> Made<()> {
        let (mut done, mut before) = (Ok(()), Vec::new());
        for stmt in &block.stmts {
            let goals = goals_of(&self.m.world, stmt, &Of::Nobody);
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

    pub(super) fn goals_within(&self, block: &ast::Block) -> Vec<hir::Goal> {
        self.read_goals(&goals(&self.m.world, block, &Of::Nobody))
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
        Some(self.goals_within(block))
    }

    /// Behind a block in which phases stand that may not be played, as nobody knows before: scenes that begin there.
    pub(super) fn told_if_missed(&self, block: &ast::Block, at: Place, lines: &mut hir::Block) {
        let mut found = false;
        walk::block(block, &mut |stmt| {
            found |= match &stmt.kind {
                Said::Run { which, .. } => !written(which),
                Said::PlayerTurns { sides, .. } => sides.iter().any(|side| named_side(&self.m.world, side).is_none()),
                _ => false,
            };
        });
        if found {
            lines.push(Stmt { kind: StmtKind::Missed(self.goals_within(block)), at });
        }
    }

    /// What is named without being declared has been told.
    pub(super) fn read_goals(&self, goals: &[Goal]) -> Vec<hir::Goal> {
        let one = |goal: &Goal| {
            let side = |side: &String| self.member_of(SIDE, side);
            let sides = match &goal.of {
                Of::These(sides) => Some(sides.iter().filter_map(side).collect()),
                Of::Nobody | Of::Found => None,
            };
            let printing = self.m.world.printing(&goal.phase, goal.title.as_deref());
            Some(hir::Goal { phase: self.member_of(PHASE, &goal.phase)?, printing, sides })
        };
        goals.iter().filter_map(one).collect()
    }
}
