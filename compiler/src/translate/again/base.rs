//! What examples rest on beside their own texts: names and what they stand for, the heads of all that can be asked, the map.
//! What rows, statements and set-ups say is no part of it, so most edits leave it as it was.
//!
//! In: a builder whose rules are read, and none of its examples. Out: whether it is as it was. Promises: an example of which
//! nothing was told reads the same over an equal base. Each list of the world is taken apart here, so that what is
//! added to one must be weighed here, too.

use crate::diag::Place;
use crate::translate::builder::Builder;
use crate::translate::examples::move_of;
use crate::translate::world::{
    ActionDef, Axis, BoxDef, CounterDef, EnumDef, FeatureDef, FieldDef, KeptDef, KindDef, MeasureDef, NotationDef,
    OptionDef, ParamDef, PieceDef, PrintDef, Prints, RowsDef, RunDef, ScaleDef, StateDef, TableDef, World,
};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use wgr_grammar::ast::{self, RowsKind, VerdictKind};
use wgr_grammar::placeless;
use wgr_runtime::board::BoardSpec;
use wgr_runtime::ir::{Cell, Domain, Func, Funcs, Kind, Program, Scalar, Type, What};

/// What examples rest on.
pub(super) struct Base {
    /// The world of names, without places.
    world: Vec<u8>,
    heads: Heads,
    /// Where each name stands that an action keeps, in their order.
    kept_at: Vec<Place>,
}

/// A base, and what of it is as it was.
pub(super) struct Laid {
    pub(super) base: Base,
    /// Where each name stood that an action keeps, and where it stands now, if that is elsewhere.
    pub(super) moved: BTreeMap<Place, Place>,
    pub(super) is_as_before: bool,
}

/// What is declared in the program.
struct Heads {
    board: Option<BoardSpec>,
    domains: Vec<Domain>,
    kinds: Vec<Kind>,
    tables: Vec<(Vec<Scalar>, Scalar)>,
    cells: Vec<Cell>,
    funcs: Funcs,
}

impl Base {
    /// As it stands before examples are read. What is as it was is taken from there.
    pub(super) fn laid(builder: &Builder<'_>, before: Option<Base>) -> Laid {
        let world = placeless(&Seen(builder));
        let kept = builder.world.actions.iter().flat_map(|action| &action.kept);
        let kept_at: Vec<Place> = kept.map(|kept| kept.at).collect();
        match before {
            Some(base) if base.world == world && base.heads.are(&builder.program) => {
                let both = base.kept_at.iter().copied().zip(kept_at.iter().copied());
                let moved = both.filter(|(was, is)| was != is).collect();
                Laid { base: Base { kept_at, ..base }, moved, is_as_before: true }
            }
            Some(_) | None => {
                let base = Base { world, heads: Heads::of(&builder.program), kept_at };
                Laid { base, moved: BTreeMap::new(), is_as_before: false }
            }
        }
    }

    /// Where the names stand that actions keep.
    pub(super) fn kept_at(&self) -> &[Place] {
        &self.kept_at
    }

    /// How many functions there are before those of examples.
    pub(super) fn rules(&self) -> usize {
        self.heads.funcs.len()
    }

    /// Does the program have only domains that were declared? Then those are told by their numbers.
    pub(super) fn has_domains_of(&self, program: &Program) -> bool {
        self.heads.domains.len() == program.domains.len()
    }

    /// So many tables and cells are declared.
    pub(super) fn tables_and_cells(&self) -> (usize, usize) {
        (self.heads.tables.len(), self.heads.cells.len())
    }
}

impl Heads {
    fn of(program: &Program) -> Heads {
        Heads {
            board: program.board.clone(),
            domains: program.domains.clone(),
            kinds: program.kinds.clone(),
            tables: program.tables.iter().map(|table| (table.index.clone(), table.value)).collect(),
            cells: program.cells.clone(),
            funcs: program.funcs.clone(),
        }
    }

