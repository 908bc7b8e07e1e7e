//! `wgr ir`: what is asked of a program, and who does it.

use crate::args::{Ir, MOST};
use crate::exit::{Exit, Failure};
use crate::out::Out;
use crate::program::{Ready, placed, ready};
use crate::tell::counted;
use crate::{files, fine, many, play, tell};
use std::path::Path;
use wgr_runtime::engine::{Engine, Game, ReplayError, Status, load, replay};

pub(crate) fn run(args: &Ir, out: &mut Out) -> Result<Exit, Failure> {
    nothing_is_overwritten(args)?;
    let ready = ready(&args.file)?;
    if args.check {
        fine::told(&args.file, &ready, out);
        return Ok(Exit::Fine);
    }
    if let Some(path) = &args.replay {
        return replayed(path, &ready.game, out);
    }
    if let Some(games) = args.games {
        return Ok(many::play(args, &ready.game, games, out));
    }
    one(args, &ready, out)
}

/// One game, from the beginning or from a save, and what is kept of it.
fn one(args: &Ir, ready: &Ready, out: &mut Out) -> Result<Exit, Failure> {
    let game = &ready.game;
    let mut engine = match &args.load {
        Some(path) => loaded(path, game)?,
        None => Engine::new(game, args.seed),
    };
    let exit = play::play(args, &mut engine, out);
    if let Some(path) = &args.save {
        if matches!(engine.status(), Status::Stopped(_)) {
            return Err(Failure::wrong(format!("{}: no save: the game faults before its first ask", path.display())));
        }
        files::keep(path, "save", &engine.save().map_err(|error| Failure::bad_use(error.to_string()))?)?;
    }
    if let Some(path) = &args.log {
        files::keep(path, "replay", &engine.replay().map_err(|error| Failure::bad_use(error.to_string()))?)?;
    }
    Ok(exit)
}

fn loaded<'g>(path: &Path, game: &'g Game) -> Result<Engine<'g>, Failure> {
    let text = files::read(path, "save")?;
    load(game, &text).map_err(|error| {
        let hint = "name a save that `--save` wrote for this program";
        Failure::bad_use(format!("{} ({hint})", placed(path, &error)))
    })
}

/// Play a replay: does it end where it says?
fn replayed(path: &Path, game: &Game, out: &mut Out) -> Result<Exit, Failure> {
    let text = files::read(path, "replay")?;
    match replay(game, &text) {
        Ok(engine) => {
            let stands = match engine.status() {
                Status::Ask(prompt) => format!("at the ask {}", tell::prompt(game, prompt)),
                Status::Over(value) => format!("over: {}", tell::result(game, *value)),
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
            let hint = "name a replay that `--log` wrote for this program";
            Err(Failure::bad_use(format!("{} ({hint})", placed(path, &error))))
        }
        Err(error @ (ReplayError::Diverges { .. } | ReplayError::EndsElsewhere)) => {
            Err(Failure::wrong(format!("{}: {error}", path.display())))
        }
    }
}

/// What is written is neither the program nor the other file that is written.
fn nothing_is_overwritten(args: &Ir) -> Result<(), Failure> {
    let written = [("--save", &args.save), ("--log", &args.log)];
    for (flag, path) in written.iter().filter_map(|(flag, path)| path.as_ref().map(|path| (flag, path))) {
        if files::same(path, &args.file) {
            return Err(Failure::bad_use(format!(
                "{flag} would overwrite the program {}: name another file",
                path.display()
            )));
        }
    }
    for (flag, path) in [("--save", &args.save), ("--load", &args.load)] {
        if let (Some(path), Some(log)) = (path, &args.log)
            && files::same(path, log)
        {
            let path = path.display();
            return Err(Failure::bad_use(format!("{flag} and --log both name {path}: give the log another file")));
        }
    }
    Ok(())
}

/// How to see the same game again.
pub(crate) fn again(args: &Ir, seed: u64) -> String {
    let most = if args.most > MOST { format!(" --most {}", args.most) } else { String::new() };
    format!("`wgr ir {} --seed {seed}{most}`", args.file.display())
}

/// `after 3 answers`
pub(crate) fn after(answers: usize) -> String {
    format!("after {}", counted(answers, "answer"))
}
