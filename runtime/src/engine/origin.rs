//! Of which game a save or a replay is, and with which rules it was made: what stands at its beginning, and what is said
//! where it is taken up with others.

use super::contents::Contents;
use super::game::Game;
use super::head::Sort;
use super::log::Entry;
use super::play::Engine;
use crate::ir::{Pos, TextError};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Origin {
    game: String,
    /// Where the game offers several.
    scenario: Option<String>,
    /// The fingerprint of the program that was played.
    program: String,
}

impl Origin {
    pub(super) fn of(engine: &Engine) -> Origin {
        let game = &engine.game;
        let scenarios = &game.contents().scenarios;
        let first = engine.log().first().and_then(|entry| match entry {
            Entry::Answer { pick, .. } => scenarios.iter().find(|name| *name == pick),
            Entry::Roll { .. } | Entry::Draw { .. } => None,
        });
        Origin { game: game.program().title.clone(), scenario: first.cloned(), program: written(game) }
    }

    /// Is it this game, with the rules that it was made with?
    pub(super) fn check(&self, game: &Game, made_with: &Contents, sort: Sort) -> Result<(), TextError> {
        let own = &game.program().title;
        let what = if self.game != *own {
            format!("this {sort} is of `{}`, and the game is `{own}`", self.game)
        } else if self.program != written(game) {
            let differ = made_with.differences(game.contents());
            format!(
                "this {sort} was made with other rules of `{own}`: {differ}: play it with the rules it was made with"
            )
        } else {
            return Ok(());
        };
        Err(TextError::new(Pos::default(), what))
    }
}

fn written(game: &Game) -> String {
    format!("{:016x}", game.fingerprint())
}
