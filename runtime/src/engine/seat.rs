//! What a seat is shown of a game: who is asked, what is offered, the log, what came of an answer, why. In: an engine and a
//! seat. Out: only what that seat may know, made of views ([`View`]) and of entries as the seat heard them ([`Heard`]).
//!
//! Two games that differ only in what is hidden from a seat show it the same, to the byte (`tests/tests/seats.rs`).

use super::change::changes_of;
use super::game::Game;
use super::log::{Entry, die_name};
use super::play::{Engine, Status};
use super::prompt::Prompt;
use super::replay::along;
use super::view::{Seat, Sight, View};
use super::why::{Why, behind, behind_about, why};
use crate::ir::{Cell, FuncId, SiteId};
use crate::state::State;
use std::fmt;

/// An entry of the log as a seat heard it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    Told(Entry),
    /// A side answered, and what it said decides something hidden.
    Answered {
        ask: String,
        by: String,
    },
    /// A die fell that decides something hidden.
    Rolled {
        at: String,
        die: String,
    },
    /// Something was drawn, unseen.
    Drew,
    /// What came to be seen, or changed where it is seen, of what may be hidden.
    Saw(String),
}

impl Heard {
    /// An entry for a seat. What a side answers itself it knows; a die and a draw are nobody's.
    pub fn of(game: &Game, entry: &Entry, seat: Seat) -> Heard {
        let secrets = game.secrets();
        let is_own = |by: &str| matches!(seat, Seat::Side(side) if game.side_name(side) == by);
        match entry {
            _ if seat == Seat::Referee || !game.hides() => Heard::Told(entry.clone()),
            Entry::Answer { ask, by, .. } if secrets.asks.contains(ask) && !is_own(by) => {
                Heard::Answered { ask: ask.clone(), by: by.clone() }
            }
            Entry::Roll { at, die, .. }
                if secrets.dice.iter().any(|(of, lo, hi)| of == at && *die == die_name(*lo, *hi)) =>
            {
                Heard::Rolled { at: at.clone(), die: die.clone() }
            }
            Entry::Draw { drew } if secrets.draws.iter().any(|domain| game.member_named(*domain, drew).is_some()) => {
                Heard::Drew
            }
            Entry::Answer { .. } | Entry::Roll { .. } | Entry::Draw { .. } => Heard::Told(entry.clone()),
        }
    }

    /// Is nothing of it kept from the seat?
    pub(super) fn is_told(&self) -> bool {
        matches!(self, Heard::Told(_))
    }

    pub fn is_answer(&self) -> bool {
        match self {
            Heard::Told(entry) => entry.is_answer(),
            Heard::Answered { .. } => true,
            Heard::Rolled { .. } | Heard::Drew | Heard::Saw(_) => false,
        }
    }
}

impl fmt::Display for Heard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Heard::Told(entry) => entry.fmt(f),
            Heard::Answered { ask, by } => write!(f, "{by} at {ask}: has answered"),
            Heard::Rolled { at, die } if at.is_empty() => write!(f, "rolled {die}, unseen"),
            Heard::Rolled { at, die } => write!(f, "rolled {die} at {at}, unseen"),
            Heard::Drew => write!(f, "a draw, unseen"),
            Heard::Saw(what) => write!(f, "seen: {what}"),
        }
    }
}

/// A game from a seat.
pub struct Seated<'e> {
    engine: &'e Engine,
    seat: Seat,
}

impl Engine {
    /// The game as this seat is shown it.
    pub fn from_seat(&self, seat: Seat) -> Seated<'_> {
        Seated { engine: self, seat }
    }
}

/// A question that is not answered, for it rests on what the seat may not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RestsOnHidden(pub Seat);

impl RestsOnHidden {
    /// `this rests on what Blue may not know`
    pub fn told(self, game: &Game) -> String {
        format!("this rests on what {} may not know", self.0.name(game))
    }

