//! The suite by notion: every file of `suite/language` says in comments what is wrong with it, and nothing else is.

use wgr_tests::carets::disagreements;
use wgr_tests::rules::{checked, names, suite, text};

#[test]
fn every_file_is_wrong_exactly_where_it_says() {
    let folder = suite("language");
    let files = names(&folder);
    assert!(!files.is_empty(), "suite/language holds no files");
    let mut wrong = Vec::new();
    for name in files {
        let path = format!("suite/language/{name}.wgr");
        let text = text(&folder.join(format!("{name}.wgr"))).unwrap();
        let ledger = wgr_tests::rules::text(&folder.join(format!("{name}.tsv")));
        let checked = checked(&path, &text, ledger.as_deref());
        let found = disagreements(&checked.sources, checked.file, &checked.messages);
        wrong.extend(found.into_iter().map(|what| format!("{path}:{what}")));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
