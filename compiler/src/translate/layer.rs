//! What belongs to some scenarios alone: `also X in S`, `victory in S`, `rule .. in S`, `action .. in S`, scenes `with S`.
//!
//! Promises: a scenario that nobody knows is told once, where it is named; what belongs to it stands and holds nowhere.

use super::builder::{Builder, ErrorReported, Made};
use super::reader::Reader;
use super::ty::{Noun, Ty};
use super::world::SCENARIO;
use crate::diag::{Place, says};
use crate::hir::{Expr, Kind};
use crate::source::FileId;
use wgr_grammar::ast::{self, Compare, ItemKind};

/// Tells the names of scenarios that are none, and those that stand twice.
pub(crate) fn check(builder: &mut Builder<'_>) {
    let known = builder.world.enums.get(SCENARIO).map(|def| def.members.clone()).unwrap_or_default();
    let mut told = Vec::new();
    for (file, item) in builder.written() {
        let layer = match &item.kind {
            ItemKind::Also(also) => also.layer.as_ref(),
            ItemKind::Rows(rows) => rows.layer.as_ref(),
            ItemKind::Whenever(rule) => rule.layer.as_ref(),
            ItemKind::Action(action) => action.layer.as_ref(),
            _ => None,
        };
        let names = layer.map_or(&[][..], |layer| &layer.any);
        let with = match &item.kind {
            ItemKind::Scene(scene) => scene.with.as_ref(),
            _ => None,
        };
        for name in names.iter().chain(with).filter(|name| !known.contains(&name.text)) {
            told.push(says::unknown_name("scenario", &name.text, &known, Place::new(file, name.span)));
        }
        for (at, name) in names.iter().enumerate() {
            let before = names.get(..at).unwrap_or_default();
            if let Some(first) = before.iter().find(|first| first.text == name.text) {
                let (at, first) = (Place::new(file, name.span), Place::new(file, first.span));
                told.push(says::scenario_twice(&name.text, at, first));
            }
        }
        if let Some(layer) = layer
            && names.len() > 1
            && known.iter().all(|one| names.iter().any(|name| name.text == *one))
        {
            builder.said().notes.push(says::in_every_scenario(Place::new(file, layer.span)));
        }
    }
    told.into_iter().for_each(|what| {
        builder.tell(what);
    });
}

impl Reader<'_, '_> {
    /// One of these scenarios is played.
    pub(crate) fn in_layer(&self, layer: &ast::Layer, file: FileId) -> Made<Expr> {
        let at = Place::new(file, layer.span);
        let noun = Noun::Enum(SCENARIO);
        let mut holds: Option<Expr> = None;
        for member in self.m.scenarios_of(layer)? {
            let one = |kind| Expr::new(kind, Ty::One(noun), at);
            let played = one(Kind::Stored(self.m.scenario, Vec::new()));
            let both = Box::new([played, one(Kind::Member(noun, member))]);
            let is = Expr::new(Kind::Compare(Compare::Is, both), Ty::YesNo, at);
            holds = Some(match holds {
                Some(others) => Expr::new(Kind::Or(Box::new([others, is])), Ty::YesNo, at),
                None => is,
            });
        }
        holds.ok_or(ErrorReported)
    }
}

impl Builder<'_> {
    /// The scenarios by their numbers; one that is unknown has been told.
    pub(crate) fn scenarios_of(&self, layer: &ast::Layer) -> Made<Vec<i64>> {
        layer.any.iter().map(|name| self.world.member_of(SCENARIO, &name.text).ok_or(ErrorReported)).collect()
    }
}
