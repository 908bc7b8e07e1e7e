//! Ways to all goals at once. A query that asks how far it is to a goal which one of its parameters names is asked again for the
//! next goal, from the same place: then one search tells of all of them (`exec/machine/fields.rs`).
//!
//! Only where what judges a step knows nothing of the goals and cannot fault, and where a way counts the same for every goal that
//! lies on it: no step ends it, lets it only pass, blocks it or makes it carry something.

use super::FuncCompiler;
use crate::exec::code::FieldCode;
use crate::ir::walk::{self, Node};
use crate::ir::{Expr, ExprId, Judge, LocalId, Offer, Search, StmtKind};
use std::collections::BTreeSet;

/// Names made of names are looked through so far.
const DEEPEST: usize = 8;

impl FuncCompiler<'_> {
    /// What tells two of its searches apart, if one may tell of all goals.
    pub(super) fn field_of(&self, search: &Search, straight: bool) -> Option<FieldCode> {
        let query = self.code.recalled[self.id.index()]?;
        let plain = !self.code.explains && !straight && self.answers.is_empty() && self.origin == self.id;
        let steps = self.rest_on(self.steps_go_by(search).filter(|_| plain)?)?;
        let from = self.rest_on(walk::free_locals(self.func, search.from))?;
        let to = self.rest_on(walk::free_locals(self.func, search.to?))?;
        let asks = &steps | &from;
        if to.is_subset(&asks) {
            return None;
        }
        let params = &self.code.recalls[usize::from(query)].params;
        let key = asks.iter().map(|param| {
            let (lo, stride) = *params.get(param.index())?;
            Some((self.reg_of(*param).ok()?, lo, stride))
        });
        Some(FieldCode { query, key: key.collect::<Option<_>>()? })
    }

    /// The names that stand around a search and decide how its steps are judged, if a way counts the same for every goal that lies on
    /// it, and none of its steps can fault.
    pub(super) fn steps_go_by(&self, search: &Search) -> Option<BTreeSet<LocalId>> {
        let Judge::Body { here, there, dir, spent, steps, carried, body } = &search.judge else { return None };
        let is_whole = search.budget.is_none() && search.within.is_none() && search.each.is_none();
        if !is_whole || !super::kernel::asks_open_only(search) || !self.text().is_small_and_safe(search) {
            return None;
        }
        let ends_nothing = |offer: &Offer| {
            self.never_blocks(offer)
                && offer.stop.is_none()
                && offer.pass.is_none()
                && offer.carry.is_none()
                && offer.most.is_none()
        };
        let mut of_steps = BTreeSet::new();
        let mut own: BTreeSet<_> = walk::all_stmts(body).into_iter().flat_map(walk::binds).collect();
        let mut all_plain = true;
        walk::walk_block(self.func, body, &mut |node| match node {
            Node::Expr(_, Expr::Fold(fold)) => {
                own.insert(fold.var);
            }
            Node::Expr(..) => {}
            Node::Stmt(stmt) => {
                if let StmtKind::Offer(offer) = &stmt.kind {
                    all_plain &= ends_nothing(offer);
                }
            }
        });
        self.plans.used.read_in(self.program, self.func, body, &mut |local| {
            of_steps.insert(local);
        });
        if !all_plain || [spent, steps, carried].into_iter().any(|local| of_steps.contains(local)) {
            return None;
        }
        own.extend([here, there, dir]);
        Some(of_steps.difference(&own).copied().collect())
    }

    fn rest_on(&self, locals: impl IntoIterator<Item = LocalId>) -> Option<BTreeSet<LocalId>> {
        let mut params = BTreeSet::new();
        locals.into_iter().try_for_each(|local| self.rests_on(local, DEEPEST, &mut params))?;
        Some(params)
    }

    /// The parameters that decide what a name stands for; nothing where that is not known.
    fn rests_on(&self, local: LocalId, depth: usize, params: &mut BTreeSet<LocalId>) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        if self.known.writes[local.index()] != 1 {
            return None;
        }
        if local.0 < self.func.params {
            params.insert(local);
            return Some(());
        }
        let value: ExprId = self.known.lets[local.index()]?;
        walk::free_locals(self.func, value).into_iter().try_for_each(|local| self.rests_on(local, depth, params))
    }
}
