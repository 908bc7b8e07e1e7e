//! What is played: statements, actions, procedures, the sequence, set-ups, and where it all begins.

mod action;
mod asks;
mod cups;
mod each;
mod moves;
mod nesting;
mod offers;
mod played;
mod pools;
mod progress;
mod rounds;
mod scene;
mod sequence;
mod stack;
mod stmt;
mod suppose;
mod turns;
mod way;

pub(crate) use action::endings;
pub(crate) use moves::is_step_limit;
pub(crate) use played::does_nothing;
pub use scene::Starts;
pub(crate) use stack::{Stack, declare as declare_stack};
pub(crate) use way::Stage;

use super::maker::Maker;

/// Write every function that changes something. Actions come before phases, which ask for them.
pub(crate) fn define(maker: &mut Maker<'_>, starts: Starts) {
    maker.begin_piece = scene::begin_piece(maker);
    maker.taken_absent = crate::translate::in_play::kept_absent(maker);
    nesting::held(maker);
    turns::counted(maker);
    played::held(maker);
    action::triggers(maker);
    action::purchases(maker);
    action::procedures(maker);
    action::actions(maker);
    sequence::named(maker);
    sequence::periods(maker);
    sequence::phases(maker);
    scene::main(maker, starts);
}
