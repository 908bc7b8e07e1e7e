//! Who sits at the terminal. In: what `--side` says. Out: for whom everything is printed: a side alone, the referee, or
//! people of both sides who hand the terminal over. These see what the side that is asked sees where they ask for it, and
//! what came of an answer as everybody may hear it.

use crate::exit::Failure;
use crate::playable::Playable;
use wgr_runtime::engine::{Engine, Game, Seat};
use wgr_runtime::exec::{Counted, Generator};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Chair {
    /// A bot answers for the others.
    Side(i64),
    /// Sees everything and answers for everybody.
    Referee,
    /// All sides, one after the other.
    Shared,
}

impl Chair {
    /// As `--side` names it; `random` is drawn.
    pub(crate) fn named(typed: Option<&str>, seed: u64, playable: &Playable) -> Result<Chair, Failure> {
        let game = &playable.game;
        let Some(name) = typed else { return Ok(Chair::Shared) };
        let Some(domain) = game.program().sides else {
            return Err(Failure::bad_use("the game has no sides: leave --side out"));
        };
        match game.member_named(domain, name) {
            Some(side) => Ok(Chair::Side(side)),
            None if name == "referee" => Ok(Chair::Referee),
            None if name == "random" => {
                // A stream of its own, so that the side says nothing about the dice.
                let mut draw = Counted { key: !seed, count: 0 };
                Ok(Chair::Side(draw.below(u64::from(game.program().domain(domain).size).max(1)) as i64))
            }
            None => {
                let names = game.program().domain(domain).members.join(", ");
                Err(Failure::bad_use(format!("no side is called `{name}`: there are {names}, `referee` and `random`")))
            }
        }
    }

    /// What is looked at, is looked at so.
    pub(crate) fn looks(self, engine: &Engine) -> Seat {
        match (self, engine.prompt()) {
            (Chair::Side(side), _) => Seat::Side(side),
            (Chair::Referee, _) => Seat::Referee,
            (Chair::Shared, Some(prompt)) => Seat::Side(prompt.side),
            (Chair::Shared, None) => Seat::Everybody,
        }
    }

    /// What is printed without being asked for, is heard so.
    pub(crate) fn hears(self) -> Seat {
        match self {
            Chair::Side(side) => Seat::Side(side),
            Chair::Referee => Seat::Referee,
            Chair::Shared => Seat::Everybody,
        }
    }

    /// Who types a line, where it may hold the answers of one side only: the others answer at questions of their own, for
    /// what these offer is theirs to know.
    pub(crate) fn speaker(self, engine: &Engine) -> Option<i64> {
        match self {
            Chair::Side(side) => Some(side),
            Chair::Shared if engine.game().hides() => engine.prompt().map(|prompt| prompt.side),
            Chair::Referee | Chair::Shared => None,
        }
    }

    /// Does somebody at the terminal answer for this side?
    pub(crate) fn answers_for(self, side: i64) -> bool {
        match self {
            Chair::Side(own) => own == side,
            Chair::Referee | Chair::Shared => true,
        }
    }
}

/// A seat that is only looked from. What is taken out of a save of a game that hides something is for somebody.
pub(crate) fn seat_named(typed: Option<&str>, from_save: bool, game: &Game) -> Result<Seat, Failure> {
    let names = game.program().sides.map_or_else(Vec::new, |sides| game.program().domain(sides).members.clone());
    match typed {
        None if from_save && game.hides() => Err(Failure::bad_use(format!(
            "the game hides something, and the save holds all of it: say for whom: --side {} or --side referee",
            names.join(", --side ")
        ))),
        None | Some("referee") => Ok(Seat::Referee),
        Some(name) => match game.program().sides.and_then(|sides| game.member_named(sides, name)) {
            Some(side) => Ok(Seat::Side(side)),
            None => Err(Failure::bad_use(format!(
                "no side is called `{name}`: there are {}, and `referee`",
                names.join(", ")
            ))),
        },
    }
}
