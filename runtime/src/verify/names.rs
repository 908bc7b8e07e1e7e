//! Names: whatever the text form could not say, or would read as something else, is refused here, so that every
//! program that is accepted can be printed and read back. Locals are not looked at: the printer gives those other
//! names where it has to.

use super::memory::Known;
use super::messages::{self as say, Said};
use super::report::Report;
use crate::ir::walk::{Node, walk_func};
use crate::ir::{Body, Cell, Func, Pos, Program, Role, StmtKind};
use crate::text::{is_case, is_func_name, is_label, is_member_name, is_name, is_title};
use std::collections::BTreeSet;

/// Outside of functions.
pub(super) fn check(program: &Program, known: &Known<'_>) -> Report {
    let mut report = Report::default();
    let mut names = Names { program, report: &mut report, taken: BTreeSet::new() };
    if !known.names() {
        names.globals();
    }
    names.triggers();
    if !known.sites() {
        names.sites();
    }
    report
}

/// Within a function.
pub(super) fn check_func(program: &Program, func: &Func, report: &mut Report) {
    Names { program, report, taken: BTreeSet::new() }.func(func);
}

struct Names<'a> {
    program: &'a Program,
    report: &'a mut Report,
    /// One name outside functions is one thing.
    taken: BTreeSet<&'a str>,
}

/// One of several numbers to answer with.
fn is_count(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

impl<'a> Names<'a> {
    fn say(&mut self, what: impl Into<Said>) {
        self.report.say(Pos::default(), what);
    }

    fn global(&mut self, what: &str, name: &'a str, fits: fn(&str) -> bool) {
        if !fits(name) {
            self.say(say::not_a_name(what, name));
        } else if !self.taken.insert(name) {
            self.say(say::name_taken(name));
        }
    }

    fn globals(&mut self) {
        let program = self.program;
        self.title(&program.title);
        self.domains();
        program.kinds.iter().for_each(|kind| self.global("a kind", &kind.name, is_name));
        program.tables.iter().for_each(|table| self.global("a table", &table.name, is_name));
        self.cells();
        program.funcs.iter().for_each(|func| self.global("a function", &func.name, is_func_name));
    }

    fn domains(&mut self) {
        for domain in &self.program.domains {
            self.global("a domain", &domain.name, is_name);
            let mut members = BTreeSet::new();
            for member in &domain.members {
                if !is_member_name(member) {
                    self.say(say::not_a_name("a member", member));
                } else if !members.insert(member.as_str()) {
                    self.say(say::member_twice(&domain.name, member));
                }
            }
        }
    }

    /// Cells that say who was shown another one are not printed, so they have no name of their own.
    fn cells(&mut self) {
        let program = self.program;
        let shown: BTreeSet<usize> =
            program.cells.iter().filter_map(|cell| cell.hidden).map(|hidden| hidden.shown.index()).collect();
        for (index, cell) in program.cells.iter().enumerate() {
            if !shown.contains(&index) {
                self.global("a cell", &cell.name, is_name);
            }
            if let Some(hidden) = cell.hidden {
                self.shown(cell, program.cell(hidden.shown));
            }
        }
    }

    fn shown(&mut self, cell: &Cell, shown: &Cell) {
        if shown.name != format!("{}.shown", cell.name) || shown.role != Role::Game {
            self.say(say::shown_name(&cell.name, &shown.name));
        }
    }

    fn triggers(&mut self) {
        let mut known = BTreeSet::new();
        for trigger in &self.program.triggers {
            if !is_name(&trigger.name) {
                self.report.say(trigger.at, say::not_a_name("a trigger", &trigger.name));
            } else if !known.insert(trigger.name.as_str()) {
                self.report.say(trigger.at, say::name_taken(&trigger.name));
            }
        }
    }

    fn title(&mut self, title: &str) {
        if !is_title(title) {
            self.say(say::not_a_title(title));
        }
    }

    fn sites(&mut self) {
        let mut known = BTreeSet::new();
        for site in &self.program.sites {
            self.title(&site.title);
            if let Some(case) = site.cases.iter().find(|case| !is_case(case)) {
                self.say(say::not_a_case(case));
            }
            if !known.insert((&site.cases, &site.title)) {
                self.say(say::site_twice(&site.title));
            }
        }
    }

    fn func(&mut self, func: &'a Func) {
        walk_func(func, &mut |node| {
            if let Node::Stmt(stmt) = node
                && let StmtKind::Ask(ask) = &stmt.kind
                && let Some(arm) = ask.arms.iter().find(|arm| !is_label(&arm.name) && !is_count(&arm.name))
            {
                self.report.say_in(func, stmt.at, say::not_a_name("an arm", &arm.name));
            }
        });
        let Body::Rows(rows) = &func.body else { return };
        for stage in &rows.stages {
            stage.name.iter().for_each(|name| self.title(name));
            stage.groups.iter().for_each(|group| self.title(&group.name));
        }
        let mut labels = BTreeSet::new();
        for row in &rows.rows {
            if !is_label(&row.label) {
                self.report.say_in(func, Pos::default(), say::not_a_name("a row", &row.label));
            } else if !labels.insert(row.label.as_str()) {
                self.report.say_in(func, Pos::default(), say::row_twice(&row.label));
            }
        }
    }
}
