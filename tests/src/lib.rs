//! What the suites, laws and benches share: the harness, the oracle, and the generator of programs to hold the
//! shipped machine to it with.
pub mod agree;
pub mod generate;
pub mod harness;
pub mod oracle;
