//! `wgr test`: examples played, their failures told, their traces held against those that were accepted.

use crate::args::{Form, Test};
use crate::exit::{Exit, Failure};
use crate::native;
use crate::out::Out;
use crate::playable::{Playable, Purpose, load_game};
use crate::random_games;
use crate::review::{self, Pending};
use crate::snap::{Held, Place, Snap, gone, left_over, names};
use crate::tell::counted;
use causes::Causes;
use serde_json::{Value, json};
use std::io::{BufRead, IsTerminal, stdin};
use std::path::{Path, PathBuf};
use wgr_compiler::Aside;
use wgr_runtime::script::{Because, Failure as Wrong, Ground, Report, run_each, trace};

pub(crate) mod aside;
mod causes;

/// How one example went.
struct Went {
    report: Report,
    /// Absent where it fails: a trace of a failure is not held against anything.
    held: Option<Held>,
    /// Errata make it another one than it is without them.
    amended: bool,
    snap: Snap,
}

/// What is told at the end.
#[derive(Default)]
struct Counts {
    fine: usize,
    amended: usize,
    failed: usize,
    aside: usize,
    new: usize,
    changed: usize,
    left_over: usize,
    /// Traces that could not be written.
    unkept: usize,
}

pub(crate) fn test(args: &Test, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let mut input = stdin().is_terminal().then(|| stdin().lock());
    tested(args, root, input.as_mut().map(|input| input as &mut dyn BufRead), out)
}

/// The same, with somebody who can be asked or nobody.
pub(crate) fn tested(
    args: &Test,
    root: Option<&Path>,
    asked: Option<&mut dyn BufRead>,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let playable = load_game(&args.game, Purpose::Test, &args.errata, root)?;
    native::engine(&playable.game, args.engine)?;
    let place = Place::new(playable.snap.clone(), &playable.overlays);
    let asked_for: Vec<bool> =
        playable.scripts.iter().map(|script| is_asked_for(args, &script.title, &script.cases)).collect();
    let aside: Vec<&Aside> =
        playable.aside.iter().filter(|aside| is_asked_for(args, &aside.title, &aside.cases)).collect();
    if !asked_for.contains(&true) && aside.is_empty() {
        return Ok(none(args, &playable, out)?.max(games(args, &playable, out)?));
    }
    // Those of examples that are not played now are not left over.
    let names = played_names(&playable);
    let left_over = if args.filter.is_none() { left_over(&place, &names)? } else { vec![] };
    let (mut counts, mut kept) = (Counts::default(), Exit::Fine);
    let (mut to_review, mut failed, mut failing) = (Vec::new(), None, Vec::new());
    let mut causes = Causes::default();
    run_each(&playable.game, &playable.scripts, Because::Named, &|at| asked_for[at], &mut |at, report| {
        let told = held(&playable, &place, &names[at], report).map(|went| {
            counts.count(&went);
            failing.extend(went.held.is_none().then(|| went.report.title.clone()));
            if !args.review {
                // One trace that cannot be written does not keep the others from it.
                if let Err(failure) = settle(args, &went) {
                    counts.unkept += 1;
                    kept = kept.max(failure.told());
                }
                if args.format == Form::Json || !causes.is_told(&went) {
                    tell(args, &playable, &went, out);
                }
            } else if went.held != Some(Held::Same) {
                to_review.push(went);
            }
        });
        failed = failed.take().or(told.err());
    });
    if let Some(failed) = failed {
        return Err(failed);
    }
    if args.review {
        return reviewed(&playable, &to_review, left_over, asked, out);
    }
    for aside in aside {
        counts.count_aside(aside::told(args, &playable, aside, out));
    }
    for path in left_over {
        counts.left_over += 1;
        if args.accept {
            gone(&path)?;
        }
        let what = if args.accept { "removed" } else { "left over: no example is called so" };
        match args.format {
            Form::Json => out.line(&json!({ "left_over": path.display().to_string() }).to_string()),
            Form::Full | Form::Short | Form::Narrated => out.line(&format!("{}: {what}", path.display())),
        }
    }
    causes.tell(args.format, out);
    let exit = sum(args, &counts, out).max(kept);
    if counts.failed > 0 && !args.errata.is_empty() && matches!(args.format, Form::Full | Form::Narrated) {
        aside::offer(args, root, &failing, out)?;
    }
    Ok(exit.max(games(args, &playable, out)?))
}

/// The random games behind the examples: any fault in them is a failed test.
fn games(args: &Test, playable: &Playable, out: &mut Out) -> Result<Exit, Failure> {
    let Some(games) = random_games::play(args, playable)? else { return Ok(Exit::Fine) };
    games.tell(args, out);
    Ok(if games.wrong.is_empty() { Exit::Fine } else { Exit::Wrong })
}

impl Counts {
    /// One that holds although it is set aside has failed.
    fn count_aside(&mut self, holds: bool) {
        if holds { self.failed += 1 } else { self.aside += 1 }
    }

