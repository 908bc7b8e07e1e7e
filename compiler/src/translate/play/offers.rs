//! What is offered in a phase: the asks with which actions begin, and who is asked.
//!
//! Promises: an action is offered to exactly the side that its `by` names, whatever side is phasing, and in no phase but
//! those of its `during`.

use super::in_turn::is_acting;
use super::progress::{self, Progress};
use super::stmt::written;
use crate::diag::{Place, says};
use crate::hir::{self, Expr, Kind, Owing, StmtKind};
use crate::source::FileId;
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::obligations::Duties;
use crate::translate::reader::Reader;
use crate::translate::ty::Ty;
use crate::translate::world::Entry;
use wgr_grammar::ast::{self, Count};
use wgr_grammar::placeless;

/// Whom an action is offered to.
enum Who<'a> {
    Phasing,
    /// What stands behind `by`, and where it is read.
    Said(FileId, &'a ast::Expr),
}

impl Who<'_> {
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Who::Phasing, Who::Phasing) => true,
            (Who::Said(_, one), Who::Said(_, another)) => placeless(*one) == placeless(*another),
            (Who::Phasing, Who::Said(..)) | (Who::Said(..), Who::Phasing) => false,
        }
    }
}

/// An action of a list.
struct Offer<'a> {
    action: usize,
    who: Who<'a>,
}

/// The word `phasing`.
pub(crate) fn is_phasing(by: &ast::Expr) -> bool {
    matches!(&by.kind, ast::ExprKind::Name(name) if name.text == "phasing")
}

