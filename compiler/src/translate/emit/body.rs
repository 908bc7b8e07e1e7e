//! Bodies of functions that were read as a whole.

use crate::diag::Place;
use crate::hir::{Binder, Block, Expr, Local};
use crate::translate::builder::Builder;
use crate::translate::writer::{Lines, Writer};
use wgr_runtime::ir::{self, Body, FuncId, StmtKind as Code};

/// Statements, one after the other.
pub(crate) fn code(builder: &mut Builder<'_>, func: FuncId, binders: Vec<Binder>, block: &Block, at: Place) {
    let mut writer = Writer::of_body(builder, func, binders, at);
    let mut lines = Lines::default();
    writer.emit_lines(block, &mut lines);
    writer.done(Body::Code(lines.block()));
}

/// A query that answers with one expression.
pub(crate) fn query(builder: &mut Builder<'_>, func: FuncId, binders: Vec<Binder>, value: &Expr, at: Place) {
    let mut writer = Writer::of_body(builder, func, binders, at);
    let value = writer.emit(value);
    let back = writer.stmt(Code::Return(Some(value)));
    writer.done(Body::Code(ir::Block(vec![back])));
}

/// What something costs, and up to how much may be spent on it.
pub(crate) fn goods(
    builder: &mut Builder<'_>,
    func: FuncId,
    binders: Vec<Binder>,
    (it, price, up_to): (Local, &Expr, &Expr),
    at: Place,
) {
    let mut writer = Writer::of_body(builder, func, binders, at);
    let it = writer.new_slot(it);
    let (price, up_to) = (writer.emit(price), writer.emit(up_to));
    writer.done(Body::Goods(ir::Goods { it, price, up_to }));
}
