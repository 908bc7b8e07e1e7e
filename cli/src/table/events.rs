//! What came of an answer, in the words of the rules: who goes where, what is so of whom, what a die showed and what was
//! reckoned of it. In: how a seat saw the game before and after, and what it heard fall. Out: lines.
//!
//! Promises: what authors did not name is not told, nor what an action keeps for itself; nor the turn and the phase, which
//! the banner tells.

use super::{hex_told, rule};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use wgr_compiler::looks::{Field, Holds, Looks};
use wgr_runtime::engine::{
    Changed, Engine, Entry, Game, Heard, HeldAt, Named, Seat, Seated, View, Why, changed, changes, changes_of,
    with_dice,
};
use wgr_runtime::ir::{Cell, CellId, HEX, Role, Type, What};
use wgr_runtime::state::State;

/// More names are counted.
const NAMED: usize = 6;
/// More than these come at once where a game is laid out.
const LAID_OUT: usize = 12;
/// More was reckoned of no die, on the way to it or behind it.
const RECKONED: usize = 4;

/// An answer, and the state in which it was given.
pub(crate) struct Given {
    state: State,
    option: usize,
}

impl Given {
    /// The last of the answers that led to the dice of these entries, each given where this game stands; none where what
    /// comes of it may not be told to this seat.
    pub(crate) fn of(before: &Engine, seat: Seat, entries: &[Entry]) -> Option<Given> {
        before.from_seat(seat).may_count().ok()?;
        let first_die = entries.iter().position(|entry| !entry.is_answer())?;
        let (last, others) = entries[..first_die].split_last()?;
        let pick = |entry: &Entry| if let Entry::Answer { pick, .. } = entry { Some(pick.clone()) } else { None };
        let mut game = before.fork();
        for entry in others {
            game.pick(&pick(entry)?).ok().filter(Option::is_none)?;
        }
        let option = game.prompt()?.called(&pick(last)?).ok()?;
        Some(Given { state: game.state().clone(), option })
    }
}

fn is_die(heard: &Heard) -> bool {
    matches!(heard, Heard::Told(Entry::Roll { .. }))
}

/// What the cells of a game are called by those who play it.
pub(crate) struct Teller<'g> {
    game: &'g Game,
    looks: &'g Looks,
    fields: BTreeMap<CellId, &'g Field>,
    states: BTreeMap<CellId, String>,
}

