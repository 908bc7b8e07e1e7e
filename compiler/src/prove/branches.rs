//! Conditions of statements that decide nothing: never so where they stand, or always so by their own words.

use super::check::Checker;
use super::finding::{Assumption, FindingKind};
use super::inline::Inliner;
use super::looks::{Place, Target, Way};
use std::collections::BTreeSet;
use wgr_runtime::ir::{ExprId, FuncId, FuncKind, Scalar, walk};

impl Checker<'_, '_> {
    pub(super) fn branches(&mut self, func: FuncId) {
        if self.terms.program.func(func).kind == FuncKind::Query {
            return;
        }
        let asked = self.assumptions.iter().filter_map(|assumption| match assumption {
            Assumption::Decides { func: of, cond } if *of == func => Some(*cond),
            Assumption::Decides { .. }
            | Assumption::Never { .. }
            | Assumption::Given { .. }
            | Assumption::Among { .. }
            | Assumption::AtLeast { .. }
            | Assumption::Held { .. }
            | Assumption::Within { .. } => None,
        });
        let asked: BTreeSet<ExprId> = asked.collect();
        if asked.is_empty() {
            return;
        }
        // What could not be written whole is not there.
        let mut there: BTreeSet<ExprId> = BTreeSet::new();
        walk::walk_func(self.terms.program.func(func), &mut |node| {
            if let walk::Node::Expr(id, _) = node {
                there.insert(id);
            }
        });
        for cond in asked.intersection(&there).copied() {
            if self.never_so(func, cond) {
                let printed = !self.blindly(|this| this.never_so(func, cond));
                self.result.kinds.push(FindingKind::Decided { cond, so: false, printed });
            } else if self.surely_so(func, cond) && self.blindly(|this| this.surely_so(func, cond)) {
                self.result.kinds.push(FindingKind::Decided { cond, so: true, printed: false });
            }
        }
    }

    /// Is it never so where it stands, with all that is asked round it?
    fn never_so(&mut self, func: FuncId, cond: ExprId) -> bool {
        let (scope, body) = (self.params(func), self.terms.program.func(func));
        let place = Place::Range(Scalar { hi: 0, ..Scalar::BOOL });
        let goal = match self.climb(scope.clone(), body, Target { expr: cond, place }) {
            Way::Outside(goal) => goal,
            Way::Elsewhere | Way::Lost => self.terms.value(&scope, cond),
        };
        self.unrelied(|this| this.never(goal))
    }

    /// Is it always so by its own words?
    fn surely_so(&mut self, func: FuncId, cond: ExprId) -> bool {
        let scope = self.params(func);
        let yes = self.terms.value(&scope, cond);
        if self.terms.terms.fails(yes) || self.terms.terms.constant(yes).is_some() {
            return false;
        }
        let not = self.terms.terms.not(yes);
        self.unrelied(|this| this.never(not))
    }

    /// The same question where look-ups are unknown.
    fn blindly(&mut self, part: impl FnOnce(&mut Self) -> bool) -> bool {
        let mut blind = Inliner::new(self.terms.program, self.terms.verified, (true, &self.terms.printed));
        blind.most = self.terms.most;
        blind.within.clone_from(&self.terms.within);
        let seeing = std::mem::replace(&mut self.terms, blind);
        let found = part(self);
        self.terms = seeing;
        found
    }
}
