//! Tokens of a body to logical lines. In: the tokens between two braces. Out: a tree of nodes.
//!
//! A node is one logical line with the blocks that hang on it. It ends with its line or at `;`, and goes on inside
//! ( ) [ ], behind a comma or a colon when the next line is indented deeper, before a deeper `<`, `<=`, `>`, `>=` or `against`, and when
//! the next line begins with a brace, or with a word that cannot begin one.
#![expect(clippy::wildcard_enum_match_arm, reason = "a line ends at few of the tokens")]

use crate::fault::{FaultKind, MOST_NESTED, SyntaxFault};
use crate::shell::{Shell, is_doc};
use crate::source::Source;
use crate::span::Span;
use crate::token::{Token, TokenKind};
use std::ops::Range;

/// What the lines are, since that decides which words go on with one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lines {
    /// Rows, and edits of errata: `for each` goes on.
    Rows,
    /// Statements: `for each` is a statement.
    Statements,
    /// Steps of examples: `when` begins one.
    Steps,
    /// Fields, members, lines of the game.
    Fields,
}

/// One logical line.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// From its first word to its last brace.
    pub(crate) span: Span,
    pub(crate) parts: Vec<Piece>,
    /// `///` lines above it.
    pub(crate) doc: Vec<Span>,
}

/// Words, and the block behind them.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// Without the blanks around it; empty where a block has no words before it.
    pub(crate) tokens: Range<usize>,
    pub(crate) head: Span,
    pub(crate) block: Option<Nodes>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    /// With the braces.
    pub(crate) span: Span,
    pub(crate) nodes: Vec<Node>,
}

/// The lines of an item's body; nothing where it has none.
pub(crate) fn lines(source: &Source<'_>, shell: &Shell, lines: Lines, faults: &mut Vec<SyntaxFault>) -> Option<Nodes> {
    let open = shell.open?;
    let mut cutter = Cutter { source, shell, lines, faults, at: open, depth: 0, closed: 0, deep: false };
    Some(cutter.block())
}

/// The physical lines between an item's braces: the tokens of each that are no blanks.
pub(crate) fn physical(source: &Source<'_>, shell: &Shell) -> Vec<Range<usize>> {
    let Some(open) = shell.open else { return Vec::new() };
    let mut found = Vec::new();
    let mut first = None;
    let mut last = open;
    for at in open + 1..shell.close {
        let Some(token) = source.token(at) else { break };
        if token.kind == TokenKind::Newline {
            found.extend(first.take().map(|first| first..last + 1));
        } else if !token.is_blank() {
            first = first.or(Some(at));
            last = at;
        }
    }
    found.extend(first.map(|first| first..last + 1));
    found
}

/// A line that begins with one of these goes on with the line before it.
pub(crate) fn goes_on(lines: Lines, first: &str, second: &str) -> bool {
    let always = matches!(first, "and" | "or");
    match lines {
        Lines::Rows => {
            always
                || matches!(first, "when" | "unless" | "exception" | "even" | "otherwise" | "ruling" | "such")
                || matches!(first, "waives" | "provisional" | "was" | "now" | "over" | "because")
                || (first == "for" && second == "each")
        }
        Lines::Statements => {
            always
                || matches!(first, "when" | "unless" | "exception" | "even" | "otherwise" | "ruling" | "such")
                || matches!(first, "waives" | "provisional" | "else" | "as" | "where" | "among")
        }
        Lines::Steps => always || matches!(first, "from" | "by" | "to"),
        Lines::Fields => matches!(first, "until" | "provisional"),
    }
}

struct Cutter<'a> {
    source: &'a Source<'a>,
    shell: &'a Shell,
    lines: Lines,
    faults: &'a mut Vec<SyntaxFault>,
    at: usize,
    depth: u32,
    /// How many of the shell's missing braces were passed.
    closed: usize,
    /// Too deep was told.
    deep: bool,
}

