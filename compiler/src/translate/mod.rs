//! From syntax trees to the program: what a game's items mean.
//!
//! In: the trees of all files, in order, and the ledger. Out: an IR program whose row queries are still rows, and
//! everything that is wrong, each mistake once. What cannot be translated is left out, and the rest goes on.
//!
//! `declare` names everything, `rows` writes what rows answer, `play` writes actions, procedures and the sequence;
//! all three write expressions through one `Writer`.

mod call;
mod cond;
mod declare;
mod expr;
mod helpers;
mod maker;
mod play;
mod rows;
mod set;
mod ty;
mod types;
mod world;
mod writer;
