//! How far a game can be taken back: the *seal*, to which undo and faults go back and never past, and the *savepoint*, to
//! which giving up goes back.
//!
//! In: each answer, with the state before it and what was irrevocable on the way. Out: the state and the log at both. Where
//! a game hides something, what an answer led to takes longer to judge (`engine/rests.rs`, `engine/view.rs`) than to play:
//! that is put off until somebody takes back, gives up, saves or comes to a fault. Promise: what is judged later is judged
//! as it would have been at once.

use super::game::Game;
use super::log::Log;
use super::rests::{Before, Rests};
use super::view::Knowledge;
use crate::bug;
use crate::exec::{Asked, Step};
use crate::state::State;

/// A state and how long the log was there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Point {
    pub(super) state: State,
    pub(super) log: usize,
}

/// So many answers are put off; then they are judged.
const MOST_PUT_OFF: usize = 1024;

pub(super) struct TakeBack {
    /// The first ask after the last irrevocable thing: a die, a draw, a reveal, the other side's answer, something newly
    /// seen, something hidden that an answer led to.
    pub(super) seal: Point,
    /// The ask at which the running action began, gone with a seal.
    pub(super) savepoint: Option<Point>,
    pub(super) rests: Rests,
    knowledge: Knowledge,
    /// Not judged yet, in their order: each leads to the state before the next, the last to where the game stands.
    ahead: Vec<Leg>,
    /// How long the log was where the seal stands at the least, whatever is judged yet.
    sure: usize,
    /// States that are needed no more.
    spare: Vec<State>,
}

/// From one stop to the next.
#[derive(Clone)]
pub(super) struct Leg {
    /// Nothing where a die fell before which the game stood.
    answer: Option<Answer>,
    before: State,
    /// How long the log was before the answer, behind it, and at the end.
    from: usize,
    fell: usize,
    to: usize,
    sealed: bool,
    asked: Option<Asked>,
}

#[derive(Clone, Copy)]
pub(super) struct Answer {
    pub(super) side: i64,
    pub(super) option: usize,
    /// It begins an action.
    pub(super) starts: bool,
    /// It is asked what it rests on: not where a game is led by hand, where nothing is taken back.
    pub(super) rests: bool,
}

impl Leg {
    pub(super) fn option(&self) -> Option<usize> {
        self.answer.map(|answer| answer.option)
    }

    /// The answer stands in the log.
    pub(super) fn is_written(&mut self, log: &Log) {
        self.fell = log.len();
    }

    /// It ends here; `sealed`: something irrevocable happened on the way.
    pub(super) fn to(self, step: &Step, sealed: bool) -> Leg {
        let asked = if let Step::Ask(asked) = step { Some(*asked) } else { None };
        Leg { sealed, asked, ..self }
    }

    fn starts(&self) -> bool {
        self.asked.is_some_and(|asked| asked.start)
    }
}

impl TakeBack {
    /// Of a game that has not begun.
    pub(super) fn nothing(game: &Game, state: &State) -> TakeBack {
        TakeBack {
            seal: Point { state: state.clone(), log: 0 },
            savepoint: None,
            rests: Rests::default(),
            knowledge: Knowledge::nothing(game),
            ahead: vec![],
            sure: 0,
            spare: vec![],
        }
    }

    /// The same for a game of its own.
    pub(super) fn fork(&self) -> TakeBack {
        TakeBack {
            seal: self.seal.clone(),
            savepoint: self.savepoint.clone(),
            rests: self.rests.fork(),
            knowledge: self.knowledge.fork(),
            ahead: self.ahead.clone(),
            sure: self.sure,
            spare: vec![],
        }
    }

    pub(super) fn is_judged(&self) -> bool {
        self.ahead.is_empty()
    }

    /// How many answers are still to be judged.
    pub(super) fn put_off(&self) -> usize {
        self.ahead.len()
    }

    /// So long was the log where the seal stands at the least.
    pub(super) fn sure(&self) -> usize {
        self.sure.max(self.seal.log)
    }

    /// Nothing before this is taken back; `by`: for the answer of this side, of which something hidden came.
    pub(super) fn seal_here(&mut self, state: &State, log: usize, by: Option<i64>) {
        self.forget_savepoint();
        self.seal.state.copy_from(state);
        self.seal.log = log;
        self.rests.seal(by);
    }

    /// The game stands elsewhere than an answer led: what is seen there is nothing new.
    pub(super) fn stands_elsewhere(&mut self) {
        self.knowledge.put_off();
    }

    /// Here a leg begins: with the answer that is about to be written to the log, or with a die.
    pub(super) fn begin(&mut self, game: &Game, answer: Option<Answer>, state: &State, log: &Log) -> Leg {
        let (before, from) = (self.copied(state), log.len());
        let is_put_off = game.hides();
        if answer.is_some_and(|answer| is_put_off && log.last_is_of_another(game, 0..log.len(), answer.side)) {
            // The other side answers what it saw: that stands. Its own answers it may still take back.
            self.is_sealed_at(game, state, log);
        }
        Leg { answer, before, from, fell: from, to: from, sealed: false, asked: None }
    }

