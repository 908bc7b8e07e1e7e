//! `wgr diff`: what errata and house rules change, as a sheet of errata says it.
//!
//! In: a game without them and with them, both as they are checked. Out: what is printed otherwise, who reads it, which
//! examples come out otherwise, with both derivations, and which odds of their dice are others. Promises: nothing is told of how an erratum is written; where
//! nothing changes, the sheet says so.

pub(crate) mod lines;
mod odds;
mod sheet;

use crate::args::{Diff, SheetForm};
use crate::exit::{Exit, Failure};
use crate::out::Out;
use crate::playable::{Playable, Purpose, load_game};
use crate::test::aside::{report_of, taken_back};
use odds::{Odds, Played};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use wgr_compiler::diag::Severity;
use wgr_compiler::{Aside, Change, ErrataHead, Ledger, LedgerLine, changes, check};
use wgr_runtime::script::{Because, Failure as Wrong, Report, run_each, trace};

/// Which rows of a question did not apply: of no account beside those that did.
const NOT_APPLIED: &str = "'- did not apply: ";

/// All that is told.
#[derive(Default)]
struct Sheet {
    /// Nothing is told but what is printed otherwise.
    bare: bool,
    title: String,
    errata: Vec<ErrataHead>,
    changes: Vec<Told>,
    /// Cases of their own that no change carries: a clarification says no more than its words.
    words: Vec<Said>,
    /// What `wgr check` proved without them and cannot prove with them.
    unproved: Vec<String>,
    examples: Vec<Example>,
    odds: Vec<Odds>,
    /// How many differ in nothing but which rows did not apply.
    listed: usize,
    /// How many examples come out as before.
    same: usize,
}

/// Something printed, with where it is written.
struct Told {
    change: Change,
    /// `house/mud.wgr:4`
    at: String,
    /// What the ledger says of its cases.
    says: Vec<Said>,
}

/// A case in the ledger's words: `7.5#a`, and what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Said {
    case: String,
    words: String,
}

impl Said {
    fn of(line: &LedgerLine) -> Said {
        Said { case: line.case.clone(), words: line.statement.clone() }
    }

    fn line(&self) -> String {
        format!("{}: {}", self.case, self.words)
    }
}

/// An example that is another one.
struct Example {
    title: String,
    cases: Vec<String>,
    sort: Sort,
    /// Why, where somebody says why.
    because: Option<String>,
    /// Its steps that came out otherwise: `- was`, `+ is`, each under the line of its step.
    lines: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Sort {
    /// It holds, and goes another way.
    Otherwise,
    /// It does not hold any more, and nobody set it aside.
    Fails,
    Aside,
    New,
}

impl Sort {
    const ALL: [Sort; 4] = [Sort::Otherwise, Sort::Fails, Sort::Aside, Sort::New];

    fn word(self) -> &'static str {
        match self {
            Sort::Otherwise => "come out otherwise",
            Sort::Fails => "hold no more",
            Sort::Aside => "are set aside",
            Sort::New => "are new",
        }
    }
}

pub(crate) fn diff(args: &Diff, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let without = load_game(&args.game, Purpose::Test, &[], root)?;
    let with = load_game(&args.game, Purpose::Test, &args.errata, root)?;
    let changes = changes(&without.sources, &with.sources, with.ledger.as_ref());
    let ledger = ledger_of(&with);
    let says = |change: &Change| {
        let lines = change.cases.iter().filter_map(|case| ledger.said(case));
        lines.map(Said::of).collect::<Vec<Said>>()
    };
    let told = changes.into_iter().map(|change| {
        let (line, _) = with.sources.line_column(change.at.file, change.at.span.start);
        let now = format!("{}:{line}", with.named(with.sources.path(change.at.file)));
        let stood = change.stood.as_ref().map(|(path, line)| format!("{}:{line}", with.named(path)));
        Told { at: if change.now.is_some() { now } else { stood.unwrap_or(now) }, says: says(&change), change }
    });
    let told: Vec<Told> = told.collect();
    let (title, errata, words) =
        (with.game.program().title.clone(), with.errata.clone(), words(&ledger_of(&without), &ledger, &told));
    let mut sheet = Sheet { title, errata, words, changes: told, ..Sheet::default() };
    if !args.sheet {
        let Compared { examples, odds, listed, same } = compared(&without, &with);
        let unproved = unproved(&without, &with);
        sheet = Sheet { examples, odds, listed, same, unproved, ..sheet };
    }
    sheet.bare = args.sheet;
    match args.format {
        SheetForm::Text => sheet.text(out),
        SheetForm::Md => sheet.markdown(out),
        SheetForm::Html => sheet.html(out),
        SheetForm::Json => out.line(&sheet.json().to_string()),
    }
    Ok(Exit::Fine)
}

