//! Types: every value carries its range, so that storage width, checks and native code follow from it.

use super::ids::DomainId;

/// What a number stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum What {
    /// An exact number counted in `den`-ths: `int 0..18/2` holds 0, 1/2, 1, .. 9.
    Int { den: u32 },
    /// 0 is no, 1 is yes.
    Bool,
    /// A member of a domain by its index; -1 is "none" (an `opt`).
    Id(DomainId),
}

/// A number with its bounds, both inclusive, in raw units (`den`-ths, member indices).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Scalar {
    pub what: What,
    pub lo: i64,
    pub hi: i64,
}

/// The type of every expression, local, parameter and cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Type {
    Scalar(Scalar),
    Set(DomainId),
}

/// What stands for "no member" in an `opt`.
pub const NONE: i64 = -1;

impl Scalar {
    pub const BOOL: Scalar = Scalar { what: What::Bool, lo: 0, hi: 1 };

    pub const fn int(lo: i64, hi: i64) -> Self {
        Scalar { what: What::Int { den: 1 }, lo, hi }
    }

    /// Can every value of `self` stand in a place of type `place` without a check?
    pub fn fits(self, place: Scalar) -> bool {
        self.what == place.what && place.lo <= self.lo && self.hi <= place.hi
    }

    pub fn contains(self, value: i64) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// How many values there are.
    pub fn span(self) -> u64 {
        self.hi.abs_diff(self.lo).saturating_add(1)
    }

    /// The smallest range that holds both (same `what`).
    pub fn hull(self, other: Scalar) -> Scalar {
        Scalar { what: self.what, lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// What a place of this type holds before anything is written to it, and what an all-zero state means:
    /// none for an `opt`, nought where the range has it, else the least value.
    pub fn zero(self) -> i64 {
        match self.what {
            What::Int { .. } if self.contains(0) => 0,
            What::Int { .. } | What::Bool | What::Id(_) => self.lo,
        }
    }

    pub fn is_opt(self) -> bool {
        matches!(self.what, What::Id(_)) && self.lo == NONE
    }
}

impl Type {
    pub const BOOL: Type = Type::Scalar(Scalar::BOOL);

    pub const fn int(lo: i64, hi: i64) -> Self {
        Type::Scalar(Scalar::int(lo, hi))
    }

    pub fn scalar(self) -> Option<Scalar> {
        match self {
            Type::Scalar(scalar) => Some(scalar),
            Type::Set(_) => None,
        }
    }
}

/// Words that a set over `size` members takes.
pub const fn set_words(size: usize) -> usize {
    size.div_ceil(64)
}
