//! Names that a game declares, as its texts say it: known also where a line could not be read.
//!
//! In: the texts of a game. Out: its names, and of which sort they are, as far as a message asks. Promises: titles and
//! remarks declare nothing; a name counts wherever it is declared, for a word of the author's is never another language's.

use std::collections::BTreeSet;
use wgr_grammar::ITEMS;

/// The names of a game.
#[derive(Default)]
pub struct Declared {
    names: BTreeSet<String>,
    /// Values, facts and others that are asked with what stands in their brackets.
    asked: BTreeSet<String>,
    /// Sides, and roles of an action.
    whose: BTreeSet<String>,
    /// What is printed on pieces, and what changes of them.
    fields: BTreeSet<String>,
    stages: BTreeSet<String>,
    measures: BTreeSet<String>,
}

impl Declared {
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Declared {
        let mut declared = Declared::default();
        for text in texts {
            let mut listed = false;
            for line in text.lines() {
                let line = bare(line);
                let words = words(&line);
                let item = words.first().filter(|_| !line.starts_with(char::is_whitespace)).map(|(word, _)| *word);
                listed = item.map_or(listed, |item| item == "enum");
                if listed {
                    declared.members(&line, item.is_some());
                }
                match item.filter(|item| ITEMS.iter().any(|known| known.text == *item)) {
                    Some(item) => declared.head(item, &words),
                    None => declared.line(&words),
                }
                declared.within(&words);
            }
        }
        declared
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.names.contains(word)
    }

    pub(super) fn asks(&self, word: &str) -> bool {
        self.asked.contains(word) || word == "adjacent"
    }

    pub(super) fn is_whose(&self, word: &str) -> bool {
        self.whose.contains(word) || matches!(word, "phasing" | "acting")
    }

    pub(super) fn is_field(&self, word: &str) -> bool {
        self.fields.contains(word)
    }

    pub(super) fn is_stage(&self, word: &str) -> bool {
        self.stages.contains(word)
    }

    pub(super) fn is_measure(&self, word: &str) -> bool {
        self.measures.iter().any(|known| word.strip_prefix(known.as_str()).is_some_and(|more| matches!(more, "" | "s")))
    }

    fn add(&mut self, name: &str) {
        self.names.insert(name.to_owned());
    }

    /// `swamp "swamp", river`: each first, and each behind a comma.
    fn members(&mut self, line: &str, head: bool) {
        let list = if head { line.split_once('{').map_or("", |(_, list)| list) } else { line };
        for member in list.split([',', '}']) {
            if let Some((name, _)) = words(member).first() {
                self.add(name);
            }
        }
    }

    fn head(&mut self, item: &str, words: &[(&str, &str)]) {
        let Some((name, behind)) = words.get(1) else { return };
        self.add(name);
        if matches!(item, "value" | "fact" | "permit" | "state" | "path" | "zone") && behind.starts_with('(') {
            self.asked.insert((*name).to_owned());
        }
        if item == "measure" {
            self.measures.insert((*name).to_owned());
        }
        let named = words.iter().skip(2).filter(|(_, behind)| behind.starts_with(':'));
        named.for_each(|(name, _)| self.add(name));
    }

    fn line(&mut self, words: &[(&str, &str)]) {
        let Some((first, _)) = words.first() else { return };
        let rest = words.get(1..).unwrap_or_default();
        match *first {
            "printed" | "state" | "keeps" => {
                for (name, _) in rest.iter().filter(|(_, behind)| behind.starts_with(':')) {
                    self.add(name);
                    if *first != "keeps" {
                        self.fields.insert((*name).to_owned());
                    }
                }
            }
            "flags" => {
                for (name, _) in rest {
                    self.add(name);
                    self.fields.insert((*name).to_owned());
                }
            }
            "roles" | "sides" => {
                let sides = rest.iter().filter(|(_, behind)| *first == "sides" || behind.starts_with('='));
                for (name, _) in sides {
                    self.add(name);
                    self.whose.insert((*name).to_owned());
                }
            }
            "dice" | "place" | "hexes" | "hexsides" => rest.iter().for_each(|(name, _)| self.add(name)),
            _ => (),
        }
    }

    /// What a line gives a name to, wherever it stands in it.
    fn within(&mut self, words: &[(&str, &str)]) {
        let mut stages = false;
        for (at, (word, behind)) in words.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| words.get(at)).map_or("", |(word, _)| *word);
            let in_set = words.get(at + 1).is_some_and(|(next, _)| *next == "in");
            if matches!(before, "as" | "plural") || in_set && matches!(before, "each" | "any" | "every" | "no") {
                self.add(word);
            }
            if stages || before == "stages" {
                self.add(word);
                self.stages.insert((*word).to_owned());
                stages = behind.starts_with(',');
            }
        }
    }
}

/// Without titles and remarks.
fn bare(line: &str) -> String {
    let untitled: String = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    untitled.split_once("//").map_or(untitled.clone(), |(line, _)| line.to_owned())
}

/// The words that can be names, each with what stands behind it.
fn words(line: &str) -> Vec<(&str, &str)> {
    let mut words = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(|sign: char| sign.is_alphanumeric() || sign == '_') {
        let from = rest.get(start..).unwrap_or_default();
        let long = from.find(|sign: char| !(sign.is_alphanumeric() || sign == '_')).unwrap_or(from.len());
        let (word, behind) = from.split_at(long);
        if !word.starts_with(|sign: char| sign.is_ascii_digit()) {
            words.push((word, behind.trim_start()));
        }
        rest = behind;
    }
    words
}
