//! What programs are told of a game, in one shape for every verb that tells it: who is asked, what is offered, what fell, what
//! changed, how it ended. In: a game from a seat. Out: JSON whose names are the rules' own words; nothing that the seat may
//! not know. The page that tells of it is `docs/driving.md`.

use crate::playable::Playable;
use crate::tell;
use serde_json::{Map, Value, json};
use wgr_runtime::engine::{Awaited, Broken, Engine, Game, Heard, Offered, Only, Prompt, Seat, Seated, Status};
use wgr_runtime::exec::Fault;
use wgr_runtime::ir::SiteId;

/// Where a game stands: one of `ask`, `die`, `draw`, `over` and `stopped`.
pub(crate) fn stands(playable: &Playable, engine: &Engine, seat: Seat) -> Map<String, Value> {
    let (game, seated) = (&playable.game, engine.from_seat(seat));
    let (key, told) = match engine.status() {
        Status::Ask(asked) => ("ask", ask(game, &seated, asked)),
        Status::AwaitingChance { .. } => chance(engine),
        Status::Over(result) => ("over", over(game, *result)),
        Status::Stopped(stopped) => ("stopped", fault(playable, stopped)),
    };
    Map::from_iter([(key.to_owned(), told)])
}

/// What is offered stands there for who is asked.
fn ask(game: &Game, seated: &Seated<'_>, asked: &Prompt) -> Value {
    let mut told = rule(game, asked.site);
    told.insert("by".to_owned(), Value::from(game.side_name(asked.side)));
    told.insert("begins".to_owned(), Value::Bool(asked.start));
    if let Some(prompt) = seated.prompt() {
        told.insert("options".to_owned(), prompt.options().iter().map(option).collect());
    }
    Value::Object(told)
}

/// `{"kind": "march", "member": "B1"}`
fn option(offered: &Offered) -> Value {
    match offered.member() {
        Some(member) => json!({ "kind": offered.arm(), "member": member }),
        None => json!({ "kind": offered.arm() }),
    }
}

/// The name of an option that is handed back.
pub(crate) fn option_named(option: &Value) -> Option<String> {
    match option {
        Value::String(name) => Some(name.clone()),
        Value::Object(parts) => {
            let of = |key: &str| parts.get(key).map(Value::as_str);
            let known = parts.keys().all(|key| key == "kind" || key == "member");
            match (of("kind"), of("member")) {
                (Some(Some(kind)), None) if known => Some(kind.to_owned()),
                (Some(Some(kind)), Some(Some(member))) if known => Some(format!("{kind} {member}")),
                (_, _) => None,
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
    }
}

fn rule(game: &Game, site: SiteId) -> Map<String, Value> {
    let site = game.program().site(site);
    let mut told = Map::new();
    if !site.cases.is_empty() {
        told.insert("cases".to_owned(), Value::from(site.cases.clone()));
    }
    told.insert("title".to_owned(), Value::from(site.title.clone()));
    told
}

fn chance(engine: &Engine) -> (&'static str, Value) {
    let Some(Awaited { name, faces: Some((from, to)), site }) = engine.awaits() else { return ("draw", json!({})) };
    let mut told = site.map_or_else(Map::new, |site| rule(engine.game(), site));
    told.insert("name".to_owned(), Value::from(name));
    told.insert("from".to_owned(), Value::from(from));
    told.insert("to".to_owned(), Value::from(to));
    ("die", Value::Object(told))
}

/// The result, how it is printed, and who has won by it.
fn over(game: &Game, result: i64) -> Value {
    let name = game.result_name(result);
    let grade = game.grade(result);
    let winner = match (grade, game.program().sides) {
        (Some(grade), _) => grade.winner.map(|side| game.side_name(side)),
        (None, Some(sides)) => game.member_named(sides, &name).map(|_| name.clone()),
        (None, None) => None,
    };
    let mut told =
        Map::from_iter([("result".to_owned(), Value::from(name)), ("winner".to_owned(), Value::from(winner))]);
    let title = grade.and_then(|grade| grade.title.clone());
    told.extend(title.map(|title| ("title".to_owned(), Value::from(title))));
    Value::Object(told)
}

/// `{"code": "GAP", "what": ..}`
pub(crate) fn fault(playable: &Playable, fault: &Fault) -> Value {
    json!({ "code": fault.code.name(), "what": tell::fault(playable, fault) })
}

pub(crate) fn broken(playable: &Playable, broken: &Broken) -> Value {
    json!({ "what": tell::broken(playable, broken) })
}

/// What was answered and fell, as the seat heard it: as it stands in a replay, without what it did not hear.
pub(crate) fn heard(all: &[Heard]) -> Value {
    let one = |heard: &Heard| match heard {
        Heard::Told(entry) => json!(entry),
        Heard::Answered { ask, by } => json!({ "ask": ask, "by": by }),
        Heard::Rolled { at, die } if at.is_empty() => json!({ "die": die }),
        Heard::Rolled { at, die } => json!({ "at": at, "die": die }),
        Heard::Drew => json!({ "drew": null }),
        Heard::Saw(what) => json!({ "seen": what }),
    };
    all.iter().map(one).collect()
}

/// What was answered by itself. Of others in a game that hides something nobody is told.
pub(crate) fn automatic(game: &Game, seat: Seat, all: &[Only]) -> Value {
    let is_told = |only: &&Only| match seat {
        Seat::Referee => true,
        Seat::Side(side) => side == only.side || !game.hides(),
        Seat::Everybody => !game.hides(),
    };
    let told = all.iter().filter(is_told).map(|only| {
        let mut told = rule(game, only.site);
        told.insert("by".to_owned(), Value::from(game.side_name(only.side)));
        told.insert("option".to_owned(), option(&Offered { name: only.name.clone() }));
        Value::Object(told)
    });
    told.collect()
}
