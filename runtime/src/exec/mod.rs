//! Execution: register code, the machine that runs it, chance.

mod code;
mod compile;
mod op;

pub use code::{Code, Fault, FaultCode};