    fn are(&self, program: &Program) -> bool {
        let Heads { board, domains, kinds, tables, cells, funcs } = self;
        let tables_are = || {
            let both = tables.iter().zip(&program.tables);
            tables.len() == program.tables.len()
                && both.into_iter().all(|(head, table)| head.0 == table.index && head.1 == table.value)
        };
        let funcs_are = || {
            let mut both = funcs.iter().zip(&program.funcs);
            funcs.len() == program.funcs.len() && both.all(|(head, func)| same_head(head, func))
        };
        *board == program.board
            && *domains == program.domains
            && *kinds == program.kinds
            && *cells == program.cells
            && tables_are()
            && funcs_are()
    }
}

/// Do those who ask it see the same?
fn same_head(one: &Func, other: &Func) -> bool {
    one.name == other.name
        && one.kind == other.kind
        && one.params == other.params
        && one.ret == other.ret
        && one.param_types().eq(other.param_types())
}

/// The world of names, as an expression that stands alone can see it.
struct Seen<'b, 'a>(&'b Builder<'a>);

impl Hash for Seen<'_, '_> {
    fn hash<H: Hasher>(&self, to: &mut H) {
        let m = self.0;
        world(&m.world, to);
        (m.board_refused, m.counters, m.place, m.side_of, m.phasing, m.acting).hash(to);
        (m.turn, m.turns, m.last_turn, m.phase, m.scenario, m.printing).hash(to);
        (m.stack.map(|stack| stack.above), &m.taken_absent, &m.by_row, &m.can).hash(to);
        (&m.steps, &m.ways, &m.entries, &m.beside).hash(to);
        // Then it is not told that nothing has a title which an example names (`titles.rs`).
        let gone = |item: &ast::Item| matches!(item.kind, ast::ItemKind::Errata(_) | ast::ItemKind::Broken { .. });
        m.written().any(|(_, item)| gone(item)).hash(to);
    }
}

/// So many, and each.
fn each<T, H: Hasher>(all: &[T], to: &mut H, mut one: impl FnMut(&T, &mut H)) {
    all.len().hash(to);
    all.iter().for_each(|part| one(part, to));
}

fn scalar<H: Hasher>(scalar: Scalar, to: &mut H) {
    let Scalar { what, lo, hi } = scalar;
    match what {
        What::Int { den } => (0_u8, den).hash(to),
        What::Bool => 1_u8.hash(to),
        What::Id(domain) => (2_u8, domain).hash(to),
    }
    (lo, hi).hash(to);
}

fn stored_as<H: Hasher>(ty: Type, to: &mut H) {
    match ty {
        Type::Scalar(of) => {
            0_u8.hash(to);
            scalar(of, to);
        }
        Type::Set(domain) => (1_u8, domain).hash(to),
    }
}

fn world<H: Hasher>(world: &World<'_>, to: &mut H) {
    // What is asked of limits and purchases is asked by their functions; procedures are no values.
    let World {
        measures,
        scales,
        enums,
        pieces,
        kinds,
        fields,
        counters,
        called,
        features,
        boxes,
        open_boxes,
        prints,
        states,
        runs,
        printings,
        rows,
        tables,
        notations,
        actions,
        limits: _,
        at_a_time: _,
        procedures: _,
        purchases: _,
        scenes,
        options,
        dice,
        names,
        members,
        lost,
        lost_fields,
        outcome,
        grades: _,
    } = world;
    each(measures, to, |MeasureDef { name, den }, to| (name, den).hash(to));
    each(scales, to, |ScaleDef { name, measure, steps, below, above, ends }, to| {
        (name, measure, steps, below, above, ends).hash(to);
    });
    each(enums, to, |EnumDef { name, ordered, members, domain }, to| (name, ordered, members, domain).hash(to));
    each(pieces, to, |PieceDef { name, title, at: _, broken }, to| (name, title, broken).hash(to));
    each(kinds, to, |KindDef { name, title, kinds, table }, to| (name, title, kinds, table).hash(to));
    each(fields, to, field);
    each(counters, to, |CounterDef { name, piece, side, line, at: _ }, to| (name, piece, side, line).hash(to));
    each(features, to, |FeatureDef { name, ty, of, table, in_order }, to| (name, ty, of, table, in_order).hash(to));
    each(boxes, to, |BoxDef { name, ast: _, kinds, holds, at: _ }, to| (name, kinds, holds).hash(to));
    (called, open_boxes, prints.is_some()).hash(to);
    prints.iter().for_each(|of| printed(of, to));
    each(states, to, |def, to| {
        let StateDef { name, params, ty, ir, cell, taken: _, start: _, until: _, file: _, at: _ } = def;
        (name, ty, cell).hash(to);
        stored_as(*ir, to);
        each(params, to, param);
    });
    each(runs, to, |RunDef { name, ty, first, hi, cell, over: _, func: _, block: _, at: _ }, to| {
        (name, ty, first, hi, cell).hash(to);
    });
    printings.hash(to);
    each(rows, to, rows_of);
    each(tables, to, |TableDef { name, axes, gives, table, heads }, to| {
        (name, gives, table, heads).hash(to);
        each(axes, to, axis);
    });
    each(notations, to, |NotationDef { name, domain, fields }, to| (name, domain, fields).hash(to));
    each(actions, to, |ActionDef { name, ast, file: _, params, kept, func }, to| {
        // `refused march U to H` is asked of the course along which it moves.
        (name, func, move_of(&ast.body)).hash(to);
        each(params, to, param);
        each(kept, to, |KeptDef { name, ty, cell, each_side, given, at: _ }, to| {
            (name, ty, cell, each_side, given).hash(to);
        });
    });
    each(scenes, to, |(_, scene), to| scene.name.hash(to));
    each(options, to, |OptionDef { ast, file: _, cell }, to| (&ast.name, cell).hash(to));
    each(dice, to, |die: &&ast::Die, to| die.hash(to));
    names.len().hash(to);
    names.iter().for_each(|(name, (entry, _))| (name, entry).hash(to));
    (members, lost, lost_fields, outcome).hash(to);
}

