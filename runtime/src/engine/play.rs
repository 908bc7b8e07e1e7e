//! One game being played: the state, what can be taken back, and the log.
//!
//! Kept beside the state: how far it can be taken back (`engine/takeback.rs`), and dice to be dealt again.

use super::dice::{Dealt, PlayDice};
use super::game::Game;
use super::idle::any_order;
use super::log::{Entry, Kept, Log};
use super::prompt::Prompt;
use super::refused::Refused;
use super::takeback::{Answer, Leg, TakeBack};
use crate::exec::{Die, Fair, Fault, Machine, Step};
use crate::ir::SiteId;
use crate::state::State;

/// Where the game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    Ask(Prompt),
    Over(i64),
    /// A rule faulted and there is no answer to go back to.
    Stopped(Fault),
    /// Nobody rolls: the game is played by hand, or the dice of a replay are used up, or the next one is another.
    AwaitingChance {
        wants: Wanted,
    },
}

/// What must fall before the game can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    Roll { lo: i64, hi: i64 },
    Draw,
}

/// A die or a draw before which the game stands: what it is called, from where to where its faces go, and whose rule it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Awaited {
    pub name: String,
    /// None of a draw.
    pub faces: Option<(i64, i64)>,
    pub site: Option<SiteId>,
}

impl std::fmt::Display for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Wanted::Roll { lo, hi } => write!(f, "a roll of {}", super::log::die_name(*lo, *hi)),
            Wanted::Draw => write!(f, "a draw"),
        }
    }
}

/// Options that end a choice of several, a march, a purchase.
pub(crate) const CLOSING: [&str; 2] = ["done", "stop"];

/// An ask that was answered by itself: there was one option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Only {
    pub side: i64,
    pub site: SiteId,
    pub name: String,
}

/// A fault, and the way to it: what was answered and fell after the seal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faulted {
    pub fault: Fault,
    pub log: Vec<Entry>,
}

pub struct Engine {
    pub(super) game: Game,
    machine: Machine,
    pub(super) state: State,
    pub(super) status: Status,
    pub(super) back: TakeBack,
    pub(super) fair: Fair,
    pub(super) dealt: Dealt,
    pub(super) log: Log,
    strict: bool,
    pub(super) by_hand: bool,
    only: Vec<Only>,
    /// What was answered by itself with the earlier answers of a line.
    automatic: Vec<Only>,
    unrolled: Option<Die>,
    pub(super) faulted: Option<Faulted>,
}

/// Choices that the machine ended itself, for nothing was left but to end them.
fn over_by_themselves(machine: &Machine) -> impl Iterator<Item = Only> {
    let names = machine.alone().iter().map(|(asked, choice)| (asked, machine.arm(asked.ask, *choice)));
    let over = names.filter(|(_, (arm, member))| member.is_none() && CLOSING.contains(arm));
    over.map(|(asked, (arm, _))| Only { side: asked.side, site: asked.site, name: arm.to_owned() })
}

impl Engine {
    /// Begin a game; the seed decides its dice and nothing else.
    pub fn new(game: &Game, seed: u64) -> Engine {
        let mut engine = Engine::bare(game, Fair(seed));
        engine.begin();
        engine
    }

    /// A game whose dice fall as `dealt` says, to the letter.
    pub(super) fn dealing(game: &Game, dealt: Dealt) -> Engine {
        let mut engine = Engine::bare(game, Fair(0));
        engine.dealt = dealt;
        engine.strict = true;
        engine.begin();
        engine
    }

    pub(super) fn bare(game: &Game, fair: Fair) -> Engine {
        let state = State::zero(game.layout());
        Engine {
            game: game.clone(),
            machine: Machine::new(game.rules()),
            back: TakeBack::nothing(game, &state),
            state,
            status: Status::Over(0),
            fair,
            dealt: Dealt::new(),
            log: Log::default(),
            strict: false,
            by_hand: false,
            only: vec![],
            automatic: vec![],
            unrolled: None,
            faulted: None,
        }
    }

    /// A game that stands before each die and draw, until [`Engine::roll`] or [`Engine::draw`] says how it falls.
    pub fn without_dice(game: &Game) -> Engine {
        Engine::dealing(game, Dealt::new())
    }

