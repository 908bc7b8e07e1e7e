//! The interpreter. In: register code, a board, a state, a source of chance. It runs until someone must
//! answer, a die must fall that nobody rolls, the game is over, or a rule faults. It does not recurse, its
//! work between two stops is bounded, and what it needs to go on stands in the state: a machine can be
//! thrown away at any stop and another one take the state up.

mod board;
mod fields;
mod foresight;
mod homeward;
mod inverted;
mod kernels;
mod lanes;
mod one;
mod options;
mod rare;
mod recall;
mod run;
mod supposing;
mod suspend;
mod words;

use super::chance::Die;
use super::chronicle::{Chronicle, Moment};
use super::code::{Code, Fault, MarkCode};
use super::elements::Elements;
use super::host::Native;
use super::op::Op;
use super::reasons::Reasons;
use super::rules::Rules;
use crate::ir::{CellId, DomainId, FuncId, MarkWhat, Pos, SiteId, What};
use crate::kernel::{Choose, Spend};
use crate::state::State;
use inverted::Inverted;
pub(super) use inverted::Ready;
pub(super) use one::Ran;
use recall::Recall;
pub(super) use run::{Place, Stop};
use std::sync::Arc;
use supposing::Suppositions;
pub(super) use words::fill;
pub use words::take_lowest;

/// Why the machine stands still.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A side must pick one of [`Machine::options`].
    Ask(Asked),
    /// A die nobody rolled: any value from `lo` to `hi`.
    Roll {
        lo: i64,
        hi: i64,
    },
    /// A draw nobody made: see [`Machine::weights`].
    Draw,
    /// The game's result, or the called procedure's.
    Over(i64),
    Fault(Fault),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    pub ask: AskId,
    pub side: i64,
    pub site: SiteId,
    /// The answer starts an action.
    pub start: bool,
    /// It asks which of several that are due comes first.
    pub order: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AskId(pub(crate) u32);

/// One thing that may be answered: an arm, and a member if the arm is about members.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Choice {
    pub arm: u16,
    pub member: i64,
}

/// The most options of one ask.
pub const MOST_OPTIONS: usize = 4096;
/// So many asks that were answered by themselves are remembered, for whoever is told of them.
const MOST_ALONE: usize = 4096;
/// Loop rounds, search steps and the like between two stops, unless told otherwise.
pub const WORK: u64 = 1 << 28;
/// Registers and set words that one function may reach: ops carry 16 bits.
const WINDOW: usize = 1 << 16;

pub struct Machine {
    rules: Rules,
    /// Held while nothing runs, for the next run.
    shared: Option<run::Shared>,
    native: Option<Arc<dyn Native>>,
    /// The function whose end is the game's.
    main: Option<FuncId>,
    regs: Vec<i64>,
    sets: Vec<u64>,
    calls: Vec<Call>,
    ip: u32,
    asking: Asking,
    /// By how many suppositions run around it: an ask whose options are being found while another is imagined.
    set_aside: Vec<Asking>,
    /// Where the machine waits for an answer with its options found, and the work that finding them took.
    waits: Option<(u32, u64)>,
    weights: Vec<(i64, i64)>,
    /// The option taken, the value dealt: consumed by the op at which the machine stands.
    answer: Option<usize>,
    dealt: Option<i64>,
    /// Something happened that cannot be taken back.
    sealed: bool,
    /// The asks since the last answer that one option was left of, and nobody was asked.
    alone: Vec<(Asked, Choice)>,
    stands: Stands,
    /// The registers still hold what the frames hold.
    warm: bool,
    work: u64,
    most_work: u64,
    suppositions: Suppositions,
    recall: Recall,
    inverted: Inverted,
    searches: Pool<lanes::Searching>,
    chooses: Pool<Choose>,
    spends: Pool<Spend>,
    rays: Pool<kernels::RayRun>,
    /// A choice being put to its kernel: bounds, one member's weights, what is chosen.
    limits: Vec<(i64, i64)>,
    scratch: Vec<i64>,
    chosen: Vec<u64>,
    reasons: Reasons,
    looks: Looks,
    /// Where what happens is kept, in its order, if it is wanted.
    chronicle: Option<Chronicle>,
    /// It tries for another one where an answer leads.
    tries: bool,
    /// Ops interpreted while there was native code.
    interpreted: u64,
}

