//! `wgr cover`: the ledger of the book against the rules.
//!
//! In: a game with its ledger and its examples. Out: for each line of the ledger whether a rule carries it, whether it
//! is set aside, and whether an example shows it; a table by chapter. Promises: only examples that come out as they say
//! count; what bots' games touch is told apart.

mod noticed;
mod seen;
mod table;

use crate::args::{Cover, Print, Which};
use crate::exit::{Exit, Failure};
use crate::load::load;
use crate::out::Out;
use crate::playable::{Purpose, load_game};
use crate::tell::with;
use noticed::Report as Mutants;
use seen::Touched;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use wgr_compiler::{Carries, Ledger, LedgerLine, Outline, Ruling, outline};
use wgr_runtime::script::{Because, Event, Reasons, Report, Script, StepKind, run_each};

/// How a line of the ledger stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Stands {
    /// A rule says it.
    Encoded,
    /// True without a rule of its own, says `by construction`, and no example shows it.
    Claimed,
    Aside,
    /// Its section is cited, bare; nothing carries the line itself.
    Section,
    /// Nothing carries it, or only a hole.
    Missing,
}

/// A line of the ledger and what is known of it.
pub(super) struct Line<'l> {
    pub(super) line: &'l LedgerLine,
    pub(super) stands: Stands,
    pub(super) exercised: bool,
    pub(super) seen: bool,
}

pub(crate) fn cover(args: &Cover, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let loaded = load(&args.looked.game, &args.looked.errata, root)?;
    let Some(ledger) = &loaded.ledger else {
        let game = args.looked.game.display();
        return Err(Failure::bad_use(format!(
            "{game}: the game has no ledger: write `ledger.tsv` beside its rules, a rule of the book a line"
        )));
    };
    let mutants = args.mutants.as_deref().map(|path| Mutants::read(path, ledger)).transpose()?;
    let playable = load_game(&args.looked.game, Purpose::Test, &args.looked.errata, root)?;
    let outline = outline(&loaded.sources);
    let mut touched = Touched::new(ledger);
    let mut cited = Touched::new(ledger);
    let mut failing = 0;
    run_each(&playable.game, &playable.scripts, Because::All, &|_| true, &mut |at, report| match report.failure {
        None => {
            let script = &playable.scripts[at];
            script.cases.iter().for_each(|case| cited.case(case));
            exercised(&outline, script, &report, &mut touched);
        }
        Some(_) => failing += 1,
    });
    let (shown, cited) = (touched.lines, cited.lines);
    let seen = seen::by_bots(args, ledger, root)?;
    let lines: Vec<Line<'_>> = ledger
        .lines()
        .iter()
        .map(|line| Line {
            line,
            stands: stands(line, ledger, &outline, cited.contains(&line.case)),
            exercised: shown.contains(&line.case),
            seen: seen.contains(&line.case),
        })
        .collect();
    match (args.looked.format, args.list) {
        (Print::Json, _) => out.line(&as_json(&lines, args, mutants.as_ref()).to_string()),
        (Print::Text, Some(which)) => {
            lines.iter().filter(|line| line.is(which)).for_each(|line| table::line(line, out))
        }
        (Print::Text, None) => table::all(&playable, &lines, args, mutants.as_ref(), out),
    }
    if failing > 0 {
        let what = format!("{failing} of {} examples fail and count for nothing", playable.scripts.len());
        return Err(Failure::wrong(format!(
            "{what}: `wgr test {}{}` tells why",
            args.looked.game.display(),
            with(&args.looked.errata)
        )));
    }
    Ok(Exit::Fine)
}

impl Line<'_> {
    pub(super) fn is(&self, which: Which) -> bool {
        match which {
            Which::Missing => self.stands == Stands::Missing,
            Which::Section => self.stands == Stands::Section,
            Which::Unexercised => self.stands == Stands::Encoded && !self.exercised,
            Which::Aside => self.stands == Stands::Aside,
        }
    }
}