    /// A game in which nothing falls by itself: it stands before each die and draw ([`Status::AwaitingChance`]) until
    /// [`Engine::roll`] or [`Engine::draw`] says how it falls, and before each ask, also where there is one option only; it
    /// goes on by itself where a choice is over ([`Engine::only`]).
    pub fn by_hand(game: &Game) -> Engine {
        let mut engine = Engine::bare(game, Fair(0));
        engine.strict = true;
        engine.by_hand = true;
        engine.machine.stand_before_all();
        engine.begin();
        engine
    }

    fn begin(&mut self) {
        let leg = self.back.begin(&self.game, None, &self.state, &self.log);
        let step = self.run(None);
        match step {
            // No answer has been given: the game stops where it began.
            Step::Fault(fault) => self.status = Status::Stopped(fault),
            Step::Ask(_) | Step::Roll { .. } | Step::Draw | Step::Over(_) => self.arrive(step, true, leg),
        }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }
    pub fn state(&self) -> &State {
        &self.state
    }
    pub fn status(&self) -> &Status {
        &self.status
    }
    pub fn log(&self) -> &[Entry] {
        self.log.entries(&self.game)
    }

    /// How many entries it has. That needs no names, nor do the next two.
    pub fn logged(&self) -> usize {
        self.log.len()
    }

    /// How many answers are in it.
    pub fn answers(&self) -> usize {
        self.log.kept().iter().filter(|entry| entry.is_answer()).count()
    }

    /// Is there a die, a draw, or an answer of more than one side among its entries from this one on, as far as it goes?
    pub fn crosses(&self, from: usize) -> bool {
        let since = self.log.kept().get(from..).unwrap_or_default();
        since.iter().any(|entry| !entry.is_answer()) || self.log.are_of_two(&self.game, from)
    }

    /// Where the last answer or die led to a fault: which, and what led there from where the game went back to.
    pub fn faulted(&self) -> Option<&Faulted> {
        self.faulted.as_ref()
    }

    /// An independent game from here on, with the same dice to come.
    pub fn fork(&self) -> Engine {
        let mut fork = Engine::bare(&self.game, self.fair.clone());
        fork.state = self.state.clone();
        fork.status = self.status.clone();
        fork.back = self.back.fork();
        fork.dealt = self.dealt.clone();
        fork.log = self.log.clone();
        fork.strict = self.strict;
        fork.only = self.only.clone();
        fork.unrolled = self.unrolled;
        fork.faulted = self.faulted.clone();
        fork.by_hand = self.by_hand;
        if self.by_hand {
            fork.machine.stand_before_all();
        }
        fork
    }

    /// The same game, in which dice fall by themselves from here on, as this seed decides: one of many trials from one state.
    #[must_use]
    pub fn trial(&self, seed: u64) -> Engine {
        let mut trial = self.fork();
        trial.fall_by_themselves(seed);
        trial
    }

    /// The same game, were this its state: as somebody imagines it who does not see all. Nothing before it is taken back.
    #[must_use]
    pub fn as_if(&self, state: State) -> Engine {
        let mut engine = self.judged();
        engine.stand_at(state);
        engine.back.seal_here(&engine.state, engine.log.len(), None);
        engine
    }

    /// Dice to come fall otherwise than they would have: whoever knew what was to fall knows nothing now.
    pub fn stir(&mut self, by: u64) {
        self.fair = self.fair.stirred(by);
    }

    /// This falls next, wherever a die of such faces is rolled or such a member can be drawn: for examples,
    /// and for dice that people roll at their table.
    pub fn deal(&mut self, entry: Entry) {
        self.dealt.push_back(entry);
    }

    /// No longer to the letter: dice that nobody dealt are rolled.
    pub(super) fn deal_freely(&mut self) {
        self.strict = false;
    }

    /// From here on its dice fall by themselves, as this seed decides.
    pub(super) fn fall_by_themselves(&mut self, seed: u64) {
        self.fair = Fair(seed);
        self.deal_freely();
        if matches!(self.status, Status::AwaitingChance { .. }) {
            self.go_on();
        }
    }

