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

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}
