//! Where what is printed comes from.
//!
//! In: the texts of a game with its errata and house rules, and which cases are meant. Out: each row, statement and item
//! that carries one of them, part by part, with where each part is written and whom it gives way to. Promises: what no
//! errata touch stands where the book's rules stand; of several errata over each other all are told, the last one first.

use super::changes::{Read, Thing, errata_at, files, parsed};
use super::{Slot, over};
use crate::diag::Place;
use crate::outline::{called, cases_of};
use crate::source::{FileId, Sources};
use wgr_grammar::ast;

/// Something that carries a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// `6.2 "Horse"`; an item by its name.
    pub what: String,
    /// `value allowance`
    pub item: String,
    pub at: Place,
    /// The errata that brought it.
    pub by: Option<String>,
    /// Its parts in the order of the text, and what errata put into it.
    pub parts: Vec<OriginPart>,
}

/// A part of it: a verdict, a condition, a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OriginPart {
    /// `when`; none of a verdict, which says itself what it is.
    pub part: Option<String>,
    pub words: String,
    pub at: Place,
    /// The errata that changed it, the last one first, each with what stood there before.
    pub over: Vec<(String, Option<String>)>,
}

/// All that carries one of these cases.
pub fn origins(sources: &Sources, meant: &dyn Fn(&str) -> bool) -> Vec<Origin> {
    let parsed = parsed(sources);
    let files = files(&parsed);
    let overlay = over(sources, &files, &mut |_, _, text| wgr_grammar::parse(text));
    let now = overlay.files(&files);
    let read = Read::new(overlay.sources(sources), &now, &overlay.amended);
    let things = read.things();
    let carries = |thing: &&Thing<'_>| {
        let of_item = || read.item(thing).is_some_and(|laid| cases_of(&laid.item).iter().any(|case| meant(&case.text)));
        let slot = &thing.one.slot;
        slot.is_label() && slot.cases().iter().any(|case| meant(case)) || thing.whole && of_item()
    };
    things.iter().filter(carries).filter_map(|thing| origin(&read, &files, &things, thing)).collect()
}

fn origin(read: &Read<'_>, files: &[(FileId, &ast::File)], things: &[Thing<'_>], thing: &Thing<'_>) -> Option<Origin> {
    let (laid, at) = (read.item(thing)?, read.sources.written(read.place(thing)?));
    let slot = &thing.one.slot;
    let item = called(&laid.item);
    let what = if thing.whole { item.clone() } else { slot.called() };
    let own = things.iter().filter(|part| part.item == thing.item && part.one.slot.is_part_of(slot));
    let own = own.filter(|part| !part.one.slot.is_name());
    // Of an item also what errata changed in it: cells, members, fields.
    let inner = things.iter().filter(|part| {
        let is_changed = || read.amended().any(|amended| amended.slot == part.one.slot);
        thing.whole && part.item == thing.item && !part.whole && !part.one.slot.is_label() && is_changed()
    });
    let mut parts: Vec<OriginPart> = Vec::new();
    for part in own.chain(inner) {
        let Some(place) = read.place(part) else { continue };
        let at = read.sources.written(place);
        let slot = &part.one.slot;
        let named = slot.named_part().map(str::to_owned);
        let named = named.or_else(|| (!slot.is_verdict()).then(|| slot.called()));
        let one = OriginPart { part: named, words: read.sources.said(place), at, over: gone_over(read, slot) };
        if !parts.contains(&one) {
            parts.push(one);
        }
    }
    let by = errata_at(files, at);
    Some(Origin { what, item, at, by, parts })
}

/// The errata that changed it, the last one first.
fn gone_over(read: &Read<'_>, slot: &Slot) -> Vec<(String, Option<String>)> {
    let whole = slot.without_part();
    let is_meant = |changed: &Slot| changed == slot || slot.is_verdict() && *changed == whole;
    let all = read.amended().filter(|amended| is_meant(&amended.slot) && amended.was.is_some());
    let mut over: Vec<(String, Option<String>)> =
        all.map(|amended| (amended.errata.clone(), amended.was.clone())).collect();
    over.reverse();
    over
}
