//! Where what stood in a text stands now. In: where each item stood and stands, and which of them was edited between which
//! of its letters. Out: places, moved; or that one of them is lost, for it stood in what was edited.

use super::Ground;
use crate::diag::Place;
use crate::source::FileId;
use std::collections::BTreeMap;
use wgr_grammar::Span;

/// Where items stood, by file, and where they stand now.
#[derive(Default)]
pub(super) struct Moved {
    items: BTreeMap<FileId, Vec<Item>>,
    any: bool,
    /// A place was in the midst of an edit: it is nowhere now.
    pub(super) is_lost: bool,
}

/// An item as it stood.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Item {
    end: u32,
    start: u32,
    /// How far it went.
    by: u32,
    edit: Option<Edit>,
}

/// Letters of a text that are others now.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edit {
    start: u32,
    end: u32,
    /// How far what is behind them went, beyond its item.
    by: u32,
}

impl Item {
    /// None within an edit. Where letters were only put in, what ends there ends there still, and of what begins there
    /// nobody knows where it begins.
    fn moved(&self, offset: u32, begins: bool) -> Option<u32> {
        let there = offset.wrapping_add(self.by);
        match self.edit {
            Some(edit) if offset > edit.start && offset >= edit.end => Some(there.wrapping_add(edit.by)),
            Some(edit) if offset > edit.start || (begins && offset == edit.start) => None,
            Some(_) | None => Some(there),
        }
    }
}

impl Moved {
    pub(super) fn stands(&mut self, before: Place, now: Place) {
        self.any |= before != now;
        let by = now.span.start.wrapping_sub(before.span.start);
        self.put(before, by, None);
    }

    /// The item with this number says something else.
    pub(super) fn is_edited(&mut self, item: usize, before: &Ground<'_>, now: &Ground<'_>) {
        let of = |ground: &Ground<'_>| {
            let (place, lead) = (*ground.places.get(item)?, *ground.leads.get(item)?);
            Some((place, place.span.start.wrapping_sub(lead)))
        };
        let (Some((place, first)), Some((_, first_now))) = (of(before), of(now)) else { return };
        let (Some((_, was)), Some((_, is))) = (before.items.get(item), now.items.get(item)) else { return };
        let (was, is) = (was.as_bytes(), is.as_bytes());
        let front = was.iter().zip(is).take_while(|(was, is)| was == is).count();
        let behind = was.iter().rev().zip(is.iter().rev()).take_while(|(was, is)| was == is).count();
        let behind = behind.min(was.len().min(is.len()) - front);
        let edit = Edit {
            start: first + front as u32,
            end: first + (was.len() - behind) as u32,
            by: (is.len() as u32).wrapping_sub(was.len() as u32),
        };
        self.any = true;
        self.put(place, first_now.wrapping_sub(first), Some(edit));
    }

    fn put(&mut self, before: Place, by: u32, edit: Option<Edit>) {
        let Span { start, end } = before.span;
        self.items.entry(before.file).or_default().push(Item { end, start, by, edit });
    }

    /// None where nothing has moved.
    pub(super) fn ordered(mut self) -> Option<Moved> {
        // Of most files nothing has moved: their places need no looking for.
        self.items.retain(|_, items| items.iter().any(|item| item.by != 0 || item.edit.is_some()));
        self.items.values_mut().for_each(|items| items.sort_unstable());
        self.any.then_some(self)
    }

    /// A place within an item, or in what is said above it.
    pub(super) fn place(&mut self, at: &mut Place) {
        let Some(items) = self.items.get(&at.file) else { return };
        let nth = items.partition_point(|item| item.end < at.span.start);
        let Some(item) = items.get(nth) else { return };
        match (item.moved(at.span.start, true), item.moved(at.span.end, false)) {
            (Some(start), Some(end)) => at.span = Span { start, end },
            _ => self.is_lost = true,
        }
    }
}
