//! `wgr why`: the rows behind the answer to one question, and the same where a game is played.

use crate::args::Why;
use crate::chair::seat_named;
use crate::exit::{Exit, Failure};
use crate::out::Out;
use crate::playable::{Purpose, begun, load_game};
use std::path::Path;
use wgr_runtime::engine::{self, Engine, Game, Seat, Sight};
use wgr_runtime::ir::{CellId, FuncId, Role};

/// Names told at most where none fits.
const TOLD: usize = 12;

pub(crate) fn why(args: &Why, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let playable = load_game(&args.game, Purpose::Play, &args.errata, root)?;
    let engine = begun(&playable, 1, args.scenario.as_deref(), args.load.as_deref())?;
    let seat = seat_named(args.side.as_deref(), args.load.is_some(), &playable.game)?;
    match reasons(&engine, seat, &args.query, &args.args) {
        Ok(text) => {
            out.lines(&text);
            Ok(Exit::Fine)
        }
        Err(what) => Err(Failure::bad_use(what)),
    }
}

/// The answer and its rows, a line each.
pub(crate) fn reasons(engine: &Engine, seat: Seat, query: &str, args: &[impl AsRef<str>]) -> Result<String, String> {
    let (game, sight) = (engine.game(), &engine.from_seat(seat).view());
    let program = game.program();
    let id = program.func_named(query).filter(|id| program.func(*id).ret.is_some());
    let Some(id) = id else {
        let step = step_of(game, sight, query, args);
        return step.unwrap_or_else(|| Err(no_such(game, query)));
    };
    let values = game.args_named(id, args)?;
    match outside_of(engine, id) {
        Some(action) => Err(format!(
            "`{query}` is asked within `{action}`: ask it while that runs, with `why {query}` in `wgr play`"
        )),
        None => Ok(engine::why(game, sight, id, &values).to_string()),
    }
}

/// The questions that a course answers about one step, and how they are told.
const OF_A_STEP: [(&str, &str); 4] = [
    ("may_enter", "may the step be made?"),
    ("cost", "what does it cost?"),
    ("stops", "does the move end there?"),
    ("no_end", "is it forbidden to end there?"),
];

/// Of a course: all about one step, from a hex to the next. None if nothing of this name is a course.
fn step_of(game: &Game, sight: &impl Sight, course: &str, args: &[impl AsRef<str>]) -> Option<Result<String, String>> {
    let ids = OF_A_STEP.map(|(part, words)| (game.program().func_named(&format!("{course}_{part}")), words));
    let [(Some(first), _), (Some(_), _), ..] = ids else { return None };
    let params = game.program().func(first).params as usize;
    let mut named: Vec<&str> = args.iter().map(AsRef::as_ref).collect();
    // Where the move began, if nothing else is said: where the step does.
    if named.len() + 1 == params && named.len() >= 2 {
        let here = named[named.len() - 2];
        named.insert(named.len() - 2, here);
    }
    if named.len() != params {
        return Some(Err(format!(
            "`{course}` is a course: ask about one step of it, from a hex to the next, like `{course} B1 0101 0102`"
        )));
    }
    let asked = args.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(" ");
    let mut told = Vec::new();
    for (id, words) in ids {
        let Some(id) = id else { continue };
        let values = match game.args_named(id, &named) {
            Ok(values) => values,
            Err(what) => return Some(Err(what)),
        };
        let mut why = engine::why(game, sight, id, &values);
        why.question = format!("{course} {asked}: {words}");
        let barred = id == first && why.answer.as_deref() == Some("no");
        told.push(why.to_string());
        if barred {
            break;
        }
    }
    Some(Ok(told.join("\n")))
}

/// The action whose names this rests on, if it does not run: they hold nothing then.
fn outside_of(engine: &Engine, id: FuncId) -> Option<&str> {
    let game = engine.game();
    let reads = game.verified().reads.get(id.index())?;
    let kept = reads.iter().filter_map(|cell| match game.program().cell(*cell).role {
        Role::Keep(action) => Some((*cell, action)),
        Role::Game | Role::Cup | Role::Pending | Role::Truth => None,
    });
    let kept: Vec<(CellId, FuncId)> = kept.collect();
    let (first, _) = *kept.first()?;
    let runs = kept.iter().any(|(_, action)| engine.runs(*action));
    game.kept_by(first).filter(|_| !runs)
}

fn no_such(game: &Game, query: &str) -> String {
    let all = game.program().funcs.iter().filter(|func| func.ret.is_some()).map(|func| func.name.as_str());
    let mut names: Vec<&str> = all.map(|name| course_of(game, name).unwrap_or(name)).collect();
    names.dedup();
    let near: Vec<&str> = names.iter().copied().filter(|name| name.contains(query) || query.contains(name)).collect();
    let named = if near.is_empty() { &names } else { &near };
    let more = if named.len() > TOLD { ", .." } else { "" };
    format!("nothing is called `{query}`; there are {}{more}", named[..named.len().min(TOLD)].join(", "))
}

/// The course that answers this question about a step.
fn course_of<'g>(game: &Game, name: &'g str) -> Option<&'g str> {
    let course = OF_A_STEP.iter().find_map(|(part, _)| name.strip_suffix(part)?.strip_suffix('_'))?;
    let all = OF_A_STEP.iter().all(|(part, _)| game.program().func_named(&format!("{course}_{part}")).is_some());
    all.then_some(course)
}
