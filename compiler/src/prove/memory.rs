//! Proving a program, and proving it again after an edit: what is known of a function by its fingerprint is not
//! proved twice. The findings are the same with a memory and without.

use super::check::{Budget, Checker, Result, TOTAL};
use super::facts::Facts;
use super::finding::{Assumption, Finding, FindingKind, Proof};
use super::fingerprint::{self, Fingerprint};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wgr_runtime::ir::{Body, Expr, Func, FuncId, Program};
use wgr_runtime::side_by_side::side_by_side;
use wgr_runtime::verify::Verified;

/// What a function says, and what might be spent on it.
type Print = (Fingerprint, Budget);

/// What was found before.
#[derive(Default)]
pub struct Memory {
    /// Of the functions of the last program, by their places in it: most stand there as they did.
    last: Vec<(Print, Arc<Result>)>,
    /// Those of which something was found, and what all of them come to.
    telling: BTreeSet<FuncId>,
    sum: Sum,
    /// By fingerprint and what might be spent, and in which round it was last of use.
    known: BTreeMap<Print, (u64, Arc<Result>)>,
    round: u64,
    fresh: usize,
}

/// What was proved, and what was spent on it.
#[derive(Clone, Copy, Default)]
struct Sum {
    proved: u32,
    tried: u64,
}

/// Rounds for which something is remembered that nobody asks for: an edit is often taken back.
pub(crate) const REMEMBERED: u64 = 16;
/// So many functions that nobody knows are worth a second thread.
const MANY: usize = 64;

impl Memory {
    /// Everything that can be said of a program's rows and look-ups before it runs; only what is new since the last rounds
    /// is looked at.
    pub fn prove(&mut self, program: &Program, verified: &Verified, assumptions: &[Assumption]) -> Proof {
        self.prove_by(&fingerprint::prints(program, verified, assumptions), program, verified, assumptions)
    }

    /// With the fingerprints of its functions.
    pub(crate) fn prove_by(
        &mut self,
        prints: &[Fingerprint],
        program: &Program,
        verified: &Verified,
        assumptions: &[Assumption],
    ) -> Proof {
        self.round += 1;
        self.fresh = 0;
        let others = self.others(prints);
        let known = others.and_then(|others| self.again(&others, prints, (program, verified), assumptions));
        let proof = known.unwrap_or_else(|| self.all(prints, (program, verified), assumptions));
        let oldest = self.round.saturating_sub(REMEMBERED);
        self.known.retain(|_, (round, _)| *round >= oldest);
        proof
    }

    /// The few functions that say something else than those of the last program in their place, where there are as many.
    fn others(&self, prints: &[Fingerprint]) -> Option<Vec<FuncId>> {
        let both = self.last.iter().zip(prints).enumerate();
        let others = both.filter(|(_, ((was, _), print))| was.0 != **print).map(|(at, _)| FuncId::new(at));
        let others: Vec<FuncId> = others.take(MANY).collect();
        (self.last.len() == prints.len() && others.len() < MANY).then_some(others)
    }

    /// Only these are looked at. None where all functions together take more than a program may take.
    fn again(
        &mut self,
        others: &[FuncId],
        prints: &[Fingerprint],
        (program, verified): (&Program, &Verified),
        assumptions: &[Assumption],
    ) -> Option<Proof> {
        let mut facts = Facts::new(program, assumptions);
        let (mut new, Sum { mut proved, mut tried }) = (Vec::with_capacity(others.len()), self.sum);
        for id in others {
            let print = (prints[id.index()], Budget::WHOLE);
            let (_, was) = &self.last[id.index()];
            let result = match self.known.get_mut(&print) {
                Some((round, known)) => {
                    *round = self.round;
                    known.clone()
                }
                None => {
                    let result = Arc::new(check(&mut facts, (program, verified), assumptions, *id, Budget::WHOLE));
                    self.fresh += 1;
                    self.known.insert(print, (self.round, result.clone()));
                    result
                }
            };
            proved = proved - was.proved + result.proved;
            tried = tried - was.tried + result.tried;
            new.push((print, result));
        }
        if self.sum.tried >= TOTAL || tried >= TOTAL {
            return None;
        }
        for (id, new) in others.iter().zip(new) {
            let (print, was) = std::mem::replace(&mut self.last[id.index()], new);
            // What it said is remembered: an edit is often taken back.
            self.known.insert(print, (self.round, was));
            self.telling.remove(id);
            if !self.last[id.index()].1.kinds.is_empty() {
                self.telling.insert(*id);
            }
        }
        self.sum = Sum { proved, tried };
        let mut proof = Proof { proved, tried, ..Proof::default() };
        for id in &self.telling {
            proof.finds(*id, &self.last[id.index()].1, program);
        }
        Some(proof)
    }

