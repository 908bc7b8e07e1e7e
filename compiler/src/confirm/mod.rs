//! What the prover met is seen to happen before it is told.
//!
//! In: findings, and the program that they are of. Out: the same findings; but a situation that was reckoned counts only
//! where it happens in a real state of the game in which no `never` is broken, and a situation that could not be
//! excluded counts where it does. Promises: what cannot be set up, or does not happen, is never told as wrong. The
//! machine for it is made only where something was met that nobody remembers, and holds no more than what is asked.
//! [`set_ups`] does the same for what is laid out.

pub(crate) mod set_ups;

use crate::lower::lower;
use crate::prepare::{Few, Prepared, only};
use crate::prove::{Assumption, Beyond, Finding, FindingKind, Fingerprint, Laid, OpenWhat, REMEMBERED, Witness};
use crate::translate::Translated;
use std::collections::{BTreeMap, BTreeSet};
use wgr_runtime::engine::{Never, Situation, Trial};
use wgr_runtime::exec::{Fault, FaultCode};
use wgr_runtime::ir::{Body, CellId, FuncId, FuncKind, Pos, Program, Role, RowIx, TableId};
use wgr_runtime::verify::{Verified, verify};

/// Situations that are set up for one check: the first ones of each function are enough to tell what is wrong.
const MOST: usize = 200;

/// What was seen before, by the fingerprint of the function that was asked, and in which round it was last of use.
#[derive(Default)]
pub(crate) struct Memory {
    /// Of each situation that was met: did it happen?
    situations: BTreeMap<Fingerprint, (u64, Vec<(FindingKind, bool)>)>,
    round: u64,
}

impl Memory {
    fn happened(&mut self, print: Fingerprint, met: &FindingKind) -> Option<bool> {
        let (round, known) = self.situations.get_mut(&print)?;
        *round = self.round;
        known.iter().find(|(kind, _)| kind == met).map(|(_, seen)| *seen)
    }
}

/// Sets up what was met.
pub(crate) fn confirm(
    memory: &mut Memory,
    made: &Translated,
    ready: &Prepared,
    (findings, prints): (&[Finding], &[Fingerprint]),
) -> Vec<Finding> {
    memory.round += 1;
    let print = |func: FuncId| prints.get(func.index()).copied().unwrap_or_default();
    // Only what is asked can be set up: of what is done nobody knows what was done before.
    let is_asked = |func: FuncId| ready.program.func(func).kind == FuncKind::Query && !ready.doubtful.contains(&func);
    let to_see = findings.iter().filter(|one| met(one).is_some() && is_asked(one.func)).take(MOST);
    let new = to_see.filter(|one| memory.happened(print(one.func), &unplaced(&one.kind)).is_none());
    let new: Vec<&Finding> = new.collect();
    let asked: BTreeSet<FuncId> = new.iter().map(|one| one.func).collect();
    let scene = if asked.is_empty() { None } else { Scene::new(made, ready, &asked) };
    for finding in new {
        let seen = match (&scene, met(finding)) {
            (Some(scene), Some(witness)) => scene.happens(finding, &witness.laid),
            _ => false,
        };
        let (_, known) = memory.situations.entry(print(finding.func)).or_default();
        known.push((unplaced(&finding.kind), seen));
    }
    let mut left = MOST;
    let said = findings.iter().map(|finding| {
        let seen = met(finding).is_some() && is_asked(finding.func) && left > 0 && {
            left -= 1;
            memory.happened(print(finding.func), &unplaced(&finding.kind)) == Some(true)
        };
        Finding { func: finding.func, kind: told(finding, seen) }
    });
    let said = said.collect();
    let oldest = memory.round.saturating_sub(REMEMBERED);
    memory.situations.retain(|_, (round, _)| *round >= oldest);
    said
}

/// Wherever it stands in the text, and its table among the others.
fn unplaced(kind: &FindingKind) -> FindingKind {
    let mut kind = kind.clone();
    if let FindingKind::TableHole { at, .. }
    | FindingKind::OpenLook { at, .. }
    | FindingKind::Beyond { at, .. }
    | FindingKind::OpenBeyond { at, .. } = &mut kind
    {
        *at = Pos::default();
    }
    if let FindingKind::TableHole { table, .. } | FindingKind::OpenLook { table, .. } = &mut kind {
        *table = TableId(0);
    }
    kind
}

/// The situation in which it was met, if there is one.
fn met(finding: &Finding) -> Option<&Witness> {
    match &finding.kind {
        FindingKind::Clash { witness, .. }
        | FindingKind::Gap { witness }
        | FindingKind::TableHole { witness, .. }
        | FindingKind::Beyond { witness, .. }
        | FindingKind::OpenBeyond { near: Some(witness), .. }
        | FindingKind::Open { near: Some(witness), .. } => Some(witness),
        FindingKind::Open { near: None, .. }
        | FindingKind::OpenBeyond { near: None, .. }
        | FindingKind::Relies { .. }
        | FindingKind::Same { .. }
        | FindingKind::Idle { .. }
        | FindingKind::Decided { .. }
        | FindingKind::Always { .. }
        | FindingKind::OpenLook { .. } => None,
    }
}

