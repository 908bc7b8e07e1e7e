//! Does what came of an answer rest on what its side does not see? Then the answer stands. Else a player would try an
//! answer, learn from an ask or a die that comes or does not come, and take it back.
//!
//! In: the states before and after an answer, and what fell. The answer is given again in marked code, which notes what is read of
//! what may be hidden. Out: whether its side does not see some of that, or of what the running action had read before:
//! names of the action may hold that still. Games that hide nothing are not looked at.

use super::dice::{Dealt, PlayDice};
use super::game::Game;
use super::log::{Entry, Log};
use super::play::Engine;
use super::replay::along;
use super::seat::{Heard, RestsOnHidden};
use super::takeback::Answer;
use super::view::{Seat, Sight, View, hide_all, sides};
use crate::exec::{Elements, Fair, Machine};
use crate::ir::{CellId, Type};
use crate::state::State;
use serde::{Deserialize, Serialize};

#[derive(Default)]
pub(super) struct Rests {
    /// Made when first needed: most games hide nothing.
    again: Option<Machine>,
    running: Held,
    /// The same at the last seal.
    sealed: Held,
    /// Whose answer the last seal stands behind, if it stands there for this reason alone.
    by: Option<i64>,
}

/// What an action knows.
#[derive(Clone)]
struct Held {
    /// How long the log was when it began.
    began: usize,
    read: Elements,
    /// Nothing that had been read or answered before was remembered there.
    is_all: bool,
}

impl Default for Held {
    /// As the game begins.
    fn default() -> Held {
        Held { began: 0, read: Elements::default(), is_all: true }
    }
}

/// The same in a save: cells and their elements by number.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeldFile {
    began: usize,
    read: Vec<(u32, u32)>,
}

impl Held {
    fn written(&self) -> HeldFile {
        HeldFile { began: self.began, read: self.read.all().map(|(cell, element)| (cell.0, element)).collect() }
    }
}

impl HeldFile {
    fn held(self, game: &Game) -> Option<Held> {
        let mut read = Elements::default();
        for (cell, element) in self.read {
            let cell = Some(CellId(cell)).filter(|cell| cell.index() < game.program().cells.len())?;
            if element >= game.layout().place(cell).count {
                return None;
            }
            read.add(cell, element);
        }
        // What was remembered as it began, a save does not say.
        Some(Held { began: self.began, read, is_all: false })
    }
}

/// What is to be known of an answer as it was before it was given.
pub(super) struct Before {
    answer: Answer,
    unseen: Elements,
}

impl Rests {
    pub(super) fn fork(&self) -> Self {
        Rests { again: None, running: self.running.clone(), sealed: self.sealed.clone(), by: self.by }
    }

    /// The action that ran is done, or was never begun; the game stands there.
    pub(super) fn end(&mut self, game: &Game, state: &State, logged: usize) {
        let is_all = game.layout().frames.hold_nothing(state, game.main());
        self.running = Held { began: logged, read: Elements::default(), is_all };
    }

    /// Here is the seal now; `by`: for the answer of this side, of which something hidden came.
    pub(super) fn seal(&mut self, by: Option<i64>) {
        (self.sealed, self.by) = (self.running.clone(), by);
    }

    pub(super) fn back_to_seal(&mut self) {
        self.running = self.sealed.clone();
    }

    /// `unseen`: by the side that answers; `len`: how long the log was when the answer stood in it.
    pub(super) fn before(
        &self,
        game: &Game,
        answer: Answer,
        mut unseen: Elements,
        (log, len): (&Log, usize),
    ) -> Before {
        let is_own = |at: usize| {
            log.kept().get(at).is_some_and(|entry| entry.is_answer()) && !log.is_of_another(game, at, answer.side)
        };
        if !(self.running.began..len).all(is_own) {
            // What an action keeps of secret answers is its own side's, unless another side or a die had a part in it.
            game.secrets().kept.iter().for_each(|cell| hide_all(game, *cell, &mut unseen));
        }
        Before { answer, unseen }
    }

    /// The side whose answer led from one of these states to the other, with what `fell`, if that rests on what it did not
    /// see.
    pub(super) fn on(&mut self, game: &Game, before: Before, [from, to]: [&State; 2], fell: &[Entry]) -> Option<i64> {
        let mut dealt: Dealt = fell.iter().cloned().collect();
        let mut dice = PlayDice {
            game,
            fair: &mut Fair(0),
            dealt: &mut dealt,
            log: &mut Log::default(),
            strict: true,
            unrolled: &mut None,
        };
        let again = self.again.get_or_insert_with(|| noting(game));
        let mut state = from.clone();
        again.forget();
        again.answer(&mut state, game.main(), before.answer.option, &mut dice);
        let read = again.take_read();
        // Where the marked code came elsewhere, it ran out of work: nothing is known of what it would have read.
        let elsewhere = places(game, &state) != places(game, to);
        let rests = elsewhere || self.running.read.meets(&before.unseen) || read.meets(&before.unseen);
        self.running.read.join(&read);
        if is_other_than_read(game, &self.running.read, [from, to]) {
            self.running.is_all = false;
        }
        rests.then_some(before.answer.side)
    }
}

