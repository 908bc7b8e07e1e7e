//! A game that stands, and its texts after an edit: which items say something else, and what is read again of them.
//!
//! In: what stood, and the game as it is written now. Out: it stands as it is written now, and where its places have moved to; or
//! nothing, where more must be read than a few rows and examples: then it is of no use any more.

use super::example::{Written, read, stand_alone, with_all_around};
use super::heard::{Extent, Heard, Part};
use super::rows::asks_otherwise;
use super::{GameTexts, Keeps, Moved, Spot, Stood, Texts};
use crate::layers::ItemAt;
use crate::source::{FileId, Sources};
use crate::translate::builder::Builder;
use crate::translate::emit;
use crate::translate::examples::{self, Examples};
use std::collections::BTreeMap;
use std::sync::Arc;
use wgr_grammar::ast::{self, ItemKind};
use wgr_grammar::{Span, TokenKind};
use wgr_runtime::engine::Counted;
use wgr_runtime::ir::FuncId;

/// Where more is other, it is another game.
const MOST_EDITED: usize = 4;

/// So many edits are kept with their texts; then all is read once.
const MOST_VERSIONS: usize = 500;

/// An item that says something else: its place among all, and as it is now.
pub(super) struct Edited<'g> {
    pub(super) item: usize,
    now: &'g ast::Item,
    spot: Spot,
    /// It says what it said before, but for numbers; and what it said when all was read.
    numbers_alone: bool,
    words_stand: bool,
}

impl<'a> Stood<'a> {
    /// It stands as it is written now.
    pub(crate) fn again(&mut self, texts: &'a Texts, game: GameTexts<'_>) -> Option<Moved> {
        let Stood { builder, scripts, keeps, .. } = self;
        let keeps = keeps.as_mut()?;
        let edited = keeps.edited(builder.sources, game)?;
        let numbers_alone = edited.iter().all(|edited| edited.numbers_alone);
        let were = keeps.put_in(builder, texts, (game.sources, &edited));
        let mut rows = Vec::new();
        let mut of_examples = false;
        for (edited, was) in edited.iter().zip(were) {
            if asks_otherwise(was, edited.now) {
                return None;
            }
            match (&was.kind, keeps.items.get(edited.item).map(|stand| &stand.item.kind)) {
                (ItemKind::Example(was), Some(ItemKind::Example(is))) if was.title.text == is.title.text => {
                    of_examples = true;
                }
                (ItemKind::Rows(_), Some(ItemKind::Rows(_))) => {
                    rows.push(keeps.rows_edit(builder, (edited.item, was))?);
                }
                _ => return None,
            }
        }
        if !rows.is_empty() {
            keeps.rows_again(builder, (&rows, numbers_alone))?;
        }
        if of_examples {
            keeps.examples_again(builder)?;
            *scripts = keeps.known.iter().map(|known| known.script.clone()).collect();
        }
        let mut moved = keeps.moved(builder.sources, game)?;
        // What names stand for is told with their places.
        let mut edited: Vec<FileId> = keeps.items.iter().flat_map(|stand| [stand.first.file, stand.now.file]).collect();
        edited.sort_unstable();
        edited.dedup();
        edited.retain(|file| moved.loses_some(*file));
        if !edited.is_empty() {
            builder.said.get_mut().noted.each_place(&mut |at| {
                if edited.contains(&at.file) {
                    let mut at = *at;
                    moved.place(&mut at);
                }
            });
        }
        moved.is_whole().then_some(moved)
    }
}

