//! What is said of rules, as editors show it. In: a message of the compiler and the texts. Out: the message of the
//! protocol and the file it belongs to. *Wrong* is an error, *not proved* a warning, a note information, and what is
//! proved but rests on something a hint.

use super::documents::Documents;
use super::positions::{Encoding, Lines};
use crate::load::Loaded;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString, Range, Uri,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use wgr_compiler::diag::{self, Code, Place, Severity};
use wgr_compiler::{FileId, quoted};

/// The texts of a game as the editor knows them.
pub(crate) struct Sheets<'l> {
    files: BTreeMap<FileId, Sheet<'l>>,
}

pub(crate) struct Sheet<'l> {
    pub(crate) path: PathBuf,
    pub(crate) uri: Uri,
    pub(crate) lines: Lines<'l>,
}

impl<'l> Sheets<'l> {
    pub(crate) fn new(loaded: &'l Loaded, documents: &Documents, encoding: Encoding) -> Sheets<'l> {
        let ledger = loaded.ledger_at.iter().map(|(file, path)| (*file, path.clone()));
        let all = loaded.paths.iter().cloned().chain(ledger);
        let sheet = |(file, path): (FileId, PathBuf)| {
            let source = loaded.sources.get(file)?;
            let uri = documents.uri(&path)?;
            Some((file, Sheet { path, uri, lines: Lines::new(&source.text, encoding) }))
        };
        Sheets { files: all.filter_map(sheet).collect() }
    }

    pub(crate) fn get(&self, file: FileId) -> Option<&Sheet<'l>> {
        self.files.get(&file)
    }

    /// The main place; the beginning of the first file for what has none.
    pub(crate) fn main(&self, message: &diag::Diagnostic) -> Option<(&Sheet<'l>, Range)> {
        let Some(place) = message.place() else {
            return self.files.first_key_value().map(|(_, sheet)| (sheet, Range::default()));
        };
        self.get(place.file).map(|sheet| (sheet, sheet.lines.range(place.span)))
    }

    fn location(&self, at: Place) -> Option<Location> {
        let sheet = self.get(at.file)?;
        Some(Location { uri: sheet.uri.clone(), range: sheet.lines.range(at.span) })
    }
}

/// The file that a message belongs to, and the message.
pub(crate) fn told(sheets: &Sheets<'_>, message: &diag::Diagnostic) -> Option<(PathBuf, Diagnostic)> {
    let (sheet, range) = sheets.main(message)?;
    let related = elsewhere(sheets, message);
    let told = Diagnostic {
        range,
        severity: Some(severity(message.severity)),
        code: Some(NumberOrString::String(message.code.word().to_owned())),
        source: Some("wgr".to_owned()),
        message: words(message),
        related_information: (!related.is_empty()).then_some(related),
        tags: (message.code == Code::Unused).then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..Diagnostic::default()
    };
    Some((sheet.path.clone(), told))
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Wrong => DiagnosticSeverity::ERROR,
        Severity::NotProved => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
        Severity::Proved => DiagnosticSeverity::HINT,
    }
}

/// The headline, what is said at the place, what proves it, what to do.
fn words(message: &diag::Diagnostic) -> String {
    let mut lines = vec![headline(message)];
    lines.extend(message.why.iter().map(|line| quoted(line).into_owned()));
    lines.extend(message.help.iter().map(|line| format!("help: {}", quoted(line))));
    lines.join("\n")
}

fn headline(message: &diag::Diagnostic) -> String {
    let label = message.labels.first().map_or("", |label| label.text.as_str());
    let title = quoted(&message.title);
    if label.is_empty() { title.into_owned() } else { format!("{title}: {}", quoted(label)) }
}

/// The other places of the story.
fn elsewhere(sheets: &Sheets<'_>, message: &diag::Diagnostic) -> Vec<DiagnosticRelatedInformation> {
    let labels = message.labels.iter().skip(1).map(|label| {
        let text = if label.text.is_empty() { &message.title } else { &label.text };
        (Some(label.at), quoted(text).into_owned())
    });
    let same = message.same.iter().map(|(at, called)| {
        (Some(*at), if called.is_empty() { "the same here".to_owned() } else { format!("the same in {called}") })
    });
    let parts = message.related.iter().map(|part| (part.place(), headline(part)));
    let all = labels.chain(same).chain(parts);
    all.filter_map(|(at, message)| Some(DiagnosticRelatedInformation { location: sheets.location(at?)?, message }))
        .collect()
}
