//! A word or a sign that was left out between two that are right.
//!
//! In: where a line could not be read. Out: what is missing, and before what. Promises: each is told only where what
//! stands on both sides says so; the remedy puts one word in and leaves all others as they are.

use super::Slip;
use crate::diag::{Code, Diagnostic, Place};
use wgr_grammar::{Context, Span, is_reserved};

/// What ends a condition, or what stands before it.
const ENDS: [&str; 13] = [
    "as",
    "otherwise",
    "where",
    "when",
    "unless",
    "exception",
    "even",
    "ruling",
    "provisional",
    "waives",
    "becomes",
    "picks",
    "to",
];

impl Slip<'_> {
    pub(super) fn left_out(&self, context: Context, found: &str) -> Option<Diagnostic> {
        if let Some(told) = self.name_in_two(found) {
            return Some(told);
        }
        match context {
            Context::Row(_) | Context::SuchThat | Context::Statement | Context::Arm | Context::Step => self
                .where_left_out(found)
                .or_else(|| self.when_left_out(context, found))
                .or_else(|| self.comma_left_out(found))
                .or_else(|| self.brackets_left_out(found))
                .or_else(|| self.whose_or_where(found)),
            Context::Head(_) => self.where_in_a_head(found),
            Context::Line(_) | Context::Choice | Context::Edit => None,
        }
    }

    /// `Les Bulles`, where `LesBulles` is declared.
    fn name_in_two(&self, found: &str) -> Option<Diagnostic> {
        let (word, at) = self.word_before().filter(|_| found.starts_with(char::is_alphabetic))?;
        let whole = ["", "_"].map(|between| format!("{word}{between}{found}"));
        let name = whole.iter().find(|name| self.declares(name))?;
        let at = Place { span: Span { end: self.at.span.end, ..at.span }, ..at };
        let told = Diagnostic::wrong(Code::Syntax, "a name has no blanks").at(at, "");
        Some(told.help(format!("did you mean `{name}`?")).meant(&[name.as_str()], false, at))
    }

    /// `regiments of phasing may_attack(it, target)`, on one line or on two.
    fn where_left_out(&self, found: &str) -> Option<Diagnostic> {
        let before = self.set_before()?;
        let (start, rest) =
            if found.is_empty() { self.next_line()? } else { (self.at.span.start, self.rest_of_line()) };
        let first = word(rest);
        let at = Place { span: Span { start, end: start + first.len() as u32 }, ..self.at };
        if matches!(first, "that" | "who" | "which" | "whose") {
            let told = Diagnostic::wrong(Code::Syntax, "those of a set of which something is so are named by `where`");
            return Some(
                told.at(at, "")
                    .help(format!("write `where` in the place of `{first}`; each of the set is called `it` behind it"))
                    .meant(&["where"], false, at),
            );
        }
        let condition = condition(rest);
        let of_each = condition.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')).any(|word| word == "it");
        let called = rest.get(first.len()..).is_some_and(|rest| rest.starts_with('('));
        // What a side picks from, or what is counted: a condition follows it by `where` alone.
        let asked = called
            && self.declared.asks(first)
            && [" picks ", "for each ", "number of"].iter().any(|words| before.contains(words));
        if first.is_empty() || is_reserved(first) && !matches!(first, "it" | "not") || !(of_each || asked) {
            return None;
        }
        Some(self.missing("where", "the condition of a set has no `where` before it", first, at))
    }

    /// `action attack(target: Hex in_reach(it))`, `(u: Combatant h: Hex)`
    fn where_in_a_head(&self, found: &str) -> Option<Diagnostic> {
        let before = self.line_before();
        let (_, inside) = before.rsplit_once('(').filter(|(_, inside)| !inside.contains(')'))?;
        let part = inside.rsplit(',').next().unwrap_or_default();
        let rest = self.rest_of_line();
        if part.contains(" where ")
            || !part.contains(':')
            || !found.starts_with(char::is_alphabetic)
            || is_reserved(found) && found != "it"
        {
            return None;
        }
        let behind = rest.get(found.len()..).unwrap_or_default();
        if behind.trim_start().starts_with(':') {
            let told = self.error(Code::Syntax, "there is no comma between these two", "the second begins here");
            let right = format!("write `, {found}`");
            return Some(told.help(right.clone()).fix(right, false, self.comma_before()));
        }
        let of_each = condition(rest).split(|sign: char| !sign.is_alphanumeric()).any(|word| word == "it");
        (of_each || behind.starts_with('(')).then(|| {
            self.missing("where", "the condition of what is handed over has no `where` before it", found, self.at)
        })
    }

    /// `= 2 u.steps is 1`: the word behind the number is read as its measure.
    fn when_left_out(&self, context: Context, found: &str) -> Option<Diagnostic> {
        let Context::Row(_) = context else { return None };
        let (measure, at) = self.word_before()?;
        let before = self.line_before().get(..(at.span.start as usize).checked_sub(self.line_start())?)?;
        let counted = before.trim_end().ends_with(|sign: char| sign.is_ascii_digit());
        let asks = matches!(found, "." | "(" | "is" | "in" | "<" | "<=" | ">" | ">=" | "[");
        let clause = [" when ", " unless ", " for each "].iter().any(|clause| before.contains(clause));
        if !counted || !asks || clause || self.declared.is_measure(measure) {
            return None;
        }
        Some(self.missing("when", "a condition has no `when` before it", measure, at))
    }

    /// `pinned(target attacker)`
    fn comma_left_out(&self, found: &str) -> Option<Diagnostic> {
        let before = self.line_before();
        let (asked, inside) = before.rsplit_once('(').filter(|(_, inside)| !inside.contains(')'))?;
        let called = word_at_end(asked);
        let part = inside.rsplit(',').next().unwrap_or_default().trim();
        let plain =
            |text: &str| !text.is_empty() && text.chars().all(|sign| sign.is_alphanumeric() || "_.".contains(sign));
        let next = plain(found) && !is_reserved(found);
        (self.declared.asks(called) && plain(part) && next).then(|| {
            let told = self.error(Code::Syntax, "there is no comma between these two", "the second begins here");
            let right = format!("write `, {found}`");
            told.help(right.clone()).fix(right, false, self.comma_before())
        })
    }

    /// `pinned target, attacker`
    fn brackets_left_out(&self, found: &str) -> Option<Diagnostic> {
        let (asked, at) = self.word_before()?;
        let touches = self.line_before().trim_end().strip_suffix(asked).is_some_and(|before| before.ends_with('.'));
        let name = found.starts_with(char::is_alphabetic) && !is_reserved(found) && self.declares(found);
        if touches || !name || !self.declared.asks(asked) {
            return None;
        }
        let rest = condition(self.rest_of_line());
        let listed: Vec<&str> = rest.split(',').map(str::trim).collect();
        let plain =
            |text: &&str| !text.is_empty() && text.chars().all(|sign| sign.is_alphanumeric() || "_.".contains(sign));
        let with = if listed.iter().all(plain) { listed.join(", ") } else { found.to_owned() };
        let told =
            Diagnostic::wrong(Code::Syntax, "what is asked about stands in brackets").at(at, "asked without them");
        Some(told.help(format!("write `{asked}({with})`")))
    }

    /// `any storm attacker`, `any units of Red target`
    fn whose_or_where(&self, found: &str) -> Option<Diagnostic> {
        let before = self.line_before().trim_end();
        let (word, _) = self.word_before()?;
        let ends = condition(self.rest_of_line()).trim() == found;
        if !found.starts_with(char::is_alphabetic) || is_reserved(found) || is_reserved(word) || !ends {
            return None;
        }
        let counted = before.strip_suffix(word).unwrap_or_default().trim_end();
        let counts = ["any", "no", "number of", "enemy", "friendly", "("].iter().any(|words| counted.ends_with(words));
        if self.declared.is_whose(found) && (counts || counted.ends_with(|sign: char| sign.is_ascii_digit())) {
            return Some(self.missing("of", "whose they are is said by `of`", found, self.at));
        }
        let of = counted.rsplit(char::is_whitespace).next() == Some("of")
            || before.rsplit(char::is_whitespace).nth(1) == Some("of");
        let set = [" any ", " no ", "number of", "enemy ", "units "].iter().any(|words| before.contains(words));
        (of && set && self.declares(found) && !self.declared.is_field(found))
            .then(|| self.missing("at", "where they stand is said by `at`", found, self.at))
    }

    fn missing(&self, word: &str, title: &str, before: &str, at: Place) -> Diagnostic {
        let start = Place { span: Span { end: at.span.start, ..at.span }, ..at };
        let begin = self.text.get(at.span.start as usize..).unwrap_or_default();
        let dotted =
            begin.len() - begin.trim_start_matches(|sign: char| sign.is_alphanumeric() || "_.".contains(sign)).len();
        let shown =
            begin.get(..dotted).filter(|shown| shown.len() >= before.len()).unwrap_or(before).trim_end_matches('.');
        Diagnostic::wrong(Code::Syntax, title).at(at, "").help(format!("write `{word}` before `{shown}`")).fix(
            format!("write `{word}`"),
            false,
            vec![(start, format!("{word} "))],
        )
    }

    fn comma_before(&self) -> Vec<(Place, String)> {
        let line = self.before();
        let end = line.trim_end().len() as u32;
        vec![(Place { span: Span { start: end, end: self.at.span.start }, ..self.at }, ", ".to_owned())]
    }

    fn line_start(&self) -> usize {
        self.at.span.start as usize - self.line_before().len()
    }

    /// What stands before it since the last condition, where that ends with a set.
    fn set_before(&self) -> Option<&str> {
        const SETS: [&str; 9] =
            [" picks ", "for each ", "each ", "number of ", "(hexes", " of ", "becomes ", "hexes ", "remove "];
        let before = self.line_before().trim_end();
        let conditions = [" where ", " when ", " unless ", " if ", " and ", " or "];
        let start = conditions.iter().filter_map(|word| Some(before.rfind(word)? + word.len())).max().unwrap_or(0);
        let part = before.get(start..)?;
        let set = SETS.iter().any(|words| part.contains(words)) && !part.contains(" as ");
        let ends = part.ends_with(|sign: char| sign.is_alphanumeric() || sign == ')' || sign == '_');
        (set && ends).then_some(part)
    }

    /// Where the next line begins, and what stands there, if it stands further in.
    fn next_line(&self) -> Option<(u32, &str)> {
        let from = self.at.span.start as usize;
        let (line, rest) = self.text.get(from..)?.split_once('\n')?;
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let next = rest.get(blanks..)?.lines().next()?;
        let own = self.text.get(..from)?.rsplit('\n').next()?;
        let deeper = blanks > own.len() - own.trim_start().len();
        (line.trim().is_empty() && deeper).then(|| ((from + line.len() + 1 + blanks) as u32, next))
    }
}

/// Its first word.
fn word(text: &str) -> &str {
    let long = text.find(|sign: char| !(sign.is_alphanumeric() || sign == '_')).unwrap_or(text.len());
    text.get(..long).unwrap_or_default()
}

fn word_at_end(text: &str) -> &str {
    text.rsplit(|sign: char| !(sign.is_alphanumeric() || sign == '_')).next().unwrap_or_default()
}

/// Up to what cannot belong to a condition: a brace, a bracket that closes nothing, a word that goes on with the line.
pub(super) fn condition(text: &str) -> &str {
    let mut depth = 0_u32;
    let ends = |(at, sign): &(usize, char)| {
        let rest = text.get(*at..).unwrap_or_default();
        let begins = *at > 0 && text.get(..*at).is_some_and(|before| before.ends_with(' '));
        match sign {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ')' | '{' | '}' | ';' => return true,
            _ => return rest.starts_with("//") || begins && ENDS.contains(&word(rest)),
        }
        false
    };
    let end = text.char_indices().find(ends).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default().trim_end()
}
