//! What errata have to do with what is wrong: a name that they took out, a question that they left without an answer.
//!
//! In: everything that was said of the rules as they count, at the places where it is written. Out: the same, with the lines of
//! errata that brought it about, and with what errata write where the rules would write something else. Promises: nothing is
//! said less, and nothing more.

use super::errata::Amended;
use super::overlay::{Overlay, Touched};
use crate::diag::{Code, Diagnostic, Place, Severity, says};
use crate::source::{FileId, Sources};
use wgr_grammar::ast::{self, ItemKind};
use wgr_runtime::text::in_word;

/// More lines than these are not shown with one message.
const MOST_BLAMED: usize = 2;

pub(crate) fn blame(
    overlay: &Overlay<'_>,
    sources: &Sources,
    files: &[(FileId, &ast::File)],
    all: &mut Vec<Diagnostic>,
) {
    let items = files.iter().flat_map(|(file, tree)| tree.items.iter().map(move |item| (*file, item)));
    let (errata, others): (Vec<_>, Vec<_>) = items.partition(|(_, item)| matches!(item.kind, ItemKind::Errata(_)));
    let places = |items: Vec<(FileId, &ast::Item)>| -> Vec<Place> {
        items.into_iter().map(|(file, item)| Place::new(file, item.span)).collect()
    };
    let (errata, others) = (places(errata), places(others));
    if errata.is_empty() {
        return;
    }
    // What is missed in several places because of one line is one message.
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(all.len());
    let mut missed: Vec<(Place, usize)> = Vec::new();
    for mut told in std::mem::take(all) {
        let at = told.place();
        let within = at.is_some_and(|at| errata.iter().any(|item| item.holds(at)));
        let beside = at.is_some_and(|at| errata.iter().any(|item| item.file == at.file));
        match (told.code, at) {
            (Code::UnknownName | Code::UnknownRow | Code::Gap, Some(at)) if !within => {
                if let Some(line) = overlay.to_blame(sources, at, &mut told) {
                    let first = missed.iter().find(|(known, _)| *known == line && told.code != Code::Gap);
                    if let Some(first) = first.and_then(|(_, first)| kept.get_mut(*first)) {
                        first.same.push((at, String::new()));
                        first.same.append(&mut told.same);
                        first.same.sort();
                        continue;
                    }
                    missed.push((line, kept.len()));
                }
            }
            (Code::OutOfRange, _) if within => told.help.push(says::ERRATA_WIDEN.to_owned()),
            (Code::UnknownCase, Some(at)) if within || beside => {
                told.help = vec![says::errata_own_case(sources.text(at))]
            }
            _ => {}
        }
        let blamed = told.labels.iter().any(|label| errata.iter().any(|item| item.holds(label.at)));
        if let Some(at) = at.filter(|_| told.severity == Severity::Wrong && !blamed && !beside) {
            told = overlay.changed_near(sources, &others, at, told);
        }
        kept.push(told);
    }
    *all = kept;
}

/// Is this name written there?
fn names(text: &str, name: &str) -> bool {
    text.split(|sign: char| !in_word(sign)).any(|word| word == name)
}

impl Overlay<'_> {
    /// The lines that changed the item in which something is wrong; where none did, those that changed what it names.
    fn changed_near(&self, sources: &Sources, items: &[Place], at: Place, told: Diagnostic) -> Diagnostic {
        let Some(item) = items.iter().find(|item| item.holds(at)) else { return told };
        let own: Vec<&Touched> = self.touched.iter().filter(|one| item.holds(one.at)).collect();
        let text = sources.text(*item);
        // What cannot be read is so whatever its names mean.
        let read = !matches!(told.code, Code::Syntax | Code::Unclosed);
        let named = || self.touched.iter().filter(|one| read && names(text, &one.of)).collect();
        let (lines, of_it): (Vec<&Touched>, bool) = if own.is_empty() { (named(), false) } else { (own, true) };
        lines
            .iter()
            .take(MOST_BLAMED)
            .fold(told, |told, one| told.at(one.line, says::errata_touched(&one.errata, of_it)))
    }

    /// The line of errata because of which something is missed here; it is told with it.
    fn to_blame(&self, sources: &Sources, at: Place, told: &mut Diagnostic) -> Option<Place> {
        let name = sources.text(at).trim_matches('"');
        let gap = told.code == Code::Gap;
        let is_it = |one: &&Amended| {
            if gap { one.slot.of() == name } else { one.gone && one.slot.goes_by() == Some(name) }
        };
        let found = self.amended.iter().find(is_it)?;
        if !told.labels.iter().any(|label| label.at == found.at) {
            *told = told.clone().at(found.at, says::errata_did(&found.errata, found.gone));
        }
        if !gap {
            told.fixes.clear();
            told.help = vec![says::ERRATA_TAKES_TOO.to_owned()];
        }
        Some(found.at)
    }
}
