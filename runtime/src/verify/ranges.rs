//! Interval arithmetic: from the ranges of the operands the range of the result, always wide enough and
//! exact at the corners. Pure; says `Trouble` instead of leaving -2^53..2^53.

use super::shape::LIMIT;
use crate::ir::{BinaryOp, Scalar, What};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// Not two numbers, two yes/no or two members of one domain.
    Kinds,
    /// Leaves the range that numbers may have.
    Huge,
    /// The divisor is zero and nothing else.
    Zero,
    /// A fraction where whole numbers are wanted.
    NotWhole,
}

type Ranged = Result<Scalar, Trouble>;

pub(super) fn int(den: u64, lo: i128, hi: i128) -> Ranged {
    let limit = i128::from(LIMIT);
    let (Ok(den), Ok(low), Ok(high)) = (u32::try_from(den), i64::try_from(lo), i64::try_from(hi)) else {
        return Err(Trouble::Huge);
    };
    if lo < -limit || hi > limit {
        return Err(Trouble::Huge);
    }
    Ok(Scalar { what: What::Int { den }, lo: low, hi: high })
}

/// The denominator, if it is a number.
pub(super) fn den(scalar: Scalar) -> Option<u32> {
    if let What::Int { den } = scalar.what { Some(den) } else { None }
}

/// Two values brought to one measure, so that their raw numbers compare.
pub(crate) fn level(a: Scalar, b: Scalar) -> Result<(Scalar, Scalar), Trouble> {
    if let (Some(da), Some(db)) = (den(a), den(b)) {
        let common = lcm(u64::from(da), u64::from(db));
        return Ok((scale(a, common)?, scale(b, common)?));
    }
    if a.what == b.what { Ok((a, b)) } else { Err(Trouble::Kinds) }
}

/// The same number counted in finer parts; `den` is a multiple of its own.
pub(super) fn scale(a: Scalar, to: u64) -> Ranged {
    let times = i128::from(to / u64::from(den(a).ok_or(Trouble::Kinds)?.max(1)));
    int(to, i128::from(a.lo) * times, i128::from(a.hi) * times)
}

pub(super) fn hull(a: Scalar, b: Scalar) -> Ranged {
    level(a, b).map(|(a, b)| a.hull(b))
}

pub(crate) fn negate(a: Scalar) -> Ranged {
    int(u64::from(den(a).ok_or(Trouble::Kinds)?), -i128::from(a.hi), -i128::from(a.lo))
}

/// To a whole number, downwards or upwards.
pub(crate) fn round(a: Scalar, up: bool) -> Ranged {
    let den = i128::from(den(a).ok_or(Trouble::Kinds)?.max(1));
    let to = |v: i64| if up { ceil(i128::from(v), den) } else { floor(i128::from(v), den) };
    int(1, to(a.lo), to(a.hi))
}

/// The total over at most `count` members, any of which may be left out.
pub(super) fn total(a: Scalar, count: u64) -> Ranged {
    let count = i128::from(count);
    let (lo, hi) = (i128::from(a.lo) * count, i128::from(a.hi) * count);
    int(u64::from(den(a).ok_or(Trouble::Kinds)?), lo.min(0), hi.max(0))
}

/// Arithmetic, `min` and `max`; other operators are not asked here and are trouble.
pub(crate) fn arithmetic(op: BinaryOp, a: Scalar, b: Scalar) -> Ranged {
    match op {
        BinaryOp::Add => sum(a, b),
        BinaryOp::Sub => sum(a, negate(b)?),
        BinaryOp::Mul => product(a, b),
        BinaryOp::DivDown => ratio(a, b, false),
        BinaryOp::DivUp => ratio(a, b, true),
        BinaryOp::Mod => remainder(a, b),
        BinaryOp::Min => level(a, b).map(|(a, b)| Scalar { what: a.what, lo: a.lo.min(b.lo), hi: a.hi.min(b.hi) }),
        BinaryOp::Max => level(a, b).map(|(a, b)| Scalar { what: a.what, lo: a.lo.max(b.lo), hi: a.hi.max(b.hi) }),
        BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::In
        | BinaryOp::Union
        | BinaryOp::Inter
        | BinaryOp::Minus => Err(Trouble::Kinds),
    }
}

fn sum(a: Scalar, b: Scalar) -> Ranged {
    if den(a).is_none() {
        return Err(Trouble::Kinds);
    }
    let (a, b) = level(a, b)?;
    let den = u64::from(den(a).ok_or(Trouble::Kinds)?);
    int(den, i128::from(a.lo) + i128::from(b.lo), i128::from(a.hi) + i128::from(b.hi))
}

fn product(a: Scalar, b: Scalar) -> Ranged {
    let (da, db) = (den(a).ok_or(Trouble::Kinds)?, den(b).ok_or(Trouble::Kinds)?);
    let corners = [a.lo, a.hi].map(|x| [b.lo, b.hi].map(|y| i128::from(x) * i128::from(y)));
    between(u64::from(da) * u64::from(db), corners.into_iter().flatten())
}

/// (a / da) / (b / db), rounded. The quotient is monotone in each operand where the divisor keeps its
/// sign, so its extremes stand at the ends and at the divisors next to zero.
fn ratio(a: Scalar, b: Scalar, up: bool) -> Ranged {
    let (da, db) = (den(a).ok_or(Trouble::Kinds)?, den(b).ok_or(Trouble::Kinds)?);
    let divisors = divisors(b)?;
    let quotients = divisors.iter().flat_map(|y| {
        [a.lo, a.hi].map(|x| {
            let (over, under) = (i128::from(x) * i128::from(db), i128::from(*y) * i128::from(da));
            if up { ceil(over, under) } else { floor(over, under) }
        })
    });
    between(1, quotients)
}

fn remainder(a: Scalar, b: Scalar) -> Ranged {
    if den(a).ok_or(Trouble::Kinds)? != 1 || den(b).ok_or(Trouble::Kinds)? != 1 {
        return Err(Trouble::NotWhole);
    }
    divisors(b)?;
    // It has the sign of the divisor.
    let lo = (i128::from(b.lo) + 1).min(0);
    let mut hi = (i128::from(b.hi) - 1).max(0);
    if b.lo > 0 && a.lo >= 0 {
        hi = hi.min(i128::from(a.hi));
    }
    int(1, lo, hi)
}

/// The ends of the divisor and what stands next to zero in it.
fn divisors(b: Scalar) -> Result<Vec<i64>, Trouble> {
    let some: Vec<i64> = [b.lo, -1, 1, b.hi].into_iter().filter(|y| *y != 0 && b.contains(*y)).collect();
    if some.is_empty() { Err(Trouble::Zero) } else { Ok(some) }
}

fn between(den: u64, values: impl Iterator<Item = i128>) -> Ranged {
    let (lo, hi) = values.fold((i128::MAX, i128::MIN), |(lo, hi), v| (lo.min(v), hi.max(v)));
    int(den, lo, hi)
}

fn floor(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn ceil(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) == (b < 0) { quotient + 1 } else { quotient }
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a.max(1), b.max(1));
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).max(1) * b.max(1)
}
