//! Runs within a turn: parts of it that come one after the other, each with its number or member.
//!
//! Promises: which one runs is asked for only by what nothing comes to but from within the run; who ends a run leaves what
//! stands in it, phases and player turns, each of which ends as it always does.

use super::way::{Stage, phases_named};
use crate::callees::Callees;
use crate::diag::{Place, says};
use crate::hir::{self, StmtKind};
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::Ty;
use crate::translate::walk;
use crate::translate::world::{Entry, RunDef};
use std::collections::BTreeSet;
use wgr_grammar::ast::{self, Count, ItemKind, StmtKind as Said};
use wgr_runtime::ir::{CellId, FuncId, Trigger};

impl Reader<'_, '_> {
    pub(super) fn run(&mut self, name: &ast::Name, which: &Count, block: &ast::Block) -> Made<StmtKind> {
        let Some(stage) = self.stage.clone() else { return Err(ErrorReported) };
        let Some(Entry::Run(run)) = self.m.world.entry(&name.text) else { return Err(ErrorReported) };
        let to = match which {
            Count::Between(_, to) => Some(self.read_as(to, Ty::COUNT)?),
            _ => None,
        };
        let at = self.place(block.span);
        let mut inner = Reader::open(self.m, self.file, at);
        let mut body = hir::Block::new();
        let runs = stage.runs.iter().copied().chain([run]).collect();
        inner.stage = Some(Stage { on_the_way: true, runs, ..stage });
        inner.read_lines(block, &mut body)?;
        let binders = inner.binders;
        let goals = self.goals_within(block);
        let ends = self.ended_around(name, block);
        Ok(StmtKind::Run(Box::new(hir::Run { run, to, body, binders, goals, ends, at })))
    }

    /// `operation 2`, a line of a scene: which one runs as it begins.
    pub(super) fn run_of_scene(
        &mut self,
        name: &ast::Name,
        value: &ast::Expr,
        scenario: bool,
    ) -> Made<(hir::Target, hir::Expr)> {
        let Some(Entry::Run(run)) = self.m.world.entry(&name.text) else { return Err(ErrorReported) };
        let Some(def) = self.m.world.runs.get(run) else { return Err(ErrorReported) };
        let (cell, ty, first, hi, at) = (def.cell, def.ty, def.first, def.hi, self.place(name.span));
        if scenario {
            return Err(self.tell(says::run_of_a_scenario(&name.text, at)));
        }
        let read = self.read_as(value, ty)?;
        if ty == Ty::COUNT {
            let (wanted, at) = (self.m.constant(self.file, value, 1)?, self.place(value.span));
            if wanted < first || wanted > hi {
                return Err(self.tell(says::no_such_run(&name.text, wanted, (first, hi), at)));
            }
        }
        Ok((hir::Target { cell, index: Vec::new(), ty, at }, read))
    }

    /// `end operation` leaves the run that goes on, and is written in the sequence within it.
    pub(super) fn end_run(&mut self, run: usize, what: &ast::Name) -> Made<StmtKind> {
        let Some(def) = self.m.world.runs.get(run) else { return Err(ErrorReported) };
        let (over, first, at) = (def.over, def.at, self.place(what.span));
        let within = self.stage.as_ref().is_some_and(|stage| stage.runs.contains(&run));
        match over.filter(|_| within) {
            Some(over) => Ok(StmtKind::EndRun(over)),
            None => Err(self.tell(says::end_of_no_run(&what.text, at, first))),
        }
    }

    /// The runs around a run that a statement in it ends.
    fn ended_around(&self, name: &ast::Name, block: &ast::Block) -> Vec<CellId> {
        let own = self.m.world.runs.iter().find(|run| run.name == name.text).and_then(|run| run.over);
        let mut ended = self.ended_within(block);
        ended.retain(|over| Some(*over) != own);
        ended
    }

