//! A position that people and programs read and write: where everything stands, in the words of the rules, and the way that
//! led there. In: a game from a seat; or such a text. Out: the text; or the game that stands there. Promises: what was
//! written is read back to the same state; what a seat does not see is not in it, so nobody plays on from what one seat
//! sees; whatever is wrong with a text is told with the cell and the member, and nothing of it is taken over.

use super::change::{index_names, is_only_counted, is_place, told, where_pieces_stand};
use super::game::Game;
use super::head::Sort;
use super::kept::read_json;
use super::log::Entry;
use super::play::{Engine, Status};
use super::replay::{ReplayError, dealt, on_along};
use super::shown::Counted;
use super::view::{Seat, Sight, View, in_all};
use super::vocabulary::{HeldAt, Named};
use crate::bug;
use crate::ir::{Cell, CellId, HEX, NONE, TextError, Type};
use crate::state::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Names told at most where none fits.
const TOLD: usize = 12;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// `position 1`
    #[serde(rename = "wgr")]
    head: String,
    pub game: String,
    /// Who sees it so; absent where all is seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The scenario or scene.
    pub start: String,
    /// What was answered and what fell since, of a game that is seen whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<Entry>,
    /// What is not nothing, by cell: a value, or values by what they are about. Read, they are laid over what the log led to.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub cells: Map<String, Value>,
}

/// Why no game stands where a position says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misplaced {
    /// The field: `log`, `cells.steps.RIC1a`.
    pub field: String,
    pub what: String,
}

impl std::fmt::Display for Misplaced {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`: {}", self.field, self.what)
    }
}

impl Position {
    /// A game as it stands, from a seat; it began with this start.
    pub fn of(engine: &Engine, seat: Seat, start: &str) -> Position {
        let game = engine.game();
        let view = View::of(game, engine.state(), seat);
        let is_whole = seat == Seat::Referee || !game.hides();
        let log = engine.log();
        let begins = matches!(log.first(), Some(Entry::Answer { pick, .. }) if pick == start);
        Position {
            head: Sort::Position.head(),
            game: game.program().title.clone(),
            seat: (!is_whole).then(|| seat.name(game)),
            start: start.to_owned(),
            log: if is_whole { log[usize::from(begins)..].to_vec() } else { vec![] },
            cells: cells(game, &view),
        }
    }

    /// As people read it.
    pub fn written(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_else(|error| bug!("a position cannot be written: {error}"))
    }

    /// The text of a position; its keys may stand in any order.
    pub fn read(text: &str) -> Result<Position, TextError> {
        read_json(text, Sort::Position.word())
    }

    /// The game that stands there. With a seed its dice fall by themselves from there on; without one it stands before each.
    pub fn engine(&self, game: &Game, seed: Option<u64>) -> Result<Engine, Misplaced> {
        let wrong = |field: &str, what: String| Misplaced { field: field.to_owned(), what };
        if self.head != Sort::Position.head() {
            return Err(wrong("wgr", format!("a position begins with `\"wgr\": \"{}\"`", Sort::Position.head())));
        }
        if self.game != game.program().title {
            return Err(wrong("game", format!("it is of `{}`, and this is `{}`", self.game, game.program().title)));
        }
        if let Some(seat) = &self.seat {
            let what = format!("this is what {seat} sees, and nobody can play on from that: take the referee's");
            return Err(wrong("seat", what));
        }
        let engine = take_up(game, &self.start, &self.log, seed)?;
        let state = self.laid_over(game, engine.state())?;
        if state == *engine.state() {
            return Ok(engine);
        }
        let laid = engine.as_if(state);
        match laid.status() {
            Status::Stopped(fault) => Err(wrong(
                "cells",
                format!("what is asked there cannot be asked: a rule faults, {}", fault.code.name()),
            )),
            Status::Ask(_) | Status::Over(_) | Status::AwaitingChance { .. } => Ok(laid),
        }
    }

    /// What its cells say over what a state holds.
    pub fn laid_over(&self, game: &Game, state: &State) -> Result<State, Misplaced> {
        let mut laid = state.clone();
        for (name, held) in &self.cells {
            lay(game, &mut laid, name, held)?;
        }
        State::from_words(game.program(), game.layout(), laid.words().to_vec())
            .map_err(|what| Misplaced { field: "cells".to_owned(), what })
    }
}

