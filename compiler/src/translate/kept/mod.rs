//! Names that an action keeps, read before they are written.
//!
//! In: actions, the procedures they perform, the rows they ask. Out: one message for each name, at the first reading that
//! some way reaches without a writing; where a procedure or a row reads it, at the place that performs or asks. Promises
//! no false alarm: only names that must hold a member (a piece, a hex, a side) are looked at, for sets begin empty,
//! amounts at their least and questions at no; and nothing counts where a test of that very name guards it. What a
//! procedure writes on every way is written after it. `reads` follows rows, `known` reads conditions.

mod known;
mod reads;

pub(crate) use reads::parts;

use super::builder::Builder;
use super::world::{ActionDef, World};
use crate::diag::{Diagnostic, Place, says};
use crate::source::FileId;
use known::{known, named, tested};
use reads::{Asked, Names, Reading, Reads, Stand};
use std::collections::BTreeMap;
use wgr_grammar::ast::{Arm, Block, Choose, Count, Expr, Name, Picks, Spend, Stmt, StmtKind, SuchThat, TypeKind};

pub(super) fn check(builder: &mut Builder<'_>) {
    let world = &builder.world;
    let told: Vec<Diagnostic> =
        world.actions.iter().enumerate().flat_map(|(index, action)| missing(world, index, action)).collect();
    for what in told {
        builder.tell(what);
    }
}

fn missing(world: &World<'_>, index: usize, action: &ActionDef<'_>) -> Vec<Diagnostic> {
    let kept = kept(action);
    if kept.is_empty() {
        return Vec::new();
    }
    let mut within = Within { world, action: index, kept, rows: BTreeMap::new(), bodies: BTreeMap::new() };
    let body = within.body(action.file, true, &action.ast.body, Names::new());
    let said = |(name, reading): (&str, Reading<'_>)| {
        let kept = Place::new(action.file, within.kept.get(name)?.span);
        Some(match reading.through {
            None => says::read_before_written(name, reading.at, kept),
            Some(through) => says::read_through_calls(name, reading.at, through.at, through.title),
        })
    };
    body.reads.into_iter().filter_map(said).collect()
}

/// The names that hold one member, and where they are declared.
fn kept<'w>(action: &ActionDef<'w>) -> BTreeMap<&'w str, &'w Name> {
    let open = action.ast.keeps.iter().filter(|keep| !keep.each_side && keep.start.is_none());
    let single = open.filter(|keep| matches!(keep.ty.kind, TypeKind::Named(_)));
    single.map(|keep| (keep.name.text.as_str(), &keep.name)).collect()
}

/// One action, and what is known of the rows and procedures that it comes by.
struct Within<'w> {
    world: &'w World<'w>,
    action: usize,
    kept: BTreeMap<&'w str, &'w Name>,
    rows: BTreeMap<usize, Asked<'w>>,
    bodies: BTreeMap<usize, Body<'w>>,
}

/// What a body does to the names, seen from where it begins.
#[derive(Clone, Default)]
struct Body<'w> {
    /// Read before the body itself has written them.
    reads: Reads<'w>,
    /// Written on every way that comes to its end.
    written: Names<'w>,
    /// No way does.
    ended: bool,
}

/// What is written on the way to a place; a way that has ended writes everything, for nothing follows.
#[derive(Clone, Default)]
struct Way<'w> {
    written: Names<'w>,
    ended: bool,
    /// Names that are not looked for here: bound to something else, or guarded by a test.
    hidden: Names<'w>,
}

impl<'w> Way<'w> {
    /// Where two ways meet again.
    fn meet(self, other: Way<'w>) -> Way<'w> {
        match (self.ended, other.ended) {
            (true, _) => other,
            (false, true) => self,
            (false, false) => {
                Way { written: &self.written & &other.written, ended: false, hidden: &self.hidden & &other.hidden }
            }
        }
    }

    /// The way that begins where these names hold somebody, and those are looked at.
    fn knowing(&self, written: &Names<'w>, tested: &Names<'w>) -> Way<'w> {
        Way { written: &self.written | written, ended: self.ended, hidden: &self.hidden | tested }
    }
}

