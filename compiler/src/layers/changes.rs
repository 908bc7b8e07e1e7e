//! What errata and house rules change of what is printed.
//!
//! In: the texts of a game without them and with them. Out: everything printed that is another, is new or is gone, in the
//! words of the rules, each with who changed it and with who reads it. Promises: both games are read as they count and
//! held against each other slot by slot, so nothing depends on how an erratum says what it changes; of a thing and a part
//! of it the part alone is told; scenes and examples are no printed rules.

mod readers;

use super::printed::{Printed, printed};
use super::{Amended, Laid, LaidItem, Slot, lay, over, written};
use crate::diag::Place;
use crate::ledger::Ledger;
use crate::outline::called;
use crate::source::{FileId, Sources};
use readers::Readers;
use std::collections::BTreeMap;
use wgr_grammar::Parsed;
use wgr_grammar::ast::{self, ItemKind};

/// Something printed that is another with errata.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The item that it belongs to: `value drm`, `order French`.
    pub item: String,
    /// What of it, as errata name it: `7.5 "Forest"`, `crt[6, 3:1]`; the item where all of it is meant.
    pub what: String,
    /// Of a row or a statement.
    pub cases: Vec<String>,
    /// Which part of that: `when`, `range`; none where its words say so themselves, or where all of it is meant.
    pub part: Option<&'static str>,
    /// Its words without the errata; none where it is new.
    pub was: Option<String>,
    /// Its words with them; none where it is gone.
    pub now: Option<String>,
    /// Where it stands: as it is written with the errata; of what is gone, where it stood.
    pub at: Place,
    /// The same, of what is not new: where it stood, as `path:line`.
    pub stood: Option<(String, u32)>,
    /// The titles of the errata that did it.
    pub by: Vec<String>,
    /// Who names it: `7.2 "Quality" in value drm`.
    pub readers: Vec<String>,
    /// What rests on those in turn: items by their names.
    pub beyond: Vec<String>,
}

/// A game as it counts.
pub(super) struct Read<'a> {
    pub(super) sources: &'a Sources,
    laid: Laid<'a>,
    amended: &'a [Amended],
}

/// Something printed, and where.
pub(super) struct Thing<'r> {
    /// Which of the laid items, in the order of the texts.
    pub(super) item: usize,
    /// The item itself, not something in it.
    pub(super) whole: bool,
    pub(super) one: Printed<'r>,
    says: Vec<u8>,
}

/// What is not the same in both.
struct Differs<'r> {
    was: Option<Thing<'r>>,
    now: Option<Thing<'r>>,
    /// Where its words stand in each.
    places: (Option<Place>, Option<Place>),
}

/// What is another in the second game: by item in the order of the first, then what is new.
pub fn changes(without: &Sources, with: &Sources, ledger: Option<&Ledger>) -> Vec<Change> {
    let (parsed_without, parsed_with) = (parsed(without), parsed(with));
    let (files_without, files_with) = (files(&parsed_without), files(&parsed_with));
    let read = &mut |_: usize, _: &str, text: &str| wgr_grammar::parse(text);
    let (before, after) = (over(without, &files_without, read), over(with, &files_with, read));
    let (files_was, files_now) = (before.files(&files_without), after.files(&files_with));
    let was = Read::new(before.sources(without), &files_was, &before.amended);
    let now = Read::new(after.sources(with), &files_now, &after.amended);
    let differing = parts_alone(differing(&was, &now), &was, &now);
    if differing.is_empty() {
        return Vec::new();
    }
    let readers = Readers::new((with, now.sources), &files_now, ledger);
    differing.iter().map(|one| change(one, &was, &now, &files_with, &readers)).collect()
}

pub(super) fn parsed(sources: &Sources) -> Vec<(FileId, Parsed)> {
    sources.iter().map(|(file, source)| (file, wgr_grammar::parse(&source.text))).collect()
}

pub(super) fn files(parsed: &[(FileId, Parsed)]) -> Vec<(FileId, &ast::File)> {
    parsed.iter().map(|(file, parsed)| (*file, &*parsed.file)).collect()
}

/// Set-ups of examples and what they say are told apart, and what errata say is done already.
pub(super) fn is_rule(kind: &ItemKind) -> bool {
    match kind {
        ItemKind::Scene(scene) => scene.scenario,
        ItemKind::Example(_) | ItemKind::Errata(_) => false,
        _ => true,
    }
}

