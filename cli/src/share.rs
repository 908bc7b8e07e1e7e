//! A share of many games, and how far off it may be. In: so many of so many. Out: thousandths, with Wilson's interval:
//! in 95 of 100 such series the share of all games there could be lies in it. It holds for few games and for shares
//! near none and all, where the simpler one does not (Wilson 1927; Brown, Cai and DasGupta 2001).

use std::fmt;

/// 1.96, and its square, in ten-thousandths.
const Z: u128 = 19_600;
const Z_SQUARED: u128 = 38_416;
const ONE: u128 = 10_000;

/// In thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Share {
    pub(crate) found: u64,
    pub(crate) least: u64,
    pub(crate) most: u64,
}

impl Share {
    /// `count` of `all`; `all` is at least one.
    pub(crate) fn of(count: u64, all: u64) -> Share {
        let (k, n) = (u128::from(count.min(all)), u128::from(all.max(1)));
        let under = n * ONE + Z_SQUARED;
        let centre = 1000 * (k * ONE + Z_SQUARED / 2) / under;
        // The root of k (n - k) / n + z^2 / 4, in ten-thousandths.
        let root = (k * (n - k) * ONE * ONE / n + Z_SQUARED * ONE / 4).isqrt();
        let half = (1000 * Z * root / ONE).div_ceil(under);
        let thousandths = |value: u128| u64::try_from(value.min(1000)).unwrap_or(1000);
        Share {
            found: thousandths((2000 * k + n) / (2 * n)),
            least: thousandths(centre.saturating_sub(half)),
            most: thousandths(centre + half + 1),
        }
    }
}

/// `88.0% (80.1% to 93.1%)`
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |thousandths: u64| format!("{}.{}%", thousandths / 10, thousandths % 10);
        write!(f, "{} ({} to {})", percent(self.found), percent(self.least), percent(self.most))
    }
}

#[cfg(test)]
mod tests {
    use super::Share;

    /// Figures of R's `binom::binom.wilson`, widened by less than two thousandths for the rounding.
    #[test]
    fn the_interval_is_wilsons() {
        for (count, all, found, least, most) in [
            (0, 10, 0, 0, 278),
            (10, 10, 1000, 722, 1000),
            (5, 10, 500, 237, 763),
            (88, 100, 880, 802, 930),
            (1, 1, 1000, 207, 1000),
        ] {
            let share = Share::of(count, all);
            assert_eq!(share.found, found);
            assert!(share.least.abs_diff(least) <= 2 && share.most.abs_diff(most) <= 2, "{count} of {all}: {share}");
        }
    }
}
