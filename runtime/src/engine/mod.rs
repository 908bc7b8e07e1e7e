//! Playing: a game made ready, an engine with undo, abandon, save and replay, views, exact outcomes, reasons.

mod count;
mod dice;
mod game;
mod log;
mod names;
mod play;
mod refused;
mod replay;
mod save;
mod view;
mod why;

pub use count::{Policy, Uncounted, Weight, count};
pub use game::Game;
pub use log::Entry;
pub use play::{Engine, Offered, Prompt, Status};
pub use refused::Refused;
pub use replay::{ReplayError, replay};
pub use save::load;
pub use view::view;
pub use why::{Why, WhyRow, why};
