//! Rows as they were read, and what a path asks: the parts of a query that is answered by rows.

use super::{Expr, Local, Site};
use crate::diag::Place;
use wgr_runtime::ir::{CellId, RowIx, RowKind, Stage, StageIx};

/// The rows of a query, in the order in which they are read, and how they count.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) rows: Vec<Row>,
    pub(crate) stages: Vec<Stage>,
    pub(crate) rulings: Vec<Ruling>,
}

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) label: String,
    pub(crate) site: Site,
    pub(crate) stage: StageIx,
    pub(crate) group: Option<u32>,
    pub(crate) kind: RowKind,
    /// `for each u in S`
    pub(crate) each: Vec<(Local, Expr)>,
    /// All of these hold where it applies.
    pub(crate) when: Vec<Expr>,
    pub(crate) value: Option<Expr>,
    /// Its amount counts along this scale.
    pub(crate) along: Option<usize>,
    /// It says how what its stage has made is rounded: 1 is up.
    pub(crate) rounds: bool,
    /// The scenarios that it belongs to.
    pub(crate) layer: Option<Vec<(CellId, i64)>>,
    pub(crate) at: Place,
}

/// Which of two rows wins, by somebody's word.
#[derive(Debug)]
pub(crate) struct Ruling {
    pub(crate) site: Site,
    pub(crate) over: RowIx,
    pub(crate) under: RowIx,
}

/// What a path is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum PathOut {
    Open,
    Length,
    /// The hexes on its best ways, open or not, both ends with them.
    Hexes,
    /// Those of them that are entered first.
    FirstHexes,
}

/// How a path goes from one end to the other.
#[derive(Debug)]
pub(crate) enum Along {
    /// Step by step: the best way has least of these, in this order; one of them counts its hexes.
    Steps { here: Local, there: Local, least: Vec<Expr>, hexes: usize },
    /// Straight. Along a hexside either of its hexes cuts it; where it is lenient, only both.
    Ray {
        lenient: bool,
        /// Its ends do not cut it.
        inner: bool,
    },
}

/// A search over steps, or a line of sight.
#[derive(Debug)]
pub(crate) struct Path {
    /// By its place among the rows.
    pub(crate) item: usize,
    pub(crate) from: Expr,
    pub(crate) to: Expr,
    pub(crate) within: Option<Expr>,
    pub(crate) along: Along,
    pub(crate) at: Place,
}
