//! What is offered in a phase: the asks with which actions begin, and who is asked.
//!
//! Promises: an action is offered to exactly the side that its `by` names, whatever side is phasing, and in no phase but
//! those of its `during`.

use super::progress::{self, Progress};
use crate::diag::{Place, says};
use crate::hir::{self, Asked, Expr, StmtKind};
use crate::source::FileId;
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::Ty;
use crate::translate::world::Entry;
use wgr_grammar::ast;

/// Whom an action is offered to.
#[derive(Clone, PartialEq)]
enum Who<'a> {
    Phasing,
    /// What stands behind `by`: its words, and where they are read.
    Said(String, FileId, &'a ast::Expr),
}

impl Who<'_> {
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Who::Phasing, Who::Phasing) => true,
            (Who::Said(one, ..), Who::Said(another, ..)) => one == another,
            (Who::Phasing, Who::Said(..)) | (Who::Said(..), Who::Phasing) => false,
        }
    }
}

/// An action of a list.
struct Offer<'a> {
    action: usize,
    name: String,
    who: Who<'a>,
}

/// `by phasing`
pub(super) fn is_phasing(by: &ast::Expr) -> bool {
    matches!(&by.kind, ast::ExprKind::Name(name) if name.text == "phasing")
}

impl<'a> Reader<'_, 'a> {
    /// Each side that the actions of a list name is asked in turn, until it passes: first the side of the first action.
    /// So most lists ask one side. Who is asked is found out anew before every offer.
    pub(super) fn any_number_of(&mut self, actions: &[ast::Name], stmt: &ast::Stmt) -> Made<StmtKind> {
        let Some(stage) = self.stage.clone() else { return Err(ErrorReported) };
        let Some(phase) = stage.phase else { return Err(ErrorReported) };
        let (mut offers, mut done) = (Vec::new(), Ok(()));
        for (at, name) in actions.iter().enumerate() {
            if let Some(first) = actions.iter().take(at).find(|first| first.text == name.text) {
                let (at, first) = (self.place(name.span), self.place(first.span));
                done = Err(self.tell(says::offered_twice(&name.text, at, first)));
                continue;
            }
            match self.offer(name, &phase, stage.of_a_side) {
                Ok(offer) => offers.push(offer),
                Err(ErrorReported) => done = Err(ErrorReported),
            }
        }
        done?;
        let mut sides: Vec<Who<'a>> = Vec::new();
        for offer in &offers {
            if !sides.iter().any(|known| known.is_like(&offer.who)) {
                sides.push(offer.who.clone());
            }
        }
        let (mut asked, here) = (Vec::new(), self.place(stmt.span));
        for (at, who) in sides.iter().enumerate() {
            let by = self.who(who, here)?;
            // Those who have been asked before are not asked again.
            let before = sides.iter().take(at).map(|known| self.who(known, here)).collect::<Made<Vec<Expr>>>()?;
            let own = offers.iter().map(|offer| {
                let to = if offer.who.is_like(who) { None } else { Some(self.who(&offer.who, here)?) };
                Ok(hir::Offer { action: offer.action, name: offer.name.clone(), to })
            });
            let offers = own.collect::<Made<Vec<hir::Offer>>>()?;
            asked.push(Asked { by, before, offers });
        }
        Ok(StmtKind::Offers { site: self.site(stmt, "What next?"), asked })
    }

    fn offer(&mut self, name: &ast::Name, phase: &str, of_a_side: bool) -> Made<Offer<'a>> {
        let at = self.place(name.span);
        let index = match self.m.world.entry(&name.text) {
            Some(Entry::Action(index)) => index,
            Some(Entry::Broken) => return Err(ErrorReported),
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
            Some(by) if !is_phasing(by) => Who::Said(self.m.sources.said(Place::new(file, by.span)), file, by),
            Some(_) | None => Who::Phasing,
        };
        if who == Who::Phasing && !of_a_side {
            return Err(self.tell(says::nobody_is_phasing(&name.text, at)));
        }
        self.can_be_offered(index, name)?;
        Ok(Offer { action: index, name: name.text.clone(), who })
    }

    /// An action uses something up, or says how often it may be; and one can choose whom it is about.
    fn can_be_offered(&mut self, index: usize, name: &ast::Name) -> Made<()> {
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
        if !ast.limits.is_empty() || !def.limits.is_empty() {
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
            Who::Said(_, file, by) => {
                let (own, scope) = (std::mem::replace(&mut self.file, *file), std::mem::take(&mut self.scope));
                let side = self.read_asker(by);
                (self.file, self.scope) = (own, scope);
                side
            }
        }
    }
}
