//! What the fuzz targets do with their bytes; the ordinary tests call the same functions on a few inputs.
//! Each takes any bytes, and the only wrong answer is a panic: an error must have a message, and what is
//! accepted must be playable.

use crate::agree::compare;
use crate::generate::generate;
use crate::harness;
use std::sync::OnceLock;
use wgr_runtime::engine::{Engine, Game, load, replay};
use wgr_runtime::exec::{Counted, Fair, Generator, Machine, Step};
use wgr_runtime::state::State;

/// Work between two stops that a fuzzed program may do; games may do far more.
const WORK: u64 = 200_000;
/// Texts beyond this say nothing new.
const LONGEST: usize = 1 << 16;

/// The game whose saves and replays are damaged: it has dice, a cup, hidden places and actions to give up.
pub fn drill() -> &'static Game {
    static GAME: OnceLock<Game> = OnceLock::new();
    GAME.get_or_init(|| harness::must(include_str!("../suite/laws/drill.ir")))
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

/// Bytes as the text of a program, and a short game of it.
pub fn ir_text(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(&bytes[..bytes.len().min(LONGEST)]) else { return };
    let game = match harness::game(text) {
        Ok(game) => game,
        Err(errors) => {
            assert!(!errors.is_empty() && errors.iter().all(|error| !error.what.is_empty()), "no message");
            return;
        }
    };
    let mut state = State::zero(game.layout());
    let mut machine = Machine::new(game.code(), game.layout(), game.board());
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

/// Bytes as a save, and as changes to a good one.
pub fn save(bytes: &[u8]) {
    let Ok(good) = drilled().save() else { return };
    for text in [String::from_utf8_lossy(bytes).into_owned(), changed(&good, bytes)] {
        match load(drill(), &text) {
            Ok(engine) => play_on(engine, bytes.len() as u64),
            Err(error) => assert!(!error.what.is_empty(), "no message"),
        }
    }
}

/// Bytes as a replay, and as changes to a good one.
pub fn replayed(bytes: &[u8]) {
    let Ok(good) = drilled().replay() else { return };
    for text in [String::from_utf8_lossy(bytes).into_owned(), changed(&good, bytes)] {
        match replay(drill(), &text) {
            Ok(engine) => play_on(engine, bytes.len() as u64),
            Err(error) => assert!(!error.to_string().is_empty(), "no message"),
        }
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

/// A text with some bytes changed: each three bytes say where, how far to look on, and what stands there then. A
/// first byte above 200 cuts the text short.
fn changed(good: &str, bytes: &[u8]) -> String {
    let mut text = good.as_bytes().to_vec();
    if let [cut @ 201..=255, at, ..] = bytes {
        text.truncate(text.len() * (usize::from(*cut) * 256 + usize::from(*at)) / 65_536);
    }
    for change in bytes.chunks_exact(3) {
        let at = usize::from(change[0]) * 256 + usize::from(change[1]);
        if let Some(byte) = text.len().checked_sub(1).and_then(|last| text.get_mut(at % (last + 1))) {
            // Mostly what may stand in such a file.
            *byte =
                if change[2] < 200 { b"0123456789abcdef*\" ,:{}[]-"[usize::from(change[2]) % 26] } else { change[2] };
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}
