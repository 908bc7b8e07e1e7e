//! A series: rules that several games share. What it leaves to its games are holes, each of a type; the game fills it by
//! declaring the thing itself, and everything in the series that names it means that.

use crate::diag::{Place, says};
use crate::source::FileId;
use crate::translate::builder::{Builder, Made};
use crate::translate::world::{Entry, EnumDef};
use wgr_grammar::ast::{Hole, HoleKind, ItemKind, RowsKind};

pub(super) fn check(builder: &mut Builder<'_>) {
    named(builder);
    for (file, item) in builder.items() {
        if let ItemKind::Hole(hole) = &item.kind {
            // What is wrong with it has been told.
            let _ = match hole.kind {
                HoleKind::Enum => members(builder, file, hole),
                HoleKind::Value | HoleKind::Fact | HoleKind::Permit => rows(builder, file, hole),
            };
        }
    }
}

/// The game says which series it is of, and that one is there.
fn named(builder: &mut Builder<'_>) {
    let wanted = builder.items().find_map(|(file, item)| match &item.kind {
        ItemKind::Game(game) => game.series.as_ref().map(|(title, _)| (file, title)),
        _ => None,
    });
    let found = builder.items().find_map(|(file, item)| match &item.kind {
        ItemKind::Series(series) => Some((file, &series.title)),
        _ => None,
    });
    match (wanted, found) {
        (Some((file, title)), None) => {
            builder.tell(says::series_missing(&title.text, Place::new(file, title.span)));
        }
        (Some((file, title)), Some((_, found))) if title.text != found.text => {
            builder.tell(says::other_series(&title.text, &found.text, Place::new(file, title.span)));
        }
        (None, Some((file, title))) => {
            builder.tell(says::series_alone(&title.text, Place::new(file, title.span)));
        }
        (Some(_) | None, _) => {}
    }
}

/// The game's enum has the members that the series speaks of.
fn members(builder: &mut Builder<'_>, file: FileId, hole: &Hole) -> Made<()> {
    let at = Place::new(file, hole.name.span);
    let Some(Entry::Enum(index)) = builder.world.entry(&hole.name.text) else { return unfilled(builder, hole, at) };
    let known = builder.world.enums.get(index).map(|def: &EnumDef| def.members.clone()).unwrap_or_default();
    let missing = hole.members.iter().find(|member| !known.contains(&member.text));
    match missing {
        Some(member) => {
            let told = says::hole_lacks_member(&hole.name.text, &member.text, Place::new(file, member.span));
            Err(builder.tell(told))
        }
        None => Ok(()),
    }
}

/// The game's value, fact or permit is asked about the same things and answers with the same.
fn rows<'a>(builder: &mut Builder<'a>, file: FileId, hole: &'a Hole) -> Made<()> {
    let at = Place::new(file, hole.name.span);
    let index = match builder.world.entry(&hole.name.text) {
        Some(Entry::Rows(index)) => index,
        Some(Entry::Broken) => return Ok(()),
        Some(_) | None => return unfilled(builder, hole, at),
    };
    let wanted: Vec<_> = builder.params(file, &hole.params)?.into_iter().map(|param| param.ty).collect();
    let result = hole.result.as_ref().map(|result| builder.type_ref(file, result)).transpose()?;
    let Some(def) = builder.world.rows.get(index) else { return Ok(()) };
    let kind = match hole.kind {
        HoleKind::Fact => RowsKind::Fact,
        HoleKind::Permit => RowsKind::Permit,
        HoleKind::Value | HoleKind::Enum => RowsKind::Value,
    };
    let own = Place::new(def.file, def.ast.name.span);
    let alike = def.ast.kind == kind
        && def.params.iter().map(|param| param.ty).eq(wanted)
        && result.is_none_or(|(ty, _)| ty == def.result);
    if alike { Ok(()) } else { Err(builder.tell(says::filled_otherwise(&signature(builder, file, hole), own, at))) }
}

fn unfilled(builder: &mut Builder<'_>, hole: &Hole, at: Place) -> Made<()> {
    let signature = signature(builder, at.file, hole);
    Err(builder.tell(says::hole_unfilled(&signature, &hole.why.text, at)))
}

/// `value limit(h: Hex): 1..9`, as the series has it.
fn signature(builder: &Builder<'_>, file: FileId, hole: &Hole) -> String {
    let whole = wgr_grammar::Span { start: hole.name.span.start, end: hole.why.span.start };
    let kind = match hole.kind {
        HoleKind::Enum => "enum",
        HoleKind::Value => "value",
        HoleKind::Fact => "fact",
        HoleKind::Permit => "permit",
    };
    format!("{kind} {}", builder.sources.text(Place::new(file, whole)).trim())
}
