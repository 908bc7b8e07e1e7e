//! Why a query answers what it answers: the rows that won with their amounts, and those that did not and why,
//! built from marks alone. The query is run again on the same state with its marks on.

use super::game::Game;
use super::shown::{Counted, Counts, How};
use super::view::Sight;
use super::vocabulary::{Called, HeldAt, Named};
use crate::exec::{Acted, ActedRow, Elements, Fault, FaultCode, LookUp, Machine, Reasons, Step, Stop};
use crate::ir::{FuncId, FuncKind, Scalar, Site, Table, TableId, Type, What, named};
use crate::state::State;
use std::collections::BTreeMap;
use std::fmt;

/// Lines of one tree where it is told beside other things.
const IN_SHORT: usize = 60;
/// A question that is asked more often is one of a search ..
const MANY: usize = 8;
/// .. of which so many are told.
const TOLD: usize = 3;

/// One question and its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// Absent where nothing was asked.
    pub query: Option<FuncId>,
    /// What is asked, without of whom.
    pub called: Called,
    pub question: String,
    /// What it was asked about; a set is `..`.
    pub args: Vec<String>,
    /// Absent for a set, and where a rule faulted on the way.
    pub answer: Option<String>,
    pub rows: Vec<WhyRow>,
    /// The questions asked on the way that rows answered.
    pub because: Vec<Why>,
    /// What was looked up for it, of tables that their author named; where a game is told.
    pub looked: Vec<Why>,
    /// How often each was asked besides, of whom is told no more.
    pub left: Vec<(Called, usize)>,
    /// Where it was answered by looking for a way.
    pub sought: Option<Box<Sought>>,
}

/// A way that was looked for from hex to hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sought {
    /// What was asked of each step.
    pub(super) step: Called,
    /// The hexes of a way that was found; none where there is none.
    pub(super) way: Vec<String>,
    /// Somewhere it might have led.
    pub(super) has_ends: bool,
}

/// One row in one binding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhyRow {
    pub cases: String,
    pub title: String,
    /// The members its `for each` stands for.
    pub binding: Vec<String>,
    pub here: bool,
    pub applies: bool,
    pub wins: bool,
    /// It answers nothing: where it applies, it calls other rows off.
    pub waiver: bool,
    pub amount: Option<String>,
    /// How that counts, where it is the row of a value.
    pub counts: Option<Counts>,
}

/// Ask a query again and keep its reasons. None if it has no answer to give (it faulted).
///
/// Where the answer rests on what the one who looks does not see, that is the answer, and nothing else is told.
pub fn why(game: &Game, sight: &impl Sight, query: FuncId, args: &[i64]) -> Why {
    let mut machine = Machine::new(game.marked());
    let mut copy = sight.state().clone();
    sight.unseen().iter().for_each(|unseen| machine.look_as((*unseen).clone()));
    let step = machine.call(&mut copy, query, args, &mut Stop);
    let is_hidden = rests_on_hidden(&step);
    let why = named_tree(game, sight.state(), machine, step);
    if is_hidden { why.hidden_from(&sight.seat().name(game)) } else { why }
}

/// How much of what stands behind an answer is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Behind {
    /// Its own rows.
    Rows,
    /// What somebody reads who sees the first lines.
    Short,
    All,
}

/// The question whose rows stand behind an answer: itself where rows answer it, else the last one that was asked on the way.
pub fn rows_behind(game: &Game, state: &State, query: FuncId, args: &[i64], behind: Behind) -> Why {
    let asked = |reasons: Reasons| {
        let mut machine = Machine::new(game.marked());
        machine.explain(reasons);
        let step = machine.call(&mut state.clone(), query, args, &mut Stop);
        (machine, step)
    };
    if behind == Behind::Rows {
        let (mut machine, step) = asked(Reasons::rows_alone());
        let only = machine.take_reasons().alone();
        if let Some(mut only) = only.filter(|only| only.func == query || game.is_told(only.func)) {
            only.without_other_scenarios(&|query, row| game.is_laid(state, query, row));
            let why = own_rows(game, &only);
            return if only.func == query { faulted(why, &step) } else { why };
        }
    }
    let (machine, step) = asked(if behind == Behind::Short { Reasons::in_short() } else { Reasons::default() });
    let named = if behind == Behind::Rows { own_rows } else { named_question };
    let Some(acted) = acted(game, state, machine) else { return faulted(Why::nothing(), &step) };
    match last_behind(game, &acted).filter(|_| acted.rows.is_empty()) {
        Some(last) => named(game, last),
        None => faulted(named(game, &acted), &step),
    }
}

