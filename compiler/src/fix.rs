//! What a machine may mend without asking.
//!
//! In: the texts and what was said about them. Out: the files that change, with their new texts. Promises: only fixes
//! that are certain; each wholly or not at all; no two touch the same letters, the first one in order wins, and what
//! is left out is said again by the next check.

use crate::diag::{Diagnostic, Place};
use crate::source::{FileId, Sources};

/// The new texts, in the order of the files.
pub fn apply(sources: &Sources, messages: &[Diagnostic]) -> Vec<(FileId, String)> {
    let mut taken: Vec<&(Place, String)> = Vec::new();
    for fix in messages.iter().filter_map(Diagnostic::certain) {
        let mut more: Vec<&(Place, String)> = Vec::with_capacity(fix.edits.len());
        let fits = fix.edits.iter().all(|edit| {
            let free = taken.iter().chain(&more).all(|other| !touch(edit.0, other.0));
            more.push(edit);
            free && lies_within(sources, edit.0)
        });
        if fits {
            taken.extend(more);
        }
    }
    taken.sort_by_key(|(place, _)| *place);
    sources.iter().filter_map(|(file, source)| changed(file, &source.text, &taken)).collect()
}

/// Two edits at one place cannot both be made, even if both only put something in.
fn touch(one: Place, other: Place) -> bool {
    let (one_span, other_span) = (one.span, other.span);
    let apart = one_span.end <= other_span.start || other_span.end <= one_span.start;
    one.file == other.file && (!apart || one_span.start == other_span.start)
}

fn lies_within(sources: &Sources, at: Place) -> bool {
    sources.get(at.file).is_some_and(|source| source.text.get(at.span.start as usize..at.span.end as usize).is_some())
}

/// The text with its edits, which stand in order; none if there are none or they change nothing.
fn changed(file: FileId, text: &str, edits: &[&(Place, String)]) -> Option<(FileId, String)> {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (place, new) in edits.iter().filter(|(place, _)| place.file == file) {
        out.push_str(text.get(done..place.span.start as usize)?);
        out.push_str(new);
        done = place.span.end as usize;
    }
    out.push_str(text.get(done..)?);
    (out != text).then_some((file, out))
}
