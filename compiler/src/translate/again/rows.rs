//! Rows that are edited where nobody else looks: their conditions and amounts. What such rows say is read anew and written;
//! all else stands.
//!
//! In: what stood, and the game's declarations, read anew. Out: what stands now, or nothing: then all of it is read.
//! Promises: only what no other part of the game looks at may be other. Others see of rows their heads, titles, cases and
//! kinds of verdicts; and, of whatever a condition asks, which states and fields it reads. Where a row cannot be read, all is.

use super::heard::{Extent, Heard, Part};
use super::{Ground, Stood};
use crate::diag::Place;
use crate::source::FileId;
use crate::translate::builder::Builder;
use crate::translate::kept::parts;
use crate::translate::ty::Ty;
use crate::translate::walk::expressions;
use crate::translate::world::{Entry, RowDef, World};
use crate::translate::{emit, kept, rows};
use std::collections::BTreeSet;
use wgr_grammar::ast::{self, Clause, Expr, ExprKind, ItemKind, RowsKind, VerdictKind};
use wgr_grammar::placeless;
use wgr_runtime::engine::Counted;
use wgr_runtime::ir::walk::calls;
use wgr_runtime::ir::{Block, Body, CellId, Expr as Node, Func, FuncId, Program, TableId};

/// Rows that say something else.
pub(super) struct Edit {
    /// Their item among those of the ground.
    pub(super) item: usize,
    /// Their place among the items of rows.
    index: usize,
    func: FuncId,
}

/// All edited items, if each is one of rows that others see as they did.
pub(super) fn edits(
    stood: &Stood,
    builder: &Builder<'_>,
    (ground, edited): (&Ground<'_>, &[usize]),
) -> Option<Vec<Edit>> {
    edited.iter().map(|item| edit(stood, builder, ground, *item)).collect()
}

fn edit(stood: &Stood, builder: &Builder<'_>, ground: &Ground<'_>, item: usize) -> Option<Edit> {
    let now = item_at(builder, *ground.places.get(item)?)?;
    let before = wgr_grammar::parse(&stood.ground.items.get(item)?.1);
    let [before] = before.file.items.as_slice() else { return None };
    let (ItemKind::Rows(was), ItemKind::Rows(is)) = (&before.kind, &now.kind) else { return None };
    let Some(Entry::Rows(index)) = builder.world.entry(&is.name.text) else { return None };
    let def = builder.world.rows.get(index)?;
    // What could not be read has no cases and no site: others may get them.
    let read = !def.damaged && stood.damaged.get(index) == Some(&false);
    let alone = read && stood.marks.stands_alone(Part::Rows(index)) && !stood.shared.contains(&def.func);
    let is_seen = matches!(is.kind, RowsKind::Course | RowsKind::Path | RowsKind::Obligation | RowsKind::Knowledge)
        || is.always.is_some()
        || matches!(def.result, Ty::Set(_))
        || face(was) != face(is)
        || others_see(&builder.world, (before, was), (now, is));
    (alone && !is_seen).then_some(Edit { item, index, func: def.func })
}

fn item_at<'a>(builder: &Builder<'a>, at: Place) -> Option<&'a ast::Item> {
    let (_, tree) = builder.files.iter().find(|(file, _)| *file == at.file)?;
    let nth = tree.items.binary_search_by_key(&at.span.start, |item| item.span.start).ok()?;
    tree.items.get(nth)
}

