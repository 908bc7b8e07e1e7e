//! Texts that say themselves what is wrong with them.
//!
//! In: a text of rules in which comments stand under the lines that are wrong, and what the check said. Out: what does
//! not agree, in sentences. Promises: every message must be told by a comment and every comment by a message, at exactly
//! that place, its headline holding those words.
//!
//! ```text
//!     7.1 "Fog" = 2 when weather is fogg
//!     //                            ^^^^ unknown-name: `fogg`
//! ```
//!
//! Where carets cannot stand because the comment's own strokes are there, columns say it: `// 1..5 unknown-item: ..`.
//! A caret alone may also mean the place before that letter. A span over several lines is told under its first line, up
//! to the end of that line. A message that names the same in other places is told under each.

use wgr_compiler::diag::{Diagnostic, Place};
use wgr_compiler::{FileId, Sources};

/// What a comment says of the line above it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub line: u32,
    /// First and last column, from 1.
    pub columns: (u32, u32),
    pub code: String,
    pub words: String,
}

/// All comments of this sort in a text.
pub fn told(text: &str) -> Vec<Told> {
    let mut told = Vec::new();
    let mut line = 0;
    for (at, content) in text.lines().enumerate() {
        match comment(content) {
            Some((columns, code, words)) => told.push(Told { line, columns, code, words }),
            None => line = at as u32 + 1,
        }
    }
    told
}

/// `    // ^^^^ code: words` or `// 1..5 code: words`
fn comment(line: &str) -> Option<((u32, u32), String, String)> {
    let inner = line.trim_start().strip_prefix("//")?;
    let before = line.chars().count() - inner.chars().count();
    let said = inner.trim_start();
    let first = before + inner.chars().count() - said.chars().count() + 1;
    let (mark, rest) = said.split_once(' ')?;
    let columns = if !mark.is_empty() && mark.chars().all(|sign| sign == '^') {
        (first as u32, (first + mark.len() - 1) as u32)
    } else {
        let (from, to) = mark.split_once("..")?;
        (from.parse().ok()?, to.parse().ok()?)
    };
    let (code, words) = rest.split_once(':')?;
    let is_code = !code.is_empty() && code.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    is_code.then(|| (columns, code.to_owned(), words.trim().to_owned()))
}

/// Where the messages and the comments of a file do not agree; empty if they do.
pub fn disagreements(sources: &Sources, file: FileId, messages: &[Diagnostic]) -> Vec<String> {
    let text = sources.get(file).map_or("", |source| source.text.as_str());
    let mut open = told(text);
    let mut wrong = Vec::new();
    for (message, place) in messages.iter().flat_map(places) {
        let (line, columns) = place.map_or((0, (0, 0)), |place| columns(sources, place));
        let title = &message.title;
        let fits = |told: &Told| {
            let empty = columns.1 < columns.0 && told.columns == (columns.0, columns.0);
            told.line == line
                && (told.columns == columns || empty)
                && told.code == message.code.word()
                && title.contains(&told.words)
        };
        match open.iter().position(fits) {
            Some(at) => drop(open.remove(at)),
            None => {
                let code = message.code.word();
                wrong.push(format!("{line}:{}..{}: not told in the text: {code}: {title}", columns.0, columns.1));
            }
        }
    }
    for Told { line, columns, code, words } in open {
        wrong.push(format!("{line}:{}..{}: told in the text, but not said: {code}: {words}", columns.0, columns.1));
    }
    wrong
}

/// A message at its main place and wherever else the same is wrong.
fn places(message: &Diagnostic) -> impl Iterator<Item = (&Diagnostic, Option<Place>)> {
    let others = message.same.iter().map(|(place, _)| Some(*place));
    [message.place()].into_iter().chain(others).map(move |place| (message, place))
}

/// Line, first and last column; the last is before the first where the place is empty.
fn columns(sources: &Sources, place: Place) -> (u32, (u32, u32)) {
    let (line, first) = sources.line_column(place.file, place.span.start);
    let (last_line, behind) = sources.line_column(place.file, place.span.end);
    let length = || sources.get(place.file).and_then(|source| source.line(line)).map_or(0, |line| line.chars().count());
    let last = if last_line == line { behind.saturating_sub(1) } else { length() as u32 };
    (line, (first, last))
}
