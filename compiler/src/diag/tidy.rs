//! One mistake, one message.
//!
//! In: everything that every check said. Out: the same by place, without what was said twice; what is said again in
//! other places is one message that names them.

use super::{Code, Diagnostic, Place, Severity};

/// Sorts by place, drops exact repeats, folds what says the same into the first of them; its fix then mends all.
pub fn tidy(all: &mut Vec<Diagnostic>) {
    all.sort_by(|one, other| key(one).cmp(&key(other)));
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(all.len());
    for next in all.drain(..) {
        match kept.iter_mut().find(|first| alike(first, &next)) {
            Some(first) => fold(first, next),
            None => kept.push(next),
        }
    }
    *all = kept;
}

/// Causes before what rests on them; then by place: files in order, as they are read. What has no place comes before all.
fn key(one: &Diagnostic) -> (u8, Option<Place>, Severity, Code, &str) {
    (one.depth, one.place(), one.severity, one.code, &one.title)
}

/// The same mistake: only the place differs. A broken line without a certain slip is a mistake of its own, for its
/// headline cannot name what is wrong; and a story of several parts is told whole.
fn alike(one: &Diagnostic, other: &Diagnostic) -> bool {
    let nameless = matches!(one.code, Code::Syntax | Code::Unclosed) && one.fixes.is_empty();
    let whole = one.related.is_empty() && other.related.is_empty();
    let titled = (one.code, one.severity, &one.title) == (other.code, other.severity, &other.title);
    titled && (one == other || !nameless && whole && says(one) == says(other))
}

/// What stands below the headline, apart from places.
fn says(told: &Diagnostic) -> (&[String], &[String], Vec<(&str, bool)>) {
    (&told.why, &told.help, told.fixes.iter().map(|fix| (fix.what.as_str(), fix.certain)).collect())
}

fn fold(first: &mut Diagnostic, next: Diagnostic) {
    let Some(at) = next.place() else { return };
    if first.place() == Some(at) || first.same.iter().any(|(same, _)| *same == at) {
        return;
    }
    first.same.push((at, String::new()));
    first.same.extend(next.same);
    first.same.sort();
    for (fix, more) in first.fixes.iter_mut().zip(next.fixes) {
        fix.edits.extend(more.edits);
    }
}