/// Its ledger; of a game that has none, the cases that its errata bring.
fn ledger_of(playable: &Playable) -> Cow<'_, Ledger> {
    playable.ledger.as_ref().map_or_else(
        || {
            let mut own = Ledger::default();
            own.take_in(&playable.sources);
            Cow::Owned(own)
        },
        Cow::Borrowed,
    )
}

/// The cases that errata bring and no change carries.
fn words(without: &Ledger, with: &Ledger, told: &[Told]) -> Vec<Said> {
    let new = with.lines().iter().filter(|line| without.line(&line.case).is_none());
    new.map(Said::of).filter(|said| !told.iter().any(|told| told.says.contains(said))).collect()
}

/// What is open with errata and was not without them, in the words of a check.
fn unproved(without: &Playable, with: &Playable) -> Vec<String> {
    if without.game.fingerprint() == with.game.fingerprint() {
        return Vec::new();
    }
    let open = |playable: &Playable| -> Vec<String> {
        let open = check(&playable.sources, playable.ledger.as_ref()).open.into_iter();
        open.filter(|open| open.severity == Severity::NotProved).map(|open| open.title).collect()
    };
    let (mut was, now) = (open(without), open(with));
    // Each that was open before is open once.
    let is_new = |title: &String| match was.iter().position(|was| was == title) {
        Some(at) => {
            was.swap_remove(at);
            false
        }
        None => true,
    };
    let mut told: Vec<String> = now.into_iter().filter(is_new).collect();
    told.dedup();
    told
}

fn reports(playable: &Playable) -> BTreeMap<String, Report> {
    let mut all = BTreeMap::new();
    run_each(&playable.game, &playable.scripts, Because::Named, &|_| true, &mut |_, report| {
        all.insert(report.title.clone(), report);
    });
    all
}

/// What becomes of the examples.
#[derive(Default)]
struct Compared {
    /// Those that are others, in the order of the game with errata.
    examples: Vec<Example>,
    /// Those of their dice that fall otherwise.
    odds: Vec<Odds>,
    /// How many differ in rows that did not apply.
    listed: usize,
    same: usize,
}

fn compared(without: &Playable, with: &Playable) -> Compared {
    let (was, now) = (reports(without), reports(with));
    let mut compared = Compared::default();
    // What is played the same has the same odds.
    let is_other = without.game.fingerprint() != with.game.fingerprint();
    let before = |title: &str| {
        let at = without.scripts.iter().position(|script| script.title == title).filter(|_| is_other)?;
        Some(Played { game: &without.game, looks: &without.looks, scripts: &without.scripts, at })
    };
    for (at, report) in with.scripts.iter().enumerate().filter_map(|(at, script)| Some((at, now.get(&script.title)?))) {
        if let Some(before) = before(&report.title) {
            let now = Played { game: &with.game, looks: &with.looks, scripts: &with.scripts, at };
            compared.odds.extend(odds::changed(before, now));
        }
        compared.example(report, was.get(&report.title));
    }
    let newly: Vec<&Aside> = with.aside.iter().filter(|aside| was.contains_key(&aside.title)).collect();
    let mut counted: Vec<&str> = Vec::new();
    for aside in &newly {
        let back = taken_back(with, aside);
        let played = |title: &str| {
            let (game, scripts) = back.as_ref()?;
            let at = scripts.iter().position(|script| script.title == title)?;
            Some(Played { game, looks: &with.looks, scripts, at })
        };
        let report = played(&aside.title).and_then(|played| report_of(played.game, played.scripts, played.at));
        compared.examples.push(set_aside(aside, report.as_ref(), was.get(&aside.title)));
        // With it come back those that go on behind it.
        for title in newly.iter().map(|aside| aside.title.as_str()) {
            let Some((before, now)) = before(title).zip(played(title)).filter(|_| !counted.contains(&title)) else {
                continue;
            };
            compared.odds.extend(odds::changed(before, now));
            counted.push(title);
        }
    }
    compared.examples.sort_by_key(|example| example.sort);
    compared.odds.sort_by_key(|odds| odds.uncounted().is_some());
    compared
}

