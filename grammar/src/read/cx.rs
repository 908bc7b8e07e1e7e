//! What every reader is given: the text, its tokens, and where faults go.

use super::check::check;
use super::mend::mends;
use super::pairs::{Part, Rule, parse};
use super::slip::slip;
use crate::fault::{Context, FaultKind, SyntaxFault};
use crate::line::{Lines, Nodes, lines};
use crate::shell::Shell;
use crate::source::Source;
use crate::span::Span;
use crate::token::TokenKind;
use crate::words::is_reserved;
use std::ops::Range;

pub(crate) struct Cx<'s, 't> {
    pub(crate) source: &'s Source<'t>,
    pub(crate) faults: &'s mut Vec<SyntaxFault>,
    /// For so many lines more it is looked for what they should say.
    lines_to_mend: u32,
}

/// Of an item that is full of slips, the first lines are enough.
const MOST_MENDED: u32 = 8;

impl<'s, 't> Cx<'s, 't> {
    /// For one item.
    pub(crate) fn new(source: &'s Source<'t>, faults: &'s mut Vec<SyntaxFault>) -> Cx<'s, 't> {
        Cx { source, faults, lines_to_mend: MOST_MENDED }
    }

    pub(crate) fn fault(&mut self, span: Span, kind: FaultKind) {
        self.faults.push(SyntaxFault::new(span, kind));
    }

    /// Some tokens by one rule; where that fails, exactly one fault is told.
    pub(crate) fn read(&mut self, rule: Rule, tokens: &Range<usize>, context: Context) -> Option<Part<'s>> {
        if let Some(mut fault) = check(self.source, tokens.clone()) {
            if context == Context::Statement {
                self.becomes(&mut fault, tokens);
            }
            self.faults.push(fault);
            return None;
        }
        let span = self.source.span(tokens);
        match parse(rule, self.source.plain(), span) {
            Ok(part) => Some(part),
            Err(error) => {
                let mut fault = slip(self.source, tokens, span, &error, context);
                if let Some(left) = self.lines_to_mend.checked_sub(1) {
                    self.lines_to_mend = left;
                    fault.mends = mends(self.source, (rule, tokens), &error);
                }
                self.faults.push(fault);
                None
            }
        }
    }

    /// `result == crt[die, column]`: nothing is asked before it, so something is to become so.
    fn becomes(&self, fault: &mut SyntaxFault, tokens: &Range<usize>) {
        let FaultKind::WrongSign { found, right } = &mut fault.kind else { return };
        let before = tokens.clone().filter_map(|at| self.source.token(at)).take_while(|token| token.span != fault.span);
        let mut words = before.filter(|token| token.kind == TokenKind::Word);
        if found == "==" && !words.any(|token| is_reserved(token.span.of(self.source.text))) {
            *right = "becomes";
        }
    }

    /// Some tokens by one rule, where nothing is told if they cannot be read.
    pub(crate) fn try_read(&mut self, rule: Rule, tokens: &Range<usize>) -> Option<Part<'s>> {
        if check(self.source, tokens.clone()).is_some() {
            return None;
        }
        parse(rule, self.source.plain(), self.source.span(tokens)).ok()
    }

    /// The first line of an item, behind its keyword.
    pub(crate) fn head(&mut self, shell: &Shell, rule: Rule) -> Option<Part<'s>> {
        self.read(rule, &shell.head_tokens(), Context::Head(shell.keyword.unwrap_or_default()))
    }

    /// The lines between an item's braces; that it has none is told.
    pub(crate) fn body(&mut self, shell: &Shell, how: Lines) -> Nodes {
        if !self.has_braces(shell) {
            let end = Span { start: shell.span.end, end: shell.span.end };
            return Nodes { span: end, nodes: Vec::new() };
        }
        lines(self.source, shell, how, self.faults).unwrap_or_default()
    }

    /// Told where it has none.
    pub(crate) fn has_braces(&mut self, shell: &Shell) -> bool {
        if shell.open.is_none() {
            let end = Span { start: shell.span.end, end: shell.span.end };
            self.fault(end, FaultKind::NoBlock { after: shell.keyword.unwrap_or_default().to_owned() });
        }
        shell.open.is_some()
    }

    /// Each line between an item's braces by one rule: no line of these has braces of its own.
    pub(crate) fn field_lines(&mut self, shell: &Shell, rule: Rule, context: Context) -> Vec<Part<'s>> {
        let nodes = self.body(shell, Lines::Fields);
        let mut found = Vec::new();
        for node in &nodes.nodes {
            let Some(piece) = node.parts.first() else { continue };
            let part = self.read(rule, &piece.tokens, context);
            if let (Some(_), Some(block)) = (&part, &piece.block) {
                let span = Span { start: block.span.start, end: block.span.start + 1 };
                self.fault(span, FaultKind::UnwantedBlock);
            }
            found.extend(part);
        }
        found
    }
}
