//! Rules as the suites hold them: texts that lie in `tests/suite` or stand in a page of the docs, checked in memory.

use std::path::{Path, PathBuf};
use wgr_compiler::diag::{Code, Diagnostic, Severity, tidy};
use wgr_compiler::{Compiled, FileId, Ledger, Sources, check};
use wgr_runtime::engine::Game;
use wgr_runtime::script::{Report, run};

/// A text of rules with its messages.
pub struct Checked {
    pub sources: Sources,
    pub file: FileId,
    pub messages: Vec<Diagnostic>,
    /// Where nothing is an error.
    pub compiled: Option<Compiled>,
}

/// Is there something to mend? What is not proved or provisional is listed when it is asked for, and what is unused is
/// how small texts are.
pub fn is_to_be_mended(told: &Diagnostic) -> bool {
    told.severity == Severity::Wrong || told.code == Code::UnreadRuling
}

/// Checks one text as a game; `ledger` is the text of its ledger.
pub fn checked(name: &str, text: &str, ledger: Option<&str>) -> Checked {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let read = ledger.map(|text| {
        let file = sources.add_beside("ledger.tsv", text);
        let (mut ledger, mut told) = Ledger::read(&sources, file);
        told.extend(ledger.take_in(&sources));
        (ledger, told)
    });
    let (ledger, mut messages) = read.map_or((None, Vec::new()), |(ledger, told)| (Some(ledger), told));
    let said = check(&sources, ledger.as_ref());
    messages.extend(said.diagnostics);
    messages.extend(said.open);
    tidy(&mut messages);
    Checked { sources, file, messages, compiled: said.compiled }
}

/// What the machine plays.
///
/// # Panics
/// If it refuses what the check took: that is the test's failure.
pub fn playable(compiled: &Compiled) -> Game {
    compiled.game().unwrap_or_else(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("the machine refuses what was checked:\n{}", lines.join("\n"))
    })
}

/// Its examples that do not come out as they say.
pub fn failing(compiled: &Compiled) -> Vec<Report> {
    if compiled.scripts.is_empty() {
        return Vec::new();
    }
    run(&playable(compiled), &compiled.scripts).into_iter().filter(|report| report.failure.is_some()).collect()
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

/// Every file below a folder that ends so, in order.
pub fn below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        if path.is_dir() {
            found.extend(below(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
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
    fenced(page, "wgr").into_iter().map(|(_, sample)| sample.to_owned()).collect()
}

/// What stands between ```` ```MARK ```` and the closing marks, with the number of lines before it.
pub fn fenced<'p>(page: &'p str, mark: &str) -> Vec<(usize, &'p str)> {
    let open = format!("```{mark}\n");
    let starts = page.match_indices(&open).map(|(at, open)| at + open.len());
    let parts = starts.filter_map(|at| Some((at, page[at..].split_once("```")?.0)));
    parts.map(|(at, sample)| (page[..at].lines().count(), sample)).collect()
}
