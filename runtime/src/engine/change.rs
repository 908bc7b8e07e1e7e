//! States in words: what changed from one to another, and where everything stands. Cells are compared, not words:
//! frames, what is pending and the truth that `settle` remembers are nobody's business.

use super::game::Game;
use super::shown::Counted;
use super::view::{Sight, in_all};
use crate::exec::Elements;
use crate::ir::{Cell, CellId, HEX, NONE, Role, Type, What};
use crate::state::{Place, State};
use serde::Serialize;
use serde_json::Value;

/// More places that change alike are told in one line.
const ALIKE: usize = 3;

/// One place that holds something else than before.
struct Change {
    element: u32,
    /// The index: `Ch3` of `Ch3.steps`; nothing where there is none.
    of: Vec<String>,
    /// `2 -> 1`
    what: String,
    /// What it held, if that was seen and something.
    from: Option<Value>,
    to: Value,
}

/// The same for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Changed {
    #[serde(skip)]
    pub id: CellId,
    #[serde(skip)]
    pub element: u32,
    pub cell: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<String>,
    /// Absent where it was not seen before, or nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Value>,
    pub to: Value,
}

/// What changed, a place each: the same places as [`changes`] tells.
pub fn changed(game: &Game, before: &impl Sight, after: &impl Sight) -> Vec<Changed> {
    changed_of(game, before, after, |_| true)
}

/// The same of those cells only.
pub fn changed_of(
    game: &Game,
    before: &impl Sight,
    after: &impl Sight,
    those: impl Fn(CellId) -> bool,
) -> Vec<Changed> {
    let all = told(game).filter(|(id, _)| those(*id));
    let all = all.map(|(id, cell)| (id, of_cell(game, id, cell, before, after)));
    let changed: Vec<(CellId, Vec<Change>)> = all.filter(|(_, changes)| !changes.is_empty()).collect();
    let ids: Vec<CellId> = changed.iter().map(|(id, _)| *id).collect();
    let named = changed.into_iter().map(|(id, changes)| (id, game.called_among(id, &ids), changes));
    let each = named.flat_map(|(id, cell, changes)| {
        changes.into_iter().map(move |Change { element, of, from, to, .. }| {
            let cell = cell.clone();
            Changed { id, element, cell, of, from, to }
        })
    });
    each.collect()
}

/// What a place came to, also where it is as it was. None of a set, and of what is nobody's business.
pub fn came_to(game: &Game, state: &State, (id, element): (CellId, u32)) -> Option<Changed> {
    let (id, cell) = told(game).find(|(told, _)| *told == id)?;
    let scalar = cell.value.scalar()?;
    let place = game.layout().place(id);
    let to = game.plain(Counted::Held(id), scalar.what, state.get(place, element));
    let of = index_names(game, cell, &place.index_of(element));
    Some(Changed { id, element, cell: game.called_among(id, &[id]), of, from: None, to })
}

/// What changed, cell by cell: `IR23a.steps 2 -> 1`, `Ch3: 0305 -> 0404`, `others +Ch3`. What a procedure keeps and
/// forgets at its end is told when it is written, not when it is forgotten. What is not seen after is not told; what was not
/// seen before and is now, is.
pub fn changes(game: &Game, before: &impl Sight, after: &impl Sight) -> Vec<String> {
    changes_of(game, before, after, |_, _| true)
}

/// The same of those cells only.
pub fn changes_of(
    game: &Game,
    before: &impl Sight,
    after: &impl Sight,
    those: impl Fn(CellId, &Cell) -> bool,
) -> Vec<String> {
    let all = told(game).filter(|(id, cell)| those(*id, cell));
    let all = all.map(|(id, cell)| (id, of_cell(game, id, cell, before, after)));
    let changed: Vec<(CellId, Vec<Change>)> = all.filter(|(_, changes)| !changes.is_empty()).collect();
    let ids: Vec<CellId> = changed.iter().map(|(id, _)| *id).collect();
    let mut lines = Vec::new();
    for (id, changes) in &changed {
        let name = game.called_among(*id, &ids);
        let mut open = changes.as_slice();
        while let Some(first) = open.first() {
            let alike = open.iter().take_while(|change| change.what == first.what).count();
            let (now, rest) = open.split_at(alike);
            if alike > ALIKE && is_place(game, *id) {
                lines.push(format!("{}: {}", members(now), first.what));
            } else if alike > ALIKE {
                lines.push(format!("{name} {}: {}", first.what, members(now)));
            } else {
                lines.extend(now.iter().map(|change| format!("{} {}", place(game, *id, &name, change), change.what)));
            }
            open = rest;
        }
    }
    lines
}

