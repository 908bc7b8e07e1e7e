//! What each seat sees. A seat is a side, the referee, or everybody: what all sides see. A hidden place is seen by a side
//! if its `sees` query says so or it was revealed. Of a cup nobody but the referee knows more than how much is in it.
//!
//! Everything that a seat is shown is made of a [`View`]: where all stands, what changes, why. It holds zero where the
//! seat does not see, and a rule that reads such a place in marked code stops there ([`Elements`]).

use super::game::Game;
use crate::exec::{Elements, Machine, Step, Stop};
use crate::ir::{CellId, Hidden, Program, Role};
use crate::state::State;

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Seat {
    Side(i64),
    /// Sees everything.
    Referee,
    /// Sees what every side sees: for what is read by all of them.
    Everybody,
}

impl Seat {
    /// `Blue`, `the referee`.
    pub fn name(self, game: &Game) -> String {
        match self {
            Seat::Side(side) => game.side_name(side),
            Seat::Referee => "the referee".to_owned(),
            Seat::Everybody => "everybody".to_owned(),
        }
    }
}

/// A state as somebody sees it; a bare state is the referee's.
pub trait Sight {
    fn state(&self) -> &State;
    fn seat(&self) -> Seat;
    /// What is not seen; nothing where all is.
    fn unseen(&self) -> Option<&Elements>;
}

impl Sight for State {
    fn state(&self) -> &State {
        self
    }
    fn seat(&self) -> Seat {
        Seat::Referee
    }
    fn unseen(&self) -> Option<&Elements> {
        None
    }
}

/// The state as a seat sees it: what it does not see is zero, and so is what runs (frames, pending, truth), which an ask
/// tells in its own words. Bots get this, never the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    seat: Seat,
    state: State,
    unseen: Option<Elements>,
}

impl Sight for View {
    fn state(&self) -> &State {
        &self.state
    }
    fn seat(&self) -> Seat {
        self.seat
    }
    fn unseen(&self) -> Option<&Elements> {
        self.unseen.as_ref()
    }
}

impl View {
    pub fn of(game: &Game, state: &State, seat: Seat) -> View {
        let mut view = state.clone();
        if seat == Seat::Referee {
            return View { seat, state: view, unseen: None };
        }
        let runs = game.layout().frames.start..game.layout().sections[8];
        view.words[runs].fill(0);
        if !game.hides() {
            return View { seat, state: view, unseen: None };
        }
        let mut unseen = Elements::default();
        let mut look = Look::new(game, state);
        for (cell, hidden) in hidden(game) {
            let place = game.layout().place(cell);
            for element in 0..place.count {
                let seen = match seat {
                    Seat::Side(side) => look.sees(game, cell, hidden, element, side),
                    Seat::Referee => true,
                    Seat::Everybody => (0..sides(game)).all(|side| look.sees(game, cell, hidden, element, side as i64)),
                };
                if !seen {
                    view.clear(place, element);
                    unseen.add(cell, element);
                }
            }
        }
        for cell in &game.secrets().kept {
            let place = game.layout().place(*cell);
            (0..place.count).for_each(|element| view.clear(place, element));
            hide_all(game, *cell, &mut unseen);
        }
        cups(game.program()).for_each(|cell| only_how_much(game, cell, &mut view));
        hide_cups(game, &mut unseen);
        View { seat, state: view, unseen: Some(unseen) }
    }
}

impl View {
    /// The same seen by somebody who knows all that was answered since the running action began: so he knows what it keeps of
    /// that, too.
    pub(super) fn knowing_what_runs(mut self, game: &Game, state: &State) -> View {
        if let Some(unseen) = &mut self.unseen {
            game.secrets().kept.iter().for_each(|cell| unseen.leave_out(*cell));
            self = self.with_the_same_eyes(game, state);
        }
        self
    }

    /// A state as somebody sees it, kept.
    pub fn taken(seen: &impl Sight) -> View {
        View { seat: seen.seat(), state: seen.state().clone(), unseen: seen.unseen().cloned() }
    }

