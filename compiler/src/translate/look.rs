//! The `look` item: what is drawn otherwise than names say. In: its lines. Out: by name what each looks like, by piece what
//! stands where on its counters. Promises: what has no effect in a picture is told.

use super::builder::Builder;
use super::looks::holds;
use super::ty::{Kinds, Noun, Ty};
use super::world::{Entry, Of, SIDE, Stored};
use crate::diag::{Place, says};
use crate::looks::words::{Meaning, known, meaning};
use crate::looks::{Field, Named, Spot};
use crate::source::FileId;
use std::collections::BTreeMap;
use wgr_grammar::ast::{self, ItemKind, LookLine};
use wgr_runtime::engine::HeldAt;

/// What the item says.
#[derive(Default)]
pub(super) struct Said {
    /// By name: its words.
    pub(super) words: BTreeMap<String, Vec<String>>,
    /// By piece: what stands where on its counters.
    pub(super) spots: BTreeMap<usize, Vec<(Spot, Vec<Field>)>>,
}

impl Said {
    /// Is it not undrawn?
    pub(super) fn shows(&self, name: &str) -> bool {
        !self.words.get(name).is_some_and(|words| words.iter().any(|word| word == "undrawn"))
    }
}

/// A place on counters, and what stands there, each on the counters of these pieces.
type Shows = (Spot, Vec<(Field, Kinds)>);

/// What a name stands for, where it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Drawn {
    Side,
    /// Of hexes: one of several, or a yes or no.
    Ground,
    Area,
    /// A yes or no of hexsides, or of steps.
    Edge,
    Pieces(Kinds),
    /// A member that is printed on counters.
    Branch,
    State,
    /// What an action keeps, values and tables: told, and never drawn.
    Told,
}

impl Drawn {
    /// As messages call it.
    pub(crate) fn what(self) -> &'static str {
        match self {
            Drawn::Side => "a side",
            Drawn::Ground => "what a hex is",
            Drawn::Area => "said of hexes",
            Drawn::Edge => "said of hexsides",
            Drawn::Pieces(_) => "a counter",
            Drawn::Branch => "printed on counters",
            Drawn::State => "a state",
            Drawn::Told => "told of a game as it goes",
        }
    }

    /// Words that fit, for whoever took another.
    pub(crate) fn samples(self) -> &'static str {
        match self {
            Drawn::Side => "a colour, like `light blue`",
            Drawn::Ground => "a ground or a colour, like `woods hills` or `dark green`",
            Drawn::Area => "a ground or a colour, like `trench` or `pink`; or `undrawn`",
            Drawn::Edge => "a line or a colour, like `stream` or `wall red`; or `undrawn`",
            Drawn::Pieces(_) | Drawn::Branch => "a sign, a size or a colour, like `cavalry regiment` or `grey`",
            Drawn::State => "a colour, like `red`, or `undrawn`, or `untold`",
            Drawn::Told => "`untold`",
        }
    }

    fn takes(self, meaning: Meaning) -> bool {
        let counter = matches!(self, Drawn::Pieces(_) | Drawn::Branch);
        match meaning {
            Meaning::Colour(_) | Meaning::Light | Meaning::Dark => !matches!(self, Drawn::Told),
            Meaning::Cover(_) => matches!(self, Drawn::Ground | Drawn::Area),
            Meaning::Line(_) => matches!(self, Drawn::Ground | Drawn::Area | Drawn::Edge),
            Meaning::Symbol(_) | Meaning::Size(_) => counter,
            Meaning::Undrawn => matches!(self, Drawn::Area | Drawn::Edge | Drawn::State),
            Meaning::Untold => matches!(self, Drawn::State | Drawn::Told),
        }
    }
}

/// What a word is about, as messages call it.
fn sort_of(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Cover(_) => "a ground",
        Meaning::Line(_) => "a line",
        Meaning::Symbol(_) => "a sign on counters",
        Meaning::Size(_) => "a size of counters",
        Meaning::Colour(_) | Meaning::Light | Meaning::Dark => "a colour",
        Meaning::Undrawn => "for what lies on something else",
        Meaning::Untold => "for what is told of a game as it goes",
    }
}

