//! States that are taken as a phase or a turn begins: `state began(u: Unit): Hex or none at start of movement = u.hex`.
//!
//! In: the states of the game, and what each begins with. Out: an effect for each, which is called as play begins and
//! whenever it is to be taken. Promises: nothing else writes them; what one is taken from has been taken before it.

use super::sequence::is_of_a_side;
use super::way::Stage;
use crate::diag::says;
use crate::translate::builder::Builder;
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::Entry;
use crate::translate::writer::{Lines, Writer};
use std::collections::BTreeSet;
use wgr_grammar::ast;
use wgr_runtime::bug;
use wgr_runtime::ir::{Body, ExprId, FuncId, FuncKind, StmtKind};

/// A state that is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken<'a> {
    /// The phases, or `turn`.
    at: &'a [ast::Name],
    func: FuncId,
}

/// Where what is taken is asked: in a phase that is nobody's, nobody is phasing.
pub(super) fn stage(builder: &Builder<'_>, taken: &[ast::Name]) -> Option<Stage> {
    let nobodys = taken.iter().find(|name| name.text == "turn" || !is_of_a_side(builder, &name.text))?;
    Some(Stage { phase: Some(nobodys.text.clone()), of_a_side: false, on_the_way: false, runs: Vec::new() })
}

pub(super) fn states(builder: &mut Builder<'_>) {
    for state in in_order(builder) {
        let Some(def) = builder.world.states.get(state) else { bug!("no state {state}") };
        let (name, at, taken) = (format!("take_{}", def.name), def.at, def.taken);
        let func = builder.declare(&name, FuncKind::Effect, Vec::new(), None, at);
        let mut writer = Writer::open(builder, func, at);
        let mut lines = Lines::default();
        writer.take_state(state, &mut lines);
        writer.done(Body::Code(lines.block()));
        builder.taken_states.push(Taken { at: taken, func });
    }
}

/// The states that are taken, each behind those that it is taken from. Those that are taken from themselves are told.
fn in_order(builder: &mut Builder<'_>) -> Vec<usize> {
    let mut left: Vec<usize> = Vec::new();
    for state in 0..builder.world.states.len() {
        let Some(def) = builder.world.states.get(state) else { bug!("no state {state}") };
        let (name, at, until) = (def.name.clone(), def.at, def.until.is_some());
        match (def.taken.first(), def.start) {
            (None, _) => continue,
            (Some(_), None) => {
                builder.tell(says::taken_of_what(&name, at));
            }
            (Some(_), Some(_)) if until => {
                builder.tell(says::taken_until(&name, at));
            }
            (Some(_), Some(_)) => left.push(state),
        }
    }
    let mut ordered: Vec<usize> = Vec::new();
    while !left.is_empty() {
        let free = left.iter().position(|state| !needs(builder, *state).iter().any(|other| left.contains(other)));
        let Some(free) = free else {
            for state in left {
                let Some(def) = builder.world.states.get(state) else { bug!("no state {state}") };
                let (name, at) = (def.name.clone(), def.at);
                if reaches_itself(builder, state) {
                    builder.tell(says::taken_from_itself(&name, at));
                }
            }
            return Vec::new();
        };
        ordered.push(left.remove(free));
    }
    ordered
}

/// The states that are asked for what one is taken from.
fn needs(builder: &Builder<'_>, state: usize) -> BTreeSet<usize> {
    let mut words = BTreeSet::new();
    if let Some(start) = builder.world.states.get(state).and_then(|def| def.start) {
        builder.world.read_by(start, &mut words);
    }
    let states = words.into_iter().filter_map(|word| match builder.world.entry(word) {
        Some(Entry::State(at)) => Some(at),
        _ => None,
    });
    states.collect()
}

fn reaches_itself(builder: &Builder<'_>, state: usize) -> bool {
    let (mut seen, mut next) = (BTreeSet::new(), vec![state]);
    while let Some(one) = next.pop() {
        let taken = |at: &usize| builder.world.states.get(*at).is_some_and(|def| !def.taken.is_empty());
        for other in needs(builder, one).into_iter().filter(taken) {
            if other == state {
                return true;
            }
            if seen.insert(other) {
                next.push(other);
            }
        }
    }
    false
}

impl Writer<'_, '_> {
    /// Everything that is taken, as play begins.
    pub(super) fn take_all(&mut self, lines: &mut Lines) {
        for one in self.m.taken_states.clone() {
            self.do_call(one.func, Vec::new(), lines);
        }
    }

    /// Whatever is taken as this begins.
    pub(crate) fn take_at(&mut self, what: &str, lines: &mut Lines) {
        for one in self.m.taken_states.clone() {
            if one.at.iter().any(|name| name.text == what) {
                self.do_call(one.func, Vec::new(), lines);
            }
        }
    }

    /// A state as it is now, at every index; of pieces that are not in play the least.
    fn take_state(&mut self, state: usize, lines: &mut Lines) {
        let Some(def) = self.m.world.states.get(state) else { bug!("no state {state}") };
        let (cell, ir, params) = (def.cell, def.ir, def.params.clone());
        self.at_every_index(state, lines, |writer, locals, body| {
            let mut all: Vec<ExprId> = Vec::new();
            for (param, local) in params.iter().zip(locals) {
                if let Ty::One(Noun::Piece(kinds)) = param.ty {
                    all.extend(writer.is_one_of(*local, kinds));
                    let piece = writer.get(*local);
                    all.extend(writer.is_in_play(piece));
                }
            }
            let Some(cond) = writer.all_of(all) else { return body };
            let mut other = Lines::default();
            let (least, index) = (writer.emit_start(None, ir), locals.iter().map(|local| writer.get(*local)).collect());
            writer.set_cell(cell, index, least, &mut other);
            let mut lines = Lines::default();
            lines.0.push(writer.stmt(StmtKind::If { cond, then: body.block(), other: other.block() }));
            lines
        });
    }
}
