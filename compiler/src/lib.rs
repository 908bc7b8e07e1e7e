//! *compiler* is the only crate that knows both the text of the rules and the machine that plays them.

mod check;
mod compiled;
mod confirm;
mod contents;
pub mod diag;
mod findings;
mod fix;
mod hir;
mod ledger;
pub mod limits;
mod lower;
mod outline;
mod prepare;
mod prove;
mod render;
mod series;
mod source;
mod translate;
mod unused;
mod viewpoint;
mod wakes;
mod wire;

pub use check::{Checked, Workspace, check, check_from};
pub use compiled::{Compiled, Counts, Scenario};
pub use fix::apply;
pub use ledger::{Ledger, LedgerLine};
pub use lower::lower;
pub use outline::{Carrier, Carries, Heading, Outline, Ruling, outline};
pub use prove::{Assumption, Beyond, Finding, FindingKind, Laid, Memory, OpenWhat, Proof, Witness, prove};
pub use render::{Format, Look, moves, quoted, render};
pub use series::series_of;
pub use source::{FileId, Source, Sources};
pub use translate::{Amended, Starts, Unsettled};