impl<'w> Within<'w> {
    fn body(&mut self, file: FileId, inside: bool, block: &'w Block, hidden: Names<'w>) -> Body<'w> {
        let mut way = Way { hidden, ..Way::default() };
        let mut reader =
            Reader { within: self, file, inside, found: Reads::new(), left: Vec::new(), answered: Vec::new() };
        reader.block(block, &mut way);
        way = std::mem::take(&mut reader.answered).into_iter().fold(way, Way::meet);
        Body { reads: reader.found, written: way.written, ended: way.ended }
    }

    fn procedure(&mut self, index: usize) -> Body<'w> {
        if let Some(known) = self.bodies.get(&index) {
            return known.clone();
        }
        // Procedures that perform each other in a circle are told elsewhere.
        self.bodies.insert(index, Body { ended: true, ..Body::default() });
        let Some(def) = self.world.procedures.get(index) else { return Body::default() };
        let params = def.params.iter().map(|param| param.name.as_str()).collect();
        let mut body = self.body(def.file, def.within == Some(self.action), &def.ast.body, params);
        for other in self.world.procedures_instead(&def.name) {
            let other = self.procedure(other);
            for (name, reading) in other.reads {
                body.reads.entry(name).or_insert(reading);
            }
            match (body.ended, other.ended) {
                (true, _) => body.written = other.written,
                (false, true) => {}
                (false, false) => body.written = &body.written & &other.written,
            }
            body.ended &= other.ended;
        }
        self.bodies.insert(index, body.clone());
        body
    }
}

/// Goes through one body, statement by statement.
struct Reader<'r, 'w> {
    within: &'r mut Within<'w>,
    file: FileId,
    inside: bool,
    found: Reads<'w>,
    /// The ways that have left each repeat, the innermost last.
    left: Vec<Vec<Way<'w>>>,
    /// The ways on which a procedure was left, with an answer or without one.
    answered: Vec<Way<'w>>,
}

