//! What happened of what was answered and what fell, in its order: the game is played again from where it stood, and tells.
//!
//! In: where a game stood, and what was answered and fell from there on. Out: what was written by which statement, what was
//! answered by itself, each die with what was asked round it, and the state behind each. Promises: all that a game did that stood
//! there and heard this is told in its order, up to the first draw, or until there is more of it than anybody reads.

use super::game::Game;
use super::idle::any_order;
use super::log::Entry;
use super::play::Only;
use super::prompt::Prompt;
use super::why::{Why, asked_within};
use crate::exec::{self, Chance, Die, Machine, Reasons, Step};
use crate::ir::{Cell, CellId, DomainId, Pos, Role, SiteId};
use crate::state::State;
use std::ops::ControlFlow;

/// One thing that happened.
pub enum Happened<'h> {
    /// A statement wrote: where it stands, then where what it stands in was called, and so on outward. `one`: the place
    /// that it wrote, also where that is as it was; none of a set, and where it takes members away.
    Wrote { places: &'h [Pos], one: Option<(CellId, u32)> },
    /// An ask had one option.
    Alone(Only),
    /// A die fell.
    Rolled(WithDie),
}

/// What was asked with one die: on the way to it, from the answer or the die before; and behind it, up to the next stop.
pub struct WithDie {
    /// What the rule that rolls it calls it, and that rule.
    pub die: String,
    pub site: Option<SiteId>,
    pub before: Vec<Reckoned>,
    pub behind: Vec<Reckoned>,
}

/// A question, and how many things had happened when its answer was known.
pub struct Reckoned {
    pub happened: usize,
    pub why: Why,
}

/// Every die stops the machine, and which it is is kept.
struct Before(Option<Die>);

impl Chance for Before {
    fn roll(&mut self, die: Die) -> Option<i64> {
        self.0 = Some(die);
        None
    }
    fn draw(&mut self, _domain: DomainId, _weights: &[(i64, i64)]) -> Option<i64> {
        None
    }
}

/// Looks at all that happened from `state` on, with the state behind each; also from before the game's beginning.
pub fn happened(game: &Game, state: &State, entries: &[Entry], look: &mut dyn FnMut(&State, Happened<'_>)) {
    let rolls = entries.iter().any(|entry| matches!(entry, Entry::Roll { .. }));
    goes_through(game, state, (entries, rolls), &mut |state, what| {
        look(state, what);
        ControlFlow::Continue(())
    });
}

/// Was this place written on the way? What was drawn ends the search.
pub fn was_written(game: &Game, state: &State, entries: &[Entry], cell: CellId) -> bool {
    let mut is_written = false;
    goes_through(game, state, (entries, false), &mut |_, what| {
        is_written = matches!(what, Happened::Wrote { one: Some((one, _)), .. } if one == cell);
        if is_written { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    is_written
}

/// `reasons`: what was asked is wanted, too.
fn goes_through(
    game: &Game,
    state: &State,
    (entries, reasons): (&[Entry], bool),
    look: &mut dyn FnMut(&State, Happened<'_>) -> ControlFlow<()>,
) {
    let (main, mut state, mut machine) = (game.main(), state.clone(), Machine::new(game.marked()));
    let mut chance = Before(None);
    let reasons = || if reasons { Reasons::staying_within(main) } else { Reasons::none_within(main) };
    let matters = |cell: &Cell| matches!(cell.role, Role::Keep(_)) || cell.role == Role::Game && cell.index.is_empty();
    machine.keep_chronicle(&state, game.program().cells.iter().map(matters).collect());
    machine.explain(reasons());
    let (mut stood, mut entries) = (state.clone(), entries.iter());
    let (mut fell, mut before) = (None, Vec::new());
    let mut step = machine.run(&mut state, main, &mut chance);
    let (mut moments, mut count) = (machine.take_chronicle(), 0);
    loop {
        let fell_now = fell.take();
        count += usize::from(fell_now.is_some());
        let asked = asked_within(game, &state, machine.take_reasons());
        let asked = asked.into_iter().map(|(known, why)| Reckoned { happened: count + known as usize, why });
        match fell_now {
            Some((die, site)) => {
                let (before, behind) = (std::mem::take(&mut before), asked.collect());
                if look(&stood, Happened::Rolled(WithDie { die, site, before, behind })).is_break() {
                    return;
                }
            }
            None => before.extend(asked),
        }
        for moment in moments {
            count += 1;
            moment.apply(&mut stood);
            let goes_on = match moment.what {
                exec::Happened::Wrote { places, one } => look(&stood, Happened::Wrote { places: &places, one }),
                exec::Happened::Alone(asked, only) => {
                    let name = game.option_name(asked, only);
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
        step = match step {
            Step::Ask(asked) if asked.order && any_order(game, &state) => {
                machine.answer(&mut state, main, 0, &mut chance)
            }
            Step::Ask(asked) => {
                let Some(Entry::Answer { pick, .. }) = entries.next() else { return };
                let prompt = Prompt::of(game, &machine, asked);
                let Some(option) = prompt.options().iter().position(|offered| offered.name == *pick) else { return };
                // What was asked for an earlier answer, or to find what is offered, is no matter of the next die.
                before.clear();
                machine.answer(&mut state, main, option, &mut chance)
            }
            Step::Roll { .. } => {
                let Some(Entry::Roll { fell: die, .. }) = entries.next() else { return };
                fell = chance.0.take().map(|die| (game.marked().code.die_name(die).to_owned(), die.site));
                machine.deal(&mut state, main, *die, &mut chance)
            }
            Step::Draw | Step::Over(_) | Step::Fault(_) => return,
        };
        moments = machine.take_chronicle();
    }
}
