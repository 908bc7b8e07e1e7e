//! Copies of expressions. An expression stands in one place and a local is declared in one place, so what is
//! needed twice is copied, with new locals for all that it declares.
//!
//! Recursion is as deep as expressions and blocks are nested, which the verifier bounds.

use std::collections::BTreeMap;

use wgr_runtime::ir::{Block, ExprId, LocalId};

use super::build::Emit;
use super::walk::{Part, expr_parts, stmt_parts};

/// What a local is called where the copy stands.
pub(super) type Renames = BTreeMap<LocalId, LocalId>;

impl Emit<'_> {
    pub(super) fn copy(&mut self, id: ExprId, renames: &mut Renames) -> ExprId {
        let Some(mut node) = self.func.exprs.get(id.index()).cloned() else { return id };
        expr_parts(&mut node.expr, &mut |part| self.copy_part(part, renames));
        self.func.add_expr(node.expr, node.at)
    }

    fn copy_block(&mut self, block: &mut Block, renames: &mut Renames) {
        for stmt in &mut block.0 {
            stmt_parts(&mut stmt.kind, &mut |part| self.copy_part(part, renames));
        }
    }

    fn copy_part(&mut self, part: Part<'_>, renames: &mut Renames) {
        match part {
            Part::Expr(id) => *id = self.copy(*id, renames),
            Part::Local(local) => *local = renames.get(local).copied().unwrap_or(*local),
            Part::Declared(local) => *local = self.rename(*local, renames),
            Part::Block(block) => self.copy_block(block, renames),
            Part::Callee(_) => {}
        }
    }

    /// A new local like this one, which stands for it from here on.
    pub(super) fn rename(&mut self, local: LocalId, renames: &mut Renames) -> LocalId {
        let Some(old) = self.func.locals.get(local.index()).cloned() else { return local };
        let new = self.new_local(&old.name, old.ty, old.hidden);
        renames.insert(local, new);
        new
    }
}
