//! Examples that were read, and what came of each: its functions, its script, what was told and noted.

use super::Stand;
use super::base::Base;
use super::heard::{Extent, Heard};
use crate::diag::Place;
use crate::source::Sources;
use crate::translate::builder::Builder;
use crate::translate::emit::Added;
use crate::translate::examples::{self, Examples, GoesOn};
use crate::translate::noted::Meant;
use std::collections::BTreeMap;
use std::ops::Range;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExampleKind, ItemKind};
use wgr_runtime::engine::Counted;
use wgr_runtime::ir::walk::calls;
use wgr_runtime::ir::{Body, Expr, Func, FuncId, Funcs, Pos, Program, StmtKind};
use wgr_runtime::script::Script;

/// An example, and what came of reading it.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) head: Head,
    /// The end of its functions.
    pub(super) end: usize,
    /// Nothing came of it but its own queries.
    pub(super) alone: bool,
    /// It reads the same over an equal base, and these are its functions.
    pub(super) lasts: Option<Funcs>,
    pub(super) heard: Heard,
    pub(super) along: Vec<(FuncId, usize)>,
    pub(super) script: Script,
}

/// What an example says, and what it goes on from.
#[derive(Clone)]
pub(super) struct Head {
    pub(super) place: Place,
    pub(super) at: Pos,
    /// Its text, with all around it.
    pub(super) text: String,
    pub(super) goes_on: GoesOn,
    /// Its first function.
    pub(super) first: usize,
}

/// An example as it is written: where it stands, its text with all around it, its tree.
#[derive(Clone, Copy)]
pub(super) struct Written<'a> {
    pub(super) place: Place,
    pub(super) at: Pos,
    pub(super) text: &'a str,
    pub(super) tree: &'a ast::Example,
}

impl Written<'_> {
    pub(super) fn head(&self, goes_on: GoesOn, first: usize) -> Head {
        Head { place: self.place, at: self.at, text: self.text.to_owned(), goes_on, first }
    }
}

impl Known {
    /// Does it stand there as it did, behind as many functions, and go on from the same?
    pub(super) fn is(&self, written: &Written<'_>, goes_on: GoesOn, first: usize) -> bool {
        let head = &self.head;
        (head.at, head.goes_on, head.first) == (written.at, goes_on, first) && head.text == written.text
    }

    /// Is all that it rests on the base?
    fn rests_on_the_base(&self, tree: &ast::Example, base: &Base) -> bool {
        let own = |at: &Place| within(*at, self.head.place);
        let meant = |meant: &Meant| match meant {
            Meant::Local(given) => own(given) || base.kept_at().contains(given),
            Meant::Item | Meant::Member(..) | Meant::Field(_) | Meant::Part(..) | Meant::Hex(_) | Meant::Word => true,
        };
        // Which of several phases of a name is meant is looked for in the sequence.
        let looks_for_a_phase =
            |step: &ast::ExampleStep| matches!(&step.kind, ExampleKind::OnTo { printing: Some(_), .. });
        self.heard.told.is_empty()
            && self.heard.noted.meant.iter().all(|(at, stands_for)| own(at) && meant(stands_for))
            && !tree.steps.iter().any(looks_for_a_phase)
    }

    /// All functions are written: may it last? `added`: those that added something beside their bodies.
    pub(super) fn may_last(&mut self, builder: &Builder<'_>, tree: &ast::Example, base: &Base, added: &Added) {
        let own = self.head.first..self.end;
        self.alone = self.alone && stand_alone(builder, own.clone(), base.rules(), added);
        let lasts = self.alone
            && !builder.sources.is_amended(self.head.place.file)
            && self.rests_on_the_base(tree, base)
            && own.clone().all(|id| is_declared(builder.program.func(FuncId::new(id)), base));
        self.lasts = lasts.then(|| builder.program.funcs.part(own));
    }

    /// It stands elsewhere in its line's file, and what it reads of actions stands elsewhere.
    pub(super) fn moves(&mut self, to: Place, kept: &BTreeMap<Place, Place>) {
        let from = self.head.place;
        if from == to && kept.is_empty() {
            return;
        }
        let by = to.span.start.wrapping_sub(from.span.start);
        let moved = |offset: u32| offset.wrapping_add(by);
        self.heard.each_place(&mut |at| {
            if within(*at, from) {
                *at = Place::new(to.file, Span { start: moved(at.span.start), end: moved(at.span.end) });
            } else if let Some(now) = kept.get(at) {
                *at = *now;
            }
        });
        self.head.place = to;
    }

