//! Examples that were read, and what came of each: its functions, its script, what was told and noted.

use super::base::Base;
use crate::diag::{Diagnostic, Place};
use crate::source::{FileId, Sources};
use crate::translate::builder::{Builder, Said};
use crate::translate::examples::{self, Examples, GoesOn};
use crate::translate::noted::{Meant, Noted};
use std::collections::{BTreeMap, BTreeSet};
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

/// How far one look-up can go, down and across.
type LookUp = Vec<(i64, i64)>;

/// What is told and noted while something is read.
#[derive(Clone)]
pub(super) struct Heard {
    told: Vec<Diagnostic>,
    noted: Noted,
    looked: Vec<(usize, Vec<LookUp>)>,
}

/// How much there was of that before.
pub(super) struct SoFar {
    lists: [usize; 5],
    looked: BTreeMap<usize, usize>,
}

impl SoFar {
    pub(super) fn of(said: &Said) -> SoFar {
        let noted = &said.noted;
        SoFar {
            lists: [said.told.len(), noted.meant.len(), noted.given.len(), noted.each.len(), noted.measured.len()],
            looked: said.looked.iter().map(|(table, looked)| (*table, looked.len())).collect(),
        }
    }

    pub(super) fn since(&self, said: &Said) -> Heard {
        fn rest<T: Clone>(all: &[T], from: usize) -> Vec<T> {
            all.get(from..).unwrap_or_default().to_vec()
        }
        let [told, meant, given, each, measured] = self.lists;
        let looked = said.looked.iter().map(|(table, looked)| {
            let from = self.looked.get(table).copied().unwrap_or(0);
            (*table, rest(looked, from))
        });
        Heard {
            told: rest(&said.told, told),
            noted: Noted {
                meant: rest(&said.noted.meant, meant),
                given: rest(&said.noted.given, given),
                each: rest(&said.noted.each, each),
                measured: rest(&said.noted.measured, measured),
            },
            looked: looked.filter(|(_, looked)| !looked.is_empty()).collect(),
        }
    }
}

impl Heard {
    pub(super) fn each_place(&mut self, see: &mut dyn FnMut(&mut Place)) {
        self.told.iter_mut().for_each(|told| told.each_place(see));
        self.noted.each_place(see);
    }

    pub(super) fn again(&self, said: &mut Said) {
        said.told.extend(self.told.iter().cloned());
        said.noted.again(&self.noted);
        for (table, looked) in &self.looked {
            said.looked.entry(*table).or_default().extend(looked.iter().cloned());
        }
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

    /// All functions are written: may it last? `apart`: those that added something to the program beside themselves.
    pub(super) fn may_last(
        &mut self,
        builder: &Builder<'_>,
        tree: &ast::Example,
        base: &Base,
        apart: &BTreeSet<FuncId>,
    ) {
        let own = self.head.first..self.end;
        self.alone = self.alone && stand_alone(builder, own.clone(), base.rules(), apart);
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
                at.span = Span { start: moved(at.span.start), end: moved(at.span.end) };
            } else if let Some(now) = kept.get(at) {
                *at = *now;
            }
        });
        self.head.place = to;
    }

    /// What came of it, once more.
    pub(super) fn again(&self, builder: &mut Builder<'_>, funcs: Funcs) {
        builder.program.funcs.append(funcs);
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
    sources: &Sources,
    file: FileId,
    tree: &'t ast::File,
) -> impl Iterator<Item = (&'t ast::Item, Span)> {
    let length = sources.get(file).map_or(0, |source| source.text.len() as u32);
    let ends = std::iter::once(0).chain(tree.items.iter().map(|item| item.span.end));
    let starts = tree.items.iter().skip(1).map(|item| item.span.start).chain([length]);
    let around = ends.zip(starts).zip(&tree.items);
    around.map(|((end, start), item)| (item, Span { start: end.min(item.span.start), end: start.max(item.span.end) }))
}

/// Each example, by the place of its title.
pub(super) fn written<'a>(builder: &Builder<'a>) -> BTreeMap<Place, Written<'a>> {
    let mut found = BTreeMap::new();
    let sources = builder.sources;
    for (file, tree) in builder.files {
        for (item, all) in with_all_around(sources, *file, tree) {
            if let ItemKind::Example(tree) = &item.kind {
                let place = Place::new(*file, item.span);
                let text = sources.text(Place::new(*file, all));
                let written = Written { place, at: sources.pos(place), text, tree };
                found.insert(Place::new(*file, tree.title.span), written);
            }
        }
    }
    found
}

/// Reads an example.
pub(super) fn read(builder: &mut Builder<'_>, reader: &mut Examples<'_, '_>, head: Head) -> Known {
    let so_far = SoFar::of(&builder.said());
    let others = others(builder);
    let counted = builder.along.len();
    let script = reader.read(builder, head.goes_on);
    let end = builder.program.funcs.len();
    let heard = so_far.since(&builder.said());
    let scale = |id: usize| {
        let func = FuncId::new(id);
        builder.along.get(&Counted::Answer(func)).map(|scale| (func, *scale))
    };
    let along: Vec<(FuncId, usize)> = (head.first..end).filter_map(scale).collect();
    let alone = self::others(builder) == others && builder.along.len() == counted + along.len();
    Known { head, end, alone, lasts: None, heard, along, script }
}

/// How much there is of what no example that stands alone adds to.
fn others(builder: &Builder<'_>) -> [usize; 7] {
    let said = builder.said();
    let Said { told: _, noted: _, claimed: _, holes, used_rulings, looked: _, fairly, notes, lists, doubts } = &*said;
    let of_the_game = [holes.len(), used_rulings.len(), fairly.len(), notes.len(), lists.len(), doubts.len()];
    let [holes, rulings, fairly, notes, lists, doubts] = of_the_game;
    [holes, rulings, fairly, notes, lists, doubts, builder.told_as.len()]
}

/// Does each of them ask nothing but what was there before examples were, and what is of the same example?
pub(super) fn stand_alone(builder: &Builder<'_>, own: Range<usize>, rules: usize, apart: &BTreeSet<FuncId>) -> bool {
    let called = |called: FuncId| called.index() < rules || own.contains(&called.index());
    own.clone().all(|id| {
        let func = builder.program.func(FuncId::new(id));
        !apart.contains(&FuncId::new(id))
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
