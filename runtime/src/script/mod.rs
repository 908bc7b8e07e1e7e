//! Examples played and checked: what is answered and what falls, and what must hold on the way.

mod expect;
mod faulted;
mod odds;
mod refused;
mod report;
mod run;
mod step;
mod trace;
mod walk;

pub use faulted::meaning;
pub use odds::{Battle, Outcomes, battles};
pub use report::{Event, Failure, Ground, Report, StepReport};
pub use run::{after_steps, before_the_dice, run, run_each, run_in};
pub use step::{Arg, Asks, Course, Part, Permit, Reasons, Script, ScriptStep, StepKind, Within};
pub use trace::trace;
pub use walk::{Because, stands};
