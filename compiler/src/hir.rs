//! What the author's words mean, before anything is made of it: every name is an id, every part has its type and its place.
//!
//! `translate` reads a syntax tree into it and tells what is wrong there; `translate/emit.rs` makes the program's code of
//! it, and has nothing to tell. An expression is given away when it is emitted: it stands in one place of the program.

use crate::diag::Place;
use crate::translate::{Noun, Ty};
use wgr_grammar::ast::{Compare, Rounding, TotalOf};
use wgr_runtime::ir::{CellId, FuncId, LocalId, Suppose, TableId};

#[derive(Debug)]
pub(crate) struct Expr {
    pub(crate) kind: Kind,
    pub(crate) ty: Ty,
    pub(crate) at: Place,
}

#[derive(Debug)]
pub(crate) enum Kind {
    /// In `den`-ths.
    Number {
        value: i64,
        den: u32,
    },
    Truth(bool),
    /// A member of an enum, a counter, a hex.
    Member(Noun, i64),
    /// `none`, of what is wanted.
    None(Noun),
    /// `[]`, of what is wanted.
    Empty(Noun),
    /// A name in scope.
    Local(LocalId),
    /// A name that an action keeps, one of the game's own (`turn`), a state.
    Stored(CellId, Vec<Expr>),
    /// A value, fact, permit or path: what its rows answer.
    Asked(FuncId, Vec<Expr>),
    /// All hexes of a zone.
    Zone {
        func: FuncId,
        args: Vec<Expr>,
        hex: LocalId,
    },
    /// `terrain(h)`, a printed number.
    Printed(TableId, Vec<Expr>),
    /// A look-up: by the table.
    LookedUp(usize, Vec<Expr>),
    /// `road(here, there)`: by the feature.
    Hexside(usize, Vec<Expr>),
    Distance(Box<[Expr; 2]>),
    Adjacent(Box<[Expr; 2]>),
    Beyond(Box<[Expr; 2]>),
    Column(Box<Expr>),
    Row(Box<Expr>),
    /// Where a piece stands.
    HexOf(Box<Expr>),
    /// Another counter lies on it.
    Covered(Box<Expr>),
    SideOf(Box<Expr>),
    /// `enemy of s`
    OtherSide(Box<Expr>),
    Negative(Box<Expr>),
    Plus(Box<[Expr; 2]>),
    Minus(Box<[Expr; 2]>),
    Times(Box<[Expr; 2]>),
    /// Divided by a whole number, exactly.
    Part(Box<Expr>, u32),
    Rounded(Box<Expr>, Rounding),
    /// A ratio, rounded to a whole number.
    Quotient(Box<[Expr; 2]>, Rounding),
    /// A ratio, as the step of a scale: both sides once for each comparison.
    OnScale(usize, Rounding, Vec<[Expr; 2]>),
    /// One of these: a set of one.
    Single(Box<Expr>),
    /// What may be none, taken to be there.
    Surely(Box<Expr>),
    Union(Box<[Expr; 2]>),
    Set(Box<Source>),
    /// How many a set has.
    Size(Box<Source>),
    /// What is left in a cup.
    LeftIn(usize),
    Total {
        which: TotalOf,
        over: Box<Source>,
        value: Box<Expr>,
        otherwise: Option<Box<Expr>>,
    },
    /// All hexes so far from another, or all up to there.
    Hexes {
        within: bool,
        centre: Box<Expr>,
        distance: Box<Expr>,
    },
    Not(Box<Expr>),
    And(Box<[Expr; 2]>),
    Or(Box<[Expr; 2]>),
    Compare(Compare, Box<[Expr; 2]>),
    /// The member, the set.
    In(Box<[Expr; 2]>),
    /// Is there one that is so, or are all? Without a condition: is there one?
    Any(Box<Source>, Option<Box<Expr>>),
    Every(Box<Source>, Box<Expr>),
    /// Written already: its statements are no part of this tree.
    Supposing(Box<Suppose>),
}

/// What is gone through: the members of `over` that pass every guard, each in turn in `var`.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) var: LocalId,
    pub(crate) over: Over,
    pub(crate) guards: Vec<Expr>,
    pub(crate) noun: Noun,
    pub(crate) at: Place,
}

#[derive(Debug)]
pub(crate) enum Over {
    /// Every counter.
    Counters,
    /// Every hex of the map.
    Hexes,
    Set(Expr),
}

impl Expr {
    pub(crate) fn new(kind: Kind, ty: Ty, at: Place) -> Expr {
        Expr { kind, ty, at }
    }

    /// The same value where something that it may be asks for another type.
    pub(crate) fn of(self, ty: Ty) -> Expr {
        Expr { ty, ..self }
    }
}
