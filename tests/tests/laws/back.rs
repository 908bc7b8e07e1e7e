//! Laws of taking back: undo, abandoning, faults.

use super::play::games;
use wgr_runtime::engine::{Engine, Refused, Status};
use wgr_runtime::exec::{Fair, FaultCode, Generator};
use wgr_tests::fuzz::drill;
use wgr_tests::harness::must;

/// The answers of a log, and where the last die or draw stands behind.
fn answers(engine: &Engine) -> Vec<String> {
    let picks = engine.log().iter().filter_map(|entry| match entry {
        wgr_runtime::engine::Entry::Answer { pick, .. } => Some(pick.clone()),
        wgr_runtime::engine::Entry::Roll { .. } | wgr_runtime::engine::Entry::Draw { .. } => None,
    });
    picks.collect()
}

pub(crate) fn names(engine: &Engine) -> Vec<String> {
    engine.prompt().map_or_else(Vec::new, |prompt| prompt.options().iter().map(|o| o.name.clone()).collect())
}

/// One answer by chance; false where nothing is asked or a rule faulted.
pub(crate) fn answer(engine: &mut Engine, chance: &mut Fair) -> bool {
    let count = names(engine).len();
    count > 0 && engine.answer(chance.below(count as u64) as usize).unwrap().is_none()
}

#[test]
fn undone_answers_given_again_give_the_same_bytes() {
    let (mut undone, mut refused) = (0, 0);
    for (made, seed) in games().iter().flat_map(|made| (0..4).map(move |seed| (made, seed))) {
        let (mut engine, mut chance) = (Engine::new(&made.game, seed), Fair(seed));
        // Every ask on the way: how long the log was, and the state.
        let mut way = vec![(engine.log().to_vec(), engine.state().clone())];
        for _ in 0..40 {
            if !answer(&mut engine, &mut chance) {
                break;
            }
            way.push((engine.log().to_vec(), engine.state().clone()));
            let count = chance.below(4) as usize;
            let (before, text) = (answers(&engine), engine.save().unwrap());
            match engine.undo(count) {
                Ok(()) => {
                    let here = (engine.log().to_vec(), engine.state().clone());
                    assert!(way.contains(&here), "seed {}: an undo of {count} leads elsewhere", made.seed);
                    assert_eq!(answers(&engine), before[..before.len() - count], "seed {}", made.seed);
                    for pick in &before[before.len() - count..] {
                        assert_eq!(engine.pick(pick), Ok(None), "seed {}", made.seed);
                    }
                    undone += usize::from(count > 0);
                }
                Err(why) => {
                    assert!(
                        matches!(why, Refused::NothingToUndo { asked, possible } if asked == count && possible < count)
                    );
                    refused += 1;
                }
            }
            assert_eq!(engine.save().unwrap(), text, "seed {}: undo {count}", made.seed);
        }
    }
    assert!(undone > 200 && refused > 50, "{undone} undone, {refused} refused");
}

#[test]
fn undo_stops_at_the_last_seal() {
    let mut engine = Engine::new(drill(), 3);
    for name in ["march a", "near", "probe", "march b", "far", "march c"] {
        assert_eq!(engine.pick(name), Ok(None));
    }
    assert_eq!(engine.undo(4), Err(Refused::NothingToUndo { asked: 4, possible: 3 }));
    assert_eq!(engine.undo(3), Ok(()));
    assert_eq!(engine.undo(1), Err(Refused::NothingToUndo { asked: 1, possible: 0 }));
    assert_eq!(answers(&engine), ["march a", "near", "probe"]);
    // The draw and the other side's answer seal as well.
    for names in [&["take"][..], &["plot", "bold"]] {
        names.iter().for_each(|name| assert_eq!(engine.pick(name), Ok(None)));
        assert_eq!(engine.undo(1), Err(Refused::NothingToUndo { asked: 1, possible: 0 }), "{names:?}");
    }
}

