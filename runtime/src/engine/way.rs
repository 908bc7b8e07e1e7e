//! The way that a question looked for from hex to hex, found again in what was asked of its steps.
//!
//! In: a question with all that was asked behind it. Out: what was asked of each step, and a way of steps that may be made to
//! where another question of the same search said yes; or where the last step led.

use super::game::Game;
use super::why::{Sought, called};
use crate::exec::Acted;
use crate::ir::{FuncId, HEX, Type, What};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// None where nothing was looked for.
pub(super) fn of(game: &Game, acted: &Acted) -> Option<Box<Sought>> {
    let mut asked = Vec::new();
    behind(game, acted, &mut asked);
    let own = called(game, acted.func).name;
    let is_step = |func: FuncId| func != acted.func && called(game, func).name == own;
    let step = asked.iter().find(|asked| is_step(asked.func) && from_to(game, asked).is_some())?.func;
    let (steps, others): (Vec<&Acted>, Vec<&Acted>) = asked.into_iter().partition(|asked| asked.func == step);
    let made = steps.iter().filter(|step| step.answer == Some(1)).filter_map(|step| from_to(game, step));
    let made: Vec<(i64, i64)> = made.collect();
    let ends =
        others.iter().filter(|asked| asked.answer == Some(1)).filter_map(|asked| hexes(game, asked).last().copied());
    let ends: BTreeSet<i64> = ends.collect();
    let first = steps.first().and_then(|step| from_to(game, step)).map(|(from, _)| from);
    let is_found = acted.answer == Some(1) && game.program().func(acted.func).ret == game.program().func(step).ret;
    let way = first.filter(|_| is_found).and_then(|first| way(first, &made, &ends)).unwrap_or_default();
    let way = way.into_iter().map(|hex| game.member_name(HEX, hex)).collect();
    Some(Box::new(Sought { step: called(game, step), way, has_ends: !ends.is_empty() }))
}

/// The questions behind it that authors have a name for, without those behind them.
fn behind<'a>(game: &Game, acted: &'a Acted, found: &mut Vec<&'a Acted>) {
    for inner in &acted.because {
        if game.is_told(inner.func) {
            found.push(inner);
        } else {
            behind(game, inner, found);
        }
    }
}

/// The hexes that it was asked about.
fn hexes(game: &Game, asked: &Acted) -> Vec<i64> {
    let types = game.program().func(asked.func).param_types();
    let is_hex = |ty: &Type| ty.scalar().is_some_and(|of| of.what == What::Id(HEX));
    asked.args.iter().zip(types).filter(|(_, ty)| is_hex(ty)).filter_map(|(arg, _)| *arg).collect()
}

fn from_to(game: &Game, step: &Acted) -> Option<(i64, i64)> {
    match hexes(game, step).as_slice() {
        [.., from, to] => Some((*from, *to)),
        [] | [_] => None,
    }
}

/// The shortest way of such steps to the nearest of its ends; to where the last step led, if none of them is among those.
fn way(first: i64, steps: &[(i64, i64)], ends: &BTreeSet<i64>) -> Option<Vec<i64>> {
    let (mut came, mut open) = (BTreeMap::from([(first, first)]), VecDeque::from([first]));
    let mut reached = Vec::new();
    while let Some(hex) = open.pop_front() {
        reached.push(hex);
        for (_, to) in steps.iter().filter(|(from, to)| *from == hex && !came.contains_key(to)) {
            open.push_back(*to);
        }
        steps.iter().filter(|(from, _)| *from == hex).for_each(|(from, to)| _ = came.entry(*to).or_insert(*from));
    }
    let last = steps.last().map(|(_, to)| *to).filter(|to| came.contains_key(to));
    let mut at = reached.into_iter().find(|hex| ends.contains(hex)).or(last)?;
    let mut way = vec![at];
    while at != first {
        at = *came.get(&at)?;
        way.push(at);
    }
    way.reverse();
    Some(way)
}
