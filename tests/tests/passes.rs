//! The passes over the tree that code is made of: what each of them leaves is a program that verifies; whichever is left out,
//! a game goes the same way; and of each it is shown what it makes of a small game.

use std::fmt::Write;
use wgr_compiler::Starts;
use wgr_runtime::engine::Game;
use wgr_runtime::exec::{Fair, Generator, Machine, Pass, Passes, Step};
use wgr_runtime::ir::Program;
use wgr_runtime::state::State;
use wgr_runtime::text::parts;
use wgr_runtime::verify::verify;
use wgr_tests::generate::generate;
use wgr_tests::harness::made_of;
use wgr_tests::rules::{checked, names, playable, suite, text};
use wgr_tests::shipped::{all, shipped};

/// Those that change the tree, in their order.
const OF_THE_TREE: [Pass; 8] = [
    Pass::Tabulate,
    Pass::Reckoned,
    Pass::Unfailing,
    Pass::Given,
    Pass::Splice,
    Pass::Straight,
    Pass::Once,
    Pass::Joined,
];

/// Programs by seeds.
const GENERATED: u64 = 60;

fn games() -> Vec<(String, Game)> {
    let of_suite = ["play", "passes"].into_iter().flat_map(|folder| {
        names(&suite(folder)).into_iter().map(move |name| {
            let text = text(&suite(folder).join(format!("{name}.wgr"))).unwrap();
            (name.clone(), playable(&checked(&name, &text, None).compiled.expect("it checks")))
        })
    });
    let of_shipped = all().into_iter().map(|name| {
        let compiled = shipped(&name).check(Starts::Scenarios).compiled.expect("it checks");
        (name, playable(&compiled))
    });
    let generated = (0..GENERATED).filter_map(|seed| {
        let program = generate(seed);
        let verified = verify(&program).ok()?;
        Some((format!("generated {seed}"), made_of(&program, &verified).unwrap()))
    });
    of_suite.chain(of_shipped).chain(generated).collect()
}

#[test]
fn what_each_pass_leaves_verifies() {
    for (name, game) in games() {
        let mut passes = Passes::NONE.with(Pass::Recall);
        // What is answered beforehand may hang on yes or no, or on none, which no table does that is written down.
        for pass in OF_THE_TREE.into_iter().filter(|pass| *pass != Pass::Tabulate) {
            passes = passes.with(pass);
            let tree = game.tree(passes).unwrap_or_else(|error| panic!("{name}, {}: {error:?}", pass.name()));
            if let Err(errors) = verify(&tree) {
                panic!("{name}: what `{}` leaves is not sound: {:?}", pass.name(), errors.first());
            }
        }
    }
}

/// Played by the same answers and dice to the same steps, options and states. Work is less with each pass.
fn goes_the_same_way(one: &Game, other: &Game, seed: u64, most: u64) -> Result<(), String> {
    let (mut dice, mut twin_dice) = (Fair(seed), Fair(seed));
    let mut answers = Fair(seed);
    let (mut machine, mut twin) = (Machine::new(one.rules()), Machine::new(other.rules()));
    let (mut state, mut twin_state) = (State::zero(one.layout()), State::zero(other.layout()));
    let mut steps =
        (machine.run(&mut state, one.main(), &mut dice), twin.run(&mut twin_state, other.main(), &mut twin_dice));
    for answered in 0..most {
        if steps.0 != steps.1 || machine.options() != twin.options() {
            return Err(format!("after {answered} answers: {:?} and not {:?}", steps.1, steps.0));
        }
        if state.words() != twin_state.words() || dice != twin_dice {
            return Err(format!("after {answered} answers the states differ"));
        }
        let Step::Ask(_) = steps.0 else { return Ok(()) };
        let option = answers.below(machine.options().len() as u64) as usize;
        steps = (
            machine.answer(&mut state, one.main(), option, &mut dice),
            twin.answer(&mut twin_state, other.main(), option, &mut twin_dice),
        );
    }
    Ok(())
}

