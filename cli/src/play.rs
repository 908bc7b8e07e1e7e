//! One game with random picks, told as it goes: who is asked, what is offered, what is picked, what falls.

use crate::args::Ir;
use crate::exit::Exit;
use crate::ir::{after, again};
use crate::out::{Out, tell_error};
use crate::picks::{Picks, answers};
use crate::tell;
use wgr_runtime::engine::{Engine, Entry, Status};
use wgr_runtime::exec::Fault;

/// Where a game came to.
pub(crate) enum Came {
    Over(i64),
    Fault(Fault),
    Unfinished,
}

/// Play up to `args.most` answers further; a fault is also told on the standard error, with what to do.
pub(crate) fn play(args: &Ir, engine: &mut Engine<'_>, out: &mut Out) -> Exit {
    let game = engine.game();
    out.line(&match &args.load {
        Some(path) => {
            format!("{}, from {}, {}", game.program().title, path.display(), after(answers(engine)))
        }
        None => format!("{}, seed {}", game.program().title, args.seed),
    });
    if args.load.is_none() {
        tell_fell(engine.log(), out);
    }
    let came = on(args.seed, args.most, engine, &mut |told| match told {
        Told::Ask { number, engine } => {
            if let Some(prompt) = engine.prompt() {
                out.line(&format!("{number}. {}", tell::prompt(game, prompt)));
            }
        }
        Told::Pick { name } => out.line(&format!("    > {name}")),
        Told::Fell { entries } => tell_fell(entries, out),
    });
    match came {
        Came::Over(value) => {
            out.line(&format!("over {}: {}", after(answers(engine)), tell::result(game, value)));
            Exit::Fine
        }
        Came::Unfinished => {
            out.line(&format!("not over {}; --most lets it go on", after(answers(engine))));
            Exit::Fine
        }
        Came::Fault(fault) => {
            let told = tell::fault(&args.file, game, &fault);
            out.line(&format!("      FAULT {told}"));
            let game = match &args.load {
                Some(_) => String::new(),
                None => format!(" ({} plays this game again)", again(args, args.seed)),
            };
            tell_error(&format!("wgr: a rule faults: {told}: mend the program there{game}"));
            Exit::Wrong
        }
    }
}

fn tell_fell(entries: &[Entry], out: &mut Out) {
    for entry in entries.iter().filter(|entry| !entry.is_answer()) {
        out.line(&format!("      {entry}"));
    }
}

/// What happens in a game, for whoever wants to tell it.
pub(crate) enum Told<'t> {
    /// The ask before the answer of this number, counted from the game's beginning.
    Ask {
        number: usize,
        engine: &'t Engine<'t>,
    },
    Pick {
        name: &'t str,
    },
    Fell {
        entries: &'t [Entry],
    },
}

/// Random picks, to the end or `most` answers further.
pub(crate) fn on(seed: u64, most: usize, engine: &mut Engine<'_>, tell: &mut dyn FnMut(Told<'_>)) -> Came {
    let mut picks = Picks::new(seed, engine);
    let before = answers(engine);
    for given in 0..=most {
        let options = match engine.status() {
            Status::Ask(prompt) => prompt.options.len(),
            Status::Over(value) => return Came::Over(*value),
            Status::Stopped(fault) => return Came::Fault(fault.clone()),
            // Only the dice of a replay run out.
            Status::Dieless { .. } => return Came::Unfinished,
        };
        if given == most {
            break;
        }
        tell(Told::Ask { number: before + given + 1, engine });
        let (option, logged) = (picks.pick(options), engine.log().len());
        if let Some(offered) = engine.prompt().and_then(|prompt| prompt.options.get(option)) {
            tell(Told::Pick { name: &offered.name });
        }
        match engine.answer(option) {
            Ok(None) => tell(Told::Fell { entries: engine.log().get(logged..).unwrap_or_default() }),
            Ok(Some(fault)) => return Came::Fault(fault),
            // There is no such option: the ask has none.
            Err(_) => return Came::Unfinished,
        }
    }
    Came::Unfinished
}
