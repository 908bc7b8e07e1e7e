//! Rows that are edited where nobody else looks: their conditions and amounts. What such rows say is read anew and written;
//! all else stands.
//!
//! In: what stood, the edited items in it. Out: what stands now, or nothing: then all of it is read.
//! Promises: only what no other part of the game looks at may be other. Others see of rows their heads, titles, cases and
//! kinds of verdicts; and, of whatever a condition asks, which states and fields it reads. Where a row cannot be read, all is.

use super::Keeps;
use super::heard::{Extent, Heard, Part};
use crate::diag::Place;
use crate::layers::ItemAt;
use crate::source::FileId;
use crate::translate::builder::Builder;
use crate::translate::declare::other_rows;
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
pub(super) struct Edit<'a> {
    /// Their place among the items of rows.
    index: usize,
    func: FuncId,
    standing: ItemAt<'a>,
    rows: &'a ast::Rows,
    /// Where all was declared that is declared of them as yet.
    declared: Place,
}

impl<'a> Keeps<'a> {
    /// The rows of this item, if others see them as they did. `was`: the item before.
    pub(super) fn rows_edit(&self, builder: &Builder<'a>, (item, was): (usize, &'a ast::Item)) -> Option<Edit<'a>> {
        let now = self.items.get(item)?;
        // None: other rows are laid into it.
        let standing = *builder.items.iter().find(|one| std::ptr::eq(one.item, now.item))?;
        let (ItemKind::Rows(before), ItemKind::Rows(is)) = (&was.kind, &now.item.kind) else { return None };
        let Some(Entry::Rows(index)) = builder.world.entry(&is.name.text) else { return None };
        let def = builder.world.rows.get(index)?;
        // Of several of one name only one is asked; what could not be read has no cases and no site: others may get them.
        let read = std::ptr::eq(def.ast, before) && !def.damaged;
        let alone = read && self.marks.stands_alone(Part::Rows(index)) && !self.shared.contains(&def.func);
        let is_seen = matches!(is.kind, RowsKind::Course | RowsKind::Path | RowsKind::Obligation | RowsKind::Knowledge)
            || is.always.is_some()
            || matches!(def.result, Ty::Set(_))
            || face(before) != face(is)
            || others_see(&builder.world, (was, before), (now.item, is));
        let edit = || Edit { index, func: def.func, standing, rows: is, declared: Place::new(def.file, was.span) };
        (alone && !is_seen).then(edit)
    }
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
    asks_otherwise(was, is) || read_of_the_state(world, before) != read_of_the_state(world, now)
}

/// Words that are looked for in all items: where one says them, the whole game has what they ask for.
pub(super) fn asks_otherwise(was: &ast::Item, is: &ast::Item) -> bool {
    let said = |item: &ast::Item, word: &str| item.words.get(word).map(|word| word.field);
    ["covered", "acting"].into_iter().any(|word| said(was, word) != said(is, word))
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

impl<'a> Keeps<'a> {
    /// The edited rows are read and written. None where others than these rows were touched, or one of them could not be read.
    /// `numbers_alone`: they say what they said but for numbers, on which no name that is kept hangs.
    pub(super) fn rows_again(
        &mut self,
        builder: &mut Builder<'a>,
        (edits, numbers_alone): (&[Edit<'a>], bool),
    ) -> Option<()> {
        let sites = builder.program.sites.len();
        {
            let said = &mut *builder.said.borrow_mut();
            let kept = (!numbers_alone).then_some(Part::Kept);
            let parts = edits.iter().map(|edit| Part::Rows(edit.index)).chain(kept);
            parts.for_each(|part| self.marks.put(said, part, Heard::default()));
            let gone = |at: Place| {
                let within = |edit: &Edit<'_>| edit.declared.file == at.file && edit.declared.span.holds(at.span);
                edits.iter().any(within)
            };
            self.marks.declared_elsewhere(said, gone);
        }
        let (shared, others) = (builder.shared(), Extent::of(&builder.said()).others);
        let (mut heard, mut before) = (Vec::new(), Vec::new());
        for edit in edits {
            before.push(builder.program.func(edit.func).clone());
            forget(builder, edit.func);
            unwrite(builder, edit.func);
            let extent = Extent::of(&builder.said());
            other_rows(builder, (edit.index, edit.standing), edit.rows).ok()?;
            let at = builder.origins.iter().position(|origin| origin.func == edit.func)?;
            builder.origins.remove(at);
            rows::define_one(builder, edit.index);
            let origin = builder.origins.pop()?;
            builder.origins.insert(at, origin);
            if builder.world.rows.get(edit.index).is_none_or(|def| def.damaged) {
                return None;
            }
            heard.push((Part::Rows(edit.index), Heard::taken_since(extent, &mut builder.said())));
        }
        if !numbers_alone {
            let extent = Extent::of(&builder.said());
            kept::check(builder);
            heard.push((Part::Kept, Heard::taken_since(extent, &mut builder.said())));
        }
        emit::functions(builder);
        let program = &builder.program;
        let alone = builder.shared() == shared
            && program.sites.len() == sites
            && Extent::of(&builder.said()).others == others
            && edits.iter().zip(&before).all(|(edit, was)| self.asks_no_more(program, was, program.func(edit.func)));
        if !alone {
            return None;
        }
        for (part, heard) in heard {
            self.marks.put(&mut builder.said.borrow_mut(), part, heard);
        }
        Some(())
    }

    /// Does it ask nothing that is there only because something else asked for it first?
    fn asks_no_more(&self, program: &Program, was: &Func, is: &Func) -> bool {
        let (funcs, tables, cells) = self.declared;
        let known: BTreeSet<FuncId> = calls(program, was).into_iter().collect();
        let (had_tables, had_cells) = read_by(was);
        let (has_tables, has_cells) = read_by(is);
        calls(program, is).into_iter().all(|func| func.index() < funcs || known.contains(&func))
            && has_tables.iter().all(|table| table.index() < tables || had_tables.contains(table))
            && has_cells.iter().all(|cell| cell.index() < cells || had_cells.contains(cell))
    }
}

/// What was noted of the rows of a function as they were written.
fn forget(builder: &mut Builder<'_>, func: FuncId) {
    let of = |counted: &Counted| match counted {
        Counted::Answer(of) | Counted::Param(of, _) | Counted::Amount(of, _) => *of == func,
        Counted::Held(_) | Counted::Index(..) => false,
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