impl Cutter<'_> {
    fn token(&self) -> Option<Token> {
        self.source.token(self.at).filter(|_| self.at < self.shell.tokens.end)
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.source.kind(at).filter(|_| at < self.shell.tokens.end)
    }

    fn is_stray(&self) -> bool {
        self.shell.strays.binary_search(&self.at).is_ok()
    }

    /// From its brace to behind the one that closes it.
    fn block(&mut self) -> Nodes {
        let start = self.token().map_or(Span::default(), |token| token.span);
        self.at += 1;
        self.depth += 1;
        let mut nodes = Vec::new();
        if self.depth > MOST_NESTED {
            self.too_deep(start);
        } else {
            self.nodes(&mut nodes);
        }
        self.depth -= 1;
        let before = self.at.checked_sub(1).and_then(|at| self.source.token(at)).map_or(start, |token| token.span);
        // A brace that is missing here is passed over, and what stands here closes the block outside.
        if self.shell.closes.get(self.closed) == Some(&self.at) {
            self.closed += 1;
            return Nodes { span: start.to(before), nodes };
        }
        let end = self.token().map_or(before, |token| token.span);
        self.at += 1;
        Nodes { span: start.to(end), nodes }
    }

    /// What stands deeper than anything may is not looked at.
    fn too_deep(&mut self, span: Span) {
        if !std::mem::replace(&mut self.deep, true) {
            // One mistake: that braces were never closed is not said too.
            let item = self.shell.span;
            let unclosed = |fault: &SyntaxFault| matches!(fault.kind, FaultKind::UnclosedBrace { .. });
            self.faults.retain(|fault| !unclosed(fault) || fault.span.start < item.start || fault.span.end > item.end);
            self.faults.push(SyntaxFault::new(span, FaultKind::TooDeep));
        }
        let mut depth = 0_u32;
        while let Some(token) = self.token() {
            match token.kind {
                TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseBrace if depth == 0 => return,
                TokenKind::CloseBrace => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// All lines up to the brace that ends them.
    fn nodes(&mut self, nodes: &mut Vec<Node>) {
        let mut doc = Vec::new();
        while let Some(token) = self.token() {
            if token.kind == TokenKind::CloseBrace && !self.is_stray() {
                return;
            }
            if is_doc(self.source.text, token) {
                doc.push(token.span);
            }
            if token.is_blank() || token.kind == TokenKind::Semicolon || self.is_stray() {
                self.at += 1;
                continue;
            }
            nodes.push(self.node(std::mem::take(&mut doc)));
        }
    }

    /// One logical line; `at` stands on its first token.
    fn node(&mut self, doc: Vec<Span>) -> Node {
        let indent = self.source.indent_of_line(self.at);
        let begin = self.at;
        let mut parts = Vec::new();
        let (mut first, mut brackets, mut end) = (self.at, 0_u32, self.at);
        while let Some(token) = self.token() {
            match token.kind {
                TokenKind::Open | TokenKind::OpenList => brackets += 1,
                TokenKind::Close | TokenKind::CloseList => brackets = brackets.saturating_sub(1),
                TokenKind::Semicolon if brackets == 0 => break,
                TokenKind::CloseBrace if self.is_stray() => {}
                TokenKind::CloseBrace => break,
                TokenKind::OpenBrace => {
                    let end_of_head = self.source.trimmed(first, self.at);
                    let head = self.source.begun(first, end_of_head)..end_of_head;
                    let block = self.block();
                    end = self.at;
                    parts.push(Piece { head: self.source.span(&head), tokens: head, block: Some(block) });
                    (first, brackets) = (self.at, 0);
                    if self.another_begins() {
                        break;
                    }
                    continue;
                }
                TokenKind::Newline if self.line_goes_on(indent, brackets) => {
                    self.at = self.source.begun(self.at, self.shell.tokens.end);
                    continue;
                }
                TokenKind::Newline => break,
                _ => {}
            }
            self.at += 1;
        }
        let rest = self.source.trimmed(first, self.at);
        let first = self.source.begun(first, rest);
        if first < rest {
            end = rest;
            let head = first..rest;
            parts.push(Piece { head: self.source.span(&head), tokens: head, block: None });
        }
        Node { span: self.source.span(&(begin..end)), parts, doc }
    }

    /// Behind a brace: does another statement begin here, on the same line and without a `;`? It is told, and read.
    fn another_begins(&mut self) -> bool {
        const BEHIND_A_BLOCK: [&str; 7] = ["else", "or", "such", "otherwise", "each", "ruling", "provisional"];
        let mut at = self.at;
        while self.kind(at) == Some(TokenKind::Space) {
            at += 1;
        }
        let Some(token) = self.source.token(at).filter(|token| token.kind == TokenKind::Word) else { return false };
        let within = at < self.shell.tokens.end && self.lines == Lines::Statements && self.depth > 0;
        if !within || BEHIND_A_BLOCK.contains(&token.span.of(self.source.text)) {
            return false;
        }
        self.faults.push(SyntaxFault::new(token.span, FaultKind::NoSemicolon));
        true
    }

    /// At the end of a line: does the next one belong to it?
    fn line_goes_on(&self, indent: u32, brackets: u32) -> bool {
        let next = self.source.begun(self.at, self.shell.tokens.end);
        let Some(token) = self.source.token(next).filter(|_| next < self.shell.tokens.end) else { return false };
        // A brace on a line of its own belongs to the line before it.
        if token.kind == TokenKind::OpenBrace {
            return brackets == 0;
        }
        let deeper = self.source.column(next) > indent;
        if brackets > 0 {
            return deeper || matches!(token.kind, TokenKind::Close | TokenKind::CloseList);
        }
        // No line begins with what stands between two sides of a comparison.
        let compares = match token.kind {
            TokenKind::Less | TokenKind::AtMost | TokenKind::More | TokenKind::AtLeast => true,
            _ => token.span.of(self.source.text) == "against",
        };
        if deeper && compares {
            return true;
        }
        if token.kind != TokenKind::Word {
            return deeper && self.behind_comma() && token.kind != TokenKind::CloseBrace;
        }
        let second = self.source.word(self.source.begun(next + 1, self.source.tokens.len()));
        goes_on(self.lines, token.span.of(self.source.text), second) || (deeper && self.behind_comma())
    }

    /// `any u in S:` goes on as `a, b,` does.
    fn behind_comma(&self) -> bool {
        let last = self.source.trimmed(0, self.at).checked_sub(1);
        matches!(last.and_then(|last| self.kind(last)), Some(TokenKind::Comma | TokenKind::Colon))
    }
}
