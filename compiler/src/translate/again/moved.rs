//! Where what stood in a text stands now. In: where each item stood and stands, and what was edited in it: remarks behind its
//! lines, or letters. Out: places, moved; or that one of them is lost, for it stood in letters that were edited.

use crate::diag::Place;
use crate::source::{FileId, Sources};
use std::collections::BTreeMap;
use std::sync::Arc;
use wgr_grammar::Span;

/// Where items stood, by text, and where they stand now.
#[derive(Default)]
pub(crate) struct Moved {
    items: BTreeMap<FileId, Vec<Item>>,
    /// Where lines began, and where they begin now.
    lines: Vec<[Vec<u32>; 2]>,
    /// Texts that are told by none of their own names.
    first_version: Option<FileId>,
    /// A place was in the midst of an edit: it is nowhere now.
    is_lost: bool,
}

/// An item as it stood.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Item {
    end: u32,
    start: u32,
    /// The file that it stands in now, and how far it went.
    to: FileId,
    by: u32,
    edit: Option<Edit>,
    /// Of one in which remarks alone are others: its lines among those of all such.
    lines: Option<usize>,
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

/// As far behind the beginning of its line as it was. What ends with a line ends there still.
fn line_moved([was, is]: &[Vec<u32>; 2], offset: u32, begins: bool) -> Option<u32> {
    let within = if begins { offset } else { offset.saturating_sub(1) };
    let line = was.partition_point(|start| *start <= within).checked_sub(1)?;
    Some(is.get(line)? + (offset - was.get(line)?))
}

impl Moved {
    /// `sources`: the texts that places stand in before they are moved.
    pub(super) fn of(sources: &Sources) -> Moved {
        Moved { first_version: sources.first_version(), ..Moved::default() }
    }

    /// An item that says what it said: where it stood, and where it stands now.
    pub(super) fn stands(&mut self, was: Place, now: Place) {
        let by = now.span.start.wrapping_sub(was.span.start);
        self.put(was, now.file, by, None);
    }

    /// One in which remarks alone are others: in each line what is no remark stands where it stood.
    pub(super) fn has_other_remarks(&mut self, (place, all, was): (Place, Span, &str), (now, is): (Place, &str)) {
        let starts = |first: u32, text: &str| {
            let behind = text.match_indices('\n').map(|(at, _)| first + at as u32 + 1);
            [first].into_iter().chain(behind).collect::<Vec<u32>>()
        };
        self.lines.push([starts(all.start, was), starts(now.span.start, is)]);
        self.put(place, now.file, 0, None);
        let lines = Some(self.lines.len() - 1);
        let last = self.items.get_mut(&place.file).and_then(|items| items.last_mut());
        last.into_iter().for_each(|item| item.lines = lines);
    }

    /// One that says something else; each with all around it, and its text.
    pub(super) fn is_edited(&mut self, (place, all, was): (Place, Span, &str), (now, is): (Place, &str)) {
        let (was, is) = (was.as_bytes(), is.as_bytes());
        let front = was.iter().zip(is).take_while(|(was, is)| was == is).count();
        let behind = was.iter().rev().zip(is.iter().rev()).take_while(|(was, is)| was == is).count();
        let behind = behind.min(was.len().min(is.len()) - front);
        let edit = Edit {
            start: all.start + front as u32,
            end: all.start + (was.len() - behind) as u32,
            by: (is.len() as u32).wrapping_sub(was.len() as u32),
        };
        self.put(place, now.file, now.span.start.wrapping_sub(all.start), Some(edit));
    }

    fn put(&mut self, was: Place, to: FileId, by: u32, edit: Option<Edit>) {
        let Span { start, end } = was.span;
        self.items.entry(was.file).or_default().push(Item { end, start, to, by, edit, lines: None });
    }

    /// All is told: places can be looked up. Of most files nothing has moved.
    pub(super) fn ordered(mut self) -> Moved {
        let moved =
            |file: FileId, item: &Item| item.by != 0 || item.to != file || item.edit.is_some() || item.lines.is_some();
        self.items.retain(|file, items| items.iter().any(|item| moved(*file, item)));
        self.items.values_mut().for_each(|items| items.sort_unstable());
        self
    }

    /// Everything stands where it stood.
    pub(crate) fn is_nothing(&self) -> bool {
        self.items.is_empty()
    }

    /// No place was lost.
    pub(crate) fn is_whole(&self) -> bool {
        !self.is_lost
    }

    /// May a place in this text be lost?
    pub(super) fn loses_some(&self, file: FileId) -> bool {
        self.items.get(&file).is_some_and(|items| items.iter().any(|item| item.edit.is_some()))
    }

    /// A place within an item, or in what is said above it.
    pub(crate) fn place(&mut self, at: &mut Place) {
        match self.moved(*at) {
            Some(now) => *at = now,
            None => self.is_lost = true,
        }
    }

    /// The places in a list that others share: it stands as it is where none has moved.
    pub(crate) fn each<T: Clone>(
        &mut self,
        list: &mut Arc<[T]>,
        place: impl Fn(&mut T) -> &mut Place,
        at: impl Fn(&T) -> Place,
    ) {
        if list.iter().any(|one| self.moved(at(one)) != Some(at(one))) {
            Arc::make_mut(list).iter_mut().for_each(|one| self.place(place(one)));
        }
    }

    /// The same, as near as can be told.
    pub(crate) fn near(&self, at: Place) -> Place {
        self.moved(at).unwrap_or(at)
    }

    fn moved(&self, at: Place) -> Option<Place> {
        let Some(items) = self.items.get(&at.file) else {
            return self.first_version.is_none_or(|first| at.file < first).then_some(at);
        };
        let nth = items.partition_point(|item| item.end < at.span.start);
        let Some(item) = items.get(nth) else { return Some(at) };
        let (start, end) = match item.lines.and_then(|lines| self.lines.get(lines)) {
            Some(lines) => (line_moved(lines, at.span.start, true)?, line_moved(lines, at.span.end, false)?),
            None => (item.moved(at.span.start, true)?, item.moved(at.span.end, false)?),
        };
        Some(Place::new(item.to, Span { start, end }))
    }
}