impl<'a> Keeps<'a> {
    /// The few items that say something else; none where more is other.
    fn edited<'g>(&self, sources: &Sources, game: GameTexts<'g>) -> Option<Vec<Edited<'g>>> {
        let GameTexts { sources: now, trees, overlay, starts, ledger: _ } = game;
        let same_files = sources
            .iter()
            .map(|(file, source)| (file, &source.path))
            .eq(now.iter().map(|(file, source)| (file, &source.path)));
        let same = same_files
            && sources.versions() < MOST_VERSIONS
            && self.starts == starts
            && sources.lie_beside() == now.lie_beside()
            && overlay.amended.is_empty()
            && overlay.told.is_empty()
            && self.aside.iter().eq(overlay.aside.iter().map(|aside| &aside.title))
            && trees.iter().map(|(_, tree)| tree.items.len()).sum::<usize>() == self.items.len();
        if !same {
            return None;
        }
        let mut edited = Vec::new();
        let mut items = self.items.iter().enumerate();
        for (file, tree) in trees {
            let text = now.get(*file).map_or("", |source| source.text.as_str());
            for ((item, all), (nth, stand)) in with_all_around(text, tree).zip(items.by_ref()) {
                let spot = Spot { file: *file, item: item.span, all };
                if stand.first.file != *file || stand.at != now.pos(spot.place()) {
                    return None;
                }
                let (was, is) = (sources.text(stand.now.all()), now.text(spot.all()));
                if was != is && !same_code(was, is) {
                    let numbers_alone = but_numbers(was).eq(but_numbers(is));
                    let words_stand = if stand.words_stand {
                        numbers_alone
                    } else {
                        but_numbers(sources.text(stand.first.all())).eq(but_numbers(is))
                    };
                    edited.push(Edited { item: nth, now: item, spot, numbers_alone, words_stand });
                }
            }
        }
        (edited.len() <= MOST_EDITED).then_some(edited)
    }

    /// Items that say something else take the place of those that stood. What these were.
    fn put_in(
        &mut self,
        builder: &mut Builder<'a>,
        texts: &'a Texts,
        (now, edited): (&Sources, &[Edited<'_>]),
    ) -> Vec<&'a ast::Item> {
        if edited.is_empty() {
            return Vec::new();
        }
        let mut sources = builder.sources.clone();
        let mut versions: BTreeMap<FileId, FileId> = BTreeMap::new();
        for edited in edited {
            let file = edited.spot.file;
            if let Some(text) = now.get(file) {
                versions.entry(file).or_insert_with(|| sources.add_version(file, text));
            }
        }
        builder.sources = texts.later(sources);
        let mut gone = Vec::new();
        for edited in edited {
            let (Some(stand), Some(version)) = (self.items.get_mut(edited.item), versions.get(&edited.spot.file))
            else {
                continue;
            };
            let (was, is) = (stand.item, texts.item(edited.now.clone()));
            stand.item = is;
            stand.now = Spot { file: *version, ..edited.spot };
            stand.words_stand = edited.words_stand;
            gone.push(was);
            if let Some(written) = Arc::make_mut(&mut builder.written).get_mut(edited.item) {
                *written = (*version, is);
            }
            // An item that others were laid into is none of these.
            if let Some(counts) = Arc::make_mut(&mut builder.items).iter_mut().find(|one| std::ptr::eq(one.item, was)) {
                let rows = counts.rows.iter().map(|row| crate::layers::RowAt { file: *version, ..row.clone() });
                *counts = ItemAt { file: *version, item: is, rows: texts.rows(rows.collect()), ..*counts };
            }
        }
        gone
    }

    /// Where everything stands now.
    fn moved(&self, sources: &Sources, game: GameTexts<'_>) -> Option<Moved> {
        let mut moved = Moved::of(sources);
        let mut items = self.items.iter();
        for (file, tree) in game.trees {
            let source = game.sources.get(*file)?;
            for ((item, all), stand) in with_all_around(&source.text, tree).zip(items.by_ref()) {
                let now = Spot { file: *file, item: item.span, all };
                let mut spot = |was: Spot| {
                    let (text, is) = (sources.text(was.all()), game.sources.text(now.all()));
                    if text == is {
                        moved.stands(was.place(), now.place());
                    } else if same_code(text, is) {
                        moved.has_other_remarks((was.place(), was.all, text), (now.all(), is));
                    } else {
                        moved.is_edited((was.place(), was.all, text), (now.all(), is));
                    }
                };
                spot(stand.now);
                if stand.first != stand.now {
                    spot(stand.first);
                }
            }
        }
        Some(moved.ordered())
    }

    /// Examples that say something else, or go on from something else, are read; their functions take the place of those that they
    /// had.
    fn examples_again(&mut self, builder: &mut Builder<'a>) -> Option<()> {
        let written = super::example::written(builder.sources, &self.items);
        // Each stands where it stood among those that are played; of two of one title nobody knows which.
        let mut by_title: BTreeMap<&str, (FileId, &'a ast::Example)> = BTreeMap::new();
        for stand in &self.items {
            if let ItemKind::Example(example) = &stand.item.kind
                && by_title.insert(&example.title.text, (stand.now.file, example)).is_some()
            {
                return None;
            }
        }
        for played in &mut self.examples {
            *played = *by_title.get(played.1.title.text.as_str())?;
        }
        let examples = std::mem::take(&mut self.examples);
        let mut reader = Examples::new(builder, &examples);
        let mut first = self.rules;
        for at in 0..self.known.len() {
            let (place, goes_on) = reader.next(builder)?;
            let written: &Written<'a> = written.get(&place)?;
            let known = self.known.get(at)?;
            if known.is(written, goes_on, first) {
                reader.is_read();
                first = known.end;
                continue;
            }
            let new = self.example_again(builder, &mut reader, (at, written.head(goes_on, first)))?;
            first = new.end;
            if let Some(known) = self.known.get_mut(at) {
                *known = new;
            }
        }
        self.examples = examples;
        self.marks.put(&mut builder.said.borrow_mut(), Part::Cited, Heard::default());
        let before = Extent::of(&builder.said());
        examples::cited(builder, &self.carried);
        let cited = Heard::taken_since(before, &mut builder.said());
        self.marks.put(&mut builder.said.borrow_mut(), Part::Cited, cited);
        Some(())
    }

    /// An example that is another than it was. None where more than its own functions hang on it.
    fn example_again(
        &mut self,
        builder: &mut Builder<'a>,
        reader: &mut Examples<'_, '_>,
        (at, head): (usize, super::example::Head),
    ) -> Option<super::example::Known> {
        let before = self.known.get(at)?;
        let own = head.first..before.end;
        if !before.alone || before.head.first != head.first {
            return None;
        }
        self.marks.put(&mut builder.said.borrow_mut(), Part::Example(at), Heard::default());
        let mut gone = builder.program.funcs.split_off(own.start);
        let behind = gone.split_off(own.len().min(gone.len()));
        builder.gives_up(gone.iter().map(|func| func.name.as_str()));
        for id in own.clone() {
            builder.along.remove(&Counted::Answer(FuncId::new(id)));
        }
        let extent = Extent::of(&builder.said());
        let known = read(builder, reader, head);
        let heard = Heard::taken_since(extent, &mut builder.said());
        self.marks.put(&mut builder.said.borrow_mut(), Part::Example(at), heard);
        if known.end != own.end {
            return None;
        }
        builder.program.funcs.append(&behind);
        let added = emit::functions(builder);
        (known.alone && stand_alone(builder, own, self.rules, &added)).then_some(known)
    }
}

/// What a text says, its numbers aside.
fn but_numbers(text: &str) -> impl Iterator<Item = &str> {
    let tokens = wgr_grammar::tokens(text).into_iter();
    let said = tokens.filter(|token| !matches!(token.kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment));
    said.map(|token| if token.kind == TokenKind::Number { "" } else { token.span.of(text) })
}

/// Does the same stand in each line, but for remarks? What stands above an item and is shown with it is no remark.
fn same_code(was: &str, is: &str) -> bool {
    code(was) == code(is)
}

/// The lines of a text without their remarks.
fn code(text: &str) -> Vec<&str> {
    let (mut lines, mut from, mut to) = (Vec::new(), 0, 0);
    let line = |from: u32, to: u32| text.get(from as usize..to as usize).unwrap_or_default().trim_end();
    for token in wgr_grammar::tokens(text) {
        let Span { start, end } = token.span;
        match token.kind {
            TokenKind::Newline => {
                lines.push(line(from, to));
                (from, to) = (end, end);
            }
            TokenKind::Comment if !text.get(start as usize..).is_some_and(|rest| rest.starts_with("///")) => {}
            _ => to = end,
        }
    }
    lines.push(line(from, to));
    lines
}