    /// `an answer of Blue stands: what came of it rests on what Blue may not know`
    pub fn told_of_answer(self, game: &Game) -> String {
        let name = self.0.name(game);
        format!("an answer of {name} stands: what came of it rests on what {name} may not know")
    }
}

impl<'e> Seated<'e> {
    pub(super) fn game(&self) -> &'e Game {
        self.engine.game()
    }

    pub fn seat_name(&self) -> String {
        self.seat.name(self.game())
    }

    pub fn view(&self) -> View {
        View::of(self.game(), self.engine.state(), self.seat)
    }

    /// Who is asked, and by which rule: that everybody knows.
    pub fn asked(&self) -> Option<(i64, SiteId)> {
        self.engine.prompt().map(|prompt| (prompt.side, prompt.site))
    }

    /// What is offered, if it is this seat that is asked; the referee may look at everybody's.
    pub fn prompt(&self) -> Option<&'e Prompt> {
        let own = |prompt: &&Prompt| match self.seat {
            Seat::Side(side) => prompt.side == side,
            Seat::Referee => true,
            Seat::Everybody => !self.game().hides(),
        };
        self.engine.prompt().filter(own)
    }

    /// Is the seat told what is answered to the ask that stands open?
    pub fn answer_is_told(&self) -> bool {
        let Some(prompt) = self.engine.prompt() else { return true };
        let ask = self.game().program().site(prompt.site).short();
        let (by, pick) = (self.game().side_name(prompt.side), String::new());
        matches!(Heard::of(self.game(), &Entry::Answer { ask, by, pick }, self.seat), Heard::Told(_))
    }

    /// The entries of the log from `since` on.
    pub fn heard(&self, since: usize) -> Vec<Heard> {
        let entries = self.engine.log().get(since..).unwrap_or_default();
        entries.iter().map(|entry| Heard::of(self.game(), entry, self.seat)).collect()
    }

    /// The whole log, with what came to be seen on the way where a game hides something.
    pub fn log(&self) -> Vec<Heard> {
        let (game, seat) = (self.game(), self.seat);
        if seat == Seat::Referee || !game.hides() {
            return self.heard(0);
        }
        let mut all = Vec::new();
        let mut before = View::of(game, &State::zero(game.layout()), seat);
        // What a save says may be made up: then the log is what it says, and nothing was seen on the way.
        let played = along(game, self.engine.log(), &mut |engine, fell| {
            all.extend(fell.iter().map(|entry| Heard::of(game, entry, seat)));
            let now = View::of(game, engine.state(), seat);
            let hides = |_, cell: &Cell| cell.hidden.is_some();
            all.extend(changes_of(game, &before, &now, hides).into_iter().map(Heard::Saw));
            before = now;
        });
        if played.is_err() { self.heard(0) } else { all }
    }

    /// Why a query answers what it answers.
    pub fn why(&self, query: FuncId, args: &[i64]) -> Why {
        why(self.game(), &self.view(), query, args)
    }

    /// The questions behind what is offered; nothing where somebody else is asked.
    pub fn why_ask(&self) -> Result<Vec<Why>, RestsOnHidden> {
        if self.prompt().is_none() {
            return Ok(vec![]);
        }
        let view = self.view();
        behind(self.game(), self.engine.state(), view.unseen()).ok_or(RestsOnHidden(self.seat))
    }

    /// Those of them about the member of this name.
    pub fn why_ask_about(&self, name: &str) -> Vec<Why> {
        let view = self.prompt().map(|_| self.view());
        view.map_or_else(Vec::new, |view| behind_about(self.game(), self.engine.state(), view.unseen(), name))
    }

    /// May what comes of an answer be counted? Where a game hides something, what a rule does next may rest on it.
    pub fn may_count(&self) -> Result<(), RestsOnHidden> {
        if self.seat == Seat::Referee || !self.game().hides() { Ok(()) } else { Err(RestsOnHidden(self.seat)) }
    }

    /// Is the game over, and how?
    pub fn result(&self) -> Option<i64> {
        if let Status::Over(value) = self.engine.status() { Some(*value) } else { None }
    }
}