#[test]
fn an_abandoned_action_has_never_begun() {
    let mut engine = Engine::new(drill(), 3);
    assert_eq!(engine.abandon(), Err(Refused::NothingToAbandon));
    let (before, all) = (engine.state().clone(), names(&engine));
    for name in ["march a", "march b", "march a"] {
        assert_eq!(engine.pick(name), Ok(None));
        // Saved and taken up in the middle of it, it is given up just so.
        let mut again = wgr_runtime::engine::load(drill(), &engine.save().unwrap()).unwrap();
        assert_eq!((engine.abandon(), again.abandon()), (Ok(()), Ok(())));
        assert_eq!((engine.state(), names(&engine)), (&before, all.clone()));
        assert!(engine.log().is_empty());
        assert_eq!(again.save().unwrap(), engine.save().unwrap());
        assert_eq!(engine.abandon(), Err(Refused::NothingToAbandon));
    }
}

#[test]
fn a_side_gives_up_what_it_began_itself() {
    let mut engine = Engine::new(drill(), 3);
    assert_eq!(engine.pick("plot"), Ok(None));
    let (asked, began) = (engine.prompt().unwrap().side, engine.log()[0].clone());
    let wgr_runtime::engine::Entry::Answer { by, .. } = began else { panic!("an action begins with an answer") };
    let own = (0..2).find(|side| drill().side_name(*side) == by).unwrap();
    assert_ne!(asked, own, "the other side is asked within it");
    assert_eq!(engine.abandon_own(asked), Err(Refused::BegunByAnother { by }));
    assert_eq!(engine.abandon_own(own), Ok(()));
}

#[test]
fn a_die_and_the_other_side_seal_an_action() {
    let mut engine = Engine::new(drill(), 3);
    assert_eq!(engine.pick("probe"), Ok(None));
    assert_eq!(engine.abandon(), Err(Refused::NothingToAbandon));
    for name in ["plot", "meek"] {
        assert_eq!(engine.pick(name), Ok(None));
    }
    assert_eq!(engine.abandon(), Err(Refused::NothingToAbandon));
}

#[test]
fn whatever_began_can_be_given_up_and_begun_again() {
    let game = must(include_str!("../../suite/laws/corner.ir"));
    let mut engine = Engine::new(&game, 1);
    assert_eq!(engine.pick("left"), Ok(None));
    assert_eq!(engine.abandon(), Ok(()));
    assert_eq!(names(&engine), ["left", "right"]);
    assert_eq!(engine.pick("right"), Ok(None));
    assert_eq!(engine.abandon(), Ok(()));
    assert_eq!(engine.pick("right"), Ok(None));
    assert_eq!(names(&engine), ["go", "stay"]);
    assert_eq!(engine.pick("go"), Ok(None));
    assert_eq!(names(&engine), ["left", "right"]);
}

#[test]
fn abandoning_goes_back_to_the_start_of_the_action_and_leaves_something_to_do() {
    let mut abandoned = 0;
    for made in games() {
        let (mut engine, mut chance) = (Engine::new(&made.game, made.seed), Fair(made.seed + 1));
        let mut way = vec![];
        for _ in 0..60 {
            way.push((engine.log().to_vec(), engine.state().clone()));
            if !answer(&mut engine, &mut chance) {
                break;
            }
            let before = (engine.log().to_vec(), engine.state().clone());
            match engine.abandon() {
                Ok(()) => {
                    abandoned += 1;
                    let here = (engine.log().to_vec(), engine.state().clone());
                    assert!(way.contains(&here), "seed {}", made.seed);
                    assert!(engine.prompt().is_some_and(|prompt| prompt.start && prompt.count() > 0));
                    let option = answers_of(&before.0[here.0.len()..]);
                    assert!(names(&engine).contains(&option), "seed {}: `{option}` is offered no more", made.seed);
                }
                Err(_) => assert_eq!((engine.log().to_vec(), engine.state().clone()), before, "seed {}", made.seed),
            }
        }
    }
    assert!(abandoned > 40, "{abandoned}");
}