/// What others see of rows: all but their conditions and amounts.
fn face(rows: &ast::Rows) -> Vec<u8> {
    let mut rows = rows.clone();
    for row in &mut rows.rows {
        match &mut row.verdict.kind {
            VerdictKind::Equals(expr)
            | VerdictKind::Plus(expr)
            | VerdictKind::Minus(expr)
            | VerdictKind::Times(expr)
            | VerdictKind::AtLeast(expr)
            | VerdictKind::AtMost(expr)
            | VerdictKind::Needs(expr) => hide(expr),
            VerdictKind::From { source, within: _, distance } => {
                hide(source);
                hide(distance);
            }
            VerdictKind::Rounded(_)
            | VerdictKind::Yes
            | VerdictKind::No
            | VerdictKind::Remembers(_)
            | VerdictKind::Stop
            | VerdictKind::Pass
            | VerdictKind::Off
            | VerdictKind::Avoid
            | VerdictKind::Blocked
            | VerdictKind::Best(_)
            | VerdictKind::Duty(_)
            | VerdictKind::Open
            | VerdictKind::Waives
            | VerdictKind::ByConstruction
            | VerdictKind::Hole(_)
            | VerdictKind::Broken => {}
        }
        for clause in &mut row.clauses {
            match clause {
                Clause::When(expr) | Clause::Unless(expr) | Clause::EvenWhen(_, expr) | Clause::ForEach(_, expr) => {
                    hide(expr);
                }
                Clause::ExceptionTo(..)
                | Clause::Waives(..)
                | Clause::Otherwise(_)
                | Clause::Ruling(_)
                | Clause::Provisional(_) => {}
            }
        }
    }
    placeless(&rows)
}

fn hide(expr: &mut Expr) {
    expr.kind = ExprKind::No;
}

/// Does anything else look at what differs? What a condition reads of the state, itself or through rows that it asks, is looked
/// for when it is found out what an action uses up, and in which order states are taken (`World::read_by`); two words of
/// the language are looked for in whole items.
fn others_see(world: &World<'_>, (was, before): (&ast::Item, &ast::Rows), (is, now): (&ast::Item, &ast::Rows)) -> bool {
    let stands = |word: &str| was.words.has(word) != is.words.has(word);
    ["covered", "acting"].into_iter().any(stands) || read_of_the_state(world, before) != read_of_the_state(world, now)
}

/// Names and fields that `World::read_by` finds in rows, in its order, but for those that are nothing of the state.
fn read_of_the_state<'r>(world: &World<'_>, rows: &'r ast::Rows) -> Vec<(bool, &'r str)> {
    let kept = |name: &str| world.actions.iter().flat_map(|action| &action.kept).any(|kept| kept.name == name);
    let by_others = |name: &str| {
        let entry = match world.entry(name) {
            Some(Entry::State(_) | Entry::Rows(_) | Entry::Box(_) | Entry::Broken) => true,
            Some(_) | None => false,
        };
        entry || ["hex", "box"].contains(&name) || kept(name)
    };
    let mut read = Vec::new();
    for row in &rows.rows {
        let row = RowDef { file: FileId(0), layer: None, row };
        for (expr, _) in parts(&row) {
            expressions(expr, &mut |part| match &part.kind {
                ExprKind::Field(_, name) => read.push((true, name.text.as_str())),
                ExprKind::Name(name) | ExprKind::Call(name, _) if by_others(&name.text) => {
                    read.push((false, name.text.as_str()));
                }
                _ => {}
            });
        }
    }
    read
}

impl Stood {
    /// What was told, noted and written of rows that are edited is there no more.
    pub(super) fn without(&mut self, edits: &[Edit]) {
        let said = &mut *self.builder.said.borrow_mut();
        let parts = edits.iter().map(|edit| Part::Rows(edit.index)).chain([Part::Declared, Part::Kept]);
        parts.for_each(|part| self.marks.put(said, part, Heard::default()));
    }