    /// The same state, in the room of one that is needed no more.
    fn copied(&mut self, state: &State) -> State {
        let Some(mut spare) = self.spare.pop() else { return state.clone() };
        spare.copy_from(state);
        spare
    }

    fn forget_savepoint(&mut self) {
        self.spare.extend(self.savepoint.take().map(|point| point.state));
    }

    /// It led to a fault: all before it is judged, and the game goes back to the seal.
    pub(super) fn faulted(&mut self, game: &Game, log: &Log, leg: Leg) {
        self.judge(game, log, &leg.before);
        self.set_out(game, log, &leg);
        self.spare.push(leg.before);
    }

    /// A leg has led here.
    pub(super) fn arrive(&mut self, game: &Game, log: &Log, state: &State, leg: Leg) {
        let leg = Leg { to: log.len(), ..leg };
        if !game.hides() {
            return self.judge_at_once(game, log, leg, state);
        }
        let sealed = leg.sealed;
        self.ahead.push(leg);
        if sealed {
            self.is_sealed_at(game, state, log);
        }
        if self.ahead.len() == MOST_PUT_OFF {
            self.judge(game, log, state);
        }
    }

    /// Where nothing is hidden nothing is put off, and nobody asks what was read.
    fn judge_at_once(&mut self, game: &Game, log: &Log, leg: Leg, after: &State) {
        self.set_out(game, log, &leg);
        let sealed = leg.sealed || self.is_answered(game, log, &leg);
        if leg.starts() {
            self.rests.end(game, after, leg.to);
        }
        if sealed {
            self.seal_here(after, leg.to, None);
        }
        if leg.starts() {
            self.forget_savepoint();
        }
        self.spare.push(leg.before);
    }

    /// Here is a seal, whatever the answers before led to. What the running action has read is still to be judged.
    fn is_sealed_at(&mut self, game: &Game, state: &State, log: &Log) {
        self.sure = log.len();
        let begun = self.ahead.iter().rposition(Leg::starts).map_or(0, |last| last + 1);
        if begun == 0 && !self.ahead.is_empty() {
            return;
        }
        let of_action = self.ahead.split_off(begun);
        let (at, logged) = of_action.first().map_or((state, log.len()), |leg| (&leg.before, leg.from));
        if begun > 0 {
            self.rests.end(game, at, logged);
            self.knowledge.put_off();
        }
        self.seal_here(at, logged, None);
        let before = std::mem::replace(&mut self.ahead, of_action);
        self.spare.extend(before.into_iter().map(|leg| leg.before));
    }

    /// Judge what was put off; the game stands in this state.
    pub(super) fn judge(&mut self, game: &Game, log: &Log, state: &State) {
        let mut ahead = std::mem::take(&mut self.ahead);
        for (nth, leg) in ahead.iter().enumerate() {
            let after = ahead.get(nth + 1).map_or(state, |next| &next.before);
            self.set_out(game, log, leg);
            self.judge_leg(game, log, leg, after);
        }
        self.spare.extend(ahead.drain(..).map(|leg| leg.before));
        self.ahead = ahead;
        if self.seal.log < self.sure {
            bug!("the seal stands at {} and was sure to stand at {}", self.seal.log, self.sure);
        }
    }

    /// What an answer does to the seal and the savepoint before anything came of it.
    fn set_out(&mut self, game: &Game, log: &Log, leg: &Leg) {
        let Some(answer) = leg.answer else { return };
        if log.last_is_of_another(game, 0..leg.from, answer.side) {
            self.seal_here(&leg.before, leg.from, None);
        }
        if answer.starts {
            self.forget_savepoint();
            self.savepoint = Some(Point { state: self.copied(&leg.before), log: leg.from });
        }
    }

    /// The machine stood at an ask or the end: note what was sealed on the way.
    fn judge_leg(&mut self, game: &Game, log: &Log, leg: &Leg, after: &State) {
        self.knowledge.catch_up(game, &leg.before);
        let before = leg.answer.filter(|answer| answer.rests && game.hides()).map(|answer| {
            let unseen = self.knowledge.unseen(game, answer.side);
            self.rests.before(game, answer, unseen, (log, leg.fell))
        });
        let seen = self.knowledge.grow(game, after);
        let plain = leg.sealed || seen || self.is_answered(game, log, leg);
        // Where an action may begin and all before it stands anyway, nobody asks any more what was read.
        let asks = |_: &Before| !(plain && leg.starts());
        let rests = before.filter(asks).and_then(|before| {
            let fell = log.some(game, leg.fell..leg.to);
            self.rests.on(game, before, [&leg.before, after], &fell)
        });
        if leg.starts() {
            self.rests.end(game, after, leg.to);
        }
        if plain || rests.is_some() {
            self.seal_here(after, leg.to, rests.filter(|_| !plain));
        }
        if leg.starts() {
            // The action that ran is done: it can be undone, answer by answer, but not given up.
            self.forget_savepoint();
        }
    }

    /// Has one side answered within the other's action, and is it no longer asked? Then nobody may take that back.
    fn is_answered(&self, game: &Game, log: &Log, leg: &Leg) -> bool {
        let Some(asked) = leg.asked else { return false };
        self.savepoint.is_none() && log.last_is_of_another(game, self.seal.log..leg.to, asked.side)
    }
}
