//! Slips of those who write errata: other words than ours, a part that is missing.

use super::Slip;
use crate::diag::{Code, Diagnostic, nearest};

/// What others call it, and what it is called here.
const WORDS: [(&[&str], &str); 3] = [
    (
        &["change", "replace", "modify", "alter", "correct", "edit", "update", "fix", "set"],
        "amend 6.5 \"Marsh\" was = 2 now = 3",
    ),
    (&["delete", "drop", "strike", "cut", "waive", "erase", "omit"], "remove 17.7 \"Gas\""),
    (&["insert", "new", "append", "put"], "add to drm H.1 \"Mud\" - 1 when ..`, or `add to Terrain swamp \"swamp\""),
];

/// What lines of errata begin with.
const BEGIN: [&str; 5] = ["amend", "add", "remove", "case", "set"];

/// What stands where `now` stands.
const NOW: [&str; 6] = ["to", "becomes", "into", "with", "by", "is"];

impl Slip<'_> {
    /// `line`: what stands before it in its line.
    pub(super) fn slip_of_errata(&self, line: &str, found: &str) -> Option<Diagnostic> {
        if line.is_empty() {
            let told = self.error(Code::Syntax, format!("no line of errata begins with `{found}`"), "another word");
            if let Some((_, ours)) = WORDS.iter().find(|(theirs, _)| theirs.contains(&found)) {
                return Some(told.help(format!("write `{ours}`")));
            }
            let near = nearest(found, BEGIN);
            let near = near.first().filter(|_| found.starts_with(char::is_alphabetic))?;
            return Some(told.help(format!("did you mean `{near}`?")).fix(
                format!("write `{near}`"),
                false,
                self.replaced(near),
            ));
        }
        if let Some(told) = self.slip_of_thing(line, found) {
            return Some(told);
        }
        let rest = line.strip_prefix("amend ")?;
        if rest.contains('"')
            && let Some(told) = self.stage_of_a_row(rest, found)
        {
            return Some(told);
        }
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

    /// `was rally + 1`: the stage of the row stays.
    fn stage_of_a_row(&self, line: &str, found: &str) -> Option<Diagnostic> {
        let behind = [" was", " now"].into_iter().find(|word| line.ends_with(word))?;
        let rest = self.rest_of_line().strip_prefix(found)?.trim_start();
        let mut words = rest.split_whitespace();
        let sign = words.next().filter(|sign| ["+", "-", "*"].contains(sign))?;
        let amount = words.next()?;
        let named = found.starts_with(char::is_alphabetic);
        named.then(|| {
            let told = self.error(Code::Syntax, "a row keeps its stage, and its answer begins with the sign", "");
            told.help(format!("take `{found}` away: write `{} {sign} {amount}`", behind.trim()))
        })
    }

    /// What is amended or removed goes by another name than that.
    fn slip_of_thing(&self, line: &str, found: &str) -> Option<Diagnostic> {
        let (verb, name) = line.split_once(' ')?;
        let named = matches!(verb, "amend" | "remove") && !name.is_empty();
        let plain = name.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
        if !named || !plain || name.starts_with(|sign: char| sign.is_ascii_digit()) {
            return None;
        }
        if found == "-" {
            let rest = self.rest_of_line().split_whitespace().next().unwrap_or_default();
            let ruling = format!("ruling {name}{rest}");
            let told = self.error(Code::Syntax, "a dash stands in the name of a ruling alone", "no other name has one");
            return Some(told.help(if verb == "amend" {
                format!(
                    "if it is a ruling: `amend {ruling} by was \"..\" now \"..\"`, or `because was \"..\" now \"..\"`"
                )
            } else {
                format!("if it is a ruling: `remove {ruling}`")
            }));
        }
        // `crt 3, 2/1 was`: a cell goes by its labels, a row by its title.
        let thing = self.rest_of_line().split(" was").next().unwrap_or_default().trim();
        if found.starts_with(|sign: char| sign.is_ascii_digit()) && thing.contains(',') && !thing.contains('"') {
            let told = self.error(Code::Syntax, "a cell of a table is named by its labels between brackets", "");
            return Some(told.help(format!("write `{verb} {name}[{thing}] was .. now ..`")));
        }
        if found.starts_with(|sign: char| sign == '"' || sign.is_ascii_digit()) {
            let told = self.error(Code::Syntax, "what has a title goes by its case and its title alone", "");
            let often = if name == "limit" { ", then `step was .. now ..`" } else { "" };
            return Some(told.help(format!("take `{name}` away: `{verb} 6.5 \"Title\" ..`{often}")));
        }
        (verb == "amend" && found == "was").then(|| {
            let told = self.error(Code::Syntax, format!("what of `{name}` is amended is not said"), "");
            told.help(format!(
                "of a place write `amend {name} at was ..`; of a value, a state or a die `amend {name} range was ..`"
            ))
            .help(format!(
                "of a counter its column, `{name}.steps`; of a table, a map or a set-up a place in it, `{name}[..]`"
            ))
        })
    }
}
