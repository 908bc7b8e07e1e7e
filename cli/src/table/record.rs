//! A game from its beginning, as it was told while it was played: each answer, and all that came of it, under its phase.
//!
//! In: a game and what it heard. Out: lines. Promises: it is told as to this seat; none where the order in which all came about
//! is not for this seat to know.

use super::carried::Carried;
use super::events::{Given, Line, Teller};
use super::{Banner, rule};
use wgr_runtime::engine::{Engine, Entry, Heard, Seat, along};

pub(crate) fn record(teller: &Teller<'_>, carried: &Carried<'_>, engine: &Engine, seat: Seat) -> Option<Vec<Line>> {
    engine.from_seat(seat).may_count().ok()?;
    let (game, mut banner, mut lines) = (engine.game(), Banner::default(), Vec::new());
    let (mut stood, mut number): (Option<Engine>, usize) = (None, 0);
    let led = along(game, engine.log(), &mut |now, entries| {
        let given = match &stood {
            Some(stood) => Given::of(stood, seat, entries),
            None => match Given::beginning(now, seat) {
                Some(given) => given,
                None => return,
            },
        };
        let before = given.view(game, seat);
        let heading = stood.as_ref().and_then(|stood| banner.at_an_ask(stood, teller.looks, &before));
        lines.extend(heading.map(Line::Heading));
        if let Some(Entry::Answer { ask, by, pick }) = entries.first() {
            number += 1;
            let prompt = stood.as_ref().and_then(Engine::prompt).map(|prompt| game.program().site(prompt.site));
            let asked = prompt.map_or_else(|| ask.clone(), |site| rule(&site.cases, &site.title));
            lines.push(Line::Answer(format!("{number}. {by}: {asked} > {pick}")));
        }
        let heard: Vec<Heard> = entries.iter().map(|entry| Heard::of(game, entry, seat)).collect();
        lines.extend(teller.came(&before, &now.from_seat(seat), &heard, &given, (&mut banner, carried)));
        stood = Some(now.fork());
    });
    led.ok().map(|_| lines)
}
