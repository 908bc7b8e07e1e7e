//! The pages of the language: what they show as a whole game is one, and what they show of one can be read.
//!
//! In: `docs/language/*.md`. A sample ```` ```wgr ```` checks without a word, and its examples come out as they say; a
//! fragment ```` ```wgr fragment ```` is items, or rows of an item, without a fault. What is wrong is told by page and line.

use std::path::{Path, PathBuf};
use wgr_compiler::diag::{Declared, Diagnostic, syntax};
use wgr_compiler::{Format, Look, Sources, render};
use wgr_grammar::parse;
use wgr_tests::grammar_page;
use wgr_tests::rules::{checked, failing, fenced, is_to_be_mended, text};

/// Each page with its name, in order.
fn pages() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/language");
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    paths.sort();
    let named = paths
        .iter()
        .filter_map(|path| Some((format!("docs/language/{}", path.file_name()?.to_string_lossy()), text(path)?)));
    named.collect()
}

/// A part of a page as a text in which every line has the number that it has in the page.
fn in_its_place(before: usize, part: &str) -> String {
    format!("{}{part}", "\n".repeat(before))
}

#[test]
fn every_sample_is_a_game_that_checks_and_plays_as_it_says() {
    let (mut wrong, mut samples, mut examples) = (Vec::new(), 0, 0);
    for (name, page) in pages() {
        for (before, sample) in fenced(&page, "wgr") {
            samples += 1;
            let mut checked = checked(&name, &in_its_place(before, sample), None);
            // What is not proved or provisional is listed when it is asked for, and is not wrong.
            checked.messages.retain(is_to_be_mended);
            wrong.push(render(&checked.sources, &checked.messages, Format::Full, Look::PLAIN));
            let Some(compiled) = checked.compiled else { continue };
            examples += compiled.scripts.len();
            for report in failing(&compiled) {
                let Some(failure) = report.failure else { continue };
                let place = checked.sources.place(failure.at);
                let line = place.map_or(0, |place| checked.sources.line_column(place.file, place.span.start).0);
                wrong.push(format!("{name}:{line}: \"{}\": {}; {}\n", report.title, failure.what, failure.help));
            }
        }
    }
    assert_eq!(wrong.concat(), "");
    assert!(samples >= 19 && examples >= 2, "{samples} samples, {examples} examples");
}

#[test]
fn every_page_of_a_notion_has_one_sample() {
    for (name, page) in pages() {
        let lists = ["/README.md", "/words.md", "/grammar.md"].iter().any(|list| name.ends_with(list));
        assert_eq!(fenced(&page, "wgr").len(), usize::from(!lists), "{name}");
    }
}

#[test]
fn every_sample_is_laid_out() {
    for (name, page) in pages() {
        for (before, sample) in fenced(&page, "wgr") {
            assert_eq!(wgr_grammar::format(sample), sample, "{name}:{before}: `wgr fmt` writes it otherwise");
        }
    }
}

/// Does the text begin with the keyword of an item?
fn is_items(text: &str) -> bool {
    let word = text.trim_start().split(|sign: char| !sign.is_ascii_alphabetic()).next().unwrap_or_default();
    wgr_grammar::item_word(word).is_some()
}

#[test]
fn every_fragment_can_be_read() {
    let (mut wrong, mut fragments) = (Vec::new(), 0);
    for (name, page) in pages() {
        for (before, fragment) in fenced(&page, "wgr fragment") {
            fragments += 1;
            // Rows stand in an item whose head is on the line of the opening marks.
            let text = if is_items(fragment) {
                in_its_place(before, fragment)
            } else {
                format!("{}value sample: 0..9 {{\n{fragment}}}\n", "\n".repeat(before - 1))
            };
            let mut sources = Sources::new();
            let file = sources.add(&name, text.clone());
            let told: Vec<Diagnostic> = parse(&text)
                .faults
                .iter()
                .map(|fault| syntax(file, &text, &Declared::of([text.as_str()]), fault))
                .collect();
            wrong.push(render(&sources, &told, Format::Full, Look::PLAIN));
        }
    }
    assert_eq!(wrong.concat(), "");
    assert!(fragments >= 5, "{fragments} fragments");
}

/// `cargo run -p wgr-tests --example grammar_page > docs/language/grammar.md` writes it anew.
#[test]
fn the_page_of_the_grammar_is_what_the_pest_files_say() {
    let page = pages().into_iter().find(|(name, _)| name.ends_with("/grammar.md")).map(|(_, page)| page);
    assert!(
        page.unwrap_or_default() == grammar_page::written(),
        "the pest files say something else: write the page anew"
    );
    let mut words = grammar_page::item_words();
    words.sort_unstable();
    let known: Vec<&str> = wgr_grammar::ITEMS.iter().map(|entry| entry.text).collect();
    assert_eq!(words, known);
}