/// What is said of it, when it was seen to happen and when not.
fn told(finding: &Finding, seen: bool) -> FindingKind {
    const UNSEEN: &str = "the situation that was found could not be set up";
    let unseen = |what: OpenWhat, witness: &Witness| FindingKind::Open {
        what,
        why: UNSEEN.to_owned(),
        near: Some(witness.clone()),
    };
    match (&finding.kind, seen) {
        (FindingKind::Clash { a, b, witness, amounts }, false) => {
            unseen(OpenWhat::Clash { a: *a, b: *b, amounts: amounts.clone() }, witness)
        }
        (FindingKind::Gap { witness }, false) => unseen(OpenWhat::Gap, witness),
        (FindingKind::TableHole { table, expr, at, .. }, false) => {
            FindingKind::OpenLook { table: *table, expr: *expr, at: *at, none: false }
        }
        (FindingKind::Open { what: OpenWhat::Clash { a, b, amounts }, near: Some(witness), .. }, true) => {
            FindingKind::Clash { a: *a, b: *b, witness: witness.clone(), amounts: amounts.clone() }
        }
        (FindingKind::Open { what: OpenWhat::Gap, near: Some(witness), .. }, true) => {
            FindingKind::Gap { witness: witness.clone() }
        }
        (FindingKind::Beyond { what, expr, at, witness }, false) => {
            FindingKind::OpenBeyond { what: what.clone(), expr: *expr, at: *at, near: Some(witness.clone()) }
        }
        (FindingKind::OpenBeyond { what, expr, at, near: Some(witness) }, true) => {
            FindingKind::Beyond { what: what.clone(), expr: *expr, at: *at, witness: witness.clone() }
        }
        (kind, _) => kind.clone(),
    }
}

/// Is it about what a step costs? Then no rule faults: the answer itself tells.
fn costs(finding: &Finding) -> bool {
    matches!(
        finding.kind,
        FindingKind::Beyond { what: Beyond::Cost, .. } | FindingKind::OpenBeyond { what: Beyond::Cost, .. }
    )
}

/// Some functions, ready to be asked; none where they cannot be.
fn trial(few: &Program) -> Option<Trial> {
    let lowered = lower(few, &verify(few).ok()?).ok()?;
    Trial::new(&lowered).ok()
}

/// All that never may be, as few functions know it.
fn nevers(made: &Translated, few: &Few) -> Option<Vec<Never>> {
    let mut nevers = made.beside.nevers.clone();
    for func in nevers.iter_mut().flat_map(|never| &mut never.both) {
        *func = few.id(*func)?;
    }
    Some(nevers)
}

/// Where situations are set up.
struct Scene<'a> {
    program: &'a Program,
    assumptions: &'a [Assumption],
    verified: &'a Verified,
    /// What is asked, as the trial knows it.
    few: Few,
    nevers: Vec<Never>,
    trial: Trial,
}

