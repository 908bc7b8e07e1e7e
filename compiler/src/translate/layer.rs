//! What belongs to some scenarios or options alone: `also X in S`, `victory in S`, `rule .. in S`, `action .. in S`, and which
//! of them a scene is played with.
//!
//! Promises: a scenario or an option that nobody knows is told once, where it is named; what belongs to it stands and holds
//! nowhere.

use super::builder::{Builder, ErrorReported, Made};
use super::reader::Reader;
use super::ty::{Noun, Ty};
use super::walk;
use super::world::{Entry, OptionDef, SCENARIO};
use crate::diag::{Place, nearest, says};
use crate::hir::{Expr, Kind};
use crate::source::FileId;
use wgr_grammar::ast::{self, Compare, ItemKind};
use wgr_runtime::ir::CellId;

/// Tells names of neither, those that stand twice, and scenes that are played with two scenarios.
pub(crate) fn check(builder: &mut Builder<'_>) {
    let scenarios = builder.world.enums.get(SCENARIO).map(|def| def.members.clone()).unwrap_or_default();
    let options: Vec<String> = builder.world.options.iter().map(|option| option.ast.name.text.clone()).collect();
    let both: Vec<String> = scenarios.iter().chain(&options).cloned().collect();
    let what = if options.is_empty() { "scenario" } else { "scenario or option" };
    let mut phases: Vec<&str> = Vec::new();
    for (_, item) in builder.items() {
        walk::statements(item, &mut |stmt| {
            if let ast::StmtKind::Phase { name, .. } = &stmt.kind {
                phases.push(&name.text);
            }
        });
    }
    let mut told = Vec::new();
    for (file, item) in builder.written() {
        let place = |name: &ast::Name| Place::new(file, name.span);
        let layer = match &item.kind {
            ItemKind::Also(also) => also.layer.as_ref(),
            ItemKind::Rows(rows) => rows.layer.as_ref(),
            ItemKind::Whenever(rule) => rule.layer.as_ref(),
            ItemKind::Action(action) => action.layer.as_ref(),
            ItemKind::Procedure(procedure) => procedure.layer.as_ref(),
            _ => None,
        };
        let names = layer.map_or(&[][..], |layer| &layer.any);
        let (with, without) = match &item.kind {
            ItemKind::Scene(scene) => (&scene.with[..], &scene.without[..]),
            _ => (&[][..], &[][..]),
        };
        for name in names.iter().chain(with).filter(|name| !both.contains(&name.text)) {
            if matches!(item.kind, ItemKind::Action(_)) && phases.contains(&name.text.as_str()) {
                told.push(says::in_a_phase(&name.text, place(name)));
                continue;
            }
            let odd = options.iter().find(|option| builder.times_named(option) == 1);
            let odd = odd.filter(|_| builder.times_named(&name.text) > 1);
            let odd = odd.and_then(|option| builder.world.options.iter().find(|def| def.ast.name.text == **option));
            told.push(match odd.filter(|_| nearest(&name.text, both.iter().map(String::as_str)).is_empty()) {
                Some(odd) => {
                    let at = Place::new(odd.file, odd.ast.name.span);
                    says::misnamed("option", &odd.ast.name.text, &name.text, at)
                }
                None => says::unknown_name(what, &name.text, &both, place(name)),
            });
        }
        for name in without.iter().filter(|name| !options.contains(&name.text)) {
            told.push(says::unknown_name("option", &name.text, &options, place(name)));
        }
        let played: Vec<&ast::Name> = with.iter().filter(|name| scenarios.contains(&name.text)).collect();
        if let [first, second, ..] = played.as_slice() {
            told.push(says::two_scenarios_played(place(second), place(first)));
        }
        let of_scene: Vec<&ast::Name> = with.iter().chain(without).collect();
        for all in [names.iter().collect::<Vec<&ast::Name>>(), of_scene] {
            for (at, name) in all.iter().enumerate() {
                let before = all.get(..at).unwrap_or_default();
                if let Some(first) = before.iter().find(|first| first.text == name.text) {
                    told.push(says::scenario_twice(&name.text, place(name), place(first)));
                }
            }
        }
        if let Some(layer) = layer
            && names.len() > 1
            && !scenarios.is_empty()
            && scenarios.iter().all(|one| names.iter().any(|name| name.text == *one))
        {
            builder.said().notes.push(says::in_every_scenario(Place::new(file, layer.span)));
        }
    }
    told.into_iter().for_each(|what| {
        builder.tell(what);
    });
}

impl Reader<'_, '_> {
    /// One of these scenarios is played, or one of these options is in.
    pub(crate) fn in_layer(&self, layer: &ast::Layer, file: FileId) -> Made<Expr> {
        let (at, noun) = (Place::new(file, layer.span), Noun::Enum(SCENARIO));
        let yes_no = |kind| Expr::new(kind, Ty::YesNo, at);
        let mut holds: Option<Expr> = None;
        for (cell, value) in self.m.belongs_to(layer)? {
            let is = if cell == self.m.scenario {
                let one = |kind| Expr::new(kind, Ty::One(noun), at);
                let played = one(Kind::Stored(cell, Vec::new()));
                yes_no(Kind::Compare(Compare::Is, Box::new([played, one(Kind::Member(noun, value))])))
            } else {
                yes_no(Kind::Stored(cell, Vec::new()))
            };
            holds = Some(match holds {
                Some(others) => yes_no(Kind::Or(Box::new([others, is]))),
                None => is,
            });
        }
        holds.ok_or(ErrorReported)
    }
}

impl<'a> Builder<'a> {
    /// What is held where it counts: the scenario that is played, an option that is in. One that is unknown has been told.
    pub(crate) fn belongs_to(&self, layer: &ast::Layer) -> Made<Vec<(CellId, i64)>> {
        let one = |name: &ast::Name| match self.world.member_of(SCENARIO, &name.text) {
            Some(member) => Ok((self.scenario, member)),
            None => self.option(name).map(|option| (option.cell, 1)).ok_or(ErrorReported),
        };
        layer.any.iter().map(one).collect()
    }

    pub(crate) fn option(&self, name: &ast::Name) -> Option<OptionDef<'a>> {
        match self.world.entry(&name.text) {
            Some(Entry::Option(at)) => self.world.options.get(at).copied(),
            _ => None,
        }
    }

    /// May what belongs to both hold in one game? Scenarios exclude each other, options do not.
    pub(crate) fn may_meet(&self, one: &ast::Layer, other: &ast::Layer) -> bool {
        let scenario = |name: &ast::Name| self.world.member_of(SCENARIO, &name.text).is_some();
        let alone = one.any.iter().chain(&other.any).all(scenario);
        !alone || one.any.iter().any(|name| other.any.iter().any(|of| of.text == name.text))
    }
}
