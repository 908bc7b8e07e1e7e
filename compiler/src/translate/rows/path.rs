//! Paths: a search over steps, or a line of sight, asked whether it is open and how long it is.

use crate::diag::{Place, says};
use crate::hir::{self, Along, Expr, Kind, PathOut};
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::{Noun, Ty, Unit};
use crate::translate::world::RowDef;
use std::sync::Arc;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExprKind, VerdictKind};

/// So many numbers tell one way from another, its hexes among them.
const MOST_COUNTS: usize = 3;

/// The queries of a path: is it open, and how long is the best way?
pub(super) fn define(builder: &mut Builder<'_>, index: usize, params: &[(String, Ty)], at: Place) {
    let Some(def) = builder.world.rows.get(index) else { return };
    let (file, func, way, from) = (def.file, def.func, def.way, def.ast.from.as_ref());
    let Some(from) = from else {
        let what = says::path_without_ends(at);
        builder.tell(what);
        return;
    };
    let mut reader = Reader::of_func(builder, file, func, params, at);
    let Ok(path) = read(&mut reader, index, from) else { return super::damage(builder, index) };
    let (path, binders) = (Arc::new(path), reader.binders);
    let length = way.map(|way| (way.length, PathOut::Length));
    for (func, out) in [(func, PathOut::Open)].into_iter().chain(length) {
        builder.has_read(func, binders.clone(), hir::Body::Path(path.clone(), out), at);
    }
}

fn read(reader: &mut Reader<'_, '_>, item: usize, path: &ast::PathFrom) -> Made<hir::Path> {
    let Some(def) = reader.m.world.rows.get(item) else { return Err(ErrorReported) };
    if let Some(stop) = def.rows.iter().find(|def| path.ray && matches!(def.row.verdict.kind, VerdictKind::Stop)) {
        return Err(reader.m.tell(says::stop_on_a_ray(stop.verdict_at())));
    }
    let best = best(reader, path, &def.rows)?;
    let lenient = def.rows.iter().any(|def| matches!(def.row.verdict.kind, VerdictKind::Open));
    let at = reader.place(path.span);
    let (from, to) = if path.ray {
        (reader.read_as(&path.from, Ty::One(Noun::Hex))?, reader.read_as(&path.to, Ty::One(Noun::Hex))?)
    } else {
        let from = reader.read_set(&path.from)?;
        hexes_only(reader, from.ty, &path.from)?;
        (from, reader.read_as(&path.to, Ty::Set(Noun::Hex))?)
    };
    let within = within(reader, path)?;
    let along = if path.ray {
        Along::Ray { lenient, inner: path.inner }
    } else {
        let hex = reader.m.ir_type(Ty::One(Noun::Hex));
        reader.within_scope(|reader| {
            let [here, there] = ["here", "there"].map(|name| reader.bind(name, Ty::One(Noun::Hex), hex, at));
            counts(reader, &best, at).map(|(least, hexes)| Along::Steps { here, there, least, hexes })
        })?
    };
    Ok(hir::Path { item, from, to, within, along, at })
}

fn hexes_only(reader: &mut Reader<'_, '_>, ty: Ty, expr: &ast::Expr) -> Made<()> {
    if ty.noun() == Some(Noun::Hex) {
        return Ok(());
    }
    // One thing is read as a set of itself.
    let one = reader.read_expr(expr, None).map_or(ty, |read| read.ty);
    let (found, at) = (reader.m.world.ty_name(one), reader.place(expr.span));
    Err(reader.tell(says::wrong_type(&found, "Hex", at)))
}

fn within(reader: &mut Reader<'_, '_>, from: &ast::PathFrom) -> Made<Option<Expr>> {
    let Some(within) = &from.within else { return Ok(None) };
    // `within radius(u) hexes` measures a plain number too.
    let within = match &within.kind {
        ExprKind::Unit(inner, unit) if unit.text.starts_with("hex") => inner,
        _ => within,
    };
    let term = reader.read_expr(within, None)?;
    let (unit, _) = reader.must_be_number(term.ty, within)?;
    let hexes = reader.m.world.measures.iter().position(|measure| measure.name == "hex").map_or(Unit::Any, Unit::Of);
    if unit != Unit::Plain {
        reader.same_unit(unit, hexes, within.span, within.span)?;
    }
    Ok(Some(term))
}

/// What the one row says that tells which ways are the best.
fn best(reader: &Reader<'_, '_>, path: &ast::PathFrom, rows: &[RowDef<'_>]) -> Made<Vec<(FileId, ast::Expr)>> {
    let mut said = rows.iter().filter_map(|def| match &def.row.verdict.kind {
        VerdictKind::Best(counts) => Some((def, counts)),
        _ => None,
    });
    let Some((first, counts)) = said.next() else { return Ok(Vec::new()) };
    if path.ray {
        return Err(reader.m.tell(says::best_of_a_ray(first.verdict_at())));
    }
    let tells = |clause: &ast::Clause| matches!(clause, ast::Clause::Ruling(_) | ast::Clause::Provisional(_));
    if !first.row.clauses.iter().all(tells) {
        return Err(reader.m.tell(says::best_always(first.verdict_at())));
    }
    match said.next() {
        Some((again, _)) => Err(reader.m.tell(says::best_twice(again.verdict_at(), first.verdict_at()))),
        None => Ok(counts.iter().map(|count| (first.file, count.clone())).collect()),
    }
}

/// What the best way has least of, and which of these is its hexes: they are counted last where no row counts them.
fn counts(reader: &mut Reader<'_, '_>, best: &[(FileId, ast::Expr)], at: Place) -> Made<(Vec<Expr>, usize)> {
    let file = reader.file;
    let one = |at| Expr::new(Kind::Number { value: 1, den: 1 }, Ty::COUNT, at);
    let is_hexes = |expr: &ast::Expr| matches!(&expr.kind, ExprKind::Name(name) if name.text == "hexes");
    let mut counts = Vec::new();
    for (of, expr) in best {
        reader.file = *of;
        counts.push(if is_hexes(expr) { Ok(one(reader.place(expr.span))) } else { reader.read_as(expr, Ty::COUNT) });
    }
    reader.file = file;
    let mut counts = counts.into_iter().collect::<Made<Vec<Expr>>>()?;
    let hexes = best.iter().position(|(_, expr)| is_hexes(expr)).unwrap_or_else(|| {
        counts.push(one(at));
        counts.len() - 1
    });
    if counts.len() > MOST_COUNTS {
        let (of, last) = best.last().map_or((file, Span::default()), |(of, expr)| (*of, expr.span));
        return Err(reader.tell(says::too_many_counts(Place::new(of, last))));
    }
    Ok((counts, hexes))
}
