//! `errata`: edits to what is printed.

use super::{Case, Expr, Name, Row, Text, Verdict};
use crate::span::Span;

/// `errata "VV 69" to "La fleur au fusil" language 1 correction source "publisher" date "May 2015" requires "VV 68" { .. }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Errata {
    pub title: Text,
    pub to: Text,
    pub language: Option<Expr>,
    pub kind: Option<ErrataKind>,
    pub source: Option<Text>,
    /// As its author writes dates.
    pub date: Option<Text>,
    /// Titles of errata without which these do not count.
    pub requires: Vec<Text>,
    /// Titles of errata beside which these do not count.
    pub excludes: Vec<Text>,
    pub edits: Vec<Edit>,
}

/// What errata say of themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ErrataKind {
    pub span: Span,
    pub sort: ErrataSort,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ErrataSort {
    /// What is printed is wrong.
    Correction,
    /// What is printed is meant so already: nothing is played otherwise.
    Clarification,
    /// What is printed stays, and more comes.
    Addition,
}

impl ErrataSort {
    pub fn word(self) -> &'static str {
        match self {
            ErrataSort::Correction => "correction",
            ErrataSort::Clarification => "clarification",
            ErrataSort::Addition => "addition",
        }
    }
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Edit {
    pub span: Span,
    pub kind: EditKind,
    /// `over "Other errata"`: edits a slot that another overlay edited.
    pub over: Option<Text>,
}

/// Which word of what is printed.
#[derive(Clone, PartialEq, Hash, Debug)]
pub enum Which {
    /// The cell of a table, by the labels of its line and its column.
    Cell(Vec<Name>),
    /// A column of a counter's line.
    Field(Name),
    /// `[0422].HQ5`: who stands there in a set-up.
    Who(Name, Name),
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum EditKind {
    /// `amend 6.5 "Marsh" was = 2 now = 3`
    Amend {
        cases: Vec<Case>,
        title: Text,
        was: Verdict,
        now: Verdict,
    },
    /// `amend crt[6, 3:1] was DR now DR2`, `amend r45.attack was 6 now 7`
    AmendWord {
        of: Name,
        which: Which,
        was: Name,
        now: Name,
    },
    /// `add to drm ROW`
    Add {
        to: Name,
        row: Box<Row>,
    },
    /// `amend 6.5 "Marsh" when was u.moved now u.tired`: a part of a thing, by what it is called.
    AmendPart {
        what: Thing,
        part: Name,
        was: Passage,
        now: Passage,
    },
    /// `add to Terrain swamp "swamp"`, `add to sequence after fire phase mud { .. }`
    AddLine {
        to: Thing,
        beside: Option<Beside>,
        line: Passage,
    },
    /// `remove 17.7 "Gas"`
    Remove {
        cases: Vec<Case>,
        title: Text,
    },
    /// `remove Terrain.swamp`, `remove basic[0422]`, `remove 6.5 "Marsh" when`
    RemoveThing {
        what: Thing,
        part: Option<Name>,
    },
    /// `case H.1 "Guns stick in the mud"`: a case of its own, and what it says.
    Case {
        cases: Vec<Case>,
        says: Text,
    },
    /// `set aside "The last one comes yet" because "it was not so before the erratum"`: an example.
    SetAside {
        title: Text,
        because: Text,
    },
    Broken,
}

/// What is printed, as errata name it: `6.5 "Marsh"`, `points`, `crt[6, 3:1]`, `r45.attack`.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Thing {
    pub span: Span,
    pub cases: Vec<Case>,
    pub title: Option<Text>,
    /// Of what has no title.
    pub of: Option<Name>,
    /// Labels of a line, of a line and its column; a hex.
    pub labels: Vec<Name>,
    pub field: Option<Name>,
}

/// Words as they stand.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Passage {
    pub span: Span,
    /// Its words, numbers, strings and signs.
    pub words: Vec<Name>,
}

/// `after fire`, `before 4.2 "Fire"`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Beside {
    pub after: bool,
    pub what: Thing,
}
