//! The layout of rules: what it does to texts, and what it promises of every text.
//!
//! In: the shipped games, the samples of the pages, texts with planted mistakes, and texts made of pieces of these.

#[path = "format/laid.rs"]
mod laid;
#[path = "format/laws.rs"]
mod laws;
