//! Reserved words, item words, and that the two lists of them are one.

use std::collections::BTreeSet;
use wgr_grammar::{FaultKind, ITEMS, MOST_NESTED, PLACED, RESERVED, free_name, is_reserved, item_word, parse};

#[test]
fn the_lists_are_sorted_so_that_words_are_found() {
    assert!(RESERVED.is_sorted_by_key(|word| word.text) && ITEMS.is_sorted_by_key(|word| word.text));
    assert!(RESERVED.iter().all(|word| is_reserved(word.text)));
    assert!(ITEMS.iter().all(|word| item_word(word.text) == Some(word.text)));
    assert!(!is_reserved("step") && !is_reserved("whenevers") && item_word("valeu").is_none());
}

/// Each word of the grammar stands in one of the lists, and the page has all of them with what they mean.
#[test]
fn every_word_of_the_grammar_is_known_and_stands_on_the_page() {
    let pest = include_str!("../../../grammar/src/pest/words.pest");
    let words = pest.lines().filter_map(|line| line.strip_prefix("k_")?.split('"').nth(1));
    let listed: BTreeSet<&str> = RESERVED.iter().chain(&ITEMS).map(|word| word.text).collect();
    let placed: BTreeSet<&str> = PLACED.iter().map(|(word, _)| *word).collect();
    let unlisted: BTreeSet<&str> = words.filter(|word| !listed.contains(word)).collect();
    assert_eq!(unlisted, placed);
    assert!(PLACED.is_sorted_by_key(|(word, _)| *word));
    let page = include_str!("../../../docs/language/words.md");
    for (word, meaning) in &PLACED {
        assert!(meaning.len() < 90 && page.contains(&format!("| `{word}` | {meaning} |\n")), "{word}");
    }
    for word in RESERVED.iter().chain(&ITEMS) {
        assert!(page.contains(&format!("| `{}` |", word.text)), "{}", word.text);
    }
}

#[test]
fn every_word_is_told_in_one_line() {
    for word in RESERVED.iter().chain(&ITEMS) {
        assert!(!word.meaning.is_empty() && word.meaning.len() < 90 && !word.meaning.contains('\n'), "{}", word.text);
    }
}

/// As a declared name each reserved word is told, once, with a name that is free; its item is read all the same.
#[test]
fn a_reserved_word_is_no_name_and_a_free_one_is_offered() {
    for word in RESERVED {
        let text = format!(
            "measure {}\nenum Size {{ small, {} }}\nfact f({}: Hex) {{ \"A\" yes }}\n",
            word.text, word.text, word.text
        );
        let parsed = parse(&text);
        let expected = FaultKind::ReservedName { word: word.text.to_owned(), free: free_name(word.text) };
        let kinds: Vec<FaultKind> = parsed.faults.into_iter().map(|fault| fault.kind).collect();
        assert_eq!(kinds, vec![expected; 3], "{}", word.text);
        assert!(!is_reserved(&free_name(word.text)));
    }
}

/// The grammar's own list refuses the same words where a name is used; `it` alone is a name there.
#[test]
fn the_grammar_reserves_the_same_words() {
    for word in RESERVED {
        let used = parse(&format!("kind K = {}\n", word.text));
        let expected = if word.text == "it" { 0 } else { 1 };
        assert_eq!(used.faults.len(), expected, "{}", word.text);
    }
    for word in ["step", "phase", "turn", "fire", "move", "lead", "others", "named", "march", "road", "units", "hex"] {
        assert!(!is_reserved(word));
        assert_eq!(parse(&format!("kind K = {word}\n")).faults, [], "{word}");
    }
    for word in ITEMS {
        if !is_reserved(word.text) {
            assert_eq!(parse(&format!("kind K = {}\n", word.text)).faults, [], "{}", word.text);
        }
    }
}

#[test]
fn nesting_is_capped_where_it_says() {
    let deep = |levels: usize| format!("fact f {{ \"A\" yes when {}a{} }}\n", "(".repeat(levels), ")".repeat(levels));
    assert_eq!(parse(&deep(MOST_NESTED as usize - 1)).faults, []);
    let faults = parse(&deep(MOST_NESTED as usize + 2)).faults;
    assert_eq!(faults.iter().map(|fault| &fault.kind).collect::<Vec<_>>(), [&FaultKind::TooDeep]);
}
