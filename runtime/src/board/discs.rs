//! Discs as sets, kept: rules ask again and again which hexes are within reach of the same few.

use super::{Board, Hex};
use std::sync::OnceLock;

/// Wider discs are not kept, nor those of larger maps: together they take some 30 MB at most.
pub const WIDEST: u16 = 12;
const MOST_HEXES: u16 = 4_096;

/// By hex and radius, as far as they were asked for. They say nothing that the board does not say.
#[derive(Clone, Debug, Default)]
pub(super) struct Discs(OnceLock<Vec<OnceLock<Box<[u64]>>>>);

impl PartialEq for Discs {
    fn eq(&self, _other: &Discs) -> bool {
        true
    }
}

impl Eq for Discs {}

impl Board {
    /// The hexes at most `k` away, as a set by their ids; nothing where it is not kept.
    pub fn disc_set(&self, hex: Hex, k: u16) -> Option<&[u64]> {
        if k > WIDEST || self.count() > MOST_HEXES {
            return None;
        }
        let width = usize::from(WIDEST) + 1;
        let all = self.discs.0.get_or_init(|| vec![OnceLock::new(); usize::from(self.count()) * width]);
        let kept = all.get(hex.index() * width + usize::from(k))?;
        Some(kept.get_or_init(|| {
            let mut words = vec![0_u64; usize::from(self.count()).div_ceil(64)];
            for hex in self.disc(hex, k) {
                words[hex.index() / 64] |= 1 << (hex.index() % 64);
            }
            words.into_boxed_slice()
        }))
    }
}
