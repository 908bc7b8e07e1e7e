//! The harness: the oracle, and what the shipped machine is held to it with.
pub mod generate;
pub mod oracle;
