//! What a report of `wgr mutate --format json` says of each line of the ledger. In: the report, an object a line. Out: by
//! line how many things said otherwise there were games, and how many of them an example noticed that fails.

use crate::exit::Failure;
use crate::files;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use wgr_compiler::Ledger;

/// Mutants that are games, and those that an example notices by failing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Noticed {
    pub(super) games: usize,
    pub(super) noticed: usize,
}

impl Noticed {
    fn add(&mut self, noticed: bool) {
        self.games += 1;
        self.noticed += usize::from(noticed);
    }
}

/// One line of the report, as far as it is read here.
#[derive(Deserialize)]
struct Mutant {
    cases: Vec<String>,
    noticed: String,
}

#[derive(Default)]
pub(super) struct Report {
    pub(super) all: Noticed,
    pub(super) by_chapter: BTreeMap<String, Noticed>,
    pub(super) by_line: BTreeMap<String, Noticed>,
}

impl Report {
    pub(super) fn read(path: &Path, ledger: &Ledger) -> Result<Report, Failure> {
        let text = files::read(path, "report of mutants")?;
        let wrong = |line: usize, what: &str| {
            let path = path.display();
            Failure::bad_use(format!("{path}:{line}: {what}: give what `wgr mutate GAME --format json` wrote"))
        };
        let mut lines = text.lines().enumerate().peekable();
        let mut report = Report::default();
        while let Some((at, line)) = lines.next() {
            // The last line holds the sums.
            if lines.peek().is_none() {
                let sums: serde_json::Value =
                    serde_json::from_str(line).map_err(|_| wrong(at + 1, "no line of such a report"))?;
                if sums.get("assertion").is_none() {
                    return Err(wrong(at + 1, "the report has no sums, so it is not whole"));
                }
                return Ok(report);
            }
            let mutant: Mutant = serde_json::from_str(line).map_err(|_| wrong(at + 1, "no line of such a report"))?;
            if mutant.noticed != "check" {
                report.add(&mutant, ledger);
            }
        }
        Err(wrong(1, "the file is empty"))
    }

    fn add(&mut self, mutant: &Mutant, ledger: &Ledger) {
        let noticed = mutant.noticed == "assertion";
        self.all.add(noticed);
        let lines: BTreeSet<&str> =
            mutant.cases.iter().filter_map(|case| ledger.said(case)).map(|line| line.case.as_str()).collect();
        let chapters: BTreeSet<&str> =
            mutant.cases.iter().map(|case| case.split(['.', '#']).next().unwrap_or(case)).collect();
        for line in lines {
            self.by_line.entry(line.to_owned()).or_default().add(noticed);
        }
        for chapter in chapters {
            self.by_chapter.entry(chapter.to_owned()).or_default().add(noticed);
        }
    }
}
