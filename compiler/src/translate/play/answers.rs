//! Procedures: what is performed, and what it answers.

use crate::diag::{Place, says};
use crate::hir::StmtKind;
use crate::layers;
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::{Noun, Ty};
use crate::translate::walk;
use crate::translate::world::Entry;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, StmtKind as Said};

impl Reader<'_, '_> {
    /// `perform convert(who)`, `perform toll(u) as lost`, `perform crt[white, odds]`
    pub(super) fn perform(
        &mut self,
        (name, into): (&ast::Name, Option<&ast::Name>),
        (args, cell): (&[ast::Expr], bool),
        span: Span,
    ) -> Made<StmtKind> {
        let at = self.place(name.span);
        let entry = self.m.world.entry(&name.text);
        let index = match entry {
            Some(Entry::Procedure(index)) if !cell => index,
            Some(Entry::Broken) => return Err(ErrorReported),
            Some(Entry::Table(_) | Entry::Rows(_) | Entry::State(_)) => {
                return self.perform_result((name, into), (args, cell), span);
            }
            _ if cell => {
                return self.perform_result((name, into), (args, cell), span);
            }
            _ if self.bound(&name.text).is_some() || self.kept(&name.text).is_some() => {
                return self.perform_result((name, into), (args, cell), span);
            }
            Some(Entry::Action(_)) => return Err(self.tell(says::action_performed(&name.text, at))),
            Some(_) | None => {
                let procedures = self.m.world.procedures.iter().filter(|def| layers::made(def.ast).is_none());
                let known: Vec<String> = procedures.map(|def| def.name.clone()).collect();
                return Err(self.tell(says::unknown_name("procedure", &name.text, &known, at)));
            }
        };
        let Some(def) = self.m.world.procedures.get(index) else { return Err(ErrorReported) };
        let (func, within, params, result) = (def.func, def.within, def.params.clone(), def.result);
        self.is_within(within, &name.text, at)?;
        let args = self.read_given(&name.text, &params, args, span)?;
        let into = match (result, into) {
            (Some((ty, ir)), Some(into)) => {
                let at = self.fresh_name(into)?;
                let local = self.bind(&into.text, ty, ir, at);
                if matches!(ty, Ty::Maybe(_)) {
                    self.perhaps.insert(local);
                }
                Some(local)
            }
            (None, None) => None,
            (Some(_), None) => return Err(self.tell(says::answer_unheard(&name.text, at))),
            (None, Some(into)) => return Err(self.tell(says::answers_nothing(&name.text, self.place(into.span)))),
        };
        Ok(StmtKind::Perform(func, args, into))
    }

    /// What a table, a value or a name says is done: `perform crt[white, odds]`, `perform outcome(u)`, `perform result`.
    fn perform_result(
        &mut self,
        (name, into): (&ast::Name, Option<&ast::Name>),
        (args, cell): (&[ast::Expr], bool),
        span: Span,
    ) -> Made<StmtKind> {
        let at = self.place(name.span);
        let what = Span { start: name.span.start, end: span.end };
        let kind = match (cell, args) {
            (true, _) => ast::ExprKind::Lookup(name.clone(), args.to_vec()),
            (false, []) => ast::ExprKind::Name(name.clone()),
            (false, _) => ast::ExprKind::Call(name.clone(), args.to_vec()),
        };
        let result = self.read_expr(&ast::Expr { span: what, kind }, None)?;
        if let Some(into) = into {
            return Err(self.tell(says::answers_nothing(&name.text, self.place(into.span))));
        }
        let Some(index) = self.m.world.done_by(result.ty) else {
            let list = match result.ty {
                Ty::One(Noun::Enum(index)) => self.m.world.enums.get(index).map(|def| def.name.clone()),
                _ => None,
            };
            let ty = self.m.world.ty_name(result.ty);
            return Err(self.tell(says::does_nothing(&name.text, &ty, list.as_deref(), at)));
        };
        let Some(def) = self.m.world.procedures.get(index) else { return Err(ErrorReported) };
        let (func, within) = (def.func, def.within);
        self.is_within(within, &name.text, at)?;
        Ok(StmtKind::Perform(func, vec![result], None))
    }

    /// What reads the names of an action is performed only within it.
    fn is_within(&mut self, within: Option<usize>, name: &str, at: Place) -> Made<()> {
        match within {
            Some(action) if self.within != Some(action) => {
                let action = self.m.world.actions.get(action).map_or("", |def| def.name.as_str()).to_owned();
                Err(self.tell(says::asked_outside(name, &action, self.action_here(), at)))
            }
            Some(_) | None => Ok(()),
        }
    }

    pub(super) fn answer(&mut self, value: &ast::Expr, stmt: &ast::Stmt) -> Made<StmtKind> {
        let Some(ty) = self.answers else { return Err(self.tell(says::answer_to_nobody(self.place(stmt.span)))) };
        Ok(StmtKind::Answer(self.read_as(value, ty)?))
    }
}

/// Every way through what answers ends with an answer, nothing stands behind one, and more is done than that.
pub(super) fn well_answered(builder: &Builder<'_>, file: FileId, ast: &ast::Procedure) -> Made<()> {
    if ast.result.is_none() {
        return Ok(());
    }
    let at = Place::new(file, ast.name.span);
    let mut done = Ok(());
    behind(&ast.body, &mut |stmt| done = Err(builder.tell(says::behind_an_answer(Place::new(file, stmt.span)))));
    if !answered(&ast.body) {
        return Err(builder.tell(says::perhaps_no_answer(&ast.name.text, at)));
    }
    let mut does = false;
    walk::block(&ast.body, &mut |stmt| {
        does |= !matches!(stmt.kind, Said::Answer(_) | Said::If { .. } | Said::Depending { .. } | Said::Broken);
    });
    if !does {
        return Err(builder.tell(says::only_answers(&ast.name.text, at)));
    }
    done
}

/// Does every way to the end of a block lead to an answer?
fn answered(block: &ast::Block) -> bool {
    block.stmts.last().is_some_and(|stmt| match &stmt.kind {
        Said::If { then, other: Some(other), .. } | Said::May { block: then, other: Some(other), .. } => {
            answered(then) && answered(other)
        }
        Said::Chooses(choose) => {
            let arms = choose.arms.iter().map(|arm| &arm.block);
            arms.chain(&choose.otherwise).all(answered)
        }
        Said::Depending { arms, .. } => arms.iter().all(|arm| answered(&arm.block)),
        Said::Step(block) => answered(block),
        Said::Answer(_) | Said::GameOver(_) | Said::Hole(_) | Said::Broken => true,
        _ => false,
    })
}

/// Statements that stand behind an answer, in any block.
fn behind<'a>(block: &'a ast::Block, see: &mut dyn FnMut(&'a ast::Stmt)) {
    let ends = block.stmts.iter().position(|stmt| matches!(stmt.kind, Said::Answer(_)));
    if let Some(next) = ends.and_then(|at| block.stmts.get(at + 1)) {
        see(next);
    }
    block.stmts.iter().for_each(|stmt| walk::blocks(&stmt.kind, &mut |inner| behind(inner, see)));
}
