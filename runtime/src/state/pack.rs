//! Bits in words: fields of 1, 2, 4 .. 64 bits that never straddle a word.

/// The width of a field that can hold `span` values: the next power of two, so that no field straddles a word.
pub(super) fn width_for(span: u64) -> u32 {
    let bits = 64 - span.saturating_sub(1).leading_zeros();
    bits.max(1).next_power_of_two()
}

pub(crate) fn get(words: &[u64], bit: u32, width: u32) -> u64 {
    (words[(bit >> 6) as usize] >> (bit & 63)) & mask(width)
}

pub(crate) fn set(words: &mut [u64], bit: u32, width: u32, value: u64) {
    let word = &mut words[(bit >> 6) as usize];
    let shift = bit & 63;
    *word = (*word & !(mask(width) << shift)) | (value << shift);
}

/// `count` fields from `bit` on hold `value` from now on.
pub(crate) fn fill(words: &mut [u64], bit: u32, width: u32, count: u32, value: u64) {
    (0..count).for_each(|at| set(words, bit + at * width, width, value));
}

/// Which of `count` fields (at most 64) from `bit` on hold `value`: one bit each, the first lowest. All fields of a word are
/// compared at once.
pub(crate) fn same(words: &[u64], bit: u32, width: u32, count: u32, value: u64) -> u64 {
    let ones = u64::MAX / mask(width);
    let (wanted, tops) = (ones.wrapping_mul(value), ones << (width - 1));
    let (mut found, mut at) = (0, 0);
    while at < count {
        let from = bit + at * width;
        let shift = from & 63;
        let other = words[(from >> 6) as usize] ^ wanted;
        // The top bit of a field stays where the field is zero: below it nothing is carried, and it was not set itself.
        let mut equal = !(((other & !tops) + !tops) | other) & tops & (u64::MAX << shift);
        while equal != 0 {
            let field = (equal.trailing_zeros() - shift) >> width.trailing_zeros();
            found |= 1_u64.checked_shl(at + field).unwrap_or(0);
            equal &= equal - 1;
        }
        at += (64 - shift) >> width.trailing_zeros();
    }
    found
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}
