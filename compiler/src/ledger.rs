//! The ledger of a book: its rules one by one in our own words, by case.
//!
//! In: the text of `ledger.tsv`. Out: whether a case exists.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {}