    /// Everything is asked for.
    fn all(
        &mut self,
        prints: &[Fingerprint],
        (program, verified): (&Program, &Verified),
        assumptions: &[Assumption],
    ) -> Proof {
        self.others_are_kept(prints);
        let mut facts = Facts::new(program, assumptions);
        let mut ahead = self.ahead(prints, (program, verified), assumptions);
        let mut found = Vec::with_capacity(prints.len());
        let proof = gather(program, |id, budget| {
            let print = (prints[id.index()], budget);
            let result = if let Some((_, known)) = self.last.get(id.index()).filter(|(was, _)| *was == print) {
                known.clone()
            } else if let Some((round, known)) = self.known.get_mut(&print) {
                *round = self.round;
                known.clone()
            } else {
                let ahead = ahead.remove(&id).filter(|_| budget == Budget::WHOLE);
                let result = ahead.unwrap_or_else(|| check(&mut facts, (program, verified), assumptions, id, budget));
                let result = Arc::new(result);
                self.fresh += 1;
                self.known.insert(print, (self.round, result.clone()));
                result
            };
            found.push((print, result.clone()));
            result
        });
        let telling = found.iter().enumerate().filter(|(_, (_, result))| !result.kinds.is_empty());
        self.telling = telling.map(|(at, _)| FuncId::new(at)).collect();
        self.sum = Sum { proved: proof.proved, tried: proof.tried };
        self.last = found;
        proof
    }

    /// What was found of functions that say something else now, or stand elsewhere, is remembered by what they said.
    fn others_are_kept(&mut self, prints: &[Fingerprint]) {
        for (at, (print, result)) in self.last.iter().enumerate() {
            if prints.get(at) != Some(&print.0) {
                self.known.insert(*print, (self.round, result.clone()));
            }
        }
    }

    /// Where much is new: what is found of its functions, side by side and from the first on, until all that a program
    /// may take is taken. What one finds rests on no other.
    fn ahead<'p>(
        &self,
        prints: &[Fingerprint],
        (program, verified): (&'p Program, &'p Verified),
        assumptions: &[Assumption],
    ) -> BTreeMap<FuncId, Result> {
        // Of functions that say the same one is looked at.
        let (mut new, mut met, mut spent) = (Vec::new(), BTreeSet::new(), 0);
        for (at, print) in prints.iter().enumerate() {
            if spent >= TOTAL {
                break;
            }
            let print = (*print, Budget::WHOLE);
            let last = self.last.get(at).filter(|(was, _)| *was == print).map(|(_, known)| known);
            match last.or_else(|| self.known.get(&print).map(|(_, known)| known)) {
                Some(known) => spent += known.tried,
                None if met.insert(print.0) => new.push(FuncId::new(at)),
                None => {}
            }
        }
        if new.len() < MANY {
            return BTreeMap::new();
        }
        let tried = AtomicU64::new(spent);
        let each = |facts: &mut Facts<'p>, id: FuncId| {
            if tried.load(Ordering::Relaxed) >= TOTAL {
                return None;
            }
            let result = check(facts, (program, verified), assumptions, id, Budget::WHOLE);
            tried.fetch_add(result.tried, Ordering::Relaxed);
            Some((id, result))
        };
        side_by_side(new, || Facts::new(program, assumptions), each).into_iter().flatten().collect()
    }

    /// What is found of one function in a program that is made of another by some change; `print` tells function and change.
    /// `proof` is that of the other. The program is made only where nobody remembers.
    pub(crate) fn prove_one(
        &mut self,
        (id, print): (FuncId, Fingerprint),
        (proof, verified): (&Proof, &Verified),
        assumptions: &[Assumption],
        changed: impl FnOnce() -> Program,
    ) -> Vec<Finding> {
        let budget = if proof.tried < TOTAL { Budget::WHOLE } else { Budget::LITTLE };
        let (round, result) = self.known.entry((print, budget)).or_insert_with(|| {
            let program = changed();
            let result = check(&mut Facts::new(&program, assumptions), (&program, verified), assumptions, id, budget);
            (self.round, Arc::new(result))
        });
        *round = self.round;
        result.kinds.iter().map(|kind| Finding { func: id, kind: kind.clone() }).collect()
    }

    /// How many functions were looked at in the last round.
    pub fn fresh(&self) -> usize {
        self.fresh
    }
}

