//! One game of bots, told as it goes: who is asked, what is picked, what comes of it.

use crate::bots::{Bots, answers};
use crate::chair::seat_named;
use crate::exit::{Exit, Failure};
use crate::out::{Out, tell_error};
use crate::run::{Runs, after, again};
use crate::table::{Answer, Banner, Carried, Given, InOne, Line, Teller};
use crate::tell;
use wgr_runtime::engine::{Broken, Engine, Heard, Status, View, Watch};
use wgr_runtime::exec::Fault;

/// Where a game came to.
pub(crate) enum Came {
    Over(i64),
    Fault(Fault),
    /// What the rules take for granted does not hold.
    Broken(Broken),
    /// Somebody is asked and nothing is offered.
    DeadEnd,
    Unfinished,
}

/// Play up to `most` answers further; a fault is also told on the standard error, with what to do.
pub(crate) fn play(runs: &Runs<'_>, engine: &mut Engine, out: &mut Out) -> Result<Exit, Failure> {
    let (game, playing) = (&engine.game().clone(), runs.playing);
    let seat = seat_named(playing.side.as_deref(), playing.load.is_some(), game)?;
    let called = format!("{}{}", game.program().title, tell::under(runs.playable));
    out.line(&match &playing.load {
        Some(path) => format!("{called}, from {}, {}", path.display(), after(answers(engine))),
        None => format!("{called}, seed {}", playing.seed),
    });
    tell::provisional(runs.playable, runs.path).iter().for_each(|line| out.line(line));
    let looks = &runs.playable.looks;
    let carried = Carried::of(&runs.playable.sources);
    let (teller, mut banner) = (Teller::new(game, looks), Banner::default());
    let mut in_one = InOne::default();
    let mut tell = |out: &mut Out, lines: Vec<Line>| {
        tell_all(lines.into_iter().flat_map(|line| in_one.tell(line)).collect(), out);
    };
    if playing.load.is_none() {
        let (seated, heard) = (engine.from_seat(seat), engine.from_seat(seat).heard(0));
        let given = Given::beginning(engine, seat);
        let before = given.view(game, seat);
        tell(out, teller.came(&before, &seated, &heard, &given, (&mut banner, &carried)));
    }
    let mut before: Option<(View, Engine)> = None;
    let mut bots = Bots::new(&playing.bots, playing.seed, engine);
    let came = on(&mut bots, playing.most, engine, &mut |told| match told {
        Told::Ask { number, engine, option } => {
            let shown = engine.from_seat(seat);
            let view = shown.view();
            let heading = banner.at_an_ask(engine, (looks, &carried), &view);
            before = Some((view, engine.fork()));
            let Some(prompt) = engine.prompt() else { return };
            let picked = prompt.option(option).filter(|_| shown.answer_is_told());
            let named = picked.map(|picked| picked.name);
            let answer = Answer::new(tell::asked(game, prompt), named).numbered(number);
            tell(out, heading.into_iter().chain([Line::Answer(answer)]).collect());
        }
        Told::Fell { logged, engine } => {
            let entries = engine.log().get(logged..).unwrap_or_default();
            let heard: Vec<Heard> = entries.iter().map(|entry| Heard::of(game, entry, seat)).collect();
            let came = before.as_ref().map(|(before, stood)| {
                let given = Given::of(stood, seat, entries);
                teller.came(before, &engine.from_seat(seat), &heard, &given, (&mut banner, &carried))
            });
            tell(out, came.unwrap_or_default());
        }
    });
    tell_all(in_one.done(), out);
    Ok(match came {
        Came::Over(value) => {
            out.line(&format!("over {}: {}", after(answers(engine)), game.result_told(value)));
            Exit::Fine
        }
        Came::Unfinished => {
            out.line(&format!("not over {}; --most lets it go on", after(answers(engine))));
            Exit::Fine
        }
        Came::DeadEnd => {
            tell_error(&format!("wgr: somebody is asked and nothing is offered{}", shown_by(runs)));
            Exit::Wrong
        }
        Came::Fault(fault) => {
            let told = tell::fault(runs.playable, &fault);
            out.line(&format!("      FAULT {told}"));
            let wrong = tell::went_wrong(runs.playable, &fault);
            tell_error(&format!("wgr: {wrong}: mend the rules there{}", shown_by(runs)));
            Exit::Wrong
        }
        Came::Broken(broken) => {
            let told = tell::broken(runs.playable, &broken);
            out.line(&format!("      BROKEN {told}"));
            let mend = "mend the rule that lets this come about, or take the `never` back";
            tell_error(&format!("wgr: {told}: {mend}{}", shown_by(runs)));
            Exit::Wrong
        }
    })
}

fn shown_by(runs: &Runs<'_>) -> String {
    match &runs.playing.load {
        Some(_) => String::new(),
        None => format!(" ({} plays this game again)", again(runs, runs.playing.seed)),
    }
}

fn tell_all(lines: Vec<Line>, out: &mut Out) {
    lines.iter().for_each(|line| out.line(&line.told()));
}

/// What happens in a game, for whoever wants to tell it.
pub(crate) enum Told<'t> {
    /// The ask before the answer of this number, counted from the game's beginning, and the option that is picked: who does not
    /// name it need not have it named.
    Ask { number: usize, engine: &'t Engine, option: usize },
    Fell {
        /// How long the log was before.
        logged: usize,
        engine: &'t Engine,
    },
}

/// Bots answer, to the end or `most` answers further.
pub(crate) fn on(bots: &mut Bots<'_>, most: usize, engine: &mut Engine, tell: &mut dyn FnMut(Told<'_>)) -> Came {
    let before = answers(engine);
    let mut watch = Watch::new(engine.game());
    for given in 0..=most {
        if let Some(broken) = watch.look(engine) {
            return Came::Broken(broken);
        }
        let prompt = match engine.status() {
            Status::Ask(prompt) => prompt,
            Status::Over(value) => return Came::Over(*value),
            Status::Stopped(fault) => return Came::Fault(fault.clone()),
            // Only the dice of a replay run out.
            Status::AwaitingChance { .. } => return Came::Unfinished,
        };
        if given == most {
            break;
        }
        let option = bots.pick(prompt);
        tell(Told::Ask { number: before + given + 1, engine, option });
        let logged = engine.logged();
        match engine.answer(option) {
            Ok(None) => tell(Told::Fell { logged, engine }),
            Ok(Some(fault)) => return Came::Fault(fault),
            // There is no such option: the ask has none.
            Err(_) => return Came::DeadEnd,
        }
    }
    Came::Unfinished
}
