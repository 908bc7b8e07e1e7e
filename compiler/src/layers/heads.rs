//! What the first lines of errata say: what they call themselves, which others they need, beside which they do not count.
//!
//! In: the errata of a game that are to it. Out: what does not hold of that; and what is to be said of no line, since such a
//! first line is why. Promises: the order of files means nothing; of two that exclude each other, and of some that need each
//! other round in a circle, it is told once.

use super::errata::Errata;
use crate::diag::{Diagnostic, Place, says};
use crate::source::FileId;
use wgr_grammar::ast::{self, EditKind, ErrataSort};

/// Errata of the game, and where their item stands.
#[derive(Clone, Copy)]
pub(super) struct Head<'a> {
    pub(super) item: Place,
    pub(super) errata: &'a ast::Errata,
}

impl<'a> Head<'a> {
    fn file(self) -> FileId {
        self.item.file
    }

    fn title(self) -> &'a str {
        &self.errata.title.text
    }

    fn at(self, text: &ast::Text) -> Place {
        Place::new(self.file(), text.span)
    }
}

/// What is said of the lines of this item, or of those of both, is owed to their first lines.
pub(super) struct Quiet {
    item: Place,
    beside: Option<Place>,
}

impl Quiet {
    pub(super) fn covers(&self, told: &Diagnostic) -> bool {
        let inside = |item: Place| told.labels.iter().any(|label| item.holds(label.at));
        inside(self.item) && self.beside.is_none_or(inside)
    }
}

/// What does not hold of the first lines.
pub(super) fn hold(errata: &mut Errata<'_>, heads: &[Head<'_>]) -> Vec<Quiet> {
    let mut heads: Vec<Head<'_>> = heads.to_vec();
    heads.sort_by(|one, other| (one.title(), one.item).cmp(&(other.title(), other.item)));
    let mut quiet = Vec::new();
    for head in &heads {
        needs(errata, &heads, *head, &mut quiet);
        bears(errata, &heads, *head, &mut quiet);
        only_adds(errata, *head);
    }
    circles(errata, &heads);
    quiet
}

fn named<'h, 'a>(heads: &'h [Head<'a>], title: &str) -> Option<&'h Head<'a>> {
    heads.iter().find(|head| head.title() == title)
}

/// All that it requires must count.
fn needs(errata: &mut Errata<'_>, heads: &[Head<'_>], head: Head<'_>, quiet: &mut Vec<Quiet>) {
    for wanted in &head.errata.requires {
        let (title, at) = (head.title(), head.at(wanted));
        let told = if wanted.text == title {
            says::errata_of_themselves("requires", title, at)
        } else if named(heads, &wanted.text).is_some() {
            continue;
        } else if let Some((_, called)) = errata.sources.lie_beside().iter().find(|(known, _)| *known == wanted.text) {
            says::errata_required(title, &wanted.text, called, at)
        } else {
            says::unknown_errata(&wanted.text, &errata.known_but(title), errata.file_called(&wanted.text), at)
        };
        errata.told.push(told);
        quiet.push(Quiet { item: head.item, beside: None });
    }
}

/// None that it excludes may count.
fn bears(errata: &mut Errata<'_>, heads: &[Head<'_>], head: Head<'_>, quiet: &mut Vec<Quiet>) {
    for other in &head.errata.excludes {
        let (title, at) = (head.title(), head.at(other));
        if other.text == title {
            errata.told.push(says::errata_of_themselves("excludes", title, at));
            continue;
        }
        if let Some(wanted) = head.errata.requires.iter().find(|wanted| wanted.text == other.text) {
            errata.told.push(says::errata_never_count(title, &other.text, at, head.at(wanted)));
            continue;
        }
        let Some(beside) = named(heads, &other.text) else {
            // Others may have written what it excludes, and nobody here has that.
            if !errata.sources.lie_beside().iter().any(|(known, _)| *known == other.text) {
                errata.told.push(says::errata_exclude_nobody(title, &other.text, &errata.known_but(title), at));
            }
            continue;
        };
        let both = beside.errata.excludes.iter().any(|again| again.text == title);
        if !both || title < beside.title() {
            errata.told.push(says::errata_excluded(title, beside.title(), at, beside.at(&beside.errata.title)));
        }
        quiet.push(Quiet { item: head.item, beside: Some(beside.item) });
    }
}

/// What calls itself an addition changes nothing that is printed.
fn only_adds(errata: &mut Errata<'_>, head: Head<'_>) {
    let Some(kind) = head.errata.kind.filter(|kind| kind.sort == ErrataSort::Addition) else { return };
    let changes = head.errata.edits.iter().find(|edit| match &edit.kind {
        EditKind::Amend { .. }
        | EditKind::AmendWord { .. }
        | EditKind::AmendPart { .. }
        | EditKind::Remove { .. }
        | EditKind::RemoveThing { .. } => true,
        EditKind::Add { .. }
        | EditKind::AddLine { .. }
        | EditKind::Case { .. }
        | EditKind::SetAside { .. }
        | EditKind::Broken => false,
    });
    if let Some(edit) = changes {
        let (at, called) = (Place::new(head.file(), edit.span), Place::new(head.file(), kind.span));
        errata.told.push(says::errata_no_addition(head.title(), at, called));
    }
}

/// Errata that need each other are one; each circle is told at the first of its titles.
fn circles(errata: &mut Errata<'_>, heads: &[Head<'_>]) {
    let mut known: Vec<&str> = Vec::new();
    for head in heads.iter().filter(|head| !head.errata.requires.is_empty()) {
        if known.contains(&head.title()) {
            continue;
        }
        let Some(circle) = circle(heads, *head) else { continue };
        known.extend(circle.iter().map(|(of, _)| of.title()));
        let places: Vec<(Place, String)> = circle
            .iter()
            .map(|(of, wanted)| (of.at(wanted), format!("\"{}\" requires \"{}\"", of.title(), wanted.text)))
            .collect();
        errata.told.push(says::errata_round(&places));
    }
}

/// The shortest way from these errata over what they require back to them.
fn circle<'a>(heads: &[Head<'a>], from: Head<'a>) -> Option<Vec<(Head<'a>, &'a ast::Text)>> {
    let mut met: Vec<&str> = Vec::new();
    let mut ways: Vec<Vec<(Head<'a>, &'a ast::Text)>> = vec![Vec::new()];
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let here = match way.last() {
                None => from,
                Some((_, wanted)) => *named(heads, &wanted.text)?,
            };
            for wanted in here.errata.requires.iter().filter(|wanted| wanted.text != here.title()) {
                let mut way = way.clone();
                way.push((here, wanted));
                if wanted.text == from.title() {
                    return Some(way);
                }
                if named(heads, &wanted.text).is_some() && !met.contains(&wanted.text.as_str()) {
                    met.push(&wanted.text);
                    longer.push(way);
                }
            }
        }
        ways = longer;
    }
    None
}
