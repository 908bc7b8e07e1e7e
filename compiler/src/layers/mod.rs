//! The texts of a game as they count: errata are edits of texts, and rows of other chapters stand in their items.
//!
//! In: the texts and trees of all files. Out: [`Overlay`]: the texts with their errata in them, read again; then
//! [`Laid`]: the items without `also`, for its rows stand in the items that they are to; and everything that is wrong with
//! it. Promises: nothing is known here but texts and trees; what nothing is laid into is what was read; the order of files
//! means nothing beyond the order of rows.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "items and slots have many forms and most places care for one; `printed` lists all items"
)]

mod aside;
mod bake;
mod blame;
mod changes;
mod errata;
mod heads;
mod like;
mod meaning;
mod origins;
mod overlay;
mod printed;
mod results;
mod slot;

pub use aside::Aside;
pub use bake::{Baked, baked};
pub(crate) use blame::blame;
pub use changes::{Change, changes};
pub use errata::Amended;
pub(crate) use meaning::same_verdict;
pub use origins::{Origin, OriginPart, origins};
pub(crate) use overlay::{Overlay, over};
pub(crate) use results::{ResultPart, came_out, does, made, printed_names};
pub use slot::Slot;

use crate::diag::{Diagnostic, Place, says};
use crate::source::{FileId, Sources};
use std::borrow::Cow;
use wgr_grammar::ast::{self, ItemKind};

/// What counts of the texts of a game.
pub(crate) struct Laid<'a> {
    pub(crate) items: Vec<LaidItem<'a>>,
    pub(crate) told: Vec<Diagnostic>,
}

/// An item as it counts.
pub(crate) struct LaidItem<'a> {
    pub(crate) file: FileId,
    pub(crate) item: Cow<'a, ast::Item>,
    /// By row, of an item that has some: where it stands.
    pub(crate) rows: Vec<RowAt>,
    /// Other rows should be among them, and whose they are could not be told.
    pub(crate) lacks_rows: bool,
}

/// The same, for as long as its texts stand.
#[derive(Clone, Copy)]
pub(crate) struct ItemAt<'a> {
    pub(crate) file: FileId,
    pub(crate) item: &'a ast::Item,
    pub(crate) rows: &'a [RowAt],
    pub(crate) lacks_rows: bool,
}

/// Where a row stands.
#[derive(Clone, Debug)]
pub(crate) struct RowAt {
    pub(crate) file: FileId,
    /// The scenarios that it belongs to.
    pub(crate) layer: Option<ast::Layer>,
}

impl LaidItem<'_> {
    /// The rows of an item that has some.
    fn rows(&self) -> Option<&ast::Rows> {
        rows_of(&self.item)
    }

    /// The same, to be changed, with where each stands.
    fn rows_mut(&mut self) -> Option<(&mut ast::Rows, &mut Vec<RowAt>)> {
        match &mut self.item.to_mut().kind {
            ItemKind::Rows(rows) => Some((rows, &mut self.rows)),
            _ => None,
        }
    }
}

fn rows_of(item: &ast::Item) -> Option<&ast::Rows> {
    match &item.kind {
        ItemKind::Rows(rows) => Some(rows),
        _ => None,
    }
}

/// Lays rows of other chapters into their items.
pub(crate) fn lay<'a>(written: &[(FileId, &'a ast::Item)]) -> Laid<'a> {
    // Items are big: the list is not to grow step by step.
    let mut layers = Layers { written, items: Vec::with_capacity(written.len()), told: Vec::new() };
    for (file, item) in written.iter().copied() {
        if !matches!(item.kind, ItemKind::Also(_) | ItemKind::Errata(_)) {
            let own = |rows: &ast::Rows| vec![RowAt { file, layer: rows.layer.clone() }; rows.rows.len()];
            let rows = rows_of(item).map_or_else(Vec::new, own);
            if !layers.joined(file, item, &rows) {
                layers.items.push(LaidItem { file, item: Cow::Borrowed(item), rows, lacks_rows: false });
            }
        }
    }
    layers.also();
    like::lay(&mut layers);
    results::lay(&mut layers);
    let Layers { items, told, .. } = layers;
    Laid { items, told }
}

/// What the first line of an errata item says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrataHead {
    pub title: String,
    /// `correction`
    pub kind: Option<&'static str>,
    pub source: Option<String>,
    pub date: Option<String>,
}

