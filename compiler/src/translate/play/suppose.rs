//! `supposing .., COND`: what would hold if this were done.

use crate::translate::maker::{Made, Told};
use crate::translate::writer::Writer;
use wgr_grammar::{Span, ast};
use wgr_runtime::ir::ExprId;

impl Writer<'_, '_> {
    pub(crate) fn supposing(&mut self, _supposing: &ast::Supposing, _span: Span) -> Made<ExprId> {
        Err(Told)
    }
}
