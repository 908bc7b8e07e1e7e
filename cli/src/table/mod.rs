//! What a game looks like at a terminal: the map, what came of an answer, how far the game is, what is offered.

mod banner;
mod between;
mod by_phase;
mod carried;
mod events;
mod ink;
mod line;
mod march;
mod options;
mod part;
mod record;
mod scored;
mod sheet;
mod story;

pub(crate) use banner::Banner;
pub(crate) use carried::Carried;
pub(crate) use events::{Given, Teller};
pub(crate) use ink::{Sign, coloured, plain, signs};
pub(crate) use line::{Answer, InOne, Line};
pub(crate) use march::along;
pub(crate) use options::listed;
pub(crate) use record::record;
pub(crate) use sheet::{Room, Shows, sheet};

use std::collections::BTreeMap;
use wgr_compiler::looks::Looks;
use wgr_runtime::engine::{Game, Sight, View, stacks};
use wgr_runtime::ir::{HEX, NONE};

/// `Marches, and who is to rally (2, 5)`: the title of a rule and where it stands in the book.
pub(crate) fn rule(cases: &[String], title: &str) -> String {
    let mut sections: Vec<&str> = Vec::new();
    for section in cases.iter().map(|case| case.split('#').next().unwrap_or(case)) {
        if !sections.contains(&section) {
            sections.push(section);
        }
    }
    match (title.is_empty(), sections.is_empty()) {
        (_, true) => title.to_owned(),
        (true, false) => sections.join(", "),
        (false, false) => format!("{title} ({})", sections.join(", ")),
    }
}

/// Where each piece is, as a seat sees it: a hex with its name, or the title of a box.
pub(crate) fn whereabouts(game: &Game, looks: &Looks, view: &View) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (hex, names) in stacks(game, view.state()) {
        let place = hex_told(game, looks, hex);
        all.extend(names.into_iter().map(|name| (name, place.clone())));
    }
    let Some(lies) = looks.lies else { return all };
    let place = game.layout().place(lies);
    for (member, counter) in looks.counters.iter().enumerate() {
        let Some(element) = u32::try_from(member).ok().filter(|element| *element < place.count) else { continue };
        let hidden = view.unseen().is_some_and(|unseen| unseen.holds(lies, element));
        let at = view.state().get(place, element);
        let open = |one: &&wgr_compiler::looks::Box| one.holds == wgr_compiler::looks::Held::Open(at);
        if !hidden
            && at != NONE
            && let Some(one) = looks.boxes.iter().find(open)
        {
            all.entry(counter.name.clone()).or_insert_with(|| one.named.read());
        }
    }
    all
}

/// `1226 Rossignol`
pub(crate) fn hex_told(game: &Game, looks: &Looks, hex: i64) -> String {
    let number = game.member_name(HEX, hex);
    let name = looks.map.iter().flat_map(|map| &map.places).find(|(_, at)| *at == hex);
    name.map_or(number.clone(), |(name, _)| format!("{number} {}", spaced(name)))
}

/// `Le Chesne` for `LeChesne`.
pub(crate) fn spaced(name: &str) -> String {
    crate::picture::spaced(name)
}
