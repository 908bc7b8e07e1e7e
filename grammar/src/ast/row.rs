//! Rows: `CASES "Title" verdict clauses`, the one form in which rules answer.

use super::expr::{Expr, Rounding};
use super::{Case, Name, Text};
use crate::span::Span;

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Row {
    /// The whole row with its continuation lines.
    pub span: Span,
    pub cases: Vec<Case>,
    pub title: Option<Text>,
    /// `rally + 1`: the stage, where the item names stages.
    pub stage: Option<StageRef>,
    pub verdict: Verdict,
    pub clauses: Vec<Clause>,
    /// `largest of "terrain" { .. }`: index into the item's groups.
    pub group: Option<u32>,
    /// `///` lines above it.
    pub doc: Vec<String>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct StageRef {
    pub name: Name,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Verdict {
    pub span: Span,
    pub kind: VerdictKind,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum VerdictKind {
    /// `= e`; in a course `cost = e`
    Equals(Expr),
    /// `+ e`, `cost + e`
    Plus(Expr),
    /// `- e`
    Minus(Expr),
    /// `* e`
    Times(Expr),
    /// `rounded down`: what its stage has made so far.
    Rounded(Rounding),
    /// `at least e` (in a course `at least 1 hex`)
    AtLeast(Expr),
    AtMost(Expr),
    /// `yes` of a fact or permit; `no` also bars a step of a course.
    Yes,
    No,
    /// Permits and courses: `needs C` says no unless this holds.
    Needs(Expr),
    /// Courses: `remembers off_road`: yes from the next step on.
    Remembers(Name),
    /// Courses: enter, then the move ends.
    Stop,
    /// Courses: may be entered, may not be ended in.
    Pass,
    /// Zones: `from S to hexes at 1` or `to hexes within 2`
    From {
        source: Expr,
        within: bool,
        distance: Expr,
    },
    /// Zones: the source does not control the hex.
    Off,
    /// Paths: `avoid`, `blocked`, `best fewest E, then fewest F`
    Avoid,
    Blocked,
    Best(Vec<Expr>),
    /// Obligations: `owed`, `met`, `possible`, `forgiven`
    Duty(Duty),
    /// Paths by ray: `open unless both block`: along a hexside, one open hex is enough.
    Open,
    /// No amount of its own: the clauses (`waives ..`) say everything.
    Waives,
    /// `by construction`: true without code.
    ByConstruction,
    /// `hole "why"`: the book's answer is not there yet.
    Hole(Text),
    Broken,
}

/// What a row of an obligation says of a member.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Duty {
    Owed,
    Met,
    /// It can still be met.
    Possible,
    /// Nothing comes of it that it was not met.
    Forgiven,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum Clause {
    When(Expr),
    Unless(Expr),
    /// `even when E`: an exception that brings a condition of its own.
    EvenWhen(Span, Expr),
    /// `for each u in S`
    ForEach(Name, Expr),
    /// `exception to "A", "B"`
    ExceptionTo(Vec<Text>, Span),
    Waives(Vec<Text>, Span),
    /// An explicit base where nothing else answers.
    Otherwise(Span),
    /// `ruling Q-8`
    Ruling(Name),
    Provisional(Text),
}
