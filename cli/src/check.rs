//! `wgr check`: everything that is wrong with a game.

use crate::args::{Check, Form};
use crate::exit::{Exit, Failure};
use crate::files;
use crate::load::{Loaded, load};
use crate::out::{Out, look, tell_error};
use crate::tell::counted;
use std::path::Path;
use wgr_compiler::diag::{Diagnostic, Severity, tidy};
use wgr_compiler::{Format, apply, check, render};

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
    let mut told = all(&loaded);
    for _ in 0..MOST_ROUNDS {
        if !args.fix || !mend(&loaded, &told)? {
            break;
        }
        loaded = load(path, &args.errata)?;
        told = all(&loaded);
    }
    let hidden = if args.open { 0 } else { hide_open(&mut told) };
    out.drawn(&render(&loaded.sources, &told, format(args.format), look()));
    summary(args.format, path, &loaded, &told, hidden, out);
    let wrong = told.iter().any(|message| message.severity == Severity::Error);
    Ok(if wrong { Exit::Wrong } else { Exit::Fine })
}

/// What is wrong with the ledger and with the rules, each once.
fn all(loaded: &Loaded) -> Vec<Diagnostic> {
    let checked = check(&loaded.sources, loaded.ledger.as_ref());
    let mut told = checked.diagnostics;
    told.extend(checked.open);
    told.extend(loaded.told.iter().cloned());
    tidy(&mut told);
    told
}

/// Questions that are not settled are notes, listed only when asked for; how many there were.
fn hide_open(told: &mut Vec<Diagnostic>) -> usize {
    let before = told.len();
    told.retain(|message| message.severity != Severity::Note);
    before - told.len()
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
fn summary(form: Form, path: &Path, loaded: &Loaded, told: &[Diagnostic], hidden: usize, out: &mut Out) {
    match form {
        Form::Full | Form::Narrated => {}
        Form::Short | Form::Json => return,
    }
    let of = |severity| told.iter().filter(|message| message.severity == severity).map(|one| 1 + one.same.len()).sum();
    let counts: [(usize, &str); 3] =
        [(of(Severity::Error), "error"), (of(Severity::Warning), "warning"), (of(Severity::Note), "note")];
    let named = counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| counted(*count, what));
    let mut parts: Vec<String> = named.collect();
    if counts[0].0 == 0 && counts[1].0 == 0 {
        parts.insert(0, format!("fine: {}", counted(loaded.paths.len(), "file")));
    }
    if hidden > 0 {
        parts.push(format!("{hidden} open (`--open` lists them)"));
    }
    if !told.is_empty() {
        out.line("");
    }
    out.line(&format!("{}: {}", path.display(), parts.join(", ")));
}
