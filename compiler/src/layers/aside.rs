//! Examples that are not played: errata set them aside, or they are of other errata.
//!
//! In: all examples as they are written, and the errata that count. Out: a list of those that are set aside, in their
//! order, each with the reason. Promises: an example that goes on behind one of them is set aside too; one that is
//! meant to be set aside and is not there is told.

use super::errata::{Errata, Line};
use crate::diag::{Place, says};
use crate::source::Sources;
use std::collections::BTreeMap;
use wgr_grammar::ast::{self, EditKind, ItemKind};

/// An example that is not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aside {
    pub title: String,
    pub cases: Vec<String>,
    /// Its title.
    pub at: Place,
    /// As a sentence goes on: `set aside by "First printing": ..`.
    pub because: String,
    /// How many examples stand before it.
    pub nth: usize,
    /// What says that it does not hold; none where it only goes on behind such a one, or lacks its errata.
    says: Vec<Place>,
}

impl Aside {
    /// The texts without the words that set it aside, where they say that it does not hold. Places stay.
    pub fn taken_back(&self, sources: &Sources) -> Option<Sources> {
        let mut back: Option<Sources> = None;
        for at in &self.says {
            let text = &sources.get(at.file)?.text;
            let now = back.as_ref().and_then(|back| back.get(at.file)).map_or(text, |source| &source.text);
            let (start, end) = (at.span.start as usize, at.span.end as usize);
            let blank: String =
                now.get(start..end)?.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
            let without = format!("{}{blank}{}", now.get(..start)?, now.get(end..)?);
            back = Some(back.as_ref().unwrap_or(sources).with(at.file, without));
        }
        back
    }

    /// Where that is said first.
    pub fn said_at(&self) -> Place {
        self.says.first().copied().unwrap_or(self.at)
    }
}

pub(super) fn lay<'a>(errata: &mut Errata<'a>, lines: &[Line<'a>]) {
    let examples: Vec<(Place, &ast::Example)> = errata
        .written()
        .filter_map(|(file, item)| match &item.kind {
            ItemKind::Example(example) => Some((Place::new(file, example.title.span), example)),
            _ => None,
        })
        .collect();
    let set_aside = errata.set_aside(lines, &examples);
    let mut aside: BTreeMap<usize, Aside> = BTreeMap::new();
    for (nth, (at, example)) in examples.iter().enumerate() {
        let (mut because, mut says) = match set_aside.get(example.title.text.as_str()) {
            Some(lines) => lines.clone(),
            None => Default::default(),
        };
        let under = errata.under(*at, example);
        because = because.or(under.0);
        says.extend(under.1);
        if let Some(because) = because {
            aside.insert(nth, Aside::new((*at, example), nth, because, says));
        }
    }
    loop {
        let behind = examples.iter().enumerate().find_map(|(nth, one)| {
            let after = one.1.after.as_ref().filter(|_| !aside.contains_key(&nth))?;
            let before = aside.values().find(|known| known.title == after.text)?;
            Some(Aside::new(*one, nth, format!("it goes on behind \"{}\"", before.title), Vec::new()))
        });
        let Some(behind) = behind else { break };
        aside.insert(behind.nth, behind);
    }
    errata.aside = aside.into_values().collect();
}

impl Aside {
    fn new((at, example): (Place, &ast::Example), nth: usize, because: String, says: Vec<Place>) -> Aside {
        let cases = example.cases.iter().map(|case| case.text.clone()).collect();
        Aside { title: example.title.text.clone(), cases, at, because, nth, says }
    }
}

/// Why an example is not played, and where that is said.
type Said = (Option<String>, Vec<Place>);

impl<'a> Errata<'a> {
    /// By title, what errata say of it: of several the first by title is told.
    fn set_aside(&mut self, lines: &[Line<'a>], examples: &[(Place, &ast::Example)]) -> BTreeMap<&'a str, Said> {
        let mut by_errata: Vec<&Line<'a>> = lines.iter().collect();
        by_errata.sort_by_key(|line| &line.errata.text);
        let mut found: BTreeMap<&str, Said> = BTreeMap::new();
        let mut said: Vec<(&str, &str, Place)> = Vec::new();
        for line in by_errata {
            let EditKind::SetAside { title, because } = &line.edit.kind else { continue };
            let at = line.at(title.span);
            let Some((_, example)) = examples.iter().find(|(_, example)| example.title.text == title.text) else {
                let titles: Vec<&str> = examples.iter().map(|(_, example)| example.title.text.as_str()).collect();
                self.told.push(says::unknown_example(&title.text, "set aside", &titles, at));
                continue;
            };
            let needs_them = |under: &ast::UnderErrata| {
                !under.without && under.errata.iter().any(|errata| errata.text == line.errata.text)
            };
            if let Some(under) = example.under.iter().find(|under| needs_them(under)) {
                let file = examples.iter().find(|(_, known)| known.title.text == title.text).map(|(at, _)| at.file);
                let with = Place::new(file.unwrap_or(line.file), under.span);
                self.told.push(says::example_never_played(&title.text, &line.errata.text, at, with));
            }
            let twice = said.iter().find(|(errata, known, _)| *errata == line.errata.text && *known == title.text);
            match twice {
                Some((_, _, first)) => self.told.push(says::set_aside_twice(&title.text, at, *first)),
                None => said.push((&line.errata.text, &title.text, at)),
            }
            let (why, places) = found.entry(&title.text).or_default();
            why.get_or_insert_with(|| format!("set aside by \"{}\": {}", line.errata.text, because.text));
            places.push(line.at(line.edit.span));
        }
        found
    }

    /// The errata that its head names: all those `with` which it is played must count, and none of the others.
    fn under(&mut self, at: Place, example: &ast::Example) -> Said {
        let (mut because, mut places) = (None, Vec::new());
        for under in &example.under {
            let span = Place::new(at.file, under.span);
            for errata in &under.errata {
                let here = Place::new(at.file, errata.span);
                let counts = self.titles.contains(&errata.text.as_str());
                let known = self.known();
                if !known.contains(&errata.text.as_str()) {
                    self.told.push(says::unknown_errata(&errata.text, &known, self.file_called(&errata.text), here));
                }
                let against = example.under.iter().filter(|other| other.without && !under.without);
                let both = against.flat_map(|other| &other.errata).find(|other| other.text == errata.text);
                if let Some(other) = both {
                    let with = Place::new(at.file, other.span);
                    self.told.push(says::example_never_played(&example.title.text, &errata.text, with, here));
                }
                if counts && under.without {
                    because = because.or_else(|| Some(format!("it is played without \"{}\"", errata.text)));
                    places.push(span);
                }
                if !counts && !under.without {
                    because = because.or_else(|| Some(format!("it is played with \"{}\" alone", errata.text)));
                }
            }
        }
        (because, places)
    }
}
