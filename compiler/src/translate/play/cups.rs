//! Drawing from a cup and putting back. What is drawn is a print; a counter that nobody has drawn yet bears it from then on.

use crate::diag::says;
use crate::hir::{self, StmtKind};
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::world::Entry;
use wgr_grammar::ast;
use wgr_runtime::ir::CellId;

impl Reader<'_, '_> {
    /// `draw u from container { .. } otherwise { .. }`
    pub(super) fn draw(
        &mut self,
        var: &ast::Name,
        cup: &ast::Name,
        (block, other): (&ast::Block, Option<&ast::Block>),
        stmt: &ast::Stmt,
    ) -> Made<StmtKind> {
        let (cell, piece, title) = self.cup(cup)?;
        let Some(other) = other else {
            let at = self.place(stmt.span);
            return Err(self.tell(says::cup_may_be_empty(&cup.text, at)));
        };
        let site = self.site(stmt, &format!("a draw from {title}"));
        if self.m.world.prints.is_none() {
            return Err(ErrorReported);
        }
        let at = self.fresh_name(var)?;
        let ty = Ty::One(Noun::Piece(Kinds::of(piece)));
        let ir = self.m.ir_type(ty);
        let (drawn, then) = self.within_scope(|reader| {
            let drawn = reader.bind(&var.text, ty, ir, at);
            let mut then = hir::Block::new();
            (drawn, reader.read_lines(block, &mut then).map(|()| then))
        });
        let empty = self.read_block(other);
        let draw = hir::Draw { site, cup: cell, piece, drawn, then: then?, empty: empty? };
        Ok(StmtKind::Draw(Box::new(draw)))
    }

    /// `return u to container`
    pub(super) fn give_back(&mut self, who: &ast::Expr, cup: &ast::Name) -> Made<StmtKind> {
        let (cup, piece, _) = self.cup(cup)?;
        let who = self.read_as(who, Ty::Set(Noun::Piece(Kinds::of(piece))))?;
        Ok(StmtKind::GiveBack { who, piece, cup })
    }

    /// The cup of that name: its cell, the piece that it holds, how players call it.
    fn cup(&mut self, name: &ast::Name) -> Made<(CellId, usize, String)> {
        if let Some(Entry::Cup(index)) = self.m.world.entry(&name.text)
            && let Some(cup) = self.m.world.cups.get(index)
        {
            let title = cup.ast.title.as_ref().map_or_else(|| format!("the {}", cup.name), |title| title.text.clone());
            return Ok((cup.cell, cup.piece, title));
        }
        if self.m.world.entry(&name.text) == Some(Entry::Broken) {
            return Err(ErrorReported);
        }
        let known: Vec<String> = self.m.world.cups.iter().map(|cup| cup.name.clone()).collect();
        let at = self.place(name.span);
        Err(self.tell(says::unknown_name("cup", &name.text, &known, at)))
    }
}
