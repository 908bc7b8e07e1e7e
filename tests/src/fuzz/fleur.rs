//! Bytes as a game of the whole game that is shipped: they say in which scenario, how far into it, and then every
//! answer, the dice, and when somebody takes back, gives up, saves or looks. No rule faults, somebody who is asked has
//! something to do, and nothing that a player does on the way changes what comes of it.

use super::Bytes;
use crate::bot::Bot;
use crate::shipped::{SLICE, shipped};
use std::sync::OnceLock;
use wgr_compiler::{Compiled, Starts};
use wgr_runtime::engine::{Beside, Contents, Engine, Entry, Game, Refused, Seat, Status, View, Watch, load, replay};

/// No more happens in one game of bytes; the places to begin at are spread over a whole game.
const MOST: usize = 300;
/// Answers after which a game of bytes may begin: the last ones lie in the last turns.
const STAGES: [usize; 8] = [0, 20, 60, 150, 300, 500, 750, 1_000];
/// The same for saves and replays, which are to be read in little time.
const EARLY: [usize; 4] = [0, 20, 60, 150];

struct Fleur {
    /// Without a list of its rules, which is long in a save and says nothing here.
    game: Game,
    scenarios: Vec<String>,
}

fn game() -> &'static Fleur {
    static FLEUR: OnceLock<Fleur> = OnceLock::new();
    FLEUR.get_or_init(|| {
        let compiled: Option<Compiled> = shipped(SLICE).check(Starts::Scenarios).compiled;
        let compiled = compiled.expect("the game that is shipped checks");
        let beside = Beside { contents: Contents::default(), ..compiled.beside() };
        let program = compiled.lowered().expect("what checks is lowered");
        Fleur {
            game: Game::told(program, beside).expect("what is lowered is taken"),
            scenarios: compiled.scenarios.into_iter().map(|scenario| scenario.name).collect(),
        }
    })
}

/// A game somewhere in its course.
fn in_the_middle(bytes: &mut Bytes<'_>) -> Engine {
    static GAMES: OnceLock<Vec<OnceLock<Vec<Engine>>>> = OnceLock::new();
    let games = GAMES.get_or_init(|| (0..scenarios()).map(|_| OnceLock::new()).collect());
    let which = bytes.below(games.len());
    let of = games[which].get_or_init(|| stages_of(which, &STAGES));
    of[bytes.below(of.len())].fork()
}

pub(super) fn scenarios() -> usize {
    game().scenarios.len()
}

/// A game of this scenario early in its course, at several places.
pub(super) fn early(which: usize) -> Vec<Engine> {
    stages_of(which, &EARLY)
}

/// A random game of one scenario, as it stood after so many answers, as far as it came.
fn stages_of(which: usize, stages: &[usize]) -> Vec<Engine> {
    let scenario = &game().scenarios[which];
    let mut engine = Engine::new(&game().game, 1);
    let option = engine.prompt().and_then(|prompt| prompt.called(scenario).ok()).expect("the game asks which scenario");
    assert_eq!(engine.answer(option), Ok(None), "`{scenario}` begins");
    let (mut bot, mut given, mut found) = (Bot::new(1), 0, Vec::new());
    for stage in stages {
        while given < *stage && bot.answer(&mut engine) {
            given += 1;
        }
        if matches!(engine.status(), Status::Ask(_)) {
            found.push(engine.fork());
        }
    }
    found
}

