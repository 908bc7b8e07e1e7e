//! A line that the grammar refuses: which slip was it? In: pest's error and the tokens of the line. Out: one fault.
//!
//! pest knows only what it would have liked to see at the last place it came to. Common slips are recognised by the
//! tokens around that place and become kinds of their own, so that the message can say what to type.

use super::names::{is_case, is_chapter};
use super::pairs::Rule;
use super::spoken::spoken;
use crate::fault::{Context, FaultKind, SyntaxFault};
use crate::source::Source;
use crate::span::Span;
use crate::token::{Token, TokenKind};
use crate::words::{BEGIN_STATEMENTS, WordClass, free_name, is_reserved, meaning};
use pest::error::{Error, ErrorVariant, InputLocation};
use std::ops::Range;

pub(crate) fn slip(
    source: &Source<'_>,
    tokens: &Range<usize>,
    span: Span,
    error: &Error<Rule>,
    context: Context,
) -> SyntaxFault {
    let positives = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        // The only other error is that it took too many steps.
        ErrorVariant::CustomError { .. } => return SyntaxFault::new(span, FaultKind::TooLong),
    };
    let place = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => span.start + at as u32,
    };
    let all = source.tokens.get(tokens.clone()).unwrap_or_default();
    let line: Vec<Token> = all.iter().copied().filter(|token| !token.is_blank()).collect();
    let at = line.partition_point(|token| token.span.end <= place);
    let line = Line { source, line, at, context };
    line.known(positives).unwrap_or_else(|| line.unexpected(positives, span))
}

/// The tokens that are no blanks, and where the grammar gave up.
struct Line<'a> {
    source: &'a Source<'a>,
    line: Vec<Token>,
    at: usize,
    context: Context,
}

