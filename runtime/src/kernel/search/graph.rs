//! What a search remembers: the judged steps of each state, and the labels, which are the ways worth keeping.
//!
//! A state is a hex with what the way carries there (0..=15). A slot is a state that was left at least once: its six
//! steps as they were offered. A label is one way to a state, by rank. Labels are kept in order of rank, and a step
//! always raises the rank, so the list is a topological order of the ways.

use super::weight::Rank;

pub(super) const NONE: u32 = u32::MAX;

/// A judged step: what it makes the way carry in the low four bits, then these.
pub(super) const CARRY: u8 = 15;
pub(super) const OFFERED: u8 = 16;
pub(super) const STOP: u8 = 32;
pub(super) const PASS: u8 = 64;
pub(super) const BLOCKED: u8 = 128;

/// Per state, valid only in the run whose stamp it bears.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) stamp: u32,
    pub(super) slot: u32,
    /// The rank last put in the queue; what is no better in weight or steps need not be queued.
    pub(super) queued: Rank,
}

impl Seen {
    pub(super) const NEVER: Seen = Seen { stamp: 0, slot: NONE, queued: Rank::MAX };
}

#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) hex: u16,
    pub(super) carried: u8,
    /// The label kept last: the one of fewest steps.
    pub(super) newest: u32,
    pub(super) there: [u16; 6],
    pub(super) mark: [u8; 6],
    pub(super) weight: [u64; 6],
}

#[derive(Clone, Copy)]
pub(super) struct Label {
    pub(super) rank: Rank,
    pub(super) slot: u32,
    /// The label of the same slot kept before.
    pub(super) older: u32,
    pub(super) flags: u8,
}

/// A key of the queue: rank, then hex, then what is carried. This order is the order of the questions.
pub(super) fn key(rank: Rank, hex: u16, carried: u8) -> u128 {
    rank << 20 | u128::from(hex) << 4 | u128::from(carried & CARRY)
}

pub(super) fn unkey(key: u128) -> (Rank, u16, u8) {
    (key >> 20, (key >> 4) as u16, key as u8 & CARRY)
}