pub(super) fn said(builder: &Builder<'_>) -> Said {
    let mut said = Said::default();
    let mut first: BTreeMap<&str, Place> = BTreeMap::new();
    let mut item: Option<Place> = None;
    let mut lines: Vec<(Kinds, bool, Vec<Shows>, &LookLine)> = Vec::new();
    for (file, found) in builder.items() {
        let ItemKind::Look(look) = &found.kind else { continue };
        let head = Place::new(file, found.head);
        if let Some(before) = item {
            builder.tell(says::second_look(head, before));
        }
        item = item.or(Some(head));
        for line in &look.lines {
            let at = Place::new(file, line.name.span);
            if let Some(before) = first.get(line.name.text.as_str()) {
                builder.tell(says::looks_twice(&line.name.text, at, *before));
                continue;
            }
            first.insert(&line.name.text, at);
            let Some(drawn) = drawn(builder, &line.name, at) else { continue };
            if line.words.is_empty() && line.places.is_empty() {
                builder.tell(says::look_says_nothing(&line.name.text, drawn.samples(), at));
            }
            let words = words(builder, file, line, drawn);
            let one_piece = matches!(builder.world.entry(&line.name.text), Some(Entry::Counter(_)));
            match drawn {
                Drawn::Pieces(kinds) if !one_piece => {
                    let own = builder.world.pieces.iter().any(|piece| piece.name == line.name.text);
                    lines.push((kinds, own, spots(builder, file, line, kinds), line));
                }
                _ => {
                    if let Some(place) = line.places.first() {
                        let at = Place::new(file, place.at.span);
                        builder.tell(says::no_places_there(&line.name.text, drawn.what(), one_piece, at));
                    }
                    said.words.insert(line.name.text.clone(), words);
                }
            }
        }
    }
    // What a piece says of itself goes before what is said of its kind.
    lines.sort_by_key(|(_, own, ..)| !own);
    for (at, piece) in builder.world.pieces.iter().enumerate() {
        for (kinds, _, spots, line) in &lines {
            if Kinds::of(at).and(*kinds).is_empty() {
                continue;
            }
            if !line.words.is_empty() && !said.words.contains_key(&piece.name) {
                let words = line.words.iter().map(|word| word.text.clone()).collect();
                said.words.insert(piece.name.clone(), words);
            }
            let all = said.spots.entry(at).or_default();
            for (spot, fields) in spots {
                let own = fields.iter().filter(|(_, of)| !Kinds::of(at).and(*of).is_empty());
                let own: Vec<Field> = own.map(|(field, _)| field.clone()).collect();
                if !own.is_empty() && !all.iter().any(|(known, _)| known == spot) {
                    all.push((*spot, own));
                }
            }
        }
    }
    said
}

/// What is drawn of this name; told where nothing is.
fn drawn(builder: &Builder<'_>, name: &ast::Name, at: Place) -> Option<Drawn> {
    let world = &builder.world;
    let member = |of: usize| world.enums.get(of).is_some_and(|list| list.members.contains(&name.text));
    match world.entry(&name.text) {
        Some(Entry::Kind(kind)) => return world.kinds.get(kind).map(|kind| Drawn::Pieces(kind.kinds)),
        Some(Entry::Counter(counter)) => {
            return world.counters.get(counter).map(|def| Drawn::Pieces(Kinds::of(def.piece)));
        }
        Some(Entry::Feature(feature)) => {
            return Some(match world.features.get(feature).map(|def| (def.of, def.ty)) {
                Some((Of::Hexes, Ty::YesNo)) => Drawn::Area,
                Some((Of::Hexsides | Of::Steps, Ty::YesNo)) => Drawn::Edge,
                _ => {
                    builder.tell(says::draws_members(&name.text, at));
                    return None;
                }
            });
        }
        Some(Entry::State(_)) => return Some(Drawn::State),
        Some(Entry::Rows(_) | Entry::Table(_)) => return Some(Drawn::Told),
        Some(Entry::Broken) => return None,
        Some(_) | None => {}
    }
    if member(SIDE) {
        return Some(Drawn::Side);
    }
    let grounds = world.features.iter().filter_map(|def| match (def.of, def.ty) {
        (Of::Hexes, Ty::One(Noun::Enum(list))) => Some(list),
        _ => None,
    });
    if grounds.into_iter().any(member) {
        return Some(Drawn::Ground);
    }
    let printed = world.fields.iter().filter_map(|field| match field.ty {
        Ty::One(Noun::Enum(list)) | Ty::Maybe(Noun::Enum(list)) => Some(list),
        _ => None,
    });
    if printed.into_iter().any(member) && !matches!(world.entry(&name.text), Some(Entry::Box(_))) {
        return Some(Drawn::Branch);
    }
    if world.fields.iter().any(|field| field.name == name.text && matches!(field.stored, Stored::Cell(_))) {
        return Some(Drawn::State);
    }
    if kept(builder).any(|kept| *kept == name.text) {
        return Some(Drawn::Told);
    }
    match world.entry(&name.text) {
        Some(other) => builder.tell(says::draws_nothing(&name.text, other.what(), at)),
        None => builder.tell(says::draws_nobody(&name.text, &drawn_names(builder), at)),
    };
    None
}