/// Bytes as a game.
///
/// # Panics
/// If a rule faults, nothing is offered, or what a player does on the way leads elsewhere.
pub fn fleur(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let mut engine = in_the_middle(&mut bytes);
    let mut watch = Watch::new(&game().game);
    let mut replays = 1;
    for _ in 0..MOST {
        let Status::Ask(prompt) = engine.status() else { break };
        assert!(prompt.count() > 0, "somebody is asked and nothing is offered");
        let broken = watch.look(&engine).map(|broken| broken.told(&game().game));
        assert_eq!(broken, None, "what the rules take for granted does not hold");
        let (offered, Some(what)) = (prompt.count(), bytes.byte()) else { break };
        match what {
            0..=199 => answer(&mut engine, bytes.below(offered)),
            200..=209 => undo(&mut engine, usize::from(what - 199)),
            210..=219 => give_up(&mut engine),
            220..=229 => engine = taken_up(&engine),
            230..=235 => {
                engine.deal(Entry::Roll { at: String::new(), die: "1..6".into(), fell: i64::from(what - 229) });
            }
            236..=245 => engine = engine.fork(),
            246..=250 if replays > 0 => {
                replays -= 1;
                again(&engine);
            }
            _ => [0, 1].into_iter().for_each(|side| drop(View::of(engine.game(), engine.state(), Seat::Side(side)))),
        }
    }
}

fn answer(engine: &mut Engine, option: usize) {
    assert_eq!(engine.answer(option), Ok(None), "what is offered is answered without a fault");
}

/// Taken back, and given again: the same state. Nothing that fell is taken back, and no answer of another side.
fn undo(engine: &mut Engine, count: usize) {
    let (log, words) = (engine.log().to_vec(), engine.state().words().to_vec());
    match engine.undo(count) {
        Ok(()) => {
            assert_eq!(engine.log().len() + count, log.len(), "so many are taken back as were asked for");
            let gone = &log[log.len() - count..];
            let by = |entry: &Entry| match entry {
                Entry::Answer { by, .. } => by.clone(),
                Entry::Roll { .. } | Entry::Draw { .. } => panic!("{entry} was taken back"),
            };
            assert!(gone.windows(2).all(|two| by(&two[0]) == by(&two[1])), "another side's answer was taken back");
            for entry in gone {
                let Entry::Answer { pick, .. } = entry else { continue };
                assert_eq!(engine.pick(pick), Ok(None), "what was taken back can be done again");
            }
        }
        Err(Refused::NothingToUndo { possible, .. }) => assert!(possible < count, "{count} of {possible} are refused"),
        Err(other) => panic!("undo: {other}"),
    }
    assert_eq!(engine.log(), log, "the same answers are another log");
    assert_eq!(engine.state().words(), words, "the same answers lead elsewhere");
}

/// Given up, the action has never begun, and what began it is offered again.
fn give_up(engine: &mut Engine) {
    let before = (engine.log().to_vec(), engine.state().words().to_vec());
    match engine.abandon() {
        Ok(()) => {
            let Some(Entry::Answer { pick, .. }) = before.0.get(engine.log().len()) else { panic!("nothing is gone") };
            let offered = engine.prompt().is_some_and(|prompt| prompt.options().iter().any(|o| o.name == *pick));
            assert!(offered, "`{pick}` was given up and is not offered");
        }
        Err(Refused::NothingToAbandon) => {
            assert_eq!(
                (engine.log(), engine.state().words()),
                (&*before.0, &*before.1),
                "refused, and something is other"
            );
        }
        Err(other) => panic!("abandon: {other}"),
    }
}

/// Saved and loaded: the same ask, the same state, the same save.
fn taken_up(engine: &Engine) -> Engine {
    let text = engine.save().expect("a game at an ask can be saved");
    let other = load(engine.game(), &text).expect("what was saved can be loaded");
    assert_eq!(other.state().words(), engine.state().words());
    assert_eq!(other.status(), engine.status());
    assert_eq!(other.save().as_deref(), Ok(&*text));
    other
}

/// Played again from its log: the same state.
fn again(engine: &Engine) {
    let text = engine.replay().expect("a game at an ask has a log");
    match replay(engine.game(), &text) {
        Ok(other) => assert_eq!(other.state().words(), engine.state().words()),
        Err(error) => panic!("its own replay is refused: {error}"),
    }
}
