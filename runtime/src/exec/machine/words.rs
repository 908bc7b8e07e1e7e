//! Sets as words.

/// The lowest member at or above nothing: the first bit that is set.
pub(super) fn lowest(words: &[u64]) -> Option<i64> {
    let at = words.iter().position(|w| *w != 0)?;
    Some((at * 64) as i64 + i64::from(words[at].trailing_zeros()))
}

pub(super) fn highest(words: &[u64]) -> Option<i64> {
    let at = words.iter().rposition(|w| *w != 0)?;
    Some((at * 64) as i64 + 63 - i64::from(words[at].leading_zeros()))
}

/// Take the lowest member out.
pub fn take_lowest(words: &mut [u64]) -> Option<i64> {
    for (at, word) in words.iter_mut().enumerate() {
        if *word != 0 {
            let bit = word.trailing_zeros();
            *word &= *word - 1;
            return Some((at * 64) as i64 + i64::from(bit));
        }
    }
    None
}

pub(super) fn has(words: &[u64], member: i64) -> bool {
    member >= 0 && words.get((member >> 6) as usize).is_some_and(|w| (w >> (member & 63)) & 1 == 1)
}

/// Put a member in; "none" and what is beyond the set change nothing.
pub(super) fn add(words: &mut [u64], member: i64) {
    if member >= 0
        && let Some(word) = words.get_mut((member >> 6) as usize)
    {
        *word |= 1 << (member & 63);
    }
}

pub(super) fn remove(words: &mut [u64], member: i64) {
    if member >= 0
        && let Some(word) = words.get_mut((member >> 6) as usize)
    {
        *word &= !(1 << (member & 63));
    }
}

/// Keep the members that are among the others, or those that are not.
pub(super) fn keep(words: &mut [u64], others: &[u64], are: bool) {
    for (at, word) in words.iter_mut().enumerate() {
        let others = others.get(at).copied().unwrap_or(0);
        *word &= if are { others } else { !others };
    }
}

/// Keep the members that pass.
pub(super) fn filter(words: &mut [u64], mut passes: impl FnMut(i64) -> bool) {
    for (at, word) in words.iter_mut().enumerate() {
        let (mut left, mut kept) = (*word, 0);
        while left != 0 {
            let bit = left.trailing_zeros();
            kept |= u64::from(passes((at * 64) as i64 + i64::from(bit))) << bit;
            left &= left - 1;
        }
        *word = kept;
    }
}

/// Exactly the members from `lo` to `hi`.
pub(in crate::exec) fn fill(words: &mut [u64], lo: i64, hi: i64) {
    for (at, word) in words.iter_mut().enumerate() {
        let first = (lo - (at * 64) as i64).clamp(0, 64);
        let end = (hi + 1 - (at * 64) as i64).clamp(0, 64);
        *word = below(end) & !below(first);
    }
}

/// The low `n` bits.
fn below(n: i64) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// The members, ascending.
pub(super) fn members(words: &[u64]) -> impl Iterator<Item = i64> + '_ {
    words.iter().enumerate().flat_map(|(at, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some((at * 64) as i64 + i64::from(bit))
        })
    })
}