impl<'a> Read<'a> {
    pub(super) fn new(sources: &'a Sources, files: &'a [(FileId, &'a ast::File)], amended: &'a [Amended]) -> Read<'a> {
        Read { sources, laid: lay(&written(files)), amended }
    }
}

impl Read<'_> {
    pub(super) fn things(&self) -> Vec<Thing<'_>> {
        let hexes = self.laid.items.iter().find_map(|laid| match &laid.item.kind {
            ItemKind::Game(game) => game.hexes.as_ref(),
            _ => None,
        });
        let rules = self.laid.items.iter().enumerate().filter(|(_, laid)| is_rule(&laid.item.kind));
        let all = rules.flat_map(|(item, laid)| {
            let printed = printed(&laid.item, hexes).into_iter().enumerate();
            printed.map(move |(nth, one)| Thing { item, whole: nth == 0, says: one.says(), one })
        });
        all.collect()
    }

    pub(super) fn item(&self, thing: &Thing<'_>) -> Option<&LaidItem<'_>> {
        self.laid.items.get(thing.item)
    }

    /// What errata changed, in the order in which they did.
    pub(super) fn amended(&self) -> impl Iterator<Item = &Amended> {
        self.amended.iter()
    }

    /// Where it stands in the texts as they count.
    pub(super) fn place(&self, thing: &Thing<'_>) -> Option<Place> {
        let laid = self.item(thing)?;
        let slot = &thing.one.slot;
        let rows = laid.rows().filter(|_| !thing.whole);
        let own = rows.and_then(|rows| {
            rows.rows.iter().zip(&laid.rows).find(|(row, _)| slot.is_of(&Slot::row(&rows.name.text, row)))
        });
        Some(Place::new(own.map_or(laid.file, |(_, at)| at.file), thing.one.span))
    }

    /// As they are written: what stands on several lines with braces keeps them, without the indent of its last.
    fn words(&self, place: Place) -> String {
        let text = self.sources.text(place);
        if !(text.contains('\n') && text.contains('{')) {
            return self.sources.said(place);
        }
        let indent = |line: &str| line.len() - line.trim_start().len();
        let off = text.lines().next_back().map_or(0, indent);
        let cut = |line: &str| line.get(off.min(indent(line))..).unwrap_or_default().trim_end().to_owned();
        text.lines().map(cut).collect::<Vec<String>>().join("\n")
    }
}

/// All that is in one of the two only, or says something else there.
fn differing<'r>(was: &'r Read<'_>, now: &'r Read<'_>) -> Vec<Differs<'r>> {
    let mut by_slot: BTreeMap<Slot, (Vec<Thing<'r>>, Vec<Thing<'r>>)> = BTreeMap::new();
    let mut order: Vec<Slot> = Vec::new();
    for thing in was.things() {
        order.push(thing.one.slot.clone());
        by_slot.entry(thing.one.slot.clone()).or_default().0.push(thing);
    }
    for thing in now.things() {
        order.push(thing.one.slot.clone());
        by_slot.entry(thing.one.slot.clone()).or_default().1.push(thing);
    }
    let mut found = Vec::new();
    for slot in order {
        let Some((mut before, mut after)) = by_slot.remove(&slot) else { continue };
        // Several things of one name: those that say the same are the same.
        before.retain(|thing| match after.iter().position(|other| other.says == thing.says) {
            Some(same) => {
                after.remove(same);
                false
            }
            None => true,
        });
        let mut after = after.into_iter();
        let pairs: Vec<(Option<Thing<'r>>, Option<Thing<'r>>)> =
            before.into_iter().map(|was| (Some(was), after.next())).collect();
        for (was_thing, now_thing) in pairs.into_iter().chain(after.map(|now| (None, Some(now)))) {
            let stood = was_thing.as_ref().and_then(|thing| was.place(thing));
            let stands = now_thing.as_ref().and_then(|thing| now.place(thing));
            found.push(Differs { was: was_thing, now: now_thing, places: (stood, stands) });
        }
    }
    found
}

impl Differs<'_> {
    fn is_changed(&self) -> bool {
        self.was.is_some() && self.now.is_some()
    }

    fn either(&self) -> Option<&Thing<'_>> {
        self.was.as_ref().or(self.now.as_ref())
    }

    /// Is this a part of that one?
    fn is_in(&self, other: &Differs<'_>) -> bool {
        let both = |here: &Option<Thing<'_>>, there: &Option<Thing<'_>>, places: (Option<Place>, Option<Place>)| {
            let (Some(here), Some(there)) = (here, there) else { return false };
            let lies = |(here, there): (Place, Place)| {
                here.file == there.file && here.span != there.span && there.span.to(here.span) == there.span
            };
            here.item == there.item
                && (there.whole && !here.whole
                    || here.one.slot.is_part_of(&there.one.slot)
                    || places.0.zip(places.1).is_some_and(lies))
        };
        both(&self.was, &other.was, (self.places.0, other.places.0))
            || both(&self.now, &other.now, (self.places.1, other.places.1))
    }
}

