//! Values that are sets. The rows say which row answers, as rows always do; its set is then written out. So two rows
//! that both apply are a clash, and none is a gap, as for numbers.

use super::Part;
use crate::diag::Place;
use crate::hir;
use crate::translate::builder::{Builder, ErrorReported};
use crate::translate::reader::Reader;
use crate::translate::ty::Ty;
use crate::translate::world::RowDef;

use std::sync::Arc;
use wgr_grammar::ast::VerdictKind;
use wgr_runtime::ir::{FuncKind, Type};

/// No item has more rows than a query may.
const MOST_ROWS: i64 = 65_535;

pub(super) fn define(builder: &mut Builder<'_>, index: usize, params: &[(String, Ty)], rows: &Arc<[RowDef<'_>]>) {
    let Some(def) = builder.world.rows.get(index) else { return };
    let (file, func, within, result, name) = (def.file, def.func, def.within, def.result, def.name.clone());
    let at = Place::new(file, def.ast.name.span);
    let typed = def.params.iter().map(|param| (param.name.clone(), param.ir)).collect();
    let number = Type::int(0, MOST_ROWS);
    let which = builder.declare(&format!("{name}_by_row"), FuncKind::Query, typed, Some(number), at);
    builder.by_row.insert(which, name.clone());
    super::query(builder, index, Part::Which, which, params, rows);
    let mut reader = Reader::of_func(builder, file, func, params, at);
    reader.within = within;
    let (mut sets, mut damaged) = (Vec::new(), false);
    for (at, def) in rows.iter().enumerate() {
        let VerdictKind::Equals(set) = &def.row.verdict.kind else { continue };
        reader.file = def.file;
        match reader.read_as(set, result) {
            Ok(set) => sets.push((at as i64, set)),
            Err(ErrorReported) => damaged = true,
        }
    }
    let binders = reader.binders;
    builder.has_read(func, binders, hir::Body::SetByRow { which, name, sets }, at);
    if damaged {
        super::damage(builder, index);
    }
}
