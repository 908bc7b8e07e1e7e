//! Sets as bit words: the handful of operations the kernels share.
//!
//! Reading past the end finds nothing, writing past the end is dropped: a short `out` is the caller's choice.

pub(super) fn has(words: &[u64], at: usize) -> bool {
    words
        .get(at / 64)
        .is_some_and(|word| word >> (at % 64) & 1 == 1)
}

pub(super) fn insert(words: &mut [u64], at: usize) {
    if let Some(word) = words.get_mut(at / 64) {
        *word |= 1 << (at % 64);
    }
}

/// Overwrites `out` with `words`.
pub(super) fn copy(words: &[u64], out: &mut [u64]) {
    out.fill(0);
    for (to, from) in out.iter_mut().zip(words) {
        *to = *from;
    }
}

/// The members, ascending.
pub(super) fn members(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(index * 64 + bit)
        })
    })
}
