//! Rows that are edited where nobody else looks: their conditions and amounts. What such rows say is read anew and written;
//! all else stands.
//!
//! In: what stood, and the game's declarations, read anew. Out: what stands now, or nothing: then all of it is read.
//! Promises: only what no other part of the game looks at may be other. Others see of rows their heads, titles, cases and
//! kinds of verdicts; and, of whatever a condition asks, which states and fields it reads.

use super::heard::{Extent, Heard, Part};
use super::{Ground, Stood};
use crate::diag::Place;
use crate::translate::builder::Builder;
use crate::translate::ty::Ty;
use crate::translate::world::{Entry, World};
use crate::translate::{emit, kept, rows};
use std::collections::BTreeSet;
use wgr_grammar::ast::{self, Clause, Expr, ExprKind, ItemKind, RowsKind, VerdictKind, Word};
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
    let alone = stood.marks.stands_alone(Part::Rows(index)) && !stood.shared.contains(&def.func);
    let is_seen = matches!(is.kind, RowsKind::Course | RowsKind::Path | RowsKind::Obligation | RowsKind::Knowledge)
        || is.always.is_some()
        || matches!(def.result, Ty::Set(_))
        || face(was) != face(is)
        || others_see(&builder.world, before, now);
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

/// Is there a word in one of the two and not in the other by which others are read? What a condition reads of the state,
/// itself or through rows that it asks, is looked for when it is found out what an action uses up.
fn others_see(world: &World<'_>, was: &ast::Item, is: &ast::Item) -> bool {
    let by_others = |word: &Word| {
        let kept = || world.actions.iter().flat_map(|action| &action.kept).any(|kept| kept.name == word.text);
        let entry = match world.entry(&word.text) {
            Some(Entry::State(_) | Entry::Rows(_) | Entry::Box(_) | Entry::Broken) => true,
            Some(_) | None => false,
        };
        word.field || entry || ["covered", "acting"].contains(&word.text.as_str()) || kept()
    };
    let in_one = |one: &ast::Item, other: &ast::Item| {
        one.words.iter().any(|word| {
            let known = other.words.get(&word.text).is_some_and(|known| known.field == word.field);
            !known && by_others(word)
        })
    };
    in_one(was, is) || in_one(is, was)
}

impl Stood {
    /// What was told, noted and written of rows that are edited is there no more.
    pub(super) fn without(&mut self, edits: &[Edit]) {
        let said = &mut *self.builder.said.borrow_mut();
        let parts = edits.iter().map(|edit| Part::Rows(edit.index)).chain([Part::Declared, Part::Kept]);
        parts.for_each(|part| self.marks.put(said, part, Heard::default()));
    }

    /// The edited rows are read and written. `builder` stands as this does but for what it declares, of which `declared` was told
    /// and noted, and `damaged` could not be read. None where others than these rows were touched.
    pub(super) fn reads(
        &mut self,
        builder: &mut Builder<'_>,
        edits: &[Edit],
        (declared, damaged): (Heard, &[bool]),
    ) -> Option<()> {
        let program = builder.program.clone();
        let (shared, others) = (builder.shared(), Extent::of(&builder.said()).others);
        let mut heard = vec![(Part::Declared, declared)];
        for edit in edits {
            let (def, stood) = (builder.world.rows.get_mut(edit.index)?, self.damaged.get(edit.index)?);
            def.damaged = damaged.get(edit.index).copied().unwrap_or(*stood);
            forget(builder, edit.func);
            unwrite(builder, edit.func);
            let before = Extent::of(&builder.said());
            let at = builder.origins.iter().position(|origin| origin.func == edit.func)?;
            builder.origins.remove(at);
            rows::define_one(builder, edit.index);
            let origin = builder.origins.pop()?;
            builder.origins.insert(at, origin);
            heard.push((Part::Rows(edit.index), Heard::since(before, &builder.said())));
        }
        let before = Extent::of(&builder.said());
        kept::check(builder);
        heard.push((Part::Kept, Heard::since(before, &builder.said())));
        emit::functions(builder);
        let alone = builder.shared() == shared
            && builder.program.sites.len() == program.sites.len()
            && Extent::of(&builder.said()).others == others
            && edits.iter().all(|edit| {
                let (was, is) = (program.func(edit.func), builder.program.func(edit.func));
                self.asks_no_more((&program, was), (&builder.program, is))
            });
        if !alone {
            return None;
        }
        for (part, heard) in heard {
            self.marks.put(&mut self.builder.said.borrow_mut(), part, heard);
        }
        for edit in edits {
            self.builder.program.funcs.share(edit.func.index(), &builder.program.funcs);
            if let (Some(stood), Some(def)) = (self.damaged.get_mut(edit.index), builder.world.rows.get(edit.index)) {
                *stood = def.damaged;
            }
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
