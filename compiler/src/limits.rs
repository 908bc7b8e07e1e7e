//! What a game may ask for. Each number stands here once, is held to where it is asked for, and is told on the page of
//! limits (`docs/limits.md`, `wgr explain limits`); a test holds the page to the numbers.

/// Entries of one table: lines times columns, ranges written out.
pub const MOST_ENTRIES: i64 = 1 << 16;
/// Dice that are rolled together, and faces of one.
pub const MOST_DICE: u32 = 20;
pub const MOST_FACES: u32 = 1_000;
/// Numbers as they are written, and what a range may hold.
pub const MOST_NUMBER: i64 = 1_000_000_000;
/// What a number without an end of its own (`0 or more`) may come to.
pub const MOST_OPEN: i64 = 9_999;
/// Cases of one supposition.
pub const MOST_CASES: u32 = 1_000_000;
/// Rows of one item.
pub const MOST_ROWS: usize = 2_000;
/// Rounds of one repeat.
pub const MOST_ROUNDS: u32 = 10_000;
/// Letters of one text that a message quotes.
pub const MOST_QUOTED: usize = 200;

/// Pieces of one game: a set of kinds is a word of so many bits.
pub const MOST_PIECES: usize = 64;
/// Different states that `odds` counts through where a game is played, and that `wgr odds` does unless told otherwise.
pub const MOST_STATES_IN_PLAY: usize = 20_000;
pub const MOST_STATES: usize = 100_000;
/// The same of each battle that `wgr diff` counts out.
pub const MOST_STATES_IN_DIFF: usize = 2_000;

/// The page.
pub const PAGE: &str = include_str!("../../docs/limits.md");
