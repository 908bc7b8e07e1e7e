//! `wgr mutate`: does anything notice if one thing in the rules is said otherwise? In: a game. Out: each of its mutants with what
//! noticed it: an example that fails, a trace alone, nothing, or `check`. Promises: the same game gives the same report, on
//! however many cores; only examples that enter what changed are played, and none after the first that fails.

mod page;

use crate::args::{Mutate, Report};
use crate::exit::{Exit, Failure};
use crate::load::{self, Loaded};
use crate::mistake::survived;
use crate::out::{Out, Progress};
use crate::playable::{Playable, Purpose, load_game};
use crate::tell::{counted, where_it_is, with};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use wgr_compiler::{Mutant, Starts, Workspace, mutants};
use wgr_runtime::engine::Game;
use wgr_runtime::ir::{FuncId, Program};
use wgr_runtime::script::{Because, Script, run_each, trace};
use wgr_runtime::text::{in_word, parts};

/// What noticed a mutant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Noticed {
    /// Nothing did.
    Nothing,
    /// The trace of this example is another one; it comes out as it says.
    Trace(String),
    /// This example fails.
    Assertion(String),
    /// It is no game.
    Check,
    /// A mistake of ours, to be reported.
    Mistake(String),
}

impl Noticed {
    fn word(&self) -> &'static str {
        match self {
            Noticed::Nothing => "nothing",
            Noticed::Trace(_) => "trace",
            Noticed::Assertion(_) => "assertion",
            Noticed::Check => "check",
            Noticed::Mistake(_) => "mistake",
        }
    }

    fn example(&self) -> Option<&str> {
        match self {
            Noticed::Trace(title) | Noticed::Assertion(title) => Some(title),
            Noticed::Nothing | Noticed::Check | Noticed::Mistake(_) => None,
        }
    }
}

/// One mutant as it is told.
struct Told {
    cases: Vec<String>,
    title: String,
    item: String,
    /// `FILE:LINE:COLUMN`
    place: String,
    what: String,
    noticed: Noticed,
}

impl Told {
    /// `7.5#a "Wood"`; the item where it has neither.
    fn rule(&self) -> String {
        let cases = self.cases.join(",");
        match (self.cases.is_empty(), self.title.is_empty()) {
            (true, true) => self.item.clone(),
            (true, false) => format!("\"{}\"", self.title),
            (false, true) => format!("{cases} {}", self.item),
            (false, false) => format!("{cases} \"{}\"", self.title),
        }
    }
}

/// How many of each.
#[derive(Clone, Copy, Default)]
struct Sums {
    assertion: usize,
    trace: usize,
    nothing: usize,
    check: usize,
    mistakes: usize,
}

impl Sums {
    fn of(all: &[Told]) -> Sums {
        let mut sums = Sums::default();
        for told in all {
            match told.noticed {
                Noticed::Assertion(_) => sums.assertion += 1,
                Noticed::Trace(_) => sums.trace += 1,
                Noticed::Nothing => sums.nothing += 1,
                Noticed::Check => sums.check += 1,
                Noticed::Mistake(_) => sums.mistakes += 1,
            }
        }
        sums
    }

    /// Those that are games.
    fn played(self) -> usize {
        self.assertion + self.trace + self.nothing
    }
}

pub(crate) fn mutate(args: &Mutate, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let base = Base::new(args, root)?;
    let all: Vec<Mutant> =
        mutants(&base.loaded.sources).into_iter().filter(|mutant| is_asked_for(args, mutant)).collect();
    if all.is_empty() {
        return Err(Failure::bad_use("there is nothing that could be said otherwise: name another case or item"));
    }
    let noticed = tried(&base, &all);
    let sources = &base.loaded.sources;
    let told: Vec<Told> = all
        .iter()
        .zip(noticed)
        .map(|(mutant, noticed)| Told {
            cases: mutant.cases.clone(),
            title: mutant.title.clone(),
            item: mutant.item.clone(),
            place: where_it_is(sources, mutant.at),
            what: mutant.told(sources),
            noticed,
        })
        .collect();
    let sums = Sums::of(&told);
    match args.format {
        Report::Text => text(&base.title, &told, sums, out),
        Report::Json => told.iter().map(line).chain([sum(sums)]).for_each(|value| out.line(&value.to_string())),
        Report::Html => out.drawn(&page::page(&base.title, &told, sums)),
    }
    let enough = sums.assertion * 100 >= args.least.unwrap_or(0) as usize * sums.played();
    Ok(if enough && sums.mistakes == 0 { Exit::Fine } else { Exit::Wrong })
}

