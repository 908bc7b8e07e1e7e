//! The law of hidden information: what a side cannot see changes nothing that it is told.

use super::play::{Walk, make, whole_game};
use wgr_runtime::engine::{Seat, Sight, View};
use wgr_runtime::exec::{Fair, Generator, Machine, Step, Stop};
use wgr_runtime::ir::{CellId, Type};
use wgr_runtime::state::State;
use wgr_tests::fuzz::drill;
use wgr_tests::generate::generate;

#[test]
fn what_a_side_cannot_see_changes_nothing_it_is_told() {
    let (mut programs, mut changed) = (0, 0);
    for seed in 2000..2300 {
        let program = generate(seed);
        let Some(cell) = program.cells.iter().position(|cell| cell.hidden.is_some()).map(CellId::new) else { continue };
        let Some(made) = make(seed, program) else { continue };
        programs += 1;
        let mut chance = Fair(seed);
        for game in 0..2 {
            whole_game(&made, game, |walk, labels| {
                let Step::Ask(asked) = walk.step else { return };
                let Some(other) = with_secrets_changed(walk, cell, asked.side, &mut chance) else { return };
                changed += 1;
                let told = View::of(&made.game, &walk.state, Seat::Side(asked.side));
                assert_eq!(told, View::of(&made.game, &other, Seat::Side(asked.side)), "seed {seed}, {labels:?}");
                assert_eq!(walk.stand(), Walk::at(&made.game, other).stand(), "seed {seed}, {labels:?}");
            });
        }
    }
    assert!(programs > 60 && changed > 100, "{programs} programs, {changed} asks");
}

/// Another value in every hidden place that the side does not see; None if it sees them all.
fn with_secrets_changed(walk: &Walk, cell: CellId, side: i64, chance: &mut Fair) -> Option<State> {
    let game = &walk.game;
    let hidden = game.program().cell(cell).hidden?;
    let Type::Scalar(range) = game.program().cell(cell).value else { return None };
    let (place, shown) = (game.layout().place(cell), game.layout().place(hidden.shown));
    let mut other = walk.state.clone();
    for element in 0..place.count {
        let index = [place.index_of(element), vec![side]].concat();
        let mut machine = Machine::new(game.rules());
        let owner = machine.call(&mut walk.state.clone(), hidden.sees, &index, &mut Stop) == Step::Over(1);
        let shown = shown.element(&index).is_some_and(|at| walk.state.get(shown, at) == 1);
        if !owner && !shown {
            other.set(place, element, range.lo + chance.below(range.span()) as i64).unwrap();
        }
    }
    (other != walk.state).then_some(other)
}

#[test]
fn a_view_holds_what_the_side_sees_and_nothing_that_runs() {
    let game = drill();
    let walk = Walk::new(game);
    let plan = game.program().cell_named("plan").unwrap();
    let text = |side| game.cell_text(View::of(game, &walk.state, Seat::Side(side)).state(), plan);
    assert_eq!(text(0), "a 1, b 1");
    assert_eq!(text(1), "c 1");
    let layout = game.layout();
    let red = View::of(game, &walk.state, Seat::Side(0));
    assert!(red.state().words()[layout.sections[5]..layout.sections[8]].iter().all(|word| *word == 0));
    assert!(walk.state.words()[layout.sections[5]..layout.sections[6]].iter().any(|word| *word != 0));
}

#[test]
fn what_is_shown_stays_in_view() {
    let game = drill();
    let mut engine = wgr_runtime::engine::Engine::new(game, 1);
    assert_eq!(engine.pick("show"), Ok(None));
    let plan = game.program().cell_named("plan").unwrap();
    assert_eq!(game.cell_text(View::of(game, engine.state(), Seat::Side(1)).state(), plan), "a 1, c 1");
    assert!(engine.undo(1).is_err(), "what was seen cannot be unseen");
}