impl<'a> Reader<'_, 'a> {
    /// One side is asked, found out anew before every offer, until it has started as many as it may or passes.
    pub(super) fn offers(&mut self, count: &Count, actions: &[ast::Name], stmt: &ast::Stmt) -> Made<StmtKind> {
        let Some(stage) = self.stage.clone() else { return Err(ErrorReported) };
        let Some(phase) = stage.phase else { return Err(ErrorReported) };
        self.m.said().lists.insert(phase.clone());
        let bounded = !self.again && !matches!(count, Count::Any | Count::OrMore(_));
        let (mut offers, mut done) = (Vec::new(), Ok(()));
        let others: Vec<ast::Name> = self.m.offered_instead(actions);
        for (at, name) in actions.iter().chain(&others).enumerate() {
            if let Some(first) = actions.iter().take(at).find(|first| first.text == name.text) {
                let (at, first) = (self.place(name.span), self.place(first.span));
                done = Err(self.tell(says::offered_twice(&name.text, at, first)));
                continue;
            }
            match self.offer(name, (&phase, stage.of_a_side, bounded)) {
                Ok(offer) => offers.push((name, offer)),
                Err(ErrorReported) => done = Err(ErrorReported),
            }
        }
        done?;
        let Some(((first, one), rest)) = offers.split_first() else { return Err(ErrorReported) };
        if let Some((name, _)) = rest.iter().find(|(_, other)| !other.who.is_like(&one.who)) {
            let places = (self.place(name.span), self.place(first.span));
            return Err(self.tell(says::two_sides_offered(&name.text, &first.text, places.0, places.1)));
        }
        let here = self.place(stmt.span);
        let by = self.who(&one.who, here)?;
        let (least, most) = self.how_many(count)?;
        let offers = offers.iter().map(|(name, offer)| hir::Offer { action: offer.action, name: name.text.clone() });
        let offers = offers.collect();
        let (site, passed) = (self.site(stmt, "What next?"), self.passing.take());
        let owing = self.owing(&phase, &one.who, here)?;
        Ok(StmtKind::Offers(Box::new(hir::Offers { site, by, least, most, offers, passed, owing })))
    }

    /// What the side that is asked may owe in this phase.
    fn owing(&mut self, phase: &str, who: &Who<'a>, here: Place) -> Made<Option<Owing>> {
        let Duties { due, on, phases, unforgiven } = self.m.duties.clone();
        let Some((due, on)) = due.zip(on).filter(|_| phases.contains(phase)) else { return Ok(None) };
        let mut asked = |query| Ok(Expr::new(Kind::Asked(query, vec![self.who(who, here)?]), Ty::YesNo, here));
        let due = asked(due)?;
        let own = unforgiven.into_iter().filter(|duty| duty.phases.iter().any(|own| own == phase));
        let broken = own.map(|duty| Ok((asked(duty.query)?, duty.site))).collect::<Made<_>>()?;
        Ok(Some(Owing { on, due, broken }))
    }

    /// How many are started at least, and at most.
    fn how_many(&mut self, count: &Count) -> Made<(Option<Expr>, Option<Expr>)> {
        let (least, most) = count.bounds();
        if let Some(most) = most
            && let Some(number) = written(most)
        {
            let at = self.place(most.span);
            if number < 1 {
                return Err(self.tell(says::starts_none(at)));
            }
            if let Some((least, first)) = least.and_then(|least| Some((written(least)?, least)))
                && least > number
            {
                let first = self.place(first.span);
                return Err(self.tell(says::starts_of_no_number(least, number, at, first)));
            }
        }
        // Nothing is asked of a number that says nothing.
        let least = least.filter(|least| written(least) != Some(0));
        let mut read = |expr: Option<&ast::Expr>| expr.map(|expr| self.read_as(expr, Ty::COUNT)).transpose();
        Ok((read(least)?, read(most)?))
    }

    fn offer(&mut self, name: &ast::Name, (phase, of_a_side, bounded): (&str, bool, bool)) -> Made<Offer<'a>> {
        let at = self.place(name.span);
        let index = match self.m.world.entry(&name.text) {
            Some(Entry::Action(index)) => index,
            Some(Entry::Broken) => return Err(ErrorReported),
            Some(Entry::Procedure(_)) => return Err(self.tell(says::procedure_offered(&name.text, at))),
            Some(_) | None => {
                let known: Vec<String> = self.m.world.actions.iter().map(|def| def.name.clone()).collect();
                return Err(self.tell(says::unknown_name("action", &name.text, &known, at)));
            }
        };
        let Some(def) = self.m.world.actions.get(index) else { return Err(ErrorReported) };
        let (ast, file) = (def.ast, def.file);
        // An unknown phase is told where it stands, and may be meant for this one.
        let known = |during: &ast::Name| self.m.phases.contains_key(&during.text) && during.text != phase;
        if !ast.during.is_empty() && ast.during.iter().all(known) {
            let during: Vec<String> = ast.during.iter().map(|during| during.text.clone()).collect();
            let said = ast.during.first().map_or(at, |during| Place::new(file, during.span));
            return Err(self.tell(says::offered_elsewhere(&name.text, &during, phase, at, said)));
        }
        let who = match &ast.by {
            Some(by) if !is_phasing(&by.side) => Who::Said(file, &by.side),
            Some(_) | None => Who::Phasing,
        };
        if ast.by.as_ref().is_some_and(|by| is_acting(&by.side)) && !self.acting {
            return Err(self.tell(says::offered_to_nobody(&name.text, at)));
        }
        if matches!(who, Who::Phasing) && !of_a_side {
            return Err(self.tell(says::nobody_is_phasing(&name.text, at)));
        }
        self.can_be_offered(index, name, bounded)?;
        Ok(Offer { action: index, who })
    }

    /// An action uses something up, or how often it may be is said; and one can choose whom it is about.
    fn can_be_offered(&mut self, index: usize, name: &ast::Name, bounded: bool) -> Made<()> {
        let at = self.place(name.span);
        let Some(def) = self.m.world.actions.get(index) else { return Err(ErrorReported) };
        let (ast, file) = (def.ast, def.file);
        // ErrorReported where the action is written.
        if !self.m.can.contains_key(&index) {
            return Err(ErrorReported);
        }
        if let Some(other) = def.params.iter().map(|param| param.ty).find(|ty| !matches!(ty, Ty::One(_))) {
            let found = self.m.world.ty_name(other);
            return Err(self.tell(says::action_of_what(&found, at)));
        }
        if bounded || super::limits::bounds(self.m, index) {
            return Ok(());
        }
        let place = Place::new(file, ast.name.span);
        match progress::of(&self.m.world, ast) {
            Progress::Surely => {}
            Progress::Perhaps => self.m.said().doubts.push(says::may_use_nothing_up(&name.text, place)),
            Progress::Never(so_already) => {
                let so_already = so_already.map(|span| Place::new(file, span));
                return Err(self.tell(says::uses_nothing_up(&name.text, at, place, so_already)));
            }
        }
        Ok(())
    }

    /// The side that is asked, as a value.
    fn who(&mut self, who: &Who<'a>, at: Place) -> Made<Expr> {
        match who {
            Who::Phasing => Ok(self.phasing(at)),
            // Read where it is written: the names of the phase are not known there.
            Who::Said(file, by) => {
                let (own, scope) = (std::mem::replace(&mut self.file, *file), std::mem::take(&mut self.scope));
                let side = self.read_asker(by);
                (self.file, self.scope) = (own, scope);
                side
            }
        }
    }
}