/// What actions keep while they run.
fn kept<'a>(builder: &'a Builder<'_>) -> impl Iterator<Item = &'a String> {
    let keeps = builder.items().filter_map(|(_, item)| match &item.kind {
        ItemKind::Action(action) => Some(&action.keeps),
        _ => None,
    });
    keeps.flatten().map(|keep| &keep.name.text)
}

/// All that may be said to look somehow.
fn drawn_names(builder: &Builder<'_>) -> Vec<String> {
    let world = &builder.world;
    let members = world.enums.iter().flat_map(|list| list.members.iter().cloned());
    let features = world.features.iter().map(|def| def.name.clone());
    let states = world.fields.iter().map(|field| field.name.clone());
    let counters = world.counters.iter().map(|def| def.name.clone());
    let all = members.chain(world.kind_names()).chain(features).chain(states).chain(kept(builder).cloned());
    let mut all: Vec<String> = all.chain(world.states.iter().map(|state| state.name.clone())).chain(counters).collect();
    all.sort();
    all.dedup();
    all
}

/// The words that are known and fit.
fn words(builder: &Builder<'_>, file: FileId, line: &LookLine, drawn: Drawn) -> Vec<String> {
    let mut words = Vec::new();
    for word in &line.words {
        let at = Place::new(file, word.span);
        match meaning(&word.text) {
            None => {
                builder.tell(says::unknown_look(&word.text, &known().collect::<Vec<_>>(), drawn.samples(), at));
            }
            Some(meaning) if !drawn.takes(meaning) => {
                let thing = (line.name.text.as_str(), drawn.what(), drawn.samples());
                builder.tell(says::look_does_not_fit(&word.text, sort_of(meaning), thing, at));
            }
            Some(_) => words.push(word.text.clone()),
        }
    }
    words
}

/// What stands where on the counters of these pieces.
fn spots(builder: &Builder<'_>, file: FileId, line: &LookLine, kinds: Kinds) -> Vec<Shows> {
    let mut all: Vec<Shows> = Vec::new();
    for place in &line.places {
        let at = Place::new(file, place.at.span);
        let Some(spot) = Spot::named(&place.at.text) else {
            builder.tell(says::no_such_spot(&place.at.text, at));
            continue;
        };
        if all.iter().any(|(known, _)| *known == spot) {
            builder.tell(says::spot_twice(&place.at.text, at));
            continue;
        }
        if let Some(second) = place.fields.get(1).filter(|_| spot == Spot::Dots) {
            builder.tell(says::dots_of_one(Place::new(file, second.span)));
        }
        let fields = place.fields.iter().filter_map(|name| field(builder, Place::new(file, name.span), name, kinds));
        all.push((spot, fields.collect()));
    }
    all
}

/// What is printed on these counters, kept of them, or reckoned for them; and of which pieces that is so.
fn field(builder: &Builder<'_>, at: Place, name: &ast::Name, kinds: Kinds) -> Option<(Field, Kinds)> {
    let world = &builder.world;
    let named = Named { name: name.text.clone(), title: None };
    let own = || world.fields.iter().filter(|field| !field.pieces.and(kinds).is_empty());
    let found = if let Some(def) = own().find(|field| field.name == name.text) {
        let held = match (def.drawn, def.stored) {
            (Some(drawn), _) => HeldAt::Drawn(drawn.func),
            (None, Stored::Table(table)) => HeldAt::Table(table),
            (None, Stored::Cell(cell)) => HeldAt::Cell(cell),
        };
        holds(builder, def.ty)
            .map(|holds| (Field { named, at: held, holds, lasts: def.until.is_some() }, def.pieces.and(kinds)))
    } else if let Some(Entry::Rows(rows)) = world.entry(&name.text)
        && let Some(rows) = world.rows.get(rows)
    {
        let of = match rows.params.as_slice() {
            [one] if rows.asked_within().is_none() => of_pieces(one.ty).and(kinds),
            _ => Kinds::default(),
        };
        let shown = holds(builder, rows.result).filter(|_| !of.is_empty());
        shown.map(|holds| (Field { named, at: HeldAt::Drawn(rows.func), holds, lasts: false }, of))
    } else {
        let known: Vec<String> = own().map(|field| field.name.clone()).collect();
        builder.tell(says::unknown_name("field", &name.text, &known, at));
        return None;
    };
    if found.is_none() {
        builder.tell(says::not_for_a_counter(&name.text, at));
    }
    found
}

fn of_pieces(ty: Ty) -> Kinds {
    if let Ty::One(Noun::Piece(of)) = ty { of } else { Kinds::default() }
}
