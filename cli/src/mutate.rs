//! `wgr mutate`: does anything notice if one thing in the rules is said otherwise? In: a game. Out: each of its mutants with what
//! noticed it: an example that fails, a trace alone, nothing, or `check`. Promises: the same game gives the same report, on
//! however many cores; what is found out is told as soon as all before it is, so whoever breaks off keeps it.

mod base;
mod page;

use crate::args::{Mutate, Report};
use crate::exit::{Exit, Failure};
use crate::helpers::processors;
use crate::mistake::survived;
use crate::out::{Out, Progress};
use crate::tell::{counted, where_it_is};
use base::{Base, Known};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use wgr_compiler::{Mutant, mutants};

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
    fn of(base: &Base, mutant: &Mutant, noticed: Noticed) -> Told {
        Told {
            cases: mutant.cases.clone(),
            title: mutant.title.clone(),
            item: mutant.item.clone(),
            place: where_it_is(&base.sources, mutant.at),
            what: mutant.told(&base.sources),
            noticed,
        }
    }

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

    fn tell(self, out: &mut Out) {
        // Thousandths of those that are games, to the nearest.
        let share = |count: usize| (2000 * count + self.played()) / (2 * self.played()).max(1);
        for (what, count) in [
            ("noticed by an example that fails", self.assertion),
            ("by a trace alone", self.trace),
            ("by nothing", self.nothing),
        ] {
            out.line(&format!("{count:>7}  {:>3}.{}%  {what}", share(count) / 10, share(count) % 10));
        }
        out.line(&format!("{:>7}          refused by `wgr check`, and not counted", self.check));
    }
}

pub(crate) fn mutate(args: &Mutate, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let base = Base::new(args, root)?;
    let all: Vec<Mutant> = mutants(&base.sources).into_iter().filter(|mutant| is_asked_for(args, mutant)).collect();
    if all.is_empty() {
        return Err(Failure::bad_use("there is nothing that could be said otherwise: name another case or item"));
    }
    let mut all_told: Vec<Told> = Vec::new();
    let mut rule: Vec<Told> = Vec::new();
    if args.format == Report::Text {
        out.line(&format!("{}: {}", base.title, counted(all.len(), "mutant")));
    }
    tried(&base, &all, &mut |mutant, noticed, progress| {
        let told = Told::of(&base, mutant, noticed);
        match args.format {
            Report::Text => {
                if rule.first().is_some_and(|first| first.rule() != told.rule()) {
                    progress.aside(|| text(&rule, out));
                    all_told.append(&mut rule);
                }
                rule.push(told);
            }
            Report::Json => {
                progress.aside(|| out.line(&line(&told).to_string()));
                all_told.push(told);
            }
            Report::Html => all_told.push(told),
        }
    });
    text(&rule, out);
    all_told.append(&mut rule);
    let sums = Sums::of(&all_told);
    match args.format {
        Report::Text => sums.tell(out),
        Report::Json => out.line(&sum(sums).to_string()),
        Report::Html => out.drawn(&page::page(&base.title, &all_told, sums)),
    }
    let enough = sums.assertion * 100 >= args.least.unwrap_or(0) as usize * sums.played();
    Ok(if enough && sums.mistakes == 0 { Exit::Fine } else { Exit::Wrong })
}

fn is_asked_for(args: &Mutate, mutant: &Mutant) -> bool {
    let Some(of) = &args.of else { return true };
    let of_case = |case: &String| case == of || case.split('#').next() == Some(of);
    mutant.cases.iter().any(of_case) || mutant.item == *of || mutant.item.split(' ').nth(1) == Some(of)
}

/// What noticed each, on all cores; told in their order, each as soon as all before it are.
fn tried(base: &Base, all: &[Mutant], tell: &mut dyn FnMut(&Mutant, Noticed, &mut Progress)) {
    let next = AtomicUsize::new(0);
    let cores = processors().min(all.len());
    thread::scope(|scope| {
        let (sender, inbox) = channel();
        for _ in 0..cores {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut known = Known::default();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = all.get(at) else { return };
                    let said = survived(|| base::one(base, &mut known, mutant)).unwrap_or_else(|lines| {
                        known = Known::default();
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
        let (mut early, mut done) = (BTreeMap::new(), 0);
        for (at, said) in inbox {
            early.insert(at, said);
            while let (Some(said), Some(mutant)) = (early.remove(&done), all.get(done)) {
                tell(mutant, said, &mut progress);
                done += 1;
                progress.done(done as u64);
            }
        }
        if done < all.len() {
            wgr_runtime::bug!("a mutant was not tried");
        }
    });
}

/// What became of the mutants of one rule; those that nobody notices by failing are listed.
fn text(rule: &[Told], out: &mut Out) {
    let Some(first) = rule.first() else { return };
    let sums = Sums::of(rule);
    let refused = match (sums.check, sums.played()) {
        (0, _) => String::new(),
        (check, 0) => format!("{check} refused"),
        (check, _) => format!(", {check} refused"),
    };
    let noticed = match sums.played() {
        0 => String::new(),
        played => format!("{} of {played} noticed", sums.assertion),
    };
    out.line(&format!("{}: {noticed}{refused}", first.rule()));
    for told in rule.iter().filter(|told| !matches!(told.noticed, Noticed::Assertion(_) | Noticed::Check)) {
        let by = match &told.noticed {
            Noticed::Trace(title) => format!("the trace of \"{title}\""),
            Noticed::Mistake(what) => what.clone(),
            Noticed::Nothing | Noticed::Assertion(_) | Noticed::Check => "nothing".to_owned(),
        };
        out.line(&format!("  {}  {}: {by}", told.place, told.what));
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
mod tests;