/// The first answer of a piece of log.
fn answers_of(log: &[wgr_runtime::engine::Entry]) -> String {
    match log.first() {
        Some(wgr_runtime::engine::Entry::Answer { pick, .. }) => pick.clone(),
        other => panic!("an action begins with an answer, not {other:?}"),
    }
}

#[test]
fn a_fault_goes_back_to_the_last_seal_and_deals_the_same_dice_again() {
    let (mut faults, fell) = (0, drill().program().cell_named("fell").unwrap());
    let show = |engine: &Engine| drill().cell_text(engine.state(), fell);
    for seed in 0..40 {
        let mut engine = Engine::new(drill(), seed);
        assert_eq!(engine.pick("take"), Ok(None));
        let mut honest = engine.fork();
        let sealed = (engine.state().clone(), engine.log().to_vec());
        for name in ["march a", "near"] {
            assert_eq!(engine.pick(name), Ok(None));
        }
        // An attack faults on a high face, however often it is tried.
        let Some(fault) = engine.pick("attack").unwrap() else { continue };
        faults += 1;
        assert_eq!(fault.code, FaultCode::Range);
        assert_eq!((engine.state().clone(), engine.log().to_vec()), sealed);
        assert_eq!(engine.pick("attack").unwrap(), Some(fault));
        assert_eq!((engine.state().clone(), engine.log().to_vec()), sealed);
        // Also when the game is saved in between.
        let text = engine.save().unwrap();
        let mut engine = wgr_runtime::engine::load(drill(), &text).unwrap();
        for probing in [&mut engine, &mut honest] {
            assert_eq!(probing.pick("probe"), Ok(None));
        }
        assert_eq!(show(&engine), show(&honest));
        assert!(["4", "5", "6"].contains(&show(&engine).as_str()));
        assert_eq!((engine.state(), engine.log()), (honest.state(), honest.log()));
        assert_eq!((engine.pick("probe"), honest.pick("probe")), (Ok(None), Ok(None)));
        assert_eq!(engine.save().unwrap(), honest.save().unwrap());
    }
    assert!((8..35).contains(&faults), "{faults}");
}

#[test]
fn a_fault_in_any_game_goes_back_to_an_earlier_ask() {
    let mut faults = 0;
    for made in games() {
        for seed in 0..3 {
            let (mut engine, mut chance) = (Engine::new(&made.game, seed), Fair(seed));
            let mut way = vec![];
            while !names(&engine).is_empty() && way.len() < 60 {
                way.push((engine.log().to_vec(), engine.state().clone()));
                if !answer(&mut engine, &mut chance) && matches!(engine.status(), Status::Ask(_)) {
                    faults += 1;
                    let here = (engine.log().to_vec(), engine.state().clone());
                    assert!(way.contains(&here), "seed {}: a fault leads elsewhere", made.seed);
                }
            }
        }
    }
    assert!(faults > 10, "{faults}");
}

#[test]
fn what_was_seen_before_is_nothing_new_after_an_undo() {
    let game = must(include_str!("../../suite/laws/glance.ir"));
    let mut engine = Engine::new(&game, 1);
    let way = ["wait", "dim", "wait"];
    way.iter().for_each(|name| assert_eq!(engine.pick(name), Ok(None)));
    let text = engine.save().unwrap();
    assert_eq!(engine.undo(3), Ok(()));
    way.iter().for_each(|name| assert_eq!(engine.pick(name), Ok(None)));
    assert_eq!(engine.save().unwrap(), text);
    assert_eq!(engine.undo(3), Ok(()), "looking at the same thing again seals nothing");
    // What is newly seen does.
    ["dim", "light"].iter().for_each(|name| assert_eq!(engine.pick(name), Ok(None)));
    assert_eq!(engine.undo(1), Err(Refused::NothingToUndo { asked: 1, possible: 0 }));
}
