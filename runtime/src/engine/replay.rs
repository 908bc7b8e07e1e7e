//! Replays: the log by names, and the fingerprint of where it led. Played again, a replay leads to the same
//! state or says at which entry the game went another way.

use super::contents::Contents;
use super::dice::Dealt;
use super::game::Game;
use super::head::Sort;
use super::kept;
use super::log::Entry;
use super::origin::Origin;
use super::play::{Engine, Status};
use crate::ir::TextError;
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplayFile {
    of: Origin,
    log: Vec<Entry>,
    /// Fingerprint of the last state.
    ends: String,
    /// What led on from there to a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    then: Option<Then>,
    made_with: Contents,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Then {
    log: Vec<Entry>,
    /// `GAP`
    faults: String,
}

/// Why a replay could not be played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    Unreadable(TextError),
    Diverges {
        entry: usize,
        says: String,
        game: String,
    },
    EndsElsewhere,
    /// It says that the game faults.
    NoFault {
        says: String,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Unreadable(error) => error.fmt(f),
            ReplayError::Diverges { entry, says, game } => {
                write!(f, "the replay and the game part at entry {entry}: the replay says `{says}`, but {game}")
            }
            ReplayError::EndsElsewhere => {
                write!(f, "every entry could be played, but the last state is another one than the replay's")
            }
            ReplayError::NoFault { says } => {
                write!(
                    f,
                    "every entry could be played, but the replay says that the last one leads to the fault {says}"
                )
            }
        }
    }
}

impl std::error::Error for ReplayError {}

impl Engine {
    pub fn replay(&self) -> Result<String, TextError> {
        let file = ReplayFile {
            of: Origin::of(self),
            log: self.log().to_vec(),
            ends: format!("{:016x}", self.state.hash()),
            then: self
                .faulted()
                .map(|faulted| Then { log: faulted.log.clone(), faults: faulted.fault.code.name().to_owned() }),
            made_with: self.game.contents().clone(),
        };
        kept::write(Sort::Replay, &file)
    }
}

/// Play a replay to its end. Where it ends with a fault, that is [`Engine::faulted`].
pub fn replay(game: &Game, text: &str) -> Result<Engine, ReplayError> {
    let file: ReplayFile = kept::read(Sort::Replay, text).map_err(ReplayError::Unreadable)?;
    file.of.check(game, &file.made_with, Sort::Replay).map_err(ReplayError::Unreadable)?;
    let then = file.then.as_ref().map_or(&[][..], |then| &then.log);
    let mut engine = dealt(game, file.log.iter().chain(then));
    on_along(&mut engine, 0, &file.log, &mut |_, _| {})?;
    if engine.log().len() != file.log.len() || format!("{:016x}", engine.state().hash()) != file.ends {
        return Err(ReplayError::EndsElsewhere);
    }
    if let Some(then) = &file.then {
        on_to_fault(&mut engine, then)?;
    }
    // From here on the game may be played on, with dice of its own.
    engine.deal_freely();
    Ok(engine)
}

/// Play a log again; after each stop it is told, with what fell and was answered since the one before.
pub fn along(game: &Game, log: &[Entry], at_stop: &mut dyn FnMut(&Engine, &[Entry])) -> Result<Engine, ReplayError> {
    let mut engine = dealt(game, log.iter());
    at_stop(&engine, engine.log());
    on_along(&mut engine, 0, log, at_stop)?;
    Ok(engine)
}

/// A game at its beginning, in which these dice fall and draws come.
pub(super) fn dealt<'e>(game: &Game, log: impl Iterator<Item = &'e Entry>) -> Engine {
    let dealt: Dealt = log.filter(|entry| !entry.is_answer()).cloned().collect();
    Engine::dealing(game, dealt)
}

/// On from where the game stands, through entries of which the first is the log's number `from`.
pub(super) fn on_along(
    engine: &mut Engine,
    from: usize,
    log: &[Entry],
    at_stop: &mut dyn FnMut(&Engine, &[Entry]),
) -> Result<(), ReplayError> {
    for (at, entry) in (from..).zip(log) {
        let Entry::Answer { ask, by, pick } = entry else {
            // Dice fall by themselves; here it only counts that this one fell at this place.
            if engine.log().get(at) != Some(entry) {
                return Err(parted(engine, at, entry));
            }
            continue;
        };
        if engine.log().len() != at || !asks(engine, ask, by) {
            return Err(parted(engine, at, entry));
        }
        match engine.pick(pick) {
            Ok(None) => at_stop(engine, &engine.log()[at..]),
            Ok(Some(_)) | Err(_) => return Err(parted(engine, at, entry)),
        }
    }
    Ok(())
}

/// From where the log ends to the fault, by the last answer.
fn on_to_fault(engine: &mut Engine, then: &Then) -> Result<(), ReplayError> {
    let from = engine.log().len();
    let last = then.log.iter().rposition(Entry::is_answer).unwrap_or(0);
    let (before, rest) = then.log.split_at(last);
    on_along(engine, from, before, &mut |_, _| {})?;
    let answered = match rest.first() {
        Some(entry @ Entry::Answer { ask, by, pick }) if asks(engine, ask, by) => {
            engine.pick(pick).map_err(|_| parted(engine, from + last, entry))?
        }
        Some(entry) => return Err(parted(engine, from + last, entry)),
        None => None,
    };
    match answered {
        Some(fault) if fault.code.name() == then.faults => Ok(()),
        Some(_) | None => Err(ReplayError::NoFault { says: then.faults.clone() }),
    }
}

fn asks(engine: &Engine, ask: &str, by: &str) -> bool {
    engine.prompt().is_some_and(|prompt| {
        engine.game.program().site(prompt.site).short() == ask && engine.game.side_name(prompt.side) == by
    })
}

fn parted(engine: &Engine, at: usize, entry: &Entry) -> ReplayError {
    let game = match (engine.log().get(at), engine.status()) {
        (Some(other), _) => format!("in the game {other}"),
        (None, Status::Ask(prompt)) => {
            let site = engine.game.program().site(prompt.site);
            let options: Vec<&str> = prompt.options().iter().take(8).map(|o| o.name.as_str()).collect();
            let side = engine.game.side_name(prompt.side);
            format!("the game asks {side} at {}: {}", site.name(), options.join(", "))
        }
        (None, Status::Over(_)) => "the game is over".to_owned(),
        (None, Status::Stopped(fault)) => format!("a rule of the game faults: {}", fault.code.name()),
        (None, Status::AwaitingChance { wants }) => format!("the game needs {wants}"),
    };
    ReplayError::Diverges { entry: at + 1, says: entry.to_string(), game }
}
