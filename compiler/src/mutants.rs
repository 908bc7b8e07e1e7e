//! A game with one thing in it said otherwise: which things there are, and how.
//!
//! In: the texts of a game. Out: every row, statement and cell of a table left out once, and everything in them that can be said
//! otherwise (numbers, comparisons, most and least, sides, yes and no, the order of steps, who answers), each as an edit of the text
//! at a place of its tree. Promises: nothing is judged here, and what comes of an edit may be refused; what only serves tests (scenes,
//! examples) and what is drawn (maps, orders of battle, set-ups) is left as it is; the same texts give the same edits.

#![expect(clippy::wildcard_enum_match_arm, reason = "few items, and few tokens, say what can be said otherwise")]

use crate::diag::Place;
use crate::outline::{called, cases_of};
use crate::source::{FileId, Sources};
use crate::translate::{blocks, outermost};
use wgr_grammar::ast::{Block, Case, Item, ItemKind, Limit, Name, Row, Stmt, StmtKind, Table, Text, VerdictKind};
use wgr_grammar::{Span, Token, TokenKind, tokens};

/// What is said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mutation {
    /// A row or a statement is left out.
    Gone,
    Number,
    Comparison,
    /// `at least` for `at most`, `largest` for `smallest`.
    Bound,
    /// `+` for `-`, `gains` for `loses`.
    Sign,
    /// Yes for no, `when` for `unless`, `and` for `or`.
    Truth,
    Side,
    /// Who answers a question.
    Asked,
    /// Two statements change their places.
    Order,
    /// A cell of a table.
    Cell,
}

/// One edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    pub mutation: Mutation,
    /// The row, statement or line that it is about.
    pub cases: Vec<String>,
    pub title: String,
    /// The item in which it stands: `value drm`.
    pub item: String,
    /// What stands there.
    pub at: Place,
    /// What takes its place; of several places in the order of the text.
    edits: Vec<(Span, String)>,
}

impl Mutant {
    /// The text of its file with the edit.
    pub fn text(&self, sources: &Sources) -> String {
        let text = sources.get(self.at.file).map_or("", |source| source.text.as_str());
        let mut edited = String::with_capacity(text.len() + 16);
        let mut from = 0;
        for (span, put) in &self.edits {
            edited.push_str(&text[from..span.start as usize]);
            edited.push_str(put);
            from = span.end as usize;
        }
        edited.push_str(&text[from..]);
        edited
    }

    /// ``left out``, `` `2` -> `3` ``
    pub fn told(&self, sources: &Sources) -> String {
        match (self.mutation, self.edits.as_slice()) {
            (Mutation::Gone, _) => "left out".to_owned(),
            (Mutation::Order, _) => "behind the next statement".to_owned(),
            (_, [(_, put)]) if put.is_empty() => format!("without `{}`", sources.text(self.at)),
            (_, [(_, put)]) => format!("`{}` -> `{put}`", sources.text(self.at)),
            (_, _) => String::new(),
        }
    }
}

/// All of a game, in the order of its files and lines.
pub fn mutants(sources: &Sources) -> Vec<Mutant> {
    let parsed: Vec<_> = sources.iter().map(|(file, source)| (file, wgr_grammar::parse(&source.text).file)).collect();
    let sides: Vec<String> = parsed
        .iter()
        .flat_map(|(_, read)| &read.items)
        .find_map(|item| match &item.kind {
            ItemKind::Game(game) => Some(game.sides.iter().map(|side| side.text.clone()).collect()),
            _ => None,
        })
        .unwrap_or_default();
    let mut found = Vec::new();
    for (file, read) in &parsed {
        let text = sources.get(*file).map_or("", |source| source.text.as_str());
        let tokens: Vec<Token> = tokens(text).into_iter().filter(|token| !is_blank(token.kind)).collect();
        for item in &read.items {
            let item_name = called(item);
            Finder { file: *file, text, tokens: &tokens, sides: &sides, item: item_name, found: &mut found }.item(item);
        }
    }
    found
}

