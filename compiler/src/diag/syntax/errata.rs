//! Slips of those who write errata: other words than ours, a part that is missing.

use super::Slip;
use crate::diag::{Code, Diagnostic};

/// What others call it, and what it is called here.
const WORDS: [(&[&str], &str); 3] = [
    (
        &["change", "replace", "modify", "alter", "correct", "edit", "update", "fix", "set"],
        "amend 6.5 \"Marsh\" was = 2 now = 3",
    ),
    (&["delete", "drop", "strike", "cut", "waive", "erase", "omit"], "remove 17.7 \"Gas\""),
    (&["insert", "new", "append", "put"], "add to drm H.1 \"Mud\" - 1 when ..`, or `add to Terrain swamp \"swamp\""),
];

/// What stands where `now` stands.
const NOW: [&str; 6] = ["to", "becomes", "into", "with", "by", "is"];

impl Slip<'_> {
    /// `line`: what stands before it in its line.
    pub(super) fn slip_of_errata(&self, line: &str, found: &str) -> Option<Diagnostic> {
        if line.is_empty() {
            let (_, ours) = WORDS.iter().find(|(theirs, _)| theirs.contains(&found))?;
            let told = self.error(Code::Syntax, format!("no line of errata begins with `{found}`"), "another word");
            return Some(told.help(format!("write `{ours}`")));
        }
        let rest = line.strip_prefix("amend ")?;
        let (was, now) = (rest.contains(" was "), rest.contains(" now "));
        if found == "now" && !was {
            let told = self.error(Code::Syntax, "what is printed is missing", "`was` stands before it");
            return Some(told.help("say first what stands there, word by word: `was = 2 now = 3`"));
        }
        if found.is_empty() && was && !now {
            let told = self.error(Code::Syntax, "what is to stand there is missing", "the line stops here");
            return Some(told.help("go on with `now` and what takes its place: `was = 2 now = 3`"));
        }
        if NOW.contains(&found) && was && !now {
            let told = self.error(Code::Syntax, format!("what is to stand there does not follow behind `{found}`"), "");
            return Some(told.help("write `now` here: `was = 2 now = 3`"));
        }
        let case = rest
            .split_whitespace()
            .next_back()
            .filter(|word| !was && word.starts_with(|sign: char| sign.is_ascii_digit()))?;
        let word = found.starts_with(char::is_alphabetic) && found != "was";
        word.then(|| {
            let told = self.error(Code::Syntax, "a title stands between quotation marks", "");
            told.help(format!("write `amend {case} \"{found}\" was .. now ..`, with all words of the title"))
        })
    }
}
