//! Ways home: who asks how far it is to the nearest goal is answered from the goals outward, and all who are judged alike share
//! what was found (`exec/machine/homeward.rs`).
//!
//! Only where who asks makes a small difference to how a step is judged (his side, not himself), and where it is known near which
//! hexes a change makes a difference (`vicinity.rs`).

use super::vicinity::{End, Near, Trait, Vicinity};
use super::{FuncCompiler, Pass};
use crate::exec::code::{Code, HomewardCode, NearCode};
use crate::exec::op::Op;
use crate::ir::{CellId, Judge, Scalar, Search};
use std::collections::{BTreeMap, BTreeSet};

/// So many kinds of who asks are told apart by one search, and so many by all of a game.
const MOST_KINDS: u64 = 8;
const MOST_HOMES: u16 = 64;

impl FuncCompiler<'_> {
    /// How it is answered, if it is a search for the nearest goal that may be answered so.
    pub(super) fn homeward_of(&mut self, search: &Search) -> super::Result<Option<HomewardCode>> {
        let Some((steps, traits)) = self.judged_alike(search) else { return Ok(None) };
        let Some(values) = self.kinds_of(&traits) else { return Ok(None) };
        let kinds = values.iter().map(|values| values.span() as u16).product::<u16>();
        let first = self.code.homes;
        let Some(homes) = first.checked_add(kinds).filter(|homes| *homes <= MOST_HOMES) else { return Ok(None) };
        let Some(watcher) = self.code.watch_steps(&steps) else { return Ok(None) };
        self.code.homes = homes;
        let mut key = Vec::new();
        let mut span = 1;
        for (of, values) in traits.iter().zip(values) {
            let named = self.reg_of(of.local())?;
            let reg = match *of {
                Trait::Whole(_) => named,
                Trait::Printed(table, _) => {
                    let d = self.temp();
                    self.emit(Op::Table1 { d, t: table.0 as u16, a: named });
                    d
                }
            };
            key.push((reg, values.lo, span));
            span *= values.span();
        }
        Ok(Some(HomewardCode { key, first, kinds, watcher }))
    }

    /// On what the judgement of its steps rests, and what of who asks decides them and the goals.
    fn judged_alike(&self, search: &Search) -> Option<(Vicinity, BTreeSet<Trait>)> {
        let Judge::Body { here, there, dir, body, .. } = &search.judge else { return None };
        let is_own = !self.code.explains && self.answers.is_empty() && self.origin == self.id;
        if !self.plans.passes.has(Pass::Homeward) || !is_own || self.steps_go_by(search).is_none() {
            return None;
        }
        let mut steps = Vicinity::of_steps(self.program, self.plans, self.id, [*here, *there, *dir], body)?;
        let goals = Vicinity::traits_of(self.program, self.plans, self.id, search.to?)?;
        let traits = &std::mem::take(&mut steps.traits) | &goals;
        // A place that is no plain row of values is read wherever it is.
        let is_row = |cell: &CellId| self.program.cell(*cell).index.len() == 1 && self.code.cells[cell.index()].packed;
        let (near, far): (BTreeMap<_, _>, BTreeMap<_, _>) = steps.near.into_iter().partition(|(cell, _)| is_row(cell));
        steps.near = near;
        steps.far.extend(far.into_keys());
        Some((steps, traits))
    }

    /// Which values each of these has; nothing if that makes too many kinds of those who ask, or one has no register: a name that is
    /// written out, or asked where it is read.
    fn kinds_of(&self, traits: &BTreeSet<Trait>) -> Option<Vec<Scalar>> {
        let of_trait = |of: &Trait| {
            let local = of.local();
            let stays = self.known.writes[local.index()] == 1 && self.reg_of(local).is_ok();
            let named = self.func.local(local).ty.scalar().filter(|_| stays)?;
            let Trait::Printed(table, _) = *of else { return Some(named) };
            let table = self.program.table(table);
            named.fits(*table.index.first()?).then_some(table.value)
        };
        let values: Vec<Scalar> = traits.iter().map(of_trait).collect::<Option<_>>()?;
        let kinds = values.iter().try_fold(1_u64, |kinds, values| kinds.checked_mul(values.span()));
        kinds.is_some_and(|kinds| kinds <= MOST_KINDS).then_some(values)
    }
}

impl Code {
    /// Whoever writes a place that the steps of the next search read tells it: of the near ones where, of the far ones that. Under
    /// which number it is told of these.
    fn watch_steps(&mut self, steps: &Vicinity) -> Option<u16> {
        // Nothing is noted before all the numbers are there.
        let search = u16::try_from(self.searches.len()).ok()?;
        u16::try_from(self.near.len() + steps.near.len()).ok()?;
        let of_near = match self.near_watcher {
            Some(number) => number,
            None => {
                let number = self.next_watcher()?;
                self.near_watcher = Some(number);
                number
            }
        };
        let watcher = self.next_watcher()?;
        steps.far.iter().for_each(|cell| self.cells[cell.index()].watchers.push(watcher));
        for (id, (near, reach)) in &steps.near {
            let cell = &mut self.cells[id.index()];
            if cell.near.is_empty() {
                cell.watchers.push(of_near);
            }
            cell.near.push(self.near.len() as u16);
            self.near.push(near_code(search, *near, reach));
        }
        Some(watcher)
    }
}

fn near_code(search: u16, near: Near, reach: &BTreeMap<End, i64>) -> NearCode {
    let reach = [End::Here, End::There].map(|end| reach.get(&end).and_then(|reach| u8::try_from(*reach).ok()));
    NearCode { search, by_index: near == Near::Index, reach }
}
