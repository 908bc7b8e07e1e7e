//! Laws of saves and replays of honest games.

use super::back::{answer, names};
use super::bad::remade;
use super::play::games;
use serde_json::Value;
use wgr_runtime::engine::{Engine, Entry, ReplayError, Status, load, replay};
use wgr_runtime::exec::{Fair, Generator};
use wgr_tests::fuzz::{drill, drilled};

#[test]
fn a_game_saved_and_loaded_at_every_ask_is_the_same_game() {
    let mut asks = 0;
    for made in games() {
        let mut straight = Engine::new(&made.game, made.seed);
        straight.deal(Entry::Roll { at: String::new(), die: "1..6".to_owned(), fell: 6 });
        straight.deal(Entry::Draw { drew: "bravo".to_owned() });
        straight.deal(Entry::Roll { at: String::new(), die: "1..6".to_owned(), fell: 1 });
        let mut broken = straight.fork();
        let (mut one, mut two, mut chance) = (Fair(made.seed), Fair(made.seed), Fair(made.seed));
        for _ in 0..40 {
            let text = broken.save().unwrap();
            assert_eq!(text, straight.save().unwrap(), "seed {}", made.seed);
            if matches!(broken.status(), Status::Stopped(_)) {
                break;
            }
            let again = load(&made.game, &text).unwrap_or_else(|why| panic!("seed {}: {why}\n{text}", made.seed));
            assert_eq!((again.state().hash(), again.status()), (broken.state().hash(), broken.status()));
            assert_eq!(again.save().unwrap(), text, "seed {}", made.seed);
            broken = again;
            asks += 1;
            if chance.below(4) == 0 {
                assert_eq!(broken.abandon(), straight.abandon());
            } else if names(&broken).is_empty() {
                break;
            } else {
                assert_eq!(answer(&mut broken, &mut one), answer(&mut straight, &mut two));
            }
        }
    }
    assert!(asks > 500, "{asks}");
}

#[test]
fn a_save_keeps_the_savepoint_and_dealt_dice() {
    let engine = drilled();
    let mut again = load(drill(), &engine.save().unwrap()).unwrap();
    assert_eq!(again.save().unwrap(), engine.save().unwrap());
    assert_eq!(again.abandon(), Ok(()));
    let offered = names(&again);
    assert!(offered.contains(&"march a".to_owned()) && offered.contains(&"march c".to_owned()), "{offered:?}");
    let mut again = load(drill(), &again.save().unwrap()).unwrap();
    assert_eq!(names(&again), offered);
    assert_eq!(again.pick("probe"), Ok(None));
    assert!(matches!(again.log()[again.log().len() - 2], Entry::Roll { fell: 5, .. }), "the dealt die fell");
}

/// A game by chance with everything that a replay does not tell: abandoned actions, undone answers, faults.
fn restless(game: &wgr_runtime::engine::Game, seed: u64) -> Engine {
    let (mut engine, mut chance) = (Engine::new(game, seed), Fair(seed));
    for _ in 0..40 {
        match chance.below(8) {
            0 => drop(engine.abandon()),
            1 => drop(engine.undo(chance.below(3) as usize)),
            _ => drop(answer(&mut engine, &mut chance)),
        }
    }
    engine
}

#[test]
fn a_replay_leads_to_the_same_state() {
    for made in games() {
        let engine = restless(&made.game, made.seed);
        if matches!(engine.status(), Status::Stopped(_)) {
            continue;
        }
        let again = replay(&made.game, &engine.replay().unwrap());
        let again = again.unwrap_or_else(|why| panic!("seed {}: {why}", made.seed));
        assert_eq!((again.state(), again.log()), (engine.state(), engine.log()), "seed {}", made.seed);
    }
}

#[test]
fn a_changed_replay_is_told_by_its_entry() {
    let mut told = 0;
    for made in games() {
        let engine = restless(&made.game, made.seed);
        if matches!(engine.status(), Status::Stopped(_)) {
            continue;
        }
        let file: Value = serde_json::from_str(&engine.replay().unwrap()).unwrap();
        for at in 0..engine.log().len() {
            let keys: &[&str] = match engine.log()[at] {
                Entry::Answer { .. } => &["pick", "by", "ask"],
                Entry::Roll { .. } => &["die"],
                Entry::Draw { .. } => &["drew"],
            };
            for key in keys {
                let mut changed = file.clone();
                changed["log"][at][key] = Value::from("another");
                match replay(&made.game, &remade(changed)).map(|_| ()) {
                    Err(ReplayError::Diverges { entry, says, .. }) => {
                        assert!(entry == at + 1 && says.contains("another"), "seed {}: {entry}, {says}", made.seed);
                    }
                    other => panic!("seed {}, entry {}: {other:?}", made.seed, at + 1),
                }
                told += 1;
            }
        }
    }
    assert!(told > 500, "{told}");
}

#[test]
fn a_replay_with_an_entry_more_or_less_is_told() {
    let engine = drilled();
    let file: Value = serde_json::from_str(&engine.replay().unwrap()).unwrap();
    let log = file["log"].as_array().unwrap();
    for at in 0..log.len() {
        for twice in [false, true] {
            let mut other = log.clone();
            if twice {
                other.insert(at, log[at].clone());
            } else {
                other.remove(at);
            }
            let mut changed = file.clone();
            changed["log"] = Value::from(other);
            let error = replay(drill(), &remade(changed)).map(|_| ());
            assert!(!matches!(error, Ok(()) | Err(ReplayError::Unreadable(_))), "entry {}, twice: {twice}", at + 1);
        }
    }
}
