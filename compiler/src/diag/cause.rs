//! Causes first, and nothing that only rests on them.
//!
//! In: what all checks said, and the texts. Out: the same, each with its depth, without what is said only because a head
//! or a line elsewhere could not be read. Promises: at least one message stays of each mistake; what stands in the item
//! that is broken itself is never left out.

use super::{Code, Diagnostic, Place, Severity};
use crate::source::{FileId, Sources};
use std::collections::BTreeSet;

/// Items by how much rests on them.
const DEPTHS: [&[&str]; 5] = [
    &["game", "series"],
    &["measure", "scale", "enum", "kind", "piece", "marker", "notation", "box", "option"],
    &["map", "order"],
    &["sequence"],
    &["scenario", "scene"],
];
const RULES: u8 = 4;
const SET_UPS: u8 = 5;
const EXAMPLES: u8 = 6;
const NOTES: u8 = 7;

/// A stretch of a text from the first column to the next thing there.
struct Item<'t> {
    file: FileId,
    start: usize,
    text: &'t str,
}

impl Item<'_> {
    fn word(&self) -> &str {
        self.text.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default()
    }

    fn holds(&self, at: Place) -> bool {
        self.file == at.file && (self.start..self.start + self.text.len().max(1)).contains(&(at.span.start as usize))
    }

    fn depth(&self) -> u8 {
        match DEPTHS.iter().position(|items| items.contains(&self.word())) {
            Some(at) if at < RULES as usize => at as u8,
            Some(_) => SET_UPS,
            None if self.word() == "example" => EXAMPLES,
            None => RULES,
        }
    }
}

/// What could not be read, and what nobody knows because of it.
struct Lost<'t> {
    item: usize,
    names: BTreeSet<&'t str>,
    /// The whole item is not there, so nothing that names it can be judged.
    named: Option<&'t str>,
    /// Its first line is not.
    head: bool,
}

/// Notes beside: in the same order, none left out.
pub(crate) fn arrange_beside(sources: &Sources, all: &mut [Diagnostic]) {
    let items: Vec<Item<'_>> = sources.iter().flat_map(|(file, source)| items(file, &source.text)).collect();
    deepen(&items, all);
}