/// What marked code does before it reads what may be hidden.
enum Looks {
    /// As always while a game is played.
    On,
    /// It stops where it comes to this; from so many moments of the chronicle on to that.
    NotAt(Vec<(u32, Elements)>),
    /// It notes what it reads, and no reasons.
    Noting(Elements),
}

/// Where the machine stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stands {
    /// Where there is more than one option.
    Choices,
    /// Also wherever an action may begin.
    Actions,
    All,
}

/// An ask whose options are being found, or that waits for its answer.
#[derive(Default)]
struct Asking {
    options: Vec<Choice>,
    by: i64,
    /// The work that was left when the options began to be found.
    left: u64,
    /// Those that break more of what is owed than they must are left out.
    weighed: bool,
}

#[derive(Clone, Copy)]
struct Call {
    func: u32,
    /// Where the caller goes on.
    back: u32,
    base: u32,
    word_base: u32,
    /// How many rays were being walked when it began: a return in one's body leaves it.
    rays: u32,
}

/// Kernels in use, one inside the other, and their buffers kept for the next time.
struct Pool<T> {
    all: Vec<T>,
    used: usize,
}

impl<T: Default> Pool<T> {
    fn new() -> Self {
        Pool { all: vec![], used: 0 }
    }

    fn enter(&mut self) -> &mut T {
        if self.used == self.all.len() {
            self.all.push(T::default());
        }
        self.used += 1;
        &mut self.all[self.used - 1]
    }

    fn top(&mut self) -> &mut T {
        &mut self.all[self.used - 1]
    }

    fn leave(&mut self) {
        self.used -= 1;
    }
}

/// Room that is large, and what was remembered: of one machine, then of another of the same rules. Nothing in it is read
/// before it is written, or found to hold.
pub(super) struct Workings {
    regs: Vec<i64>,
    sets: Vec<u64>,
    recall: Recall,
    inverted: Inverted,
    searches: Pool<lanes::Searching>,
}

impl Workings {
    fn new(code: &Code) -> Workings {
        // A window past the deepest call's own registers, so that every 16-bit register number is in bounds.
        let regs: usize = code.funcs.iter().map(|f| usize::from(f.regs) + 1).sum();
        let words: usize = code.funcs.iter().map(|f| usize::from(f.words) + 1).sum();
        Workings {
            regs: vec![0; regs + WINDOW],
            sets: vec![0; words + WINDOW],
            recall: Recall::default(),
            inverted: Inverted::of(code),
            searches: Pool::new(),
        }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let (regs, sets) = (std::mem::take(&mut self.regs), std::mem::take(&mut self.sets));
        let (recall, inverted) = (std::mem::take(&mut self.recall), std::mem::take(&mut self.inverted));
        let mut searches = std::mem::replace(&mut self.searches, Pool::new());
        searches.used = 0;
        self.rules.keep_spare(Workings { regs, sets, recall, inverted, searches });
    }
}

impl Machine {
    pub fn new(rules: &Rules) -> Self {
        let code = &rules.code;
        let Workings { regs, sets, recall, inverted, searches } =
            rules.take_spare().unwrap_or_else(|| Workings::new(code));
        Machine {
            rules: rules.clone(),
            shared: None,
            native: None,
            main: None,
            regs,
            sets,
            calls: Vec::with_capacity(code.funcs.len()),
            ip: 0,
            asking: Asking::default(),
            set_aside: vec![],
            waits: None,
            weights: vec![],
            answer: None,
            dealt: None,
            sealed: false,
            alone: vec![],
            stands: Stands::Choices,
            warm: false,
            work: 0,
            most_work: WORK,
            suppositions: Suppositions::default(),
            recall,
            inverted,
            searches,
            chooses: Pool::new(),
            spends: Pool::new(),
            rays: Pool::new(),
            limits: vec![],
            scratch: vec![],
            chosen: vec![],
            reasons: Reasons::default(),
            looks: Looks::On,
            chronicle: None,
            tries: false,
            interpreted: 0,
        }
    }

