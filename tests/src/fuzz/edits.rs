//! A good text changed as bytes say: how deep parts of a reader are reached. In: the text, and bytes that say what is
//! changed where. Out: the text after it. Promises: any bytes are changes, and no bytes are none; each change is small,
//! so that a text which was read with a mistake less is found by taking a change away.

use super::Bytes;
use std::ops::Range;

/// More changes than this leave nothing of what made the text a good one.
const MOST: usize = 24;
/// A text beyond this is changed no more: a long line that stands twice, again and again, would have no end.
const LONG: usize = 1 << 20;
/// What stands in the place of a word: numbers at the ends of what fits, signs that open and never close, nothing.
const ODD: [&str; 16] = [
    "",
    "0",
    "-1",
    "9999999999999999999999",
    "18446744073709551615*2",
    "1/0",
    "none",
    "null",
    "{",
    "}",
    "(",
    "]",
    "\"",
    "\u{feff}",
    "\u{1f3b2}",
    "\n",
];

/// The text with all changes made, one after the other.
pub(super) fn edited(good: &str, bytes: &mut Bytes<'_>) -> String {
    let mut text = good.to_owned();
    for _ in 0..MOST {
        let Some(kind) = bytes.byte().filter(|_| text.len() < LONG) else { break };
        one(&mut text, kind, bytes);
    }
    text
}

fn one(text: &mut String, kind: u8, bytes: &mut Bytes<'_>) {
    match kind % 8 {
        // A word as it stands elsewhere: most mistakes that people make.
        0..=2 => {
            let words = words(text);
            let (Some(to), Some(from)) = (some(&words, bytes), some(&words, bytes)) else { return };
            let word = text[from].to_owned();
            text.replace_range(to, &word);
        }
        3 => {
            let Some(to) = some(&words(text), bytes) else { return };
            text.replace_range(to, ODD[bytes.below(ODD.len())]);
        }
        // A line more, and a line less.
        4 => {
            let lines = lines(text);
            let (Some(to), Some(from)) = (some(&lines, bytes), some(&lines, bytes)) else { return };
            let line = text[from].to_owned();
            text.insert_str(to.start, &line);
        }
        5 => {
            let Some(line) = some(&lines(text), bytes) else { return };
            text.replace_range(line, "");
        }
        // Letters that stand nowhere.
        6 => {
            let Some(to) = some(&words(text), bytes) else { return };
            let count = bytes.below(16);
            text.insert_str(to.start, &String::from_utf8_lossy(bytes.up_to(count)));
        }
        _ => {
            let Some(at) = some(&words(text), bytes) else { return };
            text.truncate(at.start);
        }
    }
}

fn some(pieces: &[Range<usize>], bytes: &mut Bytes<'_>) -> Option<Range<usize>> {
    pieces.get(bytes.below(pieces.len())).cloned()
}

/// Runs of letters, figures and `_`; every other sign that is no blank by itself.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut open = false;
    for (at, letter) in text.char_indices() {
        let wordlike = letter.is_alphanumeric() || letter == '_';
        let end = at + letter.len_utf8();
        match words.last_mut() {
            Some(last) if open && wordlike => last.end = end,
            Some(_) | None if !letter.is_whitespace() => words.push(at..end),
            Some(_) | None => {}
        }
        open = wordlike;
    }
    words
}

/// Each with its end.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let ends = text.split_inclusive('\n').map(|line| {
        let begins = start;
        start += line.len();
        begins..start
    });
    ends.collect()
}
