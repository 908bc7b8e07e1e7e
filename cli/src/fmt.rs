//! `wgr fmt`: files of rules laid out as the house writes them.

use crate::args::{Fmt, Print};
use crate::exit::{Exit, Failure};
use crate::files;
use crate::load::texts_of;
use crate::out::{Out, tell_error};
use crate::tell::counted;
use serde_json::json;
use std::path::Path;

/// How one file went.
struct Went {
    changed: bool,
    /// Mistakes for which lines stay as they are.
    unread: usize,
}

#[derive(Default)]
struct Counts {
    files: usize,
    changed: usize,
    unread: usize,
}

pub(crate) fn run(args: &Fmt, out: &mut Out) -> Result<Exit, Failure> {
    let (mut exit, mut counts) = (Exit::Fine, Counts::default());
    for path in &args.paths {
        // One file that cannot be read does not keep the others from being laid out.
        let done = texts_of(path).map(|paths| {
            paths.iter().for_each(|path| match one(args, path) {
                Ok(went) => tell(args, path, &went, &mut counts, out),
                Err(failure) => exit = exit.max(failure.told()),
            });
        });
        if let Err(failure) = done {
            exit = exit.max(failure.told());
        }
    }
    if args.format == Print::Text && counts.files > 0 {
        out.line(&sum(args, &counts));
    }
    let wrong = counts.unread > 0 || args.check && counts.changed > 0;
    Ok(if wrong { exit.max(Exit::Wrong) } else { exit })
}

fn one(args: &Fmt, path: &Path) -> Result<Went, Failure> {
    let text = files::read(path, "file of rules")?;
    let laid = wgr_grammar::format(&text);
    let changed = laid != text;
    if changed && !args.check {
        files::keep(path, "file of rules", &laid)?;
    }
    Ok(Went { changed, unread: wgr_grammar::parse(&text).faults.len() })
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
            out.line(&format!("{shown}: {}", if args.check { "not laid out" } else { "laid out" }));
        }
        Print::Text => {}
    }
    if went.unread > 0 {
        let what = counted(went.unread, "mistake");
        tell_error(&format!("wgr: {shown}: {what}: those lines stay as they are; `wgr check {shown}` tells more"));
    }
}

fn sum(args: &Fmt, counts: &Counts) -> String {
    let files = counted(counts.files, "file");
    match (counts.changed, args.check) {
        (0, _) => format!("{files}, nothing to do"),
        (changed, true) => format!("{files}, {changed} not laid out: `wgr fmt` does it"),
        (changed, false) => format!("{files}, {changed} laid out"),
    }
}
