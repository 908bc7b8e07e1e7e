//! Execution: register code, the machine that runs it, chance.

pub mod blocks;
pub mod chance;
mod chronicle;
mod code;
mod compile;
mod elements;
mod host;
mod machine;
mod mir;
mod op;
mod reasons;
mod rules;
mod watched;

pub use chance::{Chance, Counted, Die, Drawing, Fair, Generator, Stop};
pub(crate) use chronicle::Happened;
pub use code::{Code, Fault, FaultCode, Goes, Having, MarkCode, Unfit};
pub use elements::Elements;
pub use host::{Done, Host, Inside, Native};
pub use machine::{AskId, Asked, Choice, MOST_OPTIONS, Machine, Step, WORK, take_lowest};
pub use mir::{Pass, Passes};
pub(crate) use reasons::{Acted, ActedRow, LookUp, Reasons};
pub use rules::{Rules, Turned};
pub use watched::{Searched, Watched};