    /// What is waited for, where nobody rolls.
    pub fn awaits(&self) -> Option<Awaited> {
        let Status::AwaitingChance { wants } = self.status else { return None };
        Some(match (wants, self.unrolled) {
            (Wanted::Roll { lo, hi }, Some(die)) => {
                Awaited { name: self.game.code().die_name(die).to_owned(), faces: Some((lo, hi)), site: die.site }
            }
            (Wanted::Roll { lo, hi }, None) => Awaited { name: String::new(), faces: Some((lo, hi)), site: None },
            (Wanted::Draw, _) => Awaited { name: String::new(), faces: None, site: None },
        })
    }

    /// The same in words: ``the die `white` (1..6) of 7.5 "One die"``.
    pub fn waits_for(&self) -> Option<String> {
        let Status::AwaitingChance { wants } = self.status else { return None };
        let Some(Awaited { name, faces: Some((lo, hi)), site }) = self.awaits().filter(|die| !die.name.is_empty())
        else {
            return Some(wants.to_string());
        };
        let rule = site.map_or_else(String::new, |site| format!(" of {}", self.game.rule_name(site)));
        Some(format!("the die `{name}` ({}){rule}", super::log::die_name(lo, hi)))
    }

    /// Does this procedure run where the game stands? Which rule asks everybody knows, so that it runs is no secret.
    pub fn runs(&self, id: crate::ir::FuncId) -> bool {
        self.game.layout().frames.runs(&self.state, id)
    }

    /// The prompt, where the game asks.
    pub fn prompt(&self) -> Option<&Prompt> {
        match &self.status {
            Status::Ask(prompt) => Some(prompt),
            Status::Over(_) | Status::Stopped(_) | Status::AwaitingChance { .. } => None,
        }
    }

    /// Answer with an option's number in the prompt, from 0. A fault leads back to the last seal and is told.
    pub fn answer(&mut self, option: usize) -> Result<Option<Fault>, Refused> {
        let prompt = self.prompt().ok_or(Refused::NotAsking)?;
        let count = prompt.count();
        let (asked, choice) = prompt.choice(option).ok_or(Refused::NoSuchNumber { option, count })?;
        let (side, start) = (prompt.side, prompt.start);
        let answer = Answer { side, option, starts: start, rests: !self.by_hand };
        let mut leg = self.back.begin(&self.game, Some(answer), &self.state, &self.log);
        // The only option is no answer: whoever plays is not asked for it.
        if count > 1 || !self.by_hand {
            self.log.push(&self.game, Kept::answer(asked, choice));
        }
        leg.is_written(&self.log);
        Ok(self.go(leg))
    }

    /// To the next stop, with what a side has answered or without; a fault leads back to the last seal and is told.
    fn go(&mut self, leg: Leg) -> Option<Fault> {
        self.faulted = None;
        match self.run(leg.option()) {
            Step::Fault(fault) => {
                self.back.faulted(&self.game, &self.log, leg);
                let log = self.log.some(&self.game, self.back.seal.log..self.log.len());
                self.back_to_seal();
                self.faulted = Some(Faulted { fault: fault.clone(), log });
                Some(fault)
            }
            step @ (Step::Ask(_) | Step::Roll { .. } | Step::Draw | Step::Over(_)) => {
                self.arrive(step, false, leg);
                None
            }
        }
    }

    /// So falls the die before which the game stands still.
    pub fn roll(&mut self, fell: i64) -> Result<Option<Fault>, Refused> {
        match self.status {
            Status::AwaitingChance { wants: Wanted::Roll { lo, hi } } => {
                self.fall(Entry::Roll { at: String::new(), die: super::log::die_name(lo, hi), fell }, &fell.to_string())
            }
            Status::AwaitingChance { wants: wants @ Wanted::Draw } => {
                Err(Refused::CannotFall { fell: fell.to_string(), wants })
            }
            Status::Ask(_) | Status::Over(_) | Status::Stopped(_) => Err(Refused::NoDie),
        }
    }

    /// So is drawn before which the game stands still.
    pub fn draw(&mut self, drew: &str) -> Result<Option<Fault>, Refused> {
        match self.status {
            Status::AwaitingChance { wants: Wanted::Draw } => self.fall(Entry::Draw { drew: drew.to_owned() }, drew),
            Status::AwaitingChance { wants: wants @ Wanted::Roll { .. } } => {
                Err(Refused::CannotFall { fell: drew.to_owned(), wants })
            }
            Status::Ask(_) | Status::Over(_) | Status::Stopped(_) => Err(Refused::NoDie),
        }
    }