#[test]
fn whichever_is_left_out_a_game_goes_the_same_way() {
    for (name, game) in games() {
        for pass in Pass::ALL {
            let without = game.made_by(Passes::ALL.without(pass)).unwrap();
            for seed in 1..3 {
                goes_the_same_way(&game, &without, seed, 60)
                    .unwrap_or_else(|what| panic!("{name} without `{}`, {seed}: {what}", pass.name()));
            }
        }
        let plainly = game.made_by(Passes::NONE).unwrap();
        goes_the_same_way(&game, &plainly, 3, 60).unwrap_or_else(|what| panic!("{name} without any: {what}"));
    }
}

/// Ways home are kept while men march, fall and come back, while hexes change hands near and far, and while it is supposed that they
/// do: and fewer than half of the steps are judged, on a map where most changes are near to most of it.
#[test]
fn ways_home_are_the_same_found_anew() {
    let source = text(&suite("passes").join("ways_home.wgr")).unwrap();
    let game = playable(&checked("ways_home", &source, None).compiled.expect("it checks"));
    let without = game.made_by(Passes::ALL.without(Pass::Homeward)).unwrap();
    let watched = [&game, &without].map(|game| game.rules().watch());
    for seed in 1..40 {
        goes_the_same_way(&game, &without, seed, 300).unwrap_or_else(|what| panic!("seed {seed}: {what}"));
    }
    let steps = [(&game, &watched[0]), (&without, &watched[1])]
        .map(|(game, watched)| game.rules().searched(&watched.times()).steps);
    assert!(steps[0] * 2 < steps[1], "{} steps were judged, and {} anew", steps[0], steps[1]);
}

#[test]
fn each_says_what_it_leaves() {
    let source = text(&suite("passes").join("skirmish.wgr")).unwrap();
    let game = playable(&checked("skirmish", &source, None).compiled.expect("it checks"));
    let tree = |passes| game.tree(passes).unwrap();
    let mut shown = format!("{source}\n");
    let mut passes = Passes::NONE;
    for pass in OF_THE_TREE {
        let before = tree(passes);
        passes = passes.with(pass);
        let changed = changed(&before, &tree(passes));
        assert!(!changed.is_empty(), "`{}` finds nothing to do", pass.name());
        write!(shown, "==== {}\n{changed}", pass.name()).unwrap();
    }
    insta::with_settings!({ snapshot_path => "../snap/passes", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("skirmish", shown);
    });
}

/// Each way of choosing leads to a fault, at its place.
#[test]
fn what_faults_faults_at_its_place() {
    let source = text(&suite("passes").join("faults.wgr")).unwrap();
    let game = playable(&checked("faults", &source, None).compiled.expect("it checks"));
    let place = |game: &Game, option: usize| {
        let (mut machine, mut state, mut dice) = (Machine::new(game.rules()), State::zero(game.layout()), Fair(1));
        let mut step = machine.run(&mut state, game.main(), &mut dice);
        while let Step::Ask(_) = step {
            let option = option.min(machine.options().len() - 1);
            step = machine.answer(&mut state, game.main(), option, &mut dice);
        }
        let Step::Fault(fault) = step else { panic!("it came to {step:?}") };
        (fault.at.line, fault.at.column)
    };
    let plainly = game.made_by(Passes::NONE).unwrap();
    for (option, line) in [(0, 16), (1, 16), (2, 23)] {
        let at = place(&game, option);
        assert_eq!((at, at.0), (place(&plainly, option), line), "way {option}");
    }
}

/// The functions that a pass changed, before and after; what only tells is left out.
fn changed(before: &Program, after: &Program) -> String {
    let (before, after) = (parts(before).0, parts(after).0);
    let mut shown = String::new();
    for ((name, was), (_, is)) in before.into_iter().zip(after).filter(|(was, is)| was != is) {
        let plain = |text: &str| -> String {
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("mark "));
            lines.map(|line| format!("    {line}\n")).collect()
        };
        let (was, is) = (plain(&was), plain(&is));
        if was != is {
            write!(shown, "{name} was\n{was}{name} is\n{is}").unwrap();
        }
    }
    shown
}