fn is_blank(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment)
}

/// Whose a mutant is.
#[derive(Clone, Default)]
struct Owner {
    cases: Vec<String>,
    title: String,
    /// Behind its cases and its title.
    from: u32,
}

impl Owner {
    fn new(cases: &[Case], title: Option<&Text>, start: u32) -> Owner {
        let ends = cases.iter().map(|case| case.span.end).chain(title.map(|title| title.span.end));
        Owner {
            cases: cases.iter().map(|case| case.text.clone()).collect(),
            title: title.map_or_else(String::new, |title| title.text.clone()),
            from: ends.max().unwrap_or(start),
        }
    }

    /// What has neither case nor title belongs to what it stands in.
    fn or(self, outer: &Owner) -> Owner {
        if self.cases.is_empty() && self.title.is_empty() {
            return Owner { cases: outer.cases.clone(), title: outer.title.clone(), ..self };
        }
        self
    }
}

struct Finder<'f> {
    file: FileId,
    text: &'f str,
    tokens: &'f [Token],
    sides: &'f [String],
    item: String,
    found: &'f mut Vec<Mutant>,
}

impl Finder<'_> {
    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Rows(rows) => rows.rows.iter().for_each(|row| self.row(row)),
            ItemKind::Also(also) => also.rows.iter().for_each(|row| self.row(row)),
            ItemKind::Table(table) => self.table(table),
            ItemKind::Limit(limit) => self.limit(limit),
            ItemKind::Action(action) => {
                action.limits.iter().for_each(|limit| self.limit(limit));
                self.head(item, &Owner::new(&action.cases, None, action.name.span.end));
            }
            ItemKind::Whenever(rule) => self.head(item, &Owner::new(&rule.cases, Some(&rule.title), item.head.start)),
            _ => {}
        }
        let owner = Owner::new(cases_of(item), None, item.head.start);
        outermost(item, &mut |block| self.block(block, &owner));
    }

    fn row(&mut self, row: &Row) {
        if row.verdict.kind == VerdictKind::ByConstruction {
            return;
        }
        let owner = Owner::new(&row.cases, row.title.as_ref(), row.span.start);
        self.gone(row.span, row.span, &owner);
        self.said(row.span, &[], &owner);
    }

    fn limit(&mut self, limit: &Limit) {
        let owner = Owner::new(&limit.cases, limit.title.as_ref(), limit.span.start);
        self.gone(self.with_semicolon(limit.span), limit.span, &owner);
        self.said(limit.span, &[], &owner);
    }

    /// What stands before the brace of an item.
    fn head(&mut self, item: &Item, owner: &Owner) {
        self.said(item.head, &[], owner);
    }

    fn block(&mut self, block: &Block, outer: &Owner) {
        // What is so by construction does nothing where it stands: it can be left out nowhere, and stands behind nothing.
        let done: Vec<&Stmt> = block.stmts.iter().filter(|stmt| stmt.kind != StmtKind::ByConstruction).collect();
        for (at, stmt) in done.iter().enumerate() {
            let owner = Owner::new(&stmt.cases, stmt.title.as_ref(), stmt.span.start).or(outer);
            self.gone(self.with_semicolon(stmt.span), stmt.span, &owner);
            if let Some(next) = done.get(at + 1) {
                self.swapped(stmt, next, &owner);
            }
            let mut inner: Vec<&Block> = Vec::new();
            blocks(&stmt.kind, &mut |block| inner.push(block));
            let holes: Vec<Span> = inner.iter().map(|block| block.span).collect();
            self.said(stmt.span, &holes, &owner);
            inner.into_iter().for_each(|block| self.block(block, &owner));
        }
    }

    fn swapped(&mut self, one: &Stmt, next: &Stmt, owner: &Owner) {
        let (first, second) = (one.span.of(self.text), next.span.of(self.text));
        if first != second {
            let edits = vec![(one.span, second.to_owned()), (next.span, first.to_owned())];
            self.put(Mutation::Order, owner, edits, one.span);
        }
    }

    /// Numbers one more, members another that stands in the same table.
    fn table(&mut self, table: &Table) {
        let head = Owner::new(&table.cases, None, table.name.span.end);
        let words: Vec<&Name> = table.lines.iter().flat_map(|line| line.words.iter().skip(1)).collect();
        for line in &table.lines {
            let owner = Owner::new(&line.cases, None, line.span.start).or(&head);
            for cell in line.words.iter().skip(1) {
                let other = match cell.text.parse::<u32>() {
                    Ok(number) => Some((number + 1).to_string()),
                    Err(_) => words.iter().find(|other| other.text != cell.text).map(|other| other.text.clone()),
                };
                if let Some(other) = other {
                    self.put(Mutation::Cell, &owner, vec![(cell.span, other)], cell.span);
                }
            }
        }
    }

    /// All that is said in a span, but for its holes.
    fn said(&mut self, span: Span, holes: &[Span], owner: &Owner) {
        let inside = |token: &Token| {
            let (start, end) = (token.span.start, token.span.end);
            let held = |hole: &Span| hole.start <= start && end <= hole.end;
            owner.from.max(span.start) <= start && end <= span.end && !holes.iter().any(held)
        };
        let first = self.tokens.partition_point(|token| token.span.start < span.start);
        let last = self.tokens.partition_point(|token| token.span.start < span.end);
        let own: Vec<Token> = self.tokens[first..last].iter().copied().filter(inside).collect();
        let mut at = 0;
        while at < own.len() {
            if self.word(&own, at) == "ruling" {
                // Its name is all that follows without a blank: `M-37`.
                let apart = |pair: &[Token]| pair[0].span.end < pair[1].span.start;
                let name = own.get(at + 1..).unwrap_or_default();
                at += 2 + name.windows(2).position(apart).unwrap_or(name.len());
                continue;
            }
            if let Some((mutation, upto, put)) = self.otherwise(&own, at) {
                let span = own[at].span.to(own[upto].span);
                self.put(mutation, owner, vec![(span, put)], span);
            }
            at += 1;
        }
    }

    fn word(&self, tokens: &[Token], at: usize) -> &str {
        tokens.get(at).map_or("", |token| token.span.of(self.text))
    }

    /// What may be said in the place of this token and those behind it, up to which.
    fn otherwise(&self, own: &[Token], at: usize) -> Option<(Mutation, usize, String)> {
        let said = |mutation, upto: usize, put: &str| Some((mutation, upto, put.to_owned()));
        let word = self.word(own, at);
        match own[at].kind {
            TokenKind::Number => {
                let is_case =
                    own.get(at + 1).is_some_and(|next| matches!(next.kind, TokenKind::String | TokenKind::Letters));
                // A number of four digits is a hex; a case has dots.
                let number = word.parse::<u32>().ok().filter(|_| !is_case && word.len() < 4)?;
                said(Mutation::Number, at, &(number + 1).to_string())
            }
            TokenKind::Less => said(Mutation::Comparison, at, "<="),
            TokenKind::AtMost => said(Mutation::Comparison, at, "<"),
            TokenKind::More => said(Mutation::Comparison, at, ">="),
            TokenKind::AtLeast => said(Mutation::Comparison, at, ">"),
            TokenKind::Plus => said(Mutation::Sign, at, "-"),
            TokenKind::Minus => said(Mutation::Sign, at, "+"),
            TokenKind::Word => self.other_word(own, at),
            _ => None,
        }
    }

    fn other_word(&self, own: &[Token], at: usize) -> Option<(Mutation, usize, String)> {
        let back = |by: usize| at.checked_sub(by).map_or("", |at| self.word(own, at));
        let (before, word, next) = (back(1), self.word(own, at), self.word(own, at + 1));
        let said = |mutation, upto: usize, put: &str| Some((mutation, upto, put.to_owned()));
        // The first word of a statement that asks says who answers.
        let side = if at == 0 { Mutation::Asked } else { Mutation::Side };
        match (word, next) {
            ("is", "not") => said(Mutation::Comparison, at + 1, "is"),
            ("is", _) => said(Mutation::Comparison, at, "is not"),
            ("not", _) if before != "is" => said(Mutation::Truth, at, ""),
            ("at", "least") => said(Mutation::Bound, at + 1, "at most"),
            ("at", "most") => said(Mutation::Bound, at + 1, "at least"),
            ("largest", _) => said(Mutation::Bound, at, "smallest"),
            ("smallest", _) => said(Mutation::Bound, at, "largest"),
            ("fewest", _) => said(Mutation::Bound, at, "most"),
            ("up", _) if before == "rounded" => said(Mutation::Bound, at, "down"),
            ("down", _) if before == "rounded" => said(Mutation::Bound, at, "up"),
            ("gains", _) => said(Mutation::Sign, at, "loses"),
            ("loses", _) => said(Mutation::Sign, at, "gains"),
            ("yes", _) => said(Mutation::Truth, at, "no"),
            ("any", _) => said(Mutation::Truth, at, "no"),
            ("no", "when" | "unless" | "for" | "exception" | "even" | "otherwise" | "provisional" | "ruling" | "") => {
                said(Mutation::Truth, at, "yes")
            }
            ("no", _) if matches!(before, "becomes" | "is" | "=" | "otherwise" | ",") => {
                said(Mutation::Truth, at, "yes")
            }
            ("no", _) => said(Mutation::Truth, at, "any"),
            ("and", _) => said(Mutation::Truth, at, "or"),
            ("or", _) => said(Mutation::Truth, at, "and"),
            ("when", _) => said(Mutation::Truth, at, "unless"),
            ("unless", _) => said(Mutation::Truth, at, "when"),
            ("enemy", "of") => said(side, at + 1, ""),
            ("phasing" | "acting", _) if (back(2), before) != ("enemy", "of") => {
                said(side, at, &format!("enemy of {word}"))
            }
            (_, _) => {
                let own = self.sides.iter().position(|known| known == word)?;
                let other = self.sides.get((own + 1) % self.sides.len()).filter(|other| *other != word)?;
                said(side, at, other)
            }
        }
    }

    /// With the sign that parts it from what stands beside it on the line.
    fn with_semicolon(&self, span: Span) -> Span {
        let behind = self.tokens.partition_point(|token| token.span.start < span.end);
        let is_sign = |token: &Token| token.kind == TokenKind::Semicolon;
        if let Some(sign) = self.tokens.get(behind).filter(|token| is_sign(token)) {
            return span.to(sign.span);
        }
        let first = self.tokens.partition_point(|token| token.span.start < span.start);
        match first.checked_sub(1).and_then(|at| self.tokens.get(at)).filter(|token| is_sign(token)) {
            Some(sign) => sign.span.to(span),
            None => span,
        }
    }

    /// Left out, but for its line ends: what stands behind it stays on its line.
    fn gone(&mut self, whole: Span, at: Span, owner: &Owner) {
        let ends = whole.of(self.text).chars().filter(|letter| *letter == '\n').collect();
        self.put(Mutation::Gone, owner, vec![(whole, ends)], at);
    }

    fn put(&mut self, mutation: Mutation, owner: &Owner, edits: Vec<(Span, String)>, at: Span) {
        self.found.push(Mutant {
            mutation,
            cases: owner.cases.clone(),
            title: owner.title.clone(),
            item: self.item.clone(),
            at: Place::new(self.file, at),
            edits,
        });
    }
}
