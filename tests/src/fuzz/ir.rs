//! Bytes as the text of a program, and as the seed of one.

use super::edits::edited;
use super::{Bytes, LONGEST, WORK};
use crate::agree::compare;
use crate::generate::generate;
use crate::harness;
use wgr_runtime::engine::Game;
use wgr_runtime::exec::{Fair, Generator, Machine, Step};
use wgr_runtime::state::State;

/// Programs that bytes change: what the IR can say stands in one of them.
const HOSTS: [&str; 6] = [
    include_str!("../../suite/laws/drill.ir"),
    include_str!("../../suite/shapes/01_hit_conversion.ir"),
    include_str!("../../suite/shapes/03_zones_by_purpose.ir"),
    include_str!("../../suite/shapes/07_replacement.ir"),
    include_str!("../../suite/shapes/08_command_lines.ir"),
    include_str!("../../suite/shapes/09_cup_and_fog.ir"),
];

/// Bytes as the text of a program, and as changes to a good one, with a short game of each.
pub fn ir_text(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(&bytes[..bytes.len().min(LONGEST)]) {
        read(text);
    }
    let mut bytes = Bytes(bytes);
    let host = HOSTS[bytes.below(HOSTS.len())];
    read(&edited(host, &mut bytes));
}

fn read(text: &str) {
    match harness::game(text) {
        Ok(game) => short_game(&game),
        Err(errors) => {
            assert!(!errors.is_empty() && errors.iter().all(|error| !error.what.is_empty()), "no message");
        }
    }
}

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
