//! Rules that act by themselves, and when.

use super::{Block, Case, Expr, Layer, Name, Text};
use crate::span::Span;

/// `rule CASES "Title" whenever COND becomes yes, for each u in S, by who, at most N times { .. }`,
/// `rule CASES "Title" at end of movement, for each h in S { .. }`,
/// `rule CASES "Title" at once whenever COND becomes yes, .. { .. }`,
/// `rule CASES "Title" during movement whenever u in S enters h { .. }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Whenever {
    pub cases: Vec<Case>,
    pub title: Text,
    /// `in night`
    pub layer: Option<Layer>,
    /// `during withdrawal`
    pub during: Vec<Name>,
    /// `at once` before `whenever`
    pub at_once: Option<Span>,
    pub when: Occasion,
    pub each: Option<(Name, Expr)>,
    pub by: Option<Expr>,
    pub at_most: Option<Expr>,
    pub body: Block,
}

/// When a rule acts.
#[derive(Clone, PartialEq, Hash, Debug)]
pub enum Occasion {
    /// `whenever COND becomes yes`
    Becomes(Expr),
    At(Moment),
    Enters(Entry),
}

/// `whenever u in S enters h`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Entry {
    pub who: Name,
    pub set: Expr,
    pub hex: Name,
}

/// `at start of movement`, `at end of march(u) or exploit(u)`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Moment {
    pub span: Span,
    pub start: bool,
    pub of: Vec<SpanOf>,
}

/// A phase, `turn`, an action or procedure and what it is about.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct SpanOf {
    pub name: Name,
    pub about: Vec<Name>,
}
