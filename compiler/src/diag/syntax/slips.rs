//! Small slips of the pen: a sign too many, a word in the place of the right one, two things the wrong way round.
//!
//! In: where a line could not be read. Out: the message that says what to type in this very place. Promises: each looks
//! at what stands around the slip, so nothing is told that would lead into the next mistake; `habits.rs` knows words and
//! signs of other languages.

use super::habits::no_word;
use super::{Slip, foreign_word};
use crate::diag::foreign::{Spot, foreign};
use crate::diag::{Code, Diagnostic, Place, nearest};
use wgr_grammar::{Context, Span};

/// Words with which the answer of a row begins.
const ANSWERS: [&str; 16] = [
    "needs",
    "waives",
    "stop",
    "pass",
    "cost",
    "remembers",
    "yes",
    "no",
    "avoid",
    "blocked",
    "best",
    "rounded",
    "at",
    "by",
    "hole",
    "exception",
];

impl Slip<'_> {
    pub(super) fn slip(&self, context: Context, expected: &[&str], found: &str) -> Option<Diagnostic> {
        match context {
            Context::Head(item) => self.in_head(item, expected, found),
            Context::Line(item) => self.in_line(item, found).or_else(|| self.in_row(item, expected, found)),
            Context::Row(item) => self.in_row(item, expected, found),
            Context::SuchThat => self.in_row("", expected, found),
            Context::Arm if found == "-" && is_range(self.line_before(), self.rest_of_line()) => {
                Some(self.range_with_dash())
            }
            Context::Statement | Context::Arm => self.in_statement(found).or_else(|| self.in_row("", expected, found)),
            Context::Choice => self.in_choice(found),
            Context::Step => self.in_step(found),
            Context::Edit => None,
        }
    }

    /// `"Hex by hex"  adjacent(here, there)`: a row that has a condition, and no answer.
    fn condition_alone(&self, item: &str, found: &str) -> Option<Diagnostic> {
        let answers = match item {
            "permit" | "course" => [("needs", "if it has to be so"), ("no when", "if it must not be so")],
            "fact" => [("yes when", "if this makes it so"), ("no when", "if this forbids it")],
            _ => return None,
        };
        let titled = self.line_before().trim_end().ends_with('"');
        let word = found.starts_with(|sign: char| sign.is_ascii_lowercase());
        let rest = self.rest_of_line().trim();
        // What is asked goes on at once: `adjacent(`, `u.fought`, `turn is`.
        let behind = rest.strip_prefix(found).unwrap_or_default();
        let next = behind.split_whitespace().next().unwrap_or_default();
        let asks = behind.starts_with(['(', '.']) || matches!(next, "is" | "in" | "<" | ">" | "<=" | ">=");
        let answered = [" when ", " unless ", "\""].iter().any(|word| rest.contains(word));
        let near = nearest(found, ANSWERS);
        if !titled || !word || !asks || answered || !near.is_empty() || ANSWERS.contains(&found) {
            return None;
        }
        let ways: Vec<String> =
            answers.iter().map(|(answer, case)| format!("{case}, write `{answer} {rest}`")).collect();
        Some(self.says("this row has a condition, and does not say what holds then", ways.join("; ")))
    }

    pub(super) fn says(&self, title: &str, help: impl Into<String>) -> Diagnostic {
        self.error(Code::Syntax, title, "").help(help)
    }

    /// What stands there is put into the place of what was found.
    pub(super) fn instead(&self, title: &str, right: &str) -> Diagnostic {
        let with = format!("write `{right}`");
        self.says(title, with.clone()).fix(with, false, self.replaced(right))
    }

    /// `"Wood" if terrain(there) is wood cost = 2 MP`
    pub(super) fn condition_first(&self, context: Context, found: &str) -> Option<Diagnostic> {
        let asks = matches!(context, Context::Row(_)) && matches!(found, "if" | "where" | "provided");
        let first = self.line_before().trim_end().ends_with('"') && !self.rest_of_line().contains('{');
        (asks && first).then(|| {
            self.says(
                "the answer of a row stands before its condition",
                "write the answer first, and behind it `when` and the condition",
            )
        })
    }

    /// What was found is one sign too many.
    fn too_many(&self, title: &str, help: impl Into<String>) -> Diagnostic {
        self.says(title, help).fix("take it away", false, vec![(self.at, String::new())])
    }

    fn in_head(&self, item: &str, expected: &[&str], found: &str) -> Option<Diagnostic> {
        let before = self.line_before().trim_end();
        let rest = self.rest_of_line();
        Some(match (item, found) {
            ("enum" | "piece" | "scale" | "marker" | "table" | "map" | "order", "=") => {
                self.too_many("no `=` stands here", "take the `=` away: the name, then `{`")
            }
            ("state", "=") => self.says(
                "what this can be is not said",
                "write it before the `=`: `state morale: 0..10 = 5`, `state weather: Weather = clear`, `state over: yes/no = no`",
            ),
            ("state" | "value" | "fact", "-") if is_range(before, rest) => self.range_with_dash(),
            ("value" | "state", ".") if before.ends_with("..") => {
                self.too_many("a range is written with two dots", "take one dot away")
            }
            ("value" | "state", measure)
                if measure.starts_with(char::is_alphabetic)
                    && before.rsplit(' ').next().is_some_and(is_decimal) =>
            {
                let range = before.rsplit(' ').next().unwrap_or_default().replace('.', "..");
                self.says("a range is written with two dots", format!("write `{range} {measure}`"))
            }
            ("value" | "state" | "table", measure)
                if before.ends_with(|sign: char| sign.is_ascii_digit())
                    && measure.starts_with(char::is_alphabetic)
                    && rest[measure.len()..].trim_start().starts_with("..") =>
            {
                self.says("what a range counts stands once, at its end", format!("write `1..9 {measure}`"))
            }
            ("value" | "procedure", "..") if expected.contains(&"`:`") => self.colon_missing(before),
            ("rule", "," | "{") if expected.contains(&"`becomes`") => return self.becomes_so(before),
            ("rule", "after") => self.instead("when a rule acts is the start or the end of something", "at end of"),
            ("rule", "before") => self.instead("when a rule acts is the start or the end of something", "at start of"),
            ("rule", "holds" | "controls" | "occupies" | "owns" | "hold" | "control") => self.says(
                &no_word(found),
                "write who stands where: `any units of Blue at Eastgate`",
            ),
            ("victory", "of") => self.instead("`victory` belongs to a scenario by `in`", "in"),
            ("box", "") if expected.contains(&"a title in quotes") || expected.contains(&"a case") => {
                self.says("what lies in this box is not said", "write it at the end: `box coming \"yet to come\" 6.1 of Unit`")
            }
            _ => return None,
        })
    }

    fn in_line(&self, item: &str, found: &str) -> Option<Diagnostic> {
        let before = self.line_before();
        let rest = self.rest_of_line();
        let begins = before.trim_start();
        Some(match (item, found) {
            ("game", "vs" | "versus" | "against" | "and" | "v") if begins.starts_with("sides") => {
                self.instead("a comma stands between the two sides", ",")
            }
            ("game", name)
                if begins.starts_with("dice")
                    && name.starts_with(char::is_alphabetic)
                    && self.word_before().is_some_and(|(word, _)| is_dice(word)) =>
            {
                let die = self.word_before().map_or("d6", |(word, _)| word);
                self.says("the name of a die stands before it", format!("write `dice {name} {die}`"))
            }
            ("piece" | "marker", word) if before.trim_end().ends_with(':') && foreign(word, Spot::Type).is_some() => {
                let (help, with) = foreign(word, Spot::Type)?;
                foreign_word(word, self.at, help, with)
            }
            ("scene" | "scenario", hex) if self.behind_semicolon() && is_number(hex) => {
                self.says("each hex has a line of its own", "begin a new line here, and take the `;` away")
            }
            ("scene" | "scenario", _) if self.behind_semicolon() => {
                self.says("a comma stands between two counters", "write `,` in the place of the `;`")
            }
            ("game", "," | "")
                if begins.starts_with("dice") && self.word_before().is_some_and(|(word, _)| is_dice(word)) =>
            {
                let die = self.word_before().map_or("d6", |(word, _)| word);
                self.says(
                    "a die has a name, by which it is rolled",
                    format!("write `die {die}` in the place of `{die}`; it is rolled by `roll die`"),
                )
            }
            ("game", word) if begins.starts_with("dice") && is_dice(word) => self.says(
                "a die has a name, by which it is rolled",
                format!("write `dice die {word}`; it is rolled by `roll die`"),
            ),
            ("enum", "=") => self.too_many("no `=` stands here", "take the `=` away: the name, then its title"),
            ("map", "=") => self.too_many("no `=` stands here", "take it away: `drawn . clear, w wood`"),
            ("piece" | "marker", "=") => self.says(
                "what this can be is not said",
                "write it before the `=`: `state steps: 0..2 = 2`, `state order: Order = hold`",
            ),
            ("piece" | "marker" | "action", "-") if is_range(before, rest) => self.range_with_dash(),
            ("map", hex) if begins.starts_with("hexsides") && is_number(&hex.replace('.', "")) => self
                .instead("a dash stands between two hexes of a line of hexsides", &format!("- {hex}").replace(' ', "")),
            ("scene" | "scenario", "and") if before.contains(':') => {
                self.instead("a comma stands between two counters", ",")
            }
            ("scene" | "scenario", word)
                if word.starts_with(char::is_alphanumeric)
                    && before.contains(':')
                    && !before.trim_end().ends_with(':') =>
            {
                if before.trim_end().ends_with(|sign: char| sign.is_ascii_digit())
                    && self.word_before().is_some_and(|(word, _)| is_number(word))
                {
                    return Some(self.says(
                        "each counter is laid out by its name",
                        "take the number away, and name each: `B1a, B1b`, or `B1` for all that bear the name",
                    ));
                }
                let rest = self.rest_of_line();
                let behind = rest.get(word.len()..).unwrap_or_default().trim_start();
                let value = behind.split([' ', ',', ';', ')']).next().unwrap_or_default();
                let is_named = self.word_before().is_some_and(|(word, _)| word.starts_with(char::is_alphabetic));
                if is_named && is_number(word) && !behind.starts_with(':') {
                    return Some(self.says(
                        "what this number says of the counter is not named",
                        format!("write the name of the state before it, and brackets round both: `(steps {word})`, `(strength {word})`"),
                    ));
                }
                if is_named
                    && word.starts_with(char::is_lowercase)
                    && (is_number(value) || ["yes", "no"].contains(&value))
                {
                    let right = format!("({word} {value})");
                    return Some(self.says("what is said of a counter stands in brackets", format!("write `{right}`")));
                }
                let help = format!("write `, {word}`");
                self.says("a comma stands between two counters", help.clone()).fix(
                    help,
                    false,
                    self.replaced(&format!(", {word}")),
                )
            }
            _ => return None,
        })
    }

    /// `whenever no regiments of German, at most 1 times`, `whenever weather is fog {`
    fn becomes_so(&self, before: &str) -> Option<Diagnostic> {
        let untitled = before.rsplit('"').next()?;
        let (_, asked) = untitled.split_once(" whenever ").or_else(|| untitled.split_once(" when "))?;
        let asked = asked.trim();
        let joined = ["and", "or", "not", "any", "no", "every"];
        let plain = !asked.split_whitespace().any(|word| joined.contains(&word));
        let right = match asked.split_once(" is ").filter(|(_, value)| plain && !value.trim().contains(' ')) {
            Some((what, value)) => format!("{what} becomes {value}"),
            None => format!("{asked} becomes yes"),
        };
        let end = self.before().trim_end().len();
        let at = Place { span: Span::new(end - asked.len(), end), ..self.at };
        let help = format!("write `{right}`");
        let told = Diagnostic::wrong(Code::Syntax, "a rule acts when something becomes so").at(at, "this is so or not");
        Some(told.help(&help).fix(help, false, vec![(at, right)]))
    }

    fn in_row(&self, item: &str, expected: &[&str], found: &str) -> Option<Diagnostic> {
        let before = self.line_before();
        let rest = self.rest_of_line();
        let behind = before.trim_end();
        let word = self.word_before().map_or("", |(word, _)| word);
        if let Some(told) = self.in_quotes(found).or_else(|| self.condition_alone(item, found)) {
            return Some(told);
        }
        Some(match found {
            "" if behind.strip_suffix('.').is_some_and(is_a_field) => {
                self.says("no full stop stands at the end of a line", "take it away")
            }
            "." if rest.trim() == "." => self.too_many("no full stop stands at the end of a line", "take it away"),
            "," if rest.trim() == "," => {
                self.too_many("no comma stands at the end of a row", "take it away: the row ends here")
            }
            case if is_case(case)
                && case.contains('.')
                && before.contains('"')
                && rest.get(case.len()..).is_some_and(|rest| rest.contains('"')) =>
            {
                self.says("two rows stand on one line", format!("begin a new line before `{case}`"))
            }
            ":" if is_case(before) => {
                self.too_many("no colon stands behind a case", "take the colon away: the case, then the title")
            }
            "cost" if rest.starts_with("cost:") => {
                self.says("no colon stands behind `cost`", "write `cost = 2 MP`, or `cost + 1 MP` for what is added")
            }
            letter
                if is_case(before)
                    && (letter == "("
                        || letter.len() == 1 && letter.starts_with(|sign: char| sign.is_ascii_lowercase())) =>
            {
                let (case, letter) = (before.trim(), rest.trim_start_matches('(').chars().next().unwrap_or('a'));
                self.says("the letter of a case stands behind `#`, without a blank", format!("write `{case}#{letter}`"))
            }
            number
                if is_number(number)
                    && expected == ["the end of the line"]
                    && word.starts_with(char::is_alphabetic) =>
            {
                if matches!(word, "hex" | "hexes" | "place") && behind.ends_with("hex") {
                    return Some(
                        self.says("a hex goes by its number alone", format!("take `{word}` away: write `{number}`")),
                    );
                }
                let measured =
                    behind.strip_suffix(word).is_some_and(|before| before.trim_end().ends_with(['=', '+', '-']));
                if measured && word == "cost" {
                    self.says(
                        "`cost` stands before its sign",
                        format!("write `cost = {number} ..`, and what it counts"),
                    )
                } else if measured {
                    self.says("a number stands before what it counts", format!("write `{number} {word}`"))
                } else {
                    self.says(
                        "how they are compared is not said",
                        format!("write `{word} is {number}`, or `>=`, `<=` in the place of `is`"),
                    )
                }
            }
            "cost" if rest["cost".len()..].trim_start().starts_with(|sign: char| sign.is_ascii_digit()) => self.says(
                "a sign stands between `cost` and its number",
                "write `cost = 2 MP`, or `cost + 1 MP` for what is added, with the measure of the game",
            ),
            title
                if title.starts_with('"')
                    && let Some((case, letter)) = before.trim().split_once(' ')
                    && is_case(case)
                    && letter.len() == 1 =>
            {
                self.says("the letter of a case stands behind `#`, without a blank", format!("write `{case}#{letter}`"))
            }
            "must" | "required" | "should" if item == "obligation" => self.says(
                &no_word(found),
                "write `owed` for what it has to do, `met`, `possible` and `forgiven` for the rest",
            ),
            "," if let Some((case, letter)) = case_and_letter(before.trim()) => {
                self.says("the letter of a case stands behind `#`, without a blank", format!("write `{case}#{letter}`"))
            }
            number if is_case(number) && behind.ends_with('"') && number.contains('.') => {
                self.says("the case stands before the title", format!("write `{number}` first, then the title"))
            }
            number if is_number(number) && behind.ends_with('"') && !item.is_empty() => self.says(
                "an answer begins with its sign",
                format!("write `= {number}`, or `+ {number}` for what is added"),
            ),
            "if" if rest.contains('{') && !item.is_empty() => self.says(
                "a row gives an answer, and does nothing",
                "what is done stands in an `action` or a `procedure`; a row answers: `- 1 when turn > 1`",
            ),
            "more" | "less" | "fewer" | "lower" | "higher" | "greater"
                if before.trim_end().ends_with(" no")
                    && rest.trim_start_matches(found).trim_start().starts_with("than ") =>
            {
                let bound = if matches!(found, "less" | "fewer" | "lower") { "at least" } else { "at most" };
                self.says(
                    "a bound is a row of its own",
                    format!("write `{bound} {}`", rest.split_whitespace().nth(2).unwrap_or("6")),
                )
            }
            "requires" | "must" | "require" | "need" | "only" => self.instead(&no_word(found), "needs"),
            "overrides" | "replaces" | "overrules" | "instead" | "supersedes" => self.says(
                &no_word(found),
                "write `exception to \"Title\"`, with the title of the row that does not count then",
            ),
            number if is_case(number) && ["exception to", "waives"].iter().any(|clause| behind.ends_with(clause)) => {
                self.says(
                    "a row is named by its title here, and by no case",
                    format!(
                        "write `{} \"..\"` with the title of that row",
                        if behind.ends_with("waives") { "waives" } else { "exception to" }
                    ),
                )
            }
            number if is_number(number) && rest.get(number.len()..)?.starts_with(char::is_alphabetic) => {
                let measure: String =
                    rest.get(number.len()..)?.chars().take_while(|sign| sign.is_alphanumeric()).collect();
                let right = format!("{number} {measure}");
                let end = self.at.span.end + measure.len() as u32;
                let place = Place { span: Span { end, ..self.at.span }, ..self.at };
                self.says("a blank stands between a number and what it counts", format!("write `{right}`")).fix(
                    format!("write `{right}`"),
                    true,
                    vec![(place, format!(" {right}"))],
                )
            }
            "return" | "yield" | "returns" => self.says(&no_word(found), "a row answers with `=`: `= u.strength`"),
            "?" if !before.contains(" when ") => self.says(
                "two answers are two rows",
                "write `= 1`, and below it `= 2  exception to \"..\"  when u.guards`",
            ),
            "for" if ["sum(", "total("].iter().any(|call| before.contains(call)) => {
                self.says("a sum is written in words", "write `(total of u.strength for each u in men)`")
            }
            "for" if ["count(", "len(", "number("].iter().any(|call| before.contains(call)) => {
                self.says("how many there are is written in words", "write `number of units where ..`")
            }
            "within" => {
                let typed = self.rest_of_line().split_whitespace().nth(1).unwrap_or_default();
                let number =
                    if typed.bytes().all(|sign| sign.is_ascii_digit()) && !typed.is_empty() { typed } else { "1" };
                self.says(
                    "how far off something is, is asked by `distance`",
                    format!("write `distance(a, b) <= {number}`, with two hexes"),
                )
            }
            "north" | "south" | "east" | "west" if item == "game" => return None,
            "north" | "south" | "east" | "west" | "northeast" | "northwest" | "southeast" | "southwest" => self.says(
                &format!("where a hex lies is asked by `{found}_of`"),
                format!("write `{found}_of(h, line)`, the hex first"),
            ),
            ")" if behind.ends_with('"') && behind.contains('(') => self.says(
                "names are written without quotation marks",
                "take the quotation marks away, like `at_edge(h, west)`",
            ),
            "has" | "contains" | "includes" if word.is_empty() => return None,
            _ => return None,
        })
    }

    /// `u["fire"]`, `= "0828" when ..`
    fn in_quotes(&self, found: &str) -> Option<Diagnostic> {
        let before = self.line_before().trim_end().strip_suffix('"')?;
        let (outside, text) = before.rsplit_once('"')?;
        let plain = !text.is_empty() && text.chars().all(|sign| sign.is_alphanumeric() || "_.".contains(sign));
        if found == "]" && plain {
            let whose = outside.strip_suffix('[')?.rsplit([' ', '(']).next()?;
            return Some(self.says("what belongs to a piece stands behind a dot", format!("write `{whose}.{text}`")));
        }
        let answers = ["=", "+", "-", "is"].iter().any(|word| outside.trim_end().ends_with(word));
        (plain && answers).then(|| {
            self.says("names and hexes are written without quotation marks", format!("write `{text}` without them"))
        })
    }

    fn in_statement(&self, found: &str) -> Option<Diagnostic> {
        let before = self.line_before();
        let behind = before.trim_end();
        let rest = self.rest_of_line();
        let (word, at) = self.word_before().unwrap_or(("", self.at));
        let first = self.begins_statement(at);
        let whose = behind
            .strip_suffix('.')
            .and_then(|before| before.rsplit([' ', '"']).next())
            .filter(|name| !name.is_empty());
        let called = behind
            .strip_suffix(word)
            .and_then(|before| before.strip_suffix('.'))
            .and_then(|before| before.rsplit([' ', '"']).next());
        Some(match found {
            "to" if word == "moves" && is_alone(self.statement_before(), word) => {
                let who = self.statement_before().trim().split(' ').next().unwrap_or_default();
                let hex = rest.split([';', '}', '{']).next().unwrap_or_default().trim();
                self.says("who is laid into a hex `goes to` it", format!("write `{who} goes {hex}`"))
            }
            ":" if ["if ", "for each ", "else"].iter().any(|begin| before.contains(begin)) => self.says(
                "what is done stands between braces",
                "write `{ .. }` in the place of the colon: `if u.steps is 1 { remove u }`",
            ),
            "to" if word == "moves" => self.says(
                "who is laid into a hex `goes to` it",
                "write `u goes to h`; `phasing moves u along ..` is for a course",
            ),
            "remove" if let Some(whose) = whose => {
                self.says("what is done stands first", format!("write `remove {whose}`"))
            }
            "(" if let Some(whose) = called => match word {
                "append" | "add" | "push" | "insert" | "extend" => {
                    self.says("what is done stands in words", format!("write `{whose} gains ..`"))
                }
                "pop" | "discard" | "delete" | "drop" => {
                    self.says("what is done stands in words", format!("write `{whose} loses ..`"))
                }
                "move" | "move_to" | "moveto" | "place" => {
                    self.says("what is done stands in words", format!("write `{whose} goes to ..`"))
                }
                _ => return None,
            },
            "+" if rest.starts_with("++") => {
                self.says("what is counted up gains something", format!("write `{word} gains 1`"))
            }
            "-" if rest.starts_with("--") => {
                self.says("what is counted down loses something", format!("write `{word} loses 1`"))
            }
            _ if [found, word].iter().any(|word| matches!(*word, "for" | "foreach" | "while" | "loop"))
                && self.in_sequence() =>
            {
                self.says(
                    "the turns of a game are counted by `turns`",
                    "write `turns 1..5 { .. }`, or `turns 1 or more { .. }`",
                )
            }
            _ if word == "all" && behind.ends_with("remove all") => Diagnostic::wrong(Code::Syntax, no_word(word))
                .at(at, "")
                .help(format!("leave it out: `remove {found} ..` removes each of them")),
            "otherwise" if self.picks_no_name() => self.says(
                "what is picked has no name",
                "write `as NAME` before `otherwise`: `phasing picks 1 unit where .. as lead otherwise { .. }`",
            ),
            _ if first && matches!(word, "set" | "let" | "make") && self.what_becomes(found).is_some() => {
                let right = self.what_becomes(found)?;
                Diagnostic::wrong(Code::Syntax, no_word(word)).at(at, "").help(format!("write `{right}`"))
            }
            _ if first && matches!(word, "set" | "let" | "make" | "mark" | "flag" | "put") => {
                Diagnostic::wrong(Code::Syntax, no_word(word))
                    .at(at, "")
                    .help("write `u.moved becomes yes`: what changes, then what it becomes; what an action remembers is a line `keeps x: TYPE` of it")
            }
            _ if first && word == "all" && self.of_sequence().is_none() => self.says(
                "what is done stands first, and to whom behind it",
                "write `remove regiments of Red at target`; what is more: `for each u in regiments of Red at target { u.moved becomes yes }`",
            ),
            _ if first && matches!(word, "all" | "unlimited" | "several") && found.starts_with(char::is_alphabetic) => {
                self.says("how many of an action there are is not said so", format!("write `any number of {found}`"))
            }
            title if title.starts_with('"') && word == "phase" => self.says(
                "a phase has a name before its title",
                "write `phase orders 3.1 \"Orders\" { .. }`: rules call it by its name",
            ),
            title if title.starts_with(char::is_uppercase) && is_titled(before) => {
                let words = rest.split(['{', '\n']).next().unwrap_or_default().trim_end();
                let place =
                    Place { span: Span { end: self.at.span.start + words.len() as u32, ..self.at.span }, ..self.at };
                self.says("a title stands between quotation marks", format!("write `\"{words}\"`")).fix(
                    format!("write `\"{words}\"`"),
                    false,
                    vec![(place, format!("\"{words}\""))],
                )
            }
            _ => return None,
        })
    }

    /// `looked_into becomes none` of `set looked_into to none`
    fn what_becomes(&self, found: &str) -> Option<String> {
        let rest = self.rest_of_line().split(['}', ';']).next()?.trim_end();
        let (name, value) = rest.split_once(" to ").or_else(|| rest.split_once(" = "))?;
        let plain = !value.is_empty() && value.chars().all(|sign| sign.is_alphanumeric() || "_.".contains(sign));
        let own = name.trim_end();
        (found.starts_with(char::is_alphabetic) && plain && !own.contains(' '))
            .then(|| format!("{own} becomes {value}"))
    }

    /// Is a `;` the last thing before it?
    fn behind_semicolon(&self) -> bool {
        self.line_before().trim().is_empty() && self.before().trim_end().ends_with(';')
    }

    /// Does this end a pick that has no `as`?
    fn picks_no_name(&self) -> bool {
        let statement = self.before().rsplit(['{', '}', ';']).next().unwrap_or_default();
        let pick = statement.rfind(" picks ").map_or("", |at| &statement[at..]);
        !pick.is_empty() && !pick.contains(" as ")
    }

    /// Does this stand in the sequence of play, outside of a phase?
    fn in_sequence(&self) -> bool {
        self.of_sequence().is_some_and(|before| !before.contains("phase "))
    }

    /// The sequence of play up to here, if this stands in it.
    fn of_sequence(&self) -> Option<&str> {
        let before = self.text.get(..self.at.span.start as usize).unwrap_or_default();
        let start =
            before.rfind("\nsequence").map(|at| at + 1).or_else(|| before.starts_with("sequence").then_some(0))?;
        before.get(start..).filter(|item| !item.contains("\n}"))
    }

    fn in_choice(&self, found: &str) -> Option<Diagnostic> {
        let titled = self.line_before().trim_end().ends_with('"');
        (found == ":" && titled)
            .then(|| self.says("what is done stands between braces", "write `\"Hold\" { u.order becomes hold }`"))
    }

    fn in_step(&self, found: &str) -> Option<Diagnostic> {
        let rest = self.rest_of_line();
        Some(match found {
            "assert" | "check" | "verify" | "ensure" | "assume" | "require" => {
                self.instead(&format!("`{found}` is no word of an example"), "expect")
            }
            side if rest.split_whitespace().nth(1) == Some("answers") => {
                let case = rest.split([' ', ':']).filter(|word| !word.is_empty()).nth(2).unwrap_or("6.6");
                self.says("an answer is written the other way round", format!("write `answer {case} by {side}: ..`"))
            }
            number if is_number(number) && self.line_before().trim_start().starts_with("roll ") => self.says(
                "how dice fall is written without their names",
                format!("write `roll {number}`; several dice: `roll 5, 3`"),
            ),
            _ => return None,
        })
    }

    fn range_with_dash(&self) -> Diagnostic {
        self.says("a range is written with two dots", "write `..`: `0..6`").fix(
            "write `..`",
            true,
            vec![(self.at, "..".to_owned())],
        )
    }

    /// `value attack_of(u: Unit) 1..9 {`
    fn colon_missing(&self, before: &str) -> Diagnostic {
        let digits = before.len() - before.trim_end_matches(|sign: char| sign.is_ascii_digit()).len();
        let start = self.at.span.start - digits as u32;
        let place = Place { span: Span { start, end: start }, ..self.at };
        Diagnostic::wrong(Code::Syntax, "a colon stands before what this answers")
            .at(place, "the colon is missing here")
            .help("write `:` here: `value strength(u: Unit): 1..9 {`")
            .fix("write `:`", false, vec![(place, ": ".to_owned())])
    }
}

