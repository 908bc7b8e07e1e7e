//! Bytes as the seed of a program, and a game by chance.

use super::WORK;
use crate::agree::compare;
use crate::generate::generate;
use wgr_runtime::engine::Game;
use wgr_runtime::exec::{Fair, Generator, Machine, Step};
use wgr_runtime::state::State;

/// Some answers by chance, as long as no rule faults and not much work is done between two of them.
pub(super) fn short_game(game: &Game) {
    let mut state = State::zero(game.layout());
    let mut machine = Machine::new(game.rules());
    machine.set_work(WORK);
    let (mut dice, mut pick) = (Fair(1), Fair(2));
    let mut step = machine.run(&mut state, game.main(), &mut dice);
    for _ in 0..50 {
        if !matches!(step, Step::Ask(_)) {
            return;
        }
        let option = pick.below(machine.options().len() as u64) as usize;
        step = machine.answer(&mut state, game.main(), option, &mut dice);
    }
}

/// Bytes as the seed of a program and of a game of it: oracle and machine agree.
///
/// # Panics
/// If they do not.
pub fn programs(bytes: &[u8]) {
    let seed = bytes.iter().fold(0_u64, |seed, byte| seed.wrapping_mul(257).wrapping_add(u64::from(*byte) + 1));
    if let Err(what) = compare(&generate(seed), seed, 40) {
        panic!("seed {seed}: {what}");
    }
}
