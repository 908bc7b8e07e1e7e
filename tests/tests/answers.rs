//! What a check answers: each file of `suite/answers` says in its first line what it shows; the messages are locked
//! together with it.

use std::collections::BTreeSet;
use wgr_compiler::diag::{Code, Severity};
use wgr_compiler::{Format, Look, render};
use wgr_tests::rules::{checked, names, suite, text};

#[test]
fn each_file_is_answered_as_it_says() {
    let folder = suite("answers");
    let all = names(&folder);
    for name in &all {
        let source = text(&folder.join(format!("{name}.wgr"))).unwrap();
        assert!(source.starts_with("// "), "{name}: its first line says what is right");
        let checked = checked(&format!("{name}.wgr"), &source, None);
        let drawn = render(&checked.sources, &checked.messages, Format::Full, Look::PLAIN);
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("../snap/answers");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name.as_str(), format!("{source}\n{drawn}")));
    }
    assert!(!all.is_empty());
}

/// The table of the page: each code with the answers that it may be.
fn answers_of_codes() -> BTreeSet<(String, String)> {
    let page = text(&suite("../../docs/language").join("what-check-answers.md")).unwrap();
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if let [codes, _, answers] = cells.as_slice() { Some((*codes, *answers)) } else { None }
    });
    let coded = rows.filter(|(codes, _)| codes.starts_with('`'));
    coded
        .flat_map(|(codes, answers)| {
            let codes = codes.split(", ").map(|code| code.trim_matches('`').to_owned());
            codes.flat_map(move |code| answers.split(", ").map(move |answer| (code.clone(), answer.to_owned())))
        })
        .collect()
}

#[test]
fn the_table_tells_every_code_and_every_answer() {
    let told = answers_of_codes();
    let words = |of: &dyn Fn(&(String, String)) -> String| told.iter().map(of).collect::<BTreeSet<String>>();
    let codes: BTreeSet<String> = Code::ALL.iter().map(|code| code.word().to_owned()).collect();
    assert_eq!(words(&|(code, _)| code.clone()), codes);
    let answers: BTreeSet<String> = Severity::ALL.iter().map(|answer| answer.word().to_owned()).collect();
    assert_eq!(words(&|(_, answer)| answer.clone()), answers);
}

#[test]
fn what_is_answered_anywhere_stands_in_the_table() {
    let told = answers_of_codes();
    let mut met = BTreeSet::new();
    for folder in ["answers", "errors", "language", "plays", "bounds", "play"].map(suite) {
        for name in names(&folder) {
            let Some(source) = text(&folder.join(format!("{name}.wgr"))) else { continue };
            let ledger = text(&folder.join(format!("{name}.tsv")));
            let checked = checked(&format!("{name}.wgr"), &source, ledger.as_deref());
            let pairs = checked.messages.iter();
            met.extend(pairs.map(|told| (told.code.word().to_owned(), told.severity.word().to_owned())));
        }
    }
    let untold: Vec<_> = met.difference(&told).collect();
    assert!(untold.is_empty(), "met, and not in docs/language/what-check-answers.md: {untold:?}");
    let unmet: Vec<_> = told.difference(&met).collect();
    assert!(unmet.is_empty(), "in docs/language/what-check-answers.md, and shown by no file of the suite: {unmet:?}");
}