/// The last question behind it that authors have a name for.
fn last_behind<'a>(game: &Game, acted: &'a Acted) -> Option<&'a Acted> {
    let mut those = acted.because.iter().rev();
    those.find_map(|inner| if game.is_told(inner.func) { Some(inner) } else { last_behind(game, inner) })
}

/// A question that was asked again, before anything of it has a name.
pub(crate) struct Asked<'a> {
    game: &'a Game,
    acted: &'a Acted,
}

impl Asked<'_> {
    pub(crate) fn query(&self) -> FuncId {
        self.acted.func
    }

    /// Of a step, the hex that is entered: what it was asked about last before what stands beside its hexes; none of a set.
    pub(crate) fn entered(&self, beside: usize) -> Option<i64> {
        self.acted.args.iter().rev().nth(beside).copied().flatten()
    }

    /// Its rows that count and say no; or yes.
    pub(crate) fn rows_that_say(&self, yes: bool) -> Vec<WhyRow> {
        let said = (What::Bool, i64::from(yes));
        // Of a set a row is the answer, and says neither.
        let is_set = self.game.set_of(self.acted.func).is_some();
        let those = self.acted.rows.iter().filter(|row| !is_set && row.wins && row.amount == Some(said));
        those.map(|row| named_row(self.game, self.acted.func, row)).collect()
    }

    /// Itself, then those behind it.
    fn look(&self, look: &mut impl FnMut(&Asked<'_>) -> bool) {
        if look(self) {
            self.acted.because.iter().for_each(|inner| Asked { acted: inner, ..*self }.look_if_told(look));
        }
    }

    fn look_if_told(&self, look: &mut impl FnMut(&Asked<'_>) -> bool) {
        if self.game.is_told(self.acted.func) {
            return self.look(look);
        }
        self.acted.because.iter().for_each(|inner| Asked { acted: inner, ..*self }.look_if_told(look));
    }
}

/// Asks a query again and looks at it and at every question on the way that authors have a name for, outermost first;
/// behind one at which `look` says no it looks no further.
pub(crate) fn look_behind(
    game: &Game,
    state: &State,
    query: FuncId,
    args: &[i64],
    look: &mut impl FnMut(&Asked<'_>) -> bool,
) {
    let mut machine = Machine::new(game.marked());
    machine.call(&mut state.clone(), query, args, &mut Stop);
    let acted = acted(game, state, machine);
    acted.iter().for_each(|acted| Asked { game, acted }.look(look));
}

/// Tells what it does within the game, and stands where an example stands: also before an ask that can be answered in one way
/// only, else it would go on, and tell of the ask behind it.
fn standing(game: &Game) -> Machine {
    let mut machine = Machine::new(game.marked());
    machine.explain(Reasons::within(game.main()));
    machine.stand_before_all();
    machine
}

/// How far questions about a member are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Search {
    /// Those that are asked of it where it is picked, with all that is behind them.
    AskedOfIt,
    /// Also those that are asked of it on the way to an answer about somebody else.
    Anywhere,
}

/// What was asked, to be looked through for one name after the other.
#[derive(Default)]
pub(crate) struct AllAsked(Option<Acted>);

impl AllAsked {
    /// What [`why_ask_about`] tells of: all that is asked where the state stands.
    pub(crate) fn behind_ask(game: &Game, state: &State) -> AllAsked {
        let mut machine = standing(game);
        machine.run(&mut state.clone(), game.main(), &mut Stop);
        AllAsked(acted(game, state, machine))
    }

    /// What was asked since the stop before: what may be picked is found on the way to where it is asked.
    pub(crate) fn on_the_way(game: &Game, (from, came): (&State, Came), to: &State) -> AllAsked {
        let (main, mut state, mut machine) = (game.main(), from.clone(), standing(game));
        machine.run(&mut state, main, &mut Stop);
        machine.explain(Reasons::staying_within(main));
        let mut step = match came {
            Came::Answer(option) => machine.answer(&mut state, main, option, &mut Stop),
            Came::Fell(fell) => machine.deal(&mut state, main, fell, &mut Stop),
        };
        // The only thing to do is done without a word.
        while state.words() != to.words() && matches!(step, Step::Ask(_)) && machine.options().len() == 1 {
            step = machine.answer(&mut state, main, 0, &mut Stop);
        }
        AllAsked(acted(game, to, machine))
    }

    /// Looks at what was asked about this name and at all behind it.
    pub(crate) fn look(&self, game: &Game, of: (&str, Search), look: &mut impl FnMut(&Asked<'_>) -> bool) {
        let mut known = BTreeMap::new();
        let mut found = |acted: &Acted| Asked { game, acted }.look_if_told(look);
        let those = self.0.iter().flat_map(|acted| &acted.because);
        those.for_each(|inner| about(game, of, inner, &mut known, &mut found));
    }
}

/// What led from one stop of the machine to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Came {
    Answer(usize),
    Fell(i64),
}

/// What was asked within the game, as these reasons tell it, each with how many moments of the chronicle were there.
pub(super) fn asked_within(game: &Game, state: &State, reasons: Reasons) -> Vec<(u32, Why)> {
    let mut reasons = reasons;
    let looked_up = reasons.take_looked_up();
    let looked_up = looked_up.iter().filter_map(|one| Some((one.known.0, of_a_look_up(game, one)?)));
    let mut told: Vec<(u32, Why)> = looked_up.collect();
    let Some(mut acted) = reasons.finish() else { return told };
    acted.without_other_scenarios(&|query, row| game.is_laid(state, query, row));
    told_within(game, &acted, &mut told);
    told.sort_by_key(|(known, _)| *known);
    told
}

/// `crt(5, 3/1)`, what a statement looked up in a table that its author named. None of one whose columns have several heads: which
/// of them it is stands in no name.
fn of_a_look_up(game: &Game, one: &LookUp) -> Option<Why> {
    let name = game.table_name(one.table)?;
    let index: Vec<i64> = one.index.iter().flatten().copied().collect();
    let at = HeldAt::Table(one.table);
    let named = matches!(game.named(name), Some(Named::Held(all)) if all.iter().any(|held| held.at == at));
    let (args, answer) = of_table(game, one.table, &index).filter(|_| named)?;
    let called = Called::new(name, "");
    Some(Why { question: called.of(&args.join(", ")), called, args, answer: Some(answer), ..Why::nothing() })
}

fn told_within(game: &Game, acted: &Acted, told: &mut Vec<(u32, Why)>) {
    for inner in &acted.because {
        if game.is_told(inner.func) {
            told.push((inner.known.0, named_question(game, inner)));
        } else {
            told_within(game, inner, told);
        }
    }
}

fn rests_on_hidden(step: &Step) -> bool {
    matches!(step, Step::Fault(fault) if fault.code == FaultCode::Unseen)
}

/// What a state holds, or what is printed, for these members; nothing stands behind it but what was played. None where
/// the members are not its own.
pub fn held(game: &Game, sight: &impl Sight, name: &str, at: HeldAt, index: &[i64]) -> Option<Why> {
    let program = game.program();
    let scalars = |scalars: &[Scalar]| -> Vec<String> {
        index.iter().zip(scalars).map(|(value, of)| game.value_name(of.what, *value)).collect()
    };
    let (args, answer) = match at {
        HeldAt::Cell(cell) => {
            let (place, of) = (game.layout().place(cell), program.cell(cell));
            let element = place.element(index)?;
            let answer = match of.value {
                Type::Scalar(scalar) => game.shown(Counted::Held(cell), scalar.what, sight.state().get(place, element)),
                Type::Set(domain) => game.set_text(domain, sight.state().members(place, element)),
            };
            let unseen = sight.unseen().is_some_and(|unseen| unseen.holds(cell, element));
            let rests = format!("rests on what {} may not know", sight.seat().name(game));
            (scalars(&of.index), if unseen { rests } else { answer })
        }
        HeldAt::Table(table) => of_table(game, table, index)?,
        HeldAt::Drawn(query) => {
            let told = why(game, sight, query, index);
            (told.args, told.answer?)
        }
    };
    let called = Called::new(name, "");
    Some(Why { question: called.of(&args.join(", ")), called, args, answer: Some(answer), ..Why::nothing() })
}

/// Where in a table, and what stands there.
fn of_table(game: &Game, table: TableId, index: &[i64]) -> Option<(Vec<String>, String)> {
    let of = game.program().table(table);
    let value = printed(of, index)?;
    let places = index.iter().zip(&of.index).enumerate();
    let places = places.map(|(at, (value, of))| game.shown(Counted::Index(table, at), of.what, *value));
    Some((places.collect(), game.value_name(of.value.what, value)))
}

/// What a table has for these members; none where they are not its own.
pub(super) fn printed(of: &Table, index: &[i64]) -> Option<i64> {
    let mut element = 0;
    for (value, scalar) in index.iter().zip(&of.index) {
        if !scalar.contains(*value) {
            return None;
        }
        element = element * (scalar.hi - scalar.lo + 1) + (value - scalar.lo);
    }
    of.data.get(usize::try_from(element).ok()?).copied()
}

/// The answer alone, as `why` names it; no reasons are made.
pub fn answer(game: &Game, state: &State, query: FuncId, args: &[i64]) -> Option<String> {
    let ret = game.program().func(query).ret?.scalar()?;
    let mut machine = Machine::new(game.rules());
    match machine.call(&mut state.clone(), query, args, &mut Stop) {
        Step::Over(value) => Some(game.shown(Counted::Answer(query), ret.what, value)),
        Step::Fault(fault) => Some(format!("fault {}", fault.code.name())),
        Step::Ask(_) | Step::Roll { .. } | Step::Draw => None,
    }
}

/// Why it cannot be answered, where a rule faults.
pub fn fault_of(game: &Game, state: &State, query: FuncId, args: &[i64]) -> Option<Fault> {
    match Machine::new(game.rules()).call(&mut state.clone(), query, args, &mut Stop) {
        Step::Fault(fault) => Some(fault),
        Step::Over(_) | Step::Ask(_) | Step::Roll { .. } | Step::Draw => None,
    }
}

/// The members of which a yes/no query says yes, the last of its parameters: `{IR23a IR23b}`. None where it faults.
pub fn members(game: &Game, state: &State, query: FuncId, args: &[i64]) -> Option<String> {
    let last = game.program().func(query).param_types().last()?.scalar()?;
    let mut machine = Machine::new(game.rules());
    let mut names = Vec::new();
    for member in last.lo..=last.hi {
        let args: Vec<i64> = args.iter().copied().chain([member]).collect();
        match machine.call(&mut state.clone(), query, &args, &mut Stop) {
            Step::Over(1) => names.push(game.value_name(last.what, member)),
            Step::Over(_) => {}
            Step::Ask(_) | Step::Roll { .. } | Step::Draw | Step::Fault(_) => return None,
        }
    }
    Some(format!("{{{}}}", names.join(" ")))
}

/// The reasons behind the options of the ask at which this state stands: every question that rows answered while
/// the options were found.
pub fn why_ask(game: &Game, state: &State) -> Vec<Why> {
    behind(game, state, None).unwrap_or_default()
}

/// The same for somebody who does not see all. None where it rests on what he does not see.
pub(super) fn behind(game: &Game, state: &State, unseen: Option<&Elements>) -> Option<Vec<Why>> {
    let mut machine = standing(game);
    let mut copy = state.clone();
    unseen.iter().for_each(|unseen| machine.look_as((*unseen).clone()));
    let step = machine.run(&mut copy, game.main(), &mut Stop);
    let is_hidden = rests_on_hidden(&step);
    (!is_hidden).then(|| named_tree(game, state, machine, step).because)
}

/// Those of them that were asked about the member of this name, each with what is behind it; nothing else gets a name.
pub fn why_ask_about(game: &Game, state: &State, name: &str) -> Vec<Why> {
    behind_about(game, state, None, name)
}

/// The same for somebody who does not see all; nothing where it rests on what he does not see.
pub(super) fn behind_about(game: &Game, state: &State, unseen: Option<&Elements>, name: &str) -> Vec<Why> {
    let mut machine = standing(game);
    unseen.iter().for_each(|unseen| machine.look_as((*unseen).clone()));
    let step = machine.run(&mut state.clone(), game.main(), &mut Stop);
    if rests_on_hidden(&step) {
        return vec![];
    }
    let Some(acted) = acted(game, state, machine) else { return vec![] };
    let (mut all, mut known) = (Vec::new(), BTreeMap::new());
    let mut found = |acted: &Acted| {
        if game.is_told(acted.func) {
            all.push(named_question(game, acted));
        } else {
            let mut behind = Why::nothing();
            tell_behind(game, acted, &mut behind);
            all.append(&mut behind.because);
        }
    };
    let anywhere = (name, Search::Anywhere);
    acted.because.iter().for_each(|inner| about(game, anywhere, inner, &mut known, &mut found));
    all
}

/// Is this parameter the member of the name, where it has this value?
type KnownNames = BTreeMap<(FuncId, usize, i64), bool>;

fn about(
    game: &Game,
    (name, search): (&str, Search),
    acted: &Acted,
    known: &mut KnownNames,
    found: &mut impl FnMut(&Acted),
) {
    let types = game.program().func(acted.func).param_types();
    let is = acted.args.iter().zip(types).enumerate().any(|(at, (arg, ty))| {
        let (Some(arg), Type::Scalar(scalar)) = (arg, ty) else { return false };
        let fits = || game.shown(Counted::Param(acted.func, at), scalar.what, *arg) == name;
        *known.entry((acted.func, at, *arg)).or_insert_with(fits)
    });
    // A question of the rules' own that is about somebody else.
    let is_other = || game.is_told(acted.func) && game.program().func(acted.func).kind == FuncKind::Query;
    if is {
        found(acted);
    } else if search == Search::Anywhere || !is_other() {
        acted.because.iter().for_each(|inner| about(game, (name, search), inner, known, found));
    }
}

/// What the machine did, without rows of other scenarios; it is let go.
fn acted(game: &Game, state: &State, mut machine: Machine) -> Option<Acted> {
    let reasons = machine.take_reasons();
    drop(machine);
    let mut acted = reasons.finish()?;
    acted.without_other_scenarios(&|query, row| game.is_laid(state, query, row));
    Some(acted)
}

/// The same with the names of everything.
fn named_tree(game: &Game, state: &State, machine: Machine, step: Step) -> Why {
    let why = acted(game, state, machine).map_or_else(Why::nothing, |acted| named_question(game, &acted));
    faulted(why, &step)
}

/// A fault is the answer.
fn faulted(why: Why, step: &Step) -> Why {
    match step {
        Step::Fault(fault) => Why { answer: Some(format!("fault {}", fault.code.name())), ..why },
        Step::Over(_) | Step::Ask(_) | Step::Roll { .. } | Step::Draw => why,
    }
}

/// The questions behind it that authors have a name for; of another only those that stand behind that one.
fn tell_behind(game: &Game, acted: &Acted, why: &mut Why) {
    for inner in &acted.because {
        if game.is_told(inner.func) {
            why.because.push(named_question(game, inner));
        } else {
            tell_behind(game, inner, why);
        }
    }
    for (func, more) in acted.left.iter().filter(|(func, _)| game.is_told(**func)) {
        why.leave_out(&called(game, *func), *more);
    }
}

pub(super) fn called(game: &Game, func: FuncId) -> Called {
    game.called(func).unwrap_or_else(|| Called::new(game.program().func(func).name.clone(), ""))
}

fn named_question(game: &Game, acted: &Acted) -> Why {
    let mut why = own_rows(game, acted);
    tell_behind(game, acted, &mut why);
    why.sought = super::way::of(game, acted);
    why
}

/// Without the questions behind it.
fn own_rows(game: &Game, acted: &Acted) -> Why {
    let func = game.program().func(acted.func);
    let called = called(game, acted.func);
    let given = acted.args.iter().zip(func.param_types()).enumerate();
    let args = given.map(|(at, (arg, ty))| match (arg, ty) {
        (Some(arg), Type::Scalar(scalar)) => game.shown(Counted::Param(acted.func, at), scalar.what, *arg),
        (Some(_) | None, _) => "..".to_owned(),
    });
    let args: Vec<String> = args.collect();
    let question = called.of(&args.join(", "));
    let answer = match (func.ret, acted.answer) {
        (Some(Type::Scalar(scalar)), Some(value)) => Some(game.shown(Counted::Answer(acted.func), scalar.what, value)),
        (Some(_) | None, _) => None,
    };
    let rows = acted.rows.iter().map(|row| named_row(game, acted.func, row)).collect();
    let looked = acted.looked.iter().filter_map(|one| of_a_look_up(game, one)).collect();
    let why = Why { query: Some(acted.func), called, question, args, answer, rows, looked, ..Why::nothing() };
    match game.set_of(acted.func) {
        Some(name) => why.of_set(name),
        None => why,
    }
}

fn named_row(game: &Game, func: FuncId, row: &ActedRow) -> WhyRow {
    let printed = game.program().site(row.site);
    WhyRow {
        cases: printed.cases.join(","),
        title: printed.title.clone(),
        binding: row.binding.iter().map(|(of, value)| game.value_name(*of, *value)).collect(),
        here: row.here,
        applies: row.applies,
        wins: row.wins,
        waiver: row.waiver,
        amount: row.amount.map(|(of, value)| game.shown(Counted::Amount(func, row.site), of, value)),
        counts: game.how_counts(func, row.site),
    }
}

impl WhyRow {
    /// What a rule says as a whole.
    pub(crate) fn of_rule(site: &Site) -> WhyRow {
        WhyRow {
            cases: site.cases.join(","),
            title: site.title.clone(),
            binding: vec![],
            here: true,
            applies: true,
            wins: true,
            waiver: false,
            amount: None,
            counts: None,
        }
    }

    /// What it says, as it counts: `+2`, `at least 0`.
    pub fn counted(&self) -> Option<String> {
        let amount = self.amount.as_deref()?;
        Some(self.counts.map_or_else(|| amount.to_owned(), |counts| counts.told(amount)))
    }

    /// As readers know the row.
    pub fn name(&self) -> String {
        named(&self.cases, &self.title)
    }
}

impl fmt::Display for WhyRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())?;
        if !self.binding.is_empty() {
            write!(f, " ({})", self.binding.join(", "))?;
        }
        match (&self.amount, self.wins) {
            (Some(amount), true) => match self.counts {
                Some(counts) if matches!(counts.how, How::AtLeast | How::AtMost | How::Times) => {
                    write!(f, "  {}", counts.told(amount))
                }
                Some(_) | None => write!(f, "  {amount}"),
            },
            (Some(_) | None, _) => Ok(()),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        self.lines("", &mut lines);
        write!(f, "{}", lines.join("\n"))
    }
}

