//! `wgr ask`: who is asked what where a game stands, and what is offered; or the position itself.

use crate::args::{Ask, Told};
use crate::at::{self, Falls};
use crate::exit::{Exit, Failure};
use crate::out::Out;
use crate::shape;
use std::path::Path;
use wgr_runtime::engine::{Game, Prompt, Status};
use wgr_runtime::script;

pub(crate) fn ask(args: &Ask, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    // A position is taken up by its log, which says nothing of what was answered by itself.
    let stands = at::stands(&args.stands, root, args.position.then_some(Falls::ByHand))?;
    let (playable, engine) = (&stands.playable, &stands.engine);
    let seat = stands.seat(args.stands.side.as_deref())?;
    if args.position {
        let position = stands.position(seat).map_err(Failure::bad_use)?;
        out.lines(&position.written());
        return Ok(Exit::Fine);
    }
    if args.format == Told::Json {
        out.line(&serde_json::Value::Object(shape::stands(playable, engine, seat)).to_string());
        return Ok(Exit::Fine);
    }
    match (engine.from_seat(seat).prompt(), engine.status()) {
        (Some(prompt), _) => tell(&playable.game, prompt, out),
        (None, Status::Ask(prompt)) => {
            let (who, rule) = (playable.game.side_name(prompt.side), playable.game.rule_name(prompt.site));
            out.line(&format!("{who} is asked, {rule}; what is offered is for {who} to know"));
        }
        (None, Status::Over(_) | Status::Stopped(_) | Status::AwaitingChance { .. }) => {
            out.line(&script::stands(engine));
        }
    }
    Ok(Exit::Fine)
}

/// Who is asked by which rule, and the options, those of one kind on a line.
fn tell(game: &Game, prompt: &Prompt, out: &mut Out) {
    out.line(&format!("{}, {}", game.side_name(prompt.side), game.rule_name(prompt.site)));
    prompt.offered().split(" | ").for_each(|kind| out.line(&format!("  {kind}")));
}
