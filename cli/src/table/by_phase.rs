//! What came of an answer in a game that hides something. As long as the rules look at nothing that the seat does not see, it
//! could play on itself, and is told all of it in its order. From there on, which phase something belongs to is nobody's secret,
//! and within a phase the order of it may be. In: how a seat saw the game before and after, and what it heard. Out: lines; of the
//! rest, phase by phase, as `story` tells what has no order.
//!
//! Promises: of the rest nothing is told but what the seat sees as one phase ends and the next begins, and of no phase in which it
//! sees nothing.

use super::Banner;
use super::banner::Turned;
use super::carried::Carried;
use super::events::{Given, Teller};
use super::line::Line;
use super::story::Story;
use serde_json::Value;
use wgr_runtime::engine::{Entry, Happened, Heard, Sight, View, WithReasons, happened, happened_openly};
use wgr_runtime::ir::CellId;
use wgr_runtime::state::State;

pub(super) struct ByPhase<'s, 'g> {
    teller: &'s Teller<'g>,
    carried: &'s Carried<'s>,
    /// What was heard, and how much of it has been told.
    heard: &'s [Heard],
    told: usize,
    /// As it was seen when something was told last.
    seen: View,
    turned: Option<Turned>,
    lines: Vec<Line>,
}

impl<'s, 'g> ByPhase<'s, 'g> {
    pub(super) fn new(
        (teller, carried): (&'s Teller<'g>, &'s Carried<'s>),
        before: &View,
        heard: &'s [Heard],
    ) -> ByPhase<'s, 'g> {
        let (seen, lines) = (before.clone(), Vec::new());
        ByPhase { teller, carried, heard, told: 0, seen, turned: None, lines }
    }

    pub(super) fn told(mut self, given: &Given<'_>, after: View, banner: &mut Banner) -> Vec<Line> {
        let game = self.teller.game;
        let open = given.known.as_ref().map_or(0, |known| self.openly(given, known, banner));
        if let Some(now) = &self.teller.looks.now {
            let held = |state: &State, cell: CellId| state.get(game.layout().place(cell), 0);
            let all = |state: &State| now.cells().map(|cell| held(state, cell)).collect::<Vec<i64>>();
            let (mut stood, mut fell, mut moments) = (all(self.seen.state()), 0, 0);
            let (mut turn, mut phase) = (held(self.seen.state(), now.turn), held(self.seen.state(), now.phase));
            happened(
                (game, WithReasons { left: &|_| false, losses: &[] }),
                &given.state,
                given.entries,
                &mut |state, what| {
                    fell += usize::from(!what.is_moment());
                    moments += 1;
                    let stands = all(state);
                    if stands == stood || moments <= open {
                        return;
                    }
                    stood = stands;
                    self.ends(View::of(game, state, given.seat), heard_with(given.entries, fell), banner);
                    let is_new = |last: &mut i64, cell: CellId| std::mem::replace(last, held(state, cell)) != *last;
                    let (new_turn, new_phase) = (is_new(&mut turn, now.turn), is_new(&mut phase, now.phase));
                    // A phase in which a side sees nothing happen has no heading: whether there was one may hang on what is hidden.
                    let title = match what {
                        Happened::Wrote { places, .. } => self.carried.phase(places).to_owned(),
                        Happened::Left { .. }
                        | Happened::Ended { .. }
                        | Happened::Leads { .. }
                        | Happened::Way { .. }
                        | Happened::Alone(_)
                        | Happened::Rolled(_)
                        | Happened::Drew { .. } => String::new(),
                    };
                    let turned = Turned { view: self.seen.clone(), turn: new_turn, phase: new_phase, title };
                    let turned = turned.on(self.turned.take());
                    banner.begins(game, self.teller.looks, &turned.view, &turned.title);
                    self.turned = Some(turned);
                },
            );
        }
        self.ends(after, self.heard.len(), banner);
        self.lines
    }

    /// What the seat could have played on itself, from what it knew: in how many moments.
    fn openly(&mut self, given: &Given<'_>, known: &View, banner: &mut Banner) -> usize {
        let (game, entries) = (self.teller.game, given.entries);
        let losses = self.teller.losses();
        let reasons = WithReasons { left: &|places| self.carried.left(places).is_some(), losses: &losses };
        let (mut moments, mut fell, mut last) = (0, 0, None);
        happened_openly((game, reasons, known), &given.state, entries, &mut |view, what| {
            moments += 1;
            fell += usize::from(!what.is_moment());
            last = Some(view.clone());
        });
        let Some(last) = last else { return 0 };
        let told = heard_with(entries, fell);
        let all = self.teller.otherwise(known, &last);
        let mut story = Story::new((self.teller, self.carried), &all, &self.heard[..told]).seen_by(known);
        story.goes_on_from(known);
        happened_openly((game, reasons, known), &given.state, entries, &mut |view, what| {
            story.hears(view, what, banner)
        });
        self.turned = story.take_turned();
        self.lines.extend(story.told(&last, false));
        // From here on what an action keeps may rest on hidden things: nobody sees it.
        (self.seen, self.told) = (self.seen.also_seeing(game, &last).with_the_same_eyes(game, last.state()), told);
        moments
    }

    /// What came about up to here.
    fn ends(&mut self, view: View, heard: usize, banner: &mut Banner) {
        let mut all = self.teller.otherwise(&self.seen, &view);
        // That a flag goes with its phase is nothing that happens.
        all.retain(|change| change.to != Value::Bool(false) || !self.teller.lasts(change.id));
        let heard = heard.min(self.heard.len());
        let lines = Story::new((self.teller, self.carried), &all, &self.heard[self.told..heard]).told(&view, false);
        (self.seen, self.told) = (view, heard);
        if !lines.is_empty() {
            self.heading(banner);
            self.lines.extend(lines);
        }
    }

    fn heading(&mut self, banner: &mut Banner) {
        let Some(turned) = self.turned.take() else { return };
        self.lines.extend(banner.heading(self.teller.game, (self.teller.looks, self.carried), &turned));
    }
}

/// So much is heard before more falls than so many dice and draws.
fn heard_with(entries: &[Entry], fell: usize) -> usize {
    let falls = entries.iter().enumerate().filter(|(_, entry)| !entry.is_answer());
    falls.map(|(at, _)| at).nth(fell).unwrap_or(entries.len())
}