    /// From now on a read of what is unseen is the fault UNSEEN, and so is a draw. Only marked code looks.
    pub fn look_as(&mut self, unseen: Elements) {
        self.look_by_moment(vec![(0, unseen)]);
    }

    /// The same where what is unseen becomes less with the moments that are kept: each says from how many on, the first from none.
    pub(crate) fn look_by_moment(&mut self, unseen: Vec<(u32, Elements)>) {
        self.looks = Looks::NotAt(unseen);
    }

    /// Is this unseen by whom it looks for?
    fn is_unseen(&self, cell: CellId, element: u32) -> bool {
        let Looks::NotAt(unseen) = &self.looks else { return false };
        let moments = self.chronicle.as_ref().map_or(0, Chronicle::moments);
        let now = unseen.iter().rev().find(|(from, _)| *from <= moments);
        now.is_some_and(|(_, unseen)| unseen.holds(cell, element))
    }

    /// From now on what is read of what may be hidden is noted, and nothing else. Only marked code looks.
    pub fn note_reads(&mut self) {
        self.looks = Looks::Noting(Elements::default());
    }

    /// What was read of what may be hidden since this was last asked.
    pub fn take_read(&mut self) -> Elements {
        match &mut self.looks {
            Looks::Noting(read) => std::mem::take(read),
            Looks::On | Looks::NotAt(_) => Elements::default(),
        }
    }

    /// From now on it is kept why, as these say; what was kept before is let go. Only marked code gives reasons.
    pub(crate) fn explain(&mut self, reasons: Reasons) {
        self.reasons = reasons;
    }

    pub(crate) fn take_reasons(&mut self) -> Reasons {
        std::mem::take(&mut self.reasons)
    }

    /// From now on what happens is kept, in its order. Only marked code tells. `wanted`: by cell, whether it matters that it was
    /// written where it is as it was.
    pub(crate) fn keep_chronicle(&mut self, state: &State, wanted: Vec<bool>) {
        self.chronicle = Some(Chronicle::from(state, wanted));
    }

    /// What happened since this was last asked.
    pub(crate) fn take_chronicle(&mut self) -> Vec<Moment> {
        self.chronicle.as_mut().map_or_else(Vec::new, Chronicle::take)
    }

    /// Did more happen than is kept?
    pub(crate) fn chronicle_is_full(&self) -> bool {
        self.chronicle.as_ref().is_some_and(Chronicle::is_full)
    }

    /// The statement of this op wrote, and nothing of it is only supposed.
    fn wrote(&mut self, code: &Code, state: &State, op: usize, base: usize) {
        let Some(chronicle) = self.chronicle.as_mut().filter(|_| !self.suppositions.active()) else { return };
        let one = op.checked_sub(1).and_then(|before| written(code, *code.ops.get(before)?, &self.regs[base..]));
        chronicle.wrote(state, one, || places(code, &self.calls, op));
        self.reasons.comes_to(chronicle.moments());
    }

    fn leaves(&mut self, code: &Code, state: &State, op: usize) {
        let Some(chronicle) = self.chronicle.as_mut().filter(|_| !self.suppositions.active()) else { return };
        chronicle.leaves(state, || places(code, &self.calls, op));
        self.reasons.comes_to(chronicle.moments());
    }

    /// The game is over.
    fn ends(&mut self, code: &Code, state: &State, op: usize) {
        let Some(chronicle) = self.chronicle.as_mut().filter(|_| !self.suppositions.active()) else { return };
        chronicle.ends(state, || places(code, &self.calls, op));
    }