impl<'g> Teller<'g> {
    pub(crate) fn new(game: &'g Game, looks: &'g Looks) -> Teller<'g> {
        let mut fields = BTreeMap::new();
        for field in looks.sorts.iter().flat_map(|sort| &sort.states) {
            if let HeldAt::Cell(cell) = field.at {
                fields.insert(cell, field);
            }
        }
        let mut states = BTreeMap::new();
        for name in game.names() {
            let Some(Named::Held(all)) = game.named(name) else { continue };
            let cells = all.iter().filter_map(|held| if let HeldAt::Cell(cell) = held.at { Some(cell) } else { None });
            cells.filter(|cell| !fields.contains_key(cell)).for_each(|cell| {
                states.insert(cell, name.to_owned());
            });
        }
        Teller { game, looks, fields, states }
    }

    /// All that came of an answer, behind the dice and draws of which it came; `from`: where it was given, if it may be told
    /// what was reckoned with them.
    pub(crate) fn came(&self, before: &View, after: &Seated<'_>, heard: &[Heard], from: Option<&Given>) -> Vec<String> {
        let all = changed(self.game, before, &after.view());
        let mut lines = self.chances(heard, from);
        if heard.iter().any(is_die) {
            lines.extend(self.kept(&all));
        }
        // A program that no author wrote goes by the names of its cells.
        if self.game.vocabulary_is_empty() {
            lines.extend(changes(self.game, before, &after.view()));
            return lines;
        }
        lines.extend(self.went(&all));
        lines.extend(self.became(&all));
        lines
    }

    /// What changed but for the turn and the phase, as traces tell it: `IR23a.steps 2 -> 1`; nothing of what authors did not
    /// name.
    pub(crate) fn changes(&self, before: &State, after: &State) -> Vec<String> {
        let now = self.looks.now.map(|now| [now.turn, now.phase, now.phasing]);
        let is_told = |id: CellId, cell: &Cell| {
            let is_named = self.fields.contains_key(&id) || self.states.contains_key(&id);
            let is_place = [self.looks.place, self.looks.lies].contains(&Some(id));
            let is_kept = matches!(cell.role, Role::Keep(_) | Role::Cup);
            let is_now = now.is_some_and(|now| now.contains(&id));
            self.game.vocabulary_is_empty() || (is_named || is_place || is_kept) && !is_now
        };
        changes_of(self.game, before, after, is_told)
    }

    /// What fell, each die with the figures that were made with it.
    fn chances(&self, heard: &[Heard], from: Option<&Given>) -> Vec<String> {
        let dice: Vec<i64> = heard
            .iter()
            .filter_map(|heard| if let Heard::Told(Entry::Roll { fell, .. }) = heard { Some(*fell) } else { None })
            .collect();
        let figures =
            from.filter(|_| !dice.is_empty()).map(|from| with_dice(self.game, &from.state, from.option, &dice));
        let mut figures = figures.unwrap_or_default().into_iter();
        let mut lines = Vec::new();
        for heard in heard.iter().filter(|heard| !heard.is_answer()) {
            lines.push(self.fell(heard));
            if is_die(heard) {
                let with = figures.next().unwrap_or_default();
                let figures = [&with.before, &with.behind].map(|asked| reckoned(self.game, asked));
                lines.extend(figures.into_iter().flatten().map(|line| format!("  {line}")));
            }
        }
        lines
    }

    /// `4 rolled: One die, and all that is added (7.1)`
    fn fell(&self, heard: &Heard) -> String {
        let Heard::Told(Entry::Roll { at, fell, .. }) = heard else { return heard.to_string() };
        let site = self.game.program().sites.iter().find(|site| !at.is_empty() && site.short() == *at);
        let by = site.map_or_else(|| at.clone(), |site| rule(&site.cases, &site.title));
        if by.is_empty() { format!("{fell} rolled") } else { format!("{fell} rolled: {by}") }
    }

    /// What an action keeps of a die.
    fn kept(&self, all: &[Changed]) -> Vec<String> {
        let is_kept = |change: &&Changed| {
            let cell = self.game.program().cell(change.id);
            matches!(cell.role, Role::Keep(_))
                && matches!(cell.value, Type::Scalar(scalar) if matches!(scalar.what, What::Int { .. }))
        };
        all.iter().filter(is_kept).map(|change| format!("  {}: {}", words(&change.cell), text(&change.to))).collect()
    }

    /// Who stands elsewhere than before.
    fn went(&self, all: &[Changed]) -> Vec<String> {
        let Some(place) = self.looks.place else { return vec![] };
        let moved: Vec<&Changed> = all.iter().filter(|change| change.id == place).collect();
        let comes = moved.iter().filter(|change| self.hex(change.from.as_ref()).is_none()).count();
        let mut lines = Vec::new();
        if comes > LAID_OUT {
            lines.push(format!("{comes} counters are laid out: `map` and `state` show where"));
        }
        for (same, who) in alike(&moved) {
            let (from, to) = (self.hex(same.from.as_ref()), self.hex(Some(&same.to)));
            let many = who.len() > 1;
            let who = listed(&who);
            let verb = |one: &str, several: &str| if many { several.to_owned() } else { one.to_owned() };
            lines.push(match (from, to) {
                (None, Some(_)) if comes > LAID_OUT => continue,
                (Some(from), Some(to)) => format!("{who} {} from {from} to {to}", verb("goes", "go")),
                (None, Some(to)) => match self.boxed(same.from.as_ref()) {
                    Some(lay) => format!("{who} {} to {to} ({lay} before)", verb("comes", "come")),
                    None => format!("{who} {} to {to}", verb("comes", "come")),
                },
                (Some(from), None) => match self.boxed(Some(&same.to)) {
                    Some(lies) => format!("{who} {} {from}: {lies}", verb("leaves", "leave")),
                    None => format!("{who} {} {from}, out of play", verb("leaves", "leave")),
                },
                (None, None) => match self.boxed(Some(&same.to)) {
                    Some(lies) => format!("{who}: {lies}"),
                    None => continue,
                },
            });
        }
        lines
    }

    /// What is so now that was not.
    fn became(&self, all: &[Changed]) -> Vec<String> {
        let now = self.looks.now.map(|now| [now.turn, now.phase, now.phasing]);
        let mut lines = Vec::new();
        let mut open: Vec<&Changed> =
            all.iter().filter(|change| now.is_none_or(|now| !now.contains(&change.id))).collect();
        // Who has just come is as he begins.
        let comes = |change: &&Changed| Some(change.id) == self.looks.place && self.hex(change.from.as_ref()).is_none();
        let come: BTreeSet<&String> = all.iter().filter(comes).filter_map(|change| change.of.first()).collect();
        let is_new = |change: &Changed| change.of.first().is_some_and(|of| come.contains(of));
        open.retain(|change| !(self.fields.contains_key(&change.id) && is_new(change)));
        for (same, who) in alike(&open) {
            if let Some(field) = self.fields.get(&same.id) {
                lines.extend(self.field(field, same, &listed(&who)));
            } else if let Some(name) = self.states.get(&same.id) {
                lines.extend(self.state(name, same, &who));
            }
        }
        lines
    }

    fn field(&self, field: &Field, change: &Changed, who: &str) -> Option<String> {
        if self.looks.style(&field.named).hidden {
            return None;
        }
        let name = field.named.read();
        let was = change.from.as_ref().filter(|from| !from.is_null());
        Some(match (&field.holds, &change.to) {
            (Holds::YesNo, Value::Bool(true)) => format!("{who}: {name}"),
            (Holds::YesNo, _) => format!("{who}: not {name} any more"),
            (_, to) => {
                let was = was.map_or(String::new(), |was| format!(" ({} before)", text(was)));
                format!("{who}: {name} {}{was}", text(to))
            }
        })
    }

    fn state(&self, name: &str, change: &Changed, of: &[&str]) -> Option<String> {
        let named = wgr_compiler::looks::Named { name: name.to_owned(), title: None };
        if self.looks.style(&named).hidden {
            return None;
        }
        let of = if of.iter().all(|of| of.is_empty()) { String::new() } else { format!(" of {}", listed(of)) };
        let name = format!("{}{of}", words(name));
        Some(match (&change.from, &change.to) {
            (from, Value::Array(to)) => {
                let from = from.as_ref().and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                let only = |one: &[Value], other: &[Value]| {
                    one.iter().filter(|value| !other.contains(value)).map(text).collect::<Vec<String>>()
                };
                let (more, fewer) = (only(to, from), only(from, to));
                let told = |names: &[String], sign: &str| {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    if names.is_empty() { String::new() } else { format!("{sign} {}", listed(&names)) }
                };
                let both = [told(&more, "with"), told(&fewer, "without")];
                format!(
                    "{name}: {}",
                    both.into_iter().filter(|part| !part.is_empty()).collect::<Vec<String>>().join(", ")
                )
            }
            (_, to) => format!("{name}: {}", text(to)),
        })
    }

    fn hex(&self, value: Option<&Value>) -> Option<String> {
        let name = value?.as_str()?;
        self.game.board()?;
        Some(hex_told(self.game, self.looks, self.game.member_named(HEX, name)?))
    }

    /// The title of a box.
    fn boxed(&self, value: Option<&Value>) -> Option<String> {
        let name = value?.as_str()?;
        let one = self.looks.boxes.iter().find(|one| one.named.name == name);
        Some(one.map_or_else(|| name.to_owned(), |one| one.named.read()))
    }
}