/// What carries a line decides, the strongest of them first. Only what carries its own case says it.
fn stands(line: &LedgerLine, ledger: &Ledger, outline: &Outline, cited: bool) -> Stands {
    let own = |case: &String| ledger.said(case).is_some_and(|said| said.case == line.case);
    let carriers = || outline.carriers.iter().filter(|carrier| carrier.sort != Carries::Hole);
    let sorts: BTreeSet<bool> = carriers()
        .filter(|carrier| carrier.cases.iter().any(own))
        .map(|carrier| carrier.sort != Carries::Construction)
        .collect();
    let ruled = outline.rulings.iter().any(|ruling| ruling.cases.iter().any(own) && is_carried(ruling, outline));
    let claimed = sorts.contains(&false);
    if sorts.contains(&true) || ruled || claimed && cited {
        return Stands::Encoded;
    }
    let section = |case: &String| ledger.cited(case).iter().any(|cited| cited.case == line.case);
    match &line.aside {
        _ if claimed => Stands::Claimed,
        Some(_) => Stands::Aside,
        None if carriers().any(|carrier| carrier.cases.iter().any(section)) => Stands::Section,
        None => Stands::Missing,
    }
}

/// Does anything say that it goes by this ruling?
fn is_carried(ruling: &Ruling, outline: &Outline) -> bool {
    outline.carriers.iter().any(|carrier| carrier.ruling.as_ref() == Some(&ruling.name))
}

/// The lines that an example shows.
fn exercised(outline: &Outline, script: &Script, report: &Report, touched: &mut Touched<'_>) {
    named(script, outline, touched);
    // The first step of a report is where it begins.
    for (step, told) in script.steps.iter().zip(report.steps.iter().skip(1)) {
        told.events.iter().for_each(|event| shows(&step.kind, event, touched));
    }
}

/// An example `of` a case shows the statements of that case: what they do leaves no row. It shows what else has no rows that
/// could win, too.
fn named(script: &Script, outline: &Outline, touched: &mut Touched<'_>) {
    let shown = |case: &&String| {
        let carried = |sorts: fn(Carries) -> bool| {
            outline.carriers.iter().any(|carrier| sorts(carrier.sort) && carrier.cases.contains(case))
        };
        let ruled = || outline.rulings.iter().any(|ruling| ruling.cases.contains(case) && is_carried(ruling, outline));
        // A row `by construction` cannot win either.
        let rowless = || {
            (carried(|sort| matches!(sort, Carries::Item | Carries::Construction)) || ruled())
                && !carried(|sort| matches!(sort, Carries::Row))
        };
        !carried(|sort| sort == Carries::Hole) && (carried(|sort| sort == Carries::Statement) || rowless())
    };
    script.cases.iter().filter(shown).for_each(|case| touched.case(case));
}

fn shows(kind: &StepKind, event: &Event, touched: &mut Touched<'_>) {
    match event {
        Event::Why(tree) => {
            touched.tree(tree);
            // `from A, B` says that no other row counts; so does a plain yes or no.
            let named = matches!(kind, StepKind::Expect { from: Some(Reasons { parts: Some(_), .. }), .. });
            let whole = named || matches!(tree.answer.as_deref(), Some("yes" | "no"));
            if whole {
                tree.rows.iter().filter(|row| row.here).for_each(|row| touched.cases(&row.cases));
            }
        }
        Event::Behind(trees) => trees.iter().for_each(|tree| touched.tree(tree)),
        Event::RefusedBy(rows) => rows.iter().for_each(|row| touched.rule(row)),
        Event::Asked { rule, .. } | Event::Only { rule, .. } => touched.rule(rule),
        Event::Fell(what) => {
            let at = what.split_once(" at ").and_then(|(_, rest)| rest.split(':').next());
            at.iter().for_each(|at| touched.cases(at));
        }
        Event::Picked { .. } | Event::Changed(_) | Event::Stands(_) | Event::Over(_) => {}
    }
}

fn as_json(lines: &[Line<'_>], args: &Cover, mutants: Option<&Mutants>) -> Value {
    let listed = lines.iter().filter(|line| args.list.is_none_or(|which| line.is(which)));
    let listed: Vec<Value> = listed
        .map(|one| {
            let stands = match one.stands {
                Stands::Encoded => "encoded",
                Stands::Claimed => "claimed",
                Stands::Aside => "aside",
                Stands::Section => "section",
                Stands::Missing => "missing",
            };
            let mut told = json!({
                "case": one.line.case, "statement": one.line.statement, "stands": stands,
                "exercised": one.exercised, "seen": one.seen,
                "aside": one.line.aside.as_ref().map(|(what, _)| what),
                "reason": one.line.aside.as_ref().map(|(_, reason)| reason),
            });
            if let Some(mutants) = mutants {
                let own = mutants.by_line.get(&one.line.case).copied().unwrap_or_default();
                told["mutants"] = json!({ "games": own.games, "noticed": own.noticed });
            }
            told
        })
        .collect();
    json!({ "lines": listed, "totals": table::totals(lines).as_json() })
}
