//! Bots play: what is asked of a game, and who does it. `wgr run` and `wgr ir` both end here.

use crate::args::{BotName, MOST, Playing};
use crate::exit::{Exit, Failure};
use crate::out::Out;
use crate::playable::{Playable, begun, placed};
use crate::tell::counted;
use crate::{bots, files, many, tell, told};
use std::path::Path;
use wgr_runtime::engine::{Game, ReplayError, Status, replay};

/// A game, how it is to be played, and what was typed for both.
pub(crate) struct Runs<'r> {
    pub(crate) verb: &'static str,
    pub(crate) path: &'r Path,
    pub(crate) playable: &'r Playable,
    pub(crate) playing: &'r Playing,
}

pub(crate) fn run(runs: &Runs<'_>, out: &mut Out) -> Result<Exit, Failure> {
    let (playing, game) = (runs.playing, &runs.playable.game);
    bots::fit(&playing.bots, game)?;
    if let Some(path) = &playing.replay {
        return replayed(path, game, out);
    }
    if let Some(games) = playing.games {
        return many::play(runs, games, out);
    }
    one(runs, out)
}

/// One game, from the beginning or from a save, and what is kept of it.
fn one(runs: &Runs<'_>, out: &mut Out) -> Result<Exit, Failure> {
    let playing = runs.playing;
    let mut engine = begun(runs.playable, playing.seed, playing.scenario.as_deref(), playing.load.as_deref())?;
    let exit = told::play(runs, &mut engine, out);
    if let Some(path) = &playing.save {
        if matches!(engine.status(), Status::Stopped(_)) {
            return Err(Failure::wrong(format!("{}: no save: the game faults before its first ask", path.display())));
        }
        files::keep(path, "save", &engine.save().map_err(|error| Failure::bad_use(error.to_string()))?)?;
    }
    if let Some(path) = &playing.log {
        files::keep(path, "replay", &engine.replay().map_err(|error| Failure::bad_use(error.to_string()))?)?;
    }
    Ok(exit)
}

/// Play a replay: does it end where it says?
fn replayed(path: &Path, game: &Game, out: &mut Out) -> Result<Exit, Failure> {
    let text = files::read(path, "replay")?;
    match replay(game, &text) {
        Ok(engine) => {
            let stands = match engine.status() {
                Status::Ask(prompt) => format!("at the ask {}", tell::prompt(game, prompt)),
                Status::Over(value) => format!("over: {}", game.result_name(*value)),
                Status::Stopped(fault) => format!("at a fault, {}", fault.code.name()),
                Status::Dieless { wants } => format!("before {wants}"),
            };
            let entries = match engine.log().len() {
                1 => "1 entry".to_owned(),
                count => format!("{count} entries"),
            };
            out.line(&format!("{}: {entries}, ends where it says: {stands}", path.display()));
            Ok(Exit::Fine)
        }
        Err(ReplayError::Unreadable(error)) => {
            let hint = "name a replay that `--log` wrote for this game";
            Err(Failure::bad_use(format!("{} ({hint})", placed(path, &error))))
        }
        Err(error @ (ReplayError::Diverges { .. } | ReplayError::EndsElsewhere)) => {
            Err(Failure::wrong(format!("{}: {error}", path.display())))
        }
    }
}

/// What is written is neither the program nor the other file that is written.
pub(crate) fn nothing_is_overwritten(program: &Path, playing: &Playing) -> Result<(), Failure> {
    let written = [("--save", &playing.save), ("--log", &playing.log)];
    for (flag, path) in written.iter().filter_map(|(flag, path)| path.as_ref().map(|path| (flag, path))) {
        if files::same(path, program) {
            return Err(Failure::bad_use(format!(
                "{flag} would overwrite the program {}: name another file",
                path.display()
            )));
        }
    }
    for (flag, path) in [("--save", &playing.save), ("--load", &playing.load)] {
        if let (Some(path), Some(log)) = (path, &playing.log)
            && files::same(path, log)
        {
            let path = path.display();
            return Err(Failure::bad_use(format!("{flag} and --log both name {path}: give the log another file")));
        }
    }
    Ok(())
}

/// How to see the same game again.
pub(crate) fn again(runs: &Runs<'_>, seed: u64) -> String {
    let playing = runs.playing;
    let mut line = format!("wgr {} {} --seed {seed}", runs.verb, runs.path.display());
    if let Some(scenario) = &playing.scenario {
        line.push_str(&format!(" --scenario {scenario}"));
    }
    if playing.bots != [BotName::Random] {
        let names: Vec<&str> = playing
            .bots
            .iter()
            .map(|bot| match bot {
                BotName::Random => "random",
                BotName::First => "first",
            })
            .collect();
        line.push_str(&format!(" --bots {}", names.join(",")));
    }
    if playing.most > MOST {
        line.push_str(&format!(" --most {}", playing.most));
    }
    format!("`{line}`")
}

/// `after 3 answers`
pub(crate) fn after(answers: usize) -> String {
    format!("after {}", counted(answers, "answer"))
}
