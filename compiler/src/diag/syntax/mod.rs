//! What the grammar could not read, said so that its author can write it.
//!
//! In: a fault and the text it is in. Out: one message; a line that cannot go on teaches with right examples of what it
//! was being read as ([`samples()`]). Promises: every kind of fault has its words here and nowhere else; a fix is certain
//! only where no reader could have meant another thing.

mod clauses;
mod declared;
mod errata;
mod former;
mod forms;
mod habits;
mod left_out;
mod mended;
mod samples;
mod signs;
mod slips;
mod small_words;

pub use declared::Declared;
pub(crate) use habits::{divided, foreign_word};
pub(crate) use mended::read_as_meant;
pub use samples::{Sample, all as samples};

use super::foreign::{Spot, foreign};
use super::names::{did_you_mean, listed};
use super::{Code, Diagnostic, Mark, Place, nearest};
use crate::source::FileId;
use samples::{called, of};
use wgr_grammar::{BEGIN_STATEMENTS, Context, FaultKind, MOST_NESTED, Mend, Span, SyntaxFault, is_reserved};

/// All that can be missing behind what is whole.
const END_OF_LINE: &str = "the end of the line";
/// More that could stand there than these is no help.
const MOST_EXPECTED: usize = 6;

/// Says one fault of a file, of a game that declares these names.
pub fn syntax(file: FileId, text: &str, declared: &Declared, fault: &SyntaxFault) -> Diagnostic {
    let slip = Slip { at: Place::new(file, fault.span), text, declared };
    if let Some(told) = slip.plain(fault) {
        return told;
    }
    match &fault.kind {
        FaultKind::Unexpected { context, expected, found } => slip.unexpected(*context, expected, found, &fault.mends),
        FaultKind::UnclosedBrace { item } => slip.unclosed_brace(item),
        FaultKind::StrayBrace => slip.stray("}", "take it away, or look which `{` is missing above it"),
        FaultKind::UnclosedBracket => slip.unclosed_bracket(),
        FaultKind::StrayBracket => {
            slip.stray(fault.span.of(text), "take it away, or look which opening one is missing before it on this line")
        }
        FaultKind::UnclosedString => slip.unclosed_string(),
        FaultKind::UnknownCharacter { character } => slip.unknown_character(*character),
        FaultKind::UnknownItem { word } if word == "cup" => slip.cup(),
        FaultKind::UnknownItem { word } => slip.unknown_item(word),
        FaultKind::ReservedName { word, free } => slip.reserved(word, free),
        FaultKind::TooDeep => slip.too_deep(),
        FaultKind::TooLong => slip.too_long(),
        FaultKind::DecimalNumber { text } => slip.decimal(text),
        FaultKind::WrongSign { found, right } => slip.wrong_sign(found, right),
        FaultKind::EqualsInCondition => slip.equals(),
        FaultKind::ChainedComparison => slip.chained(),
        FaultKind::TitleWithoutQuotes { words } => slip.title(words),
        FaultKind::NoVerdict { context } => slip.no_verdict(*context),
        FaultKind::NoCondition { word } => slip.no_condition(word),
        FaultKind::ElseAlone => slip.else_alone(),
        FaultKind::CaseLetter { found, right } => slip.case_letter(found, right),
        FaultKind::CaseLetters { found } => slip.case_letters(found),
        FaultKind::CaseTwice { case } => slip.case_twice(case),
        FaultKind::Twice { what } => slip.twice(what),
        FaultKind::NoBlock { after } => slip.no_block(after),
        FaultKind::AndOfPhases => slip.and_of_phases(),
        FaultKind::NoSemicolon => slip.no_semicolon(),
        FaultKind::MinusTwice => slip.minus_twice(),
        FaultKind::UnwantedBlock => slip.unwanted_block(),
    }
}

/// Where it is, and the text around it.
struct Slip<'t> {
    at: Place,
    text: &'t str,
    declared: &'t Declared,
}

