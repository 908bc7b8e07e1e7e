//! Saves: everything the engine keeps, as JSON that a person may open. A save of another game or another
//! edition of it, a save cut short, a save mended by hand into something that cannot be: each is told, with
//! the line or the field; nothing of it is taken over.

use super::dice::Dealt;
use super::game::Game;
use super::log::Entry;
use super::play::{Engine, Masks, Point, Savepoint, Status};
use crate::exec::Fair;
use crate::ir::{Pos, TextError};
use crate::state::State;
use serde::{Deserialize, Serialize};

const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SaveFile {
    wgr_save: u32,
    game: String,
    program: String,
    state: String,
    seal: PointFile,
    savepoint: Option<SavepointFile>,
    masks: Option<MasksFile>,
    dice: String,
    dealt: Vec<Entry>,
    log: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PointFile {
    state: String,
    log: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavepointFile {
    at: PointFile,
    actor: i64,
    option: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MasksFile {
    state: String,
    options: Vec<String>,
}

impl Engine<'_> {
    /// The whole game as it stands: dice to come, what can be undone, what was abandoned.
    pub fn save(&self) -> Result<String, TextError> {
        let point = |at: &Point| PointFile { state: write_words(&at.state), log: at.log };
        let file = SaveFile {
            wgr_save: VERSION,
            game: self.game.program().title.clone(),
            program: format!("{:016x}", self.game.fingerprint()),
            state: write_words(&self.state),
            seal: point(&self.seal),
            savepoint: self.savepoint.as_ref().map(|savepoint| SavepointFile {
                at: point(&savepoint.at),
                actor: savepoint.actor,
                option: savepoint.option.clone(),
            }),
            masks: self
                .masks
                .as_ref()
                .map(|masks| MasksFile { state: write_words(&masks.state), options: masks.options.clone() }),
            dice: format!("{:016x}", self.fair.0),
            dealt: self.dealt.iter().cloned().collect(),
            log: self.log.clone(),
        };
        serde_json::to_string_pretty(&file).map_err(|error| TextError::new(Pos::default(), error.to_string()))
    }
}

/// Take a save up.
pub fn load<'g>(game: &'g Game, text: &str) -> Result<Engine<'g>, TextError> {
    let file: SaveFile = read_json(text, "save")?;
    check_origin(game, "save", file.wgr_save, VERSION, &file.game, &file.program)?;
    let dice = u64::from_str_radix(&file.dice, 16)
        .map_err(|_| field("dice", "it is not a number of 16 hexadecimal digits"))?;
    let mut engine = Engine::bare(game, Fair(dice));
    engine.log = file.log;
    engine.dealt = Dealt::from(file.dealt);
    engine.seal = point(game, &engine, &file.seal, "seal")?;
    engine.savepoint = match &file.savepoint {
        None => None,
        Some(savepoint) => {
            let at = point(game, &engine, &savepoint.at, "savepoint")?;
            if at.log < engine.seal.log {
                let what = format!("it stands after {} log entries, before the seal after {}", at.log, engine.seal.log);
                return Err(field("savepoint", &what));
            }
            Some(Savepoint { at, actor: savepoint.actor, option: savepoint.option.clone() })
        }
    };
    engine.masks = match file.masks {
        None => None,
        Some(masks) => Some(Masks { state: state(game, &masks.state, "masks")?, options: masks.options }),
    };
    let here = state(game, &file.state, "state")?;
    // Whatever may be gone back to is gone to once.
    let seal = Some(engine.seal.state.clone());
    let savepoint = engine.savepoint.as_ref().map(|savepoint| savepoint.at.state.clone());
    let masks = engine.masks.as_ref().map(|masks| masks.state.clone());
    for (name, state) in [("seal", seal), ("savepoint", savepoint), ("masks", masks), ("state", Some(here))] {
        if let Some(state) = state {
            engine.stand_at(state);
            stands(engine.status()).map_err(|what| field(name, &what))?;
        }
    }
    Ok(engine)
}

/// Is this where a game is saved: at an ask with something to answer, or at the end?
fn stands(status: &Status) -> Result<(), String> {
    match status {
        Status::Ask(prompt) if prompt.options.is_empty() => Err("every option of its ask was given up".to_owned()),
        Status::Ask(_) | Status::Over(_) => Ok(()),
        Status::Dieless { wants } => Err(format!("it stands before {wants}, where no game is saved")),
        Status::Stopped(fault) => Err(format!("its ask cannot be asked: {}", fault.code.name())),
    }
}

fn point(game: &Game, engine: &Engine<'_>, file: &PointFile, name: &str) -> Result<Point, TextError> {
    if file.log > engine.log.len() {
        return Err(field(
            name,
            &format!("it stands after {} log entries and there are {}", file.log, engine.log.len()),
        ));
    }
    Ok(Point { state: state(game, &file.state, name)?, log: file.log })
}

fn state(game: &Game, text: &str, name: &str) -> Result<State, TextError> {
    let words = read_words(text, game.layout().words).map_err(|what| field(name, &what))?;
    State::from_words(game.program(), game.layout(), words).map_err(|what| field(name, &what))
}

fn field(name: &str, what: &str) -> TextError {
    TextError::new(Pos::default(), format!("`{name}`: {what}"))
}

/// JSON into one of our files, with the place of what is wrong.
pub(crate) fn read_json<'t, T: Deserialize<'t>>(text: &'t str, kind: &str) -> Result<T, TextError> {
    serde_json::from_str(text).map_err(|error| {
        let at = Pos { line: error.line() as u32, column: error.column() as u32 };
        let text = error.to_string();
        let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
        TextError::new(at, format!("this is no {kind} that can be read: {what}"))
    })
}

/// Is the file of this version, this game and this edition of it?
pub(super) fn check_origin(
    game: &Game,
    kind: &str,
    version: u32,
    known: u32,
    title: &str,
    program: &str,
) -> Result<(), TextError> {
    let own = &game.program().title;
    let what = if version != known {
        format!("this {kind} has version {version}; version {known} can be read")
    } else if title != own {
        format!("this {kind} is of `{title}`, and the game is `{own}`")
    } else if program != format!("{:016x}", game.fingerprint()) {
        format!("this {kind} was made with other rules of `{own}`: play it with those, or start anew")
    } else {
        return Ok(());
    };
    Err(TextError::new(Pos::default(), what))
}

/// Words in hexadecimal, a run of equal words as `word*count`.
fn write_words(state: &State) -> String {
    let mut out = String::new();
    let mut words = state.words();
    while let Some(&word) = words.first() {
        let run = words.iter().take_while(|other| **other == word).count();
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&format!("{word:x}"));
        if run > 1 {
            out.push_str(&format!("*{run}"));
        }
        words = &words[run..];
    }
    out
}

fn read_words(text: &str, count: usize) -> Result<Vec<u64>, String> {
    let mut words = Vec::with_capacity(count);
    for part in text.split_ascii_whitespace() {
        let (word, run) = part.split_once('*').unwrap_or((part, "1"));
        let word = u64::from_str_radix(word, 16).map_err(|_| format!("`{part}` is no hexadecimal word"))?;
        let run: usize = run.parse().map_err(|_| format!("`{part}` has no number behind its `*`"))?;
        if run > count - words.len() {
            return Err(format!("it has more than the {count} words of this game's state"));
        }
        words.extend(std::iter::repeat_n(word, run));
    }
    Ok(words)
}
