//! The comments under lines: what they say, and that they can fail.

use crate::{nth, place};
use wgr_compiler::diag::{Code, Diagnostic, Place};
use wgr_compiler::{FileId, Sources};
use wgr_grammar::Span;
use wgr_tests::carets::{disagreements, told};

const TEXT: &str = "\
valeu x {
// 1..5 unknown-item: begins with `valeu`
    7.1 \"Fog\" = 2 when weather is fogg
    //                            ^^^^ unknown-name: `fogg`
    // ^ syntax: stops
}   // no comment of this sort: it stands behind something
// ^^ nor this, without a code
";

fn texts() -> (Sources, FileId) {
    let mut sources = Sources::new();
    let file = sources.add("a.wgr", TEXT);
    (sources, file)
}

fn messages(sources: &Sources, file: FileId) -> Vec<Diagnostic> {
    let stop = nth(sources, file, "1 \"Fog\"", 0).span.start;
    vec![
        Diagnostic::wrong(Code::UnknownItem, "no item begins with `valeu`").at(place(sources, file, "valeu"), ""),
        Diagnostic::wrong(Code::UnknownName, "no weather `fogg`").at(place(sources, file, "fogg"), ""),
        Diagnostic::wrong(Code::Syntax, "it stops here")
            .at(Place::new(file, Span { start: stop - 1 + 1, end: stop + 1 }), ""),
    ]
}

#[test]
fn comments_name_line_columns_code_and_words() {
    let told: Vec<(u32, (u32, u32), String)> =
        told(TEXT).into_iter().map(|told| (told.line, told.columns, told.code)).collect();
    let expected = [(1, (1, 5), "unknown-item"), (3, (35, 38), "unknown-name"), (3, (8, 8), "syntax")];
    assert_eq!(told, expected.map(|(line, columns, code)| (line, columns, code.to_owned())));
}

#[test]
fn agreement_is_silent() {
    let (sources, file) = texts();
    let mut messages = messages(&sources, file);
    // Column 8 is the blank behind `7.1`; both a letter and the place before it may be meant.
    let at = sources.get(file).unwrap().offset(3, 8).unwrap();
    for end in [at, at + 1] {
        messages[2].labels[0].at.span = Span { start: at, end };
        assert_eq!(disagreements(&sources, file, &messages), [""; 0]);
    }
}

#[test]
fn every_disagreement_is_told() {
    let (sources, file) = texts();
    let mut messages = messages(&sources, file);
    let at = sources.get(file).unwrap().offset(3, 8).unwrap();
    messages[2].labels[0].at.span = Span { start: at, end: at + 1 };
    let changes: [fn(&mut Vec<Diagnostic>); 5] = [
        |all| drop(all.pop()),
        |all| all.push(Diagnostic::wrong(Code::NoGame, "no game")),
        |all| all[0].code = Code::Syntax,
        |all| all[1].labels[0].at.span.end -= 1,
        |all| all[1].title = "other words".to_owned(),
    ];
    for (number, change) in changes.iter().enumerate() {
        let mut changed = messages.clone();
        change(&mut changed);
        assert!(!disagreements(&sources, file, &changed).is_empty(), "change {number}");
    }
}

#[test]
fn what_is_the_same_elsewhere_is_told_there_too() {
    let mut sources = Sources::new();
    let text = "a fogg\n// 3..6 unknown-name: fogg\nb fogg\n// 3..6 unknown-name: fogg\n";
    let file = sources.add("a.wgr", text);
    let message = Diagnostic::wrong(Code::UnknownName, "no fogg").at(nth(&sources, file, "fogg", 0), "");
    assert_eq!(disagreements(&sources, file, std::slice::from_ref(&message)).len(), 1);
    let message = message.same(nth(&sources, file, "fogg", 2), "");
    assert_eq!(disagreements(&sources, file, &[message]), [""; 0]);
}
