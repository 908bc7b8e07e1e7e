//! The same things in plain Rust, as one would write them by hand with care and without tricks.

mod combat;
mod ground;

pub(crate) use combat::Battles;
pub(crate) use ground::Ground;

/// The most of `pool` that 24 goods can take: good k costs 2 + k mod 3 and may be bought 1 + k mod 4 times.
pub(crate) fn most_spent(pool: usize) -> u32 {
    let mut can = vec![false; pool + 1];
    can[0] = true;
    for good in 0..24 {
        let price = 2 + good % 3;
        for _ in 0..=good % 4 {
            for at in (price..=pool).rev() {
                can[at] |= can[at - price];
            }
        }
    }
    can.iter().rposition(|c| *c).unwrap_or(0) as u32
}
