//! How wgr talks, apart from what it finds: places, near names, drawing, mending, the ledger, texts that tell their
//! own mistakes. In: messages made here over texts made here. Snapshots show the drawing; the rest is asserted.

#[path = "messages/carets.rs"]
mod carets;
#[path = "messages/drawn.rs"]
mod drawn;
#[path = "messages/ledger.rs"]
mod ledger;
#[path = "messages/mended.rs"]
mod mended;
#[path = "messages/near.rs"]
mod near;
#[path = "messages/places.rs"]
mod places;
#[path = "messages/slips.rs"]
mod slips;
#[path = "messages/tidied.rs"]
mod tidied;

use wgr_compiler::diag::Place;
use wgr_compiler::{FileId, Sources};
use wgr_grammar::Span;

/// The place of the `nth` (from 0) time that this stands in the file.
pub(crate) fn nth(sources: &Sources, file: FileId, what: &str, nth: usize) -> Place {
    let text = &sources.get(file).unwrap().text;
    let (start, _) = text.match_indices(what).nth(nth).unwrap_or_else(|| panic!("no `{what}`"));
    Place::new(file, Span::new(start, start + what.len()))
}

pub(crate) fn place(sources: &Sources, file: FileId, what: &str) -> Place {
    nth(sources, file, what, 0)
}
