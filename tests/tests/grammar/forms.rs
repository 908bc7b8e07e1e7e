//! Every form of the language once: the source, and the tree it is read as.

use super::{FORMS, PAGES, locked};
use wgr_grammar::parse;
use wgr_tests::dump::{dump, dump_with_spans};

#[test]
fn every_form_is_read_as_its_tree() {
    for (name, text) in FORMS {
        let parsed = parse(text);
        assert!(parsed.faults.is_empty(), "{name}: {:?}", parsed.faults);
        let dumped = dump(&parsed.file);
        assert!(!dumped.contains("(broken"), "{name}: something is broken and nothing is told\n{dumped}");
        locked(name, "the source, then its tree", &format!("{text}\n----\n\n{dumped}"));
    }
}

#[test]
fn the_pages_of_a_game_are_read_without_a_fault() {
    for (name, text) in PAGES {
        let parsed = parse(text);
        assert!(parsed.faults.is_empty(), "{name}: {:?}", parsed.faults);
        assert!(!dump(&parsed.file).contains("(broken"), "{name}");
    }
}

/// The words of a tree in order: each is an atom of the dump.
#[test]
fn places_are_those_of_what_they_stand_for() {
    let text =
        "fact f(u: Unit) otherwise no {\n    6.1 \"A\" yes when u.lost + 1 > 2 steps // why\n    6.2 \"B\" no\n}\n";
    let dumped = dump_with_spans(&parse(text).file);
    locked("places", "the source, then its tree with places", &format!("{text}\n----\n\n{dumped}"));
    for place in dumped.split('@').skip(1) {
        let end = place.find([' ', ')', '\n']).unwrap_or(place.len());
        let (from, to) = place[..end].split_once("..").unwrap();
        let (from, to): (usize, usize) = (from.parse().unwrap(), to.parse().unwrap());
        let part = &text[from..to];
        assert_eq!(part.trim(), part, "a place with blanks around it: {part:?}");
        assert!(part.contains('\n') || !part.contains("//"), "a place with a comment in it: {part:?}");
    }
}
