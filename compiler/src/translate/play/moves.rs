//! `who moves u along march(u)`: hex by hex, with the points that are left; only steps are offered from which the move
//! can be ended, and what a step brings about happens before the next one is asked.

use super::stmt::written;
use crate::diag::{Place, nearest, says};
use crate::hir::{self, Course, StmtKind};
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::in_play::where_absent;
use crate::translate::reader::{Bound, Reader};
use crate::translate::ty::{Noun, Ty, Unit};
use crate::translate::walk::block as statements_in;
use crate::translate::world::World;
use crate::translate::world::{Entry, ParamDef, RowsDef};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Count, ExprKind, RowsKind, VerdictKind};
use wgr_runtime::ir::Type;

/// No move has more steps.
pub(crate) const MOST_STEPS: u32 = 200;

impl Reader<'_, '_> {
    pub(super) fn moves(&mut self, said: &ast::Moves, stmt: &ast::Stmt) -> Made<StmtKind> {
        let site = self.site(stmt, "Where to?");
        let course = self.course(&said.who, &said.along)?;
        let hexes = said.hexes.as_ref().map(|count| self.count_of_hexes(count)).transpose()?;
        let by = self.read_asker(&said.by)?;
        let gone = said.gone.as_ref().map(|into| self.gone(into, hexes.as_ref())).transpose()?;
        let hex = Ty::One(Noun::Hex);
        let (ir, at) = (self.m.ir_type(hex), self.place(stmt.span));
        let (step, each_hex) = self.within_scope(|reader| {
            let step = ["here", "there"].map(|name| reader.bind(name, hex, ir, at));
            let each_hex = said.each_hex.as_ref().map(|block| reader.looped(|reader| reader.read_block(block)));
            (step, each_hex.transpose())
        });
        Ok(StmtKind::Moves(Box::new(hir::Moves { site, by, course, hexes, gone, each_hex: each_hex?, step })))
    }

    /// How many hexes are entered, at least and at most.
    fn count_of_hexes(&mut self, count: &Count) -> Made<hir::Hexes> {
        let (least, most) = count.bounds();
        if let (Some(from), Some(to)) = (least, most)
            && let (Some(least), Some(most)) = (written(from), written(to))
            && (least > most || most < 1 || least == most && matches!(count, Count::Between(..)))
        {
            let at = Place::new(self.file, Span { start: from.span.start, end: to.span.end });
            return Err(self.tell(says::hexes_of_no_number(least, most, at)));
        }
        let mut number = |bound: &ast::Expr| self.read_as(bound, Ty::COUNT);
        let least = least.map(&mut number).ok_or(ErrorReported)??;
        Ok(hir::Hexes { least, most: most.map(number).transpose()? })
    }

    /// Where it is kept how many hexes were entered: a new name, or a place for a number.
    fn gone(&mut self, into: &ast::Expr, hexes: Option<&hir::Hexes>) -> Made<hir::Into> {
        let most =
            hexes.and_then(|hexes| hexes.most.as_ref()).map_or(i64::from(MOST_STEPS), |most| self.range_of(most).1);
        let most = most.clamp(1, i64::from(MOST_STEPS));
        if let Some(name) = self.new_name_of(into) {
            let at = self.fresh_name(name)?;
            return Ok(hir::Into::Name(self.bind(&name.text, Ty::COUNT, Type::int(0, most), at)));
        }
        let target = self.target(into)?;
        let at = self.place(into.span);
        let Ty::Number { den: 1, .. } = target.ty else {
            let found = self.m.world.ty_name(target.ty);
            return Err(self.tell(says::hexes_kept_in(&found, at)));
        };
        let held = self.m.program.cells.get(target.cell.index()).and_then(|cell| cell.value.scalar());
        if let Some(held) = held.filter(|held| held.lo > 0 || held.hi < most) {
            let counted = hexes.is_some_and(|hexes| hexes.most.is_some());
            return Err(self.tell(says::more_hexes_than_kept(&says::span(held), most, counted, at)));
        }
        Ok(hir::Into::Place(target, false))
    }