    /// The same where nobody has answered.
    fn go_on(&mut self) -> Option<Fault> {
        let leg = self.back.begin(&self.game, None, &self.state, &self.log);
        self.go(leg)
    }

    fn fall(&mut self, entry: Entry, fell: &str) -> Result<Option<Fault>, Refused> {
        let Status::AwaitingChance { wants } = self.status else { return Err(Refused::NoDie) };
        self.dealt.push_front(entry);
        let (held, logged) = (self.dealt.len(), self.log.len());
        let fault = self.go_on();
        // After a fault what fell is held again: that it was taken is seen by the fault.
        if fault.is_none() && self.dealt.len() == held && self.log.len() == logged {
            // It was not taken: the game stands where it stood.
            self.dealt.pop_front();
            return Err(Refused::CannotFall { fell: fell.to_owned(), wants });
        }
        Ok(fault)
    }

    /// The choices that were over by themselves since the last answer or die.
    pub fn only(&self) -> &[Only] {
        &self.only
    }

    /// Whatever was answered by itself since the last answer or die, or with the last line of answers; led by hand, nothing is.
    pub fn automatic(&self) -> Vec<Only> {
        let alone = self.machine.alone().iter();
        let named = alone.map(|(asked, choice)| Only {
            side: asked.side,
            site: asked.site,
            name: self.game.option_name(asked.ask, *choice),
        });
        self.automatic.iter().cloned().chain(named).collect()
    }

    /// Answer by name.
    pub fn pick(&mut self, name: &str) -> Result<Option<Fault>, Refused> {
        let prompt = self.prompt().ok_or(Refused::NotAsking)?;
        match prompt.options().iter().position(|offered| offered.name == name) {
            Some(option) => self.answer(option),
            None => Err(Refused::no_such_option(name, prompt.options().iter().map(|o| o.name.as_str()))),
        }
    }

    /// A whole answer at once, atom by atom, each as a person calls it ([`Prompt::called`]): all of it or none of it,
    /// as long as nothing sealed in between. An arm and its member may be two words.
    ///
    /// `done` and `stop` behind an answer are for the choice that was answered: one that was over by itself with that
    /// answer is not ended a second time, and what another side is asked is not ended by them.
    pub fn pick_all(&mut self, words: &[&str]) -> Result<Option<Fault>, Refused> {
        self.pick_for(words, None)
    }

    /// The same for a side, which answers what it is asked itself and nothing else.
    pub fn pick_all_own(&mut self, words: &[&str], side: i64) -> Result<Option<Fault>, Refused> {
        self.pick_for(words, Some(side))
    }

    fn pick_for(&mut self, words: &[&str], own: Option<i64>) -> Result<Option<Fault>, Refused> {
        let before = self.fork();
        let (mut at, mut automatic) = (0, Vec::new());
        // What was answered last on this line.
        let (mut last, mut ended): (Option<(i64, SiteId)>, bool) = (None, false);
        while let Some(&word) = words.get(at) {
            let closes = CLOSING.contains(&word);
            if let Some((_, site)) = last.filter(|_| closes && !ended)
                && self.only.iter().any(|only| only.site == site && only.name == word)
            {
                ended = true;
                at += 1;
                continue;
            }
            let pair = words.get(at + 1).map(|next| format!("{word} {next}"));
            let asked = self.prompt().map(|prompt| (prompt.side, prompt.site));
            let found = self.prompt().ok_or(Refused::NotAsking).and_then(|prompt| {
                let foreign = own.is_some_and(|own| own != prompt.side);
                if foreign || closes && last.is_some_and(|(side, _)| side != prompt.side) {
                    return Err(Refused::AskedOfAnother { by: self.game.side_name(prompt.side) });
                }
                let pair = pair.and_then(|pair| prompt.options().iter().position(|offered| offered.name == pair));
                pair.map_or_else(|| prompt.called(word).map(|option| (option, 1)), |option| Ok((option, 2)))
            });
            if last.is_some() {
                automatic.extend(self.automatic());
            }
            (last, ended) = (asked, false);
            match found.and_then(|(option, taken)| self.answer(option).map(|fault| (fault, taken))) {
                Ok((None, taken)) => at += taken,
                Ok((fault, _)) => return Ok(fault),
                Err(refused) => {
                    let fell = self.log.kept()[before.log.len()..].iter().any(|entry| !entry.is_answer());
                    self.judge();
                    let sealed = fell || self.back.seal.log > before.log.len();
                    if !sealed {
                        *self = before;
                    }
                    return Err(if words.len() == 1 { refused } else { refused.at_atom(at, sealed) });
                }
            }
        }
        self.automatic = automatic;
        Ok(None)
    }

