//! The game as it is, and one that says one thing otherwise held against it. In: a game; an edit of its texts. Out: what noticed
//! the edit. Promises: only examples that enter what changed are played, those of the same case first, and none after the first
//! that fails; what is played notices the same as if all were.

use super::Noticed;
use crate::args::Mutate;
use crate::exit::Failure;
use crate::playable::{Playable, Purpose, load_game};
use crate::tell::with;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use wgr_compiler::diag::{Code, Diagnostic, Severity};
use wgr_compiler::{Ledger, Mutant, Sources, Starts, Workspace};
use wgr_runtime::engine::Game;
use wgr_runtime::ir::walk::calls;
use wgr_runtime::ir::{Body, FuncId, Program};
use wgr_runtime::script::{Because, Script, run_each, run_in, trace};
use wgr_runtime::text::{in_word, parts};
use wgr_runtime::verify;

/// So many examples are played by plain code, which is made at once and slow; where more come to it, better code is made for them.
const FEW: usize = 16;

/// The game as it is: its examples with their traces, and what each of them enters.
pub(super) struct Base {
    pub(super) title: String,
    pub(super) sources: Sources,
    pub(super) ledger: Option<Ledger>,
    scripts: Arc<[Script]>,
    traces: Vec<String>,
    /// By example, the functions that it enters.
    entered: Vec<BTreeSet<String>>,
    program: Program,
    printed: Printed,
}

impl Base {
    pub(super) fn new(args: &Mutate, root: Option<&Path>) -> Result<Base, Failure> {
        let Playable { game, scripts, sources, ledger, .. } = load_game(&args.game, Purpose::Test, &args.errata, root)?;
        if scripts.is_empty() {
            return Err(Failure::bad_use("the game has no examples, so nothing could notice anything"));
        }
        let played = played(&game, &scripts);
        if let Some(at) = played.failed {
            let title = &scripts[at].title;
            let what = format!(
                "\"{title}\" fails already: mend it first; `wgr test {}{}` tells more",
                args.game.display(),
                with(&args.errata)
            );
            return Err(Failure::wrong(what));
        }
        let program = game.program().clone();
        let printed = Printed::of(&program);
        let Played { traces, entered, .. } = played;
        Ok(Base { title: program.title.clone(), sources, ledger, scripts, traces, entered, program, printed })
    }

    /// The examples that enter what is another one, those of the same case first; then those that enter least, for they look
    /// most closely.
    fn touched(&self, changed: &Changed, mutant: &Mutant) -> Vec<usize> {
        let enters = |at: &usize| match changed {
            Changed::Everything => true,
            Changed::Some(names) => !self.entered[*at].is_disjoint(names),
        };
        let mut all: Vec<usize> = (0..self.scripts.len()).filter(enters).collect();
        let is_of = |at: &usize| self.scripts[*at].cases.iter().any(|case| mutant.cases.contains(case));
        all.sort_by_key(|at| (!is_of(at), self.entered[*at].len()));
        all
    }
}

/// What came of the examples.
struct Played {
    traces: Vec<String>,
    entered: Vec<BTreeSet<String>>,
    /// The first that fails.
    failed: Option<usize>,
}

/// Plays each example once, by plain code that notes what it enters.
fn played(game: &Game, scripts: &[Script]) -> Played {
    let noting = game.noting();
    let program = game.program();
    let mut entered: Vec<BTreeSet<FuncId>> = scripts.iter().map(|_| BTreeSet::new()).collect();
    let (mut traces, mut failed) = (Vec::new(), None);
    run_each(&noting, scripts, Because::Named, &|_| true, &mut |at, report| {
        if report.failure.is_some() {
            failed.get_or_insert(at);
        }
        traces.push(trace(&report));
        let now = noting.take_entered();
        entered[at].extend(now.iter().copied());
        // What it continues may have been played for it just now, and what that one enters it enters, too.
        let mut next = scripts[at].after;
        let mut seen = BTreeSet::from([at]);
        while let Some(before) = next.filter(|before| *before < scripts.len() && seen.insert(*before)) {
            if before > at {
                entered[before].extend(now.iter().copied());
            }
            let inherited = entered[before].clone();
            entered[at].extend(inherited);
            next = scripts[before].after;
        }
    });
    let named = |those: &BTreeSet<FuncId>| {
        let names = with_parts(program, those).into_iter().map(|id| program.func(id).name.clone());
        names.collect::<BTreeSet<String>>()
    };
    Played { traces, entered: entered.iter().map(named).collect(), failed }
}

/// Limits and goods are never entered: they are judged where they are named. Nor is who sees what asked where nobody looks.
fn with_parts(program: &Program, entered: &BTreeSet<FuncId>) -> BTreeSet<FuncId> {
    let is_part = |id: &FuncId| matches!(program.func(*id).body, Body::Limits(_) | Body::Goods(_));
    let sees: BTreeSet<FuncId> =
        program.cells.iter().filter_map(|cell| cell.hidden.as_ref()).map(|hidden| hidden.sees).collect();
    let mut all = entered.clone();
    let mut todo: Vec<FuncId> = entered.iter().copied().collect();
    while let Some(id) = todo.pop() {
        let parts = calls(program, program.func(id)).into_iter().filter(|id| is_part(id) || sees.contains(id));
        todo.extend(parts.filter(|id| all.insert(*id)));
    }
    all
}

/// A program by its parts, as they are printed.
struct Printed {
    funcs: BTreeMap<String, String>,
    rest: BTreeSet<String>,
}

