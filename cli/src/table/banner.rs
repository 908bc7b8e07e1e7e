//! How far the game is: turn, phase, who is phasing, and what victory is made of. Told where it changes.

use crate::picture::{now, turn};
use serde_json::Value;
use wgr_compiler::looks::Looks;
use wgr_runtime::engine::{Game, Plain, Questions, View};

#[derive(Default)]
pub(crate) struct Banner {
    told: Vec<String>,
    score: Vec<String>,
}

impl Banner {
    /// A line, where something of it is other than it was.
    pub(crate) fn anew(&mut self, game: &Game, looks: &Looks, view: &View) -> Option<String> {
        let told: Vec<String> = now(game, looks, view).into_iter().map(|part| part.replace('_', " ")).collect();
        let score = score(game, looks, view);
        if told.is_empty() || told == self.told && score == self.score {
            return None;
        }
        // Where the phase is the same, the score alone is new.
        let phase = if told == self.told { &[][..] } else { told.as_slice() };
        let line =
            format!("== {} ==", phase.iter().chain(&score).map(String::as_str).collect::<Vec<&str>>().join(", "));
        (self.told, self.score) = (told, score);
        Some(line)
    }

    /// Between the phases of two turns: the new turn alone.
    pub(super) fn turn(game: &Game, looks: &Looks, view: &View) -> Option<String> {
        turn(game, looks, view).map(|turn| format!("== {} ==", turn.replace('_', " ")))
    }
}

/// `points: French 7, German 4`
fn score(game: &Game, looks: &Looks, view: &View) -> Vec<String> {
    let mut asked = Questions::new(game, view);
    let mut all = Vec::new();
    for score in &looks.score {
        let mut told = |index: &[i64]| match asked.held(score.field.at, index) {
            Some(Plain::Value(Value::Number(number))) => Some(number.to_string()),
            Some(Plain::Hidden) => Some("?".to_owned()),
            Some(Plain::Value(_) | Plain::Fault(_)) | None => None,
        };
        let name = score.field.named.read();
        if score.by_side {
            let each =
                (0_i64..).zip(&looks.sides).filter_map(|(at, side)| Some(format!("{} {}", side.read(), told(&[at])?)));
            let each: Vec<String> = each.collect();
            if !each.is_empty() {
                all.push(format!("{name}: {}", each.join(", ")));
            }
        } else if let Some(number) = told(&[]) {
            all.push(format!("{name} {number}"));
        }
    }
    all
}
