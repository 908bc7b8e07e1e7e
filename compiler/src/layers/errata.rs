//! Errata as they are written: which of them are to this game, and their lines.
//!
//! In: every `errata` item. Out: their lines; what is wrong with their heads. What they do to the texts: [`overlay`](super::overlay).

use super::heads::Head;
use super::{Aside, Slot};
use crate::diag::{Diagnostic, Place, says};
use crate::source::{FileId, Sources};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ItemKind};

/// Something that errata wrote or changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amended {
    pub slot: Slot,
    /// As a row carries them: `6.5`.
    pub cases: Vec<String>,
    pub title: String,
    /// The title of the errata.
    pub errata: String,
    /// What stood there before, as written; none for what is new.
    pub was: Option<String>,
    /// Nothing stands there any more.
    pub gone: bool,
    /// The line that says so.
    pub at: Place,
}

/// One line of an errata item.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) file: FileId,
    pub(super) errata: &'a ast::Text,
    pub(super) edit: &'a ast::Edit,
    /// How many lines of these errata stand before it.
    pub(super) nth: usize,
}

impl Line<'_> {
    pub(super) fn at(self, span: Span) -> Place {
        Place::new(self.file, span)
    }
}

/// The errata of a game, as they are written.
pub(super) struct Errata<'a> {
    pub(super) sources: &'a Sources,
    pub(super) files: &'a [(FileId, &'a ast::File)],
    /// The titles of those that count.
    pub(super) titles: Vec<&'a str>,
    /// The same, whole.
    pub(super) heads: Vec<Head<'a>>,
    pub(super) aside: Vec<Aside>,
    pub(super) told: Vec<Diagnostic>,
}

impl<'a> Errata<'a> {
    /// Every item of every file, as it is written.
    pub(super) fn written(&self) -> impl Iterator<Item = (FileId, &'a ast::Item)> + use<'a> {
        let files = self.files;
        files.iter().flat_map(|(file, tree)| tree.items.iter().map(|item| (*file, item)))
    }

    /// The titles of those that count and of those that lie beside the game.
    pub(super) fn known(&self) -> Vec<&'a str> {
        let beside = self.sources.lie_beside().iter().map(|(title, _)| title.as_str());
        self.titles.iter().copied().chain(beside).collect()
    }

    /// The same without one's own title.
    pub(super) fn known_but(&self, own: &str) -> Vec<&'a str> {
        self.known().into_iter().filter(|title| *title != own).collect()
    }

    /// The title of errata beside the game whose file goes by this name.
    pub(super) fn file_called(&self, name: &str) -> Option<&'a str> {
        self.sources.lie_beside().iter().find(|(_, called)| called == name).map(|(title, _)| title.as_str())
    }

    /// The lines of those errata that are to this game.
    pub(super) fn lines(&mut self) -> Vec<Line<'a>> {
        let game = self.written().find_map(|(_, item)| match &item.kind {
            ItemKind::Game(game) => Some(game),
            _ => None,
        });
        let mut found = Vec::new();
        let mut titles: Vec<(&str, Place)> = Vec::new();
        for (file, item) in self.written() {
            let ItemKind::Errata(errata) = &item.kind else { continue };
            let at = Place::new(file, errata.title.span);
            match titles.iter().find(|(known, _)| *known == errata.title.text) {
                Some((_, first)) => self.told.push(says::errata_twice(&errata.title.text, at, *first)),
                None => titles.push((&errata.title.text, at)),
            }
            if game.is_some_and(|game| self.fits(file, errata, game)) {
                self.titles.push(&errata.title.text);
                self.heads.push(Head { item: Place::new(file, item.span), errata });
                let edits = errata.edits.iter().enumerate();
                found.extend(edits.map(|(nth, edit)| Line { file, errata: &errata.title, edit, nth }));
            }
        }
        found
    }

    /// Are these errata to this game, as it is written now?
    fn fits(&mut self, file: FileId, errata: &ast::Errata, game: &ast::Game) -> bool {
        let title = game.title.as_ref().map_or("", |title| title.text.as_str());
        if errata.to.text != title {
            self.told.push(says::errata_to_other(&errata.to.text, title, Place::new(file, errata.to.span)));
            return false;
        }
        let number = |expr: &Option<ast::Expr>| expr.as_ref().map_or(Some((1, 1)), crate::translate::ratio);
        let (written, wanted) = (number(&errata.language), number(&game.language));
        if let (Some((written, _)), Some((wanted, _)), Some(expr)) = (written, wanted, &errata.language)
            && written != wanted
        {
            self.told.push(says::errata_language(written, wanted, Place::new(file, expr.span)));
            return false;
        }
        true
    }
}