impl Why {
    pub(crate) fn nothing() -> Why {
        Why {
            query: None,
            called: Called::default(),
            question: String::new(),
            args: vec![],
            answer: None,
            rows: vec![],
            because: vec![],
            looked: vec![],
            left: vec![],
            sought: None,
        }
    }

    /// Only what was asked, and that its answer is not for this seat.
    fn hidden_from(self, seat: &str) -> Why {
        let answer = Some(format!("rests on what {seat} may not know"));
        Why { answer, rows: vec![], because: vec![], looked: vec![], left: vec![], sought: None, ..self }
    }

    /// A value that is a set goes by its own name, and is answered by a row, not by the number of one.
    fn of_set(mut self, name: &str) -> Why {
        self.called = Called::new(name, "");
        self.question = self.called.of(&self.args.join(", "));
        self.rows.iter_mut().for_each(|row| row.amount = None);
        self.answer = self.rows.iter().find(|row| row.wins).map(WhyRow::name);
        self
    }

    /// Its own rows, without the questions behind it.
    #[must_use]
    pub fn alone(&self) -> Why {
        Why {
            query: self.query,
            called: self.called.clone(),
            question: self.question.clone(),
            args: self.args.clone(),
            answer: self.answer.clone(),
            rows: self.rows.clone(),
            because: vec![],
            looked: vec![],
            left: vec![],
            sought: self.sought.clone(),
        }
    }

