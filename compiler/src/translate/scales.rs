//! What counts along a scale, so that players read odds and not places: values and their rows, states, fields, names
//! that actions keep.

use super::builder::Builder;
use super::play::Turns;
use super::ty::Ty;
use super::world::{Holds, ParamDef, Stored};
use std::collections::BTreeMap;
use wgr_grammar::ast::ItemKind;
use wgr_runtime::engine::{Counted, LookedUp, Scales};
use wgr_runtime::ir::FuncId;

pub(crate) fn shown(builder: &Builder<'_>) -> Scales {
    let world = &builder.world;
    let mut of = builder.along.clone();
    let mut count = |what: Counted, ty: Ty| {
        if let Ty::Step(scale) = ty {
            of.insert(what, scale);
        }
    };
    let params = |func: FuncId, params: &[ParamDef<'_>]| -> Vec<(Counted, Ty)> {
        params.iter().enumerate().map(|(at, param)| (Counted::Param(func, at), param.ty)).collect()
    };
    for def in &world.rows {
        count(Counted::Answer(def.func), def.result);
        params(def.func, &def.params).into_iter().for_each(|(what, ty)| count(what, ty));
    }
    for state in &world.states {
        count(Counted::Held(state.cell), state.ty);
    }
    for kept in world.actions.iter().flat_map(|action| &action.kept) {
        count(Counted::Held(kept.cell), kept.ty);
    }
    for field in &world.fields {
        if let Stored::Cell(cell) = field.stored {
            count(Counted::Held(cell), field.ty);
        }
    }
    let mut looked_up = BTreeMap::new();
    for def in &world.tables {
        looked_up.insert(def.table, LookedUp::Table(def.name.clone()));
        let axes = def.axes.iter().enumerate().filter(|_| def.heads.is_none());
        axes.for_each(|(at, axis)| count(Counted::Index(def.table, at), axis.ty));
    }
    looked_up.extend(world.scales.iter().map(|scale| (scale.ends, LookedUp::Scale(scale.name.clone()))));
    let steps = world.scales.iter().map(|scale| scale.steps.clone()).collect();
    let boxes = world.open_boxes.map(|open| open.cell);
    Scales { steps, of, sets: builder.by_row.clone(), printed: printed(builder), looked_up, boxes }
}

/// The turn, phases and boxes by their printed names; a member without one by the name that rules call it.
fn printed(builder: &Builder<'_>) -> BTreeMap<Counted, Vec<String>> {
    let of_turn = || {
        let Turns::Named(index) = builder.turns else { return None };
        let def = builder.world.enums.get(index)?;
        let list = builder.items().find_map(|(_, item)| match &item.kind {
            ItemKind::Enum(list) if list.name.text == def.name => Some(list),
            _ => None,
        })?;
        let title = |name: &String| {
            let member = list.members.iter().find(|member| member.name.text == *name);
            member.and_then(|member| member.title.as_ref()).map_or_else(|| name.clone(), |title| title.text.clone())
        };
        Some((Counted::Held(builder.turn), def.members.iter().map(title).collect()))
    };
    let of_boxes = builder.world.open_boxes.map(|open| {
        let all = builder.world.boxes.iter().filter(|def| matches!(def.holds, Holds::Open { .. }));
        (Counted::Held(open.cell), all.map(|def| def.title().to_owned()).collect())
    });
    of_turn().into_iter().chain(of_boxes).chain(builder.rounding.clone()).collect()
}
