//! A game from its beginning, as it was told while it was played: each answer, and all that came of it, under its phase.
//!
//! In: a game and what it heard. Out: lines. Promises: it is told as to this seat.

use super::carried::Carried;
use super::events::{Given, Teller};
use super::line::{Answer, InOne, Line};
use super::{Banner, rule};
use wgr_runtime::engine::{Engine, Entry, Heard, Seat, along};

pub(crate) fn record(teller: &Teller<'_>, carried: &Carried<'_>, engine: &Engine, seat: Seat) -> Option<Vec<Line>> {
    let (game, mut banner, mut lines) = (engine.game(), Banner::default(), Vec::new());
    let (mut stood, mut number): (Option<Engine>, usize) = (None, 0);
    let led = along(game, engine.log(), &mut |now, entries| {
        let heard: Vec<Heard> = entries.iter().map(|entry| Heard::of(game, entry, seat)).collect();
        let given = match &stood {
            Some(stood) => Given::of(stood, seat, entries),
            None => Given::beginning(now, seat),
        };
        let before = given.view(game, seat);
        let heading = stood.as_ref().map(|stood| banner.at_an_ask(stood, (teller.looks, carried), &before));
        lines.extend(heading.into_iter().flatten());
        let asked = |ask: &str| {
            let prompt = stood.as_ref().and_then(Engine::prompt).map(|prompt| game.program().site(prompt.site));
            prompt.map_or_else(|| ask.to_owned(), |site| rule(&site.cases, &site.title))
        };
        let answer = match heard.first() {
            Some(Heard::Told(Entry::Answer { ask, by, pick })) => Some((by, ask, Some(pick.clone()))),
            Some(Heard::Answered { ask, by }) => Some((by, ask, None)),
            Some(Heard::Told(_) | Heard::Rolled { .. } | Heard::Drew | Heard::Saw(_)) | None => None,
        };
        if let Some((by, ask, named)) = answer {
            number += 1;
            lines.push(Line::Answer(Answer::new(format!("{by}: {}", asked(ask)), named).numbered(number)));
        }
        lines.extend(teller.came(&before, &now.from_seat(seat), &heard, &given, (&mut banner, carried)));
        stood = Some(now.fork());
    });
    led.ok().map(|_| InOne::of(lines))
}