impl Slip<'_> {
    fn error(&self, code: Code, title: impl Into<String>, label: &str) -> Diagnostic {
        Diagnostic::wrong(code, title).at(self.at, label)
    }

    /// Put a word where the slip is, with blanks around it where letters would touch.
    fn replaced(&self, with: &str) -> Vec<(Place, String)> {
        let Span { start, end } = self.at.span;
        let letter = |next: Option<char>| next.is_some_and(|next| !next.is_whitespace());
        let before = self.text.get(..start as usize).and_then(|before| before.chars().next_back());
        let after = self.text.get(end as usize..).and_then(|after| after.chars().next());
        let blank = |needed: bool| if needed { " " } else { "" };
        vec![(self.at, format!("{}{with}{}", blank(letter(before)), blank(letter(after))))]
    }

    fn unexpected(&self, context: Context, expected: &[impl AsRef<str>], found: &str, mends: &[Mend]) -> Diagnostic {
        let expected: Vec<&str> = expected.iter().map(AsRef::as_ref).collect();
        let what = called(context);
        let title = match found {
            "" => format!("{what} stops too soon"),
            found if expected == [END_OF_LINE] => {
                format!("`{found}` is not understood, and {what} could end before it")
            }
            found => format!("`{found}` does not fit here in {what}"),
        };
        let could = match expected.len() {
            0 => String::new(),
            1..=MOST_EXPECTED => format!("here could stand {}", either(&expected)),
            _ if found.is_empty() => "something is missing here".to_owned(),
            _ => "this is not understood".to_owned(),
        };
        let near = if found.is_empty() { None } else { near(found, &expected) };
        let told = self.small_word(context, found).or_else(|| self.former(context, found));
        let told = told.or_else(|| self.unopened(context));
        let told = told
            .or_else(|| self.comma_twice(found))
            .or_else(|| self.other_sign(context, found))
            .or_else(|| self.clause_meant(context, found))
            .or_else(|| self.left_out(context, found))
            .or_else(|| self.unnamed(context, found))
            .or_else(|| self.condition_first(context, found))
            .or_else(|| self.early_form(context, found))
            .or_else(|| self.slip(context, &expected, found));
        let told = told.or_else(|| self.unbounded(context, &expected)).or_else(|| self.all_of_a_set(mends));
        let told = told.or_else(|| self.habit(context, found));
        let told = told.or_else(|| self.printed(context, found)).or_else(|| self.misspelt(mends));
        let told = told.or_else(|| self.form(context, found));
        if let Some(told) = told.or_else(|| self.known(context, &expected, found)) {
            return told;
        }
        if let Some(told) = self.mended(context, &title, mends).or_else(|| self.last_form(context, found)) {
            return told;
        }
        let told = self.error(Code::Syntax, title, &could).maybe_help(near);
        let told = match found {
            "" => told.marked(Mark::StopsTooSoon),
            _ if expected == [END_OF_LINE] => told,
            _ => told.marked(Mark::DoesNotFit),
        };
        // The next line, where a reader sees that it goes on, and the rules do not.
        let behind = self.text.get(self.at.span.end as usize..).unwrap_or_default();
        let next = behind.trim_start_matches([' ', '\t', '\r']).strip_prefix('\n');
        if found.is_empty() && next.is_some_and(|next| next.starts_with('"')) {
            return told
                .help("put blanks before the next line: a line goes on in the next where that stands further in");
        }
        told.help(teach(context))
    }

    /// `1#a,,k`, `0103:: B1`
    fn comma_twice(&self, found: &str) -> Option<Diagnostic> {
        let before = self.before().trim_end();
        // What was given up behind the second.
        let second = before.ends_with("::") && found != ":";
        let at = before.len().saturating_sub(1);
        let at = if second { Place { span: Span::new(at, at + 1), ..self.at } } else { self.at };
        let sign = match found {
            "," if before.ends_with(',') => "commas",
            ":" if before.ends_with(':') => "colons",
            "=" if before.ends_with('=') && !before.ends_with([' ', '\t']) && self.before() != before => "`=`",
            _ if second => "colons",
            _ => return None,
        };
        Some({
            let told = Diagnostic::wrong(Code::Syntax, format!("two {sign} stand side by side"));
            let told = told.at(at, "the second of them");
            if second {
                return Some(told.help("take one of them away").fix("take it away", true, vec![(at, String::new())]));
            }
            told.help("take one of them away").fix("take it away", true, self.replaced(""))
        })
    }

    /// Where it is known what is missing.
    fn known(&self, context: Context, expected: &[&str], found: &str) -> Option<Diagnostic> {
        let before = self.before().trim_end();
        if let Some(told) = self.set_of(found).or_else(|| self.most_hexes(found)) {
            return Some(told);
        }
        if matches!(context, Context::Line("scenario")) && found.is_empty() && expected.contains(&"`..`") {
            let mut words = before.rsplit(char::is_whitespace);
            if let (Some(one), Some("turns")) = (words.next(), words.next()) {
                let told = self.error(Code::Syntax, "which turns are played is written from the first to the last", "");
                let numbered = one.bytes().all(|digit| digit.is_ascii_digit());
                let first = if numbered { format!("as in `1..{one}`") } else { format!("and two dots: `..{one}`") };
                let alone = format!("for one turn alone `turns {one}..{one}`");
                return Some(told.help(format!("write the first before it, {first}; {alone}")));
            }
        }
        let conditioned = [" when ", " unless "].iter().any(|word| self.line_before().contains(word));
        let complete = matches!(context, Context::Row(_)) && expected.contains(&"`exception`") && !conditioned;
        let word = found.chars().next().is_some_and(|first| first.is_ascii_lowercase());
        let rest = self.rest_of_line();
        if complete && found == "per" {
            let told = self.error(Code::Syntax, "what is counted for each of several is not said so", "");
            return Some(told.help("write `for each` and their set: `+ 1 for each d in regiments of Red at target`"));
        }
        if complete && matches!(found, "else" | "default" | "elsewise") {
            return Some(self.instead("what holds where no other row answers stands behind its answer", "otherwise"));
        }
        if let Some(of) = self.amount_before().filter(|_| complete && word && near(found, expected).is_none()) {
            let told = self.error(Code::Syntax, "what belongs to a piece stands behind a dot", "");
            return Some(told.help(format!("write `{of}.{found}`")));
        }
        if complete && word && [" when ", " unless "].iter().any(|clause| rest.contains(clause)) {
            let told = self.error(Code::Syntax, format!("`{found}` does not fit behind the answer of a row"), "");
            return Some(told.help(format!("take `{found}` away: the condition follows the answer")));
        }
        // What could be a condition asks something.
        let asks = rest.split(' ').any(|word| {
            matches!(word, "is" | "in" | "not" | "any" | "no" | "every" | "and" | "or" | "applies")
                || word.contains(['.', '(', '<', '>'])
        });
        let word = word && asks;
        if complete && word && near(found, expected).is_none() {
            let told = self.error(Code::Syntax, "a condition has no `when` before it", "the row could end before this");
            return Some(told.help("write `when` before a condition, like `no when u.moved`"));
        }
        None
    }

    /// `lead` of `+ lead strength`
    fn amount_before(&self) -> Option<&str> {
        let (before, name) = self.line_before().trim_end().rsplit_once(' ')?;
        let plain =
            name.starts_with(char::is_lowercase) && name.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
        (plain && ['+', '-', '*', '='].iter().any(|sign| before.trim_end().ends_with(*sign))).then_some(name)
    }

    /// `repeat while ..`
    fn unbounded(&self, context: Context, expected: &[&str]) -> Option<Diagnostic> {
        let repeat = matches!(context, Context::Statement) && expected == ["`at`"];
        let told = || self.error(Code::Syntax, "how often at most may this repeat?", "the most rounds stand here");
        (repeat && self.before().trim_end().ends_with("repeat"))
            .then(|| told().help("write the most that the rule can need: `repeat at most 10 while .. { .. }`"))
    }

    /// `order Blue` with no `{` at its end.
    fn unopened(&self, context: Context) -> Option<Diagnostic> {
        let Context::Head(item) = context else { return None };
        let braced = of(context).right.iter().all(|right| right.ends_with('{') || right.ends_with('}'));
        let start = self.before().rfind(&format!("\n{item}")).map_or(0, |at| at + 1);
        let head = self.before().get(start..).filter(|head| braced && !head.contains('{'))?;
        // Something was read of the second line, and the `{` stands at its end: the slip is between them.
        let second = head.rsplit_once('\n').is_some_and(|(_, second)| !second.trim().is_empty());
        if second && self.rest_of_line().contains('{') {
            return None;
        }
        let at = match head.find('\n') {
            Some(end) => start + head[..end].trim_end().len(),
            None if self.rest_of_line().contains('}') && !self.rest_of_line().contains('{') => {
                self.at.span.start as usize
            }
            None => return None,
        };
        let place = Place { span: Span { start: at as u32, end: at as u32 }, ..self.at };
        let told = Diagnostic::wrong(Code::Syntax, format!("the first line of this `{item}` has no `{{`"));
        let told = told.marked(Mark::NoOpening);
        Some(told.at(place, "the `{` is missing here").help("write `{` here").fix(
            "write `{`",
            true,
            vec![(place, " {".to_owned())],
        ))
    }

    /// In errata: a measure behind what is printed, and the head of an answer.
    fn printed(&self, context: Context, found: &str) -> Option<Diagnostic> {
        let before = matches!(context, Context::Edit).then(|| self.before().trim_end())?;
        let line = before.rsplit(['\n', ';', '{']).next()?.trim_start();
        if let Some(told) = self.slip_of_errata(line, found) {
            return Some(told);
        }
        let (of, answers) = line.strip_prefix("amend ")?.split_once(" was")?;
        let last = answers.rsplit(char::is_whitespace).next()?;
        if of.contains('"') {
            let headed = found == "cost" && matches!(last, "" | "now");
            let told = || self.error(Code::Syntax, "errata write a cost without `cost`", "takes no `cost`");
            return headed.then(|| told().help("begin with the sign behind it: `was = 2 MP now = 3 MP`"));
        }
        let measured = !last.is_empty() && last.bytes().all(|digit| digit.is_ascii_digit());
        let word = found.chars().next().is_some_and(char::is_alphabetic) && !matches!(found, "now" | "over");
        let told = || self.error(Code::Syntax, "what is printed is written without its measure", "a measure");
        (measured && word).then(|| told().help(format!("take `{found}` away: write `{last}` alone, as it is printed")))
    }

    fn unclosed_brace(&self, item: &str) -> Diagnostic {
        self.error(Code::Unclosed, format!("a brace of `{item}` is never closed"), "opened here")
            .help("write `}` where it ends; each `{` needs one")
    }

    fn stray(&self, sign: &str, help: &str) -> Diagnostic {
        let told = self.error(Code::Unclosed, format!("this `{sign}` closes nothing"), "").help(help);
        if sign == "}" { told.marked(Mark::StrayBrace) } else { told }
    }

    fn unclosed_bracket(&self) -> Diagnostic {
        let open = self.at.span.of(self.text);
        let close = if open == "[" { "]" } else { ")" };
        let told = self.error(Code::Unclosed, format!("a `{open}` is never closed"), "opened here");
        let next = self.text.get(self.at.span.end as usize..).and_then(|rest| rest.lines().nth(1)).unwrap_or_default();
        if next.starts_with(char::is_alphabetic) && next.matches(close).count() > next.matches(open).count() {
            return told
                .help("put blanks before the next line: a line goes on in the next where that stands further in");
        }
        told.help(format!("write `{close}` on the same line"))
    }

    fn unclosed_string(&self) -> Diagnostic {
        // A mark that touches the word before it, and none behind it, closes.
        let touches = self.before().ends_with(|last: char| last.is_alphanumeric() || ".!?)".contains(last));
        let start = self.at.span.start as usize + 1;
        let next = self.text.get(start..).and_then(|rest| rest.chars().next());
        if touches && next.is_none_or(char::is_whitespace) {
            let at = Place { span: Span::new(start - 1, start), ..self.at };
            return Diagnostic::wrong(Code::Unclosed, "a text has no quotation mark at its beginning")
                .at(at, "ends here")
                .marked(Mark::OpenText)
                .help("write `\"` before its first word");
        }
        self.error(Code::Unclosed, "a text has no quotation mark at its end", "begins here")
            .marked(Mark::OpenText)
            .help("write `\"` behind its last word, on the same line")
    }

    fn unknown_character(&self, character: char) -> Diagnostic {
        let told = self.error(Code::Syntax, format!("the sign `{character}` means nothing here"), "");
        let right = match character {
            '≤' => "<=",
            '≥' => ">=",
            '≠' => "is not",
            '−' | '–' | '—' => "-",
            '×' | '·' => "*",
            '÷' => "/",
            '½' => "1/2",
            '⅓' => "1/3",
            '⅔' => "2/3",
            '¼' => "1/4",
            '¾' => "3/4",
            '\'' | '’' if self.word_before().is_some() => return self.apostrophe(),
            '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '\'' => {
                return told.help("a text stands between straight quotation marks: `\"Marsh\"`");
            }
            '%' if self.line_before().ends_with(|sign: char| sign.is_ascii_digit()) => {
                return told.help("parts are written as fractions: `* 3/2 rounded up` for half as much again, `* 1/2 rounded down` for 50 of 100");
            }
            '%' => return told.help("there are no remainders: write a table by the number"),
            '#' if self.line_before().ends_with(|sign: char| sign.is_ascii_digit())
                && self.rest_of_line().chars().nth(1).is_some_and(|letter| letter.is_ascii_uppercase()) =>
            {
                let told = self.error(Code::Syntax, "the letters of a case are small", "");
                return told.help("write `4.1#c`, as the ledger has it");
            }
            '#' => return told.help("a remark stands behind `//`; behind a case `#` stands without a blank, `7.5#a`"),
            _ => return told.help("take it away, or put it into a text between quotation marks or behind `//`"),
        };
        let fix = format!("write `{right}`");
        told.help(fix.clone()).fix(fix, true, self.replaced(right))
    }

    fn unknown_item(&self, word: &str) -> Diagnostic {
        if word.starts_with(char::is_control) {
            let told =
                self.error(Code::UnknownItem, "here stands something that is no text", "signs that nobody can read");
            return told.help("rules are plain text: take these signs away, or write the file anew");
        }
        if matches!(word, "/" | "#" | "-" | "*") {
            let told = self.error(Code::UnknownItem, "no item begins with a sign", "");
            return told.help("a remark stands behind `//`, up to the end of its line");
        }
        if let Some((help, with)) = foreign(word, Spot::Item) {
            return foreign_word(word, self.at, help, with).of(Code::UnknownItem);
        }
        let keywords = samples::keywords();
        let near = did_you_mean(word, "item", keywords.iter().copied());
        let first = word.chars().next();
        let help = match near {
            _ if matches!(word, "amend" | "add" | "remove" | "case") => {
                "a line of errata stands within their braces: `errata \"Mud\" to \"Two ridges\" language 1 source \"a house rule\" {`".to_owned()
            }
            Some(near) => near,
            None if self.rest_of_line().get(word.len()..).is_some_and(|rest| rest.trim_start().starts_with(':')) => {
                format!("what is remembered of the whole game is a state: `state {word}: 0..9 = 0`")
            }
            None if first.is_some_and(|first| first.is_ascii_digit() || first == '"') => {
                "a row stands within the braces of its item: look for a `}` too many above it".to_owned()
            }
            None if self.rest_of_line().get(word.len()..).is_some_and(|rest| rest.trim_start().starts_with('=')) => {
                format!(
                    "what changes in play is a state: `state {word}: 0..10 = 5`; a number of the rules is a value: `value {word}: 0..9 {{ 6.1 \"As printed\" = 5 }}`"
                )
            }
            None => {
                let two = ["value strength(u: Unit): 0..9 {", "piece Gun {"];
                format!("in the first column an item begins, like `{}` or `{}`", two[0], two[1])
            }
        };
        self.error(Code::UnknownItem, format!("no item begins with `{word}`"), "").help(help)
    }

    fn reserved(&self, word: &str, free: &str) -> Diagnostic {
        let sign = if word == "least" { ">=" } else { "<=" };
        if let Some(told) = self.first_word_meant().or_else(|| self.counted_without_of(word)) {
            return told;
        }
        if matches!(word, "least" | "most") && self.line_before().trim_end().ends_with(" at") {
            let number = self.rest_of_line().split_whitespace().nth(1).unwrap_or("2");
            let told = self.error(Code::Syntax, "numbers are compared by signs", "");
            return told.help(format!("write `{sign} {number}` in the place of `at {word} {number}`"));
        }
        self.error(Code::ReservedWord, format!("`{word}` is a word of the language and cannot be a name"), "")
            .help(format!("take another name, for example `{free}`, here and wherever it is used"))
            .why(format!("`wgr explain {word}` says what it means"))
    }

    fn too_deep(&self) -> Diagnostic {
        self.error(Code::Syntax, "too many brackets or blocks within each other", "here it goes too deep")
            .why(format!("at most {MOST_NESTED} may stand within each other"))
            .help("give the inner part a name of its own: a `value` for a sum, a `procedure` for statements")
    }

    fn too_long(&self) -> Diagnostic {
        self.error(Code::Syntax, "this line is too long to be read", "")
            .help("give parts of it names of their own: a `value` for a sum, a `fact` for a condition")
    }

    fn decimal(&self, text: &str) -> Diagnostic {
        let told = self.error(Code::Syntax, format!("`{text}` is no number here"), "");
        let told = told.why("amounts are exact: whole numbers and fractions");
        match fraction(text) {
            Some(right) => {
                let fix = format!("write `{right}`");
                let factor = self.line_before().trim_end().ends_with('*');
                let told = told.help(if factor {
                    format!("{fix}, and `rounded down` or `rounded up` behind it where only whole ones count")
                } else {
                    fix.clone()
                });
                told.fix(fix, true, vec![(self.at, right)])
            }
            None => told.help("write a fraction, like `3/2`"),
        }
    }

    fn wrong_sign(&self, found: &str, right: &str) -> Diagnostic {
        if let Some(told) = self.rolled_by_sign(right).or_else(|| self.arrow(found)) {
            return told;
        }
        let fix = format!("write `{right}`");
        self.error(Code::Syntax, format!("`{found}` means nothing here"), "").help(fix.clone()).fix(
            fix,
            true,
            self.replaced(right),
        )
    }

    fn equals(&self) -> Diagnostic {
        if self.line_before().trim_end().ends_with('"') {
            let told = self.error(Code::Syntax, "what a row gave stands behind its title with its sign", "");
            return told
                .help("write `\"The attacker\" +4`: `+`, `-`, or the number alone for what is the answer itself");
        }
        self.error(Code::Syntax, "`=` does not compare", "")
            .why("`=` gives an answer; a condition asks whether something `is` so")
            .help("write `is`")
            .fix("write `is`", true, self.replaced("is"))
    }

    fn chained(&self) -> Diagnostic {
        self.error(Code::Syntax, "one comparison with three sides", "a second comparison begins here")
            .help("write two with `and`: `1 <= n and n <= 3`, or a range: `n in 1..3`")
    }

    fn title(&self, words: &str) -> Diagnostic {
        if let Some(side) = words.strip_suffix(" wins").or_else(|| words.strip_suffix(" win")) {
            let told = self.error(Code::Syntax, format!("`{words}` is no statement"), "");
            return told.help(format!("write `game over: {side}`"));
        }
        let first = words.split(' ').next().filter(|first| *first != words && !self.declares(first));
        if let Some((first, (help, _))) = first.and_then(|first| Some((first, foreign(first, Spot::Statement)?))) {
            return foreign_word(first, self.at, help, None);
        }
        let mut whole = self.whole_title(words);
        // `3.5  Who attacks?`
        let behind = self.text.get(self.at.span.start as usize + whole.len()..).unwrap_or_default();
        whole.push_str(behind.get(..1).filter(|sign| ["?", "!"].contains(sign)).unwrap_or_default());
        let told = self
            .error(Code::Syntax, format!("the title `{whole}` has no quotation marks"), "")
            .help(format!("write `\"{whole}\"`"));
        if whole.contains('"') || self.at.span.of(self.text) != words {
            return told;
        }
        let span = Span { end: self.at.span.start + whole.len() as u32, ..self.at.span };
        let at = Place { span, ..self.at };
        told.fix("put it between quotation marks", true, vec![(at, format!("\"{whole}\""))])
    }

    fn no_verdict(&self, context: Context) -> Diagnostic {
        let what = called(context);
        let words = self.rest_of_line().rsplit('"').next().unwrap_or_default().trim_start();
        let answered = [" = ", " + ", " - ", " yes", " no", " stop"].iter().any(|answer| words.contains(answer));
        if answered && ["when ", "unless "].iter().any(|word| words.starts_with(word)) {
            return self
                .error(Code::Syntax, "the answer of a row stands before its condition", "")
                .help("write the answer first, then `when`: `- 1 when terrain(target) is village`");
        }
        let asks = ["when", "unless"].into_iter().find(|word| words.starts_with(&format!("{word} ")));
        if let (Context::Statement | Context::Arm, Some(word)) = (context, asks) {
            let right = if word == "when" { "if .. { .. }" } else { "if not (..) { .. }" };
            return self
                .error(Code::Syntax, "a statement begins with `if`", "")
                .help(format!("write `{right}` for `{word} ..`"));
        }
        if words.starts_with("ruling ") && words.split_whitespace().count() > 2 {
            return self
                .error(Code::Syntax, "`ruling` stands behind what it is about", "")
                .help("write what is done, or the answer, first, and `ruling NAME` at the end of the line");
        }
        let of = if let Context::Row(item) = context { Some(item) } else { None };
        let (title, label) = match of {
            Some(_) => (format!("{what} gives no answer"), "no answer follows"),
            None => (format!("{what} says nothing behind its title"), "nothing follows"),
        };
        let answer = match of {
            Some("fact") => Some("yes"),
            Some("zone") => Some("off"),
            Some(_) | None => None,
        };
        // A row that is an exception to another may answer otherwise.
        let help = match asks.zip(answer.filter(|_| !words.contains("exception"))) {
            Some((word, answer)) => format!("write `{answer}` before `{word}`"),
            None => teach(context),
        };
        let told = self.error(Code::Syntax, title, label).help(help);
        if of.is_some() { told } else { told.marked(Mark::NothingBehindTitle) }
    }

    fn no_condition(&self, word: &str) -> Diagnostic {
        let behind = self.rest_of_line().strip_prefix(word).unwrap_or_default().trim_start();
        if let Some(sign) = [("at least", ">="), ("at most", "<="), ("exactly", "is")]
            .iter()
            .find(|(bound, _)| behind.starts_with(bound))
        {
            let told = self.error(Code::Syntax, format!("`{}` is no condition", sign.0), "");
            return told
                .help(format!("write `number of units at h {} 2`, or a number of the rules before the sign", sign.1));
        }
        if let Some(sign) = ["in", "at"].into_iter().find(|sign| behind.starts_with(&format!("{sign} "))) {
            let told = self.error(Code::Syntax, format!("what is asked about is not said before `{sign}`"), "");
            let told = told.help("write `terrain(h) is wood`, `u.hex in zoc(Red)` or `any units at h`");
            // `unless in supply`: what is asked of somebody is a fact.
            let asked = behind.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')).nth(1).unwrap_or_default();
            let is_alone = sign == "in" && !asked.is_empty() && !behind.contains('(');
            return match is_alone {
                true => told.help(format!("if `{asked}` is a fact, name whom it is asked of: `{word} {asked}(u)`")),
                false => told,
            };
        }
        if let Some((help, with)) =
            behind.split(|sign: char| !sign.is_alphanumeric()).next().and_then(|next| foreign(next, Spot::Row))
        {
            let next = behind.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
            return foreign_word(next, self.at, help, with.filter(|_| false));
        }
        self.error(Code::Syntax, format!("nothing stands behind `{word}`"), "no condition follows")
            .help(format!("say when, like `{word} terrain(there) is marsh` or `{word} u.steps < 2 and not u.moved`"))
    }

    fn else_alone(&self) -> Diagnostic {
        self.error(Code::Syntax, "this `else` belongs to nothing", "")
            .help("it stands behind the `}` of an `if` or a `may`: `if u.steps is 0 { remove u } else { .. }`")
    }

    fn and_of_phases(&self) -> Diagnostic {
        self.error(Code::Syntax, "what lasts until the end of either phase is joined by `or`", "")
            .help("write `or`: `until end of fire or movement`")
            .fix("write `or`", true, self.replaced("or"))
    }

    fn minus_twice(&self) -> Diagnostic {
        self.error(Code::Syntax, "two minus signs stand side by side", "the second of them")
            .why("to take away a number below nothing is to add")
            .help("take one of them away, or write `+` for both")
            .fix("take it away", false, vec![(self.at, String::new())])
    }

    fn no_semicolon(&self) -> Diagnostic {
        let found = self.at.span.of(self.text);
        if self.before().trim_end().ends_with('}')
            && let Some(meant) = nearest(found, ["else", "otherwise"]).first()
        {
            return clauses::meant_by(found, self.at, meant);
        }
        if self.word_before().is_some_and(|(word, _)| word == "otherwise") {
            let told = self.error(Code::Syntax, "what is done otherwise stands between braces", "");
            return told.help("write `{` before it; the `}` stands where it ends");
        }
        if self.is_within_a_condition(found) {
            let told = self.error(Code::Syntax, format!("`{found}` does not fit here"), "within the condition of `if`");
            return told.help("a condition stands between `if` and the `{`: look which word is another one");
        }
        if let Some(told) = self.word_meant(found, true).or_else(|| self.without_brace()) {
            return told;
        }
        if self.statement_before().split_whitespace().nth(1) == Some("may") {
            let told = self.error(Code::Syntax, "what may be done stands between braces", "");
            return told.help("write `{` before it, and `}` where it ends");
        }
        if found == "or" {
            let told = self.error(Code::Syntax, "`or` joins conditions, and no statements", "");
            return told.help(
                "one of several ways is chosen: `phasing chooses { \"Lose it\" { remove u } \"Fall back\" { u goes to h } }`",
            );
        }
        let start = Span { start: self.at.span.start, end: self.at.span.start };
        let before = self.text.get(..start.start as usize).unwrap_or_default().trim_end();
        // An unknown word before a block may be a slip of any word.
        let next = self.rest_of_line().split_whitespace().nth(1).unwrap_or_default();
        let begins = BEGIN_STATEMENTS.contains(&found) || is_reserved(found) || is_reserved(next);
        self.error(Code::Syntax, "two statements on one line, and no `;` between them", "the second begins here")
            .marked(Mark::TwoStatements)
            .help("write a `;` before it, or begin a new line")
            .fix(
                "write `;` before it",
                before.ends_with('}') && begins,
                vec![(Place { span: start, ..self.at }, "; ".to_owned())],
            )
    }

    fn case_letter(&self, found: &str, right: &str) -> Diagnostic {
        let fix = format!("write `{right}`");
        self.error(Code::Syntax, format!("`{found}` is no case"), "")
            .why("the line of the ledger stands behind `#`, so that it is not taken for a part of the section")
            .help(fix.clone())
            .fix(fix, true, vec![(self.at, right.to_owned())])
    }

    fn case_letters(&self, found: &str) -> Diagnostic {
        self.error(Code::Syntax, format!("`{found}` has too many letters for a case"), "")
            .help("behind `#` stand one or two small letters, several with commas and no blanks: `12.2.4#m,n`")
            .help("if a word follows, put a blank before it")
    }

    fn case_twice(&self, case: &str) -> Diagnostic {
        self.error(Code::TwiceNamed, format!("case {case} stands twice here"), "here again")
            .help("take one of them away, or write the other case that is meant")
    }

    fn twice(&self, what: &str) -> Diagnostic {
        let told = self.error(Code::Syntax, format!("`{what}` is said twice here"), "the second time");
        match what {
            "exception" | "waives" => {
                let word = if what == "exception" { "exception to" } else { what };
                told.help(format!("write all titles behind one `{word}`: `{word} \"Open ground\", \"To the village\"`"))
            }
            "when" | "unless" => told.help(format!(
                "join both conditions behind one `{what}`: write `and` or `or` in the place of the second"
            )),
            "during" => told.help("write all phases behind one `during`: `during combat, movement`"),
            "by" => told.help("one side does it, or whoever `phasing` is: leave one of them"),
            _ => told.help("leave one of them"),
        }
    }

    fn no_block(&self, after: &str) -> Diagnostic {
        self.error(Code::Unclosed, format!("`{after}` has nothing between braces behind it"), "the `{` is missing here")
            .marked(Mark::NoBlock)
            .help(format!("write `{after} .. {{ .. }}`; what is to be done there stands between the braces"))
    }

    fn unwanted_block(&self) -> Diagnostic {
        if self.line_before().trim() == "otherwise" || self.rest_of_line().starts_with("otherwise") {
            let told = self.error(Code::Syntax, "behind an `if` stands `else`", "");
            return told.help("write `else { .. }`; `otherwise` stands behind a pick, or as the last row of an item");
        }
        let pick = self.before().rsplit(['{', '}', ';']).next().unwrap_or_default();
        let pick = pick.rfind(" picks ").and_then(|at| pick.get(at..)).unwrap_or_default();
        if pick.contains(" as ") && ![" otherwise", " a number "].iter().any(|word| pick.contains(word)) {
            let told =
                self.error(Code::Syntax, "what is done where nobody can be picked stands behind `otherwise`", "");
            return told.help("write `otherwise` before the brace");
        }
        self.error(Code::Syntax, "nothing can stand in braces here", "")
            .help("take the braces away, or look whether a word is missing before them, like `if`, `step` or `may`")
    }
}

