//! `who moves u along march(u)`: hex by hex, with the points that are left; only steps are offered from which the move
//! can be ended, and what a step brings about happens before the next one is asked.

use crate::diag::{Place, nearest, says};
use crate::hir::{self, Course, StmtKind};
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::reader::{Bound, Reader};
use crate::translate::ty::{Noun, Ty, Unit};
use crate::translate::world::Entry;
use wgr_grammar::ast::{self, ExprKind, RowsKind, VerdictKind};

/// The parts of the statement.
pub(super) struct MoveSaid<'s> {
    pub(super) by: &'s ast::Expr,
    pub(super) who: &'s ast::Expr,
    pub(super) along: &'s ast::Expr,
    pub(super) hexes: Option<&'s (ast::Expr, ast::Expr)>,
    pub(super) each_hex: Option<&'s ast::Block>,
}

impl Reader<'_, '_> {
    pub(super) fn moves(&mut self, said: &MoveSaid<'_>, stmt: &ast::Stmt) -> Made<StmtKind> {
        let site = self.site(stmt, "Where to?");
        let course = self.course(said.who, said.along)?;
        let hexes = match said.hexes {
            Some((from, to)) => Some([self.read_as(from, Ty::COUNT)?, self.read_as(to, Ty::COUNT)?]),
            None => None,
        };
        let each_hex = said.each_hex.map(|block| self.looped(|reader| reader.read_block(block))).transpose()?;
        let by = self.read_asker(said.by)?;
        Ok(StmtKind::Moves(Box::new(hir::Moves { site, by, course, hexes, each_hex })))
    }

    /// Who moves, along which course, with how many points.
    pub(crate) fn course(&mut self, who: &ast::Expr, along: &ast::Expr) -> Made<Course> {
        let at = self.place(along.span);
        let ExprKind::Call(name, args) = &along.kind else {
            return Err(self.tell(says::along_what(None, &[], at)));
        };
        let course = match self.m.world.entry(&name.text) {
            Some(Entry::Rows(index)) => index,
            Some(Entry::Broken) => return Err(ErrorReported),
            Some(_) | None => return Err(self.no_course(&name.text, at)),
        };
        let Some(def) = self.m.world.rows.get(course) else { return Err(ErrorReported) };
        let (Some(_), RowsKind::Course) = (def.step, def.ast.kind) else {
            return Err(self.no_course(&name.text, at));
        };
        let (params, result, file) = (def.params.clone(), def.result, def.file);
        let spends = def.ast.spends.clone();
        let at_least_one = def.rows.iter().any(|def| is_step_limit(&def.row.verdict.kind));
        let wants: Vec<Ty> = params.iter().map(|param| param.ty).collect();
        let values = self.read_args(&name.text, &wants, args, along.span)?.into_iter();
        let args =
            values.zip(&params).map(|(value, param)| (self.binder(&format!(" {}", param.name), param.ir), value));
        let args: Vec<(hir::Local, hir::Expr)> = args.collect();
        let piece = self.read_as(who, Ty::One(Noun::Piece(self.m.world.all_pieces())))?;
        // `spends allowance(u)` speaks of the course's parameters.
        let Some(spends) = spends else { return Err(ErrorReported) };
        let (unit, den) = match result {
            Ty::Number { unit, den } => (unit, den),
            _ => (Unit::Any, 1),
        };
        let own_file = std::mem::replace(&mut self.file, file);
        let points = self.within_scope(|reader| {
            for (param, (local, _)) in params.iter().zip(&args) {
                let (name, local, ty, at) = (param.name.clone(), *local, param.ty, param.at);
                reader.scope.push(Bound { name, local, ty, at });
            }
            reader.read_as(&spends, Ty::Number { unit, den })
        });
        self.file = own_file;
        Ok(Course { course, args, piece, points: points?, den, at_least_one })
    }

    fn no_course(&mut self, said: &str, at: Place) -> ErrorReported {
        let courses = self.m.world.rows.iter().filter(|def| def.ast.kind == RowsKind::Course);
        let known: Vec<String> = courses.map(|def| def.name.clone()).collect();
        let near = nearest(said, known.iter().map(String::as_str));
        self.tell(says::along_what(Some(said), &near, at))
    }
}

/// Is this `at least 1 hex`?
pub(crate) fn is_step_limit(verdict: &VerdictKind) -> bool {
    matches!(verdict, VerdictKind::AtLeast(expr) if matches!(&expr.kind, ExprKind::Unit(_, unit) if unit.text.starts_with("hex")))
}
