//! `wgr check`: everything that is wrong with a game.

use crate::args::{Check, Form};
use crate::exit::{Exit, Failure};
use crate::keep;
use crate::load::{Loaded, and, load};
use crate::out::{Out, look, tell_error};
use crate::tell::counted;
use std::path::{Path, PathBuf};
use wgr_compiler::diag::{Code, Diagnostic, Label, Severity, tidy};
use wgr_compiler::{Checked, Compiled, Counts, Format, apply, check, render};

/// A fix may bring the next one to light; more rounds than these would be a fix that undoes another.
const MOST_ROUNDS: usize = 8;

/// So many messages are drawn on a terminal.
const MOST_DRAWN: usize = 10;

pub(crate) fn run(args: &Check, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let (mut exit, mut last) = (Exit::Fine, None);
    for path in &args.paths {
        // One game that cannot be read does not keep the others from being checked.
        match one(args, path, root, out) {
            Ok((one, made)) => {
                exit = exit.max(one);
                last = Some(made);
            }
            Err(failure) => exit = exit.max(failure.told()),
        }
    }
    // The program ends here. To take a big game apart before that takes as long as to verify it.
    std::mem::forget(last);
    Ok(exit)
}

/// With what was read and made of it.
fn one(args: &Check, path: &Path, root: Option<&Path>, out: &mut Out) -> Result<(Exit, (Loaded, Found)), Failure> {
    let (loaded, found) = mended(path, &args.errata, root, |_| args.fix)?;
    let mut told = found.told.clone();
    if args.open {
        told.extend(found.open.iter().cloned());
        tidy(&mut told);
    } else if !args.errata.is_empty() {
        // What stands in errata is new: whoever writes it wants to know what nobody could prove of it.
        let is_new = |label: &Label| {
            let path = loaded.paths.iter().find(|(file, _)| *file == label.at.file);
            path.is_some_and(|(_, path)| loaded.overlays.contains(path))
        };
        let open = found.open.iter().filter(|open| open.severity == Severity::NotProved);
        told.extend(open.filter(|open| open.labels.iter().any(is_new)).cloned());
        tidy(&mut told);
    }
    // The first are causes: whoever mends them sees fewer of the others.
    let drawn = if out.is_terminal() && !args.all && args.format == Form::Full { MOST_DRAWN } else { told.len() };
    out.drawn(&render(&loaded.sources, &told[..drawn.min(told.len())], format(args.format), look()));
    if told.len() > drawn {
        out.line(&format!("\n{} more: `wgr check --all` draws them, too", counted(told.len() - drawn, "message")));
    }
    if args.format == Form::Full || args.format == Form::Narrated {
        if !told.is_empty() {
            out.line("");
        }
        out.line(&format!("{}: {}", path.display(), summary(args, &loaded, &found)));
    }
    let wrong = told.iter().any(|message| message.severity == Severity::Wrong);
    let exit = if wrong { Exit::Wrong } else { Exit::Fine };
    Ok((exit, (loaded, found)))
}

/// A game as it is once those of its messages that `mends` takes, and that have a certain fix, were mended in its files.
pub(crate) fn mended(
    path: &Path,
    errata: &[PathBuf],
    root: Option<&Path>,
    mends: impl Fn(&Diagnostic) -> bool,
) -> Result<(Loaded, Found), Failure> {
    let mut loaded = load(path, errata, root)?;
    let mut found = all(&loaded);
    for _ in 0..MOST_ROUNDS {
        let to_mend: Vec<Diagnostic> = found.told.iter().filter(|told| mends(told)).cloned().collect();
        if !mend(&loaded, &to_mend)? {
            break;
        }
        loaded = load(path, errata, root)?;
        found = all(&loaded);
    }
    Ok((loaded, found))
}

/// What a check found out.
pub(crate) struct Found {
    pub(crate) told: Vec<Diagnostic>,
    /// What could not be proved, or is still missing.
    pub(crate) open: Vec<Diagnostic>,
    counts: Counts,
    /// The game, where nothing is wrong with the rules.
    _compiled: Option<Compiled>,
}

fn all(loaded: &Loaded) -> Found {
    found(loaded, check(&loaded.sources, loaded.ledger.as_ref()))
}

/// What is wrong with the ledger and with the rules, each once.
pub(crate) fn found(loaded: &Loaded, checked: Checked) -> Found {
    let mut told = checked.diagnostics;
    told.extend(loaded.told.iter().cloned());
    tidy(&mut told);
    Found { told, open: checked.open, counts: checked.counts, _compiled: checked.compiled }
}

/// Writes what can be mended; was there anything? One file that cannot be written does not keep the others from it.
fn mend(loaded: &Loaded, told: &[Diagnostic]) -> Result<bool, Failure> {
    let mended = apply(&loaded.sources, told);
    let mut failed: Option<Failure> = None;
    for (file, text) in &mended {
        let read = loaded.sources.get(*file).map_or("", |source| &source.text);
        if let Some((_, path)) = loaded.paths.iter().find(|(known, _)| known == file) {
            match keep::rules(path, read, text) {
                Ok(()) => tell_error(&format!("wgr: {}: mended", path.display())),
                Err(more) => failed = Some(and(failed.take(), more)),
            }
        }
    }
    failed.map_or(Ok(!mended.is_empty()), Err)
}

fn format(form: Form) -> Format {
    match form {
        Form::Full => Format::Full,
        Form::Short => Format::Short,
        Form::Json => Format::Json,
        Form::Narrated => Format::Narrated,
    }
}

/// One last line for people: how many of each answer.
fn summary(args: &Check, loaded: &Loaded, found: &Found) -> String {
    let of = |those: &[Diagnostic], severity| -> usize {
        let those = those.iter().filter(|message| message.severity == severity);
        those.map(|message| 1 + message.same.len()).sum()
    };
    let (wrong, notes) = (of(&found.told, Severity::Wrong), of(&found.told, Severity::Note));
    let mut parts = Vec::new();
    if wrong == 0 {
        parts.push(format!("fine: {}", counted(loaded.paths.len(), "file")));
    } else {
        parts.push(format!("{wrong} wrong"));
    }
    if found.counts.proved > 0 {
        let relying = of(&found.open, Severity::Proved);
        let relying =
            if relying > 0 { format!(" ({} relying on a never)", counted(relying, "item")) } else { String::new() };
        parts.push(format!("{} proved{relying}", found.counts.proved));
    }
    let unsettled: Vec<Diagnostic> = found.open.iter().filter(|message| message.code == Code::Hole).cloned().collect();
    let (open, provisional) = (of(&found.open, Severity::NotProved), of(&unsettled, Severity::Note));
    let more = of(&found.open, Severity::Note) - provisional;
    let mut listed = Vec::new();
    if open > 0 {
        listed.push(format!("{open} not proved, watched in play"));
    }
    if provisional > 0 {
        listed.push(format!("{provisional} provisional"));
    }
    if more > 0 {
        listed.push(format!("{} kept back", counted(more, "note")));
    }
    if let Some(last) = listed.last_mut().filter(|_| !args.open) {
        last.push_str(" (`--open` lists them)");
    }
    parts.append(&mut listed);
    if notes > 0 {
        parts.push(counted(notes, "note"));
    }
    parts.join(", ")
}