/// A game from this start along a log, which does not hold the start. With a seed its dice fall by themselves from there on;
/// without one it stands before each.
pub fn take_up(game: &Game, start: &str, log: &[Entry], seed: Option<u64>) -> Result<Engine, Misplaced> {
    let wrong = |field: &str, what: String| Misplaced { field: field.to_owned(), what };
    let mut engine = dealt(game, log.iter());
    // A game with one start does not ask for it.
    let asks = engine.log().is_empty() && engine.prompt().is_some_and(|prompt| prompt.called(start).is_ok());
    if asks && !matches!(engine.pick(start), Ok(None)) {
        return Err(wrong("start", format!("a rule faults where `{start}` begins")));
    }
    let from = usize::from(asks);
    on_along(&mut engine, from, log, &mut |_, _| {}).map_err(|error| match error {
        ReplayError::Diverges { entry, says, game } => {
            wrong("log", format!("entry {} says `{says}`, but {game}", entry - from))
        }
        ReplayError::Unreadable(_) | ReplayError::EndsElsewhere | ReplayError::NoFault { .. } => {
            wrong("log", error.to_string())
        }
    })?;
    if let Some(seed) = seed {
        engine.fall_by_themselves(seed);
    }
    Ok(engine)
}

/// What each cell holds that is not nothing, as far as it is seen.
fn cells(game: &Game, view: &View) -> Map<String, Value> {
    let mut out = Map::new();
    let state = view.state();
    let ids: Vec<CellId> = told(game).map(|(id, _)| id).collect();
    for (id, cell) in told(game).filter(|(id, _)| !lies_elsewhere(game, *id)) {
        let name = game.called_among(id, &ids);
        if is_only_counted(view, cell) {
            let left = in_all(game, id, state);
            if left > 0 {
                out.insert(name, Value::from(left));
            }
            continue;
        }
        let place = game.layout().place(id);
        for element in 0..place.count {
            let value = held(game, state, id, cell, element);
            let Some(value) = value else { continue };
            let index = index_names(game, cell, &place.index_of(element));
            if index.is_empty() {
                out.insert(name.clone(), value);
            } else if let Value::Object(of) = out.entry(name.clone()).or_insert_with(|| Value::Object(Map::new())) {
                of.insert(index.join(", "), value);
            }
        }
    }
    out
}

/// In which box a piece lies is told with where it stands.
fn lies_elsewhere(game: &Game, id: CellId) -> bool {
    game.boxes() == Some(id) && where_pieces_stand(game).is_some()
}

/// The boxes beside the cell that says where pieces stand.
fn boxes_beside(game: &Game, id: CellId) -> Option<CellId> {
    game.boxes().filter(|_| is_place(game, id))
}

fn held(game: &Game, state: &State, id: CellId, cell: &Cell, element: u32) -> Option<Value> {
    let place = game.layout().place(id);
    match cell.value {
        Type::Scalar(scalar) => {
            let value = state.get(place, element);
            if value != scalar.zero() {
                return Some(game.plain(Counted::Held(id), scalar.what, value));
            }
            let boxes = boxes_beside(game, id)?;
            let of = game.program().cell(boxes).value.scalar()?;
            let lies = state.get(game.layout().place(boxes), element);
            (lies != NONE).then(|| game.plain(Counted::Held(boxes), of.what, lies))
        }
        Type::Set(domain) => {
            let words = state.members(place, element);
            words.iter().any(|word| *word != 0).then(|| Value::from(game.member_names(domain, words)))
        }
    }
}

