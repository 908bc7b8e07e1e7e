//! `wgr why`: the rows behind the answer to one question, and the same where a game is played. What is asked about is what
//! authors name: a value, fact or permit, a step of a course, a state, an action with those that it is about.

use crate::action;
use crate::args::Why;
use crate::chair::seat_named;
use crate::exit::{Exit, Failure};
use crate::option;
use crate::out::Out;
use crate::playable::{Purpose, begun_or_loaded, load_game};
use crate::scenario;
use std::path::Path;
use wgr_runtime::engine::{self, Engine, Game, Held, HeldAt, Named, Seat, Sight};
use wgr_runtime::ir::walk::calls;
use wgr_runtime::ir::{CellId, DomainId, FuncId, Role, Scalar, Type};

/// Names told at most where none fits.
const TOLD: usize = 12;

pub(crate) fn why(args: &Why, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let playable = load_game(&args.game, Purpose::Play, &args.errata, root)?;
    let mut engine = begun_or_loaded(&playable, 1, (args.scenario.as_deref(), &args.options), args.load.as_deref())?;
    let begins = args.load.is_none() && scenario::choice(&engine, &playable).is_none();
    if begins && !args.options.are_named() {
        option::take(&mut engine, &playable, &args.options)?;
    }
    let seat = seat_named(args.side.as_deref(), args.load.is_some(), &playable.game)?;
    let words: Vec<&str> = std::iter::once(&args.query).chain(&args.args).map(String::as_str).collect();
    match reasons(&engine, seat, words.strip_prefix(&["not"]).unwrap_or(&words)) {
        Ok(text) => {
            out.lines(&text);
            Ok(Exit::Fine)
        }
        Err(what) => Err(Failure::bad_use(what)),
    }
}

/// The answer and its rows, a line each, to a name and what it is asked about.
pub(crate) fn reasons(engine: &Engine, seat: Seat, words: &[&str]) -> Result<String, String> {
    let game = engine.game();
    let Some((name, args)) = words.split_first() else { return Err(no_such(game, "")) };
    match game.named(name) {
        Some(Named::Query(id)) => of_query(engine, seat, name, id, args),
        Some(Named::Course { questions, beside }) => {
            of_step(game, &engine.from_seat(seat).view(), (name, &questions, beside), args)
        }
        Some(Named::Action { offered, head }) => action::told(engine, seat, (name, offered, &head), args),
        Some(Named::Held(all)) => of_held(game, &engine.from_seat(seat).view(), name, &all, args),
        None => Err(no_such(game, name)),
    }
}

fn of_query(engine: &Engine, seat: Seat, name: &str, id: FuncId, args: &[&str]) -> Result<String, String> {
    let game = engine.game();
    let values = game.args_named(id, args)?;
    match outside_of(engine, id) {
        Some(action) => {
            Err(format!("`{name}` is asked within `{action}`: ask it while that runs, with `why {name}` in `wgr play`"))
        }
        None => Ok(engine.from_seat(seat).why(id, &values).to_string()),
    }
}

/// Of a course: all about one step, from a hex to the next.
fn of_step(
    game: &Game,
    sight: &impl Sight,
    (course, ids, beside): (&str, &[FuncId], usize),
    args: &[&str],
) -> Result<String, String> {
    let Some(first) = ids.first() else { return Err(no_such(game, course)) };
    // This step goes from hex to hex.
    let params = game.program().func(*first).params as usize - beside;
    let mut named = args.to_vec();
    // Where the move began, if nothing else is said: where the step does.
    if named.len() + 1 == params && named.len() >= 2 {
        let here = named[named.len() - 2];
        named.insert(named.len() - 2, here);
    }
    if named.len() != params {
        return Err(format!(
            "`{course}` is a course: ask about one step of it, from a hex to the next, like `{course} B1 0101 0102`"
        ));
    }
    let asked = args.join(" ");
    named.extend(std::iter::repeat_n("no", beside));
    let mut told = Vec::new();
    for id in ids {
        let values = game.args_named(*id, &named)?;
        let mut why = engine::why(game, sight, *id, &values);
        why.question = format!("{course} {asked}{}", why.called.asks);
        let barred = id == first && why.answer.as_deref() == Some("no");
        told.push(why.to_string());
        if barred {
            break;
        }
    }
    Ok(told.join("\n"))
}

/// What a state holds, or what is printed.
fn of_held(game: &Game, sight: &impl Sight, name: &str, all: &[Held], args: &[&str]) -> Result<String, String> {
    for held in all {
        let (index, what) = match held.at {
            HeldAt::Cell(cell) => (game.program().cell(cell).index.clone(), "a state, as play has left it"),
            HeldAt::Table(table) => (game.program().table(table).index.clone(), "printed"),
            HeldAt::Drawn(query) => {
                let params = game.program().func(query).param_types();
                (params.filter_map(Type::scalar).collect(), "printed on what was drawn")
            }
        };
        if index.len() != args.len() {
            let of = index.iter().map(|of| sample(game, *of)).collect::<Vec<String>>().join(" ");
            let gap = if of.is_empty() { "" } else { " " };
            return Err(format!("`{name}` is {what}: ask for it like `why {name}{gap}{of}`"));
        }
        let given = index.iter().zip(args).map(|(of, arg)| game.value_named(Type::Scalar(*of), arg));
        let values = given.collect::<Result<Vec<i64>, String>>()?;
        if let (Some(members), Some(first)) = (&held.members, values.first())
            && !members.contains(first)
        {
            continue;
        }
        if let Some(why) = engine::held(game, sight, name, held.at, &values) {
            return Ok(format!("{why}\n'- {what}"));
        }
    }
    Err(format!("`{}` has no `{name}`", args.join(" ")))
}

/// Some member, to be named in a help.
pub(crate) fn sample(game: &Game, of: Scalar) -> String {
    game.value_name(of.what, of.lo.max(0))
}

/// The action whose names this rests on, if it does not run: they hold nothing then.
fn outside_of(engine: &Engine, id: FuncId) -> Option<&str> {
    let game = engine.game();
    // An obligation is looked at between actions, too.
    let asked = |func| calls(game.program(), game.program().func(func));
    if game.program().obligations.is_some_and(|owed| !asked(owed.broken).is_disjoint(&asked(id))) {
        return None;
    }
    let reads = game.verified().reads.get(id.index())?;
    let kept = reads.iter().filter_map(|cell| match game.program().cell(cell).role {
        Role::Keep(action) => Some((cell, action)),
        Role::Game | Role::Cup | Role::Pending | Role::Truth => None,
    });
    let kept: Vec<(CellId, FuncId)> = kept.collect();
    let (first, _) = *kept.first()?;
    let runs = kept.iter().any(|(_, action)| engine.runs(*action));
    game.kept_by(first).filter(|_| !runs)
}

fn no_such(game: &Game, name: &str) -> String {
    let names = game.names();
    if (0..game.program().domains.len()).any(|of| game.member_named(DomainId::new(of), name).is_some()) {
        return format!("no rule was asked about `{name}` here: ask one, like `why NAME {name}`");
    }
    let near: Vec<&str> = names.iter().copied().filter(|known| known.contains(name) || name.contains(known)).collect();
    let named = if near.is_empty() { &names } else { &near };
    let more = if named.len() > TOLD { ", .." } else { "" };
    format!("nothing is called `{name}`; there are {}{more}", named[..named.len().min(TOLD)].join(", "))
}
