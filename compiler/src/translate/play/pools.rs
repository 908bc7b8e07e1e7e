//! Markers of which a side has so many: one is laid only while it has one left. Where an action surely lays one on what
//! it is about, it is not offered without; anywhere else laying one that is not there is a fault.

use crate::diag::says;
use crate::hir::{Pool, Pools};
use crate::translate::builder::Made;
use crate::translate::reader::Reader;
use crate::translate::world::{SIDE, Stored};
use wgr_grammar::ast::{self, ExprKind};
use wgr_runtime::ir::CellId;

impl<'a> Reader<'_, 'a> {
    /// The pools of which one is taken where this is laid.
    pub(super) fn pools(&mut self, place: &ast::Expr, value: &ast::Expr) -> Made<Option<Pools>> {
        let (Some((marker, _)), false) = (self.pooled(place), matches!(value.kind, ExprKind::No)) else {
            return Ok(None);
        };
        let pools = self.pools_of(place)?;
        let title = format!("no {} marker is left", marker.name.text);
        let site = self.site_of(&marker.cases, &title);
        Ok(Some(Pools { site, pools }))
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

    /// Of each side with a pool.
    pub(super) fn pools_of(&mut self, place: &ast::Expr) -> Made<Vec<Pool>> {
        let (Some((marker, cell)), ExprKind::Field(of, _)) = (self.pooled(place), &place.kind) else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for (side, most) in &marker.pool {
            let sides = self.m.world.enums.get(SIDE).map(|def| def.members.clone()).unwrap_or_default();
            let Some(member) = sides.iter().position(|known| *known == side.text) else {
                let at = self.place(side.span);
                return Err(self.tell(says::unknown_name("side", &side.text, &sides, at)));
            };
            let most = self.m.constant(self.file, most, 1)?;
            let piece = self.read_expr(of, None)?;
            found.push(Pool { cell, piece, side: member as i64, most });
        }
        Ok(found)
    }
}