impl<'a> Scene<'a> {
    /// Of these functions, what is asked of their parameters, and what is taken for granted.
    fn new(made: &'a Translated, ready: &'a Prepared, met: &BTreeSet<FuncId>) -> Option<Scene<'a>> {
        let mut asked = met.clone();
        asked.extend(made.beside.nevers.iter().flat_map(|never| never.both));
        for assumption in &made.assumptions {
            if let Assumption::Given { func, holds } = assumption
                && met.contains(func)
            {
                asked.insert(*holds);
            }
        }
        let few = only(&ready.program, &asked);
        let (trial, nevers) = (trial(&few.program)?, nevers(made, &few)?);
        let (program, verified) = (&*ready.program, &*ready.verified);
        Some(Scene { program, verified, assumptions: &made.assumptions, few, nevers, trial })
    }

    fn ask(&self, situation: &Situation, func: FuncId, args: &[i64]) -> Option<Result<i64, Fault>> {
        self.trial.ask(situation, self.few.id(func)?, args)
    }

    /// Does it fault there as was reckoned, while all that is taken for granted holds?
    fn happens(&self, finding: &Finding, laid: &Laid) -> bool {
        let (doubted, number) = match &finding.kind {
            FindingKind::Open { .. } => (true, false),
            FindingKind::Beyond { .. } | FindingKind::OpenBeyond { .. } => (true, true),
            FindingKind::Clash { .. }
            | FindingKind::Gap { .. }
            | FindingKind::TableHole { .. }
            | FindingKind::Relies { .. }
            | FindingKind::Same { .. }
            | FindingKind::Idle { .. }
            | FindingKind::Decided { .. }
            | FindingKind::Always { .. }
            | FindingKind::OpenLook { .. } => (false, false),
        };
        // What an action keeps while it runs is nowhere set up. And of numbers that states hold nobody says how they go
        // together: only what is handed in and printed is enough to call a sum wrong.
        let reads = self.verified.reads(finding.func);
        let keeps = reads.iter().any(|cell| self.program.cell(cell).role != Role::Game);
        if laid.keeps || doubted && keeps || number && laid.held {
            return false;
        }
        let (Some(situation), Some(args)) = (self.situation(laid), self.args(finding.func, laid)) else {
            return false;
        };
        self.holds_for(finding.func, &args, &situation)
            && self.trial.broken(&situation, &self.nevers).is_none()
            && match self.ask(&situation, finding.func, &args) {
                Some(Err(fault)) => self.is_it(finding, &fault),
                Some(Ok(answer)) => costs(finding) && answer < 0,
                None => false,
            }
    }

    fn situation(&self, laid: &Laid) -> Option<Situation> {
        let named = |of: &[(String, Vec<i64>, i64)]| {
            let cell = |name: &str| self.program.cells.iter().position(|cell| cell.name == name);
            let each = of.iter().map(|(name, index, value)| {
                let cell = CellId::new(cell(name)?);
                Some((cell, index.clone(), *value))
            });
            each.collect::<Option<Vec<_>>>()
        };
        Some(Situation { held: named(&laid.cells)?, members: named(&laid.members)? })
    }

    /// Whatever matters to nobody is the first that there is.
    fn args(&self, func: FuncId, laid: &Laid) -> Option<Vec<i64>> {
        let func_of = self.program.func(func);
        let each = func_of.param_types().enumerate().map(|(at, ty)| {
            let ty = ty.scalar()?;
            let said = laid.params.iter().find(|(local, _)| local.index() == at).map(|(_, value)| *value);
            Some(said.unwrap_or_else(|| self.first(func, at, ty)))
        });
        each.collect()
    }

    fn first(&self, of: FuncId, at: usize, ty: wgr_runtime::ir::Scalar) -> i64 {
        let listed = self.assumptions.iter().find_map(|assumption| match assumption {
            Assumption::Among { func, param, members } if *func == of && param.index() == at => members.first(),
            Assumption::Among { .. }
            | Assumption::Never { .. }
            | Assumption::Given { .. }
            | Assumption::AtLeast { .. }
            | Assumption::Held { .. }
            | Assumption::Decides { .. }
            | Assumption::Within { .. } => None,
        });
        listed.map_or_else(|| if ty.contains(0) { 0 } else { ty.lo.max(0).min(ty.hi) }, |member| i64::from(*member))
    }

    /// What always holds of the parameters.
    fn holds_for(&self, of: FuncId, args: &[i64], situation: &Situation) -> bool {
        self.assumptions.iter().all(|assumption| match assumption {
            Assumption::Given { func, holds } if *func == of => self.ask(situation, *holds, args) == Some(Ok(1)),
            Assumption::Among { func, param, members } if *func == of => {
                args.get(param.index()).is_some_and(|arg| members.iter().any(|member| i64::from(*member) == *arg))
            }
            Assumption::Within { cell, lo, hi } => {
                situation.held.iter().all(|(held, _, value)| held != cell || (lo..=hi).contains(&value))
            }
            Assumption::Never { .. }
            | Assumption::Given { .. }
            | Assumption::Among { .. }
            | Assumption::AtLeast { .. }
            | Assumption::Decides { .. }
            | Assumption::Held { .. } => true,
        })
    }

    fn is_it(&self, finding: &Finding, fault: &Fault) -> bool {
        if Some(fault.func) != self.few.id(finding.func) {
            return false;
        }
        match &finding.kind {
            FindingKind::Clash { a, b, .. } | FindingKind::Open { what: OpenWhat::Clash { a, b, .. }, .. } => {
                fault.code == FaultCode::Clash && [a, b].into_iter().any(|row| self.is_at(finding.func, *row, fault))
            }
            FindingKind::Gap { .. } | FindingKind::Open { what: OpenWhat::Gap, .. } => fault.code == FaultCode::Gap,
            FindingKind::TableHole { .. } => fault.code == FaultCode::Range,
            FindingKind::Beyond { what, .. } | FindingKind::OpenBeyond { what, .. } => match what {
                Beyond::Zero => fault.code == FaultCode::Zero,
                Beyond::State { .. } | Beyond::Param { .. } | Beyond::Answer { .. } => fault.code == FaultCode::Range,
                Beyond::Cost => false,
            },
            FindingKind::Relies { .. }
            | FindingKind::Same { .. }
            | FindingKind::Idle { .. }
            | FindingKind::Decided { .. }
            | FindingKind::Always { .. }
            | FindingKind::OpenLook { .. } => false,
        }
    }

    /// Is it this row that does not say the same as those before it?
    fn is_at(&self, func: FuncId, row: RowIx, fault: &Fault) -> bool {
        match &self.program.func(func).body {
            Body::Rows(rows) => rows.rows.get(row.index()).is_some_and(|row| fault.site == Some(row.site)),
            Body::Code(_) | Body::Limits(_) | Body::Goods(_) => false,
        }
    }
}