    /// Who moves, along which course, with how many points.
    pub(crate) fn course(&mut self, who: &ast::Expr, along: &ast::Expr) -> Made<Course> {
        let at = self.place(along.span);
        let (name, args) = match &along.kind {
            ExprKind::Call(name, args) => (name, args.as_slice()),
            ExprKind::Name(name) => (name, [].as_slice()),
            _ => return Err(self.tell(says::along_what(None, (&[], &[]), at))),
        };
        let course = match self.m.world.entry(&name.text) {
            Some(Entry::Rows(index)) => index,
            Some(Entry::Broken) => return Err(ErrorReported),
            None if self.bound(&name.text).is_none() => {
                let known: Vec<String> = self.courses().map(|def| def.name.clone()).collect();
                let at = self.place(name.span);
                return Err(self.tell(says::unknown_name("course", &name.text, &known, at)));
            }
            Some(_) | None => return Err(self.no_course(&name.text, at)),
        };
        let Some(def) = self.m.world.rows.get(course) else { return Err(ErrorReported) };
        if def.step.is_none() {
            return Err(self.no_course(&name.text, at));
        }
        let (params, result, file) = (def.params.clone(), def.result, def.file);
        let (spends, enters, leaves) = (def.ast.spends.clone(), def.ast.enters.clone(), def.ast.leaves.clone());
        let remembers = !def.memory.is_empty();
        let at_least_one = def.rows.iter().any(|def| is_step_limit(&def.row.verdict.kind));
        let piece = self.read_expr(who, None)?;
        self.moves_by_itself(&piece, who, true)?;
        if matches!(piece.ty, Ty::Set(_)) && remembers {
            return Err(self.tell(says::group_remembers_nothing(&name.text, piece.at)));
        }
        let (piece, args) = if matches!(piece.ty, Ty::Set(_)) {
            self.group_along(piece, (name, args), &params, along)?
        } else {
            if matches!(along.kind, ExprKind::Name(_)) && !params.is_empty() {
                let who = self.m.sources.text(self.place(who.span)).to_owned();
                return Err(self.tell(says::along_for_one(&name.text, &who, at)));
            }
            let args = self.read_given(&name.text, &params, args, along.span)?;
            let piece = self.read_as(who, Ty::One(Noun::Piece(self.m.world.all_pieces())))?;
            (piece, args.into_iter().map(Some).collect())
        };
        let args = args.into_iter().zip(&params);
        let args = args.map(|(value, param)| (self.binder(&format!(" {}", param.name), param.ir), value));
        let args: Vec<(hir::Local, Option<hir::Expr>)> = args.collect();
        // `spends allowance(u)` speaks of the course's parameters.
        let Some(spends) = spends else { return Err(ErrorReported) };
        let (unit, den) = match result {
            Ty::Number { unit, den } => (unit, den),
            _ => (Unit::Any, 1),
        };
        if enters.is_none() && self.is_off_the_map(who) {
            let (course, at) = (name.text.clone(), self.place(who.span));
            return Err(self.tell(says::moves_from_nowhere(&course, at)));
        }
        let own_file = std::mem::replace(&mut self.file, file);
        let hexes = Ty::Set(Noun::Hex);
        let read = self.within_scope(|reader| {
            for (param, (local, _)) in params.iter().zip(&args) {
                let (name, local, ty, at) = (param.name.clone(), *local, param.ty, param.at);
                reader.scope.push(Bound { name, local, ty, at });
            }
            let points = reader.read_as(&spends, Ty::Number { unit, den })?;
            let enters = enters.as_ref().map(|at| reader.read_as(at, hexes)).transpose()?;
            let leaves = leaves.as_ref().map(|leaves| reader.leaves(leaves)).transpose()?;
            Ok((points, enters, leaves))
        });
        self.file = own_file;
        let (points, enters, leaves) = read?;
        // Of several, each steps from hex to hex.
        let alone = !matches!(piece.ty, Ty::Set(_));
        let (enters, leaves) = (enters.filter(|_| alone), leaves.filter(|_| alone));
        Ok(Course { course, args, piece, points, den, at_least_one, enters, leaves })
    }

