//! Paths: a search over steps, or a line of sight, asked whether it is open and how long it is.

use crate::diag::{Place, says};
use crate::hir::{self, Along, Expr, Kind, PathOut};
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported};
use crate::translate::reader::Reader;
use crate::translate::ty::{Noun, Ty, Unit};
use std::rc::Rc;
use wgr_grammar::ast::{self, ExprKind, VerdictKind};

/// The two queries of a path: is it open, and how long is the best way?
pub(super) fn define(builder: &mut Builder<'_>, index: usize, params: &[(String, Ty)], at: Place) {
    let Some(def) = builder.world.rows.get(index) else { return };
    let (file, func, length, from) = (def.file, def.func, def.length, def.ast.from.as_ref());
    let Some(from) = from else {
        let what = says::path_without_ends(at);
        builder.tell(what);
        return;
    };
    let mut reader = Reader::of_func(builder, file, func, params, at);
    let Ok(path) = read(&mut reader, index, from) else { return super::damage(builder, index) };
    let (path, binders) = (Rc::new(path), reader.binders);
    for (func, out) in [(Some(func), PathOut::Open), (length, PathOut::Length)] {
        let Some(func) = func else { continue };
        builder.has_read(func, binders.clone(), hir::Body::Path(path.clone(), out), at);
    }
}

fn read(reader: &mut Reader<'_, '_>, item: usize, path: &ast::PathFrom) -> Result<hir::Path, ErrorReported> {
    let Some(def) = reader.m.world.rows.get(item) else { return Err(ErrorReported) };
    let best = def.rows.iter().filter_map(|def| match &def.row.verdict.kind {
        VerdictKind::Best(expr) => Some((def.file, expr.clone())),
        _ => None,
    });
    let best: Vec<(FileId, ast::Expr)> = best.collect();
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
            counts(reader, &best, at).map(|least| Along::Steps { here, there, least })
        })?
    };
    Ok(hir::Path { item, from, to, within, along, at })
}

fn hexes_only(reader: &mut Reader<'_, '_>, ty: Ty, expr: &ast::Expr) -> Result<(), ErrorReported> {
    if ty.noun() == Some(Noun::Hex) {
        return Ok(());
    }
    let (found, at) = (reader.m.world.ty_name(ty), reader.place(expr.span));
    Err(reader.tell(says::wrong_type(&found, "Hex", at)))
}

fn within(reader: &mut Reader<'_, '_>, from: &ast::PathFrom) -> Result<Option<Expr>, ErrorReported> {
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

/// What the best way has least of: hexes where no row says anything else.
fn counts(reader: &mut Reader<'_, '_>, best: &[(FileId, ast::Expr)], at: Place) -> Result<Vec<Expr>, ErrorReported> {
    let file = reader.file;
    let one = |at| Expr::new(Kind::Number { value: 1, den: 1 }, Ty::COUNT, at);
    let mut counts = Vec::new();
    for (of, expr) in best {
        reader.file = *of;
        counts.push(match &expr.kind {
            ExprKind::Name(name) if name.text == "hexes" => Ok(one(reader.place(expr.span))),
            _ => reader.read_as(expr, Ty::COUNT),
        });
    }
    reader.file = file;
    let mut counts = counts.into_iter().collect::<Result<Vec<Expr>, ErrorReported>>()?;
    if counts.is_empty() {
        counts.push(one(at));
    }
    if counts.len() > 3 {
        let at = reader.place(best.last().map(|(_, expr)| expr.span).unwrap_or_default());
        return Err(reader.tell(says::too_many_counts(at)));
    }
    Ok(counts)
}
