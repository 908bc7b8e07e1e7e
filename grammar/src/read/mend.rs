//! A line that cannot be read: the small changes after which it reads. In: the rule that refused it, its tokens, and where the
//! grammar gave up. Out: changes, the surest first; one alone where nothing else can be meant.
//!
//! Each change is tried by the very rule that refused the line, so every form of the language is served alike and none is
//! listed here. Of words too many only those are looked for that say nothing: what reads without another mostly lacks one.

use super::pairs::{Rule, parse};
use crate::mended::{How, Mend, Put};
use crate::near::nearest;
use crate::source::Source;
use crate::span::Span;
use crate::token::{Token, TokenKind};
use crate::words::{PLACED, RESERVED, is_reserved};
use pest::error::{Error, ErrorVariant, InputLocation};
use std::ops::Range;

/// In a longer line nothing is tried.
const LONGEST: u32 = 1000;
/// What is forgotten most often, wherever it stands.
const FORGOTTEN: [&str; 12] = [",", ":", "is", "of", "at", "in", "by", "from", "when", "and", "=", ";"];
/// What stands close behind a word.
const CLOSES: [&str; 4] = [",", ":", ")", ";"];
/// What is mixed up most often.
const SMALL: [&str; 18] = [
    "of", "in", "at", "on", "to", "from", "by", "with", "when", "where", "if", "is", "as", "for", "than", "and", "or",
    "else",
];
/// What nobody misses: `of the French`, `from all units of s`
const SAY_NOTHING: [&str; 2] = ["the", "all"];
/// What others say, and what is written here.
const OTHERWISE: [(&str, &str); 4] = [("upwards", "up"), ("downwards", "down"), ("upward", "up"), ("downward", "down")];
/// Where one of these stands a condition has begun.
const ASKS: [&str; 6] = ["when", "unless", "if", "whenever", "while", "where"];
/// What is done to what stands before it.
const VERBS: [&str; 9] = ["becomes", "gains", "loses", "goes", "picks", "may", "must", "chooses", "moves"];
/// So many words stand between quotation marks that were forgotten.
const MOST_QUOTED: usize = 8;
/// So many words before the place where the grammar gave up.
const FARTHEST: usize = 8;
/// More ways than these are no help.
const MOST: usize = 4;

pub(crate) fn mends(source: &Source<'_>, (rule, tokens): (Rule, &Range<usize>), error: &Error<Rule>) -> Vec<Mend> {
    let span = source.span(tokens);
    let ErrorVariant::ParsingError { positives: expected, .. } = &error.variant else { return Vec::new() };
    if span.end - span.start > LONGEST {
        return Vec::new();
    }
    let place = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => span.start + at as u32,
    };
    let all = source.tokens.get(tokens.clone()).unwrap_or_default();
    let line: Vec<Token> = all.iter().copied().filter(|token| !token.is_blank()).collect();
    let at = line.partition_point(|token| token.span.end <= place);
    let named = expected.iter().filter_map(|rule| match rule {
        Rule::down => Some("down".to_owned()),
        rule => Some(format!("{rule:?}").strip_prefix("k_")?.to_owned()),
    });
    let before = (0..tokens.start).rev().find_map(|at| source.token(at).filter(|token| token.kind != TokenKind::Space));
    let texts = expected.iter().any(|rule| matches!(rule, Rule::string | Rule::title));
    let mut found = Line { source, rule, span, before, line, at, expected: named.collect(), texts }.mends();
    found.truncate(MOST);
    found
}

/// The tokens that are no blanks, and where the grammar gave up.
struct Line<'a> {
    source: &'a Source<'a>,
    rule: Rule,
    span: Span,
    /// What stands before the line in the text: the keyword of a head.
    before: Option<Token>,
    line: Vec<Token>,
    at: usize,
    /// Words that the grammar would have read there.
    expected: Vec<String>,
    /// And a text between quotation marks.
    texts: bool,
}