    fn count(&mut self, went: &Went) {
        match &went.held {
            None => self.failed += 1,
            Some(held) => {
                self.fine += 1;
                self.amended += usize::from(went.amended);
                self.new += usize::from(*held == Held::New);
                self.changed += usize::from(matches!(held, Held::Changed { .. }));
            }
        }
    }
}

/// What becomes of a trace; that of a failure is left as it lies.
fn settle(args: &Test, went: &Went) -> Result<(), Failure> {
    match &went.held {
        None => Ok(()),
        Some(held) if args.accept => went.snap.accept(held),
        Some(held) => went.snap.pend(held),
    }
}

/// The trace of an example held against the accepted one. Of its report stays what is told of it.
fn held(playable: &Playable, place: &Place, name: &str, mut report: Report) -> Result<Went, Failure> {
    // Wherever the game's folder lies, its traces are the same.
    let source = Path::new(&report.source);
    let source = source.strip_prefix(&playable.folder).unwrap_or(source).display().to_string();
    let snap = Snap::new(place, name, &source, &report.title, &trace(&report));
    let held = if report.failure.is_some() { None } else { Some(snap.hold()?) };
    let amended = held.is_some() && snap.is_amended()?;
    report.steps.drain(..report.steps.len().saturating_sub(1));
    report.steps.iter_mut().for_each(|step| step.events.clear());
    Ok(Went { report, held, amended, snap })
}

/// What is not as it was accepted, shown to somebody who says what becomes of it.
fn reviewed(
    playable: &Playable,
    went: &[Went],
    left_over: Vec<PathBuf>,
    asked: Option<&mut dyn BufRead>,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let mut worst = Exit::Fine;
    for went in went {
        if let Some(wrong) = &went.report.failure {
            out.line(&line("FAILS", &went.report));
            failed(playable, &went.report, wrong, out);
            worst = Exit::Wrong;
        }
    }
    let traces = went.iter().filter_map(|went| match &went.held {
        None | Some(Held::Same) => None,
        Some(held) => Some(Pending::Trace { report: &went.report, snap: &went.snap, held }),
    });
    let pending: Vec<Pending<'_>> = traces.chain(left_over.into_iter().map(Pending::LeftOver)).collect();
    let said = match asked {
        Some(input) => review::talk(playable, &pending, input, out)?,
        None => review::list(&pending, out),
    };
    Ok(worst.max(said))
}

/// The names of the traces of those that are played; those that are set aside keep theirs, too.
fn played_names(playable: &Playable) -> Vec<String> {
    let mut titles: Vec<(&str, bool)> = playable.scripts.iter().map(|script| (script.title.as_str(), true)).collect();
    for aside in &playable.aside {
        titles.insert(aside.nth.min(titles.len()), (&aside.title, false));
    }
    let all = names(titles.iter().map(|(title, _)| *title)).into_iter().zip(&titles);
    all.filter(|(_, (_, played))| *played).map(|(name, _)| name).collect()
}

fn is_asked_for(args: &Test, title: &str, cases: &[String]) -> bool {
    let Some(word) = &args.filter else { return true };
    let word = word.to_lowercase();
    title.to_lowercase().contains(&word) || cases.iter().any(|case| case.to_lowercase().contains(&word))
}

fn none(args: &Test, playable: &Playable, out: &mut Out) -> Result<Exit, Failure> {
    let title = &playable.game.program().title;
    match &args.filter {
        Some(word) if !(playable.scripts.is_empty() && playable.aside.is_empty()) => {
            let played = playable.scripts.iter().map(|script| &script.title);
            let titles = played.chain(playable.aside.iter().map(|aside| &aside.title));
            let titles: Vec<String> = titles.map(|title| format!("\"{title}\"")).collect();
            Err(Failure::bad_use(format!("no example holds `{word}`: there are {}", titles.join(", "))))
        }
        Some(_) | None => {
            out.line(&format!("{title}: there are no examples"));
            Ok(Exit::Fine)
        }
    }
}

/// So many lines are told of what a trace says otherwise than before.
const CHANGES: usize = 6;

fn tell(args: &Test, playable: &Playable, went: &Went, out: &mut Out) {
    match args.format {
        Form::Full | Form::Narrated => full(args, playable, went, out),
        Form::Short => short(args, playable, went, out),
        Form::Json => out.line(&as_json(playable, went).to_string()),
    }
}

fn full(args: &Test, playable: &Playable, went: &Went, out: &mut Out) {
    let report = &went.report;
    let line = |word: &str| line(word, report);
    let accepted = if args.accept { "accepted" } else { "look at" };
    let path = if args.accept { went.snap.path().to_owned() } else { went.snap.pending() };
    match (&went.held, &report.failure) {
        (Some(Held::Same), _) if went.amended => {
            out.line(&line("fine"));
            out.line(&format!("          another than without errata: {}", went.snap.path().display()));
        }
        (Some(Held::Same), _) => out.line(&line("fine")),
        (Some(Held::New), _) => {
            out.line(&line("new"));
            out.line(&format!("          {accepted} {}", path.display()));
        }
        (Some(Held::Changed { line: at, was, is, told }), _) => {
            out.line(&line("changed"));
            if told.is_empty() {
                out.line(&format!("          line {at} was `{was}`"));
                out.line(&format!("          line {at} is  `{is}`"));
            }
            told.iter().take(CHANGES).for_each(|told| out.line(&format!("          {told}")));
            if told.len() > CHANGES {
                out.line(&format!("          .. and {} more", told.len() - CHANGES));
            }
            out.line(&format!("          {accepted} {}", path.display()));
        }
        (None, Some(wrong)) => {
            out.line(&line("FAILS"));
            failed(playable, report, wrong, out);
        }
        (None, None) => {}
    }
}

