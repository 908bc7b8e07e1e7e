//! From the least to the most that a number may be, and what arithmetic makes of that. Numbers wrap around as native code's do: what
//! may go beyond 64 bits may be anything.

use super::{Bin, Range};

impl Range {
    pub const ALL: Range = Range { lo: i64::MIN, hi: i64::MAX };
    pub(super) const YES_OR_NO: Range = Range { lo: 0, hi: 1 };

    pub(super) fn only(value: i64) -> Range {
        Range { lo: value, hi: value }
    }

    /// Everything below it, beginning at zero.
    pub(super) fn below(end: i64) -> Range {
        Range { lo: 0, hi: end.saturating_sub(1) }
    }

    pub fn is_within(self, other: Range) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }

    /// What lies in both; nothing if nothing does.
    pub(super) fn both(self, other: Range) -> Option<Range> {
        let both = Range { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) };
        (both.lo <= both.hi).then_some(both)
    }

    pub(super) fn either(self, other: Range) -> Range {
        Range { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The least and the most of these; if one is nothing, it goes beyond 64 bits.
    fn around<const N: usize>(ends: [Option<i64>; N]) -> Range {
        let mut around: Option<Range> = None;
        for end in ends {
            let Some(end) = end.map(Range::only) else { return Range::ALL };
            around = Some(around.map_or(end, |around| around.either(end)));
        }
        around.unwrap_or(Range::ALL)
    }

    pub(super) fn plus(self, other: Range) -> Range {
        Range::around([self.lo.checked_add(other.lo), self.hi.checked_add(other.hi)])
    }

    pub(super) fn minus(self, other: Range) -> Range {
        Range::around([self.lo.checked_sub(other.hi), self.hi.checked_sub(other.lo)])
    }

    pub(super) fn times(self, other: Range) -> Range {
        Range::around([
            self.lo.checked_mul(other.lo),
            self.lo.checked_mul(other.hi),
            self.hi.checked_mul(other.lo),
            self.hi.checked_mul(other.hi),
        ])
    }

    /// Rounded down. A divisor above zero keeps the order of what is divided; for any other it may be anything.
    fn divided(self, by: Range) -> Range {
        if by.lo < 1 {
            return Range::ALL;
        }
        Range::around([
            Some(self.lo.div_euclid(by.lo)),
            Some(self.lo.div_euclid(by.hi)),
            Some(self.hi.div_euclid(by.lo)),
            Some(self.hi.div_euclid(by.hi)),
        ])
    }

    /// What is left when it is divided.
    fn rest(self, by: Range) -> Range {
        if by.lo < 1 {
            return Range::ALL;
        }
        if self.is_within(Range::below(by.lo)) {
            return self;
        }
        let most = if self.lo >= 0 { self.hi.min(by.hi - 1) } else { by.hi - 1 };
        Range { lo: 0, hi: most }
    }

    /// Does the comparison hold for all of these, or for none?
    pub(super) fn decided(how: Bin, a: Range, b: Range) -> Option<bool> {
        let (yes, no) = match how {
            Bin::Lt => (a.hi < b.lo, a.lo >= b.hi),
            Bin::Le => (a.hi <= b.lo, a.lo > b.hi),
            Bin::Eq => (a.lo == a.hi && a == b, a.both(b).is_none()),
            Bin::Ne => (a.both(b).is_none(), a.lo == a.hi && a == b),
            Bin::Add | Bin::Sub | Bin::Mul | Bin::Min | Bin::Max | Bin::DivDown | Bin::DivUp | Bin::Mod => {
                (false, false)
            }
        };
        (yes || no).then_some(yes)
    }

    pub(super) fn of(how: Bin, a: Range, b: Range) -> Range {
        match how {
            Bin::Add => a.plus(b),
            Bin::Sub => a.minus(b),
            Bin::Mul => a.times(b),
            Bin::Min => Range { lo: a.lo.min(b.lo), hi: a.hi.min(b.hi) },
            Bin::Max => Range { lo: a.lo.max(b.lo), hi: a.hi.max(b.hi) },
            Bin::DivDown => a.divided(b),
            // The least number has none that is turned.
            Bin::DivUp => {
                let turned = Range::only(0).minus(a);
                Range::only(0).minus(turned.divided(b))
            }
            Bin::Mod => a.rest(b),
            Bin::Eq | Bin::Ne | Bin::Lt | Bin::Le => {
                Range::decided(how, a, b).map_or(Range::YES_OR_NO, |holds| Range::only(i64::from(holds)))
            }
        }
    }

    /// What is left of both where the comparison holds, or where it does not; nothing if it never comes out so.
    pub(super) fn where_it(how: Bin, holds: bool, a: Range, b: Range) -> Option<(Range, Range)> {
        match (how, holds) {
            (Bin::Lt, true) => {
                let a = a.both(Range { lo: i64::MIN, hi: b.hi.checked_sub(1)? })?;
                Some((a, b.both(Range { lo: a.lo.checked_add(1)?, hi: i64::MAX })?))
            }
            (Bin::Le, true) => {
                let a = a.both(Range { lo: i64::MIN, hi: b.hi })?;
                Some((a, b.both(Range { lo: a.lo, hi: i64::MAX })?))
            }
            (Bin::Lt, false) => Range::where_it(Bin::Le, true, b, a).map(|(b, a)| (a, b)),
            (Bin::Le, false) => Range::where_it(Bin::Lt, true, b, a).map(|(b, a)| (a, b)),
            (Bin::Eq, true) | (Bin::Ne, false) => a.both(b).map(|both| (both, both)),
            (Bin::Eq, false) | (Bin::Ne, true) => Some((a.without(b)?, b.without(a)?)),
            (Bin::Add | Bin::Sub | Bin::Mul | Bin::Min | Bin::Max | Bin::DivDown | Bin::DivUp | Bin::Mod, _) => {
                Some((a, b))
            }
        }
    }

    /// Without the other's value, if that is one alone and stands at an end.
    pub(super) fn without(self, other: Range) -> Option<Range> {
        let Range { mut lo, mut hi } = self;
        if other.lo == other.hi {
            if lo == other.lo {
                lo = lo.checked_add(1)?;
            }
            if hi == other.lo {
                hi = hi.checked_sub(1)?;
            }
        }
        (lo <= hi).then_some(Range { lo, hi })
    }
}

#[cfg(test)]
mod tests {
    use super::{Bin, Range};

    const ALL_BINS: [Bin; 12] = [
        Bin::Add,
        Bin::Sub,
        Bin::Mul,
        Bin::Min,
        Bin::Max,
        Bin::DivDown,
        Bin::DivUp,
        Bin::Mod,
        Bin::Eq,
        Bin::Ne,
        Bin::Lt,
        Bin::Le,
    ];

    fn floor(a: i64, b: i64) -> i64 {
        let down = a.wrapping_div(b);
        if a.wrapping_rem(b) != 0 && (a < 0) != (b < 0) { down - 1 } else { down }
    }

    /// As the engines do it; nothing where they divide by nothing.
    fn does(how: Bin, a: i64, b: i64) -> Option<i64> {
        let divides = matches!(how, Bin::DivDown | Bin::DivUp | Bin::Mod);
        (!divides || b != 0).then(|| match how {
            Bin::Add => a.wrapping_add(b),
            Bin::Sub => a.wrapping_sub(b),
            Bin::Mul => a.wrapping_mul(b),
            Bin::Min => a.min(b),
            Bin::Max => a.max(b),
            Bin::DivDown => floor(a, b),
            Bin::DivUp => floor(a.wrapping_neg(), b).wrapping_neg(),
            Bin::Mod => a.wrapping_sub(floor(a, b).wrapping_mul(b)),
            Bin::Eq => i64::from(a == b),
            Bin::Ne => i64::from(a != b),
            Bin::Lt => i64::from(a < b),
            Bin::Le => i64::from(a <= b),
        })
    }

    /// Ranges between these ends, and numbers in them: every number of a short one, both ends and those beside them of others.
    const ENDS: [i64; 11] = [i64::MIN, i64::MIN + 1, -1 << 40, -7, -1, 0, 1, 6, 1 << 40, i64::MAX - 1, i64::MAX];

    fn ranges() -> impl Iterator<Item = Range> {
        ENDS.into_iter().flat_map(|lo| ENDS.into_iter().filter(move |hi| lo <= *hi).map(move |hi| Range { lo, hi }))
    }

    fn numbers(Range { lo, hi }: Range) -> impl Iterator<Item = i64> {
        let near = (-3..=3).chain(ENDS).chain([lo.wrapping_add(1), hi.wrapping_sub(1), lo, hi]);
        near.filter(move |number| (lo..=hi).contains(number))
    }

    #[test]
    fn no_result_lies_beyond_its_range() {
        for (a, b) in ranges().flat_map(|a| ranges().map(move |b| (a, b))) {
            for how in ALL_BINS {
                let of = Range::of(how, a, b);
                for (one, two) in numbers(a).flat_map(|one| numbers(b).map(move |two| (one, two))) {
                    let Some(done) = does(how, one, two) else { continue };
                    assert!(Range::only(done).is_within(of), "{how:?}: {one} in {a:?}, {two} in {b:?}: {done}, {of:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_that_holds_is_left_out_behind_a_comparison() {
        for (a, b) in ranges().flat_map(|a| ranges().map(move |b| (a, b))) {
            for (how, holds) in
                [Bin::Eq, Bin::Ne, Bin::Lt, Bin::Le].into_iter().flat_map(|how| [(how, true), (how, false)])
            {
                let left = Range::where_it(how, holds, a, b);
                for (one, two) in numbers(a).flat_map(|one| numbers(b).map(move |two| (one, two))) {
                    if does(how, one, two) != Some(i64::from(holds)) {
                        continue;
                    }
                    let Some((a, b)) = left else { panic!("{how:?} {holds}: {one} and {two} were left out") };
                    assert!(
                        Range::only(one).is_within(a) && Range::only(two).is_within(b),
                        "{how:?} {holds}: {one}, {two}"
                    );
                    assert_ne!(Range::decided(how, a, b), Some(!holds));
                }
            }
        }
    }

    #[test]
    fn short_ranges_are_known_to_the_number() {
        let short = |lo, hi| Range { lo, hi };
        assert_eq!(Range::of(Bin::DivDown, short(-7, 27), short(4, 16)), short(-2, 6));
        assert_eq!(Range::of(Bin::DivUp, short(-7, 27), short(4, 16)), short(-1, 7));
        assert_eq!(Range::of(Bin::Mod, Range::ALL, Range::only(64)), short(0, 63));
        assert_eq!(Range::of(Bin::Mod, short(3, 5), Range::only(64)), short(3, 5));
        assert_eq!(Range::of(Bin::Mul, short(-3, 2), short(-5, 4)), short(-12, 15));
        assert_eq!(Range::where_it(Bin::Ne, true, short(0, 7), Range::only(0)).map(|(a, _)| a), Some(short(1, 7)));
    }
}