/// `Ch3:`, `Ch3.steps`, `lead`.
fn place(game: &Game, id: CellId, name: &str, change: &Change) -> String {
    let of = change.of.join(", ");
    match game.program().cell(id).index.len() {
        _ if of.is_empty() => name.to_owned(),
        1 if is_place(game, id) => format!("{of}:"),
        1 => format!("{of}.{name}"),
        _ => format!("{name}({of})"),
    }
}

fn members(changes: &[Change]) -> String {
    changes.iter().map(|change| change.of.join(", ")).collect::<Vec<String>>().join(", ")
}

/// Where everything stands: who is on which hex, then every other cell that holds something.
pub fn standing(game: &Game, sight: &impl Sight) -> Vec<String> {
    let state = sight.state();
    let text = |(id, cell): (CellId, &Cell)| {
        if is_only_counted(sight, cell) {
            return (id, format!("{} left", in_all(game, id, state)));
        }
        let stands = stands_for(game, id, cell);
        let is_told = |index: &[i64]| !is_off(game, state, stands, index);
        let place = game.layout().place(id);
        // Who sees the least of a number that may be hidden sees that, and not nothing.
        let is_number = cell.value.scalar().is_some_and(|of| matches!(of.what, What::Int { .. }));
        let of_pieces = sight.unseen().filter(|_| is_number && cell.hidden.is_some() && stands.is_some());
        let text = match of_pieces {
            Some(unseen) => {
                let seen = (0..place.count).filter(|element| !unseen.holds(id, *element));
                game.cell_text_of(state, id, seen, is_told)
            }
            None => game.cell_text_of(state, id, state.nonzero(place), is_told),
        };
        (id, text)
    };
    let holds: Vec<(CellId, String)> = told(game).map(text).filter(|(_, text)| text != "-").collect();
    let ids: Vec<CellId> = holds.iter().map(|(id, _)| *id).collect();
    let mut lines = Vec::new();
    for (id, text) in holds {
        if is_place(game, id) {
            let all = on_hexes(game, id, game.program().cell(id), state);
            lines.extend(
                all.into_iter().map(|(hex, names)| format!("{}: {}", game.member_name(HEX, hex), names.join(", "))),
            );
        } else if game.boxes() == Some(id) {
            let all = on_hexes(game, id, game.program().cell(id), state);
            lines.extend(
                all.into_iter().map(|(lies, names)| format!("{}: {}", box_name(game, id, lies), names.join(", "))),
            );
        } else {
            lines.push(format!("{}: {text}", game.called_among(id, &ids)));
        }
    }
    lines
}

/// Who stands on which hex, in the order of the hexes; those out of play stand nowhere.
pub fn stacks(game: &Game, state: &State) -> Vec<(i64, Vec<String>)> {
    where_pieces_stand(game).map_or_else(Vec::new, |id| on_hexes(game, id, game.program().cell(id), state))
}

/// IR23a and IR23b on 0404, in the order of the hexes, or of the boxes.
fn on_hexes(game: &Game, id: CellId, cell: &Cell, state: &State) -> Vec<(i64, Vec<String>)> {
    let place = game.layout().place(id);
    let mut standing: Vec<(i64, Vec<String>)> = Vec::new();
    for element in state.nonzero(place) {
        let (hex, name) = (state.get(place, element), index_names(game, cell, &place.index_of(element)).join(", "));
        match standing.binary_search_by_key(&hex, |(at, _)| *at) {
            Ok(at) => standing[at].1.push(name),
            Err(at) => standing.insert(at, (hex, vec![name])),
        }
    }
    standing
}

