//! What happened of what was answered and what fell, in its order: the game is played again from where it stood, and tells.
//!
//! In: where a game stood, and what was answered and fell from there on. Out: what was written by which statement, what was
//! answered by itself, each die with what was asked round it, each draw, and the state behind each. Promises: all that a game did
//! that stood there and heard this is told in its order, until there is more of it than anybody reads. To somebody who does not see
//! all, what is told ends before the first thing that rests on what he does not see: up to there he could play it himself.

use super::game::Game;
use super::idle::any_order;
use super::log::Entry;
use super::play::Only;
use super::prompt::Prompt;
use super::seat::Heard;
use super::view::{Sight, View};
use super::why::{Why, asked_within};
use crate::exec::{self, Chance, Die, Drawing, Elements, Machine, Reasons, Step};
use crate::ir::{Cell, CellId, NONE, Pos, Role, SiteId, What};
use crate::state::State;
use std::ops::ControlFlow;

/// One thing that happened.
pub enum Happened<'h> {
    /// A statement wrote: where it stands, then where what it stands in was called, and so on outward. `one`: the place
    /// that it wrote, also where that is as it was; none of a set, and where it takes members away. Where it is a number that an
    /// action keeps, and where a piece loses something, also what was reckoned on the way there.
    Wrote { places: &'h [Pos], one: Option<(CellId, u32)>, before: Vec<Reckoned>, is_loss: bool },
    /// An action, a procedure or a rule was left before its end: by the statement that stands there, and so on outward.
    /// What was reckoned on the way there, from the answer or the die before; where it is told.
    Left { places: &'h [Pos], before: Vec<Reckoned> },
    /// This printed condition holds, and what it stands in is left when all is done that it says. What was reckoned on the way
    /// there, from the answer or the die before.
    Leads { site: SiteId, before: Vec<Reckoned> },
    /// The game is over, by the statement that stands there; by none where the sequence has come to its end. What was reckoned on
    /// the way there, from the answer or the die before.
    Ended { places: &'h [Pos], before: Vec<Reckoned> },
    /// Of several ways to go on that are printed side by side, this one was taken; of a condition, whether it was so.
    /// What it was about, where that is a number.
    Way { site: SiteId, is_so: bool, in_all: Option<i64> },
    /// An ask had one option.
    Alone(Only),
    /// A die fell.
    Rolled(WithDie),
    /// This was drawn, by that rule.
    Drew { drew: &'h str, site: Option<SiteId> },
}

impl Happened<'_> {
    /// Was it done by a statement? Dice fall and things are drawn between statements.
    pub fn is_moment(&self) -> bool {
        match self {
            Happened::Rolled(_) | Happened::Drew { .. } => false,
            Happened::Wrote { .. }
            | Happened::Left { .. }
            | Happened::Leads { .. }
            | Happened::Ended { .. }
            | Happened::Way { .. }
            | Happened::Alone(_) => true,
        }
    }
}

/// What was asked with one die: on the way to it, from the answer or the die before; and behind it, up to the next stop.
pub struct WithDie {
    /// What the rule that rolls it calls it, and that rule.
    pub die: String,
    pub site: Option<SiteId>,
    /// For whom it falls: of whom the rounds are, and what the procedure is about, inner ones first.
    pub about: Vec<(What, i64)>,
    pub before: Vec<Reckoned>,
    pub behind: Vec<Reckoned>,
}

/// A question, and how many things had happened when its answer was known.
pub struct Reckoned {
    pub happened: usize,
    pub why: Why,
}

/// So often at most it is asked in one answer what has become open.
const MOST_SHOWN: usize = 16;

/// Every die and every draw stops the machine, and which it is is kept.
#[derive(Default)]
struct Before {
    die: Option<Die>,
    drawing: Option<Drawing>,
}

impl Chance for Before {
    fn roll(&mut self, die: Die) -> Option<i64> {
        self.die = Some(die);
        None
    }
    fn draw(&mut self, drawing: Drawing, _weights: &[(i64, i64)]) -> Option<i64> {
        self.drawing = Some(drawing);
        None
    }
}

/// What of all that happens is told with what was reckoned on the way there.
#[derive(Clone, Copy)]
pub struct WithReasons<'l> {
    /// Is it told that what runs was left before its end, by the statement that stands there?
    pub left: &'l dyn Fn(&[Pos]) -> bool,
    /// Where pieces stand, and their numbers: who leaves the map, or has another number, has lost something or won it.
    pub losses: &'l [CellId],
}

/// Looks at all that happened from `state` on, with the state behind each; also from before the game's beginning.
pub fn happened(
    (game, reasons): (&Game, WithReasons<'_>),
    state: &State,
    entries: &[Entry],
    look: &mut dyn FnMut(&State, Happened<'_>),
) {
    let course = Course { game, state, entries, reasons, are_wanted: false, eyes: &[] }.with_reasons();
    course.goes(&mut |state, what| {
        look(state, what);
        ControlFlow::Continue(())
    });
}

/// The same as somebody may know it who knows so much where it stood ([`Engine::as_known`](super::Engine::as_known)): up to the
/// first thing that he does not hear, or that rests on what he does not see. What he does not see is left out of the states.
pub fn happened_openly(
    (game, reasons, seen): (&Game, WithReasons<'_>, &View),
    state: &State,
    entries: &[Entry],
    look: &mut dyn FnMut(&View, Happened<'_>),
) {
    let heard = entries.iter().take_while(|entry| Heard::of(game, entry, seen.seat()).is_told());
    let entries = &entries[..heard.count()];
    let eyes = eyes(Course { game, state, entries, reasons, are_wanted: false, eyes: &[] }, seen);
    let mut moments = 0;
    Course { game, state, entries, reasons, are_wanted: false, eyes: &eyes }.with_reasons().goes(&mut |state, what| {
        moments += usize::from(what.is_moment());
        let seen = sees_at(&eyes, moments).unwrap_or(seen);
        let sees = |(cell, element): (CellId, u32)| seen.unseen().is_none_or(|unseen| !unseen.holds(cell, element));
        let what = match what {
            Happened::Wrote { places, one, before, is_loss } => {
                Happened::Wrote { places, one: one.filter(|one| sees(*one)), before, is_loss }
            }
            what @ (Happened::Left { .. }
            | Happened::Ended { .. }
            | Happened::Leads { .. }
            | Happened::Way { .. }
            | Happened::Alone(_)
            | Happened::Rolled(_)
            | Happened::Drew { .. }) => what,
        };
        look(&seen.with_the_same_eyes(game, state), what);
        ControlFlow::Continue(())
    });
}

/// What is shown on the way is seen from there on: from so many moments on who looks sees so much. Where a rule comes to what
/// is not seen, and at the end, it is asked of each moment up to there what has become open, and with that it goes on.
fn eyes(course: Course<'_>, seen: &View) -> Vec<(usize, View)> {
    let mut eyes = vec![(0, seen.clone())];
    for _ in 0..MOST_SHOWN {
        let (mut further, mut moments): (Vec<(usize, View)>, usize) = (Vec::new(), 0);
        let (from, last) = eyes.last().map_or((0, seen), |(from, seen)| (*from, seen));
        let (course, mut end) = (Course { eyes: &eyes, ..course }, course.state.clone());
        course.goes(&mut |state, _| {
            end.copy_from(state);
            ControlFlow::Continue(())
        });
        if last.further_on(course.game, &end).is_some() {
            course.goes(&mut |state, what| {
                moments += usize::from(what.is_moment());
                let last = further.last().map_or(last, |(_, seen)| seen);
                let is_new = what.is_moment() && moments > from;
                let more = is_new.then(|| last.further_on(course.game, state)).flatten();
                further.extend(more.map(|more| (moments, more)));
                ControlFlow::Continue(())
            });
        }
        if further.is_empty() {
            break;
        }
        eyes.extend(further);
    }
    eyes
}

fn sees_at(eyes: &[(usize, View)], moments: usize) -> Option<&View> {
    eyes.iter().rev().find(|(from, _)| *from <= moments).map(|(_, seen)| seen)
}

/// Was this place written on the way?
pub fn was_written(game: &Game, state: &State, entries: &[Entry], cell: CellId) -> bool {
    let mut is_written = false;
    let reasons = WithReasons { left: &|_| false, losses: &[] };
    Course { game, state, entries, reasons, are_wanted: false, eyes: &[] }.goes(&mut |_, what| {
        is_written = matches!(what, Happened::Wrote { one: Some((one, _)), .. } if one == cell);
        if is_written { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    is_written
}

/// What is gone through again.
struct Course<'c> {
    game: &'c Game,
    state: &'c State,
    entries: &'c [Entry],
    reasons: WithReasons<'c>,
    /// They are wanted.
    are_wanted: bool,
    /// Whoever reads what these do not see ends it; each from so many moments on.
    eyes: &'c [(usize, View)],
}

/// What fell last, and is still to be told.
enum Fell<'c> {
    Die(String, Option<SiteId>, Vec<(What, i64)>),
    Drew(&'c str, Option<SiteId>),
}

impl Course<'_> {
    /// What was asked is wanted where a die fell, where an action keeps a number of it, and where it says why something was left.
    fn with_reasons(self) -> Self {
        let mut is_wanted = self.rolls();
        if !is_wanted {
            self.goes(&mut |_, what| {
                is_wanted = match what {
                    Happened::Left { places, .. } => (self.reasons.left)(places),
                    Happened::Ended { .. } | Happened::Leads { .. } => true,
                    Happened::Wrote { one, is_loss, .. } => {
                        is_loss || one.is_some_and(|(cell, _)| self.is_figure(cell))
                    }
                    Happened::Way { .. } | Happened::Alone(_) | Happened::Rolled(_) | Happened::Drew { .. } => false,
                };
                if is_wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        Course { are_wanted: is_wanted, ..self }
    }

    fn rolls(&self) -> bool {
        self.entries.iter().any(|entry| matches!(entry, Entry::Roll { .. }))
    }

    /// A number that an action keeps.
    fn is_figure(&self, cell: CellId) -> bool {
        let cell = self.game.program().cell(cell);
        let is_number = cell.value.scalar().is_some_and(|of| matches!(of.what, What::Int { .. }));
        matches!(cell.role, Role::Keep(_)) && is_number
    }

    /// From this moment on nothing is read that is not seen.
    fn looks_from(&self, moments: usize, machine: &mut Machine) {
        let from_now = |from: usize| u32::try_from(from.saturating_sub(moments)).unwrap_or(u32::MAX);
        let all = self.eyes.iter().filter_map(|(from, seen)| Some((from_now(*from), seen.unseen()?.clone())));
        let unseen: Vec<(u32, Elements)> = all.collect();
        if !unseen.is_empty() {
            machine.look_by_moment(unseen);
        }
    }

    /// Does a piece leave the map, or has it another number than it had, as far as that is seen?
    fn is_loss(&self, before: &State, after: &State, moments: usize) -> bool {
        let unseen = sees_at(self.eyes, moments).and_then(Sight::unseen);
        self.reasons.losses.iter().any(|cell| {
            let place = self.game.layout().place(*cell);
            let is_place =
                matches!(self.game.program().cell(*cell).value.scalar().map(|of| of.what), Some(What::Id(_)));
            (0..place.count).any(|element| {
                let (was, is) = (before.get(place, element), after.get(place, element));
                let is_seen = unseen.is_none_or(|unseen| !unseen.holds(*cell, element));
                was != is && (!is_place || is == NONE) && is_seen
            })
        })
    }

    fn goes(&self, look: &mut dyn FnMut(&State, Happened<'_>) -> ControlFlow<()>) {
        let Course { game, entries, are_wanted, .. } = *self;
        let (main, mut state, mut machine) = (game.main(), self.state.clone(), Machine::new(game.marked()));
        let mut chance = Before::default();
        let reasons = || if are_wanted { Reasons::of_statements(main) } else { Reasons::none_within(main) };
        let matters =
            |cell: &Cell| matches!(cell.role, Role::Keep(_)) || cell.role == Role::Game && cell.index.is_empty();
        machine.keep_chronicle(&state, game.program().cells.iter().map(matters).collect());
        machine.explain(reasons());
        let (mut stood, mut entries) = (state.clone(), entries.iter());
        // Before an answer it is found out again what was offered, which is told with the pick, whatever it rests on. Where the
        // game begins, nothing was.
        let mut is_answered = *self.state == State::zero(game.layout());
        if is_answered {
            self.looks_from(0, &mut machine);
        }
        let (mut fell, mut before) = (None, Vec::new());
        let mut step = machine.run(&mut state, main, &mut chance);
        // `count`: of moments and dice. `told`: of moments.
        let (mut moments, mut count, mut told) = (machine.take_chronicle(), 0, 0);
        loop {
            let fell_now = fell.take();
            count += usize::from(fell_now.is_some());
            let asked = asked_within(game, &state, machine.take_reasons());
            let asked = asked.into_iter().map(|(known, why)| Reckoned { happened: count + known as usize, why });
            match fell_now {
                Some(Fell::Die(die, site, about)) => {
                    let (before, behind) = (std::mem::take(&mut before), asked.collect());
                    if look(&stood, Happened::Rolled(WithDie { die, site, about, before, behind })).is_break() {
                        return;
                    }
                }
                Some(Fell::Drew(drew, site)) => {
                    before.extend(asked);
                    if look(&stood, Happened::Drew { drew, site }).is_break() {
                        return;
                    }
                }
                None => before.extend(asked),
            }
            for moment in moments {
                (count, told) = (count + 1, told + 1);
                let earlier = (!self.reasons.losses.is_empty()).then(|| stood.clone());
                moment.apply(&mut stood);
                let goes_on = match moment.what {
                    exec::Happened::Wrote { places, one } => {
                        let is_loss = earlier.is_some_and(|earlier| self.is_loss(&earlier, &stood, told));
                        let is_told = is_loss || one.is_some_and(|(cell, _)| self.is_figure(cell));
                        let before = before.extract_if(.., |asked| is_told && asked.happened < count).collect();
                        look(&stood, Happened::Wrote { places: &places, one, before, is_loss })
                    }
                    exec::Happened::Left { places } => {
                        let is_told = (self.reasons.left)(&places);
                        let before = before.extract_if(.., |asked| is_told && asked.happened < count).collect();
                        look(&stood, Happened::Left { places: &places, before })
                    }
                    exec::Happened::Ended { places } => {
                        look(&stood, Happened::Ended { places: &places, before: std::mem::take(&mut before) })
                    }
                    exec::Happened::Leads { site } => {
                        let before = before.extract_if(.., |asked| asked.happened < count).collect();
                        look(&stood, Happened::Leads { site, before })
                    }
                    exec::Happened::Way { site, is_so, in_all } => look(&stood, Happened::Way { site, is_so, in_all }),
                    exec::Happened::Alone(asked, only) => {
                        let name = game.option_name(asked.ask, only);
                        look(&stood, Happened::Alone(Only { side: asked.side, site: asked.site, name }))
                    }
                };
                if goes_on.is_break() {
                    return;
                }
            }
            if machine.chronicle_is_full() {
                return;
            }
            machine.explain(reasons());
            if is_answered {
                self.looks_from(told, &mut machine);
            }
            step = match step {
                Step::Ask(asked) if asked.order && any_order(game, &state) => {
                    machine.answer(&mut state, main, 0, &mut chance)
                }
                Step::Ask(asked) => {
                    let Some(Entry::Answer { pick, .. }) = entries.next() else { return };
                    let prompt = Prompt::of(game, &machine, asked);
                    let Some(option) = prompt.options().iter().position(|offered| offered.name == *pick) else {
                        return;
                    };
                    // What was asked for an earlier answer, or to find what is offered, is no matter of the next die.
                    before.clear();
                    // What was offered is told with the pick, whatever it rests on.
                    self.looks_from(told, &mut machine);
                    is_answered = true;
                    machine.answer(&mut state, main, option, &mut chance)
                }
                Step::Roll { .. } => {
                    let Some(Entry::Roll { fell: die, .. }) = entries.next() else { return };
                    let rolled = chance.die.take();
                    fell = rolled.map(|die| {
                        Fell::Die(game.marked().code.die_name(die).to_owned(), die.site, machine.about(die))
                    });
                    machine.deal(&mut state, main, *die, &mut chance)
                }
                Step::Draw => {
                    let (Some(Entry::Draw { drew }), Some(drawing)) = (entries.next(), chance.drawing.take()) else {
                        return;
                    };
                    let Some(member) = game.member_named(drawing.domain, drew) else { return };
                    fell = Some(Fell::Drew(drew, drawing.site));
                    machine.deal(&mut state, main, member, &mut chance)
                }
                Step::Over(_) | Step::Fault(_) => return,
            };
            moments = machine.take_chronicle();
        }
    }
}