    /// Without the questions that stand further behind it than so many others.
    #[must_use]
    pub fn shallow(&self, most: usize) -> Why {
        let Some(most) = most.checked_sub(1) else { return self.alone() };
        Why {
            because: self.because.iter().map(|why| why.shallow(most)).collect(),
            left: self.left.clone(),
            ..self.alone()
        }
    }

    /// The rows that say no, here and behind it.
    pub fn against(&self) -> Vec<&WhyRow> {
        let own = self.rows.iter().filter(|row| row.wins && row.amount.as_deref() == Some("no"));
        own.chain(self.because.iter().flat_map(Why::against)).collect()
    }

    /// Its first lines, and how many more there are: a way over many hexes asks about each of them.
    pub fn in_short(&self) -> Vec<String> {
        let mut lines = Vec::new();
        self.lines("", &mut lines);
        if lines.len() > IN_SHORT {
            let more = lines.len() - IN_SHORT;
            lines.truncate(IN_SHORT);
            lines.push(format!(".. {more} more lines"));
        }
        lines
    }

    /// The same without the steps of a search: of one question that was put to many hexes, those few in which a row won. Where
    /// a way was found, it is told; where none was, the steps that are barred.
    #[must_use]
    pub fn brief(&self) -> Why {
        let mut brief = Why { left: self.left.clone(), ..self.alone() };
        for why in &self.because {
            if self.sought.as_ref().is_some_and(|sought| sought.is_no_matter(why)) {
                continue;
            }
            let left = self.left.iter().find(|(called, _)| *called == why.called).map_or(0, |(_, more)| *more);
            let alike = left + self.because.iter().filter(|other| other.called == why.called).count();
            let told = brief.because.iter().filter(|other| other.called == why.called).count();
            if alike <= MANY || told < TOLD && why.rows.iter().any(|row| row.wins) {
                brief.because.push(why.brief());
            } else {
                brief.leave_out(&why.called, 1);
            }
        }
        brief
    }

