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
    let all = (u64::MAX / mask(width)).wrapping_mul(value);
    for (word, of) in spans(bit, width * count) {
        words[word] = words[word] & !of | all & of;
    }
}

/// Do `count` fields from `bit` on all hold `value`?
pub(crate) fn all_hold(words: &[u64], bit: u32, width: u32, count: u32, value: u64) -> bool {
    let all = (u64::MAX / mask(width)).wrapping_mul(value);
    spans(bit, width * count).all(|(word, of)| (words[word] ^ all) & of == 0)
}

/// The words in which so many bits from `bit` on stand, and which bits of each.
fn spans(bit: u32, bits: u32) -> impl Iterator<Item = (usize, u64)> {
    let end = bit + bits;
    (bit / 64..end.div_ceil(64)).map(move |word| {
        let (below, above) = (bit.saturating_sub(word * 64), (word * 64 + 64).saturating_sub(end));
        (word as usize, u64::MAX << below & u64::MAX >> above)
    })
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
