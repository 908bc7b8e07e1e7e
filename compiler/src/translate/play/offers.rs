//! What is offered in a phase: the asks with which actions begin, and who is asked.
//!
//! Promises: an action is offered to exactly the side that its `by` names, whatever side is phasing, and in no phase but
//! those of its `during`.

use super::progress::{self, Progress};
use crate::diag::{Place, says};
use crate::limits::MOST_ROUNDS;
use crate::source::FileId;
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::world::Entry;
use crate::translate::writer::{Lines, Writer};
use wgr_grammar::ast;
use wgr_runtime::ir::{Arm, Ask, BinaryOp, Block, ExprId, FoldOp, FuncId, LocalId, StmtKind, Type, UnaryOp};

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
struct Offer<'s, 'a> {
    name: &'s ast::Name,
    index: usize,
    who: Who<'a>,
}

/// `by phasing`
pub(super) fn is_phasing(by: &ast::Expr) -> bool {
    matches!(&by.kind, ast::ExprKind::Name(name) if name.text == "phasing")
}

impl<'a> Writer<'_, 'a> {
    /// Each side that the actions of a list name is asked in turn, until it passes: first the side of the first action.
    /// So most lists ask one side. Who is asked is found out anew before every offer.
    pub(super) fn any_number_of(&mut self, actions: &[ast::Name], stmt: &ast::Stmt, lines: &mut Lines) -> Made<()> {
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
        let mut asked: Vec<Who<'a>> = Vec::new();
        for offer in &offers {
            if !asked.iter().any(|known| known.is_like(&offer.who)) {
                asked.push(offer.who.clone());
            }
        }
        for (at, who) in asked.iter().enumerate() {
            let before = asked.get(..at).unwrap_or_default();
            self.asked_until_it_passes(who, before, &offers, stmt, lines)?;
        }
        Ok(())
    }

    fn offer<'s>(&mut self, name: &'s ast::Name, phase: &str, of_a_side: bool) -> Made<Offer<'s, 'a>> {
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
        Ok(Offer { name, index, who })
    }

    /// The side that is asked, as a value.
    fn who(&mut self, who: &Who<'a>) -> Made<ExprId> {
        match who {
            Who::Phasing => {
                let phasing = self.m.phasing;
                Ok(self.read(phasing, Vec::new()))
            }
            // Read where it is written: the names of the phase are not known there.
            Who::Said(_, file, by) => {
                let (own, scope) = (std::mem::replace(&mut self.file, *file), std::mem::take(&mut self.scope));
                let side = self.asker(by);
                (self.file, self.scope) = (own, scope);
                side
            }
        }
    }

    fn is_the_same(&mut self, one: &Who<'a>, other: &Who<'a>) -> Made<ExprId> {
        let (one, other) = (self.who(one)?, self.who(other)?);
        Ok(self.binary(BinaryOp::Eq, one, other))
    }

    /// Those who have been asked before are not asked again.
    fn asked_until_it_passes(
        &mut self,
        who: &Who<'a>,
        before: &[Who<'a>],
        offers: &[Offer<'_, 'a>],
        stmt: &ast::Stmt,
        lines: &mut Lines,
    ) -> Made<()> {
        let mut arms = Vec::new();
        for offer in offers {
            let mut arm = self.start_arm(offer.name, offer.index, who)?;
            if !offer.who.is_like(who) {
                let same = self.is_the_same(&offer.who, who)?;
                arm.guard = Some(arm.guard.map_or(same, |guard| self.binary(BinaryOp::And, same, guard)));
            }
            arms.push(arm);
        }
        self.stand(stmt.span);
        let site = self.site(stmt, "What next?");
        let leave = self.stmt(StmtKind::Break);
        arms.push(Arm { name: "pass".to_owned(), each: None, guard: None, body: Block(vec![leave]) });
        let by = self.who(who)?;
        let ask = self.stmt(StmtKind::Ask(Ask { by, site, start: true, arms, otherwise: None }));
        let round = self.local(" round", Type::int(0, i64::from(MOST_ROUNDS)), true);
        let asked = self.stmt(StmtKind::Loop { most: MOST_ROUNDS, count: round, body: Block(vec![ask]) });
        let mut again: Option<ExprId> = None;
        for known in before {
            let same = self.is_the_same(known, who)?;
            again = Some(again.map_or(same, |one| self.binary(BinaryOp::Or, one, same)));
        }
        lines.0.push(match again {
            None => asked,
            Some(again) => {
                let cond = self.unary(UnaryOp::Not, again);
                self.stmt(StmtKind::If { cond, then: Block(vec![asked]), other: Block::default() })
            }
        });
        Ok(())
    }

    /// One arm for an action; further parameters are asked one after the other.
    fn start_arm(&mut self, name: &ast::Name, index: usize, by: &Who<'a>) -> Made<Arm> {
        let at = self.place(name.span);
        let Some(def) = self.m.world.actions.get(index) else { return Err(ErrorReported) };
        let (func, ast, file, params) = (def.func, def.ast, def.file, def.params.clone());
        // ErrorReported where the action is written.
        let Some(can) = self.m.can.get(&index).copied() else { return Err(ErrorReported) };
        if ast.limits.is_empty() && def.limits.is_empty() {
            let place = Place::new(file, ast.name.span);
            match progress::of(&self.m.world, ast) {
                Progress::Surely => {}
                Progress::Perhaps => self.m.doubts.push(says::may_use_nothing_up(&name.text, place)),
                Progress::Never(so_already) => {
                    let so_already = so_already.map(|span| Place::new(file, span));
                    return Err(self.tell(says::uses_nothing_up(&name.text, at, place, so_already)));
                }
            }
        }
        let mut chosen: Vec<LocalId> = Vec::new();
        let Some(first) = params.first() else {
            let guard = Some(self.call(can, Vec::new()));
            let body = self.start(func, &chosen);
            return Ok(Arm { name: name.text.clone(), each: None, guard, body });
        };
        let var = self.local(&format!(" {}", first.name), first.ir, false);
        chosen.push(var);
        let over = self.domain_set(first.ty, name.span)?;
        let begins = self.m.begins.get(&index).copied().map(|begins| {
            let first = self.get(var);
            self.call(begins, vec![first])
        });
        let possible = self.possible(can, &chosen, &params, name)?;
        let guard = match begins {
            Some(begins) => self.binary(BinaryOp::And, begins, possible),
            None => possible,
        };
        let body = self.next_param(func, can, &params, &mut chosen, (name, by))?;
        Ok(Arm { name: name.text.clone(), each: Some((var, over)), guard: Some(guard), body })
    }

    fn start(&mut self, func: FuncId, chosen: &[LocalId]) -> Block {
        let args = chosen.iter().map(|local| self.get(*local)).collect();
        let mut lines = Lines::default();
        lines.0.push(self.stmt(StmtKind::Call { into: None, fresh: false, func, args }));
        self.settle(&mut lines);
        lines.block()
    }

    /// Is there a way to choose the parameters that are left?
    fn possible(
        &mut self,
        can: FuncId,
        chosen: &[LocalId],
        params: &[crate::translate::world::ParamDef<'a>],
        name: &ast::Name,
    ) -> Made<ExprId> {
        let Some(next) = params.get(chosen.len()) else {
            let args = chosen.iter().map(|local| self.get(*local)).collect();
            return Ok(self.call(can, args));
        };
        let var = self.local(&format!(" {}", next.name), next.ir, false);
        let over = self.domain_set(next.ty, name.span)?;
        let mut more = chosen.to_vec();
        more.push(var);
        let value = self.possible(can, &more, params, name)?;
        let source = crate::translate::writer::Source { var, over, guard: None };
        Ok(self.fold(FoldOp::Any, source, Some(value), None))
    }

    fn next_param(
        &mut self,
        func: FuncId,
        can: FuncId,
        params: &[crate::translate::world::ParamDef<'a>],
        chosen: &mut Vec<LocalId>,
        (name, by): (&ast::Name, &Who<'a>),
    ) -> Made<Block> {
        let Some(next) = params.get(chosen.len()) else { return Ok(self.start(func, chosen)) };
        let var = self.local(&format!(" {}", next.name), next.ir, false);
        let over = self.domain_set(next.ty, name.span)?;
        chosen.push(var);
        let guard = Some(self.possible(can, chosen, params, name)?);
        let body = self.next_param(func, can, params, chosen, (name, by))?;
        let by = self.who(by)?;
        let file = self.file;
        let site = self.m.site(file, &[], &format!("{}: {}?", name.text, next.name));
        let arm = Arm { name: next.name.clone(), each: Some((var, over)), guard, body };
        let mut lines = Lines::default();
        self.ask(by, site, vec![arm], Some(Block::default()), &mut lines);
        Ok(lines.block())
    }
}
