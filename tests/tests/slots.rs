//! Laws of slots: each printed thing has a name of its own, and nothing that is written elsewhere changes it.
//!
//! In: every game that is shipped, whole, with its errata.

use std::collections::BTreeSet;
use wgr_compiler::{Sources, slots};
use wgr_tests::shipped::{all, errata, shipped};

type Texts = Vec<(String, String)>;

fn texts(game: &str) -> Texts {
    shipped(game).files.into_iter().chain(errata(game)).collect()
}

fn sources(texts: &Texts) -> Sources {
    let mut sources = Sources::new();
    texts.iter().for_each(|(path, text)| {
        sources.add(path, text.as_str());
    });
    sources
}

/// Every slot, with the words that stand there.
fn printed(texts: &Texts) -> Vec<(String, String)> {
    let sources = sources(texts);
    slots(&sources).iter().map(|(slot, at)| (slot.to_string(), sources.text(*at).to_owned())).collect()
}

fn names(printed: &[(String, String)]) -> BTreeSet<String> {
    printed.iter().map(|(slot, _)| slot.clone()).collect()
}

/// The text without those items that this keeps not.
fn without(text: &str, keeps: impl Fn(usize) -> bool) -> String {
    let items = wgr_grammar::parse(text).into_items();
    let mut out = String::new();
    let mut from = 0;
    for (at, item) in items.iter().enumerate() {
        let span = item.span;
        out.push_str(&text[from..span.start as usize]);
        if keeps(at) {
            out.push_str(span.of(text));
        }
        from = span.end as usize;
    }
    out.push_str(&text[from..]);
    out
}

#[test]
fn each_printed_thing_has_a_slot_of_its_own() {
    for game in all() {
        let printed = printed(&texts(&game));
        assert!(!printed.is_empty(), "{game}");
        let mut seen = BTreeSet::new();
        for (slot, words) in &printed {
            assert!(!words.is_empty(), "{game}: {slot} stands nowhere");
            assert!(seen.insert(slot), "{game}: {slot} twice, once for `{words}`");
        }
    }
}

#[test]
fn files_in_another_order_have_the_same_slots() {
    for game in all() {
        let mut turned = texts(&game);
        turned.reverse();
        let (mut one, mut other) = (printed(&texts(&game)), printed(&turned));
        one.sort();
        other.sort();
        assert_eq!(one, other, "{game}");
    }
}

/// What is taken away takes its own slots with it; a twin that is alone then is called as others are.
#[test]
fn what_stands_elsewhere_changes_no_slot() {
    for game in all() {
        let texts = texts(&game);
        let whole = names(&printed(&texts));
        for third in 0..3 {
            let fewer: Texts = texts
                .iter()
                .map(|(path, text)| (path.clone(), without(text, |at| at % 3 != third || text[..].starts_with("game"))))
                .collect();
            let left = names(&printed(&fewer));
            assert!(left.len() < whole.len(), "{game}: nothing was taken away");
            for slot in &left {
                let twins = format!("{slot} ~");
                let was_twin = || whole.range(twins.clone()..).next().is_some_and(|twin| twin.starts_with(&twins));
                assert!(whole.contains(slot) || was_twin(), "{game}: {slot} is new");
            }
        }
    }
}