/// A cell of a text over what a state holds.
fn lay(game: &Game, state: &mut State, name: &str, held: &Value) -> Result<(), Misplaced> {
    let ids: Vec<CellId> = told(game).map(|(id, _)| id).filter(|id| !lies_elsewhere(game, *id)).collect();
    let called: Vec<CellId> = ids.iter().copied().filter(|id| game.called_among(*id, &ids) == name).collect();
    let Some(first) = called.first() else {
        let mut names: Vec<String> = ids.iter().map(|id| game.called_among(*id, &ids)).collect();
        names.dedup();
        let more = if names.len() > TOLD { ", .." } else { "" };
        let what = format!("nothing is called so; there are {}{more}", names[..names.len().min(TOLD)].join(", "));
        return Err(Misplaced { field: format!("cells.{name}"), what });
    };
    let wrong = |of: &str, what: String| Misplaced { field: format!("cells.{name}{of}"), what };
    if game.program().cell(*first).index.is_empty() {
        return put(game, state, *first, 0, held).map_err(|what| wrong("", what));
    }
    let Value::Object(all) = held else {
        return Err(wrong("", "it is held for each of several: write `{\"..\": ..}`".to_owned()));
    };
    for (of, held) in all {
        let at = |what: String| wrong(&format!(".{of}"), what);
        let (id, element) = place_of(game, name, &called, of).map_err(at)?;
        put(game, state, id, element, held).map_err(at)?;
    }
    Ok(())
}

/// The cell and the element for what it is about: pieces of different sorts may have a state of one name.
fn place_of(game: &Game, name: &str, called: &[CellId], of: &str) -> Result<(CellId, u32), String> {
    let mut why = format!("no `{name}` is held for `{of}`");
    for id in called {
        let scalars = &game.program().cell(*id).index;
        let names: Vec<&str> = of.split(", ").collect();
        if names.len() != scalars.len() {
            why = format!("it is about {} at once: write them with `, ` between them", scalars.len());
            continue;
        }
        let index = scalars.iter().zip(names).map(|(scalar, name)| game.value_named(Type::Scalar(*scalar), name));
        let index = match index.collect::<Result<Vec<i64>, String>>() {
            Ok(index) => index,
            Err(what) => {
                why = what;
                continue;
            }
        };
        let has_it = match game.named(name) {
            Some(Named::Held(all)) => all.iter().filter(|held| held.at == HeldAt::Cell(*id)).all(|held| {
                held.members.as_ref().zip(index.first()).is_none_or(|(members, first)| members.contains(first))
            }),
            Some(Named::Query(_) | Named::Course { .. } | Named::Action { .. }) | None => true,
        };
        if let Some(element) = game.layout().place(*id).element(&index).filter(|_| has_it) {
            return Ok((*id, element));
        }
    }
    Err(why)
}

fn put(game: &Game, state: &mut State, id: CellId, element: u32, held: &Value) -> Result<(), String> {
    let place = game.layout().place(id);
    match game.program().cell(id).value {
        Type::Scalar(scalar) => {
            if let Some(boxes) = boxes_beside(game, id) {
                // Whoever stands on the map lies in no box, and the other way round.
                let on_map = held.is_null() || held.as_str().is_some_and(|name| game.member_named(HEX, name).is_some());
                let of = game.program().cell(boxes).value.scalar().filter(|_| !on_map);
                let lies = of.map_or(Ok(NONE), |of| game.value_plain(Counted::Held(boxes), of, held))?;
                state.set(game.layout().place(boxes), element, lies).map_err(|_| full())?;
                if !on_map {
                    return state.set(place, element, NONE).map_err(|_| full());
                }
            }
            let value = game.value_plain(Counted::Held(id), scalar, held)?;
            state.set(place, element, value).map_err(|_| full())
        }
        Type::Set(domain) => {
            let Value::Array(names) = held else { return Err("a set is a list of names: write `[..]`".to_owned()) };
            let mut members = Vec::new();
            for name in names {
                let name = name.as_str().ok_or("a member is a name")?;
                let member = game.member_named(domain, name);
                let of = &game.program().domain(domain).name;
                members.push(member.ok_or_else(|| format!("`{name}` is no member of `{of}`"))?);
            }
            let words = state.members_mut(place, element);
            words.fill(0);
            members.iter().for_each(|member| words[(member >> 6) as usize] |= 1 << (member & 63));
            Ok(())
        }
    }
}

fn full() -> String {
    "it is held for more than there may be".to_owned()
}
