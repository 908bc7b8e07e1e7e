//! Markers of which so many lie at a time: one is laid only while there is one left. Where an action surely lays one on what
//! it is about, it is not offered without; anywhere else laying one that is not there is a fault.

use super::limits::{TIMES, compared, one_row};
use crate::hir::{self, Expr, Kind, Site, Source};
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::{AtATime, SIDE};
use wgr_grammar::ast::{self, Compare, ExprKind};
use wgr_runtime::ir::{FuncId, StageOp};

/// What the functions of such limits answer.
pub(super) fn bodies(builder: &mut Builder<'_>) {
    for limit in builder.world.at_a_time.clone() {
        // ErrorReported where it is wrong.
        let _ = self::body(builder, &limit);
    }
}

fn body(builder: &mut Builder<'_>, limit: &AtATime<'_>) -> Made<()> {
    let (at, noun) = (limit.at, Noun::Piece(limit.kinds));
    let params = vec![("it".to_owned(), Ty::One(noun))];
    let open = |builder: &mut Builder<'_>, func: FuncId, read: &dyn Fn(&mut Reader<'_, '_>) -> Made<hir::Body>| {
        let mut reader = Reader::of_func(builder, limit.file, func, &params, at);
        let body = read(&mut reader)?;
        let binders = reader.binders;
        builder.has_read(func, binders, body, at);
        Ok(())
    };
    let it = || Expr::new(Kind::Local(hir::Local(0)), Ty::One(noun), at);
    let side_of = |one| Expr::new(Kind::SideOf(Box::new(one)), Ty::One(Noun::Enum(SIDE)), at);
    let marked = |one| Expr::new(Kind::Stored(limit.cell, vec![one]), Ty::YesNo, at);
    let yes_no = |kind| Expr::new(kind, Ty::YesNo, at);
    open(builder, limit.most, &|reader| Ok(hir::Body::Answer(reader.read_as(&limit.ast.often.most, TIMES)?)))?;
    open(builder, limit.lie, &|reader| {
        let all = Noun::Piece(reader.m.world.all_pieces());
        let ir = reader.m.ir_type(Ty::One(all));
        let var = reader.binder(" marked", ir);
        let one = || Expr::new(Kind::Local(var), Ty::One(all), at);
        let guards = vec![marked(one()), compared(Compare::Is, side_of(one()), side_of(it()))];
        let source = Source { var, over: hir::Over::Counters, guards, noun: all, at };
        let number = Expr::new(Kind::Size(Box::new(source)), Ty::COUNT, at);
        Ok(one_row(site(limit), at, StageOp::Answer, Vec::new(), number))
    })?;
    open(builder, limit.within_limits, &|_| {
        let mut when = Vec::new();
        if let Some(by) = limit.by {
            let by = Expr::new(Kind::Member(Noun::Enum(SIDE), by), Ty::One(Noun::Enum(SIDE)), at);
            when.push(compared(Compare::Is, side_of(it()), by));
        }
        when.push(yes_no(Kind::Not(Box::new(marked(it())))));
        let count = |func| Expr::new(Kind::Asked(func, vec![it()]), Ty::COUNT, at);
        when.push(compared(Compare::AtLeast, count(limit.lie), count(limit.most)));
        Ok(one_row(site(limit), at, StageOp::All, when, yes_no(Kind::Truth(false))))
    })
}

/// Where it is printed: the limit, or the marker.
fn site(limit: &AtATime<'_>) -> Site {
    let cases = if limit.ast.cases.is_empty() { &limit.marker.cases } else { &limit.ast.cases };
    let title = limit.ast.title.as_ref().map(|title| title.text.clone());
    let title = title.unwrap_or_else(|| format!("no {} marker is left", limit.marker.name.text));
    Site { cases: cases.iter().map(|case| case.text.clone()).collect(), title }
}

impl Reader<'_, '_> {
    /// Where a marker is laid there: whether none is left for this piece, and where that is printed.
    pub(super) fn none_left(
        &mut self,
        place: &ast::Expr,
        piece: impl Fn(&mut Self) -> Made<Expr>,
    ) -> Made<Vec<(Site, Expr)>> {
        let ExprKind::Field(_, name) = &place.kind else { return Ok(Vec::new()) };
        let laid: Vec<(Site, FuncId)> = self
            .m
            .world
            .at_a_time
            .iter()
            .filter(|limit| limit.marker.name.text == name.text)
            .map(|limit| (site(limit), limit.within_limits))
            .collect();
        let mut all = Vec::new();
        for (site, func) in laid {
            let piece = piece(self)?;
            let at = piece.at;
            let allowed = Expr::new(Kind::Asked(func, vec![piece]), Ty::YesNo, at);
            all.push((site, Expr::new(Kind::Not(Box::new(allowed)), Ty::YesNo, at)));
        }
        Ok(all)
    }

    /// The piece whose field a place is.
    pub(super) fn piece_of(&mut self, place: &ast::Expr) -> Made<Expr> {
        let ExprKind::Field(of, _) = &place.kind else { return Err(ErrorReported) };
        let piece = self.read_expr(of, None)?;
        if matches!(piece.ty, Ty::Maybe(_)) { self.asked_for(piece, of) } else { Ok(piece) }
    }
}
