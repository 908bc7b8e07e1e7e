//! Ranges of exact numbers, as wide as what a stage can come to and no wider than any range may be. An
//! operation may not leave the widest range either, so running results stay an amount below it.

use wgr_runtime::ir::{Scalar, Type, What};

/// No range may leave these bounds; what does is checked when it runs.
const WIDEST: i128 = 1 << 53;

/// The numbers `lo/den ..= hi/den`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) den: u32,
    lo: i128,
    hi: i128,
}

impl Range {
    pub(super) fn exactly(value: i64) -> Self {
        Range { den: 1, lo: i128::from(value), hi: i128::from(value) }
    }

    pub(super) fn of(ty: Type) -> Option<Self> {
        match ty {
            Type::Scalar(Scalar { what: What::Int { den }, lo, hi }) if den > 0 => {
                Some(Range { den, lo: i128::from(lo), hi: i128::from(hi) })
            }
            Type::Scalar(_) | Type::Set(_) => None,
        }
    }

    pub(super) fn ty(self) -> Type {
        let Range { den, lo, hi } = self.cut();
        // Within 2^53, so nothing is lost.
        Type::Scalar(Scalar { what: What::Int { den }, lo: lo as i64, hi: hi as i64 })
    }

    fn cut(self) -> Self {
        self.cut_to(WIDEST)
    }

    /// The same numbers counted in `den`-ths, or a little more of them where `den` is coarser.
    pub(super) fn counted_in(self, den: u32) -> Self {
        let (up, down) = (i128::from(den), i128::from(self.den));
        let ceil = |v: i128| -(-v).div_euclid(down);
        Range { den, lo: (self.lo * up).div_euclid(down), hi: ceil(self.hi * up) }.cut()
    }

    /// Cut to what leaves room under the widest range for one more of these amounts to be added.
    pub(super) fn with_room_to_add(self, amounts: &[Range]) -> Self {
        let most = amounts.iter().map(|a| a.counted_in(self.den).size()).fold(0, i128::max);
        self.cut_to(WIDEST - most)
    }

    /// The same, to be multiplied.
    pub(super) fn with_room_to_multiply(self, amounts: &[Range]) -> Self {
        let most = amounts.iter().map(|a| a.size()).fold(1, i128::max);
        self.cut_to(WIDEST / most)
    }

    fn size(self) -> i128 {
        self.lo.abs().max(self.hi.abs())
    }

    fn cut_to(self, most: i128) -> Self {
        Range { lo: self.lo.clamp(-most, most), hi: self.hi.clamp(-most, most), ..self }
    }

    pub(super) fn hull(self, other: Range) -> Option<Self> {
        let den = common(self.den, other.den)?;
        let (a, b) = (self.counted_in(den), other.counted_in(den));
        Some(Range { den, lo: a.lo.min(b.lo), hi: a.hi.max(b.hi) })
    }

    /// What this can become if up to `times` amounts are added.
    pub(super) fn plus(self, amount: Range, times: u64) -> Option<Self> {
        let den = common(self.den, amount.den)?;
        let (a, b) = (self.counted_in(den), amount.counted_in(den));
        let n = i128::from(times);
        Some(Range { den, lo: a.lo + (b.lo * n).min(0), hi: a.hi + (b.hi * n).max(0) }.cut())
    }

    /// What this can become if it is multiplied by up to `times` amounts; more than one must be whole.
    pub(super) fn product(self, amount: Range, times: u64) -> Option<Self> {
        if times > 1 && amount.den != 1 {
            return None;
        }
        let mut range = self;
        for _ in 0..times {
            let next = range.times_once(amount)?;
            if next == range {
                break;
            }
            range = next;
        }
        Some(range)
    }

    fn times_once(self, amount: Range) -> Option<Self> {
        let den = self.den.checked_mul(amount.den)?;
        let ends = [self.lo * amount.lo, self.lo * amount.hi, self.hi * amount.lo, self.hi * amount.hi];
        let lo = ends.iter().copied().fold(ends[0], i128::min);
        let hi = ends.iter().copied().fold(ends[0], i128::max);
        Range { den, lo, hi }.cut().hull(self.counted_in(den))
    }

    /// Rounded to whole numbers, downwards or upwards.
    pub(super) fn rounded(self, up: bool) -> Self {
        let den = i128::from(self.den);
        let down = |v: i128| v.div_euclid(den);
        let round = |v: i128| if up { -down(-v) } else { down(v) };
        Range { den: 1, lo: round(self.lo), hi: round(self.hi) }
    }
}

/// The least common denominator.
fn common(a: u32, b: u32) -> Option<u32> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).checked_mul(b)
}