impl Line<'_> {
    fn mends(&self) -> Vec<Mend> {
        let sure = self.twice().or_else(|| self.too_many()).or_else(|| self.misspelt());
        let sure = sure.or_else(|| self.points()).or_else(|| self.unquoted());
        if let Some(sure) = sure {
            return vec![sure];
        }
        let missing = self.missing();
        let plain = missing.iter().find(|mend| {
            self.is_comma_of_a_list(mend) || self.is_said_of_a_value(mend) || self.is_first_condition(mend)
        });
        if let Some(plain) = plain {
            return vec![plain.clone()];
        }
        if !missing.is_empty() {
            return missing;
        }
        let turned = self.turned();
        if turned.is_empty() { self.instead() } else { turned }
    }

    /// Between two numbers or titles, or between names of which others have commas between them.
    fn is_comma_of_a_list(&self, mend: &Mend) -> bool {
        let left = self.line.iter().rev().find(|token| token.span.end <= mend.span.start);
        let plain = left.is_some_and(|left| matches!(left.kind, TokenKind::Number | TokenKind::String));
        let listed = || self.line.iter().any(|token| token.kind == TokenKind::Comma) || self.is_in_a_call(mend);
        is_new(mend, ",") && (plain || listed() || self.is_in(mend, TokenKind::OpenList).is_some())
    }

    /// `river(here there)`
    fn is_in_a_call(&self, mend: &Mend) -> bool {
        let called = |at: usize| Some((self.token(at.checked_sub(1)?)?, self.token(at)?));
        self.is_in(mend, TokenKind::Open)
            .and_then(called)
            .is_some_and(|(name, open)| self.is_name(name) && name.span.end == open.span.start)
    }

    /// The bracket of this sort that is open there, and no other within it.
    fn is_in(&self, mend: &Mend, bracket: TokenKind) -> Option<usize> {
        let before = self.line.iter().take_while(|token| token.span.end <= mend.span.start);
        let mut open: Vec<usize> = Vec::new();
        for (at, token) in before.enumerate() {
            if matches!(token.kind, TokenKind::Open | TokenKind::OpenList) {
                open.push(at);
            } else if matches!(token.kind, TokenKind::Close | TokenKind::CloseList) {
                open.pop();
            }
        }
        open.last().copied().filter(|at| self.token(*at).is_some_and(|token| token.kind == bracket))
    }

    /// `may_fly no`, `points 3`, `terrain(h) not clear`
    fn is_said_of_a_value(&self, mend: &Mend) -> bool {
        let right = self.line.iter().copied().find(|token| token.span.start >= mend.span.end);
        let said =
            |token: Token| token.kind == TokenKind::Number || matches!(self.text(token), "yes" | "no" | "none" | "not");
        is_new(mend, "is") && right.is_some_and(said)
    }

    /// `= French   any units of French at Charleroi`
    fn is_first_condition(&self, mend: &Mend) -> bool {
        is_new(mend, "when") && !self.line.iter().any(|token| ASKS.contains(&self.text(*token)))
    }

    fn token(&self, at: usize) -> Option<Token> {
        self.line.get(at).copied()
    }

    fn text(&self, token: Token) -> &str {
        token.span.of(self.source.text)
    }

    /// The grammar comes to a word or two behind the slip before it gives up.
    fn near(&self) -> impl Iterator<Item = usize> {
        (self.at.saturating_sub(2)..(self.at + 1).min(self.line.len())).rev()
    }

    fn pairs(&self) -> impl Iterator<Item = (Token, Token)> {
        self.near().filter_map(|at| self.token(at).zip(self.token(at + 1)))
    }

    /// `by by German`. In a call a comma between two names reads as well: `distance(a a)`
    fn twice(&self) -> Option<Mend> {
        let same = |(one, other): &(Token, Token)| one.kind == TokenKind::Word && self.text(*one) == self.text(*other);
        let gone = |(one, other): (Token, Token)| {
            let again = Span { start: one.span.end, end: other.span.end };
            let gone = self.reads(Mend { how: How::Twice, span: again, put: Vec::new() })?;
            let between = |mend: &Mend| one.span.end <= mend.span.start && mend.span.end <= other.span.start;
            let comma = |mend: &Mend| is_new(mend, ",") && between(mend) && self.is_in_a_call(mend);
            let two_names = self.is_name(one) && self.missing().iter().any(comma);
            (!two_names).then_some(gone)
        };
        let head = self.before.zip(self.token(0)).filter(|_| self.at < 3);
        self.pairs().chain(head).filter(same).find_map(gone)
    }

    /// `of the French`, `needs when adjacent(u.hex, h)`
    fn too_many(&self) -> Option<Mend> {
        let before = (0..self.at.saturating_sub(2)).rev().take(FARTHEST);
        let gone = |at: usize| {
            let (token, left) = (self.token(at)?, at.checked_sub(1).and_then(|at| self.token(at)));
            let asked_already = self.text(token) == "when" && left.is_some_and(|left| self.text(left) == "needs");
            if !SAY_NOTHING.contains(&self.text(token)) && !asked_already {
                return None;
            }
            let start = left.map_or(token.span.start, |left| left.span.end);
            let span = Span { start, end: token.span.end };
            self.reads(Mend { how: How::TooMany, span, put: Vec::new() })
        };
        self.near().chain(before).find_map(gone)
    }

    /// `German by`: a word of the language and one of the author's. Two of one sort read the same either way round. `:u`
    fn turned(&self) -> Vec<Mend> {
        let said = |token: Token| matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::String);
        let mixed = |(one, other): &(Token, Token)| {
            // The title before it is that of its own row.
            if one.kind == TokenKind::String && matches!(self.text(*other), "waives" | "exception") {
                return false;
            }
            let closes = one.span.end == other.span.start && CLOSES.contains(&self.text(*one)) && self.is_value(*other);
            closes || (said(*one) && said(*other) && is_reserved(self.text(*one)) != is_reserved(self.text(*other)))
        };
        let round = |(one, other): (Token, Token)| {
            let between = Span { start: one.span.end, end: other.span.start };
            let put = [other.span, between, one.span].map(Put::There).to_vec();
            self.reads(Mend { how: How::Turned, span: one.span.to(other.span), put })
        };
        self.pairs().filter(mixed).filter_map(round).collect()
    }

    /// `wehn u.moved`: nearly a word of the language, and read as that word.
    fn misspelt(&self) -> Option<Mend> {
        let placed = PLACED.iter().map(|(word, _)| *word);
        let known =
            RESERVED.iter().map(|entry| entry.text).chain(placed).chain(self.expected.iter().map(String::as_str));
        let known: Vec<&str> = known.collect();
        // Farther off a word may have been read as a name, and what follows it not.
        let before = (0..self.at.saturating_sub(2)).rev().take(FARTHEST);
        let names = self.near().chain(before).filter_map(|at| self.token(at)).filter(|token| self.is_name(*token));
        let mut read = names.flat_map(|token| {
            let said = OTHERWISE.iter().find(|(said, _)| *said == self.text(token)).map(|(_, written)| *written);
            let near = said.into_iter().chain(nearest(self.text(token), known.iter().copied()));
            let small = Some(self.text(token).to_lowercase()).filter(|small| small != self.text(token));
            let words: Vec<String> = near.map(str::to_owned).chain(small).collect();
            words.into_iter().filter_map(move |word| self.put(How::Misspelt, token.span, &word))
        });
        read.next()
    }

    /// `R2,hex`, `rally. assault`, `1...6`, `> =`
    fn points(&self) -> Option<Mend> {
        let three = |at: usize| self.token(at.checked_sub(1)?).zip(self.token(at)).zip(self.token(at + 1));
        let ways = self.near().filter_map(three).filter_map(|((before, sign), after)| {
            let touches = before.span.end == sign.span.start && sign.span.end == after.span.start;
            match (before.kind, sign.kind, after.kind) {
                (_, TokenKind::More, TokenKind::Equals) => Some((sign.span.to(after.span), ">=")),
                (_, TokenKind::Less, TokenKind::Equals) => Some((sign.span.to(after.span), "<=")),
                (TokenKind::Dots, TokenKind::Dot, _) => Some((before.span.to(sign.span), "..")),
                (_, TokenKind::Dot, TokenKind::Dots) => Some((sign.span.to(after.span), "..")),
                (TokenKind::String, TokenKind::Comma, TokenKind::String) => Some((sign.span, "because")),
                (_, TokenKind::Comma | TokenKind::Semicolon | TokenKind::Colon, _) if touches => Some((sign.span, ".")),
                (_, TokenKind::Dot | TokenKind::Semicolon, _) if sign.span.end < after.span.start => {
                    Some((sign.span, ","))
                }
                _ => None,
            }
        });
        ways.into_iter().find_map(|(span, right)| self.put(How::Instead, span, right))
    }

    /// `date 27 October 2015`
    fn unquoted(&self) -> Option<Mend> {
        let said = |token: &Token| self.is_name(*token) || matches!(token.kind, TokenKind::Number | TokenKind::Section);
        let words: Vec<Token> = self.line.iter().skip(self.at).copied().take_while(said).take(MOST_QUOTED).collect();
        let first = words.first().filter(|_| self.texts)?;
        let quoted = |last: &Token| {
            let span = first.span.to(last.span);
            self.reads(Mend {
                how: How::Unquoted,
                span,
                put: vec![Put::New(format!("\"{}\"", span.of(self.source.text)))],
            })
        };
        words.iter().skip(1).rev().find_map(quoted)
    }

    /// `in combat Blue`: the small word between two others.
    fn missing(&self) -> Vec<Mend> {
        let mut found = Vec::new();
        for at in (self.at.saturating_sub(1)..=self.at).rev() {
            let left = at.checked_sub(1).and_then(|at| self.token(at));
            let Some(right) = self.token(at) else { continue };
            // What could stand where the grammar gave up was not missed before that.
            let here = self.expected.iter().map(String::as_str).filter(|_| at == self.at);
            let often = FORGOTTEN.into_iter().filter(|word| !self.expected.iter().any(|known| known == word));
            let twice = |word: &str| word == self.text(right) || left.is_some_and(|left| word == self.text(left));
            for word in here.chain(often).filter(|word| self.joins(left, word, right) && !twice(word)) {
                let close = matches!(word, "," | ":" | ";");
                let place = left.filter(|_| close).map_or(right.span.start, |left| left.span.end);
                found.extend(self.put(How::Missing, Span { start: place, end: place }, word));
            }
        }
        // `whenever lost(French), at most 3 times`
        let end = self.at.checked_sub(1).and_then(|at| self.token(at)).map(|left| left.span.end);
        let becomes = end.filter(|_| self.expected.iter().any(|word| word == "becomes"));
        // `crt[white, odds]`
        let looked_up = becomes.and_then(|_| self.looked_up());
        found.extend(match looked_up {
            Some(start) => self.put(How::Missing, Span { start, end: start }, "perform"),
            None => becomes.and_then(|end| self.put(How::Missing, Span { start: end, end }, "becomes yes")),
        });
        found
    }

    /// Where a look-up begins that ends before this.
    fn looked_up(&self) -> Option<u32> {
        let mut open = 0_u32;
        for at in (0..self.at).rev() {
            let kind = self.token(at)?.kind;
            if kind == TokenKind::OpenList && open == 1 {
                let name = self.token(at.checked_sub(1)?)?;
                return (name.kind == TokenKind::Word).then_some(name.span.start);
            }
            open =
                (open + u32::from(kind == TokenKind::CloseList)).checked_sub(u32::from(kind == TokenKind::OpenList))?;
            if open == 0 {
                return None;
            }
        }
        None
    }

    /// `u.status equals commanded`: another word or sign in the place of this.
    fn instead(&self) -> Vec<Mend> {
        let mut found = Vec::new();
        for at in self.near().take(2) {
            // `die 6`
            let number = self.token(at).filter(|token| token.kind == TokenKind::Number);
            found
                .extend(number.and_then(|token| self.put(How::Instead, token.span, &format!("d{}", self.text(token)))));
            let Some((token, right)) = self.token(at).zip(self.token(at + 1)) else { continue };
            let left = at.checked_sub(1).and_then(|at| self.token(at));
            let name = token.kind == TokenKind::Word;
            let printed = matches!(token.kind, TokenKind::Number | TokenKind::String | TokenKind::Letters);
            let small = SMALL.contains(&self.text(token));
            if VERBS.contains(&self.text(token)) {
                let verbs = VERBS.into_iter().filter(|verb| *verb != self.text(token));
                found.extend(verbs.filter_map(|verb| self.put(How::Instead, token.span, verb)));
                continue;
            }
            if printed || (name && at != self.at) || (is_reserved(self.text(token)) && !small) {
                continue;
            }
            let here = self.expected.iter().map(String::as_str).filter(|_| at == self.at && small);
            let often = FORGOTTEN.into_iter().filter(|word| !self.expected.iter().any(|known| known == word));
            let words = here.chain(often).filter(|word| self.text(token) != *word && self.joins(left, word, right));
            found.extend(words.filter_map(|word| self.put(How::Instead, token.span, word)));
        }
        found
    }

    fn is_name(&self, token: Token) -> bool {
        token.kind == TokenKind::Word && !is_reserved(self.text(token))
    }

    fn is_value(&self, token: Token) -> bool {
        self.is_name(token) || token.kind == TokenKind::Number
    }

    /// Is this word at home between these two?
    fn joins(&self, left: Option<Token>, word: &str, right: Token) -> bool {
        let Some(left) = left else { return word == "when" };
        if left.span.end == right.span.start {
            return false;
        }
        let value = |token: Token| self.is_value(token) || token.kind == TokenKind::Close;
        let said = |token: Token| {
            value(token) || matches!(token.kind, TokenKind::Word | TokenKind::String | TokenKind::Letters)
        };
        let begins = |kind: TokenKind| right.kind == kind;
        match word {
            "," => self.are_alike(left, right),
            ":" => said(left) && left.kind != TokenKind::Close && said(right) && !is_reserved(self.text(right)),
            "is" => value(left) && (value(right) || matches!(self.text(right), "yes" | "no" | "none" | "not")),
            "in" => value(left) && (self.is_name(right) || begins(TokenKind::OpenList)),
            "and" => value(left) && (self.is_name(right) || matches!(self.text(right), "not" | "any" | "no" | "every")),
            "=" => left.kind == TokenKind::String && self.is_value(right) && !is_placed(self.text(right)),
            _ => said(left) && (said(right) || begins(TokenKind::Open)),
        }
    }

    /// Could both stand in one list?
    fn are_alike(&self, left: Token, right: Token) -> bool {
        let both = |kind: TokenKind| left.kind == kind && right.kind == kind;
        let number = right.kind == TokenKind::Number;
        (self.is_name(left) && self.is_name(right))
            || both(TokenKind::Number)
            || both(TokenKind::String)
            || (left.kind == TokenKind::Letters && number)
            || (left.kind == TokenKind::Close && self.is_name(right))
    }

    /// A new word in the place of what stands there, with blanks where letters would touch.
    fn put(&self, how: How, span: Span, word: &str) -> Option<Mend> {
        let behind = |last: char| !last.is_whitespace() && !"([{".contains(last);
        let letter = |next: char| next.is_alphanumeric() || "_\"(".contains(next);
        let before = self.source.text.get(..span.start as usize).and_then(|text| text.chars().next_back());
        let after = self.source.text.get(span.end as usize..).and_then(|text| text.chars().next());
        let is_word = word.starts_with(char::is_alphabetic);
        let blank = |needed: bool| if is_word && needed { " " } else { "" };
        let put = format!("{}{word}{}", blank(before.is_some_and(behind)), blank(after.is_some_and(letter)));
        self.reads(Mend { how, span, put: vec![Put::New(put)] })
    }

    fn reads(&self, mend: Mend) -> Option<Mend> {
        let plain = self.source.plain();
        let before = Span { start: self.span.start, end: mend.span.start }.of(plain);
        let after = Span { start: mend.span.end, end: self.span.end }.of(plain);
        let line = format!("{before}{}{after}", mend.text(plain));
        let line = line.trim();
        parse(self.rule, line, Span::new(0, line.len())).is_ok().then_some(mend)
    }
}

/// Is it a word of the language in some places?
fn is_placed(word: &str) -> bool {
    PLACED.iter().any(|(placed, _)| *placed == word)
}

/// Is it this word alone that is put there?
fn is_new(mend: &Mend, word: &str) -> bool {
    matches!(mend.put.as_slice(), [Put::New(new)] if new.trim() == word)
}
