//! Forms that are half remembered: a word in the place of another, or a word that is missing.
//!
//! In: where a line could not be read. Out: the message that says what is written in this place. Promises: one table,
//! read from above; an entry looks at what it stands in, at the word before it and at what was found, and at nothing else.
//! Slips that want more than that stand in `slips.rs`.

mod around;
mod early;
mod last;
mod short;
mod within;

use super::Slip;
use super::habits::no_word;
use crate::diag::{Code, Diagnostic};
use around::AROUND;
use early::EARLY;
use last::LAST;
use short::SHORT;
use wgr_grammar::Context;
use within::WITHIN;

/// What the line is.
#[derive(Clone, Copy)]
enum At {
    Row,
    /// A row of this item.
    RowOf(&'static str),
    Statement,
    Step,
    Errata,
    /// A line of `depending on`.
    Arm,
    Head(&'static str),
    Line(&'static str),
}

/// What stands right before it.
#[derive(Clone, Copy)]
enum Behind {
    Any,
    /// Nothing but blanks, a sign, a case, a title.
    Nothing,
    Title,
    Number,
    Name,
    Capital,
    Words(&'static [&'static str]),
}

/// What could not be read.
#[derive(Clone, Copy)]
enum Found {
    Any,
    Number,
    Name,
    Lower,
    Capital,
    /// `3.10`, `H.1`, `7.1#a`
    Case,
    Quoted,
    End,
    Words(&'static [&'static str]),
    /// The rest of the line begins with one of these.
    Phrase(&'static [&'static str]),
}

/// The line begins so, behind its cases and title; in errata and examples from its first word on.
#[derive(Clone, Copy)]
enum Line {
    Any,
    Begins(&'static str),
    Has(&'static str),
    /// It has the first and not the second.
    Holds(&'static str, &'static str),
}

struct Form {
    at: &'static [At],
    line: Line,
    behind: Behind,
    found: Found,
    says: &'static str,
    write: &'static str,
    /// What may be put in its place.
    with: Option<&'static str>,
}

const fn form(
    at: &'static [At],
    line: Line,
    behind: Behind,
    found: Found,
    [says, write]: [&'static str; 2],
    with: Option<&'static str>,
) -> Form {
    Form { at, line, behind, found, says, write, with }
}

impl Slip<'_> {
    pub(super) fn form(&self, context: Context, found: &str) -> Option<Diagnostic> {
        self.form_of(WITHIN.iter().chain(AROUND), context, found)
    }

    pub(super) fn early_form(&self, context: Context, found: &str) -> Option<Diagnostic> {
        self.form_of(EARLY.iter().chain(SHORT), context, found)
    }

    /// Where nothing else is known.
    pub(super) fn last_form(&self, context: Context, found: &str) -> Option<Diagnostic> {
        self.form_of(LAST.iter(), context, found)
    }

    fn form_of(
        &self,
        mut forms: impl Iterator<Item = &'static Form>,
        context: Context,
        found: &str,
    ) -> Option<Diagnostic> {
        let word = self.word_before().map_or("", |(word, _)| word);
        let form = forms.find(|form| self.fits(form, context, word, found))?;
        let before = self.line_before().trim_end().rsplit(' ').next().unwrap_or_default();
        let none = no_word(found);
        let rest = self.rest_of_line();
        let whole = rest.get(..rest.find([' ', ',', ';']).unwrap_or(rest.len())).unwrap_or(found);
        let filled = |text: &str| {
            text.replace("{no word}", &none)
                .replace("{whole}", whole)
                .replace("{found}", found)
                .replace("{word}", word)
                .replace("{before}", before)
        };
        // What is said of the word before stands at that word.
        let at = self.word_before().filter(|_| form.says.starts_with("`{word}`")).map_or(self.at, |(_, at)| at);
        let told = Diagnostic::wrong(Code::Syntax, filled(form.says)).at(at, "").help(filled(form.write));
        Some(match form.with {
            Some(with) => told.fix(format!("write `{}`", filled(with)), false, self.replaced(&filled(with))),
            None => told,
        })
    }

    fn fits(&self, form: &Form, context: Context, word: &str, found: &str) -> bool {
        let line = self.line_before();
        let first = if matches!(context, Context::Statement) { self.statement_before() } else { line.trim_start() };
        let number = |text: &str| text.starts_with(|sign: char| sign.is_ascii_digit());
        let name = |text: &str| text.starts_with(char::is_alphabetic);
        form.at.iter().any(|at| at.is(context))
            && match form.line {
                Line::Any => true,
                Line::Begins(with) => first.trim_start().starts_with(with),
                Line::Has(this) => line.contains(this),
                Line::Holds(this, not) => line.contains(this) && !line.contains(not),
            }
            && match form.behind {
                Behind::Any => true,
                Behind::Nothing => word.is_empty(),
                Behind::Title => line.trim_end().ends_with('"'),
                Behind::Number => number(word),
                Behind::Name => name(word),
                Behind::Capital => word.starts_with(char::is_uppercase),
                Behind::Words(words) => words.contains(&word),
            }
            && match form.found {
                Found::Any => found != "to",
                Found::Number => number(found),
                Found::Name => name(found),
                Found::Lower => found != "to" && found.starts_with(char::is_lowercase),
                Found::Capital => found.starts_with(char::is_uppercase),
                Found::Case => {
                    found.starts_with(|sign: char| sign.is_ascii_digit() || sign.is_ascii_uppercase())
                        && found.contains(['.', '#'])
                }
                Found::Quoted => found.starts_with('"'),
                Found::End => found.is_empty(),
                Found::Words(words) => words.contains(&found),
                Found::Phrase(begins) => begins.iter().any(|begin| self.rest_of_line().starts_with(begin)),
            }
    }
}

impl At {
    fn is(self, context: Context) -> bool {
        match (self, context) {
            (At::Row, Context::Row(_) | Context::SuchThat)
            | (At::Statement, Context::Statement | Context::Arm | Context::Choice)
            | (At::Arm, Context::Arm)
            | (At::Step, Context::Step)
            | (At::Errata, Context::Edit) => true,
            (At::RowOf(item), Context::Row(of))
            | (At::Head(item), Context::Head(of))
            | (At::Line(item), Context::Line(of)) => item == of,
            (
                At::Row | At::RowOf(_) | At::Statement | At::Arm | At::Step | At::Errata | At::Head(_) | At::Line(_),
                _,
            ) => false,
        }
    }
}
