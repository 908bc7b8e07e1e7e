//! The harness: what the suites, laws and benches share.
pub mod harness;
