//! What came of an answer in a game that hides something: which phase something belongs to is nobody's secret, and within a phase
//! the order of it may be. In: how a seat saw the game before and after, and what it heard. Out: lines, phase by phase, each as
//! `story` tells what has no order.
//!
//! Promises: nothing is told but what the seat sees as one phase ends and the next begins, and of no phase in which it sees nothing. Behind a draw no end of a phase is
//! known, so what comes of it is told as of one.

use super::Banner;
use super::banner::Turned;
use super::carried::Carried;
use super::events::{Given, Line, Teller};
use super::story::Story;
use serde_json::Value;
use wgr_runtime::engine::{Entry, Happened, Heard, View, changed, happened};
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
        if let Some(now) = &self.teller.looks.now {
            let held = |state: &State, cell: CellId| state.get(game.layout().place(cell), 0);
            let all = |state: &State| now.cells().map(|cell| held(state, cell)).collect::<Vec<i64>>();
            let (mut stood, mut dice) = (all(&given.state), 0);
            let (mut turn, mut phase) = (held(&given.state, now.turn), held(&given.state, now.phase));
            happened(game, &given.state, given.entries, &mut |state, what| {
                dice += usize::from(matches!(what, Happened::Rolled(_)));
                let stands = all(state);
                if stands == stood {
                    return;
                }
                stood = stands;
                self.ends(View::of(game, state, given.seat), heard_with(given.entries, dice), banner);
                let is_new = |last: &mut i64, cell: CellId| std::mem::replace(last, held(state, cell)) != *last;
                let (new_turn, new_phase) = (is_new(&mut turn, now.turn), is_new(&mut phase, now.phase));
                // A phase in which a side sees nothing happen has no heading: whether there was one may hang on what is hidden.
                let turned = Turned { view: self.seen.clone(), turn: new_turn, phase: new_phase };
                self.turned = Some(turned.on(self.turned.take()));
            });
        }
        self.ends(after, self.heard.len(), banner);
        self.lines
    }

    /// What came about up to here.
    fn ends(&mut self, view: View, heard: usize, banner: &mut Banner) {
        let game = self.teller.game;
        let mut all = self.teller.otherwise(changed(game, &self.seen, &view));
        // That a flag goes with its phase is nothing that happens.
        all.retain(|change| change.to != Value::Bool(false) || !self.teller.lasts(change.id));
        let heard = heard.min(self.heard.len());
        let lines = Story::new((self.teller, self.carried), &all, &self.heard[self.told..heard]).told(&view);
        (self.seen, self.told) = (view, heard);
        if !lines.is_empty() {
            self.heading(banner);
            self.lines.extend(lines);
        }
    }

    fn heading(&mut self, banner: &mut Banner) {
        let Some(turned) = self.turned.take() else { return };
        let line = banner.heading(self.teller.game, self.teller.looks, &turned);
        self.lines.extend(line.map(Line::Heading));
    }
}

/// So much is heard when so many dice have fallen.
fn heard_with(entries: &[Entry], dice: usize) -> usize {
    let rolls = entries.iter().enumerate().filter(|(_, entry)| matches!(entry, Entry::Roll { .. }));
    rolls.take(dice).last().map_or(0, |(at, _)| at + 1)
}
