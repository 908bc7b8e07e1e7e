//! Bots play: what is asked of a game, and who does it. `wgr run` ends here.

use crate::args::{BotName, MOST, Playing};
use crate::exit::{Exit, Failure};
use crate::out::Out;
use crate::playable::{Playable, begun_or_loaded, placed};
use crate::tell::{counted, with};
use crate::{bots, files, keep, many, native, scenario, tell, told};
use std::path::Path;
use wgr_runtime::engine::{ReplayError, Sort, Status, Watch, replay};

/// A game, how it is to be played, and what was typed for both.
pub(crate) struct Runs<'r> {
    pub(crate) path: &'r Path,
    pub(crate) playable: &'r Playable,
    pub(crate) playing: &'r Playing,
}

pub(crate) fn run(runs: &Runs<'_>, out: &mut Out) -> Result<Exit, Failure> {
    let (playing, game) = (runs.playing, &runs.playable.game);
    scenario::there_is_one(runs.playable)?;
    bots::fit(&playing.bots, game)?;
    // What is watched is interpreted.
    if !playing.profile {
        native::engine(game, playing.engine)?;
    }
    if let Some(path) = &playing.replay {
        return replayed(path, runs.playable, out);
    }
    if let Some(games) = playing.games {
        return many::play(runs, games, out);
    }
    one(runs, out)
}

/// One game, from the beginning or from a save, and what is kept of it.
fn one(runs: &Runs<'_>, out: &mut Out) -> Result<Exit, Failure> {
    let playing = runs.playing;
    let begins = (playing.scenario.as_deref(), &playing.options);
    let mut engine = begun_or_loaded(runs.playable, playing.seed, begins, playing.load.as_deref())?;
    let exit = told::play(runs, &mut engine, out)?;
    if let Some(path) = &playing.save {
        if matches!(engine.status(), Status::Stopped(_)) {
            return Err(Failure::wrong(format!("{}: no save: the game faults before its first ask", path.display())));
        }
        keep::own(path, Sort::Save, &engine.save().map_err(|error| Failure::bad_use(error.to_string()))?)?;
    }
    if let Some(path) = &playing.log {
        keep::own(path, Sort::Replay, &engine.replay().map_err(|error| Failure::bad_use(error.to_string()))?)?;
    }
    Ok(exit)
}

/// Play a replay: does it end where it says?
fn replayed(path: &Path, playable: &Playable, out: &mut Out) -> Result<Exit, Failure> {
    let game = &playable.game;
    let text = files::read(path, "replay")?;
    match replay(game, &text) {
        Ok(engine) => {
            let stands = match engine.status() {
                Status::Ask(prompt) => format!("at the ask {}", tell::prompt(game, prompt)),
                Status::Over(value) => format!("over: {}", game.result_told(*value)),
                Status::Stopped(fault) => format!("at a fault, {}", fault.code.name()),
                Status::AwaitingChance { wants } => format!("before {wants}"),
            };
            let entries = match engine.logged() {
                1 => "1 entry".to_owned(),
                count => format!("{count} entries"),
            };
            let path = path.display();
            let stopped = match engine.status() {
                Status::Stopped(fault) => Some(fault),
                Status::Ask(_) | Status::Over(_) | Status::AwaitingChance { .. } => None,
            };
            // What goes wrong in the game goes wrong in its replay.
            if let Some(faulted) = engine.faulted() {
                let (more, fault) = (faulted.log.len(), tell::fault(playable, &faulted.fault));
                return Err(Failure::wrong(format!(
                    "{path}: {entries} and {more} more, and it faults as it says: {fault}"
                )));
            }
            if let Some(fault) = stopped {
                let fault = tell::fault(playable, fault);
                return Err(Failure::wrong(format!("{path}: {entries}, and it faults as it says: {fault}")));
            }
            if let Some(broken) = Watch::new(game).look(&engine) {
                let broken = tell::broken(playable, &broken);
                return Err(Failure::wrong(format!("{path}: {entries}, ends where it says: {broken}")));
            }
            out.line(&format!("{path}: {entries}, ends where it says: {stands}"));
            Ok(Exit::Fine)
        }
        Err(ReplayError::Unreadable(error)) => Err(Failure::bad_use(placed(path, &error))),
        Err(error @ (ReplayError::Diverges { .. } | ReplayError::EndsElsewhere | ReplayError::NoFault { .. })) => {
            Err(Failure::wrong(format!("{}: {error}", path.display())))
        }
    }
}

/// What is to be written goes into files of its own, and they may be written; asked before anything is played.
pub(crate) fn all_may_be_kept(playing: &Playing) -> Result<(), Failure> {
    for (flag, path) in [("--save", &playing.save), ("--load", &playing.load)] {
        if let (Some(path), Some(log)) = (path, &playing.log)
            && files::same(path, log)
        {
            let path = path.display();
            return Err(Failure::bad_use(format!("{flag} and --log both name {path}: give the log another file")));
        }
    }
    for (path, sort) in [(&playing.save, Sort::Save), (&playing.log, Sort::Replay)] {
        path.as_deref().map_or(Ok(()), |path| keep::may_keep(path, sort))?;
    }
    Ok(())
}

/// How to see the same game again.
pub(crate) fn again(runs: &Runs<'_>, seed: u64) -> String {
    let playing = runs.playing;
    let mut line = format!("wgr run {}{} --seed {seed}", runs.path.display(), with(&runs.playable.with));
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
