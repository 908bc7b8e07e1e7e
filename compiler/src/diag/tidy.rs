//! One mistake, one message.
//!
//! In: everything that every check said. Out: the same by place, without what was said twice; a headline that comes
//! again in other places is one message that names them.

use super::{Diagnostic, Place};
use crate::source::Sources;

/// Sorts by place, drops exact repeats, folds equal (code, headline) into the first of them.
pub fn tidy(sources: &Sources, all: &mut Vec<Diagnostic>) {
    all.sort_by(|one, other| key(one).cmp(&key(other)));
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(all.len());
    for next in all.drain(..) {
        let first = kept.iter_mut().find(|first| alike(first, &next));
        match first {
            // What has no place of its own says nothing new.
            Some(first) => first
                .same
                .extend(next.place().filter(|at| first.place() != Some(*at)).map(|at| (at, called(sources, at)))),
            None => kept.push(next),
        }
    }
    *all = kept;
}

/// Places first: files in order, then as they are read; what has no place comes before all.
fn key(one: &Diagnostic) -> (Option<Place>, super::Severity, super::Code, &str) {
    (one.place(), one.severity, one.code, &one.title)
}

/// The same mistake: what is said below the headline may only differ by place.
fn alike(one: &Diagnostic, other: &Diagnostic) -> bool {
    (one.code, one.severity, &one.title) == (other.code, other.severity, &other.title)
}

/// How people find a place: `06_movement.wgr:12`.
fn called(sources: &Sources, at: Place) -> String {
    let (line, _) = sources.line_column(at.file, at.span.start);
    format!("{}:{line}", sources.path(at.file))
}
