//! Reach: every state that can be come to, and from which of them an end can be come to.

use super::kernels::{MOST_STEPS, Offered, Quest, Step, hexes};
use super::value::{Frame, Val};
use super::{Machine, Res, bad};
use std::collections::{BTreeMap, BTreeSet};
use wgr_runtime::ir::{Search, SearchOut};

/// On the way, with what each who goes has spent. Steps are counted up to 1 where they are not limited: then only
/// whether it is the first matters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct State {
    hex: u32,
    carried: i64,
    spent: Vec<i64>,
    steps: i64,
}

/// A step that was made: where to, whether one may end there, whether one may go on.
#[derive(Clone)]
struct Made {
    to: State,
    may_end: bool,
    may_go_on: bool,
}

pub(super) struct Found {
    ends: BTreeSet<u32>,
    first: BTreeSet<u32>,
    through: BTreeSet<u32>,
    cost: BTreeMap<u32, i64>,
}

pub(super) fn explore<'p>(
    machine: &mut Machine<'p>,
    frame: &mut Frame<'p>,
    search: &'p Search,
    quest: &Quest,
) -> Res<Found> {
    let who = quest.group.as_ref().map_or(1, |(_, group)| group.len());
    if who == 0 {
        return Ok(read_off(quest, &BTreeMap::new()));
    }
    let start = |hex: &u32| State { hex: *hex, carried: 0, spent: vec![0; who], steps: 0 };
    let mut todo: Vec<State> = quest.from.iter().map(start).collect();
    let mut steps: BTreeMap<State, Vec<Made>> = BTreeMap::new();
    if search.asks_first_only() {
        for state in todo.clone() {
            steps.insert(state.clone(), steps_of(machine, frame, search, quest, &state)?);
        }
        let within = |step: &Made| step.to.steps < quest.within.unwrap_or(MOST_STEPS);
        if steps.values().flatten().all(|step| step.may_end || !step.may_go_on || !within(step)) {
            return Ok(read_off(quest, &steps));
        }
        todo.extend(steps.values().flatten().filter(|step| step.may_go_on).map(|step| step.to.clone()));
    }
    while let Some(state) = todo.pop() {
        if steps.contains_key(&state) {
            continue;
        }
        let made = steps_of(machine, frame, search, quest, &state)?;
        todo.extend(made.iter().filter(|step| step.may_go_on).map(|step| step.to.clone()));
        steps.insert(state, made);
    }
    Ok(read_off(quest, &steps))
}

fn steps_of<'p>(
    machine: &mut Machine<'p>,
    frame: &mut Frame<'p>,
    search: &'p Search,
    quest: &Quest,
    state: &State,
) -> Res<Vec<Made>> {
    let mut made = Vec::new();
    if state.steps >= quest.within.unwrap_or(MOST_STEPS) {
        return Ok(made);
    }
    for (dir, there) in machine.steps_from(state.hex)? {
        let spent = if quest.group.is_none() { state.spent[0] } else { 0 };
        let steps = if quest.group.is_none() { state.steps } else { 0 };
        let step = Step { here: state.hex, there, dir, spent, steps, carried: state.carried };
        let Some(offers) = offers(machine, frame, search, quest, step)? else { continue };
        let mut paid = Vec::new();
        for (before, offer) in state.spent.iter().zip(&offers) {
            let most = offer.most.unwrap_or(quest.budget);
            let forced = quest.at_least_one && state.steps == 0;
            let after = before + offer.counts[0];
            paid.push(if forced { Some(after.min(most)) } else { (after <= most).then_some(after) });
        }
        let Some(spent) = paid.into_iter().collect() else { continue };
        let steps = if quest.within.is_some() { state.steps + 1 } else { 1 };
        let carried = offers.last().and_then(|offer| offer.carry).unwrap_or(state.carried);
        made.push(Made {
            to: State { hex: there, carried, spent, steps },
            may_end: !offers.iter().any(|offer| offer.pass) && !quest.from.contains(&there),
            may_go_on: !offers.iter().any(|offer| offer.stop),
        });
    }
    Ok(made)
}

/// What the rule says of a step for each who goes; none: it is barred to somebody.
fn offers<'p>(
    machine: &mut Machine<'p>,
    frame: &mut Frame<'p>,
    search: &'p Search,
    quest: &Quest,
    step: Step,
) -> Res<Option<Vec<Offered>>> {
    let (Some((member, _)), Some((domain, group))) = (search.each, &quest.group) else {
        return Ok(machine.judged(frame, search, step)?.map(|offer| vec![offer]));
    };
    let mut offers = Vec::new();
    for who in group {
        frame.set(member, Val::id(*domain, i64::from(*who)))?;
        let Some(offer) = machine.judged(frame, search, step)? else { return Ok(None) };
        offers.push(offer);
    }
    Ok(Some(offers))
}

/// The states from which an end can be come to: grown until nothing is added.
fn hopeful(steps: &BTreeMap<State, Vec<Made>>) -> BTreeSet<State> {
    let mut hopeful: BTreeSet<State> = BTreeSet::new();
    loop {
        let more: Vec<State> = steps
            .iter()
            .filter(|(state, made)| !hopeful.contains(state) && made.iter().any(|step| leads(step, &hopeful)))
            .map(|(state, _)| state.clone())
            .collect();
        if more.is_empty() {
            return hopeful;
        }
        hopeful.extend(more);
    }
}

fn leads(step: &Made, hopeful: &BTreeSet<State>) -> bool {
    step.may_end || step.may_go_on && hopeful.contains(&step.to)
}

fn read_off(quest: &Quest, steps: &BTreeMap<State, Vec<Made>>) -> Found {
    let hopeful = hopeful(steps);
    let mut found =
        Found { ends: BTreeSet::new(), first: BTreeSet::new(), through: BTreeSet::new(), cost: BTreeMap::new() };
    for (state, made) in steps {
        for step in made {
            if step.may_end {
                found.ends.insert(step.to.hex);
                let cost = found.cost.entry(step.to.hex).or_insert(step.to.spent[0]);
                *cost = (*cost).min(step.to.spent[0]);
            }
            if leads(step, &hopeful) {
                // A way holds its start.
                found.through.extend([state.hex, step.to.hex]);
                if state.steps == 0 && quest.from.contains(&state.hex) {
                    found.first.insert(step.to.hex);
                }
            }
        }
    }
    found
}

impl Found {
    pub(super) fn out(&self, out: &SearchOut, hex: Option<u32>) -> Res<Val> {
        match out {
            SearchOut::Ends => Ok(hexes(&self.ends)),
            SearchOut::First => Ok(hexes(&self.first)),
            SearchOut::Through => Ok(hexes(&self.through)),
            SearchOut::Open => Ok(Val::bool(!self.ends.is_empty())),
            SearchOut::CostTo(_) => Ok(Val::int(hex.and_then(|hex| self.cost.get(&hex)).copied().unwrap_or(-1))),
            SearchOut::BestFirst | SearchOut::BestThrough | SearchOut::Least(_) => bad("a reach has no best way"),
        }
    }
}
