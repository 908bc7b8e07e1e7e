//! Every outcome with its exact weight: dice and draws are enumerated, a policy answers the asks, equal states
//! are merged where they meet.

use super::game::Game;
use super::prompt::Prompt;
use crate::exec::{Asked, Fault, Machine, Step, Stop};
use crate::state::State;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// An exact probability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weight {
    pub num: u128,
    pub den: u128,
}

impl Weight {
    pub const ONE: Weight = Weight { num: 1, den: 1 };

    /// A part of it; None if the number outgrows 128 bits.
    pub fn part(self, num: u64, den: u64) -> Option<Weight> {
        Some(reduced(self.num.checked_mul(u128::from(num))?, self.den.checked_mul(u128::from(den))?))
    }

    pub fn plus(self, other: Weight) -> Option<Weight> {
        let common = self.den / gcd(self.den, other.den);
        let den = common.checked_mul(other.den)?;
        let (a, b) = (self.num.checked_mul(den / self.den)?, other.num.checked_mul(den / other.den)?);
        Some(reduced(a.checked_add(b)?, den))
    }
}

fn reduced(num: u128, den: u128) -> Weight {
    let by = gcd(num, den).max(1);
    Weight { num: num / by, den: den / by }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Why outcomes could not be counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uncounted {
    /// A rule faults on the way.
    Fault(Fault),
    /// More different states than allowed.
    TooMany { most: usize },
    /// The weights outgrow 128 bits.
    Weights,
}

impl std::fmt::Display for Uncounted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Uncounted::Fault(fault) => write!(f, "a rule faults on the way: {}", fault.code.name()),
            Uncounted::TooMany { most } => write!(f, "there are more than {most} different states on the way"),
            Uncounted::Weights => write!(f, "the weights need more than 128 bits"),
        }
    }
}

impl std::error::Error for Uncounted {}

/// What is offered at an ask.
pub struct Offers<'m> {
    game: &'m Game,
    machine: &'m Machine,
    asked: Asked,
}

impl Offers<'_> {
    pub fn len(&self) -> usize {
        self.machine.options().len()
    }

    pub fn is_empty(&self) -> bool {
        self.machine.options().is_empty()
    }

    /// As people call it.
    pub fn prompt(&self) -> Prompt {
        Prompt::of(self.game, self.machine, self.asked)
    }
}

/// What the policy does at an ask.
pub enum Policy {
    Pick(usize),
    /// This is an outcome: count no further.
    Stop,
}

/// What may come of the dice.
pub struct Outcome {
    pub state: State,
    /// How it ended; none where it stands at an ask at which the policy stopped.
    pub over: Option<i64>,
    pub weight: Weight,
}

/// Outcomes in the order of the words of their states.
pub fn count(
    game: &Game,
    from: &State,
    most: usize,
    mut policy: impl FnMut(&State, Asked, &Offers<'_>) -> Policy,
) -> Result<Vec<Outcome>, Uncounted> {
    let mut machine = Machine::new(game.rules());
    machine.stand_before_actions();
    let mut open: BTreeMap<Vec<u64>, Outcome> = BTreeMap::new();
    let mut done: BTreeMap<Vec<u64>, Outcome> = BTreeMap::new();
    put(&mut open, Outcome { state: from.clone(), over: None, weight: Weight::ONE })?;
    let mut seen = 0;
    while let Some((_, Outcome { state: mut here, weight, .. })) = open.pop_first() {
        seen += 1;
        if seen + open.len() + done.len() > most {
            return Err(Uncounted::TooMany { most });
        }
        machine.forget();
        let mut step = machine.run(&mut here, game.main(), &mut Stop);
        while let Step::Ask(asked) = step {
            match policy(&here, asked, &Offers { game, machine: &machine, asked }) {
                Policy::Pick(option) => step = machine.answer(&mut here, game.main(), option, &mut Stop),
                Policy::Stop => break,
            }
        }
        let faces: Vec<(i64, u64)> = match step {
            Step::Ask(_) | Step::Over(_) => {
                let over = if let Step::Over(value) = step { Some(value) } else { None };
                put(&mut done, Outcome { state: here, over, weight })?;
                continue;
            }
            Step::Fault(fault) => return Err(Uncounted::Fault(fault)),
            Step::Roll { lo, hi } => (lo..=hi).map(|face| (face, 1)).collect(),
            Step::Draw => machine.weights().iter().map(|&(member, weight)| (member, weight as u64)).collect(),
        };
        let total: u64 = faces.iter().map(|(_, weight)| weight).sum();
        for (value, part) in faces {
            let mut after = here.clone();
            machine.forget();
            let step = machine.deal(&mut after, game.main(), value, &mut Stop);
            if let Step::Fault(fault) = step {
                return Err(Uncounted::Fault(fault));
            }
            let weight = weight.part(part, total).ok_or(Uncounted::Weights)?;
            put(&mut open, Outcome { state: after, over: None, weight })?;
        }
    }
    Ok(done.into_values().collect())
}

fn put(map: &mut BTreeMap<Vec<u64>, Outcome>, new: Outcome) -> Result<(), Uncounted> {
    match map.entry(new.state.words().to_vec()) {
        Entry::Vacant(free) => {
            free.insert(new);
        }
        Entry::Occupied(mut same) => {
            let sum = same.get().weight.plus(new.weight).ok_or(Uncounted::Weights)?;
            same.get_mut().weight = sum;
        }
    }
    Ok(())
}
