//! The combat kernel gives the total that its dice, tables and battles are published with.

use wgr_runtime::exec::{Machine, Step};
use wgr_runtime::state::State;
use wgr_tests::kernels::{Xorshift32, combat};

#[test]
fn the_kernel_gives_the_published_total() {
    let game = combat();
    let mut machine = Machine::new(game.rules());
    let mut state = State::zero(game.layout());
    let mut dice = Xorshift32(2_463_534_242);
    let step = machine.run(&mut state, game.main(), &mut dice);
    assert_eq!(step, Step::Over(1_436_540));
}
