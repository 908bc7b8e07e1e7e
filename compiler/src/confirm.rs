//! What the prover met is seen to happen before it is told.
//!
//! In: findings, and the program that they are of. Out: the same findings; but a situation that was reckoned counts only
//! where it happens in a real state of the game in which no `never` is broken, and a situation that could not be
//! excluded counts where it does. Promises: what cannot be set up, or does not happen, is never told as wrong. The
//! machine for it is made only where something was met, and holds no more than what is asked.

use crate::lower::lower;
use crate::prepare::{Prepared, only};
use crate::prove::{Assumption, Finding, FindingKind, Laid, OpenWhat, Witness};
use crate::translate::Translated;
use std::collections::BTreeSet;
use wgr_runtime::engine::{Never, Situation, Trial};
use wgr_runtime::exec::{Fault, FaultCode};
use wgr_runtime::ir::{Body, FuncId, FuncKind, Program, RowIx};
use wgr_runtime::verify::verify;

/// Situations that are set up for one check: the first ones of each function are enough to tell what is wrong.
const MOST: usize = 200;

pub(crate) fn confirmed(made: &Translated, ready: &Prepared<'_>, findings: &[Finding]) -> Vec<Finding> {
    let met: BTreeSet<FuncId> = findings.iter().filter(|one| met(one).is_some()).map(|one| one.func).collect();
    let met: BTreeSet<FuncId> = met.into_iter().filter(|id| !ready.doubtful.contains(id)).collect();
    let Some(scene) = (!met.is_empty()).then(|| Scene::new(made, ready, &met)).flatten() else {
        return findings.iter().map(|finding| Finding { func: finding.func, kind: told(finding, false) }).collect();
    };
    let mut left = MOST;
    let happens = |finding: &Finding| {
        let Some(witness) = met_in(finding, &met).filter(|_| left > 0) else { return false };
        left -= 1;
        scene.happens(finding, &witness.laid)
    };
    let mut happens = happens;
    findings
        .iter()
        .map(|finding| {
            let seen = happens(finding);
            Finding { func: finding.func, kind: told(finding, seen) }
        })
        .collect()
}

fn met_in<'f>(finding: &'f Finding, among: &BTreeSet<FuncId>) -> Option<&'f Witness> {
    met(finding).filter(|_| among.contains(&finding.func))
}

/// The situation in which it was met, if there is one.
fn met(finding: &Finding) -> Option<&Witness> {
    match &finding.kind {
        FindingKind::Clash { witness, .. }
        | FindingKind::Gap { witness }
        | FindingKind::TableHole { witness, .. }
        | FindingKind::Open { near: Some(witness), .. } => Some(witness),
        FindingKind::Open { near: None, .. }
        | FindingKind::Relies { .. }
        | FindingKind::Same { .. }
        | FindingKind::Idle { .. }
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
        (kind, _) => kind.clone(),
    }
}

/// Where situations are set up.
struct Scene<'a> {
    program: &'a Program,
    assumptions: &'a [Assumption],
    nevers: &'a [Never],
    trial: Trial,
}

impl<'a> Scene<'a> {
    /// Of these functions, what is asked of their parameters, and what is taken for granted.
    fn new(made: &'a Translated, ready: &'a Prepared<'_>, met: &BTreeSet<FuncId>) -> Option<Scene<'a>> {
        let mut asked = met.clone();
        asked.extend(made.nevers.iter().flat_map(|never| never.both));
        for assumption in &made.assumptions {
            if let Assumption::Given { func, holds } = assumption
                && met.contains(func)
            {
                asked.insert(*holds);
            }
        }
        let few = only(&ready.program, &asked);
        let lowered = lower(&few, &verify(&few).ok()?).ok()?;
        let trial = Trial::new(&lowered).ok()?;
        Some(Scene { program: &ready.program, assumptions: &made.assumptions, nevers: &made.nevers, trial })
    }

    /// Does it fault there as was reckoned, while all that is taken for granted holds?
    fn happens(&self, finding: &Finding, laid: &Laid) -> bool {
        let func = self.program.func(finding.func);
        if laid.keeps || func.kind != FuncKind::Query {
            return false;
        }
        let (Some(situation), Some(args)) = (self.situation(laid), self.args(finding.func, laid)) else {
            return false;
        };
        self.holds_for(finding.func, &args, &situation)
            && self.trial.broken(&situation, self.nevers).is_none()
            && matches!(self.trial.ask(&situation, finding.func, &args), Some(Err(fault)) if self.is_it(finding, &fault))
    }

    fn situation(&self, laid: &Laid) -> Option<Situation> {
        let named = |of: &[(String, Vec<i64>, i64)]| {
            let cell = |name: &str| self.program.cells.iter().position(|cell| cell.name == name);
            let each = of.iter().map(|(name, index, value)| {
                let cell = wgr_runtime::ir::CellId::new(cell(name)?);
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
            | Assumption::Within { .. } => None,
        });
        listed.map_or_else(|| if ty.contains(0) { 0 } else { ty.lo.max(0).min(ty.hi) }, |member| i64::from(*member))
    }

    /// What always holds of the parameters.
    fn holds_for(&self, of: FuncId, args: &[i64], situation: &Situation) -> bool {
        self.assumptions.iter().all(|assumption| match assumption {
            Assumption::Given { func, holds } if *func == of => self.trial.ask(situation, *holds, args) == Some(Ok(1)),
            Assumption::Among { func, param, members } if *func == of => {
                args.get(param.index()).is_some_and(|arg| members.iter().any(|member| i64::from(*member) == *arg))
            }
            Assumption::Within { cell, lo, hi } => {
                situation.held.iter().all(|(held, _, value)| held != cell || (lo..=hi).contains(&value))
            }
            Assumption::Never { .. } | Assumption::Given { .. } | Assumption::Among { .. } => true,
        })
    }

    fn is_it(&self, finding: &Finding, fault: &Fault) -> bool {
        if fault.func != finding.func {
            return false;
        }
        match &finding.kind {
            FindingKind::Clash { a, b, .. } | FindingKind::Open { what: OpenWhat::Clash { a, b, .. }, .. } => {
                fault.code == FaultCode::Clash && [a, b].into_iter().any(|row| self.is_at(finding.func, *row, fault))
            }
            FindingKind::Gap { .. } | FindingKind::Open { what: OpenWhat::Gap, .. } => fault.code == FaultCode::Gap,
            FindingKind::TableHole { .. } => fault.code == FaultCode::Range,
            FindingKind::Relies { .. }
            | FindingKind::Same { .. }
            | FindingKind::Idle { .. }
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
