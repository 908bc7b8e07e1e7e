//! Three counts in one integer, so that comparing integers compares lexicographically; and the rank of a way.
//!
//! A weight is `first << 40 | second << 20 | third`; a rank is `weight << 16 | steps`, so that of two ways of equal
//! weight the one of fewer steps comes first. Counts saturate at `COUNT_MAX`; whoever adds is told.

pub(super) const COUNT_MAX: u32 = (1 << 20) - 1;
const CARRIES: u64 = 1 << 20 | 1 << 40 | 1 << 60;

/// Weight in the upper 60 bits of 76, steps in the lower 16.
pub(super) type Rank = u128;
pub(super) const NO_RANK: Rank = Rank::MAX;

/// The packed counts, and whether one of them was too big.
pub(super) fn pack(counts: [u32; 3]) -> (u64, bool) {
    let mut weight = 0;
    for count in counts {
        weight = weight << 20 | u64::from(count.min(COUNT_MAX));
    }
    (weight, counts.iter().any(|&count| count > COUNT_MAX))
}

pub(super) fn unpack(weight: u64) -> [u32; 3] {
    [40, 20, 0].map(|shift| (weight >> shift) as u32 & COUNT_MAX)
}

pub(super) fn first(weight: u64) -> u32 {
    (weight >> 40) as u32
}

/// `weight` with another first count.
pub(super) fn with_first(weight: u64, count: u32) -> u64 {
    weight & ((1 << 40) - 1) | u64::from(count.min(COUNT_MAX)) << 40
}

/// The sum count by count, and whether one of them did not fit.
pub(super) fn add(a: u64, b: u64) -> (u64, bool) {
    let sum = a + b;
    // A count that spilt shows as a carry into the lowest bit of its neighbour.
    if (a ^ b ^ sum) & CARRIES == 0 {
        return (sum, false);
    }
    let (a, b) = (unpack(a), unpack(b));
    (pack([a[0] + b[0], a[1] + b[1], a[2] + b[2]]).0, true)
}

pub(super) fn rank(weight: u64, steps: u16) -> Rank {
    Rank::from(weight) << 16 | Rank::from(steps)
}

pub(super) fn weight_of(rank: Rank) -> u64 {
    (rank >> 16) as u64
}

pub(super) fn steps_of(rank: Rank) -> u16 {
    rank as u16
}
