//! Bytes as a save and as a replay, of a small game that has everything and of the whole game that is shipped; and bytes
//! as changes to good ones. A checksum that fits is put into each: what lies behind it is to be reached. The games hold no
//! list of their rules, which is long and asked only where rules differ.

use super::edits::edited;
use super::fleur::{early, scenarios};
use super::{Bytes, LONGEST};
use crate::harness;
use std::sync::OnceLock;
use wgr_runtime::engine::{Engine, Game, load, replay, sealed};
use wgr_runtime::exec::{Counted, Generator};

/// Steps of a small game that was taken up, and of a whole one, in which each asks far more. After the last of them it is
/// saved and taken up again; after each, where little is tried.
const STEPS: u32 = 20;
const FEW_STEPS: u32 = 3;
/// Places in a whole game from which a replay is played again in little time.
const SOON: usize = 2;

/// The game whose saves and replays are damaged: it has dice, a cup, hidden places and actions to give up.
pub fn drill() -> &'static Game {
    static GAME: OnceLock<Game> = OnceLock::new();
    GAME.get_or_init(|| harness::must(include_str!("../../suite/laws/drill.ir")))
}

/// A game of [`drill`] with a die fallen, an option given up and an action begun.
pub fn drilled() -> Engine {
    let mut engine = Engine::new(drill(), 7);
    for name in ["march b", "far", "probe", "march a"] {
        assert!(engine.pick(name).is_ok(), "`{name}` is offered");
    }
    assert!(engine.abandon().is_ok(), "`march a` has begun");
    assert!(engine.pick("march c").is_ok(), "`march c` is offered");
    engine.deal(wgr_runtime::engine::Entry::Roll { at: String::new(), die: "1..6".into(), fell: 5 });
    engine
}

/// What is good, to be changed.
struct Good {
    game: Game,
    save: String,
    replay: String,
}

impl Good {
    fn of(engine: &Engine) -> Good {
        let save = engine.save().expect("a game at an ask can be saved");
        let replay = engine.replay().expect("a game at an ask has a log");
        Good { game: engine.game().clone(), save, replay }
    }
}

fn of_the_drill() -> &'static Good {
    static GOOD: OnceLock<Good> = OnceLock::new();
    GOOD.get_or_init(|| Good::of(&drilled()))
}

/// One of the whole game: bytes say of which scenario, and how far into it.
fn of_the_whole_game(bytes: &mut Bytes<'_>, soon: bool) -> &'static Good {
    static GOODS: OnceLock<Vec<OnceLock<Vec<Good>>>> = OnceLock::new();
    let goods = GOODS.get_or_init(|| (0..scenarios()).map(|_| OnceLock::new()).collect());
    let which = bytes.below(goods.len());
    let goods = goods[which].get_or_init(|| early(which).iter().map(Good::of).collect());
    &goods[if soon { bytes.below(SOON.min(goods.len())) } else { bytes.below(goods.len()) }]
}

/// Bytes as a save of the small game, and as changes to a good one.
pub fn save(bytes: &[u8]) {
    saved(of_the_drill(), bytes, &mut Bytes(bytes), STEPS);
}

/// Bytes as a replay of the small game, and as changes to a good one.
pub fn replayed(bytes: &[u8]) {
    logged(of_the_drill(), bytes, &mut Bytes(bytes), STEPS);
}

/// Bytes as a save of the whole game; the first two of them say which good one the others change.
pub fn fleur_save(bytes: &[u8]) {
    let mut rest = Bytes(bytes);
    saved(of_the_whole_game(&mut rest, false), bytes, &mut rest, FEW_STEPS);
}

/// Bytes as a replay of the whole game; the first two of them say which good one the others change.
pub fn fleur_replay(bytes: &[u8]) {
    let mut rest = Bytes(bytes);
    logged(of_the_whole_game(&mut rest, true), bytes, &mut rest, FEW_STEPS);
}

fn saved(good: &Good, bytes: &[u8], changes: &mut Bytes<'_>, steps: u32) {
    for text in [plain(bytes), sealed(&edited(&good.save, changes))] {
        match load(&good.game, &text) {
            Ok(engine) => play_on(engine, bytes.len() as u64, steps, steps),
            Err(error) => assert!(!error.what.is_empty(), "no message"),
        }
    }
}

fn logged(good: &Good, bytes: &[u8], changes: &mut Bytes<'_>, steps: u32) {
    for text in [plain(bytes), sealed(&edited(&good.replay, changes))] {
        match replay(&good.game, &text) {
            Ok(engine) => play_on(engine, bytes.len() as u64, steps, steps),
            Err(error) => assert!(!error.to_string().is_empty(), "no message"),
        }
    }
}

fn plain(bytes: &[u8]) -> String {
    sealed(&String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]))
}

/// So many things that a player may do, by chance, saved and taken up again after every so many. Refusals are fine.
///
/// # Panics
/// If an offered answer is refused, or a game that stands cannot be saved and taken up again.
pub fn play_on(mut engine: Engine, seed: u64, steps: u32, saved_each: u32) {
    let mut chance = Counted { key: seed, count: 0 };
    for step in 1..=steps {
        match chance.below(10) {
            0 => drop(engine.undo(chance.below(3) as usize)),
            1 => drop(engine.abandon()),
            2 => engine = engine.fork(),
            _ => {
                let Some(prompt) = engine.prompt() else { continue };
                assert!(prompt.count() > 0, "there is always something to do");
                let option = chance.below(prompt.count() as u64) as usize;
                assert!(engine.answer(option).is_ok(), "what is offered can be answered");
            }
        }
        if engine.prompt().is_some() && step.is_multiple_of(saved_each) {
            let text = engine.save().unwrap_or_default();
            let again = load(engine.game(), &text);
            assert!(again.is_ok(), "its own save is refused: {:?}", again.err());
        }
    }
}