/// Which functions are others than they were.
enum Changed {
    Everything,
    Some(BTreeSet<String>),
}

impl Printed {
    fn of(program: &Program) -> Printed {
        let (funcs, rest) = parts(program);
        // What stands further in belongs to the line before it.
        let mut items: BTreeSet<String> = BTreeSet::new();
        let mut item = String::new();
        for line in rest.lines() {
            if !line.starts_with([' ', '}']) && !item.is_empty() {
                items.insert(std::mem::take(&mut item));
            }
            item.push_str(line);
            item.push('\n');
        }
        items.insert(item);
        Printed { funcs: funcs.into_iter().collect(), rest: items }
    }

    /// A table is another one: whoever names it is. Of anything else that is another one everybody is.
    fn changed(&self, now: &Printed) -> Changed {
        let other = |one: &BTreeMap<String, String>, other: &BTreeMap<String, String>| {
            let those = one.iter().filter(|(name, text)| other.get(*name) != Some(text));
            those.map(|(name, _)| name.clone()).collect::<BTreeSet<String>>()
        };
        let mut changed = other(&self.funcs, &now.funcs);
        changed.extend(other(&now.funcs, &self.funcs));
        for item in self.rest.symmetric_difference(&now.rest) {
            let Some(name) = item.strip_prefix("table ").map(|rest| rest.split(|c: char| !in_word(c)).next()) else {
                return Changed::Everything;
            };
            let name = name.unwrap_or("");
            let names_it = |text: &str| text.split(|c: char| !in_word(c)).any(|word| word == name);
            changed.extend(self.funcs.iter().filter(|(_, text)| names_it(text)).map(|(func, _)| func.clone()));
        }
        Changed::Some(changed)
    }
}

/// Which functions are others now. Where all but functions is the same, those that are the same are not printed.
fn changed(base: &Base, now: &Program) -> Changed {
    let was = &base.program;
    let beside = |program: &Program| (program.sides, program.obligations, program.main);
    let alike = was.sites == now.sites
        && was.tables == now.tables
        && was.cells == now.cells
        && was.domains == now.domains
        && was.kinds == now.kinds
        && was.board == now.board
        && was.title == now.title
        && beside(was) == beside(now)
        && was.funcs.len() == now.funcs.len()
        && was.funcs.iter().zip(&now.funcs).all(|(was, now)| was.name == now.name);
    if !alike {
        return base.printed.changed(&Printed::of(now));
    }
    let other = was.funcs.iter().zip(&now.funcs).filter(|(was, now)| was != now);
    Changed::Some(other.map(|(was, _)| was.name.clone()).collect())
}

/// What is known of the mutants that were tried before.
#[derive(Default)]
pub(super) struct Known {
    workspace: Workspace,
    verified: verify::Memory,
}

/// The example that names a row which is there no more, where nothing else is wrong: it would fail.
fn misses_a_row(sources: &Sources, told: &[Diagnostic]) -> Option<String> {
    let mut wrong = told.iter().filter(|told| told.severity == Severity::Wrong);
    let title = |told: &Diagnostic| {
        let at = told.place().filter(|_| told.code == Code::UnknownRow)?;
        let before = sources.get(at.file)?.text.get(..at.span.start as usize)?;
        let item = before.lines().rev().find(|line| line.starts_with(char::is_alphabetic))?;
        Some(item.strip_prefix("example \"")?.split('"').next()?.to_owned())
    };
    let first = wrong.next().and_then(title)?;
    wrong.all(|told| title(told).is_some()).then_some(first)
}

pub(super) fn one(base: &Base, known: &mut Known, mutant: &Mutant) -> Noticed {
    let sources = base.sources.with(mutant.at.file, mutant.text(&base.sources));
    let checked = known.workspace.check(&sources, base.ledger.as_ref(), Starts::ScenesToo);
    let Some(compiled) = checked.compiled else {
        return misses_a_row(&sources, &checked.diagnostics).map_or(Noticed::Check, Noticed::Assertion);
    };
    let Ok(lowered) = compiled.lowered() else { return Noticed::Check };
    let touched = base.touched(&changed(base, &lowered), mutant);
    if touched.is_empty() {
        return Noticed::Nothing;
    }
    let Ok(game) = Game::played_plainly(&mut known.verified, lowered, compiled.beside()) else {
        return Noticed::Check;
    };
    // Who fails says so; that a trace is another one is told only if nobody does.
    let (mut by_trace, mut failed) = (None, None);
    let mut look = |game: &Game, those: &[usize]| {
        run_in(game, &compiled.scripts, Because::Named, those, &mut |at, report| {
            if report.failure.is_some() {
                failed = Some(at);
                return ControlFlow::Break(());
            }
            if by_trace.is_none() && base.traces.get(at) != Some(&trace(&report)) {
                by_trace = Some(at);
            }
            ControlFlow::Continue(())
        });
        failed.is_none()
    };
    let (few, many) = touched.split_at(touched.len().min(FEW));
    if look(&game, few) && !many.is_empty() {
        look(game.played_fast().as_ref().unwrap_or(&game), many);
    }
    let title = |at: usize| base.scripts[at].title.clone();
    match (failed, by_trace) {
        (Some(at), _) => Noticed::Assertion(title(at)),
        (None, Some(at)) => Noticed::Trace(title(at)),
        (None, None) => Noticed::Nothing,
    }
}
