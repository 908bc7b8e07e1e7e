//! The laws of the core, each held to generated programs or to a small game that shows it.

#[path = "laws/back.rs"]
mod back;
#[path = "laws/bad.rs"]
mod bad;
#[path = "laws/chance.rs"]
mod chance;
#[path = "laws/count.rs"]
mod count;
#[path = "laws/files.rs"]
mod files;
#[path = "laws/hidden.rs"]
mod hidden;
#[path = "laws/play.rs"]
mod play;
#[path = "laws/recall.rs"]
mod recall;
#[path = "laws/shared.rs"]
mod shared;
#[path = "laws/steps.rs"]
mod steps;
#[path = "laws/tried.rs"]
mod tried;
#[path = "laws/words.rs"]
mod words;
