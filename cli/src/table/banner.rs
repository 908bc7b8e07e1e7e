//! How far the game is: turn, phase, who is phasing, and what victory is made of. Told where it changes.

use super::carried::Carried;
use super::line::Line;
use crate::picture;
use crate::picture::{now, turn};
use serde_json::Value;
use wgr_compiler::looks::Looks;
use wgr_runtime::engine::{Engine, Entry, Game, Plain, Questions, View, was_written};
use wgr_runtime::state::State;

/// More entries of a log than these are not gone through to find where the first phase begins.
const MOST_BEFORE: usize = 200;

#[derive(Default)]
pub(crate) struct Banner {
    told: Vec<String>,
    score: Vec<String>,
    /// The game is in a phase, and not asked yet how it is to begin.
    has_begun: bool,
    /// The phase that began last, as it is told, and its title.
    began: (Vec<String>, String),
}

impl Banner {
    /// A line, where something of it is other than it was.
    fn anew(&mut self, game: &Game, (looks, carried): (&Looks, &Carried<'_>), view: &View) -> Option<Line> {
        let told = stands(game, looks, view);
        let score = score(game, looks, view);
        if told.is_empty() || told == self.told && score == self.score {
            return None;
        }
        // Where the phase is the same, the score alone is new.
        let name = picture::phase(game, looks, view);
        let began = Some(&self.began.1).filter(|title| told == self.began.0 && !title.is_empty());
        let title = began.or_else(|| carried.title(name.as_ref()?));
        let phase = match title {
            _ if told == self.told => Vec::new(),
            None => told.clone(),
            Some(title) => titled(&told, name.map(|name| name.replace('_', " ")), title),
        };
        if phase.is_empty() && score.is_empty() {
            self.score = score;
            return None;
        }
        let line =
            format!("== {} ==", phase.iter().chain(&score).map(String::as_str).collect::<Vec<&str>>().join(", "));
        let line = if told == self.told { Line::Score(line) } else { Line::Heading(line) };
        (self.told, self.score) = (told, score);
        Some(line)
    }

    /// A phase begins that is printed with this title.
    pub(super) fn begins(&mut self, game: &Game, looks: &Looks, view: &View, title: &str) {
        if !title.is_empty() {
            self.began = (stands(game, looks, view), title.to_owned());
        }
    }

    /// The same where somebody is asked, once the game is in a phase.
    pub(crate) fn at_an_ask(
        &mut self,
        engine: &Engine,
        (looks, carried): (&Looks, &Carried<'_>),
        view: &View,
    ) -> Option<Line> {
        self.has_begun = self.has_begun || is_in_a_phase(engine, looks);
        if self.has_begun { self.anew(engine.game(), (looks, carried), view) } else { None }
    }

    /// Another turn or another phase has begun. Between the phases of two turns the new turn alone is told: whose phase is next is
    /// not known yet.
    pub(super) fn heading(
        &mut self,
        game: &Game,
        (looks, carried): (&Looks, &Carried<'_>),
        Turned { view, turn: is_turn, phase: is_phase, title }: &Turned,
    ) -> Option<Line> {
        self.begins(game, looks, view, title);
        if *is_phase {
            return self.anew(game, (looks, carried), view);
        }
        // What turn a game begins with is told with its first phase.
        let is_told = *is_turn && !self.told.is_empty();
        turn(game, looks, view)
            .filter(|_| is_told)
            .map(|turn| Line::Heading(format!("== {} ==", turn.replace('_', " "))))
    }
}

/// `turn 3`, `movement`, `French`
fn stands(game: &Game, looks: &Looks, view: &View) -> Vec<String> {
    now(game, looks, view).into_iter().map(|part| part.replace('_', " ")).collect()
}

/// The game came to another place in its sequence, and no heading says so yet.
pub(super) struct Turned {
    pub(super) view: View,
    pub(super) turn: bool,
    pub(super) phase: bool,
    /// Of the phase, where it is printed with one.
    pub(super) title: String,
}

/// `turn 3`, `VI. US first fire`: the phase by its title, and the side only where the title does not name it.
fn titled(told: &[String], phase: Option<String>, title: &str) -> Vec<String> {
    let by_title = told.iter().map(|part| if Some(part) == phase.as_ref() { title } else { part.as_str() });
    let is_new = |(at, part): &(usize, &str)| *at == 0 || *part == title || !title.contains(*part);
    by_title.enumerate().filter(is_new).map(|(_, part)| part.to_owned()).collect()
}

impl Turned {
    /// It goes on from there before anybody was told.
    pub(super) fn on(self, was: Option<Turned>) -> Turned {
        let was = was.map_or((false, false, String::new()), |was| (was.turn, was.phase, was.title));
        let title = if self.phase { self.title } else { was.2 };
        Turned { view: self.view, turn: self.turn || was.0, phase: self.phase || was.1, title }
    }
}

/// Was it ever said which phase it is? Of what was drawn nobody knows what it led to.
fn is_in_a_phase(engine: &Engine, looks: &Looks) -> bool {
    let Some(now) = &looks.now else { return true };
    // So many questions no game has before its first phase.
    let is_late =
        engine.log().len() > MOST_BEFORE || engine.log().iter().any(|entry| matches!(entry, Entry::Draw { .. }));
    is_late || was_written(engine.game(), &State::zero(engine.game().layout()), engine.log(), now.phase)
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
