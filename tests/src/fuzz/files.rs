//! Bytes as a save and as a replay, of a small game that has everything and of the whole game that is shipped; and bytes
//! as changes to good ones.

use super::edits::edited;
use super::fleur::{in_the_middle, soon_after_the_start};
use super::{Bytes, LONGEST};
use crate::harness;
use std::sync::OnceLock;
use wgr_runtime::engine::{Engine, Game, load, replay};
use wgr_runtime::exec::{Counted, Generator};

/// The game whose saves and replays are damaged: it has dice, a cup, hidden places and actions to give up.
pub fn drill() -> &'static Game {
    static GAME: OnceLock<Game> = OnceLock::new();
    GAME.get_or_init(|| harness::must(include_str!("../../suite/laws/drill.ir")))
}

/// A game of [`drill`] with a die fallen, an option given up and an action begun.
pub fn drilled() -> Engine<'static> {
    let mut engine = Engine::new(drill(), 7);
    for name in ["march b", "far", "probe", "march a"] {
        assert!(engine.pick(name).is_ok(), "`{name}` is offered");
    }
    assert!(engine.abandon().is_ok(), "`march a` has begun");
    assert!(engine.pick("march c").is_ok(), "`march c` is offered");
    engine.deal(wgr_runtime::engine::Entry::Roll { at: String::new(), die: "1..6".into(), fell: 5 });
    engine
}

/// Bytes as a save of the small game, and as changes to a good one.
pub fn save(bytes: &[u8]) {
    saved(&drilled(), bytes, &mut Bytes(bytes));
}

/// Bytes as a replay of the small game, and as changes to a good one.
pub fn replayed(bytes: &[u8]) {
    logged(&drilled(), bytes, &mut Bytes(bytes));
}

/// Bytes as a save of the whole game; the first two of them say which good one the others change.
pub fn fleur_save(bytes: &[u8]) {
    let mut rest = Bytes(bytes);
    saved(&in_the_middle(&mut rest), bytes, &mut rest);
}

/// Bytes as a replay of the whole game; the first says which good one the others change.
pub fn fleur_replay(bytes: &[u8]) {
    let mut rest = Bytes(bytes);
    logged(&soon_after_the_start(&mut rest), bytes, &mut rest);
}

fn saved(good: &Engine<'_>, bytes: &[u8], changes: &mut Bytes<'_>) {
    let text = good.save().expect("a game at an ask can be saved");
    for text in [plain(bytes), edited(&text, changes)] {
        match load(good.game(), &text) {
            Ok(engine) => play_on(engine, bytes.len() as u64),
            Err(error) => assert!(!error.what.is_empty(), "no message"),
        }
    }
}

fn logged(good: &Engine<'_>, bytes: &[u8], changes: &mut Bytes<'_>) {
    let text = good.replay().expect("a game at an ask has a log");
    for text in [plain(bytes), edited(&text, changes)] {
        match replay(good.game(), &text) {
            Ok(engine) => play_on(engine, bytes.len() as u64),
            Err(error) => assert!(!error.to_string().is_empty(), "no message"),
        }
    }
}

fn plain(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]).into_owned()
}

/// Twenty things that a player may do, by chance. Refusals are fine.
///
/// # Panics
/// If an offered answer is refused, or a game that stands cannot be saved and taken up again.
pub fn play_on(mut engine: Engine<'_>, seed: u64) {
    let mut chance = Counted { key: seed, count: 0 };
    for _ in 0..20 {
        match chance.below(10) {
            0 => drop(engine.undo(chance.below(3) as usize)),
            1 => drop(engine.abandon()),
            2 => engine = engine.fork(),
            _ => {
                let Some(prompt) = engine.prompt() else { continue };
                assert!(!prompt.options.is_empty(), "there is always something to do");
                let option = chance.below(prompt.options.len() as u64) as usize;
                assert!(engine.answer(option).is_ok(), "what is offered can be answered");
            }
        }
        if engine.prompt().is_some() {
            let text = engine.save().unwrap_or_default();
            let again = load(engine.game(), &text);
            assert!(again.is_ok(), "its own save is refused: {:?}", again.err());
        }
    }
}
