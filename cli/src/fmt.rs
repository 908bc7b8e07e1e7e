//! `wgr fmt`: files of rules laid out as the house writes them.

use crate::args::{Fmt, Print};
use crate::check::mended;
use crate::exit::{Exit, Failure};
use crate::files;
use crate::keep;
use crate::load::{overlays_in, texts_of};
use crate::out::{Out, look, tell_error};
use crate::root::Open;
use crate::tell::counted;
use serde_json::json;
use std::path::Path;
use wgr_compiler::diag::Diagnostic;
use wgr_compiler::{Format, render};

/// How one file went.
struct Went {
    changed: bool,
    /// So many are plain ones now.
    odd_blanks: usize,
    /// Mistakes for which lines stay as they are.
    unread: usize,
}

#[derive(Default)]
struct Counts {
    files: usize,
    changed: usize,
    unread: usize,
    /// Files that could not be read or written; they stay as they are.
    failed: usize,
}

pub(crate) fn run(args: &Fmt, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let (mut exit, mut counts) = (Exit::Fine, Counts::default());
    for path in &args.paths {
        if args.upgrade {
            // A game that cannot be read is told once, and none of it is laid out.
            match upgrade(path, root, out) {
                Ok(done) => exit = exit.max(done),
                Err(failure) => {
                    exit = exit.max(failure.told());
                    continue;
                }
            }
        }
        // One file that cannot be read does not keep the others from being laid out.
        let done = texts_of(path).map(|paths| {
            paths.iter().for_each(|path| match one(args, path) {
                Ok(went) => tell(args, path, &went, &mut counts, out),
                Err(failure) => {
                    exit = exit.max(failure.told());
                    counts.failed += 1;
                }
            });
        });
        if let Err(failure) = done {
            exit = exit.max(failure.told());
        }
    }
    if args.format == Print::Text && counts.files + counts.failed > 0 {
        out.line(&sum(args, &counts));
    }
    let wrong = counts.unread > 0 || args.check && counts.changed > 0;
    Ok(if wrong { exit.max(Exit::Wrong) } else { exit })
}

/// A game, and with each of its overlays: forms that were replaced are written anew, and those are drawn that stay.
fn upgrade(path: &Path, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let mut exit = Exit::Fine;
    let overlays = overlays_in(path, &Open::default());
    for overlay in std::iter::once(None).chain(overlays.iter().map(Some)) {
        let (loaded, found) = mended(path, overlay.map_or(&[], std::slice::from_ref), root, |told| told.former)?;
        // What stays in the game itself was drawn before.
        let of_this = |told: &Diagnostic| {
            let lies_in = told.place().and_then(|at| loaded.paths.iter().find(|(file, _)| *file == at.file));
            overlay.is_none() || lies_in.is_some_and(|(_, path)| Some(path) == overlay)
        };
        let left: Vec<Diagnostic> = found.told.into_iter().filter(|told| told.former && of_this(told)).collect();
        if !left.is_empty() {
            out.drawn(&render(&loaded.sources, &left, Format::Full, look()));
            exit = Exit::Wrong;
        }
    }
    Ok(exit)
}

fn one(args: &Fmt, path: &Path) -> Result<Went, Failure> {
    let text = files::read(path, "file of rules")?;
    let (_, body) = keep::unmarked(&text);
    let laid = wgr_grammar::format(body);
    let changed = laid != body;
    if changed && !args.check {
        keep::rules(path, &text, &laid)?;
    }
    let odd_blanks = odd_blanks(body).saturating_sub(odd_blanks(&laid));
    Ok(Went { changed, odd_blanks, unread: wgr_grammar::parse(&text).faults.len() })
}

/// Blanks that look like others and are not, like those that are copied from a page of a book.
fn odd_blanks(text: &str) -> usize {
    let odd = |sign: &char| (sign.is_whitespace() || *sign == '\u{feff}') && !" \n\r\t".contains(*sign);
    text.chars().filter(odd).count()
}

fn tell(args: &Fmt, path: &Path, went: &Went, counts: &mut Counts, out: &mut Out) {
    counts.files += 1;
    counts.changed += usize::from(went.changed);
    counts.unread += went.unread;
    let shown = path.display();
    match args.format {
        Print::Json => {
            let said = json!({ "path": shown.to_string(), "changed": went.changed, "unread": went.unread });
            out.line(&said.to_string());
        }
        Print::Text if went.changed => {
            let blanks = match went.odd_blanks {
                0 => String::new(),
                odd => format!(", {} made plain", counted(odd, "odd blank")),
            };
            out.line(&format!(
                "{shown}: {}",
                if args.check { "not laid out".to_owned() } else { format!("laid out{blanks}") }
            ));
        }
        Print::Text => {}
    }
    if went.unread > 0 {
        let what = counted(went.unread, "mistake");
        tell_error(&format!("wgr: {shown}: {what}: those lines stay as they are; `wgr check {shown}` tells more"));
    }
}

fn sum(args: &Fmt, counts: &Counts) -> String {
    let files = counted(counts.files + counts.failed, "file");
    let failed = match counts.failed {
        0 => String::new(),
        failed => format!(", {failed} left as they were"),
    };
    match (counts.changed, args.check) {
        (0, _) if counts.failed == 0 => format!("{files}, nothing to do"),
        (changed, true) => format!("{files}, {changed} not laid out{failed}: `wgr fmt` does it"),
        (changed, false) => format!("{files}, {changed} laid out{failed}"),
    }
}
