//! Messages for other programs: editors, scripts.
//!
//! In: the texts and a message. Out: one JSON object on one line. Promises: lines and columns from 1, columns in
//! letters; `start` and `end` are bytes; a field may be added, none changes its meaning.

use crate::diag::{Diagnostic, Fix, Place};
use crate::source::Sources;
use serde::Serialize;

#[derive(Serialize)]
struct Message<'m> {
    code: &'m str,
    /// `wrong`, `not proved` or `note`.
    answer: &'m str,
    title: &'m str,
    labels: Vec<At<'m>>,
    why: &'m [String],
    help: &'m [String],
    /// The likeliest of `fixes`.
    fix: Option<Mend<'m>>,
    fixes: Vec<Mend<'m>>,
    same: Vec<At<'m>>,
    related: Vec<Message<'m>>,
}

#[derive(Serialize)]
struct At<'m> {
    path: &'m str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    start: u32,
    end: u32,
    text: &'m str,
}

#[derive(Serialize)]
struct Mend<'m> {
    what: &'m str,
    certain: bool,
    /// Each puts its `text` where its place is.
    edits: Vec<At<'m>>,
}

/// The object and a line end.
pub(crate) fn object(sources: &Sources, message: &Diagnostic) -> String {
    // Nothing in it can fail to be written: strings, numbers and lists only.
    serde_json::to_string(&told(sources, message)).map_or(String::new(), |object| object + "\n")
}

fn told<'m>(sources: &'m Sources, message: &'m Diagnostic) -> Message<'m> {
    let all = |places: &'m [(Place, String)]| -> Vec<At<'m>> {
        places.iter().map(|(place, text)| at(sources, *place, text)).collect()
    };
    let mend = |fix: &'m Fix| Mend { what: &fix.what, certain: fix.certain, edits: all(&fix.edits) };
    Message {
        code: message.code.word(),
        answer: message.severity.word(),
        title: &message.title,
        labels: message.labels.iter().map(|label| at(sources, label.at, &label.text)).collect(),
        why: &message.why,
        help: &message.help,
        fix: message.fixes.first().map(mend),
        fixes: message.fixes.iter().map(mend).collect(),
        same: all(&message.same),
        related: message.related.iter().map(|part| told(sources, part)).collect(),
    }
}

fn at<'m>(sources: &'m Sources, place: Place, text: &'m str) -> At<'m> {
    let (start, end) = (place.span.start, place.span.end);
    let (line, column) = sources.line_column(place.file, start);
    let (end_line, end_column) = sources.line_column(place.file, end);
    At { path: sources.path(place.file), line, column, end_line, end_column, start, end, text }
}