/// "a number, a name or `(`"
fn either(expected: &[&str]) -> String {
    match expected.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// The words among what is expected are between backticks, or bare: a word like one of them is a slip of the pen.
fn near(found: &str, expected: &[&str]) -> Option<String> {
    let words = expected.iter().map(|word| word.trim_matches('`')).filter(|word| !word.contains(' '));
    let near = nearest(found, words);
    (!near.is_empty()).then(|| format!("did you mean {}?", listed(&near, "or")))
}

/// Two right ones: "a case and a title open a row, like `..` or `..`".
fn teach(context: Context) -> String {
    let sample = of(context);
    match sample.right {
        [one, two] => format!("{}, like `{one}` or `{two}`", sample.rule),
    }
}

/// `1.5` is `3/2`.
pub(crate) fn fraction(text: &str) -> Option<String> {
    let (whole, part) = text.split_once('.')?;
    let (mut above, mut below) = (format!("{whole}{part}").parse::<u64>().ok()?, 1_u64);
    for _ in part.bytes() {
        below = below.checked_mul(10)?;
    }
    let (mut one, mut other) = (above, below);
    while other > 0 {
        (one, other) = (other, one % other);
    }
    (above, below) = (above.checked_div(one)?, below.checked_div(one)?);
    Some(if below == 1 { above.to_string() } else { format!("{above}/{below}") })
}
