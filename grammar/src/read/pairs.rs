//! From pest to spans of the file. In: a slice of the text and the rule for it. Out: its parts, with places in the file.
//!
//! The only file that runs pest, and the only one that shifts offsets.

use crate::ast::{Name, Text};
use crate::span::Span;
use pest::Parser;
use pest::error::Error;
use pest::iterators::{Pair, Pairs};
use std::num::NonZeroUsize;
use std::sync::Once;

#[derive(pest_derive::Parser)]
#[grammar = "pest/words.pest"]
#[grammar = "pest/lex.pest"]
#[grammar = "pest/expr.pest"]
#[grammar = "pest/type.pest"]
#[grammar = "pest/row.pest"]
#[grammar = "pest/stmt.pest"]
#[grammar = "pest/head.pest"]
#[grammar = "pest/line.pest"]
struct Rules;

/// So many steps may one line cost: a line of thirty thousand words is still read.
const MOST_CALLS: usize = 3_000_000;
static LIMIT: Once = Once::new();

/// Reads one slice of the text by one rule.
pub(crate) fn parse<'t>(rule: Rule, text: &'t str, span: Span) -> Result<Part<'t>, Box<Error<Rule>>> {
    LIMIT.call_once(|| pest::set_call_limit(NonZeroUsize::new(MOST_CALLS)));
    let mut pairs = Rules::parse(rule, span.of(text)).map_err(Box::new)?;
    // A rule that is asked for gives exactly one pair.
    let pair = pairs.next().ok_or_else(|| unread(span, text))?;
    Ok(Part { pair, base: span.start })
}

fn unread(span: Span, text: &str) -> Box<Error<Rule>> {
    let variant = pest::error::ErrorVariant::ParsingError { positives: Vec::new(), negatives: Vec::new() };
    Box::new(Error::new_from_pos(variant, pest::Position::from_start(span.of(text))))
}

/// What one rule matched.
#[derive(Clone)]
pub(crate) struct Part<'t> {
    pair: Pair<'t, Rule>,
    base: u32,
}

impl<'t> Part<'t> {
    pub(crate) fn rule(&self) -> Rule {
        self.pair.as_rule()
    }

    /// Its place in the file.
    pub(crate) fn span(&self) -> Span {
        let start = self.pair.as_span().start();
        Span::new(start, start + self.text().len()).shifted(self.base)
    }

    /// pest passes over the blanks before something that may be missing, also where it is.
    pub(crate) fn text(&self) -> &'t str {
        self.pair.as_str().trim_end()
    }

    pub(crate) fn kids(self) -> Kids<'t> {
        Kids { pairs: self.pair.into_inner(), base: self.base }
    }

    /// As a name; the caller knows that it is one.
    pub(crate) fn name(&self) -> Name {
        Name { text: self.text().to_owned(), span: self.span() }
    }

    /// As text between quotes.
    pub(crate) fn string(&self) -> Text {
        Text { text: unquoted(self.text()), span: self.span() }
    }
}

fn unquoted(text: &str) -> String {
    let inside = text.strip_prefix('"').unwrap_or(text);
    let inside = inside.strip_suffix('"').unwrap_or(inside);
    if !inside.contains('\\') {
        return inside.to_owned();
    }
    let mut plain = String::with_capacity(inside.len());
    let mut escaped = false;
    for character in inside.chars() {
        if character == '\\' && !escaped {
            escaped = true;
        } else {
            plain.push(character);
            escaped = false;
        }
    }
    plain
}

/// The parts of a part, in order; words and marks that only hold the line together are passed over.
#[derive(Clone)]
pub(crate) struct Kids<'t> {
    pairs: Pairs<'t, Rule>,
    base: u32,
}

impl<'t> Kids<'t> {
    pub(crate) fn peek(&mut self) -> Option<Rule> {
        loop {
            let rule = self.pairs.peek()?.as_rule();
            if !is_mark(rule) {
                return Some(rule);
            }
            self.pairs.next();
        }
    }

    /// The next part if it is of this rule.
    pub(crate) fn one(&mut self, rule: Rule) -> Option<Part<'t>> {
        if self.peek()? == rule { self.next() } else { None }
    }

    /// Is the next one of this rule? Then it is passed over.
    pub(crate) fn has(&mut self, rule: Rule) -> bool {
        self.one(rule).is_some()
    }
}

impl<'t> Iterator for Kids<'t> {
    type Item = Part<'t>;

    fn next(&mut self) -> Option<Part<'t>> {
        self.peek()?;
        self.pairs.next().map(|pair| Part { pair, base: self.base })
    }
}

/// Words and marks stand first in the grammar, in `words.pest`, and pest numbers its rules in order.
fn is_mark(rule: Rule) -> bool {
    rule < Rule::reserved || rule == Rule::EOI
}