/// Of what changed the parts that did, of what is new or gone all of it at once.
fn parts_alone<'r>(all: Vec<Differs<'r>>, was: &Read<'_>, now: &Read<'_>) -> Vec<Differs<'r>> {
    let told: Vec<bool> = all
        .iter()
        .enumerate()
        .map(|(at, one)| {
            let mut others = all.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
            if one.is_changed() {
                !others.any(|other| other.is_in(one))
            } else {
                !others.any(|other| !other.is_changed() && one.is_in(other))
            }
        })
        .collect();
    let mut told = told.into_iter();
    let mut left: Vec<Differs<'r>> = all.into_iter().filter(|_| told.next() == Some(true)).collect();
    // What is new stands behind what changed in the same item.
    let item = |one: &Differs<'_>| {
        let name = |read: &Read<'_>, thing: &Thing<'_>| read.item(thing).map(|laid| called(&laid.item));
        let own = one.was.as_ref().and_then(|thing| name(was, thing));
        own.or_else(|| one.now.as_ref().and_then(|thing| name(now, thing)))
    };
    let mut order: Vec<Option<String>> = Vec::new();
    left.iter().for_each(|one| {
        let item = item(one);
        if !order.contains(&item) {
            order.push(item);
        }
    });
    left.sort_by_key(|one| order.iter().position(|known| *known == item(one)));
    left
}

/// One that is told, in words.
fn change(
    one: &Differs<'_>,
    was: &Read<'_>,
    now: &Read<'_>,
    files: &[(FileId, &ast::File)],
    readers: &Readers,
) -> Change {
    let (words, places) = (|read: &Read<'_>, place: Option<Place>| place.map(|place| read.words(place)), one.places);
    let thing = one.either();
    let item = match (&one.was, &one.now) {
        (_, Some(thing)) => now.item(thing),
        (Some(thing), None) => was.item(thing),
        (None, None) => None,
    };
    let (name, what, part) = match (item, thing) {
        (Some(laid), Some(thing)) => {
            let name = called(&laid.item);
            let part = thing.one.slot.named_part();
            let what = if thing.whole { name.clone() } else { thing.one.slot.without_part().called() };
            (name, what, part)
        }
        _ => Default::default(),
    };
    let line = |sources: &Sources, place: Place| {
        let place = sources.written(place);
        (sources.path(place.file).to_owned(), sources.line_column(place.file, place.span.start).0)
    };
    let written = places.1.map(|place| now.sources.written(place));
    let at = written
        .or(places.0.map(|place| was.sources.written(place)))
        .unwrap_or(Place::new(FileId(0), wgr_grammar::Span::default()));
    let mut by: Vec<String> = Vec::new();
    if let Some(thing) = thing {
        let here = now.amended.iter().filter(|amended| thing.one.slot.is_of(&amended.slot));
        here.for_each(|amended| by.push(amended.errata.clone()));
    }
    if by.is_empty()
        && let Some(place) = written
    {
        by.extend(errata_at(files, place));
    }
    by.dedup();
    let (direct, beyond) = match (item, thing) {
        (Some(laid), Some(thing)) => readers.of(&laid.item, &thing.one.slot),
        _ => Default::default(),
    };
    Change {
        item: name,
        what,
        cases: thing.map_or_else(Vec::new, |thing| thing.one.slot.cases().to_vec()),
        part,
        was: words(was, places.0),
        now: words(now, places.1),
        at,
        stood: places.0.map(|place| line(was.sources, place)),
        by,
        readers: direct,
        beyond,
    }
}

/// The errata that a place lies in; else the only one of its file.
pub(super) fn errata_at(files: &[(FileId, &ast::File)], place: Place) -> Option<String> {
    let (_, tree) = files.iter().find(|(file, _)| *file == place.file)?;
    let errata = tree.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Errata(errata) => Some((item.span, errata)),
        _ => None,
    });
    let all: Vec<_> = errata.collect();
    let holds = all.iter().find(|(span, _)| span.to(place.span) == *span);
    holds.or(all.first()).map(|(_, errata)| errata.title.text.clone())
}
