//! *compiler* is the only crate that knows both the text of the rules and the machine that plays them.

mod apart;
mod callees;
mod check;
mod clarified;
mod compiled;
mod confirm;
mod contents;
pub mod diag;
mod findings;
mod fix;
mod hir;
mod layers;
mod ledger;
pub mod limits;
pub mod looks;
mod lower;
mod mutants;
mod names;
mod outline;
mod prepare;
mod prove;
mod rename;
mod render;
mod series;
mod source;
mod supposed;
mod translate;
mod unmoved;
mod unused;
mod viewpoint;
mod wakes;
mod wire;

pub use check::{Checked, Workspace, check, check_from, names};
pub use compiled::{Compiled, Counts, PlayOption, Scenario};
pub use fix::apply;
pub use layers::{
    Amended, Aside, Baked, Change, ErrataHead, Origin, OriginPart, Slot, baked, changes, errata_of, origins, slots,
};
pub use ledger::{Ledger, LedgerLine};
pub use lower::lower;
pub use mutants::{Mutant, Mutation, mutants};
pub use names::{Hint, Mark, Names, Sort, Symbol, SymbolId, Typed};
pub use outline::{Carrier, Carries, Heading, Outline, Phase, Ruling, outline};
pub use prove::{Assumption, Beyond, Finding, FindingKind, Laid, Memory, OpenWhat, Proof, Witness};
pub use rename::{Rewrite, fixed, rename};
pub use render::{Format, Look, moves, quoted, render};
pub use series::series_of;
pub use source::{FileId, Source, Sources};
pub use translate::{Starts, Unsettled};
