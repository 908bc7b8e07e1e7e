//! What an example plays and expects.

use super::{Case, Expr, Name, Text};
use crate::span::Span;

/// `example "Title" of CASES [with "Errata" | without "Errata"].. (at scene | after "Other") { .. }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Example {
    pub title: Text,
    pub cases: Vec<Case>,
    pub under: Vec<UnderErrata>,
    pub at: Option<Name>,
    pub after: Option<Text>,
    pub steps: Vec<ExampleStep>,
}

/// `with "First printing"`, `without "First printing"`: an example that is played with these errata alone, or without
/// them alone.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct UnderErrata {
    pub span: Span,
    pub without: bool,
    pub errata: Vec<Text>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct ExampleStep {
    pub span: Span,
    pub kind: ExampleKind,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum ExampleKind {
    /// `when attack 0404 by French`, `when pass by French`: what a side starts.
    When {
        action: Name,
        args: Vec<Expr>,
        by: Option<Name>,
    },
    /// `answer 7.7#a by French: BCP9, Ch3`: what a side answers to the ask of that case, or of that title where it has no
    /// case; `answer 7.7#a by French done` ends a choice.
    Answer {
        to: Asked,
        by: Option<Name>,
        /// A colon stands before what is said.
        colon: bool,
        with: Vec<Expr>,
    },
    /// `on to combat of French`, `on to the end`
    OnTo {
        phase: Option<Name>,
        /// Which of several phases of that name: its title.
        printing: Option<Text>,
        side: Option<Name>,
    },
    /// `expect game over: French`, `expect game over: tactical from "Three or four"`: by rows of `victory`.
    Over {
        result: Name,
        from: Option<Vec<ExpectPart>>,
    },
    /// `roll 5, 3`
    Roll(Vec<Expr>),
    /// `draw S4, S1`: what comes out of a cup next.
    Draw(Vec<Name>),
    /// `expect drm is 1 from "Quality" +1, "Losses" -1`, several joined by `;` or on lines of their own
    Expect(Expect),
    /// `refused march RIC1a to 0405 by 3.1.d`: not offered, and this row is why.
    Refused {
        action: Name,
        args: Vec<Expr>,
        to: Vec<Expr>,
        by: Case,
    },
    Broken,
}

/// Which ask is answered.
#[derive(Clone, PartialEq, Hash, Debug)]
pub enum Asked {
    /// The one that carries all of these.
    Cases(Vec<Case>),
    Title(Text),
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Expect {
    pub cond: Expr,
    /// `from "Title" amount, ..`: exactly the rows that count.
    pub from: Option<Vec<ExpectPart>>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct ExpectPart {
    pub title: Text,
    /// The sign before the amount of a row that multiplies: it may be left out.
    pub times: Option<Span>,
    pub amount: Option<Expr>,
}
