//! Names that an action keeps, read before they are written.
//!
//! In: actions and the procedures they perform. Out: one message for each name, at the first reading that some way
//! reaches without a writing. Promises no false alarm: only names that must hold a member (a piece, a hex, a side) are
//! looked at, for sets begin empty, amounts at their least and questions at no; a procedure counts as writing whatever it
//! writes on any way. So a reading within a row or a procedure is not found.

use super::maker::Maker;
use super::walk::{expressions, statements};
use crate::diag::{Place, says};
use crate::source::FileId;
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::ast::{
    Action, Block, Choose, Count, Expr, ExprKind, ItemKind, Name, Picks, Spend, Stmt, StmtKind, SuchThat, TypeKind,
};

pub(super) fn check(maker: &mut Maker<'_>) {
    let mut bodies: BTreeMap<&str, Writes<'_>> = BTreeMap::new();
    for (_, item) in maker.items() {
        if let ItemKind::Procedure(procedure) = &item.kind {
            let writes = bodies.entry(procedure.name.text.as_str()).or_default();
            statements(item, &mut |stmt| writes.see(stmt));
        }
    }
    let mut told = Vec::new();
    for (file, item) in maker.items() {
        if let ItemKind::Action(action) = &item.kind {
            let mut reader = Reader { file, kept: kept(action), bodies: &bodies, found: Vec::new() };
            if !reader.kept.is_empty() {
                reader.block(&action.body, &mut Way::default());
                told.append(&mut reader.found);
            }
        }
    }
    for what in told {
        maker.tell(what);
    }
}

/// The names that hold one member, and where they are declared.
fn kept(action: &Action) -> BTreeMap<&str, &Name> {
    let single = action.keeps.iter().filter(|keep| !keep.each_side && matches!(keep.ty.kind, TypeKind::Named(_)));
    single.map(|keep| (keep.name.text.as_str(), &keep.name)).collect()
}

/// What a procedure writes somewhere, and which others it performs.
#[derive(Default)]
struct Writes<'a> {
    names: BTreeSet<&'a str>,
    performs: BTreeSet<&'a str>,
}

impl<'a> Writes<'a> {
    fn see(&mut self, stmt: &'a Stmt) {
        if let Some(name) = written(&stmt.kind) {
            self.names.insert(name);
        }
        if let StmtKind::Perform { name, .. } = &stmt.kind {
            self.performs.insert(&name.text);
        }
    }
}

/// The name that a statement writes as a whole.
fn written(kind: &StmtKind) -> Option<&str> {
    if let StmtKind::Picks(picks) = kind {
        return named(&picks.into);
    }
    if let StmtKind::Becomes { place, .. } = kind { named(place) } else { None }
}

fn named(expr: &Expr) -> Option<&str> {
    if let ExprKind::Name(name) = &expr.kind { Some(&name.text) } else { None }
}

/// What is written on the way to a place; a way that has ended writes everything, for nothing follows.
#[derive(Clone, Default)]
struct Way<'a> {
    written: BTreeSet<&'a str>,
    ended: bool,
}