fn is_asked_for(args: &Mutate, mutant: &Mutant) -> bool {
    let Some(of) = &args.of else { return true };
    let of_case = |case: &String| case == of || case.split('#').next() == Some(of);
    mutant.cases.iter().any(of_case) || mutant.item == *of || mutant.item.split(' ').nth(1) == Some(of)
}

/// The game as it is: its examples with their traces, and what each of them enters.
struct Base {
    title: String,
    loaded: Loaded,
    scripts: Vec<Script>,
    traces: Vec<String>,
    /// By example, the functions that it enters.
    entered: Vec<BTreeSet<String>>,
    printed: Printed,
}

impl Base {
    fn new(args: &Mutate, root: Option<&Path>) -> Result<Base, Failure> {
        let playable = load_game(&args.game, Purpose::Test, &args.errata, root)?;
        let Playable { game, scripts, .. } = playable;
        if scripts.is_empty() {
            return Err(Failure::bad_use("the game has no examples, so nothing could notice anything"));
        }
        let loaded = load::load(&args.game, &args.errata, root)?;
        let (mut traces, mut failed) = (Vec::new(), None);
        run_each(&game, &scripts, Because::Named, &|_| true, &mut |at, report| {
            if report.failure.is_some() {
                failed.get_or_insert(at);
            }
            traces.push(trace(&report));
        });
        if let Some(at) = failed {
            let title = &scripts[at].title;
            let what = format!(
                "\"{title}\" fails already: mend it first; `wgr test {}{}` tells more",
                args.game.display(),
                with(&args.errata)
            );
            return Err(Failure::wrong(what));
        }
        let entered = entered(&game, &scripts);
        let printed = Printed::of(game.program());
        Ok(Base { title: game.program().title.clone(), loaded, scripts, traces, entered, printed })
    }

    /// The examples that enter what is another one, those of the same case first.
    fn touched(&self, changed: &Changed, mutant: &Mutant) -> Vec<usize> {
        let enters = |at: &usize| match changed {
            Changed::Everything => true,
            Changed::Some(names) => !self.entered[*at].is_disjoint(names),
        };
        let mut all: Vec<usize> = (0..self.scripts.len()).filter(enters).collect();
        let is_of = |at: &usize| self.scripts[*at].cases.iter().any(|case| mutant.cases.contains(case));
        all.sort_by_key(|at| !is_of(at));
        all
    }
}

