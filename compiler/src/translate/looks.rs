//! What there is to draw, gathered from what is declared. In: the world of a game that was read. Out: [`Looks`].

use super::builder::Builder;
use super::play::{goals_everywhere, phases_named};
use super::ty::{Kinds, Noun, Ty};
use super::world::{CounterDef, Entry, FieldDef, Holds as Lies, Of, PHASE, RunDef, SIDE, Stored};
use crate::looks::{
    Box, Counter, Feature, Field, Ground, Held, Holds, Looks, Named, Now, Prints, Run, Score, Sheet, Sort,
};
use std::collections::BTreeMap;
use wgr_grammar::ast::{ItemKind, MapLine, RowsKind};
use wgr_runtime::engine::HeldAt;
use wgr_runtime::ir::DomainId;

pub(crate) fn looks(builder: &Builder<'_>) -> Looks {
    let world = &builder.world;
    let mut said = super::look::said(builder);
    let counters = world.counters.iter().map(counter).collect();
    let has_counters = builder.board.is_some() && !world.counters.is_empty();
    let prints = world.prints.as_ref().map(|prints| Prints {
        cell: prints.cell,
        sorts: prints.kinds.each().collect(),
        lines: prints
            .lines
            .iter()
            .map(|line| Counter { name: line.name.clone(), sort: line.piece, side: line.side })
            .collect(),
    });
    let boxes = world.boxes.iter().map(|def| Box {
        named: Named { name: def.name.clone(), title: Some(def.title().to_owned()) },
        holds: match def.holds {
            Lies::Open { member, .. } => Held::Open(member),
            Lies::Unseen { cell, .. } => Held::Unseen(cell),
        },
    });
    Looks {
        sides: members(builder, SIDE),
        map: builder.board.is_some().then(|| sheet(builder)),
        sorts: (0..world.pieces.len())
            .map(|piece| Sort { spots: said.spots.remove(&piece).unwrap_or_default(), ..sort(builder, piece) })
            .collect(),
        counters,
        prints,
        place: has_counters.then_some(builder.place),
        above: builder.stack.map(|stack| stack.above),
        lies: world.open_boxes.map(|open| open.cell),
        boxes: boxes.collect(),
        now: Some(Now {
            turn: builder.turn,
            runs: runs(builder),
            phase: builder.phase,
            phasing: builder.phasing,
            acting: builder.acting,
            of_nobody: of_nobody(builder),
        }),
        of_hexes: states_of(builder, Noun::Hex),
        of_hexsides: states_of(builder, Noun::Hexside),
        dice: world.dice.iter().map(|die| (die.name.text.clone(), die.count as usize)).collect(),
        titles: titles(builder),
        victory: world.rows.iter().find(|def| def.ast.kind == RowsKind::Victory).map(|def| def.func),
        lasting: world.states.iter().filter(|state| state.until.is_some()).map(|state| state.cell).collect(),
        score: score(builder).into_iter().filter(|score| said.shows(&score.field.named.name)).collect(),
        said: said.words,
    }
}

fn of_nobody(builder: &Builder<'_>) -> Vec<i64> {
    let phases = builder.world.enums.get(PHASE).map_or(&[][..], |phases| phases.members.as_slice());
    let is_nobodys = |(_, phase): &(i64, &String)| {
        let goals = goals_everywhere(builder, phase);
        !goals.is_empty() && !goals.iter().any(|goal| goal.is_of_a_side())
    };
    (0_i64..).zip(phases).filter(is_nobodys).map(|(at, _)| at).collect()
}

fn runs(builder: &Builder<'_>) -> Vec<Run> {
    let phases = builder.world.enums.get(PHASE).map_or(&[][..], |phases| phases.members.as_slice());
    let run = |def: &RunDef<'_>| {
        let stands = |(_, phase): &(i64, &String)| {
            let inside = phases_named(&builder.world, def.block, phase);
            inside > 0 && inside == goals_everywhere(builder, phase).len()
        };
        let inside = (0_i64..).zip(phases).filter(stands);
        let named = Named { name: def.name.clone(), title: None };
        Run { named, cell: def.cell, phases: inside.map(|(at, _)| at).collect() }
    };
    builder.world.runs.iter().map(run).collect()
}

/// Numbers of the whole game or of a side that the rows of the victory name.
fn score(builder: &Builder<'_>) -> Vec<Score> {
    let mut all: Vec<Score> = Vec::new();
    let victories = builder
        .items()
        .filter(|(_, item)| matches!(&item.kind, ItemKind::Rows(rows) if rows.kind == RowsKind::Victory));
    for word in victories.flat_map(|(_, item)| item.words.iter()) {
        let world = &builder.world;
        let (at, params, ty) = match world.entry(&word.text) {
            Some(Entry::Rows(index)) => match world.rows.get(index) {
                Some(rows) if rows.within.is_none() => (HeldAt::Drawn(rows.func), &rows.params, rows.result),
                _ => continue,
            },
            Some(Entry::State(index)) => match world.states.get(index) {
                Some(state) => (HeldAt::Cell(state.cell), &state.params, state.ty),
                None => continue,
            },
            Some(_) | None => continue,
        };
        let by_side = match params.as_slice() {
            [] => false,
            [one] if one.ty == Ty::One(Noun::Enum(SIDE)) => true,
            _ => continue,
        };
        let Some(Holds::Number) = holds(builder, ty) else { continue };
        let named = Named { name: word.text.clone(), title: None };
        if !all.iter().any(|known| known.field.named.name == named.name) {
            all.push(Score { field: Field { named, at, holds: Holds::Number, lasts: false }, by_side });
        }
    }
    all
}