fn deepen(items: &[Item<'_>], all: &mut [Diagnostic]) {
    for told in all {
        let item = told.place().and_then(|at| items.iter().find(|item| item.holds(at)));
        told.depth = match (told.severity, told.code) {
            (Severity::Note, _) => NOTES,
            (_, Code::Syntax | Code::Unclosed | Code::UnknownItem | Code::File | Code::NoGame) => 0,
            _ => item.map_or(0, Item::depth),
        };
    }
}

pub(crate) fn arrange(sources: &Sources, all: &mut Vec<Diagnostic>) {
    let items: Vec<Item<'_>> = sources.iter().flat_map(|(file, source)| items(file, &source.text)).collect();
    let item_of = |at: Option<Place>| at.and_then(|at| items.iter().position(|item| item.holds(at)));
    deepen(&items, all);
    let no_game = items.iter().all(|item| item.word() != "game");
    let head = |told: &Diagnostic| in_head(told, item_of(told.place()).and_then(|at| items.get(at)));
    let headless = all.iter().any(|told| no_game && told.code == Code::NoGame || head(told));
    if headless {
        all.retain(|told| told.depth == 0);
        return;
    }
    let lost: Vec<Lost<'_>> = all.iter().filter_map(|told| lost(told, item_of(told.place())?, &items)).collect();
    let line = |told: &Diagnostic| told.place().map(|at| (at.file, sources.line_column(at.file, at.span.start).0));
    let at_head = |told: &Diagnostic| {
        item_of(told.place())
            .and_then(|at| items.get(at))
            .zip(told.place())
            .is_some_and(|(item, at)| line_of(item, at).1 == 0)
    };
    let rests = |told: &Diagnostic| {
        let at = told.place()?;
        let item = item_of(Some(at))?;
        let text = items.get(item)?.text;
        let named = sources.text(at);
        // One of several counters of a name has a letter behind it.
        let several = named.strip_suffix(|letter: char| letter.is_ascii_lowercase()).unwrap_or(named);
        let unknown =
            matches!(told.code, Code::UnknownName | Code::UnknownCase | Code::NeverOffered | Code::NeverPlaced);
        let judged = matches!(told.code, Code::WrongType | Code::WrongMeasure | Code::WrongCount);
        lost.iter().find(|lost| {
            lost.item != item
                && (unknown && (lost.names.contains(named) || lost.names.contains(several))
                    || judged && lost.named.is_some_and(|named| words(text).any(|word| word == named)))
        })
    };
    // Of an item without its first line the braces are no news; nor what a line does of which a part is not there.
    let unread: BTreeSet<(FileId, u32)> = all.iter().filter(|told| is_unread(told)).filter_map(line).collect();
    let follows = |told: &Diagnostic| {
        let headless = |item: usize| lost.iter().any(|lost| lost.item == item && lost.head);
        let judged =
            matches!(told.code, Code::DeadEnd | Code::Gap | Code::NeverApplies | Code::AlwaysSo | Code::Unused);
        told.code == Code::Unclosed && item_of(told.place()).is_some_and(headless) && !at_head(told)
            || judged && line(told).is_some_and(|line| unread.contains(&line))
    };
    let lines: BTreeSet<(FileId, u32)> = all.iter().filter(|told| rests(told).is_some()).filter_map(line).collect();
    let on_such_a_line = |told: &Diagnostic| {
        let judged = matches!(told.code, Code::WrongType | Code::WrongMeasure | Code::WrongCount | Code::UnknownName);
        judged && line(told).is_some_and(|line| lines.contains(&line))
    };
    let kept: Vec<bool> =
        all.iter().map(|told| !follows(told) && rests(told).is_none() && !on_such_a_line(told)).collect();
    if kept.iter().any(|kept| *kept) {
        let mut kept = kept.into_iter();
        all.retain(|_| kept.next().unwrap_or(true));
    }
}

fn is_unread(told: &Diagnostic) -> bool {
    matches!(told.code, Code::Syntax | Code::Unclosed | Code::UnknownItem) && told.severity == Severity::Wrong
}

/// Is it the head of the game that cannot be read?
fn in_head(told: &Diagnostic, item: Option<&Item<'_>>) -> bool {
    let broken =
        matches!(told.code, Code::Syntax | Code::Unclosed | Code::MapShape) && told.severity == Severity::Wrong;
    let Some((item, at)) = item.zip(told.place()).filter(|(item, _)| item.word() == "game" && broken) else {
        return false;
    };
    let (line, _) = line_of(item, at);
    told.code == Code::MapShape || ["game", "hexes"].iter().any(|word| line.trim_start().starts_with(word))
}

/// What nobody knows because of this, if it is a cause.
fn lost<'t>(told: &Diagnostic, item: usize, items: &[Item<'t>]) -> Option<Lost<'t>> {
    if told.severity != Severity::Wrong {
        return None;
    }
    let (at, of) = (told.place()?, items.get(item)?);
    let (line, start) = line_of(of, at);
    let unread = is_unread(told);
    let declares = of.depth() < RULES;
    let shape = matches!(told.code, Code::UnknownName | Code::OrderShape | Code::MapShape | Code::TwiceNamed);
    let whole = unread && start == 0;
    if !(unread || shape && declares) {
        return None;
    }
    // Of rules, what is declared stands in the first line.
    let heads = matches!(of.word(), "order" | "enum") && heads_others(of.text, line);
    let text = if declares && (whole || heads) { of.text } else { line };
    let cases = words(of.text).filter(|word| word.starts_with(|sign: char| sign.is_ascii_digit()));
    let mut names: BTreeSet<&str> = match of.word() {
        // A counter is named where its line begins.
        "order" => {
            text.lines().filter(|line| !heads_others(of.text, line)).filter_map(|line| words(line).next()).collect()
        }
        // `place Village 0909`
        "map" => words(text).nth(1).into_iter().collect(),
        _ if whole && !declares => cases.collect(),
        // A line of rules has cases, and names what is picked or kept.
        _ if !declares => {
            let after =
                words(text).zip(words(text).skip(1)).filter(|(word, _)| matches!(*word, "as" | "keeps" | "each"));
            let cited = words(text).filter(|word| word.starts_with(|sign: char| sign.is_ascii_digit()));
            after.map(|(_, name)| name).chain(cited).collect()
        }
        _ => words(text).collect(),
    };
    let head = of.text.lines().next().unwrap_or_default();
    let named = words(head).nth(1).filter(|_| whole);
    names.extend(named);
    // What is not known itself is told wherever it stands.
    if let Some(itself) = of
        .text
        .get((at.span.start as usize).saturating_sub(of.start)..(at.span.end as usize).saturating_sub(of.start))
        .filter(|_| !unread)
    {
        names.remove(itself);
    }
    Some(Lost { item, names, named, head: unread && start == 0 })
}

/// The line of an item that holds a place, and where in the item it begins.
fn line_of<'t>(item: &Item<'t>, at: Place) -> (&'t str, usize) {
    let within = (at.span.start as usize).saturating_sub(item.start).min(item.text.len());
    let start = item.text.get(..within).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    (item.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default(), start)
}

/// Is it the first line of an item, or one below which others stand further in?
fn heads_others(item: &str, line: &str) -> bool {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let inside = item.lines().skip(1).filter(|line| !line.trim().is_empty() && !line.starts_with('}'));
    inside.map(depth).min().is_none_or(|least| depth(line) <= least)
}

/// Words, numbers and cases.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let inside = |sign: char| sign.is_alphanumeric() || "_.#".contains(sign);
    text.split(move |sign: char| !inside(sign)).map(|word| word.trim_matches('.')).filter(|word| !word.is_empty())
}

fn items(file: FileId, text: &str) -> Vec<Item<'_>> {
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with(|sign: char| sign.is_alphabetic()) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(start, end)| Item { file, start: *start, text: &text[*start..end] }).collect()
}