    /// An action's parameter that stands nowhere when it begins, and whom the action puts nowhere before.
    fn is_off_the_map(&self, who: &ast::Expr) -> bool {
        let ExprKind::Name(name) = &who.kind else { return false };
        let Some(action) = self.within.and_then(|index| self.m.world.actions.get(index)) else { return false };
        let param = action.params.iter().find(|param| param.name == name.text);
        let mut put = false;
        statements_in(&action.ast.body, &mut |stmt| {
            put |= match &stmt.kind {
                ast::StmtKind::Goes { who, .. } => matches!(&who.kind, ExprKind::Name(put) if put.text == name.text),
                ast::StmtKind::Perform { .. } => true,
                _ => false,
            };
        });
        !put && param.and_then(|param| param.such).is_some_and(|such| surely_nowhere(&self.m.world, such))
    }

    /// From where it leaves the map, and what is performed then.
    pub(crate) fn leaves(&mut self, leaves: &ast::Leaves) -> Made<(hir::Expr, hir::Block)> {
        let at = self.read_as(&leaves.at, Ty::Set(Noun::Hex))?;
        let kind = self.perform((&leaves.performs, None), (&leaves.args, false), leaves.span)?;
        Ok((at, vec![hir::Stmt { kind, at: self.place(leaves.span) }]))
    }

    /// Those who move together, and what the course is asked with beside each of them.
    fn group_along(
        &mut self,
        group: hir::Expr,
        (name, args): (&ast::Name, &[ast::Expr]),
        params: &[ParamDef<'_>],
        along: &ast::Expr,
    ) -> Made<(hir::Expr, Vec<Option<hir::Expr>>)> {
        let at = self.place(along.span);
        let is_it = |arg: &ast::Expr| matches!(&arg.kind, ExprKind::Name(name) if name.text == "it");
        let is_given = |arg: &ast::Expr| match &arg.kind {
            ExprKind::Given(_, value) => is_it(value),
            _ => is_it(arg),
        };
        let all: Vec<Option<&ast::Expr>> = match (args, params) {
            ([], [_]) => vec![None],
            ([_, _, ..], _) if args.len() == params.len() && args.iter().filter(|arg| is_given(arg)).count() == 1 => {
                let values = self.given_to(&name.text, params, args, along.span)?;
                values.into_iter().map(|arg| (!is_it(arg)).then_some(arg)).collect()
            }
            _ => return Err(self.tell(says::along_for_each(&name.text, params.len(), at))),
        };
        let mut read = Vec::new();
        for (arg, param) in all.into_iter().zip(params) {
            match arg {
                Some(arg) => read.push(Some(self.read_as(arg, param.ty)?)),
                None => {
                    let fits = match (param.ty, group.ty) {
                        (Ty::One(Noun::Piece(wanted)), Ty::Set(Noun::Piece(found))) => found.within(wanted),
                        _ => false,
                    };
                    if !fits {
                        let names = (self.m.world.ty_name(group.ty), self.m.world.ty_name(param.ty));
                        return Err(self.tell(says::wrong_type(&names.0, &names.1, group.at)));
                    }
                    read.push(None);
                }
            }
        }
        Ok((group, read))
    }

    fn courses(&self) -> impl Iterator<Item = &RowsDef<'_>> {
        self.m.world.rows.iter().filter(|def| def.ast.kind == RowsKind::Course)
    }

    fn no_course(&mut self, said: &str, at: Place) -> ErrorReported {
        let known: Vec<String> = self.courses().map(|def| def.name.clone()).collect();
        let near = nearest(said, known.iter().map(String::as_str));
        let called = |def: &RowsDef<'_>| {
            let given: Vec<&str> = def.params.iter().map(|param| param.name.as_str()).collect();
            if given.is_empty() { def.name.clone() } else { format!("{}({})", def.name, given.join(", ")) }
        };
        let all: Vec<String> = self.courses().map(called).collect();
        self.tell(says::along_what(Some(said), (&near, &all), at))
    }
}

/// `it.hex is none`, `it.box is lost`, whatever else is asked.
fn surely_nowhere(world: &World<'_>, such: &ast::Expr) -> bool {
    match &such.kind {
        ExprKind::And(a, b) => surely_nowhere(world, a) || surely_nowhere(world, b),
        ExprKind::Compare(..) => where_absent(world, such),
        _ => false,
    }
}

/// Is this `at least 1 hex`?
pub(crate) fn is_step_limit(verdict: &VerdictKind) -> bool {
    matches!(verdict, VerdictKind::AtLeast(expr) if matches!(&expr.kind, ExprKind::Unit(_, unit) if unit.text.starts_with("hex")))
}