impl<'w> Reader<'_, 'w> {
    fn block(&mut self, block: &'w Block, way: &mut Way<'w>) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt, way));
    }

    /// A block on a way of its own.
    fn branch(&mut self, block: &'w Block, way: &Way<'w>) -> Way<'w> {
        let mut way = way.clone();
        self.block(block, &mut way);
        way
    }

    fn read(&mut self, expr: &'w Expr, way: &Way<'w>) {
        let stand = Stand { file: self.file, inside: self.inside, hidden: &way.hidden };
        let reads = self.within.reads(expr, stand);
        self.found_on(way, reads);
    }

    /// What is read on this way, as far as nothing was written to it. Once is enough: the first reading is told.
    fn found_on(&mut self, way: &Way<'w>, reads: Reads<'w>) {
        for (name, reading) in reads {
            if !way.ended && !way.written.contains(name) && !way.hidden.contains(name) {
                self.found.entry(name).or_insert(reading);
            }
        }
    }

    fn read_all(&mut self, parts: impl IntoIterator<Item = &'w Expr>, way: &Way<'w>) {
        parts.into_iter().for_each(|part| self.read(part, way));
    }

    fn stmt(&mut self, stmt: &'w Stmt, way: &mut Way<'w>) {
        match &stmt.kind {
            StmtKind::Becomes { place, value } => {
                self.read(value, way);
                match named(place) {
                    Some(name) => {
                        way.written.insert(name);
                    }
                    None => self.read(place, way),
                }
            }
            StmtKind::Gains { place: one, amount: other } | StmtKind::Loses { place: one, amount: other } => {
                self.read_all([one, other], way)
            }
            StmtKind::Replace { old, new, otherwise } | StmtKind::Goes { who: old, to: new, otherwise } => {
                self.read_all([old, new], way);
                if let Some(otherwise) = otherwise {
                    let nobody = self.branch(otherwise, way);
                    let hidden = std::mem::take(&mut way.hidden);
                    *way = Way { hidden, ..way.clone().meet(nobody) };
                }
            }
            StmtKind::Remove(who) => self.read(who, way),
            StmtKind::Draw { var, block, other, .. } => {
                let mut drawn = way.clone();
                drawn.hidden.insert(&var.text);
                let then = self.branch(block, &drawn);
                let empty = other.as_ref().map_or_else(|| way.clone(), |other| self.branch(other, way));
                let hidden = std::mem::take(&mut way.hidden);
                *way = Way { hidden, ..then.meet(empty) };
            }
            StmtKind::Picks(picks) => self.picks(picks, way),
            StmtKind::PicksNumber { by, bounds, into: _, otherwise } => {
                self.read_all([by, &bounds.0, &bounds.1], way);
                otherwise.iter().for_each(|block| drop(self.branch(block, way)));
            }
            StmtKind::May { by: cond, block, other, .. } | StmtKind::If { cond, then: block, other } => {
                self.either(cond, block, other.as_ref(), way);
            }
            StmtKind::Chooses(choose) => self.chooses(choose, way),
            StmtKind::Spend(spend) => self.spend(spend, way),
            StmtKind::Moves(moves) => {
                self.read_all([&moves.by, &moves.who, &moves.along], way);
                moves.hexes.iter().for_each(|count| self.count(count, way));
                way.written.extend(moves.gone.as_ref().and_then(named));
                moves.each_hex.iter().for_each(|block| drop(self.branch(block, way)));
            }
            StmtKind::Places(places) => {
                self.read_all([&places.by, &places.set], way);
                let mut placed = way.clone();
                placed.hidden.insert(&places.var.text);
                self.read(&places.hexes, &placed);
                if let Some(otherwise) = &places.otherwise {
                    let _ = self.branch(otherwise, &placed);
                }
            }
            StmtKind::Order { var, set, block, .. } | StmtKind::ForEach { var, set, block, .. } => {
                self.each(var, set, block, way);
            }
            StmtKind::Repeat { most, cond, block } => self.repeat(most, cond.as_ref(), block, way),
            StmtKind::Depending { on, arms } => {
                self.read(on, way);
                let ways: Vec<Way<'w>> = arms.iter().map(|arm| self.branch(&arm.block, way)).collect();
                *way = ways.into_iter().reduce(Way::meet).unwrap_or_else(|| way.clone());
            }
            StmtKind::Perform { name, args, cell: _, into } => {
                self.read_all(args, way);
                self.performed(name, way);
                way.hidden.extend(into.iter().map(|into| into.text.as_str()));
            }
            StmtKind::Answer(value) => {
                self.read(value, way);
                self.answered.push(way.clone());
                way.ended = true;
            }
            StmtKind::Step(block)
            | StmtKind::Phase { block, .. }
            | StmtKind::Turns { block, .. }
            | StmtKind::Run { block, .. } => self.block(block, way),
            StmtKind::InTurn { sides, block, .. } | StmtKind::PlayerTurns { sides, block } => {
                sides.iter().for_each(|side| self.read(side, way));
                self.block(block, way);
            }
            StmtKind::End(what) => self.end(what, way),
            StmtKind::GameOver(_) | StmtKind::Hole(_) | StmtKind::Broken => way.ended = true,
            StmtKind::Roll(_) | StmtKind::Settles | StmtKind::Offers { .. } | StmtKind::ByConstruction => {}
        }
    }

    fn either(&mut self, cond: &'w Expr, block: &'w Block, other: Option<&'w Block>, way: &mut Way<'w>) {
        self.read(cond, way);
        // Which way a fact decides is not followed: what it looks at counts as guarded from here on.
        way.hidden.extend(self.within.tested_by_rows(cond));
        let (known, tested) = (known(cond), tested(cond));
        let then = self.branch(block, &way.knowing(&known.yes, &tested));
        let without = way.knowing(&known.no, &tested);
        let other = other.map_or_else(|| without.clone(), |other| self.branch(other, &without));
        let hidden = std::mem::take(&mut way.hidden);
        *way = Way { hidden, ..then.meet(other) };
    }

    /// Perhaps nobody is in the set.
    /// The set may be empty; but `for each u in group { spot becomes u.hex }` is how the one of a set is named, so what is
    /// written in it counts.
    fn each(&mut self, var: &'w Name, set: &'w Expr, block: &'w Block, way: &mut Way<'w>) {
        let looked_at: Names<'w> = named(set).into_iter().collect();
        if looked_at.is_empty() {
            self.read(set, way);
        }
        let mut inner = way.knowing(&looked_at, &looked_at);
        inner.hidden.insert(&var.text);
        let after = self.branch(block, &inner);
        way.written.extend(after.written);
    }

    fn repeat(&mut self, most: &'w Expr, cond: Option<&'w Expr>, block: &'w Block, way: &mut Way<'w>) {
        self.read_all([most].into_iter().chain(cond), way);
        let (known, tested) = cond.map(|cond| (known(cond), tested(cond))).unwrap_or_default();
        self.left.push(Vec::new());
        let once = self.branch(block, &way.knowing(&known.yes, &tested));
        let left = self.left.pop().unwrap_or_default();
        // With a condition it may be that nothing is done at all.
        if cond.is_none() {
            let hidden = std::mem::take(&mut way.hidden);
            *way = Way { hidden, ..left.into_iter().fold(once, Way::meet) };
        }
    }

    fn end(&mut self, what: &Name, way: &mut Way<'w>) {
        if what.text == "repeat"
            && let Some(left) = self.left.last_mut()
        {
            left.push(way.clone());
        } else if self.within.world.procedures.iter().any(|def| def.name == what.text) {
            self.answered.push(way.clone());
        }
        way.ended = true;
    }

    fn picks(&mut self, picks: &'w Picks, way: &mut Way<'w>) {
        self.read(&picks.by, way);
        self.count(&picks.count, way);
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

    fn count(&mut self, count: &'w Count, way: &Way<'w>) {
        match count {
            Count::Exactly(one) | Count::OrMore(one) | Count::UpTo(one) => self.read(one, way),
            Count::Between(from, to) => self.read_all([from, to], way),
            Count::Any => {}
        }
    }

    fn chooses(&mut self, choose: &'w Choose, way: &mut Way<'w>) {
        self.read(&choose.by, way);
        let mut ways: Vec<Way<'w>> = choose.arms.iter().map(|arm| self.arm(arm, way)).collect();
        ways.extend(choose.otherwise.iter().map(|block| self.branch(block, way)));
        *way = ways.into_iter().reduce(Way::meet).unwrap_or_else(|| way.clone());
    }

    fn arm(&mut self, arm: &'w Arm, way: &Way<'w>) -> Way<'w> {
        let Some(when) = &arm.when else { return self.branch(&arm.block, way) };
        self.read(when, way);
        let done = self.branch(&arm.block, &way.knowing(&known(when).yes, &tested(when)));
        Way { hidden: way.hidden.clone(), ..done }
    }

    fn spend(&mut self, spend: &'w Spend, way: &Way<'w>) {
        self.read_all([&spend.by, &spend.pool].into_iter().chain(spend.on.iter().map(|(_, set)| set)), way);
        spend.then.iter().for_each(|block| drop(self.branch(block, way)));
    }

    /// What a procedure reads is read here, what it surely writes is written.
    fn performed(&mut self, name: &'w Name, way: &mut Way<'w>) {
        let (world, at) = (self.within.world, Place::new(self.file, name.span));
        let action = world.actions.get(self.within.action).filter(|_| self.inside);
        let Some(index) = world.performed(&name.text, action) else {
            // Nobody knows what it does; that has been told.
            way.ended = true;
            return;
        };
        if self.inside && self.within.kept.contains_key(name.text.as_str()) {
            self.found_on(way, Reads::from([(name.text.as_str(), Reading { at, through: None })]));
        }
        let body = self.within.procedure(index);
        let reads = body.reads.into_iter().map(|(name, reading)| (name, reading.from(at))).collect();
        self.found_on(way, reads);
        way.written.extend(body.written);
        way.ended |= body.ended;
    }
}