impl ErrataHead {
    /// As a sheet heads itself: `"Errata of the magazine", correction of 27 October 2015, the publisher`.
    pub fn told(&self) -> String {
        let date = self.date.as_ref().filter(|date| !self.title.contains(date.as_str()));
        let date = date.map_or_else(String::new, |date| format!("of {date}"));
        let kind = format!("{} {date}", self.kind.unwrap_or_default()).trim().to_owned();
        let parts = [format!("\"{}\"", self.title), kind, self.source.clone().unwrap_or_default()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<String>>().join(", ")
    }
}

/// The heads of the errata in a text, whatever else is wrong with it.
pub fn errata_of(text: &str) -> Vec<ErrataHead> {
    let items = wgr_grammar::parse(text).into_items().into_iter();
    let heads = items.filter_map(|item| match item.kind {
        ItemKind::Errata(errata) => Some(ErrataHead {
            title: errata.title.text,
            kind: errata.kind.map(|kind| kind.sort.word()),
            source: errata.source.map(|source| source.text),
            date: errata.date.map(|date| date.text),
        }),
        _ => None,
    });
    heads.collect()
}

/// The slots of everything that a game prints, in the order of its texts, each with its place.
pub fn slots(sources: &Sources) -> Vec<(Slot, Place)> {
    let parsed: Vec<(FileId, wgr_grammar::Parsed)> =
        sources.iter().map(|(file, source)| (file, wgr_grammar::parse(&source.text))).collect();
    let items = || parsed.iter().flat_map(|(file, parsed)| parsed.file.items.iter().map(|item| (*file, item)));
    let hexes = items().find_map(|(_, item)| match &item.kind {
        ItemKind::Game(game) => game.hexes.as_ref(),
        _ => None,
    });
    let all = items().flat_map(|(file, item)| printed::printed(item, hexes).into_iter().map(move |one| (one, file)));
    let told = printed::told_apart(all.collect());
    told.into_iter().map(|(slot, span, file)| (slot, Place::new(file, span))).collect()
}

/// Rows that stand elsewhere, behind those of an item.
fn put_in(
    (rows, at): (&mut ast::Rows, &mut Vec<RowAt>),
    groups: &[ast::Group],
    more: &[ast::Row],
    more_at: impl Iterator<Item = RowAt>,
) {
    let offset = rows.groups.len() as u32;
    rows.groups.extend(groups.iter().cloned());
    at.extend(more_at);
    rows.rows.extend(more.iter().map(|row| {
        let mut row = row.clone();
        row.group = row.group.map(|group| group + offset);
        row
    }));
}

/// The enum that a victory answers with.
fn grades(victory: &ast::Rows) -> Option<&str> {
    match victory.result.as_ref().map(|ty| &ty.kind) {
        Some(ast::TypeKind::Named(name)) => Some(&name.text),
        _ => None,
    }
}

/// Every item of every file, as it is written.
pub(crate) fn written<'a>(files: &[(FileId, &'a ast::File)]) -> Vec<(FileId, &'a ast::Item)> {
    files.iter().flat_map(|(file, tree)| tree.items.iter().map(|item| (*file, item))).collect()
}

struct Layers<'w, 'a> {
    /// Every item, as it is written.
    written: &'w [(FileId, &'a ast::Item)],
    items: Vec<LaidItem<'a>>,
    told: Vec<Diagnostic>,
}

impl Layers<'_, '_> {
    /// Rows that stand in another chapter.
    fn also(&mut self) {
        for (file, item) in self.written.iter().copied() {
            let ItemKind::Also(also) = &item.kind else { continue };
            let Some(into) = self.rows_named(file, &also.target) else { continue };
            let at = RowAt { file, layer: also.layer.clone() };
            put_in(into, &also.groups, &also.rows, also.rows.iter().map(|_| at.clone()));
        }
    }

    /// `victory` of one scenario beside `victory` of another is one question.
    fn joined(&mut self, file: FileId, item: &ast::Item, at: &[RowAt]) -> bool {
        let of_scenarios = |item: &'_ ast::Item| match &item.kind {
            ItemKind::Rows(rows) => rows.kind == ast::RowsKind::Victory && rows.layer.is_some(),
            _ => false,
        };
        let ItemKind::Rows(rows) = &item.kind else { return false };
        if !of_scenarios(item) {
            return false;
        }
        let Some(first) = self.items.iter_mut().find(|laid| of_scenarios(&laid.item)) else { return false };
        let first_at = Place::new(first.file, first.item.head);
        let Some((into, into_at)) = first.rows_mut() else { return false };
        if grades(into) != grades(rows) {
            self.told.push(says::victories_differ(Place::new(file, item.head), first_at));
        }
        into.cases.extend(rows.cases.iter().cloned());
        put_in((into, into_at), &rows.groups, &rows.rows, at.iter().cloned());
        true
    }

    /// The item of this name that has rows; told if there is none.
    fn rows_named(&mut self, file: FileId, name: &ast::Name) -> Option<(&mut ast::Rows, &mut Vec<RowAt>)> {
        let named = |item: &LaidItem<'_>| item.rows().is_some_and(|rows| rows.name.text == name.text);
        let mut found = (0..self.items.len()).filter(|at| self.items.get(*at).is_some_and(named));
        match (found.next(), found.next()) {
            (Some(at), None) => self.items.get_mut(at).and_then(LaidItem::rows_mut),
            // Which of two is meant nobody knows, and that there are two is told.
            (Some(_), Some(_)) => None,
            (None, _) => {
                if !self.is_broken(&name.text) {
                    let rows = self.items.iter().filter_map(LaidItem::rows);
                    let names: Vec<String> = rows.map(|rows| rows.name.text.clone()).collect();
                    let at = Place::new(file, name.span);
                    let action = self.items.iter().any(|laid| {
                        matches!(&laid.item.kind, ast::ItemKind::Action(action) if action.name.text == name.text)
                    });
                    self.told.push(if action {
                        says::also_of_an_action(&name.text, at)
                    } else {
                        says::unknown_rows(&name.text, (&names, &names), at)
                    });
                }
                None
            }
        }
    }

    /// Is this the name of an item that could not be read?
    fn is_broken(&self, wanted: &str) -> bool {
        self.items.iter().any(|item| match &item.item.kind {
            ItemKind::Broken { name: Some(name), .. } => name.text == wanted,
            _ => false,
        })
    }
}
