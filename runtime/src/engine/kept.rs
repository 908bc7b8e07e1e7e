//! Saves and replays as texts: a head, a checksum, and behind them what is kept, as JSON that a person may open.
//!
//! In: what is kept, or a text. Out: the other one. Promises: what is read is what was written, to the bit; a text that
//! is cut short, damaged, of another sort or of another version is told so. The checksum finds accidents and slips; who
//! wants to cheat can make a new one.

use super::head::{Head, Sort, json_value, sign};
use crate::ir::{Pos, TextError};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The key of the checksum, the second one.
const CHECKSUM: &str = "checksum";

/// What is kept, as the text of a file of this sort.
pub(super) fn write<T: Serialize>(sort: Sort, kept: &T) -> Result<String, TextError> {
    let text = serde_json::to_string_pretty(kept).map_err(|error| TextError::new(Pos::default(), error.to_string()))?;
    let rest = text.strip_prefix('{').unwrap_or(&text);
    Ok(sealed(&format!("{{\n  \"wgr\": \"{}\",\n  \"{CHECKSUM}\": \"\",{rest}\n", sort.head())))
}

/// What a file of this sort holds, with the line of whatever is wrong with it.
pub(super) fn read<T: for<'t> Deserialize<'t>>(sort: Sort, text: &str) -> Result<T, TextError> {
    check_head(sort, text)?;
    let head_ends = json_value(text, 0, '{', "wgr").map_or(0, |(_, end)| end);
    let Some((value, end)) = json_value(text, head_ends, ',', CHECKSUM) else {
        // A replay names everything and is held against the game entry by entry; a save is packed words, in which a
        // change would go unseen.
        return match sort {
            Sort::Replay | Sort::Position => read_json(&blanked(text, head_ends), sort.word()),
            Sort::Save | Sort::Notebook | Sort::Trace | Sort::Picture => Err(told(
                sort,
                "has no checksum: it was changed by hand, and only a replay may be: mend the replay and play that",
            )),
        };
    };
    let (written, there) = (&text[value.clone()], checksum(text, &value));
    if *written != there {
        return Err(changed(sort, text, written));
    }
    read_json(&blanked(text, end), sort.word())
}

/// The same text with the checksum that it should have; a text without a place for one stays as it is.
pub fn sealed(text: &str) -> String {
    let place = json_value(text, 0, '{', "wgr").and_then(|(_, end)| json_value(text, end, ',', CHECKSUM));
    let Some((value, _)) = place else { return text.to_owned() };
    let mut sealed = text.to_owned();
    sealed.replace_range(value.clone(), &checksum(text, &value));
    sealed
}

/// Of all but itself: `crc32 1a2b3c4d of 2113 bytes`.
fn checksum(text: &str, itself: &Range<usize>) -> String {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&text.as_bytes()[..itself.start]);
    hasher.update(&text.as_bytes()[itself.end..]);
    format!("crc32 {:08x} of {} bytes", hasher.finalize(), text.len() - itself.len())
}

/// Is it a file of this sort, in the version that is read now?
fn check_head(sort: Sort, text: &str) -> Result<(), TextError> {
    match Head::of(text) {
        Some(head) if head.sort == sort && head.version == sort.version() => Ok(()),
        Some(head) if head.sort == sort => {
            let (had, read) = (head.version, sort.version());
            Err(told(sort, &format!("has format {had}, and this wgr reads format {read}: take the wgr that wrote it")))
        }
        Some(head) => {
            let what = match head.sort {
                Sort::Save => "`--load` takes it up",
                Sort::Replay => "`--replay` plays it",
                Sort::Notebook => "it is what one seat saw, and cannot be played on: the referee's save can",
                Sort::Trace => "`wgr test` holds an example against it",
                Sort::Position => "`--at` takes it up",
                Sort::Picture => "it is to be looked at",
            };
            Err(TextError::new(Pos::default(), format!("this is a {}, not a {sort}: {what}", head.sort)))
        }
        None if text.trim().is_empty() => {
            Err(TextError::new(Pos::default(), format!("this is no {sort}: there is nothing in the file")))
        }
        None => {
            let head = sort.head();
            let what =
                format!("this is no {sort}, or its beginning is damaged: a {sort} begins with `\"wgr\": \"{head}\"`");
            Err(TextError::new(Pos { line: 1, column: 1 }, what))
        }
    }
}

/// What is wrong with a text that is not what was written.
fn changed(sort: Sort, text: &str, written: &str) -> TextError {
    let bytes = written.strip_suffix(" bytes").and_then(|head| head.rsplit_once(' ')?.1.parse::<usize>().ok());
    // Without its checksum, as that counts.
    let there = text.len() - written.len();
    let cut = serde_json::from_str::<serde::de::IgnoredAny>(text).is_err_and(|error| error.is_eof());
    let mended = match sort {
        Sort::Replay | Sort::Position => "; if you changed it yourself, take the line `checksum` out",
        Sort::Save | Sort::Notebook | Sort::Trace | Sort::Picture => "; take another copy of it",
    };
    match bytes {
        Some(bytes) if there < bytes && cut => {
            let what = format!("is cut short: {there} of {bytes} bytes are there: take another copy of it");
            told(sort, &what)
        }
        Some(bytes) if there != bytes => {
            let what =
                format!("was changed after it was written: {bytes} bytes were written, {there} are there{mended}");
            told(sort, &what)
        }
        Some(_) | None => told(sort, &format!("is damaged, or was changed by hand: its checksum does not fit{mended}")),
    }
}

fn told(sort: Sort, what: &str) -> TextError {
    TextError::new(Pos::default(), format!("this {sort} {what}"))
}

/// The text without its head, everything else in its place. `end` is where the last value of the head ends.
fn blanked(text: &str, end: usize) -> String {
    let Some(open) = sign(text, 0, '{') else { return text.to_owned() };
    // With the comma, if something follows.
    let end = sign(text, end, ',').unwrap_or(end);
    let blanks: String = text[open..end].chars().map(|sign| if sign == '\n' { '\n' } else { ' ' }).collect();
    format!("{}{blanks}{}", &text[..open], &text[end..])
}

/// JSON into one of our files, with the place of what is wrong.
pub(crate) fn read_json<T: for<'t> Deserialize<'t>>(text: &str, kind: &str) -> Result<T, TextError> {
    serde_json::from_str(text).map_err(|error| {
        let at = Pos { line: error.line() as u32, column: error.column() as u32 };
        let text = error.to_string();
        let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
        TextError::new(at, format!("this is no {kind} that can be read: {what}"))
    })
}
