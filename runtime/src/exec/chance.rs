//! Where dice and draws come from. The machine asks; who answers is the caller's affair: a game's log and
//! generator, a bare generator, or nobody (then the machine stops before the die, and every face is tried).

use crate::ir::{DomainId, SiteId};

/// One die: each value from `lo` to `hi` is as likely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Die {
    pub lo: i64,
    pub hi: i64,
    /// The rule that rolls it, if the program says so.
    pub site: Option<SiteId>,
    /// What the program calls it, by its place among all such names.
    pub name: u16,
    /// In marked code, where it stands of whom it is.
    pub(crate) about: Option<u16>,
}

impl Die {
    /// One that no program rolls.
    #[must_use]
    pub fn bare(lo: i64, hi: i64) -> Die {
        Die { lo, hi, site: None, name: 0, about: None }
    }
}

/// One draw from a cup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawing {
    pub domain: DomainId,
    /// The rule that draws, if the program says so.
    pub site: Option<SiteId>,
}

/// One source of chance. `None` stops the machine before the die or draw.
pub trait Chance {
    /// How it falls.
    fn roll(&mut self, die: Die) -> Option<i64>;
    /// One of the domain's members, by weight; weights are above zero.
    fn draw(&mut self, drawing: Drawing, weights: &[(i64, i64)]) -> Option<i64>;
    /// The generator that each die is asked of and nothing else: then native code may roll for itself.
    fn bare(&mut self) -> Option<&mut Fair> {
        None
    }
}

/// Nobody rolls: every die stops the machine.
pub struct Stop;

impl Chance for Stop {
    fn roll(&mut self, _die: Die) -> Option<i64> {
        None
    }
    fn draw(&mut self, _drawing: Drawing, _weights: &[(i64, i64)]) -> Option<i64> {
        None
    }
}

/// A bare generator of numbers below a bound.
pub trait Generator {
    /// A number from 0 to `bound - 1`; `bound` is at least 1.
    fn below(&mut self, bound: u64) -> u64;
    /// Itself, if it is one that native code knows.
    fn known(&mut self) -> Option<&mut Fair> {
        None
    }
}

impl<G: Generator> Chance for G {
    fn roll(&mut self, die: Die) -> Option<i64> {
        Some(die.lo + self.below(die.hi.abs_diff(die.lo) + 1) as i64)
    }

    fn draw(&mut self, _drawing: Drawing, weights: &[(i64, i64)]) -> Option<i64> {
        let total: i64 = weights.iter().map(|(_, weight)| weight).sum();
        let mut at = self.below(total.max(1) as u64) as i64;
        for &(member, weight) in weights {
            if at < weight {
                return Some(member);
            }
            at -= weight;
        }
        None
    }

    fn bare(&mut self) -> Option<&mut Fair> {
        self.known()
    }
}

/// The dice of games: SplitMix64 (Steele, Lea, Flood 2014), and rejection, so that every face is exactly as likely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fair(pub u64);

impl Generator for Fair {
    fn below(&mut self, bound: u64) -> u64 {
        evenly(bound, || {
            self.0 = self.0.wrapping_add(STRIDE);
            mix(self.0)
        })
    }

    fn known(&mut self) -> Option<&mut Fair> {
        Some(self)
    }
}

impl Fair {
    /// Dice that depend on both: on what would have fallen, and on a number from elsewhere.
    #[must_use]
    pub fn stirred(&self, by: u64) -> Fair {
        Fair(mix(self.0.wrapping_add(STRIDE)) ^ by)
    }
}

/// The dice of simulations: the n-th number of stream `key` is a function of both, so that games run in any
/// order, or at once, and give the same figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    pub key: u64,
    pub count: u64,
}

impl Generator for Counted {
    fn below(&mut self, bound: u64) -> u64 {
        let start = mix(self.key ^ 0x6a09_e667_f3bc_c909);
        evenly(bound, || {
            self.count += 1;
            mix(start.wrapping_add(self.count.wrapping_mul(STRIDE)))
        })
    }
}

/// The odd number nearest to 2^64 divided by the golden ratio.
pub const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;
/// How a number is mixed: it is moved down by so much, joined with what it was and multiplied by that; in the end moved once more.
pub const MIX: [(u32, u64); 2] = [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb)];
pub const MIX_LAST: u32 = 31;

/// A number below `bound`, each as likely: numbers from the last, incomplete run of `bound` are thrown away.
fn evenly(bound: u64, mut next: impl FnMut() -> u64) -> u64 {
    loop {
        let number = next();
        // Fewer than `bound` are thrown away, so most numbers need no more than this, and one division.
        if number <= u64::MAX - bound || number <= last_even(bound) {
            return number % bound;
        }
    }
}

/// The last number that is not thrown away.
#[must_use]
pub const fn last_even(bound: u64) -> u64 {
    u64::MAX - (u64::MAX % bound + 1) % bound
}

fn mix(mut z: u64) -> u64 {
    for (down, by) in MIX {
        z = (z ^ (z >> down)).wrapping_mul(by);
    }
    z ^ (z >> MIX_LAST)
}