fn field<H: Hasher>(def: &FieldDef<'_>, to: &mut H) {
    let FieldDef { name, pieces, ty, ir, stored, drawn, starts: _, until: _, marker, with, at: _ } = def;
    (name, pieces, ty, stored, drawn, marker.is_some(), with).hash(to);
    stored_as(*ir, to);
}

fn printed<H: Hasher>(prints: &Prints, to: &mut H) {
    let Prints { noun, cell, side_of, kinds, lines } = prints;
    (noun, cell, side_of, kinds).hash(to);
    each(lines, to, |PrintDef { name, piece, side, count, at: _ }, to| (name, piece, side, count).hash(to));
}

fn param<H: Hasher>(param: &ParamDef<'_>, to: &mut H) {
    let ParamDef { name, ty, ir, of: _, such: _, at: _ } = param;
    (name, ty).hash(to);
    stored_as(*ir, to);
}

fn axis<H: Hasher>(axis: &Axis, to: &mut H) {
    let Axis { ty, labels, lo, hi, open_low, open_high } = axis;
    (ty, lo, hi, open_low, open_high).hash(to);
    each(labels, to, |(_, values), to| values.hash(to));
}

/// The head of rows, their titles, which an example may name, and which of them are bounds: an example tells of those that held a
/// value back. What a course and a path say of a step is seen by whoever moves.
fn rows_of<H: Hasher>(def: &RowsDef<'_>, to: &mut H) {
    let RowsDef {
        name,
        ast,
        file: _,
        params,
        within,
        result,
        func,
        step,
        way,
        duty,
        memory,
        rows,
        groups,
        lacks_rows,
        damaged,
    } = def;
    (groups.len(), damaged).hash(to);
    groups.iter().for_each(|def| def.group.name.hash(to));
    (name, within, result, func, step, way, duty, memory, lacks_rows).hash(to);
    each(params, to, param);
    let ast::Rows { kind, layer, stages, otherwise, by, during, always, like, spends, .. } = ast;
    (kind, layer, stages, otherwise, by, during, always.is_some(), like, spends).hash(to);
    let ast::Rows { remembers, enters, leaves, hides, from, .. } = ast;
    (remembers, enters, leaves, hides, from).hash(to);
    let moves = matches!(kind, RowsKind::Course | RowsKind::Path);
    let bound = |verdict: &VerdictKind| matches!(verdict, VerdictKind::AtLeast(_) | VerdictKind::AtMost(_));
    rows.iter().for_each(|def| {
        (1_u8, bound(&def.row.verdict.kind)).hash(to);
        def.row.title.hash(to);
        if moves {
            (def.row, &def.layer).hash(to);
        }
    });
    0_u8.hash(to);
}