/// `fine    Two against a wood (7.7#b, 7.5#a)`
pub(crate) fn line(word: &str, report: &Report) -> String {
    headed(word, &report.title, &report.cases)
}

fn headed(word: &str, title: &str, cases: &[String]) -> String {
    let cases = if cases.is_empty() { String::new() } else { format!(" ({})", cases.join(", ")) };
    format!("{word:7} {title}{cases}")
}

/// A failure in full: where, the step as it is written, what was expected and found, what to type.
fn failed(playable: &Playable, report: &Report, wrong: &Wrong, out: &mut Out) {
    out.line(&format!("  {}: {}", place(playable, report, wrong), wrong.what));
    if let Some(step) = report.steps.last() {
        out.line(&format!("    | {}", step.text));
    }
    for line in &wrong.expected {
        out.line(&format!("    expected {line}"));
    }
    let mut words = std::iter::once("found").chain(std::iter::repeat(""));
    for line in &wrong.found {
        out.line(&format!("    {:8} {line}", words.next().unwrap_or_default()));
    }
    if let Some(Ground::Assumed(at)) = wrong.ground
        && let Some(place) = playable.place(at)
    {
        out.line(&format!("    never    {place}"));
    }
    out.line(&format!("    help: {}", wrong.help));
}

fn short(args: &Test, playable: &Playable, went: &Went, out: &mut Out) {
    let report = &went.report;
    match (&went.held, &report.failure) {
        (Some(Held::Same), _) | (None, None) => {}
        (Some(Held::New | Held::Changed { .. }), _) if args.accept => {}
        (Some(Held::New), _) => out.line(&format!("{}: new: \"{}\"", went.snap.path().display(), report.title)),
        (Some(Held::Changed { line, .. }), _) => {
            out.line(&format!("{}: changed in line {line}: \"{}\"", went.snap.path().display(), report.title));
        }
        (None, Some(wrong)) => {
            let place = place(playable, report, wrong);
            out.line(&format!("{place}: \"{}\": {}; {}", report.title, wrong.what, wrong.help));
        }
    }
}

/// `FILE:LINE:COLUMN`, as far as it is known.
fn place(playable: &Playable, report: &Report, wrong: &Wrong) -> String {
    playable.place(wrong.at).unwrap_or_else(|| playable.folder.join(&report.source).display().to_string())
}

fn as_json(playable: &Playable, went: &Went) -> Value {
    let report = &went.report;
    let trace_is = match &went.held {
        None => "failed",
        Some(Held::Same) => "same",
        Some(Held::New) => "new",
        Some(Held::Changed { .. }) => "changed",
    };
    let failure = report.failure.as_ref().map(|wrong| {
        json!({
            "at": place(playable, report, wrong),
            "step": report.steps.last().map(|step| step.text.clone()),
            "what": wrong.what, "expected": wrong.expected, "found": wrong.found, "help": wrong.help,
        })
    });
    json!({ "example": report.title, "cases": report.cases, "trace": trace_is, "amended": went.amended, "failure": failure })
}

/// The last line, and what to type.
fn sum(args: &Test, counts: &Counts, out: &mut Out) -> Exit {
    let loose = counts.new + counts.changed + counts.left_over;
    if matches!(args.format, Form::Full | Form::Narrated) {
        let mut line = format!("{} fine", counted(counts.fine, "example"));
        if counts.failed > 0 {
            line.push_str(&format!(", {} failed", counts.failed));
        }
        if counts.amended > 0 {
            line.push_str(&format!(", {} of them other than without errata", counts.amended));
        }
        if counts.aside > 0 {
            line.push_str(&format!(", {} set aside", counts.aside));
        }
        let traces = [(counts.new, "new"), (counts.changed, "changed"), (counts.left_over, "left over")];
        let told: Vec<String> =
            traces.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
        match (told.is_empty(), args.accept) {
            (true, _) => {}
            (false, true) => line.push_str(&format!("; traces accepted: {}", told.join(", "))),
            (false, false) => {
                line.push_str(&format!("; traces: {}: if they are right, `--accept` keeps them", told.join(", ")));
            }
        }
        if counts.unkept > 0 {
            line.push_str(&format!("; {} not written", counted(counts.unkept, "trace")));
        }
        out.line(&line);
    }
    if counts.failed > 0 || loose > 0 && !args.accept { Exit::Wrong } else { Exit::Fine }
}
