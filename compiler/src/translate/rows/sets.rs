//! Values that are sets. The rows say which row answers, as rows always do; its set is then written out. So two rows
//! that both apply are a clash, and none is a gap, as for numbers.

use super::Part;
use crate::diag::Place;
use crate::translate::builder::{Builder, ErrorReported};
use crate::translate::ty::Ty;
use crate::translate::world::RowDef;
use crate::translate::writer::{Lines, Writer};
use std::rc::Rc;
use wgr_grammar::ast::VerdictKind;
use wgr_runtime::ir::{BinaryOp, Block, Body, FaultText, FuncKind, LocalId, StmtKind, Type};

/// No item has more rows than a query may.
const MOST_ROWS: i64 = 65_535;

pub(super) fn define(builder: &mut Builder<'_>, index: usize, params: &[(String, Ty)], rows: &Rc<[RowDef]>) {
    let Some(def) = builder.world.rows.get(index) else { return };
    let (file, func, within, result, name) = (def.file, def.func, def.within, def.result, def.name.clone());
    let at = Place::new(file, def.ast.name.span);
    let typed = def.params.iter().map(|param| (param.name.clone(), param.ir)).collect();
    let number = Type::int(0, MOST_ROWS);
    let which = builder.declare(&format!("{name}_by_row"), FuncKind::Query, typed, Some(number), at);
    builder.by_row.insert(which, name.clone());
    super::query(builder, index, Part::Which, which, params, rows);
    let mut writer = Writer::open(builder, file, func, params, at);
    writer.within = within;
    let mut lines = Lines::default();
    let row = writer.local(" row", number, false);
    let args = (0..params.len()).map(|at| writer.get(LocalId::new(at))).collect();
    let value = writer.call(which, args);
    let first = writer.stmt(StmtKind::Let { local: row, value, fresh: true });
    lines.0.push(first);
    let mut damaged = false;
    for (at, def) in rows.iter().enumerate() {
        let VerdictKind::Equals(set) = &def.row.verdict.kind else { continue };
        writer.file = def.verdict_file;
        match writer.expr_as(set, result) {
            Ok(set) => {
                let (is, mine) = (writer.get(row), writer.number(at as i64, 1));
                let cond = writer.binary(BinaryOp::Eq, is, mine);
                let back = writer.stmt(StmtKind::Return(Some(set)));
                let branch = StmtKind::If { cond, then: Block(vec![back]), other: Block::default() };
                let branch = writer.stmt(branch);
                lines.0.push(branch);
            }
            Err(ErrorReported) => damaged = true,
        }
    }
    let site = writer.m.program.intern_site(wgr_runtime::ir::Site { cases: Vec::new(), title: name });
    let fail = writer.stmt(StmtKind::Fail { site, text: FaultText::Gap });
    lines.0.push(fail);
    writer.done(Body::Code(lines.block()));
    if damaged {
        super::damage(builder, index);
    }
}