impl Engine {
    /// Why the last answer before the seal stands, if it stands because something hidden came of it.
    pub fn stands(&self) -> Option<RestsOnHidden> {
        if !self.back.is_judged() {
            return self.judged().stands();
        }
        self.back.rests.by.map(|side| RestsOnHidden(Seat::Side(side)))
    }

    /// As this seat sees the game, with what its rules remember where it stands; nothing if the seat does not know all of that:
    /// what was read since the running action began, what was answered, fell and was drawn. Whoever knows it can tell what the
    /// rules do next, as far as they look at nothing else.
    pub fn as_known(&self, seat: Seat) -> Option<View> {
        if !self.back.is_judged() {
            return self.judged().as_known(seat);
        }
        let Held { began, read, is_all } = &self.back.rests.running;
        let seen = View::of(&self.game, &self.state, seat).knowing_what_runs(&self.game, &self.state);
        let since = self.log().get(*began..).unwrap_or_default();
        let is_known = *is_all
            && seen.unseen().is_none_or(|unseen| !read.meets(unseen))
            && since.iter().all(|entry| Heard::of(&self.game, entry, seat).is_told());
        is_known.then_some(seen)
    }

    /// What the running action had read, here and at the seal, as a save keeps it; nothing where nothing is hidden.
    pub(super) fn written_read(&self) -> Option<[HeldFile; 2]> {
        self.game.hides().then(|| [&self.back.rests.running, &self.back.rests.sealed].map(Held::written))
    }

    /// Takes up what a save keeps. What names places that the game does not have, and a save that keeps nothing of it, is
    /// read again.
    pub(super) fn take_read(&mut self, kept: Option<[HeldFile; 2]>) {
        let taken = kept.and_then(|[running, sealed]| Some((running.held(&self.game)?, sealed.held(&self.game)?)));
        match taken.filter(|(running, sealed)| sealed.began <= running.began && running.began <= self.log.len()) {
            Some((running, sealed)) => (self.back.rests.running, self.back.rests.sealed) = (running, sealed),
            None => self.read_again(),
        }
    }

    /// After a save is taken up: what the running action had read, here and at the seal, is read again on the way from the
    /// beginning of the game. Where the log does not lead here, it may be anything.
    fn read_again(&mut self) {
        if !self.game.hides() {
            return;
        }
        let (sealed, mut at_seal) = (self.back.seal.log, None);
        let played = along(&self.game, self.log(), &mut |engine, _| {
            if engine.log.len() == sealed {
                at_seal = Some(engine.judged().back.rests.running.clone());
            }
        });
        let played = played.ok().filter(|played| played.state == self.state);
        let running = played.map(|played| played.judged().back.rests.running.clone());
        let anything = || Held { began: 0, read: everything(&self.game), is_all: false };
        (self.back.rests.running, self.back.rests.sealed) = match (running, at_seal) {
            (Some(running), Some(sealed)) => (running, sealed),
            (Some(_) | None, _) => (anything(), anything()),
        };
    }
}

/// Is something of this otherwise than it was, which a side did not see before? Then nobody who sees it now knows what was read.
fn is_other_than_read(game: &Game, read: &Elements, [from, to]: [&State; 2]) -> bool {
    let differs = |(cell, element): &(CellId, u32)| {
        let place = game.layout().place(*cell);
        match game.program().cell(*cell).value {
            Type::Scalar(_) => from.get(place, *element) != to.get(place, *element),
            Type::Set(_) => from.members(place, *element) != to.members(place, *element),
        }
    };
    let changed: Vec<(CellId, u32)> = read.all().filter(differs).collect();
    let is_unseen = |side: i64| {
        let view = View::of(game, from, Seat::Side(side));
        view.unseen().is_some_and(|unseen| changed.iter().any(|(cell, element)| unseen.holds(*cell, *element)))
    };
    !changed.is_empty() && (0..sides(game) as i64).any(is_unseen)
}

/// All of a state but its frames: in them what is read no more is left as it was, and marked code leaves it otherwise.
fn places<'s>(game: &Game, state: &'s State) -> [&'s [u64]; 2] {
    let frames = &game.layout().frames;
    [&state.words[..frames.start], &state.words[frames.end..]]
}

fn noting(game: &Game) -> Machine {
    let mut machine = Machine::new(game.marked());
    machine.note_reads();
    machine
}

fn everything(game: &Game) -> Elements {
    let mut all = Elements::default();
    game.program().cells_unseen().for_each(|cell| hide_all(game, cell, &mut all));
    all
}
