//! What people write who have written other things before: words of other languages, signs in each other's place.
//!
//! In: where a line could not be read. Out: the message that names what the rules write instead. Promises: nothing here
//! is told of what can be read, but for `//` in the place of a division; the place is that of the word that is meant,
//! which may be the one before.

use super::Slip;
use super::slips::is_dice;
use crate::diag::foreign::{Spot, foreign};
use crate::diag::{Code, Diagnostic, Place, nearest};
use crate::source::FileId;
use wgr_grammar::{BEGIN_STATEMENTS, Context, PLACED, Span, is_reserved, item_word};

/// What a row goes on with.
const CLAUSES: [&str; 7] = ["when", "unless", "exception", "otherwise", "provisional", "ruling", "cost"];

impl Slip<'_> {
    pub(super) fn habit(&self, context: Context, found: &str) -> Option<Diagnostic> {
        let row = matches!(context, Context::Row(_) | Context::SuchThat);
        let statement = matches!(context, Context::Statement | Context::Choice | Context::Arm);
        if !row && !statement {
            return None;
        }
        self.brackets(found, statement)
            .or_else(|| self.signs(found))
            .or_else(|| self.word_meant(found, statement))
            .or_else(|| self.typed_wrong(statement))
            .or_else(|| self.without_perform(found, statement))
            .or_else(|| self.ends_too_soon(found, statement))
    }

    /// A word of another language: the one that does not fit, or the one before it.
    pub(super) fn word_meant(&self, found: &str, statement: bool) -> Option<Diagnostic> {
        let here = (found, self.at);
        for (word, at) in self.word_before().into_iter().chain([here]) {
            let first = self.begins_statement(at);
            let spot = if statement && first { Spot::Statement } else { Spot::Row };
            // A word that the file declares is its author's own.
            let told = foreign(word, spot).filter(|_| !self.declares(word));
            if let Some(told) = self.bound_of(word, at).filter(|_| told.is_some()) {
                return Some(told);
            }
            if let Some(told) = told.map(|(help, with)| foreign_word(word, at, help, with)) {
                return Some(told);
            }
        }
        None
    }

    /// `max 5 hexes`
    fn bound_of(&self, word: &str, at: Place) -> Option<Diagnostic> {
        let bound = match word {
            "max" | "maximum" => "at most",
            "min" | "minimum" => "at least",
            _ => return None,
        };
        let rest = self.text.get(at.span.end as usize..)?.lines().next()?;
        let mut words = rest.split([' ', ';', ',']).filter(|word| !word.is_empty());
        let number = words.next().filter(|number| number.bytes().all(|digit| digit.is_ascii_digit()))?;
        let measure = words.next().filter(|word| matches!(*word, "hex" | "hexes") || self.declared.is_measure(word));
        let measure = measure.map(|measure| format!(" {measure}")).unwrap_or_default();
        let told = Diagnostic::wrong(Code::Syntax, no_word(word)).at(at, "");
        Some(told.help(format!("a bound is a row of its own: `{bound} {number}{measure}`")))
    }

    /// `fase movement {`, `wehn u.moved`: a slip in the word before.
    fn typed_wrong(&self, statement: bool) -> Option<Diagnostic> {
        let (word, at) = self.word_before()?;
        let known = if statement && self.begins_statement(at) {
            [BEGIN_STATEMENTS.as_slice(), &["else"]].concat()
        } else {
            CLAUSES.to_vec()
        };
        if word.len() < 4 || known.contains(&word) || self.declares(word) {
            return None;
        }
        let near = nearest(word, known.iter().copied());
        let [meant] = near.as_slice() else { return None };
        let told = Diagnostic::wrong(Code::Syntax, no_word(word)).at(at, "");
        Some(told.help(format!("did you mean `{meant}`?")).meant(&near, false, at))
    }

    /// Round brackets, or braces, where others stand.
    fn brackets(&self, found: &str, statement: bool) -> Option<Diagnostic> {
        let before = self.line_before();
        if found == "("
            && statement
            && ["if ", "for each ", "else"].iter().any(|word| self.statement_before().starts_with(word))
        {
            let told = self.error(Code::Syntax, "what happens stands between braces", "a round bracket");
            return Some(told.help("write `{ .. }` in the place of `( .. )`"));
        }
        let listed = |open: char| before.rfind(open).is_some_and(|at| before[..at].trim_end().ends_with(" in"));
        if found == "," && listed('(') || (found.is_empty() || found == "{") && before.trim_end().ends_with(" in") {
            let told = self.error(Code::Syntax, "a list stands between square brackets", "");
            return Some(told.help("write `in [wood, village]`"));
        }
        None
    }

    /// A comma between conditions, a quotation mark, dice by their number of sides.
    fn signs(&self, found: &str) -> Option<Diagnostic> {
        let before = self.line_before();
        let conditioned = [" when ", " unless ", "if ", " where "].iter().any(|word| before.contains(word));
        if let Some(list) = self.one_of_several(found).filter(|_| conditioned) {
            let told = self.error(Code::Syntax, "one of several is asked for with a list", "");
            return Some(told.help(format!("write `in [{list}]` in the place of `is {list}`")));
        }
        if found == "," && self.of_each_before() {
            let told = self.error(Code::Syntax, "a colon stands behind the set of which something is asked", "");
            return Some(told.help("write `:` in the place of the comma").fix("write `:`", false, self.replaced(":")));
        }
        if found == "," && conditioned {
            let told = self.error(Code::Syntax, "a comma joins no conditions", "");
            return Some(
                told.help("write `and` or `or` between two conditions")
                    .help("one of several is asked for with a list: `terrain(there) in [wood, village]`"),
            );
        }
        if let Some(told) = self.compared_in_words(found) {
            return Some(told);
        }
        if is_dice(found) {
            let told = self.error(Code::Syntax, "dice are rolled by their name", "");
            return Some(
                told.help(format!("name them in the head of the game, `dice white {found}`, and write `roll white`")),
            );
        }
        if before.trim_end().ends_with("game over") && !found.is_empty() {
            let told = self.error(Code::Syntax, "a colon stands before who has won", "");
            return Some(told.help(format!("write `game over: {found}`")).fix(
                "write `:`",
                true,
                self.replaced(&format!(": {found}")),
            ));
        }
        let word = self.word_before().map_or("", |(word, _)| word);
        if word == "picks" && found == "at" {
            let mut behind = self.rest_of_line().split_whitespace().skip(1);
            if let (Some(bound), Some(count)) = (behind.next(), behind.next()) {
                let right = if bound == "most" { format!("up to {count}") } else { format!("{count} or more") };
                let told = self.error(Code::Syntax, format!("how many are picked is written `{right}`"), "");
                return Some(told.help(format!("write `picks {right} ..`")));
            }
        }
        if word == "player" && found == "turn" {
            let told = self.error(Code::Syntax, "the turns of both sides are `player turns`", "");
            let right = self.replaced("turns");
            return Some(told.help("write `player turns`").fix("write `turns`", true, right));
        }
        if found.starts_with("hex")
            && before.trim_end().ends_with(|sign: char| sign.is_ascii_digit())
            && before.contains("hexes")
        {
            let told = self.error(Code::Syntax, "how far off is a number alone here", "");
            return Some(
                told.help("write `hexes at 1` for those beside it, `hexes within 2` for all up to there").fix(
                    format!("take `{found}` away"),
                    false,
                    vec![(self.at, String::new())],
                ),
            );
        }
        if matches!(found, "wins" | "win" | "won" | "winner") {
            let told = self.error(Code::Syntax, "behind `=` stands whoever wins, alone", "");
            return Some(told.help(format!("take `{found}` away: `= {word} when ..`")).fix(
                format!("take `{found}` away"),
                false,
                vec![(self.at, String::new())],
            ));
        }
        if word == "enemy" && found == "phasing" {
            let told = self.error(Code::Syntax, "the side that is not phasing is the enemy of it", "");
            return Some(told.help("write `enemy of phasing`").fix("write `of`", true, self.replaced("of phasing")));
        }
        let behind = self.rest_of_line().trim_start_matches("not").trim_start();
        if word == "not" && found == "is" || found == "not" && behind.starts_with("is") {
            return Some(self.error(Code::Syntax, "`not` stands behind `is`", "").help("write `is not`"));
        }
        if word == "none" && found.starts_with(char::is_alphabetic) && !before.trim_end().ends_with("is none") {
            return Some(self.error(Code::Syntax, "`none` stands alone", "").help(format!("write `no {found}`")));
        }
        if found.is_empty() && before.trim_end().ends_with('"') && before.contains(" is \"") {
            let told = self.error(Code::Syntax, "names are written without quotation marks", "");
            return Some(told.help("write `terrain(h) is village`; only titles stand between quotation marks"));
        }
        if matches!(word, "a" | "the") && before.trim_end().trim_end_matches(word).trim_end().ends_with("roll") {
            let told = self.error(Code::Syntax, "a die is rolled by its name", "");
            return Some(told.help("write `roll` and the name that it has in the head of the game: `roll white`"));
        }
        let quantified = ["every ", "any ", "no "]
            .iter()
            .any(|word| before.trim_end().rsplit_once(' ').is_some_and(|(rest, _)| format!("{rest} ").ends_with(word)));
        (found == "of" && quantified).then(|| {
            let told = self.error(Code::Syntax, "of whom is it said?", "");
            told.help(format!(
                "write `in` before the set and a `:` behind it: `every {word} in units of US: {word}.moved`"
            ))
        })
    }

    /// Does `every u in` or `any u in` stand before it, and no colon behind that?
    fn of_each_before(&self) -> bool {
        let before = self.line_before();
        let start = [" every ", " any ", " no "].iter().filter_map(|word| Some(before.rfind(word)? + word.len())).max();
        let part = start.and_then(|start| before.get(start..)).unwrap_or_default();
        part.split_whitespace().nth(1) == Some("in") && !part.contains(':')
    }

    /// `is greater than 9`, `more than 6 steps`: the word is read as a name, or not at all.
    fn compared_in_words(&self, found: &str) -> Option<Diagnostic> {
        let (word, at) = if found == "than" { self.word_before()? } else { (found, self.at) };
        let sign = match word {
            "greater" | "more" | "larger" | "higher" | "bigger" => ">",
            "less" | "fewer" | "smaller" | "lower" => "<",
            _ => return None,
        };
        let rest = self.text.get(at.span.start as usize..)?.lines().next()?.strip_prefix(word)?.trim_start();
        let rest = rest.strip_prefix("than ")?.trim_start();
        let long = rest.find(|sign: char| !(sign.is_alphanumeric() || "_.".contains(sign))).unwrap_or(rest.len());
        let number = rest.get(..long).filter(|number| !number.is_empty())?;
        let before = self.text.get(..at.span.start as usize)?.trim_end();
        let is = if before.ends_with(" is") { "is " } else { "" };
        let told = Diagnostic::wrong(Code::Syntax, "numbers are compared by signs").at(at, "");
        Some(told.help(format!("write `{sign} {number}` in the place of `{is}{word} than {number}`")))
    }

    /// `u->fire`, `value allowance(u: Infantry) -> 1..9 MP {`, `2 -> { .. }`
    pub(super) fn arrow(&self, found: &str) -> Option<Diagnostic> {
        if found != "->" {
            return None;
        }
        let told = self.error(Code::Syntax, format!("`{found}` means nothing here"), "");
        let touches = self.before().ends_with(|sign: char| sign.is_alphanumeric() || sign == '_');
        let next = self.rest_of_line().get(found.len()..)?;
        if touches && next.starts_with(char::is_alphabetic) {
            return Some(told.help("write `.`: what belongs to a piece stands behind a dot").fix(
                "write `.`",
                true,
                vec![(self.at, ".".to_owned())],
            ));
        }
        let line = self.before().rsplit('\n').next()?;
        let of_head = item_word(line.split(|sign: char| !sign.is_alphanumeric()).next()?).is_some();
        if of_head && line.trim_end().ends_with(')') {
            let end = self.before().trim_end().len() as u32;
            let at = Place { span: Span { start: end, end: self.at.span.end }, ..self.at };
            return Some(told.help("write `:` before what it answers").fix(
                "write `:`",
                true,
                vec![(at, ":".to_owned())],
            ));
        }
        if next.trim_start().starts_with('{') {
            return Some(told.help("take it away: what is done stands between braces").fix(
                "take it away",
                true,
                self.replaced(""),
            ));
        }
        Some(told.help(
            "say it in words: `becomes` for what changes, `goes to` for where a piece goes, `when` for a condition",
        ))
    }

    /// `any number march`, `total strength of bombardments`: counted, and no name.
    pub(super) fn counted_without_of(&self, word: &str) -> Option<Diagnostic> {
        let rest = self.rest_of_line();
        let next = rest.strip_prefix(word)?.trim_start();
        let name: &str = next.split(|sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == '.')).next()?;
        // `any number for attack`: one small word in the place of another.
        let small =
            matches!(name, "for" | "is" | "if" | "in" | "on" | "at" | "by" | "to" | "from" | "with" | "or" | "as");
        if word == "number" && small {
            let counted = next.get(name.len()..)?.trim_start();
            let counted = counted.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')).next()?;
            let any = if self.line_before().trim_end().ends_with("any") { "any " } else { "" };
            let plain = counted.starts_with(char::is_alphabetic) && !is_reserved(counted);
            let title = format!("behind `number` stands `of`, and no `{name}`");
            let told = self.error(Code::Syntax, title, "");
            return plain.then(|| told.help(format!("write `{any}number of {counted}`")));
        }
        if !name.starts_with(char::is_alphabetic) || is_reserved(name) {
            return None;
        }
        let told = |title: &str| self.error(Code::Syntax, title, "");
        let before = self.line_before().trim_end();
        if word == "number" {
            let any = if before.ends_with("any") { "any " } else { "" };
            let what = if any.is_empty() { "how many there are is" } else { "how many of an action is" };
            return Some(
                told(&format!("{what} written `{any}number of`")).help(format!("write `{any}number of {name}`")).fix(
                    "write `of`",
                    false,
                    vec![(self.at, "number of".to_owned())],
                ),
            );
        }
        if !matches!(word, "total" | "least" | "greatest") {
            return None;
        }
        let told = told(&format!("`{word}` counts for each of a set"));
        let set = next.get(name.len()..)?.trim_start().strip_prefix("of ").filter(|set| !set.is_empty());
        let set = set.map(|set| super::left_out::condition(set).trim_end());
        let (field, set) = (name.rsplit('.').next()?, set.unwrap_or("units"));
        Some(told.help(format!("write `{word} of x.{field} for each x in {set}`")))
    }

    /// `House to house` of `H.1 House to house - 1`: up to the answer.
    pub(super) fn whole_title(&self, words: &str) -> String {
        let rest = self.rest_of_line();
        let ends = ["  ", " = ", " + ", " - ", " * ", " / ", " yes", " no ", " when ", " unless ", " if ", " {", "\""];
        let end = ends.iter().filter_map(|end| rest.find(end)).min();
        let whole = end.and_then(|end| rest.get(..end)).unwrap_or(words).trim_end();
        let plain = whole.chars().all(|sign| sign.is_alphanumeric() || " ,.'-".contains(sign));
        if whole.starts_with(words) && plain && self.line_before().trim_start().starts_with("add ") {
            whole.to_owned()
        } else {
            words.to_owned()
        }
    }

    /// `wood, village` of `is wood, village`
    fn one_of_several(&self, found: &str) -> Option<String> {
        let (first, _) = self.word_before().filter(|_| found == ",")?;
        let before = self.line_before().trim_end().strip_suffix(first)?.trim_end();
        let rest: Vec<&str> = self.rest_of_line().trim_start_matches(',').split(',').map(str::trim).collect();
        let names =
            rest.iter().all(|word| !word.is_empty() && word.chars().all(|sign| sign.is_alphanumeric() || sign == '_'));
        (names && before.ends_with(" is")).then(|| format!("{first}, {}", rest.join(", ")))
    }

    /// `list of Unit`
    pub(super) fn set_of(&self, found: &str) -> Option<Diagnostic> {
        let (word, at) = self.word_before().filter(|_| found == "of")?;
        ["list", "array", "group", "collection", "sets", "vector"].contains(&word).then(|| {
            let told = Diagnostic::wrong(Code::Syntax, no_word(word)).at(at, "");
            told.help("several of a sort are a set: write `set of`").meant(&["set"], false, at)
        })
    }

    /// `from u.hex to base(u.side) max 5 hexes`
    pub(super) fn most_hexes(&self, found: &str) -> Option<Diagnostic> {
        let led = self.line_before().trim_start().starts_with("from ");
        let most = ["max", "maximum", "up", "most", "limit"].contains(&found);
        (led && most).then(|| {
            let told = self.error(Code::Syntax, format!("`{found}` does not fit here"), "");
            told.help("how far it may lead is written `within 5 hexes`")
        })
    }

    /// `die = random(1, 6)`, `die = 1d6`
    pub(super) fn rolled_by_sign(&self, right: &str) -> Option<Diagnostic> {
        let (die, _) = self.word_before().filter(|_| right == "becomes")?;
        let rest = self.rest_of_line().trim_start_matches(['=', ':', ' ']);
        let word = rest.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
        let chance = ["random", "rand", "randint", "roll", "dice", "rnd"].contains(&word.to_lowercase().as_str());
        (is_dice(word) || chance).then(|| {
            let told = self.error(Code::Syntax, "a die is rolled by its name", "");
            told.help(format!("write `roll {die}`; what fell is then read as `{die}`"))
                .help(format!("the head of the game names it: `dice {die} d6`"))
        })
    }

    /// `flee(lead)` as a statement.
    fn without_perform(&self, found: &str, statement: bool) -> Option<Diagnostic> {
        let before = self.line_before().trim();
        let (name, _) = before.split_once('(').filter(|_| statement && found.is_empty() && before.ends_with(')'))?;
        let plain = !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
        let told = || self.error(Code::Syntax, format!("nothing says what happens with `{before}`"), "");
        plain.then(|| told().help(format!("a procedure is done with `perform`: write `perform {before}`")))
    }

    /// A comma that is missing in a list of actions or sides; a brace behind `if`.
    fn ends_too_soon(&self, found: &str, statement: bool) -> Option<Diagnostic> {
        let before = self.statement_before();
        if statement
            && found == "and"
            && ["player turns ", "in turn ", "any number of "].iter().any(|list| before.starts_with(list))
        {
            let told = self.error(Code::Syntax, "a comma joins those of a list", "");
            return Some(told.help("write `,` in the place of `and`").fix("write `,`", false, self.replaced(",")));
        }
        let word = found.starts_with(|sign: char| sign.is_alphabetic());
        let listed = ["any number of ", "player turns ", "in turn ", "0 or 1 of ", "1 of "]
            .iter()
            .any(|list| before.starts_with(list));
        if statement && word && listed {
            let told = self.error(Code::Syntax, "there is no comma in this list", "");
            return Some(told.help(format!("write `, {found}`")).fix(
                "write `,`",
                false,
                self.replaced(&format!(", {found}")),
            ));
        }
        None
    }

    /// `lead's strength`, `isn't`
    pub(super) fn apostrophe(&self) -> Diagnostic {
        let (word, at) = self.word_before().unwrap_or(("", self.at));
        let rest = self.rest_of_line();
        let open = rest.chars().next().map_or(0, char::len_utf8);
        let text = rest
            .get(open..)
            .and_then(|rest| rest.split(['\'', '’']).next())
            .filter(|text| text.len() + open < rest.len());
        let apart = self.line_before().ends_with(char::is_whitespace);
        if let Some(text) = text.filter(|_| apart || word.bytes().all(|sign| sign.is_ascii_digit())) {
            let told = self.error(Code::Syntax, "a title stands between straight double quotation marks", "");
            return told.help(format!("write `\"{text}\"`"));
        }
        let short = self.rest_of_line().chars().nth(1) == Some('t');
        if let Some((help, with)) = foreign(word, Spot::Row).filter(|_| short) {
            return foreign_word(&format!("{word}'t"), at, help, with);
        }
        let told = self.error(Code::Syntax, "what belongs to a piece stands behind a dot", "");
        told.help(format!("write `{word}.` and the name of the field, like `{word}.steps`"))
    }

    /// `if odds > 3 remove lead`
    pub(super) fn without_brace(&self) -> Option<Diagnostic> {
        let line = self.statement_before();
        let word = ["if", "for each", "else"].iter().find(|word| line.starts_with(*word))?;
        let told = self.error(Code::Syntax, format!("what happens behind `{word}` stands between braces"), "");
        let found = self.at.span.of(self.text);
        (!self.is_within_a_condition(found) && !line.contains('{'))
            .then(|| told.help("write `{` before it, and `}` where it ends"))
    }

    /// `if u for Combatant {`: the brace stands further on, and no statement begins here.
    pub(super) fn is_within_a_condition(&self, found: &str) -> bool {
        let rest = self.rest_of_line();
        let begins = BEGIN_STATEMENTS.contains(&found) && (found != "for" || rest.starts_with("for each"));
        let little = matches!(found, "for" | "of" | "at" | "on" | "to" | "from" | "by" | "with" | "as" | "than");
        self.statement_before().starts_with("if ") && little && !begins && rest.contains('{')
    }

    /// The word before the slip, where it stands on the same line.
    pub(super) fn word_before(&self) -> Option<(&str, Place)> {
        let line = self.line_before();
        let end = line.trim_end().len();
        let word = line[..end].rsplit(|sign: char| !(sign.is_alphanumeric() || sign == '_')).next()?;
        let start = self.at.span.start as usize - line.len() + end - word.len();
        let span = Span { start: start as u32, end: (start + word.len()) as u32 };
        (!word.is_empty()).then_some((word, Place { span, ..self.at }))
    }

    /// What stands before the slip in its statement or row.
    pub(super) fn line_before(&self) -> &str {
        self.before().rsplit(['\n', ';', '{', '}']).next().unwrap_or_default()
    }

    /// The same without its cases and title.
    pub(super) fn statement_before(&self) -> &str {
        let line = self.line_before();
        let titled = line.rfind('"').map_or(line, |at| &line[at + 1..]);
        titled.trim_start_matches(|sign: char| sign.is_ascii_digit() || ".#, \n\t".contains(sign))
    }

    pub(super) fn rest_of_line(&self) -> &str {
        self.text.get(self.at.span.start as usize..).and_then(|rest| rest.lines().next()).unwrap_or_default()
    }

    /// Is it the first word of its statement, behind cases and a title?
    pub(super) fn begins_statement(&self, at: Place) -> bool {
        let before = self.text.get(..at.span.start as usize).unwrap_or_default();
        let line = before.rsplit(['\n', ';', '{', '}']).next().unwrap_or_default().trim();
        line.is_empty()
            || line.ends_with('"')
            || line.bytes().all(|sign| sign.is_ascii_digit() || b".#,".contains(&sign))
    }

    /// Does the game give something this name?
    pub(super) fn declares(&self, word: &str) -> bool {
        self.declared.has(word)
    }
}

