//! What one seat keeps of a game: what it sees, what it heard, what it answered. In: a game from a seat. Out: a text that
//! people read; it holds nothing that the seat may not know, so nobody can play on from it.

use super::change::standing;
use super::head::Sort;
use super::kept;
use super::log::Entry;
use super::seat::{Heard, Seated};
use crate::ir::TextError;
use serde::Serialize;

#[derive(Serialize)]
struct Notebook {
    game: String,
    seat: String,
    /// Who is asked, by which rule, or how the game ended.
    now: String,
    /// What may be answered, if the seat is asked.
    options: Vec<String>,
    /// Where everything stands, as far as it is seen.
    stands: Vec<String>,
    log: Vec<String>,
    /// Its own answers, in order.
    answers: Vec<String>,
}

impl Seated<'_> {
    /// The notebook of this seat, as the text of a file.
    pub fn notebook(&self) -> Result<String, TextError> {
        let game = self.game();
        let now = match (self.asked(), self.result()) {
            (Some((side, site)), _) => format!("{}, {}", game.side_name(side), game.rule_name(site)),
            (None, Some(result)) => format!("over: {}", game.result_told(result)),
            (None, None) => "stopped".to_owned(),
        };
        let seat = self.seat_name();
        let heard = self.log();
        let own = |heard: &Heard| match heard {
            Heard::Told(Entry::Answer { by, pick, .. }) if *by == seat => Some(pick.clone()),
            Heard::Told(_) | Heard::Answered { .. } | Heard::Rolled { .. } | Heard::Drew | Heard::Saw(_) => None,
        };
        let offered = self.prompt().map_or(&[][..], |prompt| prompt.options());
        let notebook = Notebook {
            game: game.program().title.clone(),
            now,
            options: offered.iter().map(|offered| offered.name.clone()).collect(),
            stands: standing(game, &self.view()),
            answers: heard.iter().filter_map(own).collect(),
            log: heard.iter().map(ToString::to_string).collect(),
            seat,
        };
        kept::write(Sort::Notebook, &notebook)
    }
}
