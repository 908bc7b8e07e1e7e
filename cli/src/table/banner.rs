//! How far the game is: turn, phase, who is phasing, and what victory is made of. Told where it changes; of the score with the rows
//! that made it another.

use super::carried::Carried;
use super::line::Line;
use super::scored::Scored;
use crate::picture;
use crate::picture::{now, turn};
use std::collections::BTreeSet;
use wgr_compiler::looks::Looks;
use wgr_runtime::engine::{Engine, Entry, Game, View, was_written};
use wgr_runtime::state::State;

/// More entries of a log than these are not gone through to find where the first phase begins.
const MOST_BEFORE: usize = 200;

#[derive(Default)]
pub(crate) struct Banner {
    told: Vec<String>,
    scored: Scored,
    /// The game is in a phase, and not asked yet how it is to begin.
    has_begun: bool,
    /// The phase that began last, as it is told, and its title.
    began: (Vec<String>, String),
    /// Of whom it was told in this phase that they stand where something goes against them.
    met: BTreeSet<String>,
}

impl Banner {
    /// What is other than it was: why the score is, then a heading.
    fn anew(&mut self, game: &Game, (looks, carried): (&Looks, &Carried<'_>), view: &View) -> Vec<Line> {
        let told = stands(game, looks, view);
        if told.is_empty() {
            return Vec::new();
        }
        let (score, moved) = self.scored.anew(game, looks, view);
        let mut lines: Vec<Line> = moved.into_iter().map(Line::Event).collect();
        if told != self.told {
            let name = picture::phase(game, looks, view);
            let began = Some(&self.began.1).filter(|title| told == self.began.0 && !title.is_empty());
            let title = began.or_else(|| carried.title(name.as_ref()?));
            let phase = match title {
                None => told.clone(),
                Some(title) => titled(&told, name.map(|name| name.replace('_', " ")), title),
            };
            let parts: Vec<&str> = phase.iter().chain(&score).map(String::as_str).collect();
            lines.push(Line::Heading(format!("== {} ==", parts.join(", "))));
            self.met.clear();
        }
        self.told = told;
        lines
    }

    /// The score as it stands now.
    pub(super) fn score(&mut self, game: &Game, looks: &Looks, view: &View) -> Vec<String> {
        self.scored.anew(game, looks, view).0
    }

    /// Is it the first time in this phase?
    pub(super) fn meets(&mut self, told: &str) -> bool {
        self.met.insert(told.to_owned())
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
    ) -> Vec<Line> {
        self.has_begun = self.has_begun || is_in_a_phase(engine, looks);
        if self.has_begun { self.anew(engine.game(), (looks, carried), view) } else { Vec::new() }
    }

    /// Another turn or another phase has begun. Between the phases of two turns the new turn alone is told: whose phase is next is
    /// not known yet.
    pub(super) fn heading(
        &mut self,
        game: &Game,
        (looks, carried): (&Looks, &Carried<'_>),
        Turned { view, turn: is_turn, phase: is_phase, title }: &Turned,
    ) -> Vec<Line> {
        self.begins(game, looks, view, title);
        if *is_phase {
            return self.anew(game, (looks, carried), view);
        }
        // What turn a game begins with is told with its first phase.
        let is_told = *is_turn && !self.told.is_empty();
        let turn = turn(game, looks, view).filter(|_| is_told);
        turn.map(|turn| Line::Heading(format!("== {} ==", turn.replace('_', " ")))).into_iter().collect()
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
