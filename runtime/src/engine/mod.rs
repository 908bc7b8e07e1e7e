//! Playing: a game made ready, an engine with undo, abandon, save and replay, views, exact outcomes, reasons.

mod acted;
mod called;
mod change;
mod contents;
mod count;
mod dice;
mod game;
mod head;
mod kept;
mod log;
mod names;
mod never;
mod origin;
mod play;
mod refused;
mod replay;
mod save;
mod shown;
mod view;
mod why;

pub use change::{changes, stacks, standing};
pub use contents::Contents;
pub use count::{Policy, Uncounted, Weight, count};
pub use game::Game;
pub use head::{Head, Sort};
pub(crate) use kept::read_json;
pub use kept::sealed;
pub use log::Entry;
pub use never::{Broken, MOST_SITUATIONS, Never, Watch};
pub use play::{Engine, Offered, Only, Prompt, Status, Wanted};
pub use refused::Refused;
pub use replay::{ReplayError, replay};
pub use save::load;
pub use shown::{Counted, Kept, Scales};
pub use view::view;
pub use why::{Why, WhyRow, answer, members, why, why_ask, why_ask_about};
