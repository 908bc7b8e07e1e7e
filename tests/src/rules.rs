//! Rules as the suites hold them: texts that lie in `tests/suite` or stand in a page of the docs, checked in memory.

use std::path::{Path, PathBuf};
use wgr_compiler::diag::{Diagnostic, tidy};
use wgr_compiler::{FileId, Ledger, Sources, check};

/// A text of rules with its messages.
pub struct Checked {
    pub sources: Sources,
    pub file: FileId,
    pub messages: Vec<Diagnostic>,
}

/// Checks one text as a game; `ledger` is the text of its ledger.
pub fn checked(name: &str, text: &str, ledger: Option<&str>) -> Checked {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let read = ledger.map(|text| {
        let file = sources.add_beside("ledger.tsv", text);
        Ledger::read(&sources, file)
    });
    let (ledger, mut messages) = read.map_or((None, Vec::new()), |(ledger, told)| (Some(ledger), told));
    let said = check(&sources, ledger.as_ref());
    messages.extend(said.diagnostics);
    messages.extend(said.open);
    tidy(&mut messages);
    Checked { sources, file, messages }
}

/// A folder of the suite.
pub fn suite(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("suite").join(folder)
}

/// The text of a file of the suite or of a page; none if it is not there.
#[expect(clippy::disallowed_methods, reason = "suites are data")]
pub fn text(path: &Path) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// The names of the `.wgr` files of a folder, in order, without their ending.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let rules = entries.filter(|path| path.extension().is_some_and(|ending| ending == "wgr"));
    let mut names: Vec<String> =
        rules.filter_map(|path| path.file_stem().map(|name| name.to_string_lossy().into_owned())).collect();
    names.sort();
    names
}

/// The samples of a page: what stands between ```` ```wgr ```` and the closing marks.
pub fn samples(page: &str) -> Vec<String> {
    let parts = page.split("```wgr\n").skip(1);
    parts.filter_map(|part| part.split_once("```").map(|(sample, _)| sample.to_owned())).collect()
}
