//! `wgr why`: the rows behind the answer to one question, and the same where a game is played.

use crate::args::Why;
use crate::chair::seat_named;
use crate::exit::{Exit, Failure};
use crate::out::Out;
use crate::playable::{Purpose, begun, load_game};
use wgr_runtime::engine::{self, Game, Sight};

/// Names told at most where none fits.
const TOLD: usize = 12;

pub(crate) fn why(args: &Why, out: &mut Out) -> Result<Exit, Failure> {
    let playable = load_game(&args.game, Purpose::Play, &args.errata)?;
    let engine = begun(&playable, 1, args.scenario.as_deref(), args.load.as_deref())?;
    let seat = seat_named(args.side.as_deref(), args.load.is_some(), &playable.game)?;
    match reasons(&playable.game, &engine.from_seat(seat).view(), &args.query, &args.args) {
        Ok(text) => {
            out.lines(&text);
            Ok(Exit::Fine)
        }
        Err(what) => Err(Failure::bad_use(what)),
    }
}

/// The answer and its rows, a line each.
pub(crate) fn reasons(
    game: &Game,
    sight: &impl Sight,
    query: &str,
    args: &[impl AsRef<str>],
) -> Result<String, String> {
    let program = game.program();
    let id = program.func_named(query).filter(|id| program.func(*id).ret.is_some());
    let Some(id) = id else { return Err(no_such(game, query)) };
    let values = game.args_named(id, args)?;
    Ok(engine::why(game, sight, id, &values).to_string())
}

fn no_such(game: &Game, query: &str) -> String {
    let names: Vec<&str> =
        game.program().funcs.iter().filter(|func| func.ret.is_some()).map(|func| func.name.as_str()).collect();
    let near: Vec<&str> = names.iter().copied().filter(|name| name.contains(query) || query.contains(name)).collect();
    let named = if near.is_empty() { &names } else { &near };
    let more = if named.len() > TOLD { ", .." } else { "" };
    format!("nothing is called `{query}`; there are {}{more}", named[..named.len().min(TOLD)].join(", "))
}