    /// What came of it, once more.
    pub(super) fn again(&self, builder: &mut Builder<'_>, funcs: Funcs) {
        builder.program.funcs.append(&funcs);
        builder.along.extend(self.along.iter().map(|(func, scale)| (Counted::Answer(*func), *scale)));
        self.heard.again(&mut builder.said());
    }
}

fn within(at: Place, item: Place) -> bool {
    at.file == item.file && item.span.start <= at.span.start && at.span.end <= item.span.end
}

/// Is each table and each cell that it reads declared, and not made on the way?
fn is_declared(func: &Func, base: &Base) -> bool {
    let (tables, cells) = base.tables_and_cells();
    func.exprs.iter().all(|node| match &node.expr {
        Expr::Table(table, _) => table.index() < tables,
        Expr::Cell(cell, _) => cell.index() < cells,
        Expr::Peek { .. } => false,
        _ => true,
    })
}

/// Each item, and the text from the item before it to the next: nothing else decides how it is read.
pub(super) fn with_all_around<'t>(
    text: &str,
    tree: &'t ast::File,
) -> impl Iterator<Item = (&'t ast::Item, Span)> + use<'t> {
    let ends = std::iter::once(0).chain(tree.items.iter().map(|item| item.span.end));
    let starts = tree.items.iter().skip(1).map(|item| item.span.start).chain([text.len() as u32]);
    let around = ends.zip(starts).zip(&tree.items);
    around.map(|((end, start), item)| (item, Span { start: end.min(item.span.start), end: start.max(item.span.end) }))
}

/// Each example, by the place of its title.
pub(super) fn written<'a>(sources: &'a Sources, items: &[Stand<'a>]) -> BTreeMap<Place, Written<'a>> {
    let example = |stand: &Stand<'a>| match &stand.item.kind {
        ItemKind::Example(tree) => Some((Place::new(stand.now.file, tree.title.span), stand.written(sources, tree))),
        _ => None,
    };
    items.iter().filter_map(example).collect()
}

/// Reads an example.
pub(super) fn read(builder: &mut Builder<'_>, reader: &mut Examples<'_, '_>, head: Head) -> Known {
    let before = Extent::of(&builder.said());
    let told_as = builder.told_as.len();
    let counted = builder.along.len();
    let script = reader.read(builder, head.goes_on);
    let end = builder.program.funcs.len();
    let after = Extent::of(&builder.said());
    let heard = Heard::since(before, &builder.said());
    let scale = |id: usize| {
        let func = FuncId::new(id);
        builder.along.get(&Counted::Answer(func)).map(|scale| (func, *scale))
    };
    let along: Vec<(FuncId, usize)> = (head.first..end).filter_map(scale).collect();
    let alone = after.others == before.others
        && builder.told_as.len() == told_as
        && builder.along.len() == counted + along.len();
    Known { head, end, alone, lasts: None, heard, along, script }
}

/// Does each of them ask nothing but what was there before examples were, and what is of the same example?
pub(super) fn stand_alone(builder: &Builder<'_>, own: Range<usize>, rules: usize, added: &Added) -> bool {
    let called = |called: FuncId| called.index() < rules || own.contains(&called.index());
    own.clone().all(|id| {
        let func = builder.program.func(FuncId::new(id));
        !added.shared.contains(&FuncId::new(id))
            && !added.own.contains(&FuncId::new(id))
            && examples::queries_at(id).contains(&func.name)
            && stands_alone(&builder.program, func, called)
    })
}

/// One answer, and nothing supposed in it.
fn stands_alone(program: &Program, func: &Func, known: impl Fn(FuncId) -> bool) -> bool {
    let Body::Code(block) = &func.body else { return false };
    let answers = matches!(block.0.as_slice(), [one] if matches!(one.kind, StmtKind::Return(_)));
    let supposes = func.exprs.iter().any(|node| matches!(node.expr, Expr::Suppose(_)));
    answers && !supposes && calls(program, func).into_iter().all(known)
}
