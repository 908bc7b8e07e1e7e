//! What a kernel refuses before it starts: a fault of the rule that set it up, told in words.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The limits of a choice together need more totals to be told apart than the kernel keeps.
    TooManyTotals { most: u32 },
    /// A candidate came with another number of weights than there are limits.
    Weights {
        id: u32,
        limits: usize,
        weights: usize,
    },
    /// Ids must ascend, for a set is told once only: in that order.
    Order { id: u32, after: u32 },
    /// What costs nothing could be bought for ever.
    FreeOfCharge { id: u32 },
    /// The pool is bigger than the kernel counts.
    Pool { points: u32, most: u32 },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyTotals { most } => {
                write!(
                    f,
                    "these limits together need more than {most} different totals to be told apart; use smaller limits or fewer of them"
                )
            }
            Self::Weights {
                id,
                limits,
                weights,
            } => {
                write!(
                    f,
                    "candidate {id} has {weights} weights for {limits} limits"
                )
            }
            Self::Order { id, after } => write!(f, "id {id} comes after {after}; ids must ascend"),
            Self::FreeOfCharge { id } => {
                write!(f, "good {id} has price 0; a price must be at least 1")
            }
            Self::Pool { points, most } => {
                write!(f, "a pool of {points} points is more than {most}")
            }
        }
    }
}

impl std::error::Error for Refusal {}