    /// The runs around a block that a statement in it ends.
    pub(super) fn ended_within(&self, block: &ast::Block) -> Vec<CellId> {
        let (mut ended, mut own) = (BTreeSet::new(), BTreeSet::new());
        walk::block(block, &mut |stmt| match &stmt.kind {
            Said::End(what) => {
                ended.insert(what.text.as_str());
            }
            Said::Run { name, .. } => {
                own.insert(name.text.as_str());
            }
            _ => {}
        });
        let runs = self
            .m
            .world
            .runs
            .iter()
            .filter(|run| ended.contains(run.name.as_str()) && !own.contains(run.name.as_str()));
        runs.filter_map(|run| run.over).collect()
    }
}

/// Which of a run is asked for where none may run: told where it is asked.
pub(crate) fn asked_outside(builder: &mut Builder<'_>, nevers: &[FuncId], callees: &mut Callees) {
    let reads = &builder.runs_read;
    if reads.is_empty() {
        return;
    }
    callees.are_of(&builder.program);
    let mut told: BTreeSet<(usize, Place)> = BTreeSet::new();
    for (nth, run) in builder.world.runs.iter().enumerate() {
        if !reads.iter().any(|(_, cell, _)| *cell == run.cell) {
            continue;
        }
        let outside = outside(builder, run, nevers, callees);
        let asked = reads.iter().filter(|(func, cell, _)| *cell == run.cell && outside.contains(func));
        told.extend(asked.map(|(_, _, at)| (nth, *at)));
    }
    for (nth, at) in told {
        let Some(run) = builder.world.runs.get(nth) else { continue };
        let what = says::asked_outside_of_run(&run.name, at, run.at);
        builder.tell(what);
    }
}

/// Whatever may be done or asked while none runs.
fn outside(builder: &Builder<'_>, run: &RunDef<'_>, nevers: &[FuncId], callees: &mut Callees) -> BTreeSet<FuncId> {
    let program = &builder.program;
    let inside = |trigger: &Trigger| {
        let waits = builder.waits.iter().find(|waits| waits.run == trigger.run);
        waits.is_some_and(|waits| waits.of.iter().all(|name| is_within(builder, run, name)))
    };
    let triggers = program.triggers.iter().filter(|trigger| !inside(trigger));
    let waiting = triggers.flat_map(Trigger::funcs);
    let hidden = program.cells.iter().filter_map(|cell| cell.hidden.as_ref().map(|hidden| hidden.sees));
    let mut next: Vec<FuncId> =
        program.main.into_iter().chain(waiting).chain(hidden).chain(nevers.iter().copied()).collect();
    let mut found = BTreeSet::new();
    while let Some(func) = next.pop() {
        if Some(func) != run.func && found.insert(func) {
            next.extend(callees.of(program, func).iter());
        }
    }
    found
}

/// Does what is called so begin and end in the run alone: the run itself, one within it, a phase that stands nowhere else?
fn is_within(builder: &Builder<'_>, run: &RunDef<'_>, name: &str) -> bool {
    let mut inner = name == run.name;
    walk::block(run.block, &mut |stmt| inner |= matches!(&stmt.kind, Said::Run { name: own, .. } if own.text == name));
    let times = phases_named(&builder.world, run.block, name);
    let everywhere: usize = builder
        .items()
        .map(|(_, item)| match &item.kind {
            ItemKind::Sequence(sequence) => phases_named(&builder.world, &sequence.body, name),
            _ => 0,
        })
        .sum();
    inner || times > 0 && times == everywhere
}

/// A scene says which one runs only where its phase stands in that run.
pub(super) fn in_that_run(builder: &Builder<'_>, file: FileId, scene: &ast::Scene, phase: &ast::Name) -> Made<()> {
    for line in &scene.lines {
        let ast::SceneLine::State { name, .. } = line else { continue };
        let Some(Entry::Run(run)) = builder.world.entry(&name.text) else { continue };
        let Some(def) = builder.world.runs.get(run) else { return Err(ErrorReported) };
        if phases_named(&builder.world, def.block, &phase.text) == 0 {
            let (at, phase_at) = (Place::new(file, name.span), Place::new(file, phase.span));
            return Err(builder.tell(says::run_of_another_phase(&name.text, &phase.text, at, phase_at)));
        }
    }
    Ok(())
}