/// The cells that a player would ask after; a name that begins with `_` is nobody's business.
pub(super) fn told(game: &Game) -> impl Iterator<Item = (CellId, &Cell)> {
    let cells = game.program().cells.iter().enumerate().map(|(at, cell)| (CellId::new(at), cell));
    cells.filter(|(_, cell)| !cell.name.starts_with('_')).filter(|(_, cell)| match cell.role {
        Role::Game | Role::Keep(_) | Role::Cup => true,
        Role::Pending | Role::Truth => false,
    })
}

/// Is this the cell that says where pieces stand?
pub(super) fn is_place(game: &Game, id: CellId) -> bool {
    where_pieces_stand(game) == Some(id)
}

/// The first cell that holds a hex or none for each member of a domain that is not the board's.
pub(super) fn where_pieces_stand(game: &Game) -> Option<CellId> {
    let program = game.program();
    let stands = |cell: &Cell| {
        let on_board = matches!(cell.value, Type::Scalar(scalar) if scalar.what == What::Id(HEX) && scalar.is_opt());
        let of_pieces = match cell.index.as_slice() {
            [index] => matches!(index.what, What::Id(domain) if !program.domain(domain).members.is_empty()),
            [] | [_, _, ..] => false,
        };
        program.board.is_some() && cell.role == Role::Game && on_board && of_pieces
    };
    program.cells.iter().position(stands).map(CellId::new)
}

/// Does this place belong to a piece that is nowhere? What it holds matters to nobody.
fn is_off(game: &Game, state: &State, stands: Option<CellId>, index: &[i64]) -> bool {
    let ([at], Some(id)) = (index, stands) else { return false };
    let mut places = std::iter::once(id).chain(game.boxes());
    places.all(|id| state.get(game.layout().place(id), *at as u32) == NONE)
}

/// The cell that says where those stand whom this one is about, if they are pieces and it is another.
fn stands_for(game: &Game, id: CellId, cell: &Cell) -> Option<CellId> {
    let stands = where_pieces_stand(game).filter(|stands| *stands != id)?;
    let pieces = game.program().cell(stands).index.first()?;
    matches!(cell.index.as_slice(), [of] if of.what == pieces.what).then_some(stands)
}

/// Was this just drawn, and does a seat see what it is? It is told before it lies anywhere.
fn is_in_hand(sight: &impl Sight, cell: &Cell, element: u32, place: &Place) -> bool {
    let holds = || match cell.value {
        Type::Scalar(scalar) => sight.state().get(place, element) != scalar.zero(),
        Type::Set(_) => false,
    };
    sight.unseen().is_some() && cell.hidden.is_some() && holds()
}

/// Of a cup nobody but the referee knows more than how much is in it, where the game hides something.
pub(super) fn is_only_counted(sight: &impl Sight, cell: &Cell) -> bool {
    cell.role == Role::Cup && sight.unseen().is_some()
}

