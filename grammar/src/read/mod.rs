//! From shells to items. In: a shell and the text. Out: an item, and a fault for each thing that is wrong with it.
//!
//! What the item is, its keyword says; each kind has a reader. A reader asks the grammar (`pest/`) for the parts of a
//! head or a line, and takes them in the order in which the rule gives them.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "pest makes one enum of all rules; a part holds only a few of them"
)]

mod action;
mod check;
mod cx;
mod errata;
mod example;
mod expr;
mod game;
mod map;
mod mend;
mod names;
mod order;
mod pairs;
mod picks;
mod piece;
mod row;
mod rows;
mod scene;
mod series;
mod simple;
mod slip;
mod spoken;
mod stmt;
mod supposing;
mod table;
mod types;
mod ways;
mod words;

use crate::ast::{Far, Item, ItemKind, Meaning, Name, Shift, Words};
use crate::fault::{Context, FaultKind, SyntaxFault};
use crate::line::Lines;
use crate::mended::{Mend, Mended};
use crate::near::nearest;
use crate::shell::{Shell, cut, doc_text};
use crate::source::Source;
use crate::token::TokenKind;
use crate::words::{item_word, item_words};
pub use names::is_case;

use cx::Cx;

/// Reads one item.
pub(crate) fn item(source: &Source<'_>, shell: &Shell, faults: &mut Vec<SyntaxFault>) -> Item {
    let first = faults.len();
    let mut cx = Cx::new(source, faults);
    let doc = shell.doc.iter().map(|span| doc_text(source.text, *span)).collect();
    let kind = match shell.keyword {
        Some(keyword) => read(&mut cx, shell, keyword).unwrap_or_else(|| broken(source, shell)),
        None => meant(source, shell).unwrap_or_else(|| broken(source, shell)),
    };
    if shell.keyword.is_some() && shell.strays.is_empty() {
        trailing(&mut cx, shell);
    }
    let kind = match faults.get_mut(first..) {
        Some(told) if !told.is_empty() => as_mended(source, shell, told).unwrap_or(kind),
        Some(_) | None => kind,
    };
    Item { span: shell.span, head: shell.head, doc, kind, words: words(source, shell), meaning: Meaning::default() }
}

fn words(source: &Source<'_>, shell: &Shell) -> Words {
    let words = shell.tokens.clone().filter(|at| source.kind(*at) == Some(TokenKind::Word));
    let behind_dot = |at: usize| at.checked_sub(1).and_then(|before| source.kind(before)) == Some(TokenKind::Dot);
    Words::new(words.filter_map(|at| Some((source.word(at), source.token(at)?.span, behind_dot(at)))))
}

/// An item whose first word is nearly an item's keyword, and that reads well as that item: its names are known, so nothing but
/// the word is wrong.
fn meant(source: &Source<'_>, shell: &Shell) -> Option<ItemKind> {
    let word = source.word(shell.tokens.start);
    nearest(word, item_words()).into_iter().find_map(|near| {
        let mut faults = Vec::new();
        let mut cx = Cx::new(source, &mut faults);
        let shell = Shell { keyword: item_word(near), ..shell.clone() };
        let item = read(&mut cx, &shell, shell.keyword?)?;
        trailing(&mut cx, &shell);
        faults.is_empty().then_some(item)
    })
}

/// The item as it reads with what is surely meant in the place of what its author slipped. Changes after which it does not read
/// are forgotten. What errata do is seen far from them, so of them nothing is done that nobody has written.
fn as_mended(source: &Source<'_>, shell: &Shell, told: &mut [SyntaxFault]) -> Option<ItemKind> {
    if shell.keyword == Some("errata") {
        return None;
    }
    let sure: Vec<&Mend> = told.iter().filter_map(SyntaxFault::sure).collect();
    let mended = Mended::of(source, shell.extent(source), &sure)?;
    let now = Source::new(&mended.text);
    let mut faults = Vec::new();
    let shells = cut(&now, &mut faults);
    let [alone] = shells.as_slice() else { return forgotten(told) };
    let kind = alone.keyword.and_then(|keyword| read(&mut Cx::new(&now, &mut faults), alone, keyword));
    match kind {
        Some(mut kind) if faults.len() + sure.len() <= told.len() => {
            kind.shift(Far::Back(&mended.pieces));
            Some(kind)
        }
        Some(_) | None => forgotten(told),
    }
}

