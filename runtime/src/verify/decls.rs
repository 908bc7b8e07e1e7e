//! What a program declares: domains, kinds, tables, cells, triggers, main. The shape pass has run: every id
//! may be followed. What a query *reads* is looked at in `effects`, not here.

use super::memory::Known;
use super::messages::{self as say, Said};
use super::ranges::den;
use super::report::Report;
use crate::ir::{
    Arrivals, Body, Cell, DIR, EDGE, Func, FuncId, FuncKind, HEX, Hidden, NONE, Obligations, Pos, Program, Role,
    Scalar, Table, Trigger, Type, What,
};

/// A domain is stored in two bytes, with one value left for "none".
const MOST_MEMBERS: u32 = 65_535;
/// Gut feeling: a cell or table of more places belongs into several.
const MOST_PLACES: u64 = 1 << 20;

pub(super) fn check(program: &Program, known: &Known<'_>, report: &mut Report) {
    let mut decls = Decls { program, report };
    decls.domains();
    decls.kinds();
    if !known.tables() {
        program.tables.iter().for_each(|table| decls.table(table));
    }
    program.cells.iter().for_each(|cell| decls.cell(cell));
    decls.report.each_new(program, known, func);
    program.triggers.iter().for_each(|trigger| decls.trigger(trigger));
    decls.obligations();
    decls.main();
}

struct Decls<'a> {
    program: &'a Program,
    report: &'a mut Report,
}

/// What an index may be: whole numbers, or members without "none".
fn is_index(scalar: Scalar) -> bool {
    match scalar.what {
        What::Int { den } => den == 1,
        What::Id(_) => scalar.lo >= 0,
        What::Bool => false,
    }
}

fn places(index: &[Scalar]) -> u64 {
    index.iter().fold(1, |product: u64, s| product.saturating_mul(s.span()))
}