fn check<'p>(
    facts: &mut Facts<'p>,
    (program, verified): (&'p Program, &'p Verified),
    assumptions: &[Assumption],
    id: FuncId,
    budget: Budget,
) -> Result {
    let mut checker = Checker::new(facts, (program, verified), assumptions, budget);
    if let Body::Rows(rows) = &program.func(id).body {
        checker.rows(id, rows);
    }
    checker.looks(id);
    checker.bounds(id);
    checker.branches(id);
    checker.done()
}

/// Functions in their order: when those before it took all that a program may take, one gets little. So the findings
/// depend on the program alone, and the work is bounded.
fn gather(program: &Program, mut each: impl FnMut(FuncId, Budget) -> Arc<Result>) -> Proof {
    let mut proof = Proof::default();
    for at in 0..program.funcs.len() {
        let id = FuncId::new(at);
        let result = each(id, if proof.tried < TOTAL { Budget::WHOLE } else { Budget::LITTLE });
        proof.finds(id, &result, program);
        proof.proved += result.proved;
        proof.tried += result.tried;
    }
    proof
}

impl Proof {
    /// What was found of a function.
    fn finds(&mut self, func: FuncId, result: &Result, program: &Program) {
        let kinds = result.kinds.iter().map(|kind| placed(kind.clone(), program.func(func)));
        self.findings.extend(kinds.map(|kind| Finding { func, kind }));
    }
}

/// A remembered look-up may stand at another place of the text now, and its table at another of the list.
fn placed(kind: FindingKind, func: &Func) -> FindingKind {
    let found = |expr: wgr_runtime::ir::ExprId| {
        let node = &func.exprs[expr.index()];
        if let Expr::Table(table, _) = &node.expr { Some((*table, node.at)) } else { None }
    };
    let place = |expr: Option<wgr_runtime::ir::ExprId>| {
        expr.map_or(Some(func.at), |expr| func.exprs.get(expr.index()).map(|node| node.at))
    };
    match kind {
        FindingKind::TableHole { table, expr, at, witness } => {
            let (table, at) = found(expr).unwrap_or((table, at));
            FindingKind::TableHole { table, expr, at, witness }
        }
        FindingKind::OpenLook { table, expr, at, none } => {
            let (table, at) = found(expr).unwrap_or((table, at));
            FindingKind::OpenLook { table, expr, at, none }
        }
        FindingKind::Beyond { what, expr, at, witness } => {
            let at = place(expr).unwrap_or(at);
            FindingKind::Beyond { what, expr, at, witness }
        }
        FindingKind::OpenBeyond { what, expr, at, near } => {
            let at = place(expr).unwrap_or(at);
            FindingKind::OpenBeyond { what, expr, at, near }
        }
        FindingKind::Clash { .. }
        | FindingKind::Gap { .. }
        | FindingKind::Open { .. }
        | FindingKind::Relies { .. }
        | FindingKind::Same { .. }
        | FindingKind::Idle { .. }
        | FindingKind::Decided { .. }
        | FindingKind::Always { .. } => kind,
    }
}