impl<'a> Way<'a> {
    /// Where two ways meet again.
    fn meet(self, other: Way<'a>) -> Way<'a> {
        match (self.ended, other.ended) {
            (true, _) => other,
            (false, true) => self,
            (false, false) => {
                Way { written: self.written.intersection(&other.written).copied().collect(), ended: false }
            }
        }
    }
}

struct Reader<'a, 'b> {
    file: FileId,
    kept: BTreeMap<&'a str, &'a Name>,
    bodies: &'b BTreeMap<&'a str, Writes<'a>>,
    found: Vec<crate::diag::Diagnostic>,
}

impl<'a> Reader<'a, '_> {
    fn block(&mut self, block: &'a Block, way: &mut Way<'a>) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt, way));
    }

    /// A block on a way of its own.
    fn branch(&mut self, block: &'a Block, way: &Way<'a>) -> Way<'a> {
        let mut way = way.clone();
        self.block(block, &mut way);
        way
    }

    fn read(&mut self, expr: &'a Expr, way: &Way<'a>) {
        let mut names: Vec<&'a Name> = Vec::new();
        expressions(expr, &mut |part| {
            if let ExprKind::Name(name) = &part.kind {
                names.push(name);
            }
        });
        for name in names {
            if !way.ended && !way.written.contains(name.text.as_str()) {
                // Once is enough: what is told is not looked for again.
                if let Some(kept) = self.kept.remove(name.text.as_str()) {
                    let (at, kept) = (Place::new(self.file, name.span), Place::new(self.file, kept.span));
                    self.found.push(says::read_before_written(&name.text, at, kept));
                }
            }
        }
    }

    fn read_all(&mut self, parts: impl IntoIterator<Item = &'a Expr>, way: &Way<'a>) {
        parts.into_iter().for_each(|part| self.read(part, way));
    }

    fn stmt(&mut self, stmt: &'a Stmt, way: &mut Way<'a>) {
        match &stmt.kind {
            StmtKind::Becomes { place, value } => {
                self.read(value, way);
                if named(place).is_none() {
                    self.read(place, way);
                }
                way.written.extend(named(place));
            }
            StmtKind::Gains { place: one, amount: other }
            | StmtKind::Loses { place: one, amount: other }
            | StmtKind::Goes { who: one, to: other }
            | StmtKind::Replace { old: one, new: other } => self.read_all([one, other], way),
            StmtKind::Remove(who) => self.read(who, way),
            StmtKind::Picks(picks) => self.picks(picks, way),
            StmtKind::May { by: cond, block, other } | StmtKind::If { cond, then: block, other } => {
                self.read(cond, way);
                let then = self.branch(block, way);
                let other = other.as_ref().map_or_else(|| way.clone(), |other| self.branch(other, way));
                *way = then.meet(other);
            }
            StmtKind::Chooses(choose) => self.chooses(choose, way),
            StmtKind::Spend(spend) => self.spend(spend, way),
            StmtKind::Moves { by, who, along, each_hex, .. } => {
                self.read_all([by, who, along], way);
                each_hex.iter().for_each(|block| drop(self.branch(block, way)));
            }
            StmtKind::Order { set, block, .. } | StmtKind::ForEach { set, block, .. } => {
                self.read(set, way);
                // Perhaps nobody is in the set.
                self.branch(block, way);
            }
            StmtKind::Repeat { most, cond, block } => {
                self.read_all([most].into_iter().chain(cond), way);
                let once = self.branch(block, way);
                if cond.is_none() {
                    *way = once;
                    way.ended = false;
                }
            }
            StmtKind::Depending { on, arms } => {
                self.read(on, way);
                let ways: Vec<Way<'a>> = arms.iter().map(|arm| self.branch(&arm.block, way)).collect();
                *way = ways.into_iter().reduce(Way::meet).unwrap_or_else(|| way.clone());
            }
            StmtKind::Perform { name, args } => {
                self.read_all(args, way);
                self.performed(&name.text, way, &mut BTreeSet::new());
            }
            StmtKind::Step(block)
            | StmtKind::Phase { block, .. }
            | StmtKind::Turns { block, .. }
            | StmtKind::PlayerTurns { block, .. } => self.block(block, way),
            StmtKind::End(_) | StmtKind::GameOver(_) | StmtKind::Hole(_) | StmtKind::Broken => way.ended = true,
            StmtKind::Roll(_) | StmtKind::Settles | StmtKind::AnyNumberOf(_) | StmtKind::ByConstruction => {}
        }
    }

    fn picks(&mut self, picks: &'a Picks, way: &mut Way<'a>) {
        self.read(&picks.by, way);
        match &picks.count {
            Count::Exactly(one) | Count::OrMore(one) | Count::UpTo(one) => self.read(one, way),
            Count::Between(from, to) => self.read_all([from, to], way),
            Count::Any => {}
        }
        self.read_all(picks.tiers.iter().map(|tier| &tier.set), way);
        for SuchThat { least, most, weight, alike, .. } in &picks.such_that {
            self.read_all([least, most, weight, alike].into_iter().flatten(), way);
        }
        let nobody = picks.otherwise.as_ref().map(|block| self.branch(block, way));
        way.written.extend(named(&picks.into));
        if let Some(nobody) = nobody {
            *way = std::mem::take(way).meet(nobody);
        }
    }

    fn chooses(&mut self, choose: &'a Choose, way: &mut Way<'a>) {
        self.read(&choose.by, way);
        self.read_all(choose.arms.iter().filter_map(|arm| arm.when.as_ref()), way);
        let blocks = choose.arms.iter().map(|arm| &arm.block).chain(&choose.otherwise);
        let ways: Vec<Way<'a>> = blocks.map(|block| self.branch(block, way)).collect();
        *way = ways.into_iter().reduce(Way::meet).unwrap_or_else(|| way.clone());
    }

    fn spend(&mut self, spend: &'a Spend, way: &Way<'a>) {
        self.read_all([&spend.by, &spend.pool, &spend.set], way);
        spend.then.iter().for_each(|block| drop(self.branch(block, way)));
    }

    /// What a procedure writes, and those that it performs.
    fn performed(&self, name: &str, way: &mut Way<'a>, seen: &mut BTreeSet<&'a str>) {
        let Some((name, writes)) = self.bodies.get_key_value(name) else { return };
        if seen.insert(name) {
            way.written.extend(&writes.names);
            writes.performs.iter().for_each(|inner| self.performed(inner, way, seen));
        }
    }
}