/// That a word is none of the rules, or none of this place.
pub(super) fn no_word(word: &str) -> String {
    let placed = PLACED.iter().any(|(known, _)| *known == word);
    if matches!(word, "attacker" | "defender") {
        return format!("nothing here is called `{word}`");
    }
    match placed || is_reserved(word) || item_word(word).is_some() || word == "adjacent" {
        true => format!("`{word}` does not fit here"),
        false => format!("`{word}` is no word of the rules"),
    }
}

/// The message about a word of another language.
pub(crate) fn foreign_word(word: &str, at: Place, help: &str, with: Option<&str>) -> Diagnostic {
    let told = Diagnostic::wrong(Code::Syntax, no_word(word)).at(at, "").help(help);
    match with {
        Some(with) => told.meant(&[with], false, at),
        None => told,
    }
}

/// `u.attack // 2 rounded up`: as other languages divide. What stands behind `//` is not read, so nobody else would tell.
pub(crate) fn divided(file: FileId, text: &str) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    let mut behind = 0;
    for (found, _) in text.match_indices('/') {
        // Two strokes, and each line once.
        if found < behind || text.as_bytes().get(found + 1) != Some(&b'/') {
            continue;
        }
        let start = text.get(..found).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
        let rest = text.get(start..).unwrap_or_default();
        let line = rest.find('\n').and_then(|end| rest.get(..end)).unwrap_or(rest);
        behind = start + line.len();
        if let Some(at) = remark(line)
            && let Some((before, behind)) = line.split_at_checked(at)
            && before.trim_end().ends_with(|sign: char| sign.is_alphanumeric() || matches!(sign, ')' | ']'))
            && is_divisor(behind.trim_start_matches('/').trim())
        {
            let at = Place::new(file, Span::new(start + at, start + at + 2));
            let what = Diagnostic::wrong(Code::Syntax, "`//` begins a remark: what stands behind it is not read")
                .at(at, "a remark from here on")
                .help(
                    "to divide, write one stroke and how it is rounded: `/ 2 rounded down`; begin a remark with a word",
                );
            told.push(what.fix("write `/`", false, vec![(at, "/".to_owned())]));
        }
    }
    told
}

/// Where the remark of a line begins.
fn remark(line: &str) -> Option<usize> {
    let mut quoted = false;
    let signs = line.char_indices().zip(line.chars().skip(1));
    let mut signs = signs.map(|((at, sign), next)| (at, sign, next));
    signs.find_map(|(at, sign, next)| {
        quoted ^= sign == '"';
        (!quoted && sign == '/' && next == '/').then_some(at)
    })
}

/// `2`, `2 rounded up`, `n when ..`: the rest of a row, and no remark.
fn is_divisor(rest: &str) -> bool {
    let mut words = rest.split_whitespace();
    let Some(first) = words.next() else { return false };
    let number = first.bytes().all(|digit| digit.is_ascii_digit());
    let goes_on = |word: &str| matches!(word, "rounded" | "when" | "exception");
    words.next().map_or(number, goes_on)
}