    fn leave_out(&mut self, called: &Called, times: usize) {
        match self.left.iter_mut().find(|(known, _)| known == called) {
            Some((_, more)) => *more += times,
            None => self.left.push((called.clone(), times)),
        }
    }

    /// The winners, each on a line; what did not apply or was beaten, together; then the questions behind it.
    fn lines(&self, indent: &str, out: &mut Vec<String>) {
        let answer = self.answer.as_deref().unwrap_or("..");
        out.push(format!("{} = {answer}", self.question));
        let mut items: Vec<Item<'_>> =
            self.rows.iter().filter(|row| row.wins).map(|row| Item::Text(row.to_string())).collect();
        let idle = |keep: &dyn Fn(&WhyRow) -> bool| together(self.rows.iter().filter(|row| keep(row)));
        for (word, rows) in [
            ("waives", idle(&|row| row.applies && row.waiver)),
            ("beaten", idle(&|row| row.applies && !row.wins && !row.waiver)),
            ("waived", idle(&|row| row.here && !row.applies)),
            ("did not apply", idle(&|row| !row.here)),
        ] {
            if !rows.is_empty() {
                items.push(Item::Text(format!("{word}: {}", rows.join(" . "))));
            }
        }
        items.extend(self.sought.iter().flat_map(|sought| sought.told()).map(Item::Text));
        items.extend(self.because.iter().map(Item::Why));
        let left = self.left.iter().map(|(called, more)| format!("{} = asked {more} times more", called.of("..")));
        items.extend(left.map(Item::Text));
        let count = items.len();
        for (at, item) in items.into_iter().enumerate() {
            let (tick, bar) = if at + 1 == count { ("'- ", "   ") } else { ("|- ", "|  ") };
            match item {
                Item::Text(text) => out.push(format!("{indent}{tick}{text}")),
                Item::Why(why) => {
                    let from = out.len();
                    why.lines(&format!("{indent}{bar}"), out);
                    out[from] = format!("{indent}{tick}{}", out[from]);
                }
            }
        }
    }
}

