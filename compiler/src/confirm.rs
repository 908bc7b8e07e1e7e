//! What the prover met is seen to happen before it is told.
//!
//! In: findings, and the program that they are of. Out: the same findings; but a situation that was reckoned counts only
//! where it happens in a real state of the game in which no `never` is broken, and a situation that could not be
//! excluded counts where it does. Promises: what cannot be set up, or does not happen, is never told as wrong. The
//! machine for it is made only where something was met that nobody remembers, and holds no more than what is asked.

use crate::diag::{Diagnostic, says};
use crate::lower::lower;
use crate::prepare::{Few, Prepared, only};
use crate::prove::{
    Assumption, Beyond, Finding, FindingKind, Fingerprint, Laid, OpenWhat, REMEMBERED, Witness, ranges,
};
use crate::translate::{SetUp, Translated};
use std::collections::{BTreeMap, BTreeSet};
use wgr_runtime::board::Board;
use wgr_runtime::engine::{Never, Situation, Trial};
use wgr_runtime::exec::{Fault, FaultCode};
use wgr_runtime::ir::{Body, CellId, FuncId, FuncKind, HEX, Pos, Program, Role, RowIx, TableId, What};
use wgr_runtime::verify::{Verified, verify};

/// Situations that are set up for one check: the first ones of each function are enough to tell what is wrong.
const MOST: usize = 200;

/// A set-up, and what is so once it is laid out.
type LaidOut = (Fingerprint, Vec<(CellId, i64)>);

/// Which `never` a set-up breaks, and for whom.
type Broken = (usize, Vec<i64>);

/// What was seen before, by the fingerprint of the function that was asked, and in which round it was last of use.
#[derive(Default)]
pub(crate) struct Memory {
    /// Of each situation that was met: did it happen?
    situations: BTreeMap<Fingerprint, (u64, Vec<(FindingKind, bool)>)>,
    set_ups: BTreeMap<LaidOut, (u64, Option<Broken>)>,
    round: u64,
}

impl Memory {
    fn happened(&mut self, print: Fingerprint, met: &FindingKind) -> Option<bool> {
        let (round, known) = self.situations.get_mut(&print)?;
        *round = self.round;
        known.iter().find(|(kind, _)| kind == met).map(|(_, seen)| *seen)
    }
}

/// What is said of findings and of set-ups.
pub(crate) struct Confirmed {
    pub(crate) findings: Vec<Finding>,
    /// Set-ups in which something does not hold that the rules take for granted.
    pub(crate) set_ups: Vec<Diagnostic>,
}

/// Sets up what was met; and, of a whole game, what is laid out.
pub(crate) fn confirm(
    memory: &mut Memory,
    made: &Translated,
    ready: &Prepared,
    (findings, prints): (&[Finding], &[Fingerprint]),
    whole: bool,
) -> Confirmed {
    memory.round += 1;
    let print = |func: FuncId| prints.get(func.index()).copied().unwrap_or_default();
    let to_see = findings.iter().filter(|one| met(one).is_some() && !ready.doubtful.contains(&one.func)).take(MOST);
    let new = to_see.filter(|one| memory.happened(print(one.func), &unplaced(&one.kind)).is_none());
    let new: Vec<&Finding> = new.collect();
    let set_ups: &[SetUp] = if whole && !made.beside.nevers.is_empty() { &made.setups } else { &[] };
    let of = |set_up: &SetUp| (print(set_up.func), set_up.begins.clone());
    let unknown: Vec<&SetUp> = set_ups.iter().filter(|set_up| !memory.set_ups.contains_key(&of(set_up))).collect();
    let asked: BTreeSet<FuncId> =
        new.iter().map(|one| one.func).chain(unknown.iter().map(|set_up| set_up.func)).collect();
    let scene = if asked.is_empty() { None } else { Scene::new(made, ready, &asked) };
    for finding in new {
        let seen = match (&scene, met(finding)) {
            (Some(scene), Some(witness)) => scene.happens(finding, &witness.laid),
            _ => false,
        };
        let (_, known) = memory.situations.entry(print(finding.func)).or_default();
        known.push((unplaced(&finding.kind), seen));
    }
    for set_up in unknown {
        let broken = scene.as_ref().and_then(|scene| scene.laid_out_against(set_up));
        memory.set_ups.insert(of(set_up), (memory.round, broken));
    }
    let mut left = MOST;
    let said = findings.iter().map(|finding| {
        let seen = met(finding).is_some() && !ready.doubtful.contains(&finding.func) && left > 0 && {
            left -= 1;
            memory.happened(print(finding.func), &unplaced(&finding.kind)) == Some(true)
        };
        Finding { func: finding.func, kind: told(finding, seen) }
    });
    let findings = said.collect();
    let mut told = Vec::new();
    for set_up in set_ups {
        let Some((round, broken)) = memory.set_ups.get_mut(&of(set_up)) else { continue };
        *round = memory.round;
        told.extend(broken.as_ref().and_then(|broken| against(made, ready, set_up, broken)));
    }
    let oldest = memory.round.saturating_sub(REMEMBERED);
    memory.situations.retain(|_, (round, _)| *round >= oldest);
    memory.set_ups.retain(|_, (round, _)| *round >= oldest);
    Confirmed { findings, set_ups: told }
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
        let lowered = lower(&few.program, &verify(&few.program).ok()?).ok()?;
        let trial = Trial::new(&lowered).ok()?;
        let mut nevers = made.beside.nevers.clone();
        for func in nevers.iter_mut().flat_map(|never| &mut never.both) {
            *func = few.id(*func)?;
        }
        let (program, verified) = (&*ready.program, &*ready.verified);
        Some(Scene { program, verified, assumptions: &made.assumptions, few, nevers, trial })
    }

    fn ask(&self, situation: &Situation, func: FuncId, args: &[i64]) -> Option<Result<i64, Fault>> {
        self.trial.ask(situation, self.few.id(func)?, args)
    }

    /// Does it fault there as was reckoned, while all that is taken for granted holds?
    fn happens(&self, finding: &Finding, laid: &Laid) -> bool {
        let func = self.program.func(finding.func);
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
        if laid.keeps || func.kind != FuncKind::Query || doubted && keeps || number && laid.held {
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

    fn laid_out_against(&self, set_up: &SetUp) -> Option<Broken> {
        // The first turn, where a set-up names none.
        let least = ranges(self.assumptions).into_iter().map(|(cell, (lo, _))| (cell, Vec::new(), lo));
        let first = Situation { held: least.collect(), members: Vec::new() };
        self.trial.laid_out_against(self.few.id(set_up.func)?, &first, &set_up.begins, &self.nevers)
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