/// `4.1 c`, `4.1(c)`: the case, and its letter.
fn case_and_letter(text: &str) -> Option<(&str, &str)> {
    let (case, letter) = text.split_once([' ', '('])?;
    let letter = letter.trim_end_matches(')');
    let small = letter.len() == 1 && letter.bytes().all(|sign| sign.is_ascii_lowercase());
    (small && is_case(case)).then_some((case, letter))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit())
}

/// `1.9`
fn is_decimal(text: &str) -> bool {
    text.split_once('.').is_some_and(|(one, other)| is_number(one) && is_number(other))
}

/// `6.5`, `6.5#a`
fn is_case(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(|sign: char| sign.is_ascii_digit())
        && text.chars().all(|sign| sign.is_ascii_alphanumeric() || ".#,".contains(sign))
}

/// `d6`, `2d6`
pub(super) fn is_dice(text: &str) -> bool {
    text.split_once('d').is_some_and(|(many, sides)| is_number(sides) && (many.is_empty() || is_number(many)))
}

fn is_range(before: &str, rest: &str) -> bool {
    let digit = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_digit());
    digit(before.trim_end().chars().next_back()) && digit(rest.chars().nth(1))
}

/// `phase combat 4.0 `, `step 12.1 `: what a title follows.
fn is_titled(before: &str) -> bool {
    let before = before.trim_start_matches(|sign: char| sign.is_ascii_digit() || ".#, ".contains(sign));
    ["phase ", "step "].iter().any(|word| before.starts_with(word)) && !before.contains('"')
}

/// Does this end with a field, like `u.steps`? Behind it no dot goes on; behind `u` one may.
fn is_a_field(before: &str) -> bool {
    let word = before.rsplit(|sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == '.')).next();
    word.is_some_and(|word| word.contains('.'))
}

/// `first moves`, and nothing else.
fn is_alone(before: &str, verb: &str) -> bool {
    let words: Vec<&str> = before.split_whitespace().collect();
    matches!(words.as_slice(), [who, last] if *last == verb && who.chars().all(|sign| sign.is_alphanumeric() || sign == '_'))
}
