//! What is laid out is held to what the rules take for granted.
//!
//! In: the scenarios and scenes of a whole game. Out: a message for each in which something that never may be is so.
//! Promises: none is played twice while its function is the same; one that asks, rolls or draws first is not judged.
//! What all begin with, every counter and state as at the start, is done once for those that begin alike.

use super::{nevers, trial};
use crate::diag::{Diagnostic, says};
use crate::prepare::{Few, Prepared, only};
use crate::prove::{Fingerprint, REMEMBERED, ranges};
use crate::translate::{SetUp, Translated};
use std::collections::{BTreeMap, BTreeSet};
use wgr_runtime::board::Board;
use wgr_runtime::engine::{Begun, Situation, Trial};
use wgr_runtime::ir::{Body, CellId, Expr, Func, FuncId, HEX, Program, Stmt, StmtKind, What};
use wgr_runtime::side_by_side::side_by_side;

/// A set-up, and what is so once it is laid out.
type LaidOut = (Fingerprint, Vec<(CellId, i64)>);

/// Which `never` a set-up breaks, and for whom.
type Broken = (usize, Vec<i64>);

/// What was laid out before, and in which round it was last there.
#[derive(Default)]
pub(crate) struct Memory {
    known: BTreeMap<LaidOut, (u64, Option<Broken>)>,
    round: u64,
}

/// What set-ups are there, and what is known of them.
pub(crate) struct SetUps<'a> {
    memory: &'a mut Memory,
    made: &'a Translated,
    ready: &'a Prepared,
    each: Vec<(LaidOut, &'a SetUp)>,
}

impl<'a> SetUps<'a> {
    pub(crate) fn new(
        memory: &'a mut Memory,
        made: &'a Translated,
        ready: &'a Prepared,
        prints: &[Fingerprint],
    ) -> Self {
        let set_ups: &[SetUp] = if made.beside.nevers.is_empty() { &[] } else { &made.setups };
        let print = |set_up: &SetUp| prints.get(set_up.func.index()).copied().unwrap_or_default();
        let each = set_ups.iter().map(|set_up| ((print(set_up), set_up.begins.clone()), set_up)).collect();
        SetUps { memory, made, ready, each }
    }

    fn unknown(&self) -> impl Iterator<Item = &(LaidOut, &'a SetUp)> {
        self.each.iter().filter(|(of, _)| !self.memory.known.contains_key(of))
    }

    pub(crate) fn are_known(&self) -> bool {
        self.unknown().next().is_none()
    }

    /// Lays out those that are new.
    pub(crate) fn play(&mut self) {
        let unknown: Vec<(LaidOut, &SetUp)> = self.unknown().cloned().collect();
        if unknown.is_empty() {
            return;
        }
        let laid = lay_out(self.made, self.ready, unknown.iter().map(|(_, set_up)| *set_up));
        let laid = laid.unwrap_or_else(|| vec![None; unknown.len()]);
        let known = unknown.into_iter().zip(laid).map(|((of, _), broken)| (of, (self.memory.round, broken)));
        self.memory.known.extend(known);
    }

    /// Those in which something does not hold that the rules take for granted.
    pub(crate) fn told(self) -> Vec<Diagnostic> {
        let SetUps { memory, made, ready, each } = self;
        memory.round += 1;
        let mut told = Vec::new();
        for (of, set_up) in each {
            let Some((round, broken)) = memory.known.get_mut(&of) else { continue };
            *round = memory.round;
            told.extend(broken.as_ref().and_then(|broken| against(made, ready, set_up, broken)));
        }
        let oldest = memory.round.saturating_sub(REMEMBERED);
        memory.known.retain(|_, (round, _)| *round >= oldest);
        told
    }
}

/// A set-up that breaks something, and for whom.
fn against(made: &Translated, ready: &Prepared, set_up: &SetUp, (broken, members): &Broken) -> Option<Diagnostic> {
    let never = made.beside.nevers.get(*broken)?;
    let func = ready.program.func(never.both[0]);
    let whom = func.locals.iter().zip(members).map(|(local, member)| {
        let what = local.ty.scalar().map(|ty| ty.what);
        format!("{} {}", local.name, what.map_or_else(String::new, |what| printed(&ready.program, what, *member)))
    });
    let whom: Vec<String> = whom.collect();
    Some(says::laid_out_against(&set_up.name, &never.why, &whom.join(", "), set_up.at, *made.never_at.get(*broken)?))
}