    /// The same further on, where he sees of another state what he saw here and what is open there; nothing if that is no more.
    pub(super) fn further_on(&self, game: &Game, state: &State) -> Option<View> {
        let mut unseen = self.unseen.clone()?;
        unseen.keep_only(View::of(game, state, self.seat).unseen.as_ref()?);
        let sees_more = self.unseen.as_ref() != Some(&unseen);
        sees_more.then(|| View { unseen: Some(unseen), ..self.clone() }.with_the_same_eyes(game, state))
    }

    /// What the other sees that is no matter of the running action, he sees, too.
    pub fn also_seeing(&self, game: &Game, other: &View) -> View {
        let (Some(mut unseen), Some(others)) = (self.unseen.clone(), &other.unseen) else { return self.clone() };
        unseen.keep_only(others);
        let kept = &game.secrets().kept;
        let own = self.unseen.iter().flat_map(Elements::all).filter(|(cell, _)| kept.contains(cell));
        own.for_each(|(cell, element)| unseen.add(cell, element));
        View { unseen: Some(unseen), ..self.clone() }
    }

    /// Another state as he sees it who sees what he saw here, and no more.
    pub fn with_the_same_eyes(&self, game: &Game, state: &State) -> View {
        let mut view = state.clone();
        if let Some(unseen) = &self.unseen {
            let runs = game.layout().frames.start..game.layout().sections[8];
            view.words[runs].fill(0);
            let is_cup = |cell: CellId| game.program().cell(cell).role == Role::Cup;
            unseen.all().filter(|(cell, _)| !is_cup(*cell)).for_each(|(cell, element)| {
                view.clear(game.layout().place(cell), element);
            });
            cups(game.program()).for_each(|cell| only_how_much(game, cell, &mut view));
        }
        View { seat: self.seat, state: view, unseen: self.unseen.clone() }
    }
}

/// Nothing of this cell is seen.
pub(super) fn hide_all(game: &Game, cell: CellId, unseen: &mut Elements) {
    (0..game.layout().place(cell).count).for_each(|element| unseen.add(cell, element));
}

/// Of cups only their sum is known.
fn hide_cups(game: &Game, unseen: &mut Elements) {
    let whole = cups(game.program()).filter(|cell| !game.secrets().counted.contains(cell));
    whole.for_each(|cell| hide_all(game, cell, unseen));
}

/// How much is in a cup stays, and which of it is gone: as much of the first as there may be, then of the second.
fn only_how_much(game: &Game, cell: CellId, view: &mut State) {
    let place = game.layout().place(cell);
    let mut left = in_all(game, cell, view);
    let most = game.program().cell(cell).value.scalar().map_or(0, |scalar| scalar.hi);
    for element in 0..place.count {
        let here = left.min(most);
        left -= here;
        // A cup is not sparse, and it held as much before.
        let _fits = view.set(place, element, here);
    }
}

/// How much is in a cup.
pub(super) fn in_all(game: &Game, cell: CellId, state: &State) -> i64 {
    let place = game.layout().place(cell);
    (0..place.count).map(|element| state.get(place, element)).sum()
}

pub(super) fn cups(program: &Program) -> impl Iterator<Item = CellId> + '_ {
    let cells = program.cells.iter().enumerate();
    cells.filter(|(_, cell)| cell.role == Role::Cup).map(|(at, _)| CellId::new(at))
}

/// Which hidden places each side saw at the last stop: one bit for each cell, element and side, in that order. It
/// follows from the state; it is kept to notice what is new.
pub(super) struct Knowledge {
    seen: Vec<bool>,
    /// The game stands elsewhere now: what is seen there is still to be asked.
    is_put_off: bool,
    /// Made when first needed: most games hide nothing.
    look: Option<Look>,
}

impl Knowledge {
    pub(super) fn nothing(game: &Game) -> Knowledge {
        let sides = sides(game);
        let places: usize = hidden(game).map(|(cell, _)| game.layout().place(cell).count as usize).sum();
        Knowledge { seen: vec![false; places * sides], is_put_off: false, look: None }
    }

