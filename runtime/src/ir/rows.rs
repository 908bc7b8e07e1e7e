//! Rows: the one form in which rules answer. A row query is lowered to plain code before it runs; the
//! marks in that code keep every row's case, so that `why` can be told.
//!
//! For each binding (the members of a row's binders):
//!   here(r)    = guard(r), and, if r is `over` without `even`, some parent of r applies
//!   applies(r) = here(r) and no waiver w of r applies
//!   wins(r)    = applies(r) and no `over`-descendant of r applies, and no r' ruled over r applies
//! An `over` row without `even` brings no binders: it is judged in each binding of its parents. An `even`
//! row and a waiver may bring their own; they beat (waive) their rows in all bindings.

use super::ids::{ExprId, LocalId, RowIx, SiteId, StageIx};

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rows {
    /// In the order in which the result is built.
    pub stages: Vec<Stage>,
    /// In source order; it never matters.
    pub rows: Vec<Row>,
    pub rulings: Vec<Ruling>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    pub name: Option<String>,
    pub op: StageOp,
    /// One amount each, folded among their rows first.
    pub groups: Vec<Group>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageOp {
    /// All winners agree on one value. Only as the first stage.
    Answer,
    Sum,
    Product,
    /// The greater (least) of what came before and each winner: "at least" and "at most".
    Largest,
    Smallest,
    /// yes/no: all winners say yes (a permit), any winner says yes (a fact). Only as the only stage.
    All,
    Any,
    /// To a whole number. At most one row, which always counts and changes nothing: it says whose rule this is.
    RoundDown,
    RoundUp,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    pub name: String,
    pub op: GroupOp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupOp {
    Sum,
    Largest,
    Smallest,
    /// All winners agree on one amount, which counts once; differing amounts are a clash.
    Once,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// How other rows name it.
    pub label: String,
    pub site: SiteId,
    pub stage: StageIx,
    /// Index into the stage's groups.
    pub group: Option<u32>,
    pub kind: RowKind,
    /// `for each x in S`, outermost first.
    pub binders: Vec<(LocalId, ExprId)>,
    pub guard: Option<ExprId>,
    /// Absent for a waiver.
    pub value: Option<ExprId>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum RowKind {
    Base,
    /// Answers where no other row of an `Answer` stage wins.
    Otherwise,
    Over {
        parents: Vec<RowIx>,
        even: bool,
    },
    Waive(Vec<RowIx>),
}

/// `over` beats `under` wherever both apply.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruling {
    pub site: SiteId,
    pub over: RowIx,
    pub under: RowIx,
}
