//! What counts along a scale, so that players read odds and not places: values and their rows, states, fields, names
//! that actions keep.

use super::builder::Builder;
use super::ty::Ty;
use super::world::{ParamDef, Stored};
use wgr_runtime::engine::{Counted, Scales};
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
    Scales { steps: world.scales.iter().map(|scale| scale.steps.clone()).collect(), of, sets: builder.by_row.clone() }
}
