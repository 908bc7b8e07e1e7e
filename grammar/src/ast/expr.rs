//! Expressions.

use super::stmt::Stmt;
use super::{Name, Text};
use crate::span::Span;

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum ExprKind {
    /// As written: `3`, `0602`, `06.15`. Whether it is a number or a hex depends on the place where it stands.
    Number(String),
    /// `3 columns`, `1/2 MP`: a number (or fraction) and a measure's name.
    Unit(Box<Expr>, Name),
    Yes,
    No,
    /// `none`: no member.
    None,
    /// `u`, `it`, `here`, `French`, `phasing`, `infantry`
    Name(Name),
    /// `u.morale`
    Field(Box<Expr>, Name),
    /// `steps(u)`, `toll(s: French, here, there: h)`
    Call(Name, Vec<Expr>),
    /// `s: French`; only among what a call is given.
    Given(Name, Box<Expr>),
    /// `crt[white, ratio]`
    Lookup(Name, Vec<Expr>),
    /// A noun with at least one adjunct: `lead of attacker`, `enemy combatants of u at there where it.lost > 0`
    Phrase(Box<Phrase>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `3..5`; only behind `in`.
    Range(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Compare(Compare, Box<Expr>, Box<Expr>),
    /// `x in S`, `x not in S`
    In {
        member: Box<Expr>,
        set: Box<Expr>,
        negated: bool,
    },
    Negative(Box<Expr>),
    Arithmetic(Operator, Box<Expr>, Box<Expr>),
    /// `e rounded down`
    Rounded(Box<Expr>, Rounding),
    /// `attack against defence`: a ratio
    Against(Box<Expr>, Box<Expr>),
    /// `every u in S: cond`, `any ..`, `no ..`
    Quantified {
        which: Quantifier,
        var: Name,
        set: Box<Expr>,
        cond: Box<Expr>,
    },
    /// `any S`, `no S`, `every S` is not a thing: is there a member?
    Exists {
        which: Quantifier,
        set: Box<Expr>,
    },
    /// `number of S`
    NumberOf(Box<Expr>),
    /// `total of E for each u in S`; `least of ..`, `greatest of ..` with an optional `otherwise E` for the empty set
    Total {
        which: TotalOf,
        value: Box<Expr>,
        var: Name,
        set: Box<Expr>,
        otherwise: Option<Box<Expr>>,
    },
    /// `hexes at 1 from h`, `hexes within 3 of h`
    Hexes {
        within: bool,
        distance: Box<Expr>,
        centre: Box<Expr>,
    },
    /// `"Woods" applies`: does this row of the same item apply?
    Applies(Text),
    Supposing(Box<Supposing>),
    /// What could not be read; told already.
    Broken,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compare {
    Is,
    IsNot,
    Less,
    AtMost,
    More,
    AtLeast,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    Plus,
    Minus,
    Times,
    /// An exact fraction.
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    Down,
    Up,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    Any,
    Every,
    No,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TotalOf {
    Total,
    Least,
    Greatest,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    Enemy,
    Friendly,
    /// Of the hexes of a path.
    First,
}

/// `[enemy|friendly|first] noun [of E] [at E] [among E] [other than E] [where COND]`, adjuncts in any order, each once.
/// `noun` is a kind (`units`, `infantry`), a kept name or a role's name (`lead of attacker`), `enemy of s` being the noun
/// `enemy` with `of`.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Phrase {
    pub relation: Option<Relation>,
    pub noun: Name,
    pub of: Option<Expr>,
    pub at: Option<Expr>,
    pub among: Option<Expr>,
    pub other_than: Option<Expr>,
    /// Over `it`.
    pub such: Option<Expr>,
}

/// `supposing STATEMENT [and STATEMENT]*, COND [in every case|in some case] [(up to N cases, beyond that: yes|no)]`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Supposing {
    /// Each `perform ..`, `.. goes to ..` or `all settles`.
    pub what: Vec<Stmt>,
    pub cond: Expr,
    /// `Every` or `Any`.
    pub cases: Option<Quantifier>,
    pub budget: Option<u32>,
    pub beyond: Option<bool>,
}