    fn run(&mut self, answer: Option<usize>) -> Step {
        let main = self.game.main();
        let mut dice = PlayDice {
            game: &self.game,
            fair: &mut self.fair,
            dealt: &mut self.dealt,
            log: &mut self.log,
            strict: self.strict,
            unrolled: &mut self.unrolled,
        };
        self.machine.take_sealed();
        self.only.clear();
        self.automatic.clear();
        let mut step = match answer {
            Some(option) => self.machine.answer(&mut self.state, main, option, &mut dice),
            None => self.machine.run(&mut self.state, main, &mut dice),
        };
        loop {
            if !self.by_hand {
                self.only.extend(over_by_themselves(&self.machine));
            }
            let Step::Ask(asked) = step else { return step };
            if self.by_hand
                && let (false, [choice]) = (asked.start, self.machine.options())
                && let (arm, None) = self.machine.arm(asked.ask, *choice)
                && CLOSING.contains(&arm)
            {
                self.only.push(Only { side: asked.side, site: asked.site, name: arm.to_owned() });
            } else if !asked.order || !any_order(&self.game, &self.state) {
                return step;
            }
            step = self.machine.answer(&mut self.state, main, 0, &mut dice);
        }
    }

    /// The machine stands at an ask or the end: note what was sealed on the way.
    fn arrive(&mut self, step: Step, sealed: bool, leg: Leg) {
        let sealed = self.machine.take_sealed() || sealed;
        self.back.arrive(&self.game, &self.log, &self.state, leg.to(&step, sealed));
        self.status = match (step, std::mem::replace(&mut self.status, Status::Over(0))) {
            (Step::Ask(asked), Status::Ask(prompt)) => Status::Ask(prompt.moved(&self.machine, asked)),
            (step, _) => self.status_of(step),
        };
    }

    /// How far it can be taken back is found out now, if it was put off.
    fn judge(&mut self) {
        self.back.judge(&self.game, &self.log, &self.state);
    }

    /// What may be taken back is behind this much of the log, and maybe behind more of it: that is known without judging
    /// the answers of which it is put off ([`Engine::put_off`]).
    pub fn surely_stands(&self) -> usize {
        self.back.sure()
    }

    /// Of how many answers it is put off to judge whether they stand.
    pub fn put_off(&self) -> usize {
        self.back.put_off()
    }

    /// An independent game from here on, of which nothing is put off.
    pub(super) fn judged(&self) -> Engine {
        let mut judged = self.fork();
        judged.judge();
        judged
    }

    fn status_of(&self, step: Step) -> Status {
        match step {
            Step::Ask(asked) => Status::Ask(Prompt::of(&self.game, &self.machine, asked)),
            Step::Over(value) => Status::Over(value),
            Step::Fault(fault) => Status::Stopped(fault),
            Step::Roll { lo, hi } => Status::AwaitingChance { wants: Wanted::Roll { lo, hi } },
            Step::Draw => Status::AwaitingChance { wants: Wanted::Draw },
        }
    }

    /// What fell since the last seal is dealt again; the answers are gone.
    fn back_to_seal(&mut self) {
        let since = self.log.some(&self.game, self.back.seal.log..self.log.len());
        self.log.truncate(self.back.seal.log);
        let mut dealt: Dealt = since.into_iter().filter(|entry| !entry.is_answer()).collect();
        dealt.append(&mut self.dealt);
        self.dealt = dealt;
        self.stand_at_seal();
    }

    fn stand_at_seal(&mut self) {
        self.back.savepoint = None;
        self.back.rests.back_to_seal();
        self.stand_at(self.back.seal.state.clone());
    }

    /// Take up another state of this game: its ask is asked again.
    pub(super) fn stand_at(&mut self, state: State) {
        self.state = state;
        self.machine.forget();
        let step = self.machine.run(&mut self.state, self.game.main(), &mut crate::exec::Stop);
        self.status = self.status_of(step);
        // Looking at an ask seals nothing, and what was seen there before is nothing new.
        self.machine.take_sealed();
        self.back.stands_elsewhere();
    }

