//! First pass: every id names something that is there, every type is well-formed, counts stay in bounds.
//! Nothing here indexes without a check; what it accepts, all later passes may index freely.

use super::memory::Known;
use super::messages as say;
use super::report::Report;
use crate::ir::{Body, Cell, Func, Pos, Program, Role, Scalar, Type, What};

/// Ids in a state are at most two bytes wide.
pub(super) const MOST_THINGS: usize = 65_535;
/// Gut feeling: a function of a million expressions is a mistake of a generator.
pub(super) const MOST_EXPRS: usize = 1 << 20;
/// Blocks and expressions within each other; walks recurse that deep.
pub(super) const MOST_NESTING: u32 = 64;
/// No range leaves -2^53..2^53, so that products of two fit in 128 bits and everything fits in a double.
pub(super) const LIMIT: i64 = 1 << 53;

pub(super) fn check(program: &Program, known: &Known<'_>, report: &mut Report) {
    counts(program, known, report);
    if !report.is_clean() {
        return;
    }
    declarations(program, report);
    // Bodies count on sound signatures.
    report.each_new(program, known, |func, report| signature(program, func, report));
}

fn counts(program: &Program, known: &Known<'_>, report: &mut Report) {
    let lists = [
        ("domains", program.domains.len()),
        ("kinds", program.kinds.len()),
        ("tables", program.tables.len()),
        ("cells", program.cells.len()),
        ("functions", program.funcs.len()),
        ("triggers", program.triggers.len()),
    ];
    for (what, count) in lists {
        if count > MOST_THINGS {
            report.say(Pos::default(), say::too_many(what, count, MOST_THINGS));
        }
    }
    report.each_new(program, known, |func, report| {
        if func.locals.len() > MOST_THINGS {
            report.say_in(func, func.at, say::too_many("locals", func.locals.len(), MOST_THINGS));
        }
        if func.exprs.len() > MOST_EXPRS {
            report.say_in(func, func.at, say::too_many("expressions", func.exprs.len(), MOST_EXPRS));
        }
    });
}

fn declarations(program: &Program, report: &mut Report) {
    let mut ids = Ids { program, report };
    if let Some(sides) = program.sides {
        ids.known("domain", sides.index(), program.domains.len(), Pos::default());
    }
    for kind in &program.kinds {
        ids.known("domain", kind.domain.index(), program.domains.len(), Pos::default());
    }
    for table in &program.tables {
        table.index.iter().chain([&table.value]).for_each(|s| ids.scalar(*s, &table.name, Pos::default()));
    }
    for cell in &program.cells {
        ids.cell(cell);
    }
    for trigger in &program.triggers {
        ids.known("site", trigger.site.index(), program.sites.len(), trigger.at);
        for func in trigger.funcs() {
            ids.known("function", func.index(), program.funcs.len(), trigger.at);
        }
        for cell in trigger.on.iter().flat_map(|on| [on.who, on.from]) {
            ids.known("cell", cell.index(), program.cells.len(), trigger.at);
        }
    }
    for func in program.obligations.iter().flat_map(|owed| [owed.binds, owed.broken]) {
        ids.known("function", func.index(), program.funcs.len(), Pos::default());
    }
    if let Some(main) = program.main {
        ids.known("function", main.index(), program.funcs.len(), Pos::default());
    }
}

fn signature(program: &Program, func: &Func, report: &mut Report) {
    let mut ids = Ids { program, report };
    for local in &func.locals {
        ids.ty(local.ty, &local.name, func.at);
    }
    if let Some(ret) = func.ret {
        ids.ty(ret, &func.name, func.at);
    }
    if func.params as usize > func.locals.len() {
        report.say_in(func, func.at, say::params_without_locals(func.params, func.locals.len()));
    } else if func.locals.iter().take(func.params as usize).any(|local| local.hidden) {
        report.say_in(func, func.at, say::hidden_param());
    }
    if let Body::Rows(rows) = &func.body
        && rows.rows.len().max(rows.stages.len()).max(rows.rulings.len()) > MOST_THINGS
    {
        report.say_in(func, func.at, say::too_many("rows", rows.rows.len(), MOST_THINGS));
    }
}

struct Ids<'a> {
    program: &'a Program,
    report: &'a mut Report,
}

impl Ids<'_> {
    fn known(&mut self, what: &str, index: usize, count: usize, at: Pos) {
        if index >= count {
            self.report.say(at, say::unknown_id(what, index, count));
        }
    }

    fn cell(&mut self, cell: &Cell) {
        let at = Pos::default();
        cell.index.iter().for_each(|s| self.scalar(*s, &cell.name, at));
        self.ty(cell.value, &cell.name, at);
        if let Role::Keep(func) = cell.role {
            self.known("function", func.index(), self.program.funcs.len(), at);
        }
        if let Some(hidden) = cell.hidden {
            self.known("function", hidden.sees.index(), self.program.funcs.len(), at);
            self.known("cell", hidden.shown.index(), self.program.cells.len(), at);
        }
    }

    fn ty(&mut self, ty: Type, name: &str, at: Pos) {
        match ty {
            Type::Scalar(scalar) => self.scalar(scalar, name, at),
            Type::Set(domain) => self.known("domain", domain.index(), self.program.domains.len(), at),
        }
    }

    fn scalar(&mut self, scalar: Scalar, name: &str, at: Pos) {
        if let Err(what) = well_formed(self.program, scalar) {
            self.report.say(at, format!("`{name}`: {what}"));
        }
    }
}

/// Is this a type at all?
pub(super) fn well_formed(program: &Program, scalar: Scalar) -> Result<(), String> {
    let Scalar { what, lo, hi } = scalar;
    let (least, most) = match what {
        What::Int { den: 0 } => return Err(say::denominator_zero()),
        What::Int { .. } => (-LIMIT, LIMIT),
        What::Bool => (0, 1),
        What::Id(domain) => match program.domains.get(domain.index()) {
            Some(domain) => (-1, i64::from(domain.size) - 1),
            None => return Err(say::unknown_id("domain", domain.index(), program.domains.len())),
        },
    };
    if lo > hi { Err(say::empty_range(lo, hi)) } else { inside(lo, hi, least, most) }
}

fn inside(lo: i64, hi: i64, least: i64, most: i64) -> Result<(), String> {
    if least <= lo && hi <= most { Ok(()) } else { Err(say::range_too_wide(lo, hi, least, most)) }
}
