//! What the queries of a program are called in reasons, and what may be asked by name: names that authors wrote, and what
//! the program asks beside them in words of the rules.

use super::builder::Builder;
use super::ty::Kinds;
use super::world::{ActionDef, FieldDef, RowsDef, Stored, beside_its_hexes};
use crate::diag::Place;
use std::collections::BTreeMap;
use wgr_grammar::Span;
use wgr_runtime::engine::{Called, Held, HeldAt, Named, Vocabulary};
use wgr_runtime::ir::FuncId;

pub(crate) fn vocabulary(builder: &Builder<'_>) -> Vocabulary {
    let mut words = Vocabulary { told: builder.told_as.clone(), names: BTreeMap::new() };
    builder.world.rows.iter().for_each(|def| rows(def, &mut words));
    let by_row = builder.by_row.iter().map(|(query, name)| (*query, Called::new(name.clone(), "")));
    words.told.extend(by_row);
    for (index, def) in builder.world.actions.iter().enumerate() {
        if let Some(offered) = builder.can.get(&index) {
            let named = Named::Action { offered: *offered, head: head(builder, def) };
            words.told.insert(*offered, Called::new(def.name.clone(), MAY_BEGIN));
            words.names.insert(def.name.clone(), named);
        }
    }
    let acting = builder.acting.map(|acting| ("acting", acting));
    for (name, cell) in [("turn", builder.turn), ("phasing", builder.phasing)].into_iter().chain(acting) {
        words.names.insert(name.to_owned(), Named::Held(vec![Held { at: HeldAt::Cell(cell), members: None }]));
    }
    for run in &builder.world.runs {
        let held = Held { at: HeldAt::Cell(run.cell), members: None };
        words.names.insert(run.name.clone(), Named::Held(vec![held]));
    }
    for state in &builder.world.states {
        let held = Held { at: HeldAt::Cell(state.cell), members: None };
        words.names.insert(state.name.clone(), Named::Held(vec![held]));
    }
    // A table whose columns have several heads is asked by the rules alone.
    for table in builder.world.tables.iter().filter(|table| table.heads.is_none()) {
        let held = Held { at: HeldAt::Table(table.table), members: None };
        words.names.entry(table.name.clone()).or_insert_with(|| Named::Held(vec![held]));
    }
    for field in &builder.world.fields {
        let own = held(builder, field);
        match words.names.get_mut(&field.name) {
            Some(Named::Held(all)) => all.push(own),
            // A value may have the name of a field: it is what is asked.
            Some(Named::Query(_) | Named::Course { .. } | Named::Action { .. }) => {}
            None => {
                words.names.insert(field.name.clone(), Named::Held(vec![own]));
            }
        }
    }
    words
}

const MAY_BEGIN: &str = "may it begin?";
const MAY_STEP: &str = "may the step be made?";
/// How often something may be done.
pub(crate) const WITHIN_LIMITS: &str = "is it within its limits?";
/// Of a move as a whole.
pub(crate) const WITHIN_REACH: &str = "is it within reach?";

/// How often something was done so far.
pub(crate) fn uses(name: &str, per: &str) -> String {
    format!("uses of {name} in this {per}")
}

fn rows(def: &RowsDef<'_>, words: &mut Vocabulary) {
    let mut told = |query: FuncId, asks: &str| {
        words.told.insert(query, Called::new(def.name.clone(), asks));
    };
    if let Some(way) = def.way {
        told(way.avoid, MAY_STEP);
        told(way.blocked, "is the way cut there?");
        way.stop.into_iter().for_each(|stop| told(stop, "does the way end there?"));
        told(way.length, "how long is the way?");
    }
    if let Some(duty) = def.duty {
        told(duty.owed, "is it owed?");
        told(duty.met, "is it met?");
        told(duty.possible, "is it still possible?");
        told(duty.forgiven, "is it forgiven?");
    }
    let named = match def.step {
        Some(step) => {
            told(step.bar, MAY_STEP);
            told(step.stop, "does the move end there?");
            told(step.cost, "what does it cost?");
            told(step.pass, "is it forbidden to end there?");
            for (name, query) in def.ast.remembers.iter().zip(&def.memory) {
                told(*query, &format!("does it make `{}` so?", name.text));
            }
            let questions = vec![step.bar, step.cost, step.stop, step.pass];
            Named::Course { questions, beside: beside_its_hexes(def.ast).count() }
        }
        None => {
            told(def.func, "");
            Named::Query(def.func)
        }
    };
    words.names.insert(def.name.clone(), named);
}

/// For whom an action is, as it is written.
fn head(builder: &Builder<'_>, def: &ActionDef<'_>) -> String {
    let (Some(first), Some(last)) = (def.ast.params.first(), def.ast.params.last()) else { return String::new() };
    let ends = [last.such.as_ref().map(|such| such.span), last.of.as_ref().map(|of| of.span), Some(last.ty.span)];
    let end = ends.into_iter().flatten().map(|span| span.end).max().unwrap_or(last.name.span.end);
    let text = builder.sources.text(Place::new(def.file, Span { start: first.name.span.start, end }));
    format!("({})", text.split_whitespace().collect::<Vec<&str>>().join(" "))
}

fn held(builder: &Builder<'_>, field: &FieldDef<'_>) -> Held {
    let counters = builder.world.counters.iter().enumerate();
    let own = counters
        .filter(|(_, counter)| !field.pieces.and(Kinds::of(counter.piece)).is_empty())
        .map(|(member, _)| member as i64);
    let at = match (&field.drawn, field.stored) {
        (Some(drawn), _) => HeldAt::Drawn(drawn.func),
        (None, Stored::Table(table)) => HeldAt::Table(table),
        (None, Stored::Cell(cell)) => HeldAt::Cell(cell),
    };
    Held { at, members: Some(own.collect()) }
}