    /// The same knowledge, for a game of its own.
    pub(super) fn fork(&self) -> Knowledge {
        Knowledge { seen: self.seen.clone(), is_put_off: self.is_put_off, look: None }
    }

    /// What this side did not see at the last stop, of what is hidden and of cups.
    pub(super) fn unseen(&self, game: &Game, side: i64) -> Elements {
        let mut unseen = Elements::default();
        let mut seen = self.seen.chunks(sides(game).max(1));
        for (cell, _) in hidden(game) {
            for element in 0..game.layout().place(cell).count {
                let by = seen.next().and_then(|by| by.get(usize::try_from(side).ok()?));
                if by != Some(&true) {
                    unseen.add(cell, element);
                }
            }
        }
        hide_cups(game, &mut unseen);
        unseen
    }

    /// What is seen where the game stands is nothing new, and is asked when it matters.
    pub(super) fn put_off(&mut self) {
        self.is_put_off = true;
    }

    /// If it was put off: the game stood in this state.
    pub(super) fn catch_up(&mut self, game: &Game, state: &State) {
        if std::mem::take(&mut self.is_put_off) {
            self.grow(game, state);
        }
    }

    /// See what can be seen now; says whether anybody sees something that they did not see before.
    pub(super) fn grow(&mut self, game: &Game, state: &State) -> bool {
        if self.seen.is_empty() {
            return false;
        }
        let look = match &mut self.look {
            // What was seen at the last stop rests on the same places.
            Some(look) if look.is_alike(game, state) => return false,
            Some(look) => look.at(state),
            None => self.look.insert(Look::new(game, state)),
        };
        let now = seen(game, look);
        let more = now.iter().zip(&self.seen).any(|(now, before)| *now && !before);
        self.seen = now;
        more
    }
}

fn hidden(game: &Game) -> impl Iterator<Item = (CellId, Hidden)> + '_ {
    let cells = game.program().cells.iter().enumerate();
    cells.filter_map(|(at, cell)| cell.hidden.map(|hidden| (CellId::new(at), hidden)))
}

pub(super) fn sides(game: &Game) -> usize {
    game.program().sides.map_or(0, |sides| game.program().domain(sides).size as usize)
}

fn seen(game: &Game, look: &mut Look) -> Vec<bool> {
    let mut out = Vec::new();
    for (cell, hidden) in hidden(game) {
        for element in 0..game.layout().place(cell).count {
            for side in 0..sides(game) {
                out.push(look.sees(game, cell, hidden, element, side as i64));
            }
        }
    }
    out
}

/// Asks `sees` on a copy of the state, for queries run on a state that may be written.
struct Look {
    machine: Machine,
    state: State,
    /// The state is as the last call left it, which ran to its end.
    untouched: bool,
}

impl Look {
    fn new(game: &Game, state: &State) -> Look {
        Look { machine: Machine::new(game.rules()), state: state.clone(), untouched: false }
    }

    /// Look at this state from now on.
    fn at(&mut self, state: &State) -> &mut Look {
        self.state.copy_from(state);
        self.untouched = false;
        self
    }

    /// Would all that was asked so far be answered alike?
    fn is_alike(&self, game: &Game, state: &State) -> bool {
        let alike = |cell: CellId| self.state.is_alike(state, game.layout().place(cell));
        hidden(game).all(|(_, hidden)| alike(hidden.shown) && game.verified().reads(hidden.sees).iter().all(alike))
    }

    fn sees(&mut self, game: &Game, cell: CellId, hidden: Hidden, element: u32, side: i64) -> bool {
        let mut index = game.layout().place(cell).index_of(element);
        index.push(side);
        let shown = game.layout().place(hidden.shown);
        if shown.element(&index).is_some_and(|at| self.state.get(shown, at) == 1) {
            return true;
        }
        let ask = if self.untouched { Machine::call_next } else { Machine::call };
        let step = ask(&mut self.machine, &mut self.state, hidden.sees, &index, &mut Stop);
        self.untouched = matches!(step, Step::Over(_));
        // A `sees` that faults shows nothing.
        step == Step::Over(1)
    }
}
