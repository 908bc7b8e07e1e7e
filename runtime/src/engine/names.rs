//! How numbers are written.

/// A raw number counted in `den`-ths: `7`, `3 1/2`, `-1/4`.
pub(super) fn plain(raw: i64, den: u32) -> String {
    let den = i64::from(den.max(1));
    let (whole, part) = (raw / den, (raw % den).abs());
    if part == 0 {
        return whole.to_string();
    }
    let divisor = gcd(part, den);
    let fraction = format!("{}/{}", part / divisor, den / divisor);
    match (whole, raw < 0) {
        (0, false) => fraction,
        (0, true) => format!("-{fraction}"),
        (_, _) => format!("{whole} {fraction}"),
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}
