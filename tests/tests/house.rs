//! The house itself: who may depend on whom, what is pinned and why, what every file promises, which words stand
//! nowhere. In: the files of the workspace as they lie. `docs/architecture.md` tells the same in sentences.

#[path = "house/crates.rs"]
mod crates;
#[path = "house/editors.rs"]
mod editors;
#[path = "house/files.rs"]
mod files;
#[path = "house/look.rs"]
mod look;
#[path = "house/suite.rs"]
mod suite;