/// What each example enters, by name.
fn entered(game: &Game, scripts: &[Script]) -> Vec<BTreeSet<String>> {
    let noting = game.noting();
    let name = |id: FuncId| game.program().func(id).name.clone();
    let each = (0..scripts.len()).map(|at| {
        noting.take_entered();
        run_each(&noting, scripts, Because::Named, &|other| other == at, &mut |_, _| {});
        noting.take_entered().into_iter().map(name).collect()
    });
    each.collect()
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

/// What noticed each, in their order; on all cores.
fn tried(base: &Base, all: &[Mutant]) -> Vec<Noticed> {
    let next = AtomicUsize::new(0);
    let mut noticed: Vec<Option<Noticed>> = all.iter().map(|_| None).collect();
    let cores = thread::available_parallelism().map_or(1, usize::from).min(all.len());
    thread::scope(|scope| {
        let (sender, inbox) = channel();
        for _ in 0..cores {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut workspace = Workspace::default();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = all.get(at) else { return };
                    let said = survived(|| one(base, &mut workspace, mutant)).unwrap_or_else(|lines| {
                        workspace = Workspace::default();
                        Noticed::Mistake(lines[0].clone())
                    });
                    if sender.send((at, said)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut progress = Progress::new("mutants", all.len() as u64);
        for (done, (at, said)) in inbox.iter().enumerate() {
            noticed[at] = Some(said);
            progress.done(done as u64 + 1);
        }
    });
    noticed.into_iter().map(|said| said.unwrap_or_else(|| wgr_runtime::bug!("a mutant was not tried"))).collect()
}

fn one(base: &Base, workspace: &mut Workspace, mutant: &Mutant) -> Noticed {
    let sources = base.loaded.sources.with(mutant.at.file, mutant.text(&base.loaded.sources));
    let checked = workspace.check(&sources, base.loaded.ledger.as_ref(), Starts::ScenesToo);
    let Some(compiled) = checked.compiled else { return Noticed::Check };
    let Ok(lowered) = compiled.lowered() else { return Noticed::Check };
    let changed = base.printed.changed(&Printed::of(&lowered));
    let touched = base.touched(&changed, mutant);
    if touched.is_empty() {
        return Noticed::Nothing;
    }
    let Ok(game) = Game::told(lowered, compiled.beside.clone()) else { return Noticed::Check };
    // Who fails says so; that a trace is another one is told only if nobody does.
    let mut by_trace = None;
    for at in touched {
        let title = &base.scripts[at].title;
        let mut failed = false;
        run_each(&game, &compiled.scripts, Because::Named, &|other| other == at, &mut |_, report| {
            failed = report.failure.is_some();
            if by_trace.is_none() && !failed && base.traces.get(at) != Some(&trace(&report)) {
                by_trace = Some(title.clone());
            }
        });
        if failed {
            return Noticed::Assertion(title.clone());
        }
    }
    by_trace.map_or(Noticed::Nothing, Noticed::Trace)
}

fn text(title: &str, all: &[Told], sums: Sums, out: &mut Out) {
    out.line(&format!("{title}: {}", counted(all.len(), "mutant")));
    // Thousandths of those that are games, to the nearest.
    let share = |count: usize| (2000 * count + sums.played()) / (2 * sums.played()).max(1);
    for (what, count) in [
        ("noticed by an example that fails", sums.assertion),
        ("by a trace alone", sums.trace),
        ("by nothing", sums.nothing),
    ] {
        out.line(&format!("{count:>7}  {:>3}.{}%  {what}", share(count) / 10, share(count) % 10));
    }
    out.line(&format!("{:>7}          refused by `wgr check`, and not counted", sums.check));
    let mut of_rule: Vec<(String, Vec<&Told>)> = Vec::new();
    let left = |told: &&Told| !matches!(told.noticed, Noticed::Assertion(_) | Noticed::Check);
    for told in all.iter().filter(left) {
        let rule = told.rule();
        match of_rule.last_mut() {
            Some((known, those)) if *known == rule => those.push(told),
            Some(_) | None => of_rule.push((rule, vec![told])),
        }
    }
    for (rule, those) in of_rule {
        out.line(&rule);
        for told in those {
            let by = match &told.noticed {
                Noticed::Trace(title) => format!("the trace of \"{title}\""),
                Noticed::Mistake(what) => what.clone(),
                Noticed::Nothing | Noticed::Assertion(_) | Noticed::Check => "nothing".to_owned(),
            };
            out.line(&format!("  {}  {}: {by}", told.place, told.what));
        }
    }
}

fn line(told: &Told) -> Value {
    let mut value = json!({
        "cases": told.cases, "title": told.title, "item": told.item, "place": told.place, "change": told.what,
        "noticed": told.noticed.word(),
    });
    if let Some(example) = told.noticed.example() {
        value["example"] = Value::from(example);
    }
    if let Noticed::Mistake(what) = &told.noticed {
        value["what"] = Value::from(what.clone());
    }
    value
}

fn sum(sums: Sums) -> Value {
    json!({
        "assertion": sums.assertion, "trace": sums.trace, "nothing": sums.nothing, "check": sums.check,
        "mistake": sums.mistakes,
    })
}

#[cfg(test)]
mod tests {
    use super::{BTreeSet, Base, tried};
    use crate::args::{Mutate, Report};
    use wgr_compiler::mutants;

    /// Examples that are left out would have noticed nothing: played all, they say the same.
    #[test]
    fn only_examples_that_cannot_notice_are_left_out() {
        let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/suite/script/skirmish.wgr").into();
        let args = Mutate { game, errata: vec![], of: None, format: Report::Text, least: None };
        let base = Base::new(&args, None).unwrap();
        let all = mutants(&base.loaded.sources);
        let few = tried(&base, &all);
        let every: BTreeSet<String> = base.printed.funcs.keys().cloned().collect();
        let entered = base.scripts.iter().map(|_| every.clone()).collect();
        let most = tried(&Base { entered, ..base }, &all);
        for ((mutant, few), most) in all.iter().zip(&few).zip(&most) {
            assert_eq!(few.word(), most.word(), "{mutant:?}");
        }
    }
}
