//! What may be typed next, as far as the grammar knows it. In: the line up to the cursor, and the game. Out: words.
//! In the first column the words that begin an item; behind `exception to` and `waives` titles of rows; at the beginning
//! of a line cases of the ledger; elsewhere words of the language, names of items, sides and places.

use super::games::Game;
use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, Position, Range, TextEdit};
use std::collections::BTreeSet;
use wgr_grammar::{ITEMS, RESERVED, WordEntry};

/// `before`: the line up to the cursor, which stands at `at`.
pub(crate) fn suggest(before: &str, at: Position, game: Option<&mut Game>) -> Vec<CompletionItem> {
    if before.contains("//") {
        return Vec::new();
    }
    if before.matches('"').count() % 2 == 1 {
        return if names_rows(before) { game.map(titles).unwrap_or_default() } else { Vec::new() };
    }
    let typed = before.trim_end_matches(|sign: char| sign.is_alphanumeric() || "_.#".contains(sign));
    let word = before.get(typed.len()..).unwrap_or_default();
    if typed.is_empty() {
        return ITEMS.iter().map(known).collect();
    }
    if typed.trim().is_empty() && word.starts_with(|sign: char| sign.is_ascii_digit()) {
        return game.map(|game| cases(game, word, at)).unwrap_or_default();
    }
    RESERVED.iter().map(known).chain(game.map(names).unwrap_or_default()).collect()
}

/// `exception to "A", "`: does a title of a row stand here?
fn names_rows(before: &str) -> bool {
    let mut rest = before.rsplit_once('"').map_or("", |(rest, _)| rest).trim_end();
    while let Some(list) = rest.strip_suffix(',') {
        let Some((before, _)) = list.trim_end().strip_suffix('"').and_then(|list| list.rsplit_once('"')) else {
            return false;
        };
        rest = before.trim_end();
    }
    rest.ends_with("exception to") || rest.ends_with("waives") || rest.ends_with("applies")
}

fn known(word: &WordEntry) -> CompletionItem {
    CompletionItem {
        label: word.text.to_owned(),
        kind: Some(CompletionItemKind::KEYWORD),
        detail: Some(word.meaning.to_owned()),
        ..CompletionItem::default()
    }
}

fn plain(label: &str, kind: CompletionItemKind, detail: &str) -> CompletionItem {
    let detail = (!detail.is_empty()).then(|| detail.to_owned());
    CompletionItem { label: label.to_owned(), kind: Some(kind), detail, ..CompletionItem::default() }
}

/// The titles of rows, each once.
fn titles(game: &mut Game) -> Vec<CompletionItem> {
    let carriers = &game.outline().carriers;
    let mut seen = BTreeSet::new();
    let titled = carriers.iter().filter(|carrier| carrier.title != carrier.item && seen.insert(carrier.title.as_str()));
    titled
        .map(|row| plain(&row.title, CompletionItemKind::REFERENCE, &format!("{}, {}", row.cases.join(", "), row.item)))
        .collect()
}

/// Names of items, sides and places, each once.
fn names(game: &mut Game) -> Vec<CompletionItem> {
    let outline = game.outline();
    let of_item = |called: &str| called.split_once(' ').map(|(word, name)| (name.to_owned(), word.to_owned()));
    let items = outline.headings.iter().filter_map(|heading| of_item(&heading.called));
    let mut seen = BTreeSet::new();
    let all = items.filter(|(name, _)| !name.starts_with('"')).chain(outline.board.iter().cloned());
    all.filter(|(name, _)| seen.insert(name.clone()))
        .map(|(name, what)| plain(&name, CompletionItemKind::VALUE, &what))
        .collect()
}

/// The cases of the ledger that begin so, each with what the book says there.
fn cases(game: &Game, word: &str, at: Position) -> Vec<CompletionItem> {
    let ledger = game.loaded.as_ref().and_then(|loaded| loaded.ledger.as_ref());
    let lines = ledger.map_or(&[][..], |ledger| ledger.lines());
    // Digits, letters and dots are one unit each, so this is where the word begins.
    let start = Position { character: at.character.saturating_sub(word.chars().count() as u32), ..at };
    let fits = lines.iter().filter(|line| line.case.starts_with(word));
    fits.map(|line| {
        let edit = TextEdit { range: Range { start, end: at }, new_text: line.case.clone() };
        let text_edit = Some(CompletionTextEdit::Edit(edit));
        CompletionItem { text_edit, ..plain(&line.case, CompletionItemKind::CONSTANT, &line.statement) }
    })
    .collect()
}