    /// Give the running action up: the game stands where it began, and all that was offered there is offered again.
    pub fn abandon(&mut self) -> Result<(), Refused> {
        self.judge();
        let at = self.back.savepoint.take().ok_or(Refused::NothingToAbandon)?;
        self.log.truncate(at.log);
        self.back.rests.end(&self.game, &at.state, at.log);
        self.stand_at(at.state);
        Ok(())
    }

    /// The same for a side, which gives up what it began itself.
    pub fn abandon_own(&mut self, side: i64) -> Result<(), Refused> {
        self.judge();
        let began = self.back.savepoint.as_ref().and_then(|at| self.log().get(at.log));
        match began {
            Some(Entry::Answer { by, .. }) if *by != self.game.side_name(side) => {
                Err(Refused::BegunByAnother { by: by.clone() })
            }
            Some(_) | None => self.abandon(),
        }
    }

    /// Take one pick of the choice that is being made back, whichever it was; the others stand.
    pub fn put_back(&mut self, name: &str) -> Result<(), Refused> {
        let prompt = self.prompt().ok_or(Refused::NotAsking)?;
        let (here, who) = (self.game.program().site(prompt.site).short(), self.game.side_name(prompt.side));
        self.judge();
        let since = self.log()[self.back.seal.log..].iter().rev();
        let mut picks: Vec<String> = since
            .map_while(|entry| match entry {
                Entry::Answer { ask, by, pick } if *ask == here && *by == who => Some(pick.clone()),
                Entry::Answer { .. } | Entry::Roll { .. } | Entry::Draw { .. } => None,
            })
            .collect();
        picks.reverse();
        let is_called = |pick: &String| pick == name || pick.split_once(' ').is_some_and(|(_, member)| member == name);
        let Some(at) = picks.iter().rposition(is_called) else {
            return Err(Refused::NotPicked { name: name.to_owned(), picks });
        };
        let before = self.fork();
        self.undo(picks.len() - at)?;
        for pick in &picks[at + 1..] {
            if !matches!(self.pick(pick), Ok(None)) {
                *self = before;
                return Err(Refused::NeedsIt { name: name.to_owned(), other: pick.clone() });
            }
        }
        Ok(())
    }

    /// The same for a side, which takes back its own answers and nobody else's, a bot's neither.
    pub fn undo_own(&mut self, count: usize, side: i64) -> Result<(), Refused> {
        self.judge();
        let own = self.game.side_name(side);
        let since = self.log()[self.back.seal.log..].iter().rev();
        let mut last = since.filter_map(|entry| if let Entry::Answer { by, .. } = entry { Some(by) } else { None });
        match last.by_ref().take(count).find(|by| **by != own) {
            Some(by) => Err(Refused::AnsweredByAnother { by: by.clone() }),
            None => self.undo(count),
        }
    }

    /// Take the last `count` answers back; never past a seal.
    pub fn undo(&mut self, count: usize) -> Result<(), Refused> {
        self.judge();
        let since = self.back.seal.log..self.log.len();
        let answers: Vec<usize> = since.filter(|at| self.log.kept()[*at].is_answer()).collect();
        let Some(left) = answers.len().checked_sub(count) else {
            return Err(Refused::NothingToUndo { asked: count, possible: answers.len() });
        };
        let before = self.log.part(answers.first().map_or(0..0, |first| *first..self.log.len()));
        self.log.truncate(self.back.seal.log);
        self.stand_at_seal();
        for at in answers[..left].iter().map(|at| at - answers[0]) {
            // They were answers before and nothing else has changed.
            let offered = self.prompt().and_then(|prompt| match before.kept()[at] {
                Kept::Answer { ask, choice, .. } => prompt.number_of(ask, choice),
                Kept::Roll { .. } | Kept::Draw { .. } | Kept::Read { .. } => None,
            });
            if let Some(option) = offered {
                self.answer(option)?;
            } else if let [Entry::Answer { pick, .. }] = before.some(&self.game, at..at + 1).as_slice() {
                self.pick(pick)?;
            }
        }
        Ok(())
    }
}
