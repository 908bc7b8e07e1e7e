//! Reading a text again. In: what was read before, and the text as it is now. Out: the same as if all of it were read.
//!
//! An item is read alone, from its own text, so its tree is the same wherever that text stands. Items before the change
//! are left as they are; those behind it are moved; only what lies between is read.

use crate::ast::{Far, File, Item, Shift};
use crate::fault::SyntaxFault;
use crate::shell::{Shell, cut};
use crate::source::Source;
use crate::span::Span;
use crate::{Parsed, read};
use std::sync::Arc;

/// The last text and its tree, so that only what changed is read again.
#[derive(Default)]
pub struct Memory {
    text: String,
    /// The extent of each item, `///` lines and all, and how many faults it has.
    items: Vec<Known>,
    parsed: Parsed,
}

#[derive(Clone, Copy)]
struct Known {
    place: Span,
    faults: usize,
}

/// The same as `parse`, but items whose text did not change are not read again.
pub fn parse_again<'m>(memory: &'m mut Memory, text: &str) -> &'m Parsed {
    if memory.text == text && !memory.items.is_empty() {
        return &memory.parsed;
    }
    let source = Source::new(text);
    let mut outside = Vec::new();
    let shells = cut(&source, &mut outside);
    let places: Vec<Span> = shells.iter().map(|shell| shell.extent(&source)).collect();
    // What stands between items may have changed too: an item is kept where it stood, or moved with all behind it.
    let stood = |now: &Span, before: &Known| now.start == before.place.start;
    let front = memory.same(text, places.iter(), memory.items.iter(), stood);
    let (ends, ended) = (text.len(), memory.text.len());
    let moved = |now: &Span, before: &Known| ends - now.start as usize == ended - before.place.start as usize;
    let back = memory.same(text, places.iter().skip(front).rev(), memory.items.iter().skip(front).rev(), moved);
    memory.replace(&source, &shells, &places, outside, front, back);
    memory.text.clear();
    memory.text.push_str(text);
    &memory.parsed
}

impl Memory {
    /// How many items, counted from one end, have the text that they had.
    fn same<'a>(
        &self,
        text: &str,
        now: impl Iterator<Item = &'a Span>,
        before: impl Iterator<Item = &'a Known>,
        here: impl Fn(&Span, &Known) -> bool,
    ) -> usize {
        let same = |now: &Span, before: &Known| here(now, before) && now.of(text) == before.place.of(&self.text);
        now.zip(before).take_while(|&(now, before)| same(now, before)).count()
    }

    /// Keeps `front` items, reads those in the middle, moves `back` items.
    fn replace(
        &mut self,
        source: &Source<'_>,
        shells: &[Shell],
        places: &[Span],
        outside: Vec<SyntaxFault>,
        front: usize,
        back: usize,
    ) {
        let (old_end, new_end) = (self.items.len() - back, shells.len() - back);
        let mut faults = std::mem::take(&mut self.parsed.faults);
        let kept: usize = self.items.iter().take(front).map(|known| known.faults).sum();
        let moved: usize = self.items.iter().skip(old_end).map(|known| known.faults).sum();
        let mut later = faults.split_off(faults.len() - moved);
        faults.truncate(kept);
        let mut known = Vec::with_capacity(shells.len());
        known.extend_from_slice(self.items.get(..front).unwrap_or_default());
        let mut items: Vec<Item> = std::mem::take(&mut Arc::make_mut(&mut self.parsed.file).items);
        let mut behind = items.split_off(old_end);
        items.truncate(front);
        let middle = shells.iter().zip(places).skip(front).take(new_end - front);
        for (shell, place) in middle {
            let first = faults.len();
            faults.extend(outside.iter().filter(|fault| place.holds(fault.span)).cloned());
            let mut told = faults.split_off(first);
            items.push(read::item(source, shell, &mut told));
            told.sort_by_key(|fault| fault.span);
            known.push(Known { place: *place, faults: told.len() });
            faults.append(&mut told);
        }
        let old = self.items.get(old_end..).unwrap_or_default();
        let new = places.get(new_end..).unwrap_or_default();
        let by = old.first().zip(new.first()).map_or(0, |(old, new)| new.start.wrapping_sub(old.place.start));
        if by != 0 {
            behind.shift(Far::By(by));
            later.shift(Far::By(by));
        }
        known.extend(old.iter().zip(new).map(|(old, new)| Known { place: *new, faults: old.faults }));
        items.append(&mut behind);
        faults.append(&mut later);
        self.items = known;
        self.parsed = Parsed { file: Arc::new(File { items }), faults };
    }
}
