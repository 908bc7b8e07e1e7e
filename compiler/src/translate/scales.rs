//! What counts along a scale, so that players read odds and not places: values and their rows, states, fields, names
//! that actions keep.

use super::builder::Builder;
use super::play::Turns;
use super::ty::Ty;
use super::world::{Holds, ParamDef, Stored};
use std::collections::BTreeMap;
use wgr_grammar::ast::ItemKind;
use wgr_runtime::engine::{Counted, Counts, Group, How, LookedUp, Scales};
use wgr_runtime::ir::{Body, FuncId, GroupOp, Program, Row, Rows, SiteId, Stage, StageOp};

pub(crate) fn shown(builder: &Builder<'_>, program: &Program) -> Scales {
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
    let counts = counts(program);
    Scales { steps, of, sets: builder.by_row.clone(), printed: printed(builder), looked_up, counts, boxes }
}

fn counts(program: &Program) -> BTreeMap<(FuncId, SiteId), Counts> {
    let mut counts = BTreeMap::new();
    for (at, func) in program.funcs.iter().enumerate() {
        let Body::Rows(rows) = &func.body else { continue };
        counts.extend(rows.rows.iter().filter_map(|row| {
            let how = counts_in(rows, row)?;
            Some(((FuncId::new(at), row.site), how))
        }));
    }
    counts
}

fn counts_in(rows: &Rows, row: &Row) -> Option<Counts> {
    let at = row.stage.index();
    let stage = rows.stages.get(at)?;
    let how = match stage.op {
        StageOp::Answer => How::Is,
        StageOp::Sum => How::Added,
        StageOp::Product => How::Times,
        StageOp::Largest => How::AtLeast,
        StageOp::Smallest => How::AtMost,
        StageOp::RoundDown | StageOp::RoundUp => How::Rounded,
        StageOp::All | StageOp::Any => return None,
    };
    let group = row.group.and_then(|group| {
        let of = match stage.groups.get(group as usize)?.op {
            GroupOp::Largest => Group::Largest,
            GroupOp::Smallest => Group::Smallest,
            GroupOp::Once => Group::Once,
            GroupOp::Sum => return None,
        };
        Some((of, group as usize + rows.stages[..at].iter().map(|stage| stage.groups.len()).sum::<usize>()))
    });
    let is_bound = |stage: &Stage| matches!(stage.op, StageOp::Largest | StageOp::Smallest);
    let is_last = rows.stages.iter().skip(at + 1).all(is_bound);
    Some(Counts { how, group, is_last })
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