fn forgotten(told: &mut [SyntaxFault]) -> Option<ItemKind> {
    told.iter_mut().for_each(|fault| fault.mends.clear());
    None
}

/// An item whose head cannot be read keeps the name that it seems to have.
fn broken(source: &Source<'_>, shell: &Shell) -> ItemKind {
    let keyword = source.word(shell.tokens.start).to_owned();
    let second = source.begun(shell.tokens.start + 1, shell.tokens.end);
    let word = source.token(second).filter(|token| token.kind == TokenKind::Word && second < shell.tokens.end);
    let name = word.map(|token| Name { text: token.span.of(source.text).to_owned(), span: token.span });
    ItemKind::Broken { keyword, name }
}

/// What stands behind the last brace of an item.
fn trailing(cx: &mut Cx<'_, '_>, shell: &Shell) {
    let behind = cx.source.begun(shell.close + 1, shell.tokens.end);
    if shell.open.is_some()
        && behind < shell.tokens.end
        && let Some(token) = cx.source.token(behind)
    {
        let context = Context::Head(shell.keyword.unwrap_or_default());
        let found = token.span.of(cx.source.text).to_owned();
        cx.fault(token.span, FaultKind::Unexpected { context, expected: vec!["a new line".to_owned()], found });
    }
}

fn read(cx: &mut Cx<'_, '_>, shell: &Shell, keyword: &'static str) -> Option<ItemKind> {
    match keyword {
        "game" => game::game(cx, shell),
        "measure" => simple::measure(cx, shell),
        "scale" => simple::scale(cx, shell),
        "enum" => simple::enum_item(cx, shell),
        "piece" => piece::piece(cx, shell),
        "marker" => piece::marker(cx, shell),
        "kind" => simple::kind(cx, shell),
        "state" => simple::state(cx, shell),
        "box" => simple::box_item(cx, shell),
        "series" => series::series(cx, shell),
        "hole" => series::hole(cx, shell),
        "value" | "fact" | "permit" | "zone" | "course" | "path" | "knowledge" | "obligation" | "victory" => {
            rows::rows_item(cx, shell, keyword)
        }
        "also" => rows::also(cx, shell),
        "table" => table::table(cx, shell),
        "notation" => simple::notation(cx, shell),
        "purchase" => action::purchase(cx, shell),
        "limit" => simple::limit(cx, shell),
        "option" => simple::option(cx, shell),
        "action" => action::action(cx, shell),
        "procedure" => action::procedure(cx, shell),
        "rule" => action::whenever(cx, shell),
        "sequence" => action::sequence(cx, shell),
        "map" => map::map(cx, shell),
        "look" => simple::look(cx, shell),
        "order" => order::order(cx, shell),
        "scene" | "scenario" => scene::scene(cx, shell, keyword == "scenario"),
        "example" => example::example(cx, shell),
        "ruling" => simple::ruling(cx, shell),
        "never" => simple::never(cx, shell),
        "allow" => simple::allow(cx, shell),
        "errata" => errata::errata(cx, shell),
        _ => None,
    }
}

/// An item that takes no braces.
fn no_braces(cx: &mut Cx<'_, '_>, shell: &Shell) {
    if let Some(token) = shell.open.and_then(|open| cx.source.token(open)) {
        cx.fault(token.span, FaultKind::UnwantedBlock);
    }
}

/// The lines of an item whose head could not be read are still held to what they should be.
fn only_lines(cx: &mut Cx<'_, '_>, shell: &Shell, how: Lines) -> Option<crate::line::Nodes> {
    shell.open.is_some().then(|| cx.body(shell, how))
}
