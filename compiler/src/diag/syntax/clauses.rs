//! Words of the language that were typed wrong: what a row goes on with, what a line begins with, the verb of a statement.
//!
//! In: where a line could not be read. Out: "did you mean". Promises: only where the right word could stand; a name of the
//! game is never taken for one.

use super::Slip;
use super::habits::no_word;
use crate::diag::foreign::{Spot, foreign};
use crate::diag::{Code, Diagnostic, Place, nearest};
use wgr_grammar::{BEGIN_STATEMENTS, Context, PLACED, Span, is_reserved};

/// What a row goes on with.
const CLAUSES: [&str; 11] = [
    "when",
    "unless",
    "exception",
    "otherwise",
    "provisional",
    "ruling",
    "waives",
    "even",
    "rounded",
    "for each",
    "cost",
];

/// What happens to what stands before it.
const VERBS: [&str; 9] = ["becomes", "gains", "loses", "goes", "picks", "may", "must", "chooses", "moves"];

/// What lines of these begin with.
const LINES: [(&str, &[&str]); 6] = [
    ("game", &["edition", "language", "sides", "dice", "chart", "hexes", "series"]),
    ("map", &["hexes", "hexsides", "place"]),
    ("piece", &["printed", "state", "flags", "with"]),
    ("marker", &["printed", "state", "flags", "on", "until"]),
    ("action", &["keeps", "roles", "once"]),
    ("path", &["from", "blocked", "best", "avoid"]),
];

/// One for several, or half of the word: no slip of the pen, and meant all the same.
const ALMOST: [(&str, &str); 5] =
    [("die", "dice"), ("hex", "hexes"), ("hexside", "hexsides"), ("player", "sides"), ("foreach", "for each")];

