//! Markers of which a side has so many: one is laid only while it has one left. Where an action surely lays one on what
//! it is about, it is not offered without; anywhere else laying one that is not there is a fault.

use crate::diag::says;
use crate::translate::builder::Made;
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::{SIDE, Stored};
use crate::translate::writer::{Lines, Source, Writer};
use wgr_grammar::ast::{self, ExprKind};
use wgr_runtime::ir::{BinaryOp, Block, CellId, Expr, ExprId, FaultText, FoldOp, StmtKind, UnaryOp};

impl<'a> Writer<'_, 'a> {
    /// A fault where the pool is empty.
    pub(super) fn pool(&mut self, place: &ast::Expr, value: &ast::Expr, lines: &mut Lines) -> Made<()> {
        let (Some((marker, _)), false) = (self.pooled(place), matches!(value.kind, ExprKind::No)) else {
            return Ok(());
        };
        for cond in self.pools_empty(place)? {
            let title = format!("no {} marker is left", marker.name.text);
            let site = self.m.site(self.file, &marker.cases, &title);
            let fail = self.stmt(StmtKind::Fail { site, text: FaultText::Rule });
            lines.0.push(self.stmt(StmtKind::If { cond, then: Block(vec![fail]), other: Block::default() }));
        }
        Ok(())
    }

    /// Conditions under which there is a marker for this place.
    pub(super) fn pool_left(&mut self, place: &ast::Expr) -> Made<Vec<ExprId>> {
        let empty = self.pools_empty(place)?;
        Ok(empty.into_iter().map(|empty| self.unary(UnaryOp::Not, empty)).collect())
    }

    /// The marker of which this place would take one, and where it is kept.
    fn pooled(&self, place: &ast::Expr) -> Option<(&'a ast::Marker, CellId)> {
        let ExprKind::Field(_, name) = &place.kind else { return None };
        let field = self.m.world.fields.iter().find(|field| field.name == name.text)?;
        match (field.pool, field.stored) {
            (Some(marker), Stored::Cell(cell)) => Some((marker, cell)),
            _ => None,
        }
    }

    /// For each side with a pool: the piece is its own, has none yet, and all that there are lie somewhere.
    fn pools_empty(&mut self, place: &ast::Expr) -> Made<Vec<ExprId>> {
        let (Some((marker, cell)), ExprKind::Field(of, _)) = (self.pooled(place), &place.kind) else {
            return Ok(Vec::new());
        };
        let table = self.m.side_of;
        let mut found = Vec::new();
        for (side, most) in &marker.pool {
            let sides = self.m.world.enums.get(SIDE).map(|def| def.members.clone()).unwrap_or_default();
            let Some(member) = sides.iter().position(|known| *known == side.text) else {
                let at = self.place(side.span);
                return Err(self.tell(says::unknown_name("side", &side.text, &sides, at)));
            };
            let most = self.m.constant(self.file, most, 1)?;
            let piece = self.expr(of, None)?;
            let own = self.look(table, vec![piece.id]);
            let side_id = self.member(Noun::Enum(SIDE), member as i64);
            let mine = self.binary(BinaryOp::Eq, own, side_id);
            let piece = self.expr(of, None)?;
            let has = self.read(cell, vec![piece.id]);
            let bare = self.unary(UnaryOp::Not, has);
            let mine = self.binary(BinaryOp::And, mine, bare);
            let counters = self.m.counters;
            let ir = self.m.ir_type(Ty::One(Noun::Piece(self.m.world.all_pieces())));
            let var = self.local(" marked", ir, false);
            let over = self.add(Expr::All(counters));
            let (one, again) = (self.get(var), self.get(var));
            let has = self.read(cell, vec![one]);
            let whose = self.look(table, vec![again]);
            let side_id = self.member(Noun::Enum(SIDE), member as i64);
            let same = self.binary(BinaryOp::Eq, whose, side_id);
            let guard = Some(self.binary(BinaryOp::And, has, same));
            let laid = self.fold(FoldOp::Count, Source { var, over, guard }, None, None);
            let most = self.number(most, 1);
            let gone = self.binary(BinaryOp::Ge, laid, most);
            found.push(self.binary(BinaryOp::And, mine, gone));
        }
        Ok(found)
    }
}
