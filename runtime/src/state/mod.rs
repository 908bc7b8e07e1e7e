//! The state of a game: one flat block of words. Equal states are equal words.

mod check;
mod frames;
mod layout;
mod live;
pub(crate) mod pack;

pub(crate) use frames::PC_WIDTH;
pub(crate) use frames::suspending;
pub use frames::{Frame, FramePoint, Frames, Slot};
pub use layout::{Coded, Form, Layout, Place, SECTIONS};
pub(crate) use layout::{OVER_BIT, RESULT_BIT};

use crate::ir::NONE;

/// Copied, hashed and compared in words. It holds no dice, no generator and no log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) words: Box<[u64]>,
}

/// A sparse cell holds as many entries as it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

impl State {
    /// Every cell is its zero and nothing runs.
    pub fn zero(layout: &Layout) -> State {
        State { words: vec![0; layout.words].into_boxed_slice() }
    }

    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The same block again without giving up this one's memory.
    pub fn copy_from(&mut self, other: &State) {
        self.words.copy_from_slice(&other.words);
    }

    /// A 64-bit fingerprint of the words, the same on every machine: FNV-1a over words in four lanes, so that no
    /// multiplication waits for the one before it, and the lanes folded at the end.
    pub fn hash(&self) -> u64 {
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let mix = |hash: u64, word: u64| {
            let hash = (hash ^ word).wrapping_mul(PRIME);
            hash ^ (hash >> 29)
        };
        let mut lanes: [u64; 4] = [0xcbf2_9ce4_8422_2325, 1, 2, 3];
        let chunks = self.words.chunks_exact(lanes.len());
        let rest = chunks.remainder();
        for chunk in chunks {
            lanes.iter_mut().zip(chunk).for_each(|(lane, word)| *lane = mix(*lane, *word));
        }
        lanes.iter().chain(rest).fold(self.words.len() as u64, |hash, word| mix(hash, *word))
    }

    /// What an element of a scalar cell holds.
    pub fn get(&self, place: &Place, element: u32) -> i64 {
        match place.form {
            Form::Packed { bit, width, code } => code.value(pack::get(&self.words, bit + element * width, width)),
            Form::Sparse { word, room, code } => {
                let entries = &self.words[word as usize..(word + room) as usize];
                let bits = find(entries, element).map_or(0, |at| entries[at] & 0xffff_ffff);
                code.value(bits)
            }
            Form::Sets { .. } => NONE,
        }
    }

    /// Write an element of a scalar cell; the value is within the cell's range.
    pub fn set(&mut self, place: &Place, element: u32, value: i64) -> Result<(), Full> {
        match place.form {
            Form::Packed { bit, width, code } => {
                pack::set(&mut self.words, bit + element * width, width, code.bits(value));
                Ok(())
            }
            Form::Sparse { word, room, code } => {
                put(&mut self.words[word as usize..(word + room) as usize], element, code.bits(value) as u32)
            }
            Form::Sets { .. } => Ok(()),
        }
    }

    /// Certainly the same in every element of this cell; what is not certain is to be looked at.
    pub(crate) fn is_alike(&self, other: &State, place: &Place) -> bool {
        self.words[words_of(place)] == other.words[words_of(place)]
    }

    /// Which elements of a scalar cell hold here something else than there, and what.
    pub(crate) fn each_unlike(&self, other: &State, place: &Place, mut tell: impl FnMut(u32, [i64; 2])) {
        let mut tell_element = |element| {
            let both = [self, other].map(|state| state.get(place, element));
            if both[0] != both[1] {
                tell(element, both);
            }
        };
        let Form::Packed { bit, width, .. } = place.form else { return (0..place.count).for_each(tell_element) };
        // No element lies in two words.
        for word in words_of(place).filter(|word| self.words[*word] != other.words[*word]) {
            let before = |word: usize| (word as u32 * 64).saturating_sub(bit).div_ceil(width).min(place.count);
            (before(word)..before(word + 1)).for_each(&mut tell_element);
        }
    }

    /// The words of an element of a set cell.
    pub fn members(&self, place: &Place, element: u32) -> &[u64] {
        &self.words[set_range(place, element)]
    }

    pub fn members_mut(&mut self, place: &Place, element: u32) -> &mut [u64] {
        &mut self.words[set_range(place, element)]
    }

    pub fn is_over(&self) -> bool {
        pack::get(&self.words, OVER_BIT, 1) == 1
    }

    /// Forget an element: a scalar becomes its zero, a set empty.
    pub(crate) fn clear(&mut self, place: &Place, element: u32) {
        match place.form {
            Form::Packed { bit, width, .. } => pack::set(&mut self.words, bit + element * width, width, 0),
            Form::Sparse { word, room, .. } => {
                // Writing zero only ever removes an entry, so there is always room.
                let _removed = put(&mut self.words[word as usize..(word + room) as usize], element, 0);
            }
            Form::Sets { .. } => self.members_mut(place, element).fill(0),
        }
    }

    /// The elements of a cell that are not zero, ascending.
    pub fn nonzero<'a>(&'a self, place: &'a Place) -> impl Iterator<Item = u32> + 'a {
        (0..place.count).filter(move |&element| match place.form {
            Form::Packed { bit, width, .. } => pack::get(&self.words, bit + element * width, width) != 0,
            Form::Sparse { word, room, .. } => {
                find(&self.words[word as usize..(word + room) as usize], element).is_ok()
            }
            Form::Sets { .. } => self.members(place, element).iter().any(|w| *w != 0),
        })
    }
}

/// The words in which a cell lies, with what else lies in the first and the last of them.
fn words_of(place: &Place) -> std::ops::Range<usize> {
    let (from, to) = match place.form {
        Form::Packed { bit, width, .. } => (bit / 64, (bit + place.count * width).div_ceil(64)),
        Form::Sets { word, words, .. } => (word, word + place.count * words),
        Form::Sparse { word, room, .. } => (word, word + room),
    };
    from as usize..to as usize
}

fn set_range(place: &Place, element: u32) -> std::ops::Range<usize> {
    let Form::Sets { word, words, .. } = place.form else { return 0..0 };
    let start = (word + element * words) as usize;
    start..start + words as usize
}

/// Entries are `(element + 1) << 32 | value`, ascending; unused ones are zero and stand last.
fn find(entries: &[u64], element: u32) -> Result<usize, usize> {
    let key = u64::from(element) + 1;
    let at = entries.partition_point(|&entry| entry != 0 && entry >> 32 < key);
    if at < entries.len() && entries[at] >> 32 == key { Ok(at) } else { Err(at) }
}

fn put(entries: &mut [u64], element: u32, value: u32) -> Result<(), Full> {
    let entry = (u64::from(element) + 1) << 32 | u64::from(value);
    match (find(entries, element), value) {
        (Ok(at), 0) => {
            entries[at..].rotate_left(1);
            if let Some(last) = entries.last_mut() {
                *last = 0;
            }
        }
        (Ok(at), _) => entries[at] = entry,
        (Err(_), 0) => {}
        (Err(at), _) => {
            if entries.last().is_none_or(|last| *last != 0) {
                return Err(Full);
            }
            entries[at..].rotate_right(1);
            entries[at] = entry;
        }
    }
    Ok(())
}