fn of_cell(game: &Game, id: CellId, cell: &Cell, seen_before: &impl Sight, seen: &impl Sight) -> Vec<Change> {
    let (before, after) = (seen_before.state(), seen.state());
    if is_only_counted(seen, cell) {
        let (old, new) = (in_all(game, id, before), in_all(game, id, after));
        let what = format!("{old} -> {new}");
        let change = Change { element: 0, of: vec![], what, from: Some(Value::from(old)), to: Value::from(new) };
        return if old == new { vec![] } else { vec![change] };
    }
    let is_hidden = |sight: Option<&Elements>, element: u32| sight.is_some_and(|unseen| unseen.holds(id, element));
    let place = game.layout().place(id);
    // Where a piece is that is not on the map is told with where it was on it.
    if game.boxes() == Some(id) && where_pieces_stand(game).is_some() {
        return vec![];
    }
    let boxes = game.boxes().filter(|_| is_place(game, id)).map(|lies| (lies, game.layout().place(lies)));
    let lie_alike = boxes.is_none_or(|(_, lies)| before.is_alike(after, lies));
    if seen_before.unseen().is_none() && before.is_alike(after, place) && lie_alike {
        return vec![];
    }
    let forgets = matches!(cell.role, Role::Keep(_));
    let stands = stands_for(game, id, cell);
    let mut changes = Vec::new();
    let lies_there = |element: u32| boxes.is_none_or(|(_, lies)| before.get(lies, element) == after.get(lies, element));
    let same = |element: u32| {
        lies_there(element)
            && match cell.value {
                Type::Scalar(_) => before.get(place, element) == after.get(place, element),
                Type::Set(_) => before.members(place, element) == after.members(place, element),
            }
    };
    for element in 0..place.count {
        // It is seen for the first time, or again.
        let is_new = is_hidden(seen_before.unseen(), element);
        if same(element) && !is_new {
            continue;
        }
        let index = place.index_of(element);
        let nowhere = is_off(game, after, stands, &index) && !is_in_hand(seen, cell, element, place);
        if nowhere || is_hidden(seen.unseen(), element) {
            continue;
        }
        // What is hidden of a piece was nothing before the piece came.
        let comes = cell.hidden.is_some() && is_off(game, before, stands, &index);
        let (what, from, to) = match cell.value {
            Type::Scalar(scalar) => {
                let (old, new) = (before.get(place, element), after.get(place, element));
                if forgets && new == scalar.zero() {
                    continue;
                }
                let shown = |value| game.shown(Counted::Held(id), scalar.what, value);
                let lies = |state: &State| {
                    let (cell, place) = boxes?;
                    let lies = state.get(place, element);
                    (lies != NONE).then(|| box_name(game, cell, lies))
                };
                let (was, is) = (lies(before).unwrap_or_else(|| shown(old)), lies(after).unwrap_or_else(|| shown(new)));
                // A name that holds nothing yet stands on no step of a scale.
                let was_nothing = comes && !scalar.is_opt();
                let was_no_step = forgets && old == scalar.zero() && game.counts(Counted::Held(id));
                let was_told = !(is_new || was_nothing || was_no_step);
                let told = if was_told { format!("{was} ") } else { String::new() };
                let plain = |state: &State, value| match lies(state) {
                    Some(name) => Value::from(name),
                    None => game.plain(Counted::Held(id), scalar.what, value),
                };
                (format!("{told}-> {is}"), was_told.then(|| plain(before, old)), plain(after, new))
            }
            Type::Set(domain) => {
                let (old, new) = (before.members(place, element), after.members(place, element));
                if forgets && new.iter().all(|word| *word == 0) {
                    continue;
                }
                let only = |in_: &[u64], out: &[u64], sign: &str| {
                    let words = in_.iter().zip(out).enumerate();
                    let gone = words.flat_map(|(at, (a, b))| {
                        let bits = a & !b;
                        (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| (at * 64) as i64 + bit)
                    });
                    gone.map(|member| format!("{sign}{}", game.member_name(domain, member))).collect::<Vec<String>>()
                };
                let both = [only(new, old, "+"), only(old, new, "-")].concat();
                let names = |words: &[u64]| Value::from(game.member_names(domain, words));
                (both.join(" "), (!is_new).then(|| names(old)), names(new))
            }
        };
        let of = index_names(game, cell, &index);
        changes.push(Change { element, of, what, from, to });
    }
    // Those that change alike stand together, each group where its first stands.
    let firsts: Vec<String> = changes.iter().map(|change| change.what.clone()).collect();
    changes.sort_by_key(|change| firsts.iter().position(|first| *first == change.what));
    changes
}

fn box_name(game: &Game, boxes: CellId, lies: i64) -> String {
    let what = game.program().cell(boxes).value.scalar().map_or(What::Bool, |scalar| scalar.what);
    game.shown(Counted::Held(boxes), what, lies)
}

/// The names of what it is about.
pub(super) fn index_names(game: &Game, cell: &Cell, index: &[i64]) -> Vec<String> {
    index.iter().zip(&cell.index).map(|(&at, of)| game.value_name(of.what, at)).collect()
}
