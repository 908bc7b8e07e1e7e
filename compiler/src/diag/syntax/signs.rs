//! A sign for another one, a sign within a name, a set and its condition joined by the wrong one.
//!
//! In: where a line could not be read. Out: what to write, at the sign itself. Promises: what stands on both sides of the sign says
//! which one is meant; whatever is told to be written is read in this place.

use super::Slip;
use crate::diag::{Code, Diagnostic, Place};
use wgr_grammar::{Context, Span, is_reserved};

impl Slip<'_> {
    pub(super) fn other_sign(&self, context: Context, found: &str) -> Option<Diagnostic> {
        let asked = || self.where_for_colon(found).or_else(|| self.more_or_less(found));
        match context {
            Context::Line("scene" | "scenario") => self.colon_of_a_hex(found),
            Context::Line("map") => self.name_of_a_place(),
            Context::Head(item) => self.name_with_sign(found).or_else(|| self.colon_of_a_range(item, found)),
            Context::Line("action") => self.once().or_else(|| self.how_often(found)).or_else(asked),
            Context::Line(_) => self.name_with_sign(found),
            Context::Row("action") => self.once().or_else(asked),
            Context::Statement if self.item_before().is_some_and(|item| item.starts_with("action ")) => {
                self.once().or_else(asked)
            }
            Context::Row(_) | Context::SuchThat | Context::Statement | Context::Arm | Context::Step => asked(),
            Context::Choice | Context::Edit => None,
        }
    }

    fn place(&self, start: usize, end: usize) -> Place {
        Place { span: Span::new(start, end), ..self.at }
    }

    fn start_of_line(&self) -> usize {
        self.before().rfind('\n').map_or(0, |at| at + 1)
    }

    /// The line, from its first letter to its last, and where it begins.
    fn line(&self) -> (usize, &str) {
        let start = self.start_of_line();
        let line = self.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        (start + line.len() - line.trim_start().len(), line.trim())
    }

    /// Puts `right` where `wrong` stands.
    fn put(&self, title: &str, at: Place, right: &str, shown: &str) -> Diagnostic {
        let help = format!("write `{shown}`");
        let told = Diagnostic::wrong(Code::Syntax, title).at(at, "");
        told.help(&help).fix(&help, false, vec![(at, right.to_owned())])
    }

    /// `0103; B1`, `0103, B1`, `0103 = B1`, `0103 B1`
    fn colon_of_a_hex(&self, found: &str) -> Option<Diagnostic> {
        let (start, line) = self.line();
        let hex = line.split(|sign: char| !sign.is_ascii_alphanumeric()).next()?;
        let number = hex.len() > 2 && hex.bytes().all(|sign| sign.is_ascii_digit());
        let rest = line.get(hex.len()..)?;
        let who = rest.trim_start_matches([' ', ';', ',', '=', '-', '.']);
        let between = rest.len() - who.len();
        let here = self.at.span.start as usize;
        let first = who.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')).next()?;
        let near = (start..=start + hex.len() + between).contains(&here);
        if !number || !near || between == 0 || !first.starts_with(char::is_alphabetic) || is_reserved(first) {
            return None;
        }
        let sign = rest.get(..between)?.trim();
        // A list of several hexes has another form.
        if found != sign && !sign.is_empty() {
            return None;
        }
        let at = self.place(start + hex.len(), start + hex.len() + between);
        Some(self.put("behind a hex stands a colon, then who lies there", at, ": ", &format!("{hex}: {first}")))
    }

    /// `place Sainte-Marie 0303`, `place St. Marie 0303`, `place "Sainte Marie" 0303`
    fn name_of_a_place(&self) -> Option<Diagnostic> {
        let (start, line) = self.line();
        let rest = line.strip_prefix("place ")?;
        let end = rest.rfind(' ').filter(|end| {
            rest.get(end + 1..).is_some_and(|hex| !hex.is_empty() && hex.bytes().all(|sign| sign.is_ascii_digit()))
        })?;
        let name = rest.get(..end)?.trim();
        for more in [":", "=", " at", " in", " is"] {
            let Some(alone) = name.strip_suffix(more).map(str::trim_end).filter(|alone| as_name(alone).is_none())
            else {
                continue;
            };
            let from = start + "place ".len() + alone.len();
            let at = self.place(from, start + "place ".len() + end);
            let hex = rest.get(end..)?.trim();
            let title = format!("no `{}` stands between a place and its hex", more.trim());
            return Some(self.put(&title, at, "", &format!("place {alone} {hex}")));
        }
        // `place Ligny 0504, 0505` is another slip.
        let digits = |word: &str| word.bytes().all(|sign| sign.is_ascii_digit() || b",.-".contains(&sign));
        let numbered = name.split(' ').any(digits);
        let right = as_name(name).filter(|_| !numbered)?;
        let from = start + "place ".len() + rest.len() - rest.trim_start().len();
        let at = self.place(from, from + name.len());
        let title = "a name is one word: letters, digits and `_`";
        Some(self.put(title, at, &right, &format!("place {right}")))
    }

    /// `fact in-command(u: Unit)`, `phase fire-combat`
    fn name_with_sign(&self, found: &str) -> Option<Diagnostic> {
        let (from, to) = (self.at.span.start as usize, self.at.span.end as usize);
        let letter = |sign: char| sign.is_alphanumeric() || "_-.".contains(sign);
        let before = self.text.get(..from)?;
        let start = before.trim_end_matches(letter).len();
        let rest = self.text.get(to..)?;
        let end = to + rest.len() - rest.trim_start_matches(letter).len();
        let whole = self.text.get(start..end)?;
        let named = whole.starts_with(char::is_lowercase) || whole.starts_with(char::is_uppercase);
        let right = as_name(whole).filter(|_| matches!(found, "-" | ".") && named && !whole.contains(".."))?;
        let letters = |part: &str| part.starts_with(char::is_alphanumeric);
        if !whole.split(['-', '.']).all(letters) {
            return None;
        }
        let at = self.place(start, end);
        Some(self.put("a name is one word: letters, digits and `_`", at, &right, &right))
    }

    /// `value allowance(u: Regiment) = 1..9 MP {`
    fn colon_of_a_range(&self, item: &str, found: &str) -> Option<Diagnostic> {
        let before = self.line_before().trim_end();
        let (_, name) = before.split_once(' ').filter(|_| matches!(item, "value" | "state"))?;
        let open = !before.contains(')') && before.contains('(');
        let typed = before.rsplit(')').next().is_some_and(|behind| behind.contains(':'));
        if !matches!(found, "=" | "is" | "in" | "as" | ">" | ";" | ",") || open || typed {
            return None;
        }
        let next = self.rest_of_line().get(found.len()..)?.trim_start();
        let range = next.split(['{', '=']).next()?.trim();
        let kind = range.contains("..") || range.starts_with("yes/no") || range.starts_with(char::is_uppercase);
        let short = name.split('(').next().filter(|_| kind && !range.is_empty())?;
        let brackets = if name.contains('(') { "(..)" } else { "" };
        // The blank before it goes, too.
        let start = self.at.span.start as usize - (self.line_before().len() - before.len());
        let at = self.place(start, self.at.span.end as usize);
        let right = if self.rest_of_line().get(found.len()..)?.starts_with(' ') { ":" } else { ": " };
        let shown = format!("{short}{brackets}: {range}");
        Some(self.put("what it can be stands behind a colon", at, right, &shown))
    }

    /// `max 3 per player turn`
    fn how_often(&self, found: &str) -> Option<Diagnostic> {
        let (word, at) = self.word_before()?;
        let rest = self.rest_of_line();
        let counted = found.starts_with(|sign: char| sign.is_ascii_digit()) && rest.contains(" per ");
        let most = matches!(word, "max" | "maximum" | "most" | "limit" | "only" | "upto" | "to" | "than");
        if !counted || !most {
            return None;
        }
        let before = self.line_before();
        let phrases = ["at most ", "up to ", "no more than ", "not more than "];
        let words = phrases.into_iter().find(|phrase| before.ends_with(phrase)).unwrap_or(word);
        let end = self.at.span.start as usize;
        let start = if words == word { at.span.start as usize } else { end - words.len() };
        let right = rest.split([';', '}', '"']).next()?.trim();
        let title = "how often it may be done is said by the number alone";
        Some(self.put(title, self.place(start, end), "", right))
    }

    /// `any u in regiments of phasing where may_attack(u, h)`
    fn where_for_colon(&self, found: &str) -> Option<Diagnostic> {
        let before = self.line_before();
        let at = before.rfind(" where ")?;
        let words: Vec<&str> = before.get(..at)?.split_whitespace().collect();
        let name = words.windows(3).rev().find_map(|three| match three {
            [which, name, "in"] if matches!(which.trim_start_matches('('), "any" | "every" | "no" | "not") => {
                Some(*name)
            }
            _ => None,
        })?;
        let condition = before.get(at + " where ".len()..)?;
        let own = |sign: char| !(sign.is_alphanumeric() || sign == '_');
        let speaks = condition.split(own).any(|word| word == name) && !condition.contains(": ");
        let ends = found.is_empty() || matches!(found, "{" | "and" | "or" | "exception" | ")" | "unless" | "ruling");
        if !speaks || !ends {
            return None;
        }
        let from = self.at.span.start as usize - before.len() + at;
        let place = self.place(from, from + " where".len());
        let set = words.iter().skip_while(|word| **word != "in").skip(1).copied().collect::<Vec<&str>>().join(" ");
        let shown = format!("{name} in {set}: {}", condition.trim());
        let title = format!("what is said of `{name}` stands behind a colon");
        Some(self.put(&title, place, ":", &shown))
    }

    /// `u.steps > than 2`, `u.steps => 2`
    fn more_or_less(&self, found: &str) -> Option<Diagnostic> {
        let before = self.line_before().trim_end();
        let sign = ["<=", ">=", "<", ">"].into_iter().find(|sign| before.ends_with(sign))?;
        (found == "than").then(|| self.put("the sign says it all", self.at, "", &format!("{sign} ..")))
    }
}

/// One word, of several or of one with signs; nothing if it is a name as it stands.
fn as_name(text: &str) -> Option<String> {
    let plain = |sign: char| sign.is_alphanumeric() || sign == '_';
    if text.chars().all(plain) || text.is_empty() {
        return None;
    }
    let name = text.split(|sign: char| !plain(sign)).filter(|part| !part.is_empty()).collect::<Vec<&str>>().join("_");
    name.starts_with(char::is_alphabetic).then_some(name)
}
