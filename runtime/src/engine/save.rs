//! Saves: everything the engine keeps, as JSON that a person may open. A save of another game or another
//! edition of it, a save cut short, damaged or changed into something that cannot be: each is told, with
//! the line or the field; nothing of it is taken over.

use super::contents::Contents;
use super::dice::Dealt;
use super::game::Game;
use super::head::Sort;
use super::kept;
use super::log::{Entry, Kept, Log};
use super::origin::Origin;
use super::play::{Engine, Status};
use super::seal;
use super::takeback::Point;
use crate::exec::Fair;
use crate::ir::{Pos, TextError};
use crate::state::State;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SaveFile {
    of: Origin,
    state: String,
    seal: PointFile,
    /// Where the running action began: the log says with which answer.
    savepoint: Option<PointFile>,
    dice: String,
    /// Both are left out where they are sealed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dealt: Vec<Entry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    log: Vec<Entry>,
    /// What was dealt and the log of a game that hides something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sealed: Option<String>,
    /// What the running action had read of what is hidden, here and at the seal; without it that is read again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    read: Option<String>,
    made_with: Contents,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PointFile {
    state: String,
    log: usize,
}

impl Engine {
    /// The whole game as it stands: dice to come, what can be undone, what can be given up.
    pub fn save(&self) -> Result<String, TextError> {
        if !self.back.is_judged() {
            return self.judged().save();
        }
        let written = |state: &State| seal::state(&self.game, write_words(state));
        let point = |at: &Point| PointFile { state: written(&at.state), log: at.log };
        let entries = (self.dealt.iter().cloned().collect(), self.log().to_vec());
        let ((dealt, log), sealed) = match seal::entries(&self.game, &entries) {
            Some(sealed) => ((vec![], vec![]), Some(sealed)),
            None => (entries, None),
        };
        let file = SaveFile {
            of: Origin::of(self),
            state: written(&self.state),
            seal: point(&self.back.seal),
            savepoint: self.back.savepoint.as_ref().map(point),
            dice: format!("{:016x}", self.fair.0),
            dealt,
            log,
            sealed,
            read: self.written_read().and_then(|read| seal::read(&read)),
            made_with: self.game.contents().clone(),
        };
        kept::write(Sort::Save, &file)
    }
}

/// Take a save up.
pub fn load(game: &Game, text: &str) -> Result<Engine, TextError> {
    let file: SaveFile = kept::read(Sort::Save, text)?;
    file.of.check(game, &file.made_with, Sort::Save)?;
    let dice = u64::from_str_radix(&file.dice, 16)
        .map_err(|_| field("dice", "it is not a number of 16 hexadecimal digits"))?;
    let mut engine = Engine::bare(game, Fair(dice));
    let (dealt, log) = match &file.sealed {
        None => (file.dealt, file.log),
        Some(sealed) => seal::opened(sealed).ok_or_else(|| field("sealed", "it is damaged"))?,
    };
    engine.log = Log::read(log);
    engine.dealt = Dealt::from(dealt);
    engine.back.seal = point(game, &engine, &file.seal, "seal")?;
    engine.back.savepoint = match &file.savepoint {
        None => None,
        Some(savepoint) => {
            let at = point(game, &engine, savepoint, "savepoint")?;
            if at.log < engine.back.seal.log {
                let what =
                    format!("it stands after {} log entries, before the seal after {}", at.log, engine.back.seal.log);
                return Err(field("savepoint", &what));
            }
            if !engine.log.kept().get(at.log).copied().is_some_and(Kept::is_answer) {
                return Err(field("savepoint", &format!("no answer follows it, at entry {} of the log", at.log + 1)));
            }
            Some(at)
        }
    };
    let here = state(game, &file.state, "state")?;
    // Whatever may be gone back to is gone to once.
    let back = [("seal", Some(&engine.back.seal)), ("savepoint", engine.back.savepoint.as_ref())];
    let back = back.map(|(name, point)| (name, point.map(|point| point.state.clone()).filter(|state| *state != here)));
    let places = back.into_iter().filter_map(|(name, state)| Some((name, state?))).collect::<Vec<_>>();
    for (name, state) in places.into_iter().chain([("state", here)]) {
        engine.stand_at(state);
        stands(engine.status()).map_err(|what| field(name, &what))?;
    }
    leads_here(&engine)?;
    engine.take_read(file.read.as_deref().and_then(seal::opened_read));
    Ok(engine)
}

/// From the seal the answers in the log lead by the savepoint to the state: so they can be taken back, one by one.
fn leads_here(engine: &Engine) -> Result<(), TextError> {
    if engine.log.len() == engine.back.seal.log
        && engine.back.savepoint.is_none()
        && engine.back.seal.state == engine.state
    {
        return Ok(());
    }
    let mut again = engine.fork();
    again.log.truncate(engine.back.seal.log);
    again.back.savepoint = None;
    again.stand_at(engine.back.seal.state.clone());
    for (at, entry) in engine.log().iter().enumerate().skip(engine.back.seal.log) {
        let savepoint = engine.back.savepoint.as_ref().filter(|savepoint| savepoint.log == at);
        if savepoint.is_some_and(|savepoint| savepoint.state != again.state) {
            return Err(field("savepoint", &format!("the {at} entries of the log before it lead elsewhere")));
        }
        let Entry::Answer { pick, .. } = entry else {
            return Err(field("log", &format!("entry {} is no answer, and what falls is behind the seal", at + 1)));
        };
        if !matches!(again.pick(pick), Ok(None)) || again.log.len() != at + 1 {
            return Err(field("log", &format!("entry {} cannot be answered: {entry}", at + 1)));
        }
    }
    if again.state == engine.state { Ok(()) } else { Err(field("state", "the log leads to another one")) }
}

/// Is this where a game is saved: at an ask, or at the end?
fn stands(status: &Status) -> Result<(), String> {
    match status {
        Status::Ask(_) | Status::Over(_) => Ok(()),
        Status::AwaitingChance { wants } => Err(format!("it stands before {wants}, where no game is saved")),
        Status::Stopped(fault) => Err(format!("its ask cannot be asked: {}", fault.code.name())),
    }
}

fn point(game: &Game, engine: &Engine, file: &PointFile, name: &str) -> Result<Point, TextError> {
    if file.log > engine.log.len() {
        return Err(field(
            name,
            &format!("it stands after {} log entries and there are {}", file.log, engine.log.len()),
        ));
    }
    Ok(Point { state: state(game, &file.state, name)?, log: file.log })
}

fn state(game: &Game, text: &str, name: &str) -> Result<State, TextError> {
    let words = read_words(&seal::opened_state(text), game.layout().words).map_err(|what| field(name, &what))?;
    State::from_words(game.program(), game.layout(), words).map_err(|what| field(name, &what))
}

fn field(name: &str, what: &str) -> TextError {
    TextError::new(Pos::default(), format!("`{name}`: {what}"))
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

#[cfg(test)]
mod tests {
    use super::read_words;

    #[test]
    fn words_that_are_none_are_told() {
        assert_eq!(read_words("1 0*2 ff", 4), Ok(vec![1, 0, 0, 255]));
        assert_eq!(read_words("1 x", 4), Err("`x` is no hexadecimal word".to_owned()));
        assert_eq!(read_words("0*y", 4), Err("`0*y` has no number behind its `*`".to_owned()));
        assert_eq!(read_words("0*9999", 4), Err("it has more than the 4 words of this game's state".to_owned()));
    }
}
