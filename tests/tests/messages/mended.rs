//! What `--fix` does to a text.

use crate::{nth, place};
use proptest::prelude::*;
use wgr_compiler::diag::{Code, Diagnostic, Place};
use wgr_compiler::{FileId, Sources, apply};
use wgr_grammar::Span;

fn texts() -> (Sources, FileId, FileId) {
    let mut sources = Sources::new();
    let one = sources.add("a.wgr", "when turn == 3 and weather == fog\n");
    let two = sources.add("b.wgr", "when é == 1\n");
    (sources, one, two)
}

fn fix(certain: bool, edits: Vec<(Place, &str)>) -> Diagnostic {
    let edits = edits.into_iter().map(|(at, text)| (at, text.to_owned())).collect();
    Diagnostic::wrong(Code::Syntax, "`==` means nothing here").fix("write `is`", certain, edits)
}

#[test]
fn certain_fixes_are_made_in_every_file() {
    let (sources, one, two) = texts();
    let all = [
        fix(true, vec![(place(&sources, two, "=="), "is")]),
        fix(true, vec![(nth(&sources, one, "==", 1), "is"), (nth(&sources, one, "==", 0), "is")]),
    ];
    let mended = apply(&sources, &all);
    let expected = [(one, "when turn is 3 and weather is fog\n"), (two, "when é is 1\n")];
    assert_eq!(mended, expected.map(|(file, text)| (file, text.to_owned())));
}

#[test]
fn a_guess_is_never_made() {
    let (sources, one, _) = texts();
    assert!(apply(&sources, &[fix(false, vec![(place(&sources, one, "=="), "is")])]).is_empty());
}

#[test]
fn of_two_that_touch_the_first_is_made_and_the_other_wholly_left() {
    let (sources, one, _) = texts();
    let all = [
        fix(true, vec![(place(&sources, one, "turn == 3"), "turn is 3")]),
        fix(true, vec![(nth(&sources, one, "==", 1), "is"), (place(&sources, one, "=="), "is not")]),
    ];
    assert_eq!(apply(&sources, &all), [(one, "when turn is 3 and weather == fog\n".to_owned())]);
}

#[test]
fn two_words_put_in_at_one_place_are_not_both_put_in() {
    let (sources, one, _) = texts();
    let at = Place::new(one, Span::new(0, 0));
    let all = [fix(true, vec![(at, "a ")]), fix(true, vec![(at, "b ")])];
    assert_eq!(apply(&sources, &all)[0].1, "a when turn == 3 and weather == fog\n");
}

#[test]
fn a_place_outside_the_text_or_within_a_letter_is_left_alone() {
    let (sources, one, two) = texts();
    let places =
        [Place::new(two, Span::new(6, 7)), Place::new(one, Span::new(0, 99)), Place::new(FileId(7), Span::new(0, 0))];
    for at in places {
        assert!(apply(&sources, &[fix(true, vec![(at, "is")])]).is_empty(), "{at:?}");
    }
    let turned = Place::new(one, Span { start: 5, end: 2 });
    assert!(apply(&sources, &[fix(true, vec![(turned, "is")])]).is_empty());
}

proptest! {
    /// Letters that no fix names stay, in their order.
    #[test]
    fn no_fix_costs_a_letter_that_it_does_not_name(spans in prop::collection::vec((0_u32..30, 0_u32..4), 0..12)) {
        let text = "abcdefghijklmnopqrstuvwxyz";
        let mut sources = Sources::new();
        let file = sources.add("a.wgr", text);
        let all: Vec<Diagnostic> = spans
            .iter()
            .map(|(start, length)| fix(true, vec![(Place::new(file, Span { start: *start, end: start + length }), "-")]))
            .collect();
        let named = |at: u32| spans.iter().any(|(start, length)| (*start..start + length).contains(&at));
        let mended = apply(&sources, &all).pop().map_or(text.to_owned(), |(_, text)| text);
        let kept: String = mended.chars().filter(|letter| *letter != '-').collect();
        for (at, letter) in text.char_indices().filter(|(at, _)| !named(*at as u32)) {
            prop_assert!(kept.contains(letter), "{at}");
        }
        let mut sorted: Vec<char> = kept.chars().collect();
        sorted.sort_unstable();
        prop_assert_eq!(sorted, kept.chars().collect::<Vec<char>>());
    }
}
