//! The head of a file that wgr wrote: its sort and the version of its format, `save 3`. In JSON it is the first key,
//! `"wgr"`; in a text of lines it stands in the first line, or in the second one below `---`.
//!
//! Promises: whatever wgr writes for itself has a head, and each sort is listed here. So wgr can tell its own files from
//! everybody else's, and replaces nothing else.

use std::fmt;
use std::ops::Range;

/// The sorts of files that wgr writes. (Rules are the author's; they have no head.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A whole game as it stands: the referee's, to be played on.
    Save,
    /// What was answered and what fell, from the beginning.
    Replay,
    /// What one seat saw, did and may know; it cannot be played on.
    Notebook,
    /// What an example did, as it was accepted.
    Trace,
    /// Where everything stands and what led there, for people and programs to read and write.
    Position,
    /// A map or a position to look at.
    Picture,
}

impl Sort {
    pub const ALL: [Sort; 6] = [Sort::Save, Sort::Replay, Sort::Notebook, Sort::Trace, Sort::Position, Sort::Picture];

    /// As the head says it.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Save => "save",
            Sort::Replay => "replay",
            Sort::Notebook => "notebook",
            Sort::Trace => "trace",
            Sort::Position => "position",
            Sort::Picture => "picture",
        }
    }

    /// The version of its format that is written and read now.
    pub fn version(self) -> u32 {
        match self {
            Sort::Save => 3,
            Sort::Replay => 2,
            Sort::Notebook | Sort::Trace | Sort::Position | Sort::Picture => 1,
        }
    }

    /// What the head of such a file says: `save 3`.
    pub fn head(self) -> String {
        format!("{} {}", self.word(), self.version())
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A head that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    pub sort: Sort,
    pub version: u32,
}

impl Head {
    /// The head of a text, or of its beginning; none where wgr did not write it.
    pub fn of(text: &str) -> Option<Head> {
        let said = match json_value(text, 0, '{', "wgr") {
            Some((value, _)) => &text[value],
            None => line_value(text)?,
        };
        let (word, version) = said.split_once(' ')?;
        let sort = Sort::ALL.into_iter().find(|sort| sort.word() == word)?;
        Some(Head { sort, version: version.parse().ok()? })
    }
}

/// `wgr: trace 1`, in the first line or below the `---` that opens a head of several lines; in a picture as a remark.
fn line_value(text: &str) -> Option<&str> {
    let mut lines = text.lines();
    let first = lines.next()?;
    let line = if first == "---" { lines.next()? } else { first };
    let line = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->")).unwrap_or(line);
    line.strip_prefix("wgr: ")
}

/// The value of a text under this key, where it is the next thing behind `after`, which stands at `at` or behind blanks
/// there; and where the value ends. Texts with a `\` in them are none of ours.
pub(super) fn json_value(text: &str, at: usize, after: char, key: &str) -> Option<(Range<usize>, usize)> {
    let at = sign(text, at, after)?;
    let (name, at) = quoted(text, at)?;
    if &text[name] != key {
        return None;
    }
    quoted(text, sign(text, at, ':')?)
}

/// Behind this sign, which stands at `at` or behind blanks there.
pub(super) fn sign(text: &str, at: usize, sign: char) -> Option<usize> {
    let rest = text[at..].trim_start();
    rest.strip_prefix(sign).map(|rest| text.len() - rest.len())
}

fn quoted(text: &str, at: usize) -> Option<(Range<usize>, usize)> {
    let from = sign(text, at, '"')?;
    let long = text[from..].find(['"', '\\', '\n'])?;
    text[from + long..].starts_with('"').then_some((from..from + long, from + long + 1))
}

#[cfg(test)]
mod tests {
    use super::{Head, Sort};

    #[test]
    fn a_head_says_the_sort_and_its_version() {
        for (text, sort, version) in [
            ("{\n  \"wgr\": \"save 3\",\n  \"game\": ", Sort::Save, 3),
            ("{\"wgr\":\"replay 17\"}", Sort::Replay, 17),
            (" { \"wgr\" : \"notebook 1\"", Sort::Notebook, 1),
            ("---\nwgr: trace 1\nsource: x\n---\n", Sort::Trace, 1),
            ("wgr: trace 3\n", Sort::Trace, 3),
            ("<!-- wgr: picture 1 -->\n<svg>", Sort::Picture, 1),
        ] {
            assert_eq!(Head::of(text), Some(Head { sort, version }), "{text}");
        }
    }

    #[test]
    fn what_wgr_did_not_write_has_no_head() {
        for text in [
            "",
            "{",
            "{}",
            "game \"X\" { }",
            "{ \"game\": 1, \"wgr\": \"save 3\" }",
            "{ \"wgr\": 2 }",
            "{ \"wgr\": \"save\" }",
            "{ \"wgr\": \"letter 1\" }",
            "{ \"wgr\": \"save two\" }",
            "{ \"wgr\": \"save 3",
            "{ \"wgr\": \"save\\u0020 2\" }",
            "---\nsource: x\n---\n",
            "\u{feff}{",
        ] {
            assert_eq!(Head::of(text), None, "{text}");
        }
    }
}
