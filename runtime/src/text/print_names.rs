//! Names of locals in the printed text. A local keeps its name unless that is no name, or would hide a name
//! that is meant in its block: then it gets another one.

use super::names::is_name;
use super::print::Printer;
use super::print_type::ty;
use crate::ir::{Func, LocalId};
use std::collections::BTreeSet;

#[derive(PartialEq, Eq)]
pub(super) struct Names(Vec<String>);

impl Names {
    /// As they are; those that are no names are made ones that nobody else has.
    pub(super) fn plain(func: &Func) -> Names {
        Names(func.locals.iter().map(|local| local.name.clone()).collect())
    }

    /// With new names for those that hide another, and for lifted ones that share theirs.
    pub(super) fn apart(
        globals: &BTreeSet<&str>,
        func: &Func,
        hiding: &BTreeSet<LocalId>,
        lifted: &BTreeSet<LocalId>,
    ) -> Names {
        let mut taken: BTreeSet<String> = func.locals.iter().map(|local| local.name.clone()).collect();
        let shared = |id: usize, name: &str| {
            func.locals.iter().enumerate().any(|(other, local)| other != id && local.name == *name)
        };
        let mut names = Vec::new();
        for (index, local) in func.locals.iter().enumerate() {
            let id = LocalId::new(index);
            let moved = hiding.contains(&id) || (lifted.contains(&id) && shared(index, &local.name));
            if is_name(&local.name) && !moved {
                names.push(local.name.clone());
                continue;
            }
            let name = fresh(&local.name, &|name| taken.contains(name) || globals.contains(name));
            taken.insert(name.clone());
            names.push(name);
        }
        Names(names)
    }

    pub(super) fn of(&self, local: LocalId) -> &str {
        self.0.get(local.index()).map_or("?", String::as_str)
    }
}

/// `name_2`, `name_3`, ..
fn fresh(name: &str, is_taken: &dyn Fn(&str) -> bool) -> String {
    let word: String = name.chars().filter(|c| super::names::in_word(*c)).collect();
    let stem = if super::names::is_word(&word) { word } else { format!("v{word}") };
    (2_u64..).map(|n| format!("{stem}_{n}")).find(|name| !is_taken(name)).unwrap_or(stem)
}

impl Printer<'_> {
    /// From here on the local's name means it.
    pub(super) fn open(&mut self, local: LocalId) {
        self.scope.push(local);
    }

    /// `x: T`
    pub(super) fn declaration(&mut self, local: LocalId) {
        let of = self
            .func
            .locals
            .get(local.index())
            .map_or_else(|| "?".to_owned(), |local| ty(self.world.program, local.ty));
        let text = format!("{}: {of}", self.names.of(local));
        self.put(&text);
    }

    pub(super) fn name(&mut self, local: LocalId) {
        let name = self.names.of(local).to_owned();
        self.put(&name);
    }

    /// A use of a local; notes what stands between it and its declaration.
    pub(super) fn local(&mut self, local: LocalId) {
        let declared = self.scope.iter().rposition(|other| *other == local);
        if declared.is_none() {
            self.lifted.insert(local);
        }
        let name = self.names.of(local);
        let between = self.scope.iter().skip(declared.map_or(0, |place| place + 1));
        let hiding: Vec<LocalId> = between.copied().filter(|other| self.names.of(*other) == name).collect();
        self.hiding.extend(hiding);
        self.name(local);
    }

    /// A cell, table or kind that is named without an index, as a local is.
    pub(super) fn global(&mut self, name: &str) {
        let hiding: Vec<LocalId> = self.scope.iter().copied().filter(|local| self.names.of(*local) == name).collect();
        self.hiding.extend(hiding);
        self.put(name);
    }
}