/// Of whom the same is told.
fn alike<'c>(all: &[&'c Changed]) -> Vec<(&'c Changed, Vec<&'c str>)> {
    let mut groups: Vec<(&Changed, Vec<&str>)> = Vec::new();
    for change in all {
        let who = change.of.first().map_or("", String::as_str);
        let same = |known: &&Changed| {
            known.id == change.id
                && known.from == change.from
                && known.to == change.to
                && known.of.get(1..) == change.of.get(1..)
        };
        match groups.iter_mut().find(|(known, _)| same(known)) {
            Some((_, names)) => names.push(who),
            None => groups.push((change, vec![who])),
        }
    }
    groups
}

/// `A, B and 34 more`
fn listed(names: &[&str]) -> String {
    match names.split_at_checked(NAMED) {
        Some((first, rest)) if rest.len() > 1 => format!("{} and {} more", first.join(", "), rest.len()),
        _ => names.join(", "),
    }
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::String(text) => words(text),
        Value::Array(all) => all.iter().map(text).collect::<Vec<String>>().join(", "),
        Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

/// The figures that rules made, each once, with the rows that count in them: `drm = 2: "Surplus" +3, "Forest" -1`.
fn reckoned(game: &Game, asked: &[Why]) -> Vec<String> {
    let is_figure = |why: &&Why| {
        let number = why.query.and_then(|query| game.program().func(query).ret).and_then(Type::scalar);
        number.is_some_and(|scalar| matches!(scalar.what, What::Int { .. }))
            && why.called.asks.is_empty()
            && why.rows.iter().any(|row| row.wins && row.amount.is_some())
    };
    let figures: Vec<&Why> = asked.iter().filter(is_figure).collect();
    // What is asked of one after the other is asked for the options.
    let once = |why: &&&Why| !figures.iter().any(|other| other.called == why.called && other.args != why.args);
    let mut lines: Vec<String> = Vec::new();
    for why in figures.iter().filter(once) {
        let rows = why.rows.iter().filter(|row| row.wins && row.amount.is_some());
        let rows = rows.map(|row| format!("\"{}\" {}", row.title, row.amount.as_deref().unwrap_or_default()));
        let rows: Vec<String> = rows.collect();
        let line = format!("{} = {}: {}", why.question, why.answer.as_deref().unwrap_or("?"), rows.join(", "));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.truncate(RECKONED);
    lines
}
