//! The texts that a game was read from, with their trees. In: a game. Out: texts, items and rows that stand as long as this does.
//! Promises: what was given out stays where it is; more may come.

use super::{GameTexts, Spot, Stand, with_all_around};
use crate::layers::{ItemAt, LaidItem, RowAt};
use crate::ledger::Ledger;
use crate::source::{FileId, Sources};
use elsa::FrozenVec;
use std::borrow::Cow;
use std::sync::Arc;
use wgr_grammar::ast;

pub(crate) struct Texts {
    first: Sources,
    /// The same with later texts of some files.
    later: FrozenVec<Box<Sources>>,
    trees: Vec<(FileId, Arc<ast::File>)>,
    /// Items that stand in no tree: other rows were laid into them, or they were read later.
    items: FrozenVec<Box<ast::Item>>,
    rows: FrozenVec<Vec<RowAt>>,
    ledger: Option<Arc<Ledger>>,
    /// Items as they were before errata changed them.
    replaced: Vec<(FileId, ast::Item)>,
}

impl Texts {
    pub(super) fn of(game: GameTexts<'_>, ledger: Option<Arc<Ledger>>) -> Texts {
        let replaced = game.overlay.replaced.iter().map(|(file, item)| (*file, (*item).clone()));
        Texts {
            first: game.sources.clone(),
            later: FrozenVec::new(),
            trees: game.trees.to_vec(),
            items: FrozenVec::new(),
            rows: FrozenVec::new(),
            ledger,
            replaced: replaced.collect(),
        }
    }

    /// The texts with which it was read.
    pub(super) fn sources(&self) -> &Sources {
        &self.first
    }

    pub(super) fn ledger(&self) -> Option<&Ledger> {
        self.ledger.as_deref()
    }

    pub(in crate::translate) fn replaced(&self) -> Vec<(FileId, &ast::Item)> {
        self.replaced.iter().map(|(file, item)| (*file, item)).collect()
    }

    /// Did errata change one of them?
    pub(super) fn are_amended(&self) -> bool {
        self.trees.iter().any(|(file, _)| self.first.is_amended(*file))
    }

    /// Every item as it is written.
    pub(super) fn written(&self) -> impl Iterator<Item = (FileId, &ast::Item)> {
        self.trees.iter().flat_map(|(file, tree)| tree.items.iter().map(|item| (*file, item)))
    }

    /// The same, and where each stands.
    pub(super) fn stands(&self) -> Vec<Stand<'_>> {
        let sources = &self.first;
        let mut stands = Vec::new();
        for (file, tree) in &self.trees {
            let text = sources.get(*file).map_or("", |source| source.text.as_str());
            stands.extend(with_all_around(text, tree).map(|(item, all)| {
                let spot = Spot { file: *file, item: item.span, all };
                Stand { item, at: sources.pos(spot.place()), first: spot, now: spot, words_stand: true }
            }));
        }
        stands
    }

    /// What was laid out stands from here on.
    pub(super) fn keep<'t>(&'t self, laid: LaidItem<'t>) -> ItemAt<'t> {
        let LaidItem { file, item, rows, lacks_rows } = laid;
        let item = match item {
            Cow::Borrowed(item) => item,
            Cow::Owned(item) => self.item(item),
        };
        ItemAt { file, item, rows: self.rows(rows), lacks_rows }
    }

    pub(super) fn item(&self, item: ast::Item) -> &ast::Item {
        self.items.push_get(Box::new(item))
    }

    pub(super) fn rows(&self, rows: Vec<RowAt>) -> &[RowAt] {
        if rows.is_empty() { &[] } else { self.rows.push_get(rows) }
    }

    pub(super) fn later(&self, sources: Sources) -> &Sources {
        self.later.push_get(Box::new(sources))
    }
}