    /// The edited rows are read and written. `builder` stands as this does but for what it declares, of which `declared` was told
    /// and noted. None where others than these rows were touched, or one of them could not be read.
    pub(super) fn reads(&mut self, builder: &mut Builder<'_>, edits: &[Edit], declared: Heard) -> Option<()> {
        let (shared, others) = (builder.shared(), Extent::of(&builder.said()).others);
        let mut heard = vec![(Part::Declared, declared)];
        for edit in edits {
            forget(builder, edit.func);
            unwrite(builder, edit.func);
            let before = Extent::of(&builder.said());
            let at = builder.origins.iter().position(|origin| origin.func == edit.func)?;
            builder.origins.remove(at);
            rows::define_one(builder, edit.index);
            let origin = builder.origins.pop()?;
            builder.origins.insert(at, origin);
            if builder.world.rows.get(edit.index).is_none_or(|def| def.damaged) {
                return None;
            }
            heard.push((Part::Rows(edit.index), Heard::since(before, &builder.said())));
        }
        let before = Extent::of(&builder.said());
        kept::check(builder);
        heard.push((Part::Kept, Heard::since(before, &builder.said())));
        emit::functions(builder);
        let alone = builder.shared() == shared
            && builder.program.sites.len() == self.builder.program.sites.len()
            && Extent::of(&builder.said()).others == others
            && edits.iter().all(|edit| {
                let program = &self.builder.program;
                let (was, is) = (program.func(edit.func), builder.program.func(edit.func));
                self.asks_no_more((program, was), (&builder.program, is))
            });
        if !alone {
            return None;
        }
        for (part, heard) in heard {
            self.marks.put(&mut self.builder.said.borrow_mut(), part, heard);
        }
        for edit in edits {
            self.builder.program.funcs.share(edit.func.index(), &builder.program.funcs);
        }
        self.builder.origins.clone_from(&builder.origins);
        self.builder.runs_read.clone_from(&builder.runs_read);
        self.builder.along.clone_from(&builder.along);
        self.builder.rounding.clone_from(&builder.rounding);
        self.builder.elsewhere.clone_from(&builder.elsewhere);
        builder.said.borrow_mut().clone_from(&self.builder.said.borrow());
        Some(())
    }

    /// Does it ask nothing that is there only because something else asked for it first?
    fn asks_no_more(&self, (before, was): (&Program, &Func), (now, is): (&Program, &Func)) -> bool {
        let (funcs, tables, cells) = self.declared;
        let known: BTreeSet<FuncId> = calls(before, was).into_iter().collect();
        let (had_tables, had_cells) = read_by(was);
        let (has_tables, has_cells) = read_by(is);
        calls(now, is).into_iter().all(|func| func.index() < funcs || known.contains(&func))
            && has_tables.iter().all(|table| table.index() < tables || had_tables.contains(table))
            && has_cells.iter().all(|cell| cell.index() < cells || had_cells.contains(cell))
    }
}

/// What was noted of the rows of a function as they were written.
fn forget(builder: &mut Builder<'_>, func: FuncId) {
    let of = |counted: &Counted| match counted {
        Counted::Answer(of) | Counted::Param(of, _) | Counted::Amount(of, _) => *of == func,
        Counted::Held(_) => false,
    };
    builder.along.retain(|counted, _| !of(counted));
    builder.rounding.retain(|counted, _| !of(counted));
    builder.elsewhere.retain(|(of, _), _| *of != func);
    builder.runs_read.retain(|(of, ..)| *of != func);
}

/// The function is as it is declared.
fn unwrite(builder: &mut Builder<'_>, func: FuncId) {
    if let Some(func) = builder.program.funcs.get_mut(func.index()) {
        func.locals.truncate(func.params as usize);
        func.exprs.clear();
        func.body = Body::Code(Block::default());
    }
}

fn read_by(func: &Func) -> (BTreeSet<TableId>, BTreeSet<CellId>) {
    let (mut tables, mut cells) = (BTreeSet::new(), BTreeSet::new());
    for node in &func.exprs {
        match &node.expr {
            Node::Table(table, _) => _ = tables.insert(*table),
            Node::Cell(cell, _) | Node::Peek { cell, .. } => _ = cells.insert(*cell),
            _ => {}
        }
    }
    (tables, cells)
}
