//! `wgr check`: everything that is wrong with a game.

use crate::args::{Check, Form};
use crate::exit::{Exit, Failure};
use crate::files;
use crate::load::{Loaded, load};
use crate::out::{Out, look, tell_error};
use crate::tell::counted;
use std::path::Path;
use wgr_compiler::diag::{Diagnostic, Severity, tidy};
use wgr_compiler::{Counts, Format, apply, check, render};

/// A fix may bring the next one to light; more rounds than these would be a fix that undoes another.
const MOST_ROUNDS: usize = 8;

pub(crate) fn run(args: &Check, out: &mut Out) -> Result<Exit, Failure> {
    let mut exit = Exit::Fine;
    for path in &args.paths {
        // One game that cannot be read does not keep the others from being checked.
        let one = one(args, path, out).unwrap_or_else(|failure| failure.told());
        exit = exit.max(one);
    }
    Ok(exit)
}

fn one(args: &Check, path: &Path, out: &mut Out) -> Result<Exit, Failure> {
    let mut loaded = load(path, &args.errata)?;
    let mut found = all(&loaded);
    for _ in 0..MOST_ROUNDS {
        if !args.fix || !mend(&loaded, &found.told)? {
            break;
        }
        loaded = load(path, &args.errata)?;
        found = all(&loaded);
    }
    let mut told = found.told.clone();
    if args.open {
        told.extend(found.open.iter().cloned());
        tidy(&mut told);
    }
    out.drawn(&render(&loaded.sources, &told, format(args.format), look()));
    if args.format == Form::Full || args.format == Form::Narrated {
        if !told.is_empty() {
            out.line("");
        }
        out.line(&format!("{}: {}", path.display(), summary(args, &loaded, &found)));
    }
    let wrong = told.iter().any(|message| message.severity == Severity::Error);
    Ok(if wrong { Exit::Wrong } else { Exit::Fine })
}

/// What a check found out.
struct Found {
    told: Vec<Diagnostic>,
    /// What could not be proved, or is still missing.
    open: Vec<Diagnostic>,
    counts: Counts,
}

/// What is wrong with the ledger and with the rules, each once.
fn all(loaded: &Loaded) -> Found {
    let checked = check(&loaded.sources, loaded.ledger.as_ref());
    let mut told = checked.diagnostics;
    told.extend(loaded.told.iter().cloned());
    tidy(&mut told);
    Found { told, open: checked.open, counts: checked.counts }
}

/// Writes what can be mended; was there anything?
fn mend(loaded: &Loaded, told: &[Diagnostic]) -> Result<bool, Failure> {
    let mended = apply(&loaded.sources, told);
    for (file, text) in &mended {
        if let Some((_, path)) = loaded.paths.iter().find(|(known, _)| known == file) {
            files::keep(path, "file of rules", text)?;
            tell_error(&format!("wgr: {}: mended", path.display()));
        }
    }
    Ok(!mended.is_empty())
}

fn format(form: Form) -> Format {
    match form {
        Form::Full => Format::Full,
        Form::Short => Format::Short,
        Form::Json => Format::Json,
        Form::Narrated => Format::Narrated,
    }
}

/// One last line for people: how many of what.
fn summary(args: &Check, loaded: &Loaded, found: &Found) -> String {
    let of = |severity| -> usize {
        let those = found.told.iter().filter(|message| message.severity == severity);
        those.map(|message| 1 + message.same.len()).sum()
    };
    let (errors, warnings) = (of(Severity::Error), of(Severity::Warning));
    let mut parts = Vec::new();
    if errors == 0 && warnings == 0 {
        parts.push(format!("fine: {}", counted(loaded.paths.len(), "file")));
    }
    let counts = [(errors, "error"), (warnings, "warning"), (of(Severity::Note), "note")];
    parts.extend(counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| counted(*count, what)));
    if found.counts.proved > 0 {
        parts.push(format!("{} proved", counted(found.counts.proved as usize, "answer")));
    }
    let open: usize = found.open.iter().map(|message| 1 + message.same.len()).sum();
    if open > 0 {
        let hint = if args.open { "" } else { " (`--open` lists them)" };
        parts.push(format!("{open} open{hint}"));
    }
    parts.join(", ")
}