impl Compared {
    fn example(&mut self, report: &Report, before: Option<&Report>) {
        let (title, cases) = (report.title.clone(), report.cases.clone());
        let Some(before) = before else {
            let lines = report.failure.iter().flat_map(|wrong| expected(report, wrong, None)).collect();
            let sort = if report.failure.is_some() { Sort::Fails } else { Sort::New };
            self.examples.push(Example { title, cases, sort, because: None, lines });
            return;
        };
        let lines = match &report.failure {
            Some(wrong) => expected(report, wrong, Some(before)),
            None => lines::of_trace(&trace(before), &trace(report)),
        };
        if lines.is_empty() {
            let listed_otherwise = usize::from(before.steps != report.steps);
            self.listed += listed_otherwise;
            self.same += 1 - listed_otherwise;
            return;
        }
        let sort = if report.failure.is_some() { Sort::Fails } else { Sort::Otherwise };
        self.examples.push(Example { title, cases, sort, because: None, lines });
    }
}

/// One that is not played any more, and how it goes as if it were.
fn set_aside(aside: &Aside, report: Option<&Report>, before: Option<&Report>) -> Example {
    let lines = report.and_then(|report| report.failure.as_ref().map(|wrong| expected(report, wrong, before)));
    Example {
        title: aside.title.clone(),
        cases: aside.cases.clone(),
        sort: Sort::Aside,
        because: Some(aside.because.clone()),
        lines: lines.unwrap_or_default(),
    }
}

/// The step that does not come out, as it did before and as it does now.
fn expected(report: &Report, wrong: &Wrong, before: Option<&Report>) -> Vec<String> {
    let Some(step) = report.steps.last() else { return vec![format!("+ {}", wrong.what)] };
    let stood = before.and_then(|before| before.steps.get(report.steps.len() - 1));
    let was = stood.map_or_else(String::new, |stood| trace(&Report { steps: vec![stood.clone()], ..report.clone() }));
    // Its first line is that of the example.
    let was = was.split_once("\n\n").map_or("", |(_, step)| step);
    let found = if wrong.found.is_empty() { vec![&wrong.what] } else { wrong.found.iter().collect() };
    let mut now = step.text.clone();
    for line in found.into_iter().take_while(|line| !is_question_behind(line)) {
        // `drm is 2` stands beside `drm = 2` with its rows; which die comes next is no matter here.
        let again = |(of, is): (&str, &str)| wrong.found.contains(&format!("{of} = {is}"));
        if !line.rsplit_once(" is ").is_some_and(again) && !line.starts_with("the game waits for ") {
            now.push_str(&format!("\n  {line}"));
        }
    }
    lines::of_trace(was, &now)
}

/// A line of a derivation that is asked on the way: `|- quality(RI120a) = 0`.
fn is_question_behind(line: &str) -> bool {
    let asked = line.strip_prefix("|- ").or_else(|| line.strip_prefix("'- "));
    asked.is_some_and(|asked| asked.contains(" = ") && !asked.contains('"'))
}