impl Sought {
    /// Not what it came to: where a way was found everything but its end; else a step that may be made, and ends that are there.
    fn is_no_matter(&self, why: &Why) -> bool {
        let is_step = why.called == self.step;
        match self.way.last() {
            Some(end) => is_step || why.args.last() != Some(end),
            None if is_step => why.answer.as_deref() == Some("yes"),
            None => self.has_ends && why.answer.as_deref() == Some("yes"),
        }
    }

    /// `by way of 0503, 0603`
    fn told(&self) -> Option<String> {
        (!self.way.is_empty()).then(|| format!("by way of {}", self.way.join(", ")))
    }
}

/// Rows that came to nothing, one text for each: a row told over many members names the first few.
fn together<'w>(rows: impl Iterator<Item = &'w WhyRow>) -> Vec<String> {
    let mut groups: Vec<(&WhyRow, Vec<String>)> = Vec::new();
    for row in rows {
        let binding = row.binding.join(", ");
        match groups.iter_mut().find(|(first, _)| (&first.cases, &first.title) == (&row.cases, &row.title)) {
            Some((_, bindings)) => bindings.push(binding),
            None => groups.push((row, vec![binding])),
        }
    }
    groups.into_iter().map(|(row, bindings)| one_of(row, &bindings)).collect()
}

fn one_of(row: &WhyRow, bindings: &[String]) -> String {
    const NAMED: usize = 3;
    if bindings.len() == 1 {
        return row.to_string();
    }
    let named = bindings[..bindings.len().min(NAMED)].join("; ");
    let more = match bindings.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; {more} more"),
    };
    format!("{} ({named}{more})", row.name())
}

enum Item<'a> {
    Text(String),
    Why(&'a Why),
}
