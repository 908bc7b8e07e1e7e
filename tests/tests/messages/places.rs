//! Lines, columns, and places of the machine that lead back into the right file.

use crate::place;
use proptest::prelude::*;
use wgr_compiler::Sources;
use wgr_compiler::diag::Place;
use wgr_grammar::Span;
use wgr_runtime::ir::Pos;

#[test]
fn columns_are_counted_in_letters() {
    let mut sources = Sources::new();
    let file = sources.add("a.wgr", "é \"Fôret\" x\r\nzwei");
    assert_eq!(sources.line_column(file, place(&sources, file, "x").span.start), (1, 11));
    assert_eq!(sources.line_column(file, place(&sources, file, "zwei").span.start), (2, 1));
    // Within a letter, and behind the end.
    assert_eq!(sources.line_column(file, 1), (1, 1));
    assert_eq!(sources.line_column(file, 999), (2, 5));
}

#[test]
fn a_mark_of_encoding_is_no_letter() {
    let mut sources = Sources::new();
    let file = sources.add("a.wgr", "\u{feff}game");
    assert_eq!(sources.text(place(&sources, file, "game")), "game");
    assert_eq!(place(&sources, file, "game").span, Span::new(0, 4));
}

#[test]
fn a_line_of_the_machine_names_one_file() {
    let mut sources = Sources::new();
    let first = sources.add("a.wgr", "one\ntwo\n");
    let empty = sources.add("b.wgr", "");
    let third = sources.add("c.wgr", "6.5 \"Marsh\" = 3\nlast_one");
    let marsh = place(&sources, third, "\"Marsh\"");
    let pos = sources.pos(marsh);
    // Each file has room of its own, so that a line more in one moves no other.
    assert_eq!(pos, Pos { line: 2049, column: 5 });
    assert_eq!(sources.place(pos), Some(marsh));
    let last = place(&sources, third, "last_one");
    assert_eq!(sources.place(sources.pos(last)), Some(last));
    let two = place(&sources, first, "two");
    assert_eq!(sources.place(sources.pos(two)), Some(two));
    let nothing = Place::new(empty, Span::new(0, 0));
    assert_eq!(sources.pos(nothing), Pos { line: 1025, column: 1 });
    assert_eq!(sources.place(Pos { line: 1025, column: 1 }), Some(nothing));
    assert_eq!(sources.place(Pos { line: 4, column: 1 }), None);
}

#[test]
fn what_names_no_place_is_none() {
    let mut sources = Sources::new();
    assert_eq!(sources.place(Pos { line: 1, column: 1 }), None);
    sources.add("a.wgr", "one\ntwo");
    for (line, column) in [(0, 0), (0, 1), (1, 0), (1, 5), (3, 1), (u32::MAX, u32::MAX)] {
        assert_eq!(sources.place(Pos { line, column }), None, "{line}:{column}");
    }
}

proptest! {
    /// Whatever begins a token is found again, in whichever file.
    #[test]
    fn there_and_back(texts in prop::collection::vec("[a-zé \"\n\r(.]{0,40}", 1..5)) {
        let mut sources = Sources::new();
        for text in &texts {
            sources.add("x.wgr", text.as_str());
        }
        for (file, source) in sources.iter() {
            for (at, letter) in source.text.char_indices() {
                let here = Place::new(file, Span::new(at, at));
                // A line's end has no column of its own.
                if letter == '\n' || letter == '\r' {
                    continue;
                }
                let back = sources.place(sources.pos(here));
                prop_assert_eq!(back.map(|back| (back.file, back.span.start)), Some((file, at as u32)));
            }
        }
    }
}