    /// What this row or this way says is so.
    fn marked(&mut self, mark: MarkCode, state: &State, value: i64) {
        match mark.what {
            MarkWhat::Way => {
                let Some(chronicle) = self.chronicle.as_mut().filter(|_| !self.suppositions.active()) else { return };
                chronicle.takes(state, mark.site, value != 0);
                self.reasons.comes_to(chronicle.moments());
            }
            MarkWhat::Leads => {
                let Some(chronicle) = self.chronicle.as_mut().filter(|_| !self.suppositions.active()) else { return };
                chronicle.leads(state, mark.site);
                self.reasons.comes_to(chronicle.moments());
            }
            MarkWhat::InAll => {
                let chronicle = self.chronicle.as_mut().filter(|_| !self.suppositions.active());
                chronicle.into_iter().for_each(|chronicle| chronicle.is_about(value));
            }
            MarkWhat::Bind | MarkWhat::Here | MarkWhat::Applies | MarkWhat::Wins | MarkWhat::Amount => {
                self.told().into_iter().for_each(|reasons| reasons.mark(mark, value));
            }
        }
    }

    /// Where what it comes to is kept, if it is wanted.
    fn told(&mut self) -> Option<&mut Reasons> {
        (!self.rules.is_untold() && !matches!(self.looks, Looks::Noting(_))).then_some(&mut self.reasons)
    }

    /// What marked code answered before is its answer again, where nobody would learn what it rests on; the work that is left then.
    fn recalled_untold(&mut self, code: &Code, query: u16, at: Place, work: u64) -> Option<u64> {
        let is_noted = !matches!(self.looks, Looks::On) || self.rules.is_noting();
        if is_noted || self.told().is_some_and(|reasons| !reasons.passes_over_the_next()) {
            self.recall.is_acted_out();
            return None;
        }
        let (regs, sets) = (&mut self.regs[at.base + at.regs..], &mut self.sets[at.word_base + at.words..]);
        let left = self.recall.answered(code, query, (regs, sets), work)?;
        self.told().into_iter().for_each(|reasons| reasons.passes_over(code.recalls[usize::from(query)].func));
        Some(left)
    }

    /// More or less work between two stops.
    pub fn set_work(&mut self, most: u64) {
        self.most_work = most;
    }

    /// What may be answered now, in canonical order.
    pub fn options(&self) -> &[Choice] {
        &self.asking.options
    }

    /// What the rounds and the function are about in which the machine stands at this die, inner ones first. Marked code alone
    /// tells.
    pub(crate) fn about(&self, die: Die) -> Vec<(What, i64)> {
        let about = die.about.and_then(|at| self.rules.code.die_about.get(usize::from(at)));
        let base = self.calls.last().map_or(0, |call| call.base as usize);
        about.into_iter().flatten().map(|(what, reg)| (*what, self.regs[base + usize::from(*reg)])).collect()
    }

    /// What a draw may give, with weights.
    pub fn weights(&self) -> &[(i64, i64)] {
        &self.weights
    }

    /// Did something irrevocable happen since this was last asked?
    pub fn take_sealed(&mut self) -> bool {
        std::mem::take(&mut self.sealed)
    }

    /// The asks since the last answer that were over by themselves, with the only option each; the first few.
    pub fn alone(&self) -> &[(Asked, Choice)] {
        &self.alone
    }

    /// From now on stand still before every ask, even if there is one option only.
    pub fn stand_before_all(&mut self) {
        self.stands = Stands::All;
    }

    /// From now on stand still wherever an action may begin, even if there is one option only: an action ends there.
    pub fn stand_before_actions(&mut self) {
        self.stands = Stands::Actions;
    }

    /// The name of an option's arm, and the domain of its member if it has one.
    pub fn arm(&self, ask: AskId, choice: Choice) -> (&str, Option<DomainId>) {
        self.rules.arm(ask, choice)
    }