fn counter(def: &CounterDef) -> Counter {
    Counter { name: def.name.clone(), sort: def.piece, side: def.side }
}

/// The members of an enum, with their titles where they have some.
fn members(builder: &Builder<'_>, index: usize) -> Vec<Named> {
    let Some(def) = builder.world.enums.get(index) else { return Vec::new() };
    let list = builder.items().find_map(|(_, item)| match &item.kind {
        ItemKind::Enum(list) if list.name.text == def.name => Some(list),
        _ => None,
    });
    let title = |name: &String| {
        let member = list?.members.iter().find(|member| member.name.text == *name)?;
        member.title.as_ref().map(|title| title.text.clone())
    };
    def.members.iter().map(|name| Named { name: name.clone(), title: title(name) }).collect()
}

fn titles(builder: &Builder<'_>) -> BTreeMap<(DomainId, String), String> {
    let lists = builder.world.enums.iter().enumerate();
    let titled = lists.flat_map(|(index, def)| {
        let titles = members(builder, index).into_iter();
        titles.filter_map(|Named { name, title }| Some(((def.domain, name), title?)))
    });
    titled.filter(|(_, title)| title.chars().any(char::is_alphabetic)).collect()
}

fn sheet(builder: &Builder<'_>) -> Sheet {
    let mut sheet = Sheet::default();
    for def in &builder.world.features {
        let named = Named { name: def.name.clone(), title: None };
        let (table, in_order) = (def.table, def.in_order.is_some());
        match (def.of, def.ty) {
            (Of::Hexes, Ty::One(Noun::Enum(index))) => {
                sheet.grounds.push(Ground { named, table, members: members(builder, index) });
            }
            (Of::Hexes, Ty::YesNo) => sheet.areas.push(Feature { named, table, in_order }),
            (Of::Hexsides, Ty::YesNo) => sheet.sides.push(Feature { named, table, in_order }),
            (Of::Steps, Ty::YesNo) => sheet.steps.push(Feature { named, table, in_order }),
            _ => {}
        }
    }
    let maps =
        builder.items().filter_map(|(_, item)| if let ItemKind::Map(map) = &item.kind { Some(map) } else { None });
    for map in maps {
        sheet.title = sheet.title.or_else(|| map.title.as_ref().map(|title| title.text.clone()));
        for line in &map.lines {
            if let MapLine::Place { name, .. } = line
                && let Some(Entry::Spot(hex)) = builder.world.entry(&name.text)
            {
                sheet.places.push((name.text.clone(), hex));
            }
        }
    }
    sheet
}

fn sort(builder: &Builder<'_>, piece: usize) -> Sort {
    let def = &builder.world.pieces[piece];
    let mut sort = Sort {
        named: Named { name: def.name.clone(), title: Some(def.title.clone()) },
        printed: Vec::new(),
        states: Vec::new(),
        spots: Vec::new(),
    };
    for field in builder.world.fields.iter().filter(|field| !field.pieces.and(Kinds::of(piece)).is_empty()) {
        let Some(holds) = holds(builder, field.ty) else { continue };
        let lasts = field.until.is_some();
        let named = Named { name: field.name.clone(), title: title(field) };
        match (field.drawn, field.stored) {
            (Some(drawn), _) => sort.printed.push(Field { named, at: HeldAt::Drawn(drawn.func), holds, lasts }),
            (None, Stored::Table(table)) => sort.printed.push(Field { named, at: HeldAt::Table(table), holds, lasts }),
            (None, Stored::Cell(cell)) => sort.states.push(Field { named, at: HeldAt::Cell(cell), holds, lasts }),
        }
    }
    sort
}

fn title(field: &FieldDef<'_>) -> Option<String> {
    field.marker.and_then(|marker| marker.title.as_ref()).map(|title| title.text.clone())
}

/// What can be drawn of a value: nothing of sets, and of where something is.
pub(super) fn holds(builder: &Builder<'_>, ty: Ty) -> Option<Holds> {
    match ty {
        Ty::Number { .. } => Some(Holds::Number),
        Ty::YesNo => Some(Holds::YesNo),
        Ty::One(Noun::Enum(index)) | Ty::Maybe(Noun::Enum(index)) => Some(Holds::Member(members(builder, index))),
        _ => None,
    }
}

/// States about one hex, or one hexside.
fn states_of(builder: &Builder<'_>, of: Noun) -> Vec<Field> {
    let about = |params: &[super::world::ParamDef<'_>]| matches!(params, [one] if one.ty == Ty::One(of));
    let states = builder.world.states.iter().filter(|state| about(&state.params));
    let field = |state: &super::world::StateDef<'_>| {
        let named = Named { name: state.name.clone(), title: None };
        let lasts = state.until.is_some();
        Some(Field { named, at: HeldAt::Cell(state.cell), holds: holds(builder, state.ty)?, lasts })
    };
    states.filter_map(field).collect()
}
