//! What is played: statements, actions, procedures, the sequence, set-ups, and where it all begins.

mod action;
mod answers;
mod asks;
mod bearers;
mod boxes;
mod decided;
mod each;
mod entries;
mod in_turn;
mod instead;
mod laws;
mod like;
mod limits;
mod markers;
mod moments;
mod moves;
mod nesting;
mod offers;
mod placing;
mod played;
mod progress;
mod rounds;
mod runs;
mod scene;
mod sequence;
mod stack;
mod stmt;
mod suppose;
mod taken;
mod turns;
mod way;

pub(crate) use action::endings;
pub(crate) use asks::option_name;
pub(crate) use bearers::{Bearers, declare as declare_bearers};
pub(crate) use entries::{Arrivals, declare as declare_arrivals};
pub(crate) use laws::{Law, declare as declare_law};
pub(crate) use moments::{AtEnd, Lasting, Waits, is_awaited, moments, waits_for_a_moment};
pub(crate) use moves::{MOST_STEPS, is_step_limit};
pub(crate) use offers::is_phasing;
pub(crate) use played::does_nothing;
pub(crate) use runs::asked_outside;
pub use scene::Starts;
pub(crate) use sequence::{goals_everywhere, no_such_phase};
pub(crate) use stack::{Stack, declare as declare_stack};
pub(crate) use stmt::written;
pub(crate) use taken::Taken;
pub(crate) use turns::{MOST_TURNS, Turns, narrowed as narrows_turns, plays_on};
pub(crate) use way::{Stage, named_side, phases_named};

use super::builder::Builder;
use std::sync::Arc;

/// Write every function that changes something. Actions come before phases, which ask for them.
pub(crate) fn define(builder: &mut Builder<'_>, starts: Starts) {
    builder.starts = Arc::new(scene::starts(builder));
    builder.begin_piece = scene::begin_piece(builder);
    crate::translate::emit::boxes(builder);
    taken::states(builder);
    builder.taken_absent = crate::translate::in_play::kept_absent(builder);
    nesting::held(builder);
    turns::counted(builder);
    played::held(builder);
    instead::check(builder);
    action::triggers(builder);
    action::purchases(builder);
    action::procedures(builder);
    limits::bodies(builder);
    markers::bodies(builder);
    action::actions(builder);
    sequence::named(builder);
    sequence::phases(builder);
    scene::main(builder, starts);
}