    /// The work that was left when it last stopped.
    pub fn work_left(&self) -> u64 {
        self.work
    }

    /// How many ops were interpreted so far although there was native code.
    pub fn interpreted(&self) -> u64 {
        self.interpreted
    }

    /// The state was changed behind the machine's back: it must be taken up anew.
    pub fn forget(&mut self) {
        self.warm = false;
        self.waits = None;
        self.answer = None;
        self.dealt = None;
    }

    /// Run `main` from the beginning, or from where the state stands.
    pub fn run(&mut self, state: &mut State, main: FuncId, chance: &mut impl super::Chance) -> Step {
        self.alone.clear();
        if state.is_over() {
            return Step::Over(self.result(state, main));
        }
        if !self.warm {
            self.main = Some(main);
            self.resume(state, main);
        }
        let found = self.waits.take().filter(|_| self.answer.is_some());
        self.go(state, found, chance)
    }

    /// Answer the ask at which the machine stands, and go on. The option must be one of those offered.
    pub fn answer(&mut self, state: &mut State, main: FuncId, option: usize, chance: &mut impl super::Chance) -> Step {
        self.answer = Some(option);
        self.run(state, main, chance)
    }

    /// Give the value of the die or draw before which the machine stands, and go on.
    pub fn deal(&mut self, state: &mut State, main: FuncId, value: i64, chance: &mut impl super::Chance) -> Step {
        self.dealt = Some(value);
        self.run(state, main, chance)
    }

    /// Run any function to its end on this state: queries, effects, and procedures that ask nothing.
    /// Scalars only; a set result gives its size.
    pub fn call(&mut self, state: &mut State, func: FuncId, args: &[i64], chance: &mut impl super::Chance) -> Step {
        self.recall.forget(self.rules.code.watchers);
        self.call_next(state, func, args, chance)
    }

    /// The state of the last call, which ran to its end, becomes another: what was found out then still holds as far as cells are as
    /// they were. `reads`: no question that was asked or will be asked reads another cell than these.
    pub(crate) fn goes_over(&mut self, reads: &[CellId], before: &State, after: &State) {
        let Rules { code, layout, .. } = &self.rules;
        for id in reads {
            let (cell, place) = (&code.cells[id.index()], layout.place(*id));
            if cell.watchers.is_empty() || before.is_alike(after, place) {
                continue;
            }
            let watching = (&mut self.recall, &mut self.inverted);
            match cell.is_followed() {
                true => inverted::all_changed(watching, code, (cell, place), [before, after]),
                false => self.recall.changed(&cell.watchers),
            }
        }
    }

    /// The same on the state as the last call left it, which ran to its end: what was found out then still holds.
    pub fn call_next(
        &mut self,
        state: &mut State,
        func: FuncId,
        args: &[i64],
        chance: &mut impl super::Chance,
    ) -> Step {
        self.forget();
        self.main = None;
        self.enter(func, args);
        let step = self.go(state, None, chance);
        self.forget();
        step
    }
}

/// Which place of which cell this op has just written; none of a set.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other op writes one value")]
fn written(code: &Code, op: Op, regs: &[i64]) -> Option<(CellId, u32)> {
    let (cell, element) = match op {
        Op::Set0 { c, .. } => (c, 0),
        Op::Set1 { c, i, .. } => (c, regs.get(usize::from(i))? - code.cells[usize::from(c)].first),
        Op::SetAt { c, at, .. } => (c, *regs.get(usize::from(at))?),
        _ => return None,
    };
    Some((CellId(u32::from(cell)), u32::try_from(element).ok()?))
}

/// Where an op stands, then where what it stands in was called, and so on outward.
fn places(code: &Code, calls: &[Call], op: usize) -> Vec<Pos> {
    let calls = calls.iter().skip(1).rev().map(|call| call.back.saturating_sub(1));
    let stands = std::iter::once(op as u32).chain(calls);
    stands.filter_map(|op| code.at.get(op as usize).copied()).collect()
}