impl Line<'_> {
    fn token(&self, at: usize) -> Option<Token> {
        self.line.get(at).copied()
    }

    fn text(&self, token: Token) -> &str {
        token.span.of(self.source.text)
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.token(at).map(|token| token.kind)
    }

    fn word(&self, at: usize) -> &str {
        self.token(at).map_or("", |token| self.text(token))
    }

    fn before(&self) -> Option<Token> {
        self.at.checked_sub(1).and_then(|at| self.token(at))
    }

    fn unexpected(&self, positives: &[Rule], span: Span) -> SyntaxFault {
        let found = self.token(self.at);
        let end = Span { start: span.end, end: span.end };
        let text = found.map_or("", |token| self.text(token)).to_owned();
        let kind = FaultKind::Unexpected { context: self.context, expected: spoken(positives), found: text };
        SyntaxFault::new(found.map_or(end, |token| token.span), kind)
    }

    /// A slip that is known; the order is from the surest to the least sure.
    fn known(&self, positives: &[Rule]) -> Option<SyntaxFault> {
        self.case_letter()
            .or_else(|| self.case_without_sign())
            .or_else(|| self.else_alone())
            .or_else(|| self.equals())
            .or_else(|| self.no_condition())
            .or_else(|| self.no_verdict())
            .or_else(|| self.title_without_quotes())
            .or_else(|| self.reserved_name())
            .or_else(|| self.no_answer())
            .or_else(|| self.no_step())
            .or_else(|| self.either_phase())
            .or_else(|| self.no_semicolon(positives))
    }

    /// `until end of fire_1 and fire_2`, where `or` is meant
    fn either_phase(&self) -> Option<SyntaxFault> {
        let token = self.token(self.at).filter(|token| self.text(*token) == "and")?;
        let from = (0..self.at).rev().take(8).find(|at| self.word(*at) == "until")?;
        let phases = self.word(from + 1) == "end" && self.word(from + 2) == "of";
        phases.then_some(SyntaxFault::new(token.span, FaultKind::AndOfPhases))
    }

    /// `u.moved becomes yes u.hit becomes no`: what stands before could end here, and another statement follows.
    fn no_semicolon(&self, positives: &[Rule]) -> Option<SyntaxFault> {
        const VERBS: [&str; 9] = ["becomes", "gains", "loses", "goes", "picks", "may", "must", "chooses", "moves"];
        let token = self.token(self.at).filter(|token| token.kind == TokenKind::Word)?;
        let ends = self.context == Context::Statement && self.at > 1 && positives.contains(&Rule::EOI);
        // `u becomes`, `u.hit becomes`, `hits of u gains`
        let verb = (self.at + 1..self.at + 4).any(|at| VERBS.contains(&self.word(at)));
        (ends && (verb || BEGIN_STATEMENTS.contains(&self.text(token))))
            .then_some(SyntaxFault::new(token.span, FaultKind::NoSemicolon))
    }

    /// `expet R2.hex is none`: the word that should say what the step does.
    fn no_step(&self) -> Option<SyntaxFault> {
        const STEPS: [&str; 7] = ["when", "answer", "roll", "draw", "expect", "refused", "on"];
        let first = self.token(0).filter(|token| token.kind == TokenKind::Word)?;
        let found = self.text(first).to_owned();
        if self.context != Context::Step || self.at != 1 || STEPS.contains(&found.as_str()) {
            return None;
        }
        let expected = STEPS.map(|word| format!("`{word}`")).to_vec();
        Some(SyntaxFault::new(first.span, FaultKind::Unexpected { context: self.context, expected, found }))
    }

    /// `else` behind what takes none
    fn else_alone(&self) -> Option<SyntaxFault> {
        let token = self.token(self.at).filter(|token| self.text(*token) == "else")?;
        (self.context == Context::Statement).then_some(SyntaxFault::new(token.span, FaultKind::ElseAlone))
    }

    /// `"Marsh" maybe`: the word is no answer, though it could have been a stage.
    fn no_answer(&self) -> Option<SyntaxFault> {
        let before = self.before().filter(|token| token.kind == TokenKind::Word)?;
        let Context::Row(_) = self.context else { return None };
        if !self.is_label(self.at.saturating_sub(1)) || is_reserved(self.text(before)) {
            return None;
        }
        let (expected, found) = (spoken(&[Rule::verdict]), self.text(before).to_owned());
        Some(SyntaxFault::new(before.span, FaultKind::Unexpected { context: self.context, expected, found }))
    }

    /// `6d` for `6#d`, before a title
    fn case_without_sign(&self) -> Option<SyntaxFault> {
        let (section, line) = (self.token(self.at)?, self.token(self.at + 1)?);
        let number = matches!(section.kind, TokenKind::Number | TokenKind::Section);
        let titled = self.kind(self.at + 2) == Some(TokenKind::String);
        let right = format!("{}#{}", self.text(section), self.text(line));
        if !number || section.span.end != line.span.start || !titled || !is_case(&right) {
            return None;
        }
        let span = section.span.to(line.span);
        Some(SyntaxFault::new(span, FaultKind::CaseLetter { found: span.of(self.source.text).to_owned(), right }))
    }

    /// `6.d` for `6#d`, `B.4.c.2` for `B.4#c.2`
    fn case_letter(&self) -> Option<SyntaxFault> {
        // `G.a` at the beginning of a line is read as a field of something.
        [self.at.saturating_sub(1), self.at, 1].into_iter().find_map(|at| self.case_with_point(at))
    }

    fn case_with_point(&self, at: usize) -> Option<SyntaxFault> {
        self.token(at).filter(|point| point.kind == TokenKind::Dot)?;
        let section = self.token(at.checked_sub(1)?)?;
        let letters = self.token(at + 1)?;
        let text = self.text(letters);
        let short = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_lowercase());
        if section.span.end + 1 != letters.span.start || !short {
            return None;
        }
        // Further parts of the line: `.2`.
        let mut last = at + 1;
        let touches =
            |at: usize| self.token(at).zip(self.token(at + 1)).is_some_and(|(a, b)| a.span.end == b.span.start);
        while touches(last)
            && self.kind(last + 1) == Some(TokenKind::Dot)
            && touches(last + 1)
            && matches!(self.kind(last + 2), Some(TokenKind::Number | TokenKind::Word))
        {
            last += 2;
        }
        let is_section = match section.kind {
            TokenKind::Number | TokenKind::Section => true,
            TokenKind::Word => is_chapter(self.text(section)) && self.kind(last + 1) == Some(TokenKind::String),
            _ => false,
        };
        if !is_section {
            return None;
        }
        let line = letters.span.to(self.token(last)?.span);
        let (span, line) = (section.span.to(line), line.of(self.source.text));
        let right = format!("{}#{line}", self.text(section));
        Some(SyntaxFault::new(span, FaultKind::CaseLetter { found: span.of(self.source.text).to_owned(), right }))
    }

    /// `=` for `is`, or for `becomes`; behind `>` or `<` it is a half of one sign.
    fn equals(&self) -> Option<SyntaxFault> {
        let token = self.token(self.at).filter(|token| token.kind == TokenKind::Equals)?;
        if self.before().is_some_and(|before| matches!(before.kind, TokenKind::More | TokenKind::Less)) {
            return None;
        }
        let conditions = ["when", "unless", "if", "where", "while", "whenever", "expect", "any", "every"];
        let asks = (0..self.at).any(|at| conditions.contains(&self.word(at)));
        let kind = if asks || matches!(self.context, Context::Step | Context::SuchThat) {
            FaultKind::EqualsInCondition
        } else if self.context == Context::Statement {
            FaultKind::WrongSign { found: "=".to_owned(), right: "becomes" }
        } else {
            return None;
        };
        Some(SyntaxFault::new(token.span, kind))
    }

    /// `when` and nothing behind it
    fn no_condition(&self) -> Option<SyntaxFault> {
        let before = self.before()?;
        let word = self.text(before);
        if !matches!(word, "when" | "unless" | "if" | "where" | "while" | "whenever") || self.context == Context::Step {
            return None;
        }
        let begins =
            |at: usize| matches!(self.word(at), "not" | "any" | "every" | "no" | "number" | "total" | "supposing");
        let missing = match self.token(self.at) {
            None => true,
            Some(token) => token.kind == TokenKind::Word && is_reserved(self.text(token)) && !begins(self.at),
        };
        missing.then(|| SyntaxFault::new(before.span, FaultKind::NoCondition { word: word.to_owned() }))
    }

    /// A title and no answer
    fn no_verdict(&self) -> Option<SyntaxFault> {
        let before = self.before().filter(|token| token.kind == TokenKind::String)?;
        if !matches!(self.context, Context::Row(_) | Context::Statement) || !self.is_label(self.at) {
            return None;
        }
        let clauses = ["when", "unless", "exception", "even", "for", "ruling", "provisional"];
        let missing = self.at == self.line.len() || clauses.contains(&self.word(self.at));
        missing.then_some(SyntaxFault::new(before.span, FaultKind::NoVerdict { context: self.context }))
    }

    /// Is everything before this a label: cases, then one title?
    fn is_label(&self, end: usize) -> bool {
        let Some(last) = end.checked_sub(1) else { return false };
        self.kind(last) == Some(TokenKind::String)
            && (0..last).all(|at| {
                let chart = at == 0 || self.kind(at.saturating_sub(1)) == Some(TokenKind::Comma);
                match self.kind(at) {
                    Some(TokenKind::Number | TokenKind::Section | TokenKind::Letters | TokenKind::Comma) => true,
                    Some(TokenKind::Word) => chart,
                    _ => false,
                }
            })
    }

    /// `6.5 Marsh = 3`
    fn title_without_quotes(&self) -> Option<SyntaxFault> {
        if !matches!(self.context, Context::Row(_) | Context::Statement) {
            return None;
        }
        let mut first = 0;
        let cased = [TokenKind::Number, TokenKind::Section, TokenKind::Letters, TokenKind::Comma];
        while self.kind(first).is_some_and(|kind| cased.contains(&kind))
            || self.kind(first + 1) == Some(TokenKind::Letters)
        {
            first += 1;
        }
        let word = |at: usize| self.kind(at) == Some(TokenKind::Word) && !is_reserved(self.word(at));
        let mut last = first;
        // Two blanks stand between a title and what is said.
        let apart = |at: usize| {
            let ends =
                at.checked_sub(1).and_then(|before| Some((self.token(before)?.span.end, self.token(at)?.span.start)));
            at > first && ends.is_some_and(|(end, start)| start > end + 1)
        };
        while word(last) && !apart(last) {
            last += 1;
        }
        let cased = first > 0;
        let capital = self.word(first).starts_with(char::is_uppercase);
        // One word alone may be a stage, or whoever does something.
        let told = last > first && self.at <= last && self.at >= first && (last - first > 1 || capital);
        if !told || !(cased || capital) || (self.context == Context::Statement && !capital) {
            return None;
        }
        // The word before a verb is whoever does it.
        let subject = self.context == Context::Statement
            && last - first > 1
            && self.kind(last) == Some(TokenKind::Word)
            && !apart(last);
        let last = if subject { last - 1 } else { last };
        let span = self.token(first)?.span.to(self.token(last - 1)?.span);
        let words = span.of(self.source.text).to_owned();
        Some(SyntaxFault::new(span, FaultKind::TitleWithoutQuotes { words }))
    }

    /// `= total + 1`, where `total` was meant as a name
    fn reserved_name(&self) -> Option<SyntaxFault> {
        let before = self.before()?;
        let word = self.text(before);
        let counts = meaning(word).is_some_and(|entry| entry.class == WordClass::Counting);
        if !counts || matches!(word, "any" | "every" | "each") || self.word(self.at) == "of" {
            return None;
        }
        let kind = FaultKind::ReservedName { word: word.to_owned(), free: free_name(word) };
        Some(SyntaxFault::new(before.span, kind))
    }
}