/// A member as it is printed.
fn printed(program: &Program, what: What, member: i64) -> String {
    let What::Id(domain) = what else { return member.to_string() };
    let board = program.board.as_ref().filter(|_| domain == HEX).and_then(|spec| Board::new(spec).ok());
    let hex = board.and_then(|board| Some(board.name(board.hex(u16::try_from(member).ok()?)?)));
    let named = || usize::try_from(member).ok().and_then(|at| program.domain(domain).members.get(at).cloned());
    hex.or_else(named).unwrap_or_else(|| member.to_string())
}

/// What each breaks. None where nothing can be laid out.
fn lay_out<'a>(
    made: &Translated,
    ready: &Prepared,
    set_ups: impl Iterator<Item = &'a SetUp> + Clone,
) -> Option<Vec<Option<Broken>>> {
    let asked: BTreeSet<FuncId> = set_ups.clone().map(|set_up| set_up.func).collect();
    let nevers_ask = made.beside.nevers.iter().flat_map(|never| never.both);
    let mut few = only(&ready.program, &asked.into_iter().chain(nevers_ask).collect());
    let set_ups: Vec<(FuncId, &SetUp)> =
        set_ups.map(|set_up| Some((few.id(set_up.func)?, set_up))).collect::<Option<_>>()?;
    let starts: Vec<Option<Start>> = set_ups.iter().map(|(func, _)| start_of(&mut few, *func)).collect();
    let (trial, nevers) = (trial(&few.program)?, nevers(made, &few)?);
    // The first turn, where a set-up names none.
    let least: Vec<_> = ranges(&made.assumptions).into_iter().map(|(cell, (lo, _))| (cell, Vec::new(), lo)).collect();
    let mut alike: Vec<(Option<&Start>, Option<Begun>)> = Vec::new();
    for start in starts.iter().map(Option::as_ref) {
        if !alike.iter().any(|(known, _)| *known == start) {
            alike.push((start, begun(&trial, &least, start)));
        }
    }
    let jobs = set_ups.iter().zip(&starts).collect();
    let laid = side_by_side(
        jobs,
        || (),
        |(), ((func, set_up), start): (&(FuncId, &SetUp), &Option<Start>)| {
            let (_, begun) = alike.iter().find(|(known, _)| *known == start.as_ref())?;
            trial.laid_out_against(begun.as_ref()?, *func, &set_up.begins, &nevers)
        },
    );
    Some(laid)
}

/// What a set-up does first: so much is chosen, and then this is called.
#[derive(PartialEq, Eq)]
struct Start {
    chosen: Vec<(CellId, i64)>,
    call: FuncId,
}

/// Takes what it does first out of a set-up. None where it begins in another way; then it is as it was.
fn start_of(few: &mut Few, set_up: FuncId) -> Option<Start> {
    let func = few.program.funcs.get_mut(set_up.index())?;
    let (chosen, call, steps) = {
        let Body::Code(block) = &func.body else { return None };
        let chosen: Vec<(CellId, i64)> = block.0.iter().map_while(|stmt| chosen(func, stmt)).collect();
        let StmtKind::Call { into: None, func: call, args, .. } = &block.0.get(chosen.len())?.kind else { return None };
        let steps = chosen.len() + 1;
        (chosen, args.is_empty().then_some(*call)?, steps)
    };
    if let Body::Code(block) = &mut func.body {
        block.0.drain(..steps);
    }
    Some(Start { chosen, call })
}

/// A cell without index that becomes what is printed.
fn chosen(func: &Func, stmt: &Stmt) -> Option<(CellId, i64)> {
    let StmtKind::Set(write) = &stmt.kind else { return None };
    let Expr::Literal { value, .. } = func.exprs.get(write.value.index())?.expr else { return None };
    write.index.is_empty().then_some((write.cell, value))
}

fn begun(trial: &Trial, least: &[(CellId, Vec<i64>, i64)], start: Option<&Start>) -> Option<Begun> {
    let chosen = start.iter().flat_map(|start| &start.chosen).map(|(cell, value)| (*cell, Vec::new(), *value));
    let first = Situation { held: least.iter().cloned().chain(chosen).collect(), members: Vec::new() };
    trial.begun(&first, start.map(|start| start.call))
}
