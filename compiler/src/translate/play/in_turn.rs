//! Sides that act in turn, once each or until they pass.
//!
//! Promises: `acting` is asked for only where somebody acts; a side passes by its first question alone; the sides differ.

use super::stmt::written;
use crate::diag::says;
use crate::hir::{self, Passing, StmtKind};
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::reader::{AskedAs, Reader};
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::{Entry, SIDE};
use wgr_grammar::ast::{self, Count, ExprKind, StmtKind as Said};
use wgr_grammar::placeless;
use wgr_runtime::ir::Type;

impl Reader<'_, '_> {
    pub(super) fn in_turn(
        &mut self,
        sides: &[ast::Expr],
        passing: Option<&ast::Passing>,
        block: &ast::Block,
        stmt: &ast::Stmt,
    ) -> Made<StmtKind> {
        let read: Vec<hir::Expr> = sides.iter().map(|side| self.read_asker(side)).collect::<Made<_>>()?;
        if let [one, other] = sides
            && !self.differ(one, other)
        {
            let (at, first) = (self.place(other.span), self.place(one.span));
            return Err(self.tell(says::may_be_one_side("in turn", at, first)));
        }
        let end = passing.map(|_| self.first_question(block, stmt)).transpose();
        let passed = self.binder(" passed", Type::BOOL);
        let ends = if passing.is_some() && end.is_ok() { Some(passed) } else { None };
        let own = (std::mem::replace(&mut self.acting, true), std::mem::replace(&mut self.passing, ends));
        let label = !stmt.cases.is_empty() || stmt.title.is_some();
        let label = label.then(|| AskedAs { cases: stmt.cases.clone(), title: stmt.title.clone() });
        let asked_as = std::mem::replace(&mut self.asked_as, label);
        let again = self.again;
        self.again |= passing.is_some();
        let alone = sides.len() < 2;
        // One side alone acts once: there is no loop that `end repeat` would have to leave.
        let (body, left) = match alone {
            true => (self.read_block(block), None),
            false => self.in_loop(|reader| reader.read_block(block)),
        };
        self.again = again;
        (self.acting, self.passing) = own;
        self.asked_as = asked_as;
        end?;
        let body = body?;
        let passing = match passing {
            None => None,
            Some(ast::Passing::Both { in_a_row: false }) => Some(Passing::Both),
            Some(ast::Passing::Both { in_a_row: true }) => Some(Passing::InARow),
            Some(ast::Passing::One(name)) => {
                let at = self.fresh_name(name)?;
                let side = Ty::One(Noun::Enum(SIDE));
                let ir = self.m.ir_type(side);
                Some(Passing::One(self.bind(&name.text, side, ir, at)))
            }
        };
        if alone && passing.is_some() {
            let at = self.place(stmt.span);
            return Err(self.tell(says::passes_alone(at)));
        }
        Ok(StmtKind::InTurn(Box::new(hir::InTurn { sides: read, passing, passed, body, left })))
    }

    /// Whoever passes does so by what the block asks first, and it is who acts that is asked: that is to be known before.
    fn first_question(&mut self, block: &ast::Block, stmt: &ast::Stmt) -> Made<()> {
        let Some(first) = block.stmts.first() else {
            let at = self.place(stmt.span);
            return Err(self.tell(says::nobody_passes(at)));
        };
        let by = match &first.kind {
            Said::Step(inner) => return self.first_question(inner, stmt),
            Said::Broken => return Ok(()),
            // Of an unknown action is told where it is named.
            Said::Offers { actions, .. } => {
                let named = actions.first().and_then(|name| self.m.world.entry(&name.text));
                let Some(Entry::Action(index)) = named else { return Ok(()) };
                let Some(def) = self.m.world.actions.get(index) else { return Err(ErrorReported) };
                def.ast.by.as_ref().map(|by| &by.side)
            }
            Said::May { by, .. } => Some(by),
            Said::Picks(picks) if picks_none(&picks.count) => Some(&picks.by),
            _ => {
                let at = self.place(first.span);
                return Err(self.tell(says::nobody_passes(at)));
            }
        };
        if by.is_some_and(is_acting) {
            return Ok(());
        }
        let (at, line) = (self.place(first.span), self.place(stmt.span));
        Err(self.tell(says::another_is_asked(at, line)))
    }

    /// Are these two sides, whatever happens: two by name, or a side and its enemy?
    pub(super) fn differ(&self, one: &ast::Expr, other: &ast::Expr) -> bool {
        let named = |side: &ast::Expr| match &side.kind {
            ExprKind::Name(name) => self.member_of(SIDE, &name.text),
            _ => None,
        };
        let enemy = |one: &ast::Expr, other: &ast::Expr| match &one.kind {
            ExprKind::Phrase(phrase) if phrase.noun.text == "enemy" => {
                phrase.of.as_ref().is_some_and(|of| placeless(of) == placeless(other))
            }
            _ => false,
        };
        match (named(one), named(other)) {
            (Some(one), Some(other)) => one != other,
            _ => enemy(one, other) || enemy(other, one),
        }
    }
}

/// May none be picked, as a pass?
pub(super) fn picks_none(count: &Count) -> bool {
    match count {
        Count::Any | Count::UpTo(_) => true,
        Count::Between(from, _) | Count::OrMore(from) | Count::Exactly(from) => written(from) == Some(0),
    }
}

/// Is it `acting`?
pub(super) fn is_acting(by: &ast::Expr) -> bool {
    matches!(&by.kind, ExprKind::Name(name) if name.text == "acting")
}