impl Decls<'_> {
    fn say(&mut self, what: impl Into<Said>) {
        self.report.say(Pos::default(), what);
    }

    fn domains(&mut self) {
        let program = self.program;
        let boards = if program.board.is_some() { 3 } else { 0 };
        let named =
            |id: crate::ir::DomainId, name: &str| program.domains.get(id.index()).is_some_and(|d| d.name == name);
        if program.board.is_some() && !(named(HEX, "hex") && named(DIR, "dir") && named(EDGE, "edge")) {
            self.say(say::board_domains());
        }
        if program.board.is_some() && program.domains.get(DIR.index()).is_some_and(|dir| dir.size != 6) {
            self.say(say::six_directions());
        }
        for (index, domain) in program.domains.iter().enumerate() {
            if domain.size == 0 || domain.size > MOST_MEMBERS {
                self.say(say::domain_size(&domain.name, domain.size, MOST_MEMBERS));
            }
            let members = if index < boards { 0 } else { domain.size as usize };
            if domain.members.len() != members {
                self.say(say::member_names(&domain.name, domain.members.len(), members));
            }
        }
        if let Some(sides) = program.sides
            && sides.index() < boards
        {
            self.say(say::sides_not_enum(&program.domain(sides).name));
        }
    }

    fn kinds(&mut self) {
        for kind in &self.program.kinds {
            let domain = self.program.domain(kind.domain);
            if kind.first > kind.last || kind.last >= domain.size {
                self.report.say(Pos::default(), say::kind_outside(&kind.name, &domain.name));
            }
        }
    }

    fn table(&mut self, table: &Table) {
        if table.index.is_empty() || table.index.len() > 2 {
            self.say(say::index_count(&table.name, table.index.len(), "one or two"));
        }
        self.index(&table.name, &table.index);
        let places = places(&table.index);
        if table.data.len() as u64 != places {
            self.say(say::table_length(&table.name, table.data.len(), places));
        }
        if let Some(value) = table.data.iter().find(|value| !table.value.contains(**value)) {
            self.say(say::table_value(&table.name, *value, table.value.lo, table.value.hi));
        }
    }

    fn index(&mut self, name: &str, index: &[Scalar]) {
        if !index.iter().all(|scalar| is_index(*scalar)) {
            self.say(say::index_kind(name));
        }
        if places(index) > MOST_PLACES {
            self.say(say::too_many_places(name, places(index), MOST_PLACES));
        }
    }

    fn cell(&mut self, cell: &Cell) {
        if cell.index.len() > 2 {
            self.say(say::index_count(&cell.name, cell.index.len(), "at most two"));
        }
        self.index(&cell.name, &cell.index);
        if cell.sparse.is_some() && (cell.index.len() != 1 || cell.value.scalar().is_none()) {
            self.say(say::sparse_shape(&cell.name));
        }
        match cell.role {
            Role::Keep(func) => {
                if self.program.func(func).kind != FuncKind::Procedure {
                    self.say(say::keep_not_procedure(&cell.name, &self.program.func(func).name));
                }
            }
            Role::Cup => self.cup(cell),
            Role::Game | Role::Pending | Role::Truth => {}
        }
        if let Some(hidden) = cell.hidden {
            self.hidden(cell, hidden);
        }
    }

    fn cup(&mut self, cell: &Cell) {
        let by_id = cell.index.len() == 1 && matches!(cell.index[0].what, What::Id(_));
        let counts = cell.value.scalar().is_some_and(|value| den(value) == Some(1) && value.lo == 0);
        if !by_id || !counts {
            self.say(say::cup_shape(&cell.name));
        }
    }

    fn hidden(&mut self, cell: &Cell, hidden: Hidden) {
        let Some(sides) = self.program.sides else {
            return self.say(say::no_sides("a hidden cell"));
        };
        if cell.index.len() > 1 {
            return self.say(say::index_count(&cell.name, cell.index.len(), "at most one, for it is hidden"));
        }
        let side = self.program.member(sides);
        let index: Vec<Scalar> = cell.index.iter().copied().chain([side]).collect();
        let sees = self.program.func(hidden.sees);
        let params: Vec<Option<Scalar>> = sees.param_types().map(Type::scalar).collect();
        let takes = params.len() == index.len() && params.iter().zip(&index).all(|(p, i)| p.is_some_and(|p| i.fits(p)));
        if !answers(sees) || sees.ret != Some(Type::BOOL) || !takes {
            self.say(say::sees_signature(&cell.name, &sees.name));
        }
        let shown = self.program.cell(hidden.shown);
        if shown.index != index || shown.value != Type::BOOL || shown.hidden.is_some() || shown.sparse.is_some() {
            self.say(say::shown_shape(&cell.name, &shown.name));
        }
    }

    fn trigger(&mut self, trigger: &Trigger) {
        let program = self.program;
        let [watch, run, by] = [trigger.watch, trigger.run, trigger.by].map(|id: FuncId| program.func(id));
        let mut wrong = Vec::new();
        let params: Vec<Type> = watch.param_types().collect();
        let one_id = params.iter().all(|p| p.scalar().is_some_and(|s| matches!(s.what, What::Id(_)) && s.lo >= 0));
        if !answers(watch) || watch.ret != Some(Type::BOOL) || params.len() > 1 || !one_id {
            wrong.push(say::trigger_watch(&trigger.name, &watch.name));
        }
        if trigger.on.is_some_and(|on| !self.notes_arrivals(on, &params)) {
            wrong.push(say::trigger_on(&trigger.name));
        }
        if let Some(only) = trigger.only.map(|only| program.func(only))
            && (!answers(only) || only.ret != Some(Type::BOOL) || !only.param_types().eq(params.iter().copied()))
        {
            wrong.push(say::trigger_only(&trigger.name, &only.name));
        }
        if run.kind == FuncKind::Query || !run.param_types().eq(params.iter().copied()) {
            wrong.push(say::trigger_run(&trigger.name, &run.name));
        }
        let side = program.sides.map(|sides| Type::Scalar(program.member(sides)));
        if side.is_none() {
            wrong.push(say::no_sides("a trigger"));
        } else if !answers(by) || !same_kind(by.ret, side) || !by.param_types().eq(params.iter().copied()) {
            wrong.push(say::trigger_by(&trigger.name, &by.name));
        }
        if trigger.most == 0 {
            wrong.push(say::trigger_most(&trigger.name));
        }
        wrong.into_iter().for_each(|what| self.report.say(trigger.at, what));
    }

    /// A set of members of the domain that is watched, and by member of it something that may be none.
    fn notes_arrivals(&self, on: Arrivals, watched: &[Type]) -> bool {
        let [Type::Scalar(Scalar { what: What::Id(domain), .. })] = watched else { return false };
        let [who, from] = [on.who, on.from].map(|cell| self.program.cell(cell));
        let bare = |cell: &Cell| cell.role == Role::Game && cell.hidden.is_none() && cell.sparse.is_none();
        let maybe = from.value.scalar().is_some_and(|value| value.lo == NONE);
        let by_member = from.index == [self.program.member(*domain)] && maybe;
        bare(who) && bare(from) && who.index.is_empty() && who.value == Type::Set(*domain) && by_member
    }

    fn obligations(&mut self) {
        let Some(Obligations { binds, broken }) = self.program.obligations else { return };
        let Some(sides) = self.program.sides else { return self.say(say::no_sides("an obligation")) };
        let side = Type::Scalar(self.program.member(sides));
        for (id, wants_count) in [(binds, false), (broken, true)] {
            let func = self.program.func(id);
            let fits = match func.ret.and_then(Type::scalar) {
                Some(ret) => {
                    matches!(ret.what, What::Int { den: 1 }) == wants_count && (wants_count || ret.what == What::Bool)
                }
                None => false,
            };
            if !answers(func) || !func.param_types().eq([side]) || !fits {
                self.report.say(func.at, say::obligation_signature(&func.name));
            }
        }
    }

    fn main(&mut self) {
        let Some(main) = self.program.main else {
            return self.say(say::no_main());
        };
        let main = self.program.func(main);
        if main.kind != FuncKind::Procedure || main.params != 0 || main.ret.and_then(Type::scalar).is_none() {
            self.report.say(main.at, say::main_signature(&main.name));
        }
    }
}

/// A query that can be called.
fn answers(func: &Func) -> bool {
    func.kind == FuncKind::Query && matches!(func.body, Body::Code(_) | Body::Rows(_))
}

/// A member of the wanted domain, in whatever range.
fn same_kind(got: Option<Type>, wanted: Option<Type>) -> bool {
    got.and_then(Type::scalar).map(|s| s.what) == wanted.and_then(Type::scalar).map(|s| s.what)
}

fn func(func: &Func, report: &mut Report) {
    let query = func.kind == FuncKind::Query;
    match &func.body {
        Body::Code(_) if query && func.ret.is_none() => {
            report.say_in(func, func.at, say::query_without_result());
        }
        Body::Code(_) => {}
        Body::Rows(_) => {
            if !query || func.ret.and_then(Type::scalar).is_none() {
                report.say_in(func, func.at, say::rows_not_query());
            }
        }
        Body::Limits(_) | Body::Goods(_) => {
            if !query {
                report.say_in(func, func.at, say::limits_not_query());
            }
        }
    }
}
