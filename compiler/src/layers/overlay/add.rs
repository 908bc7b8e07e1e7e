//! Where errata put what is new.
//!
//! In: a line that adds something, and the texts as they are printed. Out: the item that it goes into, and where in it; or
//! what is wrong with the line.

use super::super::errata::Line;
use super::super::printed::printed;
use super::super::slot::Slot;
use super::find::{Found, Named, Texts};
use crate::diag::{Place, says};
use crate::source::FileId;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Beside, EditKind, ItemKind, Thing};

/// Something new, and where it goes.
pub(super) struct Added<'t> {
    pub(super) file: FileId,
    pub(super) item: &'t ast::Item,
    /// Its words, where they are written.
    pub(super) what: Place,
    pub(super) beside: Side,
    pub(super) slot: Slot,
}

/// Where in an item.
pub(super) enum Side {
    End,
    /// Behind the clauses of a row.
    Within(Span),
    /// Behind this, or before it.
    Of(Span, bool),
    /// Behind a comma.
    List(u32),
}

impl<'t> Texts<'t> {
    /// Where something is added: in the file, behind these.
    pub(super) fn place_to_add(&mut self, line: Line<'_>) -> Option<Added<'t>> {
        match &line.edit.kind {
            EditKind::Add { to, row } => {
                let named = self.items().filter(|(_, item)| match &item.kind {
                    ItemKind::Rows(rows) => rows.name.text == to.text,
                    _ => false,
                });
                let named: Vec<(FileId, &ast::Item)> = named.collect();
                match named.as_slice() {
                    [(file, item)] => {
                        let at = line.at(row.span);
                        Some(Added { file: *file, item, what: at, beside: Side::End, slot: Slot::row(&to.text, row) })
                    }
                    // `add to Terrain no`: what may be a row may be a line of something else, too.
                    [] => self.line_to_add(line, to, None, line.at(row.span)),
                    // Which of two is meant nobody knows, and that there are two is told.
                    _ => None,
                }
            }
            EditKind::AddLine { to: Thing { title: Some(title), cases, .. }, beside: None, line: words } => {
                let named = Named { cases, title };
                let rows = self.titled(named).into_iter().filter(Found::is_row).collect();
                let row = self.only(line, named, rows)?;
                let (what, slot) = (line.at(words.span), row.slot.clone());
                Some(Added { file: row.file, item: row.item, what, beside: Side::Within(row.span), slot })
            }
            EditKind::AddLine { to, beside, line: words } => {
                let Some(of) = &to.of else {
                    self.told.push(says::errata_adds_beside(line.at(to.span)));
                    return None;
                };
                self.line_to_add(line, of, beside.as_ref(), line.at(words.span))
            }
            _ => None,
        }
    }

    /// A line of an item.
    fn line_to_add(
        &mut self,
        line: Line<'_>,
        to: &ast::Name,
        beside: Option<&Beside>,
        what: Place,
    ) -> Option<Added<'t>> {
        let named = self.listed(&to.text).filter_map(|(file, item, all)| {
            let whole = all.iter().any(|one| one.span == item.span && one.slot.is_named(&to.text));
            whole.then_some((file, item))
        });
        let named: Vec<(FileId, &ast::Item)> = named.collect();
        let (file, item) = match named.as_slice() {
            [one] => *one,
            [] => {
                if beside.is_none()
                    && let Some(added) = self.feature(to, what)
                {
                    return Some(added);
                }
                if !self.is_broken(&to.text) {
                    let rows_alone = matches!(line.edit.kind, EditKind::Add { .. });
                    let names = self.items().filter(|(_, item)| !rows_alone || matches!(item.kind, ItemKind::Rows(_)));
                    let names =
                        names.filter_map(|(_, item)| printed(item, None).first().map(|one| one.slot.of().to_owned()));
                    let names: Vec<String> = names.collect();
                    let at = line.at(to.span);
                    let sums = self.items().filter_map(|(_, item)| match &item.kind {
                        ItemKind::Rows(rows) => Some(rows).filter(|rows| adds(rows)).map(|rows| rows.name.text.clone()),
                        _ => None,
                    });
                    let sums: Vec<String> = sums.collect();
                    self.told.push(if rows_alone {
                        says::unknown_rows(&to.text, (&names, &sums), at)
                    } else {
                        says::unknown_name("item", &to.text, &names, at)
                    });
                }
                return None;
            }
            _ => return None,
        };
        let slot = Slot::whole(&to.text);
        let Some(beside) = beside else {
            return Some(Added { file, item, what, beside: Side::End, slot });
        };
        let all = self.things(line, &beside.what);
        let own: Vec<&Found<'_>> = all.iter().filter(|one| std::ptr::eq(one.item, item)).collect();
        match own.as_slice() {
            [one] => Some(Added { file, item, what, beside: Side::Of(one.span, beside.after), slot }),
            [] if all.is_empty() => None,
            _ => {
                let (at, called) = (line.at(beside.what.span), self.text_of(line, &beside.what));
                self.told.push(says::errata_not_once(&called, &to.text, own.len(), at));
                None
            }
        }
    }

    /// To what a map says of hexes or hexsides: one more of them, or one more letter where it is drawn.
    fn feature(&self, to: &ast::Name, what: Place) -> Option<Added<'t>> {
        let maps = self.items().filter_map(|(file, item)| match &item.kind {
            ItemKind::Map(map) => Some((file, item, map)),
            _ => None,
        });
        let mut found = None;
        for (file, item, map) in maps {
            for line in &map.lines {
                let end = match line {
                    ast::MapLine::Grid(grid) if grid.feature.text == to.text => {
                        grid.key.last().map(|key| key.member.span.end)
                    }
                    ast::MapLine::Hexes { span, feature, .. } | ast::MapLine::Hexsides { span, feature, .. }
                        if feature.text == to.text =>
                    {
                        Some(span.end)
                    }
                    _ => None,
                };
                let slot = Slot::whole(&to.text);
                found = found.or(end.map(|end| Added { file, item, what, beside: Side::List(end), slot }));
            }
        }
        found
    }
}

/// Do rows of it add something?
fn adds(rows: &ast::Rows) -> bool {
    let adds = |row: &ast::Row| matches!(row.verdict.kind, ast::VerdictKind::Plus(_) | ast::VerdictKind::Minus(_));
    rows.kind == ast::RowsKind::Value && rows.rows.iter().any(adds)
}
