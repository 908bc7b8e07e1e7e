//! Kernels: the searches a rule may ask for, as iterators over plain data.
//!
//! In: neighbour tables (hex -> six neighbours, `u16::MAX` off the map), sets as `u64` bit words, small numbers.
//! Out: sets and numbers. Promises: nothing calls back, since the rule's own code runs between `next` and `offer`;
//! the same questions in the same order whatever a buffer held before; no allocation once the buffers have grown;
//! an `out` set is overwritten, never added to, and words past its end are dropped.
//! A kernel knows neither rules nor the state of a game.

mod bits;
mod choose;
mod refusal;
mod search;
mod spend;

pub use choose::Choose;
pub use refusal::Refusal;
pub use search::{Edge, Group, Homeward, OFF_MAP, Offer, Plain, Plan, Search, Step, Ways};
pub use spend::Spend;
