//! Small words and signs of plain English in a line that is ours otherwise, told with the author's own names.
//!
//! In: where a line could not be read. Out: what stands in its place. Promises: asked before the forms, for what they
//! would show here is a pattern of another line; where two things can be meant, both are named and neither is put there.

use super::Slip;
use super::clauses::meant_by;
use super::habits::no_word;
use super::left_out::condition;
use crate::diag::{Code, Diagnostic, Place, nearest};
use wgr_grammar::{Context, How, Mend, Span, is_reserved};

/// What a condition stands behind.
const ASKS: [&str; 8] = ["when", "unless", "where", "if", "and", "or", "not", "while"];

impl Slip<'_> {
    pub(super) fn small_word(&self, context: Context, found: &str) -> Option<Diagnostic> {
        let told = match context {
            Context::Statement | Context::Arm | Context::Choice => self
                .misspelt_otherwise(found)
                .or_else(|| self.may_without_braces(found))
                .or_else(|| self.keeps_too_late())
                .or_else(|| self.while_and_else(found)),
            Context::Line("map") => self.between_hexsides(found),
            Context::Row(_)
            | Context::SuchThat
            | Context::Step
            | Context::Head(_)
            | Context::Line(_)
            | Context::Edit => None,
        };
        told.or_else(|| self.little_word(found))
            .or_else(|| self.for_every(found))
            .or_else(|| self.whose_first(found))
            .or_else(|| self.nothing_behind_the_point(found))
            .or_else(|| self.waives_nothing(found))
    }

    /// `exception on "Wood"`, `goes of target`, `flat odd columns`
    fn little_word(&self, found: &str) -> Option<Diagnostic> {
        let (word, _) = self.word_before()?;
        let (title, right) = match (word, found) {
            ("exception", "on" | "of" | "from" | "for" | "at" | "in" | "by") => {
                ("which row does not count then is said by `to`", "to".to_owned())
            }
            ("goes", "of" | "by" | "from" | "for" | "with" | "than") => {
                ("where it goes is said by `to`", "to".to_owned())
            }
            ("flat" | "pointy", "odd" | "even") => ("there is no comma between these two", format!(", {found}")),
            _ => return None,
        };
        let told = self.error(Code::Syntax, title, "").help(format!("write `{right}`"));
        Some(told.fix(format!("write `{right}`"), false, self.replaced(&right)))
    }

    /// `for every h in hexes`: the grammar gave up at `for`, or behind it.
    fn for_every(&self, found: &str) -> Option<Diagnostic> {
        let behind = self.word_before().is_some_and(|(word, _)| word == "for");
        let rest = self.rest_of_line();
        let (blanks, word) = match found {
            "for" => {
                let rest = rest.strip_prefix("for")?;
                let next = rest.trim_start();
                (3 + rest.len() - next.len(), next.split_whitespace().next()?)
            }
            found if behind => (0, found),
            _ => return None,
        };
        if !matches!(word, "every" | "all" | "any") {
            return None;
        }
        let start = self.at.span.start as usize + blanks;
        let at = Place { span: Span::new(start, start + word.len()), ..self.at };
        let told = Diagnostic::wrong(Code::Syntax, "each of a set is named by `for each`").at(at, "");
        Some(told.help(format!("write `each` in the place of `{word}`")).meant(&["each"], false, at))
    }

    /// `no German units`, `when French cavalry`
    fn whose_first(&self, found: &str) -> Option<Diagnostic> {
        let (whose, at) = self.word_before().filter(|(word, _)| self.declared.is_whose(word))?;
        if !found.starts_with(char::is_alphabetic) || is_reserved(found) {
            return None;
        }
        let before = self.text.get(..at.span.start as usize)?.rsplit('\n').next()?;
        let mut words = before.split_whitespace().rev();
        let (last, second) = (words.next()?, words.next());
        let at = Place { span: Span { end: self.at.span.end, ..at.span }, ..at };
        let told = |title: String| Diagnostic::wrong(Code::Syntax, title).at(at, "");
        if matches!(last, "no" | "any") || (last == "of" && second == Some("number")) {
            let counted = if last == "of" { "number of" } else { last };
            let told = told("whose they are is said behind them".to_owned());
            return Some(told.help(format!("write `{counted} {found} of {whose}`")));
        }
        ASKS.contains(&last).then(|| {
            told(format!("`{whose} {found}` is no condition"))
                .help(format!("of one piece ask whose it is: `u.side is {whose}`; what it is, is asked by `u is ..`"))
                .help(format!("whether there are such, is asked by `any`: `any {found} of {whose} at h`"))
        })
    }

    /// `remove men.`: a full stop, or half of a field.
    fn nothing_behind_the_point(&self, found: &str) -> Option<Diagnostic> {
        let before = self.line_before().trim_end().strip_suffix('.').filter(|_| found.is_empty())?;
        let long = before.len() - before.trim_end_matches(|sign: char| sign.is_alphanumeric() || sign == '_').len();
        let word = before.get(before.len() - long..).filter(|word| word.starts_with(char::is_alphabetic))?;
        let end = self.before().trim_end().len();
        let at = Place { span: Span::new(end.checked_sub(1)?, end), ..self.at };
        let told = Diagnostic::wrong(Code::Syntax, "nothing stands behind this point").at(at, "");
        Some(
            told.help(format!(
                "take it away, for no full stop ends a line; or write behind it what belongs to `{word}`"
            )),
        )
    }

    /// `from all units of s`. In a condition each of them is asked, and that is another form.
    pub(super) fn all_of_a_set(&self, mends: &[Mend]) -> Option<Diagnostic> {
        let gone = |mend: &&Mend| mend.how == How::TooMany && mend.span.of(self.text).trim() == "all";
        let mend = mends.first().filter(gone)?;
        let line = self.text.get(..mend.span.start as usize)?.rsplit('\n').next()?;
        let last = line.trim_end().rsplit(|sign: char| !sign.is_alphanumeric()).next()?;
        let set = condition(self.text.get(mend.span.end as usize..)?.lines().next()?).trim();
        if ASKS.contains(&last) || !set.contains(" of ") || set.contains([':', '"']) {
            return None;
        }
        let told = Diagnostic { help: Vec::new(), ..self.says_nothing(mend) };
        let told = Diagnostic { title: format!("`all` is not written: `{set}` are all of them"), ..told };
        let blank = if last.is_empty() { "" } else { " " };
        Some(told.help(format!("take `all` away: `{last}{blank}{set}`")))
    }

    /// `waives when road(here, there)`
    fn waives_nothing(&self, found: &str) -> Option<Diagnostic> {
        let (_, at) = self.word_before().filter(|(word, _)| *word == "waives")?;
        let goes_on = matches!(found, "" | "when" | "unless" | "exception" | "ruling" | "provisional");
        let rest = condition(self.rest_of_line());
        let rest = if rest.is_empty() { String::new() } else { format!(" {found} ..") };
        let told = Diagnostic::wrong(Code::Syntax, "which row is waived is not said").at(at, "");
        let mut added = self.item_before()?.lines().filter(|line| line.contains(" cost + "));
        let titled = added.next().and_then(|line| line.split('"').nth(1)).filter(|_| added.next().is_none());
        let title = titled.unwrap_or("TITLE");
        goes_on.then(|| told.help(format!("write its title: `waives \"{title}\"{rest}`")))
    }

    /// The item in which this stands, from its keyword up to here.
    pub(super) fn item_before(&self) -> Option<&str> {
        let before = self.before();
        let begins = |(at, line): &(usize, &str)| {
            (*at == 0 || before.get(..*at).is_some_and(|before| before.ends_with('\n')))
                && line.starts_with(|first: char| first.is_ascii_lowercase())
        };
        let mut start = 0;
        let lines = before.split_inclusive('\n').map(|line| {
            start += line.len();
            (start - line.len(), line)
        });
        let (start, _) = lines.filter(begins).last()?;
        before.get(start..)
    }

    /// `keeps men: set of Unit`, below the first statement of an action.
    fn keeps_too_late(&self) -> Option<Diagnostic> {
        let statement = self.statement_before();
        let here = self.at.span.start as usize - statement.len();
        let rest = self.text.get(here..)?;
        let kept = rest.strip_prefix("keeps ")?.lines().next()?;
        let item = self.item_before().filter(|item| item.starts_with("action ") && kept.contains(':'))?;
        let head = |line: &&str| {
            let first = line.split(' ').next().unwrap_or_default();
            matches!(first, "keeps" | "roles" | "once" | "//" | "") || line.contains(" per ") && !line.contains('"')
        };
        let mut lines = item.lines().skip_while(|line| !line.trim_end().ends_with('{')).skip(1).map(str::trim);
        let first = lines.find(|line| !head(line))?;
        let titled = first.match_indices('"').nth(1).and_then(|(end, _)| first.get(..=end));
        let first = titled.unwrap_or_else(|| first.trim_end_matches(['{', ' ']));
        let at = Place { span: Span::new(here, here + "keeps".len()), ..self.at };
        let told = Diagnostic::wrong(Code::Syntax, "`keeps` is a line of the action itself, and of no step");
        Some(told.at(at, "").help(format!("move this line above `{first}`")))
    }

    /// `while u.steps is 1 { remove u } else { .. }`
    fn while_and_else(&self, found: &str) -> Option<Diagnostic> {
        let statement = self.statement_before();
        let here = self.at.span.start as usize - statement.len();
        let rest = self.text.get(here..)?;
        let asked = rest.strip_prefix("while ").filter(|_| found == "while" || statement.starts_with("while "))?;
        let (asked, done) = asked.split_once('{').filter(|(asked, _)| !asked.contains('\n'))?;
        let mut open = 1_u32;
        let end = done.find(|sign: char| {
            open = (open + u32::from(sign == '{')).saturating_sub(u32::from(sign == '}'));
            open == 0
        })?;
        let otherwise = done.get(end + 1..)?.trim_start();
        let at = Place { span: Span::new(here, here + "while".len()), ..self.at };
        otherwise.starts_with("else").then(|| {
            let told = Diagnostic::wrong(Code::Syntax, no_word("while")).at(at, "");
            let right = format!("write `if {} {{ .. }} else {{ .. }}`", asked.trim());
            told.help(right).meant(&["if"], false, at)
        })
    }

    /// `attacker may concentric becomes yes`
    fn may_without_braces(&self, found: &str) -> Option<Diagnostic> {
        let (who, rest) = self.statement_before().trim_start().split_once(" may ")?;
        let plain = !who.is_empty() && who.chars().all(|sign| sign.is_alphanumeric() || "_. ".contains(sign));
        let behind = self.rest_of_line().split(['{', '}', ';', '"']).next().unwrap_or_default();
        let done = format!("{rest}{}", behind.split("//").next().unwrap_or_default());
        let done = done.trim();
        (plain && !found.is_empty() && !rest.is_empty()).then(|| {
            let told = self.error(Code::Syntax, "what may be done stands between braces", "");
            told.help(format!("write `{who} may {{ {done} }}`"))
        })
    }

    /// `othrwise { end attack }`, a line of its own.
    pub(super) fn misspelt_otherwise(&self, found: &str) -> Option<Diagnostic> {
        let (word, at) = self.word_before().filter(|_| found.is_empty() || found == "{")?;
        let whole = self.begins_statement(at) && self.rest_of_line().trim_start().starts_with('{');
        let meant = whole && word.len() > 4 && !self.declares(word) && !is_reserved(word);
        let near = nearest(word, ["otherwise"]);
        Some(meant_by(word, at, near.first().filter(|_| meant)?))
    }

    /// What is picked and stands at the end of its line without a name.
    pub(super) fn unnamed(&self, context: Context, found: &str) -> Option<Diagnostic> {
        let statement = matches!(context, Context::Statement | Context::Arm | Context::Choice);
        let line = self.statement_before();
        let picks = statement && found.is_empty() && line.contains(" picks ") && !line.contains(" as ");
        let whole = line.trim_end().ends_with(|last: char| last.is_alphanumeric() || last == ')' || last == '_');
        let named = |word: &str| !is_reserved(word);
        let ended = whole && self.word_before().is_none_or(|(word, _)| named(word));
        (picks && ended).then(|| {
            let told = self.error(Code::Syntax, "what is picked has no name", "the line ends here");
            told.help("write `as` behind it, and the name by which the next lines call it")
        })
    }

    /// `road 0103-0203`, `road: 1820-1719 1720-1821`
    fn between_hexsides(&self, found: &str) -> Option<Diagnostic> {
        let line = self.line_before();
        let hex = found.starts_with(|sign: char| sign.is_ascii_digit());
        let list = line.trim_start().strip_prefix("hexsides ").filter(|_| hex)?;
        if !list.contains(':') {
            let name = list.trim();
            let told = self.error(Code::Syntax, "a colon stands before the hexes of a line of hexsides", "");
            return Some(told.help(format!("write `{name}: {found}`")).fix(
                "write `:`",
                false,
                self.replaced(&format!(": {found}")),
            ));
        }
        let last = list.split_whitespace().next_back().is_some_and(|last| last.contains('-'));
        let next = self.rest_of_line().split([' ', ',']).next().is_some_and(|next| next.contains('-'));
        (last && next).then(|| {
            let told = self.error(Code::Syntax, "nothing stands between these two hexes", "the second begins here");
            told.help(format!("write `-{found}` if the line goes on to it, `, {found}` if another line begins with it"))
        })
    }
}
