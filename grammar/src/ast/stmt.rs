//! Statements of actions, procedures, rules, sequences.

use super::expr::Expr;
use super::{Case, HowOften, Name, Text};
use crate::span::Span;

/// What stands between braces.
#[derive(Clone, PartialEq, Hash, Debug, Default)]
pub struct Block {
    /// With the braces.
    pub span: Span,
    pub stmts: Vec<Stmt>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Stmt {
    pub span: Span,
    pub cases: Vec<Case>,
    pub title: Option<Text>,
    pub kind: StmtKind,
    /// `ruling Q-8`, `provisional "ground"` at its end.
    pub ruling: Option<Name>,
    pub provisional: Option<Text>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum StmtKind {
    /// `place becomes e`
    Becomes {
        place: Expr,
        value: Expr,
    },
    /// `place gains e`, `place loses e`
    Gains {
        place: Expr,
        amount: Expr,
    },
    Loses {
        place: Expr,
        amount: Expr,
    },
    /// `u goes to h [otherwise { }]`; a set moves together. What is done where there is no such hex.
    Goes {
        who: Expr,
        to: Expr,
        otherwise: Option<Block>,
    },
    /// `remove u`: one piece or a set; it is out of play.
    Remove(Expr),
    /// `replace u with S [otherwise { }]`: what is done where nobody is left to come.
    Replace {
        old: Expr,
        new: Expr,
        otherwise: Option<Block>,
    },
    /// `draw 3 from container as u { } otherwise { }`: so many that nobody chooses, one after the other, and what is done
    /// where there are fewer.
    Draw {
        count: Count,
        from: Name,
        var: Name,
        block: Block,
        other: Option<Block>,
    },
    /// `roll white, green`
    Roll(Vec<Name>),
    Picks(Box<Picks>),
    /// `who picks a number in 1..2 as NAME [otherwise { }]`
    PicksNumber {
        by: Expr,
        bounds: Box<(Expr, Expr)>,
        into: Expr,
        otherwise: Option<Block>,
    },
    Places(Box<Places>),
    /// `who may [once per game] { } [else { }]`: the statement's title is the question.
    May {
        by: Expr,
        often: Option<Box<HowOften>>,
        block: Block,
        other: Option<Block>,
    },
    /// `who chooses { "A" { } "B" when c { } [otherwise { }] }`
    Chooses(Box<Choose>),
    Spend(Box<Spend>),
    Moves(Box<Moves>),
    /// `who chooses the order of u in S { }`: one after the other, as who likes.
    Order {
        by: Expr,
        var: Name,
        set: Expr,
        block: Block,
    },
    /// `perform convert(defender)`, `perform toll(u) as lost`; `perform crt[white, odds]`: what the result does
    Perform {
        name: Name,
        args: Vec<Expr>,
        /// `[ ]` stand round what is given.
        cell: bool,
        /// What it answers.
        into: Option<Name>,
    },
    /// `answer n`: the procedure ends.
    Answer(Expr),
    If {
        cond: Expr,
        then: Block,
        other: Option<Block>,
    },
    ForEach {
        var: Name,
        set: Expr,
        block: Block,
    },
    /// `repeat at most 10 [while COND] { }`
    Repeat {
        most: Expr,
        cond: Option<Expr>,
        block: Block,
    },
    /// `depending on e { 1 or less .. { } 2, 3 .. { } 7 or more .. { } }`
    Depending {
        on: Expr,
        arms: Vec<Arm>,
    },
    /// `end attack`: leaves the action, `end operation` the run. `end repeat` leaves the innermost repeat.
    End(Name),
    /// `game over: e`
    /// `game over: French`; without a result `victory` is asked.
    GameOver(Option<Expr>),
    /// `step 12.2.1 "Attackers" { }` in an action, `phase combat 2.q "Combat" { }` in a sequence; the cases and the title
    /// are the statement's.
    Step(Block),
    Phase {
        name: Name,
        block: Block,
    },
    /// `turns 1..6 { }`, `turns 1 or more { }`, `turns Date { }` of an enum: which one it is, the word `turn` says.
    Turns {
        which: Count,
        block: Block,
    },
    /// `run operation in 1..operations "Operations" { }`, `run part in Part { }`: which one runs, its name says.
    Run {
        name: Name,
        which: Count,
        block: Block,
    },
    /// `player turns French, German { }`, `player turns first, enemy of first { }`: `phasing` is each in turn.
    PlayerTurns {
        sides: Vec<Expr>,
        block: Block,
    },
    /// `any number of march, bridge`, `0 or 1 of fly`: so many may be started.
    Offers {
        count: Count,
        actions: Vec<Name>,
    },
    /// `in turn A, B until both pass { }`: `acting` is each in turn.
    InTurn {
        sides: Vec<Expr>,
        passing: Option<Passing>,
        block: Block,
    },
    /// `all settles`: only behind `supposing`.
    Settles,
    /// `by construction`
    ByConstruction,
    /// `hole "why"`: playing stops here with this.
    Hole(Text),
    Broken,
}

/// `who moves each u in S to 1 hex where C otherwise { }`: one after the other, in the order that the side likes.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Places {
    pub by: Expr,
    pub var: Name,
    pub set: Expr,
    /// To how many hexes: one.
    pub count: Expr,
    pub hexes: Expr,
    pub otherwise: Option<Block>,
}

/// `who picks COUNT SET [where ..] as target [such that { .. }] [or if none of SET]* [otherwise { }]`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Picks {
    pub by: Expr,
    pub count: Count,
    /// First what is preferred, then `or if none of ..`.
    pub tiers: Vec<Tier>,
    /// A new name, or a kept one: `lead of attacker`, `guns`.
    pub into: Expr,
    pub such_that: Vec<SuchThat>,
    pub otherwise: Option<Block>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Tier {
    pub set: Expr,
}

/// How sides that act in turn come to an end.
#[derive(Clone, PartialEq, Hash, Debug)]
pub enum Passing {
    /// `until both pass`: who has passed is asked no more; `in a row`: until both do so one behind the other.
    Both { in_a_row: bool },
    /// `until one passes as NAME`
    One(Name),
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum Count {
    /// `1`, `2`, `n(u)`
    Exactly(Expr),
    /// `0 or 1`, `2..3`
    Between(Expr, Expr),
    /// `1 or more`
    OrMore(Expr),
    /// `any number`
    Any,
    /// `up to e`
    UpTo(Expr),
}

impl Count {
    /// How many at least, and at most.
    pub fn bounds(&self) -> (Option<&Expr>, Option<&Expr>) {
        match self {
            Count::Exactly(count) => (Some(count), Some(count)),
            Count::Between(from, to) => (Some(from), Some(to)),
            Count::OrMore(from) => (Some(from), None),
            Count::UpTo(to) => (None, Some(to)),
            Count::Any => (None, None),
        }
    }
}

/// `CASES "Title" (at least|at most|exactly) N where COND`, `.. total of E`, `all alike in E`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct SuchThat {
    pub span: Span,
    pub cases: Vec<Case>,
    pub title: Option<Text>,
    pub least: Option<Expr>,
    pub most: Option<Expr>,
    /// Over `it`: counts members where it is yes, or adds it up; absent: counts all.
    pub weight: Option<Expr>,
    /// All members agree on this, over `it`.
    pub alike: Option<Expr>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Choose {
    pub by: Expr,
    pub arms: Vec<Arm>,
    pub otherwise: Option<Block>,
}

/// One way of a `chooses` or `depending on`.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Arm {
    pub span: Span,
    pub cases: Vec<Case>,
    pub title: Option<Text>,
    /// Of a `depending on`: `(None, Some(1))` is `1 or less`.
    pub ranges: Vec<Values>,
    /// Of a `chooses`: `when COND`
    pub when: Option<Expr>,
    pub block: Block,
}

/// Values of an arm: from, to; absent: without bound.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Values {
    pub from: Option<Expr>,
    pub to: Option<Expr>,
}

/// `who moves u along march(u) [, 0..3 hexes] [as gone] [, each hex { }]`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Moves {
    pub by: Expr,
    pub who: Expr,
    pub along: Expr,
    /// How many hexes are entered.
    pub hexes: Option<Count>,
    /// Where it is kept how many were.
    pub gone: Option<Expr>,
    pub each_hex: Option<Block>,
}

/// `who must|may spend POOL on PURCHASE of SET [, or on ..] [, once|as far as it goes] [, each once before any twice] [{ then }]`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Spend {
    pub by: Expr,
    pub must: bool,
    pub pool: Expr,
    /// The first is what is owed; each other may be bought in its place.
    pub on: Vec<(Name, Expr)>,
    pub once: bool,
    /// `each once before any twice`
    pub fairly: Option<Span>,
    pub then: Option<Block>,
}