impl Slip<'_> {
    pub(super) fn clause_meant(&self, context: Context, found: &str) -> Option<Diagnostic> {
        match context {
            Context::Line(item) => self.line_begins(item, found),
            Context::Row(item) => self
                .behind_a_stage(found)
                .or_else(|| self.line_begins(item, found))
                .or_else(|| self.clause(found))
                .or_else(|| self.set_clause(found)),
            Context::SuchThat => self.clause(found),
            Context::Statement | Context::Arm | Context::Choice => self.verb(found).or_else(|| self.set_clause(found)),
            Context::Head(item) => self.in_a_head(item, found),
            Context::Step | Context::Edit => None,
        }
    }

    /// `prined strength: 1..6`
    fn line_begins(&self, item: &str, found: &str) -> Option<Diagnostic> {
        let (_, words) = LINES.iter().find(|(of, _)| *of == item)?;
        // The word may have been read as a name, and what follows it not.
        let (word, at) = if self.line_before().trim().is_empty() {
            (found, self.at)
        } else {
            self.word_before().filter(|(word, _)| self.line_before().trim() == *word)?
        };
        if words.contains(&word) || word.is_empty() {
            return None;
        }
        let almost =
            ALMOST.iter().find(|(theirs, ours)| *theirs == word && words.contains(ours)).map(|(_, ours)| *ours);
        let near = nearest(word, words.iter().copied());
        let meant = almost.or_else(|| near.first().copied())?;
        Some(meant_by(word, at, meant))
    }

    /// `one time per phase`, `only once per phase per regiment`, `once each turn`
    pub(super) fn once(&self) -> Option<Diagnostic> {
        let start = self.before().rfind('\n').map_or(0, |at| at + 1);
        let line = self.text.get(start..)?.lines().next()?;
        let line = line.split("//").next().unwrap_or(line).trim_end();
        let typed = line.trim_start();
        let mut words = typed.split_whitespace().peekable();
        let skip = |words: &mut std::iter::Peekable<std::str::SplitWhitespace<'_>>, leads: &[&str]| {
            let mut any = false;
            while words.next_if(|word| leads.contains(word)).is_some() {
                any = true;
            }
            any
        };
        let led = skip(&mut words, &["only", "just", "at", "most", "up", "to", "no", "more", "than"]);
        let often = match words.next()? {
            "once" | "one" | "1" | "a" | "single" => "once",
            "twice" | "two" | "2" => "2",
            "thrice" | "three" | "3" => "3",
            number if number.bytes().all(|digit| digit.is_ascii_digit()) => number,
            _ => return None,
        };
        skip(&mut words, &["time", "times"]);
        let of = |word: &&str| matches!(*word, "per" | "a" | "an" | "each" | "every" | "in");
        let per = words.next_if(of)?;
        skip(&mut words, &["a", "an", "each", "every", "the"]);
        let period = match words.next().filter(|word| word.chars().all(|sign| sign.is_alphanumeric() || sign == '_'))? {
            "player" if words.next_if_eq(&"turn").is_some() => "player turn",
            period => period,
        };
        let rest: Vec<&str> = words.collect();
        let (each, whom) = match rest.as_slice() {
            [] => (String::new(), false),
            ["for", "each", name] => (format!(" for each {name}"), false),
            ["for", "each" | "every" | "a" | "one", whom, ..] | ["per" | "each" | "every" | "for" | "by", whom] => {
                (format!(" for each {}", self.given_for(whom)), true)
            }
            _ => return None,
        };
        let right = format!("{often} per {period}{each}");
        if right == typed.split_whitespace().collect::<Vec<&str>>().join(" ") {
            return None;
        }
        let title = if led {
            "how often it may be done is said by `once` or the number alone"
        } else if whom && per == "per" {
            "for whom it counts is written behind `for each`"
        } else {
            "how often it may be done is said with `per`"
        };
        let start = start + line.len() - typed.len();
        let at = Place { span: Span::new(start, start + typed.len()), ..self.at };
        let help = format!("write `{right}`");
        let told = Diagnostic::wrong(Code::Syntax, title).at(at, "").help(&help);
        Some(told.fix(help, false, vec![(at, right)]))
    }

    /// What the head of the action calls who is of this sort: `u`, of `regiment`.
    fn given_for(&self, whom: &str) -> &str {
        let head = self.item_before().and_then(|item| item.lines().next()).unwrap_or_default();
        let given = head.split_once('(').map_or("", |(_, given)| given);
        let mut named = given.split(',').filter_map(|one| one.split_once(':'));
        let mut named: Vec<(&str, &str)> = named.by_ref().map(|(name, sort)| (name.trim(), sort.trim())).collect();
        named.retain(|(name, _)| !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || sign == '_'));
        let of = named.iter().find(|(_, sort)| sort.to_lowercase().starts_with(&whom.to_lowercase()));
        of.or(named.first()).map_or("u", |(name, _)| *name)
    }

    /// `= 2 exeption to ..`, `- 1 wen turn is 2`, `= u.strength foreach ..`
    fn clause(&self, found: &str) -> Option<Diagnostic> {
        if let Some(meant) = self.meant_clause(found) {
            return Some(meant_by(found, self.at, meant));
        }
        // Behind a number any word is read as its measure.
        let (word, at) =
            self.word_before().filter(|_| found.starts_with(char::is_alphabetic) || found.starts_with('"'))?;
        let before = self.before().get(..at.span.start as usize)?.trim_end();
        let counted = before.ends_with(|sign: char| sign.is_ascii_digit());
        let meant = self.meant_clause(word).filter(|_| counted && !self.declared.is_measure(word))?;
        Some(meant_by(word, at, meant))
    }

    fn meant_clause(&self, word: &str) -> Option<&'static str> {
        let plain = word.len() > 2 && word.chars().all(|sign| sign.is_ascii_lowercase());
        // A word that the language has elsewhere is no slip of the pen.
        let ours = is_reserved(word) || CLAUSES.contains(&word) || PLACED.iter().any(|(known, _)| *known == word);
        if !plain || ours || self.declares(word) {
            return None;
        }
        let almost = ALMOST.iter().find(|(theirs, ours)| *theirs == word && CLAUSES.contains(ours));
        if let Some((_, ours)) = almost {
            return Some(ours);
        }
        if matches!(word, "rounding" | "round" | "rounds") && self.behind_word(word, &["down", "up"]) {
            return Some("rounded");
        }
        if foreign(word, Spot::Row).is_some() {
            return None;
        }
        nearest(word, CLAUSES).first().copied()
    }

    /// Does one of these follow this word of the line?
    fn behind_word(&self, word: &str, next: &[&str]) -> bool {
        let rest = self.rest_of_line();
        let rest = rest.strip_prefix(word).unwrap_or(rest).trim_start();
        next.iter().any(|next| rest.starts_with(next))
    }

    /// `phasing pick 1 regiment`, `rol white`, `iff turn is 2 {`
    fn verb(&self, found: &str) -> Option<Diagnostic> {
        if let Some(told) = self.first_word_meant() {
            return Some(told);
        }
        let plain = found.len() > 2 && !self.declares(found) && !is_reserved(found);
        let (subject, at) = self.word_before().filter(|_| plain)?;
        let first = self.begins_statement(at) && !is_reserved(subject) || subject.is_empty();
        let near = nearest(found, VERBS);
        let meant = near.first()?;
        (first && foreign(found, Spot::Statement).is_none_or(|_| found == "pick"))
            .then(|| meant_by(found, self.at, meant))
    }

    /// `dependig on white {`: the first word of the statement, if it is like one that begins one.
    pub(super) fn first_word_meant(&self) -> Option<Diagnostic> {
        let statement = self.statement_before();
        let word = statement.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')).next()?;
        let start = self.at.span.start as usize - statement.len();
        let at = Place { span: Span::new(start, start + word.len()), ..self.at };
        let known = [BEGIN_STATEMENTS.as_slice(), &["keeps", "roles"]].concat();
        let ours = self.declares(word) || is_reserved(word) || known.contains(&word) || word == "turn";
        // `u.moved`, `drift(u)`
        let goes_on = statement.get(word.len()..).is_some_and(|rest| rest.starts_with(['.', '(', '[', ':']));
        if word.len() < 3 || ours || goes_on || foreign(word, Spot::Statement).is_some() || !self.begins_statement(at) {
            return None;
        }
        let near = nearest(word, known.iter().copied());
        Some(meant_by(word, at, near.first()?))
    }

    /// `regiments of phasing wher it.fought`
    fn set_clause(&self, found: &str) -> Option<Diagnostic> {
        let plain = found.len() > 2 && !self.declares(found) && !is_reserved(found);
        let plain = plain && !matches!(found, "here" | "there");
        let picked = [" of ", " picks ", "each ", "hexes"].iter().any(|words| self.line_before().contains(words));
        let near = nearest(found, ["where", "otherwise", "among"]);
        let meant = near.first().filter(|_| plain && picked && foreign(found, Spot::Row).is_none())?;
        Some(meant_by(found, self.at, meant))
    }

    /// `measure MP "movement point" in half`, `value strength: 1..40 stage rally`
    fn in_a_head(&self, item: &str, found: &str) -> Option<Diagnostic> {
        if item == "measure" && self.line_before().trim_end().ends_with(" in") {
            let parts = [("half", "halves"), ("third", "thirds"), ("quarter", "quarters"), ("quarts", "quarters")];
            let near = nearest(found, ["halves", "thirds", "quarters"]);
            let known = parts.iter().find(|(one, _)| *one == found).map(|(_, all)| *all);
            return Some(meant_by(found, self.at, known.or_else(|| near.first().copied())?));
        }
        const HEADS: [&str; 8] = ["stages", "spends", "otherwise", "within", "during", "plural", "remembers", "until"];
        let near = |word: &str| {
            let plain = word.len() > 3 && !self.declares(word) && !is_reserved(word) && !HEADS.contains(&word);
            plain.then(|| nearest(word, HEADS).first().copied()).flatten()
        };
        if let Some(meant) = near(found) {
            return Some(meant_by(found, self.at, meant));
        }
        let (word, at) = self.word_before()?;
        let before = self.before().get(..at.span.start as usize)?.trim_end();
        let counted = before.ends_with(|sign: char| sign.is_ascii_digit()) && !self.declared.is_measure(word);
        Some(meant_by(word, at, near(word).filter(|_| counted)?))
    }

    /// `assault doubled`: the stage is right, and what follows it is no answer.
    fn behind_a_stage(&self, found: &str) -> Option<Diagnostic> {
        let rest = self.rest_of_line().strip_prefix(found).filter(|_| self.declared.is_stage(found))?;
        let blanks = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        let long = rest.find(|sign: char| !sign.is_alphanumeric()).unwrap_or(rest.len());
        let word = rest.get(..long.max(rest.chars().next().map_or(0, char::len_utf8)))?;
        let (right, whole) = match word {
            "x" | "X" | "times" | "by" => ("*", false),
            "add" | "plus" | "adds" => ("+", false),
            "subtract" | "minus" | "less" => ("-", false),
            "doubled" | "double" | "twice" | "doubles" => ("* 2", true),
            "tripled" | "triple" | "thrice" => ("* 3", true),
            "halved" | "half" | "halves" => ("/ 2 rounded down", true),
            _ if word.starts_with(|sign: char| sign.is_ascii_digit()) => ("+", false),
            _ => return None,
        };
        let start = self.at.span.start as usize + found.len() + blanks;
        let at = Place { span: Span::new(start, start + word.len()), ..self.at };
        let number = word.starts_with(|sign: char| sign.is_ascii_digit());
        let told = Diagnostic::wrong(Code::Syntax, format!("behind the stage `{found}` no answer follows")).at(at, "");
        let next = rest.get(word.len()..).unwrap_or_default().split_whitespace().next().unwrap_or("2");
        Some(if number {
            told.help(format!("an answer begins with its sign: write `{found} + {word}`, or `{found} = {word}`"))
        } else if whole {
            let more = if right.starts_with('/') { ", or `rounded up`" } else { "" };
            told.help(format!("write `{found} {right}`{more}")).fix(
                format!("write `{right}`"),
                false,
                vec![(at, right.to_owned())],
            )
        } else {
            told.help(format!("write `{found} {right} {next}`")).fix(
                format!("write `{right}`"),
                false,
                vec![(at, right.to_owned())],
            )
        })
    }
}

/// "did you mean `when`?", and it is put there.
pub(super) fn meant_by(word: &str, at: Place, meant: &str) -> Diagnostic {
    let told = Diagnostic::wrong(Code::Syntax, no_word(word)).at(at, "");
    told.help(format!("did you mean `{meant}`?")).meant(&[meant], false, at)
}
